"""Arcs of vehicles: field of fire, boundaries, rear armour's half."""

from __future__ import annotations

import pytest

from sim.rules.dust_warfare.attack.arcs import (
    arcs_touched,
    completely_in,
    in_fire_arc,
    mostly_behind,
    partly_in,
    rivets,
)
from sim.rules.dust_warfare.attack.weapons import weapons_bearing
from sim.rules.dust_warfare.forces.profiles import Mount
from tests.rules.dust_warfare.tiny import Tiny, weapon

GUN = weapon("gun", "3/3", range_in=24.0)


def walker(tiny: Tiny, arc: str = "F", facing: float = 0.0, **more: object):
    """Put a walker with one gun in the middle of the table."""
    return tiny.unit("walker", "axis", (30, 30, facing), kind="Vehicle 4", weapons=[(GUN, arc)])


@pytest.mark.rule("dw.arc.vehicle_four", "dw.arc.hull_based")
def test_bearings_fall_into_the_four_arcs_and_turn_with_the_hull():
    places = {"F": (40, 30), "Lt": (30, 40), "R": (20, 30), "Rt": (30, 20)}
    for arc, at in places.items():
        tiny = Tiny()
        hull = walker(tiny).minis[0]
        man = tiny.unit("man", "allies", at).minis[0]
        assert arcs_touched(tiny.play, hull, man) == (arc,)
    tiny = Tiny()
    hull = walker(tiny, facing=90.0).minis[0]
    man = tiny.unit("man", "allies", (30, 40)).minis[0]
    assert arcs_touched(tiny.play, hull, man) == ("F",)


@pytest.mark.rule("dw.arc.origin_and_boundary")
def test_a_base_on_the_diagonal_is_partly_in_two_arcs_and_completely_in_none():
    tiny = Tiny()
    hull = walker(tiny).minis[0]
    man = tiny.unit("man", "allies", (40, 40)).minis[0]
    assert arcs_touched(tiny.play, hull, man) == ("F", "Lt")
    assert not completely_in(tiny.play, hull, "F", man)
    assert not completely_in(tiny.play, hull, "Lt", man)
    assert partly_in(tiny.play, hull, "F", man)


@pytest.mark.rule("dw.arc.origin_and_boundary", "dw.arc.weapon_code")
def test_any_part_in_the_arc_counts_or_the_centre_by_option():
    for option, at, want in (
        ("any_part", (36, 36.83), True),
        ("any_part", (36, 36.84), False),
        ("centre", (36, 36.83), False),
        ("centre", (36, 36), True),
        ("centre", (36, 36.01), False),
    ):
        tiny = Tiny(options={"arc_membership": option})
        hull = walker(tiny).minis[0]
        man = tiny.unit("man", "allies", at).minis[0]
        assert in_fire_arc(tiny.play, hull, Mount("gun", "F"), man) is want


@pytest.mark.rule("dw.arc.weapon_code", "dw.arc.turret_360")
def test_a_fixed_gun_fires_ahead_and_a_turret_all_round():
    for arc, want in (("F", 0), ("R", 1), ("", 1)):
        tiny = Tiny()
        unit = walker(tiny, arc)
        man = tiny.unit("man", "allies", (10, 30))
        assert len(weapons_bearing(tiny.play, unit, man)) == want


@pytest.mark.rule("dw.arc.soldier_360")
def test_a_soldier_fires_behind_himself():
    tiny = Tiny()
    men = tiny.unit("men", "axis", (30, 30, 90.0))
    enemy = tiny.unit("enemy", "allies", (30, 20))
    assert len(weapons_bearing(tiny.play, men, enemy)) == 1


@pytest.mark.rule("dw.arc.rivets")
def test_an_arc_spans_six_gaps_of_the_ring_of_rivets():
    ring = rivets()
    assert len(ring) == 24
    assert ring.index(45.0) - ring.index(0.0) == 3


@pytest.mark.rule("dw.rear_armour.condition")
def test_more_than_half_must_be_completely_behind():
    behind, beside = (
        [(20.0, 28 + 1.3 * n) for n in range(4)],
        [(30, 40 + 1.3 * n) for n in range(4)],
    )
    for back, side, want in ((3, 2, True), (2, 3, False), (2, 2, False), (1, 0, True)):
        tiny = Tiny()
        hull = walker(tiny).minis[0]
        men = tiny.unit("men", "allies", *behind[:back], *beside[:side])
        verdict, names = mostly_behind(tiny.play, hull, men.minis)
        assert verdict is want
        assert len(names) == back


@pytest.mark.rule("dw.heavy.arcs", "dw.rear_armour.condition")
def test_d11_a_heavy_walkers_rear_arc_starts_at_its_centre():
    for y, want in ((5.16, True), (5.17, False)):
        tiny = Tiny()
        hull = tiny.unit("walker", "axis", (30, 20), kind="Vehicle 6", heavy=True).minis[0]
        man = tiny.unit("man", "allies", (24, 20 + y)).minis[0]
        assert completely_in(tiny.play, hull, "R", man) is want
