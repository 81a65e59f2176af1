"""How a ``path`` question is answered: ghosts are dragged, their ways drawn."""

from __future__ import annotations

from sim.window.battle.asking.moving import MovingAsker
from sim.words import say

__all__ = ["PathAsker"]


class PathAsker(MovingAsker):
    """Ways of a unit's miniatures: the leader is dragged, the others follow."""

    def confirm_text(self) -> str:
        """Return what is on the button that declares."""
        return say("moving.confirm_stay") if self.draft.empty else say("moving.confirm_way")
