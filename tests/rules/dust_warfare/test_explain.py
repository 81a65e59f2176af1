"""The chain from sight to cover, line by line: what counts, what does not, by which clause."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sim.geometry.meshes import box_mesh, merge
from sim.geometry.pose import Pose
from sim.geometry.shapes import Box, disc_mm
from sim.rules.dust_warfare.state import Rating, Unit
from sim.table.facts import Facts
from sim.table.pieces import Floor, Model
from tests.rules.dust_warfare.explaining import of_clause, told
from tests.rules.dust_warfare.tiny import KNIFE, RIFLE, Tiny, weapon
from tests.table.builders import box, pieces, square

# --- what does not count, and by which clause ---------------------------------------------------


@pytest.mark.rule("dw.obscured.same_area", "dw.obscured.leader_terrain_ignored")
def test_d1_the_tree_says_why_wall_and_wood_do_not_count():
    wood, first = box("wood", (10, 20), (0, 10)), box("first", (9.6, 9.9), (3, 7), 1)
    tiny = Tiny(wood, first, ratings={"wood": "soft"})
    attackers = tiny.unit("attackers", "axis", (9.4906, 5))
    targets = tiny.unit("targets", "allies", (15, 5))
    cover, found = told(tiny, attackers, targets)
    assert cover == "none"
    (both,) = of_clause(found, "dw.obscured.same_area")
    assert both.startswith("wood, crossed for 5 in, does not count")
    (touched,) = of_clause(found, "dw.obscured.leader_terrain_ignored")
    assert touched.startswith("first, crossed for 0.3 in, does not count")


@pytest.mark.rule("dw.los.mini_to_mini")
def test_d2_the_tree_says_who_may_fire_and_who_may_not():
    tiny = Tiny(box("wall", (10, 10.5), (2, 8), 3))
    attackers = tiny.unit("attackers", "axis", (9.4094, 5), (9.4094, 9.5))
    targets = tiny.unit("targets", "allies", (15, 5))
    cover, found = told(tiny, attackers, targets)
    assert cover == "none"
    fire = of_clause(found, "dw.los.blocked_no_fire")
    assert fire == [
        "may fire at it: attackers/2",
        "may not fire at it, seeing nobody of it: attackers/1",
    ]
    hidden = tiny.unit("hidden", "allies", (11.2, 3.2))
    cover, found = told(tiny, attackers, hidden)
    (nobody,) = of_clause(found, "dw.los.blocked_no_damage")
    assert nobody == "hidden/1 is seen by nobody: no damage reaches it"
    assert any("in the way: wall" in each.text() for each in found)


@pytest.mark.rule("dw.terrain.cover_needs_crossing", "dw.obscured.none_cover")
def test_agreed_crossing_terrain_without_cover_and_the_option_are_named():
    wall, swamp = box("wall", (10, 10.3), (0, 20), 1), box("swamp", (4, 6), (0, 20), 0.1)
    needs = Rating("hard", "open", "open", needs_crossing=True)
    tiny = Tiny(wall, swamp, ratings={"wall": needs, "swamp": "none"})
    attackers = tiny.unit("attackers", "axis", (2, 10))
    targets = tiny.unit("targets", "allies", (9.4094, 10))
    cover, found = told(tiny, attackers, targets)
    assert cover == "none"
    assert of_clause(found, "dw.terrain.cover_needs_crossing")
    (none,) = of_clause(found, "dw.obscured.none_cover")
    assert none == "swamp, crossed for 2 in, does not count: it gives no cover"
    tiny = Tiny(wall, options={"touching_counts_as_cover": "false"})
    attackers = tiny.unit("attackers", "axis", (2, 10))
    targets = tiny.unit("targets", "allies", (9.4094, 10))
    cover, found = told(tiny, attackers, targets)
    assert cover == "none"
    (off,) = of_clause(found, "dw.obscured.target_in_area")
    assert "touching_counts_as_cover" in off


@pytest.mark.rule("dw.obscured.half_rule", "dw.obscured.mixed_types")
@pytest.mark.parametrize(("option", "cover"), [("any_best", "hard"), ("half_by_type", "soft")])
def test_d5_the_half_rule_counts_and_the_option_decides(option: str, cover: str):
    wall = box("wall", (10, 10.3), (7.7, 9.3), 1)
    wood = box("wood", (12, 14), (9.8, 13))
    tiny = Tiny(wall, wood, ratings={"wood": "soft"}, options={"mixed_cover": option})
    attackers = tiny.unit("attackers", "axis", (0.6, 10))
    targets = tiny.unit("targets", "allies", *((20.0, 10.0 + y) for y in (-4, -2, 0, 2, 4)))
    given, found = told(tiny, attackers, targets)
    assert given == cover
    half, mixed = of_clause(found, "dw.obscured.mixed_types")
    assert half.startswith("5 of 5 miniatures obscured, 3 needed")
    assert option in mixed
    assert "2 of 5" in mixed


@pytest.mark.rule("dw.obscured.vehicle_clear", "dw.obscured.vehicle_full_inside")
def test_d6_the_decisive_line_of_a_walker_is_named():
    for top, want in ((1.18, "none"), (1.19, "hard")):
        tiny = Tiny(box("ruin", (15, 15.5), (7, 10 + top)))
        attackers = tiny.unit("attackers", "axis", (0, 10))
        walker = tiny.unit("walker", "allies", (20, 10), kind="Vehicle 4", dc=5)
        cover, found = told(tiny, attackers, walker)
        assert cover == want
        clear = [each for each in found if "dw.obscured.vehicle_clear" in each.rule_ids]
        covered = of_clause(found, "dw.obscured.vehicle_full_inside")
        assert bool(clear) == (want == "none")
        assert bool(covered) == (want == "hard")
        if clear:
            assert 0 < float(str(clear[0].params["share"])) < 0.1
            assert clear[0].rays[0][2] is True


@pytest.mark.rule("dw.obscured.vehicle_rim")
def test_a_walker_in_rubble_is_told_to_be_in_it_up_to_its_rim():
    tiny = Tiny(box("rubble", (10, 20), (5, 15)), ratings={"rubble": "soft"})
    attackers = tiny.unit("attackers", "axis", (0.6, 10))
    walker = tiny.unit("walker", "allies", (11.5748, 11), kind="Vehicle 4", dc=5)
    cover, found = told(tiny, attackers, walker)
    assert cover == "soft"
    assert of_clause(found, "dw.obscured.vehicle_rim") == [
        "it is in rubble, which counts up to its rim"
    ]


SCREEN = ((10.0, 10.62), (10.0, 9.38))
REAR = tuple((16.0, 10.0 + y) for y in (-1.5, 1.5))


def why_not_screened(clause: str, **more: Any) -> list[str]:
    """Return the sentences of a clause where two men stand before a squad, as case D8 has it."""
    tiny = Tiny()
    kind, suppression = more.pop("kind", "Soldier 2"), more.pop("suppression", 0)
    attackers = tiny.unit("attackers", "axis", (0, 10), kind=kind)
    tiny.unit("screen", more.pop("side", "allies"), *SCREEN, suppression=suppression)
    targets = tiny.unit("targets", "allies", *REAR, kind=more.pop("targets", "Soldier 2"))
    return of_clause(told(tiny, attackers, targets)[1], clause)


@pytest.mark.rule(
    "dw.obscured.suppressed_soldiers",
    "dw.obscured.friendly_soldiers",
    "dw.obscured.soldiers_not_vehicles",
)
def test_d8_soldiers_who_do_not_count_are_named_with_the_clause():
    assert len(why_not_screened("dw.obscured.enemy_soldiers")) == 2
    for clause, more in (
        ("dw.obscured.suppressed_soldiers", {"suppression": 1}),
        ("dw.obscured.friendly_soldiers", {"side": "axis"}),
        ("dw.obscured.vehicle_attacker_ignores_soldiers", {"kind": "Vehicle 4"}),
        ("dw.obscured.soldiers_not_vehicles", {"targets": "Vehicle 4"}),
    ):
        sentences = why_not_screened(clause, **more)
        assert sentences, clause
        assert all("screen/" in each and "does not count" in each for each in sentences)


@pytest.mark.rule("dw.obscured.own_unit_never")
def test_d8_a_mate_in_front_does_not_count_and_is_told():
    tiny = Tiny()
    attackers = tiny.unit("attackers", "axis", (0, 10))
    targets = tiny.unit("targets", "allies", (16, 10), (10, 10))
    cover, found = told(tiny, attackers, targets)
    assert cover == "none"
    (own,) = of_clause(found, "dw.obscured.own_unit_never")
    assert own.startswith("targets/2 on the line does not count")


@pytest.mark.rule("dw.obscured.enemy_soldiers")
def test_a_man_under_the_line_is_told_to_be_passed_over():
    tiny = Tiny(box("high", (1, 5), (8, 12), 12, carries=True))
    attackers = tiny.unit("attackers", "axis", (3, 10))
    tiny.unit("screen", "allies", (10, 10))
    targets = tiny.unit("targets", "allies", (14, 10))
    cover, found = told(tiny, attackers, targets)
    assert cover == "none"
    assert of_clause(found, "dw.obscured.enemy_soldiers") == [
        "screen/1 does not count: the line passes over his head"
    ]


@pytest.mark.rule("dw.obscured.vehicles_obscure", "dw.obscured.leader_terrain_ignored")
def test_d10_a_walker_in_the_way_counts_unless_the_leader_touches_it():
    for x, want in ((5.5, "hard"), (5.8346, "none")):
        tiny = Tiny()
        attackers = tiny.unit("attackers", "axis", (x, 10))
        tiny.unit("walker", "axis", (8, 10), kind="Vehicle 4")
        targets = tiny.unit("targets", "allies", (18, 10))
        cover, found = told(tiny, attackers, targets)
        assert cover == want
        rule = "dw.obscured.vehicles_obscure"
        if want == "none":
            rule = "dw.obscured.leader_terrain_ignored"
        (sentence,) = of_clause(found, rule)
        assert "walker/1" in sentence


# --- D3, D4, D13, D14, D19 ----------------------------------------------------------------------


@pytest.mark.rule("dw.obscured.target_in_area")
def test_d3_a_target_in_contact_is_told_to_touch_and_one_beyond_it_is_not():
    for x, want in ((9.40, "soft"), (9.38, "none")):
        tiny = Tiny(box("wood", (10, 20), (0, 20)), ratings={"wood": "soft"})
        attackers = tiny.unit("attackers", "axis", (2, 10))
        targets = tiny.unit("targets", "allies", (x, 10))
        cover, found = told(tiny, attackers, targets)
        assert cover == want
        touching = of_clause(found, "dw.obscured.target_in_area")
        assert touching == (
            ["the target touches or stands in wood: Soft cover"] if want == "soft" else []
        )


@pytest.mark.rule("dw.obscured.line_crosses")
def test_d4_a_grazed_area_is_not_named_and_a_hair_inside_is_told_by_its_length():
    for low, want in ((5.0, "none"), (4.999, "hard")):
        tiny = Tiny(box("area", (8, 12), (low, 10)))
        attackers = tiny.unit("attackers", "axis", (2, 5))
        targets = tiny.unit("targets", "allies", (20, 5))
        cover, found = told(tiny, attackers, targets)
        assert cover == want
        crossed = [each.text() for each in found if each.key == "dw.explain.met_at.line_crosses"]
        assert crossed == (
            ["the line crosses area for 4 in, from 8, 5 to 12, 5: Hard cover"]
            if want == "hard"
            else []
        )
        assert any("0.000001 in" in each.text() for each in found)


def gunner(tiny: Tiny, *, heavy: bool) -> Unit:
    """Put case D13's walker on the table: a body behind the wall, its gun past the wall's end."""
    body = box_mesh((-2, -1.95, 0), (2, 1.95, 4), "hull")
    gun = box_mesh((-0.05, 1.95, 1.95), (0.05, 4.05, 2.05), "barrel")
    seen = ("hull",) if heavy else ("hull", "barrel")
    base = Box(4.0, 3.9) if heavy else disc_mm(80)
    name = "heavy" if heavy else "walker"
    model = Model(name, base, 2.0, 4.0, merge([body, gun]), seen, has_base=not heavy)
    table = tiny.facts.table
    tiny.facts = Facts(replace(table, models={**table.models, name: model}))
    return tiny.unit("walker", "allies", (16, 18.95), kind="Vehicle 5", heavy=heavy)


@pytest.mark.rule("dw.heavy.los_to", "dw.mini.parts")
@pytest.mark.parametrize("heavy", [False, True])
def test_d13_the_tree_says_which_parts_count_and_the_wall_covers_either_way(heavy: bool):
    tiny = Tiny(box("wall", (10, 10.5), (10, 21), 6))
    attackers = tiny.unit("attackers", "axis", (0.6, 20))
    cover, found = told(tiny, attackers, gunner(tiny, heavy=heavy))
    assert cover == "hard"
    parts = [each for each in found if each.key.startswith("dw.explain.parts")]
    assert parts[0].params["parts"] == ("hull" if heavy else "hull, barrel")
    sight = next(each for each in found if each.key == "dw.explain.sight")
    assert sight.value == (0 if heavy else 1)


@pytest.mark.rule("dw.obscured.leader_terrain_ignored")
def test_d14_the_window_is_hard_cover_unless_the_leader_touches_the_wall():
    for x, want in ((9.1594, "hard"), (9.4094, "none")):
        tiny = Tiny(
            pieces(
                box("wall", (10, 10.3), (6, 14), 1.2),
                box("left", (10, 10.3), (6, 9.5), 4),
                box("right", (10, 10.3), (10.5, 14), 4),
                name="wall",
            )
        )
        attackers = tiny.unit("attackers", "axis", (x, 10))
        targets = tiny.unit("targets", "allies", (20, 11.5))
        cover, found = told(tiny, attackers, targets)
        assert cover == want
        touched = of_clause(found, "dw.obscured.leader_terrain_ignored")
        assert bool(touched) == (want == "none")


@pytest.mark.rule("dw.los.any_part")
def test_d19_a_floor_is_told_to_be_in_the_way():
    floor = Floor("1", 3.0, square((2, 8), (2, 8)))
    house = box("house", (2, 8), (2, 8), 0.1, low=2.9, floors=[floor])
    tiny = Tiny(house)
    upstairs = tiny.unit("upstairs", "axis", (5, 5))
    upstairs.minis[0].pose = Pose(5, 5, 0, "house/1")
    below = tiny.unit("below", "allies", (5.9, 5))
    _, found = told(tiny, upstairs, below)
    assert of_clause(found, "dw.los.blocked_no_fire") == [
        "may not fire at it, seeing nobody of it: upstairs/1"
    ]
    assert any("in the way: house" in each.text() for each in found)


# --- after the lines ----------------------------------------------------------------------------


@pytest.mark.rule("dw.suppression.cover_step", "dw.cover.team", "dw.cover.modifier_order")
def test_the_steps_stand_in_the_books_order():
    tiny = Tiny()
    attackers = tiny.unit("attackers", "axis", (2, 10))
    targets = tiny.unit("targets", "allies", (20, 10), (20, 12), team=True, suppression=1)
    cover, found = told(tiny, attackers, targets)
    assert cover == "hard"
    steps = [e.rule_ids[0] for e in found if e.key.startswith("dw.attack_why.step.")]
    assert steps == ["dw.suppression.cover_step", "dw.cover.team"]


@pytest.mark.rule("dw.wability.close_combat_no_cover")
def test_what_cover_will_not_stop_is_told_where_there_is_cover():
    flamer = weapon("flamer", abilities=("burst",))
    for wall, want in (((5, 15), True), ((25, 30), False)):
        tiny = Tiny(box("wall", (10, 10.5), wall, 1))
        arms = (RIFLE, KNIFE, flamer)
        attackers = tiny.unit("attackers", "axis", (2, 10), weapons=arms, abilities=["sniper"])
        targets = tiny.unit("targets", "allies", (20, 10))
        _, found = told(tiny, attackers, targets)
        rules = [each.rule_ids[0] for each in found if each.key.startswith("dw.explain.ignores")]
        expected = ["dw.ability.sniper", "dw.wability.close_combat_no_cover", "dw.wability.burst"]
        assert rules == (expected if want else [])


@pytest.mark.rule("dw.mini.parts", "dw.heavy.los_to", "dw.heavy.los_from")
def test_which_parts_and_which_eye_count_is_told_as_the_books_choice():
    tiny = Tiny()
    soldiers = tiny.unit("soldiers", "axis", (2, 10))
    heavy = tiny.unit("heavy", "allies", (20, 10), kind="Vehicle 6", heavy=True)
    _, found = told(tiny, soldiers, heavy)
    (parts,) = of_clause(found, "dw.heavy.los_to")
    assert "hull" in parts
    assert of_clause(found, "dw.los.viewpoint")
    _, found = told(tiny, heavy, soldiers)
    assert of_clause(found, "dw.mini.parts") == [
        "the figure counts (figure), its base does not; any part is enough"
    ]
    (eye,) = of_clause(found, "dw.heavy.los_from")
    assert "heavy_eye = centre" in eye


@pytest.mark.rule("dw.obscured.from_leader")
def test_one_miniature_is_explained_by_its_own_line():
    wall = box("wall", (10, 10.3), (4, 11), 1)
    tiny = Tiny(wall)
    attackers = tiny.unit("attackers", "axis", (2, 6))
    targets = tiny.unit("targets", "allies", (20, 6), (20, 30), (20, 34))
    assert told(tiny, attackers, targets)[0] == "none"
    cover, found = told(tiny, attackers, targets, targets.minis[0])
    assert cover == "hard"
    lines = of_clause(found, "dw.obscured.from_leader")
    assert lines == ["line from attackers/1 to targets/1: obscured, Hard cover"]
