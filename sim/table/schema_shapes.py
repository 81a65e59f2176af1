"""The shapes in the files people write: bases, boxes, floors, ruins, figures of parts.

One Struct a table, its keys as the file spells them; `sim.table.schema` puts them together.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

__all__ = [
    "Angle",
    "BaseFile",
    "BoxFile",
    "CircleArea",
    "FloorFile",
    "Height",
    "Length",
    "Opaque",
    "Outline",
    "Place",
    "Plan",
    "RuinFile",
    "SilhouetteFile",
    "SolidFile",
    "Unit",
    "Up",
    "WindowFile",
]

Opaque = dict[str, Any]
Length = Annotated[float, Meta(gt=0, le=1000)]
Height = Annotated[float, Meta(ge=0, le=1000)]
Place = Annotated[float, Meta(ge=-1000, le=1000)]
Plan = tuple[Place, Place]
Angle = Annotated[float, Meta(ge=-360, le=360)]
Corner = tuple[Place, Place, Place]
Outline = Annotated[list[Plan], Meta(min_length=3)]
Up = Literal["x", "y", "z", "-x", "-y", "-z"]
Unit = Literal["mm", "cm", "m", "in", "ft"]
FigurePart = Literal["figure", "weapon", "banner", "hull", "turret", "barrel"]


class BaseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A base: a disc (``diameter_mm``), an oval, box or pill of two lengths, or a hull outline.

    Lengths in millimetres as bases are sold, or in inches; a hull's points are inches in the
    model's frame, counter-clockwise or not.
    """

    shape: Literal["disc", "oval", "box", "hull"] = "disc"
    diameter_mm: Length | None = None
    radius_in: Length | None = None
    length_mm: Length | None = None
    width_mm: Length | None = None
    length_in: Length | None = None
    width_in: Length | None = None
    points: Outline | None = None


class BoxFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A box between two corners, inches in the piece's or model's frame."""

    low: Corner
    high: Corner
    part: str = ""


class FloorFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A floor of a building, in the piece's frame; ``blocks`` are walls nothing passes."""

    name: str
    z_in: Height
    outline: Outline
    blocks: list[Outline] = []


class WindowFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A row of equal openings in the walls of a ruin, inches.

    ``sill`` and ``head`` are the heights of the opening's lower and upper edge (a sill of 0 makes
    doorways), ``jamb`` the least masonry beside each. Either ``count`` openings in each wall, or
    one ``every`` so many inches from middle to middle; else one. ``walls`` names which walls.
    """

    sill: Height
    head: Length
    width: Length
    jamb: Length = 0.25
    count: Annotated[int, Meta(ge=1, le=40)] | None = None
    every: Length | None = None
    walls: list[Literal["front", "right", "back", "left"]] = []


class RuinFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The parameters of a built-in ``ruin``, inches.

    ``O`` has four walls, ``U`` is open in front, ``L`` is back and left, ``I`` one wall. The plan's
    middle is the piece's origin, the back wall stands at +y. ``broken`` is 0 for a whole upper
    edge, 1 for one broken down to a stub; ``seed`` chooses how. ``floors`` are heights that
    miniatures stand on, each a level ``<piece>/1``, ``<piece>/2``...; the depth of an ``I`` is
    how far its floors reach.
    """

    plan: Literal["I", "L", "U", "O"]
    width: Length
    height: Length
    depth: Length | None = None
    thickness: Length = 0.25
    windows: list[WindowFile] = []
    broken: Annotated[float, Meta(ge=0, le=1)] = 0.0
    seed: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    floors: list[Length] = []


class SolidFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One solid of a figure: a box between ``low`` and ``high``, or an upright cylinder.

    A cylinder stands ``at`` the middle of its underside. ``part`` says what it is of the figure:
    which parts count as seen is the rule set's business.
    """

    shape: Literal["box", "cylinder"] = "box"
    low: Corner | None = None
    high: Corner | None = None
    at: Corner | None = None
    radius: Length | None = None
    height: Length | None = None
    part: FigurePart = "figure"


class SilhouetteFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An upright plate with the outline of a figure, as from a photo.

    ``points`` are (across, up) in inches from the base's middle on the table. Seen from the
    ``front``, across runs to the right of who looks at its face; from the ``side``, forward.
    """

    points: Outline
    thickness_in: Length = 0.2
    part: FigurePart = "figure"
    seen_from: Literal["front", "side"] = "front"


class CircleArea(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An area by distance: everything within ``radius`` of the piece's origin."""

    radius: Length
