"""Reactions: the windows in which the other side may answer a Move or an Attack action.

Windows are named and open in a fixed order: before a Move, after it; and one when an attack is
declared, before any dice. Nothing reacts to a reaction: those actions run without windows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

from sim.engine.questions import Option, Tag, pick
from sim.engine.reasons import Objection, Value
from sim.geometry.pose import Pose
from sim.rules.dust_warfare.measuring import gap_between_units, units_within
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.turn import leader as leaders
from sim.rules.dust_warfare.turn.suppression import add_markers, is_suppressed, takes_suppression
from sim.table.pieces import Stand

if TYPE_CHECKING:
    from sim.rules.dust_warfare.attack.action import DeclaredAttack

__all__ = [
    "REACTION_IN",
    "attack_window",
    "move_window",
    "why_not_react",
]

#: Distance within which a Move or an Attack action lets enemies react.
REACTION_IN = 12.0

When = Literal["before", "after"]


def why_not_react(play: Play, unit: Unit) -> list[Objection]:
    """Return what keeps a unit from reacting at all: markers, or not its turn to react.

    Formation is tested apart, for a leaderless unit's stand-in must be named first.

    Rules: dw.reaction.eligibility dw.reaction.unit_phase_only dw.reaction.once_per_turn
    dw.suppression.no_reactions dw.command.no_reactions dw.reaction.no_chain
    """
    found: list[Objection] = []
    if play.state.phase != "unit" or unit.side == play.state.active or not unit.on_table:
        found.append(Objection("dw.no.not_now", "dw.reaction.unit_phase_only", {}, unit.id))
    if is_suppressed(unit):
        found.append(Objection("dw.no.suppressed", "dw.suppression.no_reactions", {}, unit.id))
    if unit.reaction:
        found.append(Objection("dw.no.reacted", "dw.reaction.once_per_turn", {}, unit.id))
    return found


async def _in_formation(play: Play, unit: Unit, named: dict[str, str]) -> bool:
    """Return whether a unit is in formation; a leaderless one has its stand-in named if it matters.

    Parameters
    ----------
    named : dict of unit to miniature
        The stand-ins of this window so far; one is added where it is asked for.

    Rules: dw.reaction.formation dw.leader.stand_in
    Asks: pick leader-stand-in (the active side)
    """
    leader = leaders.leader_of(unit)
    if leader is None and play.options.stand_in_reaction == "leaderless_cannot_react":
        return False
    if leader is None:
        verdicts = [leaders.in_formation(play, unit, mini) for mini in unit.minis]
        if all(verdicts) or not any(verdicts):
            return verdicts[0]
        if named.get(unit.id) not in [mini.id for mini in unit.minis]:
            leader = await leaders.stand_in(play, unit, "dw.reaction.formation")
            named[unit.id] = leader.id
        leader = play.mini(named[unit.id])
    return leaders.in_formation(play, unit, leader)


def _seen(play: Play, unit: Unit, other: Unit) -> bool:
    """Return whether a unit sees another, where the option asks for that.

    Rules: dw.reaction.move_trigger
    """
    if play.options.reaction_needs_los != "true":
        return True
    return any(play.facts.sees(a, b) for a in play.stands(unit) for b in play.stands(other))


def _move_triggers(
    play: Play, mover: Unit, when: When, began: Mapping[str, Pose]
) -> Callable[[Unit], bool]:
    """Return the test whether a Move triggers a unit in a window.

    Before: the mover begins within 12 in. After: it began or ended within 12 in. A path that only
    passes through does not count.

    Rules: dw.reaction.move_trigger dw.reaction.move_timing
    """
    model = {mini.id: play.profile(mini).model for mini in mover.minis}
    fallen = play.profiles.minis[play.unit_profile(mover).members[0].profile].model
    starts = [Stand(model.get(mini, fallen), pose) for mini, pose in began.items()]
    reach = REACTION_IN
    if when == "before" and play.options.reaction_before_requires_start == "false":
        reach += max((2 * play.profile(mini).move_in for mini in mover.minis), default=0.0)

    def triggered(unit: Unit) -> bool:
        own = play.stands(unit)
        if units_within(play, own, starts, reach):
            return True
        return units_within(play, own, play.stands(mover), REACTION_IN)

    return triggered


async def move_window(play: Play, mover: Unit, when: When, began: Mapping[str, Pose]) -> None:
    """Let enemies react to a Move, before it or after it, one reaction after the other.

    The reacting player picks whose reaction comes next; each is finished before the next, and
    the window closes when he passes or the mover is gone.

    Parameters
    ----------
    began : mapping of miniature id to Pose
        Where the mover's miniatures stood at the start of the action.

    Rules: dw.reaction.window dw.reaction.move_timing dw.reaction.move_trigger
    dw.reaction.multiple dw.reaction.multiple_order dw.reaction.offer dw.reaction.saved
    dw.reaction.move_target_only dw.reaction.options dw.reaction.example_move
    Asks: pick react
    Emits: reacted
    """
    if play.state.phase != "unit" or mover.side != play.state.active:
        return
    triggered = _move_triggers(play, mover, when, began)
    side = play.state.other(mover.side)
    named: dict[str, str] = {}
    while mover.alive:
        options: list[Option] = []
        for unit in play.friends(side):
            if why_not_react(play, unit) or not triggered(unit) or not _seen(play, unit, mover):
                continue
            possible = _move_and_attack(play, unit, mover)
            if possible and await _in_formation(play, unit, named):
                options += possible
        if not options:
            return
        rule = "dw.reaction.move_timing"
        asked: dict[str, Value] = {"mover": play.name(mover), "when": when}
        tags = partial(_tags, play, mover, partial(_shot_tags, play, mover, False))
        chosen = await _ask(side, options, rule, f"dw.ask.react_{when}", asked, mover, tags)
        if chosen == "none":
            return
        unit, what = _split(play, chosen)
        _declare(play, unit, what, "dw.reaction.move_trigger", rule)
        await _carry_out(play, unit, what, mover)


async def attack_window(play: Play, attack: DeclaredAttack) -> list[str]:
    """Let the targets of a declared attack react, before any dice.

    Moves and Hit the Dirt are carried out at once, one after the other in the reacting player's
    order; units that shoot back are only marked, for their attacks are simultaneous.

    Returns
    -------
    list of str
        Ids of the units that answer with an Attack reaction, in the order declared.

    Rules: dw.reaction.attack_trigger dw.reaction.attack_declare_before_roll
    dw.reaction.move_before_attack dw.reaction.split_fire_multi dw.reaction.offer
    dw.reaction.attack_target_only dw.reaction.hit_the_dirt
    Asks: pick react
    Emits: reacted
    """
    attacker = play.unit(attack.attacker)
    answering: list[str] = []
    if play.state.phase != "unit" or attacker.side != play.state.active:
        return answering
    side = play.state.other(attacker.side)
    named: dict[str, str] = {}
    while attacker.alive:
        options: list[Option] = []
        for target in dict.fromkeys(attack.targets):
            unit = play.unit(target)
            if unit.side != side or why_not_react(play, unit):
                continue
            possible = _against_attack(play, unit, attacker, attack)
            if possible and await _in_formation(play, unit, named):
                options += possible
        if not options:
            return answering
        rule = "dw.reaction.attack_trigger"
        asked: dict[str, Value] = {"attacker": play.name(attacker)}
        tags = partial(_tags, play, attacker, partial(_target_tags, play, attacker, attack))
        chosen = await _ask(side, options, rule, "dw.ask.react_attack", asked, attacker, tags)
        if chosen == "none":
            return answering
        unit, what = _split(play, chosen)
        _declare(play, unit, what, rule)
        if what == "attack":
            answering.append(unit.id)
        else:
            await _carry_out(play, unit, what, attacker)
    return answering


def _move_and_attack(play: Play, unit: Unit, enemy: Unit, *, close: bool = False) -> list[Option]:
    """Return a unit's Move and Attack reactions against one enemy; no double or special actions.

    Close Combat is not moved away from, and answered with close weapons only.

    Rules: dw.reaction.options dw.reaction.attack_target_only
    dw.wability.close_combat_no_move_reaction dw.wability.close_combat_reaction_weapons
    """
    from sim.rules.dust_warfare.attack import action as attack
    from sim.rules.dust_warfare.movement import action as movement

    options: list[Option] = []
    if movement.can_move(unit) and not close:
        options.append(_option(play, unit, "move"))
    if attack.legal_targets(play, unit, only_target=enemy.id, close_only=close):
        options.append(_option(play, unit, "attack"))
    return options


def _against_attack(play: Play, unit: Unit, attacker: Unit, attack: DeclaredAttack) -> list[Option]:
    """Return what a target may do: within 12 in move or attack, at any range hit the dirt.

    Rules: dw.reaction.attack_trigger dw.reaction.hit_the_dirt_any_range
    dw.reaction.hit_the_dirt_soldiers_only dw.reaction.hit_the_dirt_no_benefit
    """
    options: list[Option] = []
    if units_within(play, play.stands(attacker), play.stands(unit), REACTION_IN):
        options += _move_and_attack(play, unit, attacker, close=attack.close_combat)
    if play.is_soldier(unit) and takes_suppression(play, unit):
        options.append(_option(play, unit, "hit-the-dirt"))
    return options


def _option(play: Play, unit: Unit, what: str) -> Option:
    key = f"dw.option.react_{what.replace('-', '_')}"
    return Option(f"{unit.id}/{what}", key, {"unit": play.name(unit)}, unit.id)


def _split(play: Play, option: str) -> tuple[Unit, str]:
    unit, what = option.rsplit("/", 1)
    return play.unit(unit), what


async def _ask(
    side: str,
    options: Sequence[Option],
    rule: str,
    prompt: str,
    params: Mapping[str, Value],
    against: Unit,
    tag: Callable[[str], tuple[Tag, ...]],
) -> str:
    """Ask the reacting side for its next reaction, or to pass for now.

    Rules: dw.reaction.saved dw.reaction.multiple_order
    """
    return await pick(
        side,
        "react",
        [Option("none", "dw.option.no_reaction"), *options],
        rule=rule,
        prompt=prompt,
        params=params,
        subject=against.id,
        tag=tag,
    )


def _tags(
    play: Play, against: Unit, more: Callable[[Unit, str], tuple[Tag, ...]], option: str
) -> tuple[Tag, ...]:
    """Return how far the enemy is and what the reaction promises; nothing for passing."""
    if option == "none":
        return ()
    unit, what = _split(play, option)
    gap = gap_between_units(play, play.stands(unit), play.stands(against))
    return (Tag("dw.tag.gap", f"{gap:.1f}"), *more(unit, what))


def _shot_tags(play: Play, enemy: Unit, close_only: bool, unit: Unit, what: str) -> tuple[Tag, ...]:
    """Return the odds of an Attack reaction; no tag for the others."""
    from sim.rules.dust_warfare.attack.tags import reaction_tags

    return reaction_tags(play, unit, enemy, close_only=close_only) if what == "attack" else ()


def _target_tags(
    play: Play, attacker: Unit, attack: DeclaredAttack, unit: Unit, what: str
) -> tuple[Tag, ...]:
    """Return the odds of shooting back, and for hitting the dirt the cover that is there now."""
    from sim.rules.dust_warfare.attack.tags import cover_tags

    if what == "hit-the-dirt":
        return cover_tags(play, attack, unit)
    return _shot_tags(play, attacker, attack.close_combat, unit, what)


def _declare(play: Play, unit: Unit, what: str, *rules: str) -> None:
    """Give a unit its Reaction marker on declaring.

    Rules: dw.reaction.marker_gain
    Emits: reacted
    """
    unit.reaction = True
    play.say(
        "reacted",
        f"dw.log.react_{what.replace('-', '_')}",
        *rules,
        "dw.reaction.marker_gain",
        subject=unit.id,
        unit=play.name(unit),
    )


async def _carry_out(play: Play, unit: Unit, what: str, enemy: Unit) -> None:
    """Carry out a reaction at once: one single action against one enemy, no window.

    Rules: dw.reaction.hit_the_dirt dw.reaction.hit_the_dirt_overload dw.reaction.no_chain
    dw.reaction.move_target_only
    """
    from sim.rules.dust_warfare.attack import action as attack
    from sim.rules.dust_warfare.movement import action as movement

    if what == "move":
        await movement.move_action(play, unit, window=False)
    elif what == "attack":
        await attack.attack_action(play, unit, window=False, only_target=enemy.id)
    else:
        add_markers(play, unit, 1, "dw.reaction.hit_the_dirt")
