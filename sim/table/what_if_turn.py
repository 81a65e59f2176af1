"""Where a verdict turns: the least shift in the plan, the least rise, found and settled.

Glances at many shifts tell where to look; the verdict itself then brackets the turn. Between two
glances a verdict may turn and turn back unseen.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats
from sim.geometry.units import quantise_in

__all__ = ["DIRECTIONS", "LAST_IN", "Turn", "least_amount", "least_shift"]

Bools = NDArray[np.bool_]

#: Directions of the plan that are glanced at first.
DIRECTIONS = 32
#: How near to the turn the verdict is settled, inches: what counts as contact on a table.
LAST_IN = 0.01
_HALVINGS = 4
_SETTLED = 4
_BEYOND = (0.01, 0.03, 0.1, 0.3, 0.6)


@dataclass(frozen=True)
class Turn:
    """An amount that turns the verdict.

    Attributes
    ----------
    amount : float
        Inches, a multiple of 0.0001.
    short : float
        The most that was tried below it, in the same direction, and did not turn it.
    angle_deg : float
        Direction in the plan; 0 where there is none.
    """

    amount: float
    short: float
    angle_deg: float = 0.0

    @property
    def shift(self) -> tuple[float, float]:
        """The shift in the plan, multiples of 0.0001 in."""
        return _shift(self.angle_deg, self.amount)


def steps_to(most: float) -> Floats:
    """Return the amounts that are glanced at: closely at first, then wider apart."""
    parts = [np.arange(1, 11) * 0.05, 0.5 + np.arange(1, 16) * 0.1, 2.0 + np.arange(1, 401) * 0.2]
    amounts = np.round(np.concatenate(parts), 4)
    return np.append(amounts[amounts < most - 1e-9], most)


def least_shift(
    turns: Callable[[float, float], bool], glance: Callable[[Floats], Bools], most: float
) -> Turn | None:
    """Return the least shift in the plan that turns a verdict, or None where none was met.

    Parameters
    ----------
    turns : callable
        Whether a shift (dx, dy) turns the verdict.
    glance : callable
        Which of many shifts ``(n, 2)`` seem to.
    most : float
        Longest shift, inches.
    """
    amounts = steps_to(most)
    angles = np.arange(DIRECTIONS) * (2 * math.pi / DIRECTIONS)
    rays = np.column_stack([np.cos(angles), np.sin(angles)])

    def seems_to(dx: float, dy: float) -> bool:
        return bool(glance(np.array([[dx, dy]]))[0])

    seems = glance((rays[:, None] * amounts[None, :, None]).reshape(-1, 2))
    first = _firsts(seems.reshape(DIRECTIONS, -1), amounts)
    found: list[Turn] = []
    for index in _nearest_first(first)[:_SETTLED]:
        if math.isfinite(first[index]):
            angle = 360.0 * index / DIRECTIONS
            turn = _settled(seems_to, angle, float(first[index]), most)
            found += [] if turn is None else [turn]
    found.sort(key=lambda turn: turn.amount)
    nearest = [_refined(seems_to, found[0], most), *found] if found else []
    # The verdict has the last word: the nearest direction in which it agrees with the glances.
    for turn in nearest:
        settled = _settled(turns, turn.angle_deg, turn.amount, most)
        if settled is not None:
            return settled
    return None


def _nearest_first(first: Floats) -> list[int]:
    """Return directions by their first amount; of neighbours with one amount the middle first."""
    count = len(first)
    off = np.zeros(count)
    for index in range(count):
        sides = [0, 0]
        for way, step in enumerate((-1, 1)):
            while (
                sides[way] < count
                and first[(index + step * (sides[way] + 1)) % count] == first[index]
            ):
                sides[way] += 1
        off[index] = abs(sides[0] - sides[1])
    return np.lexsort((np.arange(count), off, first)).tolist()


def _refined(turns: Callable[[float, float], bool], best: Turn, most: float) -> Turn:
    """Return the turn in a better direction, halving the angle again and again."""
    angle = 360.0 / DIRECTIONS
    for _ in range(_HALVINGS):
        angle /= 2
        for sign in (-1, 1):
            nearer = best.amount - LAST_IN / 2
            there = best.angle_deg + sign * angle
            if nearer > 0 and turns(*_shift(there, nearer)):
                best = _settled(turns, there, nearer, most) or best
                break
    return best


def least_amount(
    turns: Callable[[float], bool], glance: Callable[[Floats], Bools], most: float
) -> Turn | None:
    """Return the least amount of one thing that turns a verdict, or None where none was met.

    Parameters
    ----------
    turns, glance : callable
        As for `least_shift`, of amounts.
    most : float
    """
    if most <= 0:
        return None
    amounts = steps_to(most)
    first = float(_firsts(glance(amounts)[None], amounts)[0])
    if not math.isfinite(first):
        return None
    return _settled(lambda x, _: turns(x), 0.0, first, most)


def _firsts(seems: Bools, amounts: Floats) -> Floats:
    return np.where(seems.any(axis=1), amounts[np.argmax(seems, axis=1)], np.inf)


def _settled(
    turns: Callable[[float, float], bool],
    angle: float,
    start: float,
    most: float,
) -> Turn | None:
    """Return the turn along one direction near an amount, or None where it does not turn."""
    high = _first_turn(turns, angle, start, most)
    if high is None:
        return None
    low, step = high, 0.05
    while low == high and high > LAST_IN:
        low = max(0.0, high - step)
        if low > 0 and turns(*_shift(angle, low)):
            high, step = low, 2 * step
    while high - low > LAST_IN:
        middle = (low + high) / 2
        if turns(*_shift(angle, middle)):
            high = middle
        else:
            low = middle
    amount = quantise_in(math.ceil(high * 1e4 - 1e-6) / 1e4)
    return Turn(amount, quantise_in(low), angle) if turns(*_shift(angle, amount)) else None


def _first_turn(
    turns: Callable[[float, float], bool], angle: float, start: float, most: float
) -> float | None:
    """Return the first amount from `start` on that turns the verdict, or None soon after."""
    for more in (0.0, *_BEYOND):
        amount = start + more
        if amount > most + 1e-9:
            return None
        if turns(*_shift(angle, amount)):
            return amount
    return None


def _shift(angle_deg: float, amount: float) -> tuple[float, float]:
    angle = math.radians(angle_deg)
    return (quantise_in(amount * math.cos(angle)), quantise_in(amount * math.sin(angle)))
