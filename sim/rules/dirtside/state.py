"""The whole state of a game of Dirtside II as plain data: ids, numbers, strings, tuples.

No object references, no geometry, no callables. Everything that must outlive a step is here.
Markers of the book are fields: what lies beside a model lies in its element
or its unit.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.geometry.pose import Pose

__all__ = [
    "LEVELS",
    "Activation",
    "Confidence",
    "DirtsideState",
    "Element",
    "Marker",
    "Mission",
    "Objective",
    "Order",
    "Phase",
    "Quality",
    "Stage",
    "Unit",
]

Quality = Literal["green", "regular", "veteran"]
Confidence = Literal["CO", "ST", "SH", "BR", "RO"]
#: Confidence levels from the best to the worst (`ds.confidence.levels`).
LEVELS: tuple[Confidence, ...] = ("CO", "ST", "SH", "BR", "RO")

Phase = Literal["objectives", "deployment", "turn-start", "act", "turn-end", "over"]

#: Parts of an activation, one step each: what confidence forces, the tests, then the elements one
#: by one, and the end (`ds.turn.activation`).
Stage = Literal["begin", "fire-before", "move", "fire-after", "end"]

#: An element's five permitted sequences (`ds.activation.options`); ``""`` while not yet chosen.
Order = Literal["", "move-combat", "combat-move", "combat", "move", "nothing"]


class Element(msgspec.Struct):
    """A vehicle model or an infantry base.

    Attributes
    ----------
    id, profile : str
        ``unit/1``; a profile of the force's file.
    pose : Pose or None
        None while it is off the table, hidden or carried.
    carrier : str
        Element that carries it; empty when it stands on its own.
    damaged, immobilised, systems_down, abandoned, knocked_out : bool
        Its markers; a knocked-out vehicle stays on the table as a wreck.
    sensors : bool
        ACTIVE SENSORS marker of an area-defence vehicle.
    high : bool
        HIGH MODE marker.
    travelling : bool
        Travel mode since its last move: EASY ground counts as such, no combat action.
    evading : bool
        EVASIVE MOVEMENT marker.
    dug_in : bool
        Stands in a dug-in position.
    spent : list of str
        What is used up: missiles, smoke, ammunition, by slug.
    order : str
        Its sequence in the unit's present activation.
    acted : list of str
        Parts of it that are done: ``move``, ``combat``.
    """

    id: str
    profile: str
    pose: Pose | None = None
    carrier: str = ""
    damaged: bool = False
    immobilised: bool = False
    systems_down: bool = False
    abandoned: bool = False
    knocked_out: bool = False
    sensors: bool = False
    high: bool = False
    travelling: bool = False
    evading: bool = False
    dug_in: bool = False
    spent: list[str] = []
    order: Order = ""
    acted: list[str] = []

    @property
    def fights(self) -> bool:
        """Whether it can still act: neither destroyed nor left by its crew."""
        return not (self.knocked_out or self.abandoned)

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table itself."""
        return self.pose is not None


class Unit(msgspec.Struct):
    """A unit: one command marker, one confidence marker, one activation.

    Attributes
    ----------
    id, profile, side : str
    elements : list of Element
        Wrecks included; infantry that was removed leaves the list.
    quality : str
        Colour of its command marker.
    leadership : int
        Number on it, 1 the best.
    confidence : str
    activated : bool
        Whether its command marker is inverted.
    under_fire, panic, attacked : bool
        UNDER FIRE and PANIC markers; whether it was ever attacked.
    leader : str
        Element that is secretly its leader.
    command : bool
        Whether it is the player's command unit; `command_element` its command vehicle or team.
    started_with : int
        Elements it is measured against for losses.
    losses : list of str
        Elements damaged or destroyed so far, each once, in the order it happened.
    attackers : list of str
        Enemy units that attacked it since its last activation.
    advancing : bool
        Posture of its last activation, for the loss of command.
    hidden : str
        Letter of the marker it is hidden under, empty when it stands open.
    withdrew : int
        Turn of its last forced withdrawal, 0 for none.
    split_from : str
        Unit it was split from.
    """

    id: str
    profile: str
    side: str
    elements: list[Element]
    quality: Quality = "regular"
    leadership: int = 2
    confidence: Confidence = "CO"
    activated: bool = False
    under_fire: bool = False
    panic: bool = False
    attacked: bool = False
    leader: str = ""
    command: bool = False
    command_element: str = ""
    started_with: int = 0
    losses: list[str] = []
    attackers: list[str] = []
    advancing: bool = False
    hidden: str = ""
    withdrew: int = 0
    split_from: str = ""

    @property
    def fighting(self) -> list[Element]:
        """Elements that can still act, in order."""
        return [element for element in self.elements if element.fights]

    @property
    def alive(self) -> bool:
        """Whether any element can still act."""
        return any(element.fights for element in self.elements)

    @property
    def on_table(self) -> bool:
        """Whether an element that can act stands on the table, or lies under a hidden marker."""
        return bool(self.hidden) or any(e.fights and e.on_table for e in self.elements)


