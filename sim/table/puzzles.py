"""Puzzles: "can A see B?", drawn from the close calls of a table.

Thousands of pairs are glanced at; those that show a little, and those that a step brought out of
sight, are settled by the verdict, with its margin and its proof. A call that the kernel cannot
prove to stand when the target is shifted by a fiftieth of an inch is no puzzle: nobody could say
who is right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sim.errors import HulldownError
from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.table.puzzle import CLOSEST_IN, LEVELS, Puzzle, level_of
from sim.table.puzzle_search import Search, Wish

__all__ = ["CLOSEST_IN", "LEVELS", "Puzzle", "level_of", "make_puzzles"]

Progress = Callable[[int, int], None]


def make_puzzles(
    facts: Facts,
    *,
    seed: int,
    count: int = 10,
    hard: str = "",
    models: Sequence[str] = (),
    taken: Sequence[Stand] = (),
    progress: Progress | None = None,
) -> tuple[Puzzle, ...]:
    """Return puzzles of a table, the same for the same seed.

    Parameters
    ----------
    facts : Facts
    seed : int
    count : int
        How many; about half of them are blocked.
    hard : str
        One of `LEVELS`; all of them, mixed, by default.
    models : sequence of str
        Who stands there; by default up to two figures of the table, chosen by the seed.
    taken : sequence of Stand
        Bases that are in the way; they block no sight.
    progress : callable, optional
        Told how many puzzles of how many are found.

    Returns
    -------
    tuple of Puzzle
        Fewer than asked where the table has not so many close calls.

    Raises
    ------
    HulldownError
        With key ``puzzle.*``: an unknown level, no figure to stand there, not one close call.
    """
    if hard and hard not in LEVELS:
        raise HulldownError("puzzle.level", found=hard, known=", ".join(LEVELS))
    if count < 1:
        raise HulldownError("puzzle.count", found=count)
    search = Search(facts, Wish(seed, count, hard, tuple(models), tuple(taken)))
    found = search.run(progress)
    if not found:
        raise HulldownError("puzzle.none")
    return tuple(replace(puzzle, id=str(k + 1)) for k, puzzle in enumerate(found))
