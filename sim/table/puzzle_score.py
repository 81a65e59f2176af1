"""The score of a run of puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sim.table.puzzle import LEVELS, Puzzle

__all__ = ["Score"]


@dataclass(frozen=True)
class Score:
    """What was answered so far.

    Attributes
    ----------
    right, wrong : int
    streak, best_streak : int
        Right answers in a row: now, and at most.
    by_level : mapping of level to (right, asked)
        Levels that were asked, the easiest first.
    guesses : int
        How many shares were guessed.
    off_sum : float
        Of how far those guesses were off, 0..1 each.
    """

    right: int = 0
    wrong: int = 0
    streak: int = 0
    best_streak: int = 0
    by_level: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    guesses: int = 0
    off_sum: float = 0.0

    @property
    def asked(self) -> int:
        """How many were answered."""
        return self.right + self.wrong

    @property
    def mean_off(self) -> float | None:
        """How far guessed shares were off on average, 0..1; None when none was guessed."""
        return self.off_sum / self.guesses if self.guesses else None

    def after(self, puzzle: Puzzle, answer: bool, share: float | None = None) -> Score:
        """Return the score after one more answer.

        Parameters
        ----------
        puzzle : Puzzle
        answer : bool
            Whether the person said that A sees B.
        share : float, optional
            The share the person guessed, 0..1. It counts on its own: of a blocked target the
            true share is 0.
        """
        good = answer == puzzle.answer
        streak = self.streak + 1 if good else 0
        counts = dict(self.by_level)
        right, asked = counts.get(puzzle.level, (0, 0))
        counts[puzzle.level] = (right + good, asked + 1)
        score = replace(
            self,
            right=self.right + good,
            wrong=self.wrong + (not good),
            streak=streak,
            best_streak=max(self.best_streak, streak),
            by_level={level: counts[level] for level in LEVELS if level in counts},
        )
        if share is None:
            return score
        off = abs(min(max(share, 0.0), 1.0) - puzzle.share)
        return replace(score, guesses=self.guesses + 1, off_sum=self.off_sum + off)
