"""How sure a verdict is: margin, proof, second opinion, error of measurement, as reasons.

A proven bound is never passed off as a trial, nor a trial as a bound; whoever disagrees is shown.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from sim.engine.reasons import Reason, Value
from sim.engine.sight_numbers import (
    at_most_in,
    at_most_mm,
    error_percent,
    exact_inches,
    inches,
    percent,
    signed_inches,
)
from sim.geometry.pose import Point
from sim.table.facts import SightReport
from sim.words import say

__all__ = ["checks_of", "margin_of", "measured_of", "proof_agrees", "second_agrees"]


def proof_agrees(report: SightReport) -> bool:
    """Return whether the exact polygons give the verdict, and the share within its bound."""
    proof = report.proof
    return proof is None or (proof.visible == report.sight.visible and _share_agrees(report))


def second_agrees(report: SightReport) -> bool:
    """Return whether the counted pixels' share lies within both bounds of ours.

    Pixels count slits too narrow to count as well: where a proof tells their share, the pixels
    may agree with both together.
    """
    return report.second_opinion is None or _near(report, report.sight.share) or _slits(report)


def _near(report: SightReport, share: float) -> bool:
    second = report.second_opinion
    return second is not None and abs(second - share) <= report.second_bound + report.sight.bound


def _slits(report: SightReport) -> bool:
    proof = report.proof
    return proof is not None and proof_agrees(report) and _near(report, proof.bare_share)


def _share_agrees(report: SightReport) -> bool:
    proof = report.proof
    return proof is None or abs(proof.share - report.sight.share) <= report.sight.bound + 1e-6


#: A share of slits below this is numerical noise.
SLITS = 1e-6

# --- margin -----------------------------------------------------------------------------------


def margin_of(report: SightReport, target: str) -> Sequence[Reason]:
    """Return the target's proven margin and, apart from it, what was tried of the shooter."""
    return (_target_margin(report, target), _shooter_margin(report))


def _target_margin(report: SightReport, target: str) -> Reason:
    margin = report.margin
    params = {"target": target, **_proven(margin.target_in)}
    key = "sight.margin.target"
    if margin.target_in <= 0.0:
        key = "sight.margin.target_none"
    elif margin.target_in >= margin.limit_in:
        key = "sight.margin.target_all"
    flip = _flip("sight.margin.target_flip", margin.target_flip, {"target": target})
    return Reason(key, params, margin.target_in, children=flip)


def _shooter_margin(report: SightReport) -> Reason:
    margin = report.margin
    params: dict[str, Value] = {**_proven(margin.shooter_in), "tried": margin.shooter_tried}
    key = "sight.margin.shooter"
    if margin.shooter_tried == 0:
        key = "sight.margin.shooter_untried"
    elif margin.shooter_in <= 0.0:
        key = "sight.margin.shooter_none"
    flip = _flip("sight.margin.shooter_flip", margin.shooter_flip, {})
    return Reason(key, params, margin.shooter_in, children=flip)


def _proven(length_in: float) -> dict[str, Value]:
    return {"inches": at_most_in(length_in), "mm": at_most_mm(length_in)}


def _flip(key: str, shift: Point | None, more: dict[str, Value]) -> tuple[Reason, ...]:
    if shift is None:
        return ()
    dx, dy = shift
    away = math.hypot(dx, dy)
    params = {**more, "dx": signed_inches(dx), "dy": signed_inches(dy), "inches": inches(away)}
    return (Reason(key, params, away),)


# --- proof and second opinion -------------------------------------------------------------------


def checks_of(report: SightReport) -> Sequence[Reason]:
    """Return what the others say who were asked: exact polygons, counted pixels."""
    return (*_proof(report), *_second(report))


def _proof(report: SightReport) -> Sequence[Reason]:
    proof, sight = report.proof, report.sight
    if proof is None:
        return ()
    verdict = "sight.verdict.visible" if proof.visible else "sight.verdict.blocked"
    params: dict[str, Value] = {
        "verdict": say(verdict),
        "share": percent(proof.share),
        "triangles": proof.triangles,
        "ours": percent(sight.share),
        "bound": error_percent(sight.bound, sight.share),
    }
    key = "sight.proof.agrees"
    if proof.visible != sight.visible:
        key = "sight.proof.verdict_differs"
    elif not _share_agrees(report):
        key = "sight.proof.share_differs"
    children: list[Reason] = []
    if proof.visible:
        children.append(Reason("sight.proof.opening", _proven(proof.opening_in), proof.opening_in))
    slits = proof.bare_share - proof.share
    if slits > SLITS:
        children.append(Reason("sight.proof.slits", {"share": percent(slits)}, slits))
    return (Reason(key, params, proof_agrees(report), children=tuple(children)),)


def _second(report: SightReport) -> Sequence[Reason]:
    sight, second = report.sight, report.second_opinion
    if second is None:
        return ()
    params: dict[str, Value] = {
        "share": percent(second),
        "bound": error_percent(report.second_bound, 1.0),
        "ours": percent(sight.share),
        "our_bound": error_percent(sight.bound, sight.share),
    }
    key = "sight.second.agrees" if _near(report, sight.share) else "sight.second.differs"
    if key.endswith("differs") and _slits(report):
        key = "sight.second.slits"
    return (Reason(key, params, second),)


# --- error of measurement -----------------------------------------------------------------------


def measured_of(report: SightReport, called: Callable[[str], str]) -> Sequence[Reason]:
    """Return whether the verdict holds within the error of measurement, where one was given."""
    holds = report.holds
    if holds is None or report.measured is None:
        return ()
    children = [*_errors(report)]
    if holds.turned_by:
        shifts = tuple(_shift(called, name, by) for name, by in holds.turned_by)
        children.append(Reason("sight.error.turned", children=shifts))
    if holds.answer == "too_close":
        children.append(_settles(holds.settles))
    params: dict[str, Value] = {"tried": holds.tried}
    key = f"sight.error.{holds.answer}"
    return (Reason(key, params, holds.answer, children=tuple(children)),)


def _errors(report: SightReport) -> Sequence[Reason]:
    measured = report.measured
    assert measured is not None
    given = {
        "places": measured.places_in,
        "pieces": measured.pieces_in,
        "heights": measured.heights_in,
        "eye": measured.eye_in,
    }
    return tuple(
        Reason(f"sight.error.{name}", {"inches": exact_inches(value)}, value)
        for name, value in given.items()
        if value > 0.0
    )


def _shift(called: Callable[[str], str], name: str, by: tuple[float, float, float]) -> Reason:
    dx, dy, dz = by
    shown = say(f"sight.error.name.{name}") if name in ("eye", "target") else called(name)
    params: dict[str, Value] = {
        "name": shown,
        "dx": signed_inches(dx),
        "dy": signed_inches(dy),
        "dz": signed_inches(dz),
    }
    flat, lifted = math.hypot(dx, dy) > 0.0, dz != 0.0
    key = "sight.error.shift"
    if lifted:
        key = "sight.error.shift_and_lift" if flat else "sight.error.lift"
    return Reason(key, params, pieces=(shown,))


def _settles(settles: Sequence[str]) -> Reason:
    """Return which single measurement, made exact, would settle the question."""
    if not settles:
        return Reason("sight.error.settles_none")
    names = [say(f"sight.error.name.{name}") for name in settles]
    return Reason("sight.error.settles", {"what": say("sight.either").join(names)})
