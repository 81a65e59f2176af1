"""The shapes of the files people write: scenes, pieces, profiles and forces.

One Struct a table, its keys as the file spells them. `schema_text` prints a kind's JSON Schema.
Keys that belong to one game (ratings, options, scenario, characteristics) are opaque mappings:
they are handed on and checked by that game.
"""

from __future__ import annotations

import json
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sim.errors import UsageError
from sim.table.names import did_you_mean
from sim.table.schema_shapes import (
    Angle,
    BaseFile,
    BoxFile,
    CircleArea,
    FloorFile,
    Height,
    Length,
    Opaque,
    Outline,
    Place,
    Plan,
    RuinFile,
    SilhouetteFile,
    SolidFile,
    Unit,
    Up,
    WindowFile,
)

__all__ = [
    "KINDS",
    "BaseFile",
    "BoxFile",
    "CircleArea",
    "ClaimFile",
    "CoverClaim",
    "DrawingFile",
    "FigureFile",
    "FloorFile",
    "ForceEntry",
    "ForceFile",
    "KitFile",
    "MiniFile",
    "Opaque",
    "PieceFile",
    "ProfileEntryFile",
    "ProfileFile",
    "RuinFile",
    "SceneFile",
    "SilhouetteFile",
    "SolidFile",
    "SourceFile",
    "TableFile",
    "WindowFile",
    "schema_text",
]


