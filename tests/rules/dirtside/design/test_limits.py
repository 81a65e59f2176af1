"""What may be built: every rule of the workshop, all objections at once."""

from __future__ import annotations

from typing import Any

import pytest

from sim.rules.dirtside.design.design import Artillery, Carries, Design, Gun, Launcher
from sim.rules.dirtside.design.files import read_design, shipped_designs
from sim.rules.dirtside.design.limits import advice, objections, waived
from sim.rules.dirtside.options import DirtsideOptions

MDC, HKP = "mdc", "hkp"


def rules_against(design: Design, **options: str) -> list[str]:
    return [each.rule for each in objections(design, DirtsideOptions(**options))]


def tank(size: int = 3, mobility: str = "fast_tracked", power: str = "cfe", **more: Any) -> Design:
    if more.get("guns"):
        more.setdefault("fire_control", "basic")
    return Design("tank", size, mobility, power, **more)


@pytest.mark.parametrize("path", shipped_designs(), ids=lambda path: path.stem)
def test_what_is_shipped_is_legal_and_only_the_micv_needs_its_waiver(path: Any):
    design = read_design(path)
    assert objections(design) == ()
    assert [each.rule for each in waived(design)] == (
        ["ds.power.hmt_weapons"] if path.stem == "light_micv" else []
    )


@pytest.mark.rule("ds.design.size_class")
@pytest.mark.parametrize(("size", "legal"), [(0, False), (1, True), (5, True), (8, False)])
def test_sizes(size: int, legal: bool):
    assert ("ds.design.size_class" not in rules_against(tank(size))) is legal


POWER = [
    ("slow_gev", "cfe", 3, True),
    ("slow_gev", "cfe", 4, False),
    ("fast_gev", "cfe", 2, True),
    ("fast_gev", "cfe", 3, False),
    ("slow_gev", "hmt", 4, True),
    ("slow_gev", "hmt", 5, False),
    ("fast_gev", "hmt", 3, True),
    ("fast_gev", "hmt", 4, False),
    ("fast_gev", "fgp", 5, True),
    ("grav", "fgp", 5, True),
    ("grav", "hmt", 1, False),
    ("low_wheeled", "cfe", 5, True),
    ("slow_tracked", "hmt", 6, False),
    ("slow_tracked", "fgp", 6, True),
    ("vtol", "hmt", 3, False),
    ("combat_walker", "hmt", 4, False),
]


@pytest.mark.rule("ds.power.cfe_mobility", "ds.power.hmt_mobility", "ds.power.fgp_required")
@pytest.mark.parametrize(("mobility", "power", "size", "legal"), POWER)
def test_plants_drive_what_they_can(mobility: str, power: str, size: int, legal: bool):
    assert (rules_against(tank(size, mobility, power)) == []) is legal


@pytest.mark.rule("ds.power.cfe_weapons", "ds.power.hmt_weapons", "ds.power.fgp_weapons")
@pytest.mark.parametrize(
    ("power", "size", "gun", "legal"),
    [
        ("cfe", 4, 2, True),
        ("cfe", 4, 3, False),
        ("cfe", 2, 1, False),
        ("hmt", 4, 3, True),
        ("hmt", 2, 2, False),
        ("fgp", 4, 4, True),
    ],
)
def test_lasers_and_mass_drivers_strain_the_plant(power: str, size: int, gun: int, legal: bool):
    for weapon in ("hel", "mdc"):
        against = rules_against(tank(size, power=power, guns=(Gun(weapon, gun),)))
        assert (f"ds.power.{power}_weapons" not in against) is legal
    free = tank(5, power="cfe", guns=(Gun("dffg", 5),))
    assert rules_against(free) == []


def test_the_option_lets_a_turbine_feed_a_gun_of_the_vehicles_class():
    design = tank(2, power="hmt", guns=(Gun(MDC, 2),))
    assert rules_against(design) == ["ds.power.hmt_weapons"]
    assert rules_against(design, hmt_weapons="equal_class") == []


@pytest.mark.rule("ds.armour.range", "ds.armour.max_by_size", "ds.armour.exclusive")
@pytest.mark.parametrize(
    ("armour", "special", "against"),
    [
        (3, (), []),
        (4, (), ["ds.armour.max_by_size"]),
        (8, (), ["ds.armour.range"]),
        (-1, (), ["ds.armour.range"]),
        (3, ("ablative",), []),
        (3, ("ablative", "reactive"), ["ds.armour.exclusive"]),
    ],
)
def test_armour(armour: int, special: tuple[Any, ...], against: list[str]):
    assert rules_against(tank(armour=armour, special=special)) == against


@pytest.mark.rule("ds.armour.special_on_zero")
def test_special_armour_needs_a_rating_unless_the_option_allows_it():
    bare = tank(armour=0, special=("reactive",))
    assert rules_against(bare) == ["ds.armour.special_on_zero"]
    assert rules_against(bare, armour_special_zero="allowed") == []


@pytest.mark.rule("ds.weapon.size_class", "ds.weapon.hkp", "ds.weapon.rfac")
@pytest.mark.parametrize(
    ("weapon", "classes"),
    [
        ("rfac", (1, 2)),
        ("hvc", (3, 4, 5)),
        ("hkp", (3, 4, 5)),
        ("mdc", (1, 2, 3, 4, 5)),
        ("hel", (1, 2, 3, 4, 5)),
        ("dffg", (1, 2, 3, 4, 5)),
        ("slam", (3, 4, 5)),
    ],
)
def test_every_weapon_has_its_classes(weapon: str, classes: tuple[int, ...]):
    for size in range(1, 7):
        design = tank(7, power="fgp", guns=(Gun(weapon, size, "fixed"),))
        assert (rules_against(design) == []) is (size in classes)


