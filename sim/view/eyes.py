"""Which camera sees what: bits of Panda3D's camera masks."""

from __future__ import annotations

from typing import Any

from panda3d.core import BitMask32

__all__ = ["EYES", "MAIN"]

#: The camera that a person looks at the table with.
MAIN: Any = BitMask32.bit(6)
#: The camera that looks through a miniature's eye.
EYES: Any = BitMask32.bit(7)
