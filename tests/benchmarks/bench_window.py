"""The whole window while the opponent thinks: widgets, table, conductor, at 1280 by 800.

A battle at the mills, the camera in an orbit, the opponent (`regular`) in his own process. Frames
are those of `App.step`, reading back included. The baseline of the ratio is the same window with
nobody thinking.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from tests.benchmarks.bench_frames import drawn

FRAMES = 240


def main() -> None:
    """Print a row for each state of the window."""
    os.environ.setdefault("HULLDOWN_PIPE", "p3tinydisplay")
    scene = sys.argv[1] if len(sys.argv) > 1 else "mills"
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        app, page = opened(scene, Path(folder))
        app.step()
        first = time.perf_counter() - began
        still = frames(app, page, lambda: True, FRAMES // 2)
        thinking = while_thinking(app, page)
        triangles = drawn(page.view.stage.root, "near")
        base = float(np.percentile(still, 50))
        print(f"{scene}: {triangles} triangles drawn, first frame {first:.2f} s")
        for name, times in (("nobody thinks", still), ("the opponent thinks", thinking)):
            p50, p95 = np.percentile(times, 50), np.percentile(times, 95)
            print(f"{name:<24}{p50:8.1f} ms p50{p95:8.1f} ms p95   x{p50 / base:.2f}  {len(times)}")
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"memory {peak:.0f} MB")
        app.close()


def opened(scene: str, folder: Path) -> tuple[Any, Any]:
    """Return the program with a battle in a hidden window."""
    from sim.cli.backstage import CommandBackstage
    from sim.view.window import Window
    from sim.window.app import App
    from sim.window.battle.page import BattlePage
    from sim.window.ports import PERSON, BattleWish
    from sim.window.settings import Settings

    backstage = CommandBackstage(folder, sync=False)
    app = App(Window("bench", hidden=True), backstage, Settings(speed=0.0))
    wish = BattleWish(scene, {"allies": PERSON, "axis": "regular"}, seed=3)
    page = BattlePage(app, backstage.begin(wish))
    app.go(page)
    return app, page


def frames(app: Any, page: Any, go_on: Any, most: int) -> list[float]:
    """Return milliseconds of frames of an orbit, while something is so."""
    times: list[float] = []
    while len(times) < most and go_on():
        page.view.orbit.turn_by(1.5, 0.0)
        began = time.perf_counter()
        app.wake()
        app.step()
        times.append((time.perf_counter() - began) * 1000)
    return times


def while_thinking(app: Any, page: Any) -> list[float]:
    """Return the times of frames during which the opponent thinks; questions answer themselves."""
    times: list[float] = []
    conductor = page.conductor
    while len(times) < FRAMES and conductor.state != "over":
        if conductor.state == "waiting":
            conductor.answer(conductor.question.candidates()[0])
        elif conductor.state == "thinking":
            times += frames(app, page, lambda: conductor.state == "thinking", FRAMES - len(times))
        else:
            app.step()
    return times


if __name__ == "__main__":
    main()
