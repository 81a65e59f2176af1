"""Heat maps: what a zone sees of the ground."""

from __future__ import annotations

import numpy as np
import pytest

from sim.table.maps import seen_from_zone, spread_in_zone
from tests.table.builders import box, facts_of, square

ZONE = square((0, 24), (0, 4))


def test_an_empty_table_is_seen_everywhere():
    heat = seen_from_zone(facts_of(size=(24, 24)), "soldier", ZONE, cell=4, positions=6)
    assert heat.shares.shape == (6, 6)
    assert heat.mean == 1.0
    assert len(heat.positions) == pytest.approx(6, abs=2)
    assert all(0.59 <= x <= 23.41 and 0.59 <= y <= 3.41 for x, y in heat.positions)


def test_ground_behind_a_long_wall_is_dead_and_in_it_nobody_stands():
    wall = box("wall", (0, 24), (11, 13), 3, walls=True)
    heat = seen_from_zone(facts_of(wall, size=(24, 24)), "soldier", ZONE, cell=4, positions=6)
    assert heat.ys.tolist() == [2, 6, 10, 14, 18, 22]
    assert (heat.shares[:2] == 1).all()
    assert np.isnan(heat.shares[2:3]).sum() == 0
    assert (heat.shares[4:] == 0).all()
    thick = box("wall", (0, 24), (9, 15), 3, walls=True)
    blocked = seen_from_zone(facts_of(thick, size=(24, 24)), "soldier", ZONE, cell=4, positions=6)
    assert np.isnan(blocked.shares[2:4]).all()


def test_half_a_wall_leaves_shares_in_between():
    wall = box("wall", (0, 12), (8, 8.5), 3)
    heat = seen_from_zone(facts_of(wall, size=(24, 24)), "soldier", ZONE, cell=4, positions=12)
    behind = heat.shares[3]
    assert behind.min() < 0.5
    assert 0 < behind.mean() < 1


def test_positions_keep_out_of_walls_and_of_corners_of_the_zone():
    hut = box("hut", (4, 12), (0, 4), 3, walls=True)
    facts = facts_of(hut, size=(24, 24))
    free = spread_in_zone(facts, "soldier", ZONE, 12)
    assert free
    assert all(not 3.5 < x < 12.5 for x, _ in free)
    triangle = ((0.0, 0.0), (24.0, 0.0), (0.0, 24.0))
    for x, y in spread_in_zone(facts_of(size=(24, 24)), "soldier", triangle, 30):
        assert x + y <= 24