@pytest.mark.rule("ds.design.capacity_exceeded")
def test_what_does_not_fit_is_refused():
    twin = tank(3, guns=(Gun(HKP, 3, barrels=2),))
    assert rules_against(twin) == []
    assert rules_against(tank(3, guns=twin.guns, apfc=True)) == ["ds.design.capacity_exceeded"]


@pytest.mark.rule("ds.fit.count_limit", "ds.fit.apsw_free", "ds.fit.apsw_extra")
def test_weapons_are_counted_by_barrel_and_the_free_machine_gun_is_not():
    three = tank(3, guns=(Gun(HKP, 3), Gun("rfac", 1)), pds="basic")
    assert rules_against(three) == []
    assert rules_against(tank(3, guns=three.guns, pds="basic", apsw=1)) == ["ds.fit.count_limit"]
    twin = tank(2, guns=(Gun("rfac", 1, barrels=2),), pds="basic")
    assert rules_against(twin) == ["ds.fit.count_limit"]


def test_the_option_lets_charges_go_uncounted():
    design = tank(2, guns=(Gun("rfac", 1, barrels=2),), apfc=True)
    assert rules_against(design) == ["ds.fit.count_limit"]
    assert rules_against(design, apfc_counts="false") == []


@pytest.mark.rule("ds.systems.firecon", "ds.oversize.firecon")
def test_guns_need_one_fire_control_and_only_large_hulls_may_have_more():
    assert rules_against(Design("a", 3, "fast_tracked", guns=(Gun(HKP, 3),))) == [
        "ds.systems.firecon"
    ]
    assert rules_against(Design("a", 3, "fast_tracked", missiles=(Launcher("light"),))) == []
    assert rules_against(Design("a", 3, "fast_tracked", artillery=(Artillery("light"),))) == []
    two = tank(6, power="fgp", guns=(Gun(HKP, 3),), fire_controls=2)
    assert rules_against(two) == []
    assert rules_against(tank(5, guns=(Gun(HKP, 3),), fire_controls=2)) == ["ds.oversize.firecon"]


@pytest.mark.rule("ds.transport.vehicle", "ds.transport.line", "ds.transport.powered")
def test_what_is_carried_takes_room_and_must_be_smaller():
    assert rules_against(tank(4, carries=Carries(vehicles=(2,)))) == []
    assert "ds.design.capacity_exceeded" in rules_against(tank(3, carries=Carries(vehicles=(2,))))
    assert "ds.transport.vehicle" in rules_against(tank(2, carries=Carries(vehicles=(2,))))
    assert rules_against(tank(3, carries=Carries(line=3))) == []
    assert rules_against(tank(3, carries=Carries(powered=2))) == ["ds.design.capacity_exceeded"]


@pytest.mark.rule("ds.air.vtol_turret", "ds.air.aerospace_fixed", "ds.air.max_weapon")
def test_air_vehicles_carry_small_weapons_forward():
    chin = tank(3, "vtol", "fgp", guns=(Gun("rfac", 1),))
    assert rules_against(chin) == []
    large = tank(3, "vtol", "fgp", guns=(Gun("rfac", 2),))
    assert rules_against(large) == ["ds.air.vtol_turret"]
    assert rules_against(tank(3, "vtol", "fgp", guns=(Gun("rfac", 2, "fixed"),))) == []
    plane = tank(3, "aerospace", "fgp", guns=(Gun("rfac", 1),))
    assert rules_against(plane) == ["ds.air.aerospace_fixed"]
    heavy = tank(5, "aerospace", "fgp", guns=(Gun(HKP, 4, "fixed"),))
    assert rules_against(heavy) == ["ds.air.max_weapon"]


@pytest.mark.rule("ds.air.armour", "ds.air.dfo_capacity")
@pytest.mark.parametrize(
    ("mobility", "size", "most"),
    [("vtol", 1, 0), ("vtol", 2, 1), ("vtol", 4, 2), ("aerospace", 3, 2), ("aerospace", 5, 3)],
)
def test_air_vehicles_are_thin(mobility: str, size: int, most: int):
    assert rules_against(tank(size, mobility, "fgp", armour=most)) == []
    assert "ds.air.armour" in rules_against(tank(size, mobility, "fgp", armour=most + 1))
    assert rules_against(tank(3, ordnance=1)) == ["ds.air.dfo_capacity"]


@pytest.mark.rule("ds.walker.sizes", "ds.walker.types", "ds.walker.armour")
def test_walkers_have_their_sizes():
    assert rules_against(tank(4, "combat_walker", "fgp", armour=4)) == []
    assert rules_against(tank(3, "combat_walker", "fgp")) == ["ds.walker.sizes"]
    assert rules_against(tank(1, "infantry_walker", "fgp", armour=1)) == []
    assert rules_against(tank(2, "infantry_walker", "fgp")) == ["ds.walker.sizes"]


def test_all_objections_come_at_once():
    design = tank(2, "grav", "cfe", armour=4, guns=(Gun(HKP, 2), Gun(MDC, 5)), apsw=3)
    assert rules_against(design) == [
        "ds.power.fgp_required",
        "ds.power.cfe_weapons",
        "ds.armour.max_by_size",
        "ds.weapon.hkp",
        "ds.design.capacity_exceeded",
        "ds.fit.count_limit",
    ]


@pytest.mark.rule("ds.fit.size_advice", "ds.signature.stealth_floor")
def test_advice_is_no_objection():
    big = tank(2, guns=(Gun(HKP, 5, "fixed"),), stealth=2)
    assert objections(big) == ()
    assert [each.rule for each in advice(big)] == [
        "ds.fit.size_advice",
        "ds.signature.stealth_floor",
    ]
