"""Retreat moves: straight for the nearest table edge, and off it as a casualty."""

from __future__ import annotations

from sim.engine.questions import Move, Option, pick
from sim.geometry.pose import GROUND, Point, Pose
from sim.geometry.shapes import reach_of
from sim.geometry.units import CONTACT_IN, keeps_from, quantise_in
from sim.rules.dust_warfare.movement import action as movement
from sim.rules.dust_warfare.movement.going import Going, going_for
from sim.rules.dust_warfare.movement.ideas import keep_list
from sim.rules.dust_warfare.movement.levels import why_not_climb
from sim.rules.dust_warfare.movement.referee import why_not_stand
from sim.rules.dust_warfare.movement.stretches import Stretch, cut_path, difficult_met, pose_after
from sim.rules.dust_warfare.movement.terrain import DIFFICULT_CAP_IN, pieces_rated
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit
from sim.rules.dust_warfare.turn import reactions
from sim.rules.dust_warfare.turn.casualties import remove_casualty
from sim.rules.dust_warfare.turn.leader import leader_of, stand_in
from sim.table.pieces import Stand

__all__ = ["edge_distance", "nearest_edges", "retreat_move"]

#: How finely a flight is cut back to where the base fits.
STEP_BACK_IN = 0.25

EDGES: tuple[str, ...] = ("south", "east", "north", "west")


def edge_distance(play: Play, stand: Stand, edge: str) -> float:
    """Return the gap between a base and a table edge, inches."""
    table = play.facts.table
    radius = reach_of(play.facts.table.models[stand.model].base)
    x, y = stand.pose.at
    return {"south": y, "west": x, "north": table.depth - y, "east": table.width - x}[edge] - radius


def nearest_edges(play: Play, leader: Mini) -> list[str]:
    """Return the table edge nearest to the Unit Leader; several when they are equally near.

    Rules: dw.retreat.move
    """
    stand = play.stand(leader)
    gaps = {edge: edge_distance(play, stand, edge) for edge in EDGES}
    least = min(gaps.values())
    return [edge for edge in EDGES if gaps[edge] - least <= 1e-4]


async def retreat_move(play: Play, unit: Unit) -> None:
    """Move every miniature of a retreating unit toward the edge nearest to its leader.

    A forced Move action of full distance, even with no action left; whoever touches the edge is
    removed as a casualty, the others stay and the unit goes on.

    Rules: dw.retreat.move dw.retreat.edge_casualty dw.retreat.per_mini_removal
    dw.reaction.retreat_trigger dw.activation.step4_retreat
    Asks: pick retreat-edge (equally near edges); what the windows ask
    Emits: retreated killed destroyed
    """
    provokes = play.options.retreat_provokes == "true"
    began = movement.poses_of(unit)
    if provokes:
        await reactions.move_window(play, unit, "before", began)
        if not unit.alive:
            return
    edge = await _edge(play, unit)
    _flee(play, unit, edge)
    if provokes and unit.alive:
        await reactions.move_window(play, unit, "after", began)


async def _edge(play: Play, unit: Unit) -> str:
    """Return the edge to run for; the owner picks between equally near ones.

    Rules: dw.retreat.move dw.leader.stand_in
    Asks: pick retreat-edge
    """
    leader = leader_of(unit) or await stand_in(play, unit, "dw.retreat.move")
    edges = nearest_edges(play, leader)
    if len(edges) == 1:
        return edges[0]
    options = [Option(edge, f"dw.option.edge_{edge}") for edge in edges]
    return await pick(
        unit.side,
        "retreat-edge",
        options,
        rule="dw.retreat.move",
        prompt="dw.ask.retreat_edge",
        params={"unit": play.name(unit)},
        subject=unit.id,
    )


def _flee(play: Play, unit: Unit, edge: str) -> None:
    """Carry out the retreat, the miniatures nearest to the edge first."""
    play.say(
        "retreated",
        f"dw.log.retreat_{edge}",
        "dw.retreat.move",
        "dw.activation.step4_retreat",
        subject=unit.id,
        unit=play.name(unit),
    )
    leader = leader_of(unit) or unit.minis[0]
    going = going_for(play, unit, leader, "move")
    for mini in sorted(unit.minis, key=lambda each: edge_distance(play, play.stand(each), edge)):
        move = _flight(play, going, mini, edge)
        assert mini.pose is not None
        if move is not None:
            mini.pose = pose_after(mini.pose, move)
        if edge_distance(play, play.stand(mini), edge) <= CONTACT_IN:
            remove_casualty(
                play, unit, mini, "dw.retreat.edge_casualty", "dw.retreat.per_mini_removal"
            )


