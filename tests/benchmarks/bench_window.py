"""The whole window while the opponent thinks: widgets, table, conductor, at 1280 by 800.

A battle on parts of the mills, so that about so many triangles are drawn, and on all of it; the
camera in an orbit, the opponent (`regular`) in his own process. Frames are those of `App.step`,
reading back included. The baseline of the ratio is the same window with nobody thinking. Each table
has a process of its own, so that memory is its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w

from tests.benchmarks.bench_frames import drawn, peak_mb

FRAMES = 240
SCENE = Path("scenes/dust_warfare/mills.toml")
FORCES = Path("assets/forces/dust_warfare")
#: Which pieces and how many units a side make about so many triangles.
PARTS: dict[str, tuple[tuple[str, ...], int]] = {
    "70000": (("river", "hill", "fence", "hedge", "tree-1"), 2),
    "129000": (("river", "bridge", "hill", "fence", "hedge", "tree"), 4),
    "all": (("",), 9),
}


def main() -> None:
    """Print the rows of every table, or of the one that is named."""
    os.environ.setdefault("HULLDOWN_PIPE", "p3tinydisplay")
    if len(sys.argv) > 1:
        one(sys.argv[1])
        return
    for name in PARTS:
        subprocess.run([sys.executable, "-m", "tests.benchmarks.bench_window", name], check=True)


def one(name: str) -> None:
    """Print a row for each state of the window."""
    with tempfile.TemporaryDirectory() as folder:
        scene = part_of_the_mills(Path(folder), *PARTS[name])
        began = time.perf_counter()
        app, page = opened(str(scene), Path(folder))
        app.step()
        first = time.perf_counter() - began
        still = frames(app, page, lambda: True, FRAMES // 2)
        thinking = while_thinking(app, page)
        triangles = drawn(page.view.stage.root, "near")
        base = float(np.percentile(still, 50))
        print(f"{name}: {triangles} triangles drawn, first frame {first:.2f} s")
        for state, times in (("nobody thinks", still), ("the opponent thinks", thinking)):
            p50, p95 = np.percentile(times, 50), np.percentile(times, 95)
            print(
                f"{state:<24}{p50:8.1f} ms p50{p95:8.1f} ms p95   x{p50 / base:.2f}  {len(times)}"
            )
        print(f"memory {peak_mb():.0f} MB")
        app.close()


def part_of_the_mills(folder: Path, pieces: tuple[str, ...], units: int) -> Path:
    """Write a scene with the pieces whose names begin so, and so many units a side."""
    scene = tomllib.loads(SCENE.read_text())
    scene["piece"] = [piece for piece in scene["piece"] if piece["id"].startswith(pieces)]
    for force in scene["force"]:
        whole = tomllib.loads((FORCES / Path(force["file"]).name).read_text())
        whole["units"] = whole["units"][:units]
        path = folder / Path(force["file"]).name
        path.write_text(tomli_w.dumps(whole))
        force["file"] = path.name
    path = folder / "part.toml"
    path.write_text(tomli_w.dumps(scene))
    return path


def opened(scene: str, folder: Path) -> tuple[Any, Any]:
    """Return the program with a battle in a hidden window."""
    from sim.cli.backstage import CommandBackstage
    from sim.view.window import Window
    from sim.window.app import App
    from sim.window.battle.page import BattlePage
    from sim.window.ports import PERSON, BattleWish
    from sim.window.settings import Settings

    backstage = CommandBackstage(folder / "saves", sync=False)
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
