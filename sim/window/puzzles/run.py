"""A run of puzzles: made beside the frames, answered one by one, counted."""

from __future__ import annotations

from pathlib import Path

from sim.engine.observed import Observed, SeenPiece, SeenUnit, Side
from sim.errors import HulldownError
from sim.table.draft import SceneDraft
from sim.table.facts import Facts
from sim.table.puzzle_score import Score
from sim.table.puzzles import Puzzle, make_puzzles
from sim.table.scene import Scene, build_table, open_scene
from sim.window.beside import Beside

__all__ = ["GUESS_POINTS", "RIGHT_POINTS", "PuzzleRun", "as_observed", "points_for"]

#: A right answer, and at most for a share that is guessed along with it.
RIGHT_POINTS, GUESS_POINTS = 10, 10
#: From this error on a guessed share earns nothing.
_FAR_OFF = 0.2
_FIGURES = 2


class _StoppedError(HulldownError):
    """Raised inside the search when nobody waits for it any more."""


def points_for(puzzle: Puzzle, sees: bool, guess: float | None) -> int:
    """Return what an answer earns.

    A wrong answer earns nothing; a share that is guessed with "yes" earns up to `GUESS_POINTS`
    more, the fewer the farther it is off.
    """
    if sees != puzzle.answer:
        return 0
    if guess is None or not sees:
        return RIGHT_POINTS
    near = max(0.0, 1.0 - abs(guess - puzzle.share) / _FAR_OFF)
    return RIGHT_POINTS + round(GUESS_POINTS * near)


def as_observed(puzzle: Puzzle | None) -> Observed:
    """Return a table on which A and B stand, each a side of its own; nobody without a puzzle."""
    both = () if puzzle is None else (("A", puzzle.a), ("B", puzzle.b))
    return Observed(
        game="",
        viewer="",
        sides=tuple(Side(name, name) for name, _ in both),
        units=tuple(SeenUnit(name, name, name, (name,)) for name, _ in both),
        pieces=tuple(
            SeenPiece(name, "mini", each.model, name, name, each.pose, name) for name, each in both
        ),
    )


def _with_figures(scene: Scene) -> tuple[Facts, tuple[str, ...]]:
    """Return a table with figures for puzzles: its own, else a soldier of the kit."""
    facts = Facts(build_table(scene))
    models = facts.table.models
    used = dict.fromkeys(mini.stand.model for mini in scene.minis)
    own = [name for name in used if models[name].has_base and not models[name].is_solid]
    if own:
        return facts, tuple(own[:_FIGURES])
    draft = SceneDraft.of(scene)
    draft.add_mini((scene.table.width / 2, scene.table.depth / 2))
    built = draft.build().scene
    return Facts(built.table), (built.minis[-1].stand.model,)


class PuzzleRun:
    """The puzzles of one table.

    Parameters
    ----------
    path : Path
        The scene.
    level : str
        Only puzzles of this level; all levels mixed when empty.
    count : int
    seed : int, optional
        The same seed asks the same puzzles; drawn by default.

    Attributes
    ----------
    facts : Facts
    puzzles : tuple of Puzzle
        Empty while they are made.
    place : int
        Which is asked.
    score : Score
    points, earned : int
        In all, and by the last answer.
    said : bool or None
        What was answered to the present puzzle; None before.
    guess : float or None
        The share that was guessed with it.
    progress : float
        How far the search is, 0 to 1.
    work : Beside or None
        The search, from `begin` until `made`.

    Raises
    ------
    HulldownError
        With everything that is wrong with the scene's file.
    """

    def __init__(self, path: Path, level: str = "", count: int = 10, *, seed: int):
        self.path, self.level, self.count = path, level, count
        self.seed = seed
        self.scene = open_scene(path)
        self.facts, self._models = _with_figures(self.scene)
        self.puzzles: tuple[Puzzle, ...] = ()
        self.place = 0
        self.score = Score()
        self.points = self.earned = 0
        self.said: bool | None = None
        self.guess: float | None = None
        self.progress = 0.0
        self._stopped = False
        self.work: Beside | None = None

    # --- making ------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin to look for puzzles."""
        self.work = Beside(self._make)

    def _make(self) -> tuple[Puzzle, ...]:
        return make_puzzles(
            self.facts,
            seed=self.seed,
            count=self.count,
            hard=self.level,
            models=self._models,
            progress=self._told,
        )

    def _told(self, found: int, wanted: int) -> None:
        if self._stopped:
            raise _StoppedError("puzzle.none")
        self.progress = found / max(1, wanted)

    @property
    def made(self) -> bool:
        """Whether the puzzles are there.

        Raises
        ------
        HulldownError
            When the table has none.
        """
        if self.work is not None and self.work.done:
            work, self.work = self.work, None
            self.puzzles = work.result()
        return bool(self.puzzles)

    def stop(self) -> None:
        """Look no further."""
        self._stopped = True

    # --- answering ---------------------------------------------------------------------------

    @property
    def puzzle(self) -> Puzzle | None:
        """The present puzzle; None before the first and after the last."""
        return self.puzzles[self.place] if self.place < len(self.puzzles) else None

    @property
    def right(self) -> bool:
        """Whether the present puzzle was answered, and rightly."""
        return self.puzzle is not None and self.said == self.puzzle.answer

    def answer(self, sees: bool, guess: float | None = None) -> None:
        """Answer the present puzzle; a guess counts only with "yes"."""
        puzzle = self.puzzle
        if puzzle is None or self.said is not None:
            return
        self.said, self.guess = sees, guess if sees else None
        self.score = self.score.after(puzzle, sees, self.guess)
        self.earned = points_for(puzzle, sees, self.guess)
        self.points += self.earned

    def next(self) -> None:
        """Go on to the next puzzle, once the present one is answered."""
        if self.said is not None:
            self.place += 1
            self.said = self.guess = None
            self.earned = 0
