"""Dust Warfare as a game for the engine: which procedure comes next, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sim.engine.game import Outcome, Procedure, Tell
from sim.engine.observed import Observed
from sim.engine.options import OptionsInForce
from sim.engine.orders import Order, OrderOffer
from sim.engine.questions import Question
from sim.engine.reasons import Objection
from sim.geometry.units import overlaps
from sim.rules.dust_warfare import observe as seen
from sim.rules.dust_warfare.options import DustOptions
from sim.rules.dust_warfare.play import Play, Profiles
from sim.rules.dust_warfare.setup.agreement import declare_step
from sim.rules.dust_warfare.setup.deployment import deploy_step, undeployed
from sim.rules.dust_warfare.state import DustState, Phase
from sim.rules.dust_warfare.turn import standing
from sim.rules.dust_warfare.turn.activation import activation_step, choose_unit, waiting
from sim.rules.dust_warfare.turn.command import command_step
from sim.rules.dust_warfare.turn.end_phase import end_phase
from sim.rules.dust_warfare.turn.initiative import initiative_phase
from sim.rules.dust_warfare.turn.objective import judge, outcome_of, settled
from sim.table.facts import Facts

__all__ = ["DustWarfare"]


class DustWarfare:
    """One game of Dust Warfare on one table.

    Parameters
    ----------
    facts : Facts
    profiles : Profiles
    options : OptionsInForce of DustOptions
    first : DustState
        The state before the first step: forces, ratings, scenario.
    names : mapping of side to name
    """

    name = "dust_warfare"
    state_type = DustState

    def __init__(
        self,
        facts: Facts,
        profiles: Profiles,
        options: OptionsInForce[DustOptions],
        first: DustState,
        names: dict[str, str] | None = None,
    ) -> None:
        self.facts = facts
        self.profiles = profiles
        self.in_force = options
        self.options = options.options
        self.sides: tuple[str, ...] = first.sides
        self.names = names or {side: side for side in first.sides}
        self._first = msgspec.msgpack.encode(first)

    def first_state(self) -> DustState:
        """Return the state before the first step."""
        return msgspec.msgpack.decode(self._first, type=DustState)

    def play(self, state: DustState, tell: Tell) -> Play:
        """Return the bundle that procedures work with."""
        return Play(state, self.facts, self.profiles, self.options, tell)

    def step(self, state: DustState, tell: Tell) -> Procedure | None:
        """Return the next procedure for this state, or None when the game is over."""
        if state.phase == "over":
            return None
        play = self.play(state, tell)
        steps = {
            "agreement": _agreement,
            "deployment": _deployment,
            "initiative": _initiative,
            "command": _command,
            "unit": _unit,
            "end": _end,
        }
        return steps[state.phase](play)

    def observe(self, state: DustState, viewer: str) -> Observed:
        """Return what `viewer` sees; Dust Warfare's core loop hides nothing."""
        return seen.observe(self.play(state, _silent), viewer, self.names)

    def standing_orders(self, state: DustState, side: str) -> tuple[OrderOffer, ...]:
        """Return the standing orders that a side's units may have."""
        return standing.offers(self.play(state, _silent), side)

    def answer_by_order(self, question: Question, orders: Sequence[Order]) -> str | None:
        """Return what the orders answer, or None when the player must be asked."""
        return standing.answer_by_order(question, orders)

    def pass_by(self, question: Question) -> str | None:
        """Return the answer that lets a chance pass; None where there is a decision to make."""
        return standing.pass_by(question)

    def outcome(self, state: DustState) -> Outcome | None:
        """Return how it ended, or None while it goes on."""
        return outcome_of(state)

    def why_not_state(self, state: DustState) -> tuple[Objection, ...]:
        """Return what is impossible about a state an umpire made; empty when it can stand."""
        return tuple(_why_not_state(self.play(state, _silent)))


def _silent(_: object) -> None:
    return None


async def _agreement(play: Play) -> None:
    """Declare terrain until all of it is agreed; only then deployment begins.

    Rules: dw.terrain.declare dw.setup.steps
    """
    if play.state.terrain_agreed:
        play.state.phase = "deployment"
        return
    await declare_step(play)


