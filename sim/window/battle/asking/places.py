"""How a ``place`` question is answered: chips are dragged from the shelf onto the table."""

from __future__ import annotations

from sim.window.battle.asking.moving import MovingAsker
from sim.words import say

__all__ = ["PlaceAsker"]


class PlaceAsker(MovingAsker):
    """Places of miniatures that wait beside the table, or stand on it already."""

    def confirm_text(self) -> str:
        """Return what is on the button that declares."""
        return say("moving.confirm_place")
