"""The rough picture: what one unit might do to another at some distance and cover.

Closed forms only, from the profiles; sight, arcs and exact lines are left to the facts. It ranks
many places and weighs what the enemy could do after a move.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sim.ai.dust_warfare.regular_1.worth import Worth
from sim.rules.dust_warfare.attack.armour import armour_class, armour_dice, has_ability
from sim.rules.dust_warfare.attack.damage import remaining
from sim.rules.dust_warfare.attack.odds import AttackOdds, Target, attack_odds
from sim.rules.dust_warfare.attack.volley import PENETRATOR_IN, cover_ignored_by, dice_pools
from sim.rules.dust_warfare.attack.weapons import cell_against, weapon_works
from sim.rules.dust_warfare.forces.profiles import Cell, Weapon
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit

__all__ = ["COVERS", "Sketch"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

#: Covers by the damage they cancel.
COVERS = ("none", "soft", "hard")

#: A distance within which an attack has these values against no, soft and hard cover.
Step = tuple[float, tuple[float, float, float]]


class Sketch:
    """Rough values of attacks in one state, worked out once for each pair of units."""

    def __init__(self, play: Play, worth: Worth) -> None:
        self.play = play
        self.worth = worth
        self._steps: dict[tuple[str, str], tuple[Step, ...]] = {}

    def steps(self, unit: Unit, target: Unit) -> tuple[Step, ...]:
        """Return the distances at which a unit's attack on another changes, the nearest first."""
        key = (unit.id, target.id)
        if key not in self._steps:
            self._steps[key] = self._make_steps(unit, target)
        return self._steps[key]

    def value(self, unit: Unit, target: Unit, gap: float, cover: int) -> float:
        """Return the rough worth of an attack at a gap between bases, cover 0, 1 or 2."""
        for reach, values in self.steps(unit, target):
            if gap <= reach:
                return values[cover]
        return 0.0

    def values(self, unit: Unit, target: Unit, gaps: Floats, covers: Ints) -> Floats:
        """Return `value` for many gaps and covers."""
        found = np.zeros(len(gaps))
        left = np.ones(len(gaps), dtype=bool)
        for reach, values in self.steps(unit, target):
            here = left & (gaps <= reach)
            found[here] = np.array(values)[covers[here]]
            left &= ~here
        return found

    def best_reach(self, unit: Unit, target: Unit) -> float:
        """Return the greatest distance at which a unit does most of its best without closing in.

        Soft cover is assumed, for that is what an enemy usually has. 0 when it cannot hurt him
        but in Close Combat, -1 when it cannot hurt him at all.
        """
        steps = self.steps(unit, target)
        if not steps:
            return -1.0
        ranged = [(reach, values[1]) for reach, values in steps if reach > CLOSE_IN]
        if not ranged:
            return 0.0
        best = max(value for _, value in ranged)
        share = self.worth.style.reach_share
        return max(reach for reach, value in ranged if value >= share * best)

    def farthest(self, unit: Unit, target: Unit) -> float:
        """Return the longest range of a weapon that can hurt the target; -1 for none."""
        steps = self.steps(unit, target)
        return steps[-1][0] if steps else -1.0

    def _make_steps(self, unit: Unit, target: Unit) -> tuple[Step, ...]:
        weapons = list(self._weapons(unit, target))
        found: list[Step] = []
        for reach in sorted({weapon.range_in for weapon, _ in weapons}):
            bearing = [each for each in weapons if each[0].range_in >= reach]
            found.append((reach, self._values(unit, target, bearing, reach)))
        return tuple(found)

    def _weapons(self, unit: Unit, target: Unit) -> list[tuple[Weapon, Cell]]:
        play = self.play
        found: list[tuple[Weapon, Cell]] = []
        for mini in unit.minis:
            for mount, place in enumerate(play.profile(mini).weapons):
                weapon = play.profiles.weapons[place.weapon]
                cell = cell_against(play, weapon, target)
                if cell is not None and weapon_works(play, unit, mini, mount) is None:
                    found.append((weapon, cell))
        return found

    def _values(
        self,
        unit: Unit,
        target: Unit,
        weapons: Sequence[tuple[Weapon, Cell]],
        reach: float,
    ) -> tuple[float, float, float]:
        """Return the worth of an attack with some weapons against each cover."""
        ranged = [each for each in weapons if not each[0].close_combat]
        close = [each for each in weapons if each[0].close_combat]
        best = [0.0, 0.0, 0.0]
        for group in (ranged, close):
            if group:
                for cover in range(3):
                    odds = self._odds(unit, target, group, reach, cover)
                    best[cover] = max(best[cover], self.worth.harm(odds, target))
        return (best[0], best[1], best[2])

    def _odds(
        self,
        unit: Unit,
        target: Unit,
        weapons: Sequence[tuple[Weapon, Cell]],
        reach: float,
        cover: int,
    ) -> AttackOdds:
        play = self.play
        close = weapons[0][0].close_combat
        includes = [
            ability
            for ability in ("burst", "grenade", "phaser", "penetrator")
            if any(ability in weapon.abilities for weapon, _ in weapons)
        ]
        if has_ability(play, unit, "sniper"):
            includes.append("sniper")
        vehicle = play.is_vehicle(target)
        halved = vehicle and "penetrator" in includes and reach <= PENETRATOR_IN
        armour = armour_dice(armour_class(play, target).number, 0, halved=halved)
        if "sniper" in includes or "phaser" in includes:
            armour = 0
        return attack_odds(
            tuple(each.pool for each in dice_pools(weapons)),
            Target(
                armour=armour,
                cover=0 if cover_ignored_by(includes, close) else cover,
                first=tuple(remaining(play, mini) for mini in target.minis),
                vehicle=vehicle,
            ),
            inverted=has_ability(play, unit, "spotter") and not close,
            grenade="grenade" in includes,
        )


#: Range of Close Combat weapons (`dw.wability.close_combat_range`).
CLOSE_IN = 3.0
