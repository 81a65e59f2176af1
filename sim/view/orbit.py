"""The camera a person moves: orbit, pan, zoom, focus, top view; smooth, and never lost."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sim.table.pieces import Table
from sim.view.cameras import Point3, View, at_angle, orbit

__all__ = ["EVERYWHERE", "Free", "OrbitCamera"]

#: Left, top, right, bottom of a part of the picture, as shares of its width and height.
Free = tuple[float, float, float, float]
EVERYWHERE: Free = (0.0, 0.0, 1.0, 1.0)

ANGLE = 30.0
_NEAREST, _LOWEST, _STEEPEST = 4.0, 4.0, 89.0
#: Share of the way to the wished view that is left after a second.
_EASE = 2e-5
#: Rounds in which a view is fitted into a part of the picture, and what is left round it.
_ROUNDS, _AIR = 12, 0.97
#: Between panels a table is seen from lower down: it is as wide as it may be then, and as large.
_LOWER = 46.0


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
        self._aspect = aspect
        self._free = self._near = EVERYWHERE
        self._farthest = 3.2 * max(table.width, table.depth)
        self._whole = self._framed(aspect)
        self._wish = self._now = self._whole
        self._before_top: _Aim | None = None

    def _framed(self, aspect: float) -> _Aim:
        view = at_angle(self._table, aspect, angle=ANGLE)
        away = math.dist(view.eye, view.target)
        aim = _Aim(view.target[0], view.target[1], away, -7.0, 50.0)
        return aim if self._free == EVERYWHERE else self._fitted(replace(aim, rise=_LOWER))

    def keep_clear(self, free: Free, aspect: float, near: Free | None = None) -> None:
        """Say which part of the picture nothing covers: what is shown next is shown there.

        Called as often as one likes. While the whole table is looked at it follows. `near` is
        the part for what is focused on, where more is covered then.
        """
        self._near = near or free
        if (free, aspect) == (self._free, self._aspect):
            return
        had_whole, had_arrived = self._wish == self._whole, self._now == self._wish
        self._free, self._aspect = free, aspect
        self._whole = self._framed(aspect)
        if had_whole:
            self._wish = self._whole
            self._now = self._wish if had_arrived else self._now

    def _seen(self, aim: _Aim, points: Sequence[Point3]) -> tuple[float, float, float, float]:
        """Return the box of points in an aim's picture: its middle, its width and its height."""
        seen = _view(aim).project(np.array(points, float), self._aspect)[:, :2]
        low, high = seen.min(axis=0), seen.max(axis=0)
        (x, y), (across, along) = (low + high) / 2, high - low
        return float(x), float(y), float(across), float(along)

    def _fitted(
        self,
        aim: _Aim,
        points: Sequence[Point3] = (),
        free: Free | None = None,
        *,
        zoom: bool = True,
    ) -> _Aim:
        """Return an aim from the same side that shows points in the free part: the whole table."""
        wide, deep = self._table.width, self._table.depth
        points = points or [(x, y, 0.0) for x in (-1.0, wide + 1) for y in (-1.0, deep + 1)]
        left, top, right, bottom = free or self._free
        middle = (left + right - 1, 1 - top - bottom)
        for _ in range(_ROUNDS):
            x, y, across, along = self._seen(aim, points)
            if zoom:
                share = max(across / (2 * (right - left)), along / (2 * (bottom - top)))
                aim = replace(aim, distance=min(self._farthest, aim.distance * share / _AIR))
            right_by, up_by = (x - middle[0]) * self._aspect / 2, (y - middle[1]) / 2
            aim = _panned(aim, right_by, up_by)
        return aim

    @property
    def view(self) -> View:
        """The present view."""
        return _view(self._now)

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
        """Wished point on the table in the middle of the part that nothing covers."""
        if self._free == EVERYWHERE:
            return (self._wish.x, self._wish.y)
        left, top, right, bottom = self._near
        spot = (left + right - 1, 1 - top - bottom)
        found = _view(self._wish).on_ground(spot, self._aspect)
        return found[:2] if found is not None else (self._wish.x, self._wish.y)

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
        moved = _panned(self._wish, right, up)
        self._to(moved.x, moved.y)

    def _to(self, x: float, y: float) -> None:
        # The middle of the picture may lie under panels: then it may lie beside the table.
        over = 2.0 if self._free == EVERYWHERE else 2.0 + self._wish.distance * 0.25
        x = min(max(x, -over), self._table.width + over)
        y = min(max(y, -over), self._table.depth + over)
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
        if self._free != EVERYWHERE:
            left, top, right, bottom = self._near
            away = min(self._farthest, away / max(0.5, min(right - left, bottom - top)))
            aim = replace(self._wish, distance=away)
            self._wish = self._fitted(aim, [(x, y, 0.5)], self._near, zoom=False)
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
        if self._free != EVERYWHERE:
            self._wish = self._fitted(self._wish)

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


def _view(aim: _Aim) -> View:
    return orbit((aim.x, aim.y, 0.5), aim.distance, aim.turn, aim.rise, ANGLE)


def _panned(aim: _Aim, right: float, up: float) -> _Aim:
    """Return an aim moved by parts of the visible height, as the picture shows it."""
    scale = 2 * math.tan(math.radians(ANGLE / 2)) * aim.distance
    across, along = right * scale, up * scale / max(0.35, math.sin(math.radians(aim.rise)))
    c, s = math.cos(math.radians(aim.turn)), math.sin(math.radians(aim.turn))
    return replace(aim, x=aim.x + across * c - along * s, y=aim.y + across * s + along * c)
