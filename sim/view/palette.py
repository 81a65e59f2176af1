"""Colours with a meaning, in three sets: what a player cannot tell apart in one he can in another.

Colour is never the only carrier: sides have patterns round their bases as well, lines and rings
have dashes, regions have hatching. Those stay the same in every palette.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PALETTES", "Palette", "palette", "use_palette"]

Rgb = tuple[int, int, int]


@dataclass(frozen=True)
class Palette:
    """One set of colours, sRGB.

    Attributes
    ----------
    sides : four of (cloth, rim)
        Of the first side, the second, and so on: the duller colour of uniforms and hulls, and the
        brighter one of base rims, labels and zones.
    clear, obscured, blocked : Rgb
        States of a sight line, and shares of good, middling and bad in general.
    good, bad : Rgb
        A ghost that may stand where it is, and one that may not.
    chosen, candidate, suspect : Rgb
        Rings: what is selected, what could be, what is in the way.
    near, far : Rgb
        Ends of a scale (reach, heat).
    """

    sides: tuple[tuple[Rgb, Rgb], ...]
    clear: Rgb
    obscured: Rgb
    blocked: Rgb
    good: Rgb
    bad: Rgb
    chosen: Rgb
    candidate: Rgb
    suspect: Rgb
    near: Rgb
    far: Rgb


PALETTES: dict[str, Palette] = {
    "standard": Palette(
        sides=(
            ((74, 96, 138), (52, 122, 214)),
            ((146, 72, 52), (222, 84, 44)),
            ((150, 122, 56), (232, 178, 40)),
            ((106, 78, 128), (156, 96, 206)),
        ),
        clear=(70, 214, 92),
        obscured=(246, 188, 44),
        blocked=(236, 62, 50),
        good=(82, 220, 104),
        bad=(240, 66, 54),
        chosen=(255, 246, 210),
        candidate=(120, 208, 255),
        suspect=(255, 150, 40),
        near=(88, 204, 150),
        far=(52, 122, 214),
    ),
    # For red-green blindness: blue against orange, and light against dark.
    "red-green": Palette(
        sides=(
            ((52, 92, 148), (30, 120, 220)),
            ((158, 104, 30), (240, 160, 20)),
            ((128, 128, 122), (236, 232, 216)),
            ((120, 76, 112), (204, 121, 187)),
        ),
        clear=(70, 160, 255),
        obscured=(244, 232, 90),
        blocked=(206, 84, 0),
        good=(84, 172, 255),
        bad=(214, 90, 0),
        chosen=(255, 255, 255),
        candidate=(150, 205, 255),
        suspect=(255, 186, 60),
        near=(150, 205, 255),
        far=(20, 84, 190),
    ),
    # For blue-yellow blindness and dim screens: cyan against red, and strong steps of lightness.
    "high-contrast": Palette(
        sides=(
            ((38, 120, 120), (0, 206, 200)),
            ((150, 36, 52), (228, 30, 64)),
            ((140, 140, 140), (245, 245, 245)),
            ((62, 50, 66), (92, 62, 98)),
        ),
        clear=(0, 226, 212),
        obscured=(255, 255, 255),
        blocked=(238, 24, 66),
        good=(0, 232, 218),
        bad=(246, 30, 70),
        chosen=(255, 255, 255),
        candidate=(120, 245, 238),
        suspect=(255, 120, 130),
        near=(140, 250, 244),
        far=(0, 110, 116),
    ),
}

_used = ["standard"]


def use_palette(name: str) -> Palette:
    """Use a palette from now on and return it.

    What hangs in a scene already keeps its colours: show the pieces again, and make overlays
    anew.

    Parameters
    ----------
    name : str
        A key of `PALETTES`; KeyError for any other, and nothing changes.
    """
    chosen = PALETTES[name]
    _used[0] = name
    return chosen


def palette() -> Palette:
    """Return the palette in use."""
    return PALETTES[_used[0]]
