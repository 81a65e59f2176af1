"""From profile files to `Profiles`: read, cross-checked, every problem at once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from sim.errors import InputProblems, Problem
from sim.rules.dust_warfare.forces.profiles import (
    ArmourClass,
    Cell,
    Member,
    Mount,
    Profile,
    UnitProfile,
    Weapon,
)
from sim.rules.dust_warfare.play import Profiles
from sim.table.names import did_you_mean
from sim.table.profiles import ProfileBook, ProfileEntry, load_book
from sim.table.reading import Collector, convert

__all__ = [
    "MINI_ABILITIES",
    "WEAPON_ABILITIES",
    "cautions",
    "load_dust_profiles",
    "read_profiles",
    "read_type",
]

T = TypeVar("T")

#: Abilities of weapons that the rules here know.
WEAPON_ABILITIES = ("burst", "grenade", "laser", "penetrator", "phaser", "reload", "tank-killer")
#: Abilities of miniatures and units that the rules here know.
MINI_ABILITIES = ("command-squad", "damage-resilient", "sniper", "spotter")
#: Ranges behind the letters C and A (`dw.weapon.range_c`, `dw.weapon.range_a`).
LETTER_RANGES = {"C": (0.0, 3.0), "A": (12.0, 36.0)}
#: Classes of each type (`dw.type.soldier`, `dw.type.vehicle`, `dw.type.aircraft`).
CLASSES = {"soldier": 4, "vehicle": 7, "aircraft": 3}

_CELL = re.compile(r"(\d+|spray)/(\d+)")
_DASH = re.compile(r"(-|\d+/-|-/\d+)")
_TYPE = re.compile(r"(Soldier|Vehicle|Aircraft) ([1-9])")
_SOURCE = re.compile(r"house|fact:dw\.fact\.\w+")

Opaque = dict[str, object]
Count = Annotated[int, Meta(ge=1, le=30)]
Inches = Annotated[float, Meta(ge=0, le=144)]


class WeaponFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ``[[weapon]]``: its range and one cell per class, ``dice/damage`` or ``-``."""

    id: str
    name: str
    range: Inches | Literal["C", "A"]
    min_range_in: Inches | None = None
    soldier: tuple[str, str, str, str] = ("-", "-", "-", "-")
    vehicle: tuple[str, str, str, str, str, str, str] = ("-", "-", "-", "-", "-", "-", "-")
    aircraft: tuple[str, str, str] = ("-", "-", "-")
    abilities: list[str] = []
    provenance: str = "house"
    facts: dict[str, str] = {}


class MountFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon on a miniature: how many, and the arc it is fixed to."""

    weapon: str
    count: Count = 1
    arc: Literal["", "F", "R", "Lt", "Rt"] = ""


class MiniFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ``[[profile]]``; the figure's keys (model to sensor_in) are the table's."""

    id: str
    name: str
    model: str
    base: Opaque = {}
    height_in: float | None = None
    eye_height_in: float | None = None
    seen_parts: list[str] = []
    deck_in: float | None = None
    gun_in: float | None = None
    sensor_in: float | None = None
    move_in: Annotated[float, Meta(gt=0, le=24)]
    damage_capacity: Annotated[int, Meta(ge=1, le=30)]
    type: str
    weapons: list[MountFile] = []
    abilities: list[str] = []
    leadership_in: Inches = 6.0
    heavy: bool = False
    provenance: str = "house"
    facts: dict[str, str] = {}


class MemberFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Some miniatures of one profile in a unit."""

    profile: str
    count: Count = 1
    leader: bool = False


class UnitFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ``[[unit]]`` as a force buys it."""

    id: str
    name: str
    ap: Annotated[int, Meta(ge=1, le=500)]
    members: Annotated[list[MemberFile], Meta(min_length=1)]
    section: Literal["command", "1", "2", "3", "4", "support", "hero"] = "support"
    abilities: list[str] = []
    provenance: str = "house"
    facts: dict[str, str] = {}


