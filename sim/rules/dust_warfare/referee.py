"""The referee of movement: every objection to the paths of one unit's action.

Miniature by miniature in the order of the answer, each among those that moved before it; then the
unit as a whole. Order of the tests: allowance, cap, arcs, gap to enemies, impassable ground,
friendly vehicles, height, formation, overlap, table edge.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from sim.engine.questions import Move
from sim.engine.reasons import Objection
from sim.geometry.pose import Point, Pose
from sim.geometry.units import is_within, keeps_from, overlaps
from sim.rules.dust_warfare import vehicle_move
from sim.rules.dust_warfare.going import Going
from sim.rules.dust_warfare.leader import leadership_in
from sim.rules.dust_warfare.levels import piece_of, why_not_climb
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini
from sim.rules.dust_warfare.terrain import DIFFICULT_CAP_IN, movement_through
from sim.rules.dust_warfare.water import bridged
from sim.table.facts import PathFacts
from sim.table.pieces import Stand

__all__ = [
    "ENEMY_GAP_IN",
    "Standing",
    "Stretch",
    "counts_here",
    "difficult_met",
    "pose_after",
    "stretches_of",
    "why_not_move",
    "why_not_stand",
]

#: Gap a miniature keeps from enemy miniatures (`dw.move.enemy_gap`).
ENEMY_GAP_IN = 1.0


@dataclass(frozen=True)
class Stretch:
    """A part of a path on one level: where it starts and its waypoints."""

    stand: Stand
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Standing:
    """A miniature that stands still while another moves."""

    mini: str
    stand: Stand
    enemy: bool
    vehicle: bool


def pose_after(pose: Pose, move: Move) -> Pose:
    """Return where a miniature stands after its part of a path."""
    x, y = move.points[-1] if move.points else pose.at
    facing = (pose.facing + move.pivot_before + move.pivot_after) % 360.0
    return Pose(x, y, facing, move.level or pose.level)


def stretches_of(play: Play, stand: Stand, move: Move) -> list[Stretch]:
    """Return a path in stretches of one level each.

    A path that changes its level does so at the first waypoint (or the start) where both levels
    hold the base and no wall stands in the way of either part; when there is none, at the end.
    """
    turned = Stand(stand.model, stand.pose.turned(stand.pose.facing + move.pivot_before))
    level = move.level or stand.pose.level
    if level == stand.pose.level:
        return [Stretch(turned, move.points)]
    splits = [_split_at(turned, move.points, level, index) for index in range(len(move.points) + 1)]
    for first, second in splits:
        if _holds(play, first) and _holds(play, second):
            return [first, second]
    return list(splits[-1])


def _split_at(
    stand: Stand, points: tuple[Point, ...], level: str, index: int
) -> tuple[Stretch, Stretch]:
    here = points[index - 1] if index else stand.pose.at
    there = Stand(stand.model, Pose(*here, stand.pose.facing, level))
    return Stretch(stand, points[:index]), Stretch(there, points[index:])


def _holds(play: Play, stretch: Stretch) -> bool:
    """Return whether a stretch keeps to its level, at its ends and along the way."""
    if not play.facts.on_level(stretch.stand):
        return False
    end = stretch.points[-1] if stretch.points else stretch.stand.pose.at
    last = Stand(stretch.stand.model, stretch.stand.pose.moved(*end))
    return play.facts.on_level(last) and not _path(play, stretch).walls


def _path(play: Play, stretch: Stretch, others: Sequence[Stand] = ()) -> PathFacts:
    return play.facts.path(stretch.stand, stretch.points, others)


def why_not_move(play: Play, going: Going, answer: Mapping[str, Move]) -> list[Objection]:
    """Return every objection to the paths of a unit's movement; empty when it may go.

    Remembered with the terms of the movement: an idea is judged when it is made, and again when
    it is offered and given.

    Rules: dw.move.all_members dw.move.per_mini dw.unit.acts_together
    """
    key = msgspec.msgpack.encode(answer)
    if key not in going.judged:
        going.judged[key] = _judge(play, going, answer)
    return list(going.judged[key])


def _judge(play: Play, going: Going, answer: Mapping[str, Move]) -> list[Objection]:
    found: list[Objection] = []
    poses = {mini.id: mini.pose for mini in going.unit.minis if mini.pose is not None}
    for mini_id, move in answer.items():
        mini = play.mini(mini_id)
        others = _others(play, mini, poses)
        found += _why_not_path(play, going, mini, move, others)
        poses[mini_id] = pose_after(poses[mini_id], move)
    found += _why_not_end(play, going, poses, list(answer))
    return found


def _others(play: Play, mover: Mini, poses: Mapping[str, Pose]) -> list[Standing]:
    """Return everybody else on the table, own unit where it stands by now."""
    side = play.unit_of(mover.id).side
    standing: list[Standing] = []
    for unit in play.state.units.values():
        vehicle = play.is_vehicle(unit)
        for mini in unit.minis:
            pose = poses.get(mini.id, mini.pose)
            if mini.id != mover.id and pose is not None:
                stand = Stand(play.profile(mini).model, pose)
                standing.append(Standing(mini.id, stand, unit.side != side, vehicle))
    return standing


def _why_not_path(
    play: Play, going: Going, mini: Mini, move: Move, others: Sequence[Standing]
) -> list[Objection]:
    stretches = stretches_of(play, play.stand(mini), move)
    found = _why_not_far(play, going, mini, move, stretches)
    if play.profile(mini).vehicle:
        found += vehicle_move.why_not(play, going, mini, move)
    for stretch in stretches:
        found += _why_not_near(play, mini, stretch, others)
        found += _why_not_ground(play, going, mini, stretch)
        found += _why_not_vehicles(play, mini, stretch, others)
        if not _path(play, stretch).on_table:
            found.append(Objection("dw.no.off_table", "dw.move.table_edge", subject=mini.id))
    end = Stand(play.profile(mini).model, pose_after(play.stand(mini).pose, move))
    if not play.facts.on_level(end):
        params = {"level": end.pose.level}
        found.append(
            Objection("dw.no.level", "dw.vertical.limit_3", {**params}, mini.id, end.pose.at)
        )
    elif move.points or move.level:
        found += why_not_climb(play, going, mini, end.pose)
    return found


def _length(play: Play, mini: Mini, move: Move) -> float:
    """Return how far a miniature goes: along its path, or straight by the option.

    Rules: dw.measure.move_limit
    """
    assert mini.pose is not None
    if play.options.move_metric == "displacement":
        return math.dist(mini.pose.at, pose_after(mini.pose, move).at)
    return play.facts.path(play.stand(mini), move.points, ()).length


def _why_not_far(
    play: Play, going: Going, mini: Mini, move: Move, stretches: Sequence[Stretch]
) -> list[Objection]:
    """Object to a path longer than the allowance, or than 3 in through difficult terrain.

    Rules: dw.move.distance dw.measure.move_limit dw.terrain.difficult_cap
    dw.terrain.difficult_any_part dw.terrain.difficult_entry dw.terrain.fast_cap
    dw.terrain.march_ignores dw.action.march_difficult dw.vehicle_move.back_up
    """
    if not move.points:
        return []
    length = _length(play, mini, move)
    allowed = going.allowance[mini.id]
    found: list[Objection] = []
    if not is_within(length, allowed):
        params = {"length": round(length, 3), "allowed": allowed}
        found.append(Objection("dw.no.too_far", going.rule, {**params}, mini.id, move.points[-1]))
    if going.march or vehicle_move.backs_up(play, mini, move):
        return found
    cap = min(allowed, DIFFICULT_CAP_IN)
    if is_within(length, cap):
        return found
    for piece, start in difficult_met(play, mini, stretches):
        params = {"length": round(length, 3), "cap": cap, "piece": piece}
        rule = "dw.terrain.difficult_cap" if is_within(start, cap) else "dw.terrain.difficult_entry"
        found.append(Objection("dw.no.difficult", rule, {**params}, mini.id, move.points[-1]))
    return found


def difficult_met(play: Play, mini: Mini, stretches: Sequence[Stretch]) -> list[tuple[str, float]]:
    """Return the pieces difficult for a miniature that its path meets, and after how many inches.

    Rules: dw.terrain.difficult_any_part dw.terrain.area_membership
    """
    met: dict[str, float] = {}
    before = 0.0
    unit = play.unit_of(mini.id)
    for stretch in stretches:
        path = _path(play, stretch)
        for each in path.touched:
            if (
                counts_here(play, each.piece, stretch.stand.pose.level)
                and movement_through(play, each.piece, unit) == "difficult"
                and not bridged(play, stretch.stand, stretch.points, each.start, each.end)
            ):
                met.setdefault(each.piece, before + each.start)
        before += path.length
    return list(met.items())


def counts_here(play: Play, piece: str, level: str) -> bool:
    """Return whether a piece's area bears on bases of a level: it lies there, or owns the floor."""
    return play.facts.table.terrain[piece].pose.level == level or piece_of(level) == piece


