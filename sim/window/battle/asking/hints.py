"""Suggestions of a path or placement, found one at a time between frames, and told in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, cast

from sim.engine.drafts import Draft, inches_of, pose_after
from sim.engine.questions import Answer, Move, Question
from sim.geometry.pose import Pose
from sim.geometry.units import turn_to
from sim.words import say

__all__ = ["MOST", "Hints"]

#: How many are offered: one for each number key, as far as they are shown.
MOST = 5
_COMPASS = ("e", "ne", "n", "nw", "w", "sw", "s", "se")


class Hints:
    """The first few sensible answers.

    Parameters
    ----------
    question : Question
    draft : Draft
        Tells where movers start.
    """

    def __init__(self, question: Question, draft: Draft) -> None:
        self._draft = draft
        self.found: list[Answer] = []
        self._rest: Iterator[Answer] = iter(
            answer for answer in question.suggest() if not question.why_not(answer)
        )
        self._texts: dict[int, str] = {}
        self.is_done = False

    def look(self) -> bool:
        """Find the next one; return whether there may be more."""
        if not self.is_done:
            answer = next(self._rest, None)
            if answer is None:
                self.is_done = True
            else:
                self.found.append(answer)
                self.is_done = len(self.found) >= MOST
        return not self.is_done

    def text(self, number: int) -> str:
        """Return what a suggestion means: where its first mover would go."""
        if number not in self._texts:
            self._texts[number] = self._told(self.found[number])
        return self._texts[number]

    def _told(self, answer: Answer) -> str:
        given = cast("Mapping[str, Any]", answer) if isinstance(answer, Mapping) else {}
        movers = self._draft.question.movers
        mini = next((each for each in movers if each in given), "")
        if not mini:
            return say("moving.stay")
        chosen = given[mini]
        if isinstance(chosen, Pose):
            return say("moving.at", x=f"{chosen.x:.0f}", y=f"{chosen.y:.0f}")
        return _way(self._draft.start(mini), chosen)


def _way(start: Pose, move: Move) -> str:
    end = pose_after(start, move)
    far = inches_of(start, move)
    if far < 0.01:
        turn = turn_to(start.facing, end.facing)
        if abs(turn) < 0.5:
            return say("moving.stay")
        return say("moving.turn", degrees=f"{turn:+.0f}")
    bearing = math.degrees(math.atan2(end.y - start.y, end.x - start.x))
    octant = _COMPASS[round(bearing / 45.0) % 8]
    return say(f"moving.compass.{octant}", inches=f"{far:.1f}")
