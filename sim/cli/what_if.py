"""``hulldown what-if SCENE FROM TO``: where he would see or be hidden, and what would turn it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from sim.cli.cameras import camera_of
from sim.cli.common import Opened, add_command, open_table, print_json, write_picture
from sim.cli.named_places import Whom, check_length, hulls, model_named, the_one, the_whom
from sim.cli.telling import print_document, watched
from sim.cli.what_if_telling import Answer, as_document, as_json, as_layers
from sim.engine.as_seen import as_seen
from sim.errors import UsageError
from sim.table.pairs import Named
from sim.table.what_if_change import Changes, cheapest_change
from sim.table.what_if_spot import SpotSearch, SpotTerms, nearest_spot
from sim.words import say

__all__ = ["register", "run"]

#: A move, where none is given, inches.
WITHIN_IN = 6.0
SPACING_IN = 0.5


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "what-if")
    parser.add_argument("scene", help=say("cli.help.scene"))
    parser.add_argument("mover", metavar="FROM", help=say("cli.help.whatif_from"))
    parser.add_argument("target", metavar="TO", help=say("cli.help.whatif_to"))
    parser.add_argument(
        "--within", type=float, default=WITHIN_IN, metavar="N", help=say("cli.help.whatif_within")
    )
    wish = parser.add_mutually_exclusive_group()
    wish.add_argument("--see", action="store_true", help=say("cli.help.whatif_see"))
    wish.add_argument("--hide", action="store_true", help=say("cli.help.whatif_hide"))
    parser.add_argument("--change", action="store_true", help=say("cli.help.whatif_change"))
    parser.add_argument("--straight", action="store_true", help=say("cli.help.whatif_straight"))
    parser.add_argument("--all", action="store_true", help=say("cli.help.whatif_all"))
    parser.add_argument(
        "--spacing",
        type=float,
        default=SPACING_IN,
        metavar="IN",
        help=say("cli.help.whatif_spacing"),
    )
    parser.add_argument("--model", default="", metavar="M", help=say("cli.help.whatif_model"))
    parser.add_argument("--picture", metavar="PNG", help=say("cli.help.whatif_picture"))
    parser.add_argument("--json", action="store_true", help=say("cli.help.json"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what was found; exit 1 where a spot was asked for and none was found."""
    opened = open_table(args.scene)
    check_length(args.within, "--within")
    check_length(args.spacing, "--spacing")
    model = model_named(opened, args.model) if args.model else ""
    mover, others = the_one(opened, args.mover, model), the_whom(opened, args.target, model)
    if mover.id in [each.id for each in others.minis]:
        raise UsageError("cli.same_mini", id=mover.id)
    answer = _answer(args, opened, mover, others)
    if args.json:
        print_json(as_json(answer))
    else:
        print_document(as_document(answer))
    if args.picture:
        png = camera_of(opened).plan(as_seen(opened.scene), layers=as_layers(opened, answer))
        write_picture(Path(args.picture), png)
        if not args.json:
            print(say("cli.picture", path=args.picture))
    missed = answer.spot is not None and answer.spot.spot is None
    return 1 if missed and (args.see or args.hide) else 0


def answer_of(opened: Opened, looker: str, target: str, *, within: float = WITHIN_IN) -> Answer:
    """Return what would turn what one miniature sees of another: a spot, and a piece changed."""
    args = argparse.Namespace(
        see=False, hide=False, change=False, straight=False, all=False,
        spacing=SPACING_IN, within=within,
    )  # fmt: skip
    return _answer(args, opened, the_one(opened, looker, ""), the_whom(opened, target, ""))


def _answer(args: argparse.Namespace, opened: Opened, mover: Named, others: Whom) -> Answer:
    asked = args.see or args.hide
    sights = tuple(
        opened.facts.sight(mover.stand, each.stand, hulls(opened)) for each in others.minis
    )
    # Unless told, the wish is what is not so now.
    sees = any(sight.visible for sight in sights)
    want = "see" if args.see or (not args.hide and not sees) else "hide"
    spot: SpotSearch | None = None
    changes: Changes | None = None
    if asked or not args.change:
        spot = _spot(args, opened, mover, others, want)
    if args.change and len(others.minis) != 1:
        listed = ", ".join(each.id for each in others.minis[:8])
        raise UsageError("whatif.one_only", found=others.name, members=listed)
    if args.change or (not asked and len(others.minis) == 1):
        changes = _changes(opened, mover, others.minis[0])
    return Answer(mover, others, sights, spot, changes)


def _spot(
    args: argparse.Namespace, opened: Opened, mover: Named, others: Whom, want: str
) -> SpotSearch:
    standing = [mini.stand for mini in opened.scene.minis if mini.id != mover.id]
    terms = SpotTerms(
        every=True if args.all else None,
        solids=tuple(each for each in hulls(opened) if each != mover.stand),
        keep=tuple((each, 0.0) for each in standing),
        straight=args.straight,
        spacing=args.spacing,
    )
    targets = [each.stand for each in others.minis]
    with watched("whatif.working.spot") as progress:
        return nearest_spot(
            opened.facts, mover.stand, targets, args.within, want, terms, progress=progress
        )


def _changes(opened: Opened, a: Named, b: Named) -> Changes:
    standing = [mini.stand for mini in opened.scene.minis]
    with watched("whatif.working.change") as progress:
        return cheapest_change(
            opened.facts,
            a.stand,
            b.stand,
            solids=hulls(opened),
            others=standing,
            progress=progress,
        )
