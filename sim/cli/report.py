"""``hulldown report JOURNAL``: the report of a recorded battle, as a page, PDF or text."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sim.cli.cameras import camera_of
from sim.cli.common import Opened, add_command, open_game
from sim.cli.records import opened_of
from sim.engine.chronicle import Stopped
from sim.engine.game import Game
from sim.engine.ports import TableCamera
from sim.engine.record_files import read_record
from sim.errors import UsageError
from sim.reports.battle import around, battle_document
from sim.reports.battle_pictures import take_pictures
from sim.reports.battle_record import BattleRecord, read_battle
from sim.reports.html import WIDE, as_html
from sim.reports.terminal import as_text
from sim.table.files import write_whole
from sim.table.names import did_you_mean
from sim.words import say

__all__ = ["KINDS", "battle_of", "make_report", "register", "run"]

KINDS = (".html", ".pdf", ".txt")
#: Of the whole work, so much is replaying and the rest is pictures; in hundredths.
REPLAYED, WHOLE = 30, 100


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "report")
    parser.add_argument("journal", metavar="JOURNAL", help=say("cli.help.journal"))
    parser.add_argument("--out", metavar="FILE", help=say("battle_report.command.out"))
    parser.add_argument("--side", default="", help=say("battle_report.command.side"))
    parser.add_argument(
        "--no-pictures", action="store_true", help=say("battle_report.command.no_pictures")
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the report and say where."""
    journal = Path(args.journal)
    out = Path(args.out) if args.out else journal.with_suffix(".html")
    told = _Counter() if sys.stderr.isatty() else None
    make_report(journal, out, viewer=args.side, pictures=not args.no_pictures, progress=told)
    if told is not None:
        told.clear()
    print(say("battle_report.command.wrote", path=out))
    return 0


def make_report(
    journal: Path,
    out: Path,
    camera: TableCamera | None = None,
    *,
    viewer: str = "",
    pictures: bool = True,
    progress: Callable[[int, int], bool] | None = None,
) -> Path:
    """Write the report of a recorded battle; the port `sim.engine.ports.ReportMaker`.

    Parameters
    ----------
    journal, out : Path
        `out` ends in ``.html``, ``.pdf`` or ``.txt``.
    camera : TableCamera, optional
        By default one of its own on the scene that was played.
    viewer : str
        Of an unfinished game, tell what this side may know; empty: what every side may know.
    pictures : bool
    progress : callable, optional
        Called with hundredths done and 100; false stops the work.

    Returns
    -------
    Path
        `out`.

    Raises
    ------
    InputProblems
        When the journal cannot be read or does not replay.
    UsageError
        When the kind of file or the side is unknown, or `out` cannot be written.
    Stopped
        When `progress` said so; nothing was written.
    """
    kind = out.suffix.lower()
    if kind not in KINDS:
        raise UsageError("battle_report.command.kinds", found=out.name)
    step = _steps(progress)
    found, opened = battle_of(
        journal, viewer=viewer, each=lambda done, whole: step(REPLAYED * done // max(whole, 1))
    )
    made = _written(found, opened, kind, camera, step if pictures else None)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        write_whole(out, made)
    except OSError as error:
        raise UsageError("cli.cannot_write", path=out, detail=error.strerror or "") from error
    return out


def battle_of(
    journal: Path, *, viewer: str = "", each: Callable[[int, int], None] | None = None
) -> tuple[BattleRecord, Opened]:
    """Return what a report tells of a recorded battle, and the scene it was played on.

    Parameters
    ----------
    journal : Path
    viewer : str
        See `make_report`.
    each : callable, optional
        Called with the entries done and all there are; may raise `Stopped`.

    Raises
    ------
    InputProblems
        When the journal cannot be read or does not replay.
    UsageError
        When the side is unknown.
    """
    header = read_record(journal).header
    opened = opened_of(header, journal)
    game = open_game(opened, header.options, header.bundle)
    _check_side(game, viewer)
    found = read_battle(
        journal,
        lambda _: game,
        viewer=viewer,
        names=(header.game.replace("_", " ").title(), opened.scene.name),
        words=opened.book,
        each=each,
    )
    return found, opened


def _written(
    found: BattleRecord,
    opened: Opened,
    kind: str,
    camera: TableCamera | None,
    step: Callable[[int], None] | None,
) -> bytes:
    """Return the file's contents; pictures are taken when somebody follows the steps of it."""
    if kind == ".txt":
        return as_text(battle_document(found)).encode()
    pictures = None
    if step is not None:
        share = WHOLE - REPLAYED
        pictures = take_pictures(
            found,
            camera or camera_of(opened, width=WIDE),
            lambda done, whole: step(REPLAYED + share * done // whole),
        )
    document = battle_document(found, pictures)
    if kind == ".pdf":
        from sim.reports.pdf import as_pdf

        return as_pdf(document, **around(found))
    return as_html(document, **around(found)).encode()


def _check_side(game: Game[Any], viewer: str) -> None:
    if viewer and viewer not in game.sides:
        raise UsageError(
            "battle_report.command.no_side",
            found=viewer,
            known=", ".join(game.sides),
            nearest=did_you_mean(viewer, game.sides),
        )


def _steps(progress: Callable[[int, int], bool] | None) -> Callable[[int], None]:
    def step(done: int) -> None:
        if progress is not None and not progress(done, WHOLE):
            raise Stopped

    return step


class _Counter:
    """Tells a person at a terminal how far the work is; never into a file."""

    def __call__(self, done: int, whole: int) -> bool:
        text = say("battle_report.command.progress", done=done, all=whole)
        print(f"\r{text}", end="", file=sys.stderr, flush=True)
        return True

    @staticmethod
    def clear() -> None:
        """Take the line away again."""
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
