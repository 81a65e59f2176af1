"""The map's camera: from straight above, parallel, north up; it is moved and zoomed, not turned."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sim.table.pieces import Table
from sim.view.cameras import Point3, View, above

__all__ = ["MapCamera"]

_NEAREST_IN = 6.0
#: Share of the way to the wished view that is left after a second.
_EASE = 2e-5
_MARGIN_IN = 3.0


@dataclass(frozen=True)
class _Aim:
    x: float
    y: float
    tall: float


class MapCamera:
    """Has the face of `OrbitCamera`, for whoever moves a camera.

    Parameters
    ----------
    table : Table
    aspect : float
        Width of the window over its height.
    """

    #: A drag moves the map instead of turning it.
    turns = False

    def __init__(self, table: Table, aspect: float) -> None:
        self._table = table
        tall = above(table, aspect, _MARGIN_IN).tall
        self._whole = _Aim(table.width / 2, table.depth / 2, tall)
        self._wish = self._now = self._whole

    @property
    def view(self) -> View:
        """The present view."""
        now = self._now
        return View((now.x, now.y, 100.0), (now.x, now.y, 0.0), 0.0, now.tall, 1.0, 140.0)

    @property
    def is_still(self) -> bool:
        """Whether the view has arrived where it was wished."""
        return self._now == self._wish

    @property
    def distance(self) -> float:
        """Inches that the picture is high: what nearness is on a map."""
        return self._wish.tall

    @property
    def looks_at(self) -> tuple[float, float]:
        """Wished point in the middle of the view."""
        return (self._wish.x, self._wish.y)

    @property
    def angles(self) -> tuple[float, float]:
        """Turn and rise, degrees: always north up and from above."""
        return (0.0, 90.0)

    def turn_by(self, turn: float, rise: float) -> None:
        """Stay as it is: a map is not turned."""

    def pan_by(self, right: float, up: float) -> None:
        """Move by parts of the visible height."""
        wish = self._wish
        self._to(wish.x + right * wish.tall, wish.y + up * wish.tall)

    def _to(self, x: float, y: float) -> None:
        x = min(max(x, 0.0), self._table.width)
        y = min(max(y, 0.0), self._table.depth)
        self._wish = replace(self._wish, x=x, y=y)

    def zoom_by(self, factor: float, towards: Point3 | None = None) -> None:
        """Multiply the visible height; with `towards` that point stays under the pointer."""
        old = self._wish
        tall = min(self._whole.tall * 1.3, max(_NEAREST_IN, old.tall * factor))
        self._wish = replace(old, tall=tall)
        if towards is not None:
            share = 1.0 - tall / old.tall
            self._to(old.x + (towards[0] - old.x) * share, old.y + (towards[1] - old.y) * share)

    def focus(self, points: list[tuple[float, float]]) -> None:
        """Look at a group of points from near enough to see them well; none: do nothing."""
        if not points:
            return
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        wide = max(max(xs) - min(xs), max(ys) - min(ys)) + 9.0
        tall = min(self._whole.tall, max(_NEAREST_IN, wide * 1.3))
        self._wish = _Aim((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, tall)

    def whole_table(self) -> None:
        """Go back to the whole table."""
        self._wish = self._whole

    def toggle_top(self) -> None:
        """Go back to the whole table: from above it looks already."""
        self.whole_table()

    def advance(self, seconds: float) -> None:
        """Let the view follow the wish for a stretch of time."""
        now, wish = self._now, self._wish
        left = _EASE ** max(0.0, min(seconds, 0.25))
        x, y, tall = (
            b + (a - b) * left for a, b in ((now.x, wish.x), (now.y, wish.y), (now.tall, wish.tall))
        )
        gap = max(abs(x - wish.x), abs(y - wish.y), abs(tall - wish.tall))
        self._now = wish if gap < 0.01 else _Aim(x, y, tall)

    def settle(self) -> None:
        """Arrive at once."""
        self._now = self._wish
