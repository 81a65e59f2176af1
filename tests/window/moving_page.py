"""A page with nothing but a table and an asker: for tests of moving by hand."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sim.cli.backstage import CommandBackstage
from sim.engine.match import Match
from sim.engine.questions import Question
from sim.table.facts import Facts
from sim.view.inputs import Input
from sim.view.table_labels import draw_unit_labels
from sim.view.table_view import TableView
from sim.view.ui import Ui
from sim.view.window import Window
from sim.window.app import App
from sim.window.battle.asking.asker import Asker
from sim.window.battle.asking.moving import MovingAsker
from sim.window.battle.asking.paths import PathAsker
from sim.window.battle.asking.places import PlaceAsker
from sim.window.battle.at_table import AtTable
from sim.window.battle.conductor import Conductor
from sim.window.page import Page
from sim.window.ports import PERSON, Battle, BattleWish
from sim.words import say
from tests.window.person import Person

__all__ = ["MovingPage", "asked_for", "mills_asking", "moving_person"]

SCENE = Path(__file__).resolve().parents[2] / "scenes" / "dust_warfare" / "mills.toml"


class MovingPage(Page):
    """Shows what the match asks, and the asker for it."""

    name = "moving"

    def __init__(self, app: App, match: Match[Any], facts: Facts) -> None:
        self.app = app
        wide, high = app.window.size
        self.view = TableView(facts, wide / high)
        self.conductor = Conductor(match, {})
        self.at = AtTable(app, self.conductor, self.view)
        self.asker: Asker | None = None
        self.asked: Question | None = None
        self._look()

    def _look(self) -> None:
        self.conductor.advance()
        self.conductor.skip()
        if self.conductor.must_hand_over_to:
            self.conductor.taken_over()
        question = self.conductor.question
        self.view.show(self.conductor.observed, glide=False)
        if question is not self.asked:
            if self.asker is not None:
                self.asker.close()
            self.asked = question
            self.asker = None
            if question is not None and question.kind in ("path", "place"):
                make = PathAsker if question.kind == "path" else PlaceAsker
                self.asker = make(self.at, question)

    def again(self) -> None:
        """Forget what was planned, as if the question had just been asked."""
        if self.asker is not None:
            self.asker.close()
        self.asker = self.asked = None

    @property
    def table(self) -> TableView:
        return self.view

    @property
    def moving(self) -> MovingAsker:
        assert isinstance(self.asker, MovingAsker), "nothing is to be moved"
        return self.asker

    def act(self, action: str) -> bool:
        return self.asker is not None and self.asker.act(action)

    def take(self, each: Input) -> bool:
        return self.asker is not None and self.asker.take(each)

    def tick(self, seconds: float) -> bool:
        self._look()
        return self.asker is not None and self.asker.tick(seconds)

    def draw(self, ui: Ui) -> None:
        draw_unit_labels(ui, self.view, self.app.window.size)
        if self.asker is None:
            return
        self.asker.paint()
        self.asker.draw_over(ui)
        wide, high = ui.size
        with ui.panel("prompt", (wide / 2, high - 12), (760.0, 0.0), pivot=(0.5, 1.0)):
            assert self.asked is not None
            ui.heading(say(self.asked.prompt, **dict(self.asked.params)))
            self.asker.draw_prompt(ui)

    def facts(self) -> dict[str, object]:
        return self.asker.facts() if self.asker is not None else {}

    def leave(self) -> None:
        if self.asker is not None:
            self.asker.close()
        self.view.close()


Wanted = Callable[[Question], bool]


def asked_for(match: Match[Any], wanted: Wanted) -> None:
    """Answer with the first sensible answer until a question is asked that is wanted.

    Units are made to move where they may choose.
    """
    for _ in range(600):
        question = match.pending
        assert question is not None, "the game is over"
        if wanted(question):
            return
        match.answer(_first(question))
    raise AssertionError("never asked")


def _first(question: Question) -> Any:
    if question.kind != "pick":
        return next(a for a in question.suggest() if not question.why_not(a))
    free = [option.id for option in question.options if not option.blocked]
    return next((each for each in free if each in ("move", "march")), free[0])


@functools.cache
def _keep() -> list[Battle]:
    return []


def mills_asking(folder: Path, wanted: Wanted, seed: int = 3) -> Battle:
    """Begin a battle on the mills table and play on to a question."""
    wish = BattleWish(SCENE, {"allies": PERSON, "axis": PERSON}, seed=seed)
    battle = CommandBackstage(folder, sync=False).begin(wish)
    asked_for(battle.match, wanted)
    return battle


def moving_person(match: Match[Any], facts: Facts, **more: Any) -> Person:
    """Return a person before a `MovingPage`."""

    def make(window: Window) -> App:
        app = App(window, None)
        app.go(MovingPage(app, match, facts))
        return app

    return Person(make, **more)
