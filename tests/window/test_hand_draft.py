"""The draft in the hand, without a window: dragged, turned, nudged, taken back, judged."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.engine.match import Match
from sim.engine.questions import Move, Question
from sim.window.battle.asking.draft import HandDraft
from sim.window.battle.asking.painting import cells_around
from sim.window.ports import Battle
from tests.window.moving_page import mills_asking

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


def question_of(battle: Battle) -> Question:
    question = battle.match.pending
    assert question is not None
    return question


def a_draft(battle: Battle) -> HandDraft:
    question = question_of(battle)
    return HandDraft(question, battle.match.observe(question.who), battle.facts)


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


def test_a_corner_is_made_by_keys_alone(squad: Battle):
    draft = a_draft(squad)
    pose = draft.pose(SECOND)
    assert not draft.fix_corner(SECOND)
    draft.nudge(SECOND, 0.0, -1.0)
    assert draft.fix_corner(SECOND)
    draft.nudge(SECOND, 1.0, 0.0)
    assert draft.way(SECOND) == (
        pose.at,
        pytest.approx((pose.x, pose.y - 1.0)),
        pytest.approx((pose.x + 1.0, pose.y - 1.0)),
    )
    assert draft.inches(SECOND) == pytest.approx(2.0, abs=1e-3)


# --- whatever the hand does ------------------------------------------------------------------

GESTURES = st.lists(
    st.tuples(
        st.sampled_from(("drag", "alone", "rough", "corner", "nudge", "spin", "back", "fix")),
        st.integers(1, 5),
        st.floats(-8.0, 8.0),
        st.floats(-8.0, 8.0),
    ),
    max_size=6,
)


def perform(draft: HandDraft, gesture: tuple[str, int, float, float]) -> None:
    what, number, dx, dy = gesture
    mini = f"{SQUAD}/{number}"
    if what == "nudge":
        draft.nudge(mini, dx / 8, dy / 8)
    elif what == "spin":
        draft.spin(mini, dx * 20)
    elif what == "back":
        draft.back()
    elif what == "fix":
        draft.fix_corner(mini)
    else:
        draft.begin(mini, alone=what == "alone")
        pose = draft.pose(mini)
        if what == "corner":
            draft.drag_to((pose.x + dx / 2, pose.y))
            draft.add_leg()
        draft.drag_to((pose.x + dx, pose.y + dy), rough=what == "rough")
        draft.end()


@settings(deadline=None, max_examples=30)
@given(gestures=GESTURES)
def test_what_is_shown_is_what_would_be_declared_and_all_of_it_can_be_taken_back(
    squad: Battle, gestures: list[tuple[str, int, float, float]]
):
    draft = a_draft(squad)
    for gesture in gestures:
        perform(draft, gesture)
        question, answer = draft.question, draft.answer()
        assert not draft.in_hand
        assert draft.objections() == (() if draft.empty else question.why_not(answer))
        assert draft.legal == (not question.why_not(answer))
        for mini, pose in draft.ghosts().items():
            way = draft.way(mini)
            assert pose.at == way[-1]
            assert draft.inches(mini) >= math.dist(way[0], way[-1]) - 1e-9
    while draft.back():
        pass
    assert draft.empty


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
