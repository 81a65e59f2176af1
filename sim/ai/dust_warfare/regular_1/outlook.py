"""The outlook from a place: what a unit could do from there, and what could be done to it.

Exact attacks are dear, so both are cut: pairs out of range are never looked at, and the threat
of enemies beyond the most dangerous few is sketched. The cut is the same for every place.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from sim.ai.budget import Budget
from sim.ai.dust_warfare.regular_1.clock import Clock
from sim.ai.dust_warfare.regular_1.ground import Grounds
from sim.ai.dust_warfare.regular_1.sketch import Sketch
from sim.ai.dust_warfare.regular_1.style import Style
from sim.ai.dust_warfare.regular_1.worth import Worth
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import reach_of
from sim.rules.dust_warfare.attack.damage import remaining
from sim.rules.dust_warfare.attack.odds import AttackOdds, expected_attack
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.turn.reactions import REACTION_IN

__all__ = ["Fear", "Harm", "Outlook", "Poses", "centre"]

Poses = Mapping[str, Pose]


class Harm(msgspec.Struct, frozen=True):
    """What one unit may do to another: its value in AP, and the odds behind it."""

    value: float
    odds: AttackOdds | None = None


class Fear(msgspec.Struct, frozen=True):
    """What the enemy may do to a unit.

    Attributes
    ----------
    value : float
        Before the unit acts again, in AP.
    worst : str
        The enemy who counts for most of it, empty for none.
    answers : float
        By reactions at once, if the unit moves to where it stands or attacks from there.
    """

    value: float
    worst: str
    answers: float


NO_HARM = Harm(0.0)


class Outlook:
    """Attacks and threats of one state, remembered by where everybody would stand.

    Parameters
    ----------
    play : Play
        Nothing in it changes while the outlook is in use.
    style : Style
    grounds : Grounds
        What the policy knows of the table.
    stop : callable, optional
        Asked between candidates; once true, the best so far is the answer.
    """

    def __init__(
        self,
        play: Play,
        style: Style,
        grounds: Grounds,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.play = play
        self._stop = stop
        self.style = style
        self.grounds = grounds
        self.clock = Clock.of(play.state, style)
        self.worth = Worth(play, self.clock)
        self.sketch = Sketch(play, self.worth)
        #: Places looked at with what standing there is worth, by unit and gait; see `places`.
        self.places: dict[tuple[str, str], list[Any]] = {}
        self._known: dict[tuple[object, ...], Harm] = {}
        self._covers: dict[tuple[object, ...], int] = {}
        self._lures: dict[str, list[tuple[float, str]]] = {}
        self._prey: dict[str, tuple[Unit, float] | None] = {}
        self._fears: dict[tuple[object, ...], Fear] = {}

    def new_budget(self) -> Budget:
        """Return a fresh budget for one movement."""
        return Budget(self.style.budget, self._stop)

    def harm(
        self, unit: Unit, target: Unit, poses: Poses | None = None, *, sustained: bool = False
    ) -> Harm:
        """Return the harm of an attack, looked up or worked out."""
        if self.gap(unit, target, poses) > self.sketch.farthest(unit, target):
            return NO_HARM
        key = (unit.id, target.id, sustained, _places(unit, poses), _places(target, poses))
        found = self._known.get(key)
        if found is None:
            odds = expected_attack(
                self.play, unit, target, sustained=sustained, poses=poses or None
            )
            found = Harm(self.worth.harm(odds, target), odds) if odds is not None else NO_HARM
            self._known[key] = found
        return found

    def gap(self, unit: Unit, target: Unit, poses: Poses | None = None) -> float:
        """Return the least distance between two units' bases, taken as the circles about them."""
        pairs = (math.dist(a, b) for a in spots_of(unit, poses) for b in spots_of(target, poses))
        return min(pairs, default=math.inf) - self.radius(unit) - self.radius(target)

    def radius(self, unit: Unit) -> float:
        """Return the radius of the circle about the base of a unit's first miniature."""
        model = self.play.profile(unit.minis[0]).model
        return reach_of(self.play.facts.table.models[model].base)

    def cover(self, unit: Unit, poses: Poses | None = None) -> int:
        """Return the cover that a unit's ground gives it: 0, 1 or 2, by half of its miniatures."""
        key = (unit.id, _places(unit, poses))
        if key not in self._covers:
            radius = self.radius(unit)
            found = [self.grounds.cover_at(at, radius) for at in spots_of(unit, poses)]
            covered = sorted(found, reverse=True)
            self._covers[key] = covered[(len(covered) - 1) // 2] if covered else 0
        return self._covers[key]

    def in_reaction_reach(self, unit: Unit, enemy: Unit, poses: Poses | None = None) -> bool:
        """Return whether what a unit does may let an enemy react: within 12 in of him."""
        return self.gap(unit, enemy, poses) <= REACTION_IN

    def prey(self, unit: Unit) -> tuple[Unit, float] | None:
        """Return the enemy a unit goes for, and how far by the way it likes to be from him.

        The one it can hurt soonest; a Command Section hangs back.
        """
        if unit.id not in self._prey:
            self._prey[unit.id] = self._find_prey(unit)
        return self._prey[unit.id]

    def _find_prey(self, unit: Unit) -> tuple[Unit, float] | None:
        enemies = [
            each for each in self.play.enemies(unit.side) if self.sketch.best_reach(unit, each) >= 0
        ]
        mine = next((mini.pose for mini in unit.minis if mini.pose is not None), None)
        if not enemies or mine is None:
            return None
        ways = self.grounds.ways(self.play, unit, mine, [centre(each) for each in enemies])
        back = self.style.command_back_in if self.worth.is_last_command(unit) else 0.0
        liked = [max(2.0, self.sketch.best_reach(unit, each) - 1.0) + back for each in enemies]
        late = [float(way) - far for way, far in zip(ways, liked, strict=True)]
        first = min(range(len(enemies)), key=lambda i: (round(late[i], 4), enemies[i].id))
        return enemies[first], liked[first]

    def move_in(self, unit: Unit) -> float:
        """Return how far a unit moves in one action."""
        if "drive_damaged" in unit.effects:
            return 0.0
        return min(self.play.profile(mini).move_in for mini in unit.minis)

    def best_target(
        self, unit: Unit, poses: Poses | None = None, *, sustained: bool = False
    ) -> tuple[Unit | None, Harm]:
        """Return the enemy a unit can do most harm to from a place; None when there is none."""
        best: tuple[Unit | None, Harm] = (None, NO_HARM)
        for enemy in self.play.enemies(unit.side):
            found = self.harm(unit, enemy, poses, sustained=sustained)
            if found.value > best[1].value:
                best = (enemy, found)
        return best

    def after_move(self, unit: Unit, target: Unit, poses: Poses | None = None) -> float:
        """Return the rough worth of a unit's attack on a target after a move toward it."""
        gap = self.gap(unit, target, poses) - self.move_in(unit)
        return self.sketch.value(unit, target, gap, self.cover(target, poses))

    def fear(self, unit: Unit, poses: Poses | None = None) -> Fear:
        """Return what the enemy may do to a unit standing somewhere.

        The enemies that might do most are looked at exactly where they stand; what anyone could
        do after a move is sketched. An enemy short of actions does not move first.
        """
        key = (unit.id, _places(unit, poses))
        if key not in self._fears:
            self._fears[key] = self._fear(unit, poses)
        return self._fears[key]

    def _fear(self, unit: Unit, poses: Poses | None) -> Fear:
        moved = {
            enemy.id: self.after_move(enemy, unit, poses) for enemy in self.play.enemies(unit.side)
        }
        near = sorted(
            self.play.enemies(unit.side), key=lambda enemy: (-round(moved[enemy.id], 6), enemy.id)
        )
        total, worst, most, answers = 0.0, "", 0.0, 0.0
        for place, enemy in enumerate(near):
            if moved[enemy.id] <= 0.0:
                break
            exact = place < self.style.threats
            value, answer = self._strike(enemy, unit, poses, moved[enemy.id], exact)
            total, answers = total + value, answers + answer
            if value > most:
                worst, most = enemy.id, value
        weight = self.style.command_fear if self.worth.is_last_command(unit) else 1.0
        most_to_lose = self.worth.unit(unit)
        return Fear(
            weight * _at_most(total, most_to_lose),
            worst,
            weight * _at_most(answers, most_to_lose),
        )

    def _strike(
        self, enemy: Unit, unit: Unit, poses: Poses | None, moved: float, exact: bool
    ) -> tuple[float, float]:
        """Return what one enemy may do to a unit in its next activation, and by a reaction."""
        clock, style = self.clock, self.style
        here = 0.0
        if exact:
            here = self.harm(enemy, unit, poses).value
        elif self.gap(enemy, unit, poses) <= self.sketch.farthest(enemy, unit):
            here = style.unseen * moved
        two, one = clock.actions(enemy)
        whole = max(here * style.aimed, style.unseen * moved)
        value = clock.strikes(enemy) * (two * whole + one * here)
        value *= 1.0 - style.shared * min(1.0, self._lure(enemy, unit) / max(whole, 1e-6))
        if exact and enemy.id == clock.acting:
            value += self.declared(enemy, unit, poses)
        answer = 0.0
        if self.in_reaction_reach(enemy, unit, poses):
            answer = clock.may_react(enemy) * here
        return value, answer

    def declared(self, enemy: Unit, unit: Unit, poses: Poses | None = None) -> float:
        """Return what an enemy in his activation may do with an attack he has declared."""
        activation = self.play.state.activation
        if activation is None or activation.unit != enemy.id:
            return 0.0
        ahead = activation.actions[activation.done :]
        if "attack" not in ahead and "sustained" not in ahead:
            return 0.0
        return self.harm(enemy, unit, poses, sustained="sustained" in ahead).value

    def _lure(self, enemy: Unit, unit: Unit) -> float:
        """Return the rough worth of the best target an enemy has beside a unit."""
        if enemy.id not in self._lures:
            found: list[tuple[float, str]] = []
            for friend in self.play.friends(unit.side):
                cover = self.cover(friend)
                gap = self.gap(enemy, friend)
                here = self.sketch.value(enemy, friend, gap, cover)
                moved = self.sketch.value(enemy, friend, gap - self.move_in(enemy), cover)
                seen = 1.0 - self.style.unseen
                found.append((max(seen * here, self.style.unseen * moved), friend.id))
            self._lures[enemy.id] = sorted(found, reverse=True)
        return next((value for value, name in self._lures[enemy.id] if name != unit.id), 0.0)

    def activation(self, unit: Unit, two: float, one: float) -> float:
        """Return what an activation is worth to a unit with some chances of two and one actions."""
        attack = self.best_target(unit)[1].value
        moved = [
            self.style.unseen * self.after_move(unit, enemy)
            for enemy in self.play.enemies(unit.side)
        ]
        usual = self.worth.activation(unit) * 0.5
        full = max(attack * self.style.aimed, attack + 0.2 * usual, usual, *moved)
        half = max(attack, self.style.single * usual)
        return two * full + one * half

    def with_ammo(self, unit: Unit) -> float:
        """Return the best attack of a unit from where it stands if it were loaded again."""
        loaded = msgspec.structs.replace(unit, out_of_ammo=False)
        units = {**self.play.state.units, unit.id: loaded}
        state = msgspec.structs.replace(self.play.state, units=units)
        play = replace(self.play.imagined({}), state=state)
        best = 0.0
        for enemy in play.enemies(unit.side):
            odds = expected_attack(play, loaded, enemy)
            best = max(best, self.worth.harm(odds, enemy) if odds is not None else 0.0)
        return best

    def burning(self, unit: Unit) -> float:
        """Return what a fire costs a vehicle: a damage with every activation."""
        mini = unit.minis[0]
        left = remaining(self.play, mini)
        whole = self.worth.unit(unit)
        if left <= 1:
            return whole
        ahead = min(left, self.clock.to_come(unit) + 1)
        return whole * self.style.progress * ahead / self.worth.capacity(unit)


def _at_most(harm: float, whole: float) -> float:
    """Return several harms to one unit together: nobody loses more than the whole."""
    return whole * (1.0 - math.exp(-harm / whole)) if whole > 0.0 else 0.0


def spots_of(unit: Unit, poses: Poses | None = None) -> list[Point]:
    """Return where a unit's miniatures stand, or would stand, in plan."""
    found = [(poses or {}).get(mini.id, mini.pose) for mini in unit.minis]
    return [pose.at for pose in found if pose is not None]


def _places(unit: Unit, poses: Poses | None) -> tuple[Pose | None, ...]:
    return tuple((poses or {}).get(mini.id, mini.pose) for mini in unit.minis)


def centre(unit: Unit, poses: Poses | None = None) -> Point:
    """Return the middle of a unit's miniatures in plan."""
    spots = spots_of(unit, poses)
    return (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))
