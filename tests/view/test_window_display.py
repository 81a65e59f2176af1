"""A real window on a display of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import ImageGrab

from sim.view.pipes import CHOICE_VARIABLE, SOFTWARE
from tests.shared_files import ROOT
from tests.window.real import a_display

pytestmark = pytest.mark.window

PROGRAM = """
import sys
from sim.view.window import Window
from sim.window.follow import FollowWindow
from tests.view.small import small_facts, small_scene
window = FollowWindow(small_facts(), window=Window(sys.argv[1], (640, 400)))
window.show(small_scene())
window.log(["a line"])
window.step()
print("ready", window.app.window.screen.library.module, flush=True)
said = None
while window.step():
    orbit = window.page.view.orbit
    now = (round(orbit.distance, 2), orbit.angles[1] > 80)
    if now != said:
        print("state", *now, flush=True)
        said = now
print("closed", flush=True)
"""


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A private display on a number that the server picks."""
    with a_display() as found:
        yield found


def next_line(process: subprocess.Popen[str], start: str) -> list[str]:
    """The words of the next line that starts so; everything before it is passed over."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(start):
            return line.split()
    raise AssertionError(f"the window ended without saying {start!r}")


@pytest.mark.parametrize("module", [SOFTWARE, "pandagl"])
def test_a_window_opens_zooms_and_listens(display: str, module: str, tmp_path: object):
    title = f"hulldown test {os.getpid()} {module}"
    env = {**os.environ, "DISPLAY": display, CHOICE_VARIABLE: module}
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, title],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=env,
        cwd=ROOT,
    )

    def do(*words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=env, check=True, timeout=30, capture_output=True, text=True
        )
        return done.stdout

    try:
        used = next_line(process, "ready")[1]
        assert used in (module, SOFTWARE)
        away = float(next_line(process, "state")[1])
        shown = np.asarray(ImageGrab.grab(xdisplay=display).crop((0, 0, 640, 400)).convert("RGB"))
        green = (shown[..., 1] > shown[..., 2].astype(int) + 20).mean()
        assert green > 0.05
        window = do("search", "--sync", "--name", title).split()[-1]
        do("mousemove", "--window", window, "320", "200")
        do("click", "4")
        assert float(next_line(process, "state")[1]) < away
        do("windowfocus", window)
        do("keydown", "t")
        assert next_line(process, "state")[2] == "True"
        do("keyup", "t")
    finally:
        process.terminate()
        process.wait(10)
        if process.stdout:
            process.stdout.close()
