"""What one miniature sees of another with everybody else where he stands: `los` and text mode."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sim.table.facts import Facts, Sight
from sim.table.pieces import Stand

__all__ = ["hulls_among", "sees_pairs", "sight_between"]


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
