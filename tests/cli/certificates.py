"""Certificates in tests: small pictures, a scene with a mesh file, a browser that goes nowhere."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from sim.cli import certificate_pictures
from sim.cli.certify import write_certificate
from sim.cli.common import open_table
from sim.cli.judged import Judged
from sim.cli.judged_units import judge_named
from tests.cli.running import YARD

#: A wall with a mesh file of its own between two cylinders: B shows over its top.
WALLED = """format = "hulldown-scene/1"
name = "A wall of one's own"
shows = "a mesh file beside the scene"

[table]
width = 24
depth = 12
ground = "grass"

[[piece]]
id = "wall"
name = "The <wall> & more"
kind = "walls"
model = "wall.stl"
unit = "in"
up = "z"
at = [12.0, 6.0]

[[figure]]
id = "man"
model = "cylinder"
radius = 0.4
height = 1.2
base = { diameter_mm = 25 }

[[mini]]
id = "A"
model = "figure:man"
at = [4.0, 6.0]

[[mini]]
id = "B"
model = "figure:man"
at = [20.0, 6.0]
"""


def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let certificates have pictures of a size that costs nothing."""
    monkeypatch.setattr(certificate_pictures, "WIDTH", 240)


def judged_in_yard(shooter: str, target: str, **asked: object) -> Judged:
    return judge_named(open_table(YARD), shooter, target, **asked)


def written(judged: Judged, path: Path) -> Path:
    write_certificate(judged, path)
    return path


def walled_scene(folder: Path) -> Path:
    """Write the scene with its mesh file and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    scene = folder / "walled.toml"
    scene.write_text(WALLED, encoding="utf-8")
    (folder / "wall.stl").write_bytes(box_stl((0.4, 6.0, 0.9)))
    return scene


def box_stl(size: tuple[float, float, float]) -> bytes:
    """Return a box as a binary STL, its underside's middle at the origin."""
    x, y, z = size[0] / 2, size[1] / 2, size[2]
    corner = [(sx * x, sy * y, h) for h in (0.0, z) for sy in (-1, 1) for sx in (-1, 1)]
    quads = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    faces = [f for a, b, c, d in quads for f in ((a, b, c), (a, c, d))]
    out = bytes(80) + struct.pack("<I", len(faces))
    for face in faces:
        numbers = [0.0, 0.0, 0.0, *(value for k in face for value in corner[k])]
        out += struct.pack("<12fH", *numbers, 0)
    return out


def browser() -> str:
    """Return a Chromium, or skip the test; in CI a missing one is a failure."""
    for name in ("chromium", "chromium-browser", "google-chrome", "chrome"):
        found = shutil.which(name)
        if found:
            return found
    reason = "no Chromium is here"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def page_after_scripts(page: Path, home: Path) -> str:
    """Return the page as a browser without any network makes it, WebGL drawn in software."""
    done = subprocess.run(
        [
            browser(),
            "--headless=new",
            "--no-sandbox",
            "--use-gl=angle",
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            "--disable-background-networking",
            "--no-first-run",
            f"--user-data-dir={home}",
            "--virtual-time-budget=20000",
            "--window-size=1200,900",
            "--dump-dom",
            page.resolve().as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout
