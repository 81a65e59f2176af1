"""The bar at the bottom: who is asked and what, the answers, what the opponent is doing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sim.engine.events import Event
from sim.engine.questions import Question
from sim.view.livery import liveries
from sim.view.ui import Ui
from sim.window.battle.asking.asker import Asker
from sim.window.battle.at_table import AtTable
from sim.window.battle.layout import GAP, Layout
from sim.window.battle.reason_tree import draw_objections, rule_text
from sim.window.battle.subjects import side_name
from sim.words import say

__all__ = ["PromptBar"]

_BUTTON_HIGH = 38.0
#: Between the names of a chapter and of its parts.
_CHAPTERS = " / "
#: What the buttons beside the sentence take without the clause, points.
_BESIDE = 130.0


@dataclass
class PromptBar:
    """Draws the bar.

    Attributes
    ----------
    at : AtTable
    do : callable
        Does an action by its name.
    idle : callable
        Draws where nobody is asked and nothing is shown: at the end of a plan.
    high : float
        How high it was in the last frame, with the gap below it.
    """

    at: AtTable
    do: Callable[[str], object]
    idle: Callable[[Ui], None] = lambda _: None
    high: float = 90.0
    _scrolls: bool = False

    def draw(self, ui: Ui, layout: Layout, asker: Asker | None, shown: Event | None) -> None:
        """Draw what belongs to the conductor's state.

        Parameters
        ----------
        asker : Asker or None
            Of the question that waits.
        shown : Event or None
            What is being shown.
        """
        spot = (GAP, layout.size[1] - GAP)
        most = layout.prompt_most
        size = (layout.size[0] - 2 * GAP, most if self._scrolls else 0.0)
        with ui.panel("prompt", spot, size, pivot=(0.0, 1.0), scroll=self._scrolls):
            self._inside(ui, asker, shown)
            box = ui.panel_box()
            tall = box[3] - box[1]
            natural = tall - ui.room[1] if self._scrolls else tall
        scrolls = natural > most
        if scrolls != self._scrolls or abs(self.high - (min(natural, most) + GAP)) > 0.5:
            # What lies over the bar has to make room in this very frame.
            ui.again = True
            self.at.app.wake()
        self._scrolls = scrolls
        self.high = min(natural, most) + GAP

    def _inside(self, ui: Ui, asker: Asker | None, shown: Event | None) -> None:
        conductor = self.at.conductor
        state = conductor.state
        if state == "showing":
            self._showing(ui, shown)
        elif state == "thinking":
            self._thinking(ui)
        elif state == "stuck":
            self._stuck(ui)
        elif state == "over":
            self._over(ui)
        elif conductor.question is not None:
            self._asked(ui, conductor.question)
            if asker is not None:
                asker.draw_prompt(ui)
            draw_objections(ui, self.at, "prompt/objection", self.at.objections)
        else:
            self.idle(ui)

    # --- states ------------------------------------------------------------------------------

    def _asked(self, ui: Ui, question: Question) -> None:
        who = side_name(self.at.observed, question.who)
        self._swatch(ui, question.who)
        sentence = say(question.prompt, **question.params)
        text = say("talk.asked", who=who, what=sentence)
        rule, room = self._chapter(question.rule), ui.room[0]
        ui.text(text, size=1.15, wrap=False, name="sentence")
        taken = ui.text_size(text)[0] * 1.15 + ui.text_size(rule)[0] + _BESIDE
        taken += ui.text_size(say("talk.advice_button"))[0] + 28
        self._right(ui, rule if taken < room else say("talk.rule_sign"), question.rule)

    def _chapter(self, rule: str) -> str:
        """Return where a clause stands in the book, in words; its id where that is not known."""
        found = self.at.clause(rule)
        if found is None or not found.chapter:
            return rule_text(self.at, rule)
        chapter = found.chapter.rsplit(_CHAPTERS, 1)[-1]
        if not found.page:
            return say("looks.rule", chapter=chapter)
        return say("looks.rule_page", chapter=chapter, page=found.page)

    def _rule_hint(self, rule: str) -> str:
        found, key = self.at.clause(rule), self.at.app.keys.key("rule")
        return say("looks.rule_hint", rule=rule, gist=found.gist, key=key) if found else key

    def _swatch(self, ui: Ui, side: str) -> None:
        looks = liveries([each.id for each in self.at.observed.sides])
        if side in looks:
            livery = looks[side]
            ui.swatch(livery.rim, any(light for _, light in livery.pattern), side=15)
            ui.beside(8)

    def _right(self, ui: Ui, text: str, rule: str) -> None:
        """Draw the clause and the button of the log at the right."""
        log, advice = say("talk.log.button"), say("talk.advice_button")
        wide = ui.text_size(log)[0] + 28
        if text:
            wide += ui.text_size(text)[0] + ui.text_size(advice)[0] + 62
        ui.to_right(wide)
        if text:
            hint = self._rule_hint(rule)
            if ui.button("prompt/rule", text, kind="quiet", hint=hint):
                self.at.open_rule(rule)
            ui.beside(6)
            hint = self.at.app.keys.key("hint")
            if ui.button("prompt/advice", advice, kind="quiet", hint=hint):
                self.do("hint")
            ui.beside(6)
        if ui.button("log", log, kind="quiet", hint=self.at.app.keys.key("log")):
            self.do("log")

    def _showing(self, ui: Ui, shown: Event | None) -> None:
        text = shown.text() if shown is not None else ""
        ui.text(text, size=1.15, wrap=False, name="caption")
        self._right(ui, "", "")
        keys = self.at.app.keys
        left = self.at.conductor.beats_left
        if ui.button("skip", say("talk.skip"), key=keys.key("confirm"), height=_BUTTON_HIGH):
            self.do("confirm")
        ui.beside()
        label = say("talk.skip_all", count=left)
        if ui.button("skip-all", label, key=keys.key("skip"), kind="quiet", height=_BUTTON_HIGH):
            self.do("skip")
        thinking = self.at.conductor.thinking
        if thinking is not None:
            ui.beside(14)
            who = side_name(self.at.observed, thinking.side)
            ui.text(say("talk.thinks", who=who), "dim", wrap=False)

    def _thinking(self, ui: Ui) -> None:
        thinking = self.at.conductor.thinking
        side = thinking.side if thinking is not None else ""
        self._swatch(ui, side)
        who = side_name(self.at.observed, side)
        ui.text(say("talk.thinks", who=who), size=1.15, wrap=False, name="sentence")
        self._right(ui, "", "")
        key = self.at.app.keys.key("play_now")
        if ui.button("play-now", say("talk.play_now"), key=key, height=_BUTTON_HIGH):
            self.do("play_now")

    def _stuck(self, ui: Ui) -> None:
        ui.text(say("talk.stuck", why=str(self.at.conductor.fault)), "bad", name="sentence")
        if ui.button("retry", say("talk.retry"), kind="primary", height=_BUTTON_HIGH):
            self.at.conductor.retry()
        ui.beside()
        if ui.button("leave", say("talk.menu_leave"), height=_BUTTON_HIGH):
            self.do("leave")

    def _over(self, ui: Ui) -> None:
        result = self.at.observed.result
        text = result.text() if result is not None else ""
        ui.text(say("talk.over", why=text), "gold", size=1.2, wrap=False, name="sentence")
        self._right(ui, "", "")
        key = self.at.app.keys.key("confirm")
        label = say("talk.result")
        if ui.button("result", label, key=key, kind="primary", height=_BUTTON_HIGH):
            self.do("confirm")
        ui.beside()
        if ui.button("leave", say("talk.menu_leave"), height=_BUTTON_HIGH):
            self.do("leave")