@dataclass
class _Reader:
    """What has been read so far, and what was wrong with it."""

    weapons: dict[str, Weapon] = field(default_factory=dict[str, Weapon])
    minis: dict[str, Profile] = field(default_factory=dict[str, Profile])
    units: dict[str, UnitProfile] = field(default_factory=dict[str, UnitProfile])
    problems: list[Problem] = field(default_factory=list[Problem])

    def add(self, entry: ProfileEntry, place: str, key: str, **params: object) -> None:
        """Add one of this book's own problems at a place of an entry."""
        self.problems.append(Problem(f"dw.profile.{key}", place, entry.file, params))

    def struct(self, entry: ProfileEntry, struct: type[T], where: str) -> T | None:
        """Return an entry's table in the form of this book."""
        found = Collector(entry.file)
        parsed = convert(entry.raw, struct, found, where)
        self.problems += found.problems
        return parsed

    def check_common(
        self, entry: ProfileEntry, where: str, item: WeaponFile | MiniFile | UnitFile
    ) -> None:
        """Check abilities and where the numbers come from."""
        known = WEAPON_ABILITIES if isinstance(item, WeaponFile) else MINI_ABILITIES
        for ability in item.abilities:
            if ability not in known:
                near = did_you_mean(ability, known)
                self.add(entry, f"{where}.abilities", "ability", found=ability, nearest=near)
        for place, source in {"provenance": item.provenance, **item.facts}.items():
            if not _SOURCE.fullmatch(source):
                self.add(entry, f"{where}.{place}", "source", found=source)


def read_type(text: str) -> ArmourClass | None:
    """Return the type and class of ``Soldier 2`` and the like, None for anything else.

    Rules: dw.type.three_types dw.type.soldier dw.type.vehicle dw.type.aircraft
    """
    match = _TYPE.fullmatch(text)
    if match is None:
        return None
    kind, number = match[1].lower(), int(match[2])
    return ArmourClass(kind, number) if number <= CLASSES[kind] else None


def _read_weapon(reader: _Reader, entry: ProfileEntry) -> None:
    """Read one weapon.

    Rules: dw.weapon.profile dw.weapon.range dw.weapon.range_min dw.type.aircraft
    """
    where = f"weapon[{entry.id}]"
    item = reader.struct(entry, WeaponFile, where)
    if item is None:
        return
    reader.check_common(entry, where, item)
    letter = item.range if isinstance(item.range, str) else ""
    least, most = LETTER_RANGES[letter] if letter else (0.0, float(item.range))
    least = least if item.min_range_in is None else item.min_range_in
    if least >= most:
        reader.add(entry, f"{where}.min_range_in", "ranges", least=least, most=most)
    cells: dict[str, Cell] = {}
    for kind, row in (
        ("soldier", item.soldier),
        ("vehicle", item.vehicle),
        ("aircraft", item.aircraft),
    ):
        for number, text in enumerate(row, start=1):
            cell = _cell(text)
            if cell is not None:
                cells[f"{kind}-{number}"] = cell
            elif not _DASH.fullmatch(text):
                reader.add(entry, f"{where}.{kind}[{number}]", "cell", found=text)
    reader.weapons[item.id] = Weapon(
        id=item.id,
        name=item.name,
        range_in=most,
        cells=cells,
        range_code=letter,
        min_range_in=least,
        abilities=tuple(item.abilities),
        provenance=item.provenance,
        facts=item.facts,
    )


def _cell(text: str) -> Cell | None:
    """Return ``dice/damage``, None for a dash or anything unreadable.

    Rules: dw.weapon.dice_damage dw.weapon.dash dw.weapon.spray_symbol
    """
    match = _CELL.fullmatch(text)
    if match is None:
        return None
    spray = match[1] == "spray"
    return Cell(0 if spray else int(match[1]), int(match[2]), spray)


def _read_mini(reader: _Reader, entry: ProfileEntry) -> None:
    """Read one miniature type.

    Rules: dw.char.primary dw.type.three_types dw.arc.weapon_code
    """
    where = f"profile[{entry.id}]"
    item = reader.struct(entry, MiniFile, where)
    if item is None:
        return
    reader.check_common(entry, where, item)
    armour = read_type(item.type)
    if armour is None:
        reader.add(entry, f"{where}.type", "type", found=item.type)
        return
    if armour.kind == "aircraft":
        reader.add(entry, f"{where}.type", "aircraft", found=item.type)
    mounts: list[Mount] = []
    for mount in item.weapons:
        if mount.weapon not in reader.weapons:
            near = did_you_mean(mount.weapon, reader.weapons)
            place = f"{where}.weapons"
            reader.add(entry, place, "unknown_weapon", found=mount.weapon, nearest=near)
        if mount.arc and armour.kind != "vehicle":
            reader.add(entry, f"{where}.weapons", "soldier_arc", found=mount.weapon)
        mounts += [Mount(mount.weapon, mount.arc)] * mount.count
    if item.heavy and armour.kind != "vehicle":
        reader.add(entry, f"{where}.heavy", "heavy_soldier")
    reader.minis[item.id] = Profile(
        id=item.id,
        name=item.name,
        model=item.id,
        move_in=item.move_in,
        damage_capacity=item.damage_capacity,
        armour=armour,
        weapons=tuple(mounts),
        abilities=tuple(item.abilities),
        leadership_in=item.leadership_in,
        heavy=item.heavy,
        provenance=item.provenance,
        facts=item.facts,
    )


