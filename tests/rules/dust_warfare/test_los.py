"""Sight between miniatures as the book has it: cases D2, D13, D14 and heavy walkers."""

from __future__ import annotations

import pytest

from sim.geometry.meshes import box_mesh, merge
from sim.geometry.pose import Pose
from sim.geometry.shapes import disc_mm
from sim.rules.dust_warfare.attack.data import DeclaredAttack, Shot
from sim.rules.dust_warfare.attack.los import (
    hulls,
    seen_by_any,
    sees,
    sight,
    sight_reason,
    with_high_eyes,
)
from sim.rules.dust_warfare.attack.volley import make_volleys
from sim.rules.dust_warfare.attack.weapons import weapons_bearing
from sim.table.facts import Facts
from sim.table.pieces import Model
from tests.rules.dust_warfare.tiny import RIFLE, Tiny
from tests.table.builders import SOLDIER, box, pieces


@pytest.mark.rule("dw.los.viewpoint", "dw.los.any_part", "dw.mini.parts")
def test_the_eye_is_at_the_top_of_the_figure_and_a_helmet_is_enough():
    for height, want in ((1.2, True), (1.59, True), (2.0, False)):
        tiny = Tiny(box("wall", (10, 10.5), (5, 15), height))
        a = tiny.unit("a", "axis", (9.4094, 10))
        b = tiny.unit("b", "allies", (20, 10))
        assert sees(tiny.play, a.minis[0], b.minis[0]) is want
    assert SOLDIER.eye_height_in == 1.6


@pytest.mark.rule("dw.los.own_eye_for_terrain", "dw.los.blocked_no_fire")
def test_d2_a_wall_in_contact_blocks_him_but_not_his_mate():
    tiny = Tiny(box("wall", (10, 10.5), (2, 8), 3))
    a = tiny.unit("a", "axis", (9.4094, 5), (9.4094, 9.5))
    b = tiny.unit("b", "allies", (15, 5))
    assert [sees(tiny.play, mini, b.minis[0]) for mini in a.minis] == [False, True]
    assert [each.mini for each in weapons_bearing(tiny.play, a, b)] == ["a/2"]


@pytest.mark.rule("dw.los.mini_to_mini", "dw.los.blocked_one_enough", "dw.los.blocked_no_damage")
def test_one_attacker_who_sees_a_man_lets_any_weapon_hurt_him():
    tiny = Tiny(box("wall", (10, 10.3), (0, 10), 4))
    a = tiny.unit("a", "axis", (5, 5), (5, 14))
    b = tiny.unit("b", "allies", (15, 7), (15, 12), (15, 1))
    play = tiny.play
    assert [[sees(play, x, y) for y in b.minis] for x in a.minis] == [
        [False, False, False],
        [True, True, False],
    ]
    shots = tuple(Shot(mini.id, 0, "b") for mini in a.minis)
    (volley,) = make_volleys(play, DeclaredAttack("a", shots, ("b",)), a.minis[0])
    assert volley.reachable == ("b/1", "b/2")
    assert [each.mini for each in volley.fired] == ["a/2"]
    assert [seen_by_any(play, a, mini) for mini in b.minis] == [True, True, False]


@pytest.mark.rule("dw.los.minis_block", "dw.obscured.friendly_soldiers")
def test_vehicles_hide_what_is_behind_them_and_soldiers_do_not():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (2, 10))
    b = tiny.unit("b", "allies", (14, 10))
    tiny.unit("men", "allies", (10, 10), (9, 10), (8, 10))
    assert sees(tiny.play, a.minis[0], b.minis[0])
    walker = tiny.unit("walker", "axis", (8, 16), kind="Vehicle 6", heavy=True)
    assert len(hulls(tiny.play, a.minis[0], b.minis[0])) == 1
    assert sees(tiny.play, a.minis[0], b.minis[0])
    walker.minis[0].pose = Pose(7, 10)
    assert not sees(tiny.play, a.minis[0], b.minis[0])
    reason = sight_reason(tiny.play, a.minis[0], b.minis[0])
    assert reason.value is False


