"""``hulldown verify FILE``: a certificate worked out again, field by field."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from sim.cli.common import add_command
from sim.words import say

if TYPE_CHECKING:
    from sim.cli.certificate_check import Difference

__all__ = ["register", "run"]

#: Letters of a value that are shown.
SHOWN = 72


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "verify")
    parser.add_argument("file", metavar="FILE", help=say("cli.help.certificate"))
    parser.add_argument("--scene", default="", help=say("cli.help.verify_scene"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print every field that differs; exit 0 when all are the same, 1 when not."""
    from sim.cli.certificate_check import check_certificate
    from sim.cli.certificate_file import read_certificate

    file = Path(args.file)
    checked = check_certificate(read_certificate(file), file, args.scene)
    for each in checked.versions:
        print(
            say(
                "certificate.verify.version",
                name=each.field,
                stated=_shown(each.stated),
                found=_shown(each.found),
            )
        )
    for note in checked.notes:
        print(note)
    for each in checked.differences:
        print(_line(each))
    count = len(checked.differences)
    if not count:
        print(say("certificate.verify.same"))
        return 0
    key = "certificate.verify.different_one" if count == 1 else "certificate.verify.different"
    print(say(key, count=count))
    return 1


def _line(each: Difference) -> str:
    stated, found = _shown(each.stated), _shown(each.found)
    return say("certificate.verify.differs", field=each.field, stated=stated, found=found)


def _shown(value: object) -> str:
    """Return a value short enough for a line."""
    if value is None:
        return say("certificate.verify.nothing")
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    text = " ".join(text.split())
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
