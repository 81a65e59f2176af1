"""The camera a person moves: orbit, pan, zoom, focus, top view; smooth, and never lost."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from sim.table.pieces import Table
from sim.view.cameras import Point3, View, at_angle, orbit

__all__ = ["OrbitCamera"]

ANGLE = 30.0
_NEAREST, _LOWEST, _STEEPEST = 4.0, 4.0, 89.0
#: Share of the way to the wished view that is left after a second.
_EASE = 2e-5


@dataclass(frozen=True)
class _Aim:
    x: float
    y: float
    distance: float
    turn: float
    rise: float


class OrbitCamera:
    """Where the window looks from.

    Wishes change at once, the view follows within about a third of a second (`advance`).

    Parameters
    ----------
    table : Table
    aspect : float
        Width of the window over its height.
    """

    #: Whether a drag turns it; a map's camera is moved instead.
    turns = True

    def __init__(self, table: Table, aspect: float) -> None:
        self._table = table
        self._farthest = 3.2 * max(table.width, table.depth)
        self._whole = self._framed(aspect)
        self._wish = self._now = self._whole
        self._before_top: _Aim | None = None

    def _framed(self, aspect: float) -> _Aim:
        view = at_angle(self._table, aspect, angle=ANGLE)
        away = math.dist(view.eye, view.target)
        return _Aim(view.target[0], view.target[1], away, -7.0, 50.0)

    @property
    def view(self) -> View:
        """The present view."""
        now = self._now
        return orbit((now.x, now.y, 0.5), now.distance, now.turn, now.rise, ANGLE)

    @property
    def is_still(self) -> bool:
        """Whether the view has arrived where it was wished."""
        return self._now == self._wish

    @property
    def distance(self) -> float:
        """Wished distance from the eye to the point looked at, inches."""
        return self._wish.distance

    @property
    def looks_at(self) -> tuple[float, float]:
        """Wished point on the table in the middle of the view."""
        return (self._wish.x, self._wish.y)

    @property
    def angles(self) -> tuple[float, float]:
        """Wished turn and rise, degrees."""
        return (self._wish.turn, self._wish.rise)

    def turn_by(self, turn: float, rise: float) -> None:
        """Orbit by degrees."""
        up = min(_STEEPEST, max(_LOWEST, self._wish.rise + rise))
        self._wish = replace(self._wish, turn=self._wish.turn + turn, rise=up)

    def pan_by(self, right: float, up: float) -> None:
        """Move the point looked at, in parts of the visible height, as the picture shows it."""
        wish = self._wish
        scale = 2 * math.tan(math.radians(ANGLE / 2)) * wish.distance
        across, along = right * scale, up * scale / max(0.35, math.sin(math.radians(wish.rise)))
        c, s = math.cos(math.radians(wish.turn)), math.sin(math.radians(wish.turn))
        self._to(wish.x + across * c - along * s, wish.y + across * s + along * c)

    def _to(self, x: float, y: float) -> None:
        x = min(max(x, -2.0), self._table.width + 2.0)
        y = min(max(y, -2.0), self._table.depth + 2.0)
        self._wish = replace(self._wish, x=x, y=y)

    def zoom_by(self, factor: float, towards: Point3 | None = None) -> None:
        """Multiply the distance; with `towards` that point of the table stays under the pointer."""
        old = self._wish.distance
        new = min(self._farthest, max(_NEAREST, old * factor))
        self._wish = replace(self._wish, distance=new)
        if towards is not None:
            share = 1.0 - new / old
            wish = self._wish
            self._to(wish.x + (towards[0] - wish.x) * share, wish.y + (towards[1] - wish.y) * share)

    def focus(self, points: list[tuple[float, float]]) -> None:
        """Look at a group of points from near enough to see them well; none: do nothing."""
        if not points:
            return
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        wide = max(max(xs) - min(xs), max(ys) - min(ys)) + 5.0
        away = min(self._farthest, wide * 2.2)
        rise = min(self._wish.rise, 45.0)
        self._wish = _Aim(x, y, away, self._wish.turn, rise)
        self._before_top = None

    def whole_table(self) -> None:
        """Go back to the whole table."""
        self._wish = self._whole
        self._before_top = None

    def toggle_top(self) -> None:
        """Look from straight above with north up, or go back to where one looked from before."""
        if self._before_top is not None:
            self._wish, self._before_top = self._before_top, None
            return
        self._before_top = self._wish
        deep = max(self._table.depth, self._table.width / 1.6) + 6.0
        away = deep / 2 / math.tan(math.radians(ANGLE / 2))
        self._wish = _Aim(self._table.width / 2, self._table.depth / 2, away, 0.0, _STEEPEST)

    def advance(self, seconds: float) -> None:
        """Let the view follow the wish for a stretch of time."""
        now, wish = self._now, self._wish
        left = _EASE ** max(0.0, min(seconds, 0.25))
        blend = [
            b + (a - b) * left
            for a, b in (
                (now.x, wish.x),
                (now.y, wish.y),
                (now.distance, wish.distance),
                (now.turn, wish.turn),
                (now.rise, wish.rise),
            )
        ]
        moved = _Aim(*blend)
        gap = max(abs(a - b) for a, b in zip(blend, _values(wish), strict=True))
        self._now = wish if gap < 0.01 else moved

    def settle(self) -> None:
        """Arrive at once."""
        self._now = self._wish


def _values(aim: _Aim) -> tuple[float, ...]:
    return (aim.x, aim.y, aim.distance, aim.turn, aim.rise)
