"""The card at the right: what is selected or hovered, with every modifier spelled out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.engine.observed import Badge, CardLine, Observed, SeenUnit
from sim.view.labels import chip_of
from sim.view.livery import liveries
from sim.view.ui import Ui
from sim.window.battle.asking.asker import Asker
from sim.window.battle.at_table import AtTable
from sim.window.battle.layout import GAP, TOP_HIGH, Layout
from sim.window.battle.owing import duties_of
from sim.window.battle.reason_tree import draw_reason, rule_text
from sim.window.battle.roster import badges_of
from sim.window.battle.subjects import unit_named
from sim.window.battle.wrapping import wrapped
from sim.words import has, say

__all__ = ["Card"]


@dataclass
class Card:
    """Draws the card of a unit or a terrain piece.

    Attributes
    ----------
    at : AtTable
    """

    at: AtTable

    def draw(self, ui: Ui, layout: Layout, asker: Asker | None) -> None:
        """Draw it, when there is something to draw: first what the asker brings forward."""
        spot = (layout.size[0] - GAP, TOP_HIGH + GAP)
        size, most = (layout.card_wide, 0.0), layout.side_high
        if asker is not None and asker.has_reasons:
            with ui.panel("card", spot, size, pivot=(1.0, 0.0), scroll=True, most=most):
                asker.draw_reasons(ui)
            return
        observed, at = self.at.observed, self.at
        hovered = at.hovered
        name = hovered.mini if hovered is not None and hovered.mini else at.selected
        unit = unit_named(observed, name) if name else None
        piece = ""
        if unit is None and hovered is not None and not at.selected:
            piece = hovered.piece if hovered.piece in at.view.facts.table.terrain else ""
        if unit is None and not piece:
            return
        with ui.panel("card", spot, size, pivot=(1.0, 0.0), scroll=True, most=most):
            if unit is not None:
                self._unit(ui, observed, unit, name)
            else:
                self._terrain(ui, observed, piece)

    # --- a unit ------------------------------------------------------------------------------

    def _unit(self, ui: Ui, observed: Observed, unit: SeenUnit, name: str) -> None:
        looks = liveries([side.id for side in observed.sides])
        livery = looks.get(unit.side)
        if livery is not None:
            ui.swatch(livery.rim, any(light for _, light in livery.pattern))
            ui.beside(6)
        ui.text(unit.name, "gold", size=1.1, name="card/name")
        self._which(ui, observed, unit, name)
        for place, badge in enumerate(badges_of(observed, unit)):
            _badge(ui, place, badge)
        for place, duty in enumerate(duties_of(observed, unit.id)):
            text = wrapped(ui, duty.text(), ui.room[0] - 8)
            if ui.row(f"card/duty/{place}", text, hint=rule_text(self.at, duty.rule)):
                self.at.open_rule(duty.rule)
        ui.line()
        self._lines(ui, unit.card, "card/line")

    def _which(self, ui: Ui, observed: Observed, unit: SeenUnit, name: str) -> None:
        """Tell of the single miniature that is meant, or how many there are."""
        piece = next((each for each in observed.pieces if each.id == name), None)
        if piece is None:
            ui.text(say("talk.card.count", count=len(unit.pieces)), "dim")
            return
        key = "talk.card.leader" if piece.leads else "talk.card.mini"
        ui.text(say(key, label=piece.label or piece.id, id=piece.id), "dim", name="card/mini")

    def _lines(self, ui: Ui, lines: Sequence[CardLine], name: str) -> None:
        """Draw rows of label and value; one with a reason unfolds."""
        for place, line in enumerate(lines):
            label = say(line.key) if has(line.key) else line.key
            text = say("talk.card.line", label=label, value=line.value)
            text = wrapped(ui, text, ui.room[0] - 30)
            each = f"{name}/{place}"
            if line.reason is None:
                ui.text(text, wrap=True, name=each)
                continue
            with ui.tree(each, text) as unfolds:
                if unfolds:
                    draw_reason(ui, self.at, f"{each}/why", line.reason)

    # --- a piece of terrain --------------------------------------------------------------------

    def _terrain(self, ui: Ui, observed: Observed, piece: str) -> None:
        terrain = self.at.view.facts.table.terrain[piece]
        ui.text(terrain.name or piece, "gold", size=1.1, name="card/name")
        ui.text(terrain.kind, "dim")
        ui.line()
        self._lines(ui, observed.terrain.get(piece, ()), "card/line")


def _badge(ui: Ui, place: int, badge: Badge) -> None:
    text = say(badge.key, **badge.params) if badge.key else badge.icon
    shown = say("talk.roster.mark", mark=chip_of(badge, 1).text, text=text, count=badge.count)
    ui.text(shown, "fair", name=f"card/badge/{place}")
