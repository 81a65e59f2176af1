"""What is asked can be answered in the very frame in which it is first seen."""

from __future__ import annotations

from pathlib import Path

from sim.engine.dice import SeededDice
from tests.engine.laws import random_answer
from tests.window.seated import SitDown


def test_every_option_can_be_pressed_in_the_first_frame_of_a_question(tmp_path: Path, sit: SitDown):
    seat = sit(tmp_path, "mills")
    dice, seen, heights = SeededDice(3, "person"), 0, set[float]()
    while seen < 25:
        seat.sit()
        question = seat.page.conductor.question
        assert question is not None
        answer = random_answer(question, dice, len(seat.page.battle.match.journal))
        seat.page.conductor.answer(answer)
        seat.frames(1)
        while seat.facts["state"] == "showing":
            seat.frames(1)
        if seat.facts["state"] != "waiting" or seat.facts.get("asker") != "pick":
            continue
        seen += 1
        heights.add(round(seat.page.prompt.high))
        cut = [each for each in seat.facts["options"] if not _shown(seat.places, each)]
        assert not cut, (seat.facts["question"], cut)
        first = seat.places["sentence"].box
        seat.frames(3)
        assert seat.places["sentence"].box == first, "the bar jumped"
    assert len(heights) > 1, "the bar never had another height"


def _shown(places, option: str) -> bool:
    place = places.get(f"prompt/option/{option}")
    return place is not None and place.shown
