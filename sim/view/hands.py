"""Pointer, wheel and keys to wishes of the camera; what is left over are keys for the window."""

from __future__ import annotations

from typing import Any

from panda3d.core import KeyboardButton, MouseButton

from sim.view.cameras import Point3
from sim.view.orbit import OrbitCamera
from sim.view.screen import Screen

__all__ = ["Hands"]

_ZOOM_STEP = 0.88
#: Degrees for a drag over the whole height of the window.
_DRAG_TURN, _DRAG_RISE = 200.0, 120.0
#: Keys held down: what they do in a second (pan right, pan up, turn, rise, zoom exponent).
_HELD: dict[str, tuple[float, float, float, float, float]] = {
    "arrow_left": (-0.7, 0, 0, 0, 0),
    "arrow_right": (0.7, 0, 0, 0, 0),
    "arrow_up": (0, 0.7, 0, 0, 0),
    "arrow_down": (0, -0.7, 0, 0, 0),
    "a": (-0.7, 0, 0, 0, 0),
    "d": (0.7, 0, 0, 0, 0),
    "w": (0, 0.7, 0, 0, 0),
    "s": (0, -0.7, 0, 0, 0),
    "q": (0, 0, -70.0, 0, 0),
    "e": (0, 0, 70.0, 0, 0),
    "page_up": (0, 0, 0, 45.0, 0),
    "page_down": (0, 0, 0, -45.0, 0),
    "+": (0, 0, 0, 0, -4.0),
    "=": (0, 0, 0, 0, -4.0),
    "-": (0, 0, 0, 0, 4.0),
}


class Hands:
    """Follows the input devices of a screen.

    Parameters
    ----------
    screen : Screen
    orbit : OrbitCamera
    """

    def __init__(self, screen: Screen, orbit: OrbitCamera) -> None:
        self._screen, self._orbit = screen, orbit
        self._dragged: tuple[str, float, float] | None = None
        self._held: set[str] = set()

    @property
    def virtual(self) -> Any:
        """The virtual pointer of a hidden screen, for tests."""
        return self._screen.virtual

    @property
    def pointer(self) -> tuple[float, float] | None:
        """Where the pointer is, pixels from the upper left corner; None outside the window."""
        watcher = self._screen.watcher
        if not watcher.hasMouse():
            return None
        wide, high = self._screen.size
        spot = watcher.getMouse()
        return ((spot[0] + 1) / 2 * wide, (1 - spot[1]) / 2 * high)

    def follow(self, seconds: float) -> list[str]:
        """Take up all input since the last call.

        Parameters
        ----------
        seconds : float
            Time that passed, for keys that are held down.

        Returns
        -------
        list of str
            Keys pressed that mean nothing to the camera, in order.
        """
        left: list[str] = []
        for name in self._screen.events():
            if name in ("wheel_up", "wheel_down"):
                factor = _ZOOM_STEP if name == "wheel_up" else 1 / _ZOOM_STEP
                self._orbit.zoom_by(factor, self._under_pointer())
            elif name.endswith("-up"):
                self._held.discard(name[:-3])
            elif name in _HELD:
                self._held.add(name)
            elif name:
                left.append(name)
        self._hold(seconds)
        self._drag()
        return left

    def _hold(self, seconds: float) -> None:
        for name in sorted(self._held):
            right, up, turn, rise, zoom = (value * min(seconds, 0.1) for value in _HELD[name])
            if right or up:
                self._orbit.pan_by(right, up)
            if turn or rise:
                self._orbit.turn_by(turn, rise)
            if zoom:
                self._orbit.zoom_by(2.718281828**zoom)

    def _drag(self) -> None:
        watcher = self._screen.watcher
        kind = self._kind()
        if kind is None or not watcher.hasMouse():
            self._dragged = None
            return
        x, y = watcher.getMouse()
        old = self._dragged
        self._dragged = (kind, x, y)
        if old is None or old[0] != kind:
            return
        wide, high = self._screen.size
        right, up = (x - old[1]) / 2 * wide / high, (y - old[2]) / 2
        if kind == "turn":
            self._orbit.turn_by(-right * _DRAG_TURN, -up * _DRAG_RISE)
        else:
            self._orbit.pan_by(-right, -up)

    def _kind(self) -> str | None:
        down = self._screen.watcher.isButtonDown
        if down(MouseButton.three()):
            return "turn"
        if down(MouseButton.two()):
            return "pan"
        if down(MouseButton.one()):
            return "pan" if down(KeyboardButton.shift()) else "turn"
        return None

    def _under_pointer(self) -> Point3 | None:
        """Return the point of the mat under the pointer; None beside or above the horizon."""
        spot = self.pointer
        if spot is None:
            return None
        wide, high = self._screen.size
        return self._orbit.view.on_ground(
            (spot[0] / wide * 2 - 1, 1 - spot[1] / high * 2), wide / high
        )
