"""What a device said: one press, release or character."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Input", "Pointer"]

#: Pixels from the window's upper left corner, y down.
Pointer = tuple[float, float]


@dataclass(frozen=True)
class Input:
    """One thing that a keyboard or mouse said.

    Attributes
    ----------
    kind : str
        ``down``, ``up``, or ``text`` for a character that was typed.
    name : str
        Panda3D's name of a key or button (``a``, ``f1``, ``arrow_left``, ``mouse1``,
        ``wheel_up``), without modifiers; the character for ``text``.
    shift, control, alt : bool
        Modifiers held down at that moment.
    """

    kind: Literal["down", "up", "text"]
    name: str
    shift: bool = False
    control: bool = False
    alt: bool = False

    @property
    def chord(self) -> str:
        """Name with its modifiers, as key maps spell it: ``ctrl+shift+z``."""
        held = (("ctrl", self.control), ("alt", self.alt), ("shift", self.shift))
        return "+".join([*(name for name, down in held if down), self.name])
