"""Obscured lines and cover: the book's cases D1 to D10 and the clauses one by one."""

from __future__ import annotations

from typing import Any

import pytest

from sim.rules.dust_warfare.attack.cover import (
    best,
    cover_value,
    mini_cover,
    one_step_up,
    unit_cover,
)
from sim.rules.dust_warfare.state import Rating, Unit
from tests.rules.dust_warfare.tiny import Tiny
from tests.table.builders import box


def cover(tiny: Tiny, attackers: Unit, targets: Unit) -> tuple[int, str]:
    """Return how many are obscured and the unit's cover."""
    found = unit_cover(tiny.play, attackers.minis[0], targets, attackers.minis)
    return len(found.obscured), found.cover


def one_each(tiny: Tiny, leader: tuple[float, float], *at: tuple[float, float], **more: Any):
    """Put an attacking leader and a target squad on the table."""
    attackers = tiny.unit("attackers", "axis", leader)
    return attackers, tiny.unit("targets", "allies", *at, **more)


# --- D1 to D5 -----------------------------------------------------------------------------------


@pytest.mark.rule("dw.obscured.leader_terrain_ignored", "dw.obscured.same_area")
def test_d1_a_leader_touching_wall_and_wood_shoots_out_of_both():
    wood, first = box("wood", (10, 20), (0, 10)), box("first", (8.6, 8.9), (3, 7), 1)
    inside = box("inside", (12, 12.3), (4, 6), 1)
    ratings = {"wood": "soft"}
    tiny = Tiny(wood, first, ratings=ratings)
    assert cover(tiny, *one_each(tiny, (9.4906, 5), (15, 5))) == (0, "none")
    tiny = Tiny(wood, first, inside, ratings=ratings)
    assert cover(tiny, *one_each(tiny, (9.4906, 5), (15, 5))) == (1, "hard")
    tiny = Tiny(wood, first, inside, ratings=ratings)
    assert cover(tiny, *one_each(tiny, (11.4094, 5), (15, 5))) == (0, "none")


@pytest.mark.rule("dw.obscured.leader_terrain_ignored", "dw.obscured.from_leader")
def test_d2_a_wall_the_leader_touches_gives_no_cover():
    tiny = Tiny(box("wall", (10, 10.5), (2, 8), 3))
    attackers = tiny.unit("attackers", "axis", (9.4094, 5), (9.4094, 9.5))
    targets = tiny.unit("targets", "allies", (15, 5))
    assert cover(tiny, attackers, targets) == (0, "none")


@pytest.mark.rule("dw.obscured.target_in_area", "dw.obscured.same_area")
def test_d3_contact_is_a_hundredth_of_an_inch():
    wood = box("wood", (10, 20), (0, 20))
    verdicts = []
    for x in (9.4094, 9.40, 9.38):
        tiny = Tiny(wood, ratings={"wood": "soft"})
        verdicts.append(cover(tiny, *one_each(tiny, (2, 10), (x, 10))))
    assert verdicts == [(1, "soft"), (1, "soft"), (0, "none")]
    tiny = Tiny(wood, ratings={"wood": "soft"})
    assert cover(tiny, *one_each(tiny, (15, 5), (9.4094, 10))) == (0, "none")


@pytest.mark.rule("dw.obscured.target_in_area", "dw.terrain.cover_needs_crossing")
def test_contact_gives_no_cover_where_that_was_agreed_or_the_option_says_so():
    wall = box("wall", (10, 10.3), (0, 20), 1)
    behind = (9.4094, 10)
    tiny = Tiny(wall)
    assert cover(tiny, *one_each(tiny, (2, 10), behind)) == (1, "hard")
    tiny = Tiny(wall, ratings={"wall": Rating("hard", "open", "open", needs_crossing=True)})
    assert cover(tiny, *one_each(tiny, (2, 10), behind)) == (0, "none")
    tiny = Tiny(wall, options={"touching_counts_as_cover": "false"})
    assert cover(tiny, *one_each(tiny, (2, 10), behind)) == (0, "none")


@pytest.mark.rule("dw.obscured.line_crosses")
def test_d4_a_line_that_only_grazes_an_area_does_not_cross_it():
    for low, want in ((5.0, (0, "none")), (4.999, (1, "hard"))):
        tiny = Tiny(box("area", (8, 12), (low, 10)))
        assert cover(tiny, *one_each(tiny, (2, 5), (20, 5))) == want


