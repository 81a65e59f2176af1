"""Bridges: where one carries a base, what lies below it does not count."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sim.geometry.pose import Point
from sim.rules.dust_warfare.movement.terrain import table_row
from sim.rules.dust_warfare.play import Play
from sim.table.pieces import Stand

__all__ = ["bridged"]

#: Slack where a stretch of path and a bridge begin at the same line, inches.
SLACK_IN = 0.05


def bridged(play: Play, stand: Stand, points: Sequence[Point], start: float, end: float) -> bool:
    """Return whether the centre is on a bridge all along a stretch of its path.

    Parameters
    ----------
    start, end : float
        Inches along the path.

    Notes
    -----
    Only bridges: a wood on a hill still counts, a river below a bridge does not
    (`dw.terrain.custom_profiles`, the worked battle's bridge over an impassable river).
    """
    bridges = {
        piece.id
        for piece in play.facts.table.terrain.values()
        if piece.carries and table_row(piece.kind) == "bridge"
    }
    if not bridges:
        return False
    spans: list[tuple[float, float]] = []
    here, before = stand.pose.at, 0.0
    for point in points or (here,):
        length = math.dist(here, point)
        if length == 0.0:
            on = set(play.facts.areas_touched(stand)) & bridges
            spans += [(before, before)] if on else []
        for crossing in play.facts.areas_crossed(here, point):
            if crossing.piece in bridges:
                entry = before + math.dist(here, crossing.entry)
                spans.append((entry, before + math.dist(here, crossing.exit)))
        here, before = point, before + length
    reached = start
    for low, high in sorted(spans):
        if low - SLACK_IN <= reached:
            reached = max(reached, high + SLACK_IN)
    return reached >= end
