"""Policies in whole games: legal, without memory, the same in another process."""

from __future__ import annotations

from typing import Any

import pytest

from sim.ai.chooser import RandomPolicy, hashed_below
from sim.ai.policies import LEVELS, policy_named
from sim.ai.remote import RemotePolicy
from sim.engine.dice import SeededDice
from sim.engine.drive import play_out
from sim.engine.match import Match
from sim.engine.ports import Chosen
from sim.engine.questions import Question
from sim.errors import HulldownError, UsageError
from tests.ai.tables import ask, skirmish
from tests.toy import Pebbles


def played(game: Any, policies: dict[str, Any], seed: int = 1) -> Match[Any]:
    """Return a game played out; an illegal answer fails it."""
    match = Match(game, SeededDice(seed))
    assert play_out(match, policies)
    return match


def test_the_policies_are_known_by_name():
    assert [
        policy_named(name).name for name in ("random", "regular", "regular-1", "regular-2")
    ] == [
        "random",
        "regular",
        "regular-1",
        "regular-2",
    ]
    assert all(policy_named(level).name == level for level in LEVELS)
    with pytest.raises(UsageError, match="genius"):
        policy_named("genius")


def test_random_answers_are_a_function_of_seed_and_state():
    digests = [
        played(skirmish(), dict.fromkeys(("allies", "axis"), RandomPolicy(seed))).digest()
        for seed in (0, 0, 1)
    ]
    assert digests[0] == digests[1]
    assert digests[0] != digests[2]


def test_hashes_spread_evenly():
    counts = [0] * 5
    for n in range(1000):
        counts[hashed_below(5, "x", n)] += 1
    assert min(counts) > 150


class Checked:
    """A policy whose every answer two fresh ones must give as well."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.warm = policy_named(name)
        self.asked: list[str] = []

    def choose(self, question: Question, observed: Any, fork: Match[Any]) -> Chosen:
        self.asked.append(question.what)
        found = [
            policy.choose(question, observed, fork)
            for policy in (policy_named(self.name), self.warm, policy_named(self.name))
        ]
        assert found[0] == found[1] == found[2], question.key
        return found[1]


def test_regular_has_no_memory_but_caches():
    policy = Checked("regular")
    played(skirmish(), {"allies": policy, "axis": policy})
    assert {"activate", "actions", "move", "choose-target", "react", "order"} <= set(policy.asked)


def test_a_game_taken_up_in_the_middle_goes_on_as_it_would_have_gone():
    game = skirmish()
    whole = played(game, dict.fromkeys(game.sides, policy_named("regular")), seed=2)
    match = Match(game, SeededDice(2))
    play_out(
        match,
        dict.fromkeys(game.sides, policy_named("regular")),
        stop=lambda: len(match.journal) >= 60,
    )
    again = Match[Any].resume(game, SeededDice(2), match.step_start())
    play_out(again, dict.fromkeys(game.sides, policy_named("regular")))
    assert again.digest() == whole.digest()


def test_regular_beats_random_at_a_skirmish():
    game = skirmish()
    points = {"regular": 0, "random": 0}
    for seed in (1, 2, 3, 4):
        sides = dict(zip(("regular", "random"), game.sides[:: 1 if seed % 2 else -1], strict=True))
        match = played(game, {side: policy_named(name) for name, side in sides.items()}, seed)
        for name, side in sides.items():
            points[name] += int(match.state.result[f"points-{side}"])
    assert points["regular"] >= 3
    assert points["random"] <= 1


def test_versions_that_differ_only_about_closed_pockets_play_the_same_game_without_one():
    one, two = (
        played(skirmish(), dict.fromkeys(("allies", "axis"), policy_named(name)), seed=3)
        for name in ("regular", "regular-1")
    )
    assert one.digest() == two.digest()


@pytest.mark.parametrize("name", ["random", "regular", "regular-1", "regular-2"])
def test_policies_play_a_game_they_know_nothing_of(name: str):
    match = played(Pebbles(), {side: policy_named(name) for side in Pebbles.sides})
    assert match.outcome() is not None


def test_a_policy_in_another_process_gives_the_same_answers():
    game = skirmish()
    match = Match(game, SeededDice(1))
    here = policy_named("regular")
    remote = RemotePolicy("regular", skirmish)
    try:
        asked = 0
        while asked < 25 and match.pending is not None:
            there = ask(remote, match)
            assert there == ask(here, match)
            match.answer(there.answer)
            asked += 1
    finally:
        remote.close()
    assert asked == 25


def test_play_now_brings_the_best_so_far_from_another_process():
    match = Match(skirmish(), SeededDice(1))
    waits: list[int] = []

    def hurry() -> None:
        waits.append(1)
        remote.play_now()

    remote = RemotePolicy("regular", skirmish, hurry)
    try:
        for _ in range(8):
            match.answer(ask(remote, match).answer)
    finally:
        remote.close()
    assert waits


def test_a_child_that_is_gone_is_told():
    remote = RemotePolicy("regular", skirmish)
    remote.close()
    with pytest.raises((HulldownError, OSError)):
        ask(remote, Match(skirmish(), SeededDice(1)))
