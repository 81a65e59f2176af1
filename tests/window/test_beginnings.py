"""The start screen, a new battle, settings, saves and replays, as a person goes through them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.cli.backstage import CommandBackstage
from sim.cli.window import start_table
from sim.view.window import Window
from sim.window.app import App
from sim.window.beginnings.start_page import StartPage
from sim.window.settings import Settings
from sim.window.storage import load_settings, save_settings, settings_path
from tests.window.person import Person


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HULLDOWN_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def person(home: Path) -> Iterator[Person]:
    def make(window: Window) -> App:
        app = App(window, CommandBackstage(sync=False), load_settings()[0])
        app.go(StartPage(app, start_table()))
        return app

    person = Person(make)
    yield person
    person.close()


def test_the_first_frame_comes_before_the_table_behind_it(person: Person):
    assert person.sees("start/battle")
    person.frames(4)
    assert person.window.table is not None


def test_nothing_to_continue_greys_the_button_and_says_why(person: Person):
    assert not person.places["start/continue"].enabled
    person.click("start/continue")
    assert person.app.page.name == "start"


def test_a_number_key_opens_the_settings_and_escape_comes_back(person: Person):
    places = [name for name in person.places if name.startswith("start/")]
    person.press(str(places.index("start/settings") + 1))
    assert person.app.page.name == "settings"
    person.press("escape")
    assert person.app.page.name == "start"


def test_the_scale_grows_the_widgets_and_is_kept(person: Person):
    person.click("start/settings")
    before = person.places["back"].box
    person.click("scale")
    person.click("scale/1.5")
    person.frames(2)
    assert person.window.ui.scale == 1.5
    after = person.places["back"].box
    grown = (after[3] - after[1]) * 1.5
    assert grown > (before[3] - before[1]) * 1.3
    assert load_settings()[0].scale == 1.5


@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5, 2.0])
def test_every_button_of_the_start_screen_can_be_reached(person: Person, scale: float):
    person.app.settings.scale = scale
    person.app.use_settings()
    person.frames(3)
    wide, high = person.window.ui.size
    for name in ("start/continue", "start/battle", "start/settings"):
        left, top, right, bottom = person.places[name].box
        assert left >= 0
        assert top >= 0
        assert right <= wide
        assert bottom <= high


def test_a_key_of_ones_own_holds_at_once_and_a_taken_one_is_refused(person: Person):
    person.click("start/settings")
    person.click("key/back")
    person.press("x")
    assert load_settings()[0].keys == {"back": "x"}
    person.click("key/confirm")
    person.press("x")
    assert load_settings()[0].keys == {"back": "x"}
    person.press("x")
    assert person.app.page.name == "start"


def test_a_palette_changes_the_colours_of_the_sides(person: Person):
    from sim.view.livery import liveries

    person.click("start/settings")
    before = liveries(["a", "b"])["b"].rim
    person.click("palette")
    person.click("palette/red-green")
    person.frames(2)
    assert liveries(["a", "b"])["b"].rim != before
    person.click("palette")
    person.click("palette/standard")
    person.frames(2)
    assert liveries(["a", "b"])["b"].rim == before


def test_broken_settings_are_kept_aside_and_the_usual_ones_hold(home: Path):
    settings_path().write_text("scale = [", encoding="utf-8")
    found, trouble = load_settings()
    assert found == Settings()
    assert str(settings_path()) in trouble
    assert (
        settings_path().with_name("settings.toml.kept").read_text(encoding="utf-8") == "scale = ["
    )


@pytest.mark.parametrize(
    ("text", "scale", "palette"),
    [
        ("scale = 9.0\n", 1.0, "standard"),
        ("palette = 'mauve'\n", 1.0, "standard"),
        ("scale = 1.25\npalette = 'high-contrast'\n", 1.25, "high-contrast"),
        ("future = 3\n", 1.0, "standard"),
    ],
)
def test_values_out_of_bounds_count_as_the_usual_ones(
    home: Path, text: str, scale: float, palette: str
):
    settings_path().write_text(text, encoding="utf-8")
    found, _ = load_settings()
    assert (found.scale, found.palette) == (scale, palette)


def test_settings_come_back_as_they_were_saved(home: Path):
    mine = Settings(scale=1.75, palette="red-green", speed=0.0, keys={"photo": "f5"})
    save_settings(mine)
    assert load_settings() == (mine, "")


def test_a_new_battle_offers_the_tables_with_pictures_and_both_sides(person: Person):
    person.click("start/battle")
    person.frames(10)
    page = person.app.page
    assert page.name == "new-battle"
    assert person.sees("table/mills")
    assert any(name.startswith("picture/scene/") for name in person.places)
    person.click("table/ruined_town" if person.sees("table/ruined_town") else "table/town")
    assert page.facts()["table"] != "mills"
    sides = [name for name in person.places if name.startswith("player/")]
    assert len(sides) == 2


def test_a_seed_that_is_no_number_greys_the_beginning(person: Person):
    person.click("start/battle")
    person.click("seed")
    person.type("seven")
    person.press("enter")
    assert not person.places["begin"].enabled


def test_tables_can_be_looked_at(person: Person):
    person.click("start/scenes")
    person.frames(6)
    person.click("look/mills")
    assert person.app.page.name == "look"
    assert person.window.table is not None
    person.press("escape")
    assert person.app.page.name == "scenes"


def test_a_file_that_is_not_there_is_told_and_nothing_else_happens(person: Person):
    person.click("start/scenes")
    person.click("scene-file")
    person.type("/nowhere/at-all.toml")
    person.click("look-file")
    assert person.app.page.name == "scenes"


def test_a_message_takes_no_click_from_what_lies_under_it(person: Person):
    person.click("start/settings")
    for number in range(4):
        person.app.tell(f"message {number}: " + "something that has to be said at length " * 4)
    person.frames(2)
    left, top, right, bottom = person.places["messages"].box
    under = [
        name
        for name, place in person.places.items()
        if name.startswith("key/")
        and place.shown
        and left < place.middle[0] < right
        and top < place.middle[1] < bottom
    ]
    assert under
    person.click(under[0])
    assert person.app.page.facts()["listens"] == under[0].removeprefix("key/")
