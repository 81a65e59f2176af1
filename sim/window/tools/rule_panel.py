"""F1: the rule at the prompt, and all others to be searched. F2: what every key does."""

from __future__ import annotations

from collections.abc import Callable

from sim.view.ui import Ui
from sim.window.keys import ACTIONS, shown, text_of
from sim.window.ports import ClauseCard
from sim.window.tools.at_hand import AtHand, Tool
from sim.words import has, say

__all__ = ["HelpCard", "RulePanel"]

_WIDE = 420.0
_MOST_FOUND = 40
_MOUSE = ("turn", "shift", "zoom", "click", "right")


class RulePanel(Tool):
    """A clause with its gist, place, ruling and the options in force; a field to search."""

    name = "rule"

    def __init__(self, hand: AtHand) -> None:
        super().__init__(hand)
        self.is_open = False
        self.rule = ""
        self._text = ""
        self._found: tuple[str, tuple[ClauseCard, ...]] = ("", ())
        self._begun = False

    @property
    def actions(self) -> dict[str, Callable[[], bool]]:
        """The key opens the rule of the question, else the search; again, it closes."""
        return {"rule": self._toggle}

    def _toggle(self) -> bool:
        if self.is_open:
            return self.back()
        self.open(self.hand.context.rule_here())
        return True

    def open(self, rule_id: str = "") -> None:
        """Open a clause, or the search when none is named."""
        self.is_open, self.rule, self._begun = True, rule_id, not rule_id
        self.hand.app.wake()

    def back(self) -> bool:
        """Close the panel."""
        was, self.is_open = self.is_open, False
        return was

    def draw(self, ui: Ui) -> None:
        """Draw the panel over all others."""
        if not self.is_open:
            return
        wide, high = min(_WIDE, ui.size[0] - 20), min(560.0, ui.size[1] - 110)
        at = (ui.size[0] / 2, 54.0)
        with ui.panel("rule", at, (wide, high), pivot=(0.5, 0.0), front=True, alpha=0.98):
            ui.heading(say("tools.rule.title"))
            ui.to_right(78)
            if ui.button("rule/close", say("tools.close"), kind="quiet"):
                self.is_open = False
            if self._begun:
                ui.focus_here()
                self._begun = False
            hint = say("tools.rule.search")
            text, _ = ui.entry("rule/search", "", self._text, hint=hint, width=wide - 26)
            if text != self._text:
                self._text, self.rule = text, ""
            with ui.area("rule/found"):
                card = self.hand.context.clause(self.rule) if self.rule else None
                if card is not None:
                    self._draw_clause(ui, card)
                else:
                    self._draw_found(ui)

    def _draw_clause(self, ui: Ui, card: ClauseCard) -> None:
        ui.text(card.gist, "plain", size=1.12, name="rule/gist")
        ui.space(2)
        ui.text(_place(card), "gold")
        ui.text(say("tools.rule.id", rule=card.id), "dim", size=0.9)
        status = f"tools.rule.status_{card.status}"
        if card.status and has(status):
            ui.text(say(status, why=card.reason), "dim")
        if card.options:
            ui.space(4)
            ui.heading(say("tools.rule.options"))
            for name, value in card.options.items():
                self._draw_option(ui, name, value)
        ui.space(6)
        if self._text and ui.button("rule/back", say("tools.rule.back"), kind="quiet"):
            self.rule = ""
        if not self._text and ui.button("rule/all", say("tools.rule.all"), kind="quiet"):
            self.rule = ""

    def _draw_option(self, ui: Ui, name: str, value: str) -> None:
        texts = self.hand.context.option_texts(name, value)
        ui.text(say("tools.rule.option", option=texts[0], value=texts[1]), "plain")

    def _draw_found(self, ui: Ui) -> None:
        if self.rule:
            ui.text(say("tools.rule.unknown", rule=self.rule), "fair")
        if self._found[0] != self._text or not self._found[1]:
            self._found = (self._text, self.hand.context.search(self._text))
        cards = self._found[1]
        if not cards:
            ui.text(say("tools.rule.none"), "dim")
        for card in cards[:_MOST_FOUND]:
            if ui.row(f"rule/{card.id}", card.gist, hint=card.id):
                self.rule = card.id
            ui.text(_place(card), "dim", size=0.85)
        if len(cards) > _MOST_FOUND:
            ui.text(say("tools.rule.more", count=len(cards) - _MOST_FOUND), "dim")

    def facts(self) -> dict[str, object]:
        """Return which rule is open."""
        return {"rule": self.rule or "search"} if self.is_open else {}


