"""Profiles from files: what is read, what is refused, and where our numbers come from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from sim.errors import InputProblems
from sim.rules.dust_warfare.forces.profile_files import (
    cautions,
    load_dust_profiles,
    read_profiles,
    read_type,
)
from sim.rules.dust_warfare.forces.profiles import ArmourClass, Cell
from sim.rules.dust_warfare.play import Profiles
from sim.table.assets import asset_root
from sim.table.kit import kit_piece
from sim.table.profiles import load_book
from tests.shared_files import shared_path

HEAD = """
format = "hulldown-profile/1"
game = "dust_warfare"
faction = "test"
"""
WEAPON = """
[[weapon]]
id = "gun"
name = "Gun"
range = 16
soldier = ["1/1", "4/1", "spray/2", "-"]
"""
MINI = """
[[profile]]
id = "man"
name = "Man"
model = "kit:soldier_rifle"
move_in = 6
damage_capacity = 1
type = "Soldier 2"
weapons = [{ weapon = "gun", count = 2 }]
"""
UNIT = """
[[unit]]
id = "squad"
name = "Squad"
ap = 20
members = [{ profile = "man", leader = true }, { profile = "man", count = 4 }]
"""


def read(tmp_path: Path, text: str) -> Profiles:
    """Read one profile file of a folder made for the test."""
    folder = tmp_path / "profiles" / "dust_warfare"
    folder.mkdir(parents=True)
    (folder / "test.toml").write_text(HEAD + text, encoding="utf-8")
    return read_profiles(load_book("dust_warfare", tmp_path))


def problems(tmp_path: Path, text: str) -> str:
    """Return what is wrong with a profile file."""
    with pytest.raises(InputProblems) as error:
        read(tmp_path, text)
    return error.value.lines()


@pytest.mark.rule("dw.weapon.profile", "dw.weapon.dice_damage", "dw.weapon.spray_symbol")
def test_a_weapons_line_is_read_cell_by_cell(tmp_path: Path):
    gun = read(tmp_path, WEAPON + MINI + UNIT).weapons["gun"]
    assert gun.against(ArmourClass("soldier", 1)) == Cell(1, 1)
    assert gun.against(ArmourClass("soldier", 2)) == Cell(4, 1)
    assert gun.against(ArmourClass("soldier", 3)) == Cell(0, 2, spray=True)
    assert gun.against(ArmourClass("soldier", 4)) is None
    assert gun.against(ArmourClass("vehicle", 1)) is None
    assert not gun.close_combat


@pytest.mark.rule("dw.weapon.quantity_paren", "dw.attack.weapon_one_target")
def test_two_of_a_weapon_are_two_mounts(tmp_path: Path):
    man = read(tmp_path, WEAPON + MINI + UNIT).minis["man"]
    assert [mount.weapon for mount in man.weapons] == ["gun", "gun"]
    assert man.model == "man"


@pytest.mark.rule("dw.weapon.range_c", "dw.weapon.range_a", "dw.weapon.range_min")
def test_letters_stand_for_ranges(tmp_path: Path):
    text = WEAPON + WEAPON.replace('"gun"', '"knife"').replace("= 16", '= "C"')
    text += WEAPON.replace('"gun"', '"mortar"').replace("= 16", '= "A"')
    weapons = read(tmp_path, text).weapons
    assert (weapons["knife"].range_in, weapons["knife"].close_combat) == (3.0, True)
    assert (weapons["mortar"].min_range_in, weapons["mortar"].range_in) == (12.0, 36.0)


@pytest.mark.rule("dw.type.three_types", "dw.type.soldier", "dw.type.vehicle")
def test_types_and_classes_are_those_of_the_book():
    assert read_type("Soldier 2") == ArmourClass("soldier", 2)
    assert read_type("Vehicle 7") == ArmourClass("vehicle", 7)
    for text in ("Soldier 5", "Vehicle 8", "Robot 1", "Soldier", "soldier 2", "Aircraft 4"):
        assert read_type(text) is None


@pytest.mark.rule("dw.char.primary", "dw.char.move")
def test_a_profile_needs_move_capacity_and_type(tmp_path: Path):
    for key in ("move_in = 6\n", "damage_capacity = 1\n", 'type = "Soldier 2"\n'):
        said = problems(tmp_path / key[:4], WEAPON + MINI.replace(key, ""))
        assert f"profile[man].{key.split()[0]}" in said
    assert read(tmp_path, WEAPON + MINI).minis["man"].move_in == 6.0


@pytest.mark.rule("dw.type.aircraft")
def test_aircraft_are_refused_and_columns_against_them_are_not(tmp_path: Path):
    text = WEAPON + 'aircraft = ["1/1", "-", "-"]\n'
    assert read(tmp_path / "a", text).weapons["gun"].against(ArmourClass("aircraft", 1))
    said = problems(tmp_path / "b", WEAPON + MINI.replace("Soldier 2", "Aircraft 2"))
    assert "no rules in this book" in said


@pytest.mark.rule("dw.leader.every_unit", "dw.leader.single", "dw.mini.count")
def test_a_unit_has_one_leader_and_a_lone_miniature_is_its_own(tmp_path: Path):
    for members, count in (
        ('[{ profile = "man", count = 5 }]', 0),
        ('[{ profile = "man", count = 2, leader = true }]', 2),
    ):
        text = re.sub(r"members = .*", f"members = {members}", UNIT)
        assert f"found {count} leaders" in problems(tmp_path / str(count), WEAPON + MINI + text)
    lone = re.sub(r"members = .*", 'members = [{ profile = "man" }]', UNIT)
    assert read(tmp_path, WEAPON + MINI + lone).units["squad"].members[0].leader


@pytest.mark.rule("dw.cover.team")
def test_a_unit_of_two_soldiers_is_a_team(tmp_path: Path):
    two = UNIT.replace("count = 4", "count = 1")
    assert read(tmp_path / "two", WEAPON + MINI + two).units["squad"].team
    assert not read(tmp_path / "five", WEAPON + MINI + UNIT).units["squad"].team


@pytest.mark.rule("dw.roll.mixed_class_unit")
def test_a_unit_of_mixed_classes_is_refused(tmp_path: Path):
    heavy = MINI.replace('"man"', '"heavy"').replace("Soldier 2", "Soldier 3")
    unit = UNIT.replace('{ profile = "man", count = 4 }', '{ profile = "heavy", count = 4 }')
    assert "share one class" in problems(tmp_path, WEAPON + MINI + heavy + unit)


@pytest.mark.rule("dw.char.typical_dc", "dw.type.vehicle_solo")
def test_unusual_profiles_stand_with_a_caution(tmp_path: Path):
    tough = read(tmp_path / "a", WEAPON + MINI.replace("capacity = 1", "capacity = 2") + UNIT)
    (said,) = cautions(tough)
    assert "Damage Capacity 2 is unusual" in said.text()
    hero = UNIT.replace("ap = 20", 'ap = 20\nsection = "hero"')
    assert not cautions(
        read(tmp_path / "b", WEAPON + MINI.replace("capacity = 1", "capacity = 4") + hero)
    )
    column = read(tmp_path / "c", WEAPON + MINI.replace("Soldier 2", "Vehicle 1") + UNIT)
    assert "5 vehicles in one unit" in cautions(column)[0].text()
    assert not cautions(load_dust_profiles())


@pytest.mark.rule("dw.arc.weapon_code", "dw.arc.soldier_360")
def test_only_vehicles_have_arcs(tmp_path: Path):
    armed = MINI.replace("count = 2", 'arc = "F"')
    assert "soldiers fire all round" in problems(tmp_path / "a", WEAPON + armed)
    walker = read(tmp_path / "b", WEAPON + armed.replace("Soldier 2", "Vehicle 3"))
    assert walker.minis["man"].weapons[0].arc == "F"
    assert '"Q"' in problems(tmp_path / "c", WEAPON + armed.replace('"F"', '"Q"'))


def test_everything_wrong_is_told_at_once_with_the_nearest_name(tmp_path: Path):
    text = WEAPON.replace('"4/1"', '"4x1"').replace("= 16", "= 16\nmin_range_in = 20")
    text = text.replace('"-"]', '"-"]\nabilities = ["burts"]\nprovenance = "my uncle"')
    text += MINI.replace('"gun"', '"gum"').replace("= 6", "= 6\nheavy = true")
    text += UNIT.replace('"man"', '"mam"')
    said = problems(tmp_path, text)
    for part in (
        'found "4x1"',
        "the least range 20.0 should be below",
        'did you mean "burst"',
        '"my uncle"',
        'did you mean "gun"',
        "only a vehicle can be a heavy walker",
        'did you mean "man"',
    ):
        assert part in said


def test_an_unknown_key_or_wrong_type_names_its_place(tmp_path: Path):
    said = problems(
        tmp_path, WEAPON.replace("name", "nmae") + MINI.replace("= 6", '= "six"') + UNIT
    )
    assert "weapon[gun].nmae: unknown key" in said
    assert "profile[man].move_in" in said


# --- the profiles that come with the program ---------------------------------------------------


def test_the_two_forces_cost_150_and_have_a_command_section_each():
    profiles = load_dust_profiles()
    for path in sorted((asset_root() / "forces" / "dust_warfare").glob("*_mills.toml")):
        force = tomllib.loads(path.read_text(encoding="utf-8"))
        units = [profiles.units[name] for name in force["units"]]
        assert sum(unit.ap for unit in units) == 150 == force["points"]
        assert [unit.section for unit in units].count("command") == 1
        assert {unit.faction for unit in units} == {force["faction"]}


def test_heavy_walkers_look_from_half_their_height_and_barrels_are_no_hull():
    book = load_book("dust_warfare")
    heavy = [mini.id for mini in load_dust_profiles().minis.values() if mini.heavy]
    assert len(heavy) == 2
    for name in heavy:
        figure = book.profiles[name].figure
        assert figure is not None
        kit = kit_piece(figure.model.removeprefix("kit:")).file
        assert kit.height_in is not None
        assert figure.eye_height_in == pytest.approx(kit.height_in / 2, abs=0.05)
        assert kit.seen_parts is not None
        assert "barrel" not in kit.seen_parts


def test_what_is_said_to_be_printed_is_a_fact_of_the_ledger():
    ledger = tomllib.loads(shared_path("rules/dust_warfare.toml").read_text(encoding="utf-8"))
    facts = {each["id"] for each in ledger["fact"]}
    profiles = load_dust_profiles()
    named: list[str] = []
    for shelf in (profiles.weapons, profiles.minis, profiles.units):
        for each in shelf.values():
            named += [source[5:] for source in each.facts.values()]
    assert set(named) <= facts
    assert len(set(named)) >= 18


def test_printed_cells_are_as_printed():
    weapons = load_dust_profiles().weapons
    assert weapons["m1-ar"].cells["soldier-2"] == Cell(1, 1)
    assert weapons["m1-ar"].cells["vehicle-1"] == Cell(1, 1)
    assert weapons["m9-bazooka"].cells["vehicle-1"] == Cell(1, 3)
    assert weapons["stg47"].cells["soldier-2"] == Cell(1, 1)
    assert weapons["mg48"].cells["soldier-2"] == Cell(4, 1)
    assert weapons["laser-rifle"].cells["soldier-2"].dice == 1
    assert weapons["psg1"].range_in == 36.0
    grenadiers = load_dust_profiles().units["grenadiers"]
    assert sum(member.count for member in grenadiers.members) == 5
