"""The picture of an imported model: at an angle, from the front and from above.

A figure on a 32 mm base stands beside it, and its extents are written in inches and millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from sim.engine.observed import SeenPiece
from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import merge, select_parts, transform
from sim.geometry.pose import Pose
from sim.geometry.shapes import Disc
from sim.geometry.units import MM_PER_IN, mm
from sim.table.facts import Facts
from sim.table.kit import kit_piece
from sim.table.pieces import Model, Table, Terrain
from sim.view.cameras import Point3, View, bounds, orbit
from sim.view.darkroom import ROOM, expose, png_bytes
from sim.view.labels import INK, PANEL, font
from sim.view.stage import Stage
from sim.words import say

__all__ = ["piece_thumbnail"]

Floats = NDArray[np.float64]

#: Pixels: the large picture, and the two small ones beside it.
LARGE, SMALL = (820, 720), (460, 360)
#: The figure that gives the measure, its base, and the free ground between it and the model.
FIGURE, BASE_MM, GAP_IN = "soldier_rifle", 32.0, 0.5
#: How much of the figure is to be seen: it is a ghost.
GHOST = 0.6
_LINE, _SHADE = (244, 244, 240, 255), (17, 19, 23, 150)


@dataclass(frozen=True, eq=False)
class _Set:
    """A model and a figure on a small table."""

    stage: Stage
    figure: SeenPiece
    low: Floats
    high: Floats
    figure_at: Pose
    figure_high: float

    @property
    def corners(self) -> Floats:
        """Corners of the boxes round model and figure."""
        radius = mm(BASE_MM) / 2
        spot = np.array([self.figure_at.x, self.figure_at.y])
        ends = (
            (self.low, self.high),
            (np.append(spot - radius, 0.0), np.append(spot + radius, self.figure_high)),
        )
        return np.array([c for low, high in ends for c in product(*zip(low, high, strict=True))])


def piece_thumbnail(mesh: MeshData, name: str) -> bytes:
    """Return a PNG of a model: at an angle, from the front and from above.

    Parameters
    ----------
    mesh : MeshData
        Inches, z up, standing on the ground about its own centre.
    name : str
        Written over the picture.
    """
    made = _built(mesh)
    whole = Image.new("RGB", (LARGE[0] + SMALL[0], LARGE[1]))
    whole.paste(_titled(_shot(made, _at_angle(made), LARGE), name), (0, 0))
    front, above = _straight_views(made)
    drawn = _measured(_shot(made, front, SMALL), made, front, upright=True)
    whole.paste(drawn, (LARGE[0], 0))
    drawn = _measured(_shot(made, above, SMALL), made, above, upright=False)
    whole.paste(drawn, (LARGE[0], SMALL[1]))
    pen = ImageDraw.Draw(whole)
    pen.line((LARGE[0], 0, LARGE[0], LARGE[1]), fill=(10, 11, 14), width=3)
    pen.line((LARGE[0], SMALL[1], whole.width, SMALL[1]), fill=(10, 11, 14), width=3)
    return png_bytes(whole)


def _figure() -> Model:
    """Return a soldier on a 32 mm base."""
    piece = kit_piece(FIGURE)
    base = piece.file.base
    own = mm(base.diameter_mm) / 2 if base and base.diameter_mm else mm(BASE_MM) / 2
    radius = mm(BASE_MM) / 2
    seen = tuple(part.name for part in piece.body.parts if part.name != "base")
    wide = (radius / own, radius / own, 1.0)
    body = merge(
        [select_parts(piece.body, seen), transform(select_parts(piece.body, ("base",)), scale=wide)]
    )
    high = float(body.bounds[1, 2])
    return Model("ghost", Disc(radius), high, high, body)


def _built(mesh: MeshData) -> _Set:
    size = np.ptp(mesh.vertices, axis=0)
    model = _figure()
    radius = mm(BASE_MM) / 2
    edge = max(5.0, 0.8 * float(size.max()))
    aside = 2 * radius + GAP_IN
    width = max(6.0, float(size[0]) + aside + 2 * edge)
    depth = max(6.0, max(float(size[1]), 2 * radius) + 2 * edge)
    centre = Pose((width + aside) / 2, depth / 2)
    body = transform(mesh, centre)
    low, high = body.bounds
    stands = Pose(float(low[0]) - GAP_IN - radius, float(low[1]) + radius, -90.0)
    if size[1] < 2 * radius:
        stands = Pose(stands.x, depth / 2, stands.facing)
    piece = Terrain("model", "model", "", centre, body, ())
    table = Table(width, depth, "grass", {"model": piece}, {"ghost": model})
    figure = SeenPiece("ghost", "mini", "ghost", "", "", stands, "ghost")
    stage = Stage(Facts(table))
    stage.still.find("frame").hide()
    return _Set(stage, figure, low, high, stands, model.height_in)


def _shot(made: _Set, view: View, size: tuple[int, int]) -> Image.Image:
    """Return what a view shows, the figure half there."""
    made.stage.show(())
    without = expose(made.stage.root, view, size, room=ROOM)
    made.stage.show((made.figure,))
    return Image.blend(without, expose(made.stage.root, view, size, room=ROOM), GHOST)


def _at_angle(made: _Set) -> View:
    """Return a view from the front left that just holds model and figure."""
    points, aspect = made.corners, LARGE[0] / LARGE[1]
    target = (points.min(axis=0) + points.max(axis=0)) / 2
    distance = 4.0 * float(np.ptp(points, axis=0).max())
    angle = 24.0
    for _ in range(12):
        view = orbit(_point(target), distance, -24.0, 26.0, angle)
        seen = view.project(points, aspect)[:, :2]
        low, high = seen.min(axis=0), seen.max(axis=0)
        half = np.tan(np.radians(angle / 2)) * distance
        right, up, _ = view.axes
        middle = (low + high) / 2 * half * [aspect, 1.0]
        target = target + right * middle[0] + up * middle[1]
        distance *= float(((high - low) / 2).max()) / 0.84
    view = orbit(_point(target), distance, -24.0, 26.0, angle)
    return view.clipped_to(*bounds(made.stage.table))


def _straight_views(made: _Set) -> tuple[View, View]:
    """Return parallel views from the front and from above, to one scale."""
    low, high = made.corners.min(axis=0), made.corners.max(axis=0)
    room = (high - low) * 1.12 + 0.2
    # Room for the lines and numbers beside and below.
    free = np.array([SMALL[0] - 150, SMALL[1] - 120])
    scale = max(room[0] / free[0], max(room[1], room[2]) / free[1])
    tall = float(scale * SMALL[1])
    shift = np.array([50 * scale, -24 * scale])
    x = float((low[0] + high[0]) / 2 + shift[0])
    y, z = float((low[1] + high[1]) / 2 + shift[1]), float((low[2] + high[2]) / 2 + shift[1])
    far = float(np.ptp(made.corners, axis=0).max()) + 50.0
    front = View((x, -far, z), (x, 0.0, z), 0.0, tall, near=1.0, far=3 * far)
    above = View((x, y, far), (x, y, 0.0), 0.0, tall, near=1.0, far=2 * far)
    return front, above


def _point(values: Floats) -> Point3:
    x, y, z = (float(value) for value in values)
    return (x, y, z)


def _measured(picture: Image.Image, made: _Set, view: View, *, upright: bool) -> Image.Image:
    """Return a straight view with the model's width below and its height or depth beside it."""
    ends = view.project(np.array([made.low, made.high]), picture.width / picture.height)
    x = (ends[:, 0] + 1) / 2 * picture.width
    y = (1 - ends[:, 1]) / 2 * picture.height
    size = made.high - made.low
    drawn = _Drawing(picture)
    ground = float(max(y))
    if upright:
        drawn.rule((0.0, ground), (float(picture.width), ground))
    low = ground + 16
    drawn.line((float(x[0]), low), (float(x[1]), low), _length(float(size[0])))
    side = float(max(x)) + 16
    tall = float(size[2] if upright else size[1])
    drawn.line((side, float(min(y))), (side, float(max(y))), _length(tall))
    title = "importing.picture.front" if upright else "importing.picture.above"
    drawn.text((12, 18), say(title), "lm")
    spot = view.project(np.array([[made.figure_at.x, made.figure_at.y, 0.0]]), 1.0)[0]
    across = (spot[0] * picture.height / picture.width + 1) / 2 * picture.width
    scale = picture.height / view.tall
    if upright:
        down = ground - made.figure_high * scale - 16
    else:
        down = (1 - spot[1]) / 2 * picture.height - mm(BASE_MM) / 2 * scale - 16
    drawn.text((float(across), float(down)), say("importing.picture.base"), "mm")
    return drawn.done()