def _place(card: ClauseCard) -> str:
    key = "tools.rule.place" if card.page else "tools.rule.chapter"
    return say(key, chapter=card.chapter, page=card.page)


class HelpCard(Tool):
    """All keys by what they are for, and the mouse."""

    name = "help"

    def __init__(self, hand: AtHand) -> None:
        super().__init__(hand)
        self.is_open = False

    @property
    def actions(self) -> dict[str, Callable[[], bool]]:
        """The key opens and closes it."""
        return {"help": self._toggle}

    def _toggle(self) -> bool:
        self.is_open = not self.is_open
        return True

    def back(self) -> bool:
        """Close the card."""
        was, self.is_open = self.is_open, False
        return was

    def draw(self, ui: Ui) -> None:
        """Draw the card over all else."""
        if not self.is_open:
            return
        wide, high = min(1180.0, ui.size[0] - 24), min(640.0, ui.size[1] - 90)
        at = (ui.size[0] / 2, (ui.size[1] - 40) / 2)
        middle, size = (0.5, 0.5), (wide, high)
        with ui.panel("help", at, size, pivot=middle, scroll=True, front=True, alpha=0.98):
            ui.heading(say("tools.help.title"))
            ui.to_right(78)
            if ui.button("help/close", say("tools.close"), kind="quiet"):
                self.is_open = False
            groups = tuple(dict.fromkeys(each.group for each in ACTIONS))
            columns = max(1, min(4, int(wide // 270)))
            shares = _columns(groups, columns)
            with ui.table("help/keys", [""] * columns, [0.0] * columns):
                for share in shares:
                    ui.cell()
                    for group in share:
                        self._draw_group(ui, group)

    def _draw_group(self, ui: Ui, group: str) -> None:
        if group == "mouse":
            ui.heading(say("tools.help.mouse"))
            for name in _MOUSE:
                ui.text(say(f"tools.help.{name}"), "plain", size=0.92)
            return
        ui.heading(say(f"window.keys.group.{group}"))
        actions = [each for each in ACTIONS if each.group == group]
        digits = [each for each in actions if each.name.startswith("option_")]
        keys = self.hand.app.keys
        for each in actions:
            if each in digits[1:]:
                continue
            chord = " / ".join(shown(chord) for chord in keys.chords(each.name))
            text = text_of(each.name)
            if digits and each is digits[0]:
                chord, text = say("tools.help.digits"), say("tools.help.option")
            ui.text(say("tools.help.key", key=chord, text=text), "plain", size=0.92)
        ui.space(4)

    def facts(self) -> dict[str, object]:
        """Return whether it is open."""
        return {"help": True} if self.is_open else {}


def _columns(groups: tuple[str, ...], count: int) -> list[list[str]]:
    """Return the groups, and the mouse, in columns of about the same height."""
    tall = {group: sum(each.group == group for each in ACTIONS) + 2 for group in groups}
    tall["mouse"] = len(_MOUSE) + 2
    shares: list[list[str]] = [[] for _ in range(count)]
    for group in (*groups, "mouse"):
        low = min(range(count), key=lambda i: sum(tall[each] for each in shares[i]))
        shares[low].append(group)
    return shares
