"""Beats: what was told and is not yet shown, each with the table before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from sim.engine.events import Event
from sim.engine.game import Game
from sim.engine.observed import Observed, SeenPiece
from sim.geometry.pose import Pose

__all__ = ["Beat", "Beats", "Eyes", "Told", "around"]

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
    state : bytes
        The state when it was told.
    index, entry : int
    around : dict of viewer to (before, after)
        States around it, for those who have not seen it.
    """

    event: Event
    state: bytes
    index: int
    entry: int
    around: dict[str, tuple[bytes, bytes]] = field(default_factory=dict[str, tuple[bytes, bytes]])


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

    def add(self, beats: Sequence[Beat], start: bytes, end: bytes) -> None:
        """Put what one answer told at the end of the row; what nobody here may know is left out.

        Parameters
        ----------
        beats : sequence of Beat
        start, end : bytes
            States before and after the answer.
        """
        for viewer in self.viewers:
            seen = [beat for beat in beats if beat.event.visible_to(viewer)]
            states = around([beat.state for beat in seen], start, end)
            for beat, pair in zip(seen, states, strict=True):
                beat.around[viewer] = pair
        self._waiting.extend(beat for beat in beats if beat.around)

    def next_for(self, viewer: str) -> Told | None:
        """Return the first beat that a viewer has not seen."""
        beat = self._first(viewer)
        if beat is None:
            return None
        if self._now is None or self._now[0] is not beat or self._now[1] != viewer:
            before, after = (self.eyes.look(state, viewer) for state in beat.around[viewer])
            told = Told(beat.event, before, after, beat.index, beat.entry)
            self._now = (beat, viewer, told)
        return self._now[2]

    def _first(self, viewer: str) -> Beat | None:
        return next((beat for beat in self._waiting if viewer in beat.around), None)

    def shown(self, viewer: str) -> None:
        """Put the first beat away: what everybody may know, everybody at this screen has seen."""
        beat = self._first(viewer)
        if beat is None:
            return
        if beat.event.seen_by:
            del beat.around[viewer]
        else:
            beat.around.clear()
        if not beat.around:
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
        return sum(viewer in beat.around for beat in self._waiting)


def around(states: Sequence[bytes], start: bytes, end: bytes) -> list[tuple[bytes, bytes]]:
    """Return the states before and after each of some events, without a gap in between.

    Parameters
    ----------
    states : sequence of bytes
        The state when each was told.
    start, end : bytes
        States before the first and after the last: what changed after the last event, or told
        by none of them, belongs to the one that follows, else to the last.
    """
    after = [*states[:-1], end] if states else []
    return list(zip([start, *after[:-1]], after, strict=True)) if states else []