def _length(inches: float) -> str:
    return say("importing.picture.length", inches=inches, mm=inches * MM_PER_IN)


def _titled(picture: Image.Image, name: str) -> Image.Image:
    drawn = _Drawing(picture)
    drawn.text((16, 26), name, "lm", 20)
    return drawn.done()


class _Drawing:
    """Lines and texts over a picture, smooth, each text on a dark panel inside the picture."""

    SCALE = 2

    def __init__(self, picture: Image.Image) -> None:
        self.picture = picture
        size = (picture.width * self.SCALE, picture.height * self.SCALE)
        self.layer = Image.new("RGBA", size, (0, 0, 0, 0))
        self.pen = ImageDraw.Draw(self.layer)

    def line(self, start: tuple[float, float], end: tuple[float, float], text: str) -> None:
        """Draw a dimension line with end ticks and its text: below a level one, beside another."""
        level = start[1] == end[1]
        tick = (0, 5) if level else (5, 0)
        strokes = [(start, end)] + [
            ((p[0] - tick[0], p[1] - tick[1]), (p[0] + tick[0], p[1] + tick[1]))
            for p in (start, end)
        ]
        for wide, colour in ((9, _SHADE), (3, _LINE)):
            for a, b in strokes:
                flat = [value * self.SCALE for value in (*a, *b)]
                self.pen.line(flat, fill=colour, width=wide)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        if level:
            self.text((middle[0], middle[1] + 28), text, "mm")
        else:
            self.text((middle[0] + 12, middle[1]), text, "lm")

    def rule(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw a plain thin line: the ground."""
        flat = [value * self.SCALE for value in (*start, *end)]
        self.pen.line(flat, fill=(150, 148, 142, 255), width=3)

    def text(self, at: tuple[float, float], text: str, anchor: str, size: int = 14) -> None:
        """Write a text at a point of the picture, moved so that it lies inside."""
        face = font(size * self.SCALE)
        lines = text.split("\n")
        wide = max(face.getlength(line) for line in lines) / self.SCALE + size
        high = size * (0.6 + 1.15 * len(lines))
        left = at[0] - (wide / 2 if anchor == "mm" else 0)
        left = min(max(left, 4.0), self.picture.width - wide - 4)
        top = min(max(at[1] - high / 2, 4.0), self.picture.height - high - 4)
        box = [value * self.SCALE for value in (left, top, left + wide, top + high)]
        self.pen.rounded_rectangle(box, size * 0.32 * self.SCALE, fill=PANEL)
        for index, line in enumerate(lines):
            spot = (
                (left + wide / 2) * self.SCALE,
                (top + size * (0.88 + 1.15 * index)) * self.SCALE,
            )
            self.pen.text(spot, line, INK, face, anchor="mm")

    def done(self) -> Image.Image:
        """Return the picture with everything drawn on it."""
        out = self.picture.convert("RGBA")
        out.alpha_composite(self.layer.reduce(self.SCALE))
        return out.convert("RGB")