class ShapeFile(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What a thing is made of: the keys that scene pieces and miniatures share.

    ``model`` is ``kit:<name>``, a piece file (``pieces/bunker.toml``), a mesh file beside the scene
    (with ``unit`` and ``up``), or one of the built-in solids ``box`` (``size``), ``cylinder``
    (``radius``, ``height``) and ``boxes``.
    """

    size: tuple[Length, Length, Length] | None = None
    radius: Length | None = None
    height: Length | None = None
    boxes: Annotated[list[BoxFile], Meta(min_length=1)] | None = None
    unit: Unit | Length | None = None
    up: Up | None = None
    turn: Angle = 0.0
    scale: Annotated[float, Meta(gt=0, le=1000)] = 1.0


class PieceFile(ShapeFile, frozen=True, kw_only=True, omit_defaults=True):
    """A terrain piece on the table.

    ``area``, ``blocks`` and ``floor`` are in the piece's own frame, so that they move with it;
    left out, the kit piece's own count (for other models: the hull, nothing, none). ``lift`` is
    the height of the underside above its level. ``model = "ruin"`` is built from ``ruin``.
    """

    id: str
    model: str
    at: Plan
    ruin: RuinFile | None = None
    name: str = ""
    kind: str = ""
    facing: Angle = 0.0
    level: str = "ground"
    lift: Place = 0.0
    area: Literal["hull", "none"] | CircleArea | Outline | None = None
    blocks: Literal["hull", "none"] | list[Outline] | None = None
    floor: list[FloorFile] | None = None
    carries: bool | None = None
    line: bool | None = None
    ratings: dict[str, Opaque] = {}


class FigureFile(ShapeFile, frozen=True, kw_only=True, omit_defaults=True):
    """A type of miniature that the scene brings along; minis name it as ``figure:<id>``.

    ``model = "parts"`` builds it from ``solids``, a ``silhouette`` or both.
    """

    id: str
    model: str
    solids: Annotated[list[SolidFile], Meta(min_length=1)] | None = None
    silhouette: SilhouetteFile | None = None
    base: BaseFile | None = None
    eye_height_in: Height | None = None
    height_in: Length | None = None
    seen_parts: list[str] | None = None
    deck_in: Height | None = None
    gun_in: Height | None = None
    sensor_in: Height | None = None


class SourceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where an imported piece comes from: the file it was made of, and how that was read."""

    file: str
    sha256: str
    unit: str
    up: Up
    scale: Annotated[float, Meta(gt=0, le=1000)] = 1.0
    made_by: str = ""


class DrawingFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lighter mesh, drawn in place of the piece's own; sight never uses it."""

    model: str
    triangles: int
    deviation_in: Annotated[float, Meta(ge=0, le=0.01)]


class KitFile(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A piece, terrain or figure: ``hulldown-piece/1``.

    The kit's lie in ``assets/models/<id>.toml``; ``hulldown import`` writes others, which a scene
    names by their file (``model = "pieces/bunker.toml"``).

    ``model`` is a mesh file beside it, with the origin at the base centre on the underside and
    forward along +x. Terrain gives ``kind``, ``area``, ``floor``, ``blocks`` (walls without their
    doorways), ``carries`` and ``line``; a figure gives ``base`` and the heights. A scene's own
    keys win over these. ``licence``, ``source`` and ``drawing`` belong to imported ones.
    """

    format: str = "hulldown-piece/1"
    id: str
    shows: str = ""
    name: str = ""
    role: Literal["terrain", "figure"]
    model: str
    provenance: str = ""
    licence: str = ""
    thumbnail: str = ""
    kind: str = ""
    unit: Unit = "in"
    up: Up = "z"
    area: Literal["hull", "none"] | CircleArea | Outline | None = None
    blocks: Literal["hull", "none"] | list[Outline] | None = None
    floor: list[FloorFile] = []
    carries: bool = False
    line: bool = False
    base: BaseFile | None = None
    has_base: bool = True
    height_in: Length | None = None
    eye_height_in: Height | None = None
    seen_parts: list[str] | None = None
    deck_in: Height | None = None
    gun_in: Height | None = None
    sensor_in: Height | None = None
    ratings: dict[str, Opaque] = {}
    source: SourceFile | None = None
    drawing: DrawingFile | None = None


class MiniFile(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A miniature that already stands on the table.

    ``profile`` names a miniature type of the scene's game; otherwise ``model`` says what stands
    there: ``figure:<id>`` of this scene, ``kit:<name>``, or a built-in solid with its sizes,
    ``base`` and ``eye_height_in``. ``unit`` defaults to the id's part before the last ``/``.
    """

    id: str
    at: Plan
    unit: str = ""
    side: str = ""
    profile: str = ""
    model: str = ""
    facing: Angle = 0.0
    level: str = "ground"
    base: BaseFile | None = None
    eye_height_in: Height | None = None
    height_in: Length | None = None
    size: tuple[Length, Length, Length] | None = None
    radius: Length | None = None
    height: Length | None = None
    boxes: Annotated[list[BoxFile], Meta(min_length=1)] | None = None


Share = Annotated[float, Meta(ge=0, le=1)]


class CoverClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claim about cover, answered by the scene's game."""

    cover: Literal["none", "soft", "hard"]


class ClaimFile(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Something the scene promises: checked by ``hulldown check``."""

    viewer: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    expect: Literal["blocked", "visible"] | tuple[Share, Share] | CoverClaim
    why: str


class ForceEntry(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A side's force: unit profiles listed here, or a force file beside the scene.

    A unit is the id of a unit profile, or a table with that ``unit``, an ``id`` on the table, and
    whatever else its game reads (a joined hero, upgrades).
    """

    side: str
    name: str = ""
    faction: str = ""
    units: list[str | Opaque] = []
    file: str = ""


class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The table: width along x, depth along y, inches, and its ground."""

    width: Annotated[float, Meta(ge=4, le=240)]
    depth: Annotated[float, Meta(ge=4, le=240)]
    ground: str = "grass"


class SceneFile(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A scene: ``hulldown-scene/1``."""

    format: str = "hulldown-scene/1"
    name: str
    shows: str
    game: str = ""
    table: TableFile
    figure: list[FigureFile] = []
    options: dict[str, Opaque] = {}
    scenario: dict[str, Opaque] = {}
    piece: list[PieceFile] = []
    force: list[ForceEntry] = []
    mini: list[MiniFile] = []
    claim: list[ClaimFile] = []


class ForceFile(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A force: ``hulldown-force/1``."""

    format: str = "hulldown-force/1"
    name: str
    game: str
    faction: str = ""
    points: Annotated[float, Meta(ge=0)] | None = None
    units: Annotated[list[str | Opaque], Meta(min_length=1)]


class ProfileFile(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=False, omit_defaults=True
):
    """Profiles of one faction: ``hulldown-profile/1``.

    Only the neutral keys of a ``[[profile]]`` (see `ProfileEntryFile`) are read here; weapons,
    units and characteristics are the game's.
    """

    format: str = "hulldown-profile/1"
    game: str
    faction: str
    name: str = ""
    weapon: list[Opaque] = []
    profile: list[ProfileEntryFile] = []
    unit: list[Opaque] = []


class ProfileEntryFile(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=False, omit_defaults=True
):
    """A miniature type: its figure; every other key is the game's."""

    id: str
    model: str
    name: str = ""
    base: BaseFile | None = None
    height_in: Length | None = None
    eye_height_in: Height | None = None
    seen_parts: list[str] | None = None
    deck_in: Height | None = None
    gun_in: Height | None = None
    sensor_in: Height | None = None


#: Kind of file to the Struct that reads it.
KINDS: dict[str, type[msgspec.Struct]] = {
    "force": ForceFile,
    "piece": KitFile,
    "profile": ProfileFile,
    "scene": SceneFile,
}


def schema_text(kind: str) -> str:
    """Return the JSON Schema of a kind of file, as text.

    Raises
    ------
    UsageError
        When there is no such kind; the nearest is named.
    """
    if kind not in KINDS:
        near = did_you_mean(kind, KINDS)
        raise UsageError("table.no_kind", found=kind, kinds=", ".join(KINDS), nearest=near)
    return json.dumps(msgspec.json.schema(KINDS[kind]), indent=2, ensure_ascii=False)
