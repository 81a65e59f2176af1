"""The Attack action: declare, let the targets react, check, roll, settle."""

from __future__ import annotations

from sim.rules.dust_warfare.attack.data import DeclaredAttack, Shot
from sim.rules.dust_warfare.attack.declare import declare_attack
from sim.rules.dust_warfare.attack.resolve import resolve_exchange
from sim.rules.dust_warfare.attack.weapons import (
    has_loaded,
    legal_targets,
    weapons_bearing,
    why_not_attack,
)
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit

__all__ = [
    "DeclaredAttack",
    "Shot",
    "attack_action",
    "has_loaded",
    "legal_targets",
    "weapons_bearing",
    "why_not_attack",
]


async def attack_action(
    play: Play,
    unit: Unit,
    *,
    sustained: bool = False,
    window: bool = True,
    only_target: str | None = None,
) -> None:
    """Carry out an Attack or Sustained Attack action, or an Attack reaction.

    Parameters
    ----------
    sustained : bool
        Dice may be rerolled once.
    window : bool
        Whether the targets may react: never to a reaction or an Order.
    only_target : str, optional
        The one unit a reaction may attack.

    Rules: dw.attack.steps dw.attack.all_together dw.action.attack dw.action.sustained
    dw.attack.close_combat_separate dw.reaction.no_chain
    Emits: held attacked
    """
    attack = await declare_attack(play, unit, sustained=sustained, only_target=only_target)
    if attack is None:
        play.say(
            "held",
            "dw.attack_log.held_fire",
            "dw.attack.optional_weapons",
            subject=unit.id,
            unit=play.name(unit),
        )
        return
    _tell_declared(play, attack)
    answering: list[str] = []
    if window:
        # The window runs reactions, which attack in turn: imported late, for the two need
        # each other.
        from sim.rules.dust_warfare.turn.reactions import attack_window

        answering = await attack_window(play, attack)
    if not unit.on_table:
        return
    reactions = await _answers(play, attack, answering)
    await resolve_exchange(play, attack, reactions)


async def _answers(
    play: Play, attack: DeclaredAttack, answering: list[str]
) -> list[DeclaredAttack]:
    """Return the Attack reactions to an attack, each on the attacker alone.

    Rules: dw.reaction.attack_target_only dw.wability.close_combat_reaction_weapons
    dw.weapon.range_c
    """
    found: list[DeclaredAttack] = []
    for name in answering:
        reactor = play.unit(name)
        if not reactor.on_table:
            continue
        answer = await declare_attack(
            play, reactor, only_target=attack.attacker, close_only=attack.close_combat
        )
        if answer is not None:
            _tell_declared(play, answer)
            found.append(answer)
    return found


def _tell_declared(play: Play, attack: DeclaredAttack) -> None:
    unit = play.unit(attack.attacker)
    key = "dw.attack_log.attacked"
    if attack.close_combat:
        key = "dw.attack_log.attacked_close"
    elif attack.sustained:
        key = "dw.attack_log.attacked_sustained"
    play.say(
        "attacked",
        key,
        "dw.attack.step1_split",
        *(("dw.action.sustained",) if attack.sustained else ()),
        *(("dw.attack.close_combat_separate",) if attack.close_combat else ()),
        subject=unit.id,
        data={"shots": [[shot.mini, shot.mount, shot.target] for shot in attack.shots]},
        unit=play.name(unit),
        targets=", ".join(play.name(play.unit(name)) for name in attack.targets),
        weapons=len(attack.shots),
    )
