"""A reason as a tree that unfolds, each line with its clause and page, each clause a click away."""

from __future__ import annotations

from collections.abc import Sequence

from sim.engine.reasons import Objection, Reason
from sim.view.ui import Ui
from sim.window.battle.at_table import AtTable
from sim.window.battle.wrapping import wrapped
from sim.words import say

__all__ = ["draw_objections", "draw_reason", "rule_text"]

_ARROW = 30.0


def rule_text(at: AtTable, rule: str) -> str:
    """Return a clause as it stands behind a sentence: its id, and its page where one is known."""
    found = at.clause(rule)
    if found is None or not found.page:
        return say("talk.rule", rule=rule)
    return say("talk.rule_page", rule=rule, page=found.page)


def _label(at: AtTable, text: str, rules: Sequence[str]) -> str:
    if not rules:
        return text
    listed = say("talk.list").join(rule_text(at, rule) for rule in rules)
    return say("talk.with_rules", text=text, rules=listed)


def _gists(at: AtTable, rules: Sequence[str]) -> str:
    found = [(rule, at.clause(rule)) for rule in rules]
    return "\n".join(say("talk.gist", rule=r, gist=c.gist) for r, c in found if c is not None)


def draw_reason(
    ui: Ui, at: AtTable, name: str, reason: Reason, *, unfolded: int = 1, depth: int = 0
) -> None:
    """Draw a reason with all that is behind it.

    A line without anything behind it opens its clause when it is clicked.

    Parameters
    ----------
    name : str
        Of the widget; its children are ``name/0``, ``name/1`` and so on.
    unfolded : int
        So many levels are unfolded at first.
    """
    text = wrapped(ui, _label(at, reason.text(), reason.rule_ids), ui.room[0] - _ARROW)
    if not reason.children:
        if reason.rule_ids:
            if ui.row(name, text, hint=_gists(at, reason.rule_ids)):
                at.open_rule(reason.rule_ids[0])
        else:
            ui.text(text, "dim" if depth else "plain", name=name)
        return
    with ui.tree(name, text, opened=depth < unfolded) as unfolds:
        if unfolds:
            for place, child in enumerate(reason.children):
                below = f"{name}/{place}"
                draw_reason(ui, at, below, child, unfolded=unfolded, depth=depth + 1)


def draw_objections(ui: Ui, at: AtTable, name: str, objections: Sequence[Objection]) -> None:
    """Draw why something may not be done; a click on one opens its clause."""
    for place, each in enumerate(objections):
        text = wrapped(ui, each.text(), ui.room[0] - 8.0)
        if each.rule:
            if ui.row(f"{name}/{place}", text, hint=_gists(at, (each.rule,))):
                at.open_rule(each.rule)
        else:
            ui.text(text, "bad", name=f"{name}/{place}")
