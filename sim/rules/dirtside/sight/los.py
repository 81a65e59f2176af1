"""Lines of sight: sixty inches, over the ground, round buildings, and never through a wood."""

from __future__ import annotations

import math
from collections.abc import Iterator

from sim.engine.reasons import Objection
from sim.geometry.pose import Point
from sim.geometry.units import in_contact, is_within
from sim.rules.dirtside.movement.grades import ground_of
from sim.table.facts import Facts
from sim.table.pieces import Stand

__all__ = ["SENSORS_IN", "closed_areas", "line_between", "place_in", "why_not_seen"]

#: No sight on the ground is longer.
SENSORS_IN = 60.0
_CLOSED = ("light_woods", "dense_woods", "urban")


def closed_areas(facts: Facts) -> tuple[str, ...]:
    """Return the pieces that no line passes: woods and towns.

    Rules: ds.cover.woods_block ds.los.blockers
    """
    found: list[str] = []
    for name, piece in facts.table.terrain.items():
        ground = ground_of(piece) if piece.area else None
        if ground is not None and ground.kind in _CLOSED:
            found.append(name)
    return tuple(found)


def place_in(facts: Facts, stand: Stand, piece: str) -> str:
    """Return where an element is as to a wood or town: ``within``, ``edge`` or ``outside``.

    Who touches the border is at the edge, and nobody may say otherwise.

    Rules: ds.cover.woods_edge ds.cover.woods_within ds.cover.woods_declare ds.urban.edge
    """
    if piece not in facts.areas_touched(stand):
        return "outside"
    return "edge" if in_contact(facts.depth_in(stand, piece)) else "within"


def line_between(facts: Facts, a: Stand, b: Stand) -> tuple[Point, Point]:
    """Return the line of two centres without what lies under their own bases.

    Rules: ds.cover.woods_own_strip
    """
    p, q = a.pose.at, b.pose.at
    length = math.dist(p, q)
    if length == 0.0:
        return p, q
    ux, uy = (q[0] - p[0]) / length, (q[1] - p[1]) / length
    near, far = facts.base_crossed(p, q, a), facts.base_crossed(p, q, b)
    return (p[0] + ux * near, p[1] + uy * near), (q[0] - ux * far, q[1] - uy * far)


def why_not_seen(facts: Facts, a: Stand, b: Stand) -> tuple[Objection, ...]:
    """Return everything that keeps one element from seeing another; sight is mutual.

    Parameters
    ----------
    facts : Facts
        About a table that `sight_table` made ready.
    a, b : Stand

    Rules: ds.los.straight_line ds.los.max_range ds.los.symmetry ds.los.elements_transparent
        ds.los.height
    """
    return tuple(_blocked(facts, a, b))


def _blocked(facts: Facts, a: Stand, b: Stand) -> Iterator[Objection]:
    gap = facts.gap(a, b).inches
    if not is_within(gap, SENSORS_IN):
        params = {"inches": round(gap, 2), "most": SENSORS_IN}
        yield Objection("ds.no_sight.far", "ds.los.max_range", dict(params))
    closed = closed_areas(facts)
    for piece in closed:
        for stand in (a, b):
            if place_in(facts, stand, piece) == "within":
                words: dict[str, str | int | float | bool] = {"piece": piece}
                yield Objection("ds.no_sight.within", "ds.cover.woods_within", words)
    for crossing in facts.areas_crossed(*line_between(facts, a, b)):
        if crossing.piece in closed:
            shown = {"piece": crossing.piece, "inches": round(crossing.length, 2)}
            yield Objection("ds.no_sight.wood", "ds.cover.woods_block", dict(shown))
    if not (facts.sees(a, b) or facts.sees(b, a)):
        yield Objection("ds.no_sight.ground", "ds.los.straight_line")
