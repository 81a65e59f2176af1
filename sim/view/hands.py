"""Pointer, wheel and keys that nobody else wants move the camera."""

from __future__ import annotations

import math

from sim.view.inputs import Input, Pointer
from sim.view.map_camera import MapCamera
from sim.view.orbit import OrbitCamera

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
    "shift+arrow_left": (0, 0, -70.0, 0, 0),
    "shift+arrow_right": (0, 0, 70.0, 0, 0),
    "shift+arrow_up": (0, 0, 0, 45.0, 0),
    "shift+arrow_down": (0, 0, 0, -45.0, 0),
    "a": (-0.7, 0, 0, 0, 0),
    "d": (0.7, 0, 0, 0, 0),
    "w": (0, 0.7, 0, 0, 0),
    "s": (0, -0.7, 0, 0, 0),
    "z": (0, 0, -70.0, 0, 0),
    "x": (0, 0, 70.0, 0, 0),
    "+": (0, 0, 0, 0, -4.0),
    "=": (0, 0, 0, 0, -4.0),
    "-": (0, 0, 0, 0, 4.0),
}
#: What a drag with a button does.
_DRAGS = {"mouse1": "turn", "mouse3": "turn", "mouse2": "pan"}


class Hands:
    """Moves one camera by what is left of the input.

    Parameters
    ----------
    orbit : OrbitCamera or MapCamera
    """

    def __init__(self, orbit: OrbitCamera | MapCamera) -> None:
        self._orbit = orbit
        self._held: set[str] = set()
        self._drag = ""
        self._at: Pointer | None = None

    @property
    def holds(self) -> bool:
        """Whether a key is down or a drag goes on: then frames must follow each other."""
        return bool(self._held or self._drag)

    def take(self, each: Input, pointer: Pointer | None, size: tuple[int, int]) -> bool:
        """Follow one input; return whether it meant something to the camera."""
        if each.name in ("wheel_up", "wheel_down"):
            if each.kind == "down":
                factor = _ZOOM_STEP if each.name == "wheel_up" else 1 / _ZOOM_STEP
                self._zoom(factor, pointer, size)
            return True
        if each.name in _DRAGS:
            self._begin_or_end(each, pointer)
            return True
        if each.kind == "up":
            known = each.name in _HELD
            self._held -= {each.name, f"shift+{each.name}"}
            return known
        if each.chord in _HELD:
            self._held.add(each.chord)
            return True
        return False

    def _begin_or_end(self, each: Input, pointer: Pointer | None) -> None:
        kind = _DRAGS[each.name]
        if each.kind == "up":
            self._drag, self._at = "", None
        elif not self._drag:
            self._drag = kind if self._orbit.turns and not each.shift else "pan"
            self._at = pointer

    def let_go(self) -> None:
        """Forget held keys and drags: something else took the devices over."""
        self._held.clear()
        self._drag, self._at = "", None

    def follow(self, seconds: float, pointer: Pointer | None, size: tuple[int, int]) -> None:
        """Move by held keys and by the way of the pointer since the last call."""
        for name in sorted(self._held):
            right, up, turn, rise, zoom = (value * min(seconds, 0.1) for value in _HELD[name])
            if right or up:
                self._orbit.pan_by(right, up)
            if turn or rise:
                self._orbit.turn_by(turn, rise)
            if zoom:
                self._orbit.zoom_by(math.exp(zoom))
        if not self._drag or pointer is None:
            return
        if self._at is not None:
            self._pull(pointer, size[1])
        self._at = pointer

    def _pull(self, pointer: Pointer, high: int) -> None:
        assert self._at is not None
        right, up = (pointer[0] - self._at[0]) / high, (self._at[1] - pointer[1]) / high
        if self._drag == "turn":
            self._orbit.turn_by(-right * _DRAG_TURN, -up * _DRAG_RISE)
        else:
            self._orbit.pan_by(-right, -up)

    def _zoom(self, factor: float, pointer: Pointer | None, size: tuple[int, int]) -> None:
        """Zoom towards the point of the mat under the pointer."""
        towards = None
        if pointer is not None:
            wide, high = size
            spot = (pointer[0] / wide * 2 - 1, 1 - pointer[1] / high * 2)
            towards = self._orbit.view.on_ground(spot, wide / high)
        self._orbit.zoom_by(factor, towards)
