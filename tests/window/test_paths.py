"""Ways are answered by hand: dragged, turned, nudged, taken back, declared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from sim.engine.questions import Question
from sim.geometry.pose import Pose
from sim.window.battle.asking.draft import HandDraft
from sim.window.ports import Battle
from tests.window.moving_page import MovingPage, mills_asking, moving_person
from tests.window.person import Person

SQUAD = "ranger-command-squad"
LEAD, SECOND = f"{SQUAD}/1", f"{SQUAD}/2"


@pytest.fixture(scope="module")
def squad(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Battle]:
    """Five soldiers in a row are asked for their way."""
    battle = mills_asking(
        tmp_path_factory.mktemp("squad"), lambda q: q.kind == "path" and len(q.movers) == 5
    )
    yield battle
    battle.close()


@pytest.fixture(scope="module")
def walker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Battle]:
    """A walker, which turns before or after its way, is asked for it."""
    battle = mills_asking(
        tmp_path_factory.mktemp("walker"), lambda q: q.kind == "path" and q.subject == "pounder"
    )
    yield battle
    battle.close()


@pytest.fixture(scope="module")
def watcher(squad: Battle) -> Iterator[Person]:
    person = moving_person(squad.match, squad.facts)
    person.look_from_above()
    yield person
    person.close()


@pytest.fixture
def person(watcher: Person) -> Person:
    page_of(watcher).again()
    watcher.wait(lambda: page_of(watcher).asked and page_of(watcher).moving.hints.is_done)
    return watcher


@pytest.fixture(scope="module")
def driver(walker: Battle) -> Iterator[Person]:
    person = moving_person(walker.match, walker.facts)
    person.look_from_above()
    yield person
    person.close()


def page_of(person: Person) -> MovingPage:
    page = person.app.page
    assert isinstance(page, MovingPage)
    return page


def draft_of(person: Person) -> HandDraft:
    return page_of(person).moving.draft


def question_of(battle: Battle) -> Question:
    question = battle.match.pending
    assert question is not None
    return question


def start(person: Person, mini: str) -> Pose:
    observed = page_of(person).view.observed
    assert observed is not None
    return observed.piece(mini).pose


def drag(person: Person, mini: str, dx: float, dy: float, **more: Any) -> None:
    pose = draft_of(person).pose(mini)
    half = (pose.x + dx / 2, pose.y + dy / 2)
    spots = [person.pixel(at) for at in (pose.at, half, (pose.x + dx, pose.y + dy))]
    person.drag(*spots, **more)


# --- by mouse --------------------------------------------------------------------------------


def test_a_drag_of_the_leader_moves_the_ghosts_and_declares_nothing(person: Person, squad: Battle):
    before, entries = start(person, LEAD), len(squad.match.journal)
    drag(person, LEAD, 0.0, -3.0)
    facts = page_of(person).facts()
    ghosts = cast("dict[str, list[Any]]", facts["ghosts"])
    assert len(ghosts) == 5
    assert ghosts[LEAD][:2] == pytest.approx([before.x, before.y - 3.0], abs=0.3)
    assert facts["wrong"] == []
    assert len(squad.match.journal) == entries
    assert start(person, LEAD) == before


def test_a_drag_with_shift_moves_one_alone(person: Person):
    person.mouse.pressButton(shift())
    person.frames(1)
    drag(person, LEAD, 0.0, -2.0)
    person.mouse.releaseButton(shift())
    person.frames(1)
    assert set(draft_of(person).ghosts()) == {LEAD}


def shift() -> Any:
    from panda3d.core import KeyboardButton

    return KeyboardButton.shift()


def test_a_ghost_is_picked_up_again(person: Person):
    before = start(person, LEAD)
    drag(person, LEAD, 0.0, -3.0)
    drag(person, LEAD, 1.0, 0.0)
    assert draft_of(person).pose(LEAD).at == pytest.approx(
        (before.x + 1.0, before.y - 3.0), abs=0.5
    )


def test_an_illegal_place_says_why_where_and_how_far_it_went(person: Person):
    drag(person, LEAD, 0.0, -16.0, hold=True)
    person.frames(12)
    facts = page_of(person).facts()
    assert facts["wrong"]
    assert person.sees("moving/wrong/0")
    assert not person.places["prompt/confirm"].enabled
    person.let_go()
    person.click("prompt/last_legal")
    assert page_of(person).facts()["wrong"] == []
    assert person.places["prompt/confirm"].enabled


def test_the_wheel_turns_what_is_dragged_and_the_table_stays_as_near(person: Person):
    drag(person, LEAD, 0.0, -4.0, hold=True)
    view = page_of(person).view.orbit.view
    person.wheel()
    person.wheel()
    person.frames(2)
    assert page_of(person).view.orbit.view == view
    person.let_go()
    turned = draft_of(person).pose(LEAD).facing - start(person, LEAD).facing
    assert turned % 360 == pytest.approx(30.0, abs=0.01)


def test_a_right_click_while_dragging_fixes_a_corner(person: Person):
    drag(person, LEAD, 2.0, -2.0, hold=True)
    right = person.mouse
    from tests.window.person import _BUTTONS  # pyright: ignore[reportPrivateUsage]

    right.pressButton(_BUTTONS["right"])
    person.frames(2)
    right.releaseButton(_BUTTONS["right"])
    person.frames(2)
    pose = draft_of(person).pose(LEAD)
    person.point(person.pixel((pose.x - 2.0, pose.y - 2.0)))
    person.let_go()
    assert len(draft_of(person).way(LEAD)) == 3


def test_a_click_elsewhere_brings_the_chosen_one_there(person: Person):
    before = start(person, LEAD)
    person.click_at(person.pixel(before.at))
    assert draft_of(person).empty
    person.click_at(person.pixel((before.x - 1.0, before.y - 3.0)))
    assert draft_of(person).pose(LEAD).at == pytest.approx(
        (before.x - 1.0, before.y - 3.0), abs=0.3
    )


def test_a_drag_on_the_bare_table_turns_it_and_plans_nothing(person: Person):
    orbit = page_of(person).view.orbit
    person.press("tab")
    view = orbit.view
    person.drag(person.pixel((45.0, 30.0)), person.pixel((40.0, 26.0)), person.pixel((38.0, 22.0)))
    orbit.settle()
    person.frames(2)
    assert orbit.view != view
    assert draft_of(person).empty
    person.look_from_above()
    person.look_from_above()


# --- by keys ---------------------------------------------------------------------------------


def test_a_whole_move_by_keys_alone(tmp_path: Path):
    battle = mills_asking(tmp_path, lambda q: q.kind == "path" and len(q.movers) == 5)
    person = moving_person(battle.match, battle.facts)
    try:
        before = start(person, LEAD)
        entries = len(battle.match.journal)
        person.press("tab")
        assert draft_of(person).chosen == LEAD
        for _ in range(4):
            person.press("arrow_down")
        person.press("shift+arrow_left")
        assert draft_of(person).pose(LEAD).at == pytest.approx(
            (before.x - 0.05, before.y - 2.0), abs=1e-3
        )
        person.press("space")
        assert len(battle.match.journal) > entries
        after = battle.match.observe().piece(LEAD).pose
        assert after.at == pytest.approx((before.x - 0.05, before.y - 2.0), abs=1e-3)
    finally:
        person.close()
        battle.close()


def test_tab_walks_the_movers_and_back(person: Person):
    movers = draft_of(person).question.movers
    for mini in (*movers, movers[0]):
        person.press("tab")
        assert draft_of(person).chosen == mini
    person.press("shift+tab")
    assert draft_of(person).chosen == movers[-1]


def test_escape_takes_back_and_then_leaves_the_key_to_others(person: Person):
    person.press("tab")
    person.press("arrow_down")
    assert not draft_of(person).empty
    person.press("escape")
    assert draft_of(person).empty
    asker = page_of(person).moving
    while asker.act("back"):
        pass
    assert not asker.act("back")


def test_numbers_plan_suggestions_and_space_is_another_matter(person: Person, squad: Battle):
    entries = len(squad.match.journal)
    person.press("1")
    first = draft_of(person).plan
    person.press("2")
    assert draft_of(person).plan != first
    assert draft_of(person).legal
    assert len(squad.match.journal) == entries


def test_y_goes_through_the_formations_and_each_is_legal_or_says_why(person: Person):
    draft = draft_of(person)
    draft.nudge(LEAD, 0.0, -4.0)
    seen: list[str] = []
    for _ in range(5):
        person.press("y")
        seen.append(page_of(person).moving.formation)
        assert draft.objections() == () or not person.places["prompt/confirm"].enabled
    assert seen == ["line", "column", "wedge", "spread", "wall"]


def test_who_would_see_me_there_counts_every_enemy(person: Person):
    draft_of(person).nudge(LEAD, 0.0, -3.0)
    person.press("v")
    watchers = page_of(person).moving.watchers
    count, of = watchers.counts
    observed = page_of(person).view.observed
    assert observed is not None
    assert of == sum(piece.side == "axis" for piece in observed.pieces)
    assert 0 <= count <= of
    facts = page_of(person).view.facts
    stand = draft_of(person).stand(LEAD)
    from sim.table.pieces import Stand

    solid = [
        Stand(p.model, p.pose)
        for p in observed.pieces
        if p.id != LEAD and facts.table.models[p.model].is_solid
    ]
    for piece, sees in watchers.look():
        looker = Stand(piece.model, piece.pose)
        assert sees == facts.sees(looker, stand, [s for s in solid if s != looker])
    person.press("v")
    assert watchers.look() == ()


# --- what turns ------------------------------------------------------------------------------


def test_a_handle_is_dragged_with_the_mouse(driver: Person):
    draft = draft_of(driver)
    (mini,) = draft.question.movers
    pose = draft.pose(mini)
    drag(driver, mini, 0.0, -2.0)
    handle, radius = page_of(driver).moving.grip.handles()["after"]
    begin = handle.to_table((radius, 0.0))
    turned = handle.turned(handle.facing + 30.0).to_table((radius, 0.0))
    half = handle.turned(handle.facing + 15.0).to_table((radius, 0.0))
    driver.drag(*(driver.pixel(at) for at in (begin, half, turned)))
    assert draft.pose(mini).facing == pytest.approx((pose.facing + 30.0) % 360.0, abs=1.5)
    assert draft.pose(mini).at == pytest.approx((pose.x, pose.y - 2.0), abs=0.2)
    driver.press("escape")
    assert draft.pose(mini).facing == pytest.approx(pose.facing, abs=0.5)


def test_a_corner_of_the_way_is_dragged(driver: Person):
    page_of(driver).again()
    driver.frames(3)
    draft = draft_of(driver)
    (mini,) = draft.question.movers
    pose = draft.pose(mini)
    draft.begin(mini)
    draft.drag_to((pose.x, pose.y - 2.0))
    draft.add_leg()
    draft.drag_to((pose.x, pose.y - 4.0))
    draft.end()
    driver.frames(2)
    corner = draft.way(mini)[1]
    spots = [driver.pixel((corner[0] + dx, corner[1])) for dx in (0.0, 0.4, 0.8)]
    driver.drag(*spots)
    way = draft.way(mini)
    assert len(way) == 3
    assert way[1] == pytest.approx((corner[0] + 0.8, corner[1]), abs=0.35)
    assert way[2] == pytest.approx((pose.x, pose.y - 4.0))


# --- floors ----------------------------------------------------------------------------------


def test_page_up_climbs_to_the_floor_over_a_place_and_the_rules_have_their_say(person: Person):
    draft = draft_of(person)
    table = page_of(person).view.facts.table
    mill = table.terrain["mill-north"]
    inside = (mill.pose.x, mill.pose.y)
    draft.begin(LEAD, alone=True)
    draft.drag_to(inside)
    draft.end()
    assert draft.pose(LEAD).level == "ground"
    person.press("page_up")
    assert draft.pose(LEAD).level == "mill-north/1"
    assert draft.objections(), "it is too far away"
    person.press("page_down")
    assert draft.pose(LEAD).level == "ground"
    assert draft.pose(LEAD).at == pytest.approx(inside)
