"""Tiny tables for attacks: units of soldiers and walkers, and a driver with scripted dice."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.engine.events import Event
from sim.engine.questions import Question
from sim.geometry.meshes import box_mesh
from sim.geometry.pose import Pose
from sim.geometry.shapes import Box
from sim.rules.dust_warfare.forces.profile_files import read_type
from sim.rules.dust_warfare.forces.profiles import Cell, Member, Mount, Profile, UnitProfile, Weapon
from sim.rules.dust_warfare.options import DustOptions
from sim.rules.dust_warfare.play import Play, Profiles
from sim.rules.dust_warfare.state import DustState, Mini, Rating, Unit
from sim.table.facts import Facts
from sim.table.pieces import Model, Terrain
from sim.words import say
from tests.table.builders import facts_of

ALL = [f"soldier-{n}" for n in range(1, 5)] + [f"vehicle-{n}" for n in range(1, 8)]

#: An answer, or a function that looks at the question and gives one.
Script = Any | Callable[[Question], Any]


def weapon(name: str, cell: str = "1/1", **more: Any) -> Weapon:
    """Return a weapon with one cell against everything, or with `cells` for some classes."""
    cells = dict.fromkeys(ALL, cell) | more.pop("cells", {})
    read = {key: _cell(text) for key, text in cells.items() if text != "-"}
    values: dict[str, Any] = {"range_in": 16.0, "abilities": (), **more}
    return Weapon(name, name, cells=read, **values)


def _cell(text: str) -> Cell:
    dice, damage = text.split("/")
    return Cell(0, int(damage), True) if dice == "spray" else Cell(int(dice), int(damage))


RIFLE = weapon("rifle", "1/1", cells={"vehicle-5": "-"})
KNIFE = weapon("knife", "1/1", range_in=3.0, range_code="C")
HULL = Model(
    "heavy",
    Box(8.0, 5.0),
    eye_height_in=3.0,
    height_in=6.0,
    body=box_mesh((-4, -2.5, 0), (4, 2.5, 6), "hull"),
    seen_parts=("hull",),
    has_base=False,
)


@dataclass
class Told:
    """What happened in a procedure."""

    events: list[Event] = field(default_factory=list)
    asked: list[Question] = field(default_factory=list)

    def kinds(self) -> list[str]:
        """Return the kinds of events in order."""
        return [event.kind for event in self.events]

    def rolls(self) -> list[tuple[str, int]]:
        """Return what was rolled and with how many dice, in order."""
        return [(q.what, q.count) for q in self.asked if q.chance]

    def questions(self) -> list[tuple[str, str]]:
        """Return what was asked of whom, in order, dice left out."""
        return [(q.what, q.who) for q in self.asked if not q.chance]

    def dice(self, what: str) -> int:
        """Return how many dice were rolled for something."""
        return sum(count for name, count in self.rolls() if name == what)

    def only(self, kind: str) -> Event:
        """Return the one event of a kind."""
        (event,) = [each for each in self.events if each.kind == kind]
        return event

    def ruled(self, rule: str) -> list[Event]:
        """Return the events that a clause made happen."""
        return [event for event in self.events if rule in event.rules]


class Tiny:
    """A table being set for one test.

    Parameters
    ----------
    *terrain : Terrain
    options : mapping
        Table options that differ from the default.
    ratings : mapping of piece id to cover
    """

    def __init__(
        self,
        *terrain: Terrain,
        options: Mapping[str, str] | None = None,
        ratings: Mapping[str, str | Rating] | None = None,
    ) -> None:
        given = ratings or {}
        rated = {each.id: given.get(each.id, "hard") for each in terrain}
        self.ratings = {
            name: each if isinstance(each, Rating) else Rating(each, "open", "open")
            for name, each in rated.items()
        }
        self.facts: Facts = facts_of(*terrain, heavy=HULL)
        self.options = DustOptions(**(options or {}))
        self.weapons: dict[str, Weapon] = {}
        self.profiles: dict[str, Profile] = {}
        self.unit_profiles: dict[str, UnitProfile] = {}
        self.units: dict[str, Unit] = {}
        self.told = Told()
        self.state = DustState(
            units=self.units,
            ratings=self.ratings,
            sides=("axis", "allies"),
            phase="unit",
            active="axis",
        )

    def unit(
        self,
        name: str,
        side: str,
        *at: tuple[float, ...],
        kind: str = "Soldier 2",
        weapons: Sequence[Weapon | tuple[Weapon, str]] = (RIFLE,),
        extra: Mapping[int, Sequence[Weapon]] | None = None,
        dc: int = 1,
        team: bool = False,
        abilities: Sequence[str] = (),
        heavy: bool = False,
        **state: Any,
    ) -> Unit:
        """Put a unit on the table; its first miniature leads.

        Parameters
        ----------
        *at : (x, y) or (x, y, facing)
        extra : mapping of miniature number (from 1) to its own weapons
        """
        armour = read_type(kind)
        assert armour is not None
        model = "soldier" if armour.kind == "soldier" else ("heavy" if heavy else "walker")
        minis: list[Mini] = []
        for number, place in enumerate(at, start=1):
            own = (extra or {}).get(number, weapons)
            profile = f"{name}-{number}" if extra and number in extra else name
            self._profile(profile, model, armour, own, dc, heavy)
            x, y, facing = (*place, 0.0)[:3]
            minis.append(Mini(f"{name}/{number}", profile, Pose(x, y, facing)))
        self.unit_profiles[name] = UnitProfile(
            name,
            name,
            "test",
            20,
            (Member(minis[0].profile),),
            team=team,
            abilities=tuple(abilities),
        )
        unit = Unit(name, name, side, minis, leader=minis[0].id, started_with=len(minis))
        for key, value in state.items():
            setattr(unit, key, value)
        self.units[name] = unit
        return unit

    def _profile(self, name: str, model: str, armour: Any, weapons: Any, dc: int, heavy: bool):
        mounts: list[Mount] = []
        for each in weapons:
            what, arc = each if isinstance(each, tuple) else (each, "")
            self.weapons[what.id] = what
            mounts.append(Mount(what.id, arc))
        self.profiles[name] = Profile(
            name, name, model, 6.0, dc, armour, tuple(mounts), heavy=heavy
        )

    @property
    def play(self) -> Play:
        """The bundle that procedures get."""
        profiles = Profiles(self.weapons, self.profiles, self.unit_profiles)
        return Play(self.state, self.facts, profiles, self.options, self.told.events.append)

    def run(
        self, procedure: Coroutine[Any, Any, Any], dice: str = "", answers: Sequence[Script] = ()
    ) -> Any:
        """Drive a procedure with scripted dice and answers; leftovers and refusals fail.

        Parameters
        ----------
        dice : str
            ``h`` for a hit and ``b`` for a blank, in the order rolled; spaces do not count.
        """
        faces = [6 if each == "h" else 1 for each in dice if each in "hb"]
        waiting = list(answers)
        answer: Any = None
        while True:
            try:
                question: Question = procedure.send(answer)
            except StopIteration as end:
                assert not faces, f"dice left over: {faces}"
                assert not waiting, f"answers left over: {waiting}"
                for event in self.told.events:
                    assert event.text()
                return end.value
            self.told.asked.append(question)
            _readable(question)
            if question.chance:
                assert len(faces) >= question.count, f"dice ran out at {question.key}"
                answer = tuple(faces[: question.count])
                del faces[: question.count]
            else:
                assert waiting, (
                    f"nobody answers {question.key} {question.options or question.slots}"
                )
                script = waiting.pop(0)
                answer = script(question) if callable(script) else script
                problems = [each.text() for each in question.why_not(answer)]
                assert not problems, problems


def _readable(question: Question) -> None:
    """Check that every text of a question can be written."""
    assert say(question.prompt, **question.params)
    for option in question.options:
        assert say(option.key, **option.params)
        assert all(objection.text() for objection in option.blocked)
    for slot in question.slots:
        assert say(slot.key, **slot.params)
    if question.why is not None:
        assert question.why.lines()
