"""Beats: what was told and is not yet shown, each with the table before and after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from sim.engine.events import Event
from sim.engine.game import Game
from sim.engine.observed import Observed, SeenPiece
from sim.geometry.pose import Pose

__all__ = ["Beat", "Beats", "Eyes", "Told", "beats_of"]

#: So many looks at states are remembered.
REMEMBERED = 32


@dataclass(frozen=True)
class Told:
    """One event with what was on the table before and after it, through one side's eyes.

    Attributes
    ----------
    event : Event
    observed_before, observed_after : Observed
        Prompts are left out. The one after an event is the one before the next.
    index : int
        Its place in the match's events.
    entry : int
        How many journal entries there were when it was told.
    """

    event: Event
    observed_before: Observed
    observed_after: Observed
    index: int
    entry: int

    @cached_property
    def moved(self) -> dict[str, tuple[Pose, Pose]]:
        """Pieces that stand elsewhere afterwards: pose before and after."""
        after = _pieces(self.observed_after)
        return {
            piece.id: (piece.pose, after[piece.id].pose)
            for piece in self.observed_before.pieces
            if piece.id in after and after[piece.id].pose != piece.pose
        }

    @cached_property
    def gone(self) -> tuple[str, ...]:
        """Pieces that are no longer on the table."""
        after = _pieces(self.observed_after)
        return tuple(p.id for p in self.observed_before.pieces if p.id not in after)

    @cached_property
    def come(self) -> tuple[str, ...]:
        """Pieces that were not on the table before."""
        before = _pieces(self.observed_before)
        return tuple(p.id for p in self.observed_after.pieces if p.id not in before)


def _pieces(observed: Observed) -> dict[str, SeenPiece]:
    return {piece.id: piece for piece in observed.pieces}


class Eyes:
    """Looks at states that are kept as bytes; the same look twice costs nothing.

    Parameters
    ----------
    game : Game
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._seen: dict[tuple[bytes, str], Observed] = {}

    def look(self, state: bytes, viewer: str) -> Observed:
        """Return what `viewer` sees of a state."""
        key = (state, viewer)
        found = self._seen.pop(key, None)
        if found is None:
            plain = msgspec.msgpack.decode(state, type=self.game.state_type)
            found = self.game.observe(plain, viewer)
        self._seen[key] = found
        while len(self._seen) > REMEMBERED:
            del self._seen[next(iter(self._seen))]
        return found


@dataclass
class Beat:
    """An event waiting to be shown.

    Attributes
    ----------
    event : Event
    before, after : bytes
        States around it.
    index, entry : int
    waits_for : tuple of str
        Viewers that have not seen it.
    """

    event: Event
    before: bytes
    after: bytes
    index: int
    entry: int
    waits_for: tuple[str, ...] = ()


@dataclass
class Beats:
    """The beats not yet shown, for everybody who looks at this screen.

    Attributes
    ----------
    eyes : Eyes
    viewers : tuple of str
        Who looks, one after the other; ``("",)`` for a watcher who sees all.
    """

    eyes: Eyes
    viewers: tuple[str, ...]
    _waiting: list[Beat] = field(default_factory=list[Beat])
    _now: tuple[Beat, str, Told] | None = None

    def add(self, beats: Iterable[Beat]) -> None:
        """Put beats at the end of the row; those that nobody here may know are left out."""
        for beat in beats:
            beat.waits_for = tuple(v for v in self.viewers if beat.event.visible_to(v))
            if beat.waits_for:
                self._waiting.append(beat)

    def next_for(self, viewer: str) -> Told | None:
        """Return the first beat that a viewer has not seen."""
        beat = self._first(viewer)
        if beat is None:
            return None
        if self._now is None or self._now[0] is not beat or self._now[1] != viewer:
            told = Told(
                beat.event,
                self.eyes.look(beat.before, viewer),
                self.eyes.look(beat.after, viewer),
                beat.index,
                beat.entry,
            )
            self._now = (beat, viewer, told)
        return self._now[2]

    def _first(self, viewer: str) -> Beat | None:
        return next((beat for beat in self._waiting if viewer in beat.waits_for), None)

    def shown(self, viewer: str) -> None:
        """Put the first beat away: what everybody may know, everybody at this screen has seen."""
        beat = self._first(viewer)
        if beat is None:
            return
        left = tuple(v for v in beat.waits_for if v != viewer) if beat.event.seen_by else ()
        beat.waits_for = left
        if not left:
            self._waiting.remove(beat)

    def skip(self, viewer: str) -> None:
        """Put away all that a viewer has not seen."""
        while self._first(viewer) is not None:
            self.shown(viewer)

    def clear(self) -> None:
        """Forget everything: the game went back."""
        self._waiting.clear()
        self._now = None

    def left(self, viewer: str) -> int:
        """Return how many beats a viewer has not seen."""
        return sum(viewer in beat.waits_for for beat in self._waiting)


def beats_of(
    heard: Iterable[tuple[Event, bytes, int, int]],
    start: bytes,
    end: bytes,
) -> list[Beat]:
    """Return beats that follow each other without a gap.

    Parameters
    ----------
    heard : iterable of (event, state when it was told, index, entry)
    start, end : bytes
        States before the first and after the last: what changed after the last event belongs
        to it.
    """
    rows = list(heard)
    found: list[Beat] = []
    before = start
    for place, (event, state, index, entry) in enumerate(rows):
        after = end if place == len(rows) - 1 else state
        found.append(Beat(event, before, after, index, entry))
        before = after
    return found
