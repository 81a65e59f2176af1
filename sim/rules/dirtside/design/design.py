"""A vehicle's design as plain data: what the file says, and small sums everybody needs."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from sim.rules.dirtside.design.tables import design_tables

__all__ = [
    "WALKERS",
    "Artillery",
    "Design",
    "Grade",
    "Gun",
    "Launcher",
    "base_move_in",
    "basic_signature",
    "capacity",
    "effective_signature",
    "largest_gun",
    "target_die",
]

Grade = Literal["", "basic", "enhanced", "superior"]
Count = Annotated[int, msgspec.Meta(ge=0, le=12)]
Mount = Literal["turret", "fixed"]

#: Mobilities of walkers.
WALKERS: tuple[str, ...] = ("combat_walker", "transport_walker", "infantry_walker")
#: What a target rolls by effective signature.
_TARGET_DIE = {1: 12, 2: 10, 3: 8, 4: 6, 5: 4}


class Gun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"size": "class"}):
    """A direct-fire weapon, SLAM among them; `barrels` of one type and class fire together."""

    type: str
    size: Annotated[int, msgspec.Meta(ge=1, le=9)]
    mount: Mount = "turret"
    barrels: Annotated[int, msgspec.Meta(ge=1, le=8)] = 1


class Launcher(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Launchers of guided missiles, each with its own guidance."""

    type: Literal["light", "heavy"]
    grade: Literal["basic", "enhanced", "superior"] = "basic"
    mount: Mount = "turret"
    count: Annotated[int, msgspec.Meta(ge=1, le=8)] = 1


class Artillery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An artillery weapon, its fire control in it."""

    type: Literal["light", "medium", "heavy"]
    count: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1


class Carries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What it can carry: teams by type, loads of cargo, vehicles by size class."""

    militia: Count = 0
    line: Count = 0
    powered: Count = 0
    cargo: Count = 0
    vehicles: tuple[int, ...] = ()


class Design(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A vehicle.

    Attributes
    ----------
    name : str
    size : int
        Size class.
    mobility, power : str
        Slugs of the tables.
    armour : int
        Front rating; `special` is ``ablative`` or ``reactive`` armour over it.
    fire_controls : int
        How many of them; more than one only on oversize hulls.
    apsw, lad : int
        APSW beyond the free one; local air defence weapons.
    ordnance : int
        Loads of dead-fall ordnance.
    waivers : tuple of str
        Clauses that this design breaks by agreement.
    deck_in, gun_in, sensor_in : float or None
        Heights that sight needs; by size class where they are not given.
    provenance : str
        ``house`` or ``fact:<clause>``.
    notes : tuple of str
    """

    name: str
    size: Annotated[int, msgspec.Meta(ge=0, le=9)]
    mobility: str
    power: str = "cfe"
    amphibious: bool = False
    armour: Annotated[int, msgspec.Meta(ge=-9, le=99)] = 0
    special: tuple[Literal["ablative", "reactive"], ...] = ()
    open_topped: bool = False
    military: bool = True
    stealth: Count = 0
    fire_control: Grade = ""
    fire_controls: Count = 1
    ecm: Grade = ""
    backup: bool = False
    guns: tuple[Gun, ...] = ()
    missiles: tuple[Launcher, ...] = ()
    artillery: tuple[Artillery, ...] = ()
    pds: Grade = ""
    ads: Grade = ""
    lad: Count = 0
    apsw: Count = 0
    apfc: bool = False
    cbr: Grade = ""
    command: bool = False
    observer: bool = False
    ordnance: Count = 0
    attack_vtol: bool = False
    carries: Carries = Carries()
    waivers: tuple[str, ...] = ()
    deck_in: float | None = None
    gun_in: float | None = None
    sensor_in: float | None = None
    provenance: str = "house"
    notes: tuple[str, ...] = ()

    @property
    def walks(self) -> bool:
        """Whether it is a walker."""
        return self.mobility in WALKERS

    @property
    def flies(self) -> bool:
        """Whether it is an air vehicle."""
        return self.mobility in ("vtol", "aerospace")


def capacity(design: Design) -> int:
    """Return the capacity points a vehicle has.

    Rules: ds.design.capacity ds.oversize.capacity ds.air.capacity
    """
    return 5 * design.size


def basic_signature(design: Design) -> int:
    """Return the basic signature: the size class, for walkers one more.

    Rules: ds.signature.basic ds.walker.signature
    """
    return design.size + 1 if design.mobility in WALKERS[:2] else design.size


def effective_signature(design: Design) -> int:
    """Return the signature that stealth leaves, never below 1.

    Rules: ds.signature.stealth ds.signature.stealth_floor
    """
    return max(1, basic_signature(design) - design.stealth)


def target_die(signature: int) -> int:
    """Return the sides of the die that a target of an effective signature rolls.

    Rules: ds.signature.target_die ds.oversize.size_die
    """
    return _TARGET_DIE[min(signature, 5)]


def largest_gun(design: Design) -> int:
    """Return the class of the largest direct-fire weapon, 0 without one."""
    return max((gun.size for gun in design.guns), default=0)


def base_move_in(design: Design) -> float:
    """Return the base movement factor, inches a turn in NORMAL terrain.

    Rules: ds.move.factor
    """
    if design.mobility == "vtol" and design.attack_vtol:
        return 30.0
    return float(design_tables().mobility[design.mobility].move)
