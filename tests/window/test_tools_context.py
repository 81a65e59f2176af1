"""What a game's cards tell the tools: how far things reach, and into which arcs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sim.cli.common import open_game, open_table
from sim.engine.dice import SeededDice
from sim.engine.match import Match
from sim.engine.observed import CardLine, SeenUnit
from sim.engine.reasons import Reason
from sim.window.tools.context import card_arcs, card_reaches, quarters

REACHES = st.lists(st.tuples(st.integers(1, 48), st.sampled_from(["rifle", "gun", "mortar"])))


def unit_with(*rows: dict[str, str | int | float | bool]) -> SeenUnit:
    lines = tuple(CardLine("any.row", "", Reason("any.reason", dict(row))) for row in rows)
    return SeenUnit("unit", "side", "Unit", ("unit/1",), card=lines)


@given(REACHES)
def test_each_distance_of_a_card_gives_one_ring_nearest_first(weapons: list[tuple[int, str]]):
    rows = [{"reach_in": float(reach), "name": name} for reach, name in weapons]
    found = card_reaches(unit_with(*rows))
    assert [each.inches for each in found] == sorted({float(reach) for reach, _ in weapons})
    for ring in found:
        for reach, name in weapons:
            assert (name in ring.text) == any(
                (float(r), n) == (ring.inches, name) for r, n in weapons
            ) or float(reach) != ring.inches


def test_rows_without_a_reach_give_no_ring_and_no_arc():
    unit = unit_with({"name": "armour", "number": 3}, {"name": "fists", "reach_in": 0.0})
    assert card_reaches(unit) == ()
    assert card_arcs(unit) == ()


def test_mounts_in_one_arc_share_it_and_the_farthest_counts():
    rows = [
        {"name": "gun", "reach_in": 24.0, "arc_bearing": 0.0, "arc_half": 45.0},
        {"name": "flamer", "reach_in": 6.0, "arc_bearing": 0.0, "arc_half": 45.0},
        {"name": "rear gun", "reach_in": 12.0, "arc_bearing": 180.0, "arc_half": 45.0},
    ]
    front, rear = card_arcs(unit_with(*rows))
    assert (front.bearing, front.reach) == (0.0, 24.0)
    assert "gun" in front.text
    assert "flamer" in front.text
    assert (rear.bearing, rear.reach) == (180.0, 12.0)


def test_the_cards_of_the_book_tell_ranges_and_arcs():
    opened = open_table("dust_warfare/mills")
    seen = Match(open_game(opened, {}, ""), SeededDice(1)).observe()
    panzer = seen.unit("heinrich")
    assert [each.inches for each in card_reaches(panzer)] == [24.0]
    assert [(each.bearing, each.half_width) for each in card_arcs(panzer)] == [(0.0, 45.0)]
    on_foot = seen.unit("grenadiers")
    assert [each.inches for each in card_reaches(on_foot)] == [3.0, 16.0, 20.0]
    assert card_arcs(on_foot) == ()


def test_quarters_go_once_round():
    arcs = quarters()
    assert sum(2 * each.half_width for each in arcs) == 360.0
    assert len({each.text for each in arcs}) == 4
