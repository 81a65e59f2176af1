"""Trials within an error of measurement: a position that turns a verdict, if one is found.

The first positions are the worst that can be thought of: the line swung to either side, solids
drawn together or apart, tops up and target down. Then come positions spread evenly over all that
may be off. That none turns the verdict proves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from sim.geometry.measured.stage import EYE, NOTHING, TARGET, Shift, Shifts, Stage
from sim.geometry.measured.sway import Measured
from sim.geometry.sight import verdicts

__all__ = ["Trials", "try_positions"]

_AT_ONCE = 12
_SPREAD = 48
#: Steps of an even spread over many dimensions: fractions of the golden ratio's kin.
_STEP = 1.32471795724474602596
_STILL: Shift = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Trials:
    """What the trials found.

    Attributes
    ----------
    tried : int
        Positions tried.
    turned_by : tuple of (name, shift)
        The shifts of one position that turns the verdict, no more than it takes; empty when no
        tried position does.
    """

    tried: int
    turned_by: tuple[tuple[str, Shift], ...]


def try_positions(stage: Stage, seen: bool, measured: Measured) -> Trials:
    """Try positions within the error until one turns the verdict.

    Parameters
    ----------
    seen : bool
        The verdict where things were measured.
    """
    tried = 0
    waiting: list[Shifts] = []
    known: set[tuple[tuple[str, Shift], ...]] = set()
    for shifts in _positions(stage, seen, measured):
        still = tuple((name, _tidy(shift)) for name, shift in shifts.items())
        key = tuple((name, shift) for name, shift in still if shift != _STILL)
        if not key or key in known:
            continue
        known.add(key)
        waiting.append(dict(key))
        if len(waiting) == _AT_ONCE:
            tried += len(waiting)
            turned = _first_turned(stage, waiting, seen)
            if turned is not None:
                return _least(stage, turned, seen, tried)
            waiting = []
    tried += len(waiting)
    turned = _first_turned(stage, waiting, seen) if waiting else None
    return Trials(tried, ()) if turned is None else _least(stage, turned, seen, tried)


def _tidy(shift: Shift) -> Shift:
    """Return a shift without negative zeros."""
    x, y, rise = shift
    return (x + 0.0, y + 0.0, rise + 0.0)


def _first_turned(stage: Stage, positions: list[Shifts], seen: bool) -> Shifts | None:
    answers = verdicts(NOTHING, [stage.at(shifts) for shifts in positions])
    turned = [p for p, answer in zip(positions, answers, strict=True) if answer is not seen]
    return turned[0] if turned else None


def _least(stage: Stage, shifts: Shifts, seen: bool, tried: int) -> Trials:
    """Leave out every shift, in plan or of a top, that the turn does not need."""
    needed = dict(shifts)
    for name in tuple(shifts):
        x, y, rise = shifts[name]
        for less in (_STILL, (0.0, 0.0, rise), (x, y, 0.0)):
            trial = {**needed, name: less}
            if less == needed[name] or all(shift == _STILL for shift in trial.values()):
                continue
            tried += 1
            if _first_turned(stage, [trial], seen) is not None:
                needed = trial
                break
    return Trials(tried, tuple((name, s) for name, s in needed.items() if s != _STILL))


def _positions(stage: Stage, seen: bool, measured: Measured) -> Iterator[Shifts]:
    """Yield shifts of everything, the worst first."""
    rises = (1.0, -1.0, 0.0) if seen else (-1.0, 1.0, 0.0)
    ways = ("inward", "left", "right", "along", "back", "still")
    ways = ways if seen else ("outward", *ways[1:])
    for rise, (eye, target), way in product(rises, product((1.0, -1.0), repeat=2), ways):
        yield _leaning(stage, measured, eye, target, way, rise)
    for eye, target in product((1.0, -1.0), repeat=2):
        yield _along(stage, measured, eye, target)
    for number in range(1, _SPREAD + 1):
        yield _spread_out(stage, measured, number)


def _leaning(
    stage: Stage, measured: Measured, eye: float, target: float, way: str, rise: float
) -> Shifts:
    """Return eye and target swung across the line, solids moved one way."""
    shifts: dict[str, Shift] = {
        EYE: (*_plan(stage, 0.0, eye * measured.places_in), -rise * measured.eye_in),
        TARGET: (*_plan(stage, 0.0, target * measured.places_in), -rise * measured.heights_in),
    }
    for solid in stage.movables:
        off = measured.places_in if solid.is_hull else measured.pieces_in
        side = -1.0 if solid.middle[1] > 0 else 1.0
        x, y = {
            "inward": (0.0, side),
            "outward": (0.0, -side),
            "left": (0.0, 1.0),
            "right": (0.0, -1.0),
            "along": (1.0, 0.0),
            "back": (-1.0, 0.0),
            "still": (0.0, 0.0),
        }[way]
        shifts[solid.name] = (*_plan(stage, x * off, y * off), rise * measured.heights_in)
    return shifts


def _along(stage: Stage, measured: Measured, eye: float, target: float) -> Shifts:
    """Return eye and target moved along the line."""
    return {
        EYE: (*_plan(stage, eye * measured.places_in, 0.0), 0.0),
        TARGET: (*_plan(stage, target * measured.places_in, 0.0), 0.0),
    }


def _spread_out(stage: Stage, measured: Measured, number: int) -> Shifts:
    """Return one of many positions that between them fill all that may be off."""
    count = 0

    def fraction() -> float:
        nonlocal count
        count += 1
        return (number * _STEP ** -(1 + count % 23) + 0.37 * count) % 1.0

    def anywhere(plan: float, up: float) -> Shift:
        turn, far, rise = fraction() * 2 * math.pi, math.sqrt(fraction()), 2 * fraction() - 1
        # Half of the positions lie on the rim: that is where verdicts turn.
        far = 1.0 if number % 2 else far
        x, y = _plan(stage, plan * far * math.cos(turn), plan * far * math.sin(turn))
        return (x, y, up * rise)

    shifts = {
        EYE: anywhere(measured.places_in, measured.eye_in),
        TARGET: anywhere(measured.places_in, measured.heights_in),
    }
    for solid in stage.movables:
        off = measured.places_in if solid.is_hull else measured.pieces_in
        # Stretching takes a new solid each time, so tops are tried at three heights only.
        x, y, rise = anywhere(off, 1.0)
        shifts[solid.name] = (x, y, measured.heights_in * round(rise))
    x, y, rise = shifts[TARGET]
    shifts[TARGET] = (x, y, measured.heights_in * round(rise / max(measured.heights_in, 1e-9)))
    return shifts


def _plan(stage: Stage, along: float, across: float) -> tuple[float, float]:
    """Return a shift of the sight line's frame in the table's plan."""
    c, s = float(stage.frame.along[0]), float(stage.frame.along[1])
    return (c * along - s * across, s * along + c * across)
