"""Dice: the same from the same seed on every machine, fair, and sealed."""

from __future__ import annotations

from collections import Counter

import pytest

from sim.engine.dice import NoChance, OwnDice, SeededDice, commitment
from sim.engine.questions import Question


def rolled(count: int, sides: int = 6) -> Question:
    return Question("roll", "luck", "", "r.x", "words.example", sides=sides, count=count)


def drawn(bag: str, count: int) -> Question:
    return Question("draw", "chits", "", "r.x", "words.example", bag=tuple(bag), count=count)


def test_a_seed_rolls_and_draws_what_it_always_did():
    dice = SeededDice(42, "salt")
    assert dice.answer(rolled(10), 0) == (2, 5, 5, 4, 6, 6, 5, 2, 2, 1)
    assert dice.answer(drawn("abcd", 4), 10) == ("d", "a", "b", "c")
    sealed = "cecb21329daea6121e0471c52be8ea1d59028c2daf2efff4a59fefe03581c229"
    assert commitment(42, "salt") == sealed


def test_a_die_depends_on_its_number_and_not_on_how_many_fall_together():
    dice = SeededDice(7)
    together = dice.answer(rolled(12), 30)
    assert together == tuple(dice.below(6, 30 + n) + 1 for n in range(12))


def test_seed_and_salt_both_matter():
    faces = {
        (seed, salt): SeededDice(seed, salt).answer(rolled(20), 0)
        for seed in (1, 2)
        for salt in ("", "x")
    }
    assert len(set(faces.values())) == 4
    assert commitment(1, "2:3") != commitment(12, "3")


@pytest.mark.parametrize("sides", [2, 6, 10, 12])
def test_every_face_falls_about_as_often(sides: int):
    count = 600 * sides
    faces = SeededDice(3).answer(rolled(count, sides), 0)
    assert faces is not None
    often = Counter(faces)
    assert sorted(often) == list(range(1, sides + 1))
    # Five standard deviations of a fair die: the seed is fixed, so this can never flicker.
    assert all(abs(n - 600) < 5 * (600 * (1 - 1 / sides)) ** 0.5 for n in often.values())


def test_a_bag_is_emptied_without_putting_back():
    for k in range(50):
        chits = SeededDice(3).answer(drawn("aabbbc", 6), k)
        assert chits is not None
        assert sorted(chits) == list("aabbbc")


def test_own_dice_and_no_chance_leave_every_roll_open():
    assert OwnDice().answer(rolled(2), 0) is None
    assert NoChance().answer(drawn("ab", 1), 0) is None
