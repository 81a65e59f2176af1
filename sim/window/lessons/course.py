"""The files of lessons: which battle, where it begins, what is to be done step by step."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from sim.engine.observed import Observed
from sim.errors import InputProblems, Problem
from sim.table.assets import asset_root, scene_root
from sim.table.names import did_you_mean
from sim.table.reading import Collector, read_file, read_toml
from sim.window.lessons.goals import Goal
from sim.words import has

__all__ = [
    "Begin",
    "Lesson",
    "Reply",
    "Step",
    "check_at_table",
    "lesson_folder",
    "lesson_games",
    "lesson_schema",
    "read_course",
    "read_courses",
    "read_lesson",
    "spot_of",
]

_POINTS = ("widget", "unit", "at")
_UNIT_WORDS = ("", "mine", "theirs")


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a question is answered where nobody is to be asked.

    Attributes
    ----------
    ask : str
        Pattern of the question's name; see `sim.window.lessons.goals`.
    give : plain value
        The answer, as a journal has it; passed over where it is refused.
    who : str
        Only asked of this side; empty for both.
    """

    ask: str
    give: Any
    who: str = ""


class Begin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a lesson begins.

    Attributes
    ----------
    until : str
        Both sides are answered for until a question of this pattern is asked of the learner.
    count : int
        So many questions of that pattern are let come; the last is the one.
    edit : dict
        Changes of the state made then, by dotted place, as the umpire makes them.
    """

    until: str
    count: int = 1
    edit: dict[str, Any] = {}


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step.

    Attributes
    ----------
    text : str
        ``lessons.GAME.LESSON.TEXT`` says what to do.
    goals : list of Goal
        All must be reached.
    point : list of str
        What to point at: ``widget:name``, ``unit:id``, ``at:x,y``.
    within : list of str
        Patterns of questions under which the goals can still be reached. Another question means
        that the learner has left the path. Empty: the path cannot be left.
    """

    text: str
    goals: list[Goal]
    point: list[str] = []
    within: list[str] = []


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as its file has it.

    Attributes
    ----------
    name : str
        Unique in its course; progress is kept by it, texts are found by it.
    game, table, side, opponent : str
        `table` names a scene that comes with the program; `opponent` is the level that takes over
        when the battle goes on after the lesson.
    seed : int
    begin : Begin
    steps : list of Step
    reply : list of Reply
        Answers in place of the first sensible one, at the beginning and for the other side.
    """

    format: str
    name: str
    game: str
    table: str
    side: str
    seed: int
    begin: Begin
    steps: list[Step]
    opponent: str = "regular"
    reply: list[Reply] = []

    def key(self, name: str) -> str:
        """Return the word key of one of its texts."""
        return f"lessons.{self.game}.{self.name}.{name}"


def lesson_folder(game: str) -> Path:
    """Return the folder of a game's lessons."""
    return asset_root() / "lessons" / game


def lesson_games() -> tuple[str, ...]:
    """Return the games that have lessons, by name."""
    folder = asset_root() / "lessons"
    return tuple(sorted(each.name for each in folder.glob("*") if each.is_dir()))


def read_courses(levels: Sequence[str]) -> tuple[Lesson, ...]:
    """Return the lessons of every game in their order.

    Raises
    ------
    InputProblems
        With every problem of every file.
    """
    return tuple(
        lesson for game in lesson_games() for lesson in read_course(lesson_folder(game), levels)
    )


def read_course(folder: Path, levels: Sequence[str]) -> tuple[Lesson, ...]:
    """Return the lessons of a folder, by file name.

    Parameters
    ----------
    folder : Path
    levels : sequence of str
        Names of the opponents there are.

    Raises
    ------
    InputProblems
        With every problem of every file.
    """
    problems: list[Problem] = []
    lessons: list[Lesson] = []
    for path in sorted(folder.glob("*.toml")):
        try:
            lesson = read_lesson(path, levels)
        except InputProblems as error:
            problems += error.problems
            continue
        if any(lesson.name == other.name for other in lessons):
            params = {"found": lesson.name}
            problems.append(Problem("table.problem.duplicate_id", "name", path.name, params))
        lessons.append(lesson)
    if problems:
        raise InputProblems(problems)
    return tuple(lessons)


def lesson_schema() -> str:
    """Return the JSON Schema of a lesson's file."""
    return json.dumps(msgspec.json.schema(Lesson), indent=2)


def read_lesson(path: Path, levels: Sequence[str]) -> Lesson:
    """Return the lesson of a file.

    Raises
    ------
    InputProblems
        With every problem: of form, of words that are missing, of names nobody knows.
    """
    found = Collector(path.name)
    lesson = read_file(read_toml(path, path.name), Lesson, "lesson", found)
    if lesson is not None:
        _Check(lesson, found).all(levels)
    found.raise_if_any()
    assert lesson is not None, "a lesson that could not be read has problems"
    return lesson


