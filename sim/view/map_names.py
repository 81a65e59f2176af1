"""Names of terrain on the map, where there is room for them."""

from __future__ import annotations

import numpy as np

from sim.view.flat_table import outline_of
from sim.view.table_view import TableView
from sim.view.ui import Ui

__all__ = ["draw_map_names"]

_SIZE = 0.74


def draw_map_names(ui: Ui, view: TableView, size: tuple[int, int]) -> None:
    """Write the name of each piece that is wide enough for it over its middle.

    Parameters
    ----------
    size : (width, height)
        Of the window in pixels.
    """
    for piece in view.facts.table.terrain.values():
        if not piece.name:
            continue
        ring = view.stage.keep(("outline", piece.id), lambda piece=piece: outline_of(piece))
        if len(ring) < 3:
            continue
        low, high = ring.min(axis=0), ring.max(axis=0)
        middle = (low + high) / 2
        spots = np.array([(low[0], middle[1]), middle, (high[0], middle[1])])
        seen = view.pixels([(float(x), float(y), 0.0) for x, y in spots], size)
        (left, *_), (x, y, _), (right, *_) = seen
        wide = (right - left) / ui.scale
        if ui.text_size(piece.name)[0] * _SIZE + 18 <= wide * 1.05:
            at = (x / ui.scale, y / ui.scale)
            ui.tag(at, [(piece.name, "dim")], pivot=(0.5, 0.5), size=_SIZE)
