"""The cheapest change: worked out by hand for walls, gaps and cylinders."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.geometry.meshes import box_mesh
from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.table.what_if_bench import Bench, cut_down, stretched
from sim.table.what_if_change import Change, Changes, cheapest_change
from sim.table.what_if_turn import least_amount, least_shift
from tests.table.builders import box, facts_of, soldier
from tests.table.test_what_if_spot import RADIUS, tangent_distance, wall_up_to_10

A, B = soldier(10, 8), soldier(30, 8)


def of_kind(changes: Changes, kind: str, piece: str = "") -> Change:
    return next(c for c in changes.changes if c.kind == kind and c.piece == piece)


@pytest.fixture(scope="module")
def opening() -> Changes:
    """What would open the line past a wall that reaches 2 in beyond it."""
    return cheapest_change(wall_up_to_10(), A, B)


def test_the_target_must_reach_the_line_past_the_corner(opening: Changes):
    slope = math.atan2(10 - 8, 20 - 10)
    best = 20 * math.sin(slope) - RADIUS
    assert best - 0.01 <= of_kind(opening, "shift_target").cost_in <= best + 0.03  # pyright: ignore


def test_the_shooter_must_reach_the_line_from_the_targets_side_past_the_corner(opening: Changes):
    best = tangent_distance((10, 8), (20.2, 10), (30, 8), 1.0)
    assert best - 0.01 <= of_kind(opening, "shift_shooter").cost_in <= best + 0.03  # pyright: ignore


def test_the_wall_must_sink_to_the_height_of_eye_and_head(opening: Changes):
    change = of_kind(opening, "lower_piece", "wall")
    assert change.cost_in == pytest.approx(3.0 - 1.6, abs=0.02)
    assert change.height_in == pytest.approx(1.6, abs=0.02)


def test_the_eye_must_rise_to_the_line_from_the_head_over_the_wall(opening: Changes):
    change = of_kind(opening, "raise_eye")
    # From the far rim of the target's top (30.4, 1.6) over the wall's far edge (20.2, 3.0).
    rise = (30.4 - 10) * (3.0 - 1.6) / (30.4 - 20.2)
    assert change.cost_in == pytest.approx(rise, abs=0.03)


def test_the_wall_must_clear_the_line_that_touches_the_targets_side(opening: Changes):
    angle = math.asin(RADIUS / 20)
    # Both corners of the wall's end must get below the line from the eye along the body's side.
    best = max(abs((x - 10) * -math.sin(angle) + (10 - 8) * math.cos(angle)) for x in (20.0, 20.2))
    change = of_kind(opening, "shift_piece", "wall")
    assert best - 0.01 <= change.cost_in <= best + 0.03  # pyright: ignore


def test_changes_come_cheapest_first_and_a_removal_last(opening: Changes):
    costs = [change.cost_in for change in opening.changes if change.cost_in is not None]
    assert costs == sorted(costs)
    last = opening.changes[-1]
    assert (last.kind, last.cost_in, last.piece) == ("remove_piece", None, "wall")
    assert last.sight.share == pytest.approx(1.0)


def test_every_change_turns_the_verdict_and_a_little_less_does_not(opening: Changes):
    assert not opening.before.visible
    facts = wall_up_to_10()
    for change in opening.changes:
        assert change.sight.visible
        if change.cost_in is not None:
            assert change.short_in is not None
            assert change.cost_in - 0.0101 <= change.short_in < change.cost_in
    target = of_kind(opening, "shift_target")
    assert target.stand is not None
    assert facts.sees(A, target.stand)
    assert target.shift is not None
    share = target.short_in / target.cost_in  # pyright: ignore
    near = B.pose.moved(30 + share * target.shift[0], 8 + share * target.shift[1])
    assert not facts.sees(A, Stand(B.model, near))


def test_an_open_line_past_a_wall_is_closed_by_the_shift_that_covers_the_whole_body():
    # The wall's end is 2 in short of the line: it must come up to the body's upper side.
    found = cheapest_change(wall_up_to_10(), soldier(10, 12), soldier(30, 12))
    assert found.before.visible
    change = of_kind(found, "shift_piece", "wall")
    assert change.cost_in == pytest.approx(2.0 + RADIUS * 10.1 / 20, abs=0.06)
    assert not change.sight.visible
    assert all(not each.sight.visible for each in found.changes)


def test_a_gap_is_opened_by_moving_either_of_the_walls_beside_it():
    # Two walls that touch at y 8: each may make way for the line, to its own side.
    facts = facts_of(
        box("low", (20.0, 20.2), (4.0, 8.0), 3.0), box("high", (20.0, 20.2), (8.0, 12.0), 3.0)
    )
    found = cheapest_change(facts, A, B)
    low, high = of_kind(found, "shift_piece", "low"), of_kind(found, "shift_piece", "high")
    # The opening lets a part of the body show as soon as it is as wide as the contract's disc.
    assert low.cost_in == pytest.approx(0.0236 * 0.5, abs=0.02)
    assert high.cost_in == pytest.approx(low.cost_in, abs=0.02)
    assert low.shift is not None
    assert high.shift is not None
    assert low.shift[1] < 0 < high.shift[1]


def test_the_mirror_image_costs_the_same(opening: Changes):
    other = facts_of(box("wall", (20.0, 20.2), (38.0, 48.0), 3.0, walls=True))
    found = cheapest_change(other, soldier(10, 40), soldier(30, 40))
    assert len(found.changes) == len(opening.changes)
    for one, two in zip(opening.changes, found.changes, strict=True):
        assert (one.kind, one.piece) == (two.kind, two.piece)
        if one.cost_in is not None:
            assert two.cost_in == pytest.approx(one.cost_in, abs=0.03)


def test_a_piece_that_somebody_stands_on_is_left_where_it_is():
    facts = facts_of(
        box("hill", (25.0, 35.0), (0.0, 16.0), 1.0, carries=True),
        box("wall", (20.0, 20.2), (0.0, 10.0), 6.0),
    )
    found = cheapest_change(facts, A, B)
    assert "hill" not in {change.piece for change in found.changes}
    assert "wall" in {change.piece for change in found.changes}


def test_a_piece_is_not_moved_into_a_figure():
    facts = facts_of(box("block", (18.0, 22.0), (9.0, 13.0), 3.0))
    found = cheapest_change(facts, soldier(10, 8), soldier(23, 8))
    bench = Bench(facts, soldier(10, 8), soldier(23, 8), (), 6.0)
    piece = facts.table.terrain["block"]
    assert bench.stands_in(piece, (2.0, -3.0))
    assert not bench.stands_in(piece, (0.0, -3.0))
    shift = of_kind(found, "shift_piece", "block").shift
    assert shift is not None
    assert not bench.stands_in(piece, shift)


def test_a_figure_is_not_moved_into_a_wall_or_another_base():
    facts = wall_up_to_10()
    stander = soldier(30, 11.5)
    found = cheapest_change(facts, A, B, others=[stander])
    moved = of_kind(found, "shift_target").stand
    assert moved is not None
    assert facts.gap(moved, stander).inches >= -0.001


def test_the_bench_gives_the_verdicts_of_the_facts():
    facts = facts_of(
        box("wall", (20.0, 20.2), (0.0, 10.0), 3.0), box("far", (60.0, 61.0), (40.0, 41.0), 3.0)
    )
    bench = Bench(facts, A, B, (), 6.0)
    assert [piece.id for piece in bench.pieces] == ["wall"]
    wall = bench.pieces[0]
    for dy in np.linspace(-3.0, 3.0, 13).tolist():
        moved = facts_of(box("wall", (20.0, 20.2), (0.0 + dy, 10.0 + dy), 3.0))
        assert bench.with_piece(wall, (0.0, dy)).is_visible() == moved.sees(A, B)
    for high in (0.5, 1.5, 1.55, 1.65, 2.0):
        low = facts_of(box("wall", (20.0, 20.2), (0.0, 10.0), high))
        assert bench.with_body(wall, cut_down(wall.body, high)).is_visible() == low.sees(A, B)


def test_a_cut_mesh_ends_at_the_cut_and_a_stretched_one_at_the_new_height():
    body = box_mesh((0, 0, 1), (2, 2, 4))
    assert cut_down(body, 2.5).bounds[:, 2].tolist() == [1.0, 2.5]
    assert cut_down(body, 5.0).triangles == 12
    assert cut_down(body, 0.5).triangles == 0
    assert stretched(body, 7.0).bounds[:, 2].tolist() == [1.0, 7.0]


def test_the_least_shift_of_a_half_plane_is_its_normal():
    across = np.array([math.cos(0.3), math.sin(0.3)])

    def turns(dx: float, dy: float) -> bool:
        return dx * across[0] + dy * across[1] >= 1.2345

    turn = least_shift(turns, lambda shifts: shifts @ across >= 1.2345, 6.0)
    assert turn is not None
    assert 1.2345 <= turn.amount <= 1.2345 + 0.015
    assert turn.short < 1.2345


def test_the_least_amount_is_none_where_nothing_turns():
    assert least_amount(lambda _: False, lambda amounts: amounts > 9, 6.0) is None
    assert least_amount(lambda _: False, lambda amounts: amounts > 3, 6.0) is None
    turn = least_amount(lambda x: x >= 3.21, lambda amounts: amounts >= 3.0, 6.0)
    assert turn is not None
    assert turn.amount == pytest.approx(3.21, abs=0.011)


def test_a_table_without_terrain_offers_no_piece():
    found = cheapest_change(Facts(facts_of().table), A, B)
    assert found.before.visible
    assert found.changes == ()
