"""Where a player's lines come from: the keyboard, or a pipe; a window stays live meanwhile."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

__all__ = ["Completes", "EndOfInput", "Lines", "StandardInput"]

#: Seconds between two frames of the window while nobody types.
IDLE_S = 0.02


class EndOfInput(Exception):
    """No more lines will come: the game is kept and can be resumed."""


class Lines(Protocol):
    """Where a player's lines come from."""

    def read(self, prompt: str) -> str:
        """Return the next line; raise `EndOfInput` when there is none."""
        ...


@runtime_checkable
class Completes(Protocol):
    """Lines that can complete words with the tabulator key."""

    def offer(self, words: Sequence[str]) -> None:
        """Offer words at the next prompt."""
        ...


class StandardInput:
    """Lines typed at the terminal, or piped in; piped lines are shown as if typed.

    Parameters
    ----------
    idle : callable, optional
        Called again and again while a line is awaited; false ends the input. A window draws its
        frames there. Without it the keyboard has arrow keys, history and completion.
    """

    def __init__(self, idle: Callable[[], bool] | None = None) -> None:
        self._idle = idle
        self._bytes = b""
        self._words: list[str] = []
        self._typed = sys.stdin.isatty()
        if self._typed and idle is None:
            self._edit_lines()

    def read(self, prompt: str) -> str:
        """Return the next line; an interrupt at the prompt ends the input, too.

        Raises
        ------
        EndOfInput
            When there is none; the game is kept.
        """
        try:
            line = input(prompt) if self._idle is None else self._awaited(prompt)
        except (EOFError, KeyboardInterrupt) as error:
            print()
            raise EndOfInput from error
        if not self._typed:
            print(line)
        return line

    def offer(self, words: Sequence[str]) -> None:
        """Offer words that the tabulator key completes."""
        self._words = sorted(dict.fromkeys(words))

    def _awaited(self, prompt: str) -> str:
        """Return the next line and call `idle` until it is there.

        Raises
        ------
        EOFError
            At the end of the input, or when `idle` wants no more.
        """
        assert self._idle is not None
        print(prompt, end="", flush=True)
        stream = sys.stdin.fileno()
        while b"\n" not in self._bytes:
            ready, _, _ = select.select([stream], [], [], IDLE_S)
            if ready:
                # Read past Python's own buffer: what waits there could not be selected on.
                more = os.read(stream, 4096)
                if not more and not self._bytes:
                    raise EOFError
                self._bytes += more or b"\n"
            elif not self._idle():
                raise EOFError
        line, _, self._bytes = self._bytes.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")

    def _edit_lines(self) -> None:
        """Give the keyboard its arrow keys, history and completion, where the platform can."""
        try:
            import readline
        except ImportError:
            return
        readline.set_history_length(500)
        readline.set_completer_delims(" \t:=")
        readline.set_completer(self._completed)
        readline.parse_and_bind("tab: complete")

    def _completed(self, text: str, state: int) -> str | None:
        """Return the `state`-th word that begins with `text`."""
        found = [word for word in self._words if word.startswith(text)]
        return found[state] if state < len(found) else None
