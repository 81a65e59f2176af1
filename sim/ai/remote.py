"""A policy in a child process, fed with bytes: the table stays live while it thinks.

The child never sees the live match: it gets the present step's snapshot and the answers since,
rebuilds a match that stops at rolls, and sends its answer back. "Play now" is a message of its
own, which the child looks for between two candidates.
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
#: "Play now", in place of a request.
NOW = b""


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

    def play_now(self) -> None:
        """Ask for the best answer so far; call it from `idle`, while an answer is awaited."""
        self._here.send_bytes(NOW)

    def close(self) -> None:
        """End the child."""
        self._here.close()
        self._child.join(timeout=1.0)
        if self._child.is_alive():
            self._child.terminate()
            self._child.join()


class _Line:
    """The child's end: requests, and "play now" while it thinks."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._hurried = False

    def request(self) -> bytes:
        """Wait for the next request; "play now" that came after the answer is forgotten."""
        self._hurried = False
        while True:
            data = self._pipe.recv_bytes()
            if data != NOW:
                return data

    def hurried(self) -> bool:
        """Return whether "play now" was said of the request in hand."""
        while not self._hurried and self._pipe.poll(0):
            self._hurried = self._pipe.recv_bytes() == NOW
        return self._hurried

    def send(self, reply: _Reply) -> None:
        """Send an answer."""
        self._pipe.send_bytes(msgspec.msgpack.encode(reply))


def _serve(pipe: Connection, name: str, open_game: Callable[[], Game[Any]]) -> None:
    """Answer requests until the pipe closes."""
    game = open_game()
    line = _Line(pipe)
    policy = policy_named(name, line.hurried)
    while True:
        try:
            line.send(_answer(game, policy, line.request()))
        except (EOFError, OSError):
            return


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
