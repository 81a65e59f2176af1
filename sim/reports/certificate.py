"""The certificate of a sight as a document: the answer, pictures, reasons, and the fine print."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sim.engine.documents import (
    Block,
    Document,
    Figure,
    Figures,
    Heading,
    Listing,
    Model,
    Picture,
    Table,
    Text,
    Tree,
)
from sim.engine.ports import CoverVerdict
from sim.engine.reasons import Reason
from sim.engine.sight_doubts import proof_agrees, second_agrees
from sim.engine.sight_numbers import at_most_in, error_percent, percent
from sim.reports.scene3d import Drawn
from sim.table.facts import Sight, SightReport
from sim.words import say

__all__ = ["Certificate", "answer", "certificate_document", "tone_of"]


@dataclass(frozen=True)
class Certificate:
    """What a certificate says.

    Attributes
    ----------
    asked : (str, str)
        Whom it was asked of: miniatures, or whole units.
    shooter, target : str
        The two miniatures.
    report : SightReport
    cover : CoverVerdict or None
    explanation : Reason
    rules : str
        ``plain`` or the game's name.
    options : mapping of option to (value, default)
        Those that differ.
    scene_name, scene_text, scene_digest : str
    files : mapping of file to SHA-256
    versions : mapping of name to version
    pairs : tuple of (looker, target, Sight)
        Every pair, where two units were asked about; the report is that of the best one.
    """

    asked: tuple[str, str]
    shooter: str
    target: str
    report: SightReport
    cover: CoverVerdict | None
    explanation: Reason
    rules: str
    options: Mapping[str, tuple[str, str]]
    scene_name: str
    scene_text: str
    scene_digest: str
    files: Mapping[str, str]
    versions: Mapping[str, str]
    pairs: tuple[tuple[str, str, Sight], ...] = ()


def answer(found: Certificate) -> str:
    """Return the answer in one sentence."""
    sight, names = found.report.sight, {"looker": found.shooter, "target": found.target}
    if _is_close(found):
        return say("certificate.answer.close", **names)
    if not sight.visible:
        return say("certificate.answer.blocked", **names)
    if sight.share >= 1.0:
        return say("certificate.answer.all", **names)
    return say("certificate.answer.visible", share=percent(sight.share), **names)


def tone_of(found: Certificate) -> str:
    """Return how the answer is coloured: ``yes``, ``no`` or ``unsure``."""
    if _is_close(found):
        return "unsure"
    return "yes" if found.report.sight.visible else "no"


def _is_close(found: Certificate) -> bool:
    return found.report.holds is not None and found.report.holds.answer == "too_close"


def certificate_document(
    found: Certificate, eye: Picture, plan: Picture, model: Picture, drawn: Drawn
) -> Document:
    """Return the certificate with its pictures in the order a reader asks."""
    blocks: list[Block] = [
        Text(_lead(found)),
        Figures(tuple(_figures(found))),
        Model(model, drawn.data),
        eye,
        plan,
        Heading(say("certificate.why")),
        Tree(found.explanation),
        *_pairs(found),
        Heading(say("certificate.sure")),
        Table(
            tuple(say(f"certificate.column.{name}") for name in ("asked", "answer", "kind")),
            tuple(_checks(found)),
        ),
        *_fine_print(found, drawn),
    ]
    return Document(answer(found), tuple(blocks))


def _lead(found: Certificate) -> str:
    """Return a sentence or two under the answer: what hides, what cover, how it would read."""
    sight = found.report.sight
    parts: list[str] = []
    if _is_close(found):
        key = "visible" if sight.visible else "blocked"
        parts.append(say(f"certificate.lead.as_measured_{key}", share=percent(sight.share)))
    if sight.blockers:
        piece, share = sight.blockers[0]
        parts.append(say("certificate.lead.hides", piece=piece, share=percent(share)))
    elif sight.visible:
        parts.append(say("certificate.lead.nothing"))
    if found.cover is not None and sight.visible:
        parts.append(say("certificate.lead.cover", cover=found.cover.name))
    return " ".join(parts)


def _figures(found: Certificate) -> Iterator[Figure]:
    sight, margin = found.report.sight, found.report.margin
    bound = error_percent(sight.bound, sight.share)
    yield Figure(
        say("certificate.figure.share"),
        _share(sight) if sight.visible else say("sight.verdict.blocked"),
        say("certificate.figure.bound", bound=bound) if sight.visible else "",
    )
    yield Figure(
        say("certificate.figure.target"),
        _length(margin.target_in, margin.limit_in),
        say("certificate.figure.proven" if margin.target_in > 0 else "certificate.figure.unproven"),
    )
    yield Figure(
        say("certificate.figure.shooter"),
        _length(margin.shooter_in, margin.limit_in),
        say("certificate.figure.tried", tried=margin.shooter_tried),
    )
    if sight.opening_in is not None:
        yield Figure(
            say("certificate.figure.opening"),
            say("certificate.inches", value=at_most_in(sight.opening_in)),
            say("certificate.figure.disc"),
        )
    if found.cover is not None and sight.visible:
        rules = ", ".join(dict.fromkeys(found.cover.rules))
        yield Figure(say("certificate.figure.cover"), found.cover.name, rules)


def _pairs(found: Certificate) -> Iterator[Block]:
    """Yield the table of all pairs of two units."""
    if not found.pairs:
        return
    columns = tuple(say(f"certificate.column.{name}") for name in ("looker", "target", "seen"))
    rows = [
        (looker, target, _share(sight) if sight.visible else say("sight.verdict.blocked"))
        for looker, target, sight in found.pairs
    ]
    yield Table(columns, tuple(rows), right=(2,), title=say("certificate.pairs"))


def _length(length_in: float, limit_in: float) -> str:
    """Return a margin; where nothing farther was looked at, it is that or more."""
    key = "certificate.inches_or_more" if length_in >= limit_in else "certificate.inches"
    return say(key, value=at_most_in(length_in))


def _share(sight: Sight) -> str:
    return say("certificate.percent", value=percent(sight.share))


def _checks(found: Certificate) -> Iterator[tuple[str, str, str]]:
    """Yield what was asked to be sure of the verdict: the question, the answer, what it is."""
    report, margin = found.report, found.report.margin

    def row(name: str, text: str, kind: str) -> tuple[str, str, str]:
        return (say(f"certificate.check.{name}"), text, say(f"certificate.kind.{kind}"))

    shift = _length(margin.target_in, margin.limit_in)
    yield row("target", shift, "proven" if margin.target_in > 0 else "nothing_proven")
    yield row(
        "shooter",
        say("certificate.robust", inches=at_most_in(margin.shooter_in), tried=margin.shooter_tried),
        "tried",
    )
    holds = report.holds
    if holds is not None:
        text = say(f"sight.error.{holds.answer}", tried=holds.tried)
        yield row(
            "measured", text, {"holds": "proven", "too_close": "found"}.get(holds.answer, "tried")
        )
    if report.proof is not None:
        seen = "visible" if report.proof.visible else "blocked"
        text = say(f"certificate.proof.{seen}", share=percent(report.proof.share))
        yield row("proof", text, "agrees" if proof_agrees(report) else "disagrees")
    if report.second_opinion is not None:
        text = say(
            "certificate.second",
            share=percent(report.second_opinion),
            bound=error_percent(report.second_bound, 1.0),
        )
        yield row("second", text, "agrees" if second_agrees(report) else "disagrees")


def _fine_print(found: Certificate, drawn: Drawn) -> Iterator[Block]:
    yield Heading(say("certificate.fine"))
    yield Heading(say("certificate.options"), 2)
    if found.options:
        names = ("option", "value", "default")
        rows = tuple((name, *values) for name, values in found.options.items())
        yield Table(tuple(say(f"certificate.column.{name}") for name in names), rows)
    else:
        yield Text(say("certificate.no_options"))
    yield Heading(say("certificate.versions"), 2)
    yield Table(("", ""), tuple(found.versions.items()))
    yield Heading(say("certificate.scene"), 2)
    yield Text(_drawn_line(drawn))
    yield Table(
        (say("certificate.column.file"), say("certificate.column.digest")),
        ((say("certificate.scene_itself"), found.scene_digest), *found.files.items()),
    )
    yield Listing(say("certificate.scene_text", name=found.scene_name), found.scene_text)


def _drawn_line(drawn: Drawn) -> str:
    if drawn.drawn == drawn.triangles:
        return say("certificate.drawn_whole", triangles=f"{drawn.triangles:,}")
    return say(
        "certificate.drawn_reduced",
        triangles=f"{drawn.triangles:,}",
        drawn=f"{drawn.drawn:,}",
        moved=f"{math.ceil(drawn.deviation_in * 1000) / 1000:.3f}",
    )
