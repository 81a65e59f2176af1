"""A person at the hidden window: clicks widgets by name and the table by what stands there."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from panda3d.core import ButtonRegistry, KeyboardButton, MouseButton

from sim.view.pipes import CHOICE_VARIABLE as PIPE
from sim.view.ui import Place
from sim.view.window import Window
from sim.window.app import App

__all__ = ["PIPE", "Clock", "Person"]

_BUTTONS = {
    "left": MouseButton.one(),
    "middle": MouseButton.two(),
    "right": MouseButton.three(),
    "wheel_up": MouseButton.wheelUp(),
    "wheel_down": MouseButton.wheelDown(),
}
_HELD = {
    "shift": KeyboardButton.shift(),
    "ctrl": KeyboardButton.control(),
    "alt": KeyboardButton.alt(),
}


class Clock:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Person:
    """Looks at a hidden window, points, clicks, drags and types.

    `make` gets the window and returns the program. Each action draws a few frames, so that what
    it causes is there when it returns.
    """

    def __init__(
        self, make: Callable[[Window], App], size: tuple[int, int] = (1280, 800), scale: float = 1.0
    ) -> None:
        self.clock = Clock()
        self.window = Window("test", size, hidden=True, clock=self.clock, scale=scale)
        self.app = make(self.window)
        self.mouse: Any = self.window.screen.virtual
        self.frames(3)

    # --- time --------------------------------------------------------------------------------

    def frames(self, count: int = 1, seconds: float = 0.05) -> None:
        """Draw frames."""
        for _ in range(count):
            self.clock.now += seconds
            self.window.wake()
            self.app.step()

    def wait(self, until: Callable[[], Any], seconds: float = 60.0) -> None:
        """Draw frames until something is so; fail with what is on the screen when it never is.

        Work beside the frames takes real time: a limit in seconds, never a count of frames.
        """
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if until():
                return
            self.frames()
            time.sleep(0.002)
        raise AssertionError(f"never came: {self.app.page.facts()} {sorted(self.places)}")

    # --- widgets -----------------------------------------------------------------------------

    @property
    def places(self) -> dict[str, Place]:
        """Widgets by name."""
        return self.window.ui.places

    def sees(self, name: str) -> bool:
        """Whether a widget is on the screen."""
        return name in self.places

    def click(self, name: str, button: str = "left") -> None:
        """Click a widget, as it is: greyed ones do not answer."""
        assert name in self.places, f"{name} is not among {sorted(self.places)}"
        place = self.places[name]
        assert place.shown, f"{name} is scrolled out of sight"
        x, y = place.middle
        s = self.window.ui.scale
        self.click_at((x * s, y * s), button)

    # --- pointer -----------------------------------------------------------------------------

    def point(self, spot: tuple[float, float]) -> None:
        """Move the pointer to a pixel."""
        self.mouse.setMouseOn(True)
        self.mouse.setMousePos(round(spot[0]), round(spot[1]))
        self.frames(2)

    def click_at(self, spot: tuple[float, float], button: str = "left") -> None:
        """Click a pixel."""
        self.point(spot)
        self.mouse.pressButton(_BUTTONS[button])
        self.frames(2)
        self.mouse.releaseButton(_BUTTONS[button])
        self.frames(3)

    def drag(self, *spots: tuple[float, float], button: str = "left", hold: bool = False) -> None:
        """Press at the first pixel, go through the others, let go at the last (unless held)."""
        self.point(spots[0])
        self.mouse.pressButton(_BUTTONS[button])
        self.frames(2)
        for spot in spots[1:]:
            self.point(spot)
        if not hold:
            self.let_go(button)

    def drag_on(self, *spots: tuple[float, float]) -> None:
        """Go on with a drag that is held."""
        for spot in spots:
            self.point(spot)

    def let_go(self, button: str = "left") -> None:
        """Release a button."""
        self.mouse.releaseButton(_BUTTONS[button])
        self.frames(3)

    def wheel(self, up: bool = True) -> None:
        """Turn the wheel by one notch."""
        button = _BUTTONS["wheel_up" if up else "wheel_down"]
        self.mouse.pressButton(button)
        self.frames(1)
        self.mouse.releaseButton(button)
        self.frames(1)

    # --- the table ---------------------------------------------------------------------------

    def pixel(self, at: tuple[float, float], z: float = 0.0) -> tuple[float, float]:
        """Return the pixel of a place on the table."""
        table = self.window.table
        assert table is not None, "no table is shown"
        x, y, depth = table.pixels([(at[0], at[1], z)], self.window.size)[0]
        assert depth > 0, f"{at} is behind the camera"
        return (x, y)

    def pixel_of(self, mini: str) -> tuple[float, float]:
        """Return a pixel in the middle of a miniature."""
        table = self.window.table
        assert table is not None, "no table is shown"
        assert table.observed is not None, "nothing is shown"
        piece = table.observed.piece(mini)
        tall = table.facts.table.models[piece.model].height_in
        floor = table.facts.support(piece.pose.x, piece.pose.y, piece.pose.level)
        return self.pixel(piece.pose.at, floor + tall * 0.5)

    def look_from_above(self) -> None:
        """Look straight down, so that nothing hides anything."""
        assert self.window.table is not None
        self.window.table.orbit.toggle_top()
        self.window.table.orbit.settle()
        self.frames(2)

    # --- keys --------------------------------------------------------------------------------

    def press(self, chord: str) -> None:
        """Press and release a key with its modifiers: ``ctrl+z``, ``space``, ``f1``."""
        *held, name = chord.split("+") if chord != "+" else ["+"]
        for each in held:
            self.mouse.pressButton(_HELD[each])
            self.frames(1)
        button = _key(name)
        self.mouse.pressButton(button)
        self.frames(1)
        self.mouse.releaseButton(button)
        self.frames(1)
        for each in held:
            self.mouse.releaseButton(_HELD[each])
            self.frames(1)
        self.frames(1)

    def type(self, text: str) -> None:
        """Type characters into the field that has the cursor."""
        self.window.screen.type(text)
        self.frames(2)

    # --- looking -----------------------------------------------------------------------------

    def shot(self, path: Path) -> Path:
        """Write the frame on the screen as a picture."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.frames(1)
        self.window.write_picture(path)
        return path

    def close(self) -> None:
        """Close the window."""
        self.app.close()


def _key(name: str) -> Any:
    """Return Panda3D's button of a name."""
    if len(name) == 1:
        return KeyboardButton.asciiKey(name)
    return ButtonRegistry.ptr().getButton(name)
