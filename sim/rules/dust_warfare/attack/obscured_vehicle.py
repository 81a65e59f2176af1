"""What covers a vehicle: nothing while one line to its base is clear, else the best on any line."""

from __future__ import annotations

from collections.abc import Sequence

from sim.engine.reasons import Ray, Reason, Value
from sim.engine.sight_numbers import inches, percent
from sim.geometry.pose import Point
from sim.rules.dust_warfare.attack.obscured import (
    Line,
    Met,
    area_never,
    base_crossed,
    obscures,
    screens,
    soldiers_in_the_way,
)
from sim.rules.dust_warfare.movement.terrain import affected_by, rating_of
from sim.rules.dust_warfare.state import Mini
from sim.table.pieces import Stand
from sim.words import say

__all__ = ["met_by_vehicle"]

#: A base all of which is clear up to numerical noise has nothing on the lines to it.
ALL_CLEAR = 1.0 - 1e-9
#: A clear line is drawn this far above the ground, inches.
CLEAR_IN = 0.2


def met_by_vehicle(line: Line) -> tuple[list[Met], list[Reason]]:
    """Return what covers a vehicle if no line to its base is clear, and the decisive line.

    Rules: dw.obscured.vehicle_clear dw.obscured.vehicle_full_inside dw.obscured.vehicle_rim
    dw.obscured.soldiers_not_vehicles
    """
    pieces = [
        piece
        for piece in line.play.facts.table.terrain
        if piece not in line.ignored and obscures(line.play, piece)
    ]
    hiding = [(name, stand) for name, stand, never in screens(line) if never is None]
    idle = _idle(line) if line.whole else []
    for viewer in _viewers(line):
        origin = line.play.stand(viewer).pose.at
        share, clear = line.play.facts.clear_share_of_base(
            origin, line.end, pieces, [stand for _, stand in hiding]
        )
        if clear is not None:
            return idle, [_in_the_clear(line, viewer, share, clear)] if line.whole else []
    notes = _covered(line, pieces) if line.whole else []
    return [*_on_the_lines(line, pieces, hiding), *idle], notes


def _viewers(line: Line) -> Sequence[Mini]:
    """Return from whom a clear line counts: the leader, by option anybody of his unit.

    Rules: dw.obscured.vehicle_clear
    """
    if line.play.options.vehicle_clear_from == "any_mini":
        return list(line.shooters) or [line.leader]
    return [line.leader]


def _on_the_lines(
    line: Line, pieces: Sequence[str], hiding: Sequence[tuple[str, Stand]]
) -> list[Met]:
    """Return what lies between a leader and a covered vehicle: the best cover on any line.

    The line to the base's centre meets something in any case; the other lines are searched only
    for a harder cover than that.

    Rules: dw.obscured.vehicle_full_inside dw.obscured.mixed_types
    """
    met = [
        _covering(line, each.piece, line.stretch(each.entry, each.exit))
        for each in line.crossings()
        if each.piece in pieces
    ]
    met += [_hull(name) for name, stand in hiding if base_crossed(line, stand)]
    if any(each.cover == "hard" for each in met):
        return met
    known = [each.what for each in met]
    hulls = [(name, stand) for name, stand in hiding if name not in known]
    hard = [each for each in pieces if not met or rating_of(line.play, each).cover == "hard"]
    if _covers_part(line, hard, [stand for _, stand in hulls]):
        met += [_covering(line, each) for each in hard if _covers_part(line, [each])]
        met += [_hull(name) for name, stand in hulls if _covers_part(line, [], [stand])]
    return met


def _covering(line: Line, piece: str, ray: Ray | None = None) -> Met:
    cover = rating_of(line.play, piece).cover
    return Met(piece, cover, ("dw.obscured.vehicle_full_inside",), True, "vehicle_behind", ray)


def _hull(name: str) -> Met:
    return Met(name, "hard", ("dw.obscured.vehicles_obscure",), True, "vehicles_obscure")


def _covers_part(line: Line, pieces: Sequence[str], stands: Sequence[Stand] = ()) -> bool:
    """Return whether a piece or base lies on some of the lines to a vehicle's base."""
    origin = line.start.pose.at
    share, _ = line.play.facts.clear_share_of_base(origin, line.end, pieces, stands)
    return share < ALL_CLEAR


# --- what the explanation says besides ----------------------------------------------------------


def _idle(line: Line) -> list[Met]:
    """Return what lies on the line to the base's centre and does not count, with the clauses.

    Rules: dw.obscured.soldiers_not_vehicles
    """
    found: list[Met] = []
    for each in line.crossings():
        never = area_never(line, each.piece)
        if never is not None:
            cover = rating_of(line.play, each.piece).cover
            ray = line.stretch(each.entry, each.exit)
            found.append(Met(each.piece, cover, never[1], False, never[0], ray))
    for name, stand, never in screens(line):
        if never is not None and base_crossed(line, stand):
            found.append(Met(name, "hard", never[1], False, never[0]))
    return [*found, *soldiers_in_the_way(line)]


def _in_the_clear(line: Line, viewer: Mini, share: float, clear: Point) -> Reason:
    """Return the decisive line of a vehicle without cover: one that nothing crosses."""
    start = line.play.stand(viewer)
    low, high = (line.play.facts.support_under(each) for each in (line.end, start))
    rays = (((*start.pose.at, high + CLEAR_IN), (*clear, low + CLEAR_IN), True),)
    params: dict[str, Value] = {
        "viewer": viewer.id,
        "target": line.target.id,
        "x": inches(clear[0]),
        "y": inches(clear[1]),
        "share": percent(share),
    }
    rules = ("dw.obscured.vehicle_clear",)
    return Reason("dw.explain.vehicle_clear", params, share, rules, rays=rays, pieces=(viewer.id,))


def _covered(line: Line, pieces: Sequence[str]) -> list[Reason]:
    """Return that no line is clear, from whom that was tried, and in what the vehicle stands."""
    params: dict[str, Value] = {
        "viewers": say("sight.list").join(mini.id for mini in _viewers(line)),
        "target": line.target.id,
        "choice": line.play.options.vehicle_clear_from,
    }
    rules = ("dw.obscured.vehicle_full_inside",)
    covered = Reason("dw.explain.vehicle_covered", params, False, rules, rays=(line.ray(False),))
    inside = [
        Reason("dw.explain.vehicle_rim", {"what": piece}, piece, ("dw.obscured.vehicle_rim",))
        for piece in affected_by(line.play, line.target)
        if piece in pieces
    ]
    return [covered, *inside]
