"""Armour, what cover cancels, who takes the damage, and the markers."""

from __future__ import annotations

import pytest

from sim.engine.questions import Question
from sim.rules.dust_warfare.attack.action import attack_action
from sim.rules.dust_warfare.attack.armour import armour_class, armour_dice, armour_roll, has_ability
from sim.rules.dust_warfare.attack.damage import assign_damage, remaining, shares_of
from sim.rules.dust_warfare.attack.resolve import markers_for
from sim.rules.dust_warfare.state import Unit
from tests.rules.dust_warfare.tiny import Tiny, weapon
from tests.table.builders import box


def row(x: float, count: int, y: float = 20.0) -> list[tuple[float, float]]:
    """Return places side by side across the table."""
    return [(x, y + 1.3 * number) for number in range(count)]


def squad(count: int = 5, dc: int = 1) -> tuple[Tiny, Unit]:
    """Return a unit alone on a table."""
    tiny = Tiny()
    return tiny, tiny.unit("b", "allies", *row(20, count), dc=dc)


# --- armour -------------------------------------------------------------------------------------


@pytest.mark.rule("dw.armour.dice", "dw.armour.modifier_order", "dw.wability.penetrator")
def test_armour_dice_are_the_class_and_halved_after_the_bonus_or_before():
    assert armour_dice(2, 0, halved=False) == 2
    assert armour_dice(7, 0, halved=True) == 4
    assert armour_dice(4, 1, halved=True) == 3
    assert armour_dice(4, 1, halved=True, order="class_only") == 3
    assert armour_dice(3, 1, halved=True) == 2
    assert armour_dice(3, 1, halved=True, order="class_only") == 3


@pytest.mark.rule("dw.ability.damage_resilient", "dw.roll.mixed_class_unit")
def test_a_resilient_unit_rolls_one_die_more():
    tiny = Tiny()
    b = tiny.unit("b", "allies", *row(20, 3), abilities=["damage-resilient"])
    a = tiny.unit("a", "axis", (10, 20))
    assert has_ability(tiny.play, b, "damage-resilient")
    assert armour_class(tiny.play, b).number == 2
    assert armour_roll(tiny.play, b, a.minis, ()).dice == 3


@pytest.mark.rule("dw.armour.negate", "dw.armour.unit_wide")
def test_each_armour_hit_cancels_one_damage():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20), weapons=[weapon("gun", "5/1")])
    b = tiny.unit("b", "allies", *row(20, 5))
    give = {f"b/{n}": 1 for n in (1, 2, 3)}
    tiny.run(attack_action(tiny.play, a, window=False), "hhhhh hh", ["b", give])
    assert tiny.told.dice("armour") == 2
    assert len(b.minis) == 2


@pytest.mark.rule("dw.cover.hard", "dw.damage.suppression_gain", "dw.suppression.gain")
def test_rangers_in_hard_cover_lose_nobody_to_two_damage_and_are_suppressed():
    tiny = Tiny(box("wall", (14, 14.3), (0, 40), 1))
    a = tiny.unit("a", "axis", (10, 20), weapons=[weapon("gun", "2/1")])
    b = tiny.unit("b", "allies", *row(20, 5))
    tiny.run(attack_action(tiny.play, a, window=False), "hh bb", ["b"])
    assert len(b.minis) == 5
    assert b.suppression == 1


@pytest.mark.rule("dw.rear_armour.condition", "dw.rear_armour.cover_stays")
def test_from_behind_there_is_no_armour_roll_but_cover_counts():
    tiny = Tiny(box("rubble", (15, 25), (15, 25), 0.5), ratings={"rubble": "hard"})
    a = tiny.unit("a", "axis", (10, 20), weapons=[weapon("gun", "4/1")])
    b = tiny.unit("b", "allies", (20, 20), kind="Vehicle 3", dc=9)
    tiny.run(attack_action(tiny.play, a, window=False), "hhhh bb", ["b"])
    assert tiny.told.rolls() == [("attack", 4), ("vehicle_table", 2)]
    assert b.minis[0].damage == 2
    assert tiny.told.only("no_armour").rules == ("dw.rear_armour.condition",)


