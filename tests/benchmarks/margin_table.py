"""Margins against the true flip: how near the proven bound comes, and whether it ever lies.

Run as a script, ``--pairs N``. The pairs stand on the random table of `bench_sight`. The true flip
is the nearest shift of the target that turns the verdict, by steps and halving along sixteen
directions; the bound is tried in the same directions just under it.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.geometry.margin import find_margin
from sim.geometry.margin.trials import with_target_at
from sim.geometry.pose import Point
from sim.geometry.rays import SolidSet
from sim.geometry.sight import Query, verdicts
from tests.benchmarks.bench_sight import make_field

#: Steps outward in search of the true flip, inches.
STEP = 1 / 32
LIMIT = 1.0
_TURNS = (np.arange(16) * (2 * math.pi / 16)).tolist()
SPOKES: tuple[Point, ...] = tuple((math.cos(t), math.sin(t)) for t in _TURNS)


@dataclass(frozen=True)
class Row:
    """One pair.

    Attributes
    ----------
    seen : bool
    bound : float
        The proven margin of the target.
    flip : float
        The first true flip, inches; infinity where there is none within the limit.
    lies : int
        Flips among shifts just under the bound.
    shooter : float
        Radius up to which no trial of the eye turned the verdict.
    seconds : float
        Processor time of the margin.
    """

    seen: bool
    bound: float
    flip: float
    lies: int
    shooter: float
    seconds: float


def first_flip(terrain: SolidSet, query: Query, seen: bool, limit: float = LIMIT) -> float:
    """Return the first true flip along sixteen directions, inches."""
    low = 0.0
    while low < limit:
        high = min(low + STEP, limit)
        turned = _turned(terrain, query, seen, high, SPOKES)
        if turned:
            for _ in range(7):
                middle = (low + high) / 2
                again = _turned(terrain, query, seen, middle, turned)
                low, high, turned = (low, middle, again) if again else (middle, high, turned)
            return high
        low = high
    return math.inf


def _turned(
    terrain: SolidSet, query: Query, seen: bool, radius: float, spokes: Sequence[Point]
) -> list[Point]:
    places = [with_target_at(query, (radius * x, radius * y)) for x, y in spokes]
    answers = verdicts(terrain, places)
    return [s for s, answer in zip(spokes, answers, strict=True) if answer is not seen]


def measure(terrain: SolidSet, query: Query) -> Row:
    """Return one pair's row."""
    seen = verdicts(terrain, [query])[0]
    start = time.process_time()
    margin = find_margin(terrain, query, limit_in=LIMIT)
    seconds = time.process_time() - start
    under = margin.target_in * 0.999
    lies = len(_turned(terrain, query, seen, under, SPOKES)) if under > 0 else 0
    flip = first_flip(terrain, query, seen)
    return Row(seen, margin.target_in, flip, lies, margin.shooter_in, seconds)


def pairs(count: int) -> tuple[SolidSet, list[Query]]:
    """Return the random table and `count` pairs on it, half of them visible where possible."""
    field = make_field()
    answers = verdicts(field.terrain, field.queries)
    seen = [q for q, answer in zip(field.queries, answers, strict=True) if answer]
    hidden = [q for q, answer in zip(field.queries, answers, strict=True) if not answer]
    half = count // 2
    chosen = [_evenly(seen, count - half), _evenly(hidden, half)]
    return field.terrain, [query for part in chosen for query in part]


def _evenly(queries: list[Query], count: int) -> list[Query]:
    picks = np.linspace(0, len(queries) - 1, count).round().astype(int)
    return [queries[i] for i in picks.tolist()]


def table(rows: Sequence[Row]) -> list[str]:
    """Return the lines of the table."""
    lines = [
        "                pairs  flips under  over true  bound/flip        zero, flip at limit   ms",
        "                       the bound    flip       median   p10     over 0.1",
    ]
    groups = {
        "visible": [row for row in rows if row.seen],
        "blocked": [row for row in rows if not row.seen],
        "all": list(rows),
    }
    for name, group in groups.items():
        if not group:
            continue
        ratios = sorted(row.bound / row.flip for row in group if math.isfinite(row.flip))
        far = [row for row in group if row.flip > 0.1]
        zero = sum(row.bound <= 0 for row in far) / max(len(far), 1)
        cost = statistics.median(row.seconds for row in group) * 1e3
        lines.append(
            f"{name:<14} {len(group):6d} {sum(row.lies for row in group):12d}"
            f" {sum(row.bound > row.flip for row in group):10d}"
            f" {statistics.median(ratios) if ratios else math.nan:12.2f}"
            f" {ratios[len(ratios) // 10] if ratios else math.nan:6.2f}"
            f" {zero:11.1%} {sum(row.bound >= LIMIT for row in group):10d} {cost:6.1f}"
        )
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Margins against the true flip.")
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--each", action="store_true", help="print every pair, too")
    options = parser.parse_args(arguments)
    terrain, queries = pairs(options.pairs)
    rows = [measure(terrain, query) for query in queries]
    if options.each:
        for i, row in enumerate(rows):
            print(
                f"{i:4d} {'visible' if row.seen else 'blocked'} bound {row.bound:.4f}"
                f" flip {row.flip:.4f} lies {row.lies} eye {row.shooter:.3f}"
                f" {row.seconds * 1e3:.1f} ms"
            )
    print("\n".join(table(rows)))


if __name__ == "__main__":
    main()
