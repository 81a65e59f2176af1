"""Battles for tests of the battle page: the toy game and the mills, with persons or opponents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from sim.cli.backstage import CommandBackstage
from sim.engine.dice import Chance, OwnDice, SeededDice
from sim.engine.match import Match
from sim.engine.record import Recorder
from sim.engine.record_files import Header
from sim.table.scene import Scene
from sim.view.window import Window
from sim.window.app import App
from sim.window.battle.page import BattlePage
from sim.window.ports import PERSON, Battle, BattleWish, ClauseCard, Thinker
from sim.window.settings import Settings
from tests.engine.laws import random_answer
from tests.toy import Pebbles
from tests.toy.table import toy_facts
from tests.window.person import Person
from tests.window.players import Slow

MILLS = Path(__file__).parents[2] / "scenes" / "dust_warfare" / "mills.toml"
SIDES = {"toy": ("red", "blue"), "mills": ("allies", "axis")}


#: Sits a person down with what `Seated` takes; the fixture ``sit`` gives it.
SitDown = Callable[..., "Seated"]


class ToyShelf:
    """What the toy game's backstage knows: two clauses."""

    cards = (
        ClauseCard("toy.mark", "Each side marks an enemy in secret.", "Beginning", "1", "in"),
        ClauseCard("toy.turn", "One pebble moves and throws.", "Turn", "2", "in"),
    )

    def clause(self, game: str, rule_id: str, match: Any = None) -> ClauseCard | None:
        return next((card for card in self.cards if card.id == rule_id), None)

    def search_clauses(self, game: str, text: str, match: Any = None) -> tuple[ClauseCard, ...]:
        return tuple(card for card in self.cards if text.lower() in card.gist.lower())


def toy_battle(
    folder: Path, thinkers: Mapping[str, Thinker], chance: Chance, *, match_style: bool = False
) -> Battle:
    match = Match(Pebbles(), chance)
    players = {side: "random" if side in thinkers else PERSON for side in SIDES["toy"]}
    header = Header("pebbles", rules="1", players=players)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"toy-{len(list(folder.glob('*.jsonl')))}.jsonl"
    recorder = Recorder(match, path, header, sync=False)
    scene = cast("Scene", SimpleNamespace(name="Pebbles"))
    return Battle(scene, toy_facts(), match, recorder, header, thinkers, Slow(), match_style)


class Seated(Person):
    """A person before a battle.

    Parameters
    ----------
    game : str
        ``toy`` or ``mills``.
    against : Thinker or None
        Plays the second side; None for two persons at one screen.
    """

    def __init__(
        self,
        folder: Path,
        game: str = "toy",
        *,
        against: Slow | None = None,
        speed: float = 0.0,
        own_dice: bool = False,
        seed: int = 7,
        match_style: bool = False,
        size: tuple[int, int] = (1280, 800),
        scale: float = 1.0,
    ) -> None:
        self.game = game
        chance: Chance = OwnDice() if own_dice else SeededDice(seed)
        thinkers: dict[str, Thinker] = {SIDES[game][1]: against} if against is not None else {}
        settings = Settings(speed=speed, scale=scale)

        def make(window: Window) -> App:
            if game == "toy":
                app = App(window, ToyShelf(), settings)
                battle = toy_battle(folder, thinkers, chance, match_style=match_style)
            else:
                behind = CommandBackstage(folder, sync=False)
                app = App(window, behind, settings)
                both = dict.fromkeys(SIDES[game], PERSON)
                battle = behind.begin(
                    BattleWish(MILLS, both, seed, own_dice, match_style=match_style)
                )
                battle.thinkers = thinkers
            app.go(BattlePage(app, battle))
            return app

        super().__init__(make, size, scale)

    @property
    def page(self) -> BattlePage:
        page = self.app.page
        assert isinstance(page, BattlePage)
        return page

    @property
    def facts(self) -> dict[str, Any]:
        return self.app.page.facts()

    @property
    def asks(self) -> str:
        """What the pending question is called."""
        key = self.facts["question"]
        return key.split(":")[1] if key else ""

    def sit(self) -> None:
        """Say "I am here" whenever the screen asks for the other person."""
        if self.facts["state"] == "handing-over":
            self.press("space")

    def answer_any(self) -> None:
        """Answer the pending question with what every run gives at that place."""
        question = self.page.conductor.question
        assert question is not None, self.facts
        dice, k = SeededDice(3, "person"), len(self.page.battle.match.journal)
        self.page.conductor.answer(
            dice.answer(question, k) if question.chance else random_answer(question, dice, k)
        )
        self.frames(2)

    def until(self, reached: Callable[[], Any], most: int = 400) -> None:
        """Play on with any answers until something is so."""
        for _ in range(most):
            self.wait(lambda: self.facts["state"] in ("waiting", "handing-over", "over"))
            self.sit()
            if reached():
                # A bar that grew finds its height within a few frames.
                self.frames(3)
                return
            self.answer_any()
        raise AssertionError(f"never came: {self.facts}")