@pytest.mark.rule("dw.rear_armour.condition")
def test_all_of_the_attacking_unit_count_not_only_who_fires():
    for behind, beside, want in ((3, 2, 0), (2, 3, 4), (2, 2, 4)):
        tiny = Tiny()
        places = [*row(10, behind, 29), *[(30.0, 40 + 1.3 * n) for n in range(beside)]]
        a = tiny.unit("a", "axis", *places)
        b = tiny.unit("b", "allies", (30, 30), kind="Vehicle 4")
        assert armour_roll(tiny.play, b, a.minis, ()).dice == want


# --- who takes it -------------------------------------------------------------------------------


@pytest.mark.rule("dw.damage.defender_assigns", "dw.damage.casualty")
def test_three_damage_of_one_hit_are_three_casualties_of_the_owners_choice():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20), weapons=[weapon("bazooka", "1/3")])
    b = tiny.unit("b", "allies", *row(20, 5))
    give = {"b/2": 1, "b/3": 1, "b/5": 1}
    tiny.run(attack_action(tiny.play, a, window=False), "h bb", ["b", give])
    assert tiny.told.questions()[-1] == ("damage", "allies")
    assert [mini.id for mini in b.minis] == ["b/1", "b/4"]


@pytest.mark.rule("dw.damage.cap", "dw.damage.excess_lost", "dw.char.damage_tracking")
def test_nobody_takes_more_than_he_has_left_and_the_rest_is_lost():
    tiny, b = squad(1, dc=4)
    b.minis[0].damage = 2
    assert remaining(tiny.play, b.minis[0]) == 2
    shares = shares_of(tiny.play, b, 5)
    assert (shares.amount, shares.lost) == (2, 3)
    assert tiny.run(assign_damage(tiny.play, b, shares)) == 1
    assert not b.alive
    assert tiny.told.only("wasted").params["damage"] == 3


@pytest.mark.rule("dw.damage.unobscured_first")
def test_the_unobscured_are_filled_before_the_obscured_get_any():
    tiny, b = squad(5)
    hidden = ("b/3", "b/4", "b/5")
    shares = shares_of(tiny.play, b, 3, obscured=hidden)
    assert [mini.id for mini in shares.first] == ["b/1", "b/2"]

    def look(question: Question) -> dict[str, int]:
        refused = question.why_not({"b/1": 1, "b/3": 1, "b/4": 1})
        assert [each.subject for each in refused] == ["b/3", "b/4"]
        assert all(each.text() for each in refused)
        best, *_ = question.candidates()
        assert best == {"b/1": 1, "b/2": 1, "b/3": 1}
        return {"b/1": 1, "b/2": 1, "b/5": 1}

    tiny.run(assign_damage(tiny.play, b, shares), answers=[look])
    assert [mini.id for mini in b.minis] == ["b/3", "b/4"]


@pytest.mark.rule("dw.damage.blocked_never", "dw.damage.excess_lost", "dw.los.blocked_no_damage")
def test_the_unseen_take_none_and_what_is_left_is_lost():
    wall = box("wall", (15, 15.3), (10, 20.5), 6)
    tiny = Tiny(wall)
    a = tiny.unit("a", "axis", (10, 24), weapons=[weapon("gun", "5/1")])
    b = tiny.unit("b", "allies", (20, 12), (20, 14), *row(20, 3, 24))
    tiny.run(attack_action(tiny.play, a, window=False), "hhhhh bb", ["b"])
    assert [mini.id for mini in b.minis] == ["b/1", "b/2"]
    assert tiny.told.only("wasted").params["damage"] == 2


