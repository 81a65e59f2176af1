"""Rings and sight lines that the conversation draws round and between pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.engine.observed import SeenPiece
from sim.engine.reasons import Ray, Reason
from sim.view.cameras import Point3
from sim.view.marks import base_height, state_ring
from sim.view.overlays import line_look, sight_line
from sim.view.table_view import TableView
from sim.window.battle.at_table import AtTable

__all__ = ["line_node", "on_screen", "rays_of", "ring_nodes", "stop_of"]


def ring_nodes(view: TableView, pieces: Sequence[SeenPiece], state: str) -> list[Any]:
    """Return a ring for each piece that is a miniature of the table.

    Parameters
    ----------
    state : str
        As `sim.view.marks.state_ring` knows it.
    """
    models = view.facts.table.models
    return [
        state_ring(models[p.model].base, p.pose, state, base_height(view.stage, p.pose))
        for p in pieces
        if p.model in models
    ]


def on_screen(at: AtTable, spot: Point3) -> tuple[float, float] | None:
    """Return where a point of the table is on the screen, points; None out of sight."""
    size, s = at.app.window.size, at.app.window.ui.scale
    ((x, y, depth),) = at.view.pixels([spot], size)
    inside = depth > 0 and 0 <= x <= size[0] and 0 <= y <= size[1]
    return (x / s, y / s) if inside else None


def rays_of(reason: Reason | None, most: int = 12) -> list[tuple[Ray, Reason]]:
    """Return the rays of a reason and of all behind it, each line once, with who tells it.

    Parameters
    ----------
    most : int
        No more than so many.
    """
    found: dict[tuple[Point3, Point3], tuple[Ray, Reason]] = {}
    waiting = [reason] if reason is not None else []
    while waiting and len(found) < most:
        node = waiting.pop(0)
        for ray in node.rays:
            found.setdefault((ray[0], ray[1]), (ray, node))
        waiting.extend(node.children)
    return list(found.values())[:most]


def stop_of(view: TableView, ray: Ray) -> tuple[Point3 | None, str]:
    """Return where a ray first meets terrain, and the piece; None and empty where it meets none."""
    start, end = np.array(ray[0], float), np.array(ray[1], float)
    share, piece = view.picker.first_hit(start, end)
    if not piece:
        return None, ""
    spot = start + (end - start) * share
    return (float(spot[0]), float(spot[1]), float(spot[2])), piece


def line_node(view: TableView, ray: Ray, state: str) -> tuple[Any, str]:
    """Return a sight line and the piece that stops it.

    Parameters
    ----------
    state : str
        ``clear``, ``obscured`` or ``blocked``; only the last one ends at what is in the way.
    """
    stop, piece = stop_of(view, ray) if state == "blocked" else (None, "")
    return sight_line(ray[0], ray[1], line_look(state), stop=stop), piece
