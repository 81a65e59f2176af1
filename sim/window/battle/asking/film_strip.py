"""Reactions as a film strip: what the enemy does, and which of my units may answer with what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.engine.events import Event
from sim.engine.observed import Observed
from sim.engine.orders import TakesOrders
from sim.engine.questions import Option, Question
from sim.view.marks import SUSPECT
from sim.view.overlays import path
from sim.view.palette import palette
from sim.view.ui import Ui
from sim.window.battle.asking.picks import HIGH, PickAsker
from sim.window.battle.asking.targets import tag_lines
from sim.window.battle.at_table import AtTable
from sim.window.battle.rings import ring_nodes
from sim.window.battle.showing import paths_of
from sim.window.battle.standing_orders import StandingOrders
from sim.window.battle.subjects import pieces_of, side_of, unit_named
from sim.words import say

__all__ = ["FilmStripAsker", "is_reaction"]

_ENEMY = "reaction-enemy"
#: So many of the last things the enemy did are told.
_DEEDS = 3
_CARD = 236.0


def is_reaction(at: AtTable, question: Question) -> bool:
    """Return whether a question asks if units answer what an enemy does.

    It does when it is about a unit of another side, and options are about one's own units.
    """
    observed = at.conductor.observed
    if question.kind != "pick" or not question.subject:
        return False
    theirs = side_of(observed, question.subject)
    if not theirs or theirs == question.who:
        return False
    return any(side_of(observed, o.subject) == question.who for o in question.options)


class FilmStripAsker(PickAsker):
    """Offers the answers by unit; a unit may let this pass, or all that this enemy does.

    Attributes
    ----------
    passed : list of str
        Units that let this pass.
    """

    layers = (*PickAsker.layers, _ENEMY)

    def __init__(self, at: AtTable, question: Question) -> None:
        super().__init__(at, question)
        self.passed: list[str] = []
        #: The way to do nothing: the only free option that is about no unit.
        plain = [option.id for option in self.free if not option.subject]
        self.nothing = self._pass_by() or (plain[0] if len(plain) == 1 else "")

    def _pass_by(self) -> str:
        game = self.at.conductor.game
        answer = game.pass_by(self.question) if isinstance(game, TakesOrders) else None
        return answer if isinstance(answer, str) else ""

    @property
    def units(self) -> list[str]:
        """The units that may answer, in the question's order."""
        subjects = [option.subject for option in self.question.options if option.subject]
        return list(dict.fromkeys(subjects))

    def of(self, unit: str) -> list[Option]:
        """Return the options of a unit, free or not."""
        return [option for option in self.question.options if option.subject == unit]

    # --- answering ---------------------------------------------------------------------------

    def let_pass(self, unit: str) -> None:
        """Let a unit do nothing about this; once all do, that is the answer."""
        if unit not in self.passed:
            self.passed.append(unit)
        left = [o for o in self.free if o.subject and o.subject not in self.passed]
        if not left and self.nothing:
            self.take_option(self.nothing)
        self.at.app.wake()

    def let_all_pass(self, unit: str) -> None:
        """Let a unit do nothing about whatever this enemy does until he is done."""
        orders = self.at.conductor.orders
        if isinstance(orders, StandingOrders):
            orders.let_pass(unit, self.question)
        self.let_pass(unit)

    # --- drawing -----------------------------------------------------------------------------

    def draw_prompt(self, ui: Ui) -> None:
        """Draw what the enemy does, then a card for each unit that may answer."""
        self._deeds(ui)
        wide = ui.room[0]
        columns = max(1, min(len(self.units) + 1, int(wide // (_CARD + 12))))
        with ui.table("strip", [""] * columns, [_CARD] * columns):
            for unit in self.units:
                ui.cell()
                with ui.group():
                    self._unit(ui, unit)
            ui.cell()
            with ui.group():
                self._rest(ui)

    def _deeds(self, ui: Ui) -> None:
        """Tell the last things that the enemy declared or did."""
        told = [event.text() for event in deeds(self.at, self.question.subject)]
        if told:
            ui.text(say("talk.strip.then").join(told), "fair", name="strip/deeds")

    def _unit(self, ui: Ui, unit: str) -> None:
        seen = unit_named(self.at.observed, unit)
        name = seen.name if seen is not None else unit
        passes = unit in self.passed
        ui.text(name, "dim" if passes else "gold", wrap=False, name=f"strip/unit/{unit}")
        if passes:
            ui.text(say("talk.strip.passes"), "dim")
            if ui.button(f"strip/again/{unit}", say("talk.strip.again"), kind="quiet"):
                self.passed.remove(unit)
            return
        for option in self.of(unit):
            self._option_button(ui, option, name)
        if ui.button(f"strip/pass/{unit}", say("talk.strip.pass"), kind="quiet"):
            self.let_pass(unit)
        ui.beside(4)
        hint = say("talk.strip.pass_all_hint")
        label = say("talk.strip.pass_all")
        if ui.button(f"strip/pass-all/{unit}", label, hint=hint, kind="quiet"):
            self.let_all_pass(unit)

    def _option_button(self, ui: Ui, option: Option, name: str) -> None:
        """Draw an answer of a unit, under whose name it stands."""
        place = self.free.index(option) + 1 if option in self.free else 0
        key = str(place) if 1 <= place <= 9 else ""
        label = say(option.key, **option.params)
        label = label.removeprefix(say("talk.strip.of_unit", unit=name))
        if ui.button(
            f"prompt/option/{option.id}",
            label,
            key=key,
            why_not="\n".join(each.text() for each in option.blocked),
            hint="\n".join(tag_lines(self.store.get(option.id) or ())),
            kind="chosen" if option.id == self.shown else "plain",
            width=_CARD - 12,
            height=HIGH - 6,
        ):
            self.take_option(option.id)

    def _rest(self, ui: Ui) -> None:
        """Draw the options that are about no unit: to let everything pass."""
        ui.text(say("talk.strip.all"), "gold", wrap=False)
        for option in self.question.options:
            if not option.subject:
                self._option_button(ui, option, "")

    def paint(self) -> None:
        """Ring the enemy, and draw the way he went."""
        super().paint()
        observed = self.at.observed
        key = (id(observed), self.question.subject)
        self.at.view.paint(_ENEMY, key, lambda: self._enemy(observed))

    def _enemy(self, observed: Observed) -> list[Any]:
        view = self.at.view
        nodes = ring_nodes(view, pieces_of(observed, self.question.subject), SUSPECT)
        colour = (*palette().suspect, 200)
        for event in deeds(self.at, self.question.subject):
            for way in paths_of(event.data).values():
                nodes.append(path(way, colour, view.stage.relief.height, width=0.1))
        return nodes

    def facts(self) -> dict[str, object]:
        """Return what `PickAsker` tells, and which units may answer or let pass."""
        return {**super().facts(), "asker": "strip", "units": self.units, "passed": self.passed}


def deeds(at: AtTable, enemy: str) -> Sequence[Event]:
    """Return the last things that a unit did since it began: what the question is about."""
    match, viewer = at.conductor.match, at.conductor.viewer
    found: list[Event] = []
    for event in reversed(match.events):
        if len(found) == _DEEDS or (event.subject and event.subject != enemy):
            break
        if event.subject == enemy and event.visible_to(viewer):
            found.append(event)
    return list(reversed(found))
