"""What things are worth, in Army Points: units, damage, markers, and the harm of an attack.

Everything is an expectation from the game's own odds; nothing is rolled or sampled here.
"""

from __future__ import annotations

from sim.ai.dust_warfare.regular_1.clock import Clock
from sim.rules.dust_warfare.attack.odds import AttackOdds
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.turn.command import sections
from sim.rules.dust_warfare.turn.suppression import takes_suppression

__all__ = ["Worth"]


class Worth:
    """Values in one state.

    Parameters
    ----------
    play : Play
    clock : Clock
    """

    def __init__(self, play: Play, clock: Clock) -> None:
        self.play = play
        self.clock = clock
        self.style = clock.style
        self._units: dict[str, float] = {}
        self._commands = {
            side: [unit.id for unit, _ in sections(play, side)] for side in play.state.sides
        }

    def points(self, unit: Unit) -> float:
        """Return the AP a unit was bought for."""
        return float(self.play.unit_profile(unit).ap)

    def firepower(self, unit: Unit) -> float:
        """Return what is left of a unit's AP: soldiers lose it man by man."""
        share = len(unit.minis) / max(1, unit.started_with) if self.play.is_soldier(unit) else 1.0
        return self.points(unit) * share

    def coming_use(self, unit: Unit) -> float:
        """Return what a unit's activations still to come are worth to its owner."""
        return self.firepower(unit) * min(1.0, self.style.use * self.clock.to_come(unit))

    def is_last_command(self, unit: Unit) -> bool:
        """Return whether a unit is its side's only Command Section."""
        return self._commands[unit.side] == [unit.id]

    def unit(self, unit: Unit) -> float:
        """Return what destroying a unit is worth: the point, and what it would still have done."""
        found = self._units.get(unit.id)
        if found is None:
            found = self.style.point + self.style.tie_break * self.points(unit)
            found += self.coming_use(unit)
            if self.is_last_command(unit):
                found += self.style.orders * max(0, self.clock.turns - self.clock.turn)
            self._units[unit.id] = found
        return found

    def capacity(self, unit: Unit) -> float:
        """Return the Damage Capacity of the whole unit when it was fresh."""
        living = [self.play.profile(mini).damage_capacity for mini in unit.minis]
        fallen = max(0, unit.started_with - len(living))
        members = self.play.unit_profile(unit).members
        usual = self.play.profiles.minis[members[0].profile].damage_capacity
        return float(sum(living) + fallen * usual)

    def progress(self, attackers: str) -> float:
        """Return the share of a unit's worth that goes with damage by some side's attack.

        In the last turn damage that does not destroy helps only friends who still act.
        """
        if not self.clock.last:
            return self.style.progress
        left = [u for u in self.play.friends(attackers) if not self.clock.acted(u)]
        return self.style.progress_last if left else 0.02

    def harm(self, odds: AttackOdds, target: Unit) -> float:
        """Return what an attack with these odds on a unit is worth."""
        whole = self.unit(target)
        share = self.progress(self.play.state.other(target.side))
        value = odds.destroyed * (1.0 - share) * whole
        value += odds.expected_left * share * whole / self.capacity(target)
        if self.play.is_vehicle(target):
            return value + odds.crippled * self.style.crippled * self.coming_use(target)
        return value + odds.suppressed * (1.0 - odds.destroyed) * self.marker(target)

    def marker(self, target: Unit) -> float:
        """Return what one more Suppression marker costs a unit."""
        if not takes_suppression(self.play, target) or not self.clock.to_come(target):
            return 0.0
        lost = self.clock.stays_suppressed(target, 1) - self.clock.stays_suppressed(target)
        value = lost * (1.0 - self.style.single) * self.activation(target)
        if not target.suppression and not target.reaction:
            value += self.style.rattled
        if self.clock.markers_ahead(target, 1) > len(target.minis):
            value += self.style.broken * self.unit(target) * 0.5
        return value

    def activation(self, unit: Unit) -> float:
        """Return what a whole activation of a unit is worth to its owner on the average."""
        return 1.5 * self.style.use * self.firepower(unit)
