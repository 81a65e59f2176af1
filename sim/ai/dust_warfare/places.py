"""Where a unit might go: the question's own ideas, and formations at spots worth having."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from sim.ai.formation import formation_to
from sim.engine.match import Match
from sim.engine.questions import Move, Question
from sim.geometry.pose import Point, Pose
from sim.geometry.units import quantise_in
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.referee import pose_after
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.terrain import rating_of

__all__ = ["ends_of", "paths_for"]

#: Spots of cover a unit tries to reach beside the question's own ideas.
MOST_SPOTS = 5
#: How deep behind the rim of an area a leader stands.
DEPTH_IN = 0.7

Path = dict[str, Move]


def paths_for(play: Play, question: Question, fork: Match[Any], unit: Unit) -> list[Path]:
    """Return legal paths of a unit worth looking at, the game's own ideas first."""
    found: list[Path] = []
    for answer in question.candidates():
        assert isinstance(answer, dict)
        found.append(answer)  # type: ignore[arg-type]
    if play.is_vehicle(unit):
        return found
    leader = play.mini(question.movers[0])
    assert leader.pose is not None
    seen = fork.observe(unit.side)
    models = play.facts.table.models
    length = max(play.profile(mini).move_in for mini in unit.minis)
    reach = length * (2.0 if question.what == "march" else 1.0)
    for spot in _spots(play, unit, leader.pose.at, reach):
        path = formation_to(question, seen, models, leader.pose.moved(*spot))
        if path is not None and path not in found:
            found.append(path)
    return found


def ends_of(play: Play, path: Path) -> dict[str, Pose]:
    """Return where the miniatures of a path end."""
    ends: dict[str, Pose] = {}
    for name, move in path.items():
        pose = play.mini(name).pose
        assert pose is not None
        ends[name] = pose_after(pose, move)
    return ends


def _spots(play: Play, unit: Unit, at: Point, reach: float) -> list[Point]:
    """Return spots in cover within reach, those facing the enemy first."""
    enemies = [mini.pose.at for e in play.enemies(unit.side) for mini in e.minis if mini.pose]
    if not enemies:
        return []
    front = min(enemies, key=lambda enemy: math.dist(at, enemy))
    ranked = sorted(
        (math.dist(spot, front), spot)
        for spot in _cover_spots(play, front)
        if math.dist(at, spot) <= reach
    )
    return [spot for _, spot in ranked[:MOST_SPOTS]]


def _cover_spots(play: Play, front: Point) -> Iterator[Point]:
    """Yield spots of areas with cover: inside the near and far rim, and the middle."""
    for name, piece in play.facts.table.terrain.items():
        if not piece.area or rating_of(play, name).cover == "none":
            continue
        count = len(piece.area)
        middle = (sum(x for x, _ in piece.area) / count, sum(y for _, y in piece.area) / count)
        near = min(piece.area, key=lambda corner: math.dist(corner, front))
        far = max(piece.area, key=lambda corner: math.dist(corner, front))
        yield (quantise_in(middle[0]), quantise_in(middle[1]))
        for corner in (near, far):
            size = math.dist(corner, middle)
            share = min(1.0, DEPTH_IN / size) if size else 1.0
            yield (
                quantise_in(corner[0] + (middle[0] - corner[0]) * share),
                quantise_in(corner[1] + (middle[1] - corner[1]) * share),
            )
