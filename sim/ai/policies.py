"""The policies there are, by name."""

from __future__ import annotations

from collections.abc import Callable

from sim.ai.chooser import RandomPolicy
from sim.ai.regular import RegularPolicy
from sim.engine.ports import Opponent
from sim.errors import UsageError

__all__ = ["LEVELS", "policy_named"]

Stop = Callable[[], bool]


def _random(_: Stop | None) -> Opponent:
    return RandomPolicy()


def _regular(stop: Stop | None) -> Opponent:
    return RegularPolicy("regular", stop=stop)


def _regular_1(stop: Stop | None) -> Opponent:
    return RegularPolicy("regular-1", 1, stop)


def _regular_2(stop: Stop | None) -> Opponent:
    return RegularPolicy("regular-2", 2, stop)


_MAKERS: dict[str, Callable[[Stop | None], Opponent]] = {
    "random": _random,
    "regular": _regular,
    "regular-1": _regular_1,
    "regular-2": _regular_2,
}

#: Levels a player may choose; each names a policy.
LEVELS = ("regular",)


def policy_named(name: str, stop: Stop | None = None) -> Opponent:
    """Return a fresh policy.

    Parameters
    ----------
    name : str
    stop : callable, optional
        "Play now": a policy that thinks for long asks it between candidates and, once it is
        true, answers with the best so far.

    Raises
    ------
    UsageError
        Naming the policies there are.
    """
    if name not in _MAKERS:
        raise UsageError("ai.no_policy", found=name, known=", ".join(_MAKERS))
    return _MAKERS[name](stop)
