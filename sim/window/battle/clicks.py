"""Tells a click on the table from the drag that turns it."""

from __future__ import annotations

import math

from sim.view.inputs import Input, Pointer

__all__ = ["Clicks"]

#: A pointer that moved less than so many pixels between press and release has clicked.
STILL = 6.0


class Clicks:
    """Remembers presses; `of` says when a release was a click."""

    def __init__(self) -> None:
        self._pressed: dict[str, Pointer] = {}

    def of(self, each: Input, pointer: Pointer | None) -> str:
        """Return the button that an input has clicked with; empty for none.

        Parameters
        ----------
        pointer : (x, y) or None
            Where it is now, pixels.
        """
        if each.name not in ("mouse1", "mouse3") or pointer is None:
            return ""
        if each.kind == "down":
            self._pressed[each.name] = pointer
            return ""
        start = self._pressed.pop(each.name, None)
        return each.name if start is not None and math.dist(start, pointer) < STILL else ""
