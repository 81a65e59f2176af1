"""Standing orders, unit by unit: what is answered without asking."""

from __future__ import annotations

from dataclasses import dataclass

from sim.engine.orders import Order, OrderOffer
from sim.view.ui import Ui
from sim.window.battle.at_table import AtTable
from sim.window.battle.dialogs import Dialog
from sim.window.battle.standing_orders import StandingOrders
from sim.window.battle.subjects import unit_named
from sim.words import say

__all__ = ["OrdersDialog"]


@dataclass
class OrdersDialog(Dialog):
    """Gives and takes back the orders of the side that looks.

    Attributes
    ----------
    at : AtTable
    orders : StandingOrders
    """

    at: AtTable
    orders: StandingOrders
    name = "orders"

    def draw(self, ui: Ui) -> bool:
        """Draw a row for each order that may be given."""
        wide, high = ui.size
        side = self.at.conductor.viewer
        offers = self.orders.offers(self.at.conductor.match, side)
        size = (min(640.0, wide - 40), min(480.0, high * 0.66))
        with ui.panel("orders", (wide / 2, 60.0), size, pivot=(0.5, 0.0)):
            ui.text(say("talk.orders.title"), "gold", size=1.1)
            ui.to_right(48)
            if ui.button("orders/close", say("talk.close"), kind="quiet"):
                return False
            if not offers:
                ui.text(say("talk.orders.none"), "dim", name="orders/none")
            hint = say("talk.orders.skip_hint")
            if ui.button("orders/skip", say("talk.orders.skip"), hint=hint):
                self.orders.skip(side)
                return False
            ui.beside()
            if ui.button("orders/clear", say("talk.orders.clear"), kind="quiet"):
                self.orders.clear()
            with ui.area("orders/rows"):
                self._rows(ui, offers)
        return True

    def _rows(self, ui: Ui, offers: tuple[OrderOffer, ...]) -> None:
        last = ""
        for offer in offers:
            if offer.subject != last:
                unit = unit_named(self.at.observed, offer.subject)
                ui.text(unit.name if unit is not None else offer.subject, "gold")
                last = offer.subject
            self._row(ui, offer)

    def _row(self, ui: Ui, offer: OrderOffer) -> None:
        """Draw what an order says now, to be changed."""
        stands = self.orders.value(offer.subject, offer.kind)
        name = f"orders/{offer.subject}/{offer.kind}"
        texts = [(each.id, say(each.key, **each.params)) for each in offer.values]
        chosen = ui.choice(name, "", stands.value, texts, width=230.0)
        ui.beside(10)
        ui.text(say(offer.key, **offer.params), "dim", wrap=False)
        value = next((each for each in offer.values if each.id == chosen), None)
        proposed = value.threshold if value is not None else None
        if chosen != stands.value:
            self.orders.give(Order(offer.subject, offer.kind, chosen, proposed or 0.0))
            return
        if proposed is None:
            return
        percent = ui.slider(
            f"{name}/threshold",
            say("talk.orders.threshold", percent=round(stands.threshold * 100)),
            stands.threshold * 100,
            0.0,
            100.0,
            form="%.0f",
            width=180.0,
        )
        if abs(percent / 100 - stands.threshold) > 1e-4:
            self.orders.give(Order(offer.subject, offer.kind, chosen, round(percent / 100, 2)))
