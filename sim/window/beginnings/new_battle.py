"""A new battle: table, who plays which side, opponent, options, dice."""

from __future__ import annotations

from dataclasses import dataclass, field

from sim.errors import HulldownError
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.beginnings.pictures import ScenePictures
from sim.window.page import Page
from sim.window.ports import PERSON, BattleWish, SceneCard
from sim.window.ways import begin_battle
from sim.words import say

__all__ = ["NewBattlePage", "Wishes"]


@dataclass
class Wishes:
    """What is chosen so far.

    Attributes
    ----------
    scene : SceneCard or None
    players : dict of side to `PERSON` or a level
    bundle : str
    options : dict of option to value
        Only those that differ from the bundle.
    seed : str
        As typed; empty draws one that nobody knows.
    """

    scene: SceneCard | None = None
    players: dict[str, str] = field(default_factory=dict[str, str])
    bundle: str = ""
    options: dict[str, str] = field(default_factory=dict[str, str])
    seed: str = ""
    own_dice: bool = False
    match_style: bool = False

    def why_not(self) -> str:
        """Return why the battle cannot begin as it is wished; empty when it can."""
        if self.scene is None:
            return say("window.new.no_scene")
        if self.seed and not self.seed.isdigit():
            return say("window.new.bad_seed", seed=self.seed)
        return ""

    def wish(self) -> BattleWish:
        """Return the wish; only when `why_not` is empty."""
        assert self.scene is not None, "a battle needs a table"
        return BattleWish(
            self.scene.path,
            dict(self.players),
            int(self.seed) if self.seed else None,
            self.own_dice,
            self.bundle,
            dict(self.options),
            self.match_style,
        )


class NewBattlePage(Page):
    """Chooses a battle and begins it.

    Parameters
    ----------
    app : App
    """

    name = "new-battle"

    def __init__(self, app: App) -> None:
        self.app = app
        self.cards = tuple(card for card in app.backstage.scenes() if card.playable)
        self.levels = app.backstage.levels()
        self.wishes = Wishes(match_style=app.settings.match_style)
        self._pictures = ScenePictures(app)
        self._unfolded = False
        if self.cards:
            self._choose(self.cards[0])

    def _choose(self, card: SceneCard) -> None:
        """Take a table: the person plays its first side until he says otherwise."""
        self.wishes.scene = card
        level = self.levels[0].id
        self.wishes.players = {
            side.id: PERSON if place == 0 else level for place, side in enumerate(card.sides)
        }
        self.wishes.options = {}

    def tick(self, seconds: float) -> bool:
        """Draw the pictures that are still missing, one a frame."""
        return self._pictures.tick(self.cards)

    def act(self, action: str) -> bool:
        """Walk the tables, begin, or go back."""
        if action == "confirm":
            self._begin()
        elif action == "back":
            self.app.after_frame(self.app.back)
        elif action in ("next", "previous") and self.cards:
            step = 1 if action == "next" else -1
            now = self.cards.index(self.wishes.scene) if self.wishes.scene else 0
            self._choose(self.cards[(now + step) % len(self.cards)])
            self.app.wake()
        else:
            return False
        return True

    def _begin(self) -> None:
        why_not = self.wishes.why_not()
        if why_not:
            self.app.tell(why_not, "bad")
            return
        self.app.tell(say("looks.setting_up"))
        self.app.after_frame(self._really_begin)

    def _really_begin(self) -> None:
        self.app.back()
        try:
            begin_battle(self.app, self.wishes.wish())
        except HulldownError as error:
            self.app.tell_error(error)
            self.app.go(self)

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, ui: Ui) -> None:
        """Draw tables on the left, the rest on the right."""
        wide, high = ui.size
        left = min(420.0, wide * 0.36)
        with ui.panel(
            "tables", (20, 20), (left, high - 40), title=say("window.new.tables"), scroll=True
        ):
            for card in self.cards:
                self._table(ui, card, left - 26)
        with ui.panel("battle", (left + 36, 20), (wide - left - 56, high - 118), scroll=True):
            self._battle(ui)
        with ui.panel("begin", (left + 36, high - 20), (wide - left - 56, 70), pivot=(0, 1)):
            self._buttons(ui)

    def _table(self, ui: Ui, card: SceneCard, wide: float) -> None:
        name = card.path.stem
        if self._pictures.has(card):
            ui.picture(self._pictures.name(card), wide)
        if ui.row(f"table/{name}", card.name, chosen=card is self.wishes.scene, hint=card.shows):
            self._choose(card)
        ui.space(4)

    def _battle(self, ui: Ui) -> None:
        scene = self.wishes.scene
        if scene is None:
            ui.text(say("window.new.no_scene"), "dim")
            return
        ui.text(scene.name, "gold", size=1.4)
        ui.text(scene.shows, "dim")
        ui.space()
        ui.heading(say("window.new.sides"))
        who = [(PERSON, say("window.new.person"))]
        who += [(level.id, level.text) for level in self.levels]
        for side in scene.sides:
            players = self.wishes.players
            ui.text(side.name)
            ui.text(", ".join(side.units), "dim", size=0.9)
            players[side.id] = ui.choice(f"player/{side.id}", "", players[side.id], who, width=420)
            ui.space(3)
        self._dice(ui)
        self._options(ui, scene.game)

    def _dice(self, ui: Ui) -> None:
        wishes = self.wishes
        ui.space()
        ui.heading(say("window.new.dice"))
        wishes.own_dice = ui.check("own-dice", say("window.new.own_dice"), wishes.own_dice)
        wishes.match_style = ui.check(
            "match-style",
            say("window.new.match_style"),
            wishes.match_style,
            hint=say("window.new.match_style_hint"),
        )
        if not wishes.own_dice:
            wishes.seed, _ = ui.entry(
                "seed",
                say("window.new.seed"),
                wishes.seed,
                hint=say("window.new.seed_hint"),
                width=180,
            )

    def _options(self, ui: Ui, game: str) -> None:
        wishes = self.wishes
        ui.space()
        ui.heading(say("window.new.rules"))
        bundles = self.app.backstage.bundles(game)
        chosen = wishes.bundle or (bundles[0].id if bundles else "")
        texts = [(bundle.id, bundle.text) for bundle in bundles]
        new = ui.choice("bundle", "", chosen, texts, width=420)
        if new != chosen:
            wishes.options = {}
        wishes.bundle = new
        sets = next((bundle.options for bundle in bundles if bundle.id == new), {})
        with ui.tree("options", say("window.new.options", count=len(wishes.options))) as unfolded:
            if not unfolded:
                return
            for option in self.app.backstage.options(game):
                usual = sets.get(option.id) or option.default or ""
                now = wishes.options.get(option.id, usual)
                ui.text(option.text, "dim", size=0.92)
                values = [(value.id, value.text) for value in option.values]
                value = ui.choice(f"option/{option.id}", "", now, values, width=420)
                if value == usual:
                    wishes.options.pop(option.id, None)
                else:
                    wishes.options[option.id] = value

    def _buttons(self, ui: Ui) -> None:
        keys = self.app.keys
        why_not = self.wishes.why_not()
        if ui.button(
            "begin",
            say("window.new.begin"),
            key=keys.key("confirm"),
            kind="primary",
            why_not=why_not,
            width=240,
            height=44,
        ):
            self._begin()
        ui.beside()
        if ui.button("back", say("window.back"), key=keys.key("back"), height=44):
            self.app.after_frame(self.app.back)

    def facts(self) -> dict[str, object]:
        """Return what is chosen."""
        scene = self.wishes.scene
        return {"table": scene.path.stem if scene else "", "players": dict(self.wishes.players)}
