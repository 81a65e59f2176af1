"""Assigning damage: the owner chooses, seen and unobscured miniatures first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from sim.engine.questions import Slot, allocate
from sim.engine.reasons import Objection, Reason
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit
from sim.rules.dust_warfare.turn.casualties import suffer_damage
from sim.rules.dust_warfare.turn.leader import out_of_formation

__all__ = ["Shares", "assign_damage", "remaining", "shares_of"]


@dataclass(frozen=True)
class Shares:
    """Who may be given how much.

    Attributes
    ----------
    first, then : tuple of Mini
        Unobscured miniatures, to be filled first, and obscured ones.
    amount : int
        How much damage finds room; the rest is lost.
    lost : int
    """

    first: tuple[Mini, ...]
    then: tuple[Mini, ...]
    amount: int
    lost: int

    @property
    def minis(self) -> tuple[Mini, ...]:
        """Everybody who may be given damage, the unobscured first."""
        return (*self.first, *self.then)


def remaining(play: Play, mini: Mini) -> int:
    """Return a miniature's remaining Damage Capacity.

    Rules: dw.char.damage_capacity dw.char.damage_tracking dw.damage.cap
    """
    return max(0, play.profile(mini).damage_capacity - mini.damage)


def shares_of(
    play: Play,
    unit: Unit,
    damage: int,
    reachable: Sequence[str] | None = None,
    obscured: Sequence[str] = (),
) -> Shares:
    """Return who may be given how much of some damage.

    Parameters
    ----------
    reachable : sequence of str, optional
        Miniatures that somebody of the attacking unit sees; all when None. Range and arc do not
        matter here.
    obscured : sequence of str

    Rules: dw.damage.blocked_never dw.damage.range_irrelevant dw.damage.unobscured_first
    dw.damage.excess_lost dw.los.blocked_no_damage
    """
    able = [mini for mini in unit.minis if reachable is None or mini.id in reachable]
    first = tuple(mini for mini in able if mini.id not in obscured)
    then = tuple(mini for mini in able if mini.id in obscured)
    amount = min(damage, sum(remaining(play, mini) for mini in able))
    return Shares(first, then, amount, damage - amount)


async def assign_damage(
    play: Play, unit: Unit, shares: Shares, *rules: str, why: Reason | None = None
) -> int:
    """Let the owner assign damage and take off the casualties; returns how many fell.

    All that finds room must be assigned. Nobody is asked where only one way is left.

    Rules: dw.damage.defender_assigns dw.damage.must_assign_all dw.damage.cap
    dw.damage.unobscured_first dw.damage.casualty dw.damage.excess_lost
    Asks: allocate damage (the owner)
    Emits: damaged killed destroyed wasted
    """
    answer = _only_way(play, shares)
    if answer is None:
        rules = ("dw.damage.defender_assigns", *rules)
        answer = await allocate(
            unit.side,
            "damage",
            _slots(play, shares),
            shares.amount,
            rule="dw.damage.defender_assigns",
            prompt="dw.attack_ask.damage",
            params={"unit": play.name(unit), "damage": shares.amount},
            subject=unit.id,
            why=why,
            check=partial(_why_not, play, shares),
            suggest=lambda: _suggestions(play, unit, shares),
        )
    before = len(unit.minis)
    for mini in shares.minis:
        suffer_damage(play, unit, mini, answer.get(mini.id, 0), *rules)
    if shares.lost:
        play.say(
            "wasted",
            "dw.attack_log.damage_lost",
            "dw.damage.excess_lost",
            subject=unit.id,
            unit=play.name(unit),
            damage=shares.lost,
        )
    return before - len(unit.minis)


def _slots(play: Play, shares: Shares) -> list[Slot]:
    return [
        Slot(
            mini.id,
            remaining(play, mini),
            key="dw.attack_option.take_damage"
            if mini in shares.first
            else "dw.attack_option.take_obscured",
            params={"mini": mini.id, "name": play.profile(mini).name},
            subject=mini.id,
        )
        for mini in shares.minis
    ]


def _only_way(play: Play, shares: Shares) -> dict[str, int] | None:
    """Return the assignment when there is just one, else None."""
    front = sum(remaining(play, mini) for mini in shares.first)
    total = front + sum(remaining(play, mini) for mini in shares.then)
    if shares.amount == 0:
        return {}
    if shares.amount == total:
        return {mini.id: remaining(play, mini) for mini in shares.minis}
    if shares.amount < front:
        if len(shares.first) == 1:
            return {shares.first[0].id: shares.amount}
        return None
    filled = {mini.id: remaining(play, mini) for mini in shares.first}
    rest = shares.amount - front
    if rest == 0:
        return filled
    if len(shares.then) == 1:
        return {**filled, shares.then[0].id: rest}
    return None


def _why_not(play: Play, shares: Shares, given: dict[str, int]) -> list[Objection]:
    """Return an objection for each obscured miniature hit before the unobscured are filled.

    Rules: dw.damage.unobscured_first
    """
    spare = [m.id for m in shares.first if given.get(m.id, 0) < remaining(play, m)]
    if not spare:
        return []
    return [
        Objection(
            "dw.no_attack.obscured_last",
            "dw.damage.unobscured_first",
            {"first": ", ".join(spare)},
            mini.id,
        )
        for mini in shares.then
        if given.get(mini.id, 0)
    ]


def _suggestions(play: Play, unit: Unit, shares: Shares) -> Iterable[dict[str, int]]:
    """Return sensible assignments: give up the least valuable, or those farthest back."""
    first = sorted(shares.first, key=lambda mini: _worth(play, unit, mini))
    then = sorted(shares.then, key=lambda mini: _worth(play, unit, mini))
    yield _fill(play, [*first, *then], shares.amount)
    yield _fill(play, [*shares.first[::-1], *shares.then[::-1]], shares.amount)
    yield _fill(play, shares.minis, shares.amount)


def _fill(play: Play, order: Sequence[Mini], amount: int) -> dict[str, int]:
    given: dict[str, int] = {}
    for mini in order:
        share = min(amount, remaining(play, mini))
        if share:
            given[mini.id] = share
            amount -= share
    return given


def _worth(play: Play, unit: Unit, mini: Mini) -> tuple[bool, bool, int, str]:
    """Return a key that sorts the dispensable first: stragglers, few dice, the leader last."""
    leader = next((each for each in unit.minis if each.id == unit.leader), None)
    straggler = leader is not None and mini in out_of_formation(play, unit, leader)
    dice = sum(
        max((cell.dice for cell in play.profiles.weapons[place.weapon].cells.values()), default=0)
        for place in play.profile(mini).weapons
    )
    return (mini.id == unit.leader, not straggler, dice, mini.id)
