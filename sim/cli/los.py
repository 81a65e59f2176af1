"""``hulldown los SCENE FROM TO``: can he see him, how much, and what cover does the book give."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console

from sim.cli.cameras import camera_of
from sim.cli.common import Opened, add_command, open_table, print_json, the_mini, write_picture
from sim.cli.sightings import sight_between
from sim.engine.ports import CoverVerdict
from sim.engine.reasons import Reason
from sim.errors import UsageError
from sim.reports.terminal import reason_lines
from sim.table.facts import Sight
from sim.table.scene import PlacedMini
from sim.words import say

__all__ = ["register", "run", "verdict_line"]

PLAIN = "plain"


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "los")
    parser.add_argument("scene", help=say("cli.help.scene"))
    parser.add_argument("shooter", metavar="FROM", help=say("cli.help.shooter"))
    parser.add_argument("target", metavar="TO", help=say("cli.help.target"))
    parser.add_argument("--picture", metavar="PNG", help=say("cli.help.los_picture"))
    parser.add_argument("--rules", metavar="GAME|plain", default="", help=say("cli.help.los_rules"))
    parser.add_argument("--json", action="store_true", help=say("cli.help.json"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print verdict, cover and reasons; exit 0 for blocked and visible alike."""
    opened = open_table(args.scene)
    shooter, target = (the_mini(opened.scene, name) for name in (args.shooter, args.target))
    if shooter.id == target.id:
        raise UsageError("cli.same_mini", id=shooter.id)
    everybody = [mini.stand for mini in opened.scene.minis]
    sight = sight_between(opened.facts, shooter.stand, target.stand, everybody)
    cover = _cover(opened, args.rules, shooter, target)
    if args.json:
        print_json(_as_json(shooter, target, sight, cover))
    else:
        _print(sight, cover)
    if args.picture:
        png = camera_of(opened).eye(shooter.stand, target.stand, sight)
        write_picture(Path(args.picture), png)
        if not args.json:
            print(say("cli.picture", path=args.picture))
    return 0


def _cover(
    opened: Opened, rules: str, shooter: PlacedMini, target: PlacedMini
) -> CoverVerdict | None:
    """Return the book's cover where a game's rules apply to both miniatures."""
    if rules == PLAIN:
        return None
    if rules and (opened.book is None or rules != opened.book.name):
        raise UsageError("cli.other_rules", found=rules, game=opened.scene.game or PLAIN)
    if opened.book is None:
        return None
    return opened.book.cover(opened.scene, opened.facts, shooter.id, target.id)


def verdict_line(sight: Sight) -> str:
    """Return the first line of output: ``blocked`` or ``visible SHARE% ± BOUND``.

    A share under a tenth of a per cent keeps two significant digits, so that a sliver never reads
    as nothing.
    """
    if not sight.visible:
        return say("cli.los.blocked")
    share = 100 * sight.share
    digits = 1 if share >= 0.1 else 4
    bound = max(100 * sight.bound, 10.0**-digits)
    return say("cli.los.visible", share=f"{share:.{digits}f}", bound=f"{bound:.{digits}f}")


def _print(sight: Sight, cover: CoverVerdict | None) -> None:
    print(verdict_line(sight))
    for piece, share in sight.blockers:
        print(say("cli.los.blocker", piece=piece, share=f"{100 * share:.1f}"))
    if cover is not None:
        console = Console(highlight=False, soft_wrap=True)
        for line in reason_lines(cover.reason):
            console.print(line)
        rules = ", ".join(dict.fromkeys(_rules(cover.reason)))
        print(say("cli.los.cover", cover=cover.cover, rules=rules))


def _rules(reason: Reason) -> Iterator[str]:
    yield from reason.rule_ids
    for child in reason.children:
        yield from _rules(child)


def _as_json(
    shooter: PlacedMini, target: PlacedMini, sight: Sight, cover: CoverVerdict | None
) -> dict[str, Any]:
    return {
        "from": shooter.id,
        "to": target.id,
        "visible": sight.visible,
        "share": sight.share,
        "bound": sight.bound,
        "witness": sight.witness,
        "blockers": dict(sight.blockers),
        "cover": cover.cover if cover else None,
        "reason": cover.reason if cover else None,
    }
