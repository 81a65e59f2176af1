"""Playing a match out: each side's policy is asked in turn, chance answers for itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sim.engine.match import Match
from sim.engine.ports import Chosen, Opponent
from sim.engine.questions import Question
from sim.engine.steps import Refused
from sim.errors import HulldownError

__all__ = ["play_out"]


def play_out(
    match: Match[Any],
    policies: Mapping[str, Opponent],
    *,
    told: Callable[[Question, Chosen], None] | None = None,
    stop: Callable[[], bool] | None = None,
    dice_from: Callable[[Question], Any] | None = None,
) -> bool:
    """Let policies answer until the game is over or somebody stops it.

    Parameters
    ----------
    match : Match
    policies : mapping of side to Opponent
        Each sees its side's observation and a copy of the match in which dice stay unrolled and
        the other side's secrets are guessed.
    told : callable, optional
        Called with every question and what was chosen, after the match took it. Rolls that are
        answered by the match's own chance are not told.
    stop : callable, optional
        Asked before every question; true stops the play.
    dice_from : callable, optional
        Answers rolls and draws that chance leaves open (dice typed in by a person).

    Returns
    -------
    bool
        Whether the game came to its end.

    Raises
    ------
    HulldownError
        When a roll stays open and nobody rolls, a side has no policy, or a policy answers what
        the rules refuse.
    """
    while not match.over:
        if stop is not None and stop():
            return False
        question = match.pending
        assert question is not None
        if question.chance:
            if dice_from is None:
                raise HulldownError("engine.drive.no_dice", ask=question.key)
            match.answer(dice_from(question))
            continue
        if question.who not in policies:
            raise HulldownError("engine.drive.nobody", side=question.who)
        chosen = _chosen(match, question, policies[question.who])
        if told is not None:
            told(question, chosen)
    return True


def _chosen(match: Match[Any], question: Question, policy: Opponent) -> Chosen:
    """Return what a policy chose, after the match has taken it."""
    side = question.who
    fork = match.fork(viewer=side)
    assert fork.pending is not None
    try:
        chosen = policy.choose(fork.pending, match.observe(side), fork)
    finally:
        fork.close()
    try:
        match.answer(chosen.answer)
    except Refused as error:
        raise HulldownError(
            "engine.drive.refused", policy=policy.name, ask=question.key, detail=str(error)
        ) from error
    return chosen
