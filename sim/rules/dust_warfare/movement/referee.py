"""The referee of movement: every objection to the paths of one unit's action.

Miniature by miniature in the order of the answer, each among those that moved before it; then the
unit as a whole. Order of the tests: allowance, cap, arcs, gap to enemies, impassable ground,
friendly vehicles, height, formation, overlap, table edge.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from sim.engine.questions import Move
from sim.engine.reasons import Objection
from sim.geometry.pose import Pose
from sim.geometry.shapes import Disc
from sim.geometry.units import is_within, keeps_from, overlaps
from sim.rules.dust_warfare.movement import vehicle_move
from sim.rules.dust_warfare.movement.going import Going
from sim.rules.dust_warfare.movement.levels import why_not_climb
from sim.rules.dust_warfare.movement.spacing import (
    ENEMY_GAP_IN,
    Walked,
    reach,
    walked,
    why_not_near,
)
from sim.rules.dust_warfare.movement.stretches import (
    Stretch,
    counts_here,
    difficult_met,
    pose_after,
    stretches_of,
)
from sim.rules.dust_warfare.movement.terrain import DIFFICULT_CAP_IN, movement_through
from sim.rules.dust_warfare.movement.water import bridged
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini
from sim.rules.dust_warfare.turn.leader import leadership_in
from sim.table.pieces import Stand

__all__ = ["ENEMY_GAP_IN", "pose_after", "reach", "why_not_move", "why_not_stand"]


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
        found += _why_not_path(play, going, mini, move, poses)
        poses[mini_id] = pose_after(poses[mini_id], move)
    moved = [name for name, move in answer.items() if move != Move()]
    found += _why_not_end(play, going, poses, moved)
    return found


def _why_not_path(
    play: Play, going: Going, mini: Mini, move: Move, poses: Mapping[str, Pose]
) -> list[Objection]:
    """Return the objections to one miniature's part of a movement, in the book's order.

    Rules: dw.move.table_edge
    """
    if not move.points and not move.level:
        return _why_not_turn(play, mini, move, poses)
    stretches = stretches_of(play, play.stand(mini), move)
    walks = walked(play, mini, stretches, poses)
    found = _why_not_far(play, going, mini, move, walks)
    if play.profile(mini).vehicle:
        found += vehicle_move.why_not(play, going, mini, move)
    found += why_not_near(play, mini, walks)
    for each in walks:
        found += _why_not_ground(play, mini, each)
        found += _why_not_vehicles(mini, each)
        if not each.path.on_table:
            found.append(Objection("dw.no.off_table", "dw.move.table_edge", subject=mini.id))
    if move.pivot_after:
        found += _why_not_turn(play, mini, move, poses)
    end = Stand(play.profile(mini).model, pose_after(play.stand(mini).pose, move))
    if play.facts.on_level(end):
        return found + why_not_climb(play, going, mini, end.pose)
    level = {"level": end.pose.level}
    gone = Objection("dw.no.level", "dw.vertical.limit_3", {**level}, mini.id, end.pose.at)
    return [*found, gone]


def _why_not_turn(play: Play, mini: Mini, move: Move, poses: Mapping[str, Pose]) -> list[Objection]:
    """Object to a hull that, turned, would stick into what it may not enter, or off the table.

    A round base turns as it likes. What the corners sweep in between does not count.

    Rules: dw.heavy.rotate_center dw.move.enemy_gap dw.move.table_edge dw.terrain.impassable
    """
    before = play.stand(mini)
    if isinstance(play.facts.model(before).base, Disc) or not _turns(move):
        return []
    after = Stand(before.model, pose_after(before.pose, move))
    (turned,) = walked(play, mini, [Stretch(after, ())], poses)
    found: list[Objection] = []
    for index, gap, at in turned.path.nearest:
        other = turned.near[index]
        least = min(ENEMY_GAP_IN, play.facts.gap(before, other.stand).inches)
        if other.enemy and not keeps_from(gap, least):
            params = {"gap": round(gap, 3), "enemy": other.mini, "limit": ENEMY_GAP_IN}
            found.append(Objection("dw.no.enemy_gap", "dw.move.enemy_gap", {**params}, mini.id, at))
    found += _why_not_ground(play, mini, turned)
    if not turned.path.on_table:
        found.append(Objection("dw.no.off_table", "dw.move.table_edge", subject=mini.id))
    return found


def _turns(move: Move) -> bool:
    return bool(move.pivot_before or move.pivot_after)


def _length(play: Play, mini: Mini, move: Move, walks: Sequence[Walked]) -> float:
    """Return how far a miniature goes: along its path, or straight by the option.

    Rules: dw.measure.move_limit
    """
    assert mini.pose is not None
    if play.options.move_metric == "displacement":
        return math.dist(mini.pose.at, pose_after(mini.pose, move).at)
    return sum(each.path.length for each in walks)


def _why_not_far(
    play: Play, going: Going, mini: Mini, move: Move, walks: Sequence[Walked]
) -> list[Objection]:
    """Object to a path longer than the allowance, or than 3 in through difficult terrain.

    Rules: dw.move.distance dw.measure.move_limit dw.terrain.difficult_cap
    dw.terrain.difficult_any_part dw.terrain.difficult_entry dw.terrain.fast_cap
    dw.terrain.march_ignores dw.action.march_difficult dw.vehicle_move.back_up
    """
    if not move.points:
        return []
    length = _length(play, mini, move, walks)
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
    for piece, start in difficult_met(play, mini, [each.stretch for each in walks]):
        params = {"length": round(length, 3), "cap": cap, "piece": piece}
        rule = "dw.terrain.difficult_cap" if is_within(start, cap) else "dw.terrain.difficult_entry"
        found.append(Objection("dw.no.difficult", rule, {**params}, mini.id, move.points[-1]))
    return found


def _why_not_ground(play: Play, mini: Mini, walk: Walked) -> list[Objection]:
    """Object to walls and to areas impassable for the type.

    Rules: dw.terrain.impassable dw.terrain.type_dependent dw.terrain.partial_impassable
    """
    unit = play.unit_of(mini.id)
    stretch, found = walk.stretch, list[Objection]()
    touched = dict.fromkeys(each.piece for each in walk.path.touched)
    barred = [piece for piece in touched if movement_through(play, piece, unit) == "impassable"]
    entered = play.facts.areas_entered(stretch.stand, stretch.points) if barred else ()
    for piece, at in entered:
        if piece not in barred or not counts_here(play, piece, stretch.level):
            continue
        if not _over_it(play, walk, piece):
            rule = "dw.terrain.impassable"
            found.append(Objection("dw.no.impassable", rule, {"piece": piece}, mini.id, at))
    for piece, at in walk.path.walls:
        rule = "dw.terrain.partial_impassable"
        found.append(Objection("dw.no.wall", rule, {"piece": piece}, mini.id, at))
    return found


def _over_it(play: Play, walk: Walked, piece: str) -> bool:
    """Return whether a bridge carries the base wherever the path touches an area."""
    stretch = walk.stretch
    return all(
        bridged(play, stretch.stand, stretch.points, each.start, each.end)
        for each in walk.path.touched
        if each.piece == piece
    )


def _why_not_vehicles(mini: Mini, walk: Walked) -> list[Objection]:
    """Object to a path through a friendly vehicle; friendly soldiers let everybody pass.

    Enemy vehicles stop everybody by the 1 in gap already.

    Rules: dw.move.friendly_vehicle_block dw.move.friendly_soldier_pass dw.overrun.vehicles_block
    """
    found: list[Objection] = []
    for index, gap, at in walk.path.nearest:
        other = walk.near[index]
        same = other.stand.pose.level == walk.stretch.level
        if other.enemy or not same or not walk.stretch.points or not overlaps(gap):
            continue
        rule = "dw.move.friendly_vehicle_block"
        params = {"vehicle": other.mini}
        found.append(Objection("dw.no.friendly_vehicle", rule, {**params}, mini.id, at))
    return found


def _why_not_end(
    play: Play, going: Going, poses: Mapping[str, Pose], moved: Sequence[str]
) -> list[Objection]:
    """Object to where the unit would end: out of formation, or base on base.

    A unit of which nobody moves stays as it is, scattered or not: it may always stay put.

    Rules: dw.move.formation_end dw.move.no_overlap dw.unit.formation dw.move.all_members
    """
    found: list[Objection] = []
    if not moved:
        return found
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
    own_reach = reach(play, stand)
    for unit in play.state.units.values():
        if drives and play.is_soldier(unit):
            continue
        for other in unit.minis:
            if other.id == mini.id or (other.pose is None and other.id not in own):
                continue
            there = own.get(other.id) or play.stand(other)
            apart = math.dist(there.pose.at, stand.pose.at)
            if there.pose.level != stand.pose.level or apart > own_reach + reach(play, there):
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
