"""What a frame of a battle costs besides drawing: the opponent thinks in its process meanwhile.

``python -m tests.benchmarks.bench_conductor [SCENE]``: a battle of two regular opponents, one frame
of 16 ms after the other, every beat shown for two frames. Prints how long the calls took.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from sim.cli.backstage import CommandBackstage
from sim.window.battle.conductor import Conductor
from sim.window.battle.saves import Autosave
from sim.window.ports import BattleWish

FRAME_S = 0.016
FRAMES = 6000


def main(scene: str) -> None:
    """Play some frames and print the times."""
    with tempfile.TemporaryDirectory() as folder:
        backstage = CommandBackstage(Path(folder))
        began = time.perf_counter()
        battle = backstage.begin(BattleWish(scene, {}, seed=1))
        print(f"begin {1000 * (time.perf_counter() - began):.0f} ms")
        conductor = Conductor(battle.match, battle.thinkers)
        autosave = Autosave(battle.path, battle.scene.name)
        spent: list[float] = []
        try:
            for frame in range(FRAMES):
                began = time.perf_counter()
                conductor.advance()
                seen = conductor.observed
                if conductor.state == "showing" and frame % 2:
                    conductor.shown()
                else:
                    autosave.look(seen)
                spent.append(1000 * (time.perf_counter() - began))
                if conductor.state in ("over", "stuck"):
                    break
                time.sleep(max(0.0, FRAME_S - spent[-1] / 1000))
        finally:
            battle.close()
        spent.sort()
        count = len(spent)
        print(f"{count} frames, {len(battle.match.journal)} answers, {conductor.state}")
        for share in (0.5, 0.95, 0.99, 0.999, 1.0):
            print(
                f"{100 * share:5.1f} % within {spent[min(count - 1, int(share * count))]:7.2f} ms"
            )
        print(
            f"over 16 ms: {sum(each > 16 for each in spent)}, over 40 ms: "
            f"{sum(each > 40 for each in spent)}"
        )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "mills")
