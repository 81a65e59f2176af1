"""The chain from sight to cover: every line of it, and that it never differs from the rule."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sim.cli.common import open_game, open_table
from sim.engine.reasons import Reason
from sim.geometry.pose import Pose
from sim.rules.dust_warfare.attack.cover import best, mini_cover, unit_cover
from sim.rules.dust_warfare.attack.explain import explain
from sim.rules.dust_warfare.attack.explain_margin import cover_at, cover_margin
from sim.rules.dust_warfare.attack.explain_pairing import Pairing
from sim.rules.dust_warfare.attack.los import seen_by_any
from sim.rules.dust_warfare.options import CHOICES, DustOptions
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import DustState, Mini, Rating, Unit
from tests.rules.dust_warfare.tiny import KNIFE, RIFLE, Tiny, weapon
from tests.table.builders import box

SKIRMISH = str(Path(__file__).resolve().parents[2] / "cli" / "scenes" / "skirmish.toml")
OPTIONS = (
    "touching_counts_as_cover",
    "mixed_cover",
    "none_cover_obscures",
    "vehicle_clear_from",
    "team_basis",
)


def told(
    tiny: Tiny, attackers: Unit, targets: Unit, only: Mini | None = None
) -> tuple[str, list[Reason]]:
    """Return the cover in the end and every node of the explanation."""
    minis = (only,) if only else tuple(targets.minis)
    leader, shooters = attackers.minis[0], tuple(attackers.minis)
    found = explain(Pairing(tiny.play, leader, shooters, minis, whole_unit=only is None))
    return found.cover, list(nodes(found.reason))


def nodes(reason: Reason) -> Iterator[Reason]:
    yield reason
    for child in reason.children:
        yield from nodes(child)


def of_clause(found: list[Reason], rule: str) -> list[str]:
    """Return the sentences that rest on a clause."""
    return [each.text() for each in found if rule in each.rule_ids]


# --- never another answer than the rule's -------------------------------------------------------


@functools.cache
def skirmish() -> Any:
    opened = open_table(SKIRMISH)
    return opened.facts, open_game(opened, {}, "")


def random_play(seed: int) -> Play:
    """Return the skirmish with everybody elsewhere, markers, ratings and options drawn."""
    facts, game = skirmish()
    draw = random.Random(seed)
    state = msgspec.convert(msgspec.to_builtins(game.first_state()), DustState)
    for unit in state.units.values():
        x, y = draw.uniform(5, 31), draw.uniform(7, 23)
        unit.suppression = draw.choice((0, 0, 1))
        for mini in unit.minis:
            at = (round(x + draw.uniform(-4, 4), 4), round(y + draw.uniform(-4, 4), 4))
            mini.pose = Pose(*at, draw.choice((0.0, 90.0, 225.0)))
    for name in state.ratings:
        cover = draw.choice(("none", "soft", "hard"))
        state.ratings[name] = Rating(cover, "open", "open", needs_crossing=draw.random() < 0.3)
    options = DustOptions(**{name: draw.choice(CHOICES[name]) for name in OPTIONS})
    return Play(state, facts, game.profiles, options, lambda _: None)


def pairs_of_units(play: Play) -> Iterator[tuple[Unit, Unit]]:
    for one in play.state.units.values():
        for other in play.enemies(one.side):
            yield one, other


@pytest.mark.parametrize("seed", range(12))
def test_the_explanation_has_the_cover_that_the_attack_has(seed: int):
    play = random_play(seed)
    chosen = random.Random(seed).randrange(9)
    for number, (one, other) in enumerate(pairs_of_units(play)):
        leader = one.minis[-1]
        ruled = unit_cover(play, leader, other, one.minis)
        whole = unit_cover(play, leader, other, one.minis, whole=True)
        assert (whole.base, whole.cover) == (ruled.base, ruled.cover)
        assert whole.obscured == ruled.obscured
        assert [each.cover for each in whole.lines] == [each.cover for each in ruled.lines]
        if number % 9 != chosen:
            continue  # the whole chain takes its time: two of them for each table
        pairing = Pairing(play, leader, tuple(one.minis), tuple(other.minis), whole_unit=True)
        found = explain(pairing)
        assert (found.cover, found.reason.value) == (ruled.cover, ruled.cover)
        assert (whole.base, whole.cover, whole.obscured) == (
            ruled.base,
            ruled.cover,
            ruled.obscured,
        )
        assert [each.cover for each in whole.lines] == [each.cover for each in ruled.lines]
        seen = [mini.id for mini in other.minis if seen_by_any(play, one, mini)]
        sight = found.reason.children[0]
        assert sight.value == len(seen)
        assert all(each.text() for each in nodes(found.reason))


def test_what_the_tree_says_to_count_is_what_counts():
    met: dict[bool, int] = {True: 0, False: 0}
    for seed in range(20, 50):
        play = random_play(seed)
        for one, other in pairs_of_units(play):
            line = mini_cover(play, one.minis[0], other.minis[0], one.minis, whole=True)
            things = [e for e in line.reason.children if e.key.startswith("dw.explain.met")]
            counting = [each for each in things if each.value is not False]
            assert bool(counting) == line.obscured
            assert best([str(each.value) for each in counting]) == line.cover
            for each in things:
                met[each in counting] += 1
    assert min(met.values()) > 20


# --- what does not count, and by which clause ---------------------------------------------------


@pytest.mark.rule("dw.obscured.same_area", "dw.obscured.leader_terrain_ignored")
def test_d1_the_tree_says_why_wall_and_wood_do_not_count():
    wood, first = box("wood", (10, 20), (0, 10)), box("first", (9.6, 9.9), (3, 7), 1)
    tiny = Tiny(wood, first, ratings={"wood": "soft"})
    attackers = tiny.unit("attackers", "axis", (9.4906, 5))
    targets = tiny.unit("targets", "allies", (15, 5))
    cover, found = told(tiny, attackers, targets)
    assert cover == "none"
    (both,) = of_clause(found, "dw.obscured.same_area")
    assert both.startswith("wood, crossed for 5 in, does not count")
    (touched,) = of_clause(found, "dw.obscured.leader_terrain_ignored")
    assert touched.startswith("first, crossed for 0.3 in, does not count")


@pytest.mark.rule("dw.los.blocked_no_fire", "dw.los.blocked_no_damage")
def test_d2_the_tree_says_who_may_fire_and_who_may_not():
    tiny = Tiny(box("wall", (10, 10.5), (2, 8), 3))
    attackers = tiny.unit("attackers", "axis", (9.4094, 5), (9.4094, 9.5))
    targets = tiny.unit("targets", "allies", (15, 5))
    cover, found = told(tiny, attackers, targets)
    assert cover == "none"
    fire = of_clause(found, "dw.los.blocked_no_fire")
    assert fire == [
        "may fire at it: attackers/2",
        "may not fire at it, seeing nobody of it: attackers/1",
    ]
    hidden = tiny.unit("hidden", "allies", (11.2, 3.2))
    cover, found = told(tiny, attackers, hidden)
    (nobody,) = of_clause(found, "dw.los.blocked_no_damage")
    assert nobody == "hidden/1 is seen by nobody: no damage reaches it"
    assert any("in the way: wall" in each.text() for each in found)


@pytest.mark.rule("dw.terrain.cover_needs_crossing", "dw.obscured.none_cover")
def test_agreed_crossing_terrain_without_cover_and_the_option_are_named():
    wall, swamp = box("wall", (10, 10.3), (0, 20), 1), box("swamp", (4, 6), (0, 20), 0.1)
    needs = Rating("hard", "open", "open", needs_crossing=True)
    tiny = Tiny(wall, swamp, ratings={"wall": needs, "swamp": "none"})
    attackers = tiny.unit("attackers", "axis", (2, 10))
    targets = tiny.unit("targets", "allies", (9.4094, 10))
    cover, found = told(tiny, attackers, targets)
    assert cover == "none"
    assert of_clause(found, "dw.terrain.cover_needs_crossing")
    (none,) = of_clause(found, "dw.obscured.none_cover")
    assert none == "swamp, crossed for 2 in, does not count: it gives no cover"
    tiny = Tiny(wall, options={"touching_counts_as_cover": "false"})
    attackers = tiny.unit("attackers", "axis", (2, 10))
    targets = tiny.unit("targets", "allies", (9.4094, 10))
    cover, found = told(tiny, attackers, targets)
    assert cover == "none"
    (off,) = of_clause(found, "dw.obscured.target_in_area")
    assert "touching_counts_as_cover" in off


@pytest.mark.rule("dw.obscured.half_rule", "dw.obscured.mixed_types")
@pytest.mark.parametrize(("option", "cover"), [("any_best", "hard"), ("half_by_type", "soft")])
def test_d5_the_half_rule_counts_and_the_option_decides(option: str, cover: str):
    wall = box("wall", (10, 10.3), (7.7, 9.3), 1)
    wood = box("wood", (12, 14), (9.8, 13))
    tiny = Tiny(wall, wood, ratings={"wood": "soft"}, options={"mixed_cover": option})
    attackers = tiny.unit("attackers", "axis", (0.6, 10))
    targets = tiny.unit("targets", "allies", *((20.0, 10.0 + y) for y in (-4, -2, 0, 2, 4)))
    given, found = told(tiny, attackers, targets)
    assert given == cover
    half, mixed = of_clause(found, "dw.obscured.mixed_types")
    assert half.startswith("5 of 5 miniatures obscured, 3 needed")
    assert option in mixed
    assert "2 of 5" in mixed


@pytest.mark.rule("dw.obscured.vehicle_clear", "dw.obscured.vehicle_full_inside")
def test_d6_the_decisive_line_of_a_walker_is_named():
    for top, want in ((1.18, "none"), (1.19, "hard")):
        tiny = Tiny(box("ruin", (15, 15.5), (7, 10 + top)))
        attackers = tiny.unit("attackers", "axis", (0, 10))
        walker = tiny.unit("walker", "allies", (20, 10), kind="Vehicle 4", dc=5)
        cover, found = told(tiny, attackers, walker)
        assert cover == want
        clear = [each for each in found if "dw.obscured.vehicle_clear" in each.rule_ids]
        covered = of_clause(found, "dw.obscured.vehicle_full_inside")
        assert bool(clear) == (want == "none")
        assert bool(covered) == (want == "hard")
        if clear:
            assert 0 < float(str(clear[0].params["share"])) < 0.1
            assert clear[0].rays[0][2] is True


@pytest.mark.rule("dw.obscured.vehicle_rim")
def test_a_walker_in_rubble_is_told_to_be_in_it_up_to_its_rim():
    tiny = Tiny(box("rubble", (10, 20), (5, 15)), ratings={"rubble": "soft"})
    attackers = tiny.unit("attackers", "axis", (0.6, 10))
    walker = tiny.unit("walker", "allies", (11.5748, 11), kind="Vehicle 4", dc=5)
    cover, found = told(tiny, attackers, walker)
    assert cover == "soft"
    assert of_clause(found, "dw.obscured.vehicle_rim") == [
        "it is in rubble, which counts up to its rim"
    ]


SCREEN = ((10.0, 10.62), (10.0, 9.38))
REAR = tuple((16.0, 10.0 + y) for y in (-1.5, 1.5))


def why_not_screened(clause: str, **more: Any) -> list[str]:
    """Return the sentences of a clause where two men stand before a squad, as case D8 has it."""
    tiny = Tiny()
    kind, suppression = more.pop("kind", "Soldier 2"), more.pop("suppression", 0)
    attackers = tiny.unit("attackers", "axis", (0, 10), kind=kind)
    tiny.unit("screen", more.pop("side", "allies"), *SCREEN, suppression=suppression)
    targets = tiny.unit("targets", "allies", *REAR, kind=more.pop("targets", "Soldier 2"))
    return of_clause(told(tiny, attackers, targets)[1], clause)


@pytest.mark.rule(
    "dw.obscured.suppressed_soldiers",
    "dw.obscured.friendly_soldiers",
    "dw.obscured.soldiers_not_vehicles",
)
def test_d8_soldiers_who_do_not_count_are_named_with_the_clause():
    assert len(why_not_screened("dw.obscured.enemy_soldiers")) == 2
    for clause, more in (
        ("dw.obscured.suppressed_soldiers", {"suppression": 1}),
        ("dw.obscured.friendly_soldiers", {"side": "axis"}),
        ("dw.obscured.vehicle_attacker_ignores_soldiers", {"kind": "Vehicle 4"}),
        ("dw.obscured.soldiers_not_vehicles", {"targets": "Vehicle 4"}),
    ):
        sentences = why_not_screened(clause, **more)
        assert sentences, clause
        assert all("screen/" in each and "does not count" in each for each in sentences)


@pytest.mark.rule("dw.obscured.own_unit_never")
def test_d8_a_mate_in_front_does_not_count_and_is_told():
    tiny = Tiny()
    attackers = tiny.unit("attackers", "axis", (0, 10))
    targets = tiny.unit("targets", "allies", (16, 10), (10, 10))
    cover, found = told(tiny, attackers, targets)
    assert cover == "none"
    (own,) = of_clause(found, "dw.obscured.own_unit_never")
    assert own.startswith("targets/2 on the line does not count")


@pytest.mark.rule("dw.obscured.enemy_soldiers")
def test_a_man_under_the_line_is_told_to_be_passed_over():
    tiny = Tiny(box("high", (1, 5), (8, 12), 12, carries=True))
    attackers = tiny.unit("attackers", "axis", (3, 10))
    tiny.unit("screen", "allies", (10, 10))
    targets = tiny.unit("targets", "allies", (14, 10))
    cover, found = told(tiny, attackers, targets)
    assert cover == "none"
    assert of_clause(found, "dw.obscured.enemy_soldiers") == [
        "screen/1 does not count: the line passes over his head"
    ]


@pytest.mark.rule("dw.obscured.vehicles_obscure", "dw.obscured.leader_terrain_ignored")
def test_d10_a_walker_in_the_way_counts_unless_the_leader_touches_it():
    for x, want in ((5.5, "hard"), (5.8346, "none")):
        tiny = Tiny()
        attackers = tiny.unit("attackers", "axis", (x, 10))
        tiny.unit("walker", "axis", (8, 10), kind="Vehicle 4")
        targets = tiny.unit("targets", "allies", (18, 10))
        cover, found = told(tiny, attackers, targets)
        assert cover == want
        rule = "dw.obscured.vehicles_obscure"
        if want == "none":
            rule = "dw.obscured.leader_terrain_ignored"
        (sentence,) = of_clause(found, rule)
        assert "walker/1" in sentence


# --- after the lines ----------------------------------------------------------------------------


@pytest.mark.rule("dw.suppression.cover_step", "dw.cover.team", "dw.cover.modifier_order")
def test_the_steps_stand_in_the_books_order():
    tiny = Tiny()
    attackers = tiny.unit("attackers", "axis", (2, 10))
    targets = tiny.unit("targets", "allies", (20, 10), (20, 12), team=True, suppression=1)
    cover, found = told(tiny, attackers, targets)
    assert cover == "hard"
    steps = [e.rule_ids[0] for e in found if e.key.startswith("dw.attack_why.step.")]
    assert steps == ["dw.suppression.cover_step", "dw.cover.team"]


@pytest.mark.rule("dw.wability.burst", "dw.ability.sniper", "dw.wability.close_combat_no_cover")
def test_what_cover_will_not_stop_is_told_where_there_is_cover():
    flamer = weapon("flamer", abilities=("burst",))
    for wall, want in (((5, 15), True), ((25, 30), False)):
        tiny = Tiny(box("wall", (10, 10.5), wall, 1))
        arms = (RIFLE, KNIFE, flamer)
        attackers = tiny.unit("attackers", "axis", (2, 10), weapons=arms, abilities=["sniper"])
        targets = tiny.unit("targets", "allies", (20, 10))
        _, found = told(tiny, attackers, targets)
        rules = [each.rule_ids[0] for each in found if each.key.startswith("dw.explain.ignores")]
        expected = ["dw.ability.sniper", "dw.wability.close_combat_no_cover", "dw.wability.burst"]
        assert rules == (expected if want else [])


@pytest.mark.rule("dw.mini.parts", "dw.heavy.los_to", "dw.heavy.los_from")
def test_which_parts_and_which_eye_count_is_told_as_the_books_choice():
    tiny = Tiny()
    soldiers = tiny.unit("soldiers", "axis", (2, 10))
    heavy = tiny.unit("heavy", "allies", (20, 10), kind="Vehicle 6", heavy=True)
    _, found = told(tiny, soldiers, heavy)
    (parts,) = of_clause(found, "dw.heavy.los_to")
    assert "hull" in parts
    assert of_clause(found, "dw.los.viewpoint")
    _, found = told(tiny, heavy, soldiers)
    assert of_clause(found, "dw.mini.parts") == [
        "the figure counts (figure), its base does not; any part is enough"
    ]
    (eye,) = of_clause(found, "dw.heavy.los_from")
    assert "heavy_eye = centre" in eye


@pytest.mark.rule("dw.obscured.from_leader")
def test_one_miniature_is_explained_by_its_own_line():
    wall = box("wall", (10, 10.3), (4, 11), 1)
    tiny = Tiny(wall)
    attackers = tiny.unit("attackers", "axis", (2, 6))
    targets = tiny.unit("targets", "allies", (20, 6), (20, 30), (20, 34))
    assert told(tiny, attackers, targets)[0] == "none"
    cover, found = told(tiny, attackers, targets, targets.minis[0])
    assert cover == "hard"
    lines = of_clause(found, "dw.obscured.from_leader")
    assert lines == ["line from attackers/1 to targets/1: obscured, Hard cover"]


# --- how far from another cover -----------------------------------------------------------------


def flip_of(found: list[Reason]) -> Reason:
    (flip,) = [each for each in found if each.key == "dw.explain.margin.flip"]
    return flip


@pytest.mark.parametrize(("top", "turned"), [(1.18, "Hard cover"), (1.19, "no cover")])
def test_d6_the_hair_that_decides_a_walkers_cover_is_told(top: float, turned: str):
    """The tangent to the base meets x = 15 at y = 1.1848: 0.005 in decide either way."""
    tiny = Tiny(box("ruin", (15, 15.5), (7, 10 + top)))
    attackers = tiny.unit("attackers", "axis", (0, 10))
    walker = tiny.unit("walker", "allies", (20, 10), kind="Vehicle 4", dc=5)
    _, found = told(tiny, attackers, walker)
    flip = flip_of(found)
    assert flip.text().endswith(turned)
    # A shift of the walker moves the tangent at the ruin by three quarters of it.
    assert float(str(flip.value)) == pytest.approx(abs(1.1848 - top) / 0.75, abs=0.0012)


def test_a_cover_that_nothing_near_would_change_is_robust_and_never_called_proven():
    tiny = Tiny(box("wall", (10, 10.5), (2, 18), 1))
    attackers = tiny.unit("attackers", "axis", (2, 10))
    targets = tiny.unit("targets", "allies", (20, 10), (20, 12))
    _, found = told(tiny, attackers, targets)
    (margin,) = [each for each in found if each.key.startswith("dw.explain.margin")]
    assert margin.text().startswith("the cover is robust, not proven: targets shifted up to 0.2 in")
    assert "96 positions" in margin.text()


def test_the_shift_that_is_told_does_change_the_cover():
    told_flips = changed = 0
    for seed in range(6):
        play = random_play(seed)
        for one, other in pairs_of_units(play):
            leader, target = one.minis[0], other.minis[0]
            pairing = Pairing(play, leader, (leader,), (target,), whole_unit=False)
            cover = mini_cover(play, leader, target, (leader,)).cover
            for flip in nodes(cover_margin(pairing, cover)):
                if flip.key == "dw.explain.margin.flip":
                    shift = (float(str(flip.params["dx"])), float(str(flip.params["dy"])))
                    assert 0.0 < float(str(flip.value)) <= 0.2
                    # What is written is rounded: the very edge may read from its other side.
                    longer = (shift[0] * 1.02, shift[1] * 1.02)
                    told_flips += 1
                    changed += cover_at(pairing, longer) != cover
    assert changed == told_flips
    assert told_flips >= 5
