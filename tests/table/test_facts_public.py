"""Facts against the public cases: complaints of other projects, with the right answers."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import transform
from sim.geometry.pose import Pose
from sim.geometry.shapes import disc_mm
from sim.table.facts import Facts
from sim.table.pieces import Floor, Stand, Terrain
from tests.table.builders import MAN, box, cylinder, facts_of, man, pieces, soldier, square

MAN_30 = disc_mm(30).radius


def turned(facts: Facts, degrees: float, shift: tuple[float, float] = (0, 0)) -> Facts:
    """Return the same table turned about the origin and then moved."""
    pose = Pose(shift[0], shift[1], degrees)
    terrain = [
        replace(
            each,
            body=transform(each.body, pose),
            area=tuple(pose.to_table(point) for point in each.area),
        )
        for each in facts.table.terrain.values()
    ]
    return facts_of(*terrain)


def test_l03_blocked_both_ways_among_three_blocks():
    facts = facts_of(
        box("a", (10, 12), (5, 9)), box("b", (18, 20), (8, 14)), box("c", (25, 26), (12, 16))
    )
    a, b = man(2, 3), man(31, 17)
    assert not facts.sees(a, b)
    assert not facts.sees(b, a)
    assert facts.areas_crossed((2, 3), (31, 17))[0].entry == pytest.approx((10, 6.862), abs=1e-3)


def house_with_floors() -> Terrain:
    """Return a closed house of 6 by 6 by 6 in with a floor at 3."""
    walls = [
        box("w", (-3, 3), (-3, -2.9), 6),
        box("n", (-3, 3), (2.9, 3), 6),
        box("e", (2.9, 3), (-3, 3), 6),
        box("o", (-3, -2.9), (-3, 3), 6),
        box("floor", (-3, 3), (-3, 3), 0.1, low=2.9),
        box("roof", (-3, 3), (-3, 3), 0.1, low=6.0),
    ]
    whole = pieces(*walls, name="house")
    floor = Floor("1", 3.0, square((-3, 3), (-3, 3)))
    return replace(whole, area=square((-3, 3), (-3, 3)), floors=(floor,))


def test_l06_a_head_just_under_the_roof_is_still_inside():
    tall = cylinder("tall", disc_mm(25), height=2.9)
    facts = facts_of(house_with_floors(), tall=tall)
    inside = Stand("tall", Pose(-1.5, 0, 0, "house/1"))
    mate = Stand("tall", Pose(1.5, 0, 0, "house/1"))
    outside = Stand("tall", Pose(10, 0))
    assert facts.eye(inside)[2] == pytest.approx(5.9)
    assert facts.sees(inside, mate)
    assert not facts.sees(inside, outside)
    assert not facts.sees(outside, inside)


@pytest.mark.parametrize("x", [2.0, 12.0, 24.0])
def test_l10_smoke_counts_its_two_inches_at_any_range(x: float):
    facts = facts_of(box("smoke", (x, x + 2), (-3, 3), 2))
    (found,) = facts.areas_crossed((0, 0), (30, 0))
    assert found.length == pytest.approx(2.0)
    assert not facts.sees(man(0, 0), man(30, 0))


@pytest.mark.parametrize(
    ("degrees", "shift"),
    [(0, (0, 0)), (0, (48, 0)), (180, (0, 0)), (37, (5, 9)), (0, (1e4, 0)), (0, (1e6, 0))],
)
def test_l11_the_answer_is_the_same_in_every_copy(degrees: float, shift: tuple[float, float]):
    plain = facts_of(box("wall", (15, 15.5), (0, 12)))
    facts = turned(plain, degrees, shift)
    pose = Pose(shift[0], shift[1], degrees)
    a, b = man(*pose.to_table((3, 3))), man(*pose.to_table((29, 21)))
    free = man(*pose.to_table((29, 30)))
    assert not facts.sees(a, b)
    assert not facts.sees(b, a)
    assert facts.sees(a, free)


def test_l17_dead_ground_behind_a_wall_looked_over():
    post = cylinder("post", disc_mm(25), height=1.2, eye=5.5)
    facts = facts_of(box("wall", (0.5, 0.6), (-9, 9), 5), post=post)
    eye = Stand("post", Pose(0, 0))
    radius = disc_mm(25).radius
    assert not facts.sees(eye, man(5.16 - radius - 0.02, 0))
    assert facts.sees(eye, man(5.16 - radius + 0.15, 0))
    whole = facts.sight(eye, man(6.6 + radius + 0.1, 0))
    assert whole.share == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_l25_a_wall_along_one_side_hides_no_corner_from_the_other(degrees: float):
    pose = Pose(0, 0, degrees)
    speck = cylinder("speck", disc_mm(1), radius=0.02, height=1.0)
    plain = facts_of(box("wall", (10, 11), (4.9, 5.0)))
    facts = facts_of(*turned(plain, degrees).table.terrain.values(), speck=speck)
    viewer = man(*pose.to_table((2, 9)))
    for corner in ((10.02, 5.03), (10.98, 5.03), (10.02, 5.98), (10.98, 5.98)):
        assert facts.sees(viewer, Stand("speck", Pose(*pose.to_table(corner))))


def test_l27_a_sheet_seen_end_on_gives_one_stable_answer():
    sheet = MeshData(
        np.array([[5, 0, 0], [9, 0, 0], [9, 0, 3], [5, 0, 3.0]]),
        np.array([[0, 1, 2], [0, 2, 3]], dtype=np.int32),
    )
    facts = facts_of(Terrain("sheet", "sheet", "walls", Pose(7, 0), sheet, ()))
    seen = [facts.sight(man(0, y), man(12, 0)) for y in (0.0, 1e-9, -1e-9)]
    # The sheet itself hides nothing that is wider than it: the target shows on both sides.
    assert [each.visible for each in seen] == [True, True, True]
    assert [each.share for each in seen] == pytest.approx([1.0, 1.0, 1.0], abs=0.02)


def test_l29_a_table_of_nine_answers_is_nine_single_answers():
    blocks = [
        box("a", (10, 12), (2, 6)),
        box("b", (14, 15), (8, 12), 1.0),
        box("c", (8, 9), (-4, 0)),
    ]
    lookers = [man(0, y) for y in (0, 5, 10)]
    targets = [man(24, y) for y in (0, 5, 10)]
    pairs = [(a, b) for a in lookers for b in targets]
    batch = facts_of(*blocks).sees_many(pairs)
    singles = [facts_of(*blocks).sees(a, b) for a, b in pairs]
    assert batch == singles
    assert True in batch
    assert False in batch


def test_a03_a_big_base_is_measured_from_its_own_edge():
    facts = facts_of(fifty=cylinder("fifty", disc_mm(50)))
    a, b = Stand("fifty", Pose(0, 0)), man(13.4, 0)
    assert facts.gap(a, b).inches == pytest.approx(11.924, abs=1e-3)
    assert facts.gap(man(0, 0), b).inches == pytest.approx(12.416, abs=1e-3)


def test_a18_a_ruler_on_a_roof_stays_on_the_roof():
    roof = Floor("roof", 6.0, square((0, 10), (0, 10)))
    facts = facts_of(box("house", (0, 10), (0, 10), 6, floors=[roof]))
    a, b = soldier(2, 2, "house/roof"), soldier(5, 6, "house/roof")
    assert facts.gap(a, b).inches + 2 * MAN_30 == pytest.approx(5.0)
    assert facts.support_under(a) == facts.support_under(b) == 6.0


@pytest.mark.parametrize(("width", "passes"), [(1.2, True), (0.9, False)])
def test_v09_a_doorway_lets_through_what_fits(width: float, passes: bool):
    assert MAN.base == disc_mm(25)
    facts = facts_of(
        box("north", (20, 20.3), (10 + width / 2, 24), walls=True),
        box("south", (20, 20.3), (0, 10 - width / 2), walls=True),
        size=(40, 24),
    )
    straight = facts.path(man(15, 10), [(25, 10)], ())
    assert (straight.walls == ()) is passes
    assert (facts.find_path(man(15, 10), (25, 10)) is not None) is passes


def test_v04_a_move_is_measured_from_centre_to_centre():
    facts = facts_of()
    path = facts.path(man(10, 10), [(16, 10)], ())
    assert path.length == 6.0
    assert math.dist((10, 10), (16, 10)) == path.length