@dataclass
class _Check:
    """Checks what the keys of a lesson mean together."""

    lesson: Lesson
    found: Collector

    def _add(self, key: str, where: str, **params: object) -> None:
        problem = Problem(f"lessons.problem.{key}", where, self.found.file, params)
        self.found.problems.append(problem)

    def all(self, levels: Sequence[str]) -> None:
        lesson, found = self.lesson, self.found
        scenes = sorted(path.stem for path in scene_root().rglob("*.toml"))
        for where, name, known in (
            ("table", lesson.table, scenes),
            ("opponent", lesson.opponent, levels),
        ):
            if name not in known:
                near = did_you_mean(name, known)
                self._add(f"no_{where}", where, found=name, nearest=near)
        for name in ("title", "about"):
            self._text(name, "name")
        if not lesson.steps:
            found.add("too_few", "steps", found=0, expected=1)
        if lesson.begin.count < 1:
            found.add("too_few", "begin.count", found=lesson.begin.count, expected=1)
        self._pattern(lesson.begin.until, "begin.until")
        for place, reply in enumerate(lesson.reply):
            self._pattern(reply.ask, f"reply[{place + 1}].ask")
        for place, step in enumerate(lesson.steps):
            self._step(step, f"steps[{place + 1}]")

    def _text(self, name: str, where: str) -> None:
        if not has(self.lesson.key(name)):
            self._add("no_text", where, text=self.lesson.key(name))

    def _pattern(self, pattern: str, where: str) -> None:
        """See that a pattern has the three parts of a question's key, or ends in a star."""
        if pattern.partition("@")[0].count(":") != 2 and not pattern.endswith("*"):
            self._add("pattern", where, found=pattern)

    def _step(self, step: Step, where: str) -> None:
        self._text(step.text, f"{where}.text")
        if not step.goals:
            self.found.add("too_few", f"{where}.goals", found=0, expected=1)
        for place, goal in enumerate(step.goals):
            self._goal(goal, f"{where}.goals[{place + 1}]")
        for place, pattern in enumerate(step.within):
            self._pattern(pattern, f"{where}.within[{place + 1}]")
        for place, point in enumerate(step.point):
            sort, _, rest = point.partition(":")
            spot = f"{where}.point[{place + 1}]"
            if sort not in _POINTS or not rest:
                self._add("point", spot, found=point, nearest=did_you_mean(sort, _POINTS))
            elif sort == "at" and spot_of(point) is None:
                self._add("point", spot, found=point, nearest="")

    def _goal(self, goal: Goal, where: str) -> None:
        sorts = goal.sorts
        if len(sorts) != 1:
            names = ", ".join(sorts)
            self._add("one_sort" if sorts else "no_sort", where, found=names)
        if goal.count < 1:
            self.found.add("too_few", f"{where}.count", found=goal.count, expected=1)
        for name in ("answered", "asked", "objected"):
            if getattr(goal, name):
                self._pattern(getattr(goal, name), f"{where}.{name}")
        for name, sort in (("give", "answered"), ("subject", "event"), ("has", "event")):
            if getattr(goal, name) and sort not in sorts:
                self._add("only_with", f"{where}.{name}", sort=sort)


def spot_of(point: str) -> tuple[float, float] | None:
    """Return the place that ``at:x,y`` names; None when it names none."""
    try:
        x, y = (float(part) for part in point.removeprefix("at:").split(","))
    except ValueError:
        return None
    return (x, y)


def check_at_table(lesson: Lesson, observed: Observed) -> None:
    """Check what only the table can tell: the units that a lesson names.

    Raises
    ------
    InputProblems
        With every unit that there is not, and the nearest there is.
    """
    known = [unit.id for unit in observed.units]
    problems = [
        Problem(
            "table.problem.unknown_unit",
            where,
            lesson.name,
            {"found": unit, "nearest": did_you_mean(unit, known)},
        )
        for where, unit in _units_of(lesson)
        if unit not in known
    ]
    if problems:
        raise InputProblems(problems)


def _units_of(lesson: Lesson) -> Iterable[tuple[str, str]]:
    """Yield every unit that a lesson names, with its place in the file."""
    for number, step in enumerate(lesson.steps, 1):
        where = f"steps[{number}]"
        for point in step.point:
            if point.startswith("unit:"):
                yield f"{where}.point", point.removeprefix("unit:")
        for goal in step.goals:
            for name, unit in (("subject", goal.subject), ("selected", goal.selected)):
                if unit not in _UNIT_WORDS:
                    yield f"{where}.goals.{name}", unit
