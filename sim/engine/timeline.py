"""What decided a battle, for any game: how the sides stood turn by turn, and when that changed.

Strength is what is left of each unit's points, by its living miniatures; in a game without points
every miniature counts one. The balance between the sides is their shares of all strength left,
and the lead in the score against all that was scored.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence

import msgspec

from sim.engine.chronicle import Chronicle, Moment
from sim.engine.events import Event

__all__ = ["Loss", "Standing", "Timeline", "TurnRow", "TurningPoint", "timeline_of"]

#: Less than this of the balance is no turning point.
LEAST = 1e-9


class Standing(msgspec.Struct, frozen=True):
    """How a side stands.

    Attributes
    ----------
    side : str
    score : float
    units, models : int
        Living ones; a unit that has not come to the table yet counts whole.
    strength : float
        Points left, or models where the game has no points.
    share : float
        Of the strength of all sides; 0 when nobody is left.
    left : float
        Of the side's own strength at its fullest.
    """

    side: str
    score: float
    units: int
    models: int
    strength: float
    share: float
    left: float


class TurnRow(msgspec.Struct, frozen=True):
    """The beginning of a turn, or the end of the game (`label` empty there)."""

    label: str
    entries: int
    events: int
    standings: tuple[Standing, ...]


class Loss(msgspec.Struct, frozen=True):
    """What a unit lost, and what it had left."""

    side: str
    unit: str
    name: str
    models: int
    left: int


class TurningPoint(msgspec.Struct, frozen=True):
    """A step that moved the balance.

    Attributes
    ----------
    label : str
        The turn it fell in.
    first, end : int
        The events told in it, as places in the chronicle's events.
    lead : int
        The event that began it: who did what; -1 when nothing was told.
    towards : str
        The side that gained most.
    moved : float
        How far: the change of its share of strength, and of its lead in the score by half the
        score of all at the end.
    losses : tuple of Loss
    scored : dict of side to points
        Sides whose score changed.
    before, after : tuple of Standing
    """

    label: str
    first: int
    end: int
    lead: int
    towards: str
    moved: float
    losses: tuple[Loss, ...]
    scored: dict[str, float]
    before: tuple[Standing, ...]
    after: tuple[Standing, ...]


class Timeline(msgspec.Struct, frozen=True):
    """The turns in order, the last row the end or now; turning points, the weightiest first."""

    rows: tuple[TurnRow, ...]
    turning_points: tuple[TurningPoint, ...]


def timeline_of(chronicle: Chronicle) -> Timeline:
    """Return what decided a battle."""
    scale = _Scale(chronicle)
    begun = chronicle.starts[0][0].entries if chronicle.starts else 0
    rows = [_row(scale, moment, moment.label) for moment, _ in chronicle.starts]
    rows.append(_row(scale, chronicle.moments[-1], ""))
    moments = [moment for moment in chronicle.moments if moment.entries >= begun]
    points = [
        point
        for before, after in itertools.pairwise(moments)
        if (point := _point(chronicle, scale, before, after)) is not None
    ]
    # Of equal ones the earlier first: it came before the other could.
    points.sort(key=lambda point: (-round(point.moved, 9), point.first))
    return Timeline(tuple(rows), tuple(points))


class _Scale:
    """What a moment's counts weigh: each unit's side, full size, worth and first coming."""

    def __init__(self, chronicle: Chronicle) -> None:
        self.sides = tuple(side.id for side in chronicle.last.sides)
        everybody = {
            unit.id: unit
            for seen in (*(seen for _, seen in chronicle.starts), chronicle.last)
            for unit in seen.units
        }
        self.side_of = {name: unit.side for name, unit in everybody.items()}
        self.names = _names([(unit.id, unit.name) for unit in everybody.values()])
        self.full = {
            name: max(moment.models.get(name, 0) for moment in chronicle.moments)
            for name in everybody
        }
        pointed = any(unit.points for unit in everybody.values())
        self.worth = {
            name: unit.points if pointed else float(self.full[name])
            for name, unit in everybody.items()
        }
        self.came = {
            name: next(
                (moment.entries for moment in chronicle.moments if moment.models.get(name)), 0
            )
            for name in everybody
        }
        self.scored = sum(chronicle.moments[-1].scores.values())

    def models(self, moment: Moment, unit: str) -> int:
        """Return a unit's living miniatures; all of them while it has not come yet."""
        if moment.entries < self.came[unit]:
            return self.full[unit]
        return moment.models.get(unit, 0)

    def strength(self, moment: Moment, unit: str) -> float:
        """Return what is left of a unit's worth."""
        full = self.full[unit]
        return self.worth[unit] * self.models(moment, unit) / full if full else 0.0

    def units(self, side: str) -> list[str]:
        """Return the units of a side."""
        return [name for name, of in self.side_of.items() if of == side]

    def standings(self, moment: Moment) -> tuple[Standing, ...]:
        """Return how every side stands."""
        left = {s: sum(self.strength(moment, u) for u in self.units(s)) for s in self.sides}
        everything = sum(left.values())
        return tuple(self._standing(moment, side, left, everything) for side in self.sides)

    def _standing(
        self, moment: Moment, side: str, left: Mapping[str, float], everything: float
    ) -> Standing:
        units = self.units(side)
        models = [self.models(moment, unit) for unit in units]
        full = sum(self.worth[unit] for unit in units)
        return Standing(
            side,
            moment.scores.get(side, 0.0),
            sum(count > 0 for count in models),
            sum(models),
            left[side],
            left[side] / everything if everything else 0.0,
            left[side] / full if full else 0.0,
        )


