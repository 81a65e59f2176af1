"""The moment before a lesson: its battle is played, answer by answer, to where it begins."""

from __future__ import annotations

from collections.abc import Sequence

from sim.errors import HulldownError
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.lessons.course import Lesson
from sim.window.lessons.lesson_battle import LessonPage
from sim.window.lessons.prepared import Rehearsal
from sim.window.lessons.progress import Progress
from sim.window.page import Page
from sim.window.ports import PERSON, Battle, BattleWish
from sim.words import say

__all__ = ["LessonOpening"]


class LessonOpening(Page):
    """Shows what the lesson is about while its table is set up, then makes way for it.

    Parameters
    ----------
    app : App
    course : sequence of Lesson
    place : int
        The lesson's place, from 0.
    progress : Progress
    """

    name = "lesson-opening"

    def __init__(self, app: App, course: Sequence[Lesson], place: int, progress: Progress) -> None:
        self.app, self.course, self.place, self.progress = app, course, place, progress
        self.lesson = course[place]
        self._battle: Battle | None = None
        self._rehearsal: Rehearsal | None = None
        self._frames = 0
        self._over = False

    def leave(self) -> None:
        """Give up a battle that is not yet the lesson's."""
        battle, self._battle = self._battle, None
        self._over = True
        if battle is not None:
            battle.close()
            self.app.backstage.delete(battle.path)

    def act(self, action: str) -> bool:
        """Go back."""
        if action != "back":
            return False
        self._over = True
        self.app.after_frame(self.app.back)
        return True

    def tick(self, seconds: float) -> bool:
        """Give one answer of the beginning; the page itself is drawn first."""
        self._frames += 1
        if self._over or self._frames < 3:
            return True
        try:
            self._go_on()
        except HulldownError as error:
            self._over = True
            self.app.tell_error(error)
            self.app.after_frame(self.app.back)
        return True

    def _go_on(self) -> None:
        if self._rehearsal is None:
            begun: Battle = self.app.backstage.begin(_wish(self.app, self.lesson))
            self._battle = begun
            self._rehearsal = Rehearsal(self.lesson, begun.match)
        elif self._rehearsal.go_on():
            battle = self._battle
            assert battle is not None, "a rehearsal has a battle"
            page = LessonPage(self.app, battle, self.course, self.place, self.progress)
            self._battle = None
            self._over = True
            self.app.after_frame(lambda: self.app.swap(page))

    def draw(self, ui: Ui) -> None:
        """Draw what the lesson is about."""
        wide, high = ui.size
        spot, size = (wide / 2, high / 2), (min(520.0, wide - 40), 0.0)
        with ui.panel("opening", spot, size, pivot=(0.5, 0.5)):
            title = say(self.lesson.key("title"))
            ui.text(say("lessons.title", number=self.place + 1, title=title), "gold", size=1.3)
            ui.text(say(self.lesson.key("about")))
            ui.space()
            ui.text(say("lessons.opening"), "dim")


def _wish(app: App, lesson: Lesson) -> BattleWish:
    """Return the battle of a lesson; its opponent takes over when the battle goes on."""
    card = next((c for c in app.backstage.scenes() if c.path.stem == lesson.table), None)
    sides = [side.id for side in card.sides] if card is not None else []
    players = dict.fromkeys(sides, lesson.opponent)
    return BattleWish(lesson.table, {**players, lesson.side: PERSON}, lesson.seed)
