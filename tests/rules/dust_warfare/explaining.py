"""Reading an explanation in tests: its cover, its nodes, the sentences of a clause."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.reasons import Reason
from sim.rules.dust_warfare.attack.explain import explain
from sim.rules.dust_warfare.attack.explain_pairing import Pairing
from sim.rules.dust_warfare.state import Mini, Unit
from tests.rules.dust_warfare.tiny import Tiny


def told(
    tiny: Tiny, attackers: Unit, targets: Unit, only: Mini | None = None
) -> tuple[str, list[Reason]]:
    """Return the cover in the end and every node of the explanation."""
    minis = (only,) if only else tuple(targets.minis)
    leader, shooters = attackers.minis[0], tuple(attackers.minis)
    found = explain(Pairing(tiny.play, leader, shooters, minis, whole_unit=only is None))
    return found.cover, list(nodes(found.reason))


def nodes(reason: Reason) -> Iterator[Reason]:
    yield reason
    for child in reason.children:
        yield from nodes(child)


def of_clause(found: list[Reason], rule: str) -> list[str]:
    """Return the sentences that rest on a clause."""
    return [each.text() for each in found if rule in each.rule_ids]
