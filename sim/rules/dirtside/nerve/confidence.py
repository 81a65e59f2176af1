"""Confidence tests, and the loss of a leader."""

from __future__ import annotations

from collections.abc import Sequence

from sim.engine.questions import Option, pick
from sim.engine.reasons import Reason
from sim.rules.dirtside.dice import roll_die
from sim.rules.dirtside.nerve.harm import Harm, count_losses, threats_of
from sim.rules.dirtside.nerve.score import Threat, dropped, levels_lost, roll_nerve
from sim.rules.dirtside.play import Play
from sim.rules.dirtside.state import Unit
from sim.words import say

__all__ = ["after_attack", "confidence_test", "drop", "replace_leader"]

#: What the roll of a new leader changes: worse, the same, better.
_NEW_LEADER = {1: 1, 2: 1, 3: 1, 4: 0, 5: 0, 6: -1}


async def after_attack(play: Play, unit: Unit, harm: Harm) -> None:
    """Take the one confidence test that an attack causes, and replace a leader who was lost.

    The test comes with the old leader's number, the new one after it.

    Rules: ds.confidence.immediate ds.confidence.multiple ds.leader.loss_test
    """
    new = count_losses(unit, harm, play.options)
    dismounted = play.dismounted(unit)
    threats = threats_of(unit, harm, new, play.options, dismounted=dismounted)
    if threats and unit.alive:
        await confidence_test(play, unit, threats)
    if harm.leader_lost and unit.alive:
        await replace_leader(play, unit)


async def confidence_test(play: Play, unit: Unit, threats: Sequence[Threat]) -> bool:
    """Test a unit's confidence; return whether it stands.

    Rules: ds.confidence.pass ds.confidence.fail_one ds.confidence.fail_two
    Asks: roll
    Emits: tested confidence-lost
    """
    test = await roll_nerve("confidence", unit, threats, "ds.confidence.die")
    lost = levels_lost(test.face, test.score)
    play.say(
        "tested",
        "ds.log.stands" if not lost else "ds.log.wavers",
        "ds.confidence.pass" if not lost else f"ds.confidence.fail_{'one' if lost == 1 else 'two'}",
        subject=unit.id,
        reason=test.reason,
        unit=play.name(unit),
        face=test.face,
        score=test.score,
    )
    if lost:
        drop(play, unit, lost, "ds.confidence.floor")
    return not lost


def drop(play: Play, unit: Unit, levels: int, rule: str) -> None:
    """Lower a unit's confidence at once; nothing is lower than routed.

    Rules: ds.confidence.floor ds.confidence.affects_pending
    Emits: confidence-lost
    """
    before = unit.confidence
    unit.confidence = dropped(before, levels)
    if unit.confidence != before:
        play.say(
            "confidence-lost",
            "ds.log.confidence",
            rule,
            subject=unit.id,
            unit=play.name(unit),
            before=say(f"ds.level.{before}"),
            now=say(f"ds.level.{unit.confidence}"),
        )


async def replace_leader(play: Play, unit: Unit) -> None:
    """Name a new leader in secret and roll what he is worth.

    Rules: ds.leader.replacement ds.leader.limits ds.leader.designate ds.leader.secrecy
    Asks: pick roll
    Emits: leader-replaced
    """
    options = [
        Option(each.id, "ds.option.element", {"element": each.id}, each.id)
        for each in unit.fighting
    ]
    unit.leader = await pick(
        unit.side,
        "new-leader",
        options,
        rule="ds.leader.replacement",
        prompt="ds.ask.new_leader",
        params={"unit": play.name(unit)},
        subject=unit.id,
        seen_by=(unit.side,),
    )
    why = Reason("ds.why.new_leader", {"level": unit.leadership}, None, ("ds.leader.replacement",))
    face = await roll_die("new-leader", 6, "ds.leader.replacement", why)
    unit.leadership = min(3, max(1, unit.leadership + _NEW_LEADER[face]))
    play.say(
        "leader-replaced",
        "ds.log.new_leader",
        "ds.leader.replacement",
        subject=unit.id,
        reason=why,
        unit=play.name(unit),
        face=face,
        level=unit.leadership,
    )
