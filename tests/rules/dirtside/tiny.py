"""A tiny battle: units on an empty field, and procedures that are given their answers."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any

import msgspec

from sim.engine.events import Event
from sim.engine.questions import Question
from sim.geometry.pose import Pose
from sim.rules.dirtside.forces.profiles import Member, Troop, UnitProfile
from sim.rules.dirtside.options import DirtsideOptions
from sim.rules.dirtside.play import Play, Profiles
from sim.rules.dirtside.state import DirtsideState, Element, Unit
from tests.rules.dirtside.answers import told
from tests.rules.dirtside.field import Strip, field

TANK = Troop("tank", "Tank", "hull", "vehicle", "medium_battle_tank", "", 3, "fast_tracked", 12.0)
RIFLES = Troop("rifles", "Rifle team", "team", "infantry", "", "line", 0, "infantry_line", 2.0)
TROOPS = {"tank": TANK, "rifles": RIFLES}


def unit(
    name: str, side: str, *spots: tuple[float, float], troop: str = "tank", **more: Any
) -> Unit:
    """Return a unit whose elements stand at some places."""
    elements = [
        Element(f"{name}/{index}", troop, Pose(x, y)) for index, (x, y) in enumerate(spots, 1)
    ]
    usual: dict[str, Any] = {"leader": elements[0].id, "started_with": len(elements)}
    return Unit(name, name, side, elements, **{**usual, **more})


class Tiny:
    """A battle of some units.

    Parameters
    ----------
    units : Unit
    strips : sequence of Strip
        Ground.
    options : str
        Table options that differ.
    """

    def __init__(self, *units: Unit, strips: Sequence[Strip] = (), **options: str) -> None:
        self.events: list[Event] = []
        state = DirtsideState(
            {each.id: each for each in units}, ("blue", "red"), turn=1, phase="act"
        )
        state.baselines = {"blue": "west", "red": "east"}
        profiles = Profiles(
            TROOPS,
            {each.id: UnitProfile(each.id, each.id, (Member("tank"),)) for each in units},
            {},
        )
        chosen = DirtsideOptions(**options)
        facts = field(*strips).facts
        self.play = Play(state, facts, profiles, chosen, self.events.append)

    @property
    def state(self) -> DirtsideState:
        """The state, which procedures change."""
        return self.play.state

    def unit(self, name: str) -> Unit:
        """Return a unit."""
        return self.state.units[name]

    def run(self, procedure: Coroutine[Any, Any, Any], *answers: Any) -> Any:
        """Return what a procedure returns; every answer must be asked for."""
        _, value = self.asked(procedure, *answers)
        return value

    def asked(
        self, procedure: Coroutine[Any, Any, Any], *answers: Any
    ) -> tuple[list[Question], Any]:
        """Return what it asked, and what it returned; the state can be saved after it."""
        found = told(procedure, answers)
        packed = msgspec.msgpack.encode(self.state)
        assert msgspec.msgpack.decode(packed, type=DirtsideState) == self.state
        return found

    def happened(self) -> list[str]:
        """Return the kinds of the events so far."""
        return [event.kind for event in self.events]
