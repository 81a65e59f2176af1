"""Who acts when: what is still to come in this turn and in the battle."""

from __future__ import annotations

from dataclasses import dataclass

from sim.ai.dust_warfare.regular_1.style import Style
from sim.rules.dust_warfare.state import DustState, Unit
from sim.rules.dust_warfare.turn.suppression import is_suppressed

__all__ = ["Clock"]

#: Chance that one die does not remove its Suppression marker.
STAYS = 2.0 / 3.0


@dataclass(frozen=True)
class Clock:
    """The moment of a battle.

    Attributes
    ----------
    turn, turns : int
    acting : str
        Unit whose activation is in hand, empty for none.
    style : Style
    """

    turn: int
    turns: int
    acting: str
    style: Style

    @classmethod
    def of(cls, state: DustState, style: Style) -> Clock:
        """Return the clock of a state."""
        acting = state.activation.unit if state.activation is not None else ""
        return cls(max(1, state.turn), state.turns, acting, style)

    @property
    def last(self) -> bool:
        """Whether no turn comes after this one."""
        return self.turn >= self.turns

    def acted(self, unit: Unit) -> bool:
        """Return whether a unit has had its activation this turn, or is having it."""
        return unit.activated or unit.id == self.acting

    def to_come(self, unit: Unit) -> int:
        """Return how many activations a unit still has in the battle."""
        return max(0, self.turns - self.turn) + (0 if self.acted(unit) else 1)

    def strikes(self, enemy: Unit) -> float:
        """Return how much an enemy's next activation counts for a unit that has just acted."""
        if not self.acted(enemy):
            return 1.0
        return 0.0 if self.last else self.style.again

    def markers_ahead(self, unit: Unit, more: int = 0) -> int:
        """Return the Suppression markers a unit will roll for when it next activates."""
        gone = 1 if self.acted(unit) else 0
        return max(0, unit.suppression + more - gone)

    def stays_suppressed(self, unit: Unit, more: int = 0) -> float:
        """Return the chance that a unit is suppressed in its next activation.

        The End phase takes a marker off, the activation rolls for each that is left; all of
        them must go (`dw.suppression.roll_remove`).
        """
        markers = self.markers_ahead(unit, more)
        return 1.0 - (1.0 - STAYS) ** markers if markers else 0.0

    def actions(self, unit: Unit, *, more: int = 0, reacts: bool = False) -> tuple[float, float]:
        """Return the chances that a unit has two actions, and just one, in its next activation.

        Parameters
        ----------
        more : int
            Suppression markers it would have beside those it has.
        reacts : bool
            Whether it gets a Reaction marker now.
        """
        if not self.to_come(unit):
            return (0.0, 0.0)
        stays = self.stays_suppressed(unit, more)
        marked = (unit.reaction or reacts) and not self.acted(unit)
        return (0.0, 1.0 - stays) if marked else (1.0 - stays, stays)

    def may_react(self, unit: Unit) -> float:
        """Return the chance that a unit in reach answers what is done near it or to it."""
        if is_suppressed(unit) or unit.reaction:
            return 0.0
        return self.style.answer_free if self.acted(unit) else self.style.answer_dear
