"""The margin of a verdict: what it proves, what it tries, and that it never says too much."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.geometry.margin import Margin, find_margin
from sim.geometry.margin.trials import with_eye_at, with_target_at
from sim.geometry.meshes import box_mesh, cylinder_mesh, merge
from sim.geometry.pose import Pose
from sim.geometry.rays import SolidSet
from sim.geometry.sight import Query, verdict, verdicts
from sim.geometry.sight.bodies import Target, make_body
from tests.benchmarks.margin_table import measure, pairs, table
from tests.geometry.case_files import cases, query_of, solids_of
from tests.geometry.margin_scenes import make_scene

SOLDIER = make_body(cylinder_mesh(0.4, 1.6, sides=64))
#: The first target shift across that hides the man behind the book's window.
WINDOW = {"D14 13 percent": 1.6711, "D14 thin": 1.7237, "D14 thick": 1.6133}


def _length(shift: tuple[float, float] | None) -> float:
    return math.inf if shift is None else math.hypot(*shift)


def _window(name: str, y: float) -> tuple[SolidSet, Query]:
    case = next(case for case in cases("sight", "case") if case["id"] == name)
    see = {"eye": [4.0, 0.0, 1.6], "target": [20.0, y, 0.0, 0.4, 1.6]}
    return solids_of(case), query_of(see)


@pytest.mark.parametrize("name", sorted(WINDOW))
def test_the_window_s_margin_ends_just_short_of_where_the_man_is_hidden(name: str) -> None:
    room = WINDOW[name] - 1.5
    margin = find_margin(*_window(name, 1.5))
    assert 0.85 * room <= margin.target_in < room
    assert margin.target_flip is not None
    assert _length(margin.target_flip) == pytest.approx(room, abs=0.006)
    assert margin.target_flip[1] > 0


@pytest.mark.slow
def test_a_man_hidden_by_a_hair_has_no_margin_and_one_seen_by_a_hair_next_to_none() -> None:
    hidden = find_margin(*_window("D14 13 percent", 1.6716))
    assert hidden.target_in < 0.001
    assert hidden.shooter_in == 0
    seen = find_margin(*_window("D14 13 percent", 1.6706))
    assert seen.target_in < 0.001
    assert _length(seen.target_flip) < 0.005


def test_nothing_in_the_way_gives_the_whole_limit_without_a_flip() -> None:
    query = Query((0.0, 0.0, 1.6), Target(SOLDIER, Pose(12.0, 0.0)))
    margin = find_margin(SolidSet({}), query, limit_in=0.75)
    assert margin == Margin(0.75, 0.75, 5 * 16, 0.75)


def test_a_wide_wall_well_before_the_target_hides_it_for_the_whole_limit() -> None:
    terrain = SolidSet({"wall": box_mesh((6, -9, 0), (6.3, 9, 4))})
    query = Query((0.0, 0.0, 1.6), Target(SOLDIER, Pose(12.0, 0.0)))
    margin = find_margin(terrain, query)
    assert margin.target_in == 1.0
    assert margin.target_flip is None
    assert margin.shooter_in == 1.0


def test_a_target_in_front_of_its_blocker_is_seen_so_the_margin_ends_before_it() -> None:
    terrain = SolidSet({"wall": box_mesh((11.2, -9, 0), (11.3, 9, 4))})
    query = Query((0.0, 0.0, 1.6), Target(SOLDIER, Pose(12.0, 0.0)))
    margin = find_margin(terrain, query)
    # The man's front is at 11.6: half an inch nearer it pokes through the wall at 11.2.
    assert 0.3 <= margin.target_in <= 0.4
    assert _length(margin.target_flip) == pytest.approx(0.4, abs=0.02)


@pytest.mark.parametrize(("width", "reach"), [(0.008, 1.0), (0.05, 0.75)])
def test_only_a_slit_wider_than_the_opening_takes_margin_away(width: float, reach: float) -> None:
    # Twice as wide on the target's plane; the opening's disc is 0.0236 in wide.
    low, high = 0.6 - width / 2, 0.6 + width / 2
    walls = [box_mesh((6, -9, 0), (6.02, low, 4)), box_mesh((6, high, 0), (6.02, 9, 4))]
    query = Query((0.0, 0.0, 1.6), Target(SOLDIER, Pose(12.0, 0.0)))
    margin = find_margin(SolidSet({"wall": merge(walls)}), query)
    assert 0.85 * reach <= margin.target_in <= reach
    assert (margin.target_flip is None) is (reach == 1.0)


def test_the_edge_of_one_wall_gives_the_shift_that_steps_out_of_its_shadow() -> None:
    terrain = SolidSet({"wall": box_mesh((6, -9, 0), (6.02, 0.5, 4))})
    # The shadow's edge runs through (6.02, 0.5): 0.9967 at x = 12; the man reaches to 0.4.
    query = Query((0.0, 0.0, 1.6), Target(SOLDIER, Pose(12.0, 0.0)))
    edge = math.atan2(0.5, 6.02)
    truth = 12.0 * math.sin(edge) - 0.4
    margin = find_margin(terrain, query)
    assert 0.85 * truth <= margin.target_in <= truth + 1e-3
    assert _length(margin.target_flip) == pytest.approx(truth, abs=0.05)


def test_the_shooter_s_trials_find_the_step_that_opens_the_line() -> None:
    terrain = SolidSet({"post": box_mesh((1.0, -0.25, 0), (1.1, 0.25, 4))})
    query = Query((0.0, 0.0, 1.6), Target(SOLDIER, Pose(6.0, 0.0)))
    margin = find_margin(terrain, query)
    assert margin.shooter_flip is not None
    assert verdict(terrain, with_eye_at(query, margin.shooter_flip)) is not verdict(terrain, query)
    assert margin.shooter_in < _length(margin.shooter_flip)
    assert margin.shooter_tried >= 16


def test_an_eye_within_the_target_has_no_margin_and_takes_no_trials() -> None:
    terrain = SolidSet({"wall": box_mesh((6, -9, 0), (6.02, 9, 4))})
    query = Query((12.2, 0.0, 1.4), Target(SOLDIER, Pose(12.0, 0.0)))
    assert find_margin(terrain, query) == Margin(0.0, 0.0, 0, 1.0)


@pytest.mark.parametrize("limit", [0.0, -1.0, math.nan, math.inf])
def test_a_limit_that_is_no_length_is_refused(limit: float) -> None:
    query = Query((0.0, 0.0, 1.6), Target(SOLDIER, Pose(12.0, 0.0)))
    with pytest.raises(ValueError, match="limit"):
        find_margin(SolidSet({}), query, limit_in=limit)


@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.slow) for first in range(10, 60, 10))]
)
def test_no_shift_below_the_bound_turns_the_verdict(first: int) -> None:
    for seed in range(first, first + 10):
        scene = make_scene(seed)
        terrain, query = scene.terrain(), scene.query()
        seen, margin = verdict(terrain, query), find_margin(terrain, query)
        assert margin.target_in <= _length(margin.target_flip)
        if margin.target_flip is not None:
            there = with_target_at(query, margin.target_flip)
            assert verdict(terrain, there) is not seen, seed
        rng = np.random.default_rng(seed)
        turns = rng.uniform(0, 2 * math.pi, 24)
        lengths = margin.target_in * np.where(turns > 2, 0.999, np.sqrt(rng.random(24)))
        shifts = np.stack([lengths * np.cos(turns), lengths * np.sin(turns)], axis=1)
        moved = [with_target_at(query, (float(x), float(y))) for x, y in shifts]
        assert set(verdicts(terrain, moved)) == {seen}, seed


def test_moving_turning_and_mirroring_the_table_changes_no_margin() -> None:
    for seed in (100, 103, 104):
        scene = make_scene(seed)
        here = find_margin(scene.terrain(), scene.query())
        there = scene.moved(Pose(31.0, -17.0, 77.0))
        other = find_margin(there.terrain(), there.query())
        image = scene.mirrored()
        third = find_margin(image.terrain(), image.query(mirror=True))
        for margin in (other, third):
            assert margin.target_in == pytest.approx(here.target_in, abs=0.06), seed
            flips = min(_length(margin.target_flip), 1.0), min(_length(here.target_flip), 1.0)
            assert flips[0] == pytest.approx(flips[1], abs=0.1), seed


def test_twenty_five_pairs_of_a_crowded_table_keep_the_margin_s_promises() -> None:
    terrain, queries = pairs(25)
    rows = [measure(terrain, query) for query in queries]
    assert sum(row.lies for row in rows) == 0
    assert all(row.bound <= row.flip + 1e-9 for row in rows)
    ratios = sorted(row.bound / row.flip for row in rows if math.isfinite(row.flip))
    assert len(ratios) >= 4
    assert ratios[len(ratios) // 2] >= 0.4
    far = [row for row in rows if row.flip > 0.1]
    assert sum(row.bound <= 0 for row in far) < 0.1 * len(far)
    assert any("visible" in line for line in table(rows))
