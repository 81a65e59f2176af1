"""Own dice and own bag: what came is tapped in, by button or by key."""

from __future__ import annotations

from collections import Counter

from sim.engine.questions import Question
from sim.view.inputs import Input
from sim.view.ui import Ui
from sim.window.battle.asking.asker import Asker
from sim.window.battle.asking.picks import HIGH, option_place
from sim.window.battle.at_table import AtTable
from sim.window.battle.reason_tree import draw_reason
from sim.window.battle.wrapping import Flow
from sim.words import has, say

__all__ = ["ChanceAsker"]

_FACE = 46.0
#: A die with more faces than there are digits: zero is its ten.
_ZERO = 10


class ChanceAsker(Asker):
    """Asks what the dice showed or what came out of the bag.

    Attributes
    ----------
    came : list of int or str
        What was tapped in so far, in order.
    """

    def __init__(self, at: AtTable, question: Question) -> None:
        super().__init__(at, question)
        self.came: list[int | str] = []

    @property
    def is_roll(self) -> bool:
        """Whether dice are thrown; else something is drawn."""
        return self.question.kind == "roll"

    @property
    def choices(self) -> list[int | str]:
        """What may be tapped: the faces, or what is in the bag, each once."""
        if self.is_roll:
            return list(range(1, self.question.sides + 1))
        return list(dict.fromkeys(self.question.bag))

    @property
    def left(self) -> int:
        """How many are still to come."""
        return self.question.count - len(self.came)

    def may(self, each: int | str) -> bool:
        """Return whether one more of these can have come."""
        if self.left <= 0:
            return False
        if self.is_roll:
            return True
        return Counter(self.question.bag)[str(each)] > self.came.count(each)

    def tap(self, each: int | str) -> None:
        """Note what came; what cannot have come is not noted."""
        if self.may(each):
            self.came.append(each)
            self.at.app.wake()

    def back(self) -> bool:
        """Take the last one back; False when there is none."""
        if not self.came:
            return False
        self.came.pop()
        self.at.app.wake()
        return True

    def confirm(self) -> None:
        """Answer with what came."""
        self.at.answer(tuple(self.came))  # pyright: ignore[reportArgumentType]

    # --- keys --------------------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """Digits tap, Backspace takes back, Space confirms."""
        place = option_place(action)
        if place is not None:
            if place < len(self.choices):
                self.tap(self.choices[place])
            return True
        if action == "confirm":
            if self.left:
                return False
            self.confirm()
            return True
        return action in ("undo", "back") and self.back()

    def take(self, each: Input) -> bool:
        """Zero is the ten of a die with that many faces."""
        if each.kind == "down" and each.chord == "0" and len(self.choices) >= _ZERO:
            self.tap(self.choices[_ZERO - 1])
            return True
        return False

    # --- drawing -----------------------------------------------------------------------------

    def draw_prompt(self, ui: Ui) -> None:
        """Draw what may be tapped, what came, and the button that says it is right."""
        flow = Flow(ui)
        for place, each in enumerate(self.choices):
            key = str(place + 1) if place < 9 and not self.is_roll else ""
            label = str(each) if self.is_roll else self._name(str(each))
            wide = flow.before(label, key, least=_FACE)
            why_not = "" if self.may(each) else say("talk.chance_full")
            if ui.button(
                f"prompt/face/{each}", label, key=key, why_not=why_not, width=wide, height=_FACE
            ):
                self.tap(each)
        self._came(ui)
        keys = self.at.app.keys
        why_not = say("talk.chance_left", left=self.left) if self.left else ""
        label = say("talk.chance_confirm")
        if ui.button(
            "prompt/confirm",
            label,
            key=keys.key("confirm"),
            why_not=why_not,
            kind="primary",
            height=HIGH,
        ):
            self.confirm()
        ui.beside()
        nothing = "" if self.came else say("talk.chance_none")
        if ui.button("prompt/back", say("talk.chance_back"), why_not=nothing, height=HIGH):
            self.back()
        if self.question.why is not None:
            draw_reason(ui, self.at, "prompt/why", self.question.why, unfolded=0)

    def _came(self, ui: Ui) -> None:
        """Draw what came so far."""
        ui.text(say("talk.chance_left", left=self.left), "dim", wrap=False, name="prompt/left")
        for each in self.came:
            ui.beside(6)
            if isinstance(each, int):
                ui.die(each, self.question.sides)
            else:
                ui.text(self._name(each), "gold", wrap=False)

    def _name(self, chip: str) -> str:
        return say(chip) if has(chip) else chip

    def facts(self) -> dict[str, object]:
        """Return what may be tapped and what came."""
        return {
            "asker": "chance",
            "options": list(self.choices),
            "came": list(self.came),
            "left": self.left,
        }
