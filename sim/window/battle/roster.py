"""The forces at the left: one's own first, the enemy's below as far as it is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.engine.observed import Badge, Observed, SeenUnit
from sim.view.labels import chip_of
from sim.view.livery import Livery, liveries
from sim.view.ui import Ui
from sim.window.battle.at_table import AtTable
from sim.window.battle.layout import GAP, TOP_HIGH, Layout
from sim.words import say

__all__ = ["Roster", "badges_of"]


def badges_of(observed: Observed, unit: SeenUnit) -> list[Badge]:
    """Return the badges of a unit and its miniatures, each icon once with its count."""
    mine = [badge for piece in observed.pieces if piece.id in unit.pieces for badge in piece.badges]
    first: dict[str, Badge] = {}
    counts: dict[str, int] = {}
    for badge in (*unit.badges, *mine):
        first.setdefault(badge.icon, badge)
        counts[badge.icon] = counts.get(badge.icon, 0) + badge.count
    return [
        Badge(badge.icon, counts[icon], badge.key, badge.params) for icon, badge in first.items()
    ]


@dataclass
class Roster:
    """Draws both forces.

    Attributes
    ----------
    at : AtTable
    folded : bool or None
        Whether it is folded away; None until it was drawn first.
    """

    at: AtTable
    folded: bool | None = None
    _scrolls: bool = False

    def draw(self, ui: Ui, layout: Layout) -> None:
        """Draw it; where there is little room it is folded at first."""
        if self.folded is None:
            self.folded = layout.narrow
        spot = (GAP, TOP_HIGH + GAP)
        if self.folded:
            with ui.panel("roster-folded", spot):
                if ui.button("roster/unfold", say("talk.roster.unfold"), kind="quiet"):
                    self.folded = False
            return
        observed = self.at.observed
        looks = liveries([side.id for side in observed.sides])
        most = layout.side_high
        size = (layout.side_wide, most if self._scrolls else 0.0)
        with ui.panel("roster", spot, size, scroll=self._scrolls):
            for place, side in enumerate(self._order(observed)):
                units = [unit for unit in observed.units if unit.side == side]
                name = next((each.name for each in observed.sides if each.id == side), side)
                self._head(ui, name, looks[side], units, first=place == 0)
                for unit in units:
                    self._unit(ui, observed, unit)
                ui.space(4)
            box = ui.panel_box()
            tall = box[3] - box[1]
            natural = tall - ui.room[1] if self._scrolls else tall
        if (natural > most) != self._scrolls:
            self._scrolls = natural > most
            self.at.app.wake()

    def _order(self, observed: Observed) -> list[str]:
        """Return the sides, the one that looks first."""
        sides = [side.id for side in observed.sides]
        return sorted(sides, key=lambda side: side != observed.viewer)

    def _head(
        self, ui: Ui, name: str, livery: Livery, units: Sequence[SeenUnit], *, first: bool
    ) -> None:
        ui.swatch(livery.rim, any(light for _, light in livery.pattern))
        ui.beside(6)
        ui.text(name, "gold", wrap=False)
        ready = sum(not unit.done and bool(unit.pieces) for unit in units)
        ui.beside(8)
        ui.text(say("talk.roster.ready_units", ready=ready, units=len(units)), "dim", wrap=False)
        if first:
            ui.to_right(18)
            if ui.button("roster/fold", say("talk.fold"), kind="quiet"):
                self.folded = True

    def _unit(self, ui: Ui, observed: Observed, unit: SeenUnit) -> None:
        """Draw a unit's line: state, name, miniatures, marks with their text on hover."""
        at = self.at
        chosen = at.selected == unit.id or at.unit_of(at.selected) == unit.id
        state = "gone" if not unit.pieces and unit.on_table else "done" if unit.done else "ready"
        if not unit.on_table:
            state = "off"
        badges = badges_of(observed, unit)
        texts = [chip_of(badge, badge.count).text for badge in badges]
        # The mark of having acted stands before the name already.
        done = say("talk.roster.tick")
        chips = " ".join(text for text in texts if text != done)
        label = say(
            f"talk.roster.{state}", name=unit.name, count=len(unit.pieces), chips=chips
        ).rstrip()
        if ui.row(f"roster/unit/{unit.id}", label, chosen=chosen, hint=_hint(unit, state, badges)):
            at.selected = unit.id
            at.view.focus_on(unit.id)
            at.app.wake()


def _hint(unit: SeenUnit, state: str, badges: Sequence[Badge]) -> str:
    lines = [say(f"talk.roster.state_{state}", count=len(unit.pieces))]
    for badge in badges:
        text = say(badge.key, **badge.params) if badge.key else badge.icon
        lines.append(
            say("talk.roster.mark", mark=chip_of(badge, 1).text, text=text, count=badge.count)
        )
    return "\n".join(lines)
