"""The laws of the match, for any game: `play_by_the_laws` checks them at every question.

A game's own test imports this and gives a factory; nothing here knows a rule.
"""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from sim.engine.dice import NoChance, SeededDice
from sim.engine.game import Game
from sim.engine.journal import Entry, secret_tail
from sim.engine.match import Match, Refused
from sim.engine.questions import Question

__all__ = ["LawBook", "play_by_the_laws", "random_answer", "replayed"]

#: No game takes these: wrong kind, unknown names, numbers that are none.
NONSENSE: tuple[Any, ...] = (
    None,
    "no such option \u2603",
    {"nobody/9": (1.0, 2.0)},
    {"nobody/9": 1},
    {"nobody/9": [0.0, [[1.0, float("nan")]], 0.0, None]},
    (0,),
    ("no such chit",),
    object(),
)

#: So many answers a fork of a side is followed for.
AHEAD = 4

Choose = Callable[[Question, SeededDice, int], Any]


def random_answer(question: Question, draws: SeededDice, k: int) -> Any:
    """One of the question's candidates, drawn evenly."""
    candidates = question.candidates()
    assert candidates, f"{question.key} suggests nothing that may be answered"
    return candidates[draws.below(len(candidates), k)]


@dataclass(frozen=True)
class LawBook:
    """A game under the laws.

    Attributes
    ----------
    open_game : callable
        Returns the game, anew or the same: a match never writes to it.
    choose : callable
        Answers a question for any side.
    every : int
        Laws are checked at each so-manieth question of a player (1: at all of them).
    most : int
        Questions after which a game is stopped; a stopped game is fine.
    """

    open_game: Callable[[], Game[Any]]
    choose: Choose = random_answer
    every: int = 1
    most: int = 10_000


def play_by_the_laws(book: LawBook, seed: int) -> Match[Any]:
    """Play a random game with the laws checked on the way; return it at its end."""
    match = Match(book.open_game(), SeededDice(seed, "laws"))
    draws = SeededDice(seed, "answers")
    asked = 0
    while not match.over and asked < book.most:
        question = match.pending
        assert question is not None
        assert not question.chance, "a seeded match leaves no roll open"
        checked = asked % book.every == 0
        if checked:
            looking_changes_nothing(match)
            candidates_are_legal(question)
            a_fork_is_the_same_moment(match)
            a_save_is_the_same_moment(match)
            nonsense_is_refused_whole(match)
            secrets_stay_secret(match)
        answer = book.choose(question, draws, asked)
        match.answer(answer)
        if checked:
            taken_back_and_given_again_is_the_same(match, answer)
        asked += 1
    assert asked > 0
    a_replay_reads_the_same_game(book.open_game(), match)
    nothing_is_left_to_warn_about(match)
    return match


def state_of(match: Match[Any]) -> tuple[Any, ...]:
    """Everything of a match that somebody could tell apart."""
    return (
        match.digest(),
        list(match.journal),
        list(match.events),
        match.pending.key if match.pending else None,
        match.pending.who if match.pending else None,
        match.over,
        match.dice_used,
        match.where(),
    )


def looking_changes_nothing(match: Match[Any]) -> None:
    before = state_of(match)
    sides = ("", *match.game.sides)
    seen = [match.observe(side) for side in sides]
    logs = [match.log(side) for side in sides]
    assert [match.observe(side) for side in sides] == seen
    assert [match.log(side) for side in sides] == logs
    assert state_of(match) == before


def candidates_are_legal(question: Question) -> None:
    candidates = question.candidates()
    assert candidates, f"{question.key} suggests nothing that may be answered"
    for candidate in candidates:
        assert question.why_not(candidate) == ()
    assert question.candidates() == candidates


def a_fork_is_the_same_moment(match: Match[Any]) -> None:
    before = state_of(match)
    twin = match.fork()
    assert twin.digest() == match.digest()
    assert twin.pending is not None
    assert match.pending is not None
    assert twin.pending.key == match.pending.key
    assert twin.pending.candidates() == match.pending.candidates()
    twin.answer(twin.pending.candidates()[-1])
    assert state_of(match) == before, "an answer on a fork reached the match"
    for side in match.game.sides:
        assert match.fork(viewer=side).pending is not None
    assert state_of(match) == before


def a_save_is_the_same_moment(match: Match[Any]) -> None:
    snapshot, entries, dice = match.step_start()
    kept = msgspec.json.decode(msgspec.json.encode(entries), type=list[Entry])
    loaded = Match.resume(match.game, NoChance(), (snapshot, kept, dice))
    assert loaded.digest() == match.digest()
    assert loaded.dice_used == match.dice_used
    assert loaded.pending is not None
    assert match.pending is not None
    assert loaded.pending.key == match.pending.key


def nonsense_is_refused_whole(match: Match[Any]) -> None:
    before = state_of(match)
    assert match.pending is not None
    for answer in NONSENSE:
        assert match.pending.why_not(answer), answer
        with pytest.raises(Refused) as refused:
            match.answer(answer)
        assert all(objection.text() for objection in refused.value.objections)
    assert state_of(match) == before


def secrets_stay_secret(match: Match[Any]) -> None:
    """What a side may not know changes nothing that it sees, reads or gets a fork of."""
    question = match.pending
    assert question is not None
    candidates = question.candidates()
    others = [side for side in match.game.sides if question.hidden_from(side)]
    if not others or len(candidates) < 2:
        return
    twins = [match.fork() for _ in range(2)]
    for twin, candidate in zip(twins, (candidates[0], candidates[-1]), strict=True):
        twin.answer(candidate)
    one, two = twins
    if not secret_tail(one.journal, one.pending):
        return
    for side in others:
        assert one.observe(side) == two.observe(side)
        assert one.log(side) == two.log(side)
        assert future_of(one, side) == future_of(two, side), f"{side} can see {question.key} ahead"


def future_of(match: Match[Any], side: str) -> tuple[Any, ...]:
    """What a side gets to see on a fork of its own, a few answers on."""
    fork = match.fork(SeededDice(1, "future"), viewer=side)
    for _ in range(AHEAD):
        if fork.pending is None:
            break
        fork.answer(fork.pending.candidates()[0])
    return fork.digest(), fork.observe(side), fork.log(side), fork.journal


def taken_back_and_given_again_is_the_same(match: Match[Any], answer: Any) -> None:
    after = state_of(match)
    match.undo()
    assert match.pending is not None
    match.answer(answer)
    assert state_of(match) == after


def replayed(game: Game[Any], journal: list[Entry]) -> Match[Any]:
    """A match with a journal given again from the first state, checked, nothing rolled."""
    match = Match(game, NoChance())
    for entry in journal:
        match.replay(entry, check=True)
    return match


def a_replay_reads_the_same_game(game: Game[Any], match: Match[Any]) -> None:
    kept = msgspec.json.decode(msgspec.json.encode(match.journal), type=list[Entry])
    again = replayed(game, kept)
    assert state_of(again) == state_of(match)


def nothing_is_left_to_warn_about(match: Match[Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        twins = [match.fork(), match.fork()]
        twins[0].close()
        assert twins[0].pending is None
        del twins
        gc.collect()
