"""An explanation as a tree that unfolds; clauses open the rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sim.engine.reasons import Reason
from sim.view.ui import Ui
from sim.window.battle.wrapping import wrapped
from sim.words import say

__all__ = ["draw_reasons"]

#: Width of the arrow before a line that unfolds, points.
_ARROW = 34.0


def draw_reasons(
    ui: Ui,
    name: str,
    reasons: Sequence[Reason],
    open_rule: Callable[[str], None],
    *,
    deep: int = 1,
) -> None:
    """Draw explanations in the present panel.

    Parameters
    ----------
    name : str
        Their widgets are called ``name/0``, ``name/0/1`` and so on, by place.
    open_rule : callable
        Takes the id of a clause that was clicked.
    deep : int
        Levels that are unfolded at first.
    """
    for place, reason in enumerate(reasons):
        own = f"{name}/{place}"
        if not reason.children:
            _leaf(ui, own, reason, open_rule)
            continue
        text = wrapped(ui, _line(reason), ui.room[0] - _ARROW)
        with ui.tree(own, text, opened=deep > 0) as is_open:
            if is_open:
                _rules(ui, own, reason, open_rule)
                draw_reasons(ui, own, reason.children, open_rule, deep=deep - 1)


def _line(reason: Reason) -> str:
    # The widget library takes what follows ## for a name.
    return reason.text().replace("##", "# #")


def _leaf(ui: Ui, own: str, reason: Reason, open_rule: Callable[[str], None]) -> None:
    ui.text(say("tools.reason.leaf", text=reason.text()), "plain", size=0.94)
    _rules(ui, own, reason, open_rule)


def _rules(ui: Ui, own: str, reason: Reason, open_rule: Callable[[str], None]) -> None:
    for rule in dict.fromkeys(reason.rule_ids):
        label = say("tools.reason.rule", rule=rule)
        if ui.button(f"{own}/{rule}", label, kind="quiet"):
            open_rule(rule)
