"""The explanation of a sight report: nothing rounded away, nothing passed off as something else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.engine.reasons import Reason
from sim.engine.sight_doubts import proof_agrees, second_agrees
from sim.engine.sight_numbers import (
    at_least_in,
    at_most_in,
    at_most_mm,
    error_percent,
    inches,
    percent,
)
from sim.engine.sight_reasons import Names, predicates_reason, sight_reason
from sim.geometry.margin import Margin
from sim.geometry.measured import Holds, Measured
from sim.geometry.pose import Pose
from sim.geometry.proof import Proof
from sim.geometry.units import MM_PER_IN
from sim.table.facts import Sight, SightReport
from sim.table.pieces import Stand

NAMES = Names("A", "B", {"walker": "walker/1 or walker/2"}, ("base",))
SIGHT = Sight(
    True,
    0.134,
    0.0012,
    ((0.0, 0.0, 1.6), (10.0, 0.0, 0.8)),
    (("wall", 0.8659), ("walker", 0.0000213)),
    (((0.0, 0.0, 1.6), (10.0, 0.0, 0.8), True),),
    ("wall",),
    0.43219,
    (("figure", 0.12), ("weapon", 0.5)),
)
BLOCKED = Sight(False, 0.0, 0.0, None, (("wall", 1.0),), (), ("wall",), 0.0)
PROOF = Proof(True, 0.1344, 0.1350, 0.41, (1.0, 2.0, 3.0), (), (), 12)


def report(sight: Sight = SIGHT, **more: Any) -> SightReport:
    values: dict[str, Any] = {"margin": Margin(0.02369, 0.25, 80, 1.0), "engine": "numpy"}
    stands = (Stand("man", Pose(0, 0)), Stand("man", Pose(10, 0)))
    return SightReport(*stands, (), sight, **{**values, **more})


def nodes(reason: Reason) -> Iterator[Reason]:
    yield reason
    for child in reason.children:
        yield from nodes(child)


def sentences(given_report: SightReport) -> dict[str, str]:
    """Return the sentence of each word key that the explanation uses, the last of each."""
    return {each.key: each.text() for each in nodes(sight_reason(given_report, NAMES))}


# --- numbers ------------------------------------------------------------------------------------

lengths = st.floats(1e-9, 60.0)


@given(lengths)
def test_what_is_proven_is_never_rounded_up(length: float):
    assert length / 2 <= float(at_most_in(length)) <= length
    assert float(at_most_mm(length)) <= length * MM_PER_IN
    assert float(at_least_in(length)) >= length


@given(st.floats(0.0, 1.0), st.floats(0.0, 0.2))
def test_a_written_error_bound_is_never_less_than_the_measured_one(share: float, bound: float):
    assert float(error_percent(bound, share)) >= 100 * bound - 1e-12


@given(st.floats(1e-9, 1.0))
def test_a_sliver_never_reads_as_nothing(share: float):
    assert float(percent(share)) > 0
    assert abs(float(percent(share)) - 100 * share) <= max(0.05 + 1e-9, 5 * share)


@given(lengths)
def test_a_length_reads_within_half_of_its_last_digit(length: float):
    assert float(inches(length)) == pytest.approx(length, abs=0.0005 + 1e-9, rel=0.05)


# --- verdict ------------------------------------------------------------------------------------


def test_the_first_sentence_is_the_verdict_with_share_and_bound():
    assert sight_reason(report(), NAMES).text() == "A sees 13.4 % of B (± 0.2)"
    assert sight_reason(report(BLOCKED), NAMES).text() == "A does not see B"


def test_the_witness_brings_its_ray_and_the_opening_its_width():
    found = {each.key: each for each in nodes(sight_reason(report(), NAMES))}
    assert found["sight.witness"].rays == ((*SIGHT.witness, True),)  # type: ignore[misc]
    assert found["sight.opening"].text() == (
        "the widest clear disc that reaches it measures 0.432 in (10.97 mm);"
        " 0.0236 in (0.6 mm) are needed"
    )
    assert "sight.no_line" in sentences(report(BLOCKED))


def test_every_piece_in_the_way_has_its_share_and_the_sole_blocker_is_told():
    told = [e.text() for e in nodes(sight_reason(report(), NAMES)) if "blocker" in e.key]
    assert told == [
        "wall hides 86.6 %, and alone would hide all of it",
        "walker/1 or walker/2 hides 0.0021 % of it",
    ]


def test_seen_parts_and_those_that_do_not_count_are_named():
    found = sentences(report())
    assert found["sight.counted"] == "what counts as seen: figure, weapon"
    assert found["sight.uncounted"] == "what does not count: base"
    assert found["sight.part"] == "weapon: 50.0 % of it is seen"


def test_the_tolerances_and_the_engine_stand_at_the_end():
    lines = predicates_reason(report()).lines()
    assert any("0.0236 in (0.6 mm)" in line for line in lines)
    assert any("0.000001 in" in line for line in lines)
    assert lines[-1].strip() == "rays by numpy"


# --- margin -------------------------------------------------------------------------------------


def test_the_targets_margin_is_proven_and_the_shooters_is_not():
    found = sentences(report())
    assert found["sight.margin.target"].startswith("proven: shift B in plan by less than 0.023 in")
    assert found["sight.margin.shooter"].startswith("robust, not proven")
    assert "80 positions tried" in found["sight.margin.shooter"]


def test_margins_of_nothing_and_of_all_that_was_looked_at_say_so():
    assert "sight.margin.target_all" in sentences(report(margin=Margin(1.0, 1.0, 80, 1.0)))
    found = sentences(report(margin=Margin(0.0, 0.0, 5, 1.0, (0.1, 0.0), (0.0, -0.002))))
    assert found["sight.margin.target_none"] == "no margin is proven for B"
    assert "+0.1, 0 in" in found["sight.margin.target_flip"]
    assert found["sight.margin.shooter_none"].startswith("not robust")
    assert "0, -0.002 in" in found["sight.margin.shooter_flip"]
    assert "sight.margin.shooter_untried" in sentences(report(margin=Margin(0.1, 0.0, 0, 1.0)))


# --- proof and second opinion -------------------------------------------------------------------


def test_a_proof_that_agrees_and_one_that_does_not_read_differently():
    agrees = report(proof=PROOF)
    assert proof_agrees(agrees)
    found = sentences(agrees)
    assert found["sight.proof.agrees"].startswith("exact polygons agree: visible, 13.4 %")
    assert found["sight.proof.slits"].endswith("0.060 %")
    other = report(proof=replace(PROOF, visible=False, share=0.0))
    assert not proof_agrees(other)
    assert "DISAGREEMENT: exact polygons say blocked" in str(sentences(other))
    # Blocked by a hair: the shares are as good as equal, the verdicts are not.
    hair = report(BLOCKED, proof=replace(PROOF, share=0.0))
    assert not proof_agrees(hair)
    off = report(proof=replace(PROOF, share=0.2))
    assert not proof_agrees(off)
    assert "NOT on the share: 20.0 % against 13.4 %" in str(sentences(off))


def test_a_second_opinion_beyond_both_bounds_is_a_disagreement():
    near = report(second_opinion=0.136, second_bound=0.002)
    far = report(second_opinion=0.142, second_bound=0.002)
    assert second_agrees(near)
    assert not second_agrees(far)
    assert "sight.second.agrees" in sentences(near)
    assert sentences(far)["sight.second.differs"].startswith("DISAGREEMENT")


def test_pixels_that_count_slits_agree_where_the_proof_tells_the_slits_share():
    slit = replace(PROOF, visible=False, share=0.0, bare_share=0.05, opening_in=0.0)
    alone = report(BLOCKED, second_opinion=0.05, second_bound=0.002)
    proven = report(BLOCKED, second_opinion=0.05, second_bound=0.002, proof=slit)
    assert not second_agrees(alone)
    assert second_agrees(proven)
    assert "sight.second.slits" in sentences(proven)


# --- error of measurement -----------------------------------------------------------------------

SIXTEENTH = Measured(places_in=0.0625, heights_in=0.05)


def test_a_verdict_too_close_to_call_tells_what_turns_it_and_what_would_settle_it():
    turned = (("target", (0.0625, -0.01, 0.0)), ("wall", (0.0, 0.0, 0.05)))
    holds = Holds("too_close", 17, turned, ("places",))
    found = list(nodes(sight_reason(report(measured=SIXTEENTH, holds=holds), NAMES)))
    told = [each.text() for each in found if each.key.startswith("sight.error")]
    assert told == [
        "too close to call within the error of measurement",
        "places in plan are off by 0.0625 in at most",
        "heights are off by 0.05 in at most",
        "it turns with",
        "the target shifted by +0.0625, -0.01 in",
        "wall +0.05 in in height",
        "an exact measurement of the places of the two would settle it",
    ]


def test_what_holds_is_proven_and_what_was_only_tried_is_not():
    held = sentences(report(measured=SIXTEENTH, holds=Holds("holds", 0)))
    assert held["sight.error.holds"].endswith("proven")
    tried = sentences(report(measured=SIXTEENTH, holds=Holds("unshaken", 400)))
    assert "neither proven nor turned" in tried["sight.error.unshaken"]
    assert "400 positions" in tried["sight.error.unshaken"]
    none = sentences(report(measured=SIXTEENTH, holds=Holds("too_close", 3)))
    assert "sight.error.settles_none" in none
