"""Work beside the frames in a thread: for what computes and draws nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from sim.errors import HulldownError

__all__ = ["Beside"]


class Beside:
    """Calls something in a thread of its own; see `sim.window.ports.Work`.

    What it returns after `stop` is forgotten: a thread cannot be interrupted from outside.

    Parameters
    ----------
    call : callable
    """

    progress = 0.0

    def __init__(self, call: Callable[[], Any]) -> None:
        self._call = call
        self._value: Any = None
        self._fault: HulldownError | None = None
        self._done = threading.Event()
        threading.Thread(target=self._run, daemon=True, name="hulldown beside").start()

    def _run(self) -> None:
        try:
            self._value = self._call()
        except HulldownError as error:
            self._fault = error
        finally:
            self._done.set()

    @property
    def done(self) -> bool:
        """Whether `result` would return or raise at once."""
        return self._done.is_set()

    def result(self) -> Any:
        """Wait for the end, if need be, and return what came of it.

        Raises
        ------
        HulldownError
            As the call did.
        """
        self._done.wait()
        if self._fault is not None:
            raise self._fault
        return self._value

    def stop(self) -> None:
        """Forget it."""
