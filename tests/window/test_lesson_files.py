"""Lessons without a window: their files, their goals, where they begin, and what ends no step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.cli.backstage import CommandBackstage
from sim.engine.events import Event
from sim.engine.journal import Entry
from sim.engine.match import Match
from sim.errors import HulldownError, InputProblems
from sim.window.lessons.course import (
    Lesson,
    check_at_table,
    lesson_folder,
    read_course,
    read_lesson,
)
from sim.window.lessons.goals import Eye, Goal, Mark, Seen, is_met, question_matches
from sim.window.lessons.guide import Guide
from sim.window.lessons.prepared import Rehearsal, name_of
from sim.window.lessons.progress import Progress
from sim.window.ports import PERSON, Battle, BattleWish
from sim.words import has

LEVELS = ("regular",)
NAMES = ("look", "set_up", "orders", "move", "vehicle", "shoot", "react", "end")


@cache
def course() -> tuple[Lesson, ...]:
    return read_course(lesson_folder("dust_warfare"), LEVELS)


def lesson(name: str) -> Lesson:
    return next(each for each in course() if each.name == name)


def seen_of(match: Match[Any], side: str) -> Seen:
    """What a learner who only answers would show."""
    question = match.pending
    mine = question is not None and question.who == side
    return Seen(
        side,
        list(match.journal),
        list(match.events),
        asked=name_of(question) if question is not None and mine else "",
        over=match.over,
        units={unit.id: unit.side for unit in match.observe(side).units},
    )


@pytest.fixture(params=NAMES)
def begun(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Lesson, Battle]]:
    """A lesson whose battle stands where it begins."""
    wanted = lesson(request.param)
    both = {"allies": PERSON, "axis": PERSON}
    battle = CommandBackstage(tmp_path, sync=False).begin(
        BattleWish(wanted.table, both, wanted.seed)
    )
    rehearsal = Rehearsal(wanted, battle.match)
    while not rehearsal.go_on():
        continue
    yield wanted, battle
    battle.close()


# --- the files that come with the program ------------------------------------------------------


def test_there_are_eight_lessons_in_the_order_of_a_turn():
    assert tuple(each.name for each in course()) == NAMES


def test_every_lesson_begins_where_it_says_and_names_units_that_are_there(
    begun: tuple[Lesson, Battle],
):
    wanted, battle = begun
    question = battle.match.pending
    assert question is not None
    assert question.who == wanted.side
    assert question_matches(wanted.begin.until, name_of(question))
    check_at_table(wanted, battle.match.observe(wanted.side))


def test_no_answer_but_the_wanted_one_ends_the_first_step(begun: tuple[Lesson, Battle]):
    wanted, battle = begun
    match = battle.match
    question, start = match.pending, len(match.journal)
    assert question is not None
    step = wanted.steps[0]
    given_by_name = [goal.give or "*" for goal in step.goals if goal.answered]
    wrong = [o.id for o in question.options if not o.blocked and o.id not in given_by_name]
    if "*" in given_by_name or question.kind != "pick":
        wrong = []
    for answer in wrong:
        guide = Guide(wanted, seen_of(match, wanted.side))
        match.answer(answer)
        assert not guide.look(seen_of(match, wanted.side)), answer
        assert guide.place == 0
        asked = seen_of(match, wanted.side).asked
        can = not step.within or any(question_matches(each, asked) for each in step.within)
        assert guide.strayed != can or not asked, answer
        match.rewind(start)


def test_doing_nothing_ends_no_step(begun: tuple[Lesson, Battle]):
    wanted, battle = begun
    seen = seen_of(battle.match, wanted.side)
    guide = Guide(wanted, seen)
    for _ in range(3):
        assert not guide.look(seen)
    assert guide.state == "going"


# --- files that are wrong ----------------------------------------------------------------------

WRONG = """
format = "hulldown-lesson/1"
name = "nowhere"
game = "dust_warfare"
table = "mils"
side = "allies"
opponent = "regulr"
seed = 1
colour = "red"

[begin]
until = "pick"
count = 0

[[steps]]
text = "turn"
goals = [{ camera = "turned", undone = true }, {}, { event = "moved", give = "x" }]
point = ["gadget:menu", "at:here"]

