"""The Attack action: targets, weapons, checks, dice and what the log tells."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.questions import Question
from sim.rules.dust_warfare.attack.action import attack_action, legal_targets, why_not_attack
from sim.rules.dust_warfare.attack.data import DeclaredAttack, Shot
from sim.rules.dust_warfare.attack.declare import declare_attack
from sim.rules.dust_warfare.attack.resolve import resolve_exchange
from sim.rules.dust_warfare.attack.volley import make_volleys
from sim.rules.dust_warfare.attack.weapons import (
    bearing,
    cell_against,
    weapon_works,
    weapons_bearing,
)
from sim.rules.dust_warfare.state import Unit
from tests.rules.dust_warfare.tiny import KNIFE, RIFLE, Tiny, weapon
from tests.table.builders import box

MG = weapon("mg", "4/1")
BAZOOKA = weapon("bazooka", "1/3", abilities=("reload",))
FLAMER = weapon("flamer", "spray/2")


def row(x: float, count: int, y: float = 20.0) -> list[tuple[float, float]]:
    """Return places side by side across the table."""
    return [(x, y + 1.3 * number) for number in range(count)]


def volley_of(tiny: Tiny, attackers: Unit, target: Unit, **how: Any):
    """Return the volley of everything that bears."""
    close = how.get("close_combat", False)
    found = weapons_bearing(tiny.play, attackers, target, close_combat=close)
    shots = tuple(Shot(each.mini, each.mount, target.id) for each in found)
    attack = DeclaredAttack(attackers.id, shots, (target.id,), **how)
    (volley,) = make_volleys(tiny.play, attack, attackers.minis[0])
    return volley


# --- the steps ----------------------------------------------------------------------------------


@pytest.mark.rule("dw.attack.steps", "dw.roll.weapon_dice", "dw.weapon.quantity_paren")
def test_the_grenadiers_of_the_book_throw_eight_dice_at_the_rangers():
    tiny = Tiny()
    grenadiers = tiny.unit("grenadiers", "axis", *row(10, 5), extra={5: [MG]})
    rangers = tiny.unit("rangers", "allies", *row(20, 5))
    tiny.run(
        attack_action(tiny.play, grenadiers, window=False),
        "hhbbhbbb hb",
        ["rangers", {"rangers/2": 1, "rangers/3": 1}],
    )
    assert tiny.told.rolls() == [("attack", 8), ("armour", 2)]
    assert tiny.told.questions() == [("choose-target", "axis"), ("damage", "allies")]
    assert tiny.told.kinds() == [
        "attacked",
        "checked",
        "rolled",
        "rolled",
        "damage_counted",
        "damaged",
        "killed",
        "damaged",
        "killed",
        "suppressed",
    ]
    assert rangers.suppression == 1
    assert len(rangers.minis) == 3


@pytest.mark.rule("dw.roll.separate_damage", "dw.roll.damage_sum", "dw.weapon.dice_damage")
def test_the_rangers_of_the_book_do_five_damage_to_a_truck():
    tiny = Tiny()
    rangers = tiny.unit("rangers", "allies", *row(10, 5), extra={5: [weapon("m9", "1/3")]})
    truck = tiny.unit("truck", "axis", (20, 22, 180), kind="Vehicle 1", dc=9)
    tiny.run(attack_action(tiny.play, rangers, window=False), "hhbb h b bbbbb", ["truck"])
    assert tiny.told.rolls() == [("attack", 4), ("attack", 1), ("armour", 1), ("vehicle_table", 5)]
    assert truck.minis[0].damage == 5


@pytest.mark.rule("dw.attack.all_together", "dw.armour.unit_wide")
def test_five_rifles_are_one_attack_with_one_armour_roll():
    tiny = Tiny()
    a, b = tiny.unit("a", "axis", *row(10, 5)), tiny.unit("b", "allies", *row(20, 5))
    tiny.run(
        attack_action(tiny.play, a, window=False), "hhhbb bb", ["b", {"b/1": 1, "b/2": 1, "b/3": 1}]
    )
    assert tiny.told.rolls() == [("attack", 5), ("armour", 2)]
    assert len(b.minis) == 2


@pytest.mark.rule("dw.armour.no_damage_no_roll")
def test_without_a_hit_there_is_no_armour_roll_and_no_marker():
    tiny = Tiny()
    a, b = tiny.unit("a", "axis", (10, 20)), tiny.unit("b", "allies", (20, 20))
    tiny.run(attack_action(tiny.play, a, window=False), "b", ["b"])
    assert tiny.told.rolls() == [("attack", 1)]
    assert b.suppression == 0


# --- what bears ---------------------------------------------------------------------------------


@pytest.mark.rule("dw.weapon.range", "dw.attack.restrictions")
def test_a_weapon_of_16_reaches_16_base_to_base():
    for x, want in ((27.181, True), (27.19, False)):
        tiny = Tiny()
        a, b = tiny.unit("a", "axis", (10, 20)), tiny.unit("b", "allies", (x, 20))
        found = bearing(tiny.play, a, a.minis[0], 0, b)
        assert found.ok is want
        if not want:
            assert "16" in found.objections[0].text()
            assert not legal_targets(tiny.play, a)


@pytest.mark.rule("dw.weapon.range_min")
def test_a_least_range_is_met_exactly():
    mortar = weapon("mortar", "2/1", range_in=30.0, min_range_in=12.0)
    for x, want in ((23.181, True), (23.17, False)):
        tiny = Tiny()
        a = tiny.unit("a", "axis", (10, 20), weapons=[mortar])
        b = tiny.unit("b", "allies", (x, 20))
        found = bearing(tiny.play, a, a.minis[0], 0, b)
        assert found.ok is want
    assert "at least 12" in bearing(tiny.play, a, a.minis[0], 0, b).objections[0].text()


@pytest.mark.rule("dw.weapon.range_a", "dw.wability.artillery_direct")
def test_direct_artillery_fire_reaches_12_to_36_or_0_to_36_by_option():
    howitzer = weapon("howitzer", "2/1", range_in=36.0, min_range_in=12.0, range_code="A")
    for option, gap, want in (
        ("12", 11, False),
        ("12", 20, True),
        ("12", 37, False),
        ("0", 11, True),
        ("0", 37, False),
    ):
        tiny = Tiny(options={"artillery_direct_min": option})
        a = tiny.unit("a", "axis", (10, 20), weapons=[howitzer])
        b = tiny.unit("b", "allies", (11.181 + gap, 20))
        assert bool(legal_targets(tiny.play, a)) is want
        assert b.alive


@pytest.mark.rule("dw.attack.range_check")
def test_range_and_sight_are_met_by_the_same_miniature():
    wall = box("wall", (14, 14.3), (19, 21), 4)
    tiny = Tiny(wall)
    a = tiny.unit("a", "axis", (10, 20))
    b = tiny.unit("b", "allies", (20, 20), (29, 29))
    found = bearing(tiny.play, a, a.minis[0], 0, b)
    assert [each.rule for each in found.objections] == ["dw.los.blocked_no_fire"]
    b.minis[1].pose = b.minis[1].pose.moved(22, 26)  # type: ignore[union-attr]
    assert bearing(tiny.play, a, a.minis[0], 0, b).ok


@pytest.mark.rule("dw.attack.arc_one_mini")
def test_any_miniature_in_the_arc_lets_fire_at_the_unit_or_the_same_one_by_option():
    wall = box("wall", (33, 33.3), (20, 27), 6)
    gun = weapon("gun", "1/1", range_in=12.0)
    for option, want in (("any_mini", True), ("same_mini", False)):
        tiny = Tiny(wall, options={"arc_same_mini": option})
        a = tiny.unit("a", "axis", (30, 30), kind="Vehicle 4", weapons=[(gun, "F")])
        b = tiny.unit("b", "allies", (36, 23.5), (28, 21))
        found = bearing(tiny.play, a, a.minis[0], 0, b)
        assert found.ok is want


@pytest.mark.rule("dw.weapon.dash", "dw.weapon.profile")
def test_a_weapon_with_a_dash_is_no_weapon_for_that_target():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20))
    b = tiny.unit("b", "allies", (20, 20), kind="Vehicle 5")
    assert cell_against(tiny.play, RIFLE, b) is None
    assert not legal_targets(tiny.play, a)
    (objection,) = why_not_attack(tiny.play, a)
    assert objection.rule == "dw.weapon.dash"


@pytest.mark.rule("dw.weapon.spray_symbol", "dw.wability.spray")
def test_a_spray_throws_a_die_for_each_living_miniature():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20), weapons=[FLAMER])
    squad, walker = (
        tiny.unit("b", "allies", *row(20, 5)),
        tiny.unit("w", "allies", (20, 10), kind="Vehicle 3"),
    )
    assert volley_of(tiny, a, squad).pools[0].pool.dice == 5
    assert volley_of(tiny, a, squad).pools[0].pool.damage == 2
    assert volley_of(tiny, a, walker).pools[0].pool.dice == 1


@pytest.mark.rule("dw.attack.functional_weapons", "dw.vdt.weapon_damaged")
def test_a_damaged_weapon_cannot_be_declared():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20), kind="Vehicle 4", weapons=[MG, RIFLE])
    b = tiny.unit("b", "allies", (20, 20))
    a.lost_weapons = ["a/1|0"]
    assert weapon_works(tiny.play, a, a.minis[0], 0) is not None
    assert [each.weapon.id for each in weapons_bearing(tiny.play, a, b)] == ["rifle"]


@pytest.mark.rule("dw.attack.restrictions")
def test_why_a_unit_cannot_attack_is_told_for_every_enemy():
    wall = box("wall", (14, 14.3), (15, 25), 4)
    tiny = Tiny(wall)
    a = tiny.unit("a", "axis", (10, 20))
    tiny.unit("far", "allies", (40, 20))
    tiny.unit("hidden", "allies", (18, 20))
    said = [each.text() for each in why_not_attack(tiny.play, a)]
    assert "far is 28.82 in away and its rifle reaches 16 in" in said[0]
    assert "in sight" in said[1]
    gone = tiny.unit("gone", "axis", (5, 5))
    gone.minis[0].pose = None
    assert "not on the table" in why_not_attack(tiny.play, gone)[0].text()
    nobody = Tiny()
    lonely = nobody.unit("a", "axis", (10, 20))
    assert "no enemy" in why_not_attack(nobody.play, lonely)[0].text()
    bare = Tiny()
    unarmed = bare.unit("a", "axis", (10, 20), weapons=())
    bare.unit("b", "allies", (12, 20))
    assert "no weapon" in why_not_attack(bare.play, unarmed)[0].text()


def test_of_weapons_out_of_range_the_one_that_reaches_farthest_is_named():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20), weapons=[KNIFE, RIFLE])
    tiny.unit("far", "allies", (40, 20))
    (objection,) = why_not_attack(tiny.play, a)
    assert "its rifle reaches 16 in" in objection.text()


# --- declaring ----------------------------------------------------------------------------------


@pytest.mark.rule("dw.weapon.use_all", "dw.attack.declare_then_check")
def test_everything_names_every_weapon_that_could_still_come_to_bear():
    launcher = weapon("launcher", "1/1", range_in=4.0)
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20), weapons=[RIFLE, launcher, KNIFE])
    b = tiny.unit("b", "allies", (20, 20))
    attack = tiny.run(declare_attack(tiny.play, a), answers=["b"])
    assert [shot.mount for shot in attack.shots] == [0, 1]
    assert len(weapons_bearing(tiny.play, a, b)) == 1
    tiny.run(resolve_exchange(tiny.play, attack), "b")
    assert tiny.told.dice("attack") == 1
    assert tiny.told.only("dropped").rules[0] == "dw.attack.declare_then_check"


@pytest.mark.rule(
    "dw.attack.step1_split", "dw.attack.weapon_one_target", "dw.roll.separate_targets"
)
def test_seven_rifles_and_a_bazooka_split_their_fire():
    tiny = Tiny()
    a = tiny.unit("a", "axis", *row(10, 8), extra={8: [BAZOOKA]})
    tiny.unit("b", "allies", *row(20, 2, 15))
    tiny.unit("c", "allies", *row(20, 2, 25))
    walker = tiny.unit("w", "allies", (22, 20, 180), kind="Vehicle 5", dc=5)
    attack = tiny.run(
        declare_attack(tiny.play, a),
        answers=["split", {"b": 4, "c": 2}, "w"],
    )
    assert [len(attack.at(name)) for name in ("b", "c", "w")] == [4, 2, 1]
    assert attack.targets == ("b", "c", "w")
    tiny.run(resolve_exchange(tiny.play, attack), "bbbb bb h bbbbb bbb")
    assert tiny.told.rolls() == [
        ("attack", 4),
        ("attack", 2),
        ("attack", 1),
        ("armour", 5),
        ("vehicle_table", 3),
    ]
    assert walker.minis[0].damage == 3


@pytest.mark.rule("dw.attack.step1_split")
def test_too_many_weapons_for_a_target_are_refused():
    tiny = Tiny()
    a = tiny.unit("a", "axis", *row(10, 3))
    tiny.unit("b", "allies", (20, 20))
    tiny.unit("c", "allies", (20, 26))

    def look(question: Question) -> dict[str, int]:
        assert question.why_not({"b": 2, "c": 2})
        assert [question.why_not(each) for each in question.candidates()] == [(), ()]
        return {"b": 2, "c": 1}

    attack = tiny.run(declare_attack(tiny.play, a), answers=["split", look])
    assert [shot.target for shot in attack.shots] == ["b", "b", "c"]


@pytest.mark.rule("dw.attack.optional_weapons", "dw.wability.reload")
def test_a_bazooka_held_back_stays_loaded():
    tiny = Tiny()
    a = tiny.unit("a", "axis", *row(10, 2), extra={2: [BAZOOKA]})
    tiny.unit("b", "allies", *row(20, 3))
    tiny.run(attack_action(tiny.play, a, window=False), "b", ["split", "b", "hold"])
    assert not a.out_of_ammo
    tiny.run(attack_action(tiny.play, a, window=False), "bb", ["b"])
    assert a.out_of_ammo
    assert [each.kind for each in tiny.told.ruled("dw.wability.reload")] == ["ran_dry"]
    assert [each.weapon.id for each in weapons_bearing(tiny.play, a, tiny.units["b"])] == ["rifle"]


@pytest.mark.rule("dw.attack.optional_weapons")
def test_a_unit_may_hold_all_its_fire():
    tiny = Tiny()
    a = tiny.unit("a", "axis", *row(10, 2))
    tiny.unit("b", "allies", *row(20, 3))
    tiny.run(attack_action(tiny.play, a, window=False), "", ["hold"])
    tiny.run(attack_action(tiny.play, a, window=False), "", ["split", {}])
    assert tiny.told.kinds() == ["held", "held"]


def test_targets_out_of_reach_are_greyed_with_the_reason_and_the_tags_tell_the_odds():
    tiny = Tiny(box("wall", (14, 14.3), (0, 40), 1))
    a = tiny.unit("a", "axis", *row(10, 2))
    tiny.unit("near", "allies", *row(20, 3))
    tiny.unit("far", "allies", *row(45, 3))

    def look(question: Question) -> str:
        assert [each.id for each in question.options] == ["near", "split", "hold", "far"]
        assert question.option("far").blocked
        assert question.why_not("far")
        tags = {tag.key: tag for tag in question.tag("near")}
        assert tags["dw.attack_tag.cover"].value == "Hard cover"
        assert tags["dw.attack_tag.weapons"].value == "2/2"
        assert tags["dw.attack_tag.sight"].value == "3/3"
        odds = tags["dw.attack_tag.odds"]
        assert "damage" in odds.value
        assert odds.reason is not None
        assert any("wall" in line for line in odds.reason.lines())
        assert question.tag("split") == ()
        assert question.candidates() == ("near", "split", "hold")
        return "near"

    tiny.run(declare_attack(tiny.play, a), answers=[look])


@pytest.mark.rule("dw.measure.premeasure")
def test_looking_at_a_target_changes_nothing():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (20, 20), kind="Vehicle 4", weapons=[(MG, "F")])
    tiny.unit("b", "allies", *row(30, 3))

    def look(question: Question) -> str:
        tags = {tag.key: tag.value for tag in question.tag("b")}
        assert tags["dw.attack_tag.arc"] == "F"
        assert tags["dw.attack_tag.range"] == "7.8 in"
        return "hold"

    play = tiny.play
    before = play.state.units["b"].suppression
    tiny.run(declare_attack(play, a), answers=[look])
    assert play.state.units["b"].suppression == before
    assert tiny.told.events == []


# --- close combat -------------------------------------------------------------------------------


@pytest.mark.rule("dw.wability.close_combat_range", "dw.weapon.range_c")
def test_close_combat_reaches_three_inches():
    for gap, want in ((3.0, True), (3.1, False)):
        tiny = Tiny()
        a = tiny.unit("a", "axis", (10, 20), weapons=[RIFLE, KNIFE])
        b = tiny.unit("b", "allies", (11.181 + gap, 20))
        assert bool(weapons_bearing(tiny.play, a, b, close_combat=True)) is want


@pytest.mark.rule("dw.wability.close_combat_only_c", "dw.wability.close_combat_single_target")
def test_in_close_combat_only_c_weapons_strike_at_one_unit():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20), (10, 21.5), weapons=[RIFLE, KNIFE])
    tiny.unit("b", "allies", (13, 20))
    tiny.unit("c", "allies", (13, 22))
    attack = tiny.run(declare_attack(tiny.play, a), answers=["b/close"])
    assert attack.close_combat
    assert attack.targets == ("b",)
    assert [shot.mount for shot in attack.shots] == [1, 1]
    ranged = tiny.run(declare_attack(tiny.play, a), answers=["c"])
    assert [shot.mount for shot in ranged.shots] == [0, 0]


@pytest.mark.rule("dw.wability.close_combat_no_cover")
def test_cover_does_not_count_in_close_combat():
    wall = box("wall", (11.0, 11.3), (15, 25), 1)
    tiny = Tiny(wall)
    a = tiny.unit("a", "axis", (10, 20), weapons=[RIFLE, KNIFE])
    b = tiny.unit("b", "allies", (13, 20), suppression=1)
    volley = volley_of(tiny, a, b, close_combat=True)
    assert volley.cover.cover == "hard"
    assert volley.cover_value == 0
    assert volley.armour.dice == 2


@pytest.mark.rule("dw.wability.close_combat_reaction_weapons", "dw.weapon.range_c")
def test_close_combat_is_answered_with_close_weapons_only():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20), weapons=[KNIFE])
    b = tiny.unit("b", "allies", (13, 20), weapons=[FLAMER, KNIFE])
    answer = tiny.run(declare_attack(tiny.play, b, only_target="a", close_only=True))
    assert [shot.mount for shot in answer.shots] == [1]
    rifles = tiny.unit("c", "allies", (10, 22), weapons=[RIFLE])
    assert not legal_targets(tiny.play, rifles, only_target="a", close_only=True)
    assert tiny.run(declare_attack(tiny.play, rifles, only_target="a", close_only=True)) is None
    assert a.alive


@pytest.mark.rule("dw.heavy.hull_is_base", "dw.measure.within")
def test_d11_close_combat_reaches_a_heavy_walkers_hull_not_its_barrel():
    for x, want in ((24.0, True), (38.2, False)):
        tiny = Tiny()
        a = tiny.unit("a", "axis", (x, 20), weapons=[KNIFE])
        b = tiny.unit("b", "allies", (30, 20), kind="Vehicle 6", heavy=True)
        found = bearing(tiny.play, a, a.minis[0], 0, b)
        assert found.ok is want
        assert found.gap_in == pytest.approx(1.409 if want else 3.609, abs=5e-4)


@pytest.mark.rule(
    "dw.attack.close_combat_separate",
    "dw.wability.close_combat_no_move_reaction",
    "dw.wability.close_combat_reaction_weapons",
)
def test_who_is_attacked_in_close_combat_may_strike_back_or_hit_the_dirt_but_not_move():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20), (10, 21.5), weapons=[KNIFE])
    b = tiny.unit("b", "allies", (13, 20), (13, 21.5), weapons=[RIFLE, KNIFE])
    tiny.unit("c", "allies", (13, 24), weapons=[RIFLE])

    def look(question: Question) -> str:
        assert [each.id for each in question.options] == ["none", "b/attack", "b/hit-the-dirt"]
        return "b/attack"

    tiny.run(attack_action(tiny.play, a), "hb hb bb bb", ["b/close", look, {"a/1": 1}, {"b/1": 1}])
    assert tiny.told.rolls() == [("attack", 2), ("attack", 2), ("armour", 2), ("armour", 2)]
    assert [mini.id for mini in (*a.minis, *b.minis)] == ["a/2", "b/2"]
    assert tiny.told.kinds()[:3] == ["attacked", "reacted", "attacked"]


# --- what an attack includes --------------------------------------------------------------------


def included(ability: str, *, option: str = "per_target", kind: str = "Soldier 2", gap: float = 8):
    """Return the volley of a rifle and one special weapon at a target in a wood."""
    wood = box("wood", (15, 40), (10, 30), 0.5)
    tiny = Tiny(wood, ratings={"wood": "hard"}, options={"includes_scope": option})
    special = weapon("special", "1/1", range_in=40.0, abilities=(ability,))
    a = tiny.unit("a", "axis", (10, 20), (10, 21.5), extra={2: [special]})
    place = (11.181 + gap, 20.0)
    if kind.startswith("Vehicle"):
        place = (10 + 0.5906 + 1.5748 + gap, 20.0, 180.0)
    b = tiny.unit("b", "allies", place, kind=kind, dc=5)
    return tiny, a, b, volley_of(tiny, a, b)


@pytest.mark.rule("dw.wability.burst", "dw.cover.modifier_order")
def test_a_burst_weapon_makes_cover_useless():
    _, _, _, volley = included("burst")
    assert (volley.cover.cover, volley.cover_value, volley.armour.dice) == ("hard", 0, 2)


@pytest.mark.rule("dw.wability.grenades_cover", "dw.wability.grenades_suppress")
def test_a_grenade_makes_cover_useless_and_suppresses_without_a_hit():
    tiny, a, b, volley = included("grenade")
    assert volley.cover_value == 0
    tiny.run(attack_action(tiny.play, a, window=False), "bb", ["b"])
    assert b.suppression == 1
    tiny.run(attack_action(tiny.play, a, window=False), "hh hh", ["b"])
    assert b.suppression == 2
    assert len(tiny.told.ruled("dw.wability.grenades_suppress")) == 2


@pytest.mark.rule("dw.wability.grenades_suppress")
def test_a_hit_and_a_grenade_are_two_markers_by_option_and_none_for_a_vehicle():
    for option, want in (("one", 1), ("two", 2)):
        tiny = Tiny(options={"grenade_marker_stack": option})
        grenade = weapon("grenade", "1/1", abilities=("grenade",))
        a = tiny.unit("a", "axis", (10, 20), weapons=[grenade])
        b = tiny.unit("b", "allies", (16, 20))
        tiny.run(attack_action(tiny.play, a, window=False), "h hh", ["b"])
        assert b.suppression == want
    tiny, a, b, _ = included("grenade", kind="Vehicle 3")
    tiny.run(attack_action(tiny.play, a, window=False), "bb", ["b"])
    assert b.suppression == 0


@pytest.mark.rule("dw.wability.phaser", "dw.cover.applies_without_roll")
def test_a_phaser_denies_the_armour_roll_but_not_the_cover():
    _, _, _, volley = included("phaser")
    assert (volley.cover_value, volley.armour.dice) == (2, 0)
    assert volley.armour.denied == "dw.wability.phaser"


@pytest.mark.rule("dw.wability.penetrator", "dw.armour.modifier_order")
def test_a_penetrator_halves_armour_within_24_inches():
    for gap, want in ((23.9, 4), (24.1, 7)):
        _, _, _, volley = included("penetrator", kind="Vehicle 7", gap=gap)
        assert volley.armour.dice == want


@pytest.mark.rule("dw.wability.burst")
def test_split_fire_shares_what_it_includes_only_by_option():
    for option, want in (("per_target", 2), ("whole_action", 0)):
        wood = box("wood", (15, 40), (10, 30), 0.5)
        tiny = Tiny(wood, ratings={"wood": "hard"}, options={"includes_scope": option})
        burst = weapon("burst", "1/1", abilities=("burst",))
        a = tiny.unit("a", "axis", (10, 20), (10, 21.5), extra={2: [burst]})
        b, c = tiny.unit("b", "allies", (20, 20)), tiny.unit("c", "allies", (20, 24))
        shots = (Shot("a/1", 0, "b"), Shot("a/2", 0, "c"))
        first, second = make_volleys(tiny.play, DeclaredAttack("a", shots, ("b", "c")), a.minis[0])
        assert first.cover_value == want
        assert second.cover_value == 0
        assert b.alive
        assert c.alive


@pytest.mark.rule("dw.ability.sniper", "dw.cover.modifier_order")
def test_a_sniper_allows_neither_armour_nor_cover():
    tiny = Tiny(box("wall", (14, 14.3), (0, 40), 1))
    a = tiny.unit("a", "axis", *row(10, 2), abilities=["sniper"])
    b = tiny.unit("b", "allies", *row(20, 3))
    tiny.run(attack_action(tiny.play, a, window=False), "hh", ["b", {"b/1": 1, "b/2": 1}])
    assert len(b.minis) == 1
    assert b.suppression == 1
    assert tiny.told.dice("armour") == 0


@pytest.mark.rule("dw.ability.spotter", "dw.dice.invert")
def test_a_spotter_counts_blanks_except_in_close_combat():
    tiny = Tiny()
    a = tiny.unit(
        "a", "axis", (10, 20), weapons=[weapon("scoped", "3/1"), KNIFE], abilities=["spotter"]
    )
    b = tiny.unit("b", "allies", *row(13, 5))
    tiny.run(attack_action(tiny.play, a, window=False), "hbb bb", ["b", {"b/1": 1, "b/2": 1}])
    assert len(b.minis) == 3
    tiny.run(attack_action(tiny.play, a, window=False), "b", [f"{b.id}/close"])
    assert len(b.minis) == 3


# --- rolling ------------------------------------------------------------------------------------


@pytest.mark.rule("dw.wability.laser")
def test_the_laser_grenadiers_of_the_book_hit_three_times():
    laser = weapon("laser", "1/1", abilities=("laser",))
    tiny = Tiny()
    a = tiny.unit("a", "axis", *row(10, 4), weapons=[laser])
    b = tiny.unit("b", "allies", *row(20, 5))
    answers = ["b", {"b/1": 1, "b/2": 1, "b/3": 1}]
    tiny.run(attack_action(tiny.play, a, window=False), "hhbb hb bb", answers)
    assert tiny.told.rolls() == [("attack", 4), ("laser", 2), ("armour", 2)]
    assert len(b.minis) == 2


@pytest.mark.rule("dw.wability.laser_sustained", "dw.dice.reroll_choice", "dw.action.sustained")
def test_with_a_sustained_attack_the_lasers_of_the_book_hit_four_times():
    laser = weapon("laser", "1/1", abilities=("laser",))
    tiny = Tiny()
    a = tiny.unit("a", "axis", *row(10, 4), weapons=[laser])
    b = tiny.unit("b", "allies", *row(20, 5))
    attack = attack_action(tiny.play, a, sustained=True, window=False)
    give = {f"b/{n}": 1 for n in range(1, 5)}
    tiny.run(attack, "hhbb hb hbb bb", ["b", {"blanks-0": 2}, give])
    assert tiny.told.rolls() == [("attack", 4), ("reroll", 2), ("laser", 3), ("armour", 2)]
    assert len(b.minis) == 1


@pytest.mark.rule("dw.dice.reroll_replace", "dw.dice.reroll_once", "dw.action.sustained_one_roll")
def test_a_die_thrown_again_keeps_its_second_face_and_is_not_thrown_a_third_time():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20), weapons=[weapon("gun", "5/1")])
    b = tiny.unit("b", "allies", *row(20, 5))

    def look(question: Question) -> dict[str, int]:
        assert question.candidates() == ({"blanks-0": 3}, {})
        assert question.why_not({"blanks-0": 4})
        assert question.why_not({"hits-0": 1, "blanks-0": 3}) == ()
        return {"hits-0": 1, "blanks-0": 3}

    attack = attack_action(tiny.play, a, sustained=True, window=False)
    tiny.run(attack, "hhbbb bbbh bb", ["b", look, {"b/1": 1, "b/2": 1}])
    assert tiny.told.rolls() == [("attack", 5), ("reroll", 4), ("armour", 2)]
    assert len(b.minis) == 3


@pytest.mark.rule("dw.dice.invert", "dw.dice.reroll_choice")
def test_under_a_spotter_it_is_the_hits_one_throws_again():
    tiny = Tiny()
    gun = weapon("gun", "3/1")
    a = tiny.unit("a", "axis", (10, 20), weapons=[gun], abilities=["spotter"])
    b = tiny.unit("b", "allies", *row(20, 5))

    def look(question: Question) -> dict[str, int]:
        assert question.candidates() == ({"hits-0": 2}, {})
        return {"hits-0": 2}

    attack = attack_action(tiny.play, a, sustained=True, window=False)
    tiny.run(attack, "hhb bb bb", ["b", look, {"b/1": 1, "b/2": 1, "b/3": 1}])
    assert len(b.minis) == 2


@pytest.mark.rule("dw.action.sustained")
def test_nobody_is_asked_to_reroll_when_every_die_counts():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20), weapons=[weapon("gun", "2/1")])
    b = tiny.unit("b", "allies", *row(20, 2))
    attack = attack_action(tiny.play, a, sustained=True, window=False)
    tiny.run(attack, "hh bb", ["b"])
    assert not b.minis


@pytest.mark.rule("dw.vdt.blinded")
def test_a_blinded_vehicle_may_sustain_but_rerolls_nothing():
    tiny = Tiny()
    a = tiny.unit("a", "axis", (10, 20), kind="Vehicle 3", weapons=[MG], effects=["blinded"])
    tiny.unit("b", "allies", *row(20, 5))
    attack = attack_action(tiny.play, a, sustained=True, window=False)
    tiny.run(attack, "bbbb", ["b"])
    assert tiny.told.rolls() == [("attack", 4)]


# --- exchanges ----------------------------------------------------------------------------------


@pytest.mark.rule("dw.reaction.attack_simultaneous", "dw.suppression.gain")
def test_attack_and_reaction_count_in_full_whatever_they_kill():
    tiny = Tiny()
    a, b = tiny.unit("a", "axis", *row(10, 4)), tiny.unit("b", "allies", *row(18, 5))
    there = DeclaredAttack("a", tuple(Shot(mini.id, 0, "b") for mini in a.minis), ("b",))
    back = DeclaredAttack("b", tuple(Shot(mini.id, 0, "a") for mini in b.minis), ("a",))
    dice = "hhhb hhbbb bb bb"
    answers = [{"a/1": 1, "a/2": 1}, {"b/1": 1, "b/2": 1, "b/3": 1}]
    tiny.run(resolve_exchange(tiny.play, there, [back]), dice, answers)
    assert tiny.told.rolls() == [("attack", 4), ("attack", 5), ("armour", 2), ("armour", 2)]
    assert [who for _, who in tiny.told.questions()] == ["axis", "allies"]
    assert (len(a.minis), len(b.minis)) == (2, 2)
    assert (a.suppression, b.suppression) == (1, 1)
    assert tiny.told.kinds()[-2:] == ["suppressed", "suppressed"]


@pytest.mark.rule("dw.reaction.wasted_attack", "dw.attack.declare_then_check")
def test_an_attack_whose_target_went_out_of_sight_is_wasted_and_stays_loaded():
    tiny = Tiny(box("wall", (14, 14.3), (0, 20), 4))
    a = tiny.unit("a", "axis", (10, 22), weapons=[BAZOOKA])
    b = tiny.unit("b", "allies", (20, 24))
    attack = tiny.run(declare_attack(tiny.play, a), answers=["b"])
    b.minis[0].pose = b.minis[0].pose.moved(20, 10)  # type: ignore[union-attr]
    tiny.run(resolve_exchange(tiny.play, attack), "")
    assert tiny.told.kinds() == ["dropped", "wasted"]
    assert not a.out_of_ammo


def test_a_target_that_is_gone_leaves_nothing_to_roll_for():
    tiny = Tiny()
    a, b = tiny.unit("a", "axis", (10, 20)), tiny.unit("b", "allies", (20, 20))
    attack = tiny.run(declare_attack(tiny.play, a), answers=["b"])
    b.minis = []
    tiny.run(resolve_exchange(tiny.play, attack), "")
    assert tiny.told.rolls() == []


@pytest.mark.rule("dw.reaction.attack_target_only")
def test_a_reaction_with_one_way_to_be_made_is_not_asked_about():
    tiny = Tiny()
    a, b = tiny.unit("a", "axis", (10, 20)), tiny.unit("b", "allies", *row(18, 2))
    tiny.unit("c", "axis", (20, 24))
    attack = tiny.run(declare_attack(tiny.play, b, only_target="a"))
    assert attack.targets == ("a",)
    assert tiny.told.asked == []
    loaded = tiny.unit("d", "allies", (14, 24), weapons=[BAZOOKA])
    tiny.run(declare_attack(tiny.play, loaded, only_target="a"), answers=["hold"])
    assert a.alive


@pytest.mark.rule("dw.leader.stand_in", "dw.obscured.from_leader")
def test_the_enemy_names_who_leads_a_leaderless_attack():
    tiny = Tiny(box("wall", (14, 14.3), (24, 30), 1))
    a = tiny.unit("a", "axis", (10, 20), (10, 26), leader="")
    b = tiny.unit("b", "allies", (20, 26))
    tiny.run(attack_action(tiny.play, a, window=False), "hh bb", ["b", "a/2"])
    assert ("leader-stand-in", "allies") in tiny.told.questions()
    assert b.alive
    assert b.suppression == 1
