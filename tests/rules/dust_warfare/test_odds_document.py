"""``hulldown odds dust_warfare``: the words it takes and the tables it makes."""

from __future__ import annotations

import pytest

from sim.engine.documents import Document, Table, Text
from sim.errors import UsageError
from sim.rules.dust_warfare.attack.odds import Target, attack_odds
from sim.rules.dust_warfare.attack.odds_dice import Pool
from sim.rules.dust_warfare.attack.odds_document import odds_document


def tables(document: Document) -> list[Table]:
    return [block for block in document.blocks if isinstance(block, Table)]


def test_a_unit_alone_is_reckoned_against_every_class():
    (table,) = tables(odds_document(["grenadiers"]))
    assert [row[0] for row in table.rows][:4] == [f"Soldier {n}" for n in range(1, 5)]
    assert len(table.rows) == 11
    second = table.rows[1]
    assert second[1:4] == ("8", "2.67", "2.67")
    odds = attack_odds((Pool(8, 1),), Target(armour=2, first=(1,) * 5))
    assert second[4] == f"{odds.expected_left:.2f}"
    assert table.rows[-1][1:] == ("–",) * 9


def test_cover_sustained_and_a_target_change_the_numbers_and_add_the_distribution():
    first, second = tables(
        odds_document(["stg47", "x4", "against", "combat-rangers", "cover", "hard", "sustained"])
    )
    odds = attack_odds((Pool(4, 1),), Target(armour=2, cover=2, first=(1,) * 5), reroll=True)
    assert first.rows[0][0] == "Combat Rangers"
    assert first.rows[0][5] == f"{odds.expected_casualties:.2f}"
    assert second.rows[0] == ("0", f"{100 * odds.casualties[0]:.1f} %", "100.0 %")


def test_a_vehicle_shows_damage_and_its_table():
    _, damage, rows = tables(odds_document(["ludwig", "against", "pounder", "gap", "30"]))
    assert damage.columns[0] == "damage"
    assert len(rows.rows) == 7
    near = tables(odds_document(["ludwig", "against", "pounder", "gap", "20"]))[0]
    far = tables(odds_document(["ludwig", "against", "pounder", "gap", "30"]))[0]
    assert float(near.rows[0][4]) > float(far.rows[0][4])


def test_a_sniper_team_needs_no_care_for_cover_or_armour():
    open_ground = tables(odds_document(["sniper-grenadiers", "against", "combat-rangers"]))[0]
    behind_rocks = tables(
        odds_document(["sniper-grenadiers", "against", "combat-rangers", "cover", "hard"])
    )[0]
    assert open_ground.rows == behind_rocks.rows
    assert open_ground.rows[0][2] == "1.33"


def test_a_range_leaves_out_what_does_not_reach():
    (table,) = tables(odds_document(["grenadiers", "gap", "18"]))
    assert table.rows[1][1] == "4"
    text = odds_document(["grenadiers", "gap", "18"]).blocks[0]
    assert isinstance(text, Text)
    assert "StG" not in text.text


def test_close_combat_is_reckoned_with_close_weapons_only():
    (table,) = tables(odds_document(["assault-rangers", "close", "cover", "hard"]))
    (plain,) = tables(odds_document(["assault-rangers", "close"]))
    assert table.rows == plain.rows


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "name an attacker"),
        ("grenadirs", 'did you mean "grenadiers"'),
        ("grenadiers agains soldier-2", 'did you mean "against"'),
        ("grenadiers against soldier-5", 'no unit or class "soldier-5"'),
        ("grenadiers cover heavy", "is no cover"),
        ("grenadiers gap far", "wants a number"),
        ("grenadiers minis 0", "wants a number"),
        ("grenadiers cover", "wants a value"),
        ("grenadiers gap 60", "has no weapon"),
        ("truck", "has no weapon"),
    ],
)
def test_words_that_mean_nothing_are_refused_with_the_nearest_known_one(words: str, said: str):
    with pytest.raises(UsageError, match=said):
        odds_document(words.split())
