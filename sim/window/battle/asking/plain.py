"""The asker of last resort: the question's own candidates as buttons."""

from __future__ import annotations

from sim.engine.questions import Answer, Question
from sim.view.ui import Ui
from sim.window.battle.asking.asker import Asker
from sim.window.battle.at_table import AtTable
from sim.window.battle.wrapping import Flow
from sim.words import say

__all__ = ["PlainAsker"]

_MOST = 9
_HIGH = 38.0


class PlainAsker(Asker):
    """Offers what the question suggests itself."""

    def __init__(self, at: AtTable, question: Question) -> None:
        super().__init__(at, question)
        self.offered: tuple[Answer, ...] = question.candidates()[:_MOST]

    def act(self, action: str) -> bool:
        """Take the suggestion of a number; confirm takes the first."""
        place = 0 if action == "confirm" else _place(action)
        if place is None or place >= len(self.offered):
            return False
        self.at.answer(self.offered[place])
        return True

    def draw_prompt(self, ui: Ui) -> None:
        """Draw a button for each suggestion."""
        flow = Flow(ui)
        for place, answer in enumerate(self.offered):
            label, key = say("talk.suggestion", place=place + 1), str(place + 1)
            wide = flow.before(label, key)
            if ui.button(f"prompt/option/{place}", label, key=key, width=wide, height=_HIGH):
                self.at.answer(answer)

    def facts(self) -> dict[str, object]:
        """Return how many suggestions there are."""
        return {"asker": "plain", "options": [str(n) for n in range(len(self.offered))]}


def _place(action: str) -> int | None:
    digit = action.removeprefix("option_")
    return int(digit) - 1 if digit != action and digit.isdigit() else None
