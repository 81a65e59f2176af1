"""The conductor drives a match frame by frame; nobody waits, nothing secret is shown."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.engine.dice import OwnDice, SeededDice
from sim.engine.match import Match, Refused
from sim.errors import HulldownError
from sim.window.battle.advice import Adviser
from sim.window.battle.conductor import Conductor
from tests.engine.laws import random_answer, replayed, state_of
from tests.toy import Pebbles
from tests.window.players import Slow

#: No game of the toy needs as many frames.
MANY = 5000


def against(thinker: Slow | None = None, seed: int = 1, **more: Any) -> Conductor:
    """Red is a person, blue an opponent."""
    match = Match(Pebbles(), SeededDice(seed))
    return Conductor(match, {"blue": thinker or Slow()}, **more)


def answer_any(conductor: Conductor, salt: str = "person") -> None:
    question = conductor.question
    assert question is not None
    dice, k = SeededDice(5, salt), len(conductor.match.journal)
    conductor.answer(
        dice.answer(question, k) if question.chance else random_answer(question, dice, k)
    )


def until(conductor: Conductor, *states: str, show: bool = True) -> None:
    """Draw frames until the conductor is in one of the states; beats are shown on the way."""
    for _ in range(MANY):
        conductor.advance()
        if conductor.state in states:
            return
        if conductor.state == "showing" and show:
            conductor.shown()
    raise AssertionError(f"never {states}, but {conductor.state}")


def play_on(conductor: Conductor) -> None:
    until(conductor, "waiting", "over", "handing-over")
    while conductor.state != "over":
        if conductor.state == "handing-over":
            conductor.taken_over()
        else:
            answer_any(conductor)
        until(conductor, "waiting", "over", "handing-over")


def test_a_game_is_played_frame_by_frame_to_its_end():
    conductor = against()
    play_on(conductor)
    assert conductor.match.over
    assert conductor.question is None
    assert conductor.observed.result is not None


def test_a_frame_never_waits_for_the_opponent():
    slow = Slow(looks=50)
    conductor = against(slow)
    until(conductor, "waiting")
    answer_any(conductor)
    until(conductor, "thinking")
    assert conductor.thinking is not None
    assert conductor.thinking.side == "blue"
    before = len(conductor.match.journal)
    for _ in range(40):
        conductor.advance()
    assert (slow.begun, len(conductor.match.journal)) == (1, before)
    assert conductor.question is None
    with pytest.raises(HulldownError, match="Nobody is asked"):
        conductor.answer("early")


def test_play_now_is_passed_on_while_the_opponent_thinks_and_only_then():
    slow = Slow(looks=50)
    conductor = against(slow)
    conductor.play_now()
    until(conductor, "waiting")
    answer_any(conductor)
    until(conductor, "thinking")
    conductor.play_now()
    conductor.advance()
    assert slow.hurried == 1
    assert conductor.thoughts[-1].side == "blue"


def test_the_opponent_is_shown_its_own_observation_only():
    slow = Slow()
    play_on(against(slow))
    assert slow.seen
    assert {seen.viewer for seen in slow.seen} == {"blue"}


def test_a_refused_answer_tells_every_objection_and_changes_nothing():
    conductor = against()
    until(conductor, "waiting")
    journal = list(conductor.match.journal)
    with pytest.raises(Refused) as refused:
        conductor.answer("nobody/9")
    assert refused.value.objections
    assert conductor.match.journal == journal
    assert conductor.state == "waiting"


def test_beats_follow_each_other_without_a_gap_and_end_where_the_game_stands():
    conductor = against()
    shown = []
    for _ in range(MANY):
        conductor.advance()
        beat = conductor.beat
        if beat is not None:
            shown.append(beat)
            conductor.shown()
            if conductor.beat is None:
                seen = conductor.game.observe(conductor.match.state, "red")
                assert beat.observed_after == seen
        elif conductor.state == "waiting":
            answer_any(conductor)
        elif conductor.state == "over":
            break
    told = [event for event in conductor.match.events if event.visible_to("red")]
    assert [beat.event for beat in shown] == told
    assert [conductor.match.events[beat.index] for beat in shown] == told
    for first, second in pairwise(shown):
        if second.entry == first.entry:
            assert second.observed_before == first.observed_after
    moves = [beat for beat in shown if beat.event.kind == "moved" and beat.moved]
    assert moves
    for beat in moves:
        assert beat.moved[beat.event.subject][1].at == beat.event.at
    gone = [beat for beat in shown if beat.event.kind == "hit" and beat.event.params["health"] == 0]
    assert gone
    assert all(beat.gone == (beat.event.subject,) for beat in gone)


def test_the_opponent_thinks_while_beats_are_shown_but_moves_only_after():
    slow = Slow(looks=0)
    conductor = against(slow)
    for _ in range(MANY):
        until(conductor, "waiting", "showing", "over", show=False)
        if conductor.state == "over":
            break
        if conductor.state == "showing":
            begun, journal = slow.begun, len(conductor.match.journal)
            for _ in range(5):
                conductor.advance()
            assert len(conductor.match.journal) == journal
            if conductor.match.pending is not None and conductor.match.pending.who == "blue":
                assert slow.begun in (begun, begun + 1)
                assert conductor.thinking is not None
            conductor.skip()
        else:
            answer_any(conductor)
    assert conductor.match.over


def test_undo_takes_back_what_the_person_gave_with_all_that_followed():
    conductor = against()
    until(conductor, "waiting")
    for _ in range(6):
        before = conductor.match.digest(), len(conductor.match.journal)
        prompt = conductor.question
        assert prompt is not None
        answer_any(conductor)
        until(conductor, "waiting")
        conductor.undo()
        assert (conductor.match.digest(), len(conductor.match.journal)) == before
        assert conductor.question is not None
        assert conductor.question.key == prompt.key
        answer_any(conductor)
        until(conductor, "waiting")


def test_undo_while_the_opponent_thinks_drops_his_question():
    slow = Slow(looks=50)
    conductor = against(slow)
    until(conductor, "waiting")
    answer_any(conductor)
    until(conductor, "thinking")
    conductor.undo()
    assert slow.dropped == 1
    assert conductor.thinking is None
    until(conductor, "waiting")
    assert len(conductor.match.journal) == 0


def test_in_match_style_undo_stops_at_a_roll_and_says_so():
    conductor = against(match_style=True)
    until(conductor, "waiting")
    while not any(not entry.who for entry in conductor.match.journal):
        answer_any(conductor)
        until(conductor, "waiting")
    journal = list(conductor.match.journal)
    assert conductor.why_not_undo()
    with pytest.raises(HulldownError) as stopped:
        conductor.undo()
    assert stopped.value.key == "engine.match.undo_stops"
    assert str(stopped.value) == conductor.why_not_undo()
    assert conductor.match.journal == journal


def test_nothing_can_be_taken_back_at_the_start():
    conductor = against()
    assert conductor.why_not_undo()
    with pytest.raises(HulldownError):
        conductor.undo()


def test_an_opponent_that_fails_is_told_and_asked_again():
    slow = Slow()
    conductor = against(slow)
    until(conductor, "waiting")
    answer_any(conductor)
    until(conductor, "thinking")
    slow.fails = True
    until(conductor, "stuck")
    assert conductor.fault is not None
    slow.fails = False
    conductor.retry()
    until(conductor, "waiting")
    assert slow.begun == 2


def test_dice_typed_in_wait_for_a_person():
    match = Match(Pebbles(), OwnDice())
    conductor = Conductor(match, {"blue": Slow()})
    until(conductor, "waiting")
    while not (conductor.question is not None and conductor.question.chance):
        answer_any(conductor)
        until(conductor, "waiting")
    assert conductor.question.kind in ("roll", "draw")
    with pytest.raises(Refused):
        conductor.answer((9,) * 9)
    play_on(conductor)
    assert conductor.match.over


def test_an_edit_is_shown_and_can_be_taken_back():
    conductor = against()
    until(conductor, "waiting")
    while conductor.match.state.phase != "turn" or conductor.match.step_start()[1]:
        answer_any(conductor)
        until(conductor, "waiting")
        if len(conductor.match.journal) > 8:
            break
    digest = conductor.match.digest()
    with pytest.raises(Refused):
        conductor.edit({"nowhere.at.all": 1}, "a try")
    while conductor.match.step_start()[1]:
        conductor.undo()
        until(conductor, "waiting")
    digest = conductor.match.digest()
    mine = next(p.id for p in conductor.match.state.pebbles.values() if p.side == "red")
    conductor.edit({f"pebbles.{mine}.health": 1}, "it was hit before")
    assert conductor.beat is not None
    assert conductor.beat.event.kind == "edited"
    until(conductor, "waiting")
    conductor.undo()
    assert conductor.match.digest() == digest


# --- two persons at one screen -------------------------------------------------------------


def hotseat(**more: Any) -> Conductor:
    return Conductor(Match(Pebbles(), SeededDice(2)), {}, **more)


def test_at_one_screen_nothing_is_shown_until_the_other_has_taken_over():
    conductor = hotseat()
    conductor.advance()
    handed = []
    while not conductor.match.over:
        until(conductor, "waiting", "over", "handing-over")
        if conductor.state == "handing-over":
            side = conductor.must_hand_over_to
            handed.append(side)
            assert conductor.question is None
            seen = conductor.observed
            assert (seen.pieces, seen.units) == ((), ())
            assert side in seen.prompt_params.values()
            with pytest.raises(HulldownError):
                conductor.answer("early")
            conductor.taken_over()
            assert conductor.viewer == side
        elif conductor.question is not None:
            who = conductor.question.who
            assert conductor.viewer == who
            assert conductor.observed.viewer == who
            answer_any(conductor)
    assert handed[:4] == ["red", "blue", "red", "blue"]


def test_each_person_at_one_screen_is_shown_what_he_alone_may_know():
    conductor = hotseat()
    shown: dict[str, list[str]] = {"red": [], "blue": []}
    for _ in range(MANY):
        conductor.advance()
        if conductor.state == "showing":
            assert conductor.beat is not None
            event = conductor.beat.event
            assert event.visible_to(conductor.viewer)
            shown[conductor.viewer].append(event.kind)
            conductor.shown()
        elif conductor.state == "handing-over":
            conductor.taken_over()
        elif conductor.state == "waiting":
            answer_any(conductor)
        else:
            break
    assert shown["red"].count("marked") == shown["blue"].count("marked") == 1
    assert (shown["red"] + shown["blue"]).count("revealed") == 1


# --- giving again what was taken back ------------------------------------------------------


def test_what_was_taken_back_is_given_again_with_all_that_followed():
    slow = Slow(looks=0)
    conductor = against(slow)
    until(conductor, "waiting")
    stands = [conductor.match.digest()]
    for _ in range(5):
        answer_any(conductor)
        until(conductor, "waiting")
        stands.append(conductor.match.digest())
    journal = list(conductor.match.journal)
    begun = slow.begun
    for stand in reversed(stands[:-1]):
        conductor.undo()
        assert conductor.match.digest() == stand
    for stand in stands[1:]:
        assert conductor.can_redo
        conductor.redo()
        conductor.skip()
        assert conductor.match.digest() == stand
    assert conductor.match.journal == journal
    assert not conductor.can_redo
    assert slow.begun == begun
    conductor.redo()
    assert conductor.match.journal == journal


def test_another_answer_makes_an_end_of_giving_again():
    conductor = against()
    until(conductor, "waiting")
    answer_any(conductor)
    until(conductor, "waiting")
    conductor.undo()
    question = conductor.question
    assert question is not None
    conductor.answer(question.candidates()[-1])
    assert not conductor.can_redo


def test_dice_typed_in_and_edits_are_given_again():
    match = Match(Pebbles(), OwnDice())
    conductor = Conductor(match, {})
    conductor.edit({"pebbles.red/1.health": 1}, "so agreed")
    until(conductor, "waiting", "handing-over")
    while not any(not entry.who for entry in match.journal):
        if conductor.state == "handing-over":
            conductor.taken_over()
        else:
            answer_any(conductor)
        until(conductor, "waiting", "handing-over")
    digest, journal = match.digest(), list(match.journal)
    while match.journal:
        conductor.undo()
    while conductor.can_redo:
        conductor.redo()
    assert (match.digest(), match.journal) == (digest, journal)


# --- laws ----------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 20),
    st.booleans(),
    st.lists(st.sampled_from(["frame", "answer", "undo", "redo", "skip", "edit"]), max_size=60),
)
def test_whatever_a_person_does_the_journal_tells_the_game(
    seed: int, match_style: bool, deeds: list[str]
):
    conductor = against(Slow(looks=1), seed, match_style=match_style)
    for deed in deeds:
        conductor.advance()
        try:
            if deed == "answer" and conductor.question is not None:
                answer_any(conductor)
            elif deed in ("undo", "redo", "skip"):
                getattr(conductor, deed)()
            elif deed == "edit":
                conductor.edit({"pebbles.red/2.health": 1}, "so agreed")
        except HulldownError:
            pass
        again = replayed(Pebbles(), conductor.match.journal)
        assert state_of(again) == state_of(conductor.match)
        if conductor.beat is None:
            assert conductor.observed == conductor.match.observe("red")


# --- advice --------------------------------------------------------------------------------


def test_advice_comes_beside_the_frames_and_changes_nothing():
    conductor = against()
    until(conductor, "waiting")
    thinker = Slow(looks=3)
    adviser = Adviser(thinker)
    assert adviser.look(conductor.match) is None
    digest = conductor.match.digest()
    adviser.ask(conductor.match)
    adviser.ask(conductor.match)
    assert adviser.thinking
    looks = [adviser.look(conductor.match) for _ in range(5)]
    assert looks[0] is None
    assert looks[-1] is not None
    assert not adviser.thinking
    assert thinker.begun == 1
    assert {seen.viewer for seen in thinker.seen} == {"red"}
    assert conductor.match.digest() == digest
    conductor.answer(looks[-1].answer)
    assert adviser.look(conductor.match) is None
    assert thinker.dropped == 1


def test_advice_that_fails_is_told():
    conductor = against()
    until(conductor, "waiting")
    thinker = Slow()
    thinker.fails = True
    adviser = Adviser(thinker)
    adviser.ask(conductor.match)
    assert adviser.look(conductor.match) is None
    assert adviser.fault is not None
    assert not adviser.thinking


def test_an_answer_that_cannot_be_written_is_told_and_shown_all_the_same():
    conductor = against()
    until(conductor, "waiting")
    answer_any(conductor)
    until(conductor, "waiting")

    def full(kept: int) -> None:
        raise HulldownError("engine.record.unwritable", path="x", detail="full")

    conductor.match.watcher = full
    before = len(conductor.match.events)
    while len(conductor.match.events) == before:
        question = conductor.question
        assert question is not None
        with pytest.raises(HulldownError, match="full"):
            answer_any(conductor)
        if conductor.state == "thinking":
            until(conductor, "stuck")
            conductor.retry()
    assert conductor.beat is not None
    conductor.match.watcher = None
    play_on(conductor)
    assert state_of(replayed(Pebbles(), conductor.match.journal)) == state_of(conductor.match)
