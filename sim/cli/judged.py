"""One question of sight, judged in full: what `los`, the certificate and its check all share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sim.cli.common import Opened
from sim.cli.judged_document import document_of
from sim.cli.sightings import Pair, called, uncounted
from sim.engine import true_sight
from sim.engine.as_seen import as_seen
from sim.engine.ports import CoverVerdict, SightTerms
from sim.engine.reasons import Reason, Value
from sim.engine.sight_reasons import Names, predicates_reason, sight_reason
from sim.errors import UsageError
from sim.table.facts import Measured, SightReport
from sim.table.pieces import Stand
from sim.table.scene import PlacedMini

__all__ = ["PLAIN", "Judged", "judge", "judged_json", "rules_of"]

#: True sight without a book.
PLAIN = "plain"


@dataclass(frozen=True)
class Judged:
    """What there is to say of one miniature's sight of another.

    Attributes
    ----------
    opened : Opened
        Its facts are those that judged: eyes and counted parts as rules and options take them.
    shooter, target : PlacedMini
    rules : str
        ``plain`` or the game's name.
    options : mapping of name to value
        Those in force that this answer may rest on; given back to `judge` they change nothing.
    report : SightReport
    cover : CoverVerdict or None
        Where a game's rules apply.
    explanation : Reason
    asked : (str, str)
        The two names as they were asked for: miniatures, or whole units.
    pairs : tuple of Pair
        Every pair of two units, where units were asked for; this is the best of them.
    """

    opened: Opened
    shooter: PlacedMini
    target: PlacedMini
    rules: str
    options: Mapping[str, str]
    report: SightReport
    cover: CoverVerdict | None
    explanation: Reason = field(repr=False)
    asked: tuple[str, str] = ("", "")
    pairs: tuple[Pair, ...] = ()


@dataclass(frozen=True)
class _Question:
    """What is asked beyond the two names."""

    rules: str
    options: Mapping[str, str]
    prove: bool
    measured: Measured | None
    second_opinion: bool


def judge(  # noqa: PLR0913 - one argument for each thing a person may ask for
    opened: Opened,
    shooter: PlacedMini,
    target: PlacedMini,
    *,
    rules: str = "",
    options: Mapping[str, str] | None = None,
    prove: bool = False,
    measured: Measured | None = None,
    second_opinion: bool = False,
) -> Judged:
    """Return everything that can be said of what one miniature sees of another.

    Parameters
    ----------
    rules : str
        ``plain``, a game's name, or empty for the scene's own game.
    options : mapping, optional
        Values of the game's table options, or of true sight's; they go before the scene's.
    prove, second_opinion : bool
        Whether exact polygons and the renderer's item buffer shall be asked, too.
    measured : Measured, optional
        How well the table was measured.

    Raises
    ------
    UsageError
        When the rules are not those of the scene, or one is asked to look at itself.
    InputProblems
        With every option that is not known.
    """
    if shooter.id == target.id:
        raise UsageError("cli.same_mini", id=shooter.id)
    asked = _Question(rules_of(opened, rules), options or {}, prove, measured, second_opinion)
    if asked.rules == PLAIN:
        return _by_true_sight(opened, shooter, target, asked)
    return _by_the_book(opened, shooter, target, asked)


def judged_json(judged: Judged) -> dict[str, Any]:
    """Return all that was judged as one JSON document: `los --json` and certificate share it."""
    return document_of(judged)


def rules_of(opened: Opened, rules: str) -> str:
    """Return whose rules judge: the scene's game, or ``plain``.

    Raises
    ------
    UsageError
        When the scene is not for the game that is named.
    """
    if rules and rules != PLAIN and (opened.book is None or rules != opened.book.name):
        raise UsageError("cli.other_rules", found=rules, game=opened.scene.game or PLAIN)
    if rules == PLAIN or opened.book is None:
        return PLAIN
    return opened.book.name


def _by_true_sight(
    opened: Opened, shooter: PlacedMini, target: PlacedMini, asked: _Question
) -> Judged:
    options = true_sight.options_of(asked.options)
    terms = SightTerms(opened.facts, _hulls(opened), options)
    seen = true_sight.look(
        opened.facts,
        (shooter.stand, target.stand),
        solids_of(terms, shooter.id, target.id),
        options,
        prove=asked.prove,
        measured=asked.measured,
    )
    opened, terms = replace(opened, facts=seen.facts), replace(terms, facts=seen.facts)
    report = _checked(opened, seen.report, asked)
    explanation = _explained(shooter.id, target.id, report, terms, (seen.reason,))
    names = (shooter.id, target.id)
    return Judged(opened, shooter, target, PLAIN, options, report, None, explanation, names)


def _by_the_book(
    opened: Opened, shooter: PlacedMini, target: PlacedMini, asked: _Question
) -> Judged:
    assert opened.book is not None
    terms = terms_of(opened, shooter.id, target.id, asked.rules, asked.options)
    cover = opened.book.cover(opened.scene, opened.facts, shooter.id, target.id, asked.options)
    opened = replace(opened, facts=terms.facts)
    report = opened.facts.sight_report(
        shooter.stand,
        target.stand,
        solids_of(terms, shooter.id, target.id),
        prove=asked.prove,
        measured=asked.measured,
    )
    report = _checked(opened, report, asked)
    explanation = _explained(shooter.id, target.id, report, terms, (cover.reason,))
    names = (shooter.id, target.id)
    return Judged(
        opened, shooter, target, asked.rules, terms.options, report, cover, explanation, names
    )


def terms_of(
    opened: Opened, shooter: str, target: str, rules: str, options: Mapping[str, str]
) -> SightTerms:
    """Return on what terms sight is asked for: by true sight, or as the scene's book does."""
    if rules != PLAIN and opened.book is not None:
        return opened.book.sight_terms(opened.scene, opened.facts, shooter, target, options)
    facts = true_sight.with_counted_parts(opened.facts, options)
    return SightTerms(facts, _hulls(opened), options)


def _hulls(opened: Opened) -> dict[str, Stand]:
    """Return everybody whose model has a hull: without a book that is who blocks sight."""
    minis = opened.scene.minis
    return {mini.id: mini.stand for mini in minis if opened.facts.model(mini.stand).is_solid}


def solids_of(terms: SightTerms, *between: str) -> tuple[Stand, ...]:
    """Return everybody whose body blocks, the given miniatures left out."""
    return tuple(stand for name, stand in terms.hiding.items() if name not in between)


def _explained(
    shooter: str, target: str, report: SightReport, terms: SightTerms, more: tuple[Reason, ...]
) -> Reason:
    names = Names(
        shooter, target, called(terms, shooter, target), uncounted(terms.facts, report.target)
    )
    params: dict[str, Value] = {"looker": shooter, "target": target}
    children = (sight_reason(report, names), *more, predicates_reason(report))
    return Reason("sight.asked", params, report.sight.visible, children=children)


def _checked(opened: Opened, report: SightReport, asked: _Question) -> SightReport:
    """Return a report with the share that the renderer's item buffer counts, when asked for.

    Raises
    ------
    HulldownError
        When nothing draws on this machine.
    """
    if not asked.second_opinion:
        return report
    from sim.view.item_buffer import second_opinion_bound
    from sim.view.pictures import SceneCamera

    camera = SceneCamera(opened.facts, as_seen(opened.scene))
    share = camera.second_opinion(report.looker, report.target, report.solids)
    return replace(report, second_opinion=share, second_bound=second_opinion_bound())
