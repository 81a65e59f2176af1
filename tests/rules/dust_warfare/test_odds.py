"""The odds against every way the dice can fall, and against many games of dice."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from sim.rules.dust_warfare.attack.action import attack_action
from sim.rules.dust_warfare.attack.odds import (
    AttackOdds,
    Target,
    attack_odds,
    expected_attack,
    fallen,
    leader_for_odds,
)
from sim.rules.dust_warfare.attack.odds_dice import (
    Pool,
    binomial,
    convolve,
    hit_chance,
    mean,
    pool_hits,
    power,
    scaled,
)
from tests.rules.dust_warfare.tiny import KNIFE, RIFLE, Tiny, weapon
from tests.table.builders import box

FACES = (False, False, False, False, True, True)


def every_roll(pools: tuple[Pool, ...], reroll: bool, inverted: bool):
    """Yield (weight, damage, killer damage, hits) of every way the dice can fall.

    Written from the rules, die by die, without any of the distributions under test.
    """
    tries = []
    for pool in pools:
        for _ in range(pool.dice):
            tries.append((pool, list(_one_die(pool, reroll, inverted))))
    for outcome in itertools.product(*(ways for _, ways in tries)):
        weight, damage, killer, hits = 1.0, 0, 0, 0
        for (pool, _), (chance, count) in zip(tries, outcome, strict=True):
            weight *= chance
            hits += count
            damage += count * pool.damage
            killer += count * pool.damage * pool.tank_killer
        yield weight, damage, killer, hits


def _one_die(pool: Pool, reroll: bool, inverted: bool):
    firsts = Counter[bool]()
    for first, second in itertools.product(FACES, FACES):
        counts = first != inverted
        if not counts and reroll:
            counts = second != inverted
        firsts[counts] += 1
    for counts, ways in firsts.items():
        chance = ways / 36
        if counts and pool.laser:
            for extra in FACES:
                yield chance / 6, 1 + (extra != inverted)
        else:
            yield chance, int(counts)


def brute(pools: tuple[Pool, ...], target: Target, **how: bool) -> dict[str, object]:
    """Return casualties, damage left and the table by going through every roll."""
    reroll, inverted = how.get("reroll", False), how.get("inverted", False)
    whole = how.get("whole_table", True)
    casualties, left, table = Counter[int](), Counter[int](), Counter[int]()
    struck = 0.0
    room = sum(target.first) + sum(target.then)
    for weight, damage, killer, hits in every_roll(pools, reroll, inverted):
        struck += weight * (hits > 0)
        for armour in itertools.product(FACES, repeat=target.armour):
            through = max(0, damage - target.cover - sum(armour)) if damage else 0
            chance = weight / 6**target.armour
            left[through] += chance
            casualties[fallen(target, through)] += chance
            if target.vehicle and 0 < through < room:
                dice = max(0, damage - target.cover)
                flipped = (dice if killer else 0) if whole else min(dice, killer)
                for faces in itertools.product((0, 1), repeat=dice):
                    row = sum(
                        (face == 0) if number < flipped else (face == 1)
                        for number, face in enumerate(faces)
                    )
                    odds = math.prod(1 / 3 if face else 2 / 3 for face in faces)
                    table[min(6, row)] += chance * odds
    return {"casualties": casualties, "left": left, "table": table, "struck": struck}


CASES = {
    "rifles on a squad in soft cover": (
        (Pool(4, 1),),
        Target(armour=2, cover=1, first=(1, 1), then=(1, 1, 1)),
        {},
    ),
    "two pools, sustained": (
        (Pool(2, 1), Pool(1, 3)),
        Target(armour=1, first=(1,) * 5),
        {"reroll": True},
    ),
    "lasers": ((Pool(3, 1, laser=True),), Target(armour=1, cover=2, first=(1,) * 5), {}),
    "lasers, sustained": (
        (Pool(2, 1, laser=True),),
        Target(armour=1, first=(1,) * 5),
        {"reroll": True},
    ),
    "spotter": ((Pool(3, 1),), Target(first=(1, 1)), {"inverted": True}),
    "spotter, sustained, laser": (
        (Pool(2, 1, laser=True),),
        Target(armour=1, first=(1, 1)),
        {"inverted": True, "reroll": True},
    ),
    "a gun on a walker": ((Pool(2, 3),), Target(armour=3, cover=1, first=(5,), vehicle=True), {}),
    "tank killer, whole table": (
        (Pool(1, 2, tank_killer=True), Pool(2, 1)),
        Target(armour=2, first=(4,), vehicle=True),
        {},
    ),
    "tank killer, own dice": (
        (Pool(1, 2, tank_killer=True), Pool(2, 1)),
        Target(armour=2, first=(4,), vehicle=True),
        {"whole_table": False},
    ),
    "heroes among the men": (
        (Pool(4, 1),),
        Target(armour=1, first=(4, 1), then=(2, 1), beyond=1),
        {},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_odds_are_those_of_every_way_the_dice_can_fall(name: str):
    pools, target, how = CASES[name]
    odds = attack_odds(pools, target, **how)
    want = brute(pools, target, **how)
    assert _close(odds.casualties, want["casualties"])
    assert _close(odds.left, want["left"])
    assert _close(odds.table, want["table"])
    assert sum(odds.hits) == pytest.approx(1.0)
    assert sum(odds.damage) == pytest.approx(1.0)
    struck = 0.0 if target.vehicle else want["struck"]
    assert odds.suppressed == pytest.approx(struck)
    assert odds.any_casualty == pytest.approx(1 - want["casualties"][0])  # type: ignore[index]
    assert odds.expected_casualties == pytest.approx(mean(odds.casualties))


def _close(got: tuple[float, ...], want: object) -> bool:
    assert isinstance(want, Counter)
    size = max(len(got), max(want, default=0) + 1)
    padded = [*got, *([0.0] * (size - len(got)))]
    return padded == pytest.approx([want[n] for n in range(size)], abs=1e-12)


def test_many_games_of_dice_come_out_as_the_odds_say():
    pools = (Pool(4, 1), Pool(4, 1, laser=True), Pool(1, 3))
    target = Target(armour=2, cover=1, first=(1,) * 3, then=(1,) * 2)
    odds = attack_odds(pools, target, reroll=True)
    random = np.random.default_rng(7)
    games = 40_000
    damage = np.zeros(games, dtype=int)
    hits = np.zeros(games, dtype=int)
    for pool in pools:
        first = random.random((games, pool.dice)) < 1 / 3
        again = random.random((games, pool.dice)) < 1 / 3
        count = (first | again).sum(axis=1)
        if pool.laser:
            count = count + random.binomial(count, 1 / 3)
        damage += count * pool.damage
        hits += count
    armour = (random.random((games, target.armour)) < 1 / 3).sum(axis=1)
    left = np.maximum(0, damage - target.cover - armour)
    within = 4 * math.sqrt(1 / games)
    assert np.mean(hits) == pytest.approx(odds.expected_hits, abs=8 * within)
    for count in range(6):
        fell = np.mean(np.minimum(left, 5) == count)
        assert fell == pytest.approx(odds.casualties[count], abs=within)


@pytest.mark.rule("dw.dice.combat_die", "dw.dice.invert", "dw.action.sustained")
def test_one_die_hits_once_in_three_and_five_times_in_nine_when_rerolled():
    assert hit_chance() == pytest.approx(1 / 3)
    assert hit_chance(inverted=True) == pytest.approx(2 / 3)
    assert hit_chance(reroll=True) == pytest.approx(5 / 9)
    assert hit_chance(inverted=True, reroll=True) == pytest.approx(8 / 9)
    assert binomial(8, hit_chance())[0] == pytest.approx((2 / 3) ** 8)


@pytest.mark.rule("dw.wability.laser", "dw.wability.laser_sustained")
def test_a_laser_hits_a_third_more_often_than_a_rifle():
    assert mean(pool_hits(4, laser=True)) == pytest.approx(4 / 3 * 4 / 3)
    assert mean(pool_hits(4, laser=True, reroll=True)) == pytest.approx(4 * 5 / 9 * 4 / 3)


def test_sums_of_counts_keep_the_whole_of_the_chance():
    one = (0.2, 0.5, 0.3)
    assert power(one, 0) == (1.0,)
    assert power(one, 3) == pytest.approx(convolve(convolve(one, one), one))
    assert scaled(one, 3) == (0.2, 0, 0, 0.5, 0, 0, 0.3)
    assert scaled(one, 0) == pytest.approx((1.0,))


@pytest.mark.rule("dw.damage.unobscured_first", "dw.damage.cap", "dw.damage.must_assign_all")
def test_a_defender_spends_what_costs_no_miniature_first():
    hero = Target(first=(4, 1, 1))
    assert [fallen(hero, damage) for damage in range(8)] == [0, 0, 0, 0, 1, 2, 3, 3]
    split = Target(first=(1, 1), then=(3, 1))
    assert [fallen(split, damage) for damage in range(8)] == [0, 1, 2, 2, 2, 3, 4, 4]


@pytest.mark.rule("dw.vdt.once_each", "dw.vdt.roll_count")
def test_seven_hits_on_the_vehicle_table_count_as_six_or_as_none():
    pools = (Pool(3, 4, tank_killer=True),)
    target = Target(armour=6, first=(12,), vehicle=True)
    capped = attack_odds(pools, target)
    lost = attack_odds(pools, target, overflow=False)
    assert capped.table[6] > lost.table[6]
    assert sum(capped.table) == pytest.approx(sum(lost.table))
    assert lost.table[0] > capped.table[0]


@pytest.mark.rule("dw.wability.grenades_suppress")
def test_a_grenade_suppresses_for_certain():
    pools, target = (Pool(1, 1),), Target(first=(1,))
    assert attack_odds(pools, target).suppressed == pytest.approx(1 / 3)
    assert attack_odds(pools, target, grenade=True).suppressed == 1.0


# --- on the table -----------------------------------------------------------------------------


def squads(tiny: Tiny, **more: object):
    """Put two squads of five 8 in apart."""
    row = [(10.0, 10.0 + 1.4 * n) for n in range(5)]
    far = [(19.18, 10.0 + 1.4 * n) for n in range(5)]
    mg = weapon("mg", "4/1")
    attackers = tiny.unit("attackers", "axis", *row, extra={5: [mg]}, weapons=(RIFLE, KNIFE))
    targets = tiny.unit("targets", "allies", *far)
    return attackers, targets


def test_the_odds_on_the_table_are_those_of_the_plain_numbers():
    tiny = Tiny()
    attackers, targets = squads(tiny)
    odds = expected_attack(tiny.play, attackers, targets)
    plain = attack_odds((Pool(8, 1),), Target(armour=2, first=(1,) * 5))
    assert odds == plain
    better = expected_attack(tiny.play, attackers, targets, sustained=True)
    assert isinstance(better, AttackOdds)
    assert better.expected_left > plain.expected_left


def test_a_planned_place_changes_the_odds_and_nothing_else():
    wall = box("wall", (14.0, 14.3), (5.0, 20.0), 1.0)
    tiny = Tiny(wall)
    attackers, targets = squads(tiny)
    assert expected_attack(tiny.play, attackers, targets, close_combat=True) is None
    before = expected_attack(tiny.play, attackers, targets)
    there = {mini.id: mini.pose.moved(17.0, mini.pose.y) for mini in attackers.minis if mini.pose}
    after = expected_attack(tiny.play, attackers, targets, poses=there)
    assert before is not None
    assert after is not None
    assert before.expected_left < after.expected_left
    assert attackers.minis[0].pose is not None
    assert attackers.minis[0].pose.x == 10.0


def test_nothing_that_bears_has_no_odds():
    tiny = Tiny()
    attackers = tiny.unit("attackers", "axis", (2.0, 2.0))
    targets = tiny.unit("targets", "allies", (40.0, 40.0))
    assert expected_attack(tiny.play, attackers, targets) is None


@pytest.mark.rule("dw.leader.stand_in")
def test_a_leaderless_unit_is_reckoned_from_where_the_enemy_has_most_cover():
    wall = box("wall", (14.0, 14.3), (18.0, 22.0), 1.0)
    tiny = Tiny(wall)
    attackers = tiny.unit("attackers", "axis", (10.0, 10.0), (10.0, 20.0))
    targets = tiny.unit("targets", "allies", (20.0, 20.0))
    attackers.leader = ""
    assert leader_for_odds(tiny.play, attackers, targets).id == "attackers/2"


def test_a_played_attack_falls_within_the_odds():
    tiny = Tiny()
    attackers, targets = squads(tiny)
    odds = expected_attack(tiny.play, attackers, targets)
    assert odds is not None
    tiny.run(attack_action(tiny.play, attackers, window=False), "hhhhhhhh bb", ["targets"])
    assert not targets.minis
    assert odds.destroyed > 0