@pytest.mark.rule("dw.obscured.mixed_types", "dw.obscured.half_rule", "dw.cover.one_type")
def test_d5_mixed_cover_by_the_letter_and_by_the_club():
    wall = box("wall", (10, 10.3), (7.7, 9.3), 1)
    wood = box("wood", (12, 14), (9.8, 13))
    places = [(20.0, 10.0 + y) for y in (-4, -2, 0, 2, 4)]
    for option, want in (("any_best", (5, "hard")), ("half_by_type", (5, "soft"))):
        tiny = Tiny(wall, wood, ratings={"wood": "soft"}, options={"mixed_cover": option})
        assert cover(tiny, *one_each(tiny, (0.6, 10), *places)) == want
    del places[2]
    for option in ("any_best", "half_by_type"):
        tiny = Tiny(wall, wood, ratings={"wood": "soft"}, options={"mixed_cover": option})
        assert cover(tiny, *one_each(tiny, (0.6, 10), *places)) == (4, "hard")


@pytest.mark.rule("dw.obscured.half_rule", "dw.obscured.mixed_types")
def test_half_of_the_living_miniatures_must_be_obscured():
    wall = box("wall", (10, 10.3), (4, 10), 1)
    for behind, clear, want in ((2, 3, "none"), (3, 2, "hard"), (2, 2, "hard"), (1, 0, "hard")):
        places = [(20.0, 5.0 + 1.3 * n) for n in range(behind)]
        places += [(20.0, 20.0 + 1.3 * n) for n in range(clear)]
        tiny = Tiny(wall)
        assert cover(tiny, *one_each(tiny, (2, 6), *places)) == (behind, want)


# --- D6: vehicles -----------------------------------------------------------------------------


@pytest.mark.rule("dw.obscured.vehicle_clear", "dw.obscured.vehicle_full_inside")
def test_d6_a_walker_needs_the_last_sliver_of_its_base_behind_the_ruin():
    for top, want in ((0.0, "none"), (1.18, "none"), (1.19, "hard")):
        tiny = Tiny(box("ruin", (15, 15.5), (7, 10 + top)))
        attackers = tiny.unit("attackers", "axis", (0, 10))
        walker = tiny.unit("walker", "allies", (20, 10), kind="Vehicle 4", dc=5)
        assert cover(tiny, attackers, walker)[1] == want


@pytest.mark.rule("dw.obscured.vehicle_rim", "dw.obscured.vehicle_full_inside")
def test_a_walker_inside_rubble_and_touching_its_rim_is_covered():
    for x, want in ((11.5748, "soft"), (11.5248, "none")):
        tiny = Tiny(box("rubble", (10, 20), (5, 15)), ratings={"rubble": "soft"})
        attackers = tiny.unit("attackers", "axis", (0.6, 10))
        walker = tiny.unit("walker", "allies", (x, 11), kind="Vehicle 4", dc=5)
        assert cover(tiny, attackers, walker)[1] == want


@pytest.mark.rule("dw.obscured.vehicle_clear")
def test_who_may_look_for_the_clear_line_is_an_option():
    ruin = box("ruin", (15, 15.5), (6, 14))
    for option, want in (("leader", "hard"), ("any_mini", "none")):
        tiny = Tiny(ruin, options={"vehicle_clear_from": option})
        attackers = tiny.unit("attackers", "axis", (2, 10), (10, 20))
        walker = tiny.unit("walker", "allies", (20, 10), kind="Vehicle 4", dc=5)
        assert cover(tiny, attackers, walker)[1] == want


@pytest.mark.rule("dw.obscured.mixed_types", "dw.obscured.vehicle_full_inside")
def test_one_line_through_hard_cover_makes_a_covered_walkers_cover_hard():
    for wall, want in (((10, 10.2), "soft"), ((8, 8.9), "hard")):
        wood = box("wood", (15, 15.5), (4, 16), 1)
        hard = box("hard", (16.8, 17), wall, 1)
        tiny = Tiny(wood, hard, ratings={"wood": "soft"})
        attackers = tiny.unit("attackers", "axis", (0, 10))
        walker = tiny.unit("walker", "allies", (20, 10), kind="Vehicle 4", dc=5)
        if want == "soft":
            tiny.ratings["hard"] = Rating("none", "open", "open")
        assert cover(tiny, attackers, walker)[1] == want


