"""The first lines of `los`: verdict, margin, doubts, what is in the way, and a unit's pairs."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table

from sim.cli.judged import Judged
from sim.cli.sightings import Pair
from sim.engine.reasons import Reason
from sim.engine.sight_doubts import proof_agrees, second_agrees
from sim.engine.sight_numbers import at_most_in, at_most_mm, error_percent, percent
from sim.table.facts import Sight, SightReport
from sim.words import say

__all__ = ["pair_table", "summary_lines", "verdict_line"]


def verdict_line(sight: Sight) -> str:
    """Return the first line of output: ``blocked`` or ``visible SHARE% ± BOUND``.

    A share under a tenth of a per cent keeps two significant digits, so that a sliver never reads
    as nothing; a bound is rounded up.
    """
    if not sight.visible:
        return say("cli.los.blocked")
    share, bound = percent(sight.share), error_percent(sight.bound, sight.share)
    return say("cli.los.visible", share=share, bound=bound)


def summary_lines(judged: Judged) -> Iterator[str]:
    """Yield what a person wants to know first: verdict, margin, doubts, who is in the way."""
    report = judged.report
    yield verdict_line(report.sight)
    yield _margin_line(report)
    if report.holds is not None:
        yield from _told(judged, f"sight.error.{report.holds.answer}")
    yield from _cover_doubt(judged)
    if not proof_agrees(report):
        yield from _told(judged, "sight.proof.verdict_differs", "sight.proof.share_differs")
    if not second_agrees(report):
        yield from _told(judged, "sight.second.differs")
    if judged.pairs:
        yield say("sight.los.best", looker=judged.shooter.id, target=judged.target.id)
    yield from _told(judged, "sight.blocker.part", "sight.blocker.alone")


def _cover_doubt(judged: Judged) -> Iterator[str]:
    """Yield that a cover is too close to call where the places' error alone may change it."""
    measured, cover = judged.report.measured, judged.cover
    if measured is None or cover is None or cover.turned is None:
        return
    if isinstance(cover.turned.value, float) and cover.turned.value <= measured.places_in:
        yield say("sight.los.cover_close", found=cover.turned.text())


def _margin_line(report: SightReport) -> str:
    """Return the proven margin of the target and, as what it is, what was tried of the shooter."""
    margin = report.margin
    proven = "none" if margin.target_in <= 0.0 else "proven"
    tried = "robust" if margin.shooter_in > 0.0 else "not_robust"
    if margin.shooter_tried == 0:
        tried = "untried"
    return say(
        "sight.los.margin",
        target=say(f"sight.los.target.{proven}", **_lengths(margin.target_in)),
        shooter=say(
            f"sight.los.shooter.{tried}", tried=margin.shooter_tried, **_lengths(margin.shooter_in)
        ),
    )


def _lengths(length_in: float) -> dict[str, str]:
    return {"inches": at_most_in(length_in), "mm": at_most_mm(length_in)}


def _told(judged: Judged, *keys: str) -> Iterator[str]:
    """Yield the sentences of those lines of the explanation that have one of the keys.

    What turns a verdict and what would settle it stand on the line itself.
    """
    for reason in judged.explanation.children[0].children:
        if reason.key in keys:
            yield ": ".join([reason.text(), *_what_turns(reason)])


def _what_turns(reason: Reason) -> list[str]:
    """Return, of a verdict too close to call, what turns it and which measurement settles it."""
    if reason.key != "sight.error.too_close":
        return []
    shifts = [
        shift.text()
        for child in reason.children
        if child.key == "sight.error.turned"
        for shift in child.children
    ]
    settles = [c.text() for c in reason.children if c.key.startswith("sight.error.settles")]
    turned = say("sight.los.turned", shifts=say("sight.list").join(shifts)) if shifts else ""
    return [each for each in ("; ".join([turned, *settles]),) if each]


# --- pairs --------------------------------------------------------------------------------------


def pair_table(pairs: Sequence[Pair]) -> str:
    """Return the seen shares of all pairs in per cent, a row per looker, a column per target."""
    lookers = list(dict.fromkeys(pair.looker for pair in pairs))
    targets = list(dict.fromkeys(pair.target for pair in pairs))
    shown = {(pair.looker, pair.target): _cell(pair.sight) for pair in pairs}
    table = Table(box=None, pad_edge=False)
    table.add_column(say("sight.los.pairs"), no_wrap=True)
    for target in targets:
        table.add_column(_short(target, targets), justify="right", no_wrap=True)
    for looker in lookers:
        row = (shown.get((looker, target), "") for target in targets)
        table.add_row(looker, *row)
    sink = io.StringIO()
    # As wide as it needs to be: a terminal folds no table.
    Console(file=sink, width=max(80, 24 + 10 * len(targets)), color_system=None).print(table)
    return "".join(f"{line.rstrip()}\n" for line in sink.getvalue().splitlines())


def _short(target: str, targets: Sequence[str]) -> str:
    """Return a target's number where all are of one unit and not the first, else its id."""
    unit, slash, number = target.rpartition("/")
    if slash and target != targets[0] and all(each.startswith(f"{unit}/") for each in targets):
        return f"/{number}"
    return target


def _cell(sight: Sight) -> str:
    return say("sight.los.share", share=percent(sight.share)) if sight.visible else "-"
