"""Picking one of several: by button, by number, by Tab and Space, or by clicking the miniature."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.engine.questions import Answer, Option, Question
from sim.view.inputs import Input
from sim.view.marks import CANDIDATE, SELECTED
from sim.view.ui import Box, Ui
from sim.window.battle.asking.asker import Asker
from sim.window.battle.asking.targets import LINES, TargetCards, tag_lines
from sim.window.battle.at_table import AtTable
from sim.window.battle.reason_tree import draw_objections
from sim.window.battle.rings import ring_nodes
from sim.window.battle.subjects import pieces_of
from sim.window.battle.tag_store import TagStore
from sim.window.battle.wrapping import Flow
from sim.words import say

__all__ = ["HIGH", "PickAsker", "option_place"]

#: Height of the buttons in the prompt bar, points.
HIGH = 38.0
_CANDIDATES, _FORWARD = "pick-candidates", "pick-forward"


def option_place(action: str) -> int | None:
    """Return the place (from 0) that a number key means; None for any other action."""
    digit = action.removeprefix("option_")
    return int(digit) - 1 if digit != action and digit.isdigit() else None


class PickAsker(Asker):
    """Asks for one of the options.

    Attributes
    ----------
    free, greyed : list of Option
        Those that may be taken, in the question's order, and those that may not.
    forward : str
        Id of the option that is highlighted; empty for none.
    """

    layers = (_CANDIDATES, _FORWARD, LINES)

    def __init__(self, at: AtTable, question: Question) -> None:
        super().__init__(at, question)
        self.free = [option for option in question.options if not option.blocked]
        self.greyed = [option for option in question.options if option.blocked]
        self.store = TagStore(at.conductor.match, question)
        self.cards = TargetCards(at, self.store)
        self.store.want([option.id for option in (*self.free, *self.greyed)])
        self.forward = ""
        self._pointed = ""
        self._list: tuple[str, ...] = ()
        self._list_at = (0.0, 0.0)
        self._pressed = ""
        self._known = 0

    def propose(self, answer: Answer) -> bool:
        """Highlight the option of an answer."""
        if not isinstance(answer, str) or answer not in [option.id for option in self.free]:
            return False
        self.forward = answer
        return True

    # --- keys --------------------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """Pick by number, walk with Tab, confirm what is highlighted, go back."""
        place = option_place(action)
        if place is not None:
            offered = [self.question.option(each) for each in self._list] or self.free
            if place < len(offered):
                self.take_option(offered[place].id)
            return True
        if action in ("next", "previous"):
            self.walk(1 if action == "next" else -1)
            return True
        if action == "confirm":
            return self._confirm()
        if action == "back":
            return self._back()
        if action == "rule" and self.forward:
            return self._open_rule()
        return False

    def walk(self, way: int) -> None:
        """Bring the next option forward: the free ones first, then the greyed ones."""
        ids = [option.id for option in (*self.free, *self.greyed)]
        if self.forward in ids:
            self.forward = ids[(ids.index(self.forward) + way) % len(ids)]
        else:
            self.forward = ids[0 if way > 0 else -1]
        self._show_forward()

    def _show_forward(self) -> None:
        self.store.want([self.forward], first=True)
        self.at.app.wake()

    def _confirm(self) -> bool:
        if not self.forward and len(self.free) == 1:
            self.forward = self.free[0].id
        if not self.forward:
            self.walk(1)
            return True
        self.take_option(self.forward)
        return True

    def _back(self) -> bool:
        if self._list:
            self._list = ()
        elif self.forward:
            self.forward = ""
        else:
            return False
        self.at.app.wake()
        return True

    def _open_rule(self) -> bool:
        blocked = self.question.option(self.forward).blocked
        rule = next((each.rule for each in blocked if each.rule), "")
        if not rule:
            return False
        self.at.open_rule(rule)
        return True

    def take_option(self, option: str) -> None:
        """Answer; a greyed option is refused with its objections."""
        self._list = ()
        self.at.answer(option)

    # --- the table ---------------------------------------------------------------------------

    def about(self, mini: str) -> list[Option]:
        """Return the free options that are about a miniature, its unit, or a piece."""
        unit = self.at.unit_of(mini)
        return [o for o in self.free if o.subject and o.subject in (mini, unit)]

    def take(self, each: Input) -> bool:
        """Pick by a click on a miniature that is the subject of an option."""
        if each.name != "mouse1":
            return False
        mini = self._under()
        if each.kind == "down":
            self._pressed = mini if mini and self.about(mini) else ""
            if not self._pressed and self._list:
                self._list = ()
            return bool(self._pressed)
        pressed, self._pressed = self._pressed, ""
        if not pressed:
            return False
        if pressed == mini:
            self._picked(mini)
        return True

    def _under(self) -> str:
        hovered = self.at.hovered
        if hovered is None:
            return ""
        return hovered.mini or hovered.piece

    def _picked(self, mini: str) -> None:
        options = self.about(mini)
        if len(options) == 1:
            self.take_option(options[0].id)
            return
        self._list = tuple(option.id for option in options)
        pointer, s = self.at.app.window.pointer, self.at.app.window.ui.scale
        if pointer is not None:
            self._list_at = (pointer[0] / s, pointer[1] / s)
        self.at.app.wake()

    def tick(self, seconds: float) -> bool:
        """Notice tags that came meanwhile, and what the pointer is on."""
        if self.store.known != self._known:
            self._known = self.store.known
            self.at.app.wake()
        mini = self._under()
        about = [o.id for o in self.question.options if o.subject and mini and self._means(o, mini)]
        pointed = about[0] if len(about) == 1 else ""
        if pointed != self._pointed:
            self._pointed = pointed
            self.at.app.wake()
        return False

    def _means(self, option: Option, mini: str) -> bool:
        return option.subject in (mini, self.at.unit_of(mini))

    @property
    def shown(self) -> str:
        """The option that is brought forward: pointed at, else highlighted."""
        return self._pointed or self.forward

    # --- drawing -----------------------------------------------------------------------------

    def draw_prompt(self, ui: Ui) -> None:
        """Draw the options as buttons, those that cannot be taken after the others."""
        hovered = self._buttons(ui, self.free, start=0)
        if self.greyed:
            ui.text(say("talk.not_now"), "dim", size=0.88, wrap=False)
            hovered = self._buttons(ui, self.greyed, start=-1) or hovered
        if hovered and hovered != self._pointed:
            self.store.want([hovered], first=True)
        forward = self._option(self.forward)
        if forward is not None and forward.blocked:
            draw_objections(ui, self.at, "prompt/why-not", forward.blocked)

    def _buttons(self, ui: Ui, options: Sequence[Option], *, start: int) -> str:
        """Draw buttons and return the id of the one that the pointer is on."""
        flow, hovered = Flow(ui), ""
        for place, option in enumerate(options):
            key = str(place + 1) if start >= 0 and place < 9 else ""
            label = say(option.key, **option.params)
            wide = flow.before(label, key, least=0.0 if option.blocked else 84.0)
            forward = option.id == self.shown
            if ui.button(
                f"prompt/option/{option.id}",
                label,
                key=key,
                why_not="\n".join(each.text() for each in option.blocked),
                hint="\n".join(tag_lines(self.store.get(option.id) or ())),
                kind="chosen" if forward else "quiet" if option.blocked else "plain",
                width=wide,
                height=28.0 if option.blocked else HIGH,
            ):
                self.take_option(option.id)
            if ui.hovered:
                hovered = option.id
        return hovered

    def _option(self, option: str) -> Option | None:
        return next((each for each in self.question.options if each.id == option), None)

    def draw_over(self, ui: Ui) -> None:
        """Draw the tags over the table, and the list of a miniature with several options."""
        self.cards.draw(ui, self.question.options, self.shown, self.at.free)
        if self._list:
            with ui.panel("pick", self._list_at, pivot=(0.5, 1.05), front=True):
                for place, each in enumerate(self._list):
                    option = self.question.option(each)
                    label, key = say(option.key, **option.params), str(place + 1)
                    name = f"pick/{option.id}"
                    if ui.button(name, label, key=key, width=230.0, height=HIGH):
                        self.take_option(option.id)

    @property
    def named(self) -> frozenset[str]:
        """Units that have a card over them: they need no label."""
        return self.cards.named

    @property
    def taken(self) -> tuple[Box, ...]:
        """Where the cards lie."""
        return self.cards.taken

    @property
    def has_reasons(self) -> bool:
        """Whether an option is brought forward that has tags or objections."""
        option = self._option(self.shown)
        return option is not None and bool(option.blocked or self.store.get(option.id))

    def draw_reasons(self, ui: Ui) -> None:
        """Draw all that is known of the option brought forward."""
        option = self._option(self.shown)
        if option is not None:
            self.cards.draw_reasons(ui, option)

    def paint(self) -> None:
        """Ring the candidates and what is brought forward; draw the lines of sight."""
        view, observed = self.at.view, self.at.observed
        subjects = tuple(dict.fromkeys(o.subject for o in self.free if o.subject))
        key = (id(observed), subjects)
        view.paint(_CANDIDATES, key, lambda: self._rings(subjects, CANDIDATE))
        option = self._option(self.shown)
        forward = (option.subject,) if option is not None and option.subject else ()
        view.paint(_FORWARD, (id(observed), forward), lambda: self._rings(forward, SELECTED))
        self.cards.paint(self.question.options, self.shown)

    def _rings(self, subjects: Sequence[str], state: str) -> list[Any]:
        observed = self.at.observed
        pieces = [p for subject in subjects for p in pieces_of(observed, subject)]
        return ring_nodes(self.at.view, pieces, state)

    def facts(self) -> dict[str, object]:
        """Return the options, what is highlighted, and how many tags are known."""
        return {
            "asker": "pick",
            "options": [option.id for option in self.free],
            "greyed": [option.id for option in self.greyed],
            "forward": self.shown,
            "list": list(self._list),
            "tags": self.store.known,
        }

    def close(self) -> None:
        """Take everything off the table."""
        super().close()
        self.cards.close()
