"""Rallying, and the loss of command."""

from __future__ import annotations

from typing import Any

import pytest

from sim.rules.dirtside.nerve.rally import command_unit, lose_command, rally, why_not_rally
from tests.rules.dirtside.tiny import Tiny, unit

SPOTS = ((10.0, 10.0), (12.0, 10.0))
AWAY = ((30.0, 30.0), (32.0, 30.0))


def battle(**more: Any) -> Tiny:
    command = unit("hq", "blue", *AWAY, command=True, leadership=1)
    return Tiny(unit("a", "blue", *SPOTS, **more), command, unit("x", "red", (60.0, 20.0)))


@pytest.mark.rule("ds.rally.test", "ds.rally.costs_activation")
def test_a_rally_adds_both_leaderships_and_raises_a_level():
    tiny = battle(confidence="SH", leadership=2)
    asked, _ = tiny.asked(rally(tiny.play, tiny.unit("a")), (4,))
    assert asked[0].why is not None
    assert asked[0].why.value == 3
    assert tiny.unit("a").confidence == "ST"
    assert tiny.unit("a").activated
    assert not tiny.unit("hq").activated


@pytest.mark.rule("ds.rally.no_loss")
def test_a_failed_rally_costs_the_activation_and_nothing_else():
    tiny = battle(confidence="BR", leadership=3)
    tiny.run(rally(tiny.play, tiny.unit("a")), (1,))
    assert tiny.unit("a").confidence == "BR"
    assert tiny.unit("a").activated


@pytest.mark.rule("ds.rally.need_command_unit", "ds.rally.limit", "ds.confidence.rise")
def test_everything_against_a_rally_is_said_at_once():
    tiny = battle(activated=True)
    tiny.unit("hq").confidence = "RO"
    assert [each.rule for each in why_not_rally(tiny.play, tiny.unit("a"))] == [
        "ds.rally.need_command_unit",
        "ds.confidence.rise",
        "ds.rally.limit",
    ]
    ready = battle(confidence="SH")
    assert why_not_rally(ready.play, ready.unit("a")) == ()
    hq = ready.unit("hq")
    hq.confidence = "SH"
    assert [each.key for each in why_not_rally(ready.play, hq)] == ["ds.no_rally.itself"]


@pytest.mark.rule("ds.command.loss", "ds.command.no_new_orders", "ds.command.once")
def test_a_side_that_loses_its_command_drops_a_level_once_a_game():
    tiny = battle(confidence="ST")
    lose_command(tiny.play, "blue")
    lose_command(tiny.play, "blue")
    assert [tiny.unit(name).confidence for name in ("a", "hq", "x")] == ["SH", "ST", "CO"]
    assert tiny.state.no_offensive == ["blue"]
    assert tiny.happened().count("command-lost") == 1


@pytest.mark.rule("ds.command.permanent", "ds.force.command_unit")
def test_without_command_nobody_is_rallied_for_the_rest_of_the_game():
    tiny = battle(confidence="SH")
    assert command_unit(tiny.play, "blue") is tiny.unit("hq")
    lose_command(tiny.play, "blue")
    assert command_unit(tiny.play, "blue") is None
    (objection,) = why_not_rally(tiny.play, tiny.unit("a"))
    assert objection.key == "ds.no_rally.no_command"
