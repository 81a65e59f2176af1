"""Closed pockets: places in a deployment zone from which no way leads to the rest of the table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from sim.engine.questions import Question
from sim.engine.reasons import Objection
from sim.geometry.pose import GROUND, Point, Pose
from sim.rules.dust_warfare.movement.terrain import pieces_rated
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit
from sim.table.pieces import Stand

__all__ = ["without_pockets"]

#: Spots across the table that are tried as the outside world: the one most ways lead to is it.
_PROBES = 4


def without_pockets(play: Play, question: Question) -> Question:
    """Return a deployment question that offers and takes no place in a closed pocket.

    Where every place is one, or nobody can say, the question stays as it is: one must stand
    somewhere.
    """
    unit = play.unit(question.subject)
    leader = unit.leader or unit.minis[0].id
    spots = question.reach_of(leader)
    shut = pieces_rated(play, unit, "impassable")
    outside = max(
        (_ways(play, probe, spots, shut) for probe in _probes(play, unit, shut)),
        key=lambda ways: sum(ways.out),
        default=None,
    )
    if outside is None or not any(outside.out) or all(outside.out):
        return question
    free = tuple(spot for spot, out in zip(spots, outside.out, strict=True) if out)
    probe = outside.probe

    def check(answer: dict[str, Pose]) -> Sequence[Objection]:
        out = _ways(play, probe, [pose.at for pose in answer.values()], shut).out
        pent = [name for name, free in zip(answer, out, strict=True) if not free]
        return [
            *question.check(answer),
            *(Objection("ai.pocket", subject=name) for name in pent),
        ]

    def reach_of(mover: str) -> tuple[Point, ...]:
        return free if mover == leader else question.reach_of(mover)

    return replace(question, check=check, reach_of=reach_of)


class _Ways(NamedTuple):
    """From where a way leads to a probe."""

    probe: Stand
    out: list[bool]


def _ways(play: Play, probe: Stand, spots: Sequence[Point], shut: Sequence[str]) -> _Ways:
    lengths = play.facts.way_lengths(probe, spots, avoid=shut)
    return _Ways(probe, [math.isfinite(length) for length in lengths])


def _probes(play: Play, unit: Unit, shut: Sequence[str]) -> list[Stand]:
    """Return stands across the table, corner to corner, where the unit may stand."""
    table, model = play.facts.table, play.profile(unit.minis[0]).model
    found: list[Stand] = []
    for k in range(1, _PROBES + 1):
        share = k / (_PROBES + 1)
        stand = Stand(model, Pose(table.width * share, table.depth * (1 - share), 0.0, GROUND))
        if not any(piece in shut for piece in play.facts.areas_touched(stand)):
            found.append(stand)
    return found
