"""True sight without a book: who looks from where, and what of the target counts, by option.

A game without rules of its own for sight, or a table of no game at all, is judged by these. The
verdict is the one definition of sight in any case; the options choose the eye and the parts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sim.engine.reasons import Reason
from sim.engine.sight_numbers import inches
from sim.errors import InputProblems, Problem
from sim.geometry.measured import Holds
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Box, Disc, Footprint, Oval
from sim.geometry.units import quantise_in
from sim.table.facts import Facts, Measured, Sight, SightReport
from sim.table.names import did_you_mean
from sim.table.pieces import Model, Stand

__all__ = ["OPTIONS", "TrueSight", "look", "options_of", "sight_of", "with_counted_parts"]

#: The options, each with its values, the default first.
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "eye": ("eye", "base"),
    "target": ("part", "body"),
    "base": ("out", "in"),
}
#: Parts that ``target = body`` leaves out.
LIMBS: tuple[str, ...] = ("weapon", "banner", "barrel")
BASE = "base"
#: Points of the rim that ``eye = base`` looks from, besides the centre.
RIM_POINTS = 8
#: How sure an error of measurement leaves a verdict, the least sure first.
_DOUBTS = ("too_close", "unshaken", "holds", "")


@dataclass(frozen=True)
class TrueSight:
    """What true sight says of one pair.

    Attributes
    ----------
    report : SightReport
        From the eye that decides: of those that see, the one that sees most; of a blocked pair
        the one that is nearest to seeing.
    facts : Facts
        About the table as the options see it.
    reason : Reason
        What each option did.
    """

    report: SightReport
    facts: Facts
    reason: Reason


def options_of(given: Mapping[str, str]) -> dict[str, str]:
    """Return every option with its value.

    Raises
    ------
    InputProblems
        With every unknown name and value, each with the nearest one there is.
    """
    chosen = {name: values[0] for name, values in OPTIONS.items()}
    problems: list[Problem] = []
    for name, value in given.items():
        values = OPTIONS.get(name)
        if values is None:
            near, known = did_you_mean(name, OPTIONS), ", ".join(OPTIONS)
            params: dict[str, object] = {"found": name, "nearest": near, "known": known}
            problems.append(Problem("sight.option.unknown", params=params))
        elif value not in values:
            near, known = did_you_mean(value, values), ", ".join(values)
            params = {"option": name, "found": value, "nearest": near, "known": known}
            problems.append(Problem("sight.option.value", params=params))
        else:
            chosen[name] = value
    if problems:
        raise InputProblems(problems)
    return chosen


def with_counted_parts(facts: Facts, options: Mapping[str, str]) -> Facts:
    """Return the facts with those parts of every model seen that the options count."""
    if options["target"] == "part" and options["base"] == "out":
        return facts
    models = {name: _counted(model, options) for name, model in facts.table.models.items()}
    return Facts(replace(facts.table, models=models))


def _counted(model: Model, options: Mapping[str, str]) -> Model:
    """Return a model of which the options' parts count; one that would have none keeps its own."""
    there = [part.name for part in model.body.parts]
    seen = [name for name in model.seen_parts if name in there]
    if options["target"] == "body":
        seen = [name for name in seen if name not in LIMBS] or seen
    if options["base"] == "in" and BASE in there:
        seen.append(BASE)
    return replace(model, seen_parts=tuple(seen))


def look(
    facts: Facts,
    pair: tuple[Stand, Stand],
    solids: Sequence[Stand],
    options: Mapping[str, str],
    *,
    prove: bool = False,
    measured: Measured | None = None,
) -> TrueSight:
    """Return what one stand sees of another by true sight.

    Parameters
    ----------
    pair : (Stand, Stand)
        Looker and target.
    solids : sequence of Stand
        Hulls that block.
    options : mapping
        As `options_of` returns them.
    prove, measured
        As `Facts.sight_report` takes them.
    """
    looker, target = pair
    facts, lookers = _lookers(with_counted_parts(facts, options), looker, options)
    shares = [facts.sight(each, target, solids) for each in lookers]
    best = _best(shares)
    seeing = [each for each, seen in zip(lookers, shares, strict=True) if seen.visible]
    asked = lookers
    if seeing:
        asked = [lookers[best]] if measured is None else seeing
    reports = [
        facts.sight_report(each, target, solids, prove=prove, measured=measured) for each in asked
    ]
    report = _of_seeing(reports) if seeing else _of_blocked(reports)
    return TrueSight(report, facts, _options_reason(facts, report, looker, options, len(lookers)))


def sight_of(
    facts: Facts, pair: tuple[Stand, Stand], solids: Sequence[Stand], options: Mapping[str, str]
) -> Sight:
    """Return the sight of the eye that sees most, without the rest of the report.

    Parameters
    ----------
    facts : Facts
        As `with_counted_parts` returns them.
    """
    facts, lookers = _lookers(facts, pair[0], options)
    shares = [facts.sight(each, pair[1], solids) for each in lookers]
    return shares[_best(shares)]