def _why_not_near(
    play: Play, mini: Mini, stretch: Stretch, others: Sequence[Standing]
) -> list[Objection]:
    """Object to a path within 1 in of enemies; who starts nearer may only widen the gap.

    Vehicles pay no heed to enemy soldiers: they run them over.

    Rules: dw.move.enemy_gap dw.move.enemy_gap_levels dw.overrun.through_enemy_soldiers
    dw.overrun.no_gap
    """
    drives = play.profile(mini).vehicle
    level = stretch.stand.pose.level
    per_level = play.options.gap_per_level == "true"
    near = [
        each
        for each in others
        if each.enemy
        and not (per_level and each.stand.pose.level != level)
        and not (drives and not each.vehicle)
    ]
    stands = [each.stand for each in near]
    found: list[Objection] = []
    for index, gap, at in _path(play, stretch, stands).nearest:
        if keeps_from(gap, ENEMY_GAP_IN) or _only_widens(play, stretch, stands[index]):
            continue
        params = {"gap": round(gap, 3), "enemy": near[index].mini, "limit": ENEMY_GAP_IN}
        levels = stands[index].pose.level != level
        rule = "dw.move.enemy_gap_levels" if levels else "dw.move.enemy_gap"
        found.append(Objection("dw.no.enemy_gap", rule, {**params}, mini.id, at))
    return found


