"""Facts against the hand calculations of the geometry cases (their ids in the test names)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.geometry.meshes import box_mesh, merge
from sim.geometry.pose import Pose
from sim.geometry.shapes import Box
from sim.geometry.units import crosses, keeps_from
from sim.table.facts import Facts
from sim.table.pieces import Floor, Model, Stand
from tests.table.builders import box, facts_of, pieces, soldier, square, walker

FLAT = 0.01


def wood(x: tuple[float, float], y: tuple[float, float]):
    return box("wood", x, y, FLAT, kind="forest")


def crossed(facts, a, b) -> tuple[str, ...]:
    return tuple(each.piece for each in facts.areas_crossed(a, b))


def test_d1_a_leader_touches_wall_and_wood_and_a_second_wall_is_crossed():
    wall_a = box("a", (8.6, 8.9), (3, 7), 1)
    facts = facts_of(wood((10, 20), (0, 10)), wall_a)
    leader, target = soldier(9.4906, 5), soldier(15, 5)
    assert facts.areas_touched(leader) == ("wood", "a")
    assert facts.areas_touched(target) == ("wood",)
    assert crossed(facts, (9.4906, 5), (15, 5)) == ("wood",)
    wall_b = box("b", (12, 12.3), (4, 6), 1)
    facts = facts_of(wood((10, 20), (0, 10)), wall_a, wall_b)
    assert crossed(facts, (9.4906, 5), (15, 5)) == ("wood", "b")
    assert facts.sight(leader, target).share == pytest.approx(0.71, abs=0.02)
    assert facts.areas_touched(soldier(11.4094, 5)) == ("wood", "b")


def test_d2_a_wall_in_contact_blocks_the_leader_but_not_his_mate():
    facts = facts_of(box("wall", (10, 10.5), (-3, 3), 3))
    leader, mate, target = soldier(9.4094, 0), soldier(9.4094, 4.5), soldier(15, 0)
    assert facts.areas_touched(leader) == ("wall",)
    assert facts.areas_touched(target) == ()
    blocked, clear = facts.sight(leader, target), facts.sight(mate, target)
    assert (blocked.visible, blocked.share, blocked.witness) == (False, 0.0, None)
    assert blocked.blockers[0] == ("wall", pytest.approx(1.0))
    assert (clear.visible, clear.share) == (True, pytest.approx(1.0, abs=0.01))


@pytest.mark.parametrize(("x", "touches"), [(9.4094, True), (9.40, True), (9.38, False)])
def test_d3_contact_is_a_gap_of_a_hundredth(x: float, touches: bool):
    facts = facts_of(wood((10, 20), (-10, 10)))
    assert facts.areas_touched(soldier(x, 0)) == (("wood",) if touches else ())


def test_d4_a_line_along_an_edge_or_through_a_corner_does_not_cross():
    assert crossed(facts_of(wood((8, 12), (0, 5))), (0, 0), (20, 0)) == ()
    assert crossed(facts_of(wood((8, 12), (-0.001, 5))), (0, 0), (20, 0)) == ("wood",)
    corner = replace(wood((8, 12), (0, 4)), area=((10.0, 0.0), (12.0, 4.0), (8.0, 4.0)))
    assert crossed(facts_of(corner), (0, 0), (20, 0)) == ()


def test_d5_each_of_five_lines_crosses_wall_or_wood():
    facts = facts_of(
        box("wall", (10, 10.3), (-2.3, -0.7), 1), box("wood", (12, 14), (-0.2, 3), FLAT)
    )
    found = [crossed(facts, (0, 0), (20, y)) for y in (-4, -2, 0, 2, 4)]
    assert found == [("wall",), ("wall",), ("wood",), ("wood",), ("wood",)]
    length = facts.areas_crossed((0, 0), (20, 0))[0]
    assert length.length == pytest.approx(2)
    assert (*length.entry, *length.exit) == pytest.approx((12, 0, 14, 0))


@pytest.mark.parametrize(("top", "covered"), [(0.0, False), (1.18, False), (1.19, True)])
def test_d6_a_walker_half_behind_a_ruin_shows_a_sliver_of_its_base(top: float, covered: bool):
    facts = facts_of(box("ruin", (15, 15.5), (-3, top), 3))
    share, place = facts.clear_share_of_base((0, 0), walker(20, 0), ["ruin"])
    assert (place is None) == covered
    assert (share == 0) == covered
    if place is not None:
        assert crossed(facts, (0, 0), place) == ()


def test_d6_only_the_named_pieces_and_stands_cover():
    facts = facts_of(box("ruin", (15, 15.5), (-3, 3), 3))
    assert facts.clear_share_of_base((0, 0), walker(20, 0), [])[0] == pytest.approx(1)
    assert facts.clear_share_of_base((0, 0), walker(20, 0), ["ruin"])[0] == 0
    alone = facts_of()
    hidden, _ = alone.clear_share_of_base((0, 0), soldier(20, 0), [], [walker(10, 0)])
    assert hidden == 0


def test_d8_lines_between_two_screening_soldiers_miss_them():
    facts = facts_of()
    screens = [soldier(10, 0.62), soldier(10, -0.62)]
    leader = soldier(0, 0)
    targets = [soldier(16, y) for y in (-3, -1.5, 0, 1.5, 3)]
    met = [any(facts.line_meets_body(leader, t, s) for s in screens) for t in targets]
    assert met == [False, True, False, True, False]
    crossing = [
        any(crosses(facts.base_crossed((0, 0), t.pose.at, s)) for s in screens) for t in targets
    ]
    assert crossing == met


def test_a_line_far_overhead_crosses_a_base_in_plan_but_not_its_body():
    roof = Floor("roof", 6.0, square((-2, 2), (-2, 2)))
    facts = facts_of(box("house", (-2, 2), (-2, 2), 6, floors=[roof]))
    high, low, between = soldier(0, 0, "house/roof"), soldier(20, 0), soldier(6, 0)
    assert facts.base_crossed((0, 0), (20, 0), between) == pytest.approx(1.1811, abs=1e-3)
    assert not facts.line_meets_body(high, low, between)
    assert facts.line_meets_body(high, low, walker(16, 0))


def heavy() -> Model:
    hull = box_mesh((-4, -2.5, 0), (4, 2.5, 6), "hull")
    barrel = box_mesh((4, -0.2, 3), (7, 0.2, 3.4), "barrel")
    return Model("heavy", Box(8, 5), 3.0, 6.0, merge([hull, barrel]), ("hull",), has_base=False)


def test_d11_gap_and_arcs_of_a_heavy_walker_are_those_of_its_hull():
    facts = facts_of(heavy=heavy())
    hull = Stand("heavy", Pose(0, 0))
    assert facts.gap(hull, soldier(-6, 0)).inches == pytest.approx(1.4094, abs=1e-4)
    assert facts.gap(hull, soldier(8.2, 0)).inches == pytest.approx(3.6094, abs=1e-4)
    assert facts.wedge_all(hull.pose, 45, 180, soldier(-6, 5.16))
    assert not facts.wedge_all(hull.pose, 45, 180, soldier(-6, 5.17))
    assert facts.wedge_any(hull.pose, 45, 180, soldier(-6, 6.0))
    assert facts.wedge(hull.pose, 45, 180, soldier(-6, 5.1648)) == pytest.approx(0, abs=1e-4)


def gunner(name: str, seen: tuple[str, ...]) -> Model:
    hull = box_mesh((-2, -1.95, 0), (2, 1.95, 4), "hull")
    gun = box_mesh((-0.1, 1.95, 1.9), (0.1, 4.05, 2.1), "barrel")
    return Model(name, Box(4, 3.9), 2.0, 4.0, merge([hull, gun]), seen)


def test_d13_a_gun_that_shows_counts_only_where_it_is_a_seen_part():
    facts = facts_of(
        box("wall", (10, 10.5), (-10, 1), 6),
        light=gunner("light", ("hull", "barrel")),
        big=gunner("big", ("hull",)),
    )
    eye = soldier(0, 0)
    assert facts.sees(eye, Stand("light", Pose(16, -1.05)))
    assert not facts.sees(eye, Stand("big", Pose(16, -1.05)))


def window_wall(thick: float):
    x = (10, 10 + thick)
    return pieces(
        box("left", x, (0.5, 4), 4),
        box("right", x, (-4, -0.5), 4),
        box("sill", x, (-0.5, 0.5), 1.2),
        box("lintel", x, (-0.5, 0.5), 1.8, low=2.2),
        name="window",
    )


@pytest.mark.parametrize(("thick", "flip"), [(0.3, 1.6711), (0.05, 1.7237), (0.6, 1.6133)], ids=str)
def test_d14_the_window_shows_its_share_and_flips_at_the_jamb(thick: float, flip: float):
    facts = facts_of(window_wall(thick))
    shooter = soldier(4, 0)
    assert facts.sees(shooter, soldier(20, flip - 0.01))
    assert not facts.sees(shooter, soldier(20, flip + 0.005))
    if thick == 0.3:
        seen = facts.sight(shooter, soldier(20, 1.5))
        assert seen.share == pytest.approx(0.134, abs=seen.bound + 0.005)
        assert facts.sight(shooter, soldier(20, 1.66)).share == pytest.approx(0.009, abs=0.01)


@pytest.mark.parametrize(("half", "legal"), [(2.19, True), (2.17, False)])
def test_d15_squeezing_between_two_enemies_keeps_an_inch_from_each(half: float, legal: bool):
    facts = facts_of()
    enemies = [soldier(20, 20 + half), soldier(20, 20 - half)]
    path = facts.path(soldier(10, 20), [(26, 20)], enemies)
    assert all(keeps_from(gap, 1) for _, gap, _ in path.nearest) is legal
    assert path.nearest[0][2] == (20, 20)
    way = facts.find_path(soldier(10, 20), (26, 20), keep=[(each, 1) for each in enemies])
    assert (way == ((26, 20),)) is legal


def test_d16_gaps_and_farthest_points_that_decide():
    facts = facts_of(size=(72, 48))
    assert facts.gap(soldier(0, 0), soldier(13.18, 0)).inches == pytest.approx(11.9989, abs=1e-4)
    assert facts.gap(soldier(0, 0), soldier(13.19, 0)).inches == pytest.approx(12.0089, abs=1e-4)
    assert facts.farthest_from_point(walker(16, 16), (0, 0)) == pytest.approx(24.202, abs=1e-3)
    assert facts.farthest_from_point(walker(15.8, 15.8), (0, 0)) == pytest.approx(23.919, abs=1e-3)
    radius = 0.590551
    edges = {"south": 8, "north": 40, "west": 30, "east": 42}
    for edge, expected in edges.items():
        far = facts.farthest_from_edge(soldier(30, 8), edge)
        assert far == pytest.approx(expected + radius, abs=1e-5)


@pytest.mark.parametrize(("end", "touches"), [(3.02, True), (3.01, False)])
def test_d18_difficult_ground_is_met_a_hundredth_before_it(end: float, touches: bool):
    facts = facts_of(box("rubble", (34.6, 40), (10, 30), FLAT))
    path = facts.path(walker(30, 20), [(30 + end, 20)], ())
    assert bool(path.touched) is touches
    if touches:
        assert path.touched[0].start == pytest.approx(3.0152, abs=1e-4)
        assert path.touched[0].end == pytest.approx(3.02)


def test_d19_plan_gaps_ignore_floors_and_a_floor_blocks_sight():
    floor = Floor("1", 3.0, square((-3, 3), (-3, 3)))
    slab = box("house", (-3, 3), (-3, 3), 0.1, low=2.9, floors=[floor])
    facts = facts_of(slab)
    above, below = soldier(0, 0, "house/1"), soldier(0.9, 0)
    assert facts.gap(above, below).inches < 0
    assert not facts.sees(above, below)
    assert not facts.sees(below, above)
    assert facts.support(0, 0, "house/1") == 3.0
    assert facts.eye(above) == (0, 0, pytest.approx(4.6))
    assert facts.on_level(above)
    assert not facts.on_level(soldier(3.1, 0, "house/1"))
    assert not facts.on_level(soldier(0, 0, "house/2"))


def two_storeys() -> Facts:
    """Return a house with a floor, a crate on it and a pillar on the ground under it."""
    floor = Floor("1", 3.0, square((10, 20), (10, 20)), (square((14, 15), (10, 13)),))
    house = box("house", (10, 20), (10, 20), 0.1, low=2.9, floors=[floor])
    pillar = box("pillar", (14, 15), (17, 18), 2.5, walls=True)
    crate = replace(
        box("crate", (11, 12), (17, 18), 1, low=3, walls=True), pose=Pose(11.5, 17.5, 0, "house/1")
    )
    return facts_of(house, pillar, crate, size=(30, 30))


def test_each_level_has_its_own_walls_and_edges():
    facts = two_storeys()
    upstairs, downstairs = soldier(11, 11.5, "house/1"), soldier(11, 11.5)
    through_wall = [(18, 11.5)]
    assert [name for name, _ in facts.path(upstairs, through_wall, ()).walls] == ["house"]
    assert facts.path(downstairs, through_wall, ()).walls == ()
    past_pillar = [(18, 17.5)]
    assert facts.path(soldier(12.9, 17.5, "house/1"), past_pillar, ()).walls == ()
    assert [n for n, _ in facts.path(soldier(12.9, 17.5), past_pillar, ()).walls] == ["pillar"]
    to_crate = [(11.5, 17.5)]
    assert [n for n, _ in facts.path(upstairs, to_crate, ()).walls] == ["crate"]
    assert facts.path(downstairs, to_crate, ()).walls == ()


def test_a_path_that_leaves_its_floor_meets_the_floors_end():
    facts = two_storeys()
    found = facts.path(soldier(18, 15, "house/1"), [(22, 15)], ())
    assert found.walls == (("house", pytest.approx((20.001, 15), abs=1e-3)),)
    assert facts.find_path(soldier(18, 15, "house/1"), (22, 15)) is None
    assert facts.find_path(soldier(18, 15), (22, 15)) == ((22, 15),)


def test_a_way_on_a_floor_goes_round_its_walls():
    facts = two_storeys()
    way = facts.find_path(soldier(12, 11.5, "house/1"), (18, 11.5))
    assert way is not None
    assert len(way) > 1
    assert max(y for _, y in way) > 13.5
    spots = facts.reach(soldier(12, 11.5, "house/1"), 4.0)
    assert (12.0, 14.0) in spots
    assert (16.0, 11.0) not in spots


def test_ground_that_carries_lifts_eyes_and_feet():
    hill = box("hill", (10, 20), (10, 20), 2, carries=True)
    wall = box("wall", (24, 24.5), (10, 20), 2.5)
    facts = facts_of(hill, wall)
    up, down = soldier(15, 15), soldier(8, 15)
    assert (facts.support_under(up), facts.support_under(down)) == (2.0, 0.0)
    assert facts.eye(up)[2] == pytest.approx(3.6)
    beyond = soldier(40, 15)
    assert facts.sees(up, beyond)
    assert not facts.sees(down, beyond)
