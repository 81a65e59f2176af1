"""How long ten puzzles take, by the clock and by the processors.

``python -m tests.benchmarks.bench_puzzles [SCENE] [SEEDS]``: a fresh table for each seed, so that
nothing is remembered from the one before.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from sim.cli.common import open_table
from sim.cli.named_places import DEFAULT_MODEL
from sim.table.puzzles import make_puzzles


def main(scene: str, seeds: int) -> None:
    """Find ten puzzles for each seed and print the times and what they are made of."""
    walls: list[float] = []
    for seed in range(1, seeds + 1):
        facts = open_table(scene).facts
        wall, used = time.perf_counter(), time.process_time()
        found = make_puzzles(facts, seed=seed, count=10, models=[DEFAULT_MODEL])
        walls.append(time.perf_counter() - wall)
        used = time.process_time() - used
        seen = sum(puzzle.answer for puzzle in found)
        levels = dict(Counter(puzzle.level for puzzle in found))
        pieces = len({puzzle.blockers[0][0] for puzzle in found})
        print(
            f"seed {seed}: {len(found)} puzzles, {seen} seen, {pieces} pieces, {levels}: "
            f"{walls[-1]:.2f} s, {used:.2f} s of processors"
        )
    print(f"slowest {max(walls):.2f} s")


if __name__ == "__main__":
    main(
        sys.argv[1] if len(sys.argv) > 1 else "mills", int(sys.argv[2]) if len(sys.argv) > 2 else 5
    )
