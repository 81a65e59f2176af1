"""What a sight is drawn from, and its lines with the place where each one ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sim.engine.reasons import Ray
from sim.geometry.rays import Blockers, Placed, SolidSet
from sim.table.facts import Facts, SightReport
from sim.table.pieces import Stand
from sim.table.scene import PlacedMini

__all__ = ["Rgb", "SightLine", "SightScene", "sight_lines"]

Rgb = tuple[int, int, int]
Point3 = tuple[float, float, float]


@dataclass(frozen=True)
class SightScene:
    """What a scene is drawn from.

    Attributes
    ----------
    facts : Facts
    report : SightReport
    shooter, target : PlacedMini
    minis : sequence of PlacedMini
    cloths : mapping of side to colour
    """

    facts: Facts
    report: SightReport
    shooter: PlacedMini
    target: PlacedMini
    minis: Sequence[PlacedMini]
    cloths: Mapping[str, Rgb]


@dataclass(frozen=True)
class SightLine:
    """A line to draw, table frame, inches.

    Attributes
    ----------
    start, end : Point3
        The eye, and the place on the target.
    stop : Point3
        Where it meets what blocks it; `end` when it is free.
    free, is_witness : bool
    blocker : str
        The piece, or the model of a hull, that it meets; empty when free.
    """

    start: Point3
    end: Point3
    stop: Point3
    free: bool
    is_witness: bool = False
    blocker: str = ""


def sight_lines(scene: SightScene) -> list[SightLine]:
    """Return the lines of a verdict, each with where it ends."""
    sight = scene.report.sight
    blockers = _blockers(scene)
    lines: list[SightLine] = []
    for ray in sight.rays:
        start, end, free = ray
        if free:
            lines.append(SightLine(start, end, end, True, sight.witness == (start, end)))
        else:
            stop, name = _stop(blockers, ray)
            lines.append(SightLine(start, end, stop, False, blocker=name))
    return lines


def _blockers(scene: SightScene) -> Blockers:
    """Return the pieces and hulls that hide some of the target."""
    table = scene.facts.table
    names = [name for name, _ in scene.report.sight.blockers]
    pieces = {name: table.terrain[name].body for name in names if name in table.terrain}
    placed = tuple(_placed(scene.facts, s) for s in scene.report.solids if s.model in names)
    return Blockers(SolidSet(pieces), placed)


def _placed(facts: Facts, stand: Stand) -> Placed:
    solid = SolidSet({stand.model: facts.model(stand).body})
    return Placed(stand.model, solid, stand.pose, facts.support_under(stand))


def _stop(blockers: Blockers, ray: Ray) -> tuple[Point3, str]:
    """Return where a blocked line ends and on what; its own end where it only grazes."""
    start, end = np.array(ray[0]), np.array(ray[1])
    distances, pieces = blockers.first_hit(start[None], end[None])
    if pieces[0] < 0:
        return ray[1], ""
    x, y, z = start + (end - start) / np.linalg.norm(end - start) * distances[0]
    return (float(x), float(y), float(z)), blockers.names[int(pieces[0])]
