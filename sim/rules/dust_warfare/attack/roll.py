"""Rolling for an attack: pools of dice, rerolls of a Sustained Attack, extra dice of lasers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sim.engine.questions import Slot, allocate
from sim.engine.reasons import Reason
from sim.rules.dust_warfare.attack.volley import DicePool, Volley
from sim.rules.dust_warfare.dice import blanks, dice_data, hits, is_hit, roll_dice, wanted
from sim.rules.dust_warfare.play import Play

__all__ = ["Struck", "rerolled", "roll_volley"]


@dataclass(frozen=True)
class Struck:
    """What a volley rolled.

    Attributes
    ----------
    volley : Volley
    hits, damage : int
        Before cover and armour.
    killer_damage : int
        The part of the damage from hits of Tank Killer weapons.
    """

    volley: Volley
    hits: int
    damage: int
    killer_damage: int


async def roll_volley(play: Play, volley: Volley) -> Struck:
    """Roll all dice of an attack on one unit and add up the damage.

    Rules: dw.roll.weapon_dice dw.roll.separate_damage dw.roll.damage_sum dw.attack.all_together
    dw.wability.laser dw.wability.laser_sustained dw.ability.spotter
    Asks: roll attack, allocate reroll (the attacker), roll reroll, roll laser
    Emits: rolled
    """
    rolled: list[tuple[int, ...]] = []
    for each in volley.pools:
        why = _why(play, volley, each)
        rolled.append(await roll_dice("attack", each.pool.dice, "dw.roll.weapon_dice", why))
    again: Sequence[tuple[int, ...]] = [()] * len(rolled)
    first = rolled
    if volley.rerolls:
        rolled, again = await _reroll(play, volley, rolled)
    total = damage = killer = 0
    for n, (each, faces) in enumerate(zip(volley.pools, rolled, strict=True)):
        count = hits(faces, inverted=volley.inverted)
        extra = await _laser(play, volley, each, count) if each.pool.laser else ()
        count += hits(extra, inverted=volley.inverted)
        total += count
        damage += count * each.pool.damage
        killer += count * each.pool.damage * each.pool.tank_killer
        _tell(play, volley, each, (first[n], again[n], extra), (*faces, *extra), count)
    return Struck(volley, total, damage, killer)


def _why(play: Play, volley: Volley, each: DicePool) -> Reason:
    children: tuple[Reason, ...] = ()
    if volley.inverted:
        children = (
            Reason("dw.attack_why.inverted", {}, None, ("dw.ability.spotter", "dw.dice.invert")),
        )
    return Reason(
        "dw.attack_why.attack_roll",
        {
            "unit": play.name(play.unit(volley.attacker)),
            "target": play.name(play.unit(volley.target)),
            "weapons": each.weapons,
            "dice": each.pool.dice,
            "damage": each.pool.damage,
        },
        each.pool.dice,
        ("dw.roll.weapon_dice",),
        pieces=(volley.attacker, volley.target),
        children=children,
    )


def _tell(
    play: Play,
    volley: Volley,
    each: DicePool,
    thrown: Sequence[Sequence[int]],
    faces: Sequence[int],
    count: int,
) -> None:
    """Log a pool: the throws as they fell (first, again, for lasers), and how the dice lie now."""
    wants = wanted(inverted=volley.inverted)
    throws = [(fallen, wants) for fallen in thrown if fallen]
    play.say(
        "rolled",
        "dw.attack_log.attack_roll_inverted" if volley.inverted else "dw.attack_log.attack_roll",
        "dw.roll.weapon_dice",
        "dw.dice.combat_die",
        *(("dw.wability.laser",) if each.pool.laser and len(faces) > each.pool.dice else ()),
        subject=volley.attacker,
        reason=_why(play, volley, each),
        data=dice_data(faces, volley.side, inverted=volley.inverted, throws=throws),
        weapons=each.weapons,
        target=play.name(play.unit(volley.target)),
        dice=len(faces),
        hits=count,
        damage=count * each.pool.damage,
    )


async def _laser(play: Play, volley: Volley, each: DicePool, count: int) -> tuple[int, ...]:
    """Roll one more die for each hit of the first roll; these give no further dice.

    Rules: dw.wability.laser dw.wability.laser_sustained
    Asks: roll laser
    """
    why = Reason(
        "dw.attack_why.laser_roll",
        {"weapons": each.weapons, "dice": count},
        count,
        ("dw.wability.laser",),
    )
    return await roll_dice("laser", count, "dw.wability.laser", why)


# --- rerolls ----------------------------------------------------------------------------------


def rerolled(faces: Sequence[int], new: Sequence[int], spare_hits: int) -> tuple[int, ...]:
    """Return the faces after some were thrown again: the second result stands.

    Parameters
    ----------
    faces : sequence of int
        The first roll.
    new : sequence of int
        What the second throw showed.
    spare_hits : int
        How many of the dice thrown again had shown hits; the others had shown blanks.

    Rules: dw.dice.reroll_replace dw.dice.reroll_once dw.dice.reroll_choice
    """
    left = {True: spare_hits, False: len(new) - spare_hits}
    kept: list[int] = []
    for face in faces:
        if left[is_hit(face)]:
            left[is_hit(face)] -= 1
        else:
            kept.append(face)
    return (*kept, *new)


async def _reroll(
    play: Play, volley: Volley, rolled: Sequence[tuple[int, ...]]
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Let the attacker throw any of his dice once more.

    Physical dice are chosen; where a Spotter inverts, hits are what one wants to be rid of. He
    is not asked when every die already counts. Returns the dice as they lie then, and those that
    were thrown again, pool by pool.

    Rules: dw.action.sustained dw.action.sustained_one_roll dw.dice.reroll_choice dw.dice.invert
    Asks: allocate reroll (the attacker), roll reroll
    """
    if all(is_hit(face) != volley.inverted for faces in rolled for face in faces):
        return list(rolled), [()] * len(rolled)
    slots = [
        slot
        for index, faces in enumerate(rolled)
        for slot in _slots(index, volley.pools[index], faces)
    ]
    answer = await allocate(
        volley.side,
        "reroll",
        slots,
        sum(len(faces) for faces in rolled),
        up_to=True,
        rule="dw.action.sustained",
        prompt="dw.attack_ask.choose_rerolls_inverted"
        if volley.inverted
        else "dw.attack_ask.choose_rerolls",
        params={"target": play.name(play.unit(volley.target))},
        subject=volley.attacker,
        suggest=lambda: _suggestions(slots, volley.inverted),
    )
    after: list[tuple[int, ...]] = []
    again: list[tuple[int, ...]] = []
    for index, faces in enumerate(rolled):
        spare = answer.get(f"hits-{index}", 0)
        count = spare + answer.get(f"blanks-{index}", 0)
        weapons = volley.pools[index].weapons
        why = Reason(
            "dw.attack_why.reroll",
            {"weapons": weapons, "dice": count},
            count,
            ("dw.action.sustained",),
        )
        new = await roll_dice("reroll", count, "dw.action.sustained", why)
        after.append(rerolled(faces, new, spare))
        again.append(new)
    return after, again


def _slots(index: int, each: DicePool, faces: Sequence[int]) -> list[Slot]:
    params: dict[str, str | int | float | bool] = {"weapons": each.weapons}
    return [
        Slot(f"blanks-{index}", blanks(faces), key="dw.attack_option.reroll_blanks", params=params),
        Slot(f"hits-{index}", hits(faces), key="dw.attack_option.reroll_hits", params=params),
    ]


def _suggestions(slots: Sequence[Slot], inverted: bool) -> Iterable[dict[str, int]]:
    """Return the best reroll (every die that does not count), then none at all."""
    unwanted = "hits-" if inverted else "blanks-"
    yield {slot.id: slot.most for slot in slots if slot.id.startswith(unwanted) and slot.most}
    yield {}
