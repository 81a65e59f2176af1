"""What is asked and answered, as it is drawn: making, asking, answered, over."""

from __future__ import annotations

from typing import Protocol

from sim.view.ui import Ui
from sim.window.app import App
from sim.window.puzzles.run import GUESS_POINTS, PuzzleRun
from sim.words import say

__all__ = ["Asked", "draw_answered", "draw_asking", "draw_end", "draw_making"]

_TALL, _BROAD = 40.0, 190.0
#: A bar that is narrower has no room for hints, points.
_SMALL = 860.0


class Asked(Protocol):
    """What these need of the page."""

    app: App
    run: PuzzleRun
    guess: float

    def answer(self, sees: bool) -> None:
        """Answer the present puzzle."""
        ...

    def next(self) -> None:
        """Go on."""
        ...

    def again(self) -> None:
        """Begin another run."""
        ...

    def eye(self) -> None:
        """Open or close the eye's picture."""
        ...


def draw_making(ui: Ui, page: Asked) -> None:
    """Draw how far the search is."""
    ui.heading(say("puzzle.title"))
    ui.text(say("puzzle_page.making"), "dim")
    ui.bar(page.run.progress, height=16)
    if ui.button("stop", say("puzzle_page.stop"), key=page.app.keys.key("back")):
        page.app.after_frame(page.app.back)


def draw_asking(ui: Ui, page: Asked) -> None:
    """Draw the question, both answers, and the share to guess."""
    ui.text(say("puzzle_page.question"), "gold", size=1.25, name="sentence")
    keys, after = page.app.keys, page.app.after_frame
    yes, no = keys.key("option_1"), keys.key("option_2")
    small = ui.room[0] < _SMALL
    broad = _BROAD * 0.6 if small else _BROAD
    if ui.button("answer/yes", say("puzzle_page.yes"), key=yes, width=broad, height=_TALL):
        after(lambda: page.answer(True))
    ui.beside()
    if ui.button("answer/no", say("puzzle_page.no"), key=no, width=broad, height=_TALL):
        after(lambda: page.answer(False))
    ui.beside(24)
    with ui.group():
        percent = round(100 * page.guess)
        hint = say("puzzle_page.guess") if percent else say("puzzle_page.no_guess")
        guess = ui.slider("guess", hint, 100.0 * page.guess, 0.0, 70.0, form="%.0f %%", width=200)
        page.guess = guess / 100.0
        if not small:
            ui.text(say("puzzle_page.guess_points", points=GUESS_POINTS), "dim", size=0.88)
    if not small:
        ui.text(say("puzzle_page.tools", key=keys.key("measure")), "dim", size=0.88)


def draw_answered(ui: Ui, page: Asked) -> None:
    """Draw whether it was right, why, and the way on."""
    run, keys = page.run, page.app.keys
    puzzle = run.puzzle
    assert puzzle is not None, "nothing was answered"
    ink = "good" if run.right else "bad"
    ui.text(say("puzzle.right") if run.right else say("puzzle.wrong"), ink, size=1.35, name="said")
    ui.beside(14)
    ui.text(puzzle.why[0], size=1.15, wrap=False, name="why")
    if run.earned:
        ui.beside(14)
        ui.text(say("puzzle_page.earned", points=run.earned), "gold", size=1.1, wrap=False)
    for line in puzzle.why[1:]:
        ui.text(line, "dim")
    if run.guess is not None:
        guess, true = (f"{100 * share:.0f}" for share in (run.guess, puzzle.share))
        ui.text(say("puzzle.guessed", guess=guess, true=true), "dim")
    key = keys.key("confirm")
    last = run.place + 1 == len(run.puzzles)
    label = say("puzzle_page.finish") if last else say("puzzle_page.next")
    if ui.button("next", label, key=key, kind="primary", width=_BROAD, height=_TALL):
        page.app.after_frame(page.next)
    ui.beside()
    if ui.button("eye", say("puzzle_page.eye"), key=keys.key("eye"), height=_TALL):
        page.app.after_frame(page.eye)


def draw_end(ui: Ui, page: Asked) -> None:
    """Draw how it went, by levels, and the ways on."""
    run, score = page.run, page.run.score
    ui.heading(say("puzzle.title"))
    ui.text(say("puzzle_page.points", points=run.points), "gold", size=1.6, name="points")
    numbers = {"right": score.right, "asked": score.asked, "streak": score.best_streak}
    ui.text(say("puzzle_page.end", **numbers))
    for level, (right, asked) in score.by_level.items():
        name = say(f"puzzle.level_name.{level}")
        ui.text(say("puzzle.score.level", level=name, right=right, asked=asked), "dim")
    if score.mean_off is not None:
        off = f"{100 * score.mean_off:.0f}"
        ui.text(say("puzzle_page.off", off=off), "dim")
    ui.text(say("puzzle_page.seed", seed=run.seed), "dim", size=0.88)
    ui.space(4)
    key = page.app.keys.key("confirm")
    if ui.button("again", say("puzzle_page.again"), key=key, kind="primary", height=_TALL):
        page.app.after_frame(page.again)
    ui.beside()
    if ui.button("leave", say("window.back"), key=page.app.keys.key("back"), height=_TALL):
        page.app.after_frame(page.app.back)
