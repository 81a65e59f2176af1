"""What takes longer than a frame about a sight: found aside while things move, let go of at once.

The margin of a verdict, and whether it holds within an error of measurement. A thread of its own
waits until the hand rests, works on the last question alone, and ends at its next ray when that
is no longer wanted.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

from sim.geometry.margin import Margin, find_margin
from sim.geometry.measured import Holds, Measured, holds_within
from sim.geometry.mesh_data import Floats
from sim.geometry.rays import Rays, SolidSet
from sim.geometry.sight import Query
from sim.table.live import SLACK_IN, LiveQuestion

__all__ = ["Aside", "Holdings", "Margins"]

T = TypeVar("T")
#: A hand rests that moved nothing for so many seconds.
RESTING_S = 0.12


class _LetGo(Exception):
    """Nobody wants the answer any more."""


class _Watched(SolidSet):
    """Terrain that stops whoever casts at it once nobody wants the answer.

    It shares meshes and tree with the terrain it was made of.
    """

    def __init__(self, terrain: SolidSet, gone: threading.Event) -> None:
        terrain.build()
        self.__dict__.update(terrain.__dict__)
        self._gone = gone

    def prepare(self, origins: Floats, ends: Floats) -> Rays:
        """Return segments ready to be cast, or stop."""
        if self._gone.is_set():
            raise _LetGo
        return super().prepare(origins, ends)


class Aside(Generic[T]):
    """Answers questions of sight in a thread of its own, the last one asked and no other.

    Parameters
    ----------
    work : callable
        Takes terrain and question; runs in that thread.
    tell : callable, optional
        Called, in that thread, once an answer is `ready`, so that a window can wake up.
    resting_s : float
        Work begins so long after it was asked for: while things are dragged it never does, and
        takes nothing from the frames.
    """

    def __init__(
        self,
        work: Callable[[SolidSet, Query], T],
        tell: Callable[[], object] | None = None,
        *,
        resting_s: float = RESTING_S,
    ) -> None:
        self._work = work
        self._tell = tell
        self._resting_s = resting_s
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="aside")
        self._gone = threading.Event()
        self._asked: Future[T | None] | None = None

    @property
    def busy(self) -> bool:
        """Whether an answer is on its way."""
        return self._asked is not None and not self._asked.done()

    def ask(self, question: LiveQuestion) -> None:
        """Ask something; whatever was asked before is let go of."""
        self.cancel()
        gone = self._gone = threading.Event()
        self._asked = self._pool.submit(self._find, question, gone)
        self._asked.add_done_callback(lambda _: self._there(gone))

    def ready(self) -> T | None:
        """Return the answer to the last question, or None while it is not known.

        It stays there until something else is asked or the question is let go of.
        """
        if self._asked is None or not self._asked.done():
            return None
        return self._asked.result()

    def wait(self, seconds: float | None = None) -> T | None:
        """Return the answer to the last question, waiting for it; None when nothing was asked.

        Raises
        ------
        TimeoutError
            When it takes longer than that.
        """
        return None if self._asked is None else self._asked.result(seconds)

    def cancel(self) -> None:
        """Let go of the last question: the drag goes on."""
        self._gone.set()
        if self._asked is not None:
            self._asked.cancel()
        self._asked = None

    def close(self) -> None:
        """End the thread; nothing may be asked afterwards."""
        self.cancel()
        self._pool.shutdown(wait=True)

    def _find(self, question: LiveQuestion, gone: threading.Event) -> T | None:
        if gone.wait(self._resting_s):
            return None
        try:
            return self._work(_Watched(question.terrain, gone), question.query)
        except _LetGo:
            return None

    def _there(self, gone: threading.Event) -> None:
        if self._tell is not None and not gone.is_set():
            self._tell()


class Margins(Aside[Margin]):
    """Finds margins: answers are those of `sim.geometry.margin.find_margin`.

    Parameters
    ----------
    limit_in : float
        How far to look, inches; at most `SLACK_IN`, for no terrain farther off is in a question.
    tell, resting_s
        As `Aside` takes them.

    Examples
    --------
    Each time something moved: ``margins.ask(live.question(a, b))``; in every frame:
    ``margins.ready()``.
    """

    def __init__(
        self,
        limit_in: float = SLACK_IN,
        tell: Callable[[], object] | None = None,
        *,
        resting_s: float = RESTING_S,
    ) -> None:
        if not 0 < limit_in <= SLACK_IN:
            raise ValueError(f"a margin found aside looks at most {SLACK_IN} in far")
        super().__init__(
            lambda terrain, query: find_margin(terrain, query, limit_in=limit_in),
            tell,
            resting_s=resting_s,
        )


class Holdings(Aside[Holds]):
    """Finds whether verdicts hold within an error of measurement, as `holds_within` does.

    Ask it when no piece is in hand: what is in hand counts as measured without error.

    Parameters
    ----------
    measured : Measured
    tell, resting_s
        As `Aside` takes them.
    """

    def __init__(
        self,
        measured: Measured,
        tell: Callable[[], object] | None = None,
        *,
        resting_s: float = RESTING_S,
    ) -> None:
        super().__init__(
            lambda terrain, query: holds_within(terrain, query, measured),
            tell,
            resting_s=resting_s,
        )
