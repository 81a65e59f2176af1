"""The explanation never differs from the rule, and says how near another cover is."""

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
from sim.rules.dust_warfare.state import DustState, Rating, Unit
from tests.rules.dust_warfare.explaining import nodes, told
from tests.rules.dust_warfare.tiny import Tiny
from tests.table.builders import box

SKIRMISH = str(Path(__file__).resolve().parents[2] / "cli" / "scenes" / "skirmish.toml")
OPTIONS = (
    "touching_counts_as_cover",
    "mixed_cover",
    "none_cover_obscures",
    "vehicle_clear_from",
    "team_basis",
)


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
