"""A person who takes the lessons of the first battle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sim.cli.backstage import CommandBackstage
from sim.view.window import Window
from sim.window.app import App
from sim.window.lessons.lesson_battle import LessonPage
from sim.window.lessons.page import LessonsPage
from sim.window.settings import Settings
from tests.window.person import Person

__all__ = ["Learner"]


class Learner(Person):
    """Sits before the list of lessons; nothing is shown slowly."""

    def __init__(
        self, folder: Path, size: tuple[int, int] = (1280, 800), scale: float = 1.0
    ) -> None:
        def make(window: Window) -> App:
            behind = CommandBackstage(folder, sync=False)
            app = App(window, behind, Settings(speed=0.0, scale=scale), photos=folder)
            app.go(LessonsPage(app))
            return app

        super().__init__(make, size, scale)

    @property
    def page(self) -> LessonPage:
        page = self.app.page
        assert isinstance(page, LessonPage), page.name
        return page

    @property
    def facts(self) -> dict[str, Any]:
        return self.app.page.facts()

    @property
    def at(self) -> tuple[str, str]:
        """The present step, and how it stands."""
        return (self.facts["step"], self.facts["lesson_state"])

    def begin(self, lesson: str) -> None:
        """Begin a lesson from the list."""
        if self.app.page.name == "lesson":
            self.go_back()
        self.click(f"lessons/{lesson}")
        self.wait(lambda: self.app.page.name == "lesson")
        self.rests()

    def go_back(self) -> None:
        """Leave the lesson."""
        self.click("lesson/leave")
        self.wait(lambda: self.app.page.name == "lessons")
        self.frames(2)

    def rests(self) -> None:
        """Wait until the table stands still and somebody is asked."""
        self.wait(lambda: self.facts["state"] in ("waiting", "over") and self.page.view.is_still)
        self.frames(2)

    def choose(self, option: str) -> None:
        """Click an option at the prompt."""
        self.click(f"prompt/option/{option}")
        self.rests()

    def suggested(self) -> None:
        """Take the first suggestion and confirm it."""
        self.wait(lambda: self.sees("prompt/suggestion/1"))
        self.press("1")
        self.press("space")
        self.rests()
