"""Move actions: the window before, the paths, the window after; and Regroup movement."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from sim.engine.questions import Move, path
from sim.geometry.pose import Pose
from sim.geometry.units import quantise_deg
from sim.rules.dust_warfare.movement import ideas, vehicle_move
from sim.rules.dust_warfare.movement.going import Going, going_for
from sim.rules.dust_warfare.movement.overrun import overrun, passed_over, shifted
from sim.rules.dust_warfare.movement.referee import why_not_move
from sim.rules.dust_warfare.movement.stretches import difficult_met, pose_after, stretches_of
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.turn import reactions
from sim.rules.dust_warfare.turn.leader import stand_in

__all__ = ["can_move", "move_action", "poses_of", "regroup_move", "walk"]


def poses_of(unit: Unit) -> dict[str, Pose]:
    """Return where a unit's miniatures stand, by id."""
    return {mini.id: mini.pose for mini in unit.minis if mini.pose is not None}


def can_move(unit: Unit) -> bool:
    """Return whether a unit may take Move actions: its drive is not damaged.

    Rules: dw.vdt.drive_damaged
    """
    return unit.on_table and "drive_damaged" not in unit.effects


async def move_action(
    play: Play,
    unit: Unit,
    *,
    march: bool = False,
    allowance_bonus: float = 0.0,
    window: bool = True,
) -> None:
    """Move a unit, with the enemy's windows before and after when it is his turn to react.

    Rules: dw.action.move dw.action.march_move dw.reaction.offer dw.move.all_members
    Asks: path move; roll overrun; what the windows ask
    Emits: moved displaced suppressed
    """
    began = poses_of(unit)
    if window:
        await reactions.move_window(play, unit, "before", began)
        if not can_move(unit):
            return
    leader = await stand_in(play, unit, "dw.move.formation_end")
    going = going_for(play, unit, leader, "march" if march else "move", bonus=allowance_bonus)
    answer = await _ask_path(play, going)
    overran = passed_over(play, unit, answer)
    walk(play, going, answer)
    if shifted(play, unit, answer):
        await overrun(play, unit, overran)
    if window and unit.alive:
        await reactions.move_window(play, unit, "after", began)


async def regroup_move(play: Play, unit: Unit) -> None:
    """Let every miniature but the leader close up, up to 6 in; no Move action, no windows.

    In a unit that names no leader everybody may, and forms up on the stand-in.

    Rules: dw.order.regroup_move dw.leader.stand_in
    Asks: path regroup
    Emits: closed-up
    """
    if len(unit.minis) == 1:
        return
    leader = await stand_in(play, unit, "dw.order.regroup_move")
    going = going_for(play, unit, leader, "regroup")
    walk(play, going, await _ask_path(play, going))


async def _ask_path(play: Play, going: Going) -> dict[str, Move]:
    """Ask the owner for the paths of one movement.

    Rules: dw.move.distance
    """
    return await path(
        going.unit.side,
        going.gait,
        going.movers,
        rule=going.rule,
        prompt=f"dw.ask.{going.gait}",
        params={"unit": play.name(going.unit), "inches": going.allowance[going.movers[0]]},
        subject=going.unit.id,
        check=partial(why_not_move, play, going),
        suggest=partial(ideas.suggest, play, going),
        reach_of=partial(ideas.reach_of, play, going),
        route=partial(ideas.route, play, going),
    )


def walk(play: Play, going: Going, answer: Mapping[str, Move]) -> None:
    """Carry out paths that the referee passed.

    Rules: dw.move.distance dw.move.soldier_turn_free dw.vehicle_move.spot_turn
    Emits: moved
    """
    unit = going.unit
    rules = [going.rule, "dw.move.distance"]
    tracks: dict[str, object] = {}
    for mini_id, move in answer.items():
        mini = play.mini(mini_id)
        assert mini.pose is not None
        rules += _rules_of(play, going, mini_id, move)
        end = pose_after(mini.pose, move)
        tracks[mini_id] = [list(mini.pose.at), *(list(point) for point in move.points)]
        mini.pose = Pose(end.x, end.y, quantise_deg(end.facing), end.level)
    moved = [mini_id for mini_id, move in answer.items() if move.points or move.level]
    gait = "regroup_move" if going.gait == "regroup" else going.gait
    key = f"dw.log.{gait}" if moved else "dw.log.stayed"
    turned = any(move.pivot_before or move.pivot_after for move in answer.values())
    if turned and not moved:
        key = "dw.log.turned"
    play.say(
        "moved",
        key,
        *dict.fromkeys(rules),
        subject=unit.id,
        data={"paths": tracks},
        unit=play.name(unit),
        minis=len(moved),
        of=len(unit.minis),
    )


def _rules_of(play: Play, going: Going, mini_id: str, move: Move) -> list[str]:
    """Return the further clauses that one miniature's part of a movement played."""
    mini = play.mini(mini_id)
    if not play.profile(mini).vehicle:
        rules = ["dw.move.soldier_turn_free"] if move.points else []
    elif vehicle_move.backs_up(play, mini, move):
        rules = [f"dw.vehicle_move.back_up{'_march' if going.march else ''}"]
    elif move.points:
        rules = ["dw.vehicle_move.front_arc"]
    else:
        rules = ["dw.vehicle_move.spot_turn"]
    if move.points and (move.pivot_before or move.pivot_after) and play.profile(mini).vehicle:
        rules.append("dw.vehicle_move.pivot")
    if difficult_met(play, mini, stretches_of(play, play.stand(mini), move)):
        rules.append("dw.action.march_difficult" if going.march else "dw.terrain.difficult_cap")
    return rules
