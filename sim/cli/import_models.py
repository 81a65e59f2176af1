"""``hulldown import FILE…``: a model of one's own becomes a piece that scenes can use."""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from pathlib import Path
from typing import Any

from sim.cli.common import add_command
from sim.errors import HulldownError, UsageError
from sim.geometry.meshes.files import load_mesh
from sim.geometry.units import MM_PER_IN
from sim.table.importing.orders import Line, Order, Prepared
from sim.table.importing.prepare import DRAWING, MODEL, check_flags
from sim.table.importing.workshop import Workshop
from sim.table.importing.writing import Wishes, check_free, write_piece
from sim.words import say

__all__ = ["register", "run"]

INTO = "pieces"


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "import")
    parser.add_argument("files", nargs="+", metavar="FILE", help=say("cli.help.import_files"))
    parser.add_argument("--unit", default="", help=say("cli.help.import_unit"))
    parser.add_argument("--up", default="", help=say("cli.help.import_up"))
    parser.add_argument("--scale", default="1", help=say("cli.help.import_scale"))
    parser.add_argument("--into", default=INTO, metavar="DIR", help=say("cli.help.import_into"))
    parser.add_argument("--name", default="", help=say("cli.help.import_name"))
    parser.add_argument("--kind", default="", help=say("cli.help.import_kind"))
    parser.add_argument("--licence", default="", help=say("cli.help.import_licence"))
    parser.add_argument("--replace", action="store_true", help=say("cli.help.import_replace"))
    parser.add_argument("--no-picture", action="store_true", help=say("cli.help.import_no_picture"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Import every file; exit 2 when one is refused, the others being imported all the same."""
    if args.name and len(args.files) > 1:
        raise UsageError("importing.one_name")
    wishes = Wishes(Path(args.into), args.name, args.kind, args.licence, args.replace)
    scale = _scale(args.scale)
    check_flags(args.unit, args.up)
    refused = 0
    with Workshop() as shop:
        for name in args.files:
            try:
                _import(shop, name, args, wishes, scale)
            except HulldownError as error:
                refused += 1
                _clear_progress()
                print(error, file=sys.stderr)
    return 2 if refused else 0


def _scale(text: str) -> float:
    """Return the factor of a scale such as ``1:56`` or ``0.5``."""
    first, colon, second = text.partition(":")
    try:
        factor = float(first) / float(second) if colon else float(first)
    except (ValueError, ZeroDivisionError) as error:
        raise UsageError("importing.bad_scale", found=text) from error
    if not (math.isfinite(factor) and factor > 0):
        raise UsageError("importing.bad_scale", found=text)
    return factor


def _import(
    shop: Workshop, name: str, args: argparse.Namespace, wishes: Wishes, scale: float
) -> None:
    file = Path(name)
    check_free(file.name, wishes)

    def tell(stage: str) -> None:
        _progress(say(f"importing.stage.{stage}", file=file.name))

    with tempfile.TemporaryDirectory(prefix="hulldown-") as folder:
        scratch = Path(folder)
        order = Order(str(file), file.name, str(scratch), args.unit, args.up, scale)
        made = shop.prepare(order, tell)
        picture = None
        if not args.no_picture:
            tell("picturing")
            picture = _thumbnail(scratch, made)
        _clear_progress()
        path = write_piece(made, scratch, wishes, picture)
    _report(made, path, picture is not None)


def _thumbnail(scratch: Path, made: Prepared) -> bytes | None:
    """Return the picture of a prepared model, or None where nothing can draw."""
    from sim.view.thumbnails import piece_thumbnail

    mesh = load_mesh(scratch / (DRAWING if made.drawn else MODEL), unit="m", up="y")
    try:
        return piece_thumbnail(mesh, made.name)
    except HulldownError as error:
        _clear_progress()
        print(error, file=sys.stderr)
        return None


def _report(made: Prepared, path: Path, pictured: bool) -> None:
    """Print what was found and done, and where the piece lies."""
    x, y, z = made.size_in
    print(say("importing.report.file", file=made.name))
    size_mm = {
        f"{axis}_mm": value * MM_PER_IN for axis, value in zip("xyz", made.size_in, strict=True)
    }
    print(say("importing.report.size", x=x, y=y, z=z, **size_mm))
    print(say("importing.report.unit", why=_said(made.unit_why)))
    print(say("importing.report.up", why=_said(made.up_why)))
    print(say("importing.report.triangles", count=made.triangles))
    for line in made.findings:
        print(say("importing.report.note", text=_said(line)))
    for line in made.repairs:
        print(say("importing.report.repair", text=_said(line)))
    if made.outline:
        print(say("importing.report.area", area=made.area, corners=len(made.outline)))
    if made.drawn:
        print(say("importing.report.drawn", count=made.drawn, off=made.deviation_in))
    if pictured:
        print(say("cli.picture", path=path.with_suffix(".png")))
    print(say("importing.report.piece", path=path))


def _said(line: Line) -> str:
    return say(line.key, **line.params)


def _progress(text: str) -> None:
    """Show what is being done, where a person is looking on."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


def _clear_progress() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
