"""Who is met along a path, and the inch that miniatures keep from their enemies."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sim.engine.reasons import Objection
from sim.geometry.pose import Pose
from sim.geometry.shapes import reach_of
from sim.geometry.units import keeps_from
from sim.rules.dust_warfare.movement.stretches import Stretch, path_of
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini
from sim.table.facts import PathFacts
from sim.table.pieces import Stand

__all__ = ["ENEMY_GAP_IN", "Standing", "Walked", "reach", "walked", "why_not_near"]

#: Gap a miniature keeps from enemy miniatures (`dw.move.enemy_gap`).
ENEMY_GAP_IN = 1.0


@dataclass(frozen=True)
class Standing:
    """A miniature that stands still while another moves."""

    mini: str
    stand: Stand
    enemy: bool
    vehicle: bool


@dataclass(frozen=True)
class Walked:
    """A stretch with its geometry, and who stands near it (as ``path.nearest`` counts them)."""

    stretch: Stretch
    path: PathFacts
    near: tuple[Standing, ...]


def reach(play: Play, stand: Stand) -> float:
    """Return the greatest distance from a base's centre to its rim, inches."""
    return reach_of(play.facts.model(stand).base)


def walked(
    play: Play, mini: Mini, stretches: Sequence[Stretch], poses: Mapping[str, Pose]
) -> list[Walked]:
    """Return stretches with their geometry and whom they meet.

    Parameters
    ----------
    poses : mapping of miniature id to Pose
        Where the own unit's miniatures stand by now; everybody else stands where he does.
    """
    found: list[Walked] = []
    for stretch in stretches:
        near = _near(play, mini, stretch, poses)
        path = path_of(play, stretch, [each.stand for each in near])
        found.append(Walked(stretch, path, near))
    return found


def _near(
    play: Play, mover: Mini, stretch: Stretch, poses: Mapping[str, Pose]
) -> tuple[Standing, ...]:
    """Return who may be met along a stretch, the own unit where it stands by now.

    Enemies near enough to be within 1 in, and friendly vehicles near enough to be bumped into;
    friendly soldiers let everybody pass, and a vehicle pays no heed to soldiers.

    Rules: dw.move.friendly_soldier_pass dw.overrun.through_enemy_soldiers
    """
    side, start = play.unit_of(mover.id).side, stretch.stand.pose.at
    far = reach(play, stretch.stand) + ENEMY_GAP_IN + _way_length(stretch)
    drives = play.profile(mover).vehicle
    standing: list[Standing] = []
    for unit in play.state.units.values():
        enemy, vehicle = unit.side != side, play.is_vehicle(unit)
        if not vehicle and (drives or not enemy):
            continue
        for mini in unit.minis:
            pose = poses.get(mini.id, mini.pose)
            if mini.id == mover.id or pose is None:
                continue
            stand = Stand(play.profile(mini).model, pose)
            if math.dist(start, pose.at) <= far + reach(play, stand) + 0.01:
                standing.append(Standing(mini.id, stand, enemy, vehicle))
    return tuple(standing)


def _way_length(stretch: Stretch) -> float:
    here, length = stretch.stand.pose.at, 0.0
    for point in stretch.points:
        length += math.dist(here, point)
        here = point
    return length


def why_not_near(play: Play, mini: Mini, walks: Sequence[Walked]) -> list[Objection]:
    """Object to a path within 1 in of enemies; who starts nearer may only widen the gap.

    Vehicles pay no heed to enemy soldiers: they run them over. Where a path only changes its
    level, it is judged on the level it ends on.

    Rules: dw.move.enemy_gap dw.move.enemy_gap_levels dw.overrun.no_gap
    dw.overrun.through_enemy_soldiers
    """
    per_level = play.options.gap_per_level == "true"
    found: list[Objection] = []
    for number, each in enumerate(walks, start=1):
        climbed = number > 1 and number == len(walks)
        if not each.stretch.points and not climbed:
            continue
        for index, gap, at in each.path.nearest:
            other = each.near[index]
            levels = other.stand.pose.level != each.stretch.level
            if not other.enemy or (per_level and levels) or keeps_from(gap, ENEMY_GAP_IN):
                continue
            if _only_widens(play, mini, each.stretch, other.stand):
                continue
            params = {"gap": round(gap, 3), "enemy": other.mini, "limit": ENEMY_GAP_IN}
            rule = "dw.move.enemy_gap_levels" if levels else "dw.move.enemy_gap"
            found.append(Objection("dw.no.enemy_gap", rule, {**params}, mini.id, at))
    return found


def _only_widens(play: Play, mini: Mini, stretch: Stretch, enemy: Stand) -> bool:
    """Return whether a miniature began nearer than 1 in, and leaves without coming nearer.

    The gap it had before any turn or climb counts, and it must end clear. On a straight leg the
    gap to a convex base is a convex function: it never shrinks when it is least at the leg's
    start.
    """
    begin = play.stand(mini)
    if not stretch.points or stretch.stand.pose.at != begin.pose.at:
        return False
    if play.options.gap_per_level == "true" and begin.pose.level != enemy.pose.level:
        return False
    gap = play.facts.gap(begin, enemy).inches
    if keeps_from(gap, ENEMY_GAP_IN):
        return False
    here = stretch.stand
    for point in stretch.points:
        least = play.facts.path(here, (point,), (enemy,)).nearest[0][1]
        if not keeps_from(least, min(gap, ENEMY_GAP_IN)):
            return False
        here = Stand(here.model, here.pose.moved(*point))
        gap = play.facts.gap(here, enemy).inches
    return keeps_from(gap, ENEMY_GAP_IN)
