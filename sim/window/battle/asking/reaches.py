"""How far each mover gets, worked out beside the frames on a copy of the match."""

from __future__ import annotations

import threading
from typing import Any

from sim.engine.match import Match
from sim.engine.questions import Question
from sim.errors import HulldownError
from sim.geometry.pose import Point

__all__ = ["Reaches"]


class Reaches:
    """Answers what is known by now; the first question about a mover starts the work.

    Parameters
    ----------
    match : Match
    question : Question
        Its pending question.
    """

    def __init__(self, match: Match[Any], question: Question) -> None:
        self._match, self._question = match, question
        self._found: dict[str, tuple[Point, ...]] = {}
        self._busy: threading.Thread | None = None
        self._fork: Match[Any] | None = None
        self._closed = False

    def of(self, mini: str) -> tuple[Point, ...] | None:
        """Return the spots that a mover can reach; None while nobody knows yet."""
        if mini in self._found:
            return self._found[mini]
        if self._busy is None and not self._closed:
            self._start(mini)
        return None

    @property
    def is_busy(self) -> bool:
        """Whether something is being worked out."""
        return self._busy is not None

    def _start(self, mini: str) -> None:
        if self._fork is None:
            self._fork = self._match.fork(viewer=self._question.who)
        asked = self._fork.pending
        if asked is None or asked.key != self._question.key:
            self._found[mini] = ()
            return

        def work() -> None:
            try:
                spots = asked.reach_of(mini)
            except HulldownError:
                spots = ()
            self._found[mini] = tuple(spots)
            self._busy = None

        self._busy = threading.Thread(target=work, daemon=True)
        self._busy.start()

    def wait(self) -> None:
        """Wait for what is being worked out: for tests and for the end."""
        busy = self._busy
        if busy is not None:
            busy.join()

    def close(self) -> None:
        """Finish what is being worked out and drop the copy."""
        self._closed = True
        self.wait()
        if self._fork is not None:
            self._fork.close()
            self._fork = None