[[steps]]
text = "more"
goals = []
"""


def test_a_wrong_file_is_refused_with_every_problem_at_once(tmp_path: Path):
    path = tmp_path / "1_nowhere.toml"
    path.write_text(WRONG.replace('colour = "red"\n', ""), encoding="utf-8")
    with pytest.raises(InputProblems) as caught:
        read_lesson(path, LEVELS)
    places = [problem.where for problem in caught.value.problems]
    for place in (
        "table",
        "opponent",
        "begin.until",
        "begin.count",
        "steps[1].text",
        "steps[1].goals[1]",
        "steps[1].goals[2]",
        "steps[1].goals[3].give",
        "steps[1].point[1]",
        "steps[1].point[2]",
        "steps[2].goals",
    ):
        assert place in places, (place, places)
    text = str(caught.value)
    assert "mills" in text
    assert "regular" in text


def test_an_unknown_key_is_told_with_the_nearest(tmp_path: Path):
    path = tmp_path / "1_nowhere.toml"
    path.write_text(WRONG.replace("colour", "opponnent"), encoding="utf-8")
    with pytest.raises(InputProblems, match="opponent"):
        read_lesson(path, LEVELS)


def test_a_course_tells_the_problems_of_all_its_files(tmp_path: Path):
    for name in ("1_a.toml", "2_b.toml"):
        (tmp_path / name).write_text(WRONG, encoding="utf-8")
    with pytest.raises(InputProblems) as caught:
        read_course(tmp_path, LEVELS)
    assert {problem.file for problem in caught.value.problems} == {"1_a.toml", "2_b.toml"}


def test_a_unit_that_is_not_there_is_told_with_the_nearest(begun: tuple[Lesson, Battle]):
    wanted, battle = begun
    goal = Goal(selected="combat-ranger")
    step = msgspec.structs.replace(wanted.steps[0], goals=[goal])
    changed = msgspec.structs.replace(wanted, steps=[step])
    with pytest.raises(InputProblems, match="combat-rangers"):
        check_at_table(changed, battle.match.observe("allies"))


def test_a_beginning_that_never_comes_is_told(tmp_path: Path):
    wanted = lesson("look")
    begin = msgspec.structs.replace(wanted.begin, until="pick:order:*@nobody")
    changed = msgspec.structs.replace(wanted, begin=begin)
    battle = CommandBackstage(tmp_path, sync=False).begin(
        BattleWish(wanted.table, {"allies": PERSON, "axis": PERSON}, wanted.seed)
    )
    rehearsal = Rehearsal(changed, battle.match)
    rehearsal.most = 30
    for _ in range(30):
        assert not rehearsal.go_on()
    with pytest.raises(HulldownError, match="pick:order"):
        rehearsal.go_on()
    battle.close()


def test_every_text_of_a_lesson_is_there():
    for each in course():
        for step in each.steps:
            assert has(each.key(step.text))
        assert has(each.key("done_text"))


# --- goals -------------------------------------------------------------------------------------

SEEN = Seen("red", units={"a": "red", "b": "blue"})


def entry(ask: str, who: str = "red", answer: Any = "x") -> Entry:
    return Entry(ask, who, answer)


def test_an_answer_counts_only_when_it_is_mine_and_since_the_step_began():
    goal = Goal(answered="pick:go:*", give="x*")
    mine, theirs = entry("pick:go:rule"), entry("pick:go:rule", "blue")
    assert is_met(goal, Seen("red", [mine]), Mark())
    assert not is_met(goal, Seen("red", [theirs]), Mark())
    assert not is_met(goal, Seen("red", [mine]), Mark(entries=1))
    assert not is_met(goal, Seen("red", [entry("pick:go:rule", answer="y")]), Mark())


def test_an_event_counts_once_it_was_shown_and_may_be_seen():
    goal = Goal(event="moved", subject="mine")
    told = Event("moved", "words.example", subject="a")
    hidden = Event("moved", "words.example", subject="a", seen_by=("blue",))
    other = Event("moved", "words.example", subject="b")
    seen = Seen("red", events=[told], units=SEEN.units)
    assert is_met(goal, seen, Mark())
    assert not is_met(goal, Seen("red", events=[told], settled=False, units=SEEN.units), Mark())
    assert not is_met(goal, Seen("red", events=[hidden], units=SEEN.units), Mark())
    assert not is_met(goal, Seen("red", events=[other], units=SEEN.units), Mark())
    twice = Goal(event="moved", count=2)
    assert not is_met(twice, seen, Mark())


def test_a_fact_that_was_told_before_the_step_does_not_count():
    goal = Goal(fact="rulers")
    seen = Seen("red", facts={"rulers": {1: 3.0}})
    assert is_met(goal, seen, Mark())
    assert not is_met(goal, seen, Mark.of(seen))
    assert not is_met(goal, Seen("red", facts={"rulers": {}}), Mark())


@given(
    st.floats(-720, 720),
    st.floats(0, 90),
    st.floats(1, 200),
    st.tuples(st.floats(0, 60), st.floats(0, 48)),
)
def test_a_camera_that_was_left_alone_never_counts(
    turn: float, rise: float, distance: float, at: tuple[float, float]
):
    eye = Eye(turn, rise, distance, at)
    again = Eye(turn + 360.0, rise, distance, at)
    for how in ("turned", "zoomed", "panned"):
        assert not eye.moved(how, eye)
        assert not again.moved(how, eye)


@given(st.lists(st.sampled_from(["pick:go:r", "pick:stay:r", "path:go:r"]), max_size=6), st.data())
def test_whatever_is_taken_back_leaves_a_guide_at_a_step_that_begins_no_later(
    asks: list[str], data: st.DataObject
):
    steps = lesson("move").steps
    assert steps
    guide = Guide(lesson("move"), SEEN)
    journal = [entry(ask) for ask in asks]
    for kept in range(len(journal) + 1):
        guide.look(Seen("red", journal[:kept]))
    kept = data.draw(st.integers(0, len(journal)))
    guide.look(Seen("red", journal[:kept]))
    assert guide.begun_at <= max(kept, guide.floor)


# --- progress ----------------------------------------------------------------------------------


def test_progress_is_kept_and_done_is_never_only_skipped_again(tmp_path: Path):
    path = tmp_path / "folder" / "lessons.toml"
    first = Progress(path)
    first.keep(lesson("look"), "skipped")
    first.keep(lesson("move"), "done")
    again = Progress(path)
    assert [again.of(lesson(name)) for name in ("look", "move", "end")] == ["skipped", "done", ""]
    again.keep(lesson("move"), "skipped")
    again.keep(lesson("look"), "done")
    last = Progress(path)
    assert [last.of(lesson(name)) for name in ("look", "move")] == ["done", "done"]


@pytest.mark.parametrize("text", ["move = [", "[dust_warfare]\nmove = 'half'\n", "a = 1\n"])
def test_progress_that_cannot_be_read_counts_as_none(tmp_path: Path, text: str):
    path = tmp_path / "lessons.toml"
    path.write_text(text, encoding="utf-8")
    found = Progress(path)
    assert found.of(lesson("move")) == ""
    found.keep(lesson("move"), "done")
    assert Progress(path).of(lesson("move")) == "done"
