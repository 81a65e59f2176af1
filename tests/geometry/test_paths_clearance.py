"""Bases that squeeze through: the room on each side, against cases and against slow answers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from sim.geometry import measure
from sim.geometry.paths import Outlines, Posed, sweep
from sim.geometry.paths.clearance import Clearance, find_clearances
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Box, Disc, Footprint, Hull, Oval
from sim.geometry.units import keeps_from, overlaps
from tests.geometry.case_files import cases, named, pose_of, shape_of
from tests.geometry.path_scenes import rectangle, turned_box

KINDS: dict[str, Footprint] = {
    "disc": Disc(0.6),
    "oval": Oval(1.1, 0.5),
    "box": Box(1.6, 0.9),
    "hull": Hull(((0.9, 0.0), (0.1, 0.7), (-0.8, 0.3), (-0.4, -0.6))),
}


@pytest.mark.parametrize("case", cases("paths", "squeeze"), ids=named)
def test_squeezes_have_the_clearance_of_the_cases(case: dict[str, Any]) -> None:
    mover = (shape_of(case["base"]), pose_of(case["from"]))
    others = [(shape_of(words[:2]), pose_of(words[2:])) for words in case.get("others", [])]
    walls = Outlines((f"post-{i}", rectangle(*box)) for i, box in enumerate(case.get("walls", [])))
    facts = sweep(mover, [tuple(case["to"])], walls=walls, others=others, clearances=True)
    found = facts.clearances
    assert found is not None
    assert found.left is not None
    assert found.right is not None
    assert found.left.inches == pytest.approx(case["left"], abs=6e-5)
    assert found.right.inches == pytest.approx(case["right"], abs=6e-5)
    assert found.left.at == pytest.approx(tuple(case["at"]), abs=1e-9)
    assert found.left.points[1][1] > found.right.points[1][1]
    if others:
        assert (found.left.other, found.right.other) == (0, 1)
        assert keeps_from(found.least, case["keep"]) is case["passes"]
    else:
        assert (found.left.wall, found.right.wall) == ("post-1", "post-0")
        assert overlaps(found.least) is not case["passes"]
        assert bool(facts.walls) is not case["passes"]


def test_both_posts_of_a_doorway_in_one_piece_have_their_side() -> None:
    gate = [(10, 0), (10, 4), (11, 4), (11, 1), (12, 1), (12, 4), (13, 4), (13, 0)]
    walls = Outlines([("gate", [(float(y), float(x)) for x, y in gate])])
    found = find_clearances((Disc(0.3), Pose(6, 11.6)), [(2, 11.6)], walls=walls)
    assert found.left is not None
    assert found.right is not None
    assert (found.left.wall, found.right.wall) == ("gate", "gate")
    assert found.right.inches == pytest.approx(12 - 11.6 - 0.3)
    assert found.left.inches == pytest.approx(11.6 - 11 - 0.3)


def test_where_nothing_is_near_there_is_no_clearance_to_tell() -> None:
    found = find_clearances((Disc(0.5), Pose(0, 0)), [(5, 0)])
    assert (found.left, found.right) == (None, None)
    assert found.least == math.inf
    far = Outlines([("far", rectangle(0, 20, 5, 21))])
    assert find_clearances((Disc(0.5), Pose(0, 0)), [(5, 0)], walls=far).left is None
    assert sweep((Disc(0.5), Pose(0, 0)), [(5, 0)], walls=far).clearances is None


def _slow(mover: Posed, way: list[Point], things: list[Posed]) -> dict[bool, float]:
    """The least gap to each side over many places of the way."""
    base, pose = mover
    best = {True: math.inf, False: math.inf}
    start = pose.at
    for end in way:
        ux, uy = np.subtract(end, start) / math.dist(start, end)
        for share in np.linspace(0, 1, 90):
            x, y = np.add(start, share * np.subtract(end, start))
            for shape, at in things:
                found = measure.gap(base, pose.moved(float(x), float(y)), shape, at)
                px, py = found.points[1]
                left = ux * (py - y) - uy * (px - x) > 0
                best[left] = min(best[left], found.inches)
        start = end
    return best


@pytest.mark.parametrize("kind", KINDS)
def test_clearances_are_the_least_gaps_met_on_the_way(kind: str) -> None:
    rng = np.random.default_rng(3)
    base, compared = KINDS[kind], 0
    for _ in range(4 if kind == "oval" else 12):
        mover = (base, Pose(0, 0, float(rng.uniform(0, 360))))
        way: list[Point] = [(4.0, float(rng.uniform(-0.5, 0.5))), (8.0, 0.0)]
        boxes = [
            (float(x), float(side * y), float(rng.uniform(0, 180)))
            for side, (x, y) in zip((1, -1), rng.uniform((2, 1.9), (6, 2.6), (2, 2)), strict=True)
        ]
        walls = Outlines(
            (f"w{i}", turned_box(x, y, 1.4, 0.5, f)) for i, (x, y, f) in enumerate(boxes)
        )
        post = (Disc(0.4), Pose(float(rng.uniform(2, 6)), 2.4))
        things: list[Posed] = [(Box(1.4, 0.5), Pose(x, y, f)) for x, y, f in boxes]
        found = find_clearances(mover, way, walls=walls, others=[post])
        slow = _slow(mover, way, [*things, post])
        for side, left in ((found.left, True), (found.right, False)):
            if side is None or min(slow.values()) < 0.05:
                continue
            compared += 1
            assert side.inches <= slow[left] + 5e-5  # an oval slides as a polygon
            assert side.inches == pytest.approx(slow[left], abs=0.02)
            _there(mover, side, [*things[:2], post])
    assert compared > 4


def _there(mover: Posed, side: Clearance, things: list[Posed]) -> None:
    """The gap told is the gap at the place told, between the points told."""
    index = 2 if side.wall is None else int(side.wall[1:])
    again = measure.gap(mover[0], mover[1].moved(*side.at), *things[index])
    assert again.inches == pytest.approx(side.inches, abs=1e-6)
    assert math.dist(*side.points) == pytest.approx(side.inches, abs=1e-6)
