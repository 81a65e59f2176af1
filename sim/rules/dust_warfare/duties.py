"""What the sides owe: set up, activate, rally, flee, reload, burn, each with its clause.

Only told, never done here: the procedures that the clauses name carry it out.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.observed import Duty
from sim.engine.reasons import Value
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.setup.deployment import undeployed
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.turn.leader import leader_of, out_of_formation
from sim.rules.dust_warfare.turn.suppression import is_retreating

__all__ = ["duties_of"]


def duties_of(play: Play) -> tuple[Duty, ...]:
    """Return what both sides owe: the setup first, then by unit what weighs most."""
    state = play.state
    if state.phase == "over":
        return ()
    if state.phase == "agreement":
        return tuple(_terrain(play))
    if state.phase == "deployment":
        return tuple(
            _duty(play, unit, "deploy", "dw.deploy.alternate")
            for side in state.sides
            for unit in undeployed(play, side)
        )
    units = [unit for side in state.sides for unit in play.friends(side)]
    return tuple(duty for unit in units for duty in _unit(play, unit))


def _terrain(play: Play) -> Iterator[Duty]:
    """Tell how many pieces still have to be agreed on."""
    count = sum(not rating.agreed for rating in play.state.ratings.values())
    if count:
        yield Duty("dw.duty.terrain", {"count": count}, "dw.terrain.declare")


def _unit(play: Play, unit: Unit) -> Iterator[Duty]:
    """Tell what a unit on the table owes: at its activation, at its end, until it is mended."""
    activation = play.state.activation
    if activation is None or activation.unit != unit.id:
        yield from _before_it_acts(play, unit)
    if "external_fire" in unit.effects:
        yield _duty(play, unit, "fire", "dw.vdt.external_fire")
    if unit.out_of_ammo:
        yield _duty(play, unit, "reload", "dw.wability.reload")
    if unit.reaction:
        yield _duty(play, unit, "reaction", "dw.end_phase.reaction_clear")
    if play.state.phase == "unit" and not unit.activated:
        yield _duty(play, unit, "activate", "dw.activation.each_unit_once")


def _before_it_acts(play: Play, unit: Unit) -> Iterator[Duty]:
    """Tell what comes first when a unit next activates; it is past that once it has begun."""
    if is_retreating(play, unit):
        yield _duty(play, unit, "retreat", "dw.activation.step4_retreat")
    elif unit.suppression:
        markers: dict[str, Value] = {"markers": unit.suppression}
        yield _duty(play, unit, "rally", "dw.suppression.roll_remove", markers)
    leader = leader_of(unit)
    if leader is None:
        yield _duty(play, unit, "leader", "dw.activation.step1_leader")
    elif strays := len(out_of_formation(play, unit, leader)):
        strayed: dict[str, Value] = {"minis": strays}
        yield _duty(play, unit, "formation", "dw.activation.step2_formation", strayed)


def _duty(
    play: Play, unit: Unit, what: str, rule: str, more: dict[str, Value] | None = None
) -> Duty:
    params: dict[str, Value] = {"unit": play.name(unit), **(more or {})}
    return Duty(f"dw.duty.{what}", params, rule, unit.id, unit.side)
