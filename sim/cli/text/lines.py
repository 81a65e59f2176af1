"""Where a player's lines come from: the keyboard, or a pipe."""

from __future__ import annotations

import sys
from typing import Protocol

__all__ = ["EndOfInput", "Lines", "StandardInput"]


class EndOfInput(Exception):
    """No more lines will come: the game is kept and can be resumed."""


class Lines(Protocol):
    """Where a player's lines come from."""

    def read(self, prompt: str) -> str:
        """Return the next line; raise `EndOfInput` when there is none."""
        ...


class StandardInput:
    """Lines typed at the terminal, or piped in; piped lines are shown as if typed."""

    def __init__(self) -> None:
        if sys.stdin.isatty():
            _edit_lines()

    def read(self, prompt: str) -> str:
        """Return the next line; an interrupt at the prompt ends the input, too.

        Raises
        ------
        EndOfInput
            When there is none; the game is kept.
        """
        try:
            line = input(prompt)
        except (EOFError, KeyboardInterrupt) as error:
            print()
            raise EndOfInput from error
        if not sys.stdin.isatty():
            print(line)
        return line


def _edit_lines() -> None:
    """Give the keyboard its arrow keys and history, where the platform can."""
    try:
        import readline
    except ImportError:
        return
    readline.set_history_length(500)
