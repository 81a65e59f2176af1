"""Height: the 3 in limit, and floors of buildings."""

from __future__ import annotations

from sim.engine.reasons import Objection
from sim.geometry.pose import GROUND, Pose
from sim.geometry.units import is_within
from sim.rules.dust_warfare.movement.going import Going
from sim.rules.dust_warfare.movement.terrain import rating_of
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini

__all__ = ["VERTICAL_IN", "floor_index", "piece_of", "why_not_climb"]

#: Net change of height an activation, Order or reaction allows (`dw.vertical.limit_3`).
VERTICAL_IN = 3.0


def piece_of(level: str) -> str:
    """Return the piece a level belongs to; empty for the ground."""
    return "" if level == GROUND else level.rsplit("/", 1)[0]


def floor_index(play: Play, piece: str, level: str) -> int | None:
    """Return how many floors up a level of a building is: 0 for the ground, None elsewhere."""
    if level == GROUND:
        return 0
    if piece_of(level) != piece:
        return None
    floors = sorted(play.facts.table.terrain[piece].floors, key=lambda floor: floor.z_in)
    names = [f"{piece}/{floor.name}" for floor in floors]
    return names.index(level) + 1 if level in names else None


def why_not_climb(play: Play, going: Going, mini: Mini, end: Pose) -> list[Objection]:
    """Object to an end more than 3 in above or below the start, unless it is the next floor.

    Height costs no distance. Up to 3 in the number of floors does not matter; beyond it one step
    to the next floor is allowed where the players left floors free.

    Rules: dw.vertical.limit_3 dw.vertical.in_addition dw.vertical.floor_exception
    dw.vertical.agreed_exceptions dw.measure.horizontal
    """
    assert mini.pose is not None
    change = play.facts.support(end.x, end.y, end.level) - going.heights[mini.id]
    if is_within(abs(change), VERTICAL_IN):
        return []
    piece = piece_of(end.level) or piece_of(mini.pose.level)
    params = {"change": round(change, 3), "limit": VERTICAL_IN}
    if not piece:
        return [Objection("dw.no.height", "dw.vertical.limit_3", {**params}, mini.id, end.at)]
    here, there = floor_index(play, piece, mini.pose.level), floor_index(play, piece, end.level)
    if here is None or there is None or abs(there - here) != 1:
        return [
            Objection("dw.no.floors", "dw.vertical.floor_exception", {**params}, mini.id, end.at)
        ]
    if not rating_of(play, piece).free_floors:
        refused = {**params, "piece": piece}
        return [
            Objection(
                "dw.no.free_floors", "dw.vertical.agreed_exceptions", {**refused}, mini.id, end.at
            )
        ]
    return []
