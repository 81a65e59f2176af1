"""Placing miniatures: where a base may be put down, and the nearest such spot."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from sim.engine.reasons import Objection
from sim.geometry.pose import Pose
from sim.geometry.units import is_within, keeps_from, quantise_in
from sim.rules.dust_warfare.movement.referee import ENEMY_GAP_IN, why_not_stand
from sim.rules.dust_warfare.movement.stretches import counts_here
from sim.rules.dust_warfare.movement.terrain import movement_through
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini
from sim.table.pieces import Stand

__all__ = ["nearest_fit", "nearest_spot", "why_not_placed"]

#: Search for a spot: distance between rings, spots per ring, farthest ring, inches.
RING_STEP_IN = 0.25
RING_SPOTS = 24
FARTHEST_IN = 12.0
#: The same for the closer look at the last step before the first spot that was found.
FINE_STEP_IN = 0.05
FINE_SPOTS = 96
#: Halvings of the way back toward the goal.
HALVINGS = 8


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

    Rules: dw.activation.step2_formation
    """
    model = play.profile(mini).model
    at_leader = play.stand(leader)

    def fits(pose: Pose) -> bool:
        stand = Stand(model, pose)
        near = is_within(play.facts.gap(at_leader, stand).inches, limit)
        return near and not why_not_placed(play, mini, stand, {mini.id: stand})

    return nearest_fit(goal, fits)


def nearest_fit(goal: Pose, fits: Callable[[Pose], bool]) -> Pose | None:
    """Return the place nearest to a goal that fits, up to 12 in away, or None.

    Rings of growing distance around the goal, a closer look at the last step, then straight back
    toward the goal as far as it fits: least to about 0.05 in. Of equally near places the first
    counter-clockwise from the +x direction.
    """
    if fits(goal):
        return goal
    steps = [RING_STEP_IN * step for step in range(1, int(FARTHEST_IN / RING_STEP_IN) + 1)]
    found = next((pose for pose in _rings(goal, steps, RING_SPOTS) if fits(pose)), None)
    if found is None:
        return None
    far = math.dist(goal.at, found.at)
    count = int(RING_STEP_IN / FINE_STEP_IN)
    steps = [far - RING_STEP_IN + FINE_STEP_IN * step for step in range(1, count)]
    found = next((pose for pose in _rings(goal, steps, FINE_SPOTS) if fits(pose)), found)
    return _pulled_back(goal, found, fits)


def _rings(goal: Pose, radii: Sequence[float], spots: int) -> Iterator[Pose]:
    """Yield places on rings around a pose, nearest first, counter-clockwise from +x."""
    for radius in radii:
        for spot in range(spots):
            angle = 2 * math.pi * spot / spots
            yield goal.moved(
                quantise_in(goal.x + radius * math.cos(angle)),
                quantise_in(goal.y + radius * math.sin(angle)),
            )


def _pulled_back(goal: Pose, found: Pose, fits: Callable[[Pose], bool]) -> Pose:
    """Return a place that fits, moved straight toward the goal as far as it does."""
    best, low, high = found, 0.0, 1.0
    for _ in range(HALVINGS):
        share = (low + high) / 2
        pose = goal.moved(
            quantise_in(goal.x + (found.x - goal.x) * share),
            quantise_in(goal.y + (found.y - goal.y) * share),
        )
        if fits(pose):
            best, high = pose, share
        else:
            low = share
    return best
