"""``hulldown los SCENE FROM TO``: can he see him, how surely, and what cover does the book give."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from sim.cli.cameras import camera_of
from sim.cli.common import add_command, open_table, option_values, print_json, write_picture
from sim.cli.judged import Judged, judged_json
from sim.cli.judged_units import judge_named
from sim.cli.los_lines import pair_table, summary_lines, verdict_line
from sim.cli.measured_option import measured_of
from sim.cli.reason_tree import print_trees
from sim.errors import UsageError
from sim.words import say

__all__ = ["register", "run", "verdict_line"]

CERTIFICATES = (".html", ".pdf", ".json")


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "los")
    parser.add_argument("scene", help=say("cli.help.scene"))
    parser.add_argument("shooter", metavar="FROM", help=say("sight.help.shooter"))
    parser.add_argument("target", metavar="TO", help=say("sight.help.target"))
    parser.add_argument("--picture", metavar="PNG", help=say("cli.help.los_picture"))
    parser.add_argument(
        "--certificate", metavar="FILE.html|.pdf|.json", help=say("sight.help.certificate")
    )
    parser.add_argument("--prove", action="store_true", help=say("sight.help.prove"))
    parser.add_argument("--second-opinion", action="store_true", help=say("sight.help.second"))
    parser.add_argument("--error", default="", metavar="NAME=IN,…", help=say("sight.help.error"))
    parser.add_argument("--rules", metavar="GAME|plain", default="", help=say("sight.help.rules"))
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=say("sight.help.option")
    )
    parser.add_argument("--json", action="store_true", help=say("cli.help.json"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print verdict, margin, reasons and cover; exit 0 for blocked and visible alike."""
    if args.certificate and Path(args.certificate).suffix.lower() not in CERTIFICATES:
        kinds = say("sight.list").join(CERTIFICATES)
        raise UsageError("sight.los.certificate_kind", found=args.certificate, kinds=kinds)
    measured, options = measured_of(args.error), option_values(args)
    judged = judge_named(
        open_table(args.scene),
        args.shooter,
        args.target,
        rules=args.rules,
        options=options,
        prove=args.prove,
        measured=measured,
        second_opinion=args.second_opinion,
    )
    written = list(_files(judged, args))
    if args.json:
        print_json(judged_json(judged))
        return 0
    _print(judged)
    for line in written:
        print(line)
    return 0


def _print(judged: Judged) -> None:
    for line in summary_lines(judged):
        print(line)
    if judged.pairs:
        print()
        print(pair_table(judged.pairs), end="")
    print()
    print_trees(*judged.explanation.children)
    cover = judged.cover
    if cover is not None:
        rules = say("sight.list").join(cover.rules)
        print(say("cli.los.cover", cover=cover.cover, rules=rules))


def _files(judged: Judged, args: argparse.Namespace) -> Iterator[str]:
    """Write what was asked for and yield the line that says where it is."""
    if args.picture:
        write_picture(Path(args.picture), _picture(judged))
        yield say("cli.picture", path=args.picture)
    if args.certificate:
        from sim.cli.certify import write_certificate

        write_certificate(judged, Path(args.certificate))
        yield say("sight.los.certificate", path=args.certificate)


def _picture(judged: Judged) -> bytes:
    """Return what the deciding eye sees; a looker beside his own place does not see himself."""
    report, scene = judged.report, judged.opened.scene
    others = tuple(mini for mini in scene.minis if mini.id != judged.shooter.id)
    opened = replace(judged.opened, scene=replace(scene, minis=others))
    names = (judged.shooter.id, judged.target.id)
    return camera_of(opened).eye(report.looker, report.target, report.sight, names=names)
