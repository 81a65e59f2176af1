"""Initiative: Command Pools, ties, Orders, and the six phases of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.match import Refused
from sim.rules.dust_warfare.turn.initiative import command_pool, initiative_phase
from tests.rules.dust_warfare.field import Field, take


def armies(axis: int, allies: int, **state: Any) -> Field:
    """Return a field with so many one-man units a side, far apart."""
    field = Field(phase="initiative", active="", **state)
    for number in range(axis):
        field.unit(f"x{number}", "axis", (5 + 3 * number, 5))
    for number in range(allies):
        field.unit(f"y{number}", "allies", (5 + 3 * number, 43))
    return field


@pytest.mark.rule("dw.initiative.pool_size")
def test_the_pool_counts_units_on_the_table_that_do_not_retreat():
    field = armies(7, 1)
    field.off_table(field.units["x0"])
    field.units["x1"].suppression = 2
    assert command_pool(field.play, "axis") == 5


@pytest.mark.rule("dw.initiative.pool_min")
def test_the_pool_never_drops_below_one_die():
    field = armies(2, 1)
    for name in ("x0", "x1"):
        field.units[name].suppression = 2
    assert command_pool(field.play, "axis") == 1


@pytest.mark.rule("dw.initiative.lowest_first", "dw.turn.roles")
def test_fewer_hits_go_first():
    field = armies(3, 5)
    field.run(initiative_phase(field.play), "hhb hhhhb")
    assert field.state.initiating == "axis"
    assert field.state.orders == {"axis": 2, "allies": 4}
    assert field.told.only("initiative-won").subject == "axis"


@pytest.mark.rule("dw.initiative.tie", "dw.initiative.orders_from_hits")
def test_the_books_tie_is_rolled_again_and_only_the_last_roll_counts():
    field = armies(5, 8)
    field.run(initiative_phase(field.play), "hhhbb hhhbbbbb" + "hhbbb hhhhbbbb")
    assert field.state.initiating == "axis"
    assert field.state.orders == {"axis": 2, "allies": 4}
    assert [count for _, count in field.told.rolls()] == [5, 8, 5, 8]


@pytest.mark.rule("dw.initiative.min_order")
def test_no_hit_still_gives_one_order():
    field = armies(2, 2)
    field.run(initiative_phase(field.play), "bb hb")
    assert field.state.orders == {"axis": 1, "allies": 1}


@pytest.mark.rule("dw.ability.command_squad")
def test_command_squads_on_the_table_give_one_order_more_in_all():
    field = armies(3, 2)
    for name in ("x0", "x1"):
        field.buys(name, abilities=("command-squad",))
    field.run(initiative_phase(field.play), "hhb hb")
    assert field.state.orders == {"axis": 3, "allies": 1}
    field.off_table(field.units["x0"])
    field.off_table(field.units["x1"])
    field.run(initiative_phase(field.play), "b hb")
    assert field.state.orders["axis"] == 1


@pytest.mark.rule("dw.initiative.lowest_first")
def test_by_option_the_low_roller_chooses():
    field = armies(2, 2)
    field.options = type(field.options)(initiative_choice="low_roller_chooses")
    field.run(initiative_phase(field.play), "bb hb", [take("allies")])
    assert field.told.questions() == [("go-first", "axis")]
    assert field.state.initiating == "allies"


@pytest.mark.rule("dw.turn.sequence", "dw.turn.roles", "dw.turn.game_end")
def test_a_turn_without_actions_has_its_six_phases_in_order():
    field = armies(1, 1, turns=2)
    match = field.match("b h" + "h b")
    phases: list[tuple[str, str]] = []
    while not match.over:
        question = match.pending
        assert question is not None
        match.answer({"order": "pass", "promote": "pass"}.get(question.what, "none"))
    phases = [
        (event.key.rsplit("_", 1)[1], event.subject)
        for event in match.events
        if event.kind == "phase-began"
    ]
    assert phases == [
        ("command", "axis"),
        ("command", "allies"),
        ("unit", "axis"),
        ("unit", "allies"),
        ("end", ""),
        ("initiative", ""),
        ("command", "allies"),
        ("command", "axis"),
        ("unit", "allies"),
        ("unit", "axis"),
        ("end", ""),
    ]
    activated = [event.subject for event in match.events if event.kind == "activated"]
    assert activated == ["x0", "y0", "y0", "x0"]
    assert match.state.turn == 2
    assert match.state.phase == "over"


@pytest.mark.rule("dw.turn.initiative_no_action")
def test_nobody_acts_in_the_initiative_phase():
    field = armies(2, 2)
    match = field.match("bb hb")
    asked = [event.kind for event in match.events]
    assert set(asked[: asked.index("initiative-won")]) == {"rolled", "got-orders"}
    assert match.pending is not None
    assert match.pending.what == "order"


@pytest.mark.rule("dw.turn.ends_when_all_activated", "dw.activation.each_unit_once")
def test_the_unit_phase_goes_on_until_every_unit_has_activated():
    field = armies(4, 1)
    field.state.phase, field.state.active = "unit", "axis"
    match = field.match()
    for left in (4, 3, 2):
        assert match.pending is not None
        assert match.pending.what == "activate"
        assert len(match.pending.options) == left
        with pytest.raises(Refused):
            match.answer("done")
        match.answer(match.pending.options[0].id)
        match.answer("none")
    assert match.pending is not None
    assert match.pending.subject == "x3"
    assert match.state.active == "axis"
    match.answer("none")
    assert match.state.active == "allies"
