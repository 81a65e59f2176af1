"""A person before a real window: a display of its own, a mouse and a keyboard that press for real.

The program writes what it shows to a file, a line of JSON for every change; nothing here waits
for a time to pass, only for what is shown.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageGrab

from sim.view.pipes import CHOICE_VARIABLE, SOFTWARE
from sim.window.app import EVENTS_VARIABLE
from sim.window.battle.saves import HOME_VARIABLE
from tests.shared_files import ROOT

__all__ = ["Real", "a_display"]

_KEYS = {
    "space": "space",
    "enter": "Return",
    "escape": "Escape",
    "tab": "Tab",
    "backspace": "BackSpace",
    "arrow_left": "Left",
    "arrow_right": "Right",
    "arrow_up": "Up",
    "arrow_down": "Down",
    "page_up": "Prior",
    "page_down": "Next",
    "home": "Home",
    "delete": "Delete",
    ",": "comma",
    ".": "period",
    "=": "equal",
}


@contextmanager
def a_display(size: tuple[int, int] = (1280, 800)) -> Iterator[str]:
    """A private display on a number that the server picks; skips, or fails in CI, without one."""
    server = shutil.which("Xvfb")
    if server is None or shutil.which("xdotool") is None:
        reason = "window tests need: apt-get install xvfb xdotool"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    read, write = os.pipe()
    command = [server, "-displayfd", str(write), "-screen", "0", f"{size[0]}x{size[1]}x24"]
    process = subprocess.Popen(
        [*command, "-nolisten", "tcp", "-noreset"],
        pass_fds=[write],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as answer:
        # Read the whole line: closing early kills the server.
        number = answer.readline().strip()
    try:
        assert number, f"the display server died ({process.poll()})"
        yield f":{number}"
    finally:
        process.terminate()
        process.wait(10)


class Real:
    """The program in a window on a display, and hands for it.

    Parameters
    ----------
    display : str
    folder : Path
        Home of the person, and where the program tells what it shows.
    words : sequence of str
        Of the command line.
    """

    def __init__(self, display: str, folder: Path, *words: str) -> None:
        self.display, self.folder = display, folder
        self.events = folder / f"events-{time.monotonic_ns()}.jsonl"
        self.env = {
            **os.environ,
            "DISPLAY": display,
            CHOICE_VARIABLE: SOFTWARE,
            EVENTS_VARIABLE: str(self.events),
            HOME_VARIABLE: str(folder / "home"),
        }
        self._said = (folder / "said.txt").open("a", encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sim", *words],
            stdout=subprocess.PIPE,
            stderr=self._said,
            text=True,
            env=self.env,
            cwd=ROOT,
        )
        self._read = 0
        self.now: dict[str, Any] = {}
        self.wait(lambda: bool(self.now))
        window = self._do("search", "--sync", "--onlyvisible", "--pid", str(self.process.pid))
        self._do("windowfocus", "--sync", window.split()[-1])

    # --- what is shown -------------------------------------------------------------------------

    def look(self) -> dict[str, Any]:
        """Return what is shown now."""
        if self.events.exists():
            with self.events.open(encoding="utf-8") as file:
                file.seek(self._read)
                while (line := file.readline()).endswith("\n"):
                    self.now = json.loads(line)
                    self._read = file.tell()
        return self.now

    @property
    def facts(self) -> dict[str, Any]:
        """What the page says of itself."""
        return self.look().get("facts", {})

    @property
    def places(self) -> dict[str, list[float]]:
        """Widgets that answer, by name."""
        return self.look().get("places", {})

    def wait(self, until: Callable[[], Any], seconds: float = 90.0) -> None:
        """Wait until something is shown; fail with what is shown instead."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.look()
            if until():
                return
            if self.process.poll() is not None and self.now:
                self.look()
                if until():
                    return
                said = (self.folder / "said.txt").read_text(encoding="utf-8")[-3000:]
                raise AssertionError(f"the program ended ({self.process.returncode}): {said}")
            time.sleep(0.02)
        told = {key: self.now.get(key) for key in ("page", "facts")}
        raise AssertionError(f"never shown: {told} {sorted(self.places)[:60]}")

    def shot(self, path: Path) -> Image.Image:
        """Take a picture of the display and write it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        picture = ImageGrab.grab(xdisplay=self.display)
        picture.save(path)
        return picture

    # --- hands -----------------------------------------------------------------------------------

    def _do(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words],
            env=self.env,
            check=True,
            timeout=60,
            capture_output=True,
            text=True,
        )
        return done.stdout

    def point(self, spot: tuple[float, float]) -> None:
        """Move the pointer to a pixel, until a frame was drawn with it there."""
        x, y = round(spot[0]), round(spot[1])
        self._do("mousemove", str(x), str(y))
        self.wait(lambda: _is_near(self.look().get("pointer"), x, y))

    def button(self, way: str, button: int = 1) -> None:
        """Press (``mousedown``) or let go (``mouseup``), until a frame was drawn after it."""
        before = self.look()["heard"]
        self._do(way, str(button))
        self.wait(lambda: self.look()["heard"] > before)

    def spot(self, name: str) -> tuple[float, float]:
        """Return the pixel in the middle of a widget, once it is there and answers."""
        self.wait(lambda: name in self.places)
        x, y = self.places[name][:2]
        return (x * self.now["scale"], y * self.now["scale"])

    def click(self, name: str, button: int = 1) -> None:
        """Click a widget, once it is there and answers; one that moves away is followed."""
        while True:
            self.wait(lambda: name in self.places)
            spot = self.places[name][:2]
            scale = self.now["scale"]
            self.point((spot[0] * scale, spot[1] * scale))
            if self.places.get(name, [])[:2] == spot:
                break
        self.button("mousedown", button)
        self.button("mouseup", button)

    def click_at(self, spot: tuple[float, float], button: int = 1) -> None:
        """Click a pixel."""
        self.point(spot)
        self.button("mousedown", button)
        self.button("mouseup", button)

    def still(self) -> None:
        """Wait until nothing glides."""
        self.wait(lambda: self.look().get("still") and self.now.get("minis"))

    def pixel(self, name: str) -> tuple[float, float]:
        """Return the pixel of a miniature, or of a place on the table written ``@x,y``."""
        self.still()
        x, y = self.now["minis"][name]
        return (x, y)

    def drag(self, *spots: tuple[float, float], hold: bool = False) -> None:
        """Press at the first pixel, go through the others, let go at the last unless held."""
        self.point(spots[0])
        self.button("mousedown")
        for spot in spots[1:]:
            self.point(spot)
        if not hold:
            self.button("mouseup")

    def wheel(self, up: bool = True) -> None:
        """Turn the wheel by one notch."""
        before = self.look()["heard"]
        self._do("click", "4" if up else "5")
        self.wait(lambda: self.look()["heard"] >= before + 2)

    def press(self, *chords: str) -> None:
        """Press and release keys with their modifiers: ``ctrl+z``, ``space``."""
        for chord in chords:
            *held, name = chord.split("+")
            before, down = self.look()["heard"], self.now["held"]
            self._do("key", "+".join([*held, _key(name)]))
            least = before + 2 * (len(held) + 1)
            self.wait(lambda least=least: self.look()["heard"] >= least)
            self.wait(lambda down=down: self.look()["held"] == down)

    # --- ending ----------------------------------------------------------------------------------

    def kill(self) -> None:
        """Kill the program as a crash would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def close(self) -> None:
        """End the program, however it stands."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)
        if self.process.stdout:
            self.process.stdout.close()
        self._said.close()


def _is_near(seen: Any, x: float, y: float) -> bool:
    return seen is not None and abs(seen[0] - x) <= 1.5 and abs(seen[1] - y) <= 1.5


def _key(name: str) -> str:
    """Return the server's name of a key."""
    return _KEYS.get(name, name.upper() if len(name) > 1 else name)