def _at_edge(play: Play, stand: Stand, edge: str) -> Point:
    """Return where the base's centre is when it touches the edge straight ahead."""
    gap = edge_distance(play, stand, edge)
    x, y = stand.pose.at
    dx, dy = {"south": (0, -1), "west": (-1, 0), "north": (0, 1), "east": (1, 0)}[edge]
    return (quantise_in(x + dx * gap), quantise_in(y + dy * gap))


def _flight(play: Play, going: Going, mini: Mini, edge: str) -> Move | None:
    """Return one miniature's retreat, as far as it gets; who is on a floor comes down first.

    Rules: dw.retreat.move dw.vertical.floor_exception
    """
    stand = play.stand(mini)
    for level in dict.fromkeys((GROUND, stand.pose.level)):
        start = Stand(stand.model, Pose(*stand.pose.at, stand.pose.facing, level))
        climbs = level != stand.pose.level
        walled = climbs and play.facts.path(start, (), ()).walls
        if walled or (climbs and why_not_climb(play, going, mini, start.pose)):
            continue
        points = _run(play, going, mini, start, edge)
        if points:
            return Move(points=points, level=level if climbs else None)
    return None


def _run(play: Play, going: Going, mini: Mini, start: Stand, edge: str) -> tuple[Point, ...]:
    """Return the waypoints of a flight on one level.

    Straight where nothing is in the way, else the shortest way round, else straight as far as it
    goes; cut to the Move, or to 3 in once it meets difficult ground, and back to where the base
    fits.

    Rules: dw.retreat.move dw.terrain.difficult_cap
    """
    goal = _at_edge(play, start, edge)
    found = _way_to(play, going, mini, start, goal)
    way, length = found or (goal,), going.allowance[mini.id]
    points = cut_path(start.pose, way, length)
    if difficult_met(play, mini, [Stretch(start, points)]):
        length = min(length, DIFFICULT_CAP_IN)
        points = cut_path(start.pose, way, length)
    while points and not (
        (found or _clear(play, going, mini, start, points))
        and _fits(play, going, mini, start, points[-1])
    ):
        length -= STEP_BACK_IN
        points = cut_path(start.pose, way, length) if length > 0 else ()
    return points


def _fits(play: Play, going: Going, mini: Mini, start: Stand, point: Point) -> bool:
    """Return whether a base can stop at a point: on its level, on nobody, no more than 3 in up."""
    end = Stand(start.model, start.pose.moved(*point))
    return (
        play.facts.on_level(end)
        and not why_not_stand(play, mini, end, {})
        and not why_not_climb(play, going, mini, end.pose)
    )


def _clear(play: Play, going: Going, mini: Mini, start: Stand, points: tuple[Point, ...]) -> bool:
    """Return whether nothing stands in the way of a path: enemies, vehicles, walls, cliffs."""
    keep = keep_list(play, going.unit, mini)
    barred = pieces_rated(play, going.unit, "impassable")
    path = play.facts.path(start, points, [other for other, _ in keep])
    entered = play.facts.areas_entered(start, points) if barred else ()
    return (
        all(keeps_from(gap, keep[index][1]) for index, gap, _ in path.nearest)
        and not path.walls
        and not any(piece in barred for piece, _ in entered)
    )


def _way_to(play: Play, going: Going, mini: Mini, start: Stand, goal: Point) -> tuple[Point, ...]:
    """Return the straight way to the edge, or the shortest legal one; empty when there is none."""
    if _clear(play, going, mini, start, (goal,)):
        return (goal,)
    barred = pieces_rated(play, going.unit, "impassable")
    keep = keep_list(play, going.unit, mini)
    found = play.facts.find_path(start, goal, keep=keep, avoid=barred)
    return tuple((quantise_in(x), quantise_in(y)) for x, y in found or ())
