"""Prove that a picture needs nothing but Python: a bare Debian root, the wheel, one preview.

Builds a minimal Debian (debootstrap minbase with python3 and python3-venv, nothing graphical),
installs the project's wheel into a virtual environment there and runs ``hulldown preview``.
Needs root, debootstrap and a Debian mirror that apt can reach.

    python3 tools/bare_debian.py [--root DIR] [--out PNG]
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SCENE = "sim/_data/scenes/dust_warfare/training_yard.toml"
GRAPHICS = ("libGL.so.1", "libEGL.so.1", "libX11.so.6")


def run(*command: str | Path, env: dict[str, str] | None = None) -> None:
    """Run a command, show it, and stop when it fails."""
    print("$", *(str(word).splitlines()[0] for word in command), flush=True)
    subprocess.run([str(word) for word in command], check=True, env=env)


def inside(root: Path, *command: str) -> None:
    """Run a command inside the root with an empty environment: no display, no variables."""
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    run("chroot", root, *command, env={"PATH": path, "HOME": "/root"})


def build_root(root: Path) -> None:
    """Build the bare root unless it is there already."""
    if (root / "usr/bin/python3").exists():
        return
    sources = Path("/etc/apt/sources.list.d/debian.sources")
    text = sources.read_text() if sources.exists() else Path("/etc/apt/sources.list").read_text()
    mirror = next((w for w in text.split() if w.startswith(("http", "file"))), "")
    packages = "--include=python3,python3-venv,ca-certificates"
    release = Path("/etc/os-release").read_text()
    suite = next(
        line.split("=")[1].strip('"')
        for line in release.splitlines()
        if line.startswith("VERSION_CODENAME=")
    )
    run("debootstrap", "--variant=minbase", packages, suite, root, *([mirror] if mirror else []))


def carry_wheels(root: Path) -> None:
    """Collect the project's wheel and all it needs outside, so that inside needs no network."""
    shelf = root / "tmp" / "wheels"
    shutil.rmtree(shelf, ignore_errors=True)
    run(sys.executable, "-m", "pip", "wheel", "-q", "-w", shelf, ROOT)


def what_is_missing() -> str:
    """Return a line of Python that tries to load each graphics library."""
    return (
        "import ctypes\n"
        f"for name in {GRAPHICS}:\n"
        "    try: ctypes.CDLL(name); print(name, 'is here')\n"
        "    except OSError: print(name, 'is not here')\n"
    )


def main() -> int:
    """Build, install, draw, and print what came out."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--root", type=Path, default=Path(tempfile.gettempdir()) / "hulldown-bare")
    parser.add_argument("--out", type=Path, default=ROOT / "hulldown-out" / "bare.png")
    args = parser.parse_args()
    build_root(args.root)
    carry_wheels(args.root)
    python = "/opt/hulldown/bin/python"
    run("mount", "-t", "proc", "proc", args.root / "proc")
    try:
        inside(args.root, "python3", "-m", "venv", "--clear", "/opt/hulldown")
        shelf = ("--no-index", "--find-links", "/tmp/wheels")
        inside(args.root, python, "-m", "pip", "install", "-q", *shelf, "hulldown")
        inside(args.root, python, "-c", what_is_missing())
        packages = next((args.root / "opt/hulldown/lib").glob("python3*/site-packages"))
        scene = "/" + str((packages / SCENE).relative_to(args.root))
        inside(args.root, "/opt/hulldown/bin/hulldown", "preview", scene, "--out", "/tmp/bare.png")
    finally:
        run("umount", args.root / "proc")
    args.out.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(args.root / "tmp" / "bare.png", args.out)
    print(f"picture: {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
