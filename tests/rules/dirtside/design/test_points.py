"""The printed examples, line by line, and how a point is rounded."""

from __future__ import annotations

from typing import Any

import pytest

from sim.rules.dirtside.design.design import (
    Design,
    Gun,
    base_move_in,
    basic_signature,
    capacity,
    effective_signature,
    target_die,
)
from sim.rules.dirtside.design.files import read_design, shipped_designs
from sim.rules.dirtside.design.sums import (
    capacity_lines,
    percent,
    points_lines,
    total,
    weapon_lines,
)
from sim.rules.dirtside.options import DirtsideOptions

SHIPPED = {path.stem: read_design(path) for path in shipped_designs()}

#: Points, capacity used and there, weapons, effective signature, target die; as printed.
PRINTED = {
    "medium_battle_tank": (172, 14, 15, 3, 3, 8),
    "light_micv": (71, 10, 10, 1, 2, 10),
    "deimos": (356, 20, 20, 4, 3, 8),
    "assault_vtol": (178, 11, 15, 1, 3, 8),
    "wheeled_apc": (70, 11, 15, 1, 3, 8),
    "artillery_vehicle": (209, 15, 15, 3, 3, 8),
    "ads_vehicle": (393, 15, 15, 1, 3, 8),
    "aerospace_fighter": (274, 12, 15, 0, 3, 8),
    "combat_walker": (485, 25, 25, 4, 5, 4),
}


#: The clause that prints each of them.
EXAMPLE = {
    "light_micv": ("ds.points.ex_light_micv",),
    "assault_vtol": ("ds.points.ex_vtol",),
    "wheeled_apc": ("ds.points.ex_apc",),
    "artillery_vehicle": ("ds.points.ex_artillery",),
    "aerospace_fighter": ("ds.points.ex_aerospace",),
    "combat_walker": ("ds.walker.example",),
}


def example(name: str) -> Any:
    """Return a shipped design's name, marked with the clause that prints it."""
    rules = EXAMPLE.get(name)
    return pytest.param(name, marks=pytest.mark.rule(*rules)) if rules else name


@pytest.mark.parametrize("name", [example(name) for name in PRINTED])
def test_the_printed_examples_are_reproduced(name: str):
    design = SHIPPED[name]
    points, used, room, weapons, signature, die = PRINTED[name]
    assert total(points_lines(design)) == points
    assert total(capacity_lines(design)) == used
    assert capacity(design) == room
    assert total(weapon_lines(design)) == weapons
    assert effective_signature(design) == signature
    assert target_die(signature) == die


@pytest.mark.rule("ds.points.sum", "ds.design.capacity_table", "ds.fit.count_limit")
def test_a_sum_is_the_sum_of_its_lines():
    tank = SHIPPED["medium_battle_tank"]
    assert total(points_lines(tank)) == sum(line.value for line in points_lines(tank))
    assert [line.value for line in capacity_lines(tank)] == [9, 2, 3]
    assert [line.value for line in weapon_lines(tank)] == [1, 1, 1]


def test_nothing_is_shipped_that_was_not_looked_at():
    assert set(SHIPPED) == set(PRINTED)


def bought(name: str) -> dict[str, int]:
    return {line.key.removeprefix("ds.part."): line.value for line in points_lines(SHIPPED[name])}


@pytest.mark.rule("ds.points.ex_hull", "ds.points.rounding")
def test_the_worked_hull_costs_44_because_each_line_is_rounded():
    hull = Design("hull", 3, "fast_tracked", "hmt", armour=3)
    values = [line.value for line in points_lines(hull)]
    assert values == [15, 9, 10, 10]
    assert sum(values) == 44
    assert [percent(45, 30), percent(5, 50), percent(14, 40)] == [14, 3, 6]


@pytest.mark.rule("ds.points.ex_medium_battle_tank", "ds.points.hkp", "ds.points.rfac")
def test_the_medium_battle_tank_line_by_line():
    assert [line.value for line in points_lines(SHIPPED["medium_battle_tank"])] == [
        15, 9, 10, 10, 30, 5, 18, 45, 30,
    ]  # fmt: skip


