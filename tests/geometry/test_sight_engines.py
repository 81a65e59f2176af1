"""One verdict, whatever casts the rays: engines, threads, hash seeds, saved scenes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sim.cli.main import main
from sim.geometry import rays
from sim.geometry.meshes import box_mesh, cylinder_mesh, merge
from sim.geometry.pose import Pose
from sim.geometry.rays import SolidSet
from sim.geometry.sight import Query, verdict, verdicts
from sim.geometry.sight.bodies import Target, make_body
from sim.table.facts import Facts
from sim.table.scene import Scene, open_scene, save_scene
from tests.geometry.case_files import cases, query_of, solids_of

ROOT = Path(__file__).resolve().parents[2]
YARD = ROOT / "scenes" / "dust_warfare" / "training_yard.toml"
SEEN_CASES = [case for case in cases("sight", "case") if "see" in case]


def claimed(scene: Scene) -> list[bool]:
    """Return the verdict of every claim of a scene, worked out anew."""
    facts = Facts(scene.table)
    stands = [
        (scene.mini(claim.viewer).stand, scene.mini(claim.target).stand)
        for claim in scene.file.claim
    ]
    return facts.sees_many(stands)


@pytest.fixture(scope="module")
def yard() -> Scene:
    return open_scene(YARD)


def test_both_engines_give_every_claim_of_the_yard_the_same_bit(
    yard: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast = claimed(yard)
    monkeypatch.setattr(rays, "_fast", None)
    assert claimed(yard) == fast
    assert len(fast) >= 30
    assert {True, False} == set(fast)


def test_both_engines_give_every_case_the_same_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    def bits() -> list[bool]:
        return [
            verdict(solids_of(case), query_of(see)) for case in SEEN_CASES for see in case["see"]
        ]

    fast = bits()
    monkeypatch.setattr(rays, "_fast", None)
    assert bits() == fast
    assert fast == [see["visible"] for case in SEEN_CASES for see in case["see"]]


def test_a_command_says_once_that_the_slow_engine_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rays, "_fast", None)
    claim = open_scene(YARD).file.claim[0]
    assert main(["los", str(YARD), claim.viewer, claim.target]) == 0
    notice = rays.fallback_notice()
    assert notice is not None
    assert capsys.readouterr().err.count(notice) == 1


def test_with_the_fast_engine_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    if rays.is_fallback():
        pytest.skip("the fast ray engine is not installed here")
    claim = open_scene(YARD).file.claim[0]
    assert main(["los", str(YARD), claim.viewer, claim.target]) == 0
    assert capsys.readouterr().err == ""


def crowd() -> tuple[SolidSet, list[Query]]:
    """Return forty walls and boxes, and three hundred questions across them."""
    rng = np.random.default_rng(8)
    pieces = {}
    for i in range(40):
        x, y = rng.uniform(3, 45, 2)
        w, d, h = rng.uniform(0.2, 3.0), rng.uniform(0.1, 1.5), rng.uniform(0.5, 4.0)
        pieces[f"{i}"] = box_mesh((x, y, 0), (x + w, y + d, h))
    body = make_body(merge([cylinder_mesh(0.2, 1.0), cylinder_mesh(0.12, 0.4, 1.0)]))
    targets = [
        Target(body, Pose(float(rng.uniform(1, 47)), float(rng.uniform(1, 47)), 30.0 * k))
        for k in range(15)
    ]
    eyes = [(float(rng.uniform(1, 47)), float(rng.uniform(1, 47)), 1.4) for _ in range(20)]
    return SolidSet(pieces), [Query(eye, target) for eye in eyes for target in targets]


def test_any_number_of_threads_gives_the_same_bits() -> None:
    terrain, queries = crowd()
    alone = verdicts(terrain, queries, 1)
    assert 0.2 < np.mean(alone) < 0.9
    for threads in (2, 3, None):
        again, same = crowd()
        assert verdicts(again, same, threads) == alone
    assert [verdict(terrain, query) for query in queries[::7]] == alone[::7]


def test_a_scene_saved_and_loaded_gives_the_same_bits(yard: Scene, tmp_path: Path) -> None:
    there = tmp_path / "yard.toml"
    save_scene(yard, there)
    assert claimed(open_scene(there)) == claimed(yard)


PRINT_BITS = """
from tests.geometry.test_sight_engines import YARD, claimed, crowd
from sim.geometry.sight import verdicts
from sim.table.scene import open_scene
bits = claimed(open_scene(YARD)) + verdicts(*crowd())
print("".join("01"[bit] for bit in bits))
"""


def test_two_hash_seeds_give_the_same_bits() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", PRINT_BITS],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "77")
    }
    assert len(printed) == 1
    assert len(printed.pop()) > 300
