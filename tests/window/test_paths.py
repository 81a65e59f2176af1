"""Ways are answered by hand: dragged, turned, nudged, taken back, declared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from sim.engine.match import Match
from sim.engine.questions import Move, Question
from sim.geometry.pose import Pose
from sim.window.battle.asking.draft import HandDraft
from sim.window.battle.asking.painting import cells_around
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


def a_draft(battle: Battle) -> HandDraft:
    question = question_of(battle)
    return HandDraft(question, battle.match.observe(question.who), battle.facts)


def start(person: Person, mini: str) -> Pose:
    observed = page_of(person).view.observed
    assert observed is not None
    return observed.piece(mini).pose


def drag(person: Person, mini: str, dx: float, dy: float, **more: Any) -> None:
    pose = draft_of(person).pose(mini)
    half = (pose.x + dx / 2, pose.y + dy / 2)
    spots = [person.pixel(at) for at in (pose.at, half, (pose.x + dx, pose.y + dy))]
    person.drag(*spots, **more)


# --- the draft without a window ------------------------------------------------------------


def test_nothing_planned_is_nothing_refused(squad: Battle):
    draft = a_draft(squad)
    assert draft.empty
    assert draft.objections() == ()
    assert draft.ghosts() == {}
    assert draft.legal


def test_dragging_the_leader_brings_the_others_along_and_the_rules_agree(squad: Battle):
    draft = a_draft(squad)
    begun = {mini: draft.pose(mini) for mini in draft.question.movers}
    draft.begin(LEAD)
    draft.drag_to((begun[LEAD].x, begun[LEAD].y - 3.0))
    draft.end()
    assert draft.objections() == ()
    assert set(draft.ghosts()) == set(begun)
    for mini, pose in begun.items():
        assert draft.pose(mini).at == pytest.approx((pose.x, pose.y - 3.0), abs=1e-3)
    assert draft.inches(LEAD) == pytest.approx(3.0, abs=1e-3)


def test_a_follower_alone_moves_alone(squad: Battle):
    draft = a_draft(squad)
    pose = draft.pose(SECOND)
    draft.begin(SECOND)
    draft.drag_to((pose.x, pose.y - 2.0))
    draft.end()
    assert set(draft.ghosts()) == {SECOND}


def test_the_leader_alone_leaves_the_others_where_they_are(squad: Battle):
    draft = a_draft(squad)
    pose = draft.pose(LEAD)
    draft.begin(LEAD, alone=True)
    draft.drag_to((pose.x, pose.y - 2.0))
    draft.end()
    assert set(draft.ghosts()) == {LEAD}


def test_an_adjusted_follower_keeps_his_place_when_the_leader_goes_on(squad: Battle):
    draft = a_draft(squad)
    for mini, dy in ((LEAD, -3.0), (SECOND, -1.0), (LEAD, -2.0)):
        pose = draft.pose(mini)
        draft.begin(mini)
        draft.drag_to((pose.x, pose.y + dy))
        draft.end()
    lead, second = draft.pose(LEAD), draft.pose(SECOND)
    assert draft.objections() == ()
    assert second.y - lead.y == pytest.approx(-1.0, abs=1e-3)


def test_corners_lengthen_the_way_and_are_taken_back_one_by_one(squad: Battle):
    draft = a_draft(squad)
    pose = draft.pose(LEAD)
    draft.begin(LEAD)
    for dx in (1.0, 2.0):
        draft.drag_to((pose.x + dx, pose.y - dx))
        assert draft.add_leg()
        assert not draft.add_leg()
    draft.drag_to((pose.x, pose.y - 4.0))
    assert len(draft.way(LEAD)) == 4
    long = draft.inches(LEAD)
    assert draft.back()
    assert len(draft.way(LEAD)) == 3
    assert draft.inches(LEAD) < long
    assert draft.back()
    assert draft.back()
    assert draft.empty


def test_too_far_is_refused_with_the_last_legal_place_at_the_limit(squad: Battle):
    draft = a_draft(squad)
    pose, allowed = draft.pose(LEAD), draft.allowed
    assert allowed is not None
    draft.begin(LEAD)
    draft.drag_to((pose.x, pose.y - allowed - 4.0))
    assert draft.objections()
    while draft.close_in():
        pass
    last = draft.last_legal
    assert last is not None
    assert pose.y - last.y == pytest.approx(allowed, abs=0.1)
    draft.end()
    assert draft.to_last_legal()
    assert draft.objections() == ()
    assert draft.legal


def test_where_the_rules_refuse_nothing_there_is_no_last_legal_place(squad: Battle):
    draft = a_draft(squad)
    pose = draft.pose(LEAD)
    draft.begin(LEAD)
    draft.drag_to((pose.x, pose.y - 1.0))
    assert draft.last_legal is None
    assert not draft.to_last_legal()


def test_taking_back_gesture_by_gesture_ends_with_nothing(squad: Battle):
    draft = a_draft(squad)
    plans = [draft.plan]
    draft.nudge(LEAD, 0.0, -0.5)
    plans.append(draft.plan)
    draft.nudge(SECOND, 0.05, 0.0)
    plans.append(draft.plan)
    draft.spin(SECOND, 15.0)
    for plan in reversed(plans):
        assert draft.back()
        assert draft.plan == plan
    assert draft.empty


def test_a_gesture_that_changed_nothing_leaves_nothing_to_take_back(squad: Battle):
    draft = a_draft(squad)
    draft.begin(LEAD)
    draft.end()
    assert draft.back(), "the choice of the leader"
    assert not draft.back()


def test_a_rough_step_asks_nothing_until_the_hand_rests(squad: Battle):
    draft = a_draft(squad)
    pose = draft.pose(LEAD)
    draft.begin(LEAD)
    draft.drag_to((pose.x, pose.y - 1.0))
    assert draft.objections() == ()
    draft.drag_to((pose.x, pose.y - 30.0), rough=True)
    assert draft.objections() == ()
    assert draft.pose(LEAD).y == pytest.approx(pose.y - 30.0)
    assert draft.settle()
    assert draft.objections()
    assert not draft.settle()


def test_turning_a_formation_turns_it_about_its_leader(squad: Battle):
    draft = a_draft(squad)
    pose = draft.pose(LEAD)
    draft.begin(LEAD)
    draft.drag_to((pose.x, pose.y - 4.0))
    draft.turn_by(90.0)
    draft.end()
    lead, second = draft.pose(LEAD), draft.pose(SECOND)
    assert draft.objections() == ()
    # They stood in a row along x: now they stand along y.
    assert abs(second.x - lead.x) < 0.01
    assert abs(second.y - lead.y) > 1.0


def test_an_answer_is_what_the_ghosts_show(squad: Battle):
    draft = a_draft(squad)
    draft.nudge(LEAD, 0.0, -2.0)
    answer = cast("dict[str, Move]", draft.answer())
    assert answer[LEAD].points[-1] == pytest.approx(draft.pose(LEAD).at)
    assert not squad.match.pending.why_not(answer)  # type: ignore[union-attr]


def test_cells_round_spots_are_one_outline_and_a_hole_is_another():
    ring = [(float(x), float(y)) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    outlines = cells_around(ring, 1.0)
    areas = sorted(round(signed_area(each), 1) for each in outlines)
    assert len(outlines) == 2
    assert areas[0] < 0 < areas[1]
    assert len(cells_around([*ring, (1.0, 1.0)], 1.0)) == 1
    assert len(cells_around([(0.0, 0.0), (5.0, 5.0)], 1.0)) == 2
    assert len(cells_around([(0.0, 0.0), (1.0, 1.0)], 1.0)) == 2, "touching by a corner"


def signed_area(points: list[tuple[float, float]]) -> float:
    after = [*points[1:], points[0]]
    return sum(x * v - u * y for (x, y), (u, v) in zip(points, after, strict=True)) / 2


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


def test_a_walker_is_driven_sideways_by_a_pivot_of_its_own_accord(walker: Battle):
    draft = a_draft(walker)
    (mini,) = draft.question.movers
    pose = draft.pose(mini)
    draft.begin(mini)
    draft.drag_to((pose.x - 1.2, pose.y - 2.0))
    draft.end()
    assert draft.objections() == ()
    assert len(draft.way(mini)) == 2


def test_the_handles_turn_before_and_after_and_the_rules_hear_of_it(walker: Battle):
    draft = a_draft(walker)
    (mini,) = draft.question.movers
    pose = draft.pose(mini)
    draft.begin(mini)
    draft.drag_to((pose.x, pose.y - 2.0))
    draft.end()
    draft.set_pivots(mini, 0.0, 40.0)
    assert draft.objections() == ()
    assert draft.pose(mini).facing == pytest.approx((pose.facing + 40.0) % 360.0)
    draft.set_pivots(mini, 20.0, 40.0)
    assert [each.key for each in draft.objections()] == ["dw.no.two_pivots"]


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


# --- any game --------------------------------------------------------------------------------


def test_a_game_that_wants_everybody_told_is_told_of_staying(toy_match: Match[Any]):
    from tests.toy.table import toy_facts

    question = toy_match.pending
    assert question is not None
    draft = HandDraft(question, toy_match.observe(question.who), toy_facts())
    assert question.why_not({})
    assert not question.why_not(draft.answer())


@pytest.fixture
def toy_match() -> Match[Any]:
    from sim.engine.dice import SeededDice
    from tests.toy import Pebbles
    from tests.window.moving_page import asked_for

    match = Match(Pebbles(), SeededDice(1))
    asked_for(match, lambda q: q.kind == "path")
    return match
