"""All pairs of two forces: public case L29 and the summary by units."""

from __future__ import annotations

from sim.table.facts import Facts
from sim.table.pairs import Named, all_pairs
from tests.table.builders import box, facts_of, man, soldier, walker


def mixed_terrain() -> Facts:
    return facts_of(
        box("wall", (12.0, 12.3), (4.0, 9.0), 3.0),
        box("hedge", (16.0, 16.5), (9.0, 16.0), 1.0),
        box("house", (18.0, 22.0), (14.0, 18.0), 4.0),
    )


def named(prefix: str, places: list[tuple[float, float]], unit: str = "") -> list[Named]:
    return [
        Named(f"{prefix}/{i}", unit or prefix, man(*at)) for i, at in enumerate(places, start=1)
    ]


VIEWERS = named("a", [(2, 5), (3, 10), (2, 16)])
TARGETS = named("b", [(28, 6), (27, 11), (28, 17)])


def test_l29_one_table_of_nine_results_is_nine_single_questions():
    table = all_pairs(mixed_terrain(), VIEWERS, TARGETS, shares=True)
    assert len(table.pairs) == 9
    single = mixed_terrain()
    for (a, b), pair in zip(((a, b) for a in VIEWERS for b in TARGETS), table.pairs, strict=True):
        sight = Facts(single.table).sight(a.stand, b.stand)
        assert (pair.looker, pair.target) == (a.id, b.id)
        assert (pair.visible, pair.share, pair.bound) == (sight.visible, sight.share, sight.bound)
    assert 0 < sum(pair.visible for pair in table.pairs) < 9


def test_without_shares_the_verdicts_are_the_same():
    quick = all_pairs(mixed_terrain(), VIEWERS, TARGETS)
    whole = all_pairs(mixed_terrain(), VIEWERS, TARGETS, shares=True)
    assert [p.visible for p in quick.pairs] == [p.visible for p in whole.pairs]
    assert {p.share for p in quick.pairs} == {None}


def test_hulls_block_and_those_of_a_pair_itself_do_not():
    tank = walker(15, 5)
    looker, target = Named("a", "a", soldier(5, 5)), Named("b", "b", soldier(25, 5))
    vehicle = Named("t", "t", tank)
    facts = facts_of()
    assert all_pairs(facts, [looker], [target]).pairs[0].visible
    assert not all_pairs(facts, [looker], [target], [tank]).pairs[0].visible
    assert all_pairs(facts, [looker], [vehicle], [tank]).pairs[0].visible


def test_the_summary_counts_who_sees_and_who_is_seen():
    # A wall hides the second target from everybody and the first from the second looker only.
    facts = facts_of(box("wall", (10.0, 10.2), (5.0, 24.0), 3.0))
    lookers = named("a", [(2, 2), (2, 20)])
    targets = named("b", [(12, 3), (12, 12)])
    (unit,) = all_pairs(facts, lookers, targets, shares=True).units()
    assert (unit.looking, unit.lookers, unit.seen, unit.targets, unit.pairs) == (1, 2, 1, 2, 1)
    assert unit.best is not None
    assert (unit.best.looker, unit.best.target) == ("a/1", "b/1")


def test_the_best_line_is_the_one_that_shows_most():
    facts = facts_of(box("low", (10.0, 10.2), (0.0, 8.0), 0.8))
    lookers, targets = named("a", [(2, 4), (2, 12)]), named("b", [(18, 4), (18, 12)])
    (unit,) = all_pairs(facts, lookers, targets, shares=True).units()
    assert unit.best is not None
    assert (unit.best.looker, unit.best.target) == ("a/2", "b/2")


def test_units_that_do_not_see_one_another_have_no_best_line():
    facts = facts_of(box("wall", (10.0, 10.2), (0.0, 48.0), 3.0))
    (unit,) = all_pairs(facts, named("a", [(2, 4)]), named("b", [(18, 4)])).units()
    assert (unit.pairs, unit.best) == (0, None)


def test_nobody_looks_at_himself():
    table = all_pairs(facts_of(), VIEWERS, VIEWERS)
    assert [pair.visible for pair in table.pairs] == [i != j for i in range(3) for j in range(3)]


def test_the_rows_follow_the_lookers_and_progress_ends_at_the_number_of_pairs():
    told: list[tuple[int, int]] = []
    table = all_pairs(mixed_terrain(), VIEWERS, TARGETS, progress=lambda *each: told.append(each))
    assert [looker.id for looker, _ in table.rows()] == ["a/1", "a/2", "a/3"]
    assert all(pair.looker == looker.id for looker, pairs in table.rows() for pair in pairs)
    assert told[-1] == (9, 9)
