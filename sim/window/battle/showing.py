"""Showing what happened, one beat after the other: moves glide, dice roll, words stay a moment."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, cast

from sim.engine.reasons import Reason
from sim.geometry.pose import Pose
from sim.view.dice import DICE
from sim.view.livery import liveries
from sim.view.marks import HOVER
from sim.view.tray import BONE, Tray
from sim.window.battle.at_table import AtTable
from sim.window.battle.beats import Told
from sim.window.battle.rings import ring_nodes
from sim.window.battle.subjects import pieces_of

__all__ = ["Moment", "Showing", "Throw", "throws_of"]

#: Seconds at a speed of 1: a line that is only said, one that changes something, a move's least
#: and its inches a second, and how long dice lie before the next beat.
SAID, CHANGED, MOVED, INCHES_A_SECOND, LIE = 0.75, 1.0, 0.45, 9.0, 1.0
LAYER = "showing"

#: The way each miniature went.
Ways = dict[str, Sequence[tuple[float, float]]]


@dataclass(frozen=True)
class Throw:
    """Dice that are thrown together: faces, sides, and the faces that were wanted."""

    faces: tuple[int, ...]
    sides: int = 6
    wanted: tuple[int, ...] = ()

    @property
    def marked(self) -> tuple[int, ...]:
        """The places of dice that show a wanted face."""
        return tuple(n for n, face in enumerate(self.faces) if face in self.wanted)


def throws_of(data: Mapping[str, object]) -> tuple[Throw, ...]:
    """Return the throws that an event's data tells, in the order in which they fell.

    What no die of the tray can show is left out.
    """
    rows = data.get("throws") or ([data] if data.get("faces") else [])
    found: list[Throw] = []
    for row in cast("Sequence[Mapping[str, Any]]", rows):
        faces = tuple(int(face) for face in row.get("faces", ()))
        sides = int(row.get("sides", 6))
        wanted = tuple(int(face) for face in row.get("hits_on", ()))
        if faces and sides in DICE and all(1 <= face <= sides for face in faces):
            found.append(Throw(faces, sides, wanted))
    return tuple(found)


def paths_of(data: Mapping[str, object]) -> Ways:
    """Return the ways that an event's data tells, by miniature."""
    told = data.get("paths")
    if not isinstance(told, dict):
        return {}
    ways = cast("dict[str, Sequence[Sequence[float]]]", told)
    return {mini: [(float(p[0]), float(p[1])) for p in way] for mini, way in ways.items()}


@dataclass(frozen=True)
class Moment:
    """Where those stood whom an event was about, when it happened."""

    poses: Mapping[str, Pose] = field(default_factory=dict[str, Pose])


