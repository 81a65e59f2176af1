"""The whole state of a game of Dust Warfare as plain data: ids, numbers, strings, tuples.

No object references, no geometry, no callables. Everything that must outlive a step is here.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.geometry.pose import Pose

__all__ = ["Activation", "DustState", "Mini", "Phase", "Rating", "Unit"]

Phase = Literal["agreement", "deployment", "initiative", "command", "unit", "end", "over"]


class Mini(msgspec.Struct):
    """A miniature. `pose` is None while it is off the table; casualties leave the list."""

    id: str
    profile: str
    pose: Pose | None = None
    damage: int = 0


class Unit(msgspec.Struct):
    """A unit and its markers.

    Attributes
    ----------
    id, profile, side : str
    minis : list of Mini
        Living miniatures; empty when destroyed.
    leader : str
        Id of the Unit Leader's miniature, empty while leaderless (`dw.leader.loss_promote`).
    suppression : int
    reaction : bool
    activated : bool
        Whether it had its activation this turn.
    ordered : bool
        Whether it received an Order this Command phase (`dw.command.one_order_per_unit`).
    out_of_ammo : bool
        Out of Ammo marker for Reload weapons.
    lost_weapons : list of str
        ``mini|mount index`` of weapons lost for the game.
    effects : list of str
        Vehicle damage in force: ``blinded``, ``external_fire``, ``weapon_damaged``,
        ``drive_damaged``, ``ammo_detonation``, ``hull_breach``.
    used : list of str
        Once-per-game things done.
    started_with : int
        Miniatures at the start of the game.
    """

    id: str
    profile: str
    side: str
    minis: list[Mini]
    leader: str = ""
    suppression: int = 0
    reaction: bool = False
    activated: bool = False
    ordered: bool = False
    out_of_ammo: bool = False
    lost_weapons: list[str] = []
    effects: list[str] = []
    used: list[str] = []
    started_with: int = 0
    temporary_section: bool = False

    @property
    def alive(self) -> bool:
        """Whether any miniature lives."""
        return bool(self.minis)

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table."""
        return bool(self.minis) and self.minis[0].pose is not None


class Rating(msgspec.Struct, frozen=True):
    """What the players agreed of a terrain piece (`dw.terrain.declare`).

    `cover` is ``none``, ``soft`` or ``hard``; movement is ``open``, ``difficult`` or
    ``impassable`` by type; `needs_crossing` is the agreement of
    `dw.terrain.cover_needs_crossing`; `free_floors` that of `dw.vertical.agreed_exceptions`.
    """

    cover: str
    soldier: str
    vehicle: str
    needs_crossing: bool = False
    free_floors: bool = True
    agreed: bool = False


class Activation(msgspec.Struct):
    """The activation in hand: declared actions and how far they are done.

    `heights` keeps each miniature's support height at the start (`dw.vertical.limit_3`).
    """

    unit: str
    actions: list[str] = []
    done: int = 0
    declared: bool = False
    heights: dict[str, float] = {}


class DustState(msgspec.Struct):
    """A game of Dust Warfare.

    `units` keeps the order of the force lists; `initiating` is empty before the first roll.
    """

    units: dict[str, Unit]
    ratings: dict[str, Rating]
    sides: tuple[str, str]
    zone_edges: dict[str, str] = {}
    turn: int = 0
    turns: int = 5
    phase: Phase = "agreement"
    active: str = ""
    initiating: str = ""
    orders: dict[str, int] = {}
    activation: Activation | None = None
    agreed: list[str] = []
    deployed: list[str] = []
    destroyed: list[str] = []
    result: dict[str, str] = {}

    def other(self, side: str) -> str:
        """Return the opposing side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def units_of(self, side: str) -> list[Unit]:
        """Return a side's units in force order, destroyed ones included."""
        return [unit for unit in self.units.values() if unit.side == side]
