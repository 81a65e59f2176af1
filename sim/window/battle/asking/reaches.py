"""How far each mover gets, worked out beside the frames on a copy of the match."""

from __future__ import annotations

import threading
from typing import Any

from sim.engine.match import Match
from sim.engine.questions import Question
from sim.errors import HulldownError
from sim.geometry.pose import Point, Pose
from sim.table.pieces import Table

__all__ = ["Reaches"]


class Reaches:
    """Answers what is known by now; the first question about a mover starts the work.

    Parameters
    ----------
    match : Match
    question : Question
        Its pending question.
    table : Table
    """

    def __init__(self, match: Match[Any], question: Question, table: Table) -> None:
        self._table = table
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
                spots = tuple(asked.reach_of(mini))
                if not spots and asked.kind == "place":
                    spots = self._tried(asked, mini)
            except HulldownError:
                spots = ()
            self._found[mini] = spots
            self._busy = None
            if self._closed:
                self._drop()

        self._busy = threading.Thread(target=work, daemon=True)
        self._busy.start()

    def _tried(self, question: Question, mini: str) -> tuple[Point, ...]:
        """Return where a miniature may be put, inch by inch, wherever its own unit stands.

        For games that do not tell how far a placement reaches.
        """
        first = next(iter(question.suggest()), None)
        if not isinstance(first, dict) or not isinstance(first.get(mini), Pose):
            return ()
        facing = first[mini].facing
        own = set(question.movers)
        found: list[Point] = []
        for x in range(1, int(self._table.width) + 1):
            for y in range(1, int(self._table.depth) + 1):
                if self._closed:
                    return ()
                tried = {**first, mini: Pose(float(x), float(y), facing)}
                wrong = [
                    each
                    for each in question.why_not(tried)
                    if each.subject == mini and not own & {str(v) for v in each.params.values()}
                ]
                if not wrong:
                    found.append((float(x), float(y)))
        return tuple(found)

    def wait(self) -> None:
        """Wait for what is being worked out: for tests and for the end."""
        busy = self._busy
        if busy is not None:
            busy.join()

    def close(self) -> None:
        """Give the copy up, once what is being worked out is done; nobody waits for it."""
        self._closed = True
        if self._busy is None:
            self._drop()

    def _drop(self) -> None:
        fork, self._fork = self._fork, None
        if fork is not None:
            fork.close()
