"""What attacks do to confidence, and the loss of leaders."""

from __future__ import annotations

import pytest

from sim.rules.dirtside.nerve.confidence import after_attack, confidence_test, drop
from sim.rules.dirtside.nerve.harm import Harm, count_losses, threats_of
from sim.rules.dirtside.nerve.score import Threat
from sim.rules.dirtside.options import DirtsideOptions
from sim.rules.dirtside.state import Unit
from tests.rules.dirtside.tiny import Tiny, unit

FOUR = ((10.0, 10.0), (12.0, 10.0), (14.0, 10.0), (16.0, 10.0))
EIGHT = tuple((10.0 + 2 * n, 10.0) for n in range(8))
USUAL = DirtsideOptions()


def threats(of: Unit, harm: Harm, options: DirtsideOptions = USUAL) -> list[tuple[str, int]]:
    new = count_losses(of, harm, options)
    found = threats_of(of, harm, new, options, dismounted=False)
    return [(threat.rule.removeprefix("ds.confidence.trigger_"), threat.level) for threat in found]


@pytest.mark.rule("ds.confidence.trigger_first", "ds.confidence.trigger_25")
def test_the_first_loss_and_a_quarter_in_one_attack_are_a_threat_of_one():
    large = unit("a", "blue", *EIGHT)
    assert threats(large, Harm(("a/1",))) == [("first", 1)]
    assert threats(large, Harm(("a/2",))) == []
    assert threats(large, Harm(("a/3", "a/4"))) == [("25", 1), ("50", 2)]


@pytest.mark.rule("ds.confidence.trigger_50", "ds.confidence.casualty_base")
def test_half_the_unit_counts_by_its_strength_at_the_start():
    small = unit("a", "blue", *FOUR)
    assert threats(small, Harm(("a/1",))) == [("first", 1), ("25", 1)]
    assert threats(small, Harm(("a/2",))) == [("25", 1), ("50", 2)]
    assert threats(small, Harm(("a/3",))) == [("25", 1), ("50", 2)], "at each new loss"
    once = DirtsideOptions(half_loss_test="once")
    again = unit("a", "blue", *FOUR, losses=["a/1", "a/2"])
    assert threats(again, Harm(("a/3",)), once) == [("25", 1)]


@pytest.mark.rule("ds.confidence.casualty_def")
def test_every_mark_is_a_loss_and_an_element_is_lost_once():
    hit = unit("a", "blue", *EIGHT)
    assert count_losses(hit, Harm(("a/1",), marked_only=("a/1",)), USUAL) == ("a/1",)
    assert count_losses(hit, Harm(("a/1", "a/1")), USUAL) == ()
    only = DirtsideOptions(casualty_scope="dmg_only")
    assert count_losses(hit, Harm(("a/2",), marked_only=("a/2",)), only) == ()


@pytest.mark.rule("ds.confidence.trigger_leader", "ds.confidence.trigger_artillery")
def test_a_lost_leader_and_fire_from_above():
    hit = unit("a", "blue", *EIGHT, losses=["a/8"])
    assert threats(hit, Harm(("a/1",), leader_lost=True)) == [("leader", 3)]
    harm = Harm(from_above=True)
    foot = threats_of(hit, harm, (), USUAL, dismounted=True)
    assert [(each.rule, each.level) for each in foot] == [("ds.confidence.trigger_artillery", 0)]
    assert threats_of(hit, harm, (), USUAL, dismounted=False) == ()


@pytest.mark.rule("ds.confidence.immediate", "ds.confidence.multiple")
def test_one_attack_is_one_test_and_the_next_attack_another():
    tiny = Tiny(unit("a", "blue", *FOUR, leadership=2))
    hit = tiny.unit("a")
    asked, _ = tiny.asked(after_attack(tiny.play, hit, Harm(("a/2",))), (3,))
    assert [question.sides for question in asked] == [8]
    assert hit.confidence == "ST"
    tiny.run(after_attack(tiny.play, hit, Harm(("a/3",))), (2,))
    assert hit.confidence == "BR"
    assert tiny.happened() == ["tested", "confidence-lost"] * 2
    tiny.run(after_attack(tiny.play, hit, Harm()))


@pytest.mark.rule("ds.leader.loss_test", "ds.leader.replacement", "ds.leader.secrecy")
def test_a_lost_leader_is_tested_for_with_his_number_and_then_replaced_in_secret():
    tiny = Tiny(unit("a", "blue", *FOUR, leadership=2))
    hit = tiny.unit("a")
    hit.elements[0].knocked_out = True
    harm = Harm(("a/1",), leader_lost=True)
    asked, _ = tiny.asked(after_attack(tiny.play, hit, harm), (6,), "a/3", (2,))
    assert [question.what for question in asked] == ["confidence", "new-leader", "new-leader"]
    assert asked[1].seen_by == ("blue",)
    assert [option.id for option in asked[1].options] == ["a/2", "a/3", "a/4"]
    assert (hit.leader, hit.leadership) == ("a/3", 3)
    assert hit.confidence == "CO", "6 is above 2 and 3"


@pytest.mark.rule("ds.leader.limits", "ds.leader.designate")
@pytest.mark.parametrize(
    ("before", "face", "after"), [(3, 1, 3), (1, 6, 1), (2, 6, 1), (2, 4, 2), (2, 3, 3)]
)
def test_new_leaders_are_worse_the_same_or_better_within_one_and_three(
    before: int, face: int, after: int
):
    tiny = Tiny(unit("a", "blue", *EIGHT, leadership=before, losses=["a/8"]))
    hit = tiny.unit("a")
    harm = Harm(leader_lost=True)
    tiny.run(after_attack(tiny.play, hit, harm), (8,), "a/2", (face,))
    assert hit.leadership == after


@pytest.mark.rule("ds.confidence.affects_pending")
def test_a_lost_level_holds_at_once():
    tiny = Tiny(unit("a", "blue", *FOUR))
    drop(tiny.play, tiny.unit("a"), 2, "ds.confidence.floor")
    assert tiny.unit("a").confidence == "SH"
    threat = (Threat("ds.threat.first", 1, "ds.confidence.trigger_first"),)
    assert not tiny.run(confidence_test(tiny.play, tiny.unit("a"), threat), (1,))
    assert tiny.unit("a").confidence == "RO"
