"""A formation chosen by name: its stations for the unit in the hand, and what the rules leave."""

from __future__ import annotations

import math
from collections.abc import Iterator

from sim.geometry.pose import Pose
from sim.table.pieces import Table
from sim.window.battle.asking import formations
from sim.window.battle.asking.draft import HandDraft
from sim.window.battle.asking.stations import Station
from sim.words import say

__all__ = ["choose_formation"]

#: A wall farther than so many inches from the leader's ghost is not meant.
WALL_WITHIN_IN = 6.0
#: Gaps tried for spreading, the widest that is legal is taken; inches.
SPREADS = (3.0, 2.5, 2.0, 1.5, 1.0, 0.5)


def choose_formation(draft: HandDraft, name: str, table: Table) -> str:
    """Arrange a unit; return what has to be said about it, empty when all went well.

    Where no variant of the formation is legal the first one stays in the plan, with what objects
    to it: nudging may still make it legal.
    """
    if draft.draft.stands_at(draft.leader) is None and draft.leader in draft.waiting():
        draft.fill()
    made = False
    first = True
    for leader, stations in _variants(draft, name, table):
        made = True
        if not first:
            draft.back()
        first = False
        draft.arrange(stations, leader)
        if not draft.objections():
            return ""
    return say("moving.refused") if made else say("moving.no_wall")


def _variants(
    draft: HandDraft, name: str, table: Table
) -> Iterator[tuple[Pose, dict[str, Station]]]:
    """Yield poses of the leader with stations of the others, the most wanted first."""
    leader, *others = draft.question.movers
    pose = draft.pose(leader)
    radii = [draft.radius(mini) for mini in (leader, *others)]
    if name == "wall":
        yield from _along_walls(draft, table, radii)
        return
    if name == "spread":
        for gap in SPREADS:
            yield pose, dict(zip(others, formations.spread(radii, gap), strict=True))
        return
    maker = {
        "line": formations.line,
        "column": formations.column,
        "wedge": formations.wedge,
    }[name]
    for gap in (formations.GAP_IN, 0.02):
        yield pose, dict(zip(others, maker(radii, gap), strict=True))


def _along_walls(
    draft: HandDraft, table: Table, radii: list[float]
) -> Iterator[tuple[Pose, dict[str, Station]]]:
    leader, *others = draft.question.movers
    pose = draft.pose(leader)
    outlines = [
        outline
        for piece in table.terrain.values()
        for outline in (*piece.blocks, *((piece.area,) if piece.area and not piece.blocks else ()))
    ]
    near = sorted(
        (min(math.dist(pose.at, corner) for corner in _dense(outline)), number)
        for number, outline in enumerate(outlines)
        if len(outline) > 2
    )
    for away, number in near[:4]:
        if away > WALL_WITHIN_IN + max(radii):
            return
        found = formations.along_wall(outlines[number], pose, radii)
        if found is not None:
            yield found[0], dict(zip(others, found[1], strict=True))


def _dense(outline: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """Return places along an outline, close enough together to be measured to."""
    found: list[tuple[float, float]] = []
    for (x, y), (u, v) in zip(outline, (*outline[1:], outline[0]), strict=True):
        steps = max(1, int(math.dist((x, y), (u, v)) / 0.5))
        found += [(x + (u - x) * k / steps, y + (v - y) * k / steps) for k in range(steps)]
    return found
