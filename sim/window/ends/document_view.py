"""A document drawn with widgets: the same blocks that become a page or a terminal's lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.engine.documents import (
    Block,
    Chart,
    Document,
    Figures,
    Fold,
    Heading,
    Listing,
    Model,
    Picture,
    Table,
    Text,
    Tree,
)
from sim.engine.reasons import Reason
from sim.view.ui import Ink, Ui
from sim.window.battle.wrapping import wrapped
from sim.words import say

__all__ = ["draw_document", "draw_reason"]

#: Room that the arrow of a tree takes, points.
_ARROW = 30.0

_INKS: tuple[Ink, ...] = ("link", "bad", "gold", "good")


def draw_document(ui: Ui, document: Document) -> None:
    """Draw a document into the present panel or area; its title is left to the caller."""
    for place, block in enumerate(document.blocks):
        _block(ui, block, f"doc/{place}")


def _block(ui: Ui, block: Block, name: str) -> None:
    """Draw one block; `name` keeps its widgets apart from the others'."""
    _DRAWN[type(block)](ui, block, name)


def _heading(ui: Ui, block: Heading, _: str) -> None:
    ui.space(10 if block.level < 2 else 6)
    ui.text(block.text, "gold", size=1.2 if block.level < 2 else 1.05)


def _text(ui: Ui, block: Text, _: str) -> None:
    ui.text(block.text)


def _tree(ui: Ui, block: Tree, name: str) -> None:
    draw_reason(ui, block.reason, name, opened=block.open)


def _listing(ui: Ui, block: Listing, name: str) -> None:
    with ui.tree(name, block.title) as unfolded:
        if unfolded:
            ui.text(block.text, "dim", size=0.85)


def _model(ui: Ui, block: Model, name: str) -> None:
    _picture(ui, block.picture, name)


def _figures(ui: Ui, block: Figures, name: str) -> None:
    with ui.table(name, [""] * len(block.figures)):
        for figure in block.figures:
            ui.cell()
            ui.text(figure.label, "dim", size=0.85)
            ui.text(figure.value, "gold", size=1.5)
            ui.text(figure.note, "dim", size=0.85)


def _table(ui: Ui, block: Table, name: str) -> None:
    if block.title:
        ui.text(block.title, "dim")
    with ui.table(name, block.columns):
        for row in block.rows:
            for text in row:
                ui.cell()
                ui.text(text)


def _fold(ui: Ui, block: Fold, name: str) -> None:
    title = say("window.result.fold", title=block.title, note=block.note) if block.note else ""
    with ui.tree(name, title or block.title, opened=block.open) as unfolded:
        if not unfolded:
            return
        for place, inner in enumerate(block.blocks):
            _block(ui, inner, f"{name}/{place}")


def _picture(ui: Ui, block: Picture, name: str) -> None:
    if not ui.has_picture(name):
        ui.keep_picture(name, block.png)
    ui.picture(name, ui.room[0])
    if block.caption:
        ui.text(block.caption, "dim", size=0.88)


def _chart(ui: Ui, block: Chart, name: str) -> None:
    """Draw lines over labels; each line has an ink and, from the second on, its own dashes."""
    ui.text(block.title, "dim", size=0.9)
    wide, tall = min(ui.room[0], 640.0), 150.0
    left, top = ui.corner
    ui.spot(name, (wide, tall + 22))
    steps = max(1, len(block.labels) - 1)
    ui.stroke([(left, top), (left, top + tall), (left + wide, top + tall)], "dim", on_panel=True)
    for place, series in enumerate(block.series):
        ink = _INKS[place % len(_INKS)]
        line = [
            (left + 8 + (wide - 16) * at / steps, top + tall * (1 - value / block.most))
            for at, value in enumerate(series.values)
        ]
        ui.stroke(line, ink, width=2.5, on_panel=True, dash=0.0 if place == 0 else 7.0 / place)
    for at, label in enumerate(block.labels):
        ui.write((left + 4 + (wide - 16) * at / steps, top + tall + 4), label, "dim", size=0.8)
    for place, series in enumerate(block.series):
        ui.text(
            say("window.result.line", dashes="— " if place == 0 else "-- ", name=series.name),
            _INKS[place % len(_INKS)],
            size=0.9,
        )


#: How each kind of block is drawn.
_DRAWN: dict[type, Callable[[Ui, Any, str], None]] = {
    Heading: _heading,
    Text: _text,
    Figures: _figures,
    Table: _table,
    Tree: _tree,
    Chart: _chart,
    Fold: _fold,
    Listing: _listing,
    Picture: _picture,
    Model: _model,
}


def draw_reason(ui: Ui, reason: Reason, name: str, *, opened: bool = False) -> None:
    """Draw a tree of reasons, each line with its clauses."""
    rules = say("window.result.rules", rules=", ".join(reason.rule_ids)) if reason.rule_ids else ""
    label = f"{reason.text()}  {rules}" if rules else reason.text()
    label = wrapped(ui, label, ui.room[0] - _ARROW)
    with ui.tree(name, label, opened=opened, leaf=not reason.children) as unfolded:
        if unfolded:
            for place, child in enumerate(reason.children):
                draw_reason(ui, child, f"{name}/{place}", opened=opened)
