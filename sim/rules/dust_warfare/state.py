"""The whole state of a game of Dust Warfare as plain data: ids, numbers, strings, tuples.

No object references, no geometry, no callables. Everything that must outlive a step is here.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.geometry.pose import Pose

__all__ = ["Activation", "DustState", "Mini", "Phase", "Rating", "Stage", "Unit"]

Phase = Literal["agreement", "deployment", "initiative", "command", "unit", "end", "over"]

#: Parts of an activation, one step each (`dw.activation.complete_before_next`).
Stage = Literal["prepare", "declare", "act", "end"]


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

    Attributes
    ----------
    unit : str
    actions : list of str
        Declared actions in order: ``move``, ``attack``, ``march``, ``sustained``, or a special
        action's slug.
    done : int
        How many of them are over, forfeited ones included.
    declared : bool
    heights : dict
        Each miniature's support height at the start (`dw.vertical.limit_3`).
    stage : str
    count : int
        Actions it has, fixed after the suppression roll (`dw.activation.count_locked`).
    """

    unit: str
    actions: list[str] = []
    done: int = 0
    declared: bool = False
    heights: dict[str, float] = {}
    stage: Stage = "prepare"
    count: int = 0


class DustState(msgspec.Struct):
    """A game of Dust Warfare.

    Attributes
    ----------
    units : dict of Unit
        In the order of the force lists.
    ratings : dict of Rating
        By terrain piece.
    sides : pair of str
    zone_edges : dict
        Side to its own table edge, once chosen.
    turn, turns : int
        Game turn from 1 (0 before the first), and how many the battle lasts.
    phase : str
    active : str
        Side whose phase it is; empty where both act.
    initiating : str
        Empty before the first roll.
    orders : dict
        Side to its Orders left in this Command phase.
    activation : Activation or None
    agreed : list of str
        Terrain pieces rated at the table, waiting for the other player's word until
        `terrain_agreed`.
    deployed, destroyed : list of str
        Unit ids, in the order it happened.
    result : dict
        ``winner`` and ``why`` (a word key) once the game is over.
    first_chooser : str
        Side that chooses its deployment area and deploys first.
    objective, deployment : str
        Slugs of the scenario's parts.
    friendly : bool
        A friendly game, in which a tie may stand (`dw.tie.friendly_ok`).
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
    terrain_agreed: bool = False
    first_chooser: str = ""
    objective: str = "eliminate"
    deployment: str = "advancing_lines"
    friendly: bool = False

    def other(self, side: str) -> str:
        """Return the opposing side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def units_of(self, side: str) -> list[Unit]:
        """Return a side's units in force order, destroyed ones included."""
        return [unit for unit in self.units.values() if unit.side == side]
