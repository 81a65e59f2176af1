"""Clause by clause: prices, ranges, validities and limits with their own numbers."""

from __future__ import annotations

from typing import Any

import pytest

from sim.rules.dirtside.design.card import validity_text
from sim.rules.dirtside.design.design import (
    Artillery,
    Carries,
    Design,
    Gun,
    Launcher,
    base_move_in,
    capacity,
    effective_signature,
    target_die,
)
from sim.rules.dirtside.design.limits import advice, objections
from sim.rules.dirtside.design.sums import capacity_lines, points_lines, total, weapon_lines
from sim.rules.dirtside.design.weapons import (
    BANDS,
    bands_of,
    firer_die,
    gun_validity,
    infantry_validity,
    missile,
    missile_validity,
)


def clause(rule: str, *values: Any) -> Any:
    """Return values of a test that prove one clause."""
    return pytest.param(*values, marks=pytest.mark.rule(rule), id=rule.removeprefix("ds."))


def made(**more: Any) -> Design:
    usual: dict[str, Any] = {"size": 3, "mobility": "fast_tracked", "power": "cfe"}
    return Design(name="made", **{**usual, **more})


def price(design: Design, part: str) -> int:
    return sum(line.value for line in points_lines(design) if line.key == f"ds.part.{part}")


GUN = {"fire_control": "basic"}


@pytest.mark.parametrize(
    ("more", "part", "points"),
    [
        clause("ds.points.vsp", {"size": 5}, "size", 25),
        clause("ds.points.armour", {"armour": 3}, "armour", 9),
        clause("ds.points.special_armour", {"armour": 1, "special": ("ablative",)}, "ablative", 2),
        clause("ds.points.bvp", {"armour": 3, "power": "fgp"}, "power_fgp", 14),
        clause("ds.points.pp_cfe", {"armour": 3}, "power_cfe", 5),
        clause("ds.points.pp_hmt", {"armour": 3, "power": "hmt"}, "power_hmt", 10),
        clause("ds.points.pp_fgp", {"size": 4, "armour": 4, "power": "fgp"}, "power_fgp", 22),
        clause(
            "ds.points.mob_low_wheeled",
            {"armour": 3, "mobility": "low_wheeled"},
            "mobility_low_wheeled",
            2,
        ),
        clause(
            "ds.points.mob_high_wheeled",
            {"armour": 3, "mobility": "high_wheeled"},
            "mobility_high_wheeled",
            7,
        ),
        clause(
            "ds.points.mob_slow_tracked",
            {"armour": 3, "mobility": "slow_tracked"},
            "mobility_slow_tracked",
            5,
        ),
        clause("ds.points.mob_fast_tracked", {"armour": 3}, "mobility_fast_tracked", 10),
        clause(
            "ds.points.mob_slow_gev",
            {"size": 4, "armour": 4, "mobility": "slow_gev"},
            "mobility_slow_gev",
            14,
        ),
        clause(
            "ds.points.mob_fast_gev",
            {"size": 2, "armour": 2, "mobility": "fast_gev"},
            "mobility_fast_gev",
            8,
        ),
        clause(
            "ds.points.mob_grav", {"size": 4, "armour": 4, "mobility": "grav"}, "mobility_grav", 36
        ),
        clause("ds.points.mob_vtol", {"armour": 2, "mobility": "vtol"}, "mobility_vtol", 105),
        clause(
            "ds.points.mob_aerospace",
            {"armour": 2, "mobility": "aerospace"},
            "mobility_aerospace",
            210,
        ),
        clause(
            "ds.points.mob_combat_walker",
            {"size": 5, "armour": 5, "mobility": "combat_walker"},
            "mobility_combat_walker",
            50,
        ),
        clause(
            "ds.points.mob_transport_walker",
            {"size": 4, "armour": 4, "mobility": "transport_walker"},
            "mobility_transport_walker",
            29,
        ),
        clause(
            "ds.points.mob_infantry_walker",
            {"size": 1, "armour": 1, "mobility": "infantry_walker"},
            "mobility_infantry_walker",
            6,
        ),
        clause("ds.points.amphibious", {"armour": 3, "amphibious": True}, "amphibious", 5),
        clause("ds.points.hvc", {"guns": (Gun("hvc", 4),), **GUN}, "gun", 32),
        clause("ds.points.mdc", {"guns": (Gun("mdc", 5),), **GUN}, "gun", 50),
        clause("ds.points.hel", {"guns": (Gun("hel", 2),), **GUN}, "gun", 24),
        clause("ds.points.dffg", {"guns": (Gun("dffg", 4),), **GUN}, "gun", 60),
        clause("ds.points.slam", {"guns": (Gun("slam", 3),), **GUN}, "gun", 36),
        clause("ds.points.apsw", {"apsw": 2}, "apsw", 8),
        clause(
            "ds.points.firecon",
            {"guns": (Gun("hkp", 3), Gun("rfac", 1)), "fire_control": "superior"},
            "fire_control",
            18,
        ),
        clause("ds.points.lad", {"lad": 1}, "lad", 75),
        clause("ds.points.pds", {"pds": "enhanced"}, "pds", 45),
        clause("ds.points.ecm", {"ecm": "superior"}, "ecm", 45),
        clause("ds.points.apfc", {"size": 4, "apfc": True}, "apfc", 20),
        clause("ds.points.observer", {"observer": True}, "observer", 50),
        clause(
            "ds.points.artillery_weapons",
            {"artillery": (Artillery("light"), Artillery("heavy"))},
            "artillery",
            250,
        ),
        clause("ds.points.cbr", {"cbr": "enhanced"}, "cbr", 200),
        clause("ds.points.command_vehicle", {"command": True}, "command", 100),
    ],
)
def test_prices(more: dict[str, Any], part: str, points: int):
    assert price(made(**more), part) == points