def _only_widens(play: Play, stretch: Stretch, enemy: Stand) -> bool:
    """Return whether the gap to an enemy never shrinks below 1 in, and a move ends clear of it.

    On a straight leg the gap to a convex base is a convex function: it never shrinks when it is
    least at the leg's start.
    """
    if not stretch.points:
        return True
    here = stretch.stand
    gap = play.facts.gap(here, enemy).inches
    if keeps_from(gap, ENEMY_GAP_IN):
        return False
    for point in stretch.points:
        least = play.facts.path(here, (point,), (enemy,)).nearest[0][1]
        if not keeps_from(least, min(gap, ENEMY_GAP_IN)):
            return False
        here = Stand(here.model, here.pose.moved(*point))
        gap = play.facts.gap(here, enemy).inches
    return keeps_from(gap, ENEMY_GAP_IN)


def _why_not_ground(play: Play, going: Going, mini: Mini, stretch: Stretch) -> list[Objection]:
    """Object to walls and to areas impassable for the type.

    Rules: dw.terrain.impassable dw.terrain.type_dependent dw.terrain.partial_impassable
    """
    if not stretch.points:
        return []
    level = stretch.stand.pose.level
    found: list[Objection] = []
    for piece, at in play.facts.areas_entered(stretch.stand, stretch.points):
        if movement_through(play, piece, going.unit) != "impassable":
            continue
        if not counts_here(play, piece, level) or _over_it(play, stretch, piece):
            continue
        found.append(
            Objection("dw.no.impassable", "dw.terrain.impassable", {"piece": piece}, mini.id, at)
        )
    for piece, at in _path(play, stretch).walls:
        found.append(
            Objection("dw.no.wall", "dw.terrain.partial_impassable", {"piece": piece}, mini.id, at)
        )
    return found


