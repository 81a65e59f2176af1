"""What moving by hand draws on the table: reach, ghosts, ways, what is wrong and where."""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from sim.engine.reasons import Objection
from sim.errors import HulldownError
from sim.geometry.pose import GROUND, Point, Pose
from sim.table.pieces import Stand
from sim.view import marks, overlays
from sim.view.marks.sliding import Sliding
from sim.view.overlays import Colour, Height
from sim.view.palette import palette
from sim.view.table_view import TableView
from sim.window.battle.asking.draft import HandDraft

__all__ = [
    "GhostBand",
    "arc_nodes",
    "cells_around",
    "chosen_node",
    "handle_nodes",
    "link_nodes",
    "reach_nodes",
    "spacing_of",
    "way_nodes",
    "wrong_nodes",
    "wrong_places",
]

_WHITE: Colour = (240, 242, 246, 255)
#: How far the quarters of a base reach beyond its edge while it is moved, inches.
ARC_IN = 3.0
_LINK: Colour = (180, 196, 214, 170)


def spacing_of(spots: Sequence[Point]) -> float:
    """Return how far apart spots of a grid lie: the least distance along x or y, at least 0.25."""
    steps = [
        b - a
        for axis in (0, 1)
        for a, b in itertools.pairwise(sorted({round(spot[axis], 3) for spot in spots}))
        if b - a > 1e-6
    ]
    # A few odd ones must not make the cells too small for the rest.
    return max(0.25, float(np.median(steps))) if steps else 1.0


def cells_around(spots: Iterable[Point], step: float) -> list[list[Point]]:
    """Return the outlines of square cells round spots, corners cut.

    Parameters
    ----------
    spots : iterable of Point
        Inches; what falls into one cell counts once.
    step : float
        Side of a cell.

    Returns
    -------
    list of outlines
        Closed; outer ones counter-clockwise, holes clockwise.
    """
    cells = {(round(x / step), round(y / step)) for x, y in spots}
    return [_cut(each, step) for each in _borders(sorted(cells))]


