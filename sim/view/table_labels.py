"""Units' labels over the table, decluttered, drawn with the widgets."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sim.view.labels import Label, placed, unit_labels
from sim.view.livery import liveries
from sim.view.table_view import TableView
from sim.view.ui import Box, Ink, Ui

__all__ = ["draw_mini_names", "draw_unit_labels"]

_HIGH = 21.0


def draw_unit_labels(
    ui: Ui,
    view: TableView,
    size: tuple[int, int],
    keep_clear: Sequence[Box] = (),
    *,
    skip: Collection[str] = (),
    shut: Box | None = None,
) -> None:
    """Draw a label over each unit that is in the picture.

    Parameters
    ----------
    size : (width, height)
        Of the window in pixels.
    keep_clear : sequence of Box
        What labels should rather not cover, points.
    skip : collection of str
        Units without a label: something else names them.
    shut : Box, optional
        Where no label may be: one that would be there is left out.
    """
    observed = view.observed
    if observed is None:
        return
    pieces = [piece for piece in view.pieces if piece.unit not in skip]
    spots = view.pixels([view.above(piece) for piece in pieces], size)
    wide, high = ui.size
    places = {
        piece.id: (x / ui.scale, y / ui.scale)
        for piece, (x, y, depth) in zip(pieces, spots, strict=True)
        if depth > 0 and -40 < x / ui.scale < wide + 40 and -40 < y / ui.scale < high + 40
    }
    labels = unit_labels(observed, places, liveries([side.id for side in observed.sides]))
    sizes = [(_width(ui, label), _HIGH) for label in labels]
    boxes = placed([label.at for label in labels], sizes, ui.size, keep_clear)
    for label, box in zip(labels, boxes, strict=True):
        if shut is not None and _meet(box, shut):
            continue
        chips: list[tuple[str, Ink]] = [
            (chip.text, "dim" if chip.quiet else "gold") for chip in label.chips
        ]
        rim = label.livery.rim if label.livery else None
        light = bool(label.livery) and any(light for _, light in label.livery.pattern)
        ui.label(box, label.text, chips, rim=rim, light=light)


def _width(ui: Ui, label: Label) -> float:
    words = [label.text, *(chip.text for chip in label.chips)]
    texts = sum(ui.text_size(word)[0] * ui.LABEL_SIZE + 6.0 for word in words)
    return texts + 8.0 + (14.0 if label.livery else 0.0)


def draw_mini_names(ui: Ui, view: TableView, size: tuple[int, int]) -> None:
    """Draw each miniature's own name over it: on a desk they are asked for by name."""
    if view.observed is None:
        return
    looks = liveries([side.id for side in view.observed.sides])
    for piece in view.pieces:
        x, y, depth = view.pixels([view.above(piece)], size)[0]
        if depth <= 0:
            continue
        label = Label(piece.id, (x / ui.scale, y / ui.scale), looks.get(piece.side))
        wide = _width(ui, label)
        left, top = label.at[0] - wide / 2, label.at[1] - _HIGH
        rim = label.livery.rim if label.livery else None
        ui.label((left, top, left + wide, top + _HIGH), label.text, rim=rim)


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