def _read_unit(reader: _Reader, entry: ProfileEntry) -> None:
    """Read one unit.

    Rules: dw.leader.every_unit dw.leader.single dw.roll.mixed_class_unit
    """
    where = f"unit[{entry.id}]"
    item = reader.struct(entry, UnitFile, where)
    if item is None:
        return
    reader.check_common(entry, where, item)
    unknown = [each.profile for each in item.members if each.profile not in reader.minis]
    for name in unknown:
        near = did_you_mean(name, reader.minis)
        reader.add(entry, f"{where}.members", "unknown_profile", found=name, nearest=near)
    total = sum(each.count for each in item.members)
    leaders = sum(each.count for each in item.members if each.leader)
    if leaders != 1 and not (total == 1 and leaders == 0):
        reader.add(entry, f"{where}.members", "leaders", found=leaders)
    if unknown:
        return
    classes = list(dict.fromkeys(reader.minis[each.profile].armour for each in item.members))
    if len(classes) > 1:
        names = ", ".join(f"{each.kind} {each.number}" for each in classes)
        reader.add(entry, f"{where}.members", "mixed", found=names)
    reader.units[item.id] = UnitProfile(
        id=item.id,
        name=item.name,
        faction=entry.faction,
        ap=item.ap,
        members=tuple(
            Member(each.profile, each.count, each.leader or total == 1) for each in item.members
        ),
        section=item.section,
        abilities=tuple(item.abilities),
        team=classes[0].kind == "soldier" and total == 2,
        provenance=item.provenance,
        facts=item.facts,
    )


def read_profiles(book: ProfileBook) -> Profiles:
    """Return this game's weapons, miniature types and units.

    A unit of two soldiers is a Team (`dw.cover.team`). A miniature's `model` is its own id: the
    table keeps a model for every miniature type.

    Raises
    ------
    InputProblems
        With everything that is wrong in any of the files.
    """
    reader = _Reader()
    for entry in book.weapons.values():
        _read_weapon(reader, entry)
    for entry in book.profiles.values():
        _read_mini(reader, entry)
    for entry in book.units.values():
        _read_unit(reader, entry)
    if reader.problems:
        raise InputProblems(reader.problems)
    return Profiles(reader.weapons, reader.minis, reader.units)


@cache
def load_dust_profiles() -> Profiles:
    """Return the profiles that come with the program.

    Raises
    ------
    InputProblems
        When one of their files is broken.
    """
    return read_profiles(load_book("dust_warfare"))


def cautions(profiles: Profiles) -> tuple[Problem, ...]:
    """Return what is unusual about profiles but may stand.

    Rules: dw.char.typical_dc dw.type.vehicle_solo
    """
    heroes = {
        member.profile
        for unit in profiles.units.values()
        if unit.section == "hero"
        for member in unit.members
    }
    return tuple(_cautions(profiles, heroes))


def _cautions(profiles: Profiles, heroes: set[str]) -> Iterable[Problem]:
    for mini in profiles.minis.values():
        if mini.soldier and mini.damage_capacity > 1 and mini.id not in heroes:
            params: dict[str, object] = {"found": mini.damage_capacity}
            yield Problem("dw.profile.soldier_dc", f"profile[{mini.id}]", params=params)
    for unit in profiles.units.values():
        count = sum(member.count for member in unit.members)
        if profiles.minis[unit.members[0].profile].vehicle and count > 1:
            yield Problem("dw.profile.vehicles", f"unit[{unit.id}]", params={"found": count})
