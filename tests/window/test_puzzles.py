"""Can A see B? Puzzles as a person answers them, on one table of two walls and a tower."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sim.cli.backstage import CommandBackstage
from sim.cli.window import start_table
from sim.table.draft import SceneDraft
from sim.table.puzzles import Puzzle
from sim.view.window import Window
from sim.window.app import App
from sim.window.beginnings.start_page import StartPage
from sim.window.puzzles.page import PuzzlePage
from sim.window.puzzles.run import GUESS_POINTS, RIGHT_POINTS, PuzzleRun, points_for
from sim.window.settings import Settings
from tests.window.person import Person

SEED = 5


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scene of 24 by 24 with something to hide behind."""
    draft = SceneDraft.new(24.0, 24.0)
    draft.add_wall((10.0, 5.0), (10.0, 12.0), height=1.1)
    draft.add_wall((13.0, 14.0), (19.0, 15.0), height=2.0)
    draft.add_piece("cylinder", (6.0, 17.0), radius=1.5, height=3.0)
    path = tmp_path_factory.mktemp("scenes") / "walls.toml"
    draft.save(path)
    return path


@pytest.fixture(scope="module")
def seat(table: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    def make(window: Window) -> App:
        home = tmp_path_factory.mktemp("saves")
        app = App(window, CommandBackstage(home, sync=False), Settings())
        app.go(StartPage(app, start_table()))
        return app

    person = Person(make)
    yield person
    person.close()


@pytest.fixture(scope="module")
def made(table: Path) -> tuple[Puzzle, ...]:
    """Four puzzles of the table: found once, asked in every test."""
    run = PuzzleRun(table, count=4, seed=SEED)
    run.begin()
    work = run.work
    assert work is not None
    return work.result()


@pytest.fixture
def person(seat: Person, table: Path, made: tuple[Puzzle, ...]) -> Iterator[Person]:
    """A person before the first of four puzzles."""
    run = PuzzleRun(table, count=4, seed=SEED)
    run.puzzles = made
    seat.app.go(PuzzlePage(seat.app, run))
    seat.wait(lambda: facts(seat)["state"] == "asking")
    seat.frames(3)
    yield seat
    while seat.app.page.name != "start":
        seat.app.back()
    seat.frames(2)


def facts(person: Person) -> dict[str, Any]:
    return dict(person.app.page.facts())


def page(person: Person) -> PuzzlePage:
    found = person.app.page
    assert isinstance(found, PuzzlePage)
    return found


def puzzle(person: Person) -> Puzzle:
    found = page(person).run.puzzle
    assert found is not None
    return found


def click_answer(person: Person, sees: bool) -> None:
    person.click("answer/yes" if sees else "answer/no")


def test_a_right_answer_earns_points_and_says_why(person: Person):
    click_answer(person, puzzle(person).answer)
    assert facts(person)["state"] == "answered"
    assert (facts(person)["right"], facts(person)["streak"]) == (1, 1)
    assert facts(person)["points"] == RIGHT_POINTS
    assert person.sees("why")


def test_a_wrong_answer_earns_nothing_and_ends_the_streak(person: Person):
    click_answer(person, puzzle(person).answer)
    person.press("space")
    click_answer(person, not puzzle(person).answer)
    assert (facts(person)["right"], facts(person)["asked"]) == (1, 2)
    assert facts(person)["streak"] == 0
    assert facts(person)["points"] == RIGHT_POINTS


def test_the_keys_one_and_two_answer_and_answer_once(person: Person):
    right = "1" if puzzle(person).answer else "2"
    wrong = "2" if puzzle(person).answer else "1"
    person.press(right)
    person.press(wrong)
    assert (facts(person)["right"], facts(person)["asked"]) == (1, 1)


def test_no_tool_tells_before_the_answer_but_rulers_measure(person: Person):
    for key in ("l", "e", "h", "r", "g"):
        person.press(key)
        assert not facts(person)["tools"], key
    person.press("m")
    a, b = puzzle(person).a.pose.at, puzzle(person).b.pose.at
    person.look_from_above()
    person.drag(person.pixel(a), person.pixel(b))
    assert facts(person)["tools"]["tool"] == "measure"
    assert "sight" not in str(facts(person)["tools"])
    person.press("escape")


def test_after_the_answer_the_line_is_drawn_and_the_eye_opens(person: Person):
    click_answer(person, True)
    person.frames(4)
    assert facts(person)["tools"]["tool"] == "sight"
    person.click("eye")
    person.frames(2)
    assert facts(person)["tools"]["eye"] == "A"
    assert page(person).insets


def test_space_goes_on_and_the_next_table_shows_nothing_of_the_last(person: Person):
    person.press("space")
    assert facts(person)["place"] == 0
    click_answer(person, True)
    person.press("e")
    person.press("space")
    assert (facts(person)["place"], facts(person)["state"]) == (1, "asking")
    assert not facts(person)["tools"]
    assert not page(person).insets


def test_a_guessed_share_is_told_beside_the_true_one(person: Person):
    left, top, right, bottom = person.places["guess"].box
    person.drag((left + 5, (top + bottom) / 2), (left + 60, (top + bottom) / 2))
    assert page(person).guess > 0.1
    click_answer(person, True)
    run = page(person).run
    assert run.guess == pytest.approx(page(person).guess)
    assert run.score.guesses == 1
    assert right > left


def hidden(person: Person) -> list[str]:
    """Return who of the two stands behind a panel."""
    ui = person.window.ui
    return [name for name in ("A", "B") if ui.covers(person.pixel_of(name))]


def test_no_panel_hides_who_is_asked_about(person: Person):
    for _ in range(facts(person)["count"]):
        person.frames(3)
        assert not hidden(person)
        click_answer(person, True)
        person.frames(3)
        assert not hidden(person)
        person.press("space")


def test_a_run_is_played_to_its_end_and_another_may_follow(person: Person):
    for _ in range(facts(person)["count"]):
        click_answer(person, puzzle(person).answer)
        person.click("next")
    assert facts(person)["state"] == "over"
    assert facts(person)["right"] == facts(person)["asked"] == facts(person)["count"]
    person.click("again")
    person.wait(lambda: facts(person)["state"] == "asking")
    assert facts(person)["asked"] == 0


def test_the_same_seed_asks_the_same_puzzles(person: Person, table: Path):
    again = PuzzleRun(table, count=4, seed=SEED)
    again.begin()
    person.wait(lambda: again.made)
    assert again.puzzles == page(person).run.puzzles


def test_escape_puts_the_ruler_away_before_it_leaves(person: Person):
    person.press("m")
    person.press("escape")
    assert person.app.page.name == "puzzles"
    person.press("escape")
    assert person.app.page.name == "start"


def test_the_start_screen_leads_to_tables_levels_and_a_run(seat: Person):
    seat.click("start/puzzles")
    assert seat.app.page.name == "choose-puzzles"
    seat.click("level/hard")
    seat.click("count")
    seat.click("count/5")
    assert (facts(seat)["level"], facts(seat)["count"]) == ("hard", "5")
    begin = next(name for name in seat.places if name.startswith("begin/"))
    seat.click(begin)
    assert seat.app.page.name == "puzzles"
    seat.press("escape")
    seat.press("escape")
    assert seat.app.page.name == "start"


def test_a_table_of_the_list_goes_to_the_sight_desk(seat: Person):
    seat.click("start/scenes")
    seat.click("desk/mills")
    assert seat.app.page.name == "desk"
    assert seat.window.table is not None
    assert "bridge" in seat.window.table.facts.table.terrain
    seat.app.back()
    seat.app.back()
    seat.frames(2)


def test_a_table_without_close_calls_says_so_and_goes_back(seat: Person, tmp_path: Path):
    path = tmp_path / "bare.toml"
    SceneDraft.new(12.0, 12.0).save(path)
    seat.app.go(PuzzlePage(seat.app, PuzzleRun(path, count=2, seed=1)))
    seat.wait(lambda: seat.app.page.name == "start")


@pytest.mark.parametrize(
    ("sees", "guess", "points"),
    [
        (True, None, RIGHT_POINTS),
        (True, 0.18, RIGHT_POINTS + GUESS_POINTS),
        (True, 0.28, RIGHT_POINTS + GUESS_POINTS // 2),
        (True, 0.6, RIGHT_POINTS),
        (False, None, 0),
    ],
)
def test_a_guess_earns_the_more_the_nearer_it_is(person: Person, sees, guess, points):
    run = page(person).run
    seen = next(each for each in run.puzzles if each.answer)
    shown = guess if guess is None else seen.share + guess - 0.18
    assert points_for(seen, sees, shown) == points
