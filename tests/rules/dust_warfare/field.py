"""A field: a tiny table whose game state lives on, for the turn, movement and reactions."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

import msgspec

from sim.engine.dice import ScriptedDice
from sim.engine.match import Match
from sim.engine.options import OptionsInForce
from sim.engine.questions import Move, Question
from sim.geometry.pose import Pose
from sim.rules.dust_warfare.game import DustWarfare
from sim.rules.dust_warfare.movement.going import Gait, going_for
from sim.rules.dust_warfare.movement.referee import why_not_move
from sim.rules.dust_warfare.play import Play, Profiles
from sim.rules.dust_warfare.state import DustState, Rating, Unit
from sim.rules.dust_warfare.turn.leader import leader_of
from sim.table.pieces import Floor, Terrain
from sim.words import say
from tests.rules.dust_warfare.tiny import Script, Tiny
from tests.table.builders import square

OPEN = Rating("none", "open", "open")
#: Ground that slows vehicles alone, as rubble does.
RUBBLE = Rating("soft", "open", "difficult")
#: Ground that slows soldiers alone, as a fence does.
FENCE = Rating("soft", "difficult", "open")
CLIFF = Rating("hard", "impassable", "impassable")


class Field(Tiny):
    """A table being set for one test; sides ``axis`` and ``allies``, the axis active.

    Parameters
    ----------
    *terrain, options, ratings
        As `Tiny` takes them.
    **state
        Fields of the state that differ: ``phase``, ``active``, ``orders`` ...
    """

    def __init__(
        self,
        *terrain: Terrain,
        options: Mapping[str, str] | None = None,
        ratings: Mapping[str, str | Rating] | None = None,
        **state: Any,
    ) -> None:
        super().__init__(*terrain, options=options, ratings=ratings)
        usual: dict[str, Any] = {"phase": "unit", "active": "axis", "initiating": "axis"}
        self.state = DustState(
            units=self.units,
            ratings=self.ratings,
            sides=("axis", "allies"),
            terrain_agreed=True,
            turn=1,
        )
        for key, value in {**usual, **state}.items():
            setattr(self.state, key, value)

    @property
    def play(self) -> Play:
        """The bundle that procedures get."""
        return Play(self.state, self.facts, self._profiles(), self.options, self.told.events.append)

    def run(
        self, procedure: Coroutine[Any, Any, Any], dice: str = "", answers: Sequence[Script] = ()
    ) -> Any:
        """Drive a procedure as `Tiny` does; every event and prompt must have its words."""
        result = super().run(procedure, dice, answers)
        for event in self.told.events:
            assert event.text()
        for question in self.told.asked:
            assert say(question.prompt, **question.params)
            for option in question.options:
                assert say(option.key, **option.params)
        return result

    def _profiles(self) -> Profiles:
        return Profiles(self.weapons, self.profiles, self.unit_profiles)

    def squad(self, name: str, side: str, x: float, y: float, count: int = 5, **more: Any) -> Unit:
        """Put a squad in a column upward from a place, 1.5 in apart, its leader first."""
        return self.unit(name, side, *((x, y + 1.5 * number) for number in range(count)), **more)

    def walker(self, name: str, side: str, x: float, y: float, facing: float = 0.0, **more: Any):
        """Put a Vehicle 3 with Damage Capacity 5 on the table."""
        values: dict[str, Any] = {"kind": "Vehicle 3", "dc": 5, **more}
        return self.unit(name, side, (x, y, facing), **values)

    def off_table(self, unit: Unit) -> Unit:
        """Take a unit off the table, as before deployment."""
        for mini in unit.minis:
            mini.pose = None
        return unit

    def profile(self, name: str, **changes: Any) -> None:
        """Change a miniature type: ``move_in``, ``leadership_in`` ..."""
        self.profiles[name] = msgspec.structs.replace(self.profiles[name], **changes)

    def buys(self, name: str, **changes: Any) -> None:
        """Change a unit profile: ``ap``, ``section``, ``abilities`` ..."""
        self.unit_profiles[name] = msgspec.structs.replace(self.unit_profiles[name], **changes)

    def why_not(
        self, unit: Unit, answer: Mapping[str, Move], gait: Gait = "move", bonus: float = 0.0
    ) -> list[str]:
        """Return the clauses that stand against a movement, in order, each once."""
        leader = leader_of(unit) or unit.minis[0]
        going = going_for(self.play, unit, leader, gait, bonus=bonus)
        found = why_not_move(self.play, going, answer)
        for each in found:
            assert each.text(), each
        return list(dict.fromkeys(each.rule for each in found))

    def game(self) -> DustWarfare:
        """Return the game of this field, its first state the present one."""
        in_force = OptionsInForce(self.options, "book", {})
        return DustWarfare(self.facts, self._profiles(), in_force, self.state)

    def match(self, dice: str = "") -> Match[DustState]:
        """Return a match that begins at the present state, with scripted dice."""
        faces = [6 if each == "h" else 1 for each in dice if each in "hb"]
        return Match(self.game(), ScriptedDice(faces))


def to(*points: tuple[float, float], level: str | None = None) -> Move:
    """Return a soldier's move along waypoints."""
    return Move(points=points, level=level)


def drive(*points: tuple[float, float], before: float = 0.0, after: float = 0.0) -> Move:
    """Return a vehicle's move with its pivots."""
    return Move(pivot_before=before, points=points, pivot_after=after)


def take(option: str) -> Script:
    """Return an answer that fails with what was offered when the option is not there."""

    def answer(question: Question) -> str:
        offered = [each.id for each in question.options if not each.blocked]
        assert option in offered, f"{question.key} offers {offered}"
        return option

    return answer


def offers(*options: str, then: Any) -> Script:
    """Return an answer that first checks what exactly a question offers."""

    def answer(question: Question) -> Any:
        offered = [each.id for each in question.options if not each.blocked]
        assert offered == list(options), f"{question.key} offers {offered}"
        return then

    return answer


def building(
    name: str = "house",
    x: tuple[float, float] = (20.0, 28.0),
    y: tuple[float, float] = (20.0, 28.0),
    heights: Sequence[float] = (4.0, 8.0),
) -> Terrain:
    """Return a building without walls to bump into, with floors at some heights."""
    from tests.table.builders import box

    floors = [Floor(f"floor-{n}", z, square(x, y)) for n, z in enumerate(heights, start=1)]
    return box(name, x, y, 0.1, kind="building", floors=floors)


def run_all(field: Field, *procedures: Coroutine[Any, Any, Any]) -> None:
    """Run procedures that ask nothing, one after the other."""
    for procedure in procedures:
        field.run(procedure)


def pose(x: float, y: float, facing: float = 0.0, level: str = "ground") -> Pose:
    """Return a pose, for short."""
    return Pose(x, y, facing, level)
