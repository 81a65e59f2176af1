"""Kill a watched game at seeded moments and see that each resumed one ends as the unkilled one.

    python tools/kill_test.py [SCENE] [--kills 20] [--seed 5] [--level regular]

Every game has the same seed. A process gets SIGKILL once its journal has grown to a size drawn
from the seeded moments; of every second journal a piece of the last line is cut off, as when the
machine stops in the middle of a write. Some are killed a second time while they are resumed. The
table names the moment, what was torn, and the digest at the end; the exit code is 1 when one
differs.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from sim.engine.dice import SeededDice

ROOT = Path(__file__).resolve().parents[1]
ENDED = re.compile(r"journal: (.+\.jsonl)  digest: ([0-9a-f]{16})")
#: Nobody kills before the header is written.
HEADER_BYTES = 400


def command(*words: str) -> list[str]:
    """Return a command line of the program; no game of this test makes pictures."""
    return [sys.executable, "-m", "sim", "play", *words, "--watch", "--no-pictures"]


def finished(*words: str) -> tuple[Path, str]:
    """Run a game to its end and return its journal and digest."""
    done = subprocess.run(command(*words), cwd=ROOT, capture_output=True, text=True, check=False)
    ended = ENDED.fullmatch(done.stdout.splitlines()[-1]) if done.stdout else None
    if done.returncode or ended is None:
        sys.exit(done.stderr or done.stdout)
    return Path(ended[1]), ended[2]


def killed(folder: Path, size: int, *words: str) -> Path:
    """Start a game, kill it once its journal has `size` bytes, and return the journal."""
    process = subprocess.Popen(
        command(*words), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    journal: Path | None = None
    while process.poll() is None:
        journal = journal or next(iter(folder.glob("*.jsonl")), None)
        if journal is not None and journal.stat().st_size >= size:
            process.send_signal(signal.SIGKILL)
            break
        time.sleep(0.001)
    process.wait()
    assert journal is not None
    return journal


def tear(journal: Path, bytes_off: int) -> int:
    """Cut off a part of the last line, never more than it, and return how much."""
    data = journal.read_bytes()
    last = len(data.rstrip(b"\n").rpartition(b"\n")[2])
    off = min(bytes_off, last)
    os.truncate(journal, len(data) - off)
    return off


def main() -> int:
    """Play, kill, resume and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scene", nargs="?", default="tests/cli/scenes/three_turns.toml")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--level", default="regular")
    args = parser.parse_args()
    game = (args.scene, "--seed", str(args.seed), "--level", args.level)
    moments = SeededDice(args.seed, "moments")
    different = 0
    with tempfile.TemporaryDirectory() as name:
        whole, wanted = finished(*game, "--out", f"{name}/whole")
        length = whole.stat().st_size
        print(f"unkilled: {length} bytes, digest {wanted}")
        print("kill  at byte  torn  again at  digest")
        for kill in range(args.kills):
            folder = Path(name) / f"kill-{kill + 1}"
            size = HEADER_BYTES + moments.below(length - HEADER_BYTES, 2 * kill)
            journal = killed(folder, size, *game, "--out", str(folder))
            at = journal.stat().st_size
            torn = tear(journal, 1 + moments.below(30, 1000 + kill)) if kill % 2 else 0
            again = 0
            if kill % 5 == 4 and at < length:
                again = at + moments.below(length - at, 2000 + kill)
                killed(folder, again, "--resume", str(journal))
            _, digest = finished("--resume", str(journal))
            same = "" if digest == wanted else "  DIFFERENT"
            different += bool(same)
            print(
                f"{kill + 1:4d}  {at:7d}  {torn:4d}  {again or '-':>8}  {digest}{same}", flush=True
            )
    print(f"{args.kills} kills: {args.kills - different} ended as the unkilled game")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
