"""A figure in a photo: its outline, its base, its eye, and what comes of them."""

from __future__ import annotations

import math

import numpy as np

from sim.errors import HulldownError
from sim.geometry.mesh_data import Floats
from sim.geometry.pose import Point
from sim.geometry.silhouettes import FigureOutline, Silhouette, silhouette
from sim.geometry.units import mm
from sim.table.photo import Photo
from sim.window.beside import Beside

__all__ = ["Cutout"]

#: Where an eye usually is, as a part of the figure's height.
_EYE = 0.92
#: So long nothing may change before the outline is looked for, seconds.
_STILL = 0.2


class Cutout:
    """What is known of a figure in a photo.

    Attributes
    ----------
    photo : Photo or None
    background : list of Point
        Clicks on the background, pixels; the border of the photo where there are none.
    tolerance : float
        How far a colour may be from the background's; 0 for the background's own noise.
    outline : FigureOutline or None
    ends : list of Point
        Both ends of the base, pixels, the left one first.
    base_mm, top_in : float
        Diameter and height of the base.
    eye : Point or None
        A place at the height of the eye, pixels.
    found : Silhouette or None
    trouble : str
        Why there is no silhouette.
    """

    def __init__(self) -> None:
        self.photo: Photo | None = None
        self.background: list[Point] = []
        self.tolerance = 0.0
        self.outline: FigureOutline | None = None
        self.ends: list[Point] = []
        self.base_mm, self.top_in = 30.0, 0.12
        self.eye: Point | None = None
        self.found: Silhouette | None = None
        self.trouble = ""
        self._guessed = True
        self._wanted: tuple[object, ...] = ()
        self._cut: tuple[object, ...] = ()
        self._still = 0.0
        self._work: Beside | None = None

    def take(self, photo: Photo) -> None:
        """Take a photo; nothing is known of it yet."""
        self.photo = photo
        self.background, self.ends, self.tolerance = [], [], 0.0
        self.outline = self.eye = self.found = None
        self.trouble, self._guessed, self._cut = "", True, ()

    # --- the outline ---------------------------------------------------------------------------

    @property
    def works(self) -> bool:
        """Whether the outline is being looked for."""
        return self._work is not None or (self.photo is not None and self._cut != self._key())

    def _key(self) -> tuple[object, ...]:
        return (id(self.photo), tuple(self.background), round(self.tolerance, 1))

    def tick(self, seconds: float) -> bool:
        """Look for the outline beside the frames, once nothing changes; return whether it does."""
        if self.photo is None:
            return False
        if self._work is not None:
            if self._work.done:
                self._take_up()
            return True
        key = self._key()
        if key == self._cut:
            return False
        self._still = self._still + seconds if key == self._wanted else 0.0
        self._wanted = key
        if self._still >= _STILL:
            self._cut = key
            pixels, clicks = self.photo.pixels, tuple(self.background)
            limit = self.tolerance or None
            self._work = Beside(lambda: silhouette(pixels, clicks, tolerance=limit))
        return True

    def _take_up(self) -> None:
        work, self._work = self._work, None
        assert work is not None
        if self._cut != self._key():
            return
        try:
            self.outline = work.result()
        except HulldownError as error:
            self.outline, self.found, self.trouble = None, None, str(error)
            return
        if self._guessed:
            assert self.outline is not None
            self.ends = [(float(x), float(y)) for x, y in self.outline.base_ends()]
        self.scale()

    # --- base and eye ------------------------------------------------------------------------

    def set_end(self, which: int, at: Point) -> None:
        """Set an end of the base by hand."""
        self.ends[which] = at
        self._guessed = False
        self.scale()

    def set_nearer_end(self, at: Point) -> int:
        """Set the end of the base that is nearer to a click; return which."""
        if len(self.ends) < 2:
            self.ends = sorted([*self.ends, at])
            self._guessed = False
            self.scale()
            return self.ends.index(at)
        which = min((0, 1), key=lambda k: math.dist(self.ends[k], at))
        self.set_end(which, at)
        return which

    def scale(self) -> None:
        """Work the silhouette out anew."""
        self.found, self.trouble = None, ""
        if self.outline is None or len(self.ends) < 2:
            return
        try:
            self.found = self.outline.scaled(self.ends, self.base_mm, self.top_in)
        except HulldownError as error:
            self.trouble = str(error)

    def _frame(self) -> tuple[Floats, Floats, Floats, float]:
        """Return middle of the base, ways across and up, and pixels per inch, of the photo."""
        ends = np.asarray(self.ends, np.float64)
        along = ends[1] - ends[0]
        long = float(np.hypot(*along))
        across = along / long if along[0] >= 0 else -along / long
        return ends.mean(axis=0), across, np.array([across[1], -across[0]]), long / mm(self.base_mm)

    def up_in(self, at: Point) -> float:
        """Return how high a pixel of the figure lies above the table, inches."""
        middle, _, up, per_inch = self._frame()
        return float((np.asarray(at) - middle) @ up) / per_inch

    def pixels_of(self, points_in: object) -> Floats:
        """Return where places of the figure's own frame (across, up) lie in the photo."""
        middle, across, up, per_inch = self._frame()
        points = np.asarray(points_in, np.float64).reshape(-1, 2)
        return np.asarray(middle + (points[:, :1] * across + points[:, 1:] * up) * per_inch)

    @property
    def eye_in(self) -> float:
        """How high the eye is above the table, inches."""
        if self.eye is not None and len(self.ends) == 2:
            return max(0.01, round(self.up_in(self.eye), 3))
        return round(_EYE * self.found.height_in, 3) if self.found is not None else 0.0
