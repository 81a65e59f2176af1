"""The plan: the table from straight above with an inch grid, areas, zones, bases and names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageEnhance

from sim.engine.observed import Observed, SeenPiece
from sim.engine.plan_layers import PlanLayers
from sim.geometry.pose import Point
from sim.geometry.shapes import reach_of
from sim.table.pieces import Terrain
from sim.view.cameras import above
from sim.view.darkroom import expose
from sim.view.figures import is_vehicle
from sim.view.ground import frame_width
from sim.view.labels import Box, draw_labels, unit_labels
from sim.view.livery import Livery, liveries
from sim.view.plan_layers import draw_ghosts, draw_lines, draw_shade, with_legend
from sim.view.plan_sheet import SCALE, Colour, Sheet, dashes
from sim.view.rims import outline
from sim.view.sight_lines import Line
from sim.view.stage import Stage
from sim.words import say

__all__ = ["Zone", "plan"]

Floats = NDArray[np.float64]

#: Inches of floor seen round the frame.
FLOOR_IN = 1.2
_FLOOR = ((-90.0, (32, 33, 37)), (90.0, (32, 33, 37)))


@dataclass(frozen=True)
class Zone:
    """A marked part of the table, such as a deployment zone.

    Attributes
    ----------
    outline : tuple of Point
        Polygon, table frame.
    side : str
        Whose it is; empty for nobody's.
    text : str
        What is written in it.
    """

    outline: tuple[Point, ...]
    side: str = ""
    text: str = ""


def plan(
    stage: Stage,
    observed: Observed | None,
    zones: Sequence[Zone],
    width: int,
    window: Box | None = None,
    lines: Sequence[Line] = (),
    layers: PlanLayers | None = None,
) -> Image.Image:
    """Return the plan of what the stage shows.

    Parameters
    ----------
    stage : Stage
    observed : Observed or None
        Gives the names; None for an empty table.
    zones : sequence of Zone
    width : int
        Pixels; the height follows from the table.
    window : (left, low, right, high), optional
        Inches: the part to show instead of the whole table with its frame.
    lines : sequence of Line
        Sight lines, drawn over everything.
    layers : PlanLayers, optional
        Shaded cells under the grid, lines and ghosts over the bases, a legend under the plan.
    """
    extra = layers or PlanLayers()
    window = window or extra.window
    table = stage.table
    margin = frame_width(table) + FLOOR_IN
    left, low, right, high = window or (
        -margin,
        -margin,
        table.width + margin,
        table.depth + margin,
    )
    size = (width, 2 * round(width * (high - low) / (right - left) / 2))
    view = above(table, size[0] / size[1], margin)
    if window:
        x, y = (left + right) / 2, (low + high) / 2
        view = replace(view, eye=(x, y, view.eye[2]), target=(x, y, 0.0), tall=high - low)
    picture = expose(stage.root, view, size, room=_FLOOR)
    picture = ImageEnhance.Brightness(ImageEnhance.Color(picture).enhance(0.85)).enhance(0.92)
    sheet = Sheet(view, size)
    looks = liveries([side.id for side in observed.sides] if observed else stage.sides)
    if extra.shade is not None:
        draw_shade(sheet, extra.shade)
    for zone in zones:
        _zone(sheet, zone, looks.get(zone.side, looks[""]))
    _grid(sheet, (table.width, table.depth), frame_width(table) / 2, window)
    closer = 1.7 if window else 1.0
    small = max(9, round(width / 150 * closer))
    for piece in table.terrain.values():
        _area(sheet, piece, small)
    pieces = [p for p in observed.pieces if p.model in table.models] if observed else []
    for piece in pieces:
        _base(sheet, stage, piece, looks.get(piece.side, looks[""]))
    _sight_lines(sheet, lines)
    draw_lines(sheet, extra.lines)
    draw_ghosts(sheet, extra.ghosts, table.models)
    out = sheet.over(picture).convert("RGB")
    near = [piece for piece in pieces if window is None or _is_in(window, piece.pose.at)]
    if observed is not None and near:
        out = _labelled(out, sheet, stage, observed, near)
    return with_legend(out, extra, sheet.inch / SCALE)


def _is_in(window: Box, at: Point) -> bool:
    left, low, right, high = window
    return left <= at[0] <= right and low <= at[1] <= high


def _labelled(
    picture: Image.Image,
    sheet: Sheet,
    stage: Stage,
    observed: Observed,
    pieces: Sequence[SeenPiece],
) -> Image.Image:
    """Return the picture with the units' names beside their bases."""
    looks = liveries([side.id for side in observed.sides])
    spots = sheet.at(np.array([piece.pose.at for piece in pieces]))
    places = {p.id: (x / SCALE, y / SCALE) for p, (x, y) in zip(pieces, spots, strict=True)}
    inch = sheet.inch / SCALE
    clear: list[Box] = []
    for piece in pieces:
        x, y = places[piece.id]
        reach = reach_of(stage.table.models[piece.model].base) * inch
        clear.append((x - reach, y - reach, x + reach, y + reach))
    labels = unit_labels(observed, places, looks)
    size = max(10, round(picture.width / 130))
    return draw_labels(picture, labels, size=size, keep_clear=clear, gap=inch * 0.85)


