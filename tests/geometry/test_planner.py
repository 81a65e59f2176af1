"""The planner on built scenes: doorways, yards, enemies too near, areas to avoid, floors."""

from __future__ import annotations

import math

import pytest

from sim.geometry.paths import (
    Outlines,
    closes_in,
    overlap_stretches,
    path_length,
    sweep,
    touched_stretches,
)
from sim.geometry.planner import PathGround
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Box, Disc, disc_mm
from tests.geometry.path_scenes import SOLDIER, WALKER, Corners, rectangle

TABLE = (48.0, 48.0)


def walled(walls: list[tuple[str, Corners]]) -> PathGround:
    return PathGround(TABLE, walls=Outlines(walls))


def room(
    x0: float, y0: float, x1: float, y1: float, door: float | None
) -> list[tuple[str, Corners]]:
    """Four walls 0.3 thick; a doorway of that width in the middle of the east wall."""
    walls = [
        ("south", rectangle(x0, y0, x1, y0 + 0.3)),
        ("north", rectangle(x0, y1 - 0.3, x1, y1)),
        ("west", rectangle(x0, y0, x0 + 0.3, y1)),
    ]
    middle = (y0 + y1) / 2
    if door is None:
        return [*walls, ("east", rectangle(x1 - 0.3, y0, x1, y1))]
    return [
        *walls,
        ("east-1", rectangle(x1 - 0.3, y0, x1, middle - door / 2)),
        ("east-2", rectangle(x1 - 0.3, middle + door / 2, x1, y1)),
    ]


def test_an_open_way_is_straight() -> None:
    ground = PathGround(TABLE)
    assert ground.find_path((SOLDIER, Pose(10, 10)), (16, 10)) == ((16, 10),)
    assert ground.find_path((SOLDIER, Pose(10, 10)), (16, 10), limit=6.0) == ((16, 10),)
    assert ground.find_path((SOLDIER, Pose(10, 10)), (16, 10), limit=5.99) is None
    assert ground.find_path((SOLDIER, Pose(10, 10)), (10, 10), limit=0.0) == ()


def test_the_way_round_a_wall_hugs_its_corners() -> None:
    ground = walled([("wall", rectangle(10, 0, 10.5, 12))])
    path = ground.find_path((SOLDIER, Pose(5, 5)), (15.5, 5))
    assert path is not None
    # By hand: a tangent to the corner's rounding, the arc to the top, and the same again.
    far, radius = math.hypot(5, 7), SOLDIER.radius
    arc = radius * (math.atan2(7, 5) + math.asin(radius / far))
    by_hand = 2 * (math.sqrt(far**2 - radius**2) + arc) + 0.5
    assert by_hand - 0.002 <= path_length((5, 5), path) <= by_hand * 1.002
    assert ground.find_path((SOLDIER, Pose(5, 5)), (15.5, 5), limit=by_hand - 0.1) is None


def test_bends_are_places_a_player_could_name() -> None:
    ground = walled([("wall", rectangle(10, 0, 10.5, 12))])
    path = ground.find_path((SOLDIER, Pose(5.1234, 5)), (15.5, 5))
    assert path is not None
    assert all(round(v, 4) == v for point in path for v in point)


@pytest.mark.parametrize(
    ("base", "door", "through"),
    [
        (disc_mm(25), 1.2, True),
        (disc_mm(25), 0.9, False),
        (disc_mm(25), 0.985, True),
        (disc_mm(25), 0.981, False),
        (WALKER, 3.2, True),
        (WALKER, 3.1, False),
    ],
)
def test_a_doorway_lets_through_what_fits(base: Disc, door: float, through: bool) -> None:
    ground = walled(room(20, 20, 32, 32, door))
    for goal in ((26.0, 26.0), (24.0, 28.5)):
        path = ground.find_path((base, Pose(40, 20)), goal)
        assert (path is not None) is through
        if path is not None:
            facts = sweep((base, Pose(40, 20)), path, walls=ground.walls, table=TABLE)
            assert facts.walls == ()
            assert facts.on_table


def test_a_closed_yard_cannot_be_entered_or_left() -> None:
    ground = walled(room(20, 20, 28, 26, None))
    assert ground.find_path((SOLDIER, Pose(10, 10)), (24, 23)) is None
    assert ground.find_path((SOLDIER, Pose(24, 23)), (10, 10)) is None
    inside = ground.reach((SOLDIER, Pose(24, 23)), 12)
    assert inside
    assert all(20.3 < x < 27.7 and 20.3 < y < 25.7 for x, y in inside)


