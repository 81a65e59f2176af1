"""A recorded game looked at again: what is drawn follows the journal, in any order."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from sim.cli.backstage import CommandBackstage
from sim.cli.main import main
from sim.cli.records import opener
from sim.engine.record import replay
from sim.view.pictures import SceneCamera
from sim.view.window import Window
from sim.window.app import App
from sim.window.ends.result_page import ResultPage
from sim.window.replay.page import ReplayPage
from sim.window.settings import Settings
from tests.window.person import Person

#: Share of pixels that may differ by more than 8 of 255 between two drawings of one table.
TOLERANCE = 0.002


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game of two random players, with its pictures."""
    folder = tmp_path_factory.mktemp("recorded")
    words = ["play", "mills", "--watch", "--level", "random", "--seed", "5", "--out", str(folder)]
    assert main(words) == 0
    return next(folder.glob("*.jsonl"))


@pytest.fixture(scope="module")
def seated(recorded: Path, software: None) -> Iterator[Person]:
    """One window for all: reading a whole game takes seconds."""

    def make(window: Window) -> App:
        app = App(window, CommandBackstage(recorded.parent), Settings(speed=0.0))
        app.go(ReplayPage(app, app.backstage.recording(recorded)))
        return app

    person = Person(make)
    person.wait(lambda: page(person).film.developed, 120)
    yield person
    person.close()


@pytest.fixture
def person(seated: Person) -> Person:
    """The same window, at the beginning of the game."""
    page(seated).runs = False
    page(seated).seek(0, glide=False)
    seated.frames(2)
    return seated


def page(person: Person) -> ReplayPage:
    found = person.app.page
    assert isinstance(found, ReplayPage)
    return found


def frame(person: Person) -> NDArray[np.int64]:
    """The table's part of the frame, once everything stands in its light."""
    person.frames(3)
    person.wait(lambda: page(person).view.is_still)
    person.frames(1)
    image = person.window.screen.picture()
    stream = np.array(
        [[image.getGray(x, y) for x in range(0, 880, 3)] for y in range(0, 640, 3)], float
    )
    return np.rint(stream * 255).astype(np.int64)


def differs(one: NDArray[np.int64], other: NDArray[np.int64]) -> float:
    """Share of pixels that differ by more than 8 of 255."""
    return float((np.abs(one - other) > 8).mean())


def test_the_end_drawn_is_the_end_that_was_saved(person: Person, recorded: Path):
    """Acceptance 5."""
    film = page(person).film
    saved = np.asarray(
        Image.open(recorded.with_name(f"{recorded.stem}-end.png")).convert("RGB"), np.int64
    )
    camera = SceneCamera(page(person).recording.facts, film.observed_at(0))
    drawn = Image.open(io.BytesIO(camera.table(film.observed_at(len(film) - 1))))
    assert drawn.size == (saved.shape[1], saved.shape[0])
    off = np.abs(np.asarray(drawn.convert("RGB"), np.int64) - saved).max(axis=2)
    assert float((off > 8).mean()) <= TOLERANCE
    match = replay(recorded, opener(recorded))
    assert film.digest() == match.digest()


def test_stepping_through_and_jumping_give_the_same_end(person: Person):
    end = len(page(person).film) - 1
    page(person).seek(end, glide=False)
    jumped = frame(person)
    page(person).seek(end // 2, glide=False)
    middle = frame(person)
    assert differs(jumped, middle) > TOLERANCE
    for k in range(end - 12, end + 1):
        page(person).seek(k)
        person.frames(1)
    assert differs(frame(person), jumped) <= TOLERANCE


def test_keys_step_and_play_and_stop(person: Person):
    assert page(person).k == 0
    person.press("arrow_right")
    person.press("arrow_right")
    assert page(person).k == 2
    person.press("arrow_left")
    assert page(person).k == 1
    person.press("space")
    assert page(person).runs
    person.wait(lambda: page(person).k > 3)
    person.press("space")
    k = page(person).k
    person.frames(30)
    assert page(person).k == k


def test_tab_goes_to_the_next_turn_and_a_line_of_the_log_to_its_moment(person: Person):
    person.press("tab")
    first = page(person).k
    person.press("tab")
    assert page(person).k > first
    line = next(
        name for name in person.places if name.startswith("event/") and person.places[name].shown
    )
    person.click(line)
    index = int(line.removeprefix("event/"))
    moment = page(person).film.moments[page(person).k]
    assert moment.first_event <= index < moment.end_event


def test_the_scrubber_is_dragged_along_the_game(person: Person):
    left, top, right, bottom = person.places["scrubber"].box
    y = (top + bottom) / 2
    person.drag((left + 20, y), ((left + right) / 2, y))
    share = page(person).k / (len(page(person).film) - 1)
    assert 0.4 < share < 0.6


def test_the_result_tells_who_won_and_writes_the_report(person: Person, recorded: Path):
    result = ResultPage(person.app, recorded)
    person.app.go(result)
    person.wait(lambda: result.document is not None)
    person.frames(2)
    match = replay(recorded, opener(recorded))
    outcome = match.outcome()
    assert outcome is not None
    title = str(person.app.page.facts()["title"])
    assert outcome.winner.casefold() in title.casefold()
    person.click("report")
    person.wait(lambda: person.app.page.facts()["report"], 120)
    report = Path(str(person.app.page.facts()["report"]))
    assert report.suffix == ".html"
    assert b"<img" in report.read_bytes()
    person.press("escape")
    assert person.app.page.name == "replay"


def test_the_tools_work_on_a_film_that_stands_still(person: Person):
    shown = page(person)
    shown.seek(shown.film.turns()[-1].k, glide=False)
    person.look_from_above()
    first = next(
        each.id
        for each in shown.view.pieces
        if shown.view.under(person.pixel_of(each.id), person.window.size).mini == each.id
        and not person.window.ui.covers(person.pixel_of(each.id))
    )
    person.press("l")
    person.click_at(person.pixel_of(first))
    assert shown.tools.sight.looker == first
    other = next(each.id for each in shown.view.pieces if each.id != first)
    shown.tools.sight.between(first, other)
    person.frames(3)
    asked = shown.tools.sight.asked
    assert asked is not None
    # The book judges a moment of a film, too.
    assert asked.judgement.cover is not None
    assert asked.judgement.terms.options
    person.press("escape")
    person.press("escape")
    person.press("n")
    assert person.app.page.facts()["map"] is True
    person.press("n")
    person.press("home")
