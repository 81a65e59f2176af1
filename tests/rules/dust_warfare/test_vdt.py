"""The Vehicle Damage Table: rolls, rows, choices and what each effect does."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.questions import Question
from sim.rules.dust_warfare.attack.action import attack_action
from sim.rules.dust_warfare.attack.vehicle_blast import detonate, in_blast
from sim.rules.dust_warfare.attack.vehicle_damage import (
    EFFECTS,
    burn,
    burning_overrun,
    effect_row,
    roll_on_table,
)
from sim.rules.dust_warfare.attack.weapons import cell_against, weapons_bearing
from sim.rules.dust_warfare.state import Unit
from tests.rules.dust_warfare.tiny import RIFLE, Tiny, weapon
from tests.table.builders import box

GUN = weapon("gun", "3/2", range_in=24.0)
MG = weapon("mg", "4/1")


def walker(tiny: Tiny, *, effects: tuple[str, ...] = (), dc: int = 5, **more: Any) -> Unit:
    """Put a walker of the allies on the table, facing the axis."""
    return tiny.unit(
        "walker",
        "allies",
        (20, 20, 180),
        kind="Vehicle 3",
        dc=dc,
        weapons=[GUN, MG],
        effects=list(effects),
        **more,
    )


def rolled(
    hits: int, answers: list[Any] | None = None, dice: str = "", **more: Any
) -> tuple[Tiny, Unit]:
    """Roll `hits` hits on the table for a walker and go through what follows."""
    tiny = Tiny(options=more.pop("options", None))
    unit = walker(tiny, **more)
    tiny.run(roll_on_table(tiny.play, "axis", unit, hits), "h" * hits + dice, answers or [])
    return tiny, unit


@pytest.mark.rule("dw.vdt.roll_count", "dw.damage.vehicle_extra")
def test_the_table_is_rolled_with_the_damage_after_cover_and_before_armour():
    tiny = Tiny(box("rubble", (15, 25), (15, 25), 0.5), ratings={"rubble": "soft"})
    a = tiny.unit("a", "axis", (10, 20), weapons=[GUN])
    b = walker(tiny)
    tiny.run(attack_action(tiny.play, a, window=False), "hhh hhh bbbbb", ["walker"])
    assert tiny.told.rolls() == [("attack", 3), ("armour", 3), ("vehicle_table", 5)]
    assert b.minis[0].damage == 2
    assert b.effects == []


@pytest.mark.rule("dw.vdt.vehicle_destroyed", "dw.char.damage_capacity")
def test_a_destroyed_vehicle_rolls_nothing():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20), weapons=[GUN])
    b = walker(tiny)
    b.minis[0].damage = 3
    tiny.run(attack_action(tiny.play, a, window=False), "hbb bbb", ["walker"])
    assert not b.alive
    assert tiny.state.destroyed == ["walker"]
    assert tiny.told.dice("vehicle_table") == 0


@pytest.mark.rule("dw.vdt.roll_count")
def test_a_vehicle_that_takes_nothing_rolls_nothing():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20), weapons=[weapon("rifle2", "1/1")])
    walker(tiny)
    tiny.run(attack_action(tiny.play, a, window=False), "h hbb", ["walker"])
    assert tiny.told.dice("vehicle_table") == 0
    tiny.run(roll_on_table(tiny.play, "axis", tiny.units["walker"], 0))


@pytest.mark.rule("dw.vdt.none")
def test_no_hit_has_no_effect():
    tiny = Tiny()
    unit = walker(tiny)
    tiny.run(roll_on_table(tiny.play, "axis", unit, 3), "bbb")
    assert unit.effects == []
    assert tiny.told.only("rolled").rules == ("dw.vdt.roll_count", "dw.vdt.none")


@pytest.mark.rule("dw.vdt.once_each")
def test_the_rows_are_in_the_books_order_and_seven_count_as_six_or_not():
    assert [effect_row(n) for n in range(9)] == [0, 1, 2, 3, 4, 5, 6, 6, 6]
    assert effect_row(7, "ignore") == 0
    assert EFFECTS[0] == "blinded"
    assert EFFECTS[5] == "hull_breach"


@pytest.mark.rule("dw.vdt.blinded", "dw.vdt.once_each")
def test_blinded_twice_is_ignored():
    _, unit = rolled(1)
    assert unit.effects == ["blinded"]
    tiny, unit = rolled(1, effects=("blinded",))
    assert unit.effects == ["blinded"]
    assert tiny.told.only("ignored").rules == ("dw.vdt.once_each",)


@pytest.mark.rule("dw.vdt.once_each")
def test_a_repeated_row_becomes_a_lesser_one_of_the_attackers_choice():
    _, unit = rolled(2, effects=("external_fire",))
    assert unit.effects == ["external_fire", "blinded"]

    def look(question: Question) -> str:
        assert question.who == "axis"
        assert [each.id for each in question.options] == ["external-fire", "blinded"]
        return "external-fire"

    _, unit = rolled(4, [look], effects=("drive_damaged", "weapon_damaged"))
    assert unit.effects[-1] == "external_fire"


@pytest.mark.rule("dw.vdt.weapon_damaged")
def test_a_hit_lets_the_attacker_pick_the_weapon_and_a_blank_the_owner():
    for face, chooser in (("h", "axis"), ("b", "allies")):

        def look(question: Question, chooser: str = chooser) -> str:
            assert question.who == chooser
            return "weapon-1"

        tiny, unit = rolled(3, [look], face)
        assert unit.lost_weapons == ["walker/1|1"]
        enemy = tiny.unit("enemy", "axis", (30, 20))
        found = weapons_bearing(tiny.play, unit, enemy)
        assert [each.weapon.id for each in found] == ["gun"]


@pytest.mark.rule("dw.vdt.weapon_damaged")
def test_the_last_weapon_needs_no_choice_and_none_left_no_roll_matters():
    _, unit = rolled(3, [], "h", lost_weapons=["walker/1|0"])
    assert unit.lost_weapons == ["walker/1|0", "walker/1|1"]
    _, unit = rolled(3, [], "h", lost_weapons=["walker/1|0", "walker/1|1"])
    assert unit.effects == ["weapon_damaged"]


@pytest.mark.rule("dw.vdt.drive_damaged")
def test_a_damaged_drive_is_marked():
    tiny, unit = rolled(4)
    assert unit.effects == ["drive_damaged"]
    assert tiny.told.only("crippled").rules == ("dw.vdt.drive_damaged",)


@pytest.mark.rule("dw.vdt.external_fire")
def test_a_fire_costs_a_damage_each_time_and_can_destroy():
    tiny, unit = rolled(2)
    for want in (1, 2):
        burn(tiny.play, unit)
        assert unit.minis[0].damage == want
    assert tiny.told.dice("vehicle_table") == 2
    unit.minis[0].damage = 4
    burn(tiny.play, unit)
    assert not unit.alive
    burn(tiny.play, unit)


@pytest.mark.rule("dw.vdt.external_fire", "dw.wability.spray")
def test_a_burning_vehicle_sprays_those_it_drives_over():
    tiny, unit = rolled(2)
    men = tiny.unit("men", "axis", *[(22, 18 + 1.3 * n) for n in range(5)])
    tiny.run(burning_overrun(tiny.play, unit, men), "hhbbb bb", [{"men/1": 1, "men/2": 1}])
    assert tiny.told.rolls()[1:] == [("spray", 5), ("armour", 2)]
    assert len(men.minis) == 3
    assert men.suppression == 1
    unit.effects.clear()
    tiny.run(burning_overrun(tiny.play, unit, men))


@pytest.mark.rule("dw.vdt.ammo_detonation")
def test_the_ammunition_takes_a_weapon_and_strikes_all_soldiers_near():
    tiny = Tiny()
    unit = walker(tiny)
    near = tiny.unit("near", "allies", (31, 20), (31, 21.4), suppression=1)
    tiny.unit("far", "axis", (20, 33.1))
    tiny.unit("other", "axis", (24, 20), kind="Vehicle 3")
    dice = "hhhhh hhbbb bb"
    tiny.run(roll_on_table(tiny.play, "axis", unit, 5), dice, ["weapon-0", {"near/2": 1}])
    assert unit.lost_weapons == ["walker/1|0"]
    assert tiny.told.rolls() == [("vehicle_table", 5), ("blast", 5), ("armour", 2)]
    assert [mini.id for mini in near.minis] == ["near/1"]
    assert near.suppression == 2
    assert not in_blast(tiny.play, unit.minis[0], tiny.units["far"])


@pytest.mark.rule("dw.vdt.ammo_detonation")
def test_cover_against_the_blast_is_an_option():
    for option, want in (("suppression_and_dug_in", 1), ("none", 0), ("full_from_vehicle", 2)):
        wall = box("wall", (24, 24.3), (0, 40), 1)
        tiny = Tiny(wall, options={"ammo_cover": option})
        unit = walker(tiny)
        men = tiny.unit("men", "axis", *[(28, 18 + 1.3 * n) for n in range(5)], suppression=1)
        left = 3 - want
        give = {f"men/{n + 1}": 1 for n in range(left)}
        tiny.run(detonate(tiny.play, unit), "hhhbb bb", [give])
        assert len(men.minis) == 5 - left


@pytest.mark.rule("dw.vdt.hull_breach", "dw.weapon.dash")
def test_a_breached_hull_rolls_no_armour_and_rifles_can_hurt_it():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20), weapons=[RIFLE])
    b = tiny.unit("b", "allies", (20, 20, 180), kind="Vehicle 5", dc=5)
    assert cell_against(tiny.play, RIFLE, b) is None
    tiny.run(roll_on_table(tiny.play, "axis", b, 6), "hhhhhh")
    assert b.effects == ["hull_breach"]
    cell = cell_against(tiny.play, RIFLE, b)
    assert cell is not None
    assert (cell.dice, cell.damage) == (1, 1)
    tiny.run(attack_action(tiny.play, a, window=False), "h b", ["b"])
    assert b.minis[0].damage == 1
    assert tiny.told.dice("armour") == 0


@pytest.mark.rule("dw.wability.tank_killer")
def test_a_tank_killer_inverts_the_tables_dice():
    tiny = Tiny()
    unit = walker(tiny)
    tiny.run(roll_on_table(tiny.play, "axis", unit, 4, inverted=4), "bbbb")
    assert unit.effects == ["drive_damaged"]


@pytest.mark.rule("dw.wability.tank_killer")
def test_all_dice_are_inverted_or_only_its_own_by_option():
    killer = weapon("killer", "1/2", abilities=("tank-killer",))
    for option, dice, want in (
        ("whole_roll", "h hh bbb bbbb", "drive_damaged"),
        ("own_damage_only", "h hh bbb bbbb", "external_fire"),
    ):
        tiny = Tiny(options={"tank_killer_scope": option})
        plain = weapon("plain", "2/1")
        a = tiny.unit("a", "axis", (10, 20), weapons=[killer, plain])
        b = walker(tiny, dc=9)
        tiny.run(attack_action(tiny.play, a, window=False), dice, ["walker"])
        assert tiny.told.rolls()[-1] == ("vehicle_table", 4)
        assert b.effects == [want]
