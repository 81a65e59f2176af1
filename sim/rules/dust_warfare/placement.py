"""Placing miniatures: where a base may be put down, and the nearest such spot."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from sim.engine.reasons import Objection
from sim.geometry.pose import Pose
from sim.geometry.units import is_within, keeps_from, quantise_in
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.referee import ENEMY_GAP_IN, why_not_stand
from sim.rules.dust_warfare.state import Mini
from sim.rules.dust_warfare.stretches import counts_here
from sim.rules.dust_warfare.terrain import movement_through
from sim.table.pieces import Stand

__all__ = ["nearest_spot", "rings", "why_not_placed"]

#: Search for a spot: distance between rings, spots per ring, farthest ring, inches.
RING_STEP_IN = 0.25
RING_SPOTS = 24
FARTHEST_IN = 12.0


def why_not_placed(
    play: Play, mini: Mini, stand: Stand, own: Mapping[str, Stand]
) -> list[Objection]:
    """Return every objection to putting a base down: table, level, ground, enemies, overlap.

    Parameters
    ----------
    own : mapping of miniature id to Stand
        Where members of its unit will stand.

    Rules: dw.move.table_edge dw.move.enemy_gap dw.terrain.impassable dw.move.no_overlap
    dw.terrain.partial_impassable
    """
    at = stand.pose.at
    found: list[Objection] = []
    if not play.facts.on_table(stand):
        found.append(Objection("dw.no.off_table", "dw.move.table_edge", {}, mini.id, at))
    if not play.facts.on_level(stand):
        params = {"level": stand.pose.level}
        return [*found, Objection("dw.no.level", "dw.vertical.limit_3", {**params}, mini.id, at)]
    unit = play.unit_of(mini.id)
    for piece, _ in play.facts.areas_entered(stand):
        if movement_through(play, piece, unit) == "impassable" and counts_here(
            play, piece, stand.pose.level
        ):
            params = {"piece": piece}
            found.append(
                Objection("dw.no.impassable", "dw.terrain.impassable", {**params}, mini.id, at)
            )
    for piece, _ in play.facts.path(stand, (), ()).walls:
        params = {"piece": piece}
        found.append(
            Objection("dw.no.wall", "dw.terrain.partial_impassable", {**params}, mini.id, at)
        )
    for enemy in play.enemies(unit.side):
        for other in enemy.minis:
            gap = play.facts.gap(stand, play.stand(other)).inches
            if not keeps_from(gap, ENEMY_GAP_IN):
                params = {"gap": round(gap, 3), "enemy": other.id, "limit": ENEMY_GAP_IN}
                found.append(
                    Objection("dw.no.enemy_gap", "dw.move.enemy_gap", {**params}, mini.id, at)
                )
    return found + why_not_stand(play, mini, stand, own)


def nearest_spot(play: Play, mini: Mini, goal: Pose, leader: Mini, limit: float) -> Pose | None:
    """Return the legal spot nearest to a goal that is within `limit` of the leader, or None.

    Rings of growing distance around the goal; of equally near spots the first counter-clockwise
    from the +x direction.

    Rules: dw.activation.step2_formation
    """
    model = play.profile(mini).model
    at_leader = play.stand(leader)
    for pose in rings(goal):
        stand = Stand(model, pose)
        if not is_within(play.facts.gap(at_leader, stand).inches, limit):
            continue
        if not why_not_placed(play, mini, stand, {mini.id: stand}):
            return pose
    return None


def rings(goal: Pose) -> Iterator[Pose]:
    """Yield a pose, then places on rings around it, nearest first, counter-clockwise from +x."""
    yield goal
    for ring in range(1, int(FARTHEST_IN / RING_STEP_IN) + 1):
        radius = ring * RING_STEP_IN
        for spot in range(RING_SPOTS):
            angle = 2 * math.pi * spot / RING_SPOTS
            yield goal.moved(
                quantise_in(goal.x + radius * math.cos(angle)),
                quantise_in(goal.y + radius * math.sin(angle)),
            )
