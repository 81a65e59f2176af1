"""An attack from declaring to markers."""

from __future__ import annotations

import pytest

from sim.rules.dust_warfare.attack import attack_action
from tests.rules.dust_warfare.tiny import Tiny, weapon


def squad(x: float, count: int = 5) -> list[tuple[float, float]]:
    """Return places in a row across the table."""
    return [(x, 20.0 + 1.5 * number) for number in range(count)]


@pytest.mark.rule("dw.attack.steps", "dw.roll.weapon_dice")
def test_an_attack_runs_through_its_steps_in_the_books_order():
    tiny = Tiny()
    mg = weapon("mg", "4/1")
    grenadiers = tiny.unit("grenadiers", "axis", *squad(10), extra={5: [mg]})
    rangers = tiny.unit("rangers", "allies", *squad(20))
    tiny.run(
        attack_action(tiny.play, grenadiers, window=False),
        "hhbb hbbb hb",
        ["rangers", {"rangers/2": 1, "rangers/3": 1}],
    )
    assert tiny.told.rolls() == [("attack", 8), ("armour", 2)]
    assert [mini.id for mini in rangers.minis] == ["rangers/1", "rangers/4", "rangers/5"]
    assert rangers.suppression == 1
    assert tiny.told.kinds()[:3] == ["attacked", "checked", "rolled"]
    assert tiny.told.kinds()[-1] == "suppressed"