@pytest.mark.parametrize(
    ("more", "used"),
    [
        clause("ds.transport.cargo", {"carries": Carries(cargo=3)}, 12),
        clause("ds.transport.command", {"command": True}, 8),
        clause("ds.artydesign.cbr", {"cbr": "basic"}, 14),
        clause("ds.artydesign.capacity", {"artillery": (Artillery("heavy"),)}, 18),
        clause("ds.artydesign.class", {"artillery": (Artillery("medium"),)}, 12),
        clause("ds.fit.direct_only", {"missiles": (Launcher("heavy", mount="fixed"),)}, 4),
        clause(
            "ds.design.zero_capacity",
            {"ecm": "superior", "stealth": 2, "backup": True, "armour": 3, "amphibious": True},
            0,
        ),
    ],
)
def test_capacity(more: dict[str, Any], used: int):
    assert total(capacity_lines(made(**more))) == used


@pytest.mark.parametrize(
    ("gun", "size", "limits"),
    [
        clause("ds.range.rfac1", "rfac", 1, (8, 12, 16)),
        clause("ds.range.rfac2", "rfac", 2, (12, 18, 24)),
        clause("ds.range.hvc3", "hvc", 3, (16, 24, 32)),
        clause("ds.range.hvc4", "hvc", 4, (18, 27, 36)),
        clause("ds.range.hvc5", "hvc", 5, (20, 30, 40)),
        clause("ds.range.hkp4", "hkp", 4, (24, 36, 48)),
        clause("ds.range.hkp5", "hkp", 5, (30, 42, 54)),
        clause("ds.range.mdc1", "mdc", 1, (8, 16, 24)),
        clause("ds.range.mdc2", "mdc", 2, (12, 24, 36)),
        clause("ds.range.mdc3", "mdc", 3, (24, 36, 48)),
        clause("ds.range.mdc5", "mdc", 5, (36, 48, 60)),
        clause("ds.range.dffg1", "dffg", 1, (4, 8, 12)),
        clause("ds.range.dffg2", "dffg", 2, (6, 12, 18)),
        clause("ds.range.dffg3", "dffg", 3, (8, 16, 24)),
        clause("ds.range.dffg4", "dffg", 4, (10, 20, 30)),
        clause("ds.range.dffg5", "dffg", 5, (12, 24, 36)),
        clause("ds.range.slam", "slam", 4, (12, 24, 36)),
        clause("ds.range.hel", "hel", 3, (60,)),
    ],
)
def test_ranges(gun: str, size: int, limits: tuple[float, ...]):
    assert bands_of(gun, size) == limits