def _borders(cells: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Return the border of cells as closed walks over their corners, the inside on the left."""
    filled = set(cells)
    follow: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for x, y in cells:
        sides = (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        )
        for other, a, b in sides:
            if other not in filled:
                follow.setdefault(a, []).append(b)
    found: list[list[tuple[int, int]]] = []
    while follow:
        start = next(iter(follow))
        walk, here = [start], start
        while True:
            ends = follow[here]
            there = ends.pop() if len(walk) < 2 else _leftmost(walk[-2], here, ends)
            if not ends:
                del follow[here]
            if there == start:
                break
            walk.append(there)
            here = there
        found.append(walk)
    return found


def _leftmost(
    before: tuple[int, int], here: tuple[int, int], ends: list[tuple[int, int]]
) -> tuple[int, int]:
    """Take the end that turns right most, so that cells which touch by a corner stay apart."""
    way = (here[0] - before[0], here[1] - before[1])
    best = max(ends, key=lambda e: way[0] * (e[1] - here[1]) - way[1] * (e[0] - here[0]))
    ends.remove(best)
    return best


def _cut(walk: Sequence[tuple[int, int]], step: float) -> list[Point]:
    """Return a walk over corners of cells as an outline in inches, twice smoothed."""
    points = (np.array(walk, float) - 0.5) * step
    for _ in range(2):
        after = np.roll(points, -1, axis=0)
        points = np.stack([points * 0.75 + after * 0.25, points * 0.25 + after * 0.75], axis=1)
        points = points.reshape(-1, 2)
    return [(float(x), float(y)) for x, y in points]


def reach_nodes(view: TableView, spots: Sequence[Point], hatched: Sequence[Point]) -> list[Any]:
    """Return the area within reach, hatched where ground is in the way of it.

    Parameters
    ----------
    spots : sequence of Point
        Where the middle of the base can stand.
    hatched : sequence of Point
        Those of them that lie in areas of terrain.
    """
    if not spots:
        return []
    step = spacing_of(spots)
    near = (*palette().near, 190)
    made = [marks.region(cells_around(spots, step), near, view.height)]
    if hatched:
        made.append(
            marks.region(
                cells_around(hatched, step), (*near[:3], 150), view.height, hatch=True, edge=False
            )
        )
    return made


class GhostBand:
    """The ghosts of a plan, each drawn once and slid along while it is dragged.

    Parameters
    ----------
    view : TableView
    """

    LAYER = "moving-ghosts"

    def __init__(self, view: TableView) -> None:
        self.view = view
        self._made: dict[tuple[str, str], Sliding] = {}

    def paint(self, key: Hashable, draft: HandDraft, bad: frozenset[str], *, sliding: bool) -> None:
        """Draw everybody where he would stand, red with a cross where that is refused.

        Parameters
        ----------
        key : hashable
            What the drawing depends on.
        sliding : bool
            Slide what was drawn before: its ring keeps the form that the ground had there.
        """
        self.view.paint(self.LAYER, key, lambda: self._nodes(draft, bad, sliding))

    def _nodes(self, draft: HandDraft, bad: frozenset[str], sliding: bool) -> list[Any]:
        nodes: list[Any] = []
        models = self.view.stage.table.models
        for mini, pose in draft.ghosts().items():
            if draft.piece(mini).model in models:
                look = "bad" if mini in bad else "good"
                nodes.append(self._node(draft, mini, (look, _on_table(self.view, pose)), sliding))
        return nodes

    def _node(self, draft: HandDraft, mini: str, drawn: tuple[str, Pose], sliding: bool) -> Any:
        look, pose = drawn
        z = self.view.stage.support(pose)
        known = self._made.get((mini, look))
        if known is None or not sliding:
            ghost = marks.ghost(self.view.stage, draft.piece(mini), pose, look=look)
            self._made[mini, look] = known = Sliding(ghost, pose, z)
        known.put(pose, z)
        return known.node


def _on_table(view: TableView, pose: Pose) -> Pose:
    """Return a pose on a level that holds it: one beside its floor is drawn on the ground."""
    try:
        view.stage.support(pose)
    except HulldownError:
        return Pose(pose.x, pose.y, pose.facing, GROUND)
    return pose


def way_nodes(view: TableView, draft: HandDraft, bad: frozenset[str]) -> list[Any]:
    """Return the way of everybody in the plan, with a bead at each fixed corner."""
    made: list[Any] = []
    for mini in draft.question.movers:
        corners = draft.way(mini)
        if len(corners) < 2:
            continue
        colour = palette().bad if mini in bad else palette().good
        strong = mini == draft.chosen
        made.append(
            overlays.path(
                corners,
                (*colour, 255 if strong else 150),
                view.height,
                width=0.2 if strong else 0.1,
            )
        )
        for x, y in corners[1:-1]:
            z = float(view.height(np.array([x]), np.array([y]))[0])
            made.append(marks.bead((x, y, z + 0.12), _WHITE, radius=0.14))
    return made


def link_nodes(
    view: TableView, draft: HandDraft, ghosts: Mapping[str, Pose], only: frozenset[str] | None
) -> list[Any]:
    """Return dashed lines from the leader to those in the plan: red where something is refused.

    `only` names whose lines are wanted; None all of them.
    """
    leader = ghosts.get(draft.leader)
    if leader is None:
        return []
    wrong = {each.subject for each in draft.objections()}
    made: list[Any] = []
    for mini, pose in ghosts.items():
        if mini == draft.leader or (only is not None and mini not in only):
            continue
        colour = (*palette().bad, 230) if mini in wrong else _LINK
        made += _dashes(leader.at, pose.at, colour, view.height)
    return made


def _dashes(a: Point, b: Point, colour: Colour, height: Height) -> list[Any]:
    length = math.dist(a, b)
    if length < 0.5:
        return []
    count = max(1, int(length / 0.7))
    made: list[Any] = []
    for k in range(count):
        low, high = k / count, (k + 0.5) / count
        ends = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (low, high)]
        made.append(overlays.path(ends, colour, height, width=0.06))
    return made


def wrong_nodes(view: TableView, places: Iterable[Point], last: Pose | None) -> list[Any]:
    """Return a cross at each place where something is wrong, and a bead at the last legal place."""
    made = [marks.cross(at, view.height, (*palette().bad, 255), size=0.8) for at in places]
    if last is not None:
        z = view.stage.support(_on_table(view, last))
        made.append(marks.bead((last.x, last.y, z + 0.22), (*palette().good, 255), radius=0.24))
    return made


def wrong_places(draft: HandDraft, objections: Sequence[Objection]) -> list[Point]:
    """Return where objections want a cross: those at a ghost have its own already."""
    ghosts = [pose.at for pose in draft.ghosts().values()]
    found: list[Point] = []
    for each in objections:
        at = each.at
        if at is None or any(math.dist(at, other) < 0.3 for other in (*ghosts, *found)):
            continue
        found.append(at)
    return found


def chosen_node(view: TableView, stand: Stand) -> Any:
    """Return the ring of a mover that is chosen and stands where it did."""
    base = view.stage.table.models[stand.model].base
    height = marks.base_height(view.stage, stand.pose)
    return marks.state_ring(base, stand.pose, marks.SELECTED, height)


def arc_nodes(view: TableView, pose: Pose, radius: float) -> list[Any]:
    """Return the four quarters round a base that turns: the front filled, the others outlined."""
    front = (*palette().near, 120)
    far = radius + ARC_IN
    made = [overlays.wedge((pose.x, pose.y, pose.facing), 45.0, (radius, far), front, view.height)]
    for bearing in (135.0, 225.0):
        edge = Pose(pose.x, pose.y, pose.facing + bearing)
        ends = [edge.to_table((away, 0.0)) for away in (radius, far)]
        made.append(overlays.path(ends, (*palette().near, 90), view.height, width=0.07))
    return made


def handle_nodes(view: TableView, places: Iterable[tuple[Pose, float]]) -> list[Any]:
    """Return the handles that turn a base: poses and radii."""
    colour = (*palette().chosen, 255)
    return [
        marks.turn_handle(pose, radius, colour, marks.base_height(view.stage, pose))
        for pose, radius in places
    ]
