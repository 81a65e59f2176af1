"""``hulldown odds dust_warfare …``: what weapons do to a class or unit, as a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sim.engine.documents import Block, Document, Table, Text
from sim.errors import UsageError
from sim.geometry.units import is_within, keeps_from
from sim.rules.dust_warfare.attack.armour import armour_dice
from sim.rules.dust_warfare.attack.cover import cover_value
from sim.rules.dust_warfare.attack.odds import AttackOdds, Target, attack_odds
from sim.rules.dust_warfare.attack.vehicle_damage import EFFECTS
from sim.rules.dust_warfare.attack.volley import PENETRATOR_IN, cover_ignored_by, dice_pools
from sim.rules.dust_warfare.forces.profile_files import CLASSES, load_dust_profiles, read_type
from sim.rules.dust_warfare.forces.profiles import ArmourClass, Cell, UnitProfile, Weapon
from sim.rules.dust_warfare.play import Profiles
from sim.table.names import did_you_mean
from sim.words import say

__all__ = ["odds_document"]

#: Miniatures and Damage Capacity of a target that is named by its class alone.
SQUAD = 5
VEHICLE_DC = 5


@dataclass
class _Asked:
    """The words of the command, understood."""

    name: str = ""
    weapons: list[Weapon] = field(default_factory=list[Weapon])
    abilities: tuple[str, ...] = ()
    target: str = ""
    cover: str = "none"
    sustained: bool = False
    close: bool = False
    gap: float | None = None
    minis: int | None = None
    capacity: int | None = None


@dataclass(frozen=True)
class _Against:
    """One target: its name, its class, and how many miniatures with what capacity."""

    label: str
    armour: ArmourClass
    minis: int
    capacity: int
    abilities: tuple[str, ...] = ()


def odds_document(arguments: Sequence[str], profiles: Profiles | None = None) -> Document:
    """Return the odds asked for.

    Parameters
    ----------
    arguments : sequence of str
        ``ATTACKER [against TARGET] [cover soft|hard] [sustained] [close] [gap INCHES]
        [minis N] [dc N]``: the attacker is a unit or a weapon (``mg48`` or ``stg47 x4``), the
        target a unit or a class such as ``soldier-2``; without one, every class is listed.
    profiles : Profiles, optional
        Those of the program when absent.

    Raises
    ------
    UsageError
        When a word is not understood; the nearest known one is named.
    """
    known = profiles or load_dust_profiles()
    asked = _understand([each.removeprefix("--") for each in arguments], known)
    targets = [_one(asked, known)] if asked.target else _classes(asked)
    title = say("dw.odds.title", name=asked.name)
    blocks: list[Block] = [Text(_terms(asked)), _table(asked, targets)]
    if asked.target:
        blocks += _details(asked, targets[0])
    return Document(title, tuple(blocks))


# --- the words --------------------------------------------------------------------------------

FLAGS = ("sustained", "close")
VALUES = ("against", "cover", "gap", "minis", "dc")


def _understand(words: Sequence[str], known: Profiles) -> _Asked:
    asked = _Asked()
    waiting = list(words)
    if not waiting:
        raise UsageError("dw.odds.usage", units=", ".join(known.units))
    _attacker(asked, waiting, known)
    while waiting:
        word = waiting.pop(0)
        if word in FLAGS:
            setattr(asked, word, True)
        elif word not in VALUES:
            near = did_you_mean(word, (*FLAGS, *VALUES))
            raise UsageError("dw.odds.word", found=word, nearest=near)
        elif not waiting:
            raise UsageError("dw.odds.value", word=word)
        else:
            _value(asked, word, waiting.pop(0))
    asked.weapons = [each for each in asked.weapons if each.close_combat == asked.close]
    if asked.gap is not None:
        asked.weapons = [each for each in asked.weapons if _reaches(each, asked.gap)]
    if not asked.weapons:
        raise UsageError("dw.odds.no_weapons", name=asked.name)
    return asked


def _attacker(asked: _Asked, waiting: list[str], known: Profiles) -> None:
    name = waiting.pop(0)
    if name in known.units:
        unit = known.units[name]
        asked.name = unit.name
        asked.abilities = _abilities(unit, known)
        asked.weapons = [
            known.weapons[mount.weapon]
            for member in unit.members
            for _ in range(member.count)
            for mount in known.minis[member.profile].weapons
        ]
        return
    if name not in known.weapons:
        near = did_you_mean(name, (*known.units, *known.weapons))
        raise UsageError("dw.odds.attacker", found=name, nearest=near)
    count = 1
    if waiting and waiting[0].startswith("x") and waiting[0][1:].isdigit():
        count = int(waiting.pop(0)[1:])
    weapon = known.weapons[name]
    asked.name = weapon.name if count == 1 else f"{count} × {weapon.name}"
    asked.close = weapon.close_combat
    asked.weapons = [weapon] * count


def _abilities(unit: UnitProfile, known: Profiles) -> tuple[str, ...]:
    """Return the abilities of a unit at full strength and of its miniatures."""
    found = list(unit.abilities)
    for member in unit.members:
        found += known.minis[member.profile].abilities
    return tuple(dict.fromkeys(found))


def _value(asked: _Asked, word: str, value: str) -> None:
    if word == "against":
        asked.target = value
    elif word == "cover":
        if value not in ("none", "soft", "hard"):
            near = did_you_mean(value, ("none", "soft", "hard"))
            raise UsageError("dw.odds.cover", found=value, nearest=near)
        asked.cover = value
    elif word == "gap":
        try:
            asked.gap = float(value)
        except ValueError:
            raise UsageError("dw.odds.number", word=word, found=value) from None
    elif not value.isdigit() or not 1 <= int(value) <= 30:
        raise UsageError("dw.odds.number", word=word, found=value)
    elif word == "minis":
        asked.minis = int(value)
    else:
        asked.capacity = int(value)


def _reaches(weapon: Weapon, gap: float) -> bool:
    return is_within(gap, weapon.range_in) and keeps_from(gap, weapon.min_range_in)


def _classes(asked: _Asked) -> list[_Against]:
    """Return every class of soldiers and vehicles as a target."""
    return [
        _of_class(asked, ArmourClass(kind, number))
        for kind in ("soldier", "vehicle")
        for number in range(1, CLASSES[kind] + 1)
    ]


def _of_class(asked: _Asked, armour: ArmourClass) -> _Against:
    soldier = armour.kind == "soldier"
    minis = asked.minis or (SQUAD if soldier else 1)
    capacity = asked.capacity or (1 if soldier else VEHICLE_DC)
    label = say(f"dw.odds.{armour.kind}", number=armour.number)
    return _Against(label, armour, minis, capacity)


def _one(asked: _Asked, known: Profiles) -> _Against:
    """Return the target named: a unit at full strength, or a class."""
    unit = known.units.get(asked.target)
    if unit is not None:
        mini = known.minis[unit.members[0].profile]
        total = sum(member.count for member in unit.members)
        return _Against(
            unit.name,
            mini.armour,
            asked.minis or total,
            asked.capacity or mini.damage_capacity,
            _abilities(unit, known),
        )
    armour = read_type(asked.target.replace("-", " ").capitalize())
    if armour is None or armour.kind == "aircraft":
        names = [
            f"{kind}-{n}" for kind in ("soldier", "vehicle") for n in range(1, CLASSES[kind] + 1)
        ]
        near = did_you_mean(asked.target, (*known.units, *names))
        raise UsageError("dw.odds.target", found=asked.target, nearest=near)
    return _of_class(asked, armour)


# --- the numbers ------------------------------------------------------------------------------


def _cells(asked: _Asked, against: _Against) -> list[tuple[Weapon, Cell]]:
    """Return the weapons that can hurt a target, with their dice."""
    found: list[tuple[Weapon, Cell]] = []
    for weapon in asked.weapons:
        cell = weapon.against(against.armour)
        if cell is not None:
            found.append((weapon, Cell(against.minis, cell.damage, True) if cell.spray else cell))
    return found


def _odds(asked: _Asked, against: _Against) -> AttackOdds | None:
    """Return the odds against one target; None when nothing can hurt it."""
    cells = _cells(asked, against)
    if not cells:
        return None
    includes = [ability for weapon, _ in cells for ability in weapon.abilities]
    includes += [each for each in asked.abilities if each == "sniper"]
    vehicle = against.armour.kind == "vehicle"
    near = asked.gap is None or is_within(asked.gap, PENETRATOR_IN)
    bonus = int("damage-resilient" in against.abilities)
    halved = vehicle and near and "penetrator" in includes
    dice = armour_dice(against.armour.number, bonus, halved=halved)
    target = Target(
        armour=0 if "sniper" in includes or "phaser" in includes else dice,
        cover=0 if cover_ignored_by(includes, asked.close) else cover_value(asked.cover),
        first=(against.capacity,) * against.minis,
        vehicle=vehicle,
    )
    return attack_odds(
        tuple(each.pool for each in dice_pools(cells)),
        target,
        reroll=asked.sustained,
        inverted="spotter" in asked.abilities and not asked.close,
        grenade="grenade" in includes,
    )


def _terms(asked: _Asked) -> str:
    """Return the sentence that says what is assumed."""
    weapons = dice_pools([(weapon, Cell(0, 0)) for weapon in asked.weapons])
    return say(
        "dw.odds.terms",
        weapons="; ".join(each.weapons for each in weapons),
        mode=say("dw.odds.sustained" if asked.sustained else "dw.odds.single"),
        cover=say(f"dw.cover_name.{asked.cover}"),
        gap=say("dw.odds.any_gap") if asked.gap is None else say("dw.odds.at", gap=asked.gap),
    )


def _table(asked: _Asked, targets: Sequence[_Against]) -> Table:
    names = ("target", "dice", "hits", "damage", "left", "fall", "any", "gone", "marked", "row")
    rows: list[tuple[str, ...]] = []
    for against in targets:
        odds = _odds(asked, against)
        if odds is None:
            rows.append((against.label, *(("–",) * (len(names) - 1))))
            continue
        dice = sum(each.pool.dice for each in dice_pools(_cells(asked, against)))
        vehicle = against.armour.kind == "vehicle"
        rows.append(
            (
                against.label,
                str(dice),
                f"{odds.expected_hits:.2f}",
                f"{odds.expected_damage:.2f}",
                f"{odds.expected_left:.2f}",
                f"{odds.expected_casualties:.2f}",
                _percent(odds.any_casualty),
                _percent(odds.destroyed),
                "–" if vehicle else _percent(odds.suppressed),
                _percent(odds.crippled) if vehicle else "–",
            )
        )
    columns = tuple(say(f"dw.odds.column.{name}") for name in names)
    return Table(columns, tuple(rows), right=tuple(range(1, len(names))))


def _details(asked: _Asked, against: _Against) -> list[Block]:
    """Return the distributions against one target."""
    odds = _odds(asked, against)
    if odds is None:
        return []
    if against.armour.kind == "vehicle":
        names = ["none", *EFFECTS]
        rows = tuple(
            (say(f"dw.effect.{name}"), _percent(chance))
            for name, chance in zip(names, odds.table, strict=True)
        )
        columns = (say("dw.odds.column.effect"), say("dw.odds.column.chance"))
        damage = _distribution("damage_left", odds.left)
        return [damage, Table(columns, rows, right=(1,), title=say("dw.odds.vehicle_table"))]
    return [_distribution("casualties", odds.casualties)]


def _distribution(name: str, chances: Sequence[float]) -> Table:
    """Return a distribution with the chance of at least as many."""
    rows: list[tuple[str, ...]] = []
    for count, chance in enumerate(chances):
        at_least = sum(chances[count:])
        if at_least < 5e-4:
            break
        rows.append((str(count), _percent(chance), _percent(at_least)))
    columns = tuple(say(f"dw.odds.column.{each}") for each in (name, "chance", "at_least"))
    return Table(columns, tuple(rows), right=(0, 1, 2), title=say(f"dw.odds.{name}"))


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"
