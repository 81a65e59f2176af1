"""Actions: which a unit may take, and carrying one out."""

from __future__ import annotations

from sim.engine.reasons import Objection
from sim.rules.dust_warfare.attack import action as attack
from sim.rules.dust_warfare.movement import action as movement
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit

__all__ = [
    "BASIC",
    "DOUBLE",
    "perform",
    "specials_after",
    "specials_of",
    "why_not_action",
    "why_not_now",
]

BASIC: tuple[str, ...] = ("move", "attack")
#: Double actions and the action each one doubles.
DOUBLE = {"march": "move", "sustained": "attack"}


def specials_of(play: Play, unit: Unit) -> tuple[str, ...]:
    """Return the special actions that a unit could use now.

    Rules: dw.action.special dw.wability.reload dw.vdt.external_fire
    """
    found: list[str] = []
    if unit.out_of_ammo:
        found.append("reload")
    if "external_fire" in unit.effects:
        found.append("put-out-fire")
    return tuple(found)


def specials_after(play: Play, unit: Unit, first: str) -> tuple[str, ...]:
    """Return the special actions that may be declared to follow an action, useless as yet.

    Both actions are declared before the first is done: who fires a Reload weapon first may reload
    it with the second. If nothing was fired after all, the second action lapses.

    Rules: dw.activation.step5_declare dw.wability.reload
    """
    if first != "attack" or unit.out_of_ammo:
        return ()
    return ("reload",) if attack.has_loaded(play, unit) else ()


def why_not_action(play: Play, unit: Unit, action: str) -> list[Objection]:
    """Return what keeps a unit from declaring an action.

    An Attack may be declared without a target in sight, for targets are named later.

    Rules: dw.action.basic_two dw.vdt.drive_damaged
    """
    if DOUBLE.get(action, action) == "move" and not movement.can_move(unit):
        return [Objection("dw.no.drive", "dw.vdt.drive_damaged", {}, unit.id)]
    if action not in (*BASIC, *DOUBLE, *specials_of(play, unit)):
        return [Objection("dw.no.special", "dw.action.special", {"action": action}, unit.id)]
    return []


def why_not_now(play: Play, unit: Unit, action: str) -> list[Objection]:
    """Return what keeps a unit from an action that would begin at once: an Attack needs a target.

    Rules: dw.order.take_action_single dw.attack.restrictions
    """
    found = why_not_action(play, unit, action)
    if DOUBLE.get(action, action) == "attack" and not found:
        found = attack.why_not_attack(play, unit)
    return found


async def perform(play: Play, unit: Unit, action: str, *, window: bool) -> None:
    """Carry out one action of a unit, with its windows in the Unit phase.

    Rules: dw.activation.same_action dw.unit.acts_together dw.action.move dw.action.attack
    dw.action.double dw.action.sustained dw.action.march_move dw.reaction.non_triggers
    """
    if action in ("move", "march"):
        if movement.can_move(unit):
            await movement.move_action(play, unit, march=action == "march", window=window)
    elif action in ("attack", "sustained"):
        await attack.attack_action(play, unit, sustained=action == "sustained", window=window)
    else:
        _special(play, unit, action)


def _special(play: Play, unit: Unit, action: str) -> None:
    """Carry out a special action; none of them opens a window.

    Rules: dw.action.special dw.wability.reload dw.vdt.external_fire dw.reaction.non_triggers
    Emits: reloaded put-out
    """
    if action == "reload":
        unit.out_of_ammo = False
        rules = ("dw.action.special", "dw.wability.reload")
        play.say("reloaded", "dw.log.reloaded", *rules, subject=unit.id, unit=play.name(unit))
    elif action == "put-out-fire":
        unit.effects = [effect for effect in unit.effects if effect != "external_fire"]
        rules = ("dw.action.special", "dw.vdt.external_fire")
        play.say("put-out", "dw.log.put_out", *rules, subject=unit.id, unit=play.name(unit))
