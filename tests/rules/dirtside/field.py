"""A field of strips of ground, and a hull that stands on it."""

from __future__ import annotations

from dataclasses import dataclass

from sim.geometry.meshes import box_mesh
from sim.geometry.pose import Pose
from sim.geometry.shapes import Box, Disc
from sim.table.facts import Facts
from sim.table.pieces import Model, Table, Terrain

#: A hull of 35 by 20 mm, and a team's base.
HULL = Model(
    "hull",
    Box(1.378, 0.787),
    eye_height_in=0.65,
    height_in=0.65,
    body=box_mesh((-0.689, -0.3935, 0), (0.689, 0.3935, 0.35), "hull"),
    seen_parts=("hull", "turret"),
    has_base=False,
    deck_in=0.35,
    gun_in=0.5,
    sensor_in=0.65,
)
TEAM = Model("team", Disc(0.4), 0.25, 0.25, box_mesh((-0.3, -0.3, 0), (0.3, 0.3, 0.25), "figure"))


@dataclass(frozen=True)
class Strip:
    """Ground of a kind between two x."""

    kind: str
    left: float
    right: float


@dataclass(frozen=True)
class Field:
    """A table of strips, and where things start."""

    table: Table
    facts: Facts
    start: Pose


def field(*strips: Strip) -> Field:
    """Return a field of 72 by 48 inches."""
    terrain: dict[str, Terrain] = {}
    for index, strip in enumerate(strips):
        name = f"{strip.kind}-{index}"
        corners = ((strip.left, 0.0), (strip.right, 0.0), (strip.right, 48.0), (strip.left, 48.0))
        body = box_mesh((strip.left, 0, -0.01), (strip.right, 48, 0.0), "body")
        terrain[name] = Terrain(name, name, strip.kind, Pose(0.0, 0.0), body, corners)
    table = Table(72.0, 48.0, "grass", terrain, {"hull": HULL, "team": TEAM})
    return Field(table, Facts(table), Pose(10.0, 20.0))
