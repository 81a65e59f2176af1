"""``hulldown design new|show|check``: the workshop of vehicles."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from sim.cli.common import add_command
from sim.engine.reasons import Objection
from sim.errors import UsageError
from sim.reports.terminal import as_text
from sim.rules.dirtside.design.card import sheet
from sim.rules.dirtside.design.design import Design, Gun, capacity, effective_signature
from sim.rules.dirtside.design.files import read_design, shipped_designs, write_design
from sim.rules.dirtside.design.limits import advice, objections, waived
from sim.rules.dirtside.design.sums import Line, capacity_lines, points_lines, total
from sim.words import say

__all__ = ["register", "run"]


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "design")
    parser.add_argument("what", choices=("new", "show", "check"), help=say("cli.help.design_what"))
    parser.add_argument("files", nargs="*", type=Path, help=say("cli.help.design_files"))
    parser.add_argument("--all", action="store_true", help=say("cli.help.design_all"))
    parser.add_argument("--json", action="store_true", help=say("cli.help.json"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Make, show or check designs; 1 when a rule speaks against one."""
    if args.what == "new":
        return _new(args.files, whole=args.all)
    files = [*args.files, *(shipped_designs() if args.all else ())]
    if not files:
        raise UsageError("cli.design.no_file")
    designs = [(path, read_design(path)) for path in files]
    told = [_told(path, design) for path, design in designs]
    if args.json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(told), indent=2).decode() + "\n")
    else:
        for (path, design), each in zip(designs, told, strict=True):
            if args.what == "show":
                found = objections(design)
                sys.stdout.write(as_text(sheet(design, found, advice(design)), 100))
            else:
                _write(path, each)
        print(say("cli.design.points", points=sum(each["points"] for each in told)))
    return int(any(each["objections"] for each in told))


def _write(path: Path, told: dict[str, Any]) -> None:
    """Print what speaks against a design, what it waives, and advice."""
    for key, kind in (("objections", "objection"), ("waived", "waived"), ("advice", "advice")):
        for each in told[key]:
            print(say(f"cli.design.{kind}", file=path.name, text=each["text"]))


def _told(path: Path, design: Design) -> dict[str, Any]:
    return {
        "file": str(path),
        "name": design.name,
        "points": total(points_lines(design)),
        "lines": [_line(line) for line in points_lines(design)],
        "capacity": {"used": total(capacity_lines(design)), "of": capacity(design)},
        "signature": effective_signature(design),
        "objections": [_objection(each) for each in objections(design)],
        "waived": [_objection(each) for each in waived(design)],
        "advice": [_objection(each) for each in advice(design)],
    }


def _line(line: Line) -> dict[str, Any]:
    return {"for": say(line.key, **line.params), "points": line.value, "rules": list(line.rules)}


def _objection(each: Objection) -> dict[str, str]:
    return {"rule": each.rule, "text": each.text()}


def _new(files: list[Path], *, whole: bool) -> int:
    """Write a small legal tank to begin with; never over a file that is there."""
    if whole or len(files) != 1:
        raise UsageError("cli.design.one_file")
    (path,) = files
    if path.exists():
        raise UsageError("cli.design.is_there", path=path)
    name = path.stem.replace("_", " ").replace("-", " ").capitalize()
    gun = Gun("rfac", 1)
    design = Design(name, 2, "fast_tracked", "cfe", armour=2, fire_control="basic", guns=(gun,))
    try:
        write_design(path, design)
    except OSError as error:
        detail = error.strerror or type(error).__name__
        raise UsageError("cli.cannot_write", path=path, detail=detail) from error
    print(say("cli.design.written", path=path))
    print(say("cli.design.points", points=total(points_lines(design))))
    return 0
