"""The Vehicle Damage Table: what a damaged vehicle suffers besides the damage."""

from __future__ import annotations

from collections.abc import Sequence

from sim.engine.questions import Option, pick
from sim.engine.reasons import Reason
from sim.rules.dust_warfare.attack.vehicle_blast import detonate, struck_by_spray
from sim.rules.dust_warfare.dice import dice_data, hits, is_hit, roll_dice, wanted
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit
from sim.rules.dust_warfare.turn.casualties import suffer_damage

__all__ = ["EFFECTS", "burn", "burning_overrun", "effect_row", "roll_on_table"]

#: The table's rows by number of hits, from 1.
EFFECTS: tuple[str, ...] = (
    "blinded",
    "external_fire",
    "weapon_damaged",
    "drive_damaged",
    "ammo_detonation",
    "hull_breach",
)


def effect_row(count: int, overflow: str = "cap_at_6") -> int:
    """Return the table's row for a number of hits: 0 for none, 7 or more by option.

    Rules: dw.vdt.none dw.vdt.once_each
    """
    if count <= len(EFFECTS):
        return count
    return len(EFFECTS) if overflow == "cap_at_6" else 0


async def roll_on_table(play: Play, side: str, unit: Unit, dice: int, inverted: int = 0) -> None:
    """Roll on the table for a vehicle that was damaged and survived.

    Parameters
    ----------
    side : str
        The attacker's: he rolls and chooses.
    dice : int
        Damage after cover and before the Armour roll.
    inverted : int
        How many of the dice a Tank Killer inverts.

    Rules: dw.damage.vehicle_extra dw.vdt.roll_count dw.wability.tank_killer
    Asks: roll vehicle-table
    Emits: rolled
    """
    if dice <= 0:
        return
    why = Reason(
        "dw.attack_why.table_roll",
        {"unit": play.name(unit), "dice": dice, "inverted": inverted},
        dice,
        ("dw.vdt.roll_count", *(("dw.wability.tank_killer",) if inverted else ())),
        pieces=(unit.id,),
    )
    faces = await roll_dice("vehicle_table", dice, "dw.vdt.roll_count", why)
    count = hits(faces[:inverted], inverted=True) + hits(faces[inverted:])
    throws = [(faces[:inverted], wanted(inverted=True)), (faces[inverted:], wanted())]
    row = effect_row(count, play.options.vdt_overflow)
    play.say(
        "rolled",
        "dw.attack_log.table_roll" if row else "dw.attack_log.table_nothing",
        "dw.vdt.roll_count",
        *(() if row else ("dw.vdt.none",)),
        subject=unit.id,
        reason=why,
        data=dice_data(faces, side, unit="", throws=throws),
        unit=play.name(unit),
        dice=dice,
        hits=count,
    )
    if row:
        await _suffer_row(play, side, unit, row)


async def _suffer_row(play: Play, side: str, unit: Unit, row: int) -> None:
    """Put a row into force; one in force already gives way to a lesser one of his choice.

    Rules: dw.vdt.once_each
    Asks: pick lesser-effect (the attacker)
    Emits: ignored
    """
    effect, rules = EFFECTS[row - 1], tuple[str, ...]()
    if effect in unit.effects:
        lesser = [each for each in EFFECTS[: row - 1] if each not in unit.effects]
        if not lesser:
            play.say(
                "ignored",
                "dw.attack_log.effect_ignored",
                "dw.vdt.once_each",
                subject=unit.id,
                unit=play.name(unit),
                effect=effect,
            )
            return
        effect = lesser[-1] if len(lesser) == 1 else await _lesser(play, side, unit, lesser)
        rules = ("dw.vdt.once_each",)
    await _put_in_force(play, side, unit, effect, *rules)


async def _lesser(play: Play, side: str, unit: Unit, lesser: Sequence[str]) -> str:
    options = [
        Option(each.replace("_", "-"), f"dw.effect.{each}", subject=unit.id)
        for each in reversed(lesser)
    ]
    chosen = await pick(
        side,
        "lesser-effect",
        options,
        rule="dw.vdt.once_each",
        prompt="dw.attack_ask.lesser_effect",
        params={"unit": play.name(unit)},
        subject=unit.id,
    )
    return chosen.replace("-", "_")


