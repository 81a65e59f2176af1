"""``hulldown rules``: which clauses of a book are in, spoken, proven and played."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from sim.cli.books import BOOKS, book_named
from sim.cli.common import add_command, print_json
from sim.engine.rulebook import Row, read_proofs, report
from sim.words import say

__all__ = ["PROOFS", "register", "run"]

#: Where the test run leaves what it proved, from the project's root.
PROOFS = Path("build/rules.json")


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "rules")
    parser.add_argument("--game", default=next(iter(BOOKS)), help=say("cli.help.game"))
    parser.add_argument("--json", action="store_true", help=say("cli.help.json"))
    parser.add_argument("--open", action="store_true", help=say("cli.help.rules_open"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print a row per clause and the counts; exit 1 when register and code disagree."""
    book = book_named(args.game)
    found = report(book.folder, read_proofs(PROOFS), book.option_names)
    if args.json:
        print_json({"counts": found.counts(), "clauses": [_as_json(row) for row in found.rows]})
    else:
        for row in found.rows:
            if not args.open or _is_open(row):
                print(_line(row))
    for problem in found.problems:
        print(problem.text(), file=sys.stderr)
    if not args.json:
        print(found.last_line())
    return 1 if found.problems else 0


def _is_open(row: Row) -> bool:
    """Return whether a clause that should be proven or played is not yet."""
    live = row.clause.status != "out"
    unplayed = row.clause.kind == "procedure" and not row.played
    return live and (not row.spoken or not row.proven or unplayed)


def _line(row: Row) -> str:
    columns = "".join(
        "?" if part is None else letter if part else "-"
        for letter, part in (("S", row.spoken), ("P", row.proven), ("G", row.played))
    )
    note = f"  ({row.clause.reason})" if row.clause.reason else ""
    return f"{row.clause.status:<10} {columns}  {row.clause.id}  {row.clause.gist}{note}"


def _as_json(row: Row) -> dict[str, Any]:
    return {
        "id": row.clause.id,
        "gist": row.clause.gist,
        "kind": row.clause.kind,
        "status": row.clause.status,
        "reason": row.clause.reason,
        "spoken": row.spoken,
        "proven": row.proven,
        "played": row.played,
    }
