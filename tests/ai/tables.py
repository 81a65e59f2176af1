"""Tiny tables on which a policy is asked, and games that it plays quickly."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from sim.ai.dust_warfare.regular_1.style import Style
from sim.ai.dust_warfare.regular_2.policy import RegularDust2
from sim.cli.common import Opened, open_game, open_table
from sim.engine.dice import NoChance
from sim.engine.game import Game
from sim.engine.match import Match
from sim.engine.ports import Chosen, Opponent
from sim.engine.questions import Question
from sim.geometry.pose import Point
from sim.rules.dust_warfare.state import DustState, Unit
from tests.rules.dust_warfare.field import Field

__all__ = [
    "answers_until",
    "ask",
    "centre",
    "chosen_at",
    "instance",
    "opened",
    "regular",
    "skirmish",
    "skirmish_table",
]

ROOT = Path(__file__).resolve().parents[2]
SKIRMISH = ROOT / "tests" / "cli" / "scenes" / "skirmish.toml"


def regular(style: Style | None = None, **more: Any) -> RegularDust2:
    """Return a fresh regular opponent."""
    return RegularDust2("regular", style, **more) if style is not None else RegularDust2(**more)


def ask(policy: Opponent, match: Match[Any]) -> Chosen:
    """Return what a policy answers to the pending question; it must be legal."""
    question = match.pending
    assert question is not None
    fork = match.fork(viewer=question.who)
    assert fork.pending is not None
    try:
        chosen = policy.choose(fork.pending, match.observe(question.who), fork)
    finally:
        fork.close()
    assert not [each.text() for each in question.why_not(chosen.answer)]
    return chosen


def chosen_at(field: Field, what: str, policy: Opponent | None = None) -> Chosen:
    """Return the regular opponent's answer to the question a field stands at."""
    match = opened(field)
    question = match.pending
    assert question is not None
    assert question.what == what, question.key
    return ask(policy or regular(), match)


def opened(field: Field) -> Match[Any]:
    """Return a match that begins at the present state of a field and waits at every roll."""
    return Match(field.game(), NoChance())


def answers_until(
    match: Match[Any], policy: Opponent, side: str, unit: str, face: int = 1
) -> list[tuple[Question, Chosen]]:
    """Let a policy answer for a side until a unit's activation is over; the enemy lets pass.

    Every die shows `face`: 1 is a blank, 6 a hit.
    """
    found: list[tuple[Question, Chosen]] = []
    while (question := match.pending) is not None and not match.state.units[unit].activated:
        if question.what == "initiative":
            break
        if question.chance:
            match.answer((face,) * question.count)
        elif question.who == side:
            found.append((question, ask(policy, match)))
            match.answer(found[-1][1].answer)
        else:
            candidates = question.candidates()
            match.answer("none" if "none" in candidates else candidates[0])
    return found


def centre(unit: Unit) -> Point:
    """Return the middle of a unit."""
    spots = [mini.pose.at for mini in unit.minis if mini.pose is not None]
    return (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))


def instance(match: Match[Any], unit: str) -> Unit:
    """Return a unit as it stands in a match now."""
    state: DustState = match.state
    return state.units[unit]


@cache
def skirmish_table() -> Opened:
    """Return the opened skirmish; games on it share its geometry."""
    return open_table(str(SKIRMISH))


def skirmish() -> Game[Any]:
    """Return the game of the skirmish; callable by name in another process."""
    return open_game(skirmish_table(), {}, "")
