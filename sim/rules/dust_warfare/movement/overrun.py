"""Overruns: vehicles drive through soldiers, push them aside and frighten them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.engine.questions import Move
from sim.engine.reasons import Reason
from sim.geometry.pose import Pose
from sim.geometry.shapes import Disc
from sim.geometry.units import keeps_from, overlaps, quantise_in
from sim.rules.dust_warfare.attack.vehicle_damage import burning_overrun
from sim.rules.dust_warfare.dice import dice_data, hits, roll_dice
from sim.rules.dust_warfare.movement.referee import ENEMY_GAP_IN
from sim.rules.dust_warfare.movement.stretches import stretches_of
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.setup.placement import nearest_fit, why_not_placed
from sim.rules.dust_warfare.state import Mini, Unit
from sim.rules.dust_warfare.turn.suppression import add_markers
from sim.table.pieces import Stand

__all__ = ["overrun", "passed_over", "shifted"]


def shifted(play: Play, unit: Unit, answer: Mapping[str, Move]) -> bool:
    """Return whether a vehicle ends with its base elsewhere: only then it pushes anybody aside.

    A vehicle that stays, or turns a round base on the spot, leaves those beside it in peace.

    Rules: dw.overrun.displace dw.vehicle_move.spot_turn
    """
    if not play.is_vehicle(unit):
        return False
    return any(
        move.points
        or move.level
        or (move != Move() and not isinstance(play.facts.model(play.stand(mini)).base, Disc))
        for mini in unit.minis
        for move in [answer.get(mini.id, Move())]
    )


def passed_over(play: Play, vehicle: Unit, answer: Mapping[str, Move]) -> list[Unit]:
    """Return the Soldier units, friend or foe, over whose bases a vehicle's path leads.

    Rules: dw.overrun.through_enemy_soldiers dw.overrun.suppression
    """
    if not play.is_vehicle(vehicle):
        return []
    soldiers = [
        unit
        for unit in play.state.units.values()
        if unit.on_table and unit.id != vehicle.id and play.is_soldier(unit)
    ]
    found: list[Unit] = []
    for unit in soldiers:
        for mini_id, move in answer.items():
            if move.points and _over(play, play.mini(mini_id), move, unit):
                found.append(unit)
                break
    return found


def _over(play: Play, mini: Mini, move: Move, unit: Unit) -> bool:
    for stretch in stretches_of(play, play.stand(mini), move):
        level = stretch.stand.pose.level
        stands = [stand for stand in play.stands(unit) if stand.pose.level == level]
        path = play.facts.path(stretch.stand, stretch.points, stands)
        if any(overlaps(gap) for _, gap, _ in path.nearest):
            return True
    return False


async def overrun(play: Play, vehicle: Unit, units: Sequence[Unit]) -> None:
    """Push soldiers 1 in clear of where a vehicle ended, then roll for each unit it overran.

    Rules: dw.overrun.displace dw.overrun.suppression dw.overrun.separate dw.overrun.no_gap
    Asks: roll overrun
    Emits: displaced rolled suppressed
    """
    for mini in vehicle.minis:
        _push_aside(play, play.stand(mini))
    for unit in units:
        await _frighten(play, vehicle, unit)
        await burning_overrun(play, vehicle, unit)


def _push_aside(play: Play, hull: Stand) -> None:
    """Move every soldier within 1 in of a hull the least distance out.

    Rules: dw.overrun.displace
    Emits: displaced
    """
    for unit in play.state.units.values():
        if not unit.on_table or not play.is_soldier(unit):
            continue
        for mini in unit.minis:
            stand = play.stand(mini)
            if stand.pose.level != hull.pose.level:
                continue
            if keeps_from(play.facts.gap(hull, stand).inches, ENEMY_GAP_IN):
                continue
            spot = _clear_spot(play, mini, hull)
            if spot is None:
                continue
            mini.pose = spot
            play.say(
                "displaced",
                "dw.log.displaced",
                "dw.overrun.displace",
                subject=mini.id,
                data={"at": [spot.x, spot.y]},
                mini=mini.id,
                unit=play.name(unit),
            )


def _clear_spot(play: Play, mini: Mini, hull: Stand) -> Pose | None:
    """Return the nearest legal spot 1 in clear of a hull: straight out, else the next around."""
    stand = play.stand(mini)
    gap = play.facts.gap(hull, stand)
    (ax, ay), (bx, by) = gap.points
    dx, dy = (bx - ax, by - ay) if gap.inches > 0 else (ax - bx, ay - by)
    length = (dx * dx + dy * dy) ** 0.5
    need = ENEMY_GAP_IN - gap.inches

    def fits(pose: Pose) -> bool:
        there = Stand(stand.model, pose)
        clear = keeps_from(play.facts.gap(hull, there).inches, ENEMY_GAP_IN)
        return clear and not why_not_placed(play, mini, there, {mini.id: there})

    if length > 0:
        x = quantise_in(stand.pose.x + dx / length * need)
        y = quantise_in(stand.pose.y + dy / length * need)
        straight = stand.pose.moved(x, y)
        if fits(straight):
            return straight
    return nearest_fit(stand.pose, fits)


async def _frighten(play: Play, vehicle: Unit, unit: Unit) -> None:
    """Roll as many dice as the vehicle's class; each hit is a Suppression marker.

    Rules: dw.overrun.suppression dw.overrun.separate
    Asks: roll overrun
    Emits: rolled suppressed
    """
    number = play.profile(vehicle.minis[0]).armour.number
    params = {"vehicle": play.name(vehicle), "unit": play.name(unit), "number": number}
    rule = "dw.overrun.suppression"
    why = Reason("dw.why.overrun", {**params}, number, (rule,))
    faces = await roll_dice("overrun", number, rule, why)
    play.say(
        "rolled",
        "dw.log.overrun",
        rule,
        "dw.overrun.separate",
        subject=unit.id,
        reason=why,
        data=dice_data(faces, vehicle.side, unit=vehicle.id),
        vehicle=play.name(vehicle),
        unit=play.name(unit),
        dice=number,
        hits=hits(faces),
    )
    add_markers(play, unit, hits(faces), rule)
