"""Exceptions that reach a person. Programming mistakes stay TypeError and AssertionError."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sim.words import say

__all__ = ["HulldownError", "InputProblems", "Problem", "UsageError"]


class HulldownError(Exception):
    """Anything a player should read as one message.

    Parameters
    ----------
    key : str
        Key of the message in the word catalogue.
    **params : object
        Named values for the message.
    """

    exit_code = 2

    def __init__(self, key: str, /, **params: object) -> None:
        self.key = key
        self.params = params
        super().__init__(say(key, **params))


class UsageError(HulldownError):
    """The command or answer was used wrongly; nothing was changed."""


@dataclass(frozen=True)
class Problem:
    """One thing wrong with an input file.

    Attributes
    ----------
    key : str
        Word key of the message; `params` fill it.
    where : str
        Path inside the file, such as ``mini[2].at``; empty for the file as a whole.
    file : str
        Name of the file as the person gave it.
    params : mapping
        ``found``, ``expected``, ``nearest`` and whatever the text names.
    """

    key: str
    where: str = ""
    file: str = ""
    params: Mapping[str, object] = field(default_factory=dict[str, object])

    def text(self) -> str:
        """Return the problem as one line: file, place, message."""
        place = ": ".join(part for part in (self.file, self.where) if part)
        message = say(self.key, **self.params)
        return f"{place}: {message}" if place else message


class InputProblems(HulldownError):
    """Every problem of an input at once."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("errors.problems", count=len(self.problems), lines=self.lines())

    def lines(self) -> str:
        """Return all problems, one line each."""
        return "\n".join(problem.text() for problem in self.problems)