@pytest.mark.parametrize(
    ("gun", "band", "special", "counted"),
    [
        clause("ds.validity.hel_other", "hel", "long", "reactive", "red"),
        clause("ds.validity.rfac_close", "rfac", "close", "", "red+yellow"),
        clause("ds.validity.rfac_medium", "rfac", "medium", "", "red"),
        clause("ds.validity.rfac_long", "rfac", "long", "", "green"),
        clause("ds.validity.hvc_close", "hvc", "close", "", "red+yellow"),
        clause("ds.validity.hvc_medium", "hvc", "medium", "", "red"),
        clause("ds.validity.hvc_long", "hvc", "long", "", "green"),
        clause("ds.validity.hkp_medium", "hkp", "medium", "", "red+yellow"),
        clause("ds.validity.hkp_long", "hkp", "long", "", "red"),
        clause("ds.validity.mdc_close", "mdc", "close", "", "all"),
        clause("ds.validity.mdc_long", "mdc", "long", "", "red"),
        clause("ds.validity.dffg_close", "dffg", "close", "", "all ×2"),
        clause("ds.validity.dffg_medium", "dffg", "medium", "", "all"),
        clause("ds.validity.slam_other", "slam", "medium", "ablative", "red+yellow"),
    ],
)
def test_validities(gun: str, band: str, special: str, counted: str):
    assert validity_text(gun_validity(gun, band, special)) == counted


@pytest.mark.parametrize(
    ("gun", "counted"),
    [
        clause("ds.validity.hel_infantry", "hel", "yellow"),
        clause("ds.validity.rfac_infantry", "rfac", "yellow"),
        clause("ds.validity.hvc_infantry", "hvc", "yellow"),
        clause("ds.validity.hkp_infantry", "hkp", ""),
        clause("ds.validity.mdc_infantry", "mdc", "yellow"),
        clause("ds.validity.dffg_infantry", "dffg", "red"),
        clause("ds.validity.slam_infantry", "slam", "yellow"),
    ],
)
def test_validities_against_infantry(gun: str, counted: str):
    validity = infantry_validity(gun)
    assert (validity_text(validity) if validity else "") == counted


@pytest.mark.rule("ds.validity.gms_reactive", "ds.validity.gms_other", "ds.chit.count")
def test_guided_missiles_draw_by_their_size_and_reactive_armour_helps():
    assert (missile("light").chits, missile("heavy").chits) == (3, 5)
    assert validity_text(missile_validity("")) == "red+yellow"
    assert validity_text(missile_validity("reactive")) == "red"


