"""The lessons as a person takes them: by clicks, drags and keys; wrong ones end nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.window.lessons.progress import Progress
from tests.window.learner import Learner


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A person's folder of our own: progress is kept there."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("lessons")
        patch.setenv("HULLDOWN_HOME", str(folder))
        yield folder


@pytest.fixture(scope="module")
def one(home: Path) -> Iterator[Learner]:
    """One window for all lessons."""
    learner = Learner(home / "saves")
    yield learner
    learner.close()


@pytest.fixture
def learner(one: Learner) -> Learner:
    """A person before the list, whatever happened before."""
    one.let_go()
    if one.app.page.name == "lesson":
        one.page.open(None)
        one.page.go_to_list()
        one.wait(lambda: one.app.page.name == "lessons")
    one.frames(3)
    return one


def is_done(learner: Learner, name: str) -> bool:
    """Whether the lesson says so, and it is written down."""
    kept = Progress().of(learner.page.lesson)
    return learner.at[1] == "done" and learner.page.lesson.name == name and kept == "done"


def from_above(learner: Learner) -> None:
    """Look at the whole table from above, small enough that no panel hides a unit."""
    orbit = learner.page.view.orbit
    orbit.whole_table()
    orbit.zoom_by(1.5)
    orbit.settle()
    learner.frames(2)


def test_look_around(learner: Learner):
    learner.begin("look")
    entries = learner.facts["entries"]
    learner.frames(3)
    assert learner.at == ("turn", "going")
    learner.drag((500, 450), (560, 450), (640, 450), button="right")
    learner.rests()
    assert learner.at == ("zoom", "going")
    learner.point((600, 420))
    for _ in range(3):
        learner.wheel()
    learner.rests()
    learner.click("roster/unit/pounder")
    learner.rests()
    assert learner.at == ("roster", "going")
    learner.click("roster/unit/combat-rangers")
    learner.rests()
    assert learner.at == ("measure", "going")
    from_above(learner)
    learner.press("m")
    learner.drag(learner.pixel_of("combat-rangers/1"), learner.pixel_of("grenadiers/1"))
    learner.press("m")
    assert learner.at == ("sight", "going")
    learner.press("l")
    learner.click_at(learner.pixel_of("combat-rangers/1"))
    learner.click_at(learner.pixel_of("sniper-grenadiers/1"))
    learner.frames(3)
    learner.press("l")
    assert learner.at == ("eye", "going")
    learner.point(learner.pixel_of("observer-team/1"))
    learner.press("e")
    learner.frames(3)
    assert learner.at == ("rule", "going")
    learner.press("f1")
    assert learner.at == ("rule", "going")
    learner.press("escape")
    assert is_done(learner, "look")
    assert learner.facts["entries"] == entries


def test_set_up(learner: Learner):
    learner.begin("set_up")
    learner.choose("south")
    learner.choose("pounder")
    assert learner.at == ("unit", "strayed")
    learner.click("lesson/again")
    learner.rests()
    assert learner.at == ("unit", "going")
    learner.choose("combat-rangers")
    from_above(learner)
    x, y = learner.places["prompt/shelf/combat-rangers/1"].middle
    learner.drag((x, y), (x, y - 60), learner.pixel((18, 7)))
    learner.wait(lambda: learner.at[0] == "rest")
    learner.click("prompt/rest")
    learner.wait(lambda: learner.at[0] == "confirm")
    learner.press("space")
    learner.rests()
    assert learner.at == ("walker", "going")
    learner.choose("ranger-walker")
    learner.suggested()
    assert is_done(learner, "set_up")


def test_initiative_and_orders(learner: Learner):
    learner.begin("orders")
    learner.suggested()
    assert learner.at == ("order", "going")
    learner.choose("pass")
    assert learner.at == ("order", "strayed")
    learner.click("lesson/again")
    learner.rests()
    learner.choose("take-action/combat-rangers")
    learner.choose("move")
    learner.suggested()
    assert learner.at == ("pass", "going")
    learner.choose("pass")
    assert is_done(learner, "orders")


def test_move_a_squad(learner: Learner):
    learner.begin("move")
    learner.choose("combat-rangers")
    learner.choose("move")
    assert learner.at == ("illegal", "going")
    from_above(learner)
    learner.drag(learner.pixel_of("combat-rangers/1"), learner.pixel((10.0, 24.0)), hold=True)
    learner.wait(lambda: learner.at == ("legal", "going"))
    learner.drag_on(learner.pixel((10.5, 12.5)))
    learner.wait(lambda: not learner.facts["wrong"])
    learner.let_go()
    learner.press("space")
    learner.rests()
    assert learner.at == ("undo", "going")
    learner.choose("assault-rangers")
    assert learner.at == ("undo", "strayed")
    learner.click("lesson/again")
    learner.rests()
    assert learner.at == ("undo", "going")
    learner.press("ctrl+z")
    learner.rests()
    assert learner.at == ("again", "going")
    learner.suggested()
    assert is_done(learner, "move")


def test_what_was_played_before_the_lesson_is_not_taken_back(learner: Learner):
    learner.begin("move")
    entries = learner.facts["entries"]
    learner.press("ctrl+z")
    learner.frames(3)
    assert learner.facts["entries"] == entries
    learner.choose("combat-rangers")
    learner.choose("move")
    learner.press("ctrl+z")
    learner.rests()
    assert learner.at == ("declare", "going")
    learner.press("ctrl+z")
    learner.rests()
    assert learner.at == ("activate", "going")
    assert learner.facts["entries"] == entries


def test_a_vehicle(learner: Learner):
    learner.begin("vehicle")
    learner.choose("ranger-walker")
    learner.choose("move")
    from_above(learner)
    learner.point(learner.pixel_of("ranger-walker/1"))
    learner.press("g")
    learner.frames(3)
    assert learner.at == ("pivot", "going")
    learner.press("tab")
    learner.press(",")
    assert learner.at == ("pivot", "going")
    for _ in range(4):
        learner.press(",")
    learner.wait(lambda: learner.at[0] == "move")
    learner.press("space")
    learner.rests()
    assert is_done(learner, "vehicle")


def test_shoot(learner: Learner):
    learner.begin("shoot")
    learner.choose("combat-rangers")
    learner.choose("attack")
    from_above(learner)
    learner.point(learner.pixel_of("grenadiers/2"))
    learner.frames(3)
    assert learner.at == ("split", "going")
    learner.choose("hold")
    assert learner.at == ("split", "strayed")
    learner.click("lesson/again")
    learner.rests()
    learner.choose("split")
    while learner.at == ("weapons", "going"):
        if learner.sees("prompt/option/grenadiers"):
            learner.choose("grenadiers")
        else:
            learner.click("prompt/suggested/0")
            learner.press("space")
            learner.rests()
    assert learner.at == ("log", "going")
    learner.press("j")
    learner.frames(3)
    assert learner.at == ("log", "going")
    shown = [n for n, place in learner.places.items() if n.startswith("log/") and place.shown]
    learner.click([name for name in shown if name.removeprefix("log/").isdigit()][-3])
    learner.frames(3)
    assert is_done(learner, "shoot")


def test_react(learner: Learner):
    learner.begin("react")
    learner.choose("pass")
    assert learner.at == ("shoot", "going")
    learner.choose("none")
    assert learner.at[0] == "shoot"
    learner.click("lesson/again")
    learner.rests()
    learner.choose("combat-rangers/attack")
    learner.choose("grenadiers")
    assert learner.at == ("let_pass", "going")
    learner.choose("none")
    for _ in range(6):
        if learner.at[1] == "done":
            break
        offered = learner.facts["options"]
        dirt = [option for option in offered if option.endswith("/hit-the-dirt")]
        learner.choose(dirt[0] if dirt else "none")
    assert is_done(learner, "react")


def test_the_end_of_a_turn_and_going_on_with_the_battle(learner: Learner):
    learner.begin("end")
    learner.choose("attack")
    learner.choose("grenadiers")
    assert learner.at == ("log", "going")
    learner.press("j")
    learner.frames(3)
    shown = [n for n, place in learner.places.items() if n.startswith("log/") and place.shown]
    learner.click([name for name in shown if name.removeprefix("log/").isdigit()][-3])
    learner.press("j")
    learner.click("roster/unit/pounder")
    learner.rests()
    assert learner.at == ("wins", "going")
    learner.click("roster/unit/grenadiers")
    learner.rests()
    assert is_done(learner, "end")
    path = learner.page.battle.path
    learner.click("lesson/go-on")
    learner.wait(lambda: learner.app.page.name == "battle")
    assert path.is_file()
    assert f"{learner.app.page.facts()['question']}".startswith("pick:order")
    learner.app.back()
    learner.frames(3)
    assert path.is_file()


def test_random_clicks_and_keys_end_no_step_that_asks_for_an_answer(learner: Learner):
    learner.begin("move")
    for spot in ((640, 400), (700, 330), (500, 480), (40, 620), (900, 300)):
        learner.click_at(spot)
    for key in ("tab", "m", "m", "n", "n", "r", "v"):
        learner.press(key)
    assert learner.facts["place"] == 0
    assert learner.facts["lesson_state"] == "going"


def test_skipping_lists_the_lesson_as_skipped_and_leaves_no_save(learner: Learner, home: Path):
    # A lesson that was done once is never only skipped again: begin as somebody who did none.
    Progress().path.unlink(missing_ok=True)
    learner.app.page.enter()
    learner.begin("orders")
    path = learner.page.battle.path
    assert path.is_file()
    learner.click("lesson/skip")
    learner.wait(lambda: learner.app.page.name == "lessons")
    assert learner.facts["lessons"]["orders"] == "skipped"
    assert not path.exists()


def test_show_me_brings_what_is_meant_into_view(learner: Learner):
    learner.begin("look")
    learner.page.guide.place = 3
    learner.frames(2)
    learner.page.view.orbit.focus([(55.0, 44.0)])
    learner.page.view.orbit.settle()
    before = learner.page.view.orbit.looks_at
    learner.click("lesson/show")
    learner.rests()
    assert learner.page.view.orbit.looks_at != before
    assert learner.sees("lesson/pointer")


@pytest.mark.parametrize(("size", "scale"), [((1280, 800), 1.5), ((1280, 800), 2.0)])
def test_the_panel_leaves_the_prompt_free_on_small_screens(
    learner: Learner, size: tuple[int, int], scale: float
):
    learner.begin("move")
    learner.app.settings.scale = scale
    learner.app.use_settings()
    try:
        learner.frames(5)
        wide, _ = learner.window.ui.size
        page = learner.page
        left, top, across = page.layout.lesson
        assert left >= 0
        assert left + across <= wide
        assert top + page.panel.high <= learner.places["sentence"].box[1]
        assert learner.places["lesson/title"].shown
        assert learner.places["lesson/text"].shown
    finally:
        learner.app.settings.scale = 1.0
        learner.app.use_settings()
        learner.frames(3)
