"""Profiles: weapons, miniature types and units as plain records.

Read from ``assets/profiles/dust_warfare/*.toml``. The table reads only the neutral keys of a
profile (model, base, heights); everything here is the book's.
"""

from __future__ import annotations

import msgspec

__all__ = ["ArmourClass", "Cell", "Member", "Mount", "Profile", "UnitProfile", "Weapon"]


class ArmourClass(msgspec.Struct, frozen=True):
    """A type and its class: ``soldier`` 1-4, ``vehicle`` 1-7 (`dw.type.three_types`)."""

    kind: str
    number: int

    @property
    def key(self) -> str:
        """Column of a weapon's line: ``soldier-2`` and the like."""
        return f"{self.kind}-{self.number}"


class Cell(msgspec.Struct, frozen=True):
    """A weapon's dice against one class and the damage of each hit.

    `spray` replaces the dice by the number of miniatures in the target unit
    (`dw.weapon.spray_symbol`). A class with no cell is a dash: the weapon cannot hurt it.
    """

    dice: int
    damage: int
    spray: bool = False


class Weapon(msgspec.Struct, frozen=True):
    """A weapon's printed line.

    Attributes
    ----------
    id, name : str
    range_in : float
        Greatest range; 3 for Close Combat, 36 for Artillery.
    range_code : str
        ``""``, ``"C"`` or ``"A"`` (`dw.weapon.range_c`, `dw.weapon.range_a`).
    min_range_in : float
    cells : dict
        ``soldier-2`` and the like to `Cell`.
    abilities : tuple of str
        Slugs such as ``burst``, ``grenade``, ``reload``, ``penetrator``.
    provenance : str
        ``house``, or ``fact:<ledger id>`` for a wholly printed line.
    facts : dict
        Single printed numbers (``soldier-2``, ``range_in``) to their ``fact:<ledger id>``.
    """

    id: str
    name: str
    range_in: float
    cells: dict[str, Cell]
    range_code: str = ""
    min_range_in: float = 0.0
    abilities: tuple[str, ...] = ()
    provenance: str = "house"
    facts: dict[str, str] = {}

    @property
    def close_combat(self) -> bool:
        """Whether it is a Close Combat weapon."""
        return self.range_code == "C"

    def against(self, armour: ArmourClass) -> Cell | None:
        """Return the cell for a type and class; None for a dash (`dw.weapon.dash`)."""
        return self.cells.get(armour.key)


class Mount(msgspec.Struct, frozen=True):
    """One weapon on a miniature and its field of fire.

    A file's ``count = 2`` makes two mounts, since each weapon may have its own target
    (`dw.attack.weapon_one_target`). `arc` is ``""`` for all round (turrets, soldiers) or ``F``,
    ``R``, ``Lt``, ``Rt``.
    """

    weapon: str
    arc: str = ""


class Profile(msgspec.Struct, frozen=True):
    """A type of miniature (`dw.char.primary`)."""

    id: str
    name: str
    model: str
    move_in: float
    damage_capacity: int
    armour: ArmourClass
    weapons: tuple[Mount, ...] = ()
    abilities: tuple[str, ...] = ()
    leadership_in: float = 6.0
    heavy: bool = False
    provenance: str = "house"
    facts: dict[str, str] = {}

    @property
    def soldier(self) -> bool:
        """Whether it is of the Soldier type."""
        return self.armour.kind == "soldier"

    @property
    def vehicle(self) -> bool:
        """Whether it is of the Vehicle type."""
        return self.armour.kind == "vehicle"


class Member(msgspec.Struct, frozen=True):
    """Miniatures of one profile in a unit."""

    profile: str
    count: int = 1
    leader: bool = False


class UnitProfile(msgspec.Struct, frozen=True):
    """A unit as the force list buys it.

    `section` is ``command``, ``1`` to ``4``, ``support`` or ``hero``; `team` marks a Soldier unit
    of two (`dw.cover.team`).
    """

    id: str
    name: str
    faction: str
    ap: int
    members: tuple[Member, ...]
    section: str = "support"
    abilities: tuple[str, ...] = ()
    team: bool = False
    provenance: str = "house"
    facts: dict[str, str] = {}