@pytest.mark.parametrize(
    ("more", "against"),
    [
        clause("ds.power.types", {"power": "cfe", "mobility": "grav"}, ["ds.power.fgp_required"]),
        clause("ds.power.fgp_mobility", {"size": 5, "power": "fgp", "mobility": "fast_gev"}, []),
        clause("ds.power.free_weapons", {"size": 5, "guns": (Gun("dffg", 5),), **GUN}, []),
        clause("ds.air.power", {"mobility": "vtol", "power": "hmt"}, ["ds.air.power"]),
        clause("ds.air.groups", {"mobility": "aerospace", "power": "fgp", "ordnance": 3}, []),
        clause(
            "ds.walker.power",
            {"size": 4, "mobility": "combat_walker", "power": "hmt"},
            ["ds.walker.power"],
        ),
        clause("ds.armour.ablative", {"armour": 2, "special": ("ablative",)}, []),
        clause("ds.armour.reactive", {"armour": 2, "special": ("reactive",)}, []),
        clause("ds.weapon.hvc", {"guns": (Gun("hvc", 2),), **GUN}, ["ds.weapon.hvc"]),
        clause(
            "ds.weapon.mdc",
            {"size": 7, "power": "fgp", "guns": (Gun("mdc", 6),), **GUN},
            ["ds.weapon.mdc"],
        ),
        clause(
            "ds.weapon.hel",
            {"size": 7, "power": "fgp", "guns": (Gun("hel", 6),), **GUN},
            ["ds.weapon.hel"],
        ),
        clause("ds.weapon.dffg", {"size": 5, "guns": (Gun("dffg", 5),), **GUN}, []),
        clause("ds.weapon.slam", {"guns": (Gun("slam", 2),), **GUN}, ["ds.weapon.slam"]),
        clause(
            "ds.oversize.weapons",
            {"size": 7, "power": "fgp", "guns": (Gun("dffg", 6, "fixed"),), **GUN},
            ["ds.weapon.dffg"],
        ),
        clause(
            "ds.oversize.armour",
            {"size": 6, "power": "fgp", "armour": 7},
            ["ds.armour.max_by_size"],
        ),
        clause("ds.oversize.option", {"size": 7, "power": "fgp", "armour": 7}, []),
        clause("ds.classify.any_model", {"notes": ("a cardboard box",)}, []),
        clause(
            "ds.classify.order",
            {"size": 2, "armour": 3, "power": "cfe", "guns": (Gun("mdc", 1),)},
            ["ds.power.cfe_weapons", "ds.armour.max_by_size", "ds.systems.firecon"],
        ),
    ],
)
def test_limits(more: dict[str, Any], against: list[str]):
    assert [each.rule for each in objections(made(**more))] == against


@pytest.mark.rule("ds.design.capacity", "ds.oversize.capacity", "ds.air.capacity")
def test_capacity_is_five_times_the_size():
    assert [capacity(made(size=size)) for size in range(1, 8)] == [5, 10, 15, 20, 25, 30, 35]
    assert capacity(made(mobility="vtol", power="fgp")) == 15


@pytest.mark.rule("ds.oversize.size_die")
def test_oversize_targets_roll_a_d4_until_stealth_makes_them_ordinary():
    assert target_die(effective_signature(made(size=6))) == 4
    assert target_die(effective_signature(made(size=6, stealth=2))) == 6


@pytest.mark.rule("ds.systems.die", "ds.systems.levels", "ds.systems.kinds")
def test_three_grades_roll_three_dice():
    middle = BANDS[1]
    assert [firer_die(grade, middle) for grade in ("basic", "enhanced", "superior")] == [6, 8, 10]
    for grade in ("basic", "enhanced", "superior"):
        graded = made(size=5, pds=grade, ecm=grade, cbr=grade, fire_control=grade)
        assert objections(graded) == ()


@pytest.mark.rule("ds.design.system_once")
def test_one_fire_control_serves_all_guns_and_every_launcher_has_its_own_guidance():
    design = made(
        size=4,
        power="fgp",
        guns=(Gun("mdc", 4), Gun("rfac", 2)),
        fire_control="enhanced",
        missiles=(Launcher("light", "basic", count=3),),
    )
    assert price(design, "fire_control") == 16
    assert price(design, "gms") == 60
    assert total(weapon_lines(design)) == 5


@pytest.mark.rule("ds.points.optional")
def test_points_are_shown_for_a_design_that_is_not_legal():
    assert total(points_lines(made(armour=7))) > 0


@pytest.mark.rule("ds.design.size_guide")
def test_a_small_vehicle_with_a_small_gun_is_advised_nothing():
    assert advice(made(size=1, guns=(Gun("rfac", 1),))) == ()


@pytest.mark.parametrize(
    ("mobility", "move"),
    [
        ("low_wheeled", 10),
        ("high_wheeled", 10),
        ("slow_tracked", 8),
        ("fast_tracked", 12),
        ("slow_gev", 12),
        ("fast_gev", 15),
        ("grav", 15),
        ("combat_walker", 12),
        ("transport_walker", 8),
        ("infantry_walker", 6),
    ],
)
@pytest.mark.rule("ds.move.factor")
def test_base_movement_factors(mobility: str, move: float):
    assert base_move_in(made(mobility=mobility, power="fgp")) == move
