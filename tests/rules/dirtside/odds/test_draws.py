"""Exact odds of draws: the agreed rows, and a count by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from sim.rules.dirtside.chits import Validity, pot, total
from sim.rules.dirtside.odds.draws import DrawOdds, draws, infantry_odds, vehicle_odds

ALL, RED = Validity.of("all"), Validity.of("red")
DOUBLED = Validity.of("all", times=2)
RED_YELLOW, GREEN = Validity.of("red", "yellow"), Validity.of("green")

#: Chits, armour, validity; nothing, damaged, mobility, systems, fault, knocked out.
ROWS = (
    (1, 1, ALL, (0.092437, 0.336134, 0.058824, 0.042017, 0.016807, 0.453782)),
    (3, 3, RED_YELLOW, (0.172621, 0.177526, 0.119232, 0.087120, 0.049993, 0.461162)),
    (3, 3, RED, (0.323791, 0.158316, 0.134980, 0.098368, 0.049993, 0.287635)),
    (
        4,
        4,
        Validity.of("all", times=2),
        (0.000873, 0.031319, 0.024473, 0.018851, 0.066372, 0.892272),
    ),
    (1, 3, GREEN, (0.798319, 0.042017, 0.058824, 0.042017, 0.016807, 0.042017)),
)


@pytest.mark.rule("ds.chit.special_vs_vehicle")
@pytest.mark.parametrize(("count", "armour", "validity", "row"), ROWS)
def test_draws_against_vehicles(
    count: int, armour: int, validity: Validity, row: tuple[float, ...]
):
    odds = vehicle_odds(count, armour, validity)
    found = [float(getattr(odds, name)) for name in DrawOdds.__struct_fields__]
    assert found == pytest.approx(row, abs=5e-7)


@pytest.mark.rule("ds.chit.special_vs_infantry")
@pytest.mark.parametrize(("count", "chance"), [(2, 0.158952), (3, 0.372060)])
def test_draws_against_infantry_in_the_open(count: int, chance: float):
    assert float(infantry_odds(count, 4, RED_YELLOW)) == pytest.approx(chance, abs=5e-7)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_chances_of_all_draws_add_up_to_one(count: int):
    assert sum(chance for _, chance in draws(count, pot("uniform"))) == 1


def test_pairs_counted_one_by_one_give_the_same():
    chits = pot()
    removed = sum(total(pair, RED_YELLOW) >= 4 for pair in combinations(chits, 2))
    assert infantry_odds(2, 4, RED_YELLOW) == Fraction(removed, comb(len(chits), 2))


def test_where_f_does_not_void_it_counts_as_a_chit_without_value():
    odds = vehicle_odds(1, 1, ALL, void=False)
    assert odds.fault == 0
    assert odds.nothing == Fraction(11 + 2, 119)
