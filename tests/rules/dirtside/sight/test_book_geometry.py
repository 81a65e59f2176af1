"""The scenes of the page of book geometry for 6 mm: S1, S2, S3, S5 and S8."""

from __future__ import annotations

import pytest

from sim.geometry.pose import Pose
from sim.rules.dirtside.fire.hits import secondary_die
from sim.rules.dirtside.options import DirtsideOptions
from sim.rules.dirtside.sight.arcs import ARTILLERY, FIXED, bears_on, half_width
from sim.rules.dirtside.sight.cover import cover_from, may_fire_gun
from sim.rules.dirtside.sight.los import place_in, why_not_seen
from sim.table.facts import Facts
from sim.table.pieces import Stand
from tests.rules.dirtside.sight.scenes import LONG, looker, scene, solid, tank

USUAL = DirtsideOptions()
#: Scenes lie so far from the table's edges.
Y = 40.0


def die(facts: Facts, firer: Stand, target: Stand) -> int:
    """Return the secondary die of a target, 0 without cover."""
    cover = cover_from(facts, firer, target, USUAL)
    return secondary_die(() if cover.state == "none" else (cover.state,))[0]


def against(facts: Facts, a: Stand, b: Stand) -> list[str]:
    return [each.rule for each in why_not_seen(facts, a, b)]


@pytest.mark.rule("ds.cover.hull_down", "ds.los.symmetry", "ds.los.model_heights")
def test_s1_a_hull_down_duel():
    x0 = 20.0
    facts = scene(
        solid("near", "bank", (x0 + LONG / 2, x0 + LONG / 2 + 2), (30, 50), 0.45),
        solid("far", "bank", (x0 + 20 - LONG / 2 - 2, x0 + 20 - LONG / 2), (30, 50), 0.45),
    )
    a, b = tank(x0, Y), tank(x0 + 20, Y, 180.0)
    assert why_not_seen(facts, a, b) == ()
    assert (die(facts, a, b), die(facts, b, a)) == (10, 10)


@pytest.mark.rule("ds.cover.contact", "ds.fire.secondary_turret_down", "ds.cover.soft")
@pytest.mark.parametrize(
    ("height", "sensor", "wanted"),
    [
        (0.380, 0.65, 6),
        (0.382, 0.65, 10),
        (0.504, 0.65, 10),
        (0.5055, 0.65, 12),
        (0.640, 0.65, 12),
        (0.500, 1.15, 10),
        (0.500, 1.65, 10),
        (0.500, 2.15, 6),
    ],
)
def test_s2_what_a_bank_hides_decides_the_die(height: float, sensor: float, wanted: int):
    x0 = 20.0
    facts = scene(solid("bank", "bank", (x0 + 10, x0 + 12), (30, 50), height), eye=sensor)
    target = tank(x0 + 12 + LONG / 2, Y, 180.0)
    assert why_not_seen(facts, looker(x0, Y), target) == ()
    assert die(facts, looker(x0, Y), target) == wanted


def test_s2_who_does_not_touch_the_bank_has_no_die_and_a_high_one_hides_all():
    x0 = 20.0
    facts = scene(solid("bank", "bank", (x0 + 10, x0 + 12), (30, 50), 0.5))
    assert die(facts, looker(x0, Y), tank(x0 + 12.02 + LONG / 2, Y, 180.0)) == 0
    high = scene(solid("bank", "bank", (x0 + 10, x0 + 12), (30, 50), 0.66))
    hidden = tank(x0 + 12 + LONG / 2, Y, 180.0)
    assert against(high, looker(x0, Y), hidden) == ["ds.los.straight_line"]


def test_turret_down_nobody_fires_his_guns_and_the_option_makes_hull_down_soft():
    x0 = 20.0
    facts = scene(solid("bank", "bank", (x0 + 10, x0 + 12), (30, 50), 0.55))
    target = tank(x0 + 12 + LONG / 2, Y, 180.0)
    cover = cover_from(facts, looker(x0, Y), target, USUAL)
    assert cover.state == "turret_down"
    assert not may_fire_gun(cover)
    low = scene(solid("bank", "bank", (x0 + 10, x0 + 12), (30, 50), 0.45))
    soft = cover_from(low, looker(x0, Y), target, DirtsideOptions(hull_down_die="D6"))
    assert soft.state == "soft_cover"
    assert may_fire_gun(soft)


