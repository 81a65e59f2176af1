"""The nearest spot: worked out by hand where walls are straight and bodies are round."""

from __future__ import annotations

import math
import random

import pytest

from sim.geometry.pose import Point
from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.table.what_if_spot import SpotTerms, nearest_spot
from tests.table.builders import box, facts_of, soldier

#: The soldier's cylinder.
RADIUS = 0.4


def wall_up_to_10() -> Facts:
    return facts_of(box("wall", (20.0, 20.2), (0.0, 10.0), 3.0, walls=True))


def tangent_distance(point: Point, corner: Point, centre: Point, side: float) -> float:
    """Distance of a point to the line through a corner that touches a circle round a centre.

    `side` is 1 for the upper and -1 for the lower touching point, seen from the corner.
    """
    away = (centre[0] - corner[0], centre[1] - corner[1])
    angle = math.atan2(away[1], away[0]) + side * math.asin(RADIUS / math.hypot(*away))
    across = (-math.sin(angle), math.cos(angle))
    return abs((point[0] - corner[0]) * across[0] + (point[1] - corner[1]) * across[1])


def test_the_way_round_a_wall_is_the_perpendicular_to_the_line_past_its_corner():
    found = nearest_spot(wall_up_to_10(), soldier(14, 6), [soldier(30, 6)], 8.0)
    assert found.spot is not None
    # The line rises from the target to the mover, so the far corner is the one to pass.
    best = tangent_distance((14, 6), (20.2, 10.0), (30, 6), 1.0)
    assert best - 0.001 <= found.spot.length_in <= best + 0.1
    assert found.spot.sights[0].visible


def test_hiding_takes_a_radius_more_than_the_line_past_the_corner():
    found = nearest_spot(wall_up_to_10(), soldier(14, 14), [soldier(30, 16)], 8.0, "hide")
    assert found.spot is not None
    angle = math.atan2(16 - 10, 30 - 20)
    best = abs((14 - 20) * -math.sin(angle) + (14 - 10) * math.cos(angle)) + RADIUS
    assert best - 0.001 <= found.spot.length_in <= best + 0.1
    assert not found.spot.sights[0].visible


def test_the_spot_serves_at_the_place_that_is_printed_and_its_way_is_legal():
    facts = wall_up_to_10()
    mover, target = soldier(14, 6), soldier(30, 6)
    found = nearest_spot(facts, mover, [target], 8.0)
    assert found.spot is not None
    x, y = found.spot.stand.pose.at
    assert (x, y) == (round(x, 4), round(y, 4))
    assert Facts(facts.table).sees(found.spot.stand, target)
    assert found.spot.path[0] == mover.pose.at
    assert found.spot.path[-1] == (x, y)
    walked = facts.path(mover, found.spot.path[1:], ())
    assert walked.walls == ()
    assert walked.length == pytest.approx(found.spot.length_in)
    assert found.spot.length_in <= 8.001


def test_a_move_too_short_finds_nothing_and_says_how_finely_it_looked():
    found = nearest_spot(wall_up_to_10(), soldier(14, 6), [soldier(30, 6)], 5.0)
    assert found.spot is None
    assert (found.spacing_in, found.fine_in, found.within_in) == (0.5, 0.05, 5.0)
    assert found.tried > 100


def test_who_sees_already_stays_where_he_is():
    found = nearest_spot(wall_up_to_10(), soldier(14, 20), [soldier(30, 20)], 6.0)
    assert found.spot is not None
    assert found.spot.length_in == 0.0
    assert found.spot.stand == soldier(14, 20)


def test_the_mirror_image_has_the_mirrored_spot():
    one = nearest_spot(wall_up_to_10(), soldier(14, 6), [soldier(30, 6)], 8.0)
    other = facts_of(box("wall", (20.0, 20.2), (38.0, 48.0), 3.0, walls=True))
    two = nearest_spot(other, soldier(14, 42), [soldier(30, 42)], 8.0)
    assert one.spot is not None
    assert two.spot is not None
    assert two.spot.length_in == pytest.approx(one.spot.length_in, abs=0.05)
    assert two.spot.stand.pose.x == pytest.approx(one.spot.stand.pose.x, abs=0.3)
    assert two.spot.stand.pose.y == pytest.approx(48 - one.spot.stand.pose.y, abs=0.3)


def test_every_one_of_two_targets_takes_a_longer_way_than_one_of_them():
    targets = [soldier(30, 6), soldier(30, 2)]
    one = nearest_spot(wall_up_to_10(), soldier(14, 6), targets, 12.0)
    both = nearest_spot(wall_up_to_10(), soldier(14, 6), targets, 12.0, terms=SpotTerms(every=True))
    assert one.spot is not None
    assert both.spot is not None
    assert both.spot.length_in > one.spot.length_in + 1.0
    assert [sight.visible for sight in both.spot.sights] == [True, True]


def test_a_way_round_another_wall_is_longer_than_the_straight_distance():
    # A low fence that nobody crosses but everybody sees over stands between mover and spot.
    facts = facts_of(
        box("wall", (20.0, 20.2), (0.0, 10.0), 3.0, walls=True),
        box("fence", (12.0, 19.0), (8.0, 8.2), 0.3, walls=True),
    )
    walked = nearest_spot(facts, soldier(15, 6), [soldier(30, 6)], 14.0)
    leapt = nearest_spot(
        facts, soldier(15, 6), [soldier(30, 6)], 14.0, terms=SpotTerms(straight=True)
    )
    assert walked.spot is not None
    assert leapt.spot is not None
    assert len(walked.spot.path) > 2
    assert walked.spot.length_in > leapt.spot.length_in + 0.5
    assert facts.path(soldier(15, 6), walked.spot.path[1:], ()).walls == ()


def test_a_base_in_the_way_is_kept_clear_of():
    facts = wall_up_to_10()
    free = nearest_spot(facts, soldier(14, 6), [soldier(30, 6)], 10.0)
    assert free.spot is not None
    there = free.spot.stand
    terms = SpotTerms(keep=((Stand("soldier", there.pose), 0.0),))
    found = nearest_spot(facts, soldier(14, 6), [soldier(30, 6)], 10.0, terms=terms)
    assert found.spot is not None
    assert facts.gap(found.spot.stand, there).inches >= -0.001
    assert found.spot.length_in > free.spot.length_in


@pytest.mark.parametrize("seed", range(4))
def test_no_place_of_a_fine_grid_is_nearer_than_what_was_found(seed: int):
    rng = random.Random(seed)
    boxes = [
        box(
            f"b{i}", (x, x + rng.uniform(0.3, 3.0)), (y, y + rng.uniform(0.3, 5.0)), 3.0, walls=True
        )
        for i, (x, y) in enumerate(
            (rng.uniform(14.0, 26.0), rng.uniform(2.0, 18.0)) for _ in range(7)
        )
    ]
    facts = facts_of(*boxes, size=(40.0, 24.0))
    mover, target = soldier(10, rng.uniform(6, 18)), soldier(32, rng.uniform(6, 18))
    want = "hide" if facts.sees(target, mover) else "see"
    found = nearest_spot(facts, mover, [target], 6.0, want)
    spots = facts.reach(mover, 6.0, spacing=0.25)
    lengths = facts.way_lengths(mover, spots)
    there = [Stand("soldier", mover.pose.moved(*at)) for at in spots]
    pairs = [(each, target) if want == "see" else (target, each) for each in there]
    seen = facts.sees_many(pairs)
    good = [far for far, sees in zip(lengths, seen, strict=True) if sees == (want == "see")]
    assert good
    assert found.spot is not None
    assert found.spot.length_in <= min(good) + 0.01
