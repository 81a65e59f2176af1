"""Tags of a question's options, worked out beside the frames on a copy of the match.

One target can cost half a second of sight lines. A copy is cheap, independent, and thrown away with
the question, so an answer never waits and nothing that is looked up can touch the game.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Sequence
from typing import Any

from sim.engine.match import Match
from sim.engine.questions import Question, Tag
from sim.errors import HulldownError

__all__ = ["TagStore"]

_NO_TAGS = next(each.default for each in dataclasses.fields(Question) if each.name == "tag")


class TagStore:
    """Answers what is known by now.

    Parameters
    ----------
    match : Match
    question : Question
        Its pending question.
    """

    def __init__(self, match: Match[Any], question: Question) -> None:
        self._found: dict[str, tuple[Tag, ...]] = {}
        self._wanted: list[str] = []
        self._match = match if question.tag is not _NO_TAGS else None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = False
        self.question = question

    def want(self, options: Sequence[str], *, first: bool = False) -> None:
        """Have the tags of these options worked out, after those that are wanted already.

        Parameters
        ----------
        first : bool
            Before them instead.
        """
        if self._match is None or self._closed:
            return
        with self._lock:
            new = [each for each in options if each not in self._found]
            if first:
                self._wanted = [*new, *(each for each in self._wanted if each not in new)]
            else:
                self._wanted += [each for each in new if each not in self._wanted]
            if self._wanted and self._thread is None:
                fork = self._match.fork()
                self._thread = threading.Thread(target=self._work, args=(fork,), daemon=True)
                self._thread.start()

    def get(self, option: str) -> tuple[Tag, ...] | None:
        """Return an option's tags; None while they are not worked out."""
        return () if self._match is None else self._found.get(option)

    @property
    def known(self) -> int:
        """How many options' tags are worked out."""
        return len(self._found)

    @property
    def is_busy(self) -> bool:
        """Whether more will be known soon."""
        return self._thread is not None

    def close(self) -> None:
        """Work nothing more out."""
        self._closed = True

    def _work(self, fork: Match[Any]) -> None:
        """Work out what is wanted, one after the other, until nothing is."""
        try:
            while (option := self._next()) is not None:
                assert fork.pending is not None
                try:
                    self._found[option] = tuple(fork.pending.tag(option))
                except HulldownError:
                    # An option without tags can be taken all the same.
                    self._found[option] = ()
        finally:
            fork.close()

    def _next(self) -> str | None:
        with self._lock:
            if self._closed or not self._wanted:
                self._thread = None
                return None
            return self._wanted.pop(0)
