"""Lengths of shortest ways to many places at once: the same as finding each way."""

from __future__ import annotations

import math

from sim.geometry.paths import path_length
from sim.geometry.pose import Pose
from tests.geometry.path_scenes import SOLDIER
from tests.geometry.test_planner import room, walled

START = (SOLDIER, Pose(24.0, 24.0))


def test_lengths_are_those_of_the_ways_found_one_by_one() -> None:
    ground = walled(room(16.0, 16.0, 32.0, 32.0, door=3.0))
    places = [(x, y) for x in (4.0, 14.0, 20.0, 34.0, 44.0) for y in (3.0, 20.0, 24.0, 40.0)]
    found = ground.lengths(START, places)
    for place, length in zip(places, found, strict=True):
        way = ground.find_path(START, place)
        assert way is not None
        assert math.isclose(length, path_length(START[1].at, way), abs_tol=1e-3)


def test_out_of_a_room_without_a_door_no_way_leads() -> None:
    ground = walled(room(16.0, 16.0, 32.0, 32.0, door=None))
    assert ground.lengths(START, [(20.0, 20.0), (40.0, 24.0)]) == (math.hypot(4.0, 4.0), math.inf)
    assert ground.lengths(START, []) == ()
