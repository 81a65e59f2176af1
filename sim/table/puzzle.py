"""A puzzle: a close call on a table, with its answer and why."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sim.geometry.pose import Point
from sim.table.facts import Sight
from sim.table.pieces import Stand, Table
from sim.words import say

__all__ = [
    "CLOSEST_IN",
    "LEVELS",
    "MARGINS_IN",
    "OPEN_SHARE",
    "Call",
    "Puzzle",
    "level_of",
    "puzzle_of",
]

#: How hard a call is, the hardest last.
LEVELS = ("easy", "medium", "hard")
#: Least proven margin of a puzzle, inches.
CLOSEST_IN = 0.02
#: Proven margins under which a call is hard, and medium; from the last on it is no puzzle.
_HARD_IN, _MEDIUM_IN, _FAR_IN = 0.15, 0.45, 1.0
#: How far from the turn of the verdict a call of each level is looked for.
MARGINS_IN = {"easy": (0.5, 0.9), "medium": (0.18, 0.44), "hard": (0.04, 0.14)}
#: Shares under which a seen target is hard to make out, and not plain to see.
_SLIVER, _PLAIN = 0.03, 0.2
#: Share above which nobody would ask.
OPEN_SHARE = 0.6


@dataclass(frozen=True)
class Puzzle:
    """A close call and its answer.

    Attributes
    ----------
    id : str
        ``1``, ``2``, … in the order they are asked.
    a, b : Stand
        Who looks, and at whom.
    answer : bool
        Whether A sees B.
    share, bound : float
        Seen share of B's outline and its error bound, 0..1; both 0 when blocked.
    margin : float
        Proven: however B is shifted by less than this, the answer stands, inches.
    level : str
        One of `LEVELS`.
    blockers : tuple of (piece id, share)
        What hides how much of B, greatest first.
    flip : Point
        A shift of B that turns the answer, the nearest that was found, inches.
    why : tuple of str
        The answer in sentences: what is seen, what hides it, how close the call was.
    """

    id: str
    a: Stand
    b: Stand
    answer: bool
    share: float
    bound: float
    margin: float
    level: str
    blockers: tuple[tuple[str, float], ...]
    flip: Point

    why: tuple[str, ...]


@dataclass(frozen=True)
class Call:
    """A verdict near its opposite.

    Attributes
    ----------
    a, b : Stand
    sight : Sight
    margin_in : float
        Proven.
    flip : Point
        A shift of B under which the verdict is the other.
    """

    a: Stand
    b: Stand
    sight: Sight
    margin_in: float
    flip: Point


def level_of(answer: bool, share: float, margin: float) -> str:
    """Return how hard a call is: by its margin and, where something shows, by how little."""
    if margin < _HARD_IN or (answer and share < _SLIVER):
        return "hard"
    if margin < _MEDIUM_IN or (answer and share < _PLAIN):
        return "medium"
    return "easy"


def puzzle_of(table: Table, call: Call) -> Puzzle | None:
    """Return the puzzle that a call makes, without an id, or None where it is none.

    None where it is too far from its opposite to be asked, or closer than can be proven: a margin
    under `CLOSEST_IN`, or a share within its own error of nothing.
    """
    sight = call.sight
    if not CLOSEST_IN <= call.margin_in < _FAR_IN or sight.share > OPEN_SHARE:
        return None
    if sight.visible and sight.share <= sight.bound:
        return None
    return Puzzle(
        "",
        call.a,
        call.b,
        sight.visible,
        sight.share,
        sight.bound,
        call.margin_in,
        level_of(sight.visible, sight.share, call.margin_in),
        sight.blockers,
        call.flip,
        _why(table, call),
    )


def _why(table: Table, call: Call) -> tuple[str, ...]:
    sight = call.sight
    share, bound = _percent(sight.share), _percent(sight.bound)
    seen = say("puzzle.why.seen", share=share, bound=bound)
    lines = [seen if sight.visible else say("puzzle.why.blocked")]
    for piece, part in sight.blockers[:3]:
        name = table.terrain[piece].name if piece in table.terrain else piece
        lines.append(say("puzzle.why.hides", piece=name or piece, share=_percent(part)))
    key = "puzzle.why.would_hide" if sight.visible else "puzzle.why.would_show"
    lines.append(say(key, inches=f"{math.hypot(*call.flip):.2f}", way=_way(call.flip)))
    proven = math.floor(call.margin_in * 100) / 100
    lines.append(say("puzzle.why.margin", inches=f"{proven:.2f}"))
    return tuple(lines)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}" if share < 0.1 else f"{100 * share:.0f}"


def _way(shift: Point) -> str:
    """Return the point of the compass a shift goes to; north is away from the reader."""
    points = ("east", "north_east", "north", "north_west")
    points = (*points, "west", "south_west", "south", "south_east")
    turn = math.degrees(math.atan2(shift[1], shift[0]))
    return say(f"puzzle.way.{points[round(turn / 45) % 8]}")
