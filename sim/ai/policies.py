"""The policies there are, by name."""

from __future__ import annotations

from collections.abc import Callable

from sim.ai.chooser import RandomPolicy
from sim.ai.regular import RegularPolicy
from sim.engine.ports import Opponent
from sim.errors import UsageError

__all__ = ["LEVELS", "policy_named"]

_MAKERS: dict[str, Callable[[], Opponent]] = {
    "random": RandomPolicy,
    "regular": RegularPolicy,
    "regular-1": lambda: RegularPolicy("regular-1"),
}

#: Levels a player may choose; each names a policy.
LEVELS = ("regular",)


def policy_named(name: str) -> Opponent:
    """Return a fresh policy.

    Raises
    ------
    UsageError
        Naming the policies there are.
    """
    if name not in _MAKERS:
        raise UsageError("ai.no_policy", found=name, known=", ".join(_MAKERS))
    return _MAKERS[name]()
