"""Dice against dice, missiles against defences, repairs."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from sim.engine.reasons import Reason
from sim.rules.dirtside.chits import Validity, total
from sim.rules.dirtside.design.design import Design
from sim.rules.dirtside.design.weapons import band_at, firer_die, gun_validity
from sim.rules.dirtside.fire.damage import result_of
from sim.rules.dirtside.fire.hits import Shot, roll_hits, secondary_die, target_dice
from sim.rules.dirtside.fire.missiles import (
    defence_dice,
    intercept,
    interception_die,
    most_engaged,
    strike,
    why_not_engage,
)
from sim.rules.dirtside.fire.repair import repair, repaired_from
from sim.rules.dirtside.odds.shots import hit_chance, shot_odds
from sim.rules.dirtside.options import DirtsideOptions
from tests.rules.dirtside.answers import told
from tests.rules.dirtside.tiny import Tiny, unit

WHY = Reason("ds.ask.roll", {"die": "D8"})


@pytest.mark.rule("ds.fire.opposed_roll")
@pytest.mark.parametrize(("mine", "theirs", "hits"), [(7, 6, 1), (6, 6, 0), (5, 6, 0)])
def test_only_higher_hits(mine: int, theirs: int, hits: int):
    _, shot = told(roll_hits(8, 1, (6,), "ds.fire.opposed_roll", WHY), [(mine,), (theirs,)])
    assert shot.hits == hits


@pytest.mark.rule("ds.mount.extra_dice", "ds.mount.hits", "ds.mount.definition")
def test_every_barrel_rolls_and_the_target_once():
    asked, shot = told(roll_hits(8, 2, (6, 6), "ds.mount.hits", WHY), [(7,), (3,), (5,), (2,)])
    assert [question.sides for question in asked] == [8, 8, 6, 6]
    assert shot == Shot((7, 3), (5, 2))
    assert shot.hits == 1


@pytest.mark.rule("ds.fire.secondary_highest_only", "ds.fire.secondary_turret_down")
def test_only_the_biggest_secondary_die_is_rolled():
    assert secondary_die(("soft_cover", "dug_in"))[0] == 10
    assert secondary_die(("soft_cover", "turret_down", "evading"))[0] == 12
    assert secondary_die(()) == (0, "")
    assert Shot((6,), (2, 6)).hits == 0


@pytest.mark.rule(
    "ds.fire.secondary_hull_down_dug_in",
    "ds.fire.secondary_evading",
    "ds.fire.secondary_soft_cover",
)
def test_cover_and_evading_give_their_dice():
    causes = ("hull_down", "dug_in", "evading", "soft_cover")
    assert [secondary_die((cause,))[0] for cause in causes] == [10, 10, 8, 6]


@pytest.mark.rule(
    "ds.fire.secondary_opportunity", "ds.fire.secondary_popup", "ds.opfire.target_bonus"
)
def test_who_is_shot_at_while_he_moves_rolls_a_d6_and_only_one():
    assert secondary_die(("opportunity",)) == (6, "ds.fire.secondary_opportunity")
    assert target_dice(3, ("opportunity", "popup")) == (8, 6)


@pytest.mark.rule("ds.fire.target_die", "ds.signature.use")
def test_the_target_rolls_by_its_signature():
    assert [target_dice(signature, ()) for signature in (0, 1, 4, 5, 7)] == [
        (12,),
        (12,),
        (6,),
        (4,),
        (4,),
    ]


@pytest.mark.rule("ds.fire.example_full")
def test_the_worked_shot_from_band_to_damage():
    band = band_at("hkp", 3, 26.0)
    assert band == "medium"
    assert firer_die("enhanced", band) == 8
    assert target_dice(4, ("soft_cover",)) == (6, 6)
    drawn = ("R3", "G1", "Y2")
    assert total(drawn, gun_validity("hkp", band)) == 5
    assert result_of(drawn, 4, gun_validity("hkp", band), DirtsideOptions()).knocked_out


@pytest.mark.rule("ds.adsm.die", "ds.adsm.die_reduction")
def test_each_further_missile_lowers_the_die():
    table = {grade: [interception_die(grade, n) for n in range(1, 6)] for grade in GRADES}
    assert table == {
        "basic": [6, 4, 0, 0, 0],
        "enhanced": [8, 6, 4, 0, 0],
        "superior": [10, 8, 6, 4, 0],
    }
    assert [most_engaged(grade) for grade in GRADES] == [2, 3, 4]


GRADES = ("basic", "enhanced", "superior")


@pytest.mark.rule("ds.adsm.declare_number", "ds.adsm.opposed", "ds.gms.guidance_die")
def test_an_area_defence_rolls_against_every_missile_it_named():
    asked, down = told(intercept("enhanced", ("basic", "superior"), WHY), [(5,), (5,), (6,), (2,)])
    assert [question.sides for question in asked] == [6, 6, 6, 10]
    assert down == (False, True)
    assert why_not_engage("enhanced", 3) == ()
    (objection,) = why_not_engage("enhanced", 4)
    assert objection.rule == "ds.adsm.declare_number"


@pytest.mark.rule("ds.pds.ecm_die", "ds.systems.ecm")
def test_countermeasures_are_the_first_die_against_a_missile():
    dice = [defence_dice(Design("a", 3, "grav", ecm=grade)) for grade in ("", *GRADES)]  # type: ignore[arg-type]
    assert dice == [(4,), (6,), (8,), (10,)]
    assert defence_dice(Design("a", 3, "grav", ecm="superior"), sensors=True) == (4,)


@pytest.mark.rule("ds.pds.secondary_die", "ds.systems.pds", "ds.pds.opposed")
def test_point_defence_is_the_second_and_the_higher_counts():
    dice = defence_dice(Design("a", 3, "grav", ecm="basic", pds="enhanced"))
    assert dice == (6, 8)
    _, hit = told(strike("enhanced", dice, WHY), [(6,), (3,), (6,)])
    assert not hit
    _, hit = told(strike("enhanced", dice, WHY), [(7,), (3,), (6,)])
    assert hit


def test_failed_systems_keep_countermeasures_unless_the_option_turns_all_off():
    design = Design("a", 3, "grav", ecm="enhanced", pds="basic")
    assert defence_dice(design, systems_down=True) == (8, 6)
    assert defence_dice(design, systems_down=True, all_off=True) == (4,)


@pytest.mark.rule("ds.repair.roll", "ds.repair.retry", "ds.repair.systems_only")
def test_failed_systems_are_tried_again_until_a_six_and_other_marks_stay():
    tiny = Tiny(unit("a", "blue", (10.0, 10.0)))
    hit = tiny.unit("a").elements[0]
    design = Design("a", 3, "grav")
    assert not tiny.run(repair(tiny.play, hit, design)), "nothing is broken, nothing is rolled"
    hit.systems_down = hit.damaged = True
    assert not tiny.run(repair(tiny.play, hit, design), (5,))
    assert tiny.run(repair(tiny.play, hit, design), (6,))
    assert (hit.systems_down, hit.damaged) == (False, True)


@pytest.mark.rule("ds.backup.roll", "ds.backup.reusable")
def test_backups_work_from_a_three_on_any_number_of_times():
    tiny = Tiny(unit("a", "blue", (10.0, 10.0)))
    hit = tiny.unit("a").elements[0]
    design = Design("a", 3, "grav", backup=True)
    assert (repaired_from(design), repaired_from(Design("a", 3, "grav"))) == (3, 6)
    for _ in range(2):
        hit.systems_down = True
        assert not tiny.run(repair(tiny.play, hit, design), (2,))
        assert tiny.run(repair(tiny.play, hit, design), (3,))


@pytest.mark.parametrize("dice", [(8, (6,)), (10, (6, 6)), (4, (12, 10)), (12, (4, 8))])
def test_the_chance_of_a_hit_is_counted_face_by_face(dice: tuple[int, tuple[int, ...]]):
    die, against = dice
    every = list(product(*(range(1, sides + 1) for sides in (die, *against))))
    wins = sum(face > max(others) for face, *others in every)
    assert hit_chance(die, against) == Fraction(wins, len(every))


def test_a_shot_does_something_only_when_it_hits():
    validity = Validity.of("red", "yellow")
    odds = shot_odds(8, (6, 6), 3, 4, validity)
    assert odds.hit == hit_chance(8, (6, 6))
    assert odds.draw.knocked_out < odds.hit
    parts = odds.draw.nothing + odds.draw.fault + odds.draw.knocked_out
    assert parts < 1
    assert shot_odds(0, (6,), 3, 4, validity).draw.nothing == 1
