"""What can stand on a table: terrain pieces, models and the stands they make.

Plain records. The table is fixed once a game begins; miniatures move, so they are no part of it:
a `Stand` (model id and pose) is all that the facts need to know of one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from sim.geometry.mesh_data import MeshData
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Footprint

__all__ = ["Floor", "Model", "Stand", "Table", "Terrain"]


class Stand(msgspec.Struct, frozen=True, array_like=True):
    """A model at a pose: the hashable key of every fact about a miniature."""

    model: str
    pose: Pose


@dataclass(frozen=True, eq=False)
class Model:
    """One type of miniature: all poses of a type share one body.

    Attributes
    ----------
    id : str
        Slug, unique on the table.
    base : Footprint
        What distances are measured to; for a model without a base its hull outline.
    eye_height_in : float
        Eye above the base centre's support.
    height_in : float
        Top of the figure above the support.
    body : MeshData
        Model frame: origin at the base centre on the underside, +x forward, z up, inches.
        Everything drawn, base included; parts are named.
    seen_parts : tuple of str
        Parts that count as seen (never ``base``); the rule set's choice comes with the profile.
    deck_in, gun_in, sensor_in : float or None
        Heights on a vehicle that hull-down and turret-down need.
    """

    id: str
    base: Footprint
    eye_height_in: float
    height_in: float
    body: MeshData
    seen_parts: tuple[str, ...] = ("figure", "weapon", "banner", "hull", "turret", "barrel")
    has_base: bool = True
    deck_in: float | None = None
    gun_in: float | None = None
    sensor_in: float | None = None

    @property
    def is_solid(self) -> bool:
        """Whether it blocks sight as terrain does: models with a hull do, soldiers never."""
        return any(part.name == "hull" for part in self.body.parts)


@dataclass(frozen=True)
class Floor:
    """A floor of a building: a level that bases can stand on.

    Attributes
    ----------
    name : str
        The level is written ``piece/name``.
    z_in : float
        Height above the table.
    outline : tuple of Point
        Polygon in the table frame.
    blocks : tuple of polygons
        Walls on this level that nothing passes, table frame.
    """

    name: str
    z_in: float
    outline: tuple[Point, ...]
    blocks: tuple[tuple[Point, ...], ...] = ()


@dataclass(frozen=True, eq=False)
class Terrain:
    """A terrain piece where it lies.

    Attributes
    ----------
    id, name, kind : str
        `kind` is the terrain word the books rate: ``forest``, ``walls``, ``building`` ...
    pose : Pose
    body : MeshData
        Table frame, inches: already placed.
    area : tuple of Point
        Outline of the area in the table frame; empty when the piece is no area.
    floors : tuple of Floor
    blocks : tuple of polygons
        What nothing walks through on the ground level (walls without their doorways).
    carries : bool
        Whether bases on the ground level stand on its surface (hills, bridges, ledges).
    is_line : bool
        Whether it is a line piece (wall, fence, hedge): asked about in the terrain agreement.
    ratings : mapping of game name to that game's own table, opaque here
    drawn : MeshData or None
        A lighter body for pictures, placed; sight never uses it.
    """

    id: str
    name: str
    kind: str
    pose: Pose
    body: MeshData
    area: tuple[Point, ...]
    floors: tuple[Floor, ...] = ()
    blocks: tuple[tuple[Point, ...], ...] = ()
    carries: bool = False
    is_line: bool = False
    model: str = ""
    ratings: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    drawn: MeshData | None = None

    @property
    def picture(self) -> MeshData:
        """The body as it is drawn."""
        return self.body if self.drawn is None else self.drawn


@dataclass(frozen=True, eq=False)
class Table:
    """Everything that does not move.

    Attributes
    ----------
    width, depth : float
        Inches; x runs 0..width, y runs 0..depth.
    ground : str
        Name of the ground texture.
    terrain : mapping of piece id to Terrain, in scene order
    models : mapping of model id to Model
    """

    width: float
    depth: float
    ground: str
    terrain: Mapping[str, Terrain]
    models: Mapping[str, Model]
