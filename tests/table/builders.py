"""Small tables for tests: soldiers as cylinders, boxes as terrain."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sim.errors import InputProblems
from sim.geometry.meshes import box_mesh, cylinder_mesh, merge
from sim.geometry.pose import GROUND, Point, Pose
from sim.geometry.shapes import Disc, Footprint, disc_mm
from sim.table.facts import Facts
from sim.table.pieces import Floor, Model, Stand, Table, Terrain
from sim.table.scene import Scene, scene_from_text

HEAD = """
format = "hulldown-scene/1"
name = "A test"
shows = "A table made for one test"
[table]
width = 48
depth = 48
"""


def scene_of(text: str, folder: Path = Path(), head: str = HEAD) -> Scene:
    """Return the scene of a usual head and some tables."""
    return scene_from_text(head + text, folder)


def problems_of(text: str, folder: Path = Path(), head: str = HEAD) -> list[str]:
    """Return the problems of a scene, one line each; empty when it is good."""
    try:
        scene_of(text, folder, head)
    except InputProblems as error:
        return [problem.text() for problem in error.problems]
    return []


def box(
    name: str,
    x: tuple[float, float],
    y: tuple[float, float],
    height: float = 3.0,
    *,
    low: float = 0.0,
    kind: str = "walls",
    walls: bool = False,
    carries: bool = False,
    floors: Sequence[Floor] = (),
) -> Terrain:
    """Return a box of terrain between plan coordinates; its area is its outline."""
    outline = ((x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1]))
    body = box_mesh((x[0], y[0], low), (x[1], y[1], low + height), name)
    middle = Pose((x[0] + x[1]) / 2, (y[0] + y[1]) / 2)
    return Terrain(
        name,
        name,
        kind,
        middle,
        body,
        outline,
        tuple(floors),
        (outline,) if walls else (),
        carries,
    )


def pieces(*parts: Terrain, name: str) -> Terrain:
    """Return several boxes as one piece whose body is all of theirs."""
    first = parts[0]
    body = merge([part.body for part in parts])
    return Terrain(name, name, first.kind, first.pose, body, first.area, blocks=first.blocks)


def cylinder(
    name: str,
    base: Footprint,
    *,
    radius: float = 0.4,
    height: float = 1.6,
    eye: float | None = None,
) -> Model:
    """Return an upright cylinder on a base, its eye at the top unless said otherwise."""
    body = cylinder_mesh(radius, height, name="figure")
    return Model(name, base, height if eye is None else eye, height, body)


#: The soldier of the geometry cases: base 30 mm, cylinder of radius 0.40 and height 1.60.
SOLDIER = cylinder("soldier", disc_mm(30))
#: The model of the public cases: an upright cylinder on a 25 mm base, 1.2 in tall.
MAN = cylinder("man", disc_mm(25), radius=disc_mm(25).radius, height=1.2)
#: A walker on an 80 mm base.
WALKER = cylinder("walker", disc_mm(80), radius=1.5, height=3.5)
MODELS = {model.id: model for model in (SOLDIER, MAN, WALKER)}


def facts_of(*terrain: Terrain, size: tuple[float, float] = (72.0, 48.0), **models: Model) -> Facts:
    """Return the facts of a table with these pieces; cases may use negative coordinates."""
    table = Table(*size, "grass", {each.id: each for each in terrain}, {**MODELS, **models})
    return Facts(table)


def soldier(x: float, y: float, level: str = GROUND) -> Stand:
    """Return a soldier at a place."""
    return Stand("soldier", Pose(x, y, 0.0, level))


def man(x: float, y: float, level: str = GROUND) -> Stand:
    """Return a man of the public cases at a place."""
    return Stand("man", Pose(x, y, 0.0, level))


def walker(x: float, y: float, facing: float = 0.0) -> Stand:
    """Return a walker at a place."""
    return Stand("walker", Pose(x, y, facing))


def square(x: tuple[float, float], y: tuple[float, float]) -> tuple[Point, ...]:
    """Return a rectangle's corners."""
    return ((x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1]))


def radius_of(model: Model) -> float:
    """Return the radius of a model's round base."""
    assert isinstance(model.base, Disc)
    return model.base.radius
