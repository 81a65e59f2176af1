"""Laws of the facts on random tables, each with its honest condition."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sim.errors import HulldownError
from sim.geometry.meshes import mirrored, transform
from sim.geometry.pose import Pose
from sim.geometry.units import is_within, keeps_from
from sim.table.facts import Facts
from sim.table.pieces import Stand, Terrain
from tests.table.builders import box, facts_of, man, soldier, walker

places = st.floats(4, 44).map(lambda v: round(v, 2))
spots = st.tuples(places, places)
sizes = st.floats(0.5, 5).map(lambda v: round(v, 2))
heights = st.sampled_from([0.8, 1.4, 2.0, 4.0])


@st.composite
def blocks(draw: st.DrawFn, most: int = 5) -> list[Terrain]:
    found: list[Terrain] = []
    for index in range(draw(st.integers(1, most))):
        (x, y), w, d, h = draw(spots), draw(sizes), draw(sizes), draw(heights)
        found.append(box(f"b{index}", (x, x + w), (y, y + d), h, walls=True))
    return found


def moved(terrain: list[Terrain], pose: Pose, mirror: bool = False) -> list[Terrain]:
    """Return terrain mirrored in y = 0 and then moved to a pose."""

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return pose.to_table((point[0], -point[1]) if mirror else point)

    return [
        replace(
            each,
            body=transform(mirrored(each.body) if mirror else each.body, pose),
            area=tuple(place(point) for point in each.area),
        )
        for each in terrain
    ]


def steady(facts: Facts, a: Stand, b: Stand, by: float = 0.004) -> bool:
    """Return whether nudging either model by a little changes no verdict."""
    verdict = facts.sees(a, b)
    nudges = [(by, 0), (-by, 0), (0, by), (0, -by)]
    pairs = [(a, Stand(b.model, b.pose.moved(b.pose.x + x, b.pose.y + y))) for x, y in nudges]
    pairs += [(Stand(a.model, a.pose.moved(a.pose.x + x, a.pose.y + y)), b) for x, y in nudges]
    return all(each == verdict for each in facts.sees_many(pairs))


@settings(max_examples=40, deadline=None)
@given(blocks(), spots, spots, st.sampled_from([90.0, 37.0, 180.0, 211.3]), st.booleans())
def test_moving_turning_or_mirroring_the_table_changes_no_steady_verdict(
    terrain, at_a, at_b, degrees, mirror
):
    facts = facts_of(*terrain)
    a, b = man(*at_a), man(*at_b)
    assume(steady(facts, a, b))
    pose = Pose(13.7, -5.2, degrees)
    other = facts_of(*moved(terrain, pose, mirror))

    def place(at: tuple[float, float]) -> Stand:
        return man(*pose.to_table((at[0], -at[1]) if mirror else at))

    assert other.sees(place(at_a), place(at_b)) == facts.sees(a, b)
    crossing = facts.areas_crossed(at_a, at_b)
    turned = other.areas_crossed(place(at_a).pose.at, place(at_b).pose.at)
    longer = {each.piece: each.length for each in crossing if each.length > 1e-4}
    again = {each.piece: each.length for each in turned if each.length > 1e-4}
    assert again == pytest.approx(longer, abs=1e-6)


@settings(max_examples=40, deadline=None)
@given(blocks(), spots, spots, sizes, sizes, spots)
def test_more_terrain_never_reveals_anybody(terrain, at_a, at_b, w, d, at_c):
    before = facts_of(*terrain)
    more = box("more", (at_c[0], at_c[0] + w), (at_c[1], at_c[1] + d), 3)
    after = facts_of(*terrain, more)
    a, b = man(*at_a), man(*at_b)
    assert before.sees(a, b) or not after.sees(a, b)
    share, less = before.sight(a, b), after.sight(a, b)
    assert less.share <= share.share + share.bound + less.bound + 1e-9


@settings(max_examples=40, deadline=None)
@given(blocks(), st.lists(st.tuples(spots, spots), min_size=1, max_size=6))
def test_single_batched_and_full_answers_agree(terrain, pairs):
    stands = [(man(*a), man(*b)) for a, b in pairs]
    batch = facts_of(*terrain).sees_many(stands)
    single = facts_of(*terrain)
    assert batch == [single.sees(a, b) for a, b in stands]
    full = facts_of(*terrain)
    assert batch == [full.sight(a, b).visible for a, b in stands]
    again = full.sees_many(stands)
    assert batch == again
    for a, b in stands:
        seen = full.sight(a, b)
        assert (seen.witness is not None) == seen.visible
        assert (seen.share > 0) <= seen.visible
        assert 0 <= seen.share <= 1


@settings(max_examples=60, deadline=None)
@given(spots, spots, st.sampled_from(["man", "soldier", "walker"]), st.floats(0, 359))
def test_gaps_are_symmetric_and_turning_a_round_base_changes_nothing(at_a, at_b, model, facing):
    facts = facts_of()
    a, b = Stand(model, Pose(at_a[0], at_a[1], facing)), walker(*at_b)
    there, back = facts.gap(a, b), facts.gap(b, a)
    assert there.inches == pytest.approx(back.inches, abs=1e-9)
    if at_a != at_b:
        assert there.points[0] == pytest.approx(back.points[1], abs=1e-6)
        assert there.points[1] == pytest.approx(back.points[0], abs=1e-6)
    assert facts.gap(Stand(model, Pose(*at_a)), b).inches == pytest.approx(there.inches)


@settings(max_examples=30, deadline=None)
@given(blocks(), spots, spots, spots)
def test_a_path_found_is_a_path_the_referee_allows(terrain, start, goal, other):
    facts = facts_of(*terrain, size=(52, 52))
    mover, enemy = soldier(*start), soldier(*other)
    assume(not facts.path(mover, (), ()).walls)
    assume(facts.gap(mover, enemy).inches > 1.1)
    avoid = [terrain[0].id]
    assume(avoid[0] not in facts.areas_touched(mover))
    way = facts.find_path(mover, goal, keep=[(enemy, 1.0)], avoid=avoid)
    if way is None:
        return
    assert not way or way[-1] == goal
    found = facts.path(mover, way, [enemy])
    assert found.walls == ()
    assert found.on_table
    assert keeps_from(found.nearest[0][1], 1.0)
    assert avoid[0] not in {stretch.piece for stretch in found.touched}
    straight = ((start[0] - goal[0]) ** 2 + (start[1] - goal[1]) ** 2) ** 0.5
    assert found.length >= straight - 1e-9
    if facts.find_path(mover, goal, keep=[(enemy, 1.0)], avoid=avoid, limit=6.0) is not None:
        assert is_within(found.length, 6.0)


@settings(max_examples=15, deadline=None)
@given(blocks(3), spots)
def test_every_spot_in_reach_has_a_path_within_reach(terrain, start):
    facts = facts_of(*terrain, size=(52, 52))
    mover = soldier(*start)
    assume(not facts.path(mover, (), ()).walls)
    for spot in facts.reach(mover, 4.0)[:12]:
        assert facts.find_path(mover, spot, limit=4.0) is not None


@settings(max_examples=60, deadline=None)
@given(blocks(), spots, spots)
def test_what_a_base_touches_at_the_ends_it_touches_on_the_path(terrain, start, goal):
    facts = facts_of(*terrain)
    touched = {stretch.piece for stretch in facts.path(soldier(*start), [goal], ()).touched}
    assert set(facts.areas_touched(soldier(*start))) <= touched
    assert set(facts.areas_touched(soldier(*goal))) <= touched


def test_facts_of_one_table_are_shared_and_cheap_to_make():
    terrain = box("b", (10, 12), (10, 12))
    facts = facts_of(terrain)
    first = facts.sight(man(5, 11), man(20, 11))
    assert facts.sight(man(5, 11), man(20, 11)) is first


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (lambda f: f.gap(Stand("soldir", Pose(1, 1)), soldier(5, 5)), 'did you mean "soldier"'),
        (lambda f: f.support(1, 1, "grund"), 'did you mean "ground"'),
        (lambda f: f.farthest_from_edge(soldier(5, 5), "sout"), 'did you mean "south"'),
    ],
)
def test_a_question_about_what_is_not_there_is_refused_in_words(ask, text: str):
    with pytest.raises(HulldownError, match=text):
        ask(facts_of())
