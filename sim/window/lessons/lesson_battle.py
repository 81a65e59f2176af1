"""A lesson: a battle page whose guide says what to do next, and sees when it was done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from sim.errors import HulldownError
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.battle.page import BattlePage
from sim.window.lessons.course import Lesson, check_at_table
from sim.window.lessons.goals import Eye, Seen
from sim.window.lessons.guide import Guide
from sim.window.lessons.panel import LessonLayout, LessonPanel
from sim.window.lessons.pointing import focus_on, target_of
from sim.window.lessons.prepared import Prepared, name_of
from sim.window.lessons.progress import Progress
from sim.window.ports import Battle
from sim.words import say

__all__ = ["LessonPage"]


class LessonPage(BattlePage):
    """Plays a lesson's battle. The battle is deleted afterwards unless the learner goes on with it.

    Parameters
    ----------
    app : App
    battle : Battle
        Stands where the lesson begins. Its other side answers from the lesson's file.
    course : sequence of Lesson
    place : int
        Which of them it is, from 0.
    progress : Progress

    Raises
    ------
    InputProblems
        When the lesson names units that are not there.
    """

    name = "lesson"

    def __init__(
        self, app: App, battle: Battle, course: Sequence[Lesson], place: int, progress: Progress
    ) -> None:
        self.course, self.place, self.progress = course, place, progress
        self.lesson = lesson = course[place]
        check_at_table(lesson, battle.match.observe(lesson.side))
        for thinker in battle.thinkers.values():
            thinker.close()
        battle.thinkers = {side: Prepared(lesson.reply) for side in battle.thinkers}
        self.panel = LessonPanel(self)
        super().__init__(app, battle)
        self._battle_goes_on = False
        self._frames_since_step = 3
        self.conductor.advance()
        self.guide = Guide(lesson, self.seen())

    # --- what the panel asks -------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The lesson's number, from 1."""
        return self.place + 1

    @property
    def next_place(self) -> int | None:
        """The place of the lesson after this one; None for the last of its game."""
        following = self.place + 1
        if following < len(self.course) and self.course[following].game == self.lesson.game:
            return following
        return None

    @property
    def layout(self) -> LessonLayout:
        """Where everything lies, with the lesson's panel at the top of the table."""
        plain = super().layout
        return LessonLayout(plain.size, plain.prompt_high, plain.log_high, self.panel.high)

    def seen(self) -> Seen:
        """Return what the lesson's guide may look at."""
        match, conductor, view = self.battle.match, self.conductor, self.view
        question = conductor.question
        mine = question is not None and question.who == self.lesson.side
        facts = super().facts()
        wrong = bool(self.at.objections) or bool(facts.get("wrong"))
        turn, rise = view.orbit.angles
        return Seen(
            self.lesson.side,
            match.journal,
            match.events,
            conductor.state != "showing",
            name_of(question) if question is not None and mine else "",
            match.over,
            wrong,
            facts,
            Eye(turn, rise, view.orbit.distance, view.orbit.looks_at),
            self._turned_in_plan(facts),
            self.at.unit_of(self.at.selected) if self.at.selected else "",
            {unit.id: unit.side for unit in self.at.observed.units},
        )

    def _turned_in_plan(self, facts: dict[str, object]) -> float:
        """Return by how much a miniature of the plan is turned, at most."""
        ghosts = cast("dict[str, list[Any]]", facts.get("ghosts") or {})
        now = {piece.id: piece.pose.facing for piece in self.at.observed.pieces}
        return max(
            (
                abs((float(pose[2]) - now[mini] + 180.0) % 360.0 - 180.0)
                for mini, pose in ghosts.items()
                if mini in now
            ),
            default=0.0,
        )

    # --- what the panel does -------------------------------------------------------------------

    def show_me(self) -> None:
        """Point again, and bring what is pointed at into view."""
        focus_on(self, self.guide.step.point)
        self.guide.aim(self.seen())
        self.panel.show_me()
        self.app.wake()

    def begin_again(self) -> None:
        """Take the match back to where the step began; nothing planned is kept."""
        self.planning.leave()
        try:
            while len(self.battle.match.journal) > self.guide.begun_at:
                self.conductor.undo()
        except HulldownError as error:
            self.app.tell_error(error)
        self.went_back()
        self.guide.begin_again(self.seen())
        self.app.wake()

    def skip(self) -> None:
        """Leave the lesson and list it as skipped."""
        self._note_progress("skipped")
        self.go_to_list()

    def go_to_list(self) -> None:
        """Leave the lesson; it counts as it stands."""
        self.app.after_frame(self.app.back)

    def go_to_next(self) -> None:
        """Begin the next lesson."""
        from sim.window.lessons.opening import LessonOpening

        place = self.next_place
        if place is not None:
            page = LessonOpening(self.app, self.course, place, self.progress)
            self.app.after_frame(lambda: self.app.swap(page))

    def go_on(self) -> None:
        """Go on with this battle, against the opponent that the lesson names."""
        self.app.after_frame(self._leave_lesson_for_battle)

    def _leave_lesson_for_battle(self) -> None:
        from sim.window.ways import continue_battle

        app, path = self.app, self.battle.path
        self._battle_goes_on = True
        app.back()
        try:
            continue_battle(app, path)
        except HulldownError as error:
            app.tell_error(error)

    def _note_progress(self, how: str) -> None:
        self.progress.keep(self.lesson, "done" if how == "done" else "skipped")
        if self.progress.fault:
            self.app.tell(say("lessons.not_kept", why=self.progress.fault), "fair")

    # --- the page ------------------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """Do what a key means; what was played before the lesson cannot be taken back."""
        if action == "undo" and not self.planning.is_on and not self._has_own_answers():
            self.app.tell(say("lessons.begins_here"), "fair")
            return True
        return super().act(action)

    def _has_own_answers(self) -> bool:
        own = self.battle.match.journal[self.guide.floor :]
        return any(entry.who == self.lesson.side for entry in own)

    def leave(self) -> None:
        """Close the battle; unless it goes on, nothing of it stays among the saves."""
        super().leave()
        if not self._battle_goes_on:
            try:
                self.app.backstage.delete(self.battle.path)
            except HulldownError as error:
                self.app.tell_error(error)

    def tick(self, seconds: float) -> bool:
        """Let the battle go on, and see whether the step is done."""
        moving = super().tick(seconds)
        if not self.planning.is_on and self.guide.look(self.seen()):
            if self.guide.is_done:
                self._note_progress("done")
            self._frames_since_step = 3
            self.app.wake()
        elif self._frames_since_step:
            self._frames_since_step -= 1
            if self._frames_since_step == 0:
                self._bring_step_into_view()
        return self.panel.tick(seconds) or moving

    def _bring_step_into_view(self) -> None:
        """Move the camera where what the new step points at would lie under a panel.

        Some frames after the step began: panels have their places then.
        """
        target = target_of(self, self.app.window.ui, self.guide.step.point)
        if self.guide.is_done or (target is not None and target[0].startswith("widget:")):
            return
        left, top, right, bottom = self.layout.free
        if target is not None:
            x, y = (target[1][0] + target[1][2]) / 2, (target[1][1] + target[1][3]) / 2
            if left < x < right and top < y < bottom:
                return
        if focus_on(self, self.guide.step.point):
            self.guide.aim(self.seen())

    def draw(self, ui: Ui) -> None:
        """Draw the battle and the lesson's panel."""
        super().draw(ui)
        if not self.is_covered:
            self.panel.draw(ui, self.layout)

    def facts(self) -> dict[str, object]:
        """Return the battle's facts and where the lesson is."""
        return {
            **super().facts(),
            "lesson": self.lesson.name,
            "step": self.guide.step.text,
            "place": self.guide.place,
            "lesson_state": self.guide.state,
        }
