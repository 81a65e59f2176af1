"""A photo of a table with its corners: what was clicked, and how well it fits."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from sim.errors import HulldownError
from sim.geometry.homography import Homography, going_round
from sim.geometry.pose import Point
from sim.geometry.table_edges import TableEdges, refine_corners
from sim.table.files import write_whole
from sim.table.photo import Photo, PhotoMarks

__all__ = ["PhotoError", "PhotoGround"]

#: How well corners are known that were set by the table's edges, pixels.
_SNAPPED_PX = 0.3
_GRID = 9


@dataclass(frozen=True)
class PhotoError:
    """What an error of clicking means on the table, inches: typical, and where it is worst."""

    usual_in: float
    worst_in: float


class PhotoGround:
    """A photo and the four corners of the table on it.

    Parameters
    ----------
    width_in, depth_in : float
        The table.
    kept : Path, optional
        Folder where the marks of photos are kept, to be there when a photo is opened again.

    Attributes
    ----------
    photo : Photo or None
    corners : list of Point
        As clicked, pixels; once there are four they go round the table.
    found : Homography or None
        How the photo maps to the table; None until four corners fit.
    trouble : str
        Why four corners are no table.
    changes : int
        Grows with whatever changes the map.
    """

    def __init__(self, width_in: float, depth_in: float, kept: Path | None = None) -> None:
        self.width, self.depth = width_in, depth_in
        self.kept = kept
        self.photo: Photo | None = None
        self.corners: list[Point] = []
        self.found: Homography | None = None
        self.trouble = ""
        self.changes = 0
        self._near: int | None = None
        self._click_px: list[float] = []
        self._errors: dict[tuple[int, float], PhotoError] = {}
        self._unsnapped: tuple[list[Point], list[float]] | None = None

    # --- the photo ---------------------------------------------------------------------------

    def take(self, photo: Photo) -> None:
        """Take a photo, with the corners that were clicked on it before if they were kept."""
        self.photo = photo
        self.corners, self._click_px, self._near = [], [], None
        self._unsnapped = None
        self._recall()
        self._fit()

    def _marks_file(self) -> Path | None:
        if self.kept is None or self.photo is None:
            return None
        wide, high = self.photo.size
        return self.kept / f"{self.photo.name}.{wide}x{high}.json"

    def _recall(self) -> None:
        path = self._marks_file()
        if path is None:
            return
        try:
            marks = msgspec.json.decode(path.read_bytes(), type=PhotoMarks)
            found = marks.homography(self.photo)
        except (OSError, msgspec.DecodeError, HulldownError):
            # Nothing was kept, or nothing of use: the corners are clicked anew.
            return
        if len(found.marks_px) != 4:
            return
        self.width, self.depth = marks.table
        self.corners = [(float(x), float(y)) for x, y in found.marks_px]
        self._click_px, self._near = [1.0] * 4, 0

    def keep(self) -> None:
        """Keep the marks, so that the photo can be laid again; a full disk is no mishap here."""
        path = self._marks_file()
        if path is None or self.photo is None or self.found is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, msgspec.json.encode(PhotoMarks.of(self.photo, self.found)))
        except OSError:
            # The photo can be laid without: only next time its corners are clicked again.
            return

    # --- corners -----------------------------------------------------------------------------

    def add(self, at: Point, click_px: float) -> None:
        """Set the next corner; the fourth puts them in order."""
        if len(self.corners) >= 4:
            return
        self.corners.append(at)
        self._click_px.append(click_px)
        if len(self.corners) == 4:
            self.order()

    def move(self, which: int, at: Point, click_px: float) -> None:
        """Set a corner elsewhere."""
        self.corners[which] = at
        self._click_px[which] = click_px
        self._unsnapped = None
        self._fit()

    def nudge(self, which: int, dx: float, dy: float) -> None:
        """Move a corner by parts of a pixel: done with the loupe, so it counts as well set."""
        x, y = self.corners[which]
        self.move(which, (x + dx, y + dy), min(1.0, self._click_px[which]))

    def take_back(self) -> None:
        """Put corners back that were set by the edges, else forget the one clicked last."""
        if self._unsnapped is not None:
            self.corners, self._click_px = self._unsnapped
            self._unsnapped = None
            self._fit()
        elif self.corners:
            self.corners.pop()
            self._click_px.pop()
            self._near = None
            self._fit()

    def order(self) -> None:
        """Put four corners in an order that goes round the table."""
        before = list(self.corners)
        near = before[self._near] if self._near is not None else None
        try:
            ring = [(float(x), float(y)) for x, y in going_round(before)]
        except HulldownError as error:
            self.found, self.trouble = None, str(error)
            return
        self._click_px = [self._click_px[before.index(each)] for each in ring]
        self.corners = ring
        self._near = ring.index(near) if near is not None else None
        self._fit()
        if self._near is None and self.found is not None:
            first = self.found.marks_px[0]
            self._near = min(range(4), key=lambda k: math.dist(ring[k], first))

    def turn(self) -> None:
        """Take the next corner for the near left one: the table lies otherwise in the photo."""
        if self._near is not None:
            # Corners go round clockwise to the eye; the table's go the other way.
            self._near = (self._near - 1) % 4
            self._fit()

    def set_size(self, width: float, depth: float) -> None:
        """Say how large the table is, inches."""
        self.width, self.depth = width, depth
        self._fit()

    def _fit(self) -> None:
        self.changes += 1
        self.found, self.trouble = None, ""
        if len(self.corners) < 4:
            return
        try:
            self.found = Homography.from_corners(
                self.corners, self.width, self.depth, near_left=self._near
            )
        except HulldownError as error:
            self.trouble = str(error)

    # --- the edges ---------------------------------------------------------------------------

    def edges(self) -> TableEdges:
        """Return what the table's edges say about the corners; may be called in another thread.

        Raises
        ------
        HulldownError
            For corners that cannot be a table's.
        """
        assert self.photo is not None, "there is no photo"
        return refine_corners(self.photo.pixels, list(self.corners))

    def snap(self, edges: TableEdges) -> int:
        """Set the corners where the table's edges meet; return how many of them could be."""
        count = 0
        self._unsnapped = (list(self.corners), list(self._click_px))
        for which, (x, y) in enumerate(edges.corners.tolist()):
            if edges.edges[which - 1].firm and edges.edges[which].firm:
                self.corners[which] = (x, y)
                self._click_px[which] = _SNAPPED_PX
                count += 1
        self._fit()
        return count

    # --- errors ------------------------------------------------------------------------------

    @property
    def corner_px(self) -> float:
        """How well the worst corner is set, pixels."""
        return max(self._click_px, default=1.5)

    def error(self, click_px: float) -> PhotoError | None:
        """Return how far off places may be that are clicked with such an error.

        Twice the root mean square: it holds for about 98 of 100 clicks.
        """
        if self.found is None:
            return None
        asked = (self.changes, click_px)
        if asked not in self._errors:
            self._errors = {asked: self._error(self.found, click_px)}
        return self._errors[asked]

    def _error(self, found: Homography, click_px: float) -> PhotoError:
        x, y = np.linspace(0, self.width, _GRID), np.linspace(0, self.depth, _GRID)
        places = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
        off = 2 * found.spread_in(places, click_px, corner_px=self.corner_px)
        return PhotoError(float(np.median(off)), float(off.max()))