#: Colour, width in inches and dash of a sight line by its state.
_LINES: dict[str, tuple[Colour, float, float]] = {
    "clear": ((32, 176, 96, 255), 0.16, 0.0),
    "obscured": ((240, 166, 30, 255), 0.14, 0.5),
    "blocked": ((214, 44, 36, 255), 0.12, 0.22),
}


def _sight_lines(sheet: Sheet, lines: Sequence[Line]) -> None:
    """Draw sight lines; beyond the piece that blocks it a line is faint."""
    for line in lines:
        colour, thick, dash = _LINES[line.state]
        stop = line.stop or line.end
        ends = np.array([line.start[:2], stop[:2]])
        for stretch in dashes(ends, dash, dash * 0.8) if dash else [ends]:
            sheet.line(stretch, colour, thick)
        if line.stop is not None:
            sheet.line(np.array([stop[:2], line.end[:2]]), (*colour[:3], 90), thick * 0.6)


def _grid(
    sheet: Sheet, table: tuple[float, float], beside: float, window: Box | None = None
) -> None:
    """Draw lines each inch, stronger each six and twelve, with numbers on the frame."""
    width, depth = table
    for horizontal, far, across in ((False, width, depth), (True, depth, width)):
        for step in range(int(far + 1e-9) + 1):
            alpha = 120 if step % 12 == 0 else 66 if step % 6 == 0 else 70 if window else 22
            ends = np.array([(step, 0.0), (step, across)], float)
            thick = 0.05 if step % 6 == 0 else 0.03
            sheet.line(ends[:, ::-1] if horizontal else ends, (235, 240, 245, alpha), thick)
            if step % 6 == 0:
                size = max(9, round(sheet.size[0] / (84 if window else 120)))
                spots = ((step, -beside), (step, across + beside))
                if window:
                    edge = window[0] if horizontal else window[1]
                    spots = ((step, edge + 1.1 * size / (sheet.inch / SCALE)),)
                for spot in spots:
                    at = (spot[1], spot[0]) if horizontal else spot
                    sheet.text(at, say("view.plan.inches", value=step), size, (240, 236, 224, 255))


def _area(sheet: Sheet, piece: Terrain, size: int) -> None:
    """Draw the outline of a terrain area, dashed light over dark, and the piece's name."""
    if len(piece.area) >= 3:
        ring = np.array([*piece.area, piece.area[0]], float)
        sheet.line(ring, (16, 18, 20, 130), 0.13)
        for stretch in dashes(ring, 0.45, 0.3):
            sheet.line(stretch, (246, 240, 206, 235), 0.07)
    if piece.name:
        spot = (
            np.array(piece.area, float).mean(axis=0)
            if len(piece.area) >= 3
            else piece.body.bounds[:, :2].mean(axis=0)
        )
        sheet.text((float(spot[0]), float(spot[1])), piece.name, size, (250, 246, 226, 235))


def _base(sheet: Sheet, stage: Stage, piece: SeenPiece, livery: Livery) -> None:
    """Draw a base as its true outline with the side's pattern; vehicles show where they face."""
    model = stage.table.models[piece.model]
    edge = np.array([piece.pose.to_table((float(x), float(y))) for x, y in outline(model.base, 96)])
    spots = sheet.at(edge)
    sheet.pen.polygon(spots, fill=(*livery.rim, 96))
    ring = np.concatenate([edge, edge[:1]])
    sheet.line(ring, (14, 16, 18, 255), 0.24)
    sheet.line(ring, (*livery.rim, 255), 0.15)
    if any(light for _, light in livery.pattern):
        gap = 2 * np.pi * 0.6 / livery.repeats
        for stretch in dashes(ring, gap * 0.4, gap * 0.6):
            sheet.line(stretch, (240, 238, 230, 255), 0.13)
    front = float(outline(model.base)[:, 0].max())
    if is_vehicle(model):
        tip = [(front + 0.7, 0.0), (front - 0.1, 0.55), (front + 0.15, 0.0), (front - 0.1, -0.55)]
        arrow = sheet.at(np.array([piece.pose.to_table(point) for point in tip]))
        sheet.pen.polygon(arrow, fill=(*livery.rim, 255), outline=(14, 16, 18, 255))
    elif piece.leads:
        size = max(9, round(0.9 * sheet.inch / SCALE))
        sheet.text(piece.pose.at, say("view.icon.leader"), size, (255, 214, 64, 255))


def _zone(sheet: Sheet, zone: Zone, livery: Livery) -> None:
    """Hatch a zone in its side's colour and write its text along its middle."""
    ring = np.array([*zone.outline, zone.outline[0]], float)
    spots = sheet.at(ring)
    mask = Image.new("L", sheet.layer.size, 0)
    ImageDraw.Draw(mask).polygon(spots, fill=255)
    hatch = Image.new("RGBA", sheet.layer.size, (*livery.rim, 34))
    pen = ImageDraw.Draw(hatch)
    step = max(8, round(sheet.inch * 1.2))
    for start in range(-hatch.height, hatch.width, step):
        pen.line(
            [(start, hatch.height), (start + hatch.height, 0)],
            fill=(*livery.rim, 96),
            width=max(2, round(sheet.inch * 0.12)),
        )
    sheet.layer.paste(hatch, (0, 0), mask)
    sheet.line(ring, (*livery.rim, 255), 0.16)
    if zone.text:
        middle = ring[:-1].mean(axis=0)
        size = max(12, round(sheet.size[0] / 90))
        sheet.text((float(middle[0]), float(middle[1])), zone.text, size, (250, 250, 250, 255))
