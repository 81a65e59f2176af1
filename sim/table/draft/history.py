"""What was done to a draft, and what can be undone and done again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from sim.table.schema import SceneFile
from sim.words import say

__all__ = ["History", "Step"]


@dataclass(frozen=True)
class Step:
    """One thing that was done, as a person calls it: word key and parameters."""

    key: str
    params: Mapping[str, object] = field(default_factory=dict[str, object])

    def text(self) -> str:
        """Return it in words."""
        return say(self.key, **self.params)


class History:
    """The states of a scene file, one a step.

    States are never changed, only followed by others, so they share what is alike.

    Parameters
    ----------
    first : SceneFile
    """

    def __init__(self, first: SceneFile) -> None:
        self.now = first
        self._undo: list[tuple[Step, SceneFile]] = []
        self._redo: list[tuple[Step, SceneFile]] = []
        self._open: tuple[Step, SceneFile] | None = None
        self._depth = 0

    def do(self, step: Step, after: SceneFile) -> None:
        """Go on to another state; inside an open step it becomes part of that."""
        if after == self.now:
            return
        if self._open is None:
            self._undo.append((step, self.now))
        self._redo.clear()
        self.now = after

    def begin(self, step: Step) -> None:
        """Open a step that takes up everything until `end`; inside an open one that goes on."""
        if self._open is None:
            self._open = (step, self.now)
        self._depth += 1

    def end(self) -> None:
        """Close the open step; one that changed nothing leaves no trace."""
        assert self._open is not None, "no step is open"
        self._depth -= 1
        if self._depth == 0:
            if self._open[1] != self.now:
                self._undo.append(self._open)
            self._open = None

    def abandon(self) -> None:
        """Close the open step as if it had never been begun."""
        assert self._open is not None, "no step is open"
        self.now = self._open[1]
        self._open, self._depth = None, 0

    @contextmanager
    def together(self, step: Step) -> Iterator[None]:
        """Make one step of all that is done inside; an error undoes it."""
        self.begin(step)
        try:
            yield
        except BaseException:
            if self._open is not None:
                self.abandon()
            raise
        if self._open is not None:
            self.end()

    @property
    def is_open(self) -> bool:
        """Whether a step is open."""
        return self._open is not None

    @property
    def undoes(self) -> Step | None:
        """What `undo` would undo."""
        return self._undo[-1][0] if self._undo and self._open is None else None

    @property
    def redoes(self) -> Step | None:
        """What `redo` would do again."""
        return self._redo[-1][0] if self._redo and self._open is None else None

    def undo(self) -> Step | None:
        """Go back one step and return it; None when there is none, or one is open."""
        return self._shift(self._undo, self._redo)

    def redo(self) -> Step | None:
        """Do again what was undone last and return it; None when there is nothing."""
        return self._shift(self._redo, self._undo)

    def _shift(
        self, source: list[tuple[Step, SceneFile]], sink: list[tuple[Step, SceneFile]]
    ) -> Step | None:
        if not source or self._open is not None:
            return None
        step, state = source.pop()
        sink.append((step, self.now))
        self.now = state
        return step