def _names(units: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return the names of units, with the id where two share one."""
    shared = [name for _, name in units]
    return {
        unit: f"{name} ({unit})" if shared.count(name) > 1 and name != unit else name
        for unit, name in units
    }


def _row(scale: _Scale, moment: Moment, label: str) -> TurnRow:
    return TurnRow(label, moment.entries, moment.events, scale.standings(moment))


def _point(
    chronicle: Chronicle, scale: _Scale, before: Moment, after: Moment
) -> TurningPoint | None:
    """Return what a step did to the balance, or None when it left it alone."""
    was, now = scale.standings(before), scale.standings(after)
    gains = {side: _gain(scale, was, now, n) for n, side in enumerate(scale.sides)}
    towards = max(scale.sides, key=lambda side: gains[side], default="")
    if not towards or gains[towards] < LEAST:
        return None
    told = [n for n, at in enumerate(chronicle.at) if before.events <= at < after.events]
    losses = _losses(scale, before, after)
    first, end = (told[0], told[-1] + 1) if told else (0, 0)
    return TurningPoint(
        before.label,
        first,
        end,
        _lead(chronicle, scale, told, losses),
        towards,
        gains[towards],
        losses,
        {a.side: a.score - b.score for a, b in zip(now, was, strict=True) if a.score != b.score},
        was,
        now,
    )


def _gain(scale: _Scale, was: Sequence[Standing], now: Sequence[Standing], n: int) -> float:
    share = now[n].share - was[n].share
    lead = _lead_in_score(now, n) - _lead_in_score(was, n)
    return share + (lead / (2 * scale.scored) if scale.scored > 0 else 0.0)


def _lead_in_score(standings: Sequence[Standing], n: int) -> float:
    """Return a side's score less the best of the others'."""
    others = [each.score for m, each in enumerate(standings) if m != n]
    return standings[n].score - max(others, default=0.0)


def _lead(chronicle: Chronicle, scale: _Scale, told: Sequence[int], losses: Sequence[Loss]) -> int:
    """Return the event that says who did what: an umpire's edit, else what felled the first.

    That is a deed of the unit itself under the same chapter of the book as its fall (it fled, it
    burned), else the last deed of another unit before, else the first deed there is. Lines that
    only report dice are no deeds: they come after all others.
    """
    events = chronicle.events
    edits = [n for n in told if events[n].kind == "edited"]
    about = [n for n in told if _unit_of(events[n].subject, scale)]
    deeds = [n for n in about if "faces" not in events[n].data]
    lost = {loss.unit for loss in losses}
    fallen = next((n for n in deeds if _piece_of(events[n].subject, lost)), None)
    cause: list[int] = []
    if fallen is not None:
        before = [n for n in reversed(deeds) if n < fallen]
        chapters = _chapters(events[fallen])
        own = [n for n in before if events[n].subject in lost]
        cause = [
            *[n for n in own if chapters & _chapters(events[n])],
            *[n for n in before if _unit_of(events[n].subject, scale) not in lost],
        ]
    return next(iter((*edits, *cause, *deeds, *about, *told)), -1)


def _piece_of(subject: str, units: Collection[str]) -> bool:
    """Return whether a subject is a miniature of one of some units."""
    return subject not in units and subject.rpartition("/")[0] in units


def _chapters(event: Event) -> set[str]:
    """Return the chapters of an event's clauses: ``book.chapter`` of ``book.chapter.clause``."""
    return {rule.rpartition(".")[0] for rule in event.rules}


def _unit_of(subject: str, scale: _Scale) -> str:
    """Return the unit that a subject is or belongs to; empty when it is neither."""
    unit = subject if subject in scale.side_of else subject.rpartition("/")[0]
    return unit if unit in scale.side_of else ""


def _losses(scale: _Scale, before: Moment, after: Moment) -> tuple[Loss, ...]:
    losses: list[Loss] = []
    for unit, side in scale.side_of.items():
        lost = scale.models(before, unit) - scale.models(after, unit)
        if lost > 0:
            name = scale.names[unit]
            losses.append(Loss(side, unit, name, lost, scale.models(after, unit)))
    return tuple(losses)
