"""Shortest legal paths of a base among barriers, and how far it gets.

The planner moves a disc round the base (for a round base the base itself) and proposes; the
referee of `sim.geometry.paths`, written apart, checks every proposal with the true footprint.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.geometry.paths import Posed
from sim.geometry.planner.ground import FixedGround
from sim.geometry.planner.question import Keep, Question
from sim.geometry.pose import Point

__all__ = ["Keep", "PathGround"]


class PathGround(FixedGround):
    """The ground of one level, asked for paths.

    Made once from what never moves (see `FixedGround`); other bases come with each question.

    Notes
    -----
    A base that is not round is led round barriers as the circle about it; a straight way and the
    first and last legs are judged with its true outline. Passages up to 0.005 in wider than the
    base may be missed where both sides are round.
    """

    def find_path(
        self,
        mover: Posed,
        goal: Point,
        *,
        keep: Sequence[Keep] = (),
        avoid: Sequence[str] = (),
        limit: float | None = None,
    ) -> tuple[Point, ...] | None:
        """Return waypoints after the start of the shortest legal path to `goal`, or None.

        Parameters
        ----------
        mover : (Footprint, Pose)
            The base and where it starts; a base that is not round keeps its facing.
        goal : Point
            Where its centre shall end.
        keep : sequence of ((Footprint, Pose), gap)
            Bases to keep that gap from all along (0: contact allowed). A base that starts nearer
            may leave as long as the gap never shrinks (``dw.move.enemy_gap``).
        avoid : sequence of area ids
            Areas the base must not touch; from one it starts in it may leave the shortest ways.
        limit : float, optional
            Give up beyond this length, inches.

        Returns
        -------
        tuple of Point or None
            The straight way is ``(goal,)``; bends are multiples of 0.0001 in.
        """
        return Question(self, mover, tuple(keep), tuple(avoid)).path_to(goal, limit)

    def reach(
        self,
        mover: Posed,
        distance: float,
        *,
        keep: Sequence[Keep] = (),
        avoid: Sequence[str] = (),
        spacing: float = 1.0,
    ) -> tuple[Point, ...]:
        """Return the grid spots whose shortest legal path is within `distance`.

        Parameters
        ----------
        mover, keep, avoid
            As for `find_path`.
        distance : float
            Inches of path.
        spacing : float
            Spots are the multiples of this on the table, row by row.
        """
        return Question(self, mover, tuple(keep), tuple(avoid)).spots(distance, spacing)

    def lengths(
        self,
        mover: Posed,
        points: Sequence[Point],
        *,
        keep: Sequence[Keep] = (),
        avoid: Sequence[str] = (),
    ) -> tuple[float, ...]:
        """Return the length of the shortest legal path to each of some places, inches.

        Parameters
        ----------
        mover, keep, avoid
            As for `find_path`.
        points : sequence of Point
            Places where the base may stand.

        Returns
        -------
        tuple of float
            ``inf`` where no way leads.
        """
        if not points:
            return ()
        question = Question(self, mover, tuple(keep), tuple(avoid))
        found = question.lengths_to(np.array(points, dtype=np.float64))
        return tuple(found.tolist())
