"""What one miniature sees of another with everybody else where he stands: `los` and text mode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sim.engine.ports import SightTerms
from sim.table.facts import Facts, Sight
from sim.table.pieces import Stand
from sim.words import say

__all__ = [
    "Pair",
    "called",
    "hulls_among",
    "sees_pairs",
    "sight_between",
    "uncounted",
]


@dataclass(frozen=True)
class Pair:
    """What one miniature sees of another, by their ids."""

    looker: str
    target: str
    sight: Sight


def hulls_among(facts: Facts, stands: Iterable[Stand]) -> tuple[Stand, ...]:
    """Return the stands whose bodies block sight as terrain does: vehicles, never soldiers."""
    return tuple(stand for stand in stands if facts.model(stand).is_solid)


def sight_between(facts: Facts, a: Stand, b: Stand, others: Iterable[Stand]) -> Sight:
    """Return what `a` sees of `b` among others; `a` and `b` may be among them.

    The verdict that the books use as well: terrain and vehicle hulls block, soldiers do not.
    """
    return facts.sight(a, b, hulls_among(facts, (o for o in others if o not in (a, b))))


def sees_pairs(
    facts: Facts, pairs: Sequence[tuple[Stand, Stand]], others: Iterable[Stand]
) -> list[bool]:
    """Return whether each (looker, target) pair is in sight of one another, in one batch."""
    return facts.sees_many(pairs, hulls_among(facts, others))


def called(terms: SightTerms, *between: str) -> Mapping[str, str]:
    """Return the miniatures behind the model names under which hulls block.

    Hulls of one model are not told apart by the rays: all that may be meant are named.
    """
    names: dict[str, list[str]] = {}
    for name, stand in terms.hiding.items():
        if name not in between and stand.model not in terms.facts.table.terrain:
            names.setdefault(stand.model, []).append(name)
    return {model: say("sight.either").join(minis) for model, minis in names.items()}


def uncounted(facts: Facts, target: Stand) -> tuple[str, ...]:
    """Return the parts of a target that are there and do not count as seen."""
    model = facts.model(target)
    there = dict.fromkeys(part.name for part in model.body.parts)
    return tuple(name for name in there if name not in model.seen_parts)
