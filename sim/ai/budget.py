"""What thinking may cost: counted, never timed, so that a seed gives the same game anywhere."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Budget"]


def _never() -> bool:
    return False


class Budget:
    """A count of evaluations, and the hook by which a person says "play now".

    Whoever spends looks at `left` between two candidates, never within one: there is always a
    best so far to answer with.

    Parameters
    ----------
    evaluations : int
        How many there are.
    stop : callable, optional
        Asked with every look at `left`; once it is true nothing is left.
    """

    def __init__(self, evaluations: int, stop: Callable[[], bool] | None = None) -> None:
        self.evaluations = evaluations
        self.spent = 0
        self.stopped = False
        self._stop = stop or _never

    def spend(self, evaluations: int = 1) -> None:
        """Count some evaluations. Looking up what is remembered counts the same."""
        self.spent += evaluations

    @property
    def left(self) -> bool:
        """Whether another candidate may be looked at."""
        self.stopped = self.stopped or self._stop()
        return not self.stopped and self.spent < self.evaluations
