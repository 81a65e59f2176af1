"""The referee of paths: book scenes, public cases, and laws against slow sampling."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import HulldownError
from sim.geometry.paths import (
    Outlines,
    PathFacts,
    StretchIn,
    centre_leaves,
    closes_in,
    first_overlaps,
    first_within,
    overlap_stretches,
    path_length,
    sweep,
    touched_stretches,
)
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Box, Disc, Footprint, Hull, Oval, disc_mm
from sim.geometry.units import is_within, keeps_from
from tests.geometry.path_scenes import (
    SOLDIER,
    WALKER,
    Corners,
    blob,
    moved_polygon,
    rectangle,
    turned_box,
)

ANY = settings(derandomize=True, deadline=None, max_examples=60)
HULL_6MM = Box(35 / 25.4, 20 / 25.4)


def at(x: float, y: float, facing: float = 0.0) -> Pose:
    return Pose(x, y, facing)


# --- scenes of the book ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("half_gap", "legal"), [(2.19, True), (2.1812, True), (2.18, False), (2.17, False)]
)
def test_a_soldier_squeezes_between_enemies_that_leave_an_inch_on_either_side(
    half_gap: float, legal: bool
) -> None:
    enemies = [(SOLDIER, at(10, half_gap)), (SOLDIER, at(10, -half_gap))]
    facts = sweep((SOLDIER, at(0, 0)), [(16, 0)], others=enemies)
    assert [i for i, _, _ in facts.nearest] == [0, 1]
    assert all(place == pytest.approx((10, 0)) for _, _, place in facts.nearest)
    assert all(keeps_from(gap, 1.0) for _, gap, _ in facts.nearest) is legal


@pytest.mark.parametrize(("far", "touches"), [(3.01, False), (3.0152, True), (3.02, True)])
def test_a_walker_touches_rubble_by_contact_before_it_overlaps(far: float, touches: bool) -> None:
    rubble = Outlines([("rubble", rectangle(4.6, -20, 30, 20))])
    facts = sweep((WALKER, at(0, 0)), [(far, 0)], areas=rubble)
    assert bool(facts.touched) is touches
    if touches:
        assert facts.touched[0].start == pytest.approx(3.0152, abs=1e-4)


def test_a_walker_may_pass_rubble_at_more_than_contact() -> None:
    rubble = Outlines([("rubble", rectangle(4.6, -20, 30, -1.5849))])
    assert touched_stretches((WALKER, at(0, 0)), [(6, 0)], rubble) == ()
    closer = Outlines([("rubble", rectangle(4.6, -20, 30, -1.5847))])
    assert len(touched_stretches((WALKER, at(0, 0)), [(6, 0)], closer)) == 1


def test_a_path_that_comes_nearer_and_leaves_reports_its_nearest_place() -> None:
    facts = sweep(
        (SOLDIER, at(0, 0)), [(12, 0)], others=[(SOLDIER, at(6, 10 + 2 * SOLDIER.radius))]
    )
    ((_, gap, place),) = facts.nearest
    assert gap == pytest.approx(10.0)
    assert place == pytest.approx((6, 0))


@pytest.mark.parametrize(("off", "entered"), [(2.39, True), (2.40, False)])
def test_a_hull_enters_the_two_inches_about_a_mine_by_its_corner(off: float, entered: bool) -> None:
    mine = (Disc(0.0), at(10, off))
    found = first_within((HULL_6MM, at(0, 0)), [(16, 0)], mine, 2.0)
    assert (found is not None) is entered
    if found is not None:
        assert found[0] == pytest.approx(9.1894, abs=1e-4)
        assert found[1] == pytest.approx((9.1894, 0), abs=1e-4)


# --- public cases ---------------------------------------------------------------------------


@pytest.mark.parametrize(("far", "legal"), [(6.0, True), (6.98, False)])
def test_a_move_of_six_carries_the_centre_six_inches(far: float, legal: bool) -> None:
    facts = sweep((disc_mm(25), at(0, 0)), [(far, 0)])
    assert facts.length == pytest.approx(far)
    assert is_within(facts.length, 6.0) is legal


@pytest.mark.parametrize(("wide", "passes"), [(1.2, True), (0.9, False)])
def test_a_base_of_25_mm_goes_through_a_doorway_if_it_is_wide_enough(
    wide: float, passes: bool
) -> None:
    jambs = [
        ("left", rectangle(10, -8, 10.3, -wide / 2)),
        ("right", rectangle(10, wide / 2, 10.3, 8)),
    ]
    facts = sweep((disc_mm(25), at(4, 0)), [(16, 0)], walls=Outlines(jambs))
    assert (facts.walls == ()) is passes
    if not passes:
        assert [name for name, _ in facts.walls] == ["left", "right"]


def test_half_a_move_through_woods_is_measured_by_the_stretch_inside() -> None:
    wood = Outlines([("wood", rectangle(5, -5, 50, 5))])
    base = disc_mm(25)
    (stretch,) = touched_stretches((base, at(0, 0)), [(10, 0)], wood)
    assert stretch.end - stretch.start == pytest.approx(5 + base.radius + 0.01)


def test_an_overlap_counts_from_a_thousandth_of_an_inch() -> None:
    wall = Outlines([("wall", rectangle(10, -5, 11, 5))])
    reach = 10 - SOLDIER.radius
    assert sweep((SOLDIER, at(0, 0)), [(reach + 0.0009, 0)], walls=wall).walls == ()
    (met,) = sweep((SOLDIER, at(0, 0)), [(reach + 0.0011, 0)], walls=wall).walls
    assert met[0] == "wall"
    assert met[1] == pytest.approx((reach + 0.001, 0))


# --- shape by shape -------------------------------------------------------------------------


def test_a_base_deep_inside_an_area_touches_it_all_the_way() -> None:
    lake = Outlines([("lake", rectangle(0, 0, 40, 40))])
    (stretch,) = touched_stretches((SOLDIER, at(18, 20)), [(21, 20), (21, 22)], lake)
    assert (stretch.start, stretch.end) == (0.0, pytest.approx(5.0))


def test_two_arms_of_one_area_are_two_stretches() -> None:
    ring = [(5, 0), (9, 0), (9, 8), (13, 8), (13, 0), (17, 0), (17, 10), (5, 10)]
    area = Outlines([("arch", ring)])
    stretches = touched_stretches((Disc(0.5), at(0, 3)), [(22, 3)], area)
    assert [(s.start, s.end) for s in stretches] == [
        (pytest.approx(5 - 0.51), pytest.approx(9 + 0.51)),
        (pytest.approx(13 - 0.51), pytest.approx(17 + 0.51)),
    ]


def test_a_stretch_runs_on_round_a_bend() -> None:
    area = Outlines([("square", rectangle(0, 0, 10, 10))])
    stretches = touched_stretches((Disc(0.5), at(-3, 5)), [(5, 5), (5, -3)], area)
    assert len(stretches) == 1
    assert stretches[0].end - stretches[0].start == pytest.approx(10 + 2 * 0.51)


def test_a_base_on_its_way_past_a_corner_touches_it_on_both_sides_of_it() -> None:
    area = Outlines([("point", [(10, 0), (10.5, -5), (9.5, -5)])])
    (stretch,) = touched_stretches((Disc(1.0), at(0, 0.5)), [(20, 0.5)], area)
    half = math.sqrt(1.01**2 - 0.5**2)
    assert (stretch.start, stretch.end) == (pytest.approx(10 - half), pytest.approx(10 + half))


@pytest.mark.parametrize(("over", "overlaps"), [(-0.0005, False), (0.0009, False), (0.0011, True)])
def test_running_along_a_wall_overlaps_it_from_a_thousandth_of_an_inch(
    over: float, overlaps: bool
) -> None:
    wall = Outlines([("wall", rectangle(0, -1, 20, 0))])
    for base, half in ((SOLDIER, SOLDIER.radius), (Box(2, 1), 0.5)):
        mover = (base, at(5, half - over))
        assert bool(overlap_stretches(mover, [(15, half - over)], wall)) is overlaps
        assert bool(first_overlaps(mover, [(15, half - over)], wall)) is overlaps


def test_standing_still_is_a_path() -> None:
    area = Outlines([("square", rectangle(0, 0, 10, 10)), ("far", rectangle(20, 0, 30, 10))])
    other = (SOLDIER, at(5, 9))
    facts = sweep((SOLDIER, at(5, 5)), [], table=(40, 40), areas=area, walls=area, others=[other])
    assert facts.length == 0.0
    assert [(s.piece, s.start, s.end) for s in facts.touched] == [("square", 0.0, 0.0)]
    assert facts.walls == (("square", (5, 5)),)
    assert facts.nearest == ((0, pytest.approx(4 - 2 * SOLDIER.radius), (5, 5)),)
    assert facts.on_table


def test_gaps_of_overlapping_bases_are_negative_by_the_depth() -> None:
    box, turned = Box(4, 2), (Box(2, 2), at(2.5, 0, 45))
    facts = sweep((box, at(0, 0)), [], others=[(Disc(0.5), at(2.2, 0)), turned])
    assert facts.nearest[0][1] == pytest.approx(0.2 - 0.5)
    assert facts.nearest[1][1] == pytest.approx(2.5 - math.sqrt(2) - 2)


def test_a_path_through_a_hull_reports_the_deepest_place() -> None:
    facts = sweep((Disc(0.5), at(0, 0)), [(20, 0)], others=[(Box(4, 3), at(10, 0.5))])
    ((_, gap, place),) = facts.nearest
    assert gap == pytest.approx(-(1.0 + 0.5))
    assert 8.0 <= place[0] <= 9.0


@pytest.mark.parametrize(
    ("base", "facing", "edge"),
    [(Disc(1.0), 0, 1.0), (Box(4, 2), 0, 2.0), (Box(4, 2), 90, 1.0), (Oval(2, 1), 90, 1.0)],
)
def test_the_base_stays_on_the_table_to_its_very_edge(
    base: Footprint, facing: float, edge: float
) -> None:
    start = at(10, 10, facing)
    assert sweep((base, start), [(edge, 10), (10, 10)], table=(20, 20)).on_table
    assert not sweep((base, start), [(edge - 0.002, 10), (10, 10)], table=(20, 20)).on_table
    assert not sweep((base, start), [(20 - edge + 0.002, 10), (10, 10)], table=(20, 20)).on_table


def test_a_centre_stays_on_its_floor_across_joined_outlines() -> None:
    floor = Outlines([("a", rectangle(0, 0, 4, 4)), ("b", rectangle(4, 1, 8, 3))])
    assert centre_leaves((1, 2), [(7, 2)], floor) is None
    left = centre_leaves((1, 2), [(7, 2), (7, 5)], floor)
    assert left == pytest.approx((7, 3.001))
    assert centre_leaves((9, 2), [(10, 2)], floor) == (9, 2)


@pytest.mark.parametrize(
    "outline",
    [
        [(0, 0), (4, 4), (4, 0), (0, 4)],
        [(0, 0), (1, 1)],
        [(0, 0), (1, 1), (2, 2)],
        [(0, 0), (math.nan, 1), (2, 0)],
    ],
)
def test_an_outline_that_is_no_polygon_is_refused(outline: Corners) -> None:
    with pytest.raises(HulldownError, match="bow"):
        Outlines([("bow", outline)])


# --- leaving an enemy too near --------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "where"),
    [
        ([(-3, 0)], None),  # straight away
        ([(0, 3)], None),  # square to it: only widens
        ([(0.1, 3)], (0, 0)),  # a little towards it
        ([(-3, 0), (3, 1.9)], (-0.18, 1.2)),  # away, then back past it
    ],
)
def test_a_base_too_near_may_go_as_long_as_the_gap_only_widens(
    points: list[Point], where: Point | None
) -> None:
    enemy = (Disc(0.5), at(1.6, 0))
    found = closes_in((Disc(0.5), at(0, 0)), points, enemy, 1.0)
    if where is None:
        assert found is None
    elif where == (0, 0):
        assert found == (0, 0)
    else:
        assert found is not None
        assert math.dist(found, (1.6, 0)) == pytest.approx(2.0 - 0.001, abs=1e-6)


def test_a_base_far_enough_may_come_up_to_the_limit() -> None:
    enemy = (Disc(0.5), at(10, 0))
    mover = (Disc(0.5), at(0, 0))
    assert closes_in(mover, [(8, 0)], enemy, 1.0) is None
    found = closes_in(mover, [(8.5, 0), (0, 0)], enemy, 1.0)
    assert found == pytest.approx((8.001, 0), abs=1e-6)


# --- laws -----------------------------------------------------------------------------------

places = st.tuples(st.floats(0, 20), st.floats(0, 20))
shapes = st.sampled_from(
    [Disc(0.6), Box(1.4, 0.8), Oval(1.0, 0.6), Hull(((-1, -0.5), (1, -0.3), (0.4, 0.9)))]
)


@ANY
@given(start=places, points=st.lists(places, max_size=4))
def test_a_path_is_never_shorter_than_the_straight_line(start: Point, points: list[Point]) -> None:
    end = points[-1] if points else start
    assert path_length(start, points) >= math.dist(start, end) - 1e-9


@ANY
@given(
    base=shapes,
    facing=st.floats(0, 360),
    points=st.lists(places, min_size=1, max_size=3),
    turn=st.floats(0, 360),
    shift=places,
    seed=st.integers(0, 10_000),
)
def test_moving_and_turning_everything_changes_nothing(
    base: Footprint, facing: float, points: list[Point], turn: float, shift: Point, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    outlines = [("a", blob(rng, 9, 9, 3)), ("b", turned_box(4, 14, 5, 1, rng.uniform(0, 90)))]
    others = [(Disc(0.5), at(12, 5)), (Box(3, 1), at(3, 3, 20))]
    frame = Pose(shift[0], shift[1], turn)

    def facts(moved: bool) -> PathFacts:
        def move(point: Point) -> Point:
            return frame.to_table(point) if moved else point

        def stand(pose: Pose) -> Pose:
            return pose.moved(*move(pose.at)).turned(pose.facing + (turn if moved else 0.0))

        there = Outlines((n, [move(p) for p in c]) for n, c in outlines)
        bases = [(s, stand(p)) for s, p in others]
        mover = (base, stand(at(1, 1, facing)))
        return sweep(mover, [move(p) for p in points], areas=there, walls=there, others=bases)

    here, there = facts(False), facts(True)
    assert there.length == pytest.approx(here.length, abs=1e-9)
    for piece in ("a", "b"):
        lengths = [
            sum(s.end - s.start for s in f.touched if s.piece == piece) for f in (here, there)
        ]
        assert lengths[1] == pytest.approx(lengths[0], abs=1e-4)
    assert [g for _, g, _ in there.nearest] == pytest.approx(
        [g for _, g, _ in here.nearest], abs=1e-7
    )
    assert {name for name, _ in there.walls} == {name for name, _ in here.walls}


@ANY
@given(base=shapes, seed=st.integers(0, 100_000))
def test_stretches_and_gaps_agree_with_shapely_at_many_places(base: Footprint, seed: int) -> None:
    rng = np.random.default_rng(seed)
    corners = blob(rng, 10, 10, rng.uniform(2, 5))
    outlines = Outlines([("blob", corners)])
    polygon = shapely.Polygon(corners)
    turn, far = rng.uniform(0, 2 * math.pi), rng.uniform(0, 6)
    middle = np.array([10 + far * math.cos(turn), 10 + far * math.sin(turn)])
    way = rng.uniform(-8, 8, 2)
    (x0, y0), (x1, y1) = (middle - way).tolist(), (middle + way).tolist()
    start, end = (x0, y0), (x1, y1)
    mover = (base, at(x0, y0, rng.uniform(0, 360)))
    length = math.dist(start, end)
    share = np.linspace(0, 1, 200)
    spots = np.array(start) + share[:, None] * (np.array(end) - np.array(start))
    if isinstance(base, Disc):
        gap = shapely.distance(polygon, shapely.points(spots)) - base.radius
        meets, clear = gap < -0.002, gap > -0.0005
    else:
        there = shapely.polygons([moved_polygon(mover, spot).exterior for spot in spots])
        gap = shapely.distance(polygon, there)
        meets, clear = shapely.area(shapely.intersection(polygon, there)) > 0.01, gap > 0.0
    along = share * length
    touched = _covered(touched_stretches(mover, [end], outlines), along)
    assert touched[gap < 0.01 - 2e-4].all()
    assert not touched[gap > 0.01 + 2e-4].any()
    overlapped = _covered(overlap_stretches(mover, [end], outlines), along)
    assert overlapped[meets].all()
    assert not overlapped[clear].any()


def _covered(stretches: tuple[StretchIn, ...], along: np.ndarray) -> np.ndarray:
    inside = np.zeros(len(along), dtype=bool)
    for stretch in stretches:
        inside |= (along >= stretch.start - 1e-9) & (along <= stretch.end + 1e-9)
    return inside