@pytest.mark.rule("ds.cover.on_feature", "ds.los.height")
def test_s3_the_rim_of_a_plateau_hides_who_stands_some_way_back():
    x0 = 20.0
    hill = solid("hill", "hill", (x0 + 3, x0 + 40), (20, 60), 1.0, carries=True)
    facts = scene(hill)
    firer = looker(x0 - 1, Y)
    assert die(facts, firer, tank(x0 + 7.2 + LONG / 2, Y, 180.0)) == 10
    assert die(facts, firer, tank(x0 + 6.9 + LONG / 2, Y, 180.0)) == 6


WOOD = solid("wood", "wood", (40, 46), (37, 43), 1.0)


def wood() -> Facts:
    """Return a wood that hides by its area: its trees are no solid ground."""
    low = solid("wood", "wood", (40, 46), (37, 43), 0.001)
    return scene(low)


@pytest.mark.rule("ds.cover.woods_edge", "ds.cover.woods_within", "ds.cover.woods_declare")
def test_s5_at_the_edge_of_a_wood_or_within():
    facts = wood()
    edge = tank(40 - LONG / 2, Y, 180.0)
    outside = tank(40 - 0.02 - LONG / 2, Y, 180.0)
    within = tank(43, Y)
    assert [place_in(facts, each, "wood") for each in (edge, outside, within)] == [
        "edge",
        "outside",
        "within",
    ]
    west = tank(20, Y)
    assert why_not_seen(facts, edge, west) == ()
    assert die(facts, west, edge) == 6
    assert die(facts, west, outside) == 0
    assert "ds.cover.woods_within" in against(facts, within, west)


@pytest.mark.rule("ds.cover.woods_block", "ds.cover.woods_own_strip", "ds.los.blockers")
def test_s5_only_the_strip_under_an_own_base_is_free():
    facts = wood()
    assert against(facts, tank(40, Y), tank(55, Y)) == ["ds.cover.woods_block"]
    corner = tank(43, 37)
    assert against(facts, tank(40, Y), corner) == ["ds.cover.woods_block"]
    fringe = tank(40.3, Y, 180.0)
    assert place_in(facts, fringe, "wood") == "edge"
    assert why_not_seen(facts, fringe, tank(20, Y)) == ()


@pytest.mark.rule("ds.urban.edge")
def test_towns_hide_as_woods_do():
    facts = scene(solid("town", "town", (40, 46), (37, 43), 0.001))
    assert place_in(facts, tank(43, Y), "town") == "within"
    assert "ds.cover.woods_block" in against(facts, tank(20, Y), tank(60, Y))


@pytest.mark.rule("ds.los.max_range", "ds.los.straight_line", "ds.los.elements_transparent")
def test_sight_ends_at_sixty_inches_and_models_never_stand_in_the_way():
    facts = scene()
    a = tank(10, Y)
    assert why_not_seen(facts, a, tank(10 + 60 + LONG, Y)) == ()
    assert against(facts, a, tank(10 + 60.1 + LONG, Y)) == ["ds.los.max_range"]


@pytest.mark.rule("ds.building.cover")
def test_who_touches_a_building_has_soft_cover_from_all_around():
    facts = scene(solid("house", "building", (40, 42), (39, 41), 1.5))
    beside = tank(40 - LONG / 2, Y)
    assert die(facts, tank(20, Y), beside) == 6
    assert die(facts, tank(39.3, 60), beside) == 6


@pytest.mark.rule("ds.arcs.fixed", "ds.arcs.origin", "ds.arcs.turret")
def test_s8_a_fixed_mount_bears_fifteen_degrees_to_either_side():
    facing = Pose(0.0, 0.0)
    assert bears_on(facing, FIXED, (20.0, 5.35))
    assert not bears_on(facing, FIXED, (20.0, 5.36))
    assert bears_on(Pose(0.0, 0.0, 90.0), FIXED, (-5.35, 20.0))
    assert not bears_on(facing, FIXED, (-20.0, 0.0))
    assert bears_on(facing, half_width("turret"), (-20.0, 0.0))


@pytest.mark.rule("ds.arcs.walker", "ds.arcs.restricted_turret", "ds.arcs.artillery")
def test_half_round_arcs():
    for half in (
        half_width("fixed", walker=True),
        half_width("turret", restricted=True),
        ARTILLERY,
    ):
        assert bears_on(Pose(0.0, 0.0), half, (0.1, 20.0))
        assert not bears_on(Pose(0.0, 0.0), half, (-0.1, 20.0))


@pytest.mark.rule("ds.arcs.gms", "ds.walker.arc", "ds.artydesign.arc")
def test_launchers_bear_as_they_are_mounted():
    assert half_width("fixed") == 15.0
    assert half_width("turret") == 180.0
    assert half_width("turret", walker=True) == 90.0
    assert bears_on(Pose(0.0, 0.0), ARTILLERY, (5.0, 5.0))