async def _put_in_force(play: Play, side: str, unit: Unit, effect: str, *rules: str) -> None:
    """Mark an effect and do what it does at once; `rules` say why it is not the row rolled.

    Rules: dw.vdt.blinded dw.vdt.external_fire dw.vdt.weapon_damaged dw.vdt.drive_damaged
    dw.vdt.ammo_detonation dw.vdt.hull_breach
    Asks: roll weapon-damaged
    Emits: crippled weapon_lost
    """
    unit.effects.append(effect)
    play.say(
        "crippled",
        f"dw.attack_log.effect.{effect}",
        f"dw.vdt.{effect}",
        *rules,
        subject=unit.id,
        unit=play.name(unit),
    )
    if effect == "weapon_damaged":
        why = Reason(
            "dw.attack_why.weapon_roll", {"unit": play.name(unit)}, None, ("dw.vdt.weapon_damaged",)
        )
        (face,) = await roll_dice("weapon_damaged", 1, "dw.vdt.weapon_damaged", why)
        chooser = side if is_hit(face) else unit.side
        data = dice_data([face], side, unit="")
        await _lose_weapon(play, chooser, unit, "dw.vdt.weapon_damaged", data)
    elif effect == "ammo_detonation":
        await _lose_weapon(play, side, unit, "dw.vdt.ammo_detonation")
        await detonate(play, unit)


async def _lose_weapon(
    play: Play, chooser: str, unit: Unit, rule: str, data: dict[str, object] | None = None
) -> None:
    """Take one weapon from a vehicle for the game.

    Rules: dw.vdt.weapon_damaged dw.vdt.ammo_detonation
    Asks: pick lost-weapon
    Emits: weapon_lost
    """
    (mini,) = unit.minis
    left = [
        index
        for index in range(len(play.profile(mini).weapons))
        if f"{mini.id}|{index}" not in unit.lost_weapons
    ]
    if not left:
        return
    index = left[0] if len(left) == 1 else await _which(play, chooser, mini, left, rule)
    unit.lost_weapons.append(f"{mini.id}|{index}")
    play.say(
        "weapon_lost",
        "dw.attack_log.weapon_lost",
        rule,
        subject=mini.id,
        data=data,
        unit=play.name(unit),
        weapon=_weapon_name(play, mini, index),
    )


def _weapon_name(play: Play, mini: Mini, index: int) -> str:
    return play.profiles.weapons[play.profile(mini).weapons[index].weapon].name


async def _which(play: Play, chooser: str, mini: Mini, left: Sequence[int], rule: str) -> int:
    unit = play.unit_of(mini.id)
    options = [
        Option(
            f"weapon-{index}",
            "dw.attack_option.weapon",
            {"weapon": _weapon_name(play, mini, index)},
            mini.id,
        )
        for index in left
    ]
    chosen = await pick(
        chooser,
        "lost-weapon",
        options,
        rule=rule,
        prompt="dw.attack_ask.lost_weapon",
        params={"unit": play.name(unit)},
        subject=unit.id,
    )
    return int(chosen.removeprefix("weapon-"))


# --- fire -------------------------------------------------------------------------------------


def burn(play: Play, unit: Unit) -> None:
    """Let a burning vehicle take its damage at the end of its activation; no table roll.

    Rules: dw.vdt.external_fire
    Emits: burned damaged killed destroyed
    """
    if "external_fire" not in unit.effects or not unit.alive:
        return
    play.say(
        "burned",
        "dw.attack_log.burned",
        "dw.vdt.external_fire",
        subject=unit.id,
        unit=play.name(unit),
    )
    suffer_damage(play, unit, unit.minis[0], 1, "dw.vdt.external_fire")


async def burning_overrun(play: Play, vehicle: Unit, overrun: Unit) -> None:
    """Strike a Soldier unit that a burning vehicle overran with a spray/1 attack.

    Rules: dw.vdt.external_fire
    Asks: roll spray, roll armour, allocate damage
    """
    if "external_fire" in vehicle.effects and play.is_soldier(overrun) and overrun.alive:
        await struck_by_spray(play, vehicle, overrun)
