"""The plain window: the stage live, with orbit, pan, zoom, focus, the log and the status line.

Nothing thinks here. A command calls `step` for each frame, or `run`; what is seen and said may
come from another thread through `show` and `log`, and is taken up at the next frame.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from panda3d.core import (
    Camera,
    NodePath,
    OrthographicLens,
    PerspectiveLens,
)

from sim.engine.observed import Observed, SeenPiece
from sim.table.facts import Facts
from sim.view.cameras import Point3, bounds
from sim.view.darkroom import ROOM, backdrop, hang
from sim.view.hands import Hands
from sim.view.labels import unit_labels
from sim.view.livery import liveries
from sim.view.orbit import OrbitCamera
from sim.view.panels import Panels
from sim.view.screen import Screen
from sim.view.stage import Stage

__all__ = ["TableWindow"]

#: How long a miniature takes to get where it moved, seconds.
MOVE_SECONDS = 0.3
#: A window that nothing changes is drawn again this often, in case it was covered.
IDLE_SECONDS = 0.5

Spot = tuple[float, float, float, float]


class TableWindow:
    """A window on a table.

    Parameters
    ----------
    facts : Facts
    title : str
    size : (width, height)
        Pixels at the start; the window may be resized.
    hidden : bool
        Draw into memory and take the pointer from `hands.virtual`: for tests without a display.
    clock : callable
        Seconds that pass, for what glides.

    Raises
    ------
    HulldownError
        When there is no display, or nothing can draw on it.
    """

    def __init__(
        self,
        facts: Facts,
        title: str = "",
        *,
        size: tuple[int, int] = (1280, 800),
        hidden: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self.screen = Screen(title, size, hidden=hidden)
        self.stage = Stage(facts)
        self.orbit = OrbitCamera(facts.table, size[0] / size[1])
        self._bounds = bounds(facts.table)
        self._camera: Any = self.stage.root.attachNewNode(Camera("camera", PerspectiveLens()))
        self._dome: Any = backdrop(ROOM)
        self._dome.reparentTo(self.stage.root)
        flat: Any = NodePath("flat")
        flat.setDepthTest(False)
        flat.setDepthWrite(False)
        # Cards lie under their texts: what hangs later in the graph is drawn later.
        flat.setBin("unsorted", 0)
        self._flat_camera: Any = flat.attachNewNode(Camera("flat", OrthographicLens()))
        self.panels = Panels(flat.attachNewNode("pixels"), size)
        self.screen.look_through(self._camera, self._flat_camera)
        self.hands = Hands(self.screen, self.orbit)
        self._keys: dict[str, Callable[[], None]] = {
            "f": self.focus,
            "tab": self.focus_next,
            "n": self.orbit.toggle_top,
            "home": self.orbit.whole_table,
            "j": self._toggle_log,
            "f1": self._toggle_help,
        }
        self._inbox: queue.SimpleQueue[Observed | tuple[str, ...]] = queue.SimpleQueue()
        self.observed: Observed | None = None
        self._moving: dict[str, tuple[Spot, Spot, float]] = {}
        self._last = self._drawn_at = clock()
        self._stale = True
        self._focused = -1

    def show(self, observed: Observed) -> None:
        """Show this from the next frame on; miniatures that moved glide to their places."""
        self._inbox.put(observed)

    def log(self, lines: Sequence[str]) -> None:
        """Append lines to the log panel."""
        self._inbox.put(tuple(lines))

    def step(self) -> bool:
        """Take up what came, follow the hands, and draw one frame if anything changed.

        Returns
        -------
        bool
            False once the window has been closed.
        """
        now = self._clock()
        passed, self._last = now - self._last, now
        self._take_up(now)
        if not self.screen.is_open:
            return False
        if self.screen.size != self.panels.size:
            self.panels.size = self.screen.size
            self._stale = True
        for key in self.hands.follow(passed):
            action = self._keys.get(key)
            if action:
                action()
            self._stale = True
        moving = bool(self._moving) or not self.orbit.is_still
        if moving or self._stale or now - self._drawn_at > IDLE_SECONDS:
            self.orbit.advance(passed)
            self._glide(now)
            self._draw()
            self._stale, self._drawn_at = moving, now
        else:
            self.screen.listen()
        return self.screen.is_open

    def run(self, each: Callable[[], None] | None = None) -> None:
        """Step until the window is closed, calling `each` between frames."""
        while self.step():
            if each:
                each()
            idle = self.orbit.is_still and not self._moving and not self._stale
            time.sleep(0.015 if idle else 0.001)
        self.close()

    def close(self) -> None:
        """Close the window; closing twice does nothing."""
        self.screen.close()

    def _take_up(self, now: float) -> None:
        newest: Observed | None = None
        while not self._inbox.empty():
            item = self._inbox.get()
            if isinstance(item, Observed):
                newest = item
            else:
                self.panels.add_lines(item)
            self._stale = True
        if newest is not None:
            self._put(newest, now)

    def _put(self, observed: Observed, now: float) -> None:
        before = {p.id: self._spot(p) for p in self.observed.pieces} if self.observed else {}
        self.stage.show(observed.pieces, [side.id for side in observed.sides])
        for piece in observed.pieces:
            if piece.model not in self.stage.table.models:
                continue
            old, new = before.get(piece.id), self._spot(piece)
            if old is not None and old != new:
                turn = (new[3] - old[3] + 180.0) % 360.0 - 180.0
                self._moving[piece.id] = (old, (*new[:3], old[3] + turn), now)
        self.observed = observed
        self.panels.observe(observed)

    def _spot(self, piece: SeenPiece) -> Spot:
        pose = piece.pose
        return (pose.x, pose.y, self.stage.support(pose), pose.facing)

    def _glide(self, now: float) -> None:
        """Move what is under way, with a soft start and stop."""
        known = {piece.id for piece in self.observed.pieces} if self.observed else set[str]()
        for piece_id, (old, new, start) in list(self._moving.items()):
            share = min(1.0, (now - start) / MOVE_SECONDS)
            if share >= 1.0:
                del self._moving[piece_id]
            if piece_id not in known:
                continue
            soft = share * share * (3 - 2 * share)
            x, y, z, facing = (a + (b - a) * soft for a, b in zip(old, new, strict=True))
            self.stage.figure(piece_id).setPosHpr(x, y, z, facing, 0, 0)

    def _draw(self) -> None:
        wide, high = self.screen.size
        view = self.orbit.view.clipped_to(*self._bounds)
        fresh: Any = view.node(wide / high)
        self._camera.node().setLens(fresh.node().getLens())
        self._camera.setTransform(fresh.getTransform())
        hang(self._dome, view)
        lens = self._flat_camera.node().getLens()
        lens.setFilmSize(wide, high)
        lens.setNearFar(-10, 10)
        self._flat_camera.setPos(wide / 2, 0, -high / 2)
        self.panels.lay_out()
        self._label()
        self.screen.draw()

    def _label(self) -> None:
        if self.observed is None:
            return
        pieces = [p for p in self.observed.pieces if p.model in self.stage.table.models]
        spots = self._pixels([self._above(piece) for piece in pieces])
        wide, high = self.screen.size
        places = {
            piece.id: (x, y)
            for piece, (x, y, depth) in zip(pieces, spots, strict=True)
            if depth > 0 and -40 < x < wide + 40 and -40 < y < high + 40
        }
        looks = liveries([side.id for side in self.observed.sides])
        self.panels.show_labels(unit_labels(self.observed, places, looks))

    def _above(self, piece: SeenPiece) -> Point3:
        spot = self.stage.figure(piece.id).getPos()
        tall = self.stage.table.models[piece.model].height_in
        return (spot[0], spot[1], spot[2] + tall + 0.3)

    def _pixels(self, points: Sequence[Point3]) -> list[tuple[float, float, float]]:
        if not points:
            return []
        wide, high = self.screen.size
        seen = self.orbit.view.project(np.array(points, float), wide / high)
        x, y = (seen[:, 0] + 1) / 2 * wide, (1 - seen[:, 1]) / 2 * high
        return [(float(a), float(b), float(c)) for a, b, c in zip(x, y, seen[:, 2], strict=True)]

    def focus(self) -> None:
        """Look closely at the unit nearest to the pointer."""
        pointer = self.hands.pointer
        if self.observed is None or pointer is None:
            return
        pieces = [p for p in self.observed.pieces if p.model in self.stage.table.models]
        spots = self._pixels([self._above(piece) for piece in pieces])
        best: tuple[float, str] | None = None
        for piece, (x, y, depth) in zip(pieces, spots, strict=True):
            away = float(np.hypot(x - pointer[0], y - pointer[1]))
            if depth > 0 and (best is None or away < best[0]):
                best = (away, piece.unit)
        if best is not None:
            self.focus_on(best[1])

    def focus_next(self) -> None:
        """Look closely at the next unit on the table, in the order of the forces."""
        units = [u.id for u in self.observed.units if u.on_table] if self.observed else []
        if units:
            self._focused = (self._focused + 1) % len(units)
            self.focus_on(units[self._focused])

    def focus_on(self, unit: str) -> None:
        """Look closely at a unit; one that is not on the table changes nothing."""
        pieces = self.observed.pieces if self.observed else ()
        self.orbit.focus([piece.pose.at for piece in pieces if piece.unit == unit])
        self._stale = True

    def _toggle_log(self) -> None:
        self.panels.log_shown = not self.panels.log_shown

    def _toggle_help(self) -> None:
        self.panels.help_shown = not self.panels.help_shown
