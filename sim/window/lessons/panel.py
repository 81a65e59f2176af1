"""The lesson's panel over the table: what to do now, and the ways out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.view.ui import Ui
from sim.view.ui.widgets import Kind
from sim.window.battle.layout import GAP, TOP_HIGH, Layout
from sim.window.battle.wrapping import Flow
from sim.window.lessons.pointing import draw_pointer, target_of
from sim.words import parameters, say

if TYPE_CHECKING:
    from sim.window.lessons.lesson_battle import LessonPage

__all__ = ["LessonLayout", "LessonPanel"]

#: Widest panel, what stays free for the folded roster, and how long "show me" shows, seconds.
_WIDE, _FOLDED, _SHOW_SECONDS = 600.0, 108.0, 4.0


@dataclass(frozen=True)
class LessonLayout(Layout):
    """The battle's layout with the lesson's panel at the top of the table.

    Attributes
    ----------
    lesson_high : float
        What the panel took in the last frame, with the gap below it.
    """

    lesson_high: float = 0.0

    @property
    def free(self) -> tuple[float, float, float, float]:
        """The part of the table that no panel covers."""
        left, top, right, bottom = super().free
        return (left, min(top + self.lesson_high, bottom - 40.0), right, bottom)

    @property
    def lesson(self) -> tuple[float, float, float]:
        """Left, top and width of the panel."""
        left, _, right, _ = super().free
        if self.narrow:
            left, right = _FOLDED, self.size[0] - self.card_wide - GAP
        wide = max(180.0, min(_WIDE, right - left - 2 * GAP))
        return ((left + right - wide) / 2, TOP_HIGH + GAP, wide)


class LessonPanel:
    """Draws the panel and what it points at.

    Parameters
    ----------
    page : LessonPage

    Attributes
    ----------
    high : float
        What it took in the last frame, with a gap.
    folded : bool
    """

    def __init__(self, page: LessonPage) -> None:
        self.page = page
        self.high = 0.0
        self.folded = False
        self._shows = 0.0
        self._scrolls = False

    @property
    def is_showing(self) -> bool:
        """Whether "show me" was asked for a moment ago."""
        return self._shows > 0

    def show_me(self) -> None:
        """Point more strongly for a while."""
        self._shows = _SHOW_SECONDS

    def tick(self, seconds: float) -> bool:
        """Let time pass; return whether something moves."""
        self._shows = max(0.0, self._shows - seconds)
        return self._shows > 0

    def draw(self, ui: Ui, layout: LessonLayout) -> None:
        """Draw both."""
        left, top, wide = layout.lesson
        most = max(90.0, layout.bottom - top - GAP)
        size = (wide, most if self._scrolls else 0.0)
        with ui.panel("lesson", (left, top), size, scroll=self._scrolls):
            self._head(ui)
            if not self.folded:
                self._inside(ui)
            box = ui.panel_box()
            tall = box[3] - box[1]
            natural = tall - ui.room[1] if self._scrolls else tall
        scrolls, high = natural > most, min(natural, most) + GAP
        if scrolls != self._scrolls or abs(high - self.high) > 0.5:
            self.page.app.wake()
        self._scrolls, self.high = scrolls, high
        self._point(ui)

    def _head(self, ui: Ui) -> None:
        page, guide = self.page, self.page.guide
        lesson = page.lesson
        title = say("lessons.title", number=page.number, title=say(lesson.key("title")))
        ui.text(title, "gold", wrap=False, name="lesson/title")
        fold = say("lessons.unfold" if self.folded else "lessons.fold")
        step = "" if guide.is_done else self._count()
        ui.to_right(ui.text_size(step)[0] + ui.text_size(fold)[0] + 36)
        ui.text(step, "dim", wrap=False)
        ui.beside(8)
        if ui.button("lesson/fold", fold, kind="quiet"):
            self.folded = not self.folded

    def _count(self) -> str:
        guide = self.page.guide
        return say("lessons.step", number=guide.place + 1, count=len(guide.lesson.steps))

    def _inside(self, ui: Ui) -> None:
        guide = self.page.guide
        if guide.is_done:
            ui.text(self._text("done_text"), "good", name="lesson/done")
            self._ends(ui)
            return
        ui.text(self._text(guide.step.text), size=1.06, name="lesson/text")
        reached = guide.reached(self.page.seen())
        if len(reached) > 1:
            said = say("lessons.reached", done=sum(reached), count=len(reached))
            ui.text(said, "dim", size=0.92)
        if guide.strayed:
            ui.text(say("lessons.strayed"), "fair", name="lesson/strayed")
        self._ways(ui)

    def _text(self, name: str) -> str:
        """Return a text of the lesson with the learner's own keys in it."""
        key, keys = self.page.lesson.key(name), self.page.app.keys
        return say(key, **{action: keys.key(action) for action in parameters(key)})

    def _ways(self, ui: Ui) -> None:
        page, flow = self.page, Flow(ui)
        strayed = page.guide.strayed
        again = say("lessons.take_back" if strayed else "lessons.again")
        rows: list[tuple[str, str, Kind, Callable[[], None]]] = [
            ("show", say("lessons.show"), "quiet" if strayed else "plain", page.show_me),
            ("again", again, "primary" if strayed else "quiet", page.begin_again),
            ("skip", say("lessons.skip"), "quiet", page.skip),
            ("leave", say("lessons.leave"), "quiet", page.go_to_list),
        ]
        for name, label, kind, do in rows:
            flow.before(label)
            if ui.button(f"lesson/{name}", label, kind=kind, hint=say(f"lessons.{name}_hint")):
                do()

    def _ends(self, ui: Ui) -> None:
        page, flow = self.page, Flow(ui)
        last = say("lessons.last") if page.next_place is None else ""
        first: Kind = "plain" if last else "primary"
        second: Kind = "primary" if last else "plain"
        rows: list[tuple[str, str, Kind, Callable[[], None], str]] = [
            ("next", say("lessons.next"), first, page.go_to_next, last),
            ("go-on", say("lessons.go_on"), second, page.go_on, ""),
            ("leave", say("lessons.leave"), "quiet", page.go_to_list, ""),
        ]
        for name, label, kind, do, why_not in rows:
            flow.before(label)
            if ui.button(f"lesson/{name}", label, kind=kind, why_not=why_not):
                do()

    def _point(self, ui: Ui) -> None:
        guide = self.page.guide
        if guide.is_done or self.page.dialog is not None:
            return
        target = target_of(self.page, ui, guide.step.point)
        if target is not None:
            draw_pointer(ui, *target, strong=self.is_showing)