class Showing:
    """Paces the beats of a conductor and draws what belongs to each.

    Parameters
    ----------
    at : AtTable

    Attributes
    ----------
    tray : Tray
    moments : dict of event index to Moment
        Of every event that was shown here.
    """

    def __init__(self, at: AtTable) -> None:
        self.at = at
        self.tray = Tray()
        self.moments: dict[int, Moment] = {}
        self._told: Told | None = None
        self._left = 0.0
        self._throws: list[Throw] = []
        self._thrown: Throw | None = None

    # --- what is shown -----------------------------------------------------------------------

    @property
    def told(self) -> Told | None:
        """The beat that is shown now."""
        return self._told

    @property
    def rolls(self) -> bool:
        """Whether dice are on the tray."""
        return self._thrown is not None

    @property
    def speed(self) -> float:
        """How fast; 0 shows everything at once."""
        return self.at.app.settings.speed

    def tick(self, seconds: float) -> None:
        """Show the present beat a little further, and begin the next one when it is over."""
        told = self.at.conductor.beat
        if told is None:
            return
        if self.speed <= 0:
            self.skip_all()
            return
        if self._told is None or told.index != self._told.index:
            self._begin(told)
            return
        self._left -= seconds * self.speed
        self.tray.advance(seconds * self.speed)
        if self._thrown is not None and self.tray.is_still:
            self.tray.mark(self._thrown.marked)
        if self._left <= 0 and self._throws:
            self._throw()
        elif self._left <= 0 and not self.at.view.is_gliding:
            self._end()

    def _begin(self, told: Told) -> None:
        view = self.at.view
        if view.observed is not told.observed_before:
            view.show(told.observed_before, glide=False)
        self._told = told
        self._keep(told)
        ways = paths_of(told.event.data)
        view.pace = self._glide_seconds(told, ways) / self.speed
        view.show(told.observed_after, paths=ways)
        self._left = SAID
        if told.moved:
            self._left = 0.25
        elif told.gone or told.come or told.observed_before.units != told.observed_after.units:
            self._left = CHANGED
        self._throws = list(throws_of(told.event.data))
        self._thrown = None
        if self._throws:
            self._throw()
        self._ring(told)
        self.at.app.wake()

    def _glide_seconds(
        self, told: Told, ways: Mapping[str, Sequence[tuple[float, float]]]
    ) -> float:
        """Return how long the longest way takes."""
        longest = 0.0
        for mini, (before, after) in told.moved.items():
            points = ways.get(mini) or [before.at, after.at]
            longest = max(longest, sum(math.dist(a, b) for a, b in pairwise(points)))
        return MOVED + longest / INCHES_A_SECOND

    def _throw(self) -> None:
        throw = self._throws.pop(0)
        told = self._told
        assert told is not None
        side = told.event.data.get("for") or told.event.data.get("side")
        sides = [each.id for each in told.observed_after.sides]
        look = liveries(sides).get(str(side)) if side else None
        colour = look.cloth if look is not None else BONE
        self._thrown = throw
        self.tray.throw(throw.faces, throw.sides, colours=colour, seed=told.index + 1)
        self._left = self.tray.seconds_left + LIE

    def _keep(self, told: Told) -> None:
        """Remember where those stood whom the event was about: the log can show it again."""
        names = [told.event.subject, *_named(told.event.reason), *told.moved]
        seen = told.observed_after if not told.gone else told.observed_before
        pieces = [piece for name in dict.fromkeys(names) for piece in pieces_of(seen, name)]
        self.moments[told.index] = Moment({piece.id: piece.pose for piece in pieces})

    def _ring(self, told: Told) -> None:
        view = self.at.view
        pieces = [] if told.moved else pieces_of(told.observed_after, told.event.subject)
        view.paint(LAYER, told.index, lambda: ring_nodes(view, pieces, HOVER))

    def _end(self) -> None:
        self._told, self._thrown, self._throws = None, None, []
        self.at.conductor.shown()
        if self.at.conductor.beat is None:
            self._clear()
        self.at.app.wake()

    # --- skipping ----------------------------------------------------------------------------

    def skip(self) -> None:
        """Show the present beat's end at once."""
        if self.at.conductor.beat is None:
            return
        if self._told is None:
            self._begin(self.at.conductor.beat)
        self.at.view.finish()
        self.tray.skip()
        self._end()

    def skip_all(self) -> None:
        """Show nothing of what is waiting: the table stands as it is now."""
        while (told := self.at.conductor.beat) is not None:
            self._keep(told)
            self.at.conductor.shown()
        self._told, self._thrown, self._throws = None, None, []
        self.at.view.finish()
        self._clear()
        self.at.app.wake()

    def _clear(self) -> None:
        self.tray.clear()
        self.at.view.wipe(LAYER)

    def forget(self, events: int) -> None:
        """Forget what is shown and the moments from an event on: the game went back."""
        self._told, self._thrown, self._throws = None, None, []
        self.moments = {n: kept for n, kept in self.moments.items() if n < events}
        self.at.view.finish()
        self._clear()


def _named(reason: Reason | None) -> tuple[str, ...]:
    return reason.pieces if reason is not None else ()
