"""Which face is struck, and the armour on it."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.geometry.pose import Pose
from sim.geometry.units import mm
from sim.rules.dirtside.design.design import Design
from sim.rules.dirtside.fire.faces import armour_on, face_struck

HULL = (mm(35), mm(20))


@pytest.mark.rule("ds.angle.arcs")
@pytest.mark.parametrize(
    ("attacker", "face"),
    [
        ((35.0, 20.0), "front"),
        ((35.0, 20.01), "side"),
        ((35.0, -20.0), "front"),
        ((-35.0, 20.0), "rear"),
        ((-35.0, 20.01), "side"),
        ((0.0, 10.0), "side"),
        ((60.0, 0.0), "front"),
    ],
)
def test_s7_the_diagonals_part_front_sides_and_rear(attacker: tuple[float, float], face: str):
    assert face_struck(Pose(0.0, 0.0), HULL, attacker) == face


@given(st.floats(-180, 180), st.floats(-30, 30), st.floats(-30, 30))
def test_turning_the_whole_table_changes_no_face(facing: float, x: float, y: float):
    straight = face_struck(Pose(0.0, 0.0), HULL, (x, y))
    turn = math.radians(facing)
    turned = (
        x * math.cos(turn) - y * math.sin(turn) + 7.0,
        x * math.sin(turn) + y * math.cos(turn) - 3.0,
    )
    found = face_struck(Pose(7.0, -3.0, facing), HULL, turned)
    near = abs(abs(y) * HULL[0] - abs(x) * HULL[1]) < 1e-4
    assert found == straight or near


def tank(armour: int, **more: Any) -> Design:
    return Design("tank", 5, "fast_tracked", armour=armour, **more)


@pytest.mark.rule("ds.angle.faces", "ds.armour.facing", "ds.armour.minimum")
def test_the_rating_is_the_front_and_other_faces_are_one_thinner():
    faces = [armour_on(tank(5), face) for face in ("front", "side", "rear", "top")]
    assert faces == [5, 4, 4, 4]
    assert [armour_on(tank(0), face) for face in ("front", "side")] == [0, 0]
    assert [armour_on(tank(1), face) for face in ("front", "rear")] == [1, 0]


@pytest.mark.rule("ds.angle.top", "ds.armour.open_topped")
def test_fire_from_above_meets_the_top_and_open_tops_keep_no_rocket_out():
    assert armour_on(tank(4), "top") == 3
    assert armour_on(tank(4), "bottom") == 2
    assert armour_on(tank(3, open_topped=True), "front", rockets=True) == 0
    assert armour_on(tank(3, open_topped=True), "front") == 3