async def _deployment(play: Play) -> None:
    """Set units up until all stand on the table; then the first turn begins.

    Rules: dw.deploy.alternate dw.setup.steps
    """
    state = play.state
    if any(undeployed(play, side) for side in state.sides):
        await deploy_step(play)
        return
    _begin_turn(play)


def _begin_turn(play: Play) -> None:
    """Begin a game turn with its Initiative phase.

    Rules: dw.turn.sequence
    Emits: turn-began phase-began
    """
    state = play.state
    state.turn += 1
    for unit in state.units.values():
        unit.activated = False
        unit.ordered = False
    play.say(
        "turn-began",
        "dw.log.turn",
        "dw.turn.sequence",
        turn=state.turn,
        turns=state.turns,
    )
    _enter(play, "initiative", "")


def _enter(play: Play, phase: Phase, side: str) -> None:
    """Enter a phase of the turn.

    Rules: dw.turn.sequence
    Emits: phase-began
    """
    play.state.phase = phase
    play.state.active = side
    play.say(
        "phase-began",
        f"dw.log.phase_{phase}",
        "dw.turn.sequence",
        subject=side,
        side=side,
        turn=play.state.turn,
    )


async def _initiative(play: Play) -> None:
    """Play the Initiative phase; the Initiating player's Command phase follows.

    Rules: dw.turn.sequence dw.turn.roles
    """
    await initiative_phase(play)
    _enter(play, "command", play.state.initiating)


async def _command(play: Play) -> None:
    """Let the active player issue one Order; when he is done the next phase begins.

    Rules: dw.turn.sequence dw.turn.roles
    """
    state = play.state
    if await command_step(play, state.active):
        return
    responding = state.other(state.initiating)
    if state.active == state.initiating:
        _enter(play, "command", responding)
    else:
        _enter(play, "unit", state.initiating)


async def _unit(play: Play) -> None:
    """Go on with an activation, or pick the next unit; when all are done the next phase begins.

    Rules: dw.turn.sequence dw.turn.ends_when_all_activated
    """
    state = play.state
    if state.activation is not None:
        await activation_step(play)
    elif waiting(play, state.active):
        await choose_unit(play, state.active)
    elif state.active == state.initiating:
        _enter(play, "unit", state.other(state.initiating))
    else:
        _enter(play, "end", "")


async def _end(play: Play) -> None:
    """Play the End phase; then the next turn, or the end of the game.

    Rules: dw.turn.sequence dw.turn.game_end dw.builder.game_length
    """
    await end_phase(play)
    if play.state.turn >= play.state.turns or settled(play):
        judge(play)
    else:
        _begin_turn(play)


def _why_not_state(play: Play) -> list[Objection]:
    """Return what cannot be in a state: bases off their level or table, or in each other."""
    found: list[Objection] = []
    standing = [
        (mini.id, play.stand(mini))
        for unit in play.state.units.values()
        for mini in unit.minis
        if mini.pose is not None
    ]
    for index, (mini, stand) in enumerate(standing):
        at = stand.pose.at
        if not play.facts.on_table(stand):
            found.append(Objection("dw.no.off_table", "dw.move.table_edge", {}, mini, at))
        if not play.facts.on_level(stand):
            level = {"level": stand.pose.level}
            found.append(Objection("dw.no.level", "dw.vertical.limit_3", {**level}, mini, at))
        for other, there in standing[:index]:
            if there.pose.level != stand.pose.level:
                continue
            gap = play.facts.gap(stand, there).inches
            if overlaps(gap):
                params = {"other": other, "overlap": round(-gap, 3)}
                found.append(Objection("dw.no.overlap", "dw.move.no_overlap", {**params}, mini, at))
    for unit in play.state.units.values():
        names = [mini.id for mini in unit.minis]
        if unit.leader and unit.leader not in names:
            params = {"leader": unit.leader}
            found.append(
                Objection("dw.no.such_leader", "dw.leader.every_unit", {**params}, unit.id)
            )
        if unit.suppression < 0 or (unit.suppression and not play.is_soldier(unit)):
            found.append(
                Objection("dw.no.such_markers", "dw.suppression.vehicle_immune", {}, unit.id)
            )
    return found
