"""Numbers that explain themselves: modifiers, reasons and objections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from sim.words import say

__all__ = ["Modifier", "Objection", "Ray", "Reason", "total"]

Value = str | int | float | bool

#: A drawn line: from, to (x, y, z inches) and whether it is free.
Ray = tuple[tuple[float, float, float], tuple[float, float, float], bool]


class Reason(msgspec.Struct, frozen=True):
    """One node of an explanation.

    Attributes
    ----------
    key : str
        Key in the word catalogue; `params` fill it.
    value : number, str or None
        What this node amounts to.
    rule_ids : tuple of str
        Clauses it rests on.
    rays : tuple of Ray
        Lines that show it on the table.
    pieces : tuple of str
        Ids of the pieces and miniatures concerned.
    children : tuple of Reason
    """

    key: str
    params: dict[str, Value] = {}
    value: Value | None = None
    rule_ids: tuple[str, ...] = ()
    rays: tuple[Ray, ...] = ()
    pieces: tuple[str, ...] = ()
    children: tuple[Reason, ...] = ()

    def text(self) -> str:
        """Return the sentence of this node in the player's language."""
        return say(self.key, **self.params)

    def lines(self, depth: int = 0) -> list[str]:
        """Return the tree as indented lines, each with its clause ids."""
        rules = f" [{', '.join(self.rule_ids)}]" if self.rule_ids else ""
        own = f"{'  ' * depth}{self.text()}{rules}"
        return [own, *(line for child in self.children for line in child.lines(depth + 1))]


class Modifier(msgspec.Struct, frozen=True):
    """One summand of a total: its value, why, and the clause it comes from."""

    value: int
    why: str
    rule: str
    params: dict[str, Value] = {}

    def text(self) -> str:
        """Return the modifier as ``+1 reason [clause]``."""
        return f"{self.value:+d} {say(self.why, **self.params)} [{self.rule}]"


def total(modifiers: Iterable[Modifier]) -> int:
    """Return the sum of the values."""
    return sum(modifier.value for modifier in modifiers)


class Objection(msgspec.Struct, frozen=True):
    """Why an answer is refused: a word key, the clause, and the place where it goes wrong."""

    key: str
    rule: str = ""
    params: dict[str, Value] = {}
    subject: str = ""
    at: tuple[float, float] | None = None

    def text(self) -> str:
        """Return the objection as one sentence with its clause."""
        return objection_text(self.key, self.params, self.subject, self.rule)


def objection_text(key: str, params: Mapping[str, Value], subject: str, rule: str) -> str:
    """Return the player's line of an objection: who, what, clause."""
    who = f"{subject}: " if subject else ""
    clause = f" [{rule}]" if rule else ""
    return f"{who}{say(key, **params)}{clause}"
