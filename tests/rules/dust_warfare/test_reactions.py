"""Reactions: who may answer what, when, and what comes of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sim.engine.questions import Question
from sim.rules.dust_warfare.attack.action import attack_action
from sim.rules.dust_warfare.attack.data import DeclaredAttack
from sim.rules.dust_warfare.movement.action import move_action, poses_of
from sim.rules.dust_warfare.movement.going import Gait
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.turn.reactions import attack_window, move_window, why_not_react
from sim.rules.dust_warfare.turn.retreat import retreat_move
from sim.rules.dust_warfare.turn.suppression import actions_available, is_retreating
from tests.rules.dust_warfare.field import Field, offers, pose, take, to
from tests.rules.dust_warfare.tiny import KNIFE, RIFLE
from tests.table.builders import box

R = 1.1811


def facing(gap: float, **options: Any) -> tuple[Field, Unit, Unit]:
    """Return a field with an axis mover of one and an allied unit of one, so far apart."""
    field = Field(**options)
    mover = field.unit("m", "axis", (20, 20))
    unit = field.unit("b", "allies", (20 + R + gap, 20))
    return field, mover, unit


def move(field: Field, mover: Unit, *answers: object, dice: str = "", gait: Gait = "move") -> None:
    field.run(move_action(field.play, mover, march=gait == "march"), dice, answers)


def reacted(field: Field) -> list[str]:
    return [event.subject for event in field.told.events if event.kind == "reacted"]


def windows(field: Field) -> list[str]:
    """Return the windows that asked somebody, in order."""
    return [q.prompt for q in field.told.asked if q.what == "react"]


BEFORE, AFTER = "dw.ask.react_before", "dw.ask.react_after"


@pytest.mark.rule("dw.reaction.unit_phase_only", "dw.command.no_reactions")
@pytest.mark.parametrize(
    ("phase", "active"), [("command", "axis"), ("unit", "allies"), ("unit", "axis")]
)
def test_units_react_only_in_the_enemys_unit_phase(phase: str, active: str):
    field, mover, _ = facing(8, phase=phase, active=active)
    asked = phase == "unit" and active == "axis"
    move(field, mover, *(["none", {}, "none"] if asked else [{}]))
    assert windows(field) == ([BEFORE, AFTER] if asked else [])


@pytest.mark.rule("dw.reaction.eligibility", "dw.suppression.no_reactions")
def test_a_suppressed_unit_cannot_react_not_even_hit_the_dirt():
    field, mover, unit = facing(8)
    unit.suppression = 1
    assert [each.rule for each in why_not_react(field.play, unit)] == [
        "dw.suppression.no_reactions"
    ]
    attack = DeclaredAttack("m", (), ("b",))
    assert field.run(attack_window(field.play, attack)) == []
    move(field, mover, {})
    assert windows(field) == []


@pytest.mark.rule("dw.reaction.formation")
def test_a_unit_out_of_formation_cannot_react():
    field = Field()
    mover = field.unit("m", "axis", (20, 20))
    field.unit("b", "allies", (28, 20), (28, 20 + R + 6.5))
    move(field, mover, {})
    assert windows(field) == []


@pytest.mark.rule("dw.reaction.move_trigger")
@pytest.mark.parametrize(
    ("start", "end", "asked"),
    [(14, 11, [AFTER]), (11, 20, [BEFORE, AFTER]), (14, 13, [])],
)
def test_a_move_triggers_where_it_begins_or_ends_within_twelve_inches(
    start: float, end: float, asked: list[str]
):
    field, mover, _ = facing(start)
    field.profile("m", move_in=10.0)
    x = 20 + start - end
    answers: list[object] = [{"m/1": to((x, 20))}]
    answers[0:0] = ["none"] * asked.count(BEFORE)
    move(field, mover, *answers, *["none"] * asked.count(AFTER))
    assert windows(field) == asked


@pytest.mark.rule("dw.reaction.move_trigger")
def test_a_path_that_only_passes_by_is_no_trigger():
    field = Field()
    mover = field.unit("m", "axis", (15.5, 20))
    field.profile("m", move_in=17.0)
    field.unit("b", "allies", (24, 20 + 10 + R))
    move(field, mover, {"m/1": to((32.5, 20))})
    assert windows(field) == []


@pytest.mark.rule("dw.reaction.move_trigger")
@pytest.mark.parametrize(("needs", "asked"), [("false", 2), ("true", 0)])
def test_sight_is_needed_only_by_option(needs: str, asked: int):
    field = Field(box("block", (23, 25), (10, 30), 9), options={"reaction_needs_los": needs})
    mover = field.unit("m", "axis", (20, 20))
    field.unit("b", "allies", (28, 20))
    move(field, mover, *["none"] * (asked // 2), {}, *["none"] * (asked // 2))
    assert len(windows(field)) == asked


@pytest.mark.rule("dw.reaction.move_timing", "dw.reaction.window")
def test_a_move_has_two_windows_and_an_attack_has_one():
    field, mover, _ = facing(10)
    move(field, mover, "none", {"m/1": to((25, 20))}, "none")
    assert [q.what for q in field.told.asked] == ["react", "move", "react"]
    field.told.asked.clear()
    field.run(attack_action(field.play, mover), "b", ["b", "none"])
    assert [q.what for q in field.told.asked] == ["choose-target", "react", "attack"]


@pytest.mark.rule("dw.reaction.move_timing")
def test_before_the_move_the_mover_is_shot_where_it_stands_after_it_where_it_ends():
    for window, x in ((0, 20.0), (1, 24.0)):
        field, mover, _ = facing(10)
        field.profile("m", damage_capacity=3)
        shots: list[float] = []

        def seen(question: Question, field: Field = field, shots: list[float] = shots) -> str:
            spot = field.units["m"].minis[0].pose
            assert spot is not None
            shots.append(spot.x)
            return "b/attack"

        answers = (
            [seen, {"m/1": to((24, 20))}] if window == 0 else ["none", {"m/1": to((24, 20))}, seen]
        )
        move(field, mover, *answers, dice="b")
        assert shots == [x]


@pytest.mark.rule("dw.reaction.move_timing")
def test_by_option_the_window_before_opens_to_whom_the_move_could_reach():
    field, mover, _ = facing(14, options={"reaction_before_requires_start": "false"})
    move(field, mover, "none", {})
    assert windows(field) == [BEFORE]


@pytest.mark.rule("dw.reaction.attack_trigger")
@pytest.mark.parametrize(
    ("gap", "options"),
    [
        (12.0, ("none", "b/move", "b/attack", "b/hit-the-dirt")),
        (12.5, ("none", "b/hit-the-dirt")),
    ],
)
def test_a_target_within_twelve_inches_may_move_or_attack(gap: float, options: tuple[str, ...]):
    field, mover, _ = facing(gap)
    field.run(attack_action(field.play, mover), "b", ["b", offers(*options, then="none")])


@pytest.mark.rule("dw.reaction.options")
def test_a_reaction_is_a_single_move_or_attack_never_double_or_special():
    field, mover, unit = facing(10)
    unit.out_of_ammo = True
    answer = offers("none", "b/move", "b/attack", "b/hit-the-dirt", then="none")
    field.run(attack_action(field.play, mover), "b", ["b", answer])


@pytest.mark.rule("dw.reaction.marker_gain")
def test_who_reacts_gains_a_reaction_marker():
    field, mover, unit = facing(8)
    move(field, mover, "b/move", {"b/1": to((32, 20))}, {})
    assert unit.reaction
    assert unit.minis[0].pose == pose(32, 20)
    assert "dw.reaction.marker_gain" in field.told.only("reacted").rules


@pytest.mark.rule("dw.reaction.once_per_turn")
def test_a_unit_reacts_once_a_turn():
    field, mover, unit = facing(8)
    move(field, mover, "b/move", {}, {})
    assert [each.rule for each in why_not_react(field.play, unit)] == ["dw.reaction.once_per_turn"]
    field.run(attack_action(field.play, mover), "b", ["b"])
    assert len(windows(field)) == 1


@pytest.mark.rule("dw.reaction.marker_effect")
def test_the_marker_costs_an_action_at_the_next_activation():
    field, mover, unit = facing(8)
    assert actions_available(unit) == 2
    move(field, mover, "b/move", {}, {})
    assert actions_available(unit) == 1
    assert actions_available(mover) == 2


@pytest.mark.rule("dw.reaction.move_target_only", "dw.reaction.attack_target_only")
def test_an_attack_reaction_aims_at_the_active_unit_alone():
    field, mover, _ = facing(8)
    field.profile("m", damage_capacity=3)
    near = field.unit("n", "axis", (20 + R + 8, 25))
    move(field, mover, take("b/attack"), {}, dice="hbb")
    assert near.suppression == 0
    assert mover.suppression == 1
    assert field.told.questions() == [("react", "allies"), ("move", "axis")]


@pytest.mark.rule("dw.reaction.attack_declare_before_roll", "dw.reaction.offer")
def test_the_reaction_is_declared_before_any_die_and_any_step():
    field, mover, _ = facing(8)
    field.run(attack_action(field.play, mover), "b", ["b", "none"])
    asked = [q.what for q in field.told.asked]
    assert asked.index("react") < asked.index("attack")
    field.told.asked.clear()
    move(field, mover, "none", {"m/1": to((22, 20))}, "none")
    assert [q.what for q in field.told.asked][:2] == ["react", "move"]


@pytest.mark.rule("dw.reaction.attack_simultaneous")
def test_both_sides_of_an_exchange_roll_their_full_dice():
    field = Field()
    a = field.squad("a", "axis", 20, 20, count=4)
    b = field.squad("b", "allies", 30, 20, count=5)
    field.run(
        attack_action(field.play, a),
        "hhhb hhbbb bb bb",
        ["b", take("b/attack"), {"a/3": 1, "a/4": 1}, {"b/3": 1, "b/4": 1, "b/5": 1}],
    )
    dice = [count for what, count in field.told.rolls() if what == "attack"]
    assert sorted(dice) == [4, 5]
    assert (len(a.minis), len(b.minis)) == (2, 2)


@pytest.mark.rule("dw.reaction.move_before_attack", "dw.reaction.wasted_attack")
def test_a_target_that_moves_out_of_sight_wastes_the_attack():
    field = Field(box("block", (26, 27), (24, 34), 9))
    mover = field.squad("m", "axis", 20, 20, count=2)
    unit = field.unit("b", "allies", (30, 23))
    field.run(attack_action(field.play, mover), "", ["b", "b/move", {"b/1": to((30, 29))}])
    assert not [each for each in field.told.rolls() if each[0] == "attack"]
    assert unit.reaction


@pytest.mark.rule("dw.reaction.no_chain")
def test_nothing_reacts_to_a_reaction():
    field, mover, _ = facing(8)
    field.unit("c", "axis", (20, 25))
    move(field, mover, "b/move", {"b/1": to((26, 23))}, {})
    assert windows(field) == [BEFORE]
    field, mover, _ = facing(8)
    field.profile("m", damage_capacity=3)
    move(field, mover, "b/attack", {}, dice="h bb")
    assert [q.who for q in field.told.asked if q.what == "react"] == ["allies"]


@pytest.mark.rule("dw.reaction.multiple", "dw.reaction.multiple_order")
def test_the_reacting_player_takes_his_units_in_his_own_order():
    field = Field()
    mover = field.squad("m", "axis", 20, 20)
    for name, y in (("x", 18), ("y", 22), ("z", 26)):
        field.unit(name, "allies", (29, y))
    seven = ("none", "x/move", "x/attack", "y/move", "y/attack", "z/move", "z/attack")
    answers = [
        offers(*seven, then="y/attack"),
        {"m/5": 1},
        offers("none", "x/move", "x/attack", "z/move", "z/attack", then="x/move"),
        {},
        offers("none", "z/move", "z/attack", then="none"),
        {},
        "none",
    ]
    move(field, mover, *answers, dice="h bb")
    assert reacted(field) == ["y", "x"]
    assert len(mover.minis) == 4


@pytest.mark.rule("dw.reaction.split_fire_multi")
def test_each_target_of_a_split_attack_may_react():
    field = Field()
    attacker = field.unit("m", "axis", (20, 20), (20, 22))
    field.unit("p", "allies", (29, 18))
    field.unit("q", "allies", (29, 24))
    attack = DeclaredAttack("m", (), ("p", "q"))
    answers = [take("q/attack"), take("p/attack")]
    assert field.run(attack_window(field.play, attack), "", answers) == ["q", "p"]
    assert attacker.alive


@pytest.mark.rule("dw.reaction.saved")
def test_who_passes_is_asked_again_at_the_next_trigger():
    field, mover, unit = facing(9)
    move(field, mover, "none", {}, "none")
    field.run(attack_action(field.play, mover), "b", ["b", take("b/hit-the-dirt")])
    assert unit.reaction
    assert unit.suppression == 1


@pytest.mark.rule("dw.reaction.retreat_trigger", "dw.retreat.move")
@pytest.mark.parametrize(("provokes", "asked"), [("true", [BEFORE, AFTER]), ("false", [])])
def test_a_retreat_is_a_move_that_may_be_reacted_to(provokes: str, asked: list[str]):
    field = Field(options={"retreat_provokes": provokes})
    unit = field.unit("m", "axis", (20, 9), suppression=2)
    field.unit("b", "allies", (20 + R + 8, 9))
    field.run(retreat_move(field.play, unit), "", ["none"] * len(asked))
    assert windows(field) == asked


@pytest.mark.rule("dw.reaction.hit_the_dirt", "dw.suppression.cover_step")
def test_the_books_soldiers_in_the_open_hit_the_dirt():
    field = Field()
    attacker = field.squad("m", "axis", 20, 20, count=4)
    unit = field.squad("b", "allies", 34, 20)
    field.run(
        attack_action(field.play, attacker),
        "hhhh hb",
        ["b", take("b/hit-the-dirt"), {"b/4": 1, "b/5": 1}],
    )
    assert (unit.suppression, unit.reaction, len(unit.minis)) == (2, True, 3)


@pytest.mark.rule("dw.reaction.hit_the_dirt_any_range")
def test_hit_the_dirt_has_no_distance_limit():
    field, mover, unit = facing(30)
    field.weapons["rifle"] = msgspec.structs.replace(RIFLE, range_in=36.0)
    answer = offers("none", "b/hit-the-dirt", then="b/hit-the-dirt")
    field.run(attack_action(field.play, mover), "b", ["b", answer])
    assert unit.suppression == 1


@pytest.mark.rule("dw.reaction.hit_the_dirt_soldiers_only")
def test_vehicles_do_not_hit_the_dirt():
    field = Field()
    mover = field.unit("m", "axis", (20, 20))
    field.walker("b", "allies", 35, 20)
    field.run(attack_action(field.play, mover), "b", ["b"])
    assert windows(field) == []


@pytest.mark.rule("dw.reaction.hit_the_dirt_no_benefit")
def test_units_that_take_no_suppression_are_not_offered_it():
    field, mover, unit = facing(14)
    field.buys("b", abilities=("blutkreuz-ape",))
    field.run(attack_action(field.play, mover), "h bb", ["b"])
    assert unit.suppression == 0
    assert windows(field) == []


@pytest.mark.rule("dw.reaction.hit_the_dirt_overload", "dw.suppression.retreating_state")
def test_its_marker_counts_toward_retreating():
    field, mover, unit = facing(14)
    field.profile("b", damage_capacity=2)
    field.run(attack_action(field.play, mover), "h bb", ["b", take("b/hit-the-dirt")])
    assert unit.suppression == 2
    assert is_retreating(field.play, unit)


@pytest.mark.rule("dw.reaction.options")
def test_against_close_combat_a_target_answers_only_in_close_combat():
    field = Field()
    field.unit("m", "axis", (20, 20), weapons=(KNIFE,))
    field.unit("b", "allies", (20 + R + 2, 20))
    field.unit("c", "allies", (20 + R + 2, 22), weapons=(RIFLE, KNIFE))
    for target, options in (
        ("b", ("none", "b/hit-the-dirt")),
        ("c", ("none", "c/attack", "c/hit-the-dirt")),
    ):
        attack = DeclaredAttack("m", (), (target,), close_combat=True)
        field.run(attack_window(field.play, attack), "", [offers(*options, then="none")])


@pytest.mark.rule("dw.reaction.example_move", "dw.reaction.multiple")
def test_the_books_vehicle_is_answered_by_a_team_and_a_squad():
    field = Field()
    vehicle = field.walker("luther", "axis", 20, 20)
    r = R / 2 + 1.5748
    field.unit("team", "allies", (24 + r + 11, 20), (24 + r + 12.5, 20), team=True)
    away = 0.5**0.5 * (9 + r)
    squad = field.squad("squad", "allies", 24 + away, 20 - away - 6)
    answers = [
        {"luther/1": to((24, 20))},
        take("team/move"),
        {"team/1": to((24 + r + 16, 20)), "team/2": to((24 + r + 17.5, 20))},
        take("squad/attack"),
    ]
    move(field, vehicle, *answers, dice="bbbbb")
    assert reacted(field) == ["team", "squad"]
    assert all(field.units[name].reaction for name in ("team", "squad"))
    assert squad.alive


@pytest.mark.rule("dw.reaction.move_timing", "dw.reaction.offer")
def test_a_mover_that_falls_before_its_move_makes_none():
    field, mover, _ = facing(8)
    move(field, mover, "b/attack", dice="h bb")
    assert not mover.alive
    assert [q.what for q in field.told.asked if not q.chance] == ["react"]


@pytest.mark.rule("dw.reaction.no_chain")
def test_a_window_closes_when_the_mover_is_gone():
    field = Field()
    mover = field.unit("m", "axis", (20, 20))
    field.unit("b", "allies", (28, 20))
    field.unit("c", "allies", (28, 23))
    field.run(move_window(field.play, mover, "before", poses_of(mover)), "h bb", [take("b/attack")])
    assert not mover.alive
    assert len(windows(field)) == 1