# --- D8 and D10: miniatures in the way ---------------------------------------------------------

SCREEN = ((10.0, 10.62), (10.0, 9.38))
REAR = [(16.0, 10.0 + y) for y in (-3, -1.5, 0, 1.5, 3)]


def screened(**more: Any) -> tuple[Tiny, Unit, Unit, Unit]:
    """Set up case D8: two soldiers in front of a squad of theirs."""
    tiny = Tiny()
    attackers = tiny.unit("attackers", "axis", (0, 10), kind=more.pop("kind", "Soldier 2"))
    screen = tiny.unit("screen", more.pop("side", "allies"), *SCREEN, **more)
    return tiny, attackers, screen, tiny.unit("targets", "allies", *REAR)


@pytest.mark.rule("dw.obscured.enemy_soldiers", "dw.obscured.own_unit_never")
def test_d8_two_men_in_front_hide_two_of_five_and_two_of_four():
    tiny, attackers, _, targets = screened()
    assert cover(tiny, attackers, targets) == (2, "none")
    del targets.minis[2]
    assert cover(tiny, attackers, targets) == (2, "soft")


@pytest.mark.rule("dw.obscured.suppressed_soldiers", "dw.suppression.no_obscure")
def test_d8_suppressed_men_hide_nobody():
    tiny, attackers, screen, targets = screened()
    del targets.minis[2]
    screen.suppression = 1
    assert cover(tiny, attackers, targets) == (0, "none")


@pytest.mark.rule("dw.obscured.vehicle_attacker_ignores_soldiers", "dw.obscured.friendly_soldiers")
def test_d8_walkers_shoot_past_soldiers_and_own_soldiers_are_never_in_the_way():
    tiny, attackers, _, targets = screened(kind="Vehicle 4")
    del targets.minis[2]
    assert cover(tiny, attackers, targets) == (0, "none")
    tiny, attackers, _, targets = screened(side="axis")
    del targets.minis[2]
    assert cover(tiny, attackers, targets) == (0, "none")


@pytest.mark.rule("dw.obscured.soldiers_not_vehicles")
def test_d8_soldiers_give_a_walker_no_cover():
    tiny = Tiny()
    attackers = tiny.unit("attackers", "axis", (0, 10))
    tiny.unit("screen", "allies", *[(10.0, 5.0 + 1.2 * n) for n in range(9)])
    walker = tiny.unit("walker", "allies", (16, 10), kind="Vehicle 4")
    assert cover(tiny, attackers, walker) == (0, "none")


@pytest.mark.rule("dw.obscured.enemy_soldiers")
def test_from_high_ground_the_line_passes_over_the_men_in_front():
    tower = box("tower", (1, 5), (8, 12), 12, carries=True)
    for level, want in (("ground", (1, "soft")), ("high", (0, "none"))):
        terrain = [tower] if level == "high" else []
        tiny = Tiny(*terrain)
        attackers = tiny.unit("attackers", "axis", (3, 10))
        tiny.unit("screen", "allies", (10, 10))
        targets = tiny.unit("targets", "allies", (14, 10))
        assert cover(tiny, attackers, targets) == want


@pytest.mark.rule("dw.obscured.vehicles_obscure", "dw.obscured.own_unit_never")
def test_d10_a_walker_in_the_way_is_hard_cover_unless_the_leader_touches_it():
    for side in ("axis", "allies"):
        for x, want in ((5.5, (1, "hard")), (5.8346, (0, "none"))):
            tiny = Tiny()
            attackers = tiny.unit("attackers", "axis", (x, 10))
            tiny.unit("walker", side, (8, 10), kind="Vehicle 4")
            targets = tiny.unit("targets", "allies", (18, 10))
            assert cover(tiny, attackers, targets) == want


@pytest.mark.rule("dw.obscured.vehicles_obscure")
def test_a_walker_behind_another_is_covered_by_it():
    tiny = Tiny()
    attackers = tiny.unit("attackers", "axis", (2, 10))
    tiny.unit("front", "allies", (12, 10), kind="Vehicle 4")
    rear = tiny.unit("rear", "allies", (16, 10), kind="Vehicle 4")
    assert cover(tiny, attackers, rear) == (1, "hard")


