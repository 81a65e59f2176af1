"""Pictures of the mills: with light and textures kept from before, against all made anew.

The baseline of every ratio is the first picture of the same run, made with an empty store.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sim.cli.cameras import camera_of
from sim.cli.common import Opened, open_table
from sim.engine.as_seen import as_seen

ROOT = Path(__file__).resolve().parents[2]
SCENE = str(ROOT / "scenes" / "dust_warfare" / "mills.toml")
REPEATS = 3


def seconds(work: Callable[[], object]) -> float:
    """Return how long some work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def table(opened: Opened) -> bytes:
    """Return a picture of the table from a camera of its own."""
    return camera_of(opened).table(as_seen(opened.scene))


def main() -> None:
    """Print a row per picture: seconds and ratio to the first one."""
    with tempfile.TemporaryDirectory() as store:
        os.environ["XDG_CACHE_HOME"] = store
        opened = open_table(SCENE)
        first = seconds(lambda: table(opened))
        kept = min(seconds(lambda: table(opened)) for _ in range(REPEATS))
        camera = camera_of(opened)
        seen = as_seen(opened.scene)
        camera.table(seen)
        again = min(seconds(lambda: camera.table(seen)) for _ in range(REPEATS))
        plan = min(seconds(lambda: camera.plan(seen)) for _ in range(REPEATS))
    print(f"{'picture of the mills':<44} {'s':>7} {'ratio':>7}")
    for name, value in (
        ("first, nothing kept (baseline)", first),
        ("a new camera, light and textures kept", kept),
        ("the same camera again", again),
        ("plan by the same camera", plan),
    ):
        print(f"{name:<44} {value:7.2f} {value / first:7.3f}")


if __name__ == "__main__":
    main()
