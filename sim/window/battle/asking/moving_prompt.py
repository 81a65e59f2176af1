"""The buttons under the sentence while something is moved: confirm, suggestions, formations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.engine.reasons import objection_text
from sim.view.ui import Ui
from sim.window.battle.asking.formations import FORMATIONS
from sim.window.battle.asking.moving_tags import distinct
from sim.window.battle.wrapping import Flow
from sim.words import say

if TYPE_CHECKING:
    from sim.window.battle.asking.moving import MovingAsker

__all__ = ["MovingPrompt"]

#: How many objections are written out in the bar.
MOST_LINES = 2


class MovingPrompt:
    """Draws the prompt of a `MovingAsker`.

    Parameters
    ----------
    asker : MovingAsker

    Attributes
    ----------
    unfolded : bool
        Whether the formations are shown.
    """

    def __init__(self, asker: MovingAsker) -> None:
        self.asker = asker
        self.unfolded = False

    def draw(self, ui: Ui) -> None:
        """Draw everything."""
        self._objections(ui)
        self._shelf(ui)
        self._main(ui)
        self._formations(ui)
        self._suggestions(ui)

    def _key(self, name: str) -> str:
        return self.asker.at.app.keys.key(name)

    def _objections(self, ui: Ui) -> None:
        said = self.asker.draft.objections()
        kinds = distinct(said)
        for each, count in kinds[:MOST_LINES]:
            text = objection_text(each.key, each.params, self._named(each.subject), each.rule)
            ui.text(say("moving.times", text=text, count=count) if count > 1 else text, "bad")
        if len(kinds) > MOST_LINES:
            ui.text(say("moving.more", count=len(kinds) - MOST_LINES), "dim", size=0.94)
        if not said and self.asker.draft.empty:
            ui.text(self._hint(), "dim", size=0.94)

    def _named(self, subject: str) -> str:
        """Return what a mover is called, with its number; others as they are called."""
        if subject not in self.asker.question.movers:
            return subject
        label = self.asker.draft.piece(subject).label
        number = subject.rsplit("/", 1)[-1]
        return say("looks.mini", name=label, number=number) if label else subject

    def _hint(self) -> str:
        if self.asker.draft.waiting():
            return say("moving.hint_place")
        many = len(self.asker.question.movers) > 1
        return say("moving.hint_drag") if many else say("moving.hint_drag_one")

    def _shelf(self, ui: Ui) -> None:
        """Draw a chip for everybody who waits beside the table: to be dragged onto it."""
        draft = self.asker.draft
        waiting = draft.waiting()
        if not waiting:
            return
        flow = Flow(ui)
        for mini in waiting:
            label = mini.rsplit("/", 1)[-1] if "/" in mini else mini
            piece = draft.piece(mini)
            label = f"{label} ★" if mini == draft.leader and len(waiting) > 1 else label
            wide = flow.before(label, least=46.0)
            chosen = mini == draft.chosen
            pressed = ui.button(
                f"prompt/shelf/{mini}",
                label,
                kind="chosen" if chosen else "plain",
                width=wide,
                height=34.0,
                hint=piece.label or mini,
            )
            if pressed:
                self.asker.choose(mini)
            elif ui.held and not self.asker.grip.holds:
                self.asker.pick_up(mini)
        label = say("moving.rest")
        flow.before(label)
        if ui.button("prompt/rest", label, hint=say("moving.hint_rest"), height=34.0):
            self.asker.place_rest()

    def _main(self, ui: Ui) -> None:
        asker, flow = self.asker, Flow(ui)
        label, key = self.asker.confirm_text(), self._key("confirm")
        flow.before(label, key)
        if ui.button(
            "prompt/confirm",
            label,
            key=key,
            kind="primary",
            why_not=self._why_not(),
            hint=say("moving.hint_confirm"),
        ):
            asker.confirm()
        if not asker.draft.empty:
            label, key = say("moving.back"), self._key("back")
            flow.before(label, key)
            if ui.button("prompt/back", label, key=key, kind="quiet"):
                asker.act("back")
        if asker.draft.last_legal is not None:
            label = say("moving.last_legal")
            flow.before(label)
            if ui.button("prompt/last_legal", label, hint=say("moving.hint_last_legal")):
                asker.draft.to_last_legal()
        if len(asker.question.movers) > 1:
            single = asker.draft.single
            label, key = say("moving.one") if single else say("moving.all"), self._key("single")
            flow.before(label, key)
            kind = "chosen" if single else "quiet"
            if ui.button(
                "prompt/single", label, key=key, kind=kind, hint=say("moving.hint_single")
            ):
                asker.set_single(not single)
            self._formation_button(ui, flow)
        label, key = say("moving.who_sees"), self._key("who_sees")
        flow.before(label, key)
        kind = "chosen" if asker.watchers.on else "quiet"
        if ui.button("prompt/who_sees", label, key=key, kind=kind):
            asker.act("who_sees")

    def _why_not(self) -> str:
        """Return why the plan cannot be declared; empty when it can."""
        draft = self.asker.draft
        waiting = draft.waiting()
        said = draft.objections()
        if waiting and not said and draft.question.why_not(draft.answer()):
            return say("moving.still_waiting", count=len(waiting))
        return "\n".join(each.text() for each in said[:4])

    def _suggestions(self, ui: Ui) -> None:
        hints = self.asker.hints
        if not hints.found:
            # The line is kept free, so that nothing jumps when the first one comes.
            if not hints.is_done:
                ui.button("prompt/suggestion/0", say("moving.looking"), kind="quiet")
            return
        flow = Flow(ui)
        for number in range(len(hints.found)):
            label, key = hints.text(number), self._key(f"option_{number + 1}")
            flow.before(label, key)
            if ui.button(f"prompt/suggestion/{number + 1}", label, key=key, kind="quiet"):
                self.asker.suggest(number)

    def _formation_button(self, ui: Ui, flow: Flow) -> None:
        label, key = say("moving.formations"), self._key("formation")
        flow.before(label, key)
        kind = "chosen" if self.unfolded else "quiet"
        if ui.button("prompt/formation", label, key=key, kind=kind):
            self.unfolded = not self.unfolded

    def _formations(self, ui: Ui) -> None:
        """Draw the formations to choose from, where they were unfolded or one is chosen."""
        asker = self.asker
        if len(asker.question.movers) < 2 or not (self.unfolded or asker.formation):
            return
        flow = Flow(ui)
        for name in FORMATIONS:
            label = say(f"moving.formation.{name}")
            flow.before(label)
            kind = "chosen" if name == asker.formation else "plain"
            if ui.button(f"prompt/formation/{name}", label, kind=kind):
                asker.arrange(name)
