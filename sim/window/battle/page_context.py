"""What a battle adds to the tools: whose eyes, which ghosts, the rule that is asked by."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sim.geometry.pose import Pose
from sim.view.picking import Pointed
from sim.window.battle.asking.asker import Asker
from sim.window.battle.at_table import AtTable
from sim.window.ports import Battle, ClauseCard
from sim.window.tools import PlainContext

__all__ = ["PageContext"]


class PageContext(PlainContext):
    """The tools' context at a battle's table.

    Parameters
    ----------
    at : AtTable
    battle : Battle
    asker : callable
        Returns who asks now, or None.
    """

    def __init__(self, at: AtTable, battle: Battle, asker: Callable[[], Asker | None]) -> None:
        super().__init__(at.app, at.view, battle.scene, battle.match)
        self.at = at
        self._asker = asker

    def pointed(self) -> Pointed | None:
        """Return what is under the pointer now; nothing while the table is covered."""
        if self.at.conductor.state == "handing-over":
            return None
        return self.app.window.pointed()

    def selected(self) -> str:
        """Return what is being moved, or what was selected."""
        asker = self._asker()
        in_hand = asker.in_hand if asker is not None else ""
        return in_hand or self.at.selected

    def side(self) -> str:
        """Return whose eyes we look through."""
        return self.at.conductor.viewer or super().side()

    def ghosts(self) -> Mapping[str, Pose]:
        """Return where miniatures of the answer under way would stand."""
        asker = self._asker()
        return asker.ghosts() if asker is not None else {}

    def rule_here(self) -> str:
        """Return the clause of the question that waits."""
        question = self.at.conductor.question
        return question.rule if question is not None else ""

    def clause(self, rule_id: str) -> ClauseCard | None:
        """Return a clause as it stands in this battle."""
        return self.at.clause(rule_id)
