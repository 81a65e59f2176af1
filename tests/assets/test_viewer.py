"""The viewer of certificates: built from the source that is here, with the licence of its parts."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

from sim.table.assets import asset_root

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "tools" / "viewer"


def script() -> str:
    return (asset_root() / "viewer" / "viewer.min.js").read_text("utf-8")


def test_the_built_script_belongs_to_the_source_that_is_here():
    files = [*sorted((SOURCE / "src").iterdir()), SOURCE / "package-lock.json"]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
    assert f"source {digest}." in script()[:400], "run `npm ci && npm run build` in tools/viewer"


def test_the_script_carries_the_licence_of_three_js_and_can_stand_in_a_page():
    licence = (asset_root() / "viewer" / "LICENSE.three.txt").read_text("utf-8").strip()
    assert "The MIT License" in licence
    assert licence in script()
    assert "</script" not in script()
    assert "<!--" not in script()


def test_an_installed_package_has_the_viewer():
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    included = build["targets"]["wheel"]["force-include"]
    assert included["assets/viewer"] == "sim/_data/assets/viewer"
