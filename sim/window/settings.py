"""What a player likes: size, colours, speed, picture quality, keys."""

from __future__ import annotations

import msgspec

__all__ = ["QUALITIES", "SCALES", "SPEEDS", "Settings"]

#: Smallest and largest size of the widgets.
SCALES = (0.75, 2.0)
#: How fast things may be shown; 0 shows them at once.
SPEEDS = (0.5, 1.0, 2.0, 4.0, 0.0)
QUALITIES = ("auto", "plain", "shaded", "fine")


class Settings(msgspec.Struct, forbid_unknown_fields=True):
    """A player's settings.

    Attributes
    ----------
    scale : float
        Size of all widgets, 0.75 to 2.
    palette : str
        Colours of sides and overlays.
    speed : float
        How fast things are shown; 0 shows everything at once.
    quality : str
        ``auto``, or a level of picture quality.
    centimetres : bool
        Whether rulers tell centimetres beside inches.
    full_screen : bool
    lifted_roofs : bool
        Whether roofs over figures are lifted.
    match_style : bool
        Whether undo stops at rolls and reveals in new battles.
    keys : dict of action to chord
        Own keys.
    """

    scale: float = 1.0
    palette: str = "standard"
    speed: float = 1.0
    quality: str = "auto"
    centimetres: bool = True
    full_screen: bool = False
    lifted_roofs: bool = True
    match_style: bool = False
    keys: dict[str, str] = {}
