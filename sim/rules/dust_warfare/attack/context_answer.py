"""The answer to a dispute in one sentence: seen or not, how much, what cover, from what."""

from __future__ import annotations

from sim.engine.reasons import Reason, Value
from sim.engine.rule_context import plain_answer, said_otherwise
from sim.engine.sight_numbers import percent
from sim.rules.dust_warfare.attack.context import ANY, Disputed
from sim.rules.dust_warfare.attack.cover import MiniCover, mini_cover, unit_cover
from sim.rules.dust_warfare.attack.explain import Explained, explain, weapons_ignoring
from sim.rules.dust_warfare.attack.los import sight
from sim.rules.dust_warfare.attack.obscured import cover_name
from sim.table.facts import Sight
from sim.words import say

__all__ = ["answer_of", "explained"]


def answer_of(dispute: Disputed) -> Reason:
    """Return the one sentence; its value is whether the target is seen."""
    pairing = dispute.pairing
    seen = _best_sight(dispute)
    target = pairing.targets[0].id if len(pairing.targets) == 1 else pairing.unit.id
    plain = plain_answer(seen, target)
    if not seen.visible:
        return plain
    cover, lines, base = _cover(dispute)
    params: dict[str, Value] = {"target": target, "share": percent(seen.share)}
    if cover == "none":
        return Reason("dw.context.answer.open", params, True, pieces=plain.pieces)
    pieces = _giving(lines, base)
    params |= {"cover": cover_name(cover), "pieces": _called(dispute, pieces)}
    if dispute.ignored_by:
        params["weapon"] = dispute.weapon.text()
        rules = (f"dw.cover.{cover}", dispute.ignored_by)
        return Reason("dw.context.answer.ignored", params, True, rules, pieces=pieces)
    rules = (f"dw.cover.{cover}",)
    ignoring = weapons_ignoring(pairing) if dispute.weapon.id == ANY else ()
    if ignoring:
        params["weapons"] = say("sight.list").join(str(each.params["name"]) for each in ignoring)
        rules = (*rules, *dict.fromkeys(rule for each in ignoring for rule in each.rule_ids))
        return Reason("dw.context.answer.cover_but", params, True, rules, pieces=pieces)
    return Reason("dw.context.answer.cover", params, True, rules, pieces=pieces)


def explained(dispute: Disputed) -> Explained:
    """Return the whole chain, with what was said and what the weapon makes of the cover."""
    found = explain(dispute.pairing)
    said = said_otherwise(dispute.asked, dispute.answers)
    cover, reason, rules = found.cover, found.reason, found.rules
    children = (*said, *reason.children)
    if dispute.ignored_by and cover != "none":
        params: dict[str, Value] = {"weapon": dispute.weapon.text(), "cover": cover_name(cover)}
        why = Reason("dw.context.ignored", params, "none", (dispute.ignored_by,))
        children = (*children, why)
        cover, rules = "none", (*rules, dispute.ignored_by)
    reason = Reason(
        reason.key,
        {**reason.params, "cover": cover_name(cover)},
        cover,
        reason.rule_ids,
        reason.rays,
        reason.pieces,
        children,
    )
    return Explained(cover, reason, rules, found.turned)


def _best_sight(dispute: Disputed) -> Sight:
    """Return the sight of whoever of the shooters sees most of any of the targets."""
    pairing = dispute.pairing
    sights = [
        sight(pairing.play, viewer, target)
        for viewer in pairing.shooters
        for target in pairing.targets
    ]
    return max(sights, key=lambda each: (each.visible, each.share))


def _cover(dispute: Disputed) -> tuple[str, tuple[MiniCover, ...], str]:
    """Return the cover in the end, the lines it comes from, and the cover of these alone."""
    pairing = dispute.pairing
    if pairing.whole_unit:
        found = unit_cover(pairing.play, pairing.leader, pairing.unit, pairing.shooters)
        return found.cover, found.lines, found.base
    line = mini_cover(pairing.play, pairing.leader, pairing.targets[0], pairing.shooters)
    return line.cover, (line,), line.cover


def _giving(lines: tuple[MiniCover, ...], cover: str) -> tuple[str, ...]:
    """Return what gives a cover on any of the lines, in their order."""
    return tuple(
        dict.fromkeys(
            piece
            for line in lines
            for met in line.reason.children
            if met.value == cover
            for piece in met.pieces
        )
    )


def _called(dispute: Disputed, pieces: tuple[str, ...]) -> str:
    terrain = dispute.pairing.play.facts.table.terrain
    names = [terrain[piece].name if piece in terrain else piece for piece in pieces]
    return say("sight.list").join(dict.fromkeys(names)) or say("dw.context.base")
