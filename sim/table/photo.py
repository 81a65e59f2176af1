"""A picture of a real table: read from a file, laid under the drawn one, traced into pieces.

What is traced is taken to lie on the table. A photo is taken from one side, so the top of a piece
is shown displaced away from the camera by its height over the tangent of the camera's rise: trace
the *foot* of a piece, where it meets the table, and guess what the piece itself hides.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from sim.errors import HulldownError
from sim.geometry.areas import check_area
from sim.geometry.homography import Homography
from sim.geometry.lens import Lens
from sim.geometry.mesh_data import Floats
from sim.geometry.outline_fits import OutlineFit, banded, fit_outline
from sim.geometry.pose import Point
from sim.geometry.units import quantise_deg, quantise_in
from sim.table.schema import BoxFile, PieceFile

__all__ = ["MOST_PIXELS", "Photo", "PhotoMarks", "Tracing", "read_photo"]

Bytes = NDArray[np.uint8]

#: A picture may have so many pixels, and needs so many along each side to be of use.
MOST_PIXELS, LEAST_SIDE = 120_000_000, 64
#: Endings of pictures that need a reader which is not part of this program.
_FOREIGN = (".heic", ".heif")


@dataclass(frozen=True, eq=False)
class Photo:
    """A picture as it is looked at.

    Attributes
    ----------
    name : str
        Of the file, without its folder.
    pixels : (height, width, 3) uint8 array
        sRGB, top row first, turned upright.
    """

    name: str
    pixels: Bytes

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return (self.pixels.shape[1], self.pixels.shape[0])


def read_photo(source: Path | bytes, name: str = "") -> Photo:
    """Return a picture file as pixels, turned as the camera says it was held.

    Parameters
    ----------
    source : Path or bytes
    name : str, optional
        What to call bytes.

    Raises
    ------
    HulldownError
        With key ``photo.file.*``: no such file, no picture, a format that is not read, too large
        or too small.
    """
    called = source.name if isinstance(source, Path) else name
    try:
        data = source.read_bytes() if isinstance(source, Path) else source
    except OSError as error:
        raise HulldownError("photo.file.missing", file=called, why=error.strerror) from error
    try:
        picture = _opened(data, called)
        wide, high = picture.size
        if min(wide, high) < LEAST_SIDE:
            raise HulldownError(
                "photo.file.small", file=called, width=wide, height=high, least=LEAST_SIDE
            )
        upright = ImageOps.exif_transpose(picture)
        pixels = np.asarray(upright.convert("RGB"), np.uint8)
    except (OSError, ValueError, SyntaxError) as error:
        foreign = called.lower().endswith(_FOREIGN)
        unread = isinstance(error, UnidentifiedImageError)
        key = "foreign" if foreign else "unknown" if unread else "broken"
        raise HulldownError(f"photo.file.{key}", file=called) from error
    return Photo(called, pixels)


def _opened(data: bytes, called: str) -> Image.Image:
    """Return a picture whose size is known, its pixels not unpacked yet."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(data))
    except Image.DecompressionBombError:
        picture = None
    if picture is None or picture.size[0] * picture.size[1] > MOST_PIXELS:
        raise HulldownError("photo.file.large", file=called, most=MOST_PIXELS // 1_000_000)
    return picture


class PhotoMarks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was clicked on a photo, as it is kept: enough to lay the photo under the table again.

    Attributes
    ----------
    picture : str
        Name of the picture file.
    size : (width, height)
        Of the picture, pixels: another picture of that name does not fit.
    table : (width, depth)
        Inches.
    marks : list of (x, y, table x, table y)
        Pixels and inches; four corners or more marks.
    bend : float
        Of the lens; 0 when it was not asked for.
    """

    picture: str
    size: tuple[int, int]
    table: tuple[float, float]
    marks: list[tuple[float, float, float, float]]
    bend: float = 0.0

    @classmethod
    def of(cls, photo: Photo, found: Homography) -> PhotoMarks:
        """Return the marks of a photo that was set up."""
        rows = np.round(np.hstack([found.marks_px, found.marks_in]), 4).tolist()
        return cls(
            photo.name,
            photo.size,
            (found.width_in, found.depth_in),
            [(a, b, c, d) for a, b, c, d in rows],
            0.0 if found.lens is None else found.lens.bend,
        )

    def homography(self, photo: Photo | None = None) -> Homography:
        """Return the map again.

        Raises
        ------
        HulldownError
            With key ``photo.file.other`` when the photo has another size than the marks were made
            on, else as `Homography.from_marks`.
        """
        if photo is not None and photo.size != self.size:
            raise HulldownError(
                "photo.file.other",
                file=photo.name,
                found="x".join(str(side) for side in photo.size),
                expected="x".join(str(side) for side in self.size),
            )
        lens = Lens(*self.size, self.bend) if self.bend else None
        rows = np.array(self.marks, np.float64).reshape(-1, 4)
        return Homography.from_marks(rows[:, :2], rows[:, 2:], *self.table, lens=lens)


@dataclass(frozen=True, eq=False)
class Tracing:
    """An outline that was traced on a photo.

    Attributes
    ----------
    outline_px : (n, 2) float array
        The clicks, in the order they were made, pixels.
    homography : Homography
    """

    outline_px: Floats
    homography: Homography

    @classmethod
    def of(cls, outline_px: Sequence[Point] | Floats, homography: Homography) -> Tracing:
        """Return the tracing of clicks round the foot of a piece.

        Raises
        ------
        HulldownError
            With key ``photo.trace.horizon`` when a click lies above the table's horizon, else
            ``geometry.area.*``: fewer than three corners, one that repeats, sides that cross.
        """
        made = cls(np.asarray(outline_px, np.float64).reshape(-1, 2), homography)
        if not np.isfinite(made.outline_in).all():
            raise HulldownError("photo.trace.horizon")
        check_area(made.outline_in)
        return made

    @cached_property
    def outline_in(self) -> Floats:
        """The outline on the table, ``(n, 2)`` inches."""
        return self.homography.to_table(self.outline_px)

    @cached_property
    def fits(self) -> tuple[OutlineFit, ...]:
        """Box, circle and polygon for the outline, the likeliest first."""
        return fit_outline(self.outline_in)

    def spread_in(self, px: float = 1.5) -> float:
        """Return the greatest error of a corner that clicks of such an error mean, inches."""
        return float(self.homography.spread_in(self.outline_in, px).max())

    def fit(self, kind: Literal["box", "circle", "polygon"]) -> OutlineFit:
        """Return the fit of a kind."""
        return next(each for each in self.fits if each.kind == kind)

    def piece(
        self,
        id: str,
        height_in: float,
        *,
        fit: OutlineFit | None = None,
        name: str = "",
        kind: str = "",
    ) -> PieceFile:
        """Return a piece of the traced outline as a scene file has it.

        A box or a circle becomes a solid of that height. A polygon becomes boxes side by side that
        follow it to half an inch (exactly where its sides run square to one another, as an L's
        do), with the outline itself as the area of the piece.

        Parameters
        ----------
        id, name, kind : str
        height_in : float
            Typed by the person: no photo from one side tells it.
        fit : OutlineFit, optional
            Which of `fits`; the likeliest by default.

        Raises
        ------
        HulldownError
            With key ``photo.trace.height`` when the height is not above 0.
        """
        if not 0 < height_in < 1000:
            raise HulldownError("photo.trace.height", found=height_in)
        chosen = fit or self.fits[0]
        if chosen.kind == "circle":
            at = (quantise_in(chosen.at[0]), quantise_in(chosen.at[1]))
            radius = quantise_in(chosen.length / 2)
            made = PieceFile(id=id, model="cylinder", at=at, radius=radius, height=height_in)
        else:
            box = self.fit("box")
            at = (quantise_in(box.at[0]), quantise_in(box.at[1]))
            facing = quantise_deg(box.facing)
            made = PieceFile(id=id, model="box", at=at, facing=facing)
            if chosen.kind == "box":
                size = (quantise_in(box.length), quantise_in(box.width), height_in)
                made = msgspec.structs.replace(made, size=size)
            else:
                local = _local(chosen.outline, at, facing)
                boxes = [
                    BoxFile(low=(x0, y0, 0.0), high=(x1, y1, height_in))
                    for x0, y0, x1, y1 in np.round(banded(local), 4).tolist()
                ]
                made = msgspec.structs.replace(made, model="boxes", boxes=boxes, area=local)
        return msgspec.structs.replace(made, name=name, kind=kind)


def _local(outline: Sequence[Point], at: Point, facing: float) -> list[Point]:
    """Return an outline in the frame of a piece."""
    c, s = np.cos(np.radians(facing)), np.sin(np.radians(facing))
    away = np.asarray(outline, np.float64) - np.asarray(at)
    turned = away @ np.array([[c, -s], [s, c]])
    return [(quantise_in(x), quantise_in(y)) for x, y in turned.tolist()]
