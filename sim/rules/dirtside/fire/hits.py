"""Whether a shot hits: the firer's die against the target's."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sim.engine.reasons import Reason
from sim.rules.dirtside.design.design import target_die
from sim.rules.dirtside.dice import roll_die

__all__ = ["SECONDARY", "Shot", "roll_hits", "secondary_die", "target_dice"]

#: Secondary dice by their cause: none of them is ever added, the biggest is rolled.
SECONDARY: dict[str, tuple[int, str]] = {
    "turret_down": (12, "ds.fire.secondary_turret_down"),
    "hull_down": (10, "ds.fire.secondary_hull_down_dug_in"),
    "dug_in": (10, "ds.fire.secondary_hull_down_dug_in"),
    "evading": (8, "ds.fire.secondary_evading"),
    "soft_cover": (6, "ds.fire.secondary_soft_cover"),
    "opportunity": (6, "ds.fire.secondary_opportunity"),
    "popup": (6, "ds.fire.secondary_popup"),
}


class Shot(msgspec.Struct, frozen=True):
    """Dice that were rolled.

    Attributes
    ----------
    firer : tuple of int
        One face for each barrel.
    target : tuple of int
        Primary and, if any, secondary.
    """

    firer: tuple[int, ...]
    target: tuple[int, ...]

    @property
    def hits(self) -> int:
        """How many of the firer's dice are higher than the target's best."""
        return sum(face > max(self.target) for face in self.firer)


def secondary_die(causes: Sequence[str]) -> tuple[int, str]:
    """Return the sides of the secondary die and the clause that gives it; 0 and "" for none.

    Rules: ds.fire.secondary_highest_only ds.fire.secondary_turret_down
        ds.fire.secondary_hull_down_dug_in ds.fire.secondary_evading
        ds.fire.secondary_soft_cover ds.fire.secondary_opportunity ds.fire.secondary_popup
        ds.opfire.target_bonus
    """
    return max((SECONDARY[cause] for cause in causes), key=lambda each: each[0], default=(0, ""))


def target_dice(signature: int, causes: Sequence[str]) -> tuple[int, ...]:
    """Return the dice that a target rolls: by its signature, and a secondary one.

    Rules: ds.fire.target_die ds.signature.use
    """
    second, _ = secondary_die(causes)
    first = target_die(max(1, signature))
    return (first, second) if second else (first,)


async def roll_hits(die: int, barrels: int, target: Sequence[int], rule: str, why: Reason) -> Shot:
    """Roll one die for each barrel against one roll of the target.

    Rules: ds.fire.opposed_roll ds.mount.definition ds.mount.extra_dice ds.mount.hits
    Asks: roll
    """
    mine = [await roll_die("hit", die, rule, why) for _ in range(barrels)]
    theirs = [await roll_die("hit-against", sides, rule, why) for sides in target]
    return Shot(tuple(mine), tuple(theirs))