# --- single clauses ---------------------------------------------------------------------------


@pytest.mark.rule("dw.obscured.height_irrelevant", "dw.obscured.line_crosses")
def test_the_lowest_terrain_obscures():
    tiny = Tiny(box("craters", (8, 12), (0, 20), 0.1), ratings={"craters": "soft"})
    assert cover(tiny, *one_each(tiny, (2, 10), (20, 10))) == (1, "soft")


@pytest.mark.rule("dw.obscured.none_cover")
def test_a_swamp_hides_nobody_unless_the_option_says_so():
    swamp = box("swamp", (8, 12), (0, 20), 0.1)
    for option, want in (("false", (0, "none")), ("true", (1, "none"))):
        tiny = Tiny(swamp, ratings={"swamp": "none"}, options={"none_cover_obscures": option})
        assert cover(tiny, *one_each(tiny, (2, 10), (20, 10))) == want


@pytest.mark.rule("dw.obscured.from_leader")
def test_only_the_leaders_lines_count():
    tiny = Tiny(box("wood", (8, 12), (0, 15)))
    attackers = tiny.unit("attackers", "axis", (2, 25), (2, 10), (2, 12))
    targets = tiny.unit("targets", "allies", (20, 20))
    assert cover(tiny, attackers, targets) == (0, "none")
    attackers.minis.reverse()
    assert cover(tiny, attackers, targets) == (1, "hard")


@pytest.mark.rule("dw.suppression.cover_step", "dw.cover.modifier_order")
def test_suppression_improves_cover_one_step():
    wood = box("wood", (8, 12), (0, 20))
    for rating, want in (("none", "soft"), ("soft", "hard"), ("hard", "hard")):
        tiny = Tiny(wood, ratings={"wood": rating})
        attackers, targets = one_each(tiny, (2, 10), (20, 10), suppression=1)
        assert cover(tiny, attackers, targets)[1] == want
    assert [one_step_up(each) for each in ("none", "soft", "hard")] == ["soft", "hard", "hard"]


@pytest.mark.rule("dw.cover.team", "dw.cover.modifier_order")
def test_a_team_turns_soft_into_hard_and_counts_by_its_profile():
    wood = box("wood", (8, 12), (0, 20))
    for survivors in (2, 1):
        tiny = Tiny(wood, ratings={"wood": "soft"})
        attackers, team = one_each(tiny, (2, 10), (20, 10), (20, 12), team=True)
        del team.minis[survivors:]
        assert cover(tiny, attackers, team)[1] == "hard"
    tiny = Tiny(options={})
    attackers, team = one_each(tiny, (2, 10), (20, 10), (20, 12), team=True, suppression=1)
    assert cover(tiny, attackers, team)[1] == "hard"
    tiny = Tiny(wood, ratings={"wood": "soft"}, options={"team_basis": "current_count"})
    attackers, rest = one_each(tiny, (2, 10), (20, 10), (20, 12))
    assert cover(tiny, attackers, rest)[1] == "hard"


@pytest.mark.rule("dw.cover.soft", "dw.cover.hard", "dw.cover.one_type")
def test_soft_is_one_hit_hard_two_and_the_better_one_counts():
    assert [cover_value(each) for each in ("none", "soft", "hard")] == [0, 1, 2]
    assert best(["soft", "hard", "soft"]) == "hard"
    assert best([]) == "none"


def test_the_reason_names_the_line_what_it_met_and_the_clauses():
    tiny = Tiny(box("wall", (10, 10.3), (0, 20), 1))
    attackers, targets = one_each(tiny, (2, 10), (20, 10), suppression=1)
    found = unit_cover(tiny.play, attackers.minis[0], targets)
    lines = found.reason.lines()
    assert lines[0].startswith("targets has Hard cover")
    assert any("crosses wall" in line and "dw.obscured.line_crosses" in line for line in lines)
    assert any("one step better" in line for line in lines)
    line = mini_cover(tiny.play, attackers.minis[0], targets.minis[0])
    (ray,) = line.reason.rays
    assert ray[0][:2] == (2, 10)
    assert ray[2] is False
    assert line.reason.children[0].pieces == ("wall",)
