"""The desk's left panel: what can be put on the table, the table itself, photos, undo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sim.view.ui import Ui
from sim.window.app import App
from sim.window.desk.adding import FIRST, Kind
from sim.window.desk.bench import Bench
from sim.window.desk.photos import DeskPhotos
from sim.words import say

__all__ = ["Desk", "draw_shelf"]

_GROUNDS = ("grass", "mud", "sand", "snow", "street")


class Desk(Protocol):
    """What the shelf needs of the page it stands on."""

    app: App
    bench: Bench
    photos: DeskPhotos

    @property
    def kit(self) -> tuple[Kind, ...]:
        """What the kit has."""
        ...

    def add(self, kind: Kind) -> None:
        """Add something to the table."""
        ...

    def attempt(self, what: Callable[[], object]) -> bool:
        """Do something to the draft; tell what stands in the way."""
        ...

    def act(self, action: str) -> bool:
        """Follow a key."""
        ...


def draw_shelf(ui: Ui, desk: Desk, width: float) -> None:
    """Draw what can be added, photos, the table's measures, undo and redo."""
    for kind in FIRST:
        if ui.button(f"add/{kind.name}", say(f"desk.add.{kind.name}"), width=width):
            desk.add(kind)
    with ui.tree("add/kit", say("desk.add.kit")) as unfolded:
        if unfolded:
            for kind in desk.kit:
                if ui.row(f"add/{kind.name}", kind.text):
                    desk.add(kind)
    ui.line()
    desk.photos.draw(ui, width)
    ui.line()
    _draw_table(ui, desk)
    ui.line()
    _draw_undoing(ui, desk)


def _draw_table(ui: Ui, desk: Desk) -> None:
    draft = desk.bench.draft
    table = draft.file.table
    width = ui.number("table/width", say("desk.table.width"), table.width, step=1.0, width=128)
    depth = ui.number("table/depth", say("desk.table.depth"), table.depth, step=1.0, width=128)
    if (width, depth) != (table.width, table.depth):
        desk.attempt(lambda: draft.set_table(width, depth))
    grounds = [(name, say(f"desk.table.{name}")) for name in _GROUNDS]
    ground = ui.choice("table/ground", say("desk.table.ground"), table.ground, grounds, width=104)
    if ground != table.ground:
        desk.attempt(lambda: draft.set_ground(ground))


def _draw_undoing(ui: Ui, desk: Desk) -> None:
    draft, keys = desk.bench.draft, desk.app.keys
    for name, step in (("undo", draft.undoes), ("redo", draft.redoes)):
        why_not = "" if step else say(f"desk.nothing_to_{name}")
        hint = step.text() if step else ""
        label = say(f"desk.{name}")
        if ui.button(name, label, key=keys.key(name), why_not=why_not, hint=hint):
            desk.act(name)