def _over_it(play: Play, stretch: Stretch, piece: str) -> bool:
    """Return whether a bridge carries the base wherever the path touches an area."""
    parts = [each for each in _path(play, stretch).touched if each.piece == piece]
    return all(bridged(play, stretch.stand, stretch.points, each.start, each.end) for each in parts)


def _why_not_vehicles(
    play: Play, mini: Mini, stretch: Stretch, others: Sequence[Standing]
) -> list[Objection]:
    """Object to a path through a friendly vehicle; friendly soldiers let everybody pass.

    Enemy vehicles stop everybody by the 1 in gap already.

    Rules: dw.move.friendly_vehicle_block dw.move.friendly_soldier_pass dw.overrun.vehicles_block
    """
    level = stretch.stand.pose.level
    ours = [
        each
        for each in others
        if each.vehicle and not each.enemy and each.stand.pose.level == level
    ]
    found: list[Objection] = []
    for index, gap, at in _path(play, stretch, [each.stand for each in ours]).nearest:
        if stretch.points and overlaps(gap):
            params = {"vehicle": ours[index].mini}
            found.append(
                Objection(
                    "dw.no.friendly_vehicle",
                    "dw.move.friendly_vehicle_block",
                    {**params},
                    mini.id,
                    at,
                )
            )
    return found


def _why_not_end(
    play: Play, going: Going, poses: Mapping[str, Pose], moved: Sequence[str]
) -> list[Objection]:
    """Object to where the unit would end: out of formation, or base on base.

    Rules: dw.move.formation_end dw.move.no_overlap dw.unit.formation
    """
    found: list[Objection] = []
    stands = {mini.id: Stand(play.profile(mini).model, poses[mini.id]) for mini in going.unit.minis}
    limit = leadership_in(play, going.leader)
    for mini_id, stand in stands.items():
        gap = play.facts.gap(stands[going.leader.id], stand).inches
        if mini_id != going.leader.id and not is_within(gap, limit):
            params = {"gap": round(gap, 3), "limit": limit, "leader": going.leader.id}
            found.append(
                Objection(
                    "dw.no.formation", "dw.move.formation_end", {**params}, mini_id, stand.pose.at
                )
            )
    for mini_id in moved:
        found += why_not_stand(play, play.mini(mini_id), stands[mini_id], stands)
    return found


def why_not_stand(
    play: Play, mini: Mini, stand: Stand, own: Mapping[str, Stand]
) -> list[Objection]:
    """Object to a base that overlaps another on its level; bases may touch.

    Parameters
    ----------
    own : mapping of miniature id to Stand
        Where members of the unit will stand; everybody else stands where he does.

    Notes
    -----
    A vehicle on the move may end among soldiers, who will be pushed aside.

    Rules: dw.move.no_overlap dw.overrun.displace
    """
    found: list[Objection] = []
    drives = play.profile(mini).vehicle and mini.pose is not None
    for unit in play.state.units.values():
        if drives and play.is_soldier(unit):
            continue
        for other in unit.minis:
            if other.id == mini.id or (other.pose is None and other.id not in own):
                continue
            there = own.get(other.id) or play.stand(other)
            if there.pose.level != stand.pose.level:
                continue
            gap = play.facts.gap(stand, there).inches
            if overlaps(gap):
                params = {"other": other.id, "overlap": round(-gap, 3)}
                found.append(
                    Objection(
                        "dw.no.overlap", "dw.move.no_overlap", {**params}, mini.id, stand.pose.at
                    )
                )
    return found
