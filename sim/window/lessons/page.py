"""The list of lessons, with ticks at those that were done."""

from __future__ import annotations

from collections.abc import Sequence

from sim.view.ui import Ui
from sim.window.app import App
from sim.window.lessons.course import Lesson, read_courses
from sim.window.lessons.opening import LessonOpening
from sim.window.lessons.progress import Progress
from sim.window.page import Page
from sim.words import say

__all__ = ["LessonsPage"]


class LessonsPage(Page):
    """Lists the lessons; the next one that was not done stands out.

    Parameters
    ----------
    app : App
    course : sequence of Lesson, optional
        By default those that come with the program.

    Raises
    ------
    InputProblems
        With every problem of the lessons' files.
    """

    name = "lessons"

    def __init__(self, app: App, course: Sequence[Lesson] | None = None) -> None:
        self.app = app
        if course is None:
            course = read_courses([level.id for level in app.backstage.levels()])
        self.course = course
        self.progress = Progress()

    def enter(self) -> None:
        """Read anew what was done."""
        self.progress = Progress()

    @property
    def next_place(self) -> int | None:
        """The first lesson that was neither done nor skipped, else the first skipped one."""
        for left in ("", "skipped"):
            for place, lesson in enumerate(self.course):
                if self.progress.of(lesson) == left:
                    return place
        return None

    def begin(self, place: int) -> None:
        """Begin a lesson once this frame is drawn."""
        page = LessonOpening(self.app, self.course, place, self.progress)
        self.app.after_frame(lambda: self.app.go(page))

    def act(self, action: str) -> bool:
        """Follow the keys: numbers, the key that confirms for the next one, Esc."""
        if action == "back":
            self.app.after_frame(self.app.back)
        elif action == "confirm":
            self.begin(self.next_place or 0)
        elif action.startswith("option_"):
            place = int(action.removeprefix("option_")) - 1
            if place < len(self.course):
                self.begin(place)
        else:
            return False
        return True

    def draw(self, ui: Ui) -> None:
        """Draw a row for each lesson."""
        wide, high = ui.size
        across = min(720.0, wide - 40)
        spot, size = (wide / 2, 20.0), (across, high - 110)
        with ui.panel("lessons", spot, size, pivot=(0.5, 0.0), scroll=True):
            ui.text(say("lessons.list_title"), "gold", size=1.5)
            done = sum(self.progress.of(lesson) == "done" for lesson in self.course)
            ui.text(say("lessons.list_about", done=done, count=len(self.course)), "dim")
            ui.space(8)
            coming = self.next_place
            for place, lesson in enumerate(self.course):
                self._row(ui, place, lesson, coming=place == coming)
        with ui.panel("lessons-foot", (wide / 2, high - 20), (across, 62), pivot=(0.5, 1.0)):
            if ui.button("back", say("window.back"), key=self.app.keys.key("back")):
                self.app.after_frame(self.app.back)

    def _row(self, ui: Ui, place: int, lesson: Lesson, *, coming: bool) -> None:
        how = self.progress.of(lesson)
        title = say("lessons.title", number=place + 1, title=say(lesson.key("title")))
        ink = "good" if how == "done" else "gold" if coming else "plain"
        state = say(f"lessons.state.{how or 'open'}")
        ui.text(say("lessons.row", state=state, title=title), ink, size=1.08, wrap=False)
        label, key = say("lessons.again_row" if how == "done" else "lessons.begin"), str(place + 1)
        ui.to_right(ui.text_size(f"{label}  [{key}]")[0] + 22)
        kind = "primary" if coming else "quiet"
        if ui.button(f"lessons/{lesson.name}", label, key=key, kind=kind):
            self.begin(place)
        ui.text(say(lesson.key("about")), "dim", size=0.94)
        ui.line()

    def facts(self) -> dict[str, object]:
        """Return how each lesson was left."""
        return {"lessons": {lesson.name: self.progress.of(lesson) for lesson in self.course}}
