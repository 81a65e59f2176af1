"""What one unit's movement is measured by: who moves, how far, from which heights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sim.engine.reasons import Objection
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit

__all__ = ["REGROUP_MOVE_IN", "Gait", "Going", "going_for", "heights_of"]

Gait = Literal["move", "march", "regroup"]

#: How far a Regroup Order lets miniatures close up (`dw.order.regroup_move`).
REGROUP_MOVE_IN = 6.0


@dataclass(frozen=True)
class Going:
    """The terms of one movement.

    Attributes
    ----------
    gait : str
        ``move``, ``march`` or ``regroup``.
    unit : Unit
    leader : Mini
        Who the formation is measured from at the end.
    movers : tuple of str
        Miniatures that may move, leader (or who stands in for him) first.
    allowance : mapping of miniature id to inches
    heights : mapping of miniature id to inches
        Support heights where activation, Order or reaction began.
    rule : str
        Clause that grants the movement.
    """

    gait: Gait
    unit: Unit
    leader: Mini
    movers: tuple[str, ...]
    allowance: Mapping[str, float]
    heights: Mapping[str, float]
    rule: str
    #: What the referee said of paths under these terms, by their encoded form.
    judged: dict[bytes, list[Objection]] = field(
        default_factory=dict[bytes, "list[Objection]"], repr=False, compare=False
    )

    @property
    def march(self) -> bool:
        """Whether it is a March Move."""
        return self.gait == "march"


def heights_of(play: Play, unit: Unit) -> dict[str, float]:
    """Return the height of the support under each miniature of a unit on the table, inches."""
    return {
        mini.id: play.facts.support(mini.pose.x, mini.pose.y, mini.pose.level)
        for mini in unit.minis
        if mini.pose is not None
    }


def going_for(play: Play, unit: Unit, leader: Mini, gait: Gait, *, bonus: float = 0.0) -> Going:
    """Return the terms of a unit's Move, March Move or Regroup movement.

    Rules: dw.action.move dw.action.march_move dw.move.distance dw.move.per_mini dw.char.move
    dw.order.regroup_move
    """
    movers = [leader, *(mini for mini in unit.minis if mini.id != leader.id)]
    if gait == "regroup":
        movers = [mini for mini in movers if mini.id != unit.leader]
    allowance: dict[str, float] = {}
    for mini in movers:
        own = play.profile(mini).move_in
        plain = {"move": own + bonus, "march": 2 * own + bonus, "regroup": REGROUP_MOVE_IN}
        allowance[mini.id] = plain[gait]
    activation = play.state.activation
    heights = heights_of(play, unit)
    if activation is not None and activation.unit == unit.id and activation.heights:
        heights = {**heights, **activation.heights}
    rules = {
        "move": "dw.action.move",
        "march": "dw.action.march_move",
        "regroup": "dw.order.regroup_move",
    }
    ids = tuple(mini.id for mini in movers)
    return Going(gait, unit, leader, ids, allowance, heights, rules[gait])
