"""Sight between whole units: every pair of their miniatures, and the chain for the unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from sim.cli.common import Opened
from sim.cli.judged import PLAIN, Judged, judge, rules_of, solids_of, terms_of
from sim.cli.sightings import Pair
from sim.engine import true_sight
from sim.engine.reasons import Value
from sim.errors import UsageError
from sim.table.names import resolve_id
from sim.table.scene import PlacedMini, Scene

__all__ = ["Party", "judge_named", "party_of"]


@dataclass(frozen=True)
class Party:
    """Who is meant by a name: one miniature, or all of a unit."""

    name: str
    minis: tuple[PlacedMini, ...]
    is_unit: bool


def party_of(scene: Scene, text: str) -> Party:
    """Return whom a person named: a miniature by its id, else a unit, else by a beginning.

    Raises
    ------
    UsageError
        When nobody is called so; the nearest name is told.
    """
    minis = [mini.id for mini in scene.minis]
    if not minis:
        raise UsageError("sight.los.nobody", scene=scene.source)
    units = list(dict.fromkeys(unit_name(mini) for mini in scene.minis))
    if text in minis:
        return Party(text, (scene.mini(text),), is_unit=False)
    begun = [name for name in units if name.startswith(text)] if text else []
    if text in units or (len(begun) == 1 and not _begins_one(text, minis)):
        name = text if text in units else begun[0]
        members = tuple(mini for mini in scene.minis if unit_name(mini) == name)
        return Party(name, members, is_unit=True)
    name = resolve_id(text, minis, "mini")
    return Party(name, (scene.mini(name),), is_unit=False)


def unit_name(mini: PlacedMini) -> str:
    """Return the unit that a miniature's id names: ``rangers`` for ``rangers/1``."""
    return mini.id.rsplit("/", 1)[0]


def _begins_one(text: str, minis: Sequence[str]) -> bool:
    return sum(name.startswith(text) for name in minis) == 1


def judge_named(opened: Opened, shooter: str, target: str, **asked: Any) -> Judged:
    """Return `judge` of two names: of two miniatures, or where a unit is named of its best pair.

    With a unit, `Judged.pairs` holds every pair, and cover and chain are those of the unit.

    Parameters
    ----------
    shooter, target : str
        Ids of miniatures or units, or the beginning of one.
    **asked
        As `judge` takes them.

    Raises
    ------
    UsageError, InputProblems
        As `judge` and `party_of` do.
    """
    one, other = party_of(opened.scene, shooter), party_of(opened.scene, target)
    both = [mini.id for mini in one.minis if mini in other.minis]
    if both:
        raise UsageError("cli.same_mini", id=one.name if one.is_unit else other.name)
    if not one.is_unit and not other.is_unit:
        return judge(opened, one.minis[0], other.minis[0], **asked)
    pairs = _pairs(opened, one, other, asked)
    best = max(pairs, key=lambda pair: (pair.sight.visible, pair.sight.share))
    found = judge(opened, opened.scene.mini(best.looker), opened.scene.mini(best.target), **asked)
    return _for_units(opened, found, one, other, pairs, asked)


def _pairs(opened: Opened, one: Party, other: Party, asked: dict[str, Any]) -> tuple[Pair, ...]:
    """Return the sight of every pair, lookers in their order."""
    rules, options = rules_of(opened, asked.get("rules", "")), asked.get("options") or {}
    if rules == PLAIN:
        options = true_sight.options_of(options)
    terms = terms_of(opened, one.minis[0].id, other.minis[0].id, rules, options)
    pairs: list[Pair] = []
    for a in one.minis:
        for b in other.minis:
            solids = solids_of(terms, a.id, b.id)
            if rules == PLAIN:
                look = true_sight.sight_of(terms.facts, (a.stand, b.stand), solids, options)
            else:
                look = terms.facts.sight(a.stand, b.stand, solids)
            pairs.append(Pair(a.id, b.id, look))
    return tuple(pairs)


def _for_units(
    opened: Opened,
    found: Judged,
    one: Party,
    other: Party,
    pairs: tuple[Pair, ...],
    asked: dict[str, Any],
) -> Judged:
    """Return the best pair's judgement with the units' names, cover and chain."""
    explanation, cover = found.explanation, found.cover
    children = list(explanation.children)
    if cover is not None and opened.book is not None:
        at = children.index(cover.reason)
        options = asked.get("options") or {}
        cover = opened.book.cover(opened.scene, opened.facts, one.name, other.name, options)
        children[at] = cover.reason
    params: dict[str, Value] = {"looker": one.name, "target": other.name}
    explanation = msgspec.structs.replace(explanation, params=params, children=tuple(children))
    names = (one.name, other.name)
    return replace(found, cover=cover, explanation=explanation, asked=names, pairs=pairs)
