"""Sharing out, and tapping in what real dice showed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.window.seated import Seated, SitDown


@pytest.fixture
def stones(tmp_path: Path) -> Iterator[Seated]:
    """The toy game where two stones are shared out."""
    seat = Seated(tmp_path, "toy")
    seat.until(lambda: seat.asks == "stones")
    seat.look_from_above()
    yield seat
    seat.close()


def draft(seat: Seated) -> dict[str, int]:
    return seat.facts["draft"]


def test_plus_and_minus_change_a_slot_and_what_is_left(stones: Seated):
    slot = stones.facts["options"][0]
    stones.click(f"prompt/plus/{slot}")
    assert (draft(stones)[slot], stones.facts["left"]) == (1, 1)
    stones.click(f"prompt/minus/{slot}")
    assert (draft(stones)[slot], stones.facts["left"]) == (0, 2)
    stones.click(f"prompt/minus/{slot}")
    assert draft(stones)[slot] == 0


def test_no_more_is_given_than_there_is(stones: Seated):
    slot = stones.facts["options"][0]
    for _ in range(4):
        stones.click(f"prompt/plus/{slot}")
    assert (sum(draft(stones).values()), stones.facts["left"]) == (2, 0)


def test_clicks_on_a_miniature_give_and_take(stones: Seated):
    slot = stones.facts["options"][0]
    stones.click_at(stones.pixel_of(slot))
    assert draft(stones)[slot] == 1
    stones.click_at(stones.pixel_of(slot), "right")
    assert draft(stones)[slot] == 0


def test_keys_choose_a_slot_fill_it_and_confirm(stones: Seated):
    entries = stones.facts["entries"]
    slot = stones.facts["options"][-1]
    stones.press(str(len(stones.facts["options"])))
    assert stones.facts["chosen"] == slot
    stones.press("=")
    stones.press("=")
    stones.press("-")
    assert draft(stones)[slot] == 1
    stones.press("space")
    assert stones.facts["entries"] > entries
    entry = stones.page.battle.match.journal[entries]
    assert entry.answer == {slot: 1}


def test_a_suggestion_fills_the_draft_and_escape_empties_it(stones: Seated):
    stones.click("prompt/suggested/0")
    assert sum(draft(stones).values()) == 2
    entries = stones.facts["entries"]
    stones.press("escape")
    assert sum(draft(stones).values()) == 0
    assert stones.facts["entries"] == entries


def test_own_chips_and_dice_are_tapped_in(tmp_path: Path, sit: SitDown):
    seat = sit(tmp_path, "toy", own_dice=True)
    seat.until(lambda: seat.facts["question"].startswith("draw:"))
    assert not seat.places["prompt/confirm"].enabled
    seat.click("prompt/face/long")
    assert (seat.facts["came"], seat.facts["left"]) == (["long"], 0)
    assert not seat.places["prompt/face/short"].enabled
    seat.press("backspace")
    assert seat.facts["came"] == []
    seat.press("2")
    seat.press("space")
    journal = seat.page.battle.match.journal
    assert next(e for e in reversed(journal) if e.ask.startswith("draw:")).answer == ["long"]


def test_faces_go_in_by_number_keys_and_come_back_out(tmp_path: Path, sit: SitDown):
    seat = sit(tmp_path, "toy", own_dice=True, seed=3)
    seat.until(lambda: seat.facts["question"].startswith("roll:"))
    count = seat.facts["left"]
    for _ in range(count):
        seat.press("5")
    assert seat.facts["came"] == [5] * count
    seat.press("1")
    assert seat.facts["came"] == [5] * count
    entries = seat.facts["entries"]
    seat.press("space")
    assert seat.page.battle.match.journal[entries].answer == [5] * count
