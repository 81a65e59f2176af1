"""The record card, against the one printed as an example; and the weapon tables."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sim.engine.documents import Table, Text
from sim.reports.html import as_html
from sim.reports.terminal import as_text
from sim.rules.dirtside.design.card import heights, record_card, sheet, validity_text
from sim.rules.dirtside.design.design import Design
from sim.rules.dirtside.design.files import read_design, shipped_designs
from sim.rules.dirtside.design.limits import advice, objections
from sim.rules.dirtside.design.weapons import (
    band_at,
    bands_of,
    firer_die,
    guidance_die,
    gun_validity,
    infantry_validity,
    missile,
    missile_validity,
    read_validity,
)

SHIPPED = {path.stem: read_design(path) for path in shipped_designs()}


@pytest.mark.rule("ds.record.fields", "ds.record.weapon_lines", "ds.record.notes_box")
def test_the_card_of_the_deimos_line_by_line():
    _, fields, weapons, notes = record_card(SHIPPED["deimos"]).blocks
    assert isinstance(fields, Table)
    assert isinstance(weapons, Table)
    assert isinstance(notes, Text)
    assert dict(fields.rows) == {  # type: ignore[arg-type]
        "size class": "4",
        "basic signature": "4",
        "stealth": "1",
        "target die": "D8",
        "mobility": "slow GEV",
        "base move, inches": "12",
        "armour, front": "4",
        "armour, sides, rear and top": "3",
        "fire control": "superior",
        "ECM": "enhanced (D8)",
        "point defence": "enhanced (D8)",
        "deck / gun / sensor, inches (ours)": "0.467 / 0.667 / 0.867",
        "points": "356",
    }
    assert weapons.rows == (
        ("MDC/4", "turret", "30 in, D12, all", "42 in, D10, red+yellow", "54 in, D8, red"),
        ("GMS/H", "turret", "48 in, D8, red+yellow", "", ""),
    )
    assert notes.text == "notes: 1 APSW, APFC"


@pytest.mark.rule("ds.record.heights")
def test_heights_come_from_the_size_unless_the_design_states_them():
    assert heights(Design("a", 3, "grav", "fgp")) == (0.35, 0.5, 0.65)
    assert heights(Design("a", 3, "grav", "fgp", sensor_in=1.0))[2] == 1.0


@pytest.mark.rule("ds.record.summary", "ds.record.per_type")
@pytest.mark.parametrize("name", SHIPPED)
def test_every_card_can_be_read_on_a_page_and_in_a_terminal(name: str):
    design = SHIPPED[name]
    made = sheet(design, objections(design), advice(design))
    assert design.name in as_html(made)
    assert "ds." not in as_text(record_card(design), 100)


BANDS = [
    ("rfac", 1, (8, 12, 16)), ("rfac", 2, (12, 18, 24)),
    ("hvc", 3, (16, 24, 32)), ("hvc", 4, (18, 27, 36)), ("hvc", 5, (20, 30, 40)),
    ("hkp", 3, (18, 30, 42)), ("hkp", 4, (24, 36, 48)), ("hkp", 5, (30, 42, 54)),
    ("mdc", 1, (8, 16, 24)), ("mdc", 2, (12, 24, 36)), ("mdc", 3, (24, 36, 48)),
    ("mdc", 4, (30, 42, 54)), ("mdc", 5, (36, 48, 60)),
    ("dffg", 1, (4, 8, 12)), ("dffg", 2, (6, 12, 18)), ("dffg", 3, (8, 16, 24)),
    ("dffg", 4, (10, 20, 30)), ("dffg", 5, (12, 24, 36)),
    ("slam", 3, (12, 24, 36)), ("slam", 5, (12, 24, 36)), ("hel", 1, (60,)), ("hel", 5, (60,)),
]  # fmt: skip


@pytest.mark.rule("ds.range.band", "ds.range.hkp3", "ds.range.mdc4")
@pytest.mark.parametrize(("gun", "size", "limits"), BANDS)
def test_bands_end_where_the_table_says(gun: str, size: int, limits: tuple[float, ...]):
    assert bands_of(gun, size) == limits
    for name, limit in zip(("close", "medium", "long"), limits, strict=False):
        assert band_at(gun, size, limit) == name
    assert band_at(gun, size, limits[-1] + 0.1) == ""


def test_shifts_move_the_band_and_past_long_there_is_no_shot():
    assert band_at("hkp", 3, 26.0) == "medium"
    assert band_at("hkp", 3, 26.0, 1) == "long"
    assert band_at("hkp", 3, 26.0, 2) == ""
    assert band_at("hkp", 3, 10.0, -1) == "close"
    assert band_at("hkp", 3, 43.0, -1) == "", "a shift never brings a target into range"
    assert band_at("hel", 2, 50.0, 1) == "medium"


@pytest.mark.rule("ds.fire.firer_die", "ds.fire.move_penalty", "ds.fire.no_die_below_d4")
def test_the_firers_die():
    dice = {
        grade: [firer_die(grade, band) for band in ("close", "medium", "long")]
        for grade in ("basic", "enhanced", "superior")
    }
    assert dice == {"basic": [8, 6, 4], "enhanced": [10, 8, 6], "superior": [12, 10, 8]}
    assert firer_die("enhanced", "close", moved_far=True) == 8
    assert firer_die("basic", "long", moved_far=True) == 0


@pytest.mark.rule("ds.systems.guidance", "ds.range.gms_l", "ds.range.gms_h")
def test_missiles_have_one_range_and_one_die():
    assert [guidance_die(grade) for grade in ("basic", "enhanced", "superior")] == [6, 8, 10]
    assert (missile("light").range, missile("light").chits) == (36, 3)
    assert (missile("heavy").range, missile("heavy").chits) == (48, 5)
    assert validity_text(missile_validity()) == "red+yellow"
    assert validity_text(missile_validity("reactive")) == "red"
    assert validity_text(missile_validity("ablative")) == "red+yellow"


VALID = {
    "rfac": ("red+yellow", "red", "green", "yellow"),
    "hvc": ("red+yellow", "red", "green", "yellow"),
    "hkp": ("all", "red+yellow", "red", ""),
    "mdc": ("all", "red+yellow", "red", "yellow"),
    "hel": ("red", "red", "red", "yellow"),
    "dffg": ("all ×2", "all", "all ×½", "red"),
    "slam": ("red+yellow", "red+yellow", "red+yellow", "yellow"),
}


@pytest.mark.rule("ds.validity.hkp_close", "ds.validity.mdc_medium", "ds.validity.dffg_long")
@pytest.mark.parametrize("gun", VALID)
def test_which_chits_count(gun: str):
    *bands, foot = VALID[gun]
    found = [validity_text(gun_validity(gun, band)) for band in ("close", "medium", "long")]
    assert found == bands
    against = infantry_validity(gun)
    assert (validity_text(against) if against else "") == foot


@pytest.mark.rule("ds.validity.hel_ablative", "ds.validity.slam_reactive")
def test_special_armour_changes_what_counts():
    assert validity_text(gun_validity("hel", "close", "ablative")) == "green"
    assert validity_text(gun_validity("hel", "close", "reactive")) == "red"
    assert validity_text(gun_validity("slam", "long", "reactive")) == "red"
    assert validity_text(gun_validity("mdc", "close", "ablative")) == "all"


def test_validities_are_written_in_letters():
    assert read_validity("RYG/2").green == Fraction(1, 2)
    assert read_validity("").red == 0
