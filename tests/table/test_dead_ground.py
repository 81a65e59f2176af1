"""Dead ground: public case L17 and shadows worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.errors import UsageError
from sim.geometry.pose import Pose
from sim.geometry.shapes import Disc
from sim.table.dead_ground import (
    HIDDEN,
    NO_PLACE,
    PARTLY,
    SEEN,
    cells_of,
    dead_ground,
    zone_lookers,
)
from sim.table.facts import Facts
from sim.table.pieces import Floor, Stand
from tests.table.builders import box, cylinder, facts_of, soldier, square

SOLDIER = soldier(0, 0)
#: A post of the public cases' height, thin enough to be a line.
POST = cylinder("post", Disc(0.05), radius=0.02, height=1.2)


def test_l17_ground_behind_a_wall_that_the_viewer_looks_over():
    # L17: eye 5.5 in up, 0.5 in before a wall 5 in high and 0.1 in thick. A model 1.2 in tall is
    # wholly hidden while x < 5.16, the ground shows from x 6.6.
    eye = cylinder("eye", Disc(0.05), radius=0.02, height=5.5)
    facts = facts_of(box("wall", (1.5, 1.6), (0.0, 1.0), 5.0), size=(10.0, 1.0), eye=eye, post=POST)
    looker = Stand("eye", Pose(1.0, 0.5))
    found = dead_ground(facts, [looker], Stand("post", Pose(0, 0)), spacing=0.1)
    row = found.state[5]
    x = (np.arange(len(row)) + 0.5) * 0.1 - 1.0
    beyond = (row != NO_PLACE) & (x > 0.7)
    assert (row[beyond & (x < 5.10)] == HIDDEN).all()
    assert (row[beyond & (x > 5.22)] != HIDDEN).all()
    assert (row[beyond & (x > 5.22) & (x < 6.4)] == PARTLY).all()
    assert (row[beyond & (x > 6.66)] == SEEN).all()
    assert found.at(1.0 + 4.0, 0.5) == HIDDEN
    assert found.at(1.0 + 8.0, 0.5) == SEEN
    assert found.at(30.0, 0.5) == NO_PLACE


def test_a_wall_casts_the_shadow_of_its_corners():
    facts = facts_of(box("wall", (10.0, 10.2), (8.0, 12.0), 3.0), size=(20.0, 20.0), post=POST)
    looker = Stand("post", Pose(4.0, 10.0))
    found = dead_ground(facts, [looker], Stand("post", Pose(0, 0)), spacing=0.5)
    # Behind the wall everything within the two lines past its near corners is hidden.
    for row in range(found.state.shape[0]):
        for column in range(found.state.shape[1]):
            x, y = (column + 0.5) * 0.5, (row + 0.5) * 0.5
            if found.state[row, column] == NO_PLACE or 9.8 < x < 10.4:
                continue
            edge = 2.0 * (x - 4.0) / 6.0
            if x < 10 or abs(y - 10.0) > edge + 0.1:
                assert found.state[row, column] == SEEN, (x, y)
            elif abs(y - 10.0) < edge - 0.1:
                assert found.state[row, column] == HIDDEN, (x, y)


def test_a_cylinder_hides_a_cone_whose_share_is_known():
    pillar = cylinder("pillar", Disc(2.0), radius=2.0, height=4.0)
    facts = facts_of(size=(30.0, 30.0), pillar=pillar, post=POST)
    hull = Stand("pillar", Pose(15.0, 15.0))
    looker = Stand("post", Pose(5.0, 15.0))
    found = dead_ground(facts, [looker], Stand("post", Pose(0, 0)), spacing=0.5, solids=[hull])
    half = math.asin(2.0 / 10.0)
    wrong = 0
    for row, column in np.argwhere(found.state != NO_PLACE).tolist():
        x, y = (column + 0.5) * 0.5 - 5.0, (row + 0.5) * 0.5 - 15.0
        off = abs(math.atan2(y, x)) - half
        if math.hypot(x, y) > 12.5 and abs(off) > 0.01:
            wrong += (found.state[row, column] == HIDDEN) != (off < 0)
    assert wrong == 0


def test_more_lookers_leave_less_dead_ground_and_the_count_says_how_many():
    facts = facts_of(box("wall", (10.0, 10.2), (4.0, 16.0), 3.0), size=(20.0, 20.0))
    one, two = soldier(4, 10), soldier(16, 10)
    alone = dead_ground(facts, [one], SOLDIER, spacing=1.0)
    both = dead_ground(facts, [one, two], SOLDIER, spacing=1.0)
    assert alone.hidden_share > 0.2
    assert both.hidden_share < 0.05
    assert both.seen_by.max() == 2
    assert both.share_seen_by(2) < both.share_seen_by(1)
    assert both.share_seen_by(1) == pytest.approx(1.0 - both.hidden_share)


def test_without_counting_the_same_places_are_hidden_seen_and_seen_in_part():
    facts = facts_of(
        box("wall", (10.0, 10.2), (4.0, 16.0), 3.0),
        box("low", (6.0, 6.2), (0.0, 20.0), 1.0),
        size=(20.0, 20.0),
    )
    lookers = [soldier(4, 10), soldier(3, 3), soldier(8, 13)]
    counted = dead_ground(facts, lookers, SOLDIER, spacing=1.0)
    quick = dead_ground(Facts(facts.table), lookers, SOLDIER, spacing=1.0, count=False)
    assert (quick.state == counted.state).all()
    assert set(np.unique(counted.state).tolist()) == {NO_PLACE, HIDDEN, PARTLY, SEEN}
    assert ((quick.seen_by > 0) == (counted.seen_by > 0)).all()


def test_every_cell_says_what_a_single_question_says():
    facts = facts_of(
        box("wall", (10.0, 10.2), (4.0, 9.0), 3.0),
        box("low", (6.0, 6.2), (9.0, 16.0), 1.0),
        size=(20.0, 20.0),
    )
    looker = soldier(3, 10)
    found = dead_ground(facts, [looker], SOLDIER, spacing=2.0)
    fresh = Facts(facts.table)
    for row, column in np.argwhere(found.state != NO_PLACE).tolist():
        there = soldier(1.0 + 2.0 * column, 1.0 + 2.0 * row)
        sight = fresh.sight(looker, there)
        assert (found.state[row, column] != HIDDEN) == sight.visible
        if found.state[row, column] == SEEN:
            assert sight.share > 0.97


def test_nobody_stands_in_a_wall_or_over_the_edge():
    facts = facts_of(box("wall", (8.0, 12.0), (8.0, 12.0), 3.0, walls=True), size=(20.0, 20.0))
    found = dead_ground(facts, [soldier(3, 10)], SOLDIER, spacing=0.5)
    assert found.at(10.0, 10.0) == NO_PLACE
    assert found.at(7.7, 10.0) == NO_PLACE
    assert found.at(0.2, 10.0) == NO_PLACE
    assert found.at(7.0, 10.0) == SEEN


def test_a_floor_is_asked_at_its_own_height():
    outline = square((8.0, 12.0), (8.0, 12.0))
    facts = facts_of(
        box("tower", (8.0, 12.0), (8.0, 12.0), 0.1, low=3.9, floors=[Floor("1", 4.0, outline)]),
        box("wall", (5.0, 5.2), (0.0, 20.0), 3.0),
        size=(20.0, 20.0),
    )
    upstairs = Stand("soldier", Pose(0, 0, 0.0, "tower/1"))
    found = dead_ground(facts, [soldier(1, 10)], upstairs, spacing=1.0)
    assert found.places == 16
    assert found.hidden_share < 0.5
    below = dead_ground(facts, [soldier(1, 10)], SOLDIER, spacing=1.0)
    assert below.at(10.0, 10.0) == HIDDEN


def test_a_zone_is_looked_from_all_over():
    facts = facts_of(size=(20.0, 20.0))
    lookers = zone_lookers(facts, square((2.0, 8.0), (2.0, 4.0)), "soldier")
    spots = {each.pose.at for each in lookers}
    assert len(spots) == len(lookers) == 4 * 2
    assert min(x for x, _ in spots) == pytest.approx(2.0, abs=0.01)
    assert max(x for x, _ in spots) == pytest.approx(8.0, abs=0.01)
    assert zone_lookers(facts, square((0.0, 0.4), (0.0, 0.4)), "soldier") == ()


def test_progress_is_told_and_a_stop_is_obeyed():
    facts = facts_of(size=(20.0, 20.0))
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dead_ground(facts, [soldier(3, 10)], SOLDIER, spacing=0.5, progress=stop)
    assert len(told) == 1
    assert 0 < told[0][0] < told[0][1]


def test_a_grid_too_fine_is_refused_with_the_least_spacing():
    with pytest.raises(UsageError, match="0\\.12"):
        cells_of(facts_of(), 0.05)
    assert cells_of(facts_of(), 0.5) == (96, 144)
