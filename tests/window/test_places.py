"""Placements are answered by hand: chips dragged onto the table, the rest placed, then nudged."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.engine.dice import SeededDice
from sim.engine.match import Match
from sim.engine.questions import Question
from sim.table.facts import Facts
from sim.window.battle.asking.choosing import choose_formation
from sim.window.battle.asking.draft import HandDraft
from sim.window.battle.asking.formations import FORMATIONS
from sim.window.battle.asking.reaches import Reaches
from sim.window.ports import Battle
from tests.toy import Pebbles
from tests.toy.table import toy_facts
from tests.window.moving_page import MovingPage, asked_for, mills_asking, moving_person
from tests.window.person import Person


@pytest.fixture(scope="module")
def squad(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Battle]:
    """Five grenadiers are to be set up within 9 in of the south edge."""
    battle = mills_asking(
        tmp_path_factory.mktemp("places"), lambda q: q.kind == "place" and len(q.movers) == 5
    )
    yield battle
    battle.close()


@pytest.fixture(scope="module")
def setter(squad: Battle) -> Iterator[Person]:
    # A tall window: the bar must not lie over the zone.
    person = moving_person(squad.match, squad.facts, size=(1280, 1200))
    person.look_from_above()
    yield person
    person.close()


@pytest.fixture
def person(setter: Person) -> Person:
    page_of(setter).again()
    setter.wait(lambda: page_of(setter).asked and page_of(setter).moving.hints.is_done)
    return setter


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


def put(draft: HandDraft, mini: str, x: float, y: float) -> None:
    draft.begin(mini, alone=True)
    draft.drag_to((x, y))
    draft.end()


def overlap(draft: HandDraft) -> bool:
    poses = draft.ghosts()
    return any(
        math.dist(poses[a].at, poses[b].at) < draft.radius(a) + draft.radius(b) - 1e-3
        for a, b in itertools.combinations(poses, 2)
    )


# --- the draft without a window ----------------------------------------------------------------


def test_everybody_waits_at_first_and_nothing_is_wrong_with_nobody(squad: Battle):
    draft = a_draft(squad)
    assert draft.waiting() == draft.question.movers
    assert draft.objections() == ()
    assert not draft.legal


def test_one_placed_well_is_not_blamed_for_those_who_wait(squad: Battle):
    draft = a_draft(squad)
    put(draft, draft.leader, 20.0, 4.0)
    assert draft.objections() == ()
    assert not draft.legal
    assert len(draft.waiting()) == 4


def test_one_placed_badly_is_told_at_once(squad: Battle):
    draft = a_draft(squad)
    put(draft, draft.leader, 20.0, 20.0)
    (objection,) = draft.objections()
    assert objection.key == "dw.no.zone"
    assert objection.subject == draft.leader
    assert objection.at == pytest.approx((20.0, 20.0))


def test_the_rest_finds_places_beside_those_who_stand(squad: Battle):
    draft = a_draft(squad)
    put(draft, draft.leader, 20.0, 4.0)
    assert draft.fill()
    assert draft.legal
    assert draft.waiting() == ()
    assert draft.pose(draft.leader).at == pytest.approx((20.0, 4.0))
    assert draft.back()
    assert len(draft.waiting()) == 4


def test_with_nobody_placed_the_rest_is_everybody(squad: Battle):
    draft = a_draft(squad)
    assert draft.fill()
    assert draft.legal


def test_where_no_rest_fits_the_plan_stays_as_it_was(squad: Battle):
    draft = a_draft(squad)
    put(draft, draft.leader, 30.0, 25.0)
    before = draft.plan
    assert not draft.fill()
    assert draft.plan == before


@settings(deadline=None, max_examples=25)
@given(x=st.floats(8.0, 52.0), y=st.floats(2.5, 8.0))
def test_dragging_the_leader_never_lays_base_on_base_where_it_is_legal(
    squad: Battle, x: float, y: float
):
    draft = a_draft(squad)
    draft.fill()
    draft.begin(draft.leader)
    draft.drag_to((x, y))
    draft.end()
    assert set(draft.ghosts()) == set(draft.question.movers)
    if not draft.objections():
        assert draft.legal
        assert not overlap(draft)


@pytest.mark.parametrize("name", FORMATIONS)
def test_a_formation_is_legal_or_says_why_not(squad: Battle, name: str):
    draft = a_draft(squad)
    put(draft, draft.leader, 22.0, 5.0)
    said = choose_formation(draft, name, squad.facts.table)
    assert bool(said) == bool(draft.objections()) or not draft.ghosts()
    if not said:
        assert draft.legal
        assert not overlap(draft)


def test_a_line_stands_abreast(squad: Battle):
    draft = a_draft(squad)
    put(draft, draft.leader, 22.0, 5.0)
    assert choose_formation(draft, "line", squad.facts.table) == ""
    leader = draft.pose(draft.leader)
    ahead = [leader.to_local(pose.at)[0] for pose in draft.ghosts().values()]
    assert ahead == pytest.approx([0.0] * 5, abs=1e-3)


def test_the_toy_game_is_set_up_by_the_same_hand():
    match = Match(Pebbles(), SeededDice(1))
    asked_for(match, lambda q: q.kind == "place")
    question = match.pending
    assert question is not None
    facts: Facts = toy_facts()
    draft = HandDraft(question, match.observe(question.who), facts)
    first = question.movers[0]
    y = 2.0 if question.who == "red" else facts.table.depth - 2.0
    draft.begin(first, alone=True)
    draft.drag_to((8.0, y))
    draft.end()
    assert draft.objections() == ()
    assert draft.fill()
    assert draft.pose(first).at == pytest.approx((8.0, y))
    match.answer(draft.answer())


# --- by mouse and keys -------------------------------------------------------------------------


def chip(person: Person, mini: str) -> tuple[float, float]:
    x, y = person.places[f"prompt/shelf/{mini}"].middle
    scale = person.window.ui.scale
    return (x * scale, y * scale)


def test_a_chip_is_dragged_from_the_shelf_onto_the_table(person: Person):
    draft = draft_of(person)
    mini = draft.question.movers[1]
    begin, goal = chip(person, mini), person.pixel((20.0, 7.0))
    person.drag(begin, (goal[0], goal[1] - 20), goal)
    assert set(draft.ghosts()) == {mini}
    assert draft.pose(mini).at == pytest.approx((20.0, 7.0), abs=0.3)
    assert not person.sees(f"prompt/shelf/{mini}")
    assert not person.places["prompt/confirm"].enabled


def test_a_chip_that_is_clicked_is_put_where_the_table_is_clicked(person: Person):
    draft = draft_of(person)
    mini = draft.question.movers[2]
    person.click(f"prompt/shelf/{mini}")
    assert draft.chosen == mini
    assert draft.empty
    person.click_at(person.pixel((24.0, 6.0)))
    assert draft.pose(mini).at == pytest.approx((24.0, 6.0), abs=0.3)


def test_place_for_me_fills_in_the_rest_and_the_leader_drags_all(person: Person):
    draft = draft_of(person)
    goal = person.pixel((20.0, 5.0))
    person.drag(chip(person, draft.leader), (goal[0], goal[1] - 20), goal)
    person.click("prompt/rest")
    assert draft.waiting() == ()
    assert person.places["prompt/confirm"].enabled
    begin = draft.pose(draft.question.movers[1])
    leader = draft.pose(draft.leader)
    spots = [person.pixel((leader.x + dx, leader.y)) for dx in (0.0, 3.0, 6.0)]
    person.drag(*spots)
    assert draft.pose(draft.question.movers[1]).x == pytest.approx(begin.x + 6.0, abs=0.7)


def test_a_placement_by_keys_alone_is_declared(tmp_path: Path):
    battle = mills_asking(tmp_path, lambda q: q.kind == "place" and len(q.movers) == 5)
    person = moving_person(battle.match, battle.facts)
    try:
        question = question_of(battle)
        person.press("1")
        assert draft_of(person).chosen == draft_of(person).leader
        person.press("arrow_left")
        person.press("shift+arrow_right")
        pose = draft_of(person).pose(question.movers[0])
        person.press("space")
        assert battle.match.pending is not question
        placed = battle.match.observe().piece(question.movers[0]).pose
        assert placed.at == pytest.approx(pose.at, abs=1e-3)
    finally:
        person.close()
        battle.close()


def test_an_illegal_placement_is_refused_at_the_button_and_the_key(person: Person, squad: Battle):
    entries = len(squad.match.journal)
    draft = draft_of(person)
    draft.fill()
    draft.begin(draft.leader)
    draft.drag_to((30.0, 24.0))
    draft.end()
    person.frames(2)
    assert not person.places["prompt/confirm"].enabled
    person.press("space")
    assert len(squad.match.journal) == entries
    assert page_of(person).at.objections


def test_where_one_may_stand_is_shaded(person: Person):
    asker = page_of(person).moving
    asker.reaches.of(draft_of(person).leader)
    asker.reaches.wait()
    spots = asker.reaches.of(draft_of(person).leader)
    assert spots
    assert all(y <= 9.0 for _, y in spots)


def test_a_game_that_tells_no_zone_has_it_found_by_trying():
    match = Match(Pebbles(), SeededDice(1))
    asked_for(match, lambda q: q.kind == "place")
    question = match.pending
    assert question is not None
    table = toy_facts().table
    assert question.reach_of(question.movers[0]) == ()
    reaches = Reaches(match, question, table)
    assert reaches.of(question.movers[0]) is None
    reaches.wait()
    spots = reaches.of(question.movers[0])
    assert spots
    red = question.who == "red"
    assert all((y if red else table.depth - y) <= 4.0 for _, y in spots)
    reaches.close()
