"""``hulldown pairs SCENE [SIDE SIDE]``: who sees whom, for every two miniatures of two forces."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from sim.cli.cameras import camera_of
from sim.cli.common import Opened, add_command, open_table, print_json, write_picture
from sim.cli.named_places import hulls
from sim.cli.telling import print_document, watched
from sim.engine.as_seen import as_seen
from sim.engine.documents import Block, Document, Heading, Table, Text
from sim.engine.plan_layers import Key, Look, PlanLayers, PlanLine
from sim.errors import UsageError
from sim.table.names import did_you_mean
from sim.table.pairs import Named, Pair, PairTable, UnitPair, all_pairs
from sim.words import say

__all__ = ["register", "run"]

#: Characters of a line of the terminal.
WIDE = 96


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "pairs")
    parser.add_argument("scene", help=say("cli.help.scene"))
    parser.add_argument("sides", nargs="*", metavar="SIDE", help=say("cli.help.pairs_sides"))
    parser.add_argument("--shares", action="store_true", help=say("cli.help.pairs_shares"))
    parser.add_argument("--picture", metavar="PNG", help=say("cli.help.pairs_picture"))
    parser.add_argument("--json", action="store_true", help=say("cli.help.json"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the summary by units and the table of all pairs."""
    opened = open_table(args.scene)
    sides = _sides(opened, args.sides)
    lookers, targets = (_force(opened, side) for side in sides)
    with watched("whatif.working.pairs") as progress:
        found = all_pairs(
            opened.facts,
            lookers,
            targets,
            hulls(opened),
            shares=args.shares,
            progress=progress,
        )
    if args.json:
        print_json(_as_json(found, sides))
    else:
        print_document(_as_document(found, sides))
    if args.picture:
        png = camera_of(opened).plan(as_seen(opened.scene), layers=_layers(found, sides))
        write_picture(Path(args.picture), png)
        if not args.json:
            print(say("cli.picture", path=args.picture))
    return 0


def _sides(opened: Opened, given: list[str]) -> tuple[str, str]:
    """Return the two sides: those given, else the first two names of sides on the table.

    Where the scene knows no sides everybody looks at everybody.

    Raises
    ------
    UsageError
        When there is no such side (the nearest is named), or nobody stands on the table.
    """
    known = list(dict.fromkeys(mini.side for mini in opened.scene.minis))
    if not known:
        raise UsageError("whatif.pairs.nobody", scene=opened.scene.source)
    if not given:
        named = [side for side in known if side] or known
        return (named[0], named[1] if len(named) > 1 else named[0])
    if len(given) != 2:
        raise UsageError("whatif.pairs.two_sides", known=", ".join(known))
    for side in given:
        if side not in known:
            near = did_you_mean(side, known)
            raise UsageError("whatif.pairs.no_side", found=side, nearest=near)
    return (given[0], given[1])


def _force(opened: Opened, side: str) -> list[Named]:
    return [Named(m.id, m.unit, m.stand) for m in opened.scene.minis if m.side == side]


def _title(sides: tuple[str, str]) -> str:
    if sides[0] == sides[1]:
        return say("whatif.pairs.title_all")
    return say("whatif.pairs.title", lookers=sides[0], targets=sides[1])


def _as_document(found: PairTable, sides: tuple[str, str]) -> Document:
    seen = sum(pair.visible for pair in found.pairs)
    blocks: list[Block] = [
        Heading(say("whatif.pairs.by_unit"), 2),
        _unit_table(found),
        Heading(say("whatif.pairs.by_mini"), 2),
        *_mini_tables(found),
        Text(say("whatif.pairs.total", seen=seen, count=len(found.pairs))),
    ]
    return Document(_title(sides), tuple(blocks))


def _unit_table(found: PairTable) -> Table:
    names = ("looker", "target", "looking", "seen", "pairs", "best")
    columns = tuple(say(f"whatif.pairs.column.{name}") for name in names)
    return Table(columns, tuple(_unit_row(each) for each in found.units()), right=(2, 3, 4))


