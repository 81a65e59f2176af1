"""Build the house kit: every model and piece file under ``assets``, by script.

``python tools/make_kit.py [--only NAME ...] [--check]``: the same bytes every time; with
``--check`` nothing is written and the exit status is 1 when a committed file differs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from tools.kit.catalogue import PIECES  # noqa: E402
from tools.kit.piece import Piece  # noqa: E402

Maker = Callable[[], dict[str, bytes]]


def makers() -> dict[str, Maker]:
    """Return what can be built: name to a function that returns files below ``assets``."""
    out: dict[str, Maker] = {}
    for name, piece in PIECES.items():
        out[name] = lambda name=name, piece=piece: _piece_files(name, piece)
    return out


def _piece_files(name: str, build: Callable[[], object]) -> dict[str, bytes]:
    piece = build()
    assert isinstance(piece, Piece)
    if piece.id != name:
        raise ValueError(f"{name} builds a piece called {piece.id}")
    return {f"models/{name}.toml": piece.text().encode(), f"models/{name}.glb": piece.model()}


def built(names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield (path below ``assets``, bytes) for the named things, all of them by default."""
    everything = makers()
    unknown = [name for name in names if name not in everything]
    if unknown:
        raise SystemExit(f"no such piece: {', '.join(unknown)}")
    for name in names or everything:
        yield from everything[name]().items()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    parser = argparse.ArgumentParser(description="Build the house kit into assets/.")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--into", type=Path, default=ROOT / "assets", help="another folder")
    options = parser.parse_args(argv)
    different = 0
    for path, data in built(options.only):
        target = options.into / path
        if options.check:
            if not target.exists() or target.read_bytes() != data:
                print(f"differs: {path}")
                different += 1
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            print(f"{path}  {len(data):,} bytes")
    if options.check:
        print("same" if not different else f"different: {different} files")
    return 1 if different else 0


if __name__ == "__main__":
    raise SystemExit(main())
