"""Drawing in haste: what a slow pipe leaves out while the picture moves, and puts back at rest.

On a pipe without a graphics card most of a frame goes into reading textures smoothly. While the
camera or a miniature moves nobody sees the difference; once they rest, the next frame has it all.
"""

from __future__ import annotations

from collections.abc import Hashable

__all__ = ["REST_SECONDS", "Haste"]

#: The picture rests when nothing has moved for so long: a hand that drags halts now and then.
REST_SECONDS = 0.15


class Haste:
    """Whether the present frame is drawn in haste.

    Attributes
    ----------
    allowed : bool
        False, the default, never hurries: for pictures and for pipes with a graphics card.
    on : bool
        Whether the frame is drawn in haste.
    """

    def __init__(self) -> None:
        self.allowed = False
        self.on = False
        self._rested = REST_SECONDS
        self._last: Hashable = None

    def look(self, what: Hashable, seconds: float, *, moving: bool) -> bool:
        """Take note of a frame; return whether `on` changed.

        Parameters
        ----------
        what : hashable
            Where the picture is taken from; another value than before is a movement.
        seconds : float
            Since the frame before.
        moving : bool
            Whether something in the picture moves.
        """
        moves = moving or (self._last is not None and what != self._last)
        self._last = what
        self._rested = 0.0 if moves else self._rested + seconds
        before, self.on = self.on, self.allowed and self._rested < REST_SECONDS
        return self.on != before
