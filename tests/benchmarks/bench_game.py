"""Games per minute: the regular opponent against itself and against random, in one process.

The baseline of the same run is a game of two random players on the same scene and seeds: what
rules, geometry and driver cost without anybody thinking.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sim.ai.policies import policy_named
from sim.cli.common import Opened, open_game, open_table
from sim.engine.dice import SeededDice
from sim.engine.drive import play_out
from sim.engine.match import Match

ROOT = Path(__file__).resolve().parents[2]
MILLS = ROOT / "scenes" / "dust_warfare" / "mills.toml"
SEEDS = (1, 2)


@dataclass
class Times:
    """What some games of one pairing took."""

    seconds: float = 0.0
    processor: float = 0.0
    games: int = 0
    activations: int = 0
    slowest: float = 0.0

    def per_minute(self) -> float:
        """Return games per minute of the clock."""
        return 60.0 * self.games / self.seconds


def play_one(opened: Opened, names: Sequence[str], seed: int, times: Times) -> None:
    """Play a game and add what it took."""
    game = open_game(opened, {}, "")
    policies = {side: policy_named(name) for side, name in zip(game.sides, names, strict=True)}
    match = Match(game, SeededDice(seed))
    begin, processor = time.perf_counter(), time.process_time()
    last = begin

    def told(question: object, _: object) -> None:
        nonlocal last
        now = time.perf_counter()
        if getattr(question, "what", "") == "actions":
            times.activations += 1
            times.slowest = max(times.slowest, now - last)
        last = now

    play_out(match, policies, told=told)
    times.seconds += time.perf_counter() - begin
    times.processor += time.process_time() - processor
    times.games += 1


def main(scene: Path = MILLS, seeds: Sequence[int] = SEEDS) -> None:
    """Print games per minute and the ratio to two random players."""
    opened = open_table(str(scene))
    pairings = (("random", "random"), ("regular", "random"), ("regular", "regular"))
    found = {names: Times() for names in pairings}
    for seed in seeds:
        for names, times in found.items():
            play_one(opened, names, seed, times)
    base = found[pairings[0]]
    for names, times in found.items():
        print(
            f"{names[0]} against {names[1]}: {times.per_minute():.2f} games a minute,"
            f" {times.processor / times.games:.1f} s of processor a game,"
            f" {times.seconds / max(1, times.activations):.2f} s an activation"
            f" (declaring one took {times.slowest:.2f} s at most);"
            f" {base.per_minute() / times.per_minute():.1f} times as long as random against random"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else MILLS)
