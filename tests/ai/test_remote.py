"""A policy in a process of its own, asked without waiting: begun, dropped, hurried, replaced."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sim.ai.policies import policy_named
from sim.ai.remote import NICER, RemotePolicy
from sim.engine.dice import SeededDice
from sim.engine.game import Game
from sim.engine.match import Match
from sim.engine.ports import Chosen
from sim.errors import HulldownError
from tests.ai.tables import ask, skirmish
from tests.toy import Pebbles

#: So many looks, each of some hundredths of a second, until a test gives up.
LOOKS = 3000


class Nicely(Pebbles):
    """The toy game, telling how nice the process is that plays it."""

    def __init__(self, told: str) -> None:
        with open(told, "w", encoding="utf-8") as file:
            file.write(str(os.nice(0)))


class Broken(Pebbles):
    """A game that cannot be observed: whoever plays it fails."""

    def observe(self, state: Any, viewer: str) -> Any:
        raise RuntimeError("nothing to be seen")


class OpenNicely:
    def __init__(self, told: str) -> None:
        self.told = told

    def __call__(self) -> Game[Any]:
        return Nicely(self.told)


@pytest.fixture
def remote() -> Iterator[Callable[..., RemotePolicy]]:
    made: list[RemotePolicy] = []

    def make(name: str = "regular", open_game: Callable[[], Game[Any]] = skirmish) -> RemotePolicy:
        made.append(RemotePolicy(name, open_game))
        return made[-1]

    yield make
    for each in made:
        each.close()


def begin(policy: RemotePolicy, match: Match[Any]) -> None:
    assert match.pending is not None
    fork = match.fork(viewer=match.pending.who)
    assert fork.pending is not None
    policy.begin(fork.pending, match.observe(match.pending.who), fork)
    fork.close()


def wait_for(policy: RemotePolicy) -> Chosen:
    for _ in range(LOOKS):
        chosen = policy.ready()
        if chosen is not None:
            return chosen
        policy._here.poll(0.03)
    raise AssertionError("never ready")


def test_begun_and_looked_at_it_gives_the_answer_it_gives_when_waited_for(remote: Any):
    match = Match(skirmish(), SeededDice(1))
    policy, here = remote(), policy_named("regular")
    for _ in range(6):
        begin(policy, match)
        there = wait_for(policy)
        assert there == ask(here, match)
        match.answer(there.answer)


def test_it_is_not_ready_at_once(remote: Any):
    policy = remote()
    begin(policy, Match(skirmish(), SeededDice(1)))
    assert policy.ready() is None


def test_the_answer_to_a_question_that_was_dropped_is_never_given(remote: Any):
    match = Match(skirmish(), SeededDice(1))
    policy, here = remote(), policy_named("regular")
    for _ in range(4):
        begin(policy, match)
        policy.drop()
        with pytest.raises(HulldownError):
            policy.ready()
        match.answer(ask(here, match).answer)
        begin(policy, match)
        begin(policy, match)
        chosen = wait_for(policy)
        assert chosen == ask(here, match)


def test_a_dropped_question_may_be_followed_by_many_without_filling_the_pipe(remote: Any):
    match = Match(skirmish(), SeededDice(1))
    policy = remote()
    for _ in range(400):
        begin(policy, match)
    assert wait_for(policy) == ask(policy_named("regular"), match)


def test_play_now_brings_an_answer_that_the_rules_allow(remote: Any):
    match = Match(skirmish(), SeededDice(1))
    policy = remote()
    policy.play_now()
    for _ in range(6):
        begin(policy, match)
        policy.play_now()
        policy.play_now()
        match.answer(wait_for(policy).answer)


def test_a_child_that_was_killed_is_told_and_replaced(remote: Any):
    match = Match(skirmish(), SeededDice(1))
    policy = remote()
    begin(policy, match)
    os.kill(policy._child.pid, signal.SIGKILL)
    with pytest.raises(HulldownError) as gone:
        wait_for(policy)
    assert gone.value.key == "ai.child_gone"
    begin(policy, match)
    assert wait_for(policy) == ask(policy_named("regular"), match)


def test_what_went_wrong_in_the_child_is_told(remote: Any):
    policy = remote("random", Broken)
    begin(policy, Match(Pebbles(), SeededDice(1)))
    with pytest.raises(HulldownError, match="nothing to be seen"):
        wait_for(policy)


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system knows no priorities of this kind")
def test_the_child_steps_back_behind_whoever_draws(remote: Any, tmp_path: Any):
    told = tmp_path / "nice"
    policy = remote("random", OpenNicely(str(told)))
    begin(policy, Match(Pebbles(), SeededDice(1)))
    wait_for(policy)
    assert int(told.read_text()) == min(19, os.nice(0) + NICER)


def test_closing_twice_does_no_harm_and_nothing_can_be_asked_after(remote: Any):
    policy = remote("random", Pebbles)
    policy.close()
    policy.close()
    with pytest.raises(HulldownError):
        begin(policy, Match(Pebbles(), SeededDice(1)))
