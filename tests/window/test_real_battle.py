"""A turn in a real window, by the mouse alone and by keys alone; the program is killed and goes on.

The mills are begun from the start screen, with dice that nobody knows. Splitting fire, reacting and
taking damage are played in a yard where both forces already stand close to each other.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.window.real import Real, a_display
from tests.window.real_hands import HANDS, Hands

pytestmark = pytest.mark.window

YARD = Path(__file__).parent / "scenes" / "yard.toml"
#: With these dice both sides are hit in the first turn, and the rangers may react.
YARD_SEED = "5"


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with a_display() as number:
        yield number


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where pictures go: HULLDOWN_SHOTS keeps them."""
    return Path(os.environ.get("HULLDOWN_SHOTS") or tmp_path)


@pytest.mark.parametrize("way", HANDS)
def test_a_turn_of_the_mills_from_the_start_screen(
    display: str, tmp_path: Path, pictures: Path, way: str
):
    real = Real(display, tmp_path)
    try:
        hands = HANDS[way](real, pictures / f"mills-{way}")
        begin_the_mills(hands)
        set_up(hands)
        move_the_rangers(hands)
        move_the_walker(hands)
        told = undo_and_kill(hands)
    finally:
        real.close()
    again = Real(display, tmp_path)
    try:
        hands = HANDS[way](again, pictures / f"mills-{way}")
        again.wait(lambda: "start/continue" in again.places)
        hands.shot("7-continue")
        hands.start("continue")
        hands.asked()
        facts = again.facts
        assert {key: facts[key] for key in told} == told
        hands.pick(facts["options"][0])
    finally:
        again.close()


@pytest.mark.parametrize("way", HANDS)
def test_fire_is_split_a_reaction_answered_and_damage_allocated(
    display: str, tmp_path: Path, pictures: Path, way: str
):
    words = ("play", str(YARD), "--window", "--seed", YARD_SEED, "--out", str(tmp_path / "out"))
    real = Real(display, tmp_path, *words)
    try:
        hands = HANDS[way](real, pictures / f"yard-{way}")
        hands.asked()
        hands.at_once()
        split_fire(hands)
        answer_a_reaction(hands)
        share_damage_out(hands)
    finally:
        real.close()


# --- the mills -----------------------------------------------------------------------------------


def begin_the_mills(hands: Hands) -> None:
    """Go from the start screen into the battle."""
    real = hands.real
    real.wait(lambda: "start/battle" in real.places)
    hands.shot("1-start")
    hands.start("battle")
    real.wait(lambda: real.now["page"] == "new-battle")
    assert real.facts["table"] == "mills"
    hands.shot("2-new-battle")
    hands.begin()
    hands.asked()
    hands.at_once()


def set_up(hands: Hands) -> None:
    """Set every unit up; the rangers figure by figure where a figure can be dragged."""
    while hands.until("place:deploy", "pick:order", "pick:activate") == "place:deploy":
        hands.real.wait(lambda: hands.real.facts["waiting"])
        if hands.real.facts["waiting"][0] == "combat-rangers/1":
            hands.place_one_by_one()
            hands.shot("3-set-up")
        else:
            hands.suggested()
        hands.confirm()


def to_move(hands: Hands, *units: str) -> str:
    """Answer until one of some units is asked for its way, by an order or in its activation.

    Chance may take one of them away before it comes to move.
    """
    orders = tuple(f"take-action/{unit}" for unit in units)
    wishes = (*orders, *units, "move", "march", "pass", "none", "keep")
    asked: list[str] = []
    for _ in range(120):
        question = hands.asked()
        facts = hands.real.facts
        if question == "path:move":
            unit = facts["movers"][0].rsplit("/", 1)[0]
            if unit in units:
                return unit
        asked.append(question)
        if question.startswith("pick"):
            free = facts["options"]
            hands.pick(next((each for each in wishes if each in free), free[0]))
        else:
            hands.anything(question)
    raise AssertionError(f"{units} are never asked to move, but {asked}")


def move_the_rangers(hands: Hands) -> None:
    """Try what is too far, read why not, and move as far as is allowed."""
    real = hands.real
    to_move(hands, "combat-rangers", "assault-rangers")
    before = real.facts["entries"]
    hands.try_too_far()
    real.wait(lambda: real.facts["wrong"])
    assert "prompt/confirm" not in real.places
    hands.shot("4-illegal")
    assert real.facts["entries"] == before
    hands.back()
    real.wait(lambda: not real.facts["wrong"])
    hands.step_forward(3.0)
    real.wait(lambda: "prompt/confirm" in real.places and real.facts["inches"] > 0.4)
    hands.shot("5-move")
    hands.confirm()


def move_the_walker(hands: Hands) -> None:
    """Move a vehicle that turns on its way."""
    real = hands.real
    unit = to_move(hands, "ranger-walker", "pounder")
    start = real.facts["starts"][f"{unit}/1"][2]
    hands.step_forward(2.0, turn=True)
    real.wait(lambda: not real.facts["wrong"] and real.facts["ghosts"])
    _, pose = hands.leader()
    assert abs(pose[2] - start) > 5, "it did not turn"
    hands.shot("6-walker")
    hands.confirm()


def undo_and_kill(hands: Hands) -> dict[str, object]:
    """Take the last answer back, then kill the program; return what was asked then."""
    real = hands.real
    hands.asked()
    before = real.facts["entries"]
    hands.undo()
    real.wait(lambda: real.facts["entries"] < before)
    hands.asked()
    hands.until("pick:order", "pick:activate", "pick:actions")
    told = {key: real.facts[key] for key in ("question", "who", "entries", "options")}
    real.kill()
    return told


# --- the yard ------------------------------------------------------------------------------------


def split_fire(hands: Hands) -> None:
    """Attack two units with one, weapon by weapon."""
    real = hands.real
    hands.until("pick:activate")
    hands.pick("rangers")
    hands.until("pick:actions")
    hands.pick("attack")
    assert hands.asked() == "pick:choose-target"
    real.wait(lambda: real.facts["tags"] >= 3)
    hands.shot("1-targets")
    hands.pick("split")
    targets: set[str] = set()
    while (question := hands.asked()) in ("pick:weapon-target", "allocate:weapon-targets"):
        facts = real.facts
        if question.startswith("allocate"):
            slots = facts["options"]
            hands.give_each_one(slots)
            targets |= set(slots)
            hands.shot("2-split")
            hands.confirm()
        else:
            targets.add(facts["options"][-2])
            hands.pick(facts["options"][-2])
    assert len(targets) > 1, "nothing was split"


def answer_a_reaction(hands: Hands) -> None:
    """Let a unit answer what the enemy does."""
    hands.until("pick:react")
    hands.shot("3-reaction")
    free = hands.real.facts["options"]
    hands.pick(next(each for each in free if each != "none"))


def share_damage_out(hands: Hands) -> None:
    """Say who takes the damage."""
    hands.until("allocate:damage")
    hands.shot("4-damage")
    hands.share_out()
    hands.asked()
