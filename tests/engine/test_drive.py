"""Playing a match out with policies."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.dice import OwnDice, SeededDice
from sim.engine.drive import play_out
from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.ports import Chosen
from sim.engine.questions import Question
from sim.engine.reasons import Reason
from sim.errors import HulldownError
from tests.engine.laws import random_answer, state_of
from tests.toy import Pebbles

WHY = Reason("words.example", {"name": "it"})


class Spy:
    """Answers at random, tries all the mischief it can on its copy, and notes what it saw."""

    name = "spy"

    def __init__(self, side: str) -> None:
        self.side = side
        self.saw: list[Observed] = []

    def choose(self, question: Question, observed: Observed, fork: Match[Any]) -> Chosen:
        assert question is fork.pending
        assert question.who == observed.viewer == self.side
        self.saw.append(observed)
        answer = random_answer(question, SeededDice(4, self.side), len(self.saw))
        fork.answer(answer)
        fork.state.pebbles.clear()
        return Chosen(answer, WHY)


class Stubborn:
    name = "stubborn"

    def choose(self, question: Question, observed: Observed, fork: Match[Any]) -> Chosen:
        return Chosen("no such thing", WHY)


def spies() -> dict[str, Spy]:
    return {side: Spy(side) for side in ("red", "blue")}


def test_each_side_is_asked_for_its_own_and_every_choice_is_told():
    told: list[tuple[str, Chosen]] = []
    match = Match(Pebbles(), SeededDice(2))
    players = spies()
    assert play_out(match, players, told=lambda q, c: told.append((q.who, c)))
    assert match.over
    assert [side for side, _ in told] == [entry.who for entry in match.journal if entry.who]
    assert all(len(spy.saw) > 5 for spy in players.values())


def test_what_a_policy_does_on_its_copy_never_reaches_the_match():
    one, two = Match(Pebbles(), SeededDice(2)), Match(Pebbles(), SeededDice(2))
    play_out(one, spies())
    draws = {side: SeededDice(4, side) for side in ("red", "blue")}
    asked = {"red": 0, "blue": 0}
    while two.pending is not None:
        side = two.pending.who
        asked[side] += 1
        two.answer(random_answer(two.pending, draws[side], asked[side]))
    assert state_of(one) == state_of(two)


def test_somebody_may_stop_it_between_two_questions_and_go_on():
    match = Match(Pebbles(), SeededDice(2))
    players = spies()
    assert not play_out(match, players, stop=lambda: len(match.journal) >= 6)
    assert len(match.journal) >= 6
    assert not match.over
    assert play_out(match, players)


def test_dice_typed_in_by_a_person_are_asked_for():
    match = Match(Pebbles(), OwnDice())
    asked: list[str] = []

    def typed(question: Question) -> Any:
        asked.append(question.key)
        return SeededDice(9).answer(question, len(asked))

    assert play_out(match, spies(), dice_from=typed)
    assert asked == [entry.ask for entry in match.journal if not entry.who]


@pytest.mark.parametrize(
    ("chance", "players", "key"),
    [
        (OwnDice(), spies(), "engine.drive.no_dice"),
        (SeededDice(1), {"red": Spy("red")}, "engine.drive.nobody"),
        (SeededDice(1), {"red": Stubborn(), "blue": Stubborn()}, "engine.drive.refused"),
    ],
)
def test_what_cannot_go_on_is_said(chance: Any, players: Any, key: str):
    with pytest.raises(HulldownError) as stopped:
        play_out(Match(Pebbles(), chance), players)
    assert stopped.value.key == key
