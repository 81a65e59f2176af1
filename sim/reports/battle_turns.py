"""How a battle went on paper: strength turn by turn, what decided it, and the log of each turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sim.engine.documents import Block, Chart, Fold, Heading, Picture, Series, Table, Text, Tree
from sim.engine.events import Event
from sim.engine.reasons import Reason
from sim.engine.timeline import Loss, TurningPoint
from sim.reports.battle_luck import line_name, sides_of
from sim.reports.battle_record import BattleRecord
from sim.words import say

__all__ = ["event_reason", "timeline_blocks", "turn_blocks", "turning_blocks"]

#: So many turning points are told.
MOST_POINTS = 8
#: Between the numbers of two sides.
AGAINST = " : "


def event_reason(event: Event) -> Reason:
    """Return a line of the log as a tree: the line with its clauses, its reason behind it."""
    behind = () if event.reason is None else (event.reason,)
    return Reason(event.key, event.params, None, event.rules, children=behind)


# --- the timeline -----------------------------------------------------------------------------


def timeline_blocks(found: BattleRecord) -> Iterator[Block]:
    """Yield the chapter on how the battle went: a chart and its numbers."""
    rows = found.timeline.rows
    pointed = any(unit.points for unit in found.chronicle.last.units)
    yield Heading(say("battle_report.timeline.heading"))
    labels = [row.label or _last(found) for row in rows]
    series = tuple(
        Series(side, tuple(100 * row.standings[n].left for row in rows))
        for n, side in enumerate(sides_of(found))
    )
    if len(rows) > 1:
        title = say(f"battle_report.timeline.chart_{'points' if pointed else 'models'}")
        unit = say("battle_report.percent", value="")
        yield Chart(title, tuple(labels), series, 100.0, unit)
    yield _numbers(found, labels, pointed=pointed)


def _numbers(found: BattleRecord, labels: Sequence[str], *, pointed: bool) -> Table:
    """Return a row for each turn; the sides' numbers stand beside each other in every cell."""
    points_too = ["strength"] if pointed else []
    names = ["turn", "score", "units", "models", *points_too, "share"]
    cells: list[tuple[str, ...]] = []
    for label, row in zip(labels, found.timeline.rows, strict=True):
        columns = [
            [f"{each.score:g}" for each in row.standings],
            [str(each.units) for each in row.standings],
            [str(each.models) for each in row.standings],
            *([[f"{each.strength:.0f}" for each in row.standings]] if pointed else []),
            [f"{100 * each.share:.0f}" for each in row.standings],
        ]
        *counts, share = (AGAINST.join(column) for column in columns)
        cells.append((label, *counts, say("battle_report.percent", value=share)))
    heads = tuple(say(f"battle_report.timeline.{name}") for name in names)
    title = say("battle_report.timeline.both", sides=AGAINST.join(sides_of(found)))
    return Table(heads, tuple(cells), right=tuple(range(1, len(names))), title=title)


def _last(found: BattleRecord) -> str:
    return say(f"battle_report.timeline.{'end' if found.over else 'now'}")


# --- what decided it --------------------------------------------------------------------------


def turning_blocks(found: BattleRecord) -> Iterator[Block]:
    """Yield the chapter on what decided the battle."""
    points = found.timeline.turning_points[:MOST_POINTS]
    yield Heading(say("battle_report.turning.heading"))
    if not points:
        yield Text(say("battle_report.turning.none"))
        return
    yield Text(say("battle_report.turning.intro"))
    for point in points:
        line, mark, to = point.lead + 1, "", ""
        if line and not _begins(found.chronicle.events[point.lead]):
            mark, to = str(line), line_name(line)
        yield Tree(_point(found, point), open=False, mark=mark, to=to)


def _point(found: BattleRecord, point: TurningPoint) -> Reason:
    events = found.chronicle.events
    what = say("battle_report.turning.untold")
    if point.lead >= 0:
        what = events[point.lead].text().rstrip(".")
    params: dict[str, str | int | float | bool] = {
        "turn": point.label or 1,
        "moved": f"{100 * point.moved:.{0 if point.moved >= 0.1 else 1}f}",
        "side": point.towards,
        "what": what,
    }
    inside = tuple(event_reason(event) for event in events[point.first : point.end])
    if not point.losses:
        return Reason("battle_report.turning.line", params, None, children=inside)
    params["loss"] = ", ".join(_loss(each) for each in point.losses)
    return Reason("battle_report.turning.line_loss", params, None, children=inside)


def _loss(loss: Loss) -> str:
    if not loss.left:
        return say("battle_report.turning.loss_gone", unit=loss.name)
    return say("battle_report.turning.loss_some", unit=loss.name, lost=loss.models, left=loss.left)


# --- turn by turn -----------------------------------------------------------------------------


def turn_blocks(found: BattleRecord, pictures: Mapping[str, Picture]) -> Iterator[Block]:
    """Yield the turns: a heading, the plan where there is one, and the log folded.

    Parameters
    ----------
    found : BattleRecord
    pictures : mapping of turn's label to Picture
    """
    yield Heading(say("battle_report.turns.heading"))
    whole = [part for part in found.chronicle.log if part[2] > part[1]]
    for label, first, end in whole:
        title = _title(label, alone=len(whole) == 1)
        if label:
            yield Heading(title, 2)
        if label in pictures:
            yield pictures[label]
        lines = found.chronicle.events[first:end]
        key = "lines" if len(lines) > 1 else "line"
        note = say(f"battle_report.turns.{key}", count=len(lines))
        folded = say("battle_report.turns.all") if label else title
        yield Fold(folded, tuple(_log(lines, first + 1)), note)


def _title(label: str, *, alone: bool) -> str:
    if label:
        return say("battle_report.turns.turn", turn=label)
    return say("battle_report.turns.all" if alone else "battle_report.turns.before")


def _log(events: Sequence[Event], number: int) -> Iterator[Block]:
    """Yield the lines of a turn with their numbers through the whole log, from `number` on.

    What begins (``phase-began``) is a heading, as in the terminal.
    """
    for n, event in enumerate(events, start=number):
        if _begins(event):
            yield Heading(event.text(), 3)
        else:
            yield Tree(event_reason(event), open=False, mark=str(n), name=line_name(n))


def _begins(event: Event) -> bool:
    """Return whether a line is a heading of the log."""
    return event.kind.endswith("-began")