@pytest.mark.rule("ds.points.ex_heavy_hover_tank", "ds.points.stealth", "ds.points.gms")
def test_the_heavy_hover_tank_line_by_line():
    assert bought("deimos") == {
        "size": 20, "armour": 16, "power_fgp": 22, "mobility_slow_gev": 14, "gun": 40,
        "gms": 45, "fire_control": 24, "pds": 45, "ecm": 30, "stealth": 80, "apfc": 20,
    }  # fmt: skip


@pytest.mark.rule("ds.points.ex_ads", "ds.points.backup", "ds.points.ads")
def test_the_area_defence_vehicle_rounds_half_a_point_up():
    assert bought("ads_vehicle")["backup"] == 14
    assert bought("ads_vehicle")["ads"] == 300


@pytest.mark.rule("ds.points.ex_armour_troop", "ds.points.ex_artillery_battery")
def test_units_of_vehicles_cost_their_sum():
    cost = {name: total(points_lines(design)) for name, design in SHIPPED.items()}
    assert 4 * cost["deimos"] == 1424
    assert 3 * cost["artillery_vehicle"] + cost["ads_vehicle"] == 1020


@pytest.mark.rule("ds.fit.fixed_mount", "ds.fit.turret_primary", "ds.fit.additional")
@pytest.mark.parametrize(
    ("size", "guns", "used"),
    [
        (4, (Gun("mdc", 4), Gun("mdc", 2)), 16),
        (4, (Gun("mdc", 4, barrels=2),), 20),
        (3, (Gun("hkp", 3, barrels=2),), 15),
        (3, (Gun("hkp", 3, "fixed"),), 6),
        (3, (Gun("hkp", 4, "fixed"), Gun("rfac", 2)), 14),
    ],
)
def test_a_turret_is_paid_for_once(size: int, guns: tuple[Gun, ...], used: int):
    design = Design("tank", size, "fast_tracked", "fgp", fire_control="basic", guns=guns)
    assert total(capacity_lines(design)) == used


@pytest.mark.rule("ds.fit.turret_secondary", "ds.fit.primary_first")
def test_the_largest_turreted_weapon_pays_for_the_turret():
    small, large = Gun("rfac", 1), Gun("hkp", 3)
    design = Design("tank", 4, "fast_tracked", "cfe", fire_control="basic", guns=(small, large))
    assert [line.value for line in capacity_lines(design)] == [2, 9]


@pytest.mark.rule("ds.walker.capacity", "ds.walker.signature")
def test_walkers_pay_the_fixed_rate_and_are_a_class_easier_to_hit():
    walker = SHIPPED["combat_walker"]
    assert [line.value for line in capacity_lines(walker)] == [16, 6, 3]
    assert basic_signature(walker) == 6


@pytest.mark.rule("ds.signature.basic", "ds.signature.stealth", "ds.signature.stealth_floor")
def test_stealth_lowers_the_signature_and_never_below_one():
    assert effective_signature(Design("a", 4, "grav", "fgp", stealth=2)) == 2
    assert effective_signature(Design("a", 1, "grav", "fgp", stealth=2)) == 1


@pytest.mark.rule("ds.signature.target_die")
def test_the_target_die_follows_the_signature():
    assert [target_die(each) for each in range(1, 8)] == [12, 10, 8, 6, 4, 4, 4]


def test_backup_of_guidance_may_count_only_what_is_above_basic():
    design = SHIPPED["deimos"]
    whole = Design(**{**as_fields(design), "backup": True})
    full = {line.key: line.value for line in points_lines(whole)}
    part = {line.key: line.value for line in points_lines(whole, backup_full=False)}
    assert full["ds.part.backup"] == percent(24 + 30 + 80 + 45, 30)
    assert part["ds.part.backup"] == percent(24 + 30 + 80 + 15, 30)
    assert DirtsideOptions().backup_guidance == "full_price"


def as_fields(design: Design) -> dict[str, object]:
    return {name: getattr(design, name) for name in Design.__struct_fields__}


@pytest.mark.parametrize(
    ("mobility", "power", "move"),
    [("slow_tracked", "cfe", 8), ("fast_gev", "hmt", 15), ("grav", "fgp", 15)],
)
def test_the_base_move_follows_the_mobility(mobility: str, power: str, move: float):
    assert base_move_in(Design("a", 2, mobility, power)) == move
    assert base_move_in(Design("a", 2, "vtol", "fgp")) == 24
    assert base_move_in(Design("a", 2, "vtol", "fgp", attack_vtol=True)) == 30
