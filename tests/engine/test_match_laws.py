"""The laws of the match on the toy game: random games, and a machine that goes any way it likes."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sim.engine.dice import SeededDice
from sim.engine.match import Match
from tests.engine.laws import LawBook, play_by_the_laws, random_answer, replayed, state_of
from tests.toy import Pebbles

BOOK = LawBook(Pebbles)


@pytest.mark.parametrize("seed", range(40))
def test_a_random_game_keeps_every_law_at_every_question(seed: int):
    match = play_by_the_laws(BOOK, seed)
    assert match.over
    assert match.outcome() is not None


def test_the_random_games_meet_every_kind_of_question():
    kinds: set[str] = set()
    for seed in range(20):
        match = Match(Pebbles(), SeededDice(seed))
        draws = SeededDice(seed, "answers")
        while match.pending is not None:
            match.answer(random_answer(match.pending, draws, len(match.journal)))
        kinds |= {entry.ask for entry in match.journal}
    assert {key.split(":")[0] for key in kinds} == {
        "pick",
        "place",
        "path",
        "allocate",
        "roll",
        "draw",
    }
    assert "pick:react:toy.answer" in kinds


def test_the_same_seed_is_the_same_game():
    one, two = (play_by_the_laws(LawBook(Pebbles, every=1000), 7) for _ in range(2))
    assert state_of(one) == state_of(two)
    other = play_by_the_laws(LawBook(Pebbles, every=1000), 8)
    assert other.digest() != one.digest()


class AnyWay(RuleBasedStateMachine):
    """Answers, undoes, edits, forks and saves in any order; the journal always tells the truth."""

    @initialize(seed=st.integers(0, 1000))
    def begin(self, seed: int) -> None:
        self.match: Match[Any] = Match(Pebbles(), SeededDice(seed))
        self.draws = SeededDice(seed, "machine")

    def now(self) -> tuple[Any, ...]:
        return state_of(self.match)

    @precondition(lambda self: not self.match.over)
    @rule(k=st.integers(0, 50))
    def answer(self, k: int) -> None:
        assert self.match.pending is not None
        self.match.answer(random_answer(self.match.pending, self.draws, k))

    @precondition(lambda self: any(entry.who for entry in self.match.journal))
    @rule()
    def undo(self) -> None:
        before = len(self.match.journal)
        self.match.undo()
        assert len(self.match.journal) < before

    @rule(share=st.floats(0, 1))
    def rewind(self, share: float) -> None:
        self.match.rewind(int(share * len(self.match.journal)))

    @precondition(lambda self: not self.match.step_start()[1])
    @rule(health=st.integers(1, 2), number=st.integers(1, 3))
    def edit(self, health: int, number: int) -> None:
        mini = f"red/{number}"
        if self.match.state.pebbles[mini].health > 0:
            self.match.edit({f"pebbles.{mini}.health": health}, "so agreed")
            assert self.match.state.pebbles[mini].health == health

    @rule()
    def load(self) -> None:
        loaded = Match.resume(self.match.game, self.match.chance, self.match.step_start())
        assert loaded.digest() == self.match.digest()
        assert loaded.where() == self.match.where()

    @rule(guess=st.integers(0, 5))
    def fork(self, guess: int) -> None:
        before = self.now()
        for side in ("", "red", "blue"):
            twin = self.match.fork(SeededDice(guess), viewer=side, guess=guess)
            while twin.pending is not None:
                twin.answer(twin.pending.candidates()[0])
        assert self.now() == before

    @invariant()
    def the_journal_tells_the_whole_game(self) -> None:
        if not hasattr(self, "match"):
            return
        again = replayed(Pebbles(), list(self.match.journal))
        assert state_of(again) == self.now()
        snapshot = msgspec.msgpack.decode(self.match.snapshot(), type=Pebbles.state_type)
        assert snapshot == self.match.state


TestAnyWay = AnyWay.TestCase
TestAnyWay.settings = settings(
    max_examples=30,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
