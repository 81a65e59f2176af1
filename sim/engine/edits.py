"""The umpire's hand: changing a state at a dotted place, checked against its type."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import msgspec

from sim.engine.reasons import Objection

__all__ = ["apply_edit"]

S = TypeVar("S", bound=msgspec.Struct)


def apply_edit(state: S, state_type: type[S], changes: dict[str, Any]) -> tuple[S, list[Objection]]:
    """Return a changed copy of the state and what stood in the way.

    Parameters
    ----------
    state : Struct
        Left untouched.
    changes : dict
        Dotted place (``units.rangers.minis.0.pose``) to plain value.

    Returns
    -------
    (Struct, list of Objection)
        The copy is the unchanged state when there are objections.
    """
    plain = msgspec.to_builtins(state)
    objections: list[Objection] = []
    for place, value in changes.items():
        if not _set(plain, place.split("."), value):
            objections.append(Objection("engine.match.edit_path", params={"path": place}))
    if objections:
        return state, objections
    try:
        return msgspec.convert(plain, state_type), []
    except msgspec.ValidationError as error:
        params: dict[str, Any] = {"path": ", ".join(changes), "detail": str(error)}
        return state, [Objection("engine.match.edit_value", params=params)]


def _set(plain: Any, steps: list[str], value: Any) -> bool:
    """Set a value at an existing place of nested dicts and lists."""
    *parents, last = steps
    for step in parents:
        plain = _child(plain, step)
    where = _place(plain, last)
    if where is None:
        return False
    plain[where] = value
    return True


def _child(plain: Any, step: str) -> Any:
    where = _place(plain, step)
    return None if where is None else plain[where]


def _place(plain: Any, step: str) -> str | int | None:
    """Return the key or index that `step` names in a dict or list, or None."""
    if isinstance(plain, dict):
        return step if step in plain else None
    if isinstance(plain, list) and step.isdigit():
        length: int = len(cast("list[Any]", plain))
        return int(step) if int(step) < length else None
    return None