def _best(shares: Sequence[Sight]) -> int:
    """Return which of some looks sees most; of equal ones the first, at the base's centre."""
    return max(range(len(shares)), key=lambda i: (shares[i].visible, shares[i].share))


def _of_seeing(reports: Sequence[SightReport]) -> SightReport:
    """Return the report of the surest eye: one that surely sees is enough.

    Where each eye can be turned by itself, nothing is known of a position that turns them all.
    """
    report = max(reports, key=lambda each: (_sureness(each), each.sight.share))
    if len(reports) > 1 and report.holds is not None and report.holds.answer == "too_close":
        tried = sum(each.holds.tried for each in reports if each.holds is not None)
        return replace(report, holds=Holds("unshaken", tried))
    return report


def _of_blocked(reports: Sequence[SightReport]) -> SightReport:
    """Return the report of the eye nearest to seeing: none may see, so the least margin counts."""
    report = min(reports, key=lambda r: (_agrees(r), _sureness(r), r.margin.target_in))
    margin = replace(
        report.margin,
        target_in=min(each.margin.target_in for each in reports),
        shooter_in=min(each.margin.shooter_in for each in reports),
        shooter_tried=sum(each.margin.shooter_tried for each in reports),
    )
    return replace(report, margin=margin)


def _sureness(report: SightReport) -> int:
    return _DOUBTS.index(report.holds.answer if report.holds else "")


def _agrees(report: SightReport) -> bool:
    return report.proof is None or report.proof.visible == report.sight.visible


# --- the eye ------------------------------------------------------------------------------------


def _lookers(facts: Facts, looker: Stand, options: Mapping[str, str]) -> tuple[Facts, list[Stand]]:
    """Return from where a looker looks, and facts that know his doubles."""
    return _round_the_base(facts, looker) if options["eye"] == "base" else (facts, [looker])


def _round_the_base(facts: Facts, looker: Stand) -> tuple[Facts, list[Stand]]:
    """Return the looker and his doubles on the rim of his base, all eyes at one height.

    A rim that hangs over lower or higher ground keeps the eye's height: bases stay level.
    """
    model = facts.model(looker)
    doubles = [looker]
    others: dict[str, Model] = {}
    for number, (x, y) in enumerate(_rim(model.base, looker.pose)):
        pose = looker.pose.moved(quantise_in(x), quantise_in(y))
        lift = facts.support_under(looker) - facts.support(x, y, pose.level)
        name = looker.model
        if lift:
            name = f"{looker.model}@{number}"
            others[name] = replace(model, eye_height_in=model.eye_height_in + lift)
        doubles.append(Stand(name, pose))
    if others:
        facts = Facts(replace(facts.table, models={**facts.table.models, **others}))
    return facts, doubles


def _rim(base: Footprint, pose: Pose) -> Iterator[Point]:
    """Yield points on the rim of a base, table frame: eight, or the corners of a hull."""
    turn = math.radians(pose.facing)
    for x, y in _local_rim(base):
        yield (
            pose.x + x * math.cos(turn) - y * math.sin(turn),
            pose.y + x * math.sin(turn) + y * math.cos(turn),
        )


def _local_rim(base: Footprint) -> Sequence[Point]:
    if isinstance(base, Box):
        across, along = base.width / 2, base.length / 2
        steps = (-1.0, 0.0, 1.0)
        return [(i * along, j * across) for i in steps for j in steps if (i, j) != (0.0, 0.0)]
    if isinstance(base, Disc):
        half = (base.radius, base.radius)
    elif isinstance(base, Oval):
        half = (base.half_length, base.half_width)
    else:
        return base.points
    angles = [2 * math.pi * step / RIM_POINTS for step in range(RIM_POINTS)]
    return [(half[0] * math.cos(each), half[1] * math.sin(each)) for each in angles]


# --- what each option did -----------------------------------------------------------------------


def _options_reason(
    facts: Facts, report: SightReport, looker: Stand, options: Mapping[str, str], tried: int
) -> Reason:
    """Return the options in force with what each of them did here."""
    x, y, height = facts.eye(report.looker)
    place = {"x": inches(x), "y": inches(y), "height": inches(height)}
    at = "rim" if report.looker != looker else "centre"
    eye = "sight.option.eye"
    if options["eye"] == "base":
        eye = f"sight.option.eye_{at}" if report.sight.visible else "sight.option.eye_nowhere"
    children = (
        Reason(eye, {**place, "tried": tried}, options["eye"]),
        Reason(f"sight.option.target_{options['target']}", value=options["target"]),
        Reason(f"sight.option.base_{options['base']}", value=options["base"]),
    )
    return Reason("sight.option.title", children=children)
