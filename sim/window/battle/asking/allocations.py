"""Sharing out: rows with plus and minus, clicks on miniatures, keys; what is left is shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from sim.engine.questions import Answer, Question, Slot
from sim.engine.reasons import Objection
from sim.view.inputs import Input
from sim.view.marks import CANDIDATE, SELECTED
from sim.view.ui import Ink, Ui
from sim.window.battle.asking.asker import Asker
from sim.window.battle.asking.picks import HIGH, option_place
from sim.window.battle.at_table import AtTable
from sim.window.battle.reason_tree import draw_reason
from sim.window.battle.rings import on_screen, ring_nodes
from sim.window.battle.subjects import pieces_of, unit_named
from sim.window.battle.wrapping import Flow
from sim.words import say

__all__ = ["AllocateAsker"]

_SLOTS, _CHOSEN = "allocate-slots", "allocate-chosen"
#: So many suggestions are offered.
_SUGGESTED = 4
#: Width in points from which rows stand in two columns.
_TWO_COLUMNS = 820.0


class AllocateAsker(Asker):
    """Asks how much each slot gets.

    Attributes
    ----------
    draft : dict of slot id to count
    chosen : str
        The slot that plus and minus go to.
    """

    layers = (_SLOTS, _CHOSEN)

    def __init__(self, at: AtTable, question: Question) -> None:
        super().__init__(at, question)
        self.slots = question.slots
        self.draft = {slot.id: slot.least for slot in self.slots}
        self.chosen = self.slots[0].id if self.slots else ""
        self.suggested = _distinct(cast("dict[str, int]", each) for each in question.candidates())[
            :_SUGGESTED
        ]
        self._objections: tuple[Objection, ...] = ()
        self._pressed = ""
        self._check()

    def propose(self, answer: Answer) -> bool:
        """Give every slot what an answer gives it."""
        if not isinstance(answer, dict):
            return False
        for name in self.draft:
            count = answer.get(name, 0)
            self.draft[name] = count if isinstance(count, int) else 0
        self._check()
        return True

    # --- the draft ---------------------------------------------------------------------------

    @property
    def left(self) -> int:
        """How much is still to be given."""
        return self.question.amount - sum(self.draft.values())

    def slot(self, slot_id: str) -> Slot:
        """Return a slot by id."""
        return next(slot for slot in self.slots if slot.id == slot_id)

    def add(self, slot_id: str, change: int) -> None:
        """Give a slot more or less, within its limits and what is left."""
        slot = self.slot(slot_id)
        self.chosen = slot_id
        count = self.draft[slot_id] + min(change, self.left)
        self.draft[slot_id] = max(slot.least, min(slot.most, count))
        self._check()
        self.at.app.wake()

    def _check(self) -> None:
        self._objections = self.question.why_not(self.answer_of(self.draft))

    @staticmethod
    def answer_of(draft: dict[str, int]) -> dict[str, int]:
        """Return the answer that a draft makes: who gets nothing is left out."""
        return {slot: count for slot, count in draft.items() if count}

    def confirm(self) -> None:
        """Answer; what is wrong is told and changes nothing."""
        self.at.answer(self.answer_of(self.draft))

    # --- keys and clicks ---------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """Choose a slot by number or Tab, confirm, or take all back."""
        place = option_place(action)
        if place is not None:
            if place < len(self.slots):
                self.chosen = self.slots[place].id
                self.at.app.wake()
            return True
        if action in ("next", "previous"):
            ids = [slot.id for slot in self.slots]
            step = 1 if action == "next" else -1
            self.chosen = ids[(ids.index(self.chosen) + step) % len(ids)]
            self.at.app.wake()
            return True
        if action == "confirm":
            self.confirm()
            return True
        if action == "back":
            return self._reset()
        return False

    def _reset(self) -> bool:
        fresh = {slot.id: slot.least for slot in self.slots}
        if fresh == self.draft:
            return False
        self.draft = fresh
        self._check()
        self.at.app.wake()
        return True

    def take(self, each: Input) -> bool:
        """Plus and minus for the chosen slot; on miniatures left adds and right takes away."""
        if each.kind == "down" and each.chord in ("+", "=", "-", "shift+="):
            if self.chosen:
                self.add(self.chosen, -1 if each.name == "-" else 1)
            return True
        if each.name not in ("mouse1", "mouse3"):
            return False
        slot = self._under()
        if each.kind == "down":
            self._pressed = slot
            return bool(slot)
        pressed, self._pressed = self._pressed, ""
        if pressed and pressed == slot:
            self.add(slot, 1 if each.name == "mouse1" else -1)
        return bool(pressed)

    def _under(self) -> str:
        """Return the slot of what the pointer is on."""
        hovered = self.at.hovered
        if hovered is None or not hovered.mini:
            return ""
        for name in (hovered.mini, self.at.unit_of(hovered.mini)):
            for slot in self.slots:
                if name in (slot.subject, slot.id):
                    return slot.id
        return ""

    # --- drawing -----------------------------------------------------------------------------

    def draw_prompt(self, ui: Ui) -> None:
        """Draw a row for each slot, what is left, and the suggestions."""
        columns = 2 if len(self.slots) > 3 and ui.room[0] > _TWO_COLUMNS else 1
        with ui.table("prompt/slots", [""] * columns):
            for place, slot in enumerate(self.slots):
                ui.cell()
                self._row(ui, place, slot)
        ui.space(2)
        key = self.at.app.keys.key("confirm")
        why_not = "\n".join(each.text() for each in self._objections)
        if ui.button(
            "prompt/confirm",
            say("talk.allocate.confirm"),
            key=key,
            why_not=why_not,
            kind="primary",
            height=HIGH,
        ):
            self.confirm()
        ui.beside(12)
        most = say("talk.allocate.up_to") if self.question.up_to else ""
        left = say("talk.allocate.left", left=self.left, amount=self.question.amount, most=most)
        ui.text(left, "gold" if self.left else "good", wrap=False, name="prompt/left")
        self._suggestions(ui)
        if self.question.why is not None:
            draw_reason(ui, self.at, "prompt/why", self.question.why, unfolded=0)

    def _row(self, ui: Ui, place: int, slot: Slot) -> None:
        count = self.draft[slot.id]
        mark = "talk.allocate.chosen" if slot.id == self.chosen else "talk.allocate.row"
        label = say(slot.key, **slot.params) if slot.key else slot.id
        if ui.button(
            f"prompt/minus/{slot.id}", say("talk.allocate.minus"), width=26.0, height=24.0
        ):
            self.add(slot.id, -1)
        ui.beside(6)
        ui.text(say("talk.allocate.count", count=count, most=slot.most), "gold", wrap=False)
        ui.beside(6)
        plus = say("talk.allocate.plus")
        if ui.button(f"prompt/plus/{slot.id}", plus, width=26.0, height=24.0):
            self.add(slot.id, 1)
        ui.beside(10)
        key = place + 1 if place < 9 else ""
        text = say(mark, key=key, label=label)
        chosen = slot.id == self.chosen
        if ui.row(f"prompt/slot/{slot.id}", text, chosen=chosen, hint=label, height=24.0):
            self.chosen = slot.id

    def _suggestions(self, ui: Ui) -> None:
        if not self.suggested:
            return
        ui.text(say("talk.allocate.suggested"), "dim", size=0.9, wrap=False)
        flow = Flow(ui)
        for place, each in enumerate(self.suggested):
            label = self._described(each)
            wide = flow.before(label)
            if ui.button(f"prompt/suggested/{place}", label, kind="quiet", width=wide):
                self.draft = {slot.id: each.get(slot.id, 0) for slot in self.slots}
                self._check()

    def _described(self, answer: dict[str, int]) -> str:
        """Return a suggestion in words: who gets how much."""
        names = {slot.id: self._short(slot) for slot in self.slots}
        parts = [
            say("talk.allocate.part", count=count, name=names[slot])
            for slot, count in answer.items()
            if count
        ]
        return say("talk.list").join(parts) if parts else say("talk.allocate.nothing")

    def _short(self, slot: Slot) -> str:
        """Return what a slot is called in few words: the miniature where it is one."""
        about = pieces_of(self.at.observed, slot.subject)
        if len(about) == 1:
            number = about[0].id.rsplit("/", 1)[-1]
            return say("looks.mini", name=about[0].label or about[0].id, number=number)
        return say(slot.key, **slot.params) if slot.key else slot.id

    @property
    def named(self) -> frozenset[str]:
        """Units whose place over the table the counts take."""
        return frozenset(self.at.unit_of(slot.subject) for slot in self.slots if slot.subject)

    def draw_over(self, ui: Ui) -> None:
        """Write each slot's count over what it is about."""
        view = self.at.view
        for slot in self.slots:
            pieces = [p for p in pieces_of(self.at.observed, slot.subject) if p in view.pieces]
            if not pieces:
                continue
            spot = on_screen(self.at, view.above(pieces[0]))
            if spot is None:
                continue
            count = self.draft[slot.id]
            text = say("talk.allocate.count", count=count, most=slot.most)
            edge = "gold" if slot.id == self.chosen else "dim"
            lines: list[tuple[str, Ink]] = [(text, "gold" if count else "plain")]
            if len(pieces) > 1:
                lines.insert(0, (self._unit_name(slot), "plain"))
            ui.tag(spot, lines, edge=edge)

    def _unit_name(self, slot: Slot) -> str:
        unit = unit_named(self.at.observed, self.at.unit_of(slot.subject))
        return unit.name if unit is not None else slot.subject

    def paint(self) -> None:
        """Ring what may be clicked, and the slot that is chosen."""
        observed = self.at.observed
        self.at.view.paint(
            _SLOTS, id(observed), lambda: self._rings([s.subject for s in self.slots], CANDIDATE)
        )
        chosen = [self.slot(self.chosen).subject] if self.chosen else []
        self.at.view.paint(_CHOSEN, (id(observed), *chosen), lambda: self._rings(chosen, SELECTED))

    def _rings(self, subjects: list[str], state: str) -> list[Any]:
        pieces = [p for subject in subjects for p in pieces_of(self.at.observed, subject)]
        return ring_nodes(self.at.view, pieces, state)

    def facts(self) -> dict[str, object]:
        """Return the slots, the draft, and what is left."""
        return {
            "asker": "allocate",
            "options": [slot.id for slot in self.slots],
            "draft": dict(self.draft),
            "most": {slot.id: slot.most for slot in self.slots},
            "left": self.left,
            "chosen": self.chosen,
            "objections": [each.text() for each in self._objections],
        }


def _distinct(answers: Iterable[dict[str, int]]) -> list[dict[str, int]]:
    """Return each sharing out once, whatever the order of its slots."""
    found: dict[tuple[tuple[str, int], ...], dict[str, int]] = {}
    for each in answers:
        found.setdefault(tuple(sorted(each.items())), each)
    return list(found.values())
