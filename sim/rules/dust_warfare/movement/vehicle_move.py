"""How vehicles move: into the Front arc, one pivot, spot turns, backing up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from sim.engine.questions import Move
from sim.engine.reasons import Objection
from sim.geometry.pose import Point
from sim.geometry.units import is_within, turn_to
from sim.rules.dust_warfare.movement.going import Going
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini

__all__ = [
    "ARC_HALF_DEG",
    "BACK_UP_IN",
    "BACK_UP_MARCH_IN",
    "PIVOT_DEG",
    "backs_up",
    "why_not",
]

#: Half the width of the Front and Rear arcs (`dw.arc.vehicle_four`).
ARC_HALF_DEG = 45.0
#: Greatest pivot before or after a movement (`dw.vehicle_move.pivot`).
PIVOT_DEG = 90.0
#: Farthest a vehicle backs up in a Move, and in a March Move.
BACK_UP_IN = 3.0
BACK_UP_MARCH_IN = 6.0
#: Angles from outside are rounded to 0.01 degree and places to 0.0001 in: so much is no turn.
ANGLE_TOL_DEG = 0.02


def _bearings(mini: Mini, move: Move) -> list[float]:
    """Return each leg's direction relative to the facing while moving, in (-180, 180]."""
    assert mini.pose is not None
    facing = mini.pose.facing + move.pivot_before
    legs = [leg for leg in pairwise((mini.pose.at, *move.points)) if leg[0] != leg[1]]
    return [turn_to(facing, math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))) for a, b in legs]


def backs_up(play: Play, mini: Mini, move: Move) -> bool:
    """Return whether a vehicle's path goes into its Rear arc on every leg.

    Rules: dw.vehicle_move.back_up
    """
    if not play.profile(mini).vehicle:
        return False
    bearings = _bearings(mini, move)
    least = 180.0 - ARC_HALF_DEG - ANGLE_TOL_DEG
    return bool(bearings) and all(abs(bearing) >= least for bearing in bearings)


def _forward(bearings: Sequence[float]) -> bool:
    return all(abs(bearing) <= ARC_HALF_DEG + ANGLE_TOL_DEG for bearing in bearings)


def why_not(play: Play, going: Going, mini: Mini, move: Move) -> list[Objection]:
    """Return the objections to a vehicle's part of a path that only vehicles meet.

    Without waypoints it is a spot turn: any facing, no movement.

    Rules: dw.vehicle_move.front_arc dw.vehicle_move.pivot dw.vehicle_move.no_turn_mid
    dw.vehicle_move.spot_turn dw.vehicle_move.back_up dw.vehicle_move.back_up_march
    dw.heavy.move_center dw.heavy.rotate_center
    """
    bearings = _bearings(mini, move)
    if not bearings:
        return []
    assert mini.pose is not None
    end = move.points[-1]
    found = _why_not_pivot(mini, move, end)
    if play.options.vehicle_path == "straight" and len(bearings) > 1:
        found.append(Objection("dw.no.bend", "dw.vehicle_move.front_arc", {}, mini.id, end))
    if backs_up(play, mini, move):
        limit = BACK_UP_MARCH_IN if going.march else BACK_UP_IN
        rule = "dw.vehicle_move.back_up_march" if going.march else "dw.vehicle_move.back_up"
        length = play.facts.path(play.stand(mini), move.points, ()).length
        if not is_within(length, limit):
            params = {"length": round(length, 3), "limit": limit}
            found.append(Objection("dw.no.back_up", rule, {**params}, mini.id, end))
    elif not _forward(bearings):
        worst = max(bearings, key=abs)
        params = {"bearing": round(worst, 1), "arc": ARC_HALF_DEG}
        found.append(
            Objection("dw.no.front_arc", "dw.vehicle_move.front_arc", {**params}, mini.id, end)
        )
    return found


def _why_not_pivot(mini: Mini, move: Move, end: Point) -> list[Objection]:
    """Object to two pivots in one Move action, or to one of more than 90 degrees.

    Rules: dw.vehicle_move.pivot
    """
    found: list[Objection] = []
    before, after = turn_to(0.0, move.pivot_before), turn_to(0.0, move.pivot_after)
    if abs(before) > ANGLE_TOL_DEG and abs(after) > ANGLE_TOL_DEG:
        params = {"before": round(before, 1), "after": round(after, 1)}
        found.append(
            Objection("dw.no.two_pivots", "dw.vehicle_move.pivot", {**params}, mini.id, end)
        )
    for turn in (before, after):
        if abs(turn) > PIVOT_DEG + ANGLE_TOL_DEG:
            params = {"turn": round(turn, 1), "limit": PIVOT_DEG}
            found.append(
                Objection("dw.no.pivot", "dw.vehicle_move.pivot", {**params}, mini.id, end)
            )
    return found
