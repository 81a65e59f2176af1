"""The luck of a battle on paper: per side, per unit, per kind of roll, the best and the worst."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from sim.engine.documents import Block, Chart, Fold, Heading, Series, Table, Text, Tree
from sim.engine.luck import Group, Rolled, Tally, Throw, rolls_in, tally
from sim.engine.reasons import Reason
from sim.reports.battle_record import BattleRecord
from sim.words import say

__all__ = [
    "line_name",
    "line_reason",
    "luck_blocks",
    "luck_word",
    "sides_of",
    "signed",
    "turn_of_line",
]

#: In place of a number that there is not.
NOTHING = "\N{EN DASH}"
#: Shares of games that bound the words for luck, from the least.
WORDS = ((0.025, "very_bad"), (0.16, "bad"), (0.84, "even"), (0.975, "good"))


def luck_word(tally: Tally) -> str:
    """Return the word for luck: even between 16 and 84 % of games, extreme beyond 2.5 %."""
    for bound, word in WORDS:
        if tally.percentile <= bound:
            return say(f"battle_report.luck.{word}")
    return say("battle_report.luck.very_good")


def signed(value: float) -> str:
    """Return a number with its sign, one place behind the point; a true minus, no zero below."""
    text = f"{value:+.1f}"
    return "0.0" if float(text) == 0 else text.replace("-", "\N{MINUS SIGN}")


def sides_of(found: BattleRecord) -> list[str]:
    """Return the sides in the order of the game."""
    return [side.id for side in found.chronicle.last.sides]


def luck_blocks(found: BattleRecord) -> Iterator[Block]:
    """Yield the chapter on luck."""
    luck = found.luck
    yield Heading(say("battle_report.luck.heading"))
    if not luck.sides:
        yield Text(say("battle_report.luck.none"))
        return
    yield Text(say("battle_report.luck.intro"))
    yield _table(("side",), [((side,), luck.side(side)) for side in sides_of(found)])
    yield from _curve(found)
    yield from _extremes(found)
    if luck.units:
        names = {unit.id: unit.name for unit in found.chronicle.last.units}
        rows = [((_unit(each, names), each.side), each.tally) for each in _by_luck(luck.units)]
        yield Fold(say("battle_report.luck.units"), (_table(("unit", "side"), rows),))
    # Each side's kinds together, in the order in which they first came up.
    order = {side: n for n, side in enumerate(sides_of(found))}
    kinds = sorted(luck.kinds, key=lambda each: order.get(each.side, len(order)))
    rows = [((each.side, _kind(found, each.name)), each.tally) for each in kinds]
    yield Fold(say("battle_report.luck.kinds"), (_table(("side", "kind"), rows),))
    if luck.contests:
        yield Text(say("battle_report.luck.contests", dice=luck.contests))


def _curve(found: BattleRecord) -> Iterator[Block]:
    """Yield how luck went through the turns: successes over expectation so far, at each end."""
    turns = [(label, end) for label, _, end in found.chronicle.log if label]
    if len(turns) < 2:
        return
    ends = [(say("battle_report.luck.start"), 0), *turns]
    rolls = rolls_in(found.chronicle.events)
    series = tuple(
        Series(
            side,
            tuple(
                tally(t for r in rolls if r.side == side and r.at < end for t in r.throws).over
                for _, end in ends
            ),
        )
        for side in sides_of(found)
    )
    widest = max(abs(value) for each in series for value in each.values)
    # Ends of the scale that leave whole or half numbers at its quarters.
    most = 2.0 * math.ceil(max(widest, 1.0) / 2.0)
    title = say("battle_report.luck.curve")
    labels = tuple(label for label, _ in ends)
    yield Chart(title, labels, series, most, least=-most, places=1)


def _by_luck(groups: Sequence[Group]) -> list[Group]:
    """Return groups, the luckiest first."""
    return sorted(groups, key=lambda each: -each.tally.over)


def _unit(group: Group, names: dict[str, str]) -> str:
    name = names.get(group.name, group.name)
    return name if list(names.values()).count(name) < 2 else f"{name} ({group.name})"


def _kind(found: BattleRecord, rule: str) -> str:
    gist = found.words.gist(rule).rstrip(".")
    return say("battle_report.luck.clause", gist=gist, rule=rule) if gist else rule


def _table(first: tuple[str, ...], rows: Sequence[tuple[tuple[str, ...], Tally]]) -> Table:
    numbers = ("dice", "expected", "actual", "over", "z", "chance", "percentile")
    return Table(
        tuple(say(f"battle_report.luck.{name}") for name in (*first, *numbers)),
        tuple((*names, *_cells(tally)) for names, tally in rows),
        right=tuple(range(len(first), len(first) + len(numbers))),
    )


def _cells(tally: Tally) -> tuple[str, ...]:
    if not tally.dice:
        return ("0", *[NOTHING] * 6)
    return (
        str(tally.dice),
        f"{tally.expected:.1f}",
        str(tally.actual),
        signed(tally.over),
        signed(tally.z),
        say("battle_report.percent", value=_percent(tally.at_least)),
        say("battle_report.percent", value=_percent(tally.percentile)),
    )


def _percent(share: float) -> str:
    """Return a share as a percentage that is never rounded to a certainty."""
    value = 100 * share
    if 0 < value < 1 or 99 < value < 100:
        return f"{min(max(value, 0.1), 99.9):.1f}"
    return f"{value:.0f}"


# --- the best and the worst roll --------------------------------------------------------------


def _extremes(found: BattleRecord) -> Iterator[Block]:
    for name, rolls in (("best", found.luck.best), ("worst", found.luck.worst)):
        for roll, alone in rolls:
            chance = alone.at_least if name == "best" else alone.at_most
            line = roll.at + 1
            yield Tree(_extreme(found, name, roll, chance), mark=str(line), to=line_name(line))


def _extreme(found: BattleRecord, name: str, roll: Rolled, chance: float) -> Reason:
    event = found.chronicle.events[roll.at]
    once = 1 / chance
    params = {
        "side": roll.side,
        "what": event.text(),
        "odds": f"{once:.0f}" if once >= 10 else f"{once:.1f}",
    }
    behind = () if event.reason is None else (event.reason,)
    where = line_reason(found, roll.at)
    throws = tuple(_throw(n, each) for n, each in enumerate(roll.throws))
    key = f"battle_report.luck.{name}"
    return Reason(key, {**params}, None, event.rules, children=(where, *throws, *behind))


def _throw(n: int, throw: Throw) -> Reason:
    """Return the dice of one throw, those that were wanted in brackets."""
    faces = " ".join(f"[{face}]" if face in throw.hits_on else str(face) for face in throw.faces)
    key = "battle_report.luck.throw_again" if n else "battle_report.luck.throw"
    wanted = ", ".join(str(face) for face in throw.hits_on)
    return Reason(key, {"faces": faces, "wanted": wanted}, throw.successes)


def line_name(line: int) -> str:
    """Return the name of a line of the log, counted from 1, for marks that lead to it."""
    return f"line-{line}"


def line_reason(found: BattleRecord, event: int) -> Reason:
    """Return where in the log an event stands, lines counted from 1 through the whole log."""
    turn = turn_of_line(found, event)
    if not turn:
        return Reason("battle_report.luck.where_early", {"line": event + 1})
    return Reason("battle_report.luck.where", {"turn": turn, "line": event + 1})


def turn_of_line(found: BattleRecord, event: int) -> str:
    """Return the turn in which an event was told; empty before the first."""
    for label, first, end in found.chronicle.log:
        if first <= event < end:
            return label
    return ""