def test_two_rooms_in_a_row_are_crossed_by_their_doors() -> None:
    walls = room(10, 10, 20, 20, 1.5) + [
        (f"outer-{name}", corners) for name, corners in room(6, 6, 26, 24, 1.5)
    ]
    path = walled(walls).find_path((SOLDIER, Pose(13, 18)), (30, 12))
    assert path is not None
    facts = sweep((SOLDIER, Pose(13, 18)), path, walls=Outlines(walls))
    assert facts.walls == ()


@pytest.mark.parametrize(("half_gap", "straight"), [(2.19, True), (2.1812, True), (2.17, False)])
def test_a_squeeze_is_taken_when_it_keeps_an_inch(half_gap: float, straight: bool) -> None:
    keep = [((SOLDIER, Pose(20, 24 + side)), 1.0) for side in (half_gap, -half_gap)]
    path = PathGround(TABLE).find_path((SOLDIER, Pose(10, 24)), (26, 24), keep=keep)
    assert path is not None
    assert (path == ((26, 24),)) is straight


def test_a_squeeze_is_found_when_it_lies_off_the_straight_way() -> None:
    keep = [((SOLDIER, Pose(20, 24 + side)), 1.0) for side in (2.19, -2.19)]
    keep += [((SOLDIER, Pose(20, 24 + side)), 1.0) for side in (5.5, -5.5, 9.0, -9.0)]
    path = PathGround(TABLE).find_path((SOLDIER, Pose(14, 27)), (26, 27), keep=keep)
    assert path is not None
    assert path_length((14, 27), path) < 14.5


def test_contact_is_allowed_with_what_asks_for_no_gap() -> None:
    mate = (SOLDIER, Pose(20, 24))
    touching = (20 - 2 * SOLDIER.radius, 24.0)
    ground = PathGround(TABLE)
    assert ground.find_path((SOLDIER, Pose(10, 24)), touching, keep=[(mate, 0.0)]) == (touching,)
    path = ground.find_path((SOLDIER, Pose(*touching)), (26, 24), keep=[(mate, 0.0)])
    assert path is not None
    ((_, gap, _),) = sweep((SOLDIER, Pose(*touching)), path, others=[mate]).nearest
    assert -0.001 <= gap <= 0.01


def test_a_goal_that_breaks_a_distance_is_no_goal() -> None:
    ground = PathGround(TABLE, areas=Outlines([("mud", rectangle(30, 0, 40, 48))]))
    enemy = (SOLDIER, Pose(20, 24))
    start = (SOLDIER, Pose(10, 24))
    assert ground.find_path(start, (18.0, 24.0), keep=[(enemy, 1.0)]) is None
    assert ground.find_path(start, (35.0, 24.0), avoid=["mud"]) is None
    assert ground.find_path(start, (35.0, 24.0)) == ((35.0, 24.0),)
    assert ground.find_path(start, (0.5, 24.0)) is None


def test_avoided_areas_are_passed_without_contact() -> None:
    ground = PathGround(TABLE, areas=Outlines([("mud", rectangle(14, 10, 16, 30))]))
    path = ground.find_path((WALKER, Pose(10, 24)), (20, 24), avoid=["mud"])
    assert path is not None
    assert touched_stretches((WALKER, Pose(10, 24)), path, ground.areas) == ()
    assert ground.find_path((WALKER, Pose(10, 24)), (20, 24)) == ((20, 24),)


# --- starts that already break a rule -------------------------------------------------------


@pytest.mark.parametrize("goal", [(24.0, 24.0), (20.0, 20.0), (16.0, 28.0), (14.0, 24.0)])
def test_a_base_inside_an_enemys_inch_leaves_without_coming_nearer(goal: Point) -> None:
    enemies = [(SOLDIER, Pose(20, 24)), (SOLDIER, Pose(21.5, 24))]
    start = Pose(18.4, 24)
    path = PathGround(TABLE).find_path((SOLDIER, start), goal, keep=[(e, 1.0) for e in enemies])
    assert path is not None
    assert all(closes_in((SOLDIER, start), path, enemy, 1.0) is None for enemy in enemies)
    ends = sweep((SOLDIER, Pose(*path[-1])), (), others=enemies)
    assert all(gap >= 0.999 for _, gap, _ in ends.nearest)


def test_a_base_between_two_enemies_too_near_slips_out_sideways() -> None:
    enemies = [(SOLDIER, Pose(20, 24 + side)) for side in (1.6, -1.6)]
    mover = (SOLDIER, Pose(20, 24))
    path = PathGround(TABLE).find_path(mover, (30, 25), keep=[(e, 1.0) for e in enemies])
    assert path is not None
    assert all(closes_in(mover, path, enemy, 1.0) is None for enemy in enemies)


