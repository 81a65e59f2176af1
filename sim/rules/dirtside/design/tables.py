"""The numbers the workshop counts with, as typed records from ``tables/design.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec

__all__ = ["DesignTables", "MobilityType", "PowerPlant", "WeaponType", "design_tables"]

_FILE = Path(__file__).parent.parent / "tables" / "design.toml"


class Capacities(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What takes how much of a vehicle's capacity."""

    fixed: int
    turret: int
    gms: dict[str, int]
    pds: dict[str, int]
    ads: dict[str, int]
    lad: int
    apsw: int
    apfc: int
    artillery: int
    cbr: int
    command: int
    ordnance: int
    team: dict[str, int]
    cargo: int
    vehicle: int


class WeaponType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of direct-fire weapon: its classes, its price times class, its need of power."""

    classes: tuple[int, ...]
    points: int
    strains: bool = False


class PowerPlant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power plant: price, limit of HEL and MDC below the size, and what it drives up to."""

    percent: int
    strain: int
    drives: dict[str, int]


class MobilityType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mobility type: price, and base movement factor in inches."""

    percent: int
    move: int


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points and percentages."""

    armour: int
    special_armour: int
    amphibious: int
    firecon: dict[str, int]
    gms: dict[str, dict[str, int]]
    pds: dict[str, int]
    ads: dict[str, int]
    ecm: dict[str, int]
    cbr: dict[str, int]
    lad: int
    apsw: int
    apfc: int
    stealth: int
    artillery: dict[str, int]
    observer: int
    command: int
    backup: int


class Troops(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Infantry teams: price of a rifle team by type, what a specialist adds, figures in a team."""

    rifle: dict[str, int]
    extra: dict[str, int]
    team: dict[str, tuple[int, int]]


class DesignTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All tables of the workshop."""

    capacity: Capacities
    weapon: dict[str, WeaponType]
    power: dict[str, PowerPlant]
    mobility: dict[str, MobilityType]
    points: Prices
    artillery: dict[str, int]
    troops: Troops
    ammunition: dict[str, dict[str, int]]


@cache
def design_tables() -> DesignTables:
    """Return the tables, read once."""
    raw = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return msgspec.convert(raw, DesignTables)
