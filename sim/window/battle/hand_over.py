"""The screen that hides the table until the other person sits before it."""

from __future__ import annotations

from sim.view.ui import Ui
from sim.words import say

__all__ = ["draw_hand_over"]


def draw_hand_over(ui: Ui, side: str, key: str) -> bool:
    """Draw the cover and return whether the other one said that he is here.

    Parameters
    ----------
    side : str
        Name of the side that has to look now.
    key : str
        The key that says the same.
    """
    wide, high = ui.size
    ui.shade(1.0)
    with ui.panel("hand-over", (wide / 2, high * 0.45), (460.0, 0.0), pivot=(0.5, 0.5)):
        ui.text(say("talk.hand_over.title", side=side), "gold", size=1.5, name="hand-over/title")
        ui.space(4)
        ui.text(say("talk.hand_over.text", side=side))
        ui.space(8)
        return ui.button(
            "hand-over/here",
            say("talk.hand_over.here"),
            key=key,
            kind="primary",
            width=436.0,
            height=46.0,
        )