class Objective(msgspec.Struct):
    """An objective marker.

    Attributes
    ----------
    id : str
    at : (x, y) or None
        Its centre; None while it is in a player's hand.
    value : int
    owner : str
        Side that drew and placed it.
    held_by : str
        Side that took it last; empty while nobody did.
    known_to : list of str
        Sides that have looked at its value.
    """

    id: str
    value: int
    owner: str
    at: tuple[float, float] | None = None
    held_by: str = ""
    known_to: list[str] = []


class Marker(msgspec.Struct):
    """A lettered marker of the defender: a hidden unit or a dummy."""

    id: str
    at: tuple[float, float]
    unit: str = ""


class Mission(msgspec.Struct):
    """An artillery mission between its call and its arrival.

    Attributes
    ----------
    battery, caller : str
        Units.
    aim : tuple of (x, y)
        Its one or two aim points.
    sheaf, munition : str
    ready : bool
        The opponent has made the activation that lies between.
    """

    battery: str
    caller: str
    aim: tuple[tuple[float, float], ...]
    sheaf: str
    munition: str
    ready: bool = False


class Activation(msgspec.Struct):
    """The activation in hand.

    Attributes
    ----------
    unit : str
    kind : str
        ``act``, ``rally``, ``regroup``, ``recover`` (from panic), ``withdraw``, ``mission``.
    stage : str
    may_move : bool
        False once a test against fire was failed.
    may_advance : bool
        False for who may not go nearer to the enemy.
    tested : list of str
        Reaction tests taken in it, by cause.
    starts : dict of element to Pose
        Where each stood when it began.
    shots : dict of element to target
        Fire declared for the whole activation.
    """

    unit: str
    kind: str = "act"
    stage: Stage = "begin"
    may_move: bool = True
    may_advance: bool = True
    tested: list[str] = []
    starts: dict[str, Pose] = {}
    shots: dict[str, str] = {}


class DirtsideState(msgspec.Struct):
    """A game of Dirtside II.

    Attributes
    ----------
    units : dict of Unit
        In the order of the force lists; split-off parts behind their unit.
    sides : pair of str
    battle : str
        ``encounter`` or ``attack-defence``.
    attacker : str
        Empty in an encounter.
    baselines : dict of side to table edge
    turn : int
        From 1; 0 before the first.
    turn_limit : int
        0 for none.
    phase : str
    to_act : str
        Side whose turn to act it is.
    passed : bool
        Whether the other side has just passed, so that this one must act.
    finished : list of str
        Sides that declared themselves finished for this turn.
    activation : Activation or None
    objectives : list of Objective
    markers : list of Marker
    missions : list of Mission
        Artillery on its way, in order of call.
    ruined : list of str
        Pieces with a RUINED BUILDING marker.
    command_lost : list of str
        Sides whose command loss was taken.
    no_offensive : list of str
        Sides that may begin no advance for the rest of the turn.
    deployed : list of str
    result : dict
        ``winner`` and ``why`` once the game is over.
    """

    units: dict[str, Unit]
    sides: tuple[str, str]
    battle: str = "encounter"
    attacker: str = ""
    baselines: dict[str, str] = {}
    turn: int = 0
    turn_limit: int = 0
    phase: Phase = "objectives"
    to_act: str = ""
    passed: bool = False
    finished: list[str] = []
    activation: Activation | None = None
    objectives: list[Objective] = []
    markers: list[Marker] = []
    missions: list[Mission] = []
    ruined: list[str] = []
    command_lost: list[str] = []
    no_offensive: list[str] = []
    deployed: list[str] = []
    result: dict[str, str] = {}

    def other(self, side: str) -> str:
        """Return the opposing side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def units_of(self, side: str) -> list[Unit]:
        """Return a side's units in force order, destroyed ones included."""
        return [unit for unit in self.units.values() if unit.side == side]
