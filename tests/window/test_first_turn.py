"""The first turn of the mills, by the mouse alone and by keys alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.window.players import Slow
from tests.window.seated import Seated, SitDown

#: No first turn has as many answers.
MANY = 260


def by_mouse(seat: Seated) -> None:
    """Answer with the first button that answers, whatever is asked."""
    facts, places = seat.facts, seat.places
    kind = facts["question"].split(":")[0]
    if kind == "pick":
        shown = [each for each in facts["options"] if places[f"prompt/option/{each}"].shown]
        seat.click(f"prompt/option/{shown[0]}")
    elif kind == "allocate":
        seat.click("prompt/suggested/0")
        seat.frames(4)
        seat.click("prompt/confirm")
    else:
        name = next(
            each for each in ("prompt/suggestion/1", "prompt/suggestion/0") if each in places
        )
        seat.click(name)
        seat.frames(4)
        seat.click("prompt/confirm")


def by_keys(seat: Seated) -> None:
    """Answer with a number and Space."""
    kind = seat.facts["question"].split(":")[0]
    if kind == "allocate":
        for place in range(len(seat.facts["options"])):
            seat.press(str(place + 1))
            for _ in range(seat.facts["left"]):
                seat.press("=")
        seat.press("space")
        return
    seat.press("1")
    if kind != "pick":
        seat.press("space")


@pytest.mark.slow
@pytest.mark.parametrize("answer", [by_mouse, by_keys])
@pytest.mark.parametrize("alone", [True, False])
def test_the_first_turn_of_the_mills(tmp_path: Path, sit: SitDown, answer, alone: bool):
    seat = sit(tmp_path, "mills", against=Slow(looks=1) if alone else None)
    for _ in range(MANY):
        seat.wait(lambda: seat.facts["state"] in ("waiting", "over"))
        if seat.page.at.observed.tracks[0].now >= 1:
            break
        seat.frames(3)
        before = seat.facts["entries"], seat.asks
        answer(seat)
        assert seat.facts["entries"] > before[0], (before, seat.facts)
    assert seat.page.at.observed.tracks[0].now == 1