@pytest.mark.rule("dw.damage.must_assign_all")
def test_all_that_finds_room_must_be_assigned():
    tiny, b = squad(5)
    shares = shares_of(tiny.play, b, 4)

    def look(question: Question) -> dict[str, int]:
        assert question.why_not({"b/1": 1})
        assert question.why_not({"b/1": 2, "b/2": 1, "b/3": 1})
        return {f"b/{n}": 1 for n in range(1, 5)}

    assert tiny.run(assign_damage(tiny.play, b, shares), answers=[look]) == 4


@pytest.mark.rule("dw.damage.range_irrelevant")
def test_a_miniature_beyond_the_range_may_be_the_casualty():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20))
    b = tiny.unit("b", "allies", (25, 20), (30, 20))
    tiny.run(attack_action(tiny.play, a, window=False), "h bb", ["b", {"b/2": 1}])
    assert [mini.id for mini in b.minis] == ["b/1"]


def test_where_only_one_way_is_left_nobody_is_asked():
    tiny, b = squad(3)
    tiny.run(assign_damage(tiny.play, b, shares_of(tiny.play, b, 0)))
    shares = shares_of(tiny.play, b, 2, reachable=("b/1", "b/2", "b/3"), obscured=("b/2", "b/3"))
    tiny.run(assign_damage(tiny.play, b, shares), answers=[{"b/1": 1, "b/3": 1}])
    assert [mini.id for mini in b.minis] == ["b/2"]
    tiny, b = squad(3)
    shares = shares_of(tiny.play, b, 1, obscured=("b/1", "b/2"))
    tiny.run(assign_damage(tiny.play, b, shares))
    assert [mini.id for mini in b.minis] == ["b/1", "b/2"]
    shares = shares_of(tiny.play, b, 2, obscured=("b/2",))
    tiny.run(assign_damage(tiny.play, b, shares))
    assert not b.alive
    tiny, b = squad(3)
    shares = shares_of(tiny.play, b, 2, obscured=("b/2",))
    tiny.run(assign_damage(tiny.play, b, shares))
    assert [mini.id for mini in b.minis] == ["b/2"]


def test_the_first_suggestion_keeps_leader_and_best_weapon():
    tiny = Tiny()
    mg = weapon("mg", "4/1")
    b = tiny.unit("b", "allies", *row(20, 4), extra={3: [mg]})

    def look(question: Question) -> dict[str, int]:
        best, *_ = question.candidates()
        assert best == {"b/2": 1, "b/4": 1}
        assert len(question.candidates()) >= 2
        return {"b/2": 1, "b/4": 1}

    tiny.run(assign_damage(tiny.play, b, shares_of(tiny.play, b, 2)), answers=[look])


# --- markers ------------------------------------------------------------------------------------


@pytest.mark.rule("dw.suppression.gain", "dw.damage.suppression_gain")
def test_an_attack_gives_one_marker_however_many_hits():
    assert markers_for(0, grenade=False) == 0
    assert markers_for(3, grenade=False) == 1
    assert markers_for(3, grenade=True) == 1
    assert markers_for(0, grenade=True) == 1
    assert markers_for(3, grenade=True, stack="two") == 2


@pytest.mark.rule("dw.suppression.vehicle_immune", "dw.damage.vehicle_extra")
def test_a_vehicle_takes_no_marker_and_rolls_on_its_table():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20), weapons=[weapon("gun", "2/1")])
    b = tiny.unit("b", "allies", (20, 20, 180), kind="Vehicle 1", dc=5)
    tiny.run(attack_action(tiny.play, a, window=False), "hh b bb", ["b"])
    assert b.suppression == 0
    assert tiny.told.rolls()[-1] == ("vehicle_table", 2)


@pytest.mark.rule("dw.suppression.gain")
def test_three_attacks_are_three_markers():
    tiny = Tiny(box("wall", (14, 14.3), (0, 40), 1))
    b = tiny.unit("b", "allies", *row(20, 5))
    for number in range(3):
        a = tiny.unit(f"a{number}", "axis", (10, 20 + 2.0 * number))
        tiny.run(attack_action(tiny.play, a, window=False), "h bb", ["b"])
    assert b.suppression == 3
    assert len(b.minis) == 5