def pieces_of(part: str, *seen: str) -> Model:
    """Return case D13's target: a low body behind the wall and a barrel past its end."""
    body = box_mesh((-2, -3, 0), (2, 0.9, 4), "hull")
    barrel = box_mesh((-0.05, 0.9, 1.95), (0.05, 3, 2.05), part)
    return Model("odd", disc_mm(80), 2.0, 4.0, merge([body, barrel]), seen)


@pytest.mark.rule("dw.los.any_part", "dw.heavy.los_to")
def test_d13_a_barrel_is_seen_of_a_walker_on_a_base_and_not_of_a_heavy_one():
    wall = box("wall", (10, 10.5), (10, 21), 6)
    for seen, want in ((("hull", "barrel"), True), (("hull",), False)):
        tiny = Tiny(wall)
        model = pieces_of("barrel", *seen)
        table = tiny.facts.table
        tiny.facts = Facts(
            type(table)(
                table.width, table.depth, "grass", table.terrain, {**table.models, "walker": model}
            )
        )
        a = tiny.unit("a", "axis", (0.6, 20))
        b = tiny.unit("b", "allies", (16, 20), kind="Vehicle 5")
        assert sees(tiny.play, a.minis[0], b.minis[0]) is want


@pytest.mark.rule("dw.heavy.los_from")
def test_a_heavy_walker_sees_from_its_middle_and_by_option_from_its_top():
    wall = box("wall", (25, 25.1), (0, 40), 4)
    tiny = Tiny(wall)
    walker = tiny.unit("walker", "axis", (20, 20), kind="Vehicle 6", heavy=True)
    man = tiny.unit("man", "allies", (32, 20))
    assert not sees(tiny.play, walker.minis[0], man.minis[0])
    tiny.profiles["heavy"] = tiny.profiles["walker"]
    play = tiny.play
    high = with_high_eyes(tiny.facts.table, play.profiles)
    assert high.models["heavy"].eye_height_in == 6.0
    assert high.models["soldier"].eye_height_in == 1.6
    assert len(high.models) == len(tiny.facts.table.models)
    assert list(high.models) == list(tiny.facts.table.models)
    tiny.facts = Facts(high)
    assert sees(tiny.play, walker.minis[0], man.minis[0])


@pytest.mark.rule("dw.los.any_part")
def test_d14_the_window_shows_a_sliver_and_then_nothing():
    opening = pieces(
        box("left", (10, 10.3), (6, 9.5), 4),
        box("right", (10, 10.3), (10.5, 14), 4),
        box("sill", (10, 10.3), (9.5, 10.5), 1.2),
        box("lintel", (10, 10.3), (9.5, 10.5), 1.8, low=2.2),
        name="wall",
    )
    for y, want in ((11.5, True), (11.66, True), (11.68, False)):
        tiny = Tiny(opening)
        a = tiny.unit("a", "axis", (4, 10))
        b = tiny.unit("b", "allies", (20, y))
        assert sees(tiny.play, a.minis[0], b.minis[0]) is want
    tiny = Tiny(opening)
    a, b = tiny.unit("a", "axis", (4, 10)), tiny.unit("b", "allies", (20, 11.5))
    found = sight(tiny.play, a.minis[0], b.minis[0])
    assert found.share == pytest.approx(0.134, abs=0.01)
    reason = sight_reason(tiny.play, a.minis[0], b.minis[0])
    assert reason.value is True
    assert reason.rays


@pytest.mark.rule("dw.los.mini_to_mini")
def test_two_men_over_a_low_wall_see_each_other():
    tiny = Tiny(box("wall", (10, 10.3), (0, 20), 1.0))
    a, b = tiny.unit("a", "axis", (5, 10), weapons=(RIFLE,)), tiny.unit("b", "allies", (15, 10))
    assert sees(tiny.play, a.minis[0], b.minis[0])
    assert sees(tiny.play, b.minis[0], a.minis[0])
