"""Following a match from its start: how it stood after every step, and where its turns begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from sim.engine.dice import NoChance
from sim.engine.events import Event
from sim.engine.journal import Entry
from sim.engine.match import Match
from sim.engine.observed import Observed, SeenPiece, SeenUnit

__all__ = ["Chronicle", "Chronicler", "Moment", "Stopped", "chronicle_of", "seen_by_all"]


class Stopped(Exception):
    """Whoever waits for it does not want it any more; nothing was written."""


@dataclass(frozen=True)
class Moment:
    """The match between two steps.

    Attributes
    ----------
    entries, events : int
        How many journal entries and events lie before it.
    turn : int
        Place of the turn on its track; -1 before the first, 0 where the game has no track.
    label : str
        The turn as players say it; empty before the first.
    models : dict of unit to its living miniatures
    scores : dict of side to points
    standing : int
        How many miniatures stand on the table.
    """

    entries: int
    events: int
    turn: int
    label: str
    models: Mapping[str, int]
    scores: Mapping[str, float]
    standing: int


@dataclass(frozen=True)
class Chronicle:
    """A match as it went.

    Attributes
    ----------
    moments : tuple of Moment
        After every step, from the first question on; the last is the end, or now.
    starts : tuple of (Moment, Observed)
        The beginning of every turn: of the first one the moment when most miniatures stand.
    last : Observed
        What is seen at the last moment.
    events : tuple of Event
        Those that may be read, with gaps where one may not: `at` an index of the match's events.
    at : tuple of int
    log : tuple of (label, first, end)
        Which of `events` were told in which turn; the label is empty for what came before.
    """

    moments: tuple[Moment, ...]
    starts: tuple[tuple[Moment, Observed], ...]
    last: Observed
    events: tuple[Event, ...]
    at: tuple[int, ...]
    log: tuple[tuple[str, int, int], ...]


class Chronicler:
    """Looks at a replay after every entry and keeps what a chronicle needs.

    Only a replay will do, for a live match answers its dice within one answer, and a step that
    begins with a roll is over before anybody can look: `chronicle_of` plays it again.

    Parameters
    ----------
    viewer : str or None
        Side that looks; empty for everything, None for what all sides may see.
    """

    def __init__(self, viewer: str | None = "") -> None:
        self.viewer = viewer
        self._moments: list[Moment] = []
        self._starts: dict[int, tuple[Moment, Observed]] = {}
        self._last: Observed | None = None
        self._step = -1

    def look(self, match: Match[Any]) -> None:
        """Take the moment down when a step has just ended; between two steps all is whole."""
        _, since, _ = match.step_start()
        step = len(match.journal) - len(since)
        if (step == self._step or since) and not match.over:
            return
        self._step = step
        seen = self._observed(match)
        moment = _moment(match, seen)
        self._moments.append(moment)
        self._last = seen
        self._begin(moment, seen)

    def _begin(self, moment: Moment, seen: Observed) -> None:
        """Keep the beginning of a turn; the first one begins when everybody has been set up."""
        if moment.turn < 0:
            return
        if moment.turn not in self._starts:
            self._starts[moment.turn] = (moment, seen)
            return
        first = min(self._starts)
        if moment.turn == first and moment.standing > self._starts[first][0].standing:
            self._starts[first] = (moment, seen)

    def _observed(self, match: Match[Any]) -> Observed:
        return seen_by_all(match) if self.viewer is None else match.observe(self.viewer)

    def finished(self, match: Match[Any]) -> Chronicle:
        """Return what was seen, with the match as it stands now at its end."""
        seen = self._observed(match)
        now = _moment(match, seen)
        moments = self._moments
        if not moments or moments[-1] != now:
            moments = [*moments, now]
        may = [(at, event) for at, event in enumerate(match.events) if self._may_read(event)]
        events = tuple(event for _, event in may)
        at = tuple(place for place, _ in may)
        starts = tuple(self._starts[turn] for turn in sorted(self._starts))
        return Chronicle(tuple(moments), starts, seen, events, at, _log(moments, events, at))

    def _may_read(self, event: Event) -> bool:
        return not event.seen_by if self.viewer is None else event.visible_to(self.viewer)


def chronicle_of(
    match: Match[Any],
    *,
    viewer: str | None = "",
    start: bytes = b"",
    each: Callable[[int, int], None] | None = None,
) -> Chronicle:
    """Return the chronicle of a match that is being played; it is played again on a copy.

    Parameters
    ----------
    match : Match
    viewer : str or None
    start : bytes
        State the match began with, when it was not the game's first state.
    each : callable, optional
        Called with the entries done and all there are; may raise `Stopped`.
    """
    state = msgspec.msgpack.decode(start, type=match.game.state_type) if start else None
    entries: Sequence[Entry] = list(match.journal)
    again = Match(match.game, NoChance(), state)
    chronicler = Chronicler(viewer)
    chronicler.look(again)
    for done, entry in enumerate(entries, start=1):
        again.replay(entry)
        chronicler.look(again)
        if each is not None:
            each(done, len(entries))
    found = chronicler.finished(again)
    again.close()
    return found


def _moment(match: Match[Any], seen: Observed) -> Moment:
    track = seen.tracks[0] if seen.tracks else None
    turn = track.now if track else 0
    return Moment(
        len(match.journal),
        len(match.events),
        turn,
        track.steps[turn] if track and 0 <= turn < len(track.steps) else "",
        {unit.id: len(unit.pieces) for unit in seen.units},
        {side.id: side.score for side in seen.sides},
        sum(piece.kind == "mini" for piece in seen.pieces),
    )


def _log(
    moments: Sequence[Moment], events: Sequence[Event], at: Sequence[int]
) -> tuple[tuple[str, int, int], ...]:
    """Return which events were told in which turn.

    A turn begins with the event that names it (`turn` among its params, with the turn's label),
    else with the first one after the step in which the track moved on.
    """
    cuts: list[tuple[str, int]] = [(moments[0].label if moments else "", 0)]
    before = 0
    for moment in moments:
        label, _ = cuts[-1]
        if moment.label != label:
            named = (
                n
                for n, event in enumerate(events)
                if before <= at[n] < moment.events
                and str(event.params.get("turn", "")) == moment.label
            )
            later = (n for n, place in enumerate(at) if place >= moment.events)
            cuts.append((moment.label, next(named, next(later, len(events)))))
        before = moment.events
    ends = [*(first for _, first in cuts[1:]), len(events)]
    return tuple(
        (label, first, end)
        for (label, first), end in zip(cuts, ends, strict=True)
        if end > first or label
    )


# --- what all may see -------------------------------------------------------------------------


def seen_by_all(match: Match[Any]) -> Observed:
    """Return what every side sees: whatever one of them may not know is left out."""
    first, *others = [match.observe(side) for side in match.game.sides]
    sides = tuple(
        msgspec.structs.replace(side, score=min(v.sides[n].score for v in (first, *others)))
        for n, side in enumerate(first.sides)
    )
    pieces = [_shared_piece(piece, [v.pieces for v in others]) for piece in first.pieces]
    units = [_shared_unit(unit, [v.units for v in others]) for unit in first.units]
    return msgspec.structs.replace(
        first,
        viewer="",
        sides=sides,
        pieces=tuple(piece for piece in pieces if piece is not None),
        units=tuple(unit for unit in units if unit is not None),
        tracks=tuple(track for track in first.tracks if all(track in v.tracks for v in others)),
    )


def _shared_piece(mine: SeenPiece, others: Sequence[Sequence[SeenPiece]]) -> SeenPiece | None:
    """Return a piece with the badges that all see; None when one does not see it so."""
    bare, badges = msgspec.structs.replace(mine, badges=()), mine.badges
    for seen in others:
        found = next((piece for piece in seen if piece.id == mine.id), None)
        if found is None or msgspec.structs.replace(found, badges=()) != bare:
            return None
        badges = tuple(badge for badge in badges if badge in found.badges)
    return msgspec.structs.replace(mine, badges=badges)


def _shared_unit(mine: SeenUnit, others: Sequence[Sequence[SeenUnit]]) -> SeenUnit | None:
    """Return a unit with the badges and card lines that all see; None as for a piece."""
    bare = msgspec.structs.replace(mine, badges=(), card=())
    badges, card = mine.badges, mine.card
    for seen in others:
        found = next((unit for unit in seen if unit.id == mine.id), None)
        if found is None or msgspec.structs.replace(found, badges=(), card=()) != bare:
            return None
        badges = tuple(badge for badge in badges if badge in found.badges)
        card = tuple(line for line in card if line in found.card)
    return msgspec.structs.replace(mine, badges=badges, card=card)
