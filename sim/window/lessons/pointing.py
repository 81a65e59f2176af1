"""Pointing: a frame or a ring with an arrow at a widget, a unit or a place of the table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.view.ui import Box, Ui
from sim.window.lessons.course import spot_of

if TYPE_CHECKING:
    from sim.window.battle.page import BattlePage

__all__ = ["draw_pointer", "focus_on", "target_of"]

#: How far round the thing the frame stands, points; length and half width of the arrow's head.
_ROOM, _LONG, _HEAD = 5.0, 46.0, 9.0


def target_of(page: BattlePage, ui: Ui, points: Sequence[str]) -> tuple[str, Box] | None:
    """Return the first thing of a list that is on the screen now: its name and its box, points."""
    for point in points:
        sort, _, name = point.partition(":")
        if sort == "widget":
            place = ui.places.get(name)
            box = place.box if place is not None and place.shown else None
        elif sort == "unit":
            box = _unit_box(page, name)
        else:
            box = _spot_box(page, point)
        if box is not None:
            return point, box
    return None


def _unit_box(page: BattlePage, unit: str) -> Box | None:
    """Return what the miniatures of a unit cover on the screen; None when nothing of it does."""
    view, facts = page.view, page.view.facts
    ends: list[tuple[float, float, float]] = []
    for piece in view.pieces:
        if unit in (piece.unit, piece.id):
            floor = facts.support(piece.pose.x, piece.pose.y, piece.pose.level)
            tall = facts.table.models[piece.model].height_in
            ends += [(*piece.pose.at, floor), (*piece.pose.at, floor + tall)]
    return _box(page, ends)


def _spot_box(page: BattlePage, point: str) -> Box | None:
    at = spot_of(point)
    if at is None:
        return None
    return _box(page, [(*at, page.view.facts.support(*at, "ground"))])


def _box(page: BattlePage, ends: Sequence[tuple[float, float, float]]) -> Box | None:
    window = page.app.window
    s = window.ui.scale
    found = [(x / s, y / s) for x, y, depth in page.view.pixels(ends, window.size) if depth > 0]
    wide, high = (side / s for side in window.size)
    seen = [(x, y) for x, y in found if 0 <= x <= wide and 0 <= y <= high]
    if not seen:
        return None
    xs, ys = [x for x, _ in seen], [y for _, y in seen]
    return (min(xs) - 8, min(ys) - 8, max(xs) + 8, max(ys) + 8)


def focus_on(page: BattlePage, points: Sequence[str]) -> bool:
    """Bring the first unit or place of a list into the middle of the view.

    Returns
    -------
    bool
        Whether there was one.
    """
    for point in points:
        sort, _, name = point.partition(":")
        at = spot_of(point) if sort == "at" else None
        if sort == "unit":
            page.view.focus_on(name)
            return True
        if at is not None:
            page.view.orbit.focus([at])
            return True
    return False


def draw_pointer(ui: Ui, point: str, box: Box, *, strong: bool) -> None:
    """Draw the pointer: over the panels for a widget, under them for what stands on the table.

    Parameters
    ----------
    strong : bool
        Drawn thicker: it was asked for.
    """
    on_panel = point.startswith("widget:")
    left, top, right, bottom = box
    width = 4.0 if strong else 2.0
    if on_panel:
        corners = _frame(left - _ROOM, top - _ROOM, right + _ROOM, bottom + _ROOM)
    else:
        corners = _ellipse(left - _ROOM, top - _ROOM, right + _ROOM, bottom + _ROOM)
    ui.stroke(corners, "gold", width=width, closed=True, over=on_panel)
    for line in _arrow(ui, box):
        ui.stroke(line, "gold", width=width + 1, over=on_panel)
    ui.remember("lesson/pointer", box)


def _frame(left: float, top: float, right: float, bottom: float) -> list[tuple[float, float]]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _ellipse(left: float, top: float, right: float, bottom: float) -> list[tuple[float, float]]:
    """Return points of the ellipse round a box: its corners lie on it."""
    x, y = (left + right) / 2, (top + bottom) / 2
    a, b = (right - left) / 2 * 1.2, (bottom - top) / 2 * 1.2
    turns = [2 * math.pi * n / 40 for n in range(40)]
    return [(x + a * math.cos(turn), y + b * math.sin(turn)) for turn in turns]


def _arrow(ui: Ui, box: Box) -> list[list[tuple[float, float]]]:
    """Return the strokes of an arrow at a box: from above, or from below where that is no room."""
    left, top, right, bottom = box
    x = (left + right) / 2
    down = top - _ROOM - _LONG > 0 or bottom + _ROOM + _LONG > ui.size[1]
    way = 1.0 if down else -1.0
    tip = (x, (top if down else bottom) - way * (_ROOM + 6))
    back = (x, tip[1] - way * _LONG)
    barbs = [(x + side * _HEAD, tip[1] - way * _HEAD * 1.4) for side in (-1.0, 1.0)]
    return [[back, tip], [barbs[0], tip, barbs[1]]]
