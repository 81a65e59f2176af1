"""A policy in a child process, fed with bytes: the table stays live while it thinks.

The child never sees the live match: it gets the present step's snapshot and the answers since,
rebuilds a match that stops at rolls, and sends its answer back. "Play now" is a message of its
own, which the child looks for between two candidates. A question that was given up is hurried
with the same message and its answer thrown away, so the pipe never fills.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NoReturn

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
#: How far the child steps back behind others, where the system knows such a thing.
NICER = 10
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
        self._open_game = open_game
        self._idle = idle
        self._closed = False
        self._start()

    def begin(self, question: Question, observed: Observed, fork: Match[Any]) -> None:
        """Send the step to the child and return at once; a question in hand is given up.

        A child that is gone is replaced.

        Raises
        ------
        HulldownError
            When no child can be had.
        """
        self.drop()
        if (self._gone or not self._child.is_alive()) and not self._closed:
            self._end_child()
            self._start()
        snapshot, entries, dice = fork.step_start()
        self._asked = question
        self._request = msgspec.msgpack.encode(_Request(snapshot, list(entries), dice))
        self._send_request()

    def ready(self) -> Chosen | None:
        """Return the child's choice once it is there, else None at once.

        Raises
        ------
        HulldownError
            When the child failed or is gone, or nothing was asked.
        """
        if self._asked is None:
            raise HulldownError("ai.nothing_asked", name=self.name)
        try:
            if not self._here.poll(0):
                return None
            data = self._here.recv_bytes()
        except (EOFError, OSError) as error:
            self._lost(error)
        if self._stale:
            self._stale = self._sent = False
            self._send_request()
            return None
        question = self._asked
        self._forget()
        reply = msgspec.msgpack.decode(data, type=_Reply)
        if reply.chosen is None:
            raise HulldownError("ai.child_failed", name=self.name, detail=reply.fault)
        return Chosen(question.canonical(reply.chosen.answer), reply.chosen.why)

    def choose(self, question: Question, observed: Observed, fork: Match[Any]) -> Chosen:
        """Ask, wait for the answer, and let `idle` run meanwhile.

        Raises
        ------
        HulldownError
            When the child failed or is gone.
        """
        self.begin(question, observed, fork)
        while True:
            chosen = self.ready()
            if chosen is not None:
                return chosen
            if self._idle is not None:
                self._idle()
            with contextlib.suppress(OSError):  # `ready` says that it is gone
                self._here.poll(POLL_S)

    def play_now(self) -> None:
        """Ask for the best answer so far; nothing happens when nothing is thought about."""
        if self._sent:
            self._hurry()

    def drop(self) -> None:
        """Give up the question in hand; its answer is thrown away when it comes."""
        if self._sent and not self._stale:
            self._stale = True
            self._hurry()
        self._asked = None
        self._request = b""

    def close(self) -> None:
        """End the child; closing twice is allowed."""
        self._closed = True
        self._end_child()

    def _end_child(self) -> None:
        self._here.close()
        # It holds nothing that could be lost, and a window that is closed must not wait for a
        # thought to end.
        self._child.terminate()
        self._child.join()

    def _start(self) -> None:
        self._forget()
        self._stale = self._gone = False
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._child = context.Process(
            target=_serve,
            args=(there, self.name, self._open_game),
            daemon=True,
            name=f"hulldown {self.name}",
        )
        self._child.start()
        there.close()

    def _send_request(self) -> None:
        """Send what is asked, unless the child still has another question in hand."""
        if self._stale or not self._request:
            return
        try:
            self._here.send_bytes(self._request)
        except OSError as error:
            self._lost(error)
        self._sent = True

    def _lost(self, error: Exception) -> NoReturn:
        self._gone = True
        self._forget()
        raise HulldownError("ai.child_gone", name=self.name) from error

    def _hurry(self) -> None:
        with contextlib.suppress(OSError):  # a child that is gone is told by `ready`
            self._here.send_bytes(NOW)

    def _forget(self) -> None:
        self._asked: Question | None = None
        self._request = b""
        self._sent = False


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
    _step_back()
    game = open_game()
    line = _Line(pipe)
    policy = policy_named(name, line.hurried)
    while True:
        try:
            line.send(_answer(game, policy, line.request()))
        except (EOFError, OSError):
            return


def _step_back() -> None:
    """Let others go first: whoever draws needs a core while this process thinks."""
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICER)


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
