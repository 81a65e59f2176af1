"""A policy in a child process, fed with bytes: the table stays live while it thinks.

The child never sees the live match: it gets the present step's snapshot and the answers since,
rebuilds a match that stops at rolls, and sends its answer back.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from sim.ai.policies import policy_named
from sim.engine.dice import NoChance
from sim.engine.game import Game
from sim.engine.journal import Entry
from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.ports import Chosen
from sim.engine.questions import Question
from sim.errors import HulldownError

__all__ = ["RemotePolicy"]

#: Seconds between two looks at the child; `idle` runs in between.
POLL_S = 0.03


class _Request(msgspec.Struct, array_like=True):
    """What the child needs to stand where the match stands."""

    snapshot: bytes
    entries: list[Entry]
    dice: int


class _Reply(msgspec.Struct, array_like=True):
    """The child's choice, or the text of what went wrong."""

    chosen: Chosen | None
    fault: str = ""


class RemotePolicy:
    """Asks a policy that runs in its own process.

    Parameters
    ----------
    name : str
        Policy to run there.
    open_game : callable
        Returns the game; runs in the child, so it must be picklable.
    idle : callable, optional
        Called again and again while waiting: a window draws its frames here.
    """

    def __init__(
        self,
        name: str,
        open_game: Callable[[], Game[Any]],
        idle: Callable[[], None] | None = None,
    ) -> None:
        self.name = name
        self._idle = idle
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._child = context.Process(
            target=_serve, args=(there, name, open_game), daemon=True, name=f"hulldown {name}"
        )
        self._child.start()
        there.close()

    def choose(self, question: Question, observed: Observed, fork: Match[Any]) -> Chosen:
        """Send the step, wait for the answer, and let `idle` run meanwhile.

        Raises
        ------
        HulldownError
            When the child failed or is gone.
        """
        snapshot, entries, dice = fork.step_start()
        request = _Request(snapshot, list(entries), dice)
        try:
            self._here.send_bytes(msgspec.msgpack.encode(request))
            while not self._here.poll(POLL_S):
                if self._idle is not None:
                    self._idle()
            reply = msgspec.msgpack.decode(self._here.recv_bytes(), type=_Reply)
        except (EOFError, BrokenPipeError, ConnectionResetError) as error:
            raise HulldownError("ai.child_gone", name=self.name) from error
        if reply.chosen is None:
            raise HulldownError("ai.child_failed", name=self.name, detail=reply.fault)
        answer = question.canonical(reply.chosen.answer)
        return Chosen(answer, reply.chosen.why)

    def close(self) -> None:
        """End the child."""
        self._here.close()
        self._child.join(timeout=1.0)
        if self._child.is_alive():
            self._child.terminate()
            self._child.join()


def _serve(pipe: Connection, name: str, open_game: Callable[[], Game[Any]]) -> None:
    """Answer requests until the pipe closes."""
    game = open_game()
    policy = policy_named(name)
    while True:
        try:
            data = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        pipe.send_bytes(msgspec.msgpack.encode(_answer(game, policy, data)))


def _answer(game: Game[Any], policy: Any, data: bytes) -> _Reply:
    request = msgspec.msgpack.decode(data, type=_Request)
    try:
        start = (request.snapshot, request.entries, request.dice)
        match = Match[Any].resume(game, NoChance(), start)
        question = match.pending
        assert question is not None
        chosen = policy.choose(question, match.observe(question.who), match)
        return _Reply(Chosen(msgspec.to_builtins(chosen.answer), chosen.why))
    except Exception as error:  # the parent must hear of it, whatever it was
        return _Reply(None, f"{type(error).__name__}: {error}")
