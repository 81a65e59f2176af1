"""Makes model files that mean harm, or were made by something broken, each with what must happen.

    python tools/hostile_files.py DIR

Every file must end in a message within seconds and little memory; tests go through `HOSTILE`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.hostile import gltf, packages, plain
from tools.hostile.register import HOSTILE, ORDER, POINTS, Hostile

__all__ = ["HOSTILE", "KINDS", "Hostile", "make_all"]

#: The modules that fill the list.
KINDS = (packages, gltf, plain)


def make_all(folder: Path) -> list[Path]:
    """Write every hostile file into a folder and return their paths, in the order of `HOSTILE`.

    Beside the folder lies ``secret.bin``: sound data that no file may reach.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder.parent / "secret.bin").write_bytes(POINTS + ORDER)
    paths: list[Path] = []
    for each in HOSTILE:
        path = folder / each.name
        path.write_bytes(each.make())
        paths.append(path)
    return paths


def main() -> int:
    """Write the files into the folder of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    paths = make_all(parser.parse_args().folder)
    sys.stdout.write(f"{len(paths)} files\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
