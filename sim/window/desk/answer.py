"""The answer at the side: verdict at once, margin and reasons as soon as they are worked out."""

from __future__ import annotations

from fractions import Fraction

from sim.errors import HulldownError
from sim.table.facts import Measured
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.beside import Beside
from sim.window.desk.bench import Bench
from sim.window.ends.document_view import draw_reason
from sim.window.ports import FullAnswer
from sim.words import say

__all__ = ["ERRORS", "Answer", "error_text"]

#: "How well did you measure?": inches on places, heights and eyes.
ERRORS: tuple[str, ...] = ("", "1/32", "1/16", "1/8")
#: A question must have stood still so long before it is judged in full, seconds.
_STILL = 0.25


def error_text(error: str) -> str:
    """Return an error as `hulldown los --error` takes it; empty for none."""
    return f"places={error},heights={error},eye={error}" if error else ""


class Answer:
    """What is known of the question on a bench.

    Parameters
    ----------
    app : App
    bench : Bench

    Attributes
    ----------
    full : FullAnswer or None
        Of the question as it stands; None while it is worked out.
    error : str
        How well was measured, one of `ERRORS`.
    said : dict of question to option
        Answers to the book's questions that differ from what the scene gives.
    """

    def __init__(self, app: App, bench: Bench) -> None:
        self.app, self.bench = app, bench
        self.full: FullAnswer | None = None
        self.trouble = ""
        self.error = ""
        self.said: dict[str, str] = {}
        self._work: Beside | None = None
        self._asked = self._seen = -1
        self._still = 0.0

    def tick(self, seconds: float) -> bool:
        """Take up what was worked out, or begin once nothing moves; return whether it works."""
        if self.bench.changes != self._seen:
            self._seen, self._still = self.bench.changes, 0.0
            self.full, self.trouble = None, ""
        self._still += seconds
        if self._work is not None:
            if self._work.done:
                self._take_up()
            return True
        ripe = self._still >= _STILL and not self.bench.held and not self.bench.pulled
        if ripe and self._asked != self._seen and self.bench.verdict is not None:
            self._begin()
            return True
        return self._asked != self._seen and self.bench.verdict is not None

    def _begin(self) -> None:
        if self.bench.draft.problems():
            return
        self._asked = self._seen
        scene, facts = self.bench.draft.scene(), self.bench.facts
        looker, target, measured = self.bench.looker, self.bench.target, self._measured()
        judge, said = self.app.backstage.judge_in_full, dict(self.said)
        self._work = Beside(
            lambda: judge(scene, facts, looker, target, measured=measured, answers=said)
        )

    def _take_up(self) -> None:
        work, self._work = self._work, None
        assert work is not None
        if self._asked != self._seen:
            return
        try:
            self.full = work.result()
        except HulldownError as error:
            self.trouble = str(error)
        self.app.wake()

    def _measured(self) -> Measured | None:
        if not self.error:
            return None
        inches = float(Fraction(self.error))
        return Measured(places_in=inches, heights_in=inches, eye_in=inches)

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, ui: Ui) -> None:
        """Draw who looks at whom, the verdict, and what rests on it."""
        bench = self.bench
        if not bench.looker or not bench.target:
            ui.text(say("desk.two_needed"), "dim")
            return
        names = [(name, name) for name in bench.minis]
        looker = ui.choice("looker", "", bench.looker, names, width=96)
        ui.beside()
        ui.text(say("desk.looks_at"), "dim", wrap=False)
        ui.beside()
        target = ui.choice("target", "", bench.target, names, width=96)
        ui.beside()
        if ui.button("swap", say("desk.swap"), hint=say("window.keys.swap")):
            bench.swap()
        elif (looker, target) != (bench.looker, bench.target) and looker != target:
            bench.ask(looker, target)
        self._verdict(ui)
        self._error(ui)
        self._rules(ui)
        self._reasons(ui)

    def _verdict(self, ui: Ui) -> None:
        verdict = self.bench.verdict
        if verdict is None:
            return
        if verdict.visible:
            share = say("desk.visible", share=f"{100 * verdict.share:.1f}")
            ui.text(share, "good", size=1.7, name="verdict")
            ui.text(say("desk.bound", bound=f"{100 * verdict.bound:.1f}"), "dim", size=0.9)
        else:
            ui.text(say("desk.blocked"), "bad", size=1.7, name="verdict")
        for name, share in verdict.blockers[:3]:
            hides = say("desk.hides", name=name, share=f"{100 * share:.0f}")
            ui.text(hides, "dim", size=0.9)
        if verdict.line.blocker:
            ui.text(say("desk.stops_at", name=verdict.line.blocker), "dim", size=0.9)

    def _error(self, ui: Ui) -> None:
        ui.space(4)
        ui.text(say("desk.how_well"), "dim")
        errors = [(each, self._error_label(each)) for each in ERRORS]
        error = ui.choice("error", "", self.error, errors, width=220)
        if error != self.error:
            self.error = error
            self.full = None
            self._again()

    def _error_label(self, error: str) -> str:
        return say("desk.error", inches=error) if error else say("desk.exact")

    def _rules(self, ui: Ui) -> None:
        """Draw whose rules judge, and the book's questions that no geometry answers."""
        draft = self.bench.draft
        games = [("", say("desk.no_rules")), *self.app.backstage.games()]
        now = draft.file.game or ""
        game = ui.choice("rules", say("desk.rules"), now, games, width=180)
        if game != now:
            try:
                draft.set_game(game)
            except HulldownError as error:
                self.app.tell_error(error)
            self.said.clear()
            self._again()
        if self.full is None or not self.full.questions:
            return
        with ui.tree("context", say("desk.context", count=len(self.full.questions))) as unfolded:
            if not unfolded:
                return
            for question in self.full.questions:
                ui.text(question.text(), "dim", size=0.92)
                options = [(option.id, option.text()) for option in question.options]
                now = self.said.get(question.id, question.default)
                said = ui.choice(f"context/{question.id}", "", now, options, width=250)
                if said != now:
                    self.said[question.id] = said
                    self._again()

    def _again(self) -> None:
        """Judge anew: something was said that nothing on the table shows."""
        self._asked = -1

    def _reasons(self, ui: Ui) -> None:
        ui.space(4)
        if self.trouble:
            ui.text(self.trouble, "bad")
        elif self.full is None:
            problems = self.bench.draft.problems()
            for problem in problems[:4]:
                ui.text(str(problem.text()), "bad", size=0.92)
            if not problems:
                ui.text(say("desk.working"), "dim")
        else:
            ui.text(self.full.sentence, "gold", name="sentence")
            for line in self.full.lines[1:]:
                ui.text(line, "dim", size=0.95)
            for place, reason in enumerate(self.full.reason.children):
                draw_reason(ui, reason, f"reason/{place}")
