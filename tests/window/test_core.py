"""A whole battle through the core: an opponent in its process, orders, autosave, played on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.cli.backstage import CommandBackstage
from sim.engine.dice import SeededDice
from sim.engine.orders import Order
from sim.window.battle.film import Film
from sim.window.battle.saves import orders_path, picture_path
from sim.window.ports import PERSON, BattleWish
from tests.engine.laws import random_answer
from tests.window.core import Core, core_of
from tests.window.killed import SCENE

#: So many frames are drawn until a test gives up; an opponent needs some of them to think.
FRAMES = 20_000


def let_think(thinker: Any) -> None:
    """Let some hundredths of a second go by, unless the opponent's answer comes before."""
    remote = getattr(thinker, "_made", thinker)
    remote._here.poll(0.03)


def play(core: Core, answers: int) -> int:
    """Draw frames until the person has given so many answers or the battle is over."""
    given = 0
    for _ in range(FRAMES):
        core.advance()
        conductor = core.conductor
        assert conductor.state != "stuck", conductor.fault
        conductor.skip()
        question = conductor.question
        if conductor.state == "over" or given == answers:
            return given
        if question is not None:
            place = len(core.battle.match.journal)
            conductor.answer(random_answer(question, SeededDice(1, "core"), place))
            given += 1
        elif conductor.thinking is not None:
            conductor.play_now()
            let_think(core.battle.thinkers[conductor.thinking.side])
    raise AssertionError("never over")


@pytest.fixture
def backstage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandBackstage:
    monkeypatch.setenv("HULLDOWN_HOME", str(tmp_path))
    return CommandBackstage()


def test_a_battle_against_an_opponent_is_played_left_and_played_on(backstage: CommandBackstage):
    wish = BattleWish(SCENE, {"allies": PERSON, "axis": "random"}, seed=6)
    core = core_of(backstage.begin(wish), lambda _: b"png")
    for offer in core.orders.offers(core.battle.match, "allies"):
        core.orders.give(Order(offer.subject, offer.kind, "never"))
    play(core, 12)
    digest = core.battle.match.digest()
    core.close()
    (save,) = backstage.saves()
    assert not save.over
    assert save.picture == picture_path(save.path)
    assert orders_path(save.path).exists()

    core = core_of(backstage.resume(save.path))
    assert core.battle.match.digest() == digest
    assert {order.value for order in core.orders.orders} == {"never"}
    play(core, 10_000)
    assert core.conductor.state == "over"
    asked = [e for e in core.battle.match.journal if e.who == "allies" and ":react:" in e.ask]
    assert all(entry.answer == "none" for entry in asked)
    assert {thought.side for thought in core.conductor.thoughts} == {"axis"}
    digest = core.battle.match.digest()
    core.close()
    (save,) = backstage.saves()
    assert save.over
    film = Film.of(backstage.recording(save.path))
    film.reach(100_000)
    assert film.digest() == digest


def test_advice_is_given_by_a_process_that_starts_when_it_is_first_asked(
    backstage: CommandBackstage,
):
    wish = BattleWish(SCENE, {"allies": PERSON, "axis": PERSON}, seed=6)
    core = core_of(backstage.begin(wish))
    try:
        core.advance()
        match = core.battle.match
        assert match.pending is not None
        core.adviser.ask(match)
        chosen = None
        for _ in range(FRAMES):
            chosen = core.adviser.look(match)
            if chosen is not None:
                break
            let_think(core.battle.hint)
        assert chosen is not None
        assert not match.pending.why_not(chosen.answer)
    finally:
        core.close()