def _unit_row(each: UnitPair) -> tuple[str, ...]:
    best = say("whatif.pairs.nothing")
    if each.best is not None:
        share = "" if each.best.share is None else _percent(each.best.share)
        pair = {"looker": each.best.looker, "target": each.best.target}
        best = say("whatif.pairs.best", share=share, **pair).rstrip()
    return (
        each.looker,
        each.target,
        say("whatif.pairs.of", part=each.looking, whole=each.lookers),
        say("whatif.pairs.of", part=each.seen, whole=each.targets),
        say("whatif.pairs.of", part=each.pairs, whole=each.lookers * each.targets),
        best,
    )


def _percent(share: float) -> str:
    return say("whatif.percent", share=f"{100 * share:.0f}" if share >= 0.01 else "<1")


def _mini_tables(found: PairTable) -> list[Block]:
    """Return the table of all pairs, as many columns at a time as a terminal holds."""
    tables: list[Block] = []
    rows = list(found.rows())
    first_wide = max((len(each.id) for each in found.lookers), default=0)
    for part in _parts([each.id for each in found.targets], WIDE - first_wide):
        columns = (say("whatif.pairs.column.looker"), *(each.id for each in found.targets[part]))
        cells = tuple((looker.id, *(_cell(pair) for pair in pairs[part])) for looker, pairs in rows)
        tables.append(Table(columns, cells, right=tuple(range(1, len(columns)))))
    return tables


def _parts(names: list[str], wide: int) -> list[slice]:
    """Return runs of columns whose titles fit side by side."""
    parts: list[slice] = []
    first, left = 0, wide
    for index, name in enumerate(names):
        if left < len(name) + 2 and index > first:
            parts.append(slice(first, index))
            first, left = index, wide
        left -= len(name) + 2
    return [*parts, slice(first, len(names))]


def _cell(pair: Pair) -> str:
    if pair.looker == pair.target:
        return say("whatif.pairs.self")
    if not pair.visible:
        return say("whatif.pairs.blocked")
    return say("whatif.pairs.seen") if pair.share is None else _percent(pair.share)


def _as_json(found: PairTable, sides: tuple[str, str]) -> dict[str, Any]:
    return {
        "sides": sides,
        "lookers": [each.id for each in found.lookers],
        "targets": [each.id for each in found.targets],
        "pairs": [_pair_json(pair) for pair in found.pairs],
        "units": [_unit_json(each) for each in found.units()],
    }


def _pair_json(pair: Pair) -> dict[str, Any]:
    plain = {"from": pair.looker, "to": pair.target, "visible": pair.visible}
    return plain if pair.share is None else {**plain, "share": pair.share, "bound": pair.bound}


def _unit_json(each: UnitPair) -> dict[str, Any]:
    return {
        "from": each.looker,
        "to": each.target,
        "lookers": each.lookers,
        "targets": each.targets,
        "looking": each.looking,
        "seen": each.seen,
        "pairs": each.pairs,
        "best": None if each.best is None else _pair_json(each.best),
    }


def _layers(found: PairTable, sides: tuple[str, str]) -> PlanLayers:
    """Return one line for each two units: the best one in sight, else the shortest blocked."""
    places = {each.id: each for each in (*found.lookers, *found.targets)}
    lines: list[PlanLine] = []
    drawn: set[frozenset[str]] = set()
    for each in found.units():
        both = frozenset((each.looker, each.target))
        if each.looker == each.target or both in drawn:
            continue
        drawn.add(both)
        best = each.best or _nearest(found, each)
        ends = tuple(places[name].stand.pose.at for name in (best.looker, best.target))
        count = say("whatif.pairs.of", part=each.pairs, whole=each.lookers * each.targets)
        lines.append(
            PlanLine(ends, "clear" if each.best else "blocked", count if each.best else "")
        )
    looks: list[Look] = [line.look for line in lines]
    keys = tuple(Key(look, say(f"whatif.legend.pairs_{look}")) for look in dict.fromkeys(looks))
    return PlanLayers(None, tuple(lines), (), keys, _title(sides))


def _nearest(found: PairTable, each: UnitPair) -> Pair:
    """Return the pair of two units that stands nearest."""
    mine = [named for named in found.lookers if named.unit == each.looker]
    theirs = [named for named in found.targets if named.unit == each.target]
    a, b = min(
        ((a, b) for a in mine for b in theirs),
        key=lambda ends: (
            (ends[0].stand.pose.x - ends[1].stand.pose.x) ** 2
            + (ends[0].stand.pose.y - ends[1].stand.pose.y) ** 2
        ),
    )
    return Pair(a.id, b.id, False)
