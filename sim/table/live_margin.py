"""The margin of a sight that is looked at while things move: found aside, and let go of at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from sim.geometry.margin import Margin, find_margin
from sim.geometry.mesh_data import Floats
from sim.geometry.rays import Rays, SolidSet
from sim.table.live import LiveQuestion

__all__ = ["Margins"]


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


class Margins:
    """Finds margins in a thread of its own, the last question asked before all others.

    A question that is no longer wanted ends at its next ray. Answers are those of `find_margin`.

    Parameters
    ----------
    limit_in : float
        How far to look, inches.
    tell : callable, optional
        Called, in that thread, once an answer is `ready`, so that a window can wake up.

    Examples
    --------
    Each time something moved: ``margins.ask(live.question(a, b))``; in every frame:
    ``margins.ready()``.
    """

    def __init__(self, limit_in: float = 1.0, tell: Callable[[], Any] | None = None) -> None:
        self.limit_in = limit_in
        self._tell = tell
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="margin")
        self._gone = threading.Event()
        self._asked: Future[Margin | None] | None = None

    @property
    def busy(self) -> bool:
        """Whether an answer is on its way."""
        return self._asked is not None and not self._asked.done()

    def ask(self, question: LiveQuestion) -> None:
        """Ask for the margin of a question; whatever was asked before is let go of."""
        self.cancel()
        gone = self._gone = threading.Event()
        self._asked = self._pool.submit(self._find, question, gone)
        self._asked.add_done_callback(lambda _: self._there(gone))

    def ready(self) -> Margin | None:
        """Return the margin of the last question, or None while it is not known.

        It stays there until something else is asked or the question is let go of.
        """
        if self._asked is None or not self._asked.done():
            return None
        return self._asked.result()

    def wait(self, seconds: float | None = None) -> Margin | None:
        """Return the margin of the last question, waiting for it; None when nothing was asked.

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

    def _find(self, question: LiveQuestion, gone: threading.Event) -> Margin | None:
        try:
            terrain = _Watched(question.terrain, gone)
            return find_margin(terrain, question.query, limit_in=self.limit_in)
        except _LetGo:
            return None

    def _there(self, gone: threading.Event) -> None:
        if self._tell is not None and not gone.is_set():
            self._tell()
