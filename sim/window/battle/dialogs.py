"""What opens over the table: the menu, what is owed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sim.view.inputs import Input
from sim.view.ui import Ui
from sim.window.battle.at_table import AtTable
from sim.window.battle.owing import Owed
from sim.window.battle.reason_tree import rule_text
from sim.window.battle.wrapping import wrapped
from sim.words import say

__all__ = ["Dialog", "MenuDialog", "OwingDialog"]

_HIGH = 40.0


class Dialog:
    """Something that is open over the table until Esc; the table and the bar still answer."""

    name = "dialog"

    def act(self, action: str) -> bool:
        """Do what a key means; return whether it meant something here."""
        return False

    def take(self, each: Input) -> bool:
        """Hear an input on the table; return whether it was meant for this."""
        return False

    def tick(self) -> None:
        """Follow what is under way."""

    def paint(self) -> None:
        """Bring what lies on the table up to date."""

    def draw(self, ui: Ui) -> bool:
        """Draw it; return whether it stays open."""
        return False

    def close(self) -> None:
        """Take everything off the table."""


@dataclass
class MenuDialog(Dialog):
    """Resume, settings, save and leave, report.

    Attributes
    ----------
    do : callable
        Does an action by its name.
    note : str
        What is said of saving.
    """

    do: Callable[[str], object]
    note: str
    name = "menu"

    def act(self, action: str) -> bool:
        """Follow the numbers."""
        rows = [row for row, _ in _MENU]
        place = action.removeprefix("option_")
        if place != action and int(place) <= len(rows):
            self.do(rows[int(place) - 1])
            return True
        return action in ("confirm", "next", "previous")

    def draw(self, ui: Ui) -> bool:
        """Draw the buttons."""
        wide, high = ui.size
        stays = True
        ui.shade(0.35)
        with ui.panel("menu", (wide / 2, high * 0.45), (340.0, 0.0), pivot=(0.5, 0.5), front=True):
            ui.text(say("talk.menu"), "gold", size=1.4)
            for place, (row, kind) in enumerate(_MENU):
                key = str(place + 1)
                label = say(f"talk.menu_{row}")
                if ui.button(
                    f"menu/{row}",
                    label,
                    key=key,
                    kind="primary" if kind else "plain",
                    width=316.0,
                    height=_HIGH,
                ):
                    stays = False
                    self.do(row)
            ui.space(4)
            ui.text(self.note, "dim", size=0.9, name="menu/note")
        return stays


_MENU = (
    ("resume", True),
    ("orders", False),
    ("umpire", False),
    ("settings", False),
    ("report", False),
    ("leave", False),
)


@dataclass
class OwingDialog(Dialog):
    """The list of what is owed, each with its clause; a click shows what it is about.

    Attributes
    ----------
    at : AtTable
    rows : callable
        Returns the list.
    """

    at: AtTable
    rows: Callable[[], tuple[Owed, ...]]
    name = "owing"

    def draw(self, ui: Ui) -> bool:
        """Draw the list."""
        wide = ui.size[0]
        rows = self.rows()
        with ui.panel("owing", (wide / 2, 60.0), (min(460.0, wide - 40), 0.0), pivot=(0.5, 0.0)):
            ui.text(say("talk.owing.title"), "gold", size=1.1)
            ui.to_right(48)
            if ui.button("owing/close", say("talk.close"), kind="quiet"):
                return False
            if not rows:
                ui.text(say("talk.owing.none"), "dim")
            for place, row in enumerate(rows):
                text = wrapped(ui, row.text, ui.room[0] - 8)
                if ui.row(f"owing/{place}", text):
                    self.at.selected = row.subject
                    self.at.view.focus_on(row.subject)
                if row.rule:
                    rule = rule_text(self.at, row.rule)
                    if ui.button(f"owing/rule/{place}", rule, kind="quiet"):
                        self.at.open_rule(row.rule)
        return True