def test_a_base_in_an_avoided_wood_leaves_outward_only() -> None:
    wood = [(10, 10), (20, 10), (20, 20), (15, 13), (10, 20)]
    ground = PathGround(TABLE, areas=Outlines([("wood", wood)]))
    mover = (SOLDIER, Pose(11.5, 12))
    path = ground.find_path(mover, (5, 12), avoid=["wood"])
    assert path is not None
    (stretch,) = touched_stretches(mover, path, ground.areas)
    assert stretch.start == 0.0
    # The far side: not through the wood, which would go deeper first.
    round_it = ground.find_path(mover, (25, 12), avoid=["wood"])
    assert round_it is not None
    (stretch,) = touched_stretches(mover, round_it, ground.areas)
    assert stretch.end < 4
    assert path_length(mover[1].at, round_it) > 15


def test_a_base_pushed_into_a_wall_backs_out_of_it() -> None:
    ground = walled([("wall", rectangle(10, 5, 11, 15))])
    mover = (SOLDIER, Pose(9.7, 10))
    assert ground.find_path(mover, (6, 10)) == ((6, 10),)
    assert ground.find_path((SOLDIER, Pose(9.4, 10)), (9.2, 10)) is not None
    round_it = ground.find_path(mover, (14, 10))
    assert round_it is not None
    (stretch,) = overlap_stretches(mover, round_it, ground.walls)
    assert stretch.start == 0.0
    assert stretch.end < 1.25
    assert path_length(mover[1].at, round_it) > 10


def test_a_base_comes_in_over_the_table_edge_but_does_not_leave_by_it() -> None:
    ground = walled([("wall", rectangle(3, 8, 4, 12))])
    path = ground.find_path((SOLDIER, Pose(-1, 10)), (6, 10), limit=9.5)
    assert path is not None
    assert len(path) > 1
    assert sweep((SOLDIER, Pose(*path[0])), path[1:], table=TABLE).on_table
    assert ground.find_path((SOLDIER, Pose(6, 10)), (-1, 10)) is None


def test_a_base_that_cannot_leave_stays() -> None:
    enemies = [
        (SOLDIER, Pose(20 + dx, 24 + dy)) for dx, dy in ((1.5, 0), (-1.5, 0), (0, 1.5), (0, -1.5))
    ]
    path = PathGround(TABLE).find_path(
        (SOLDIER, Pose(20, 24)), (30, 24), keep=[(e, 1.0) for e in enemies]
    )
    assert path is None
    assert (
        PathGround(TABLE).reach((SOLDIER, Pose(20, 24)), 6, keep=[(e, 1.0) for e in enemies]) == ()
    )


# --- vehicles, floors, reach ----------------------------------------------------------------


def test_a_hull_leaves_and_reaches_berths_too_tight_for_its_circle() -> None:
    tank = Box(4, 2)
    walls = [("kerb", rectangle(5, 8.9, 40, 9)), ("block", rectangle(20, 10, 22, 30))]
    ground = walled(walls)
    start = Pose(10, 10, 0)
    path = ground.find_path((tank, start), (34, 10))
    assert path is not None
    assert len(path) > 1
    facts = sweep((tank, start), path, walls=ground.walls, table=TABLE)
    assert facts.walls == ()


def test_a_floor_keeps_centres_on_it() -> None:
    floor = Outlines([("floor", [(10, 10), (20, 10), (20, 20), (16, 20), (16, 14), (10, 14)])])
    ground = PathGround(TABLE, floor=floor)
    path = ground.find_path((SOLDIER, Pose(11, 13)), (18, 19))
    assert path is not None
    assert len(path) > 1
    spots = ground.reach((SOLDIER, Pose(11, 13)), 30)
    assert (18, 19) in spots
    assert all(floor_holds(x, y) for x, y in spots)


def floor_holds(x: float, y: float) -> bool:
    return 10 <= x <= 20 and 10 <= y <= 20 and (x >= 16 or y <= 14)


def test_reach_on_open_ground_is_the_disc() -> None:
    spots = PathGround(TABLE).reach((SOLDIER, Pose(24, 24)), 6)
    grid = [(float(x), float(y)) for y in range(49) for x in range(49)]
    assert list(spots) == [p for p in grid if math.dist(p, (24, 24)) <= 6]


def test_reach_goes_round_corners_by_the_length_of_the_way() -> None:
    ground = walled([("wall", rectangle(10, 0, 10.5, 12))])
    mover = (SOLDIER, Pose(8, 8))
    spots = set(ground.reach(mover, 9.0, spacing=0.5))
    for x in range(10, 34):
        for y in range(0, 36):
            spot = (x / 2 + 3, y / 2)
            path = ground.find_path(mover, spot, limit=9.0)
            length = None if path is None else path_length((8, 8), path)
            if length is None or length > 9.0005:
                assert spot not in spots
            elif length < 8.9995:
                assert spot in spots
