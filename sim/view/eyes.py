"""Which camera sees what: bits of Panda3D's camera masks."""

from __future__ import annotations

from typing import Any

from panda3d.core import BitMask32

__all__ = ["EYES", "MAIN", "hide_from", "show_to"]

#: The camera that a person looks at the table with.
MAIN: Any = BitMask32.bit(6)
#: The camera that looks through a miniature's eye.
EYES: Any = BitMask32.bit(7)


def hide_from(made: Any, cameras: Any) -> None:
    """Hide a node, and what is below it, from cameras by their mask."""
    made.hide(cameras)


def show_to(made: Any, cameras: Any) -> None:
    """Undo `hide_from`.

    Panda3D's own `show` would show the node even where its parent is hidden.
    """
    nothing = BitMask32.allOff()
    made.node().adjustDrawMask(nothing, nothing, cameras)
