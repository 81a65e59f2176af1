"""One question of sight, judged in full: what `los`, the certificate and its check all share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sim.cli.cameras import as_seen
from sim.cli.common import Opened
from sim.cli.sightings import hulls_among
from sim.engine.ports import CoverVerdict
from sim.engine.reasons import Reason
from sim.engine.sight_reasons import Names, sight_reason
from sim.errors import UsageError
from sim.table.facts import Measured, SightReport
from sim.table.scene import PlacedMini

__all__ = ["PLAIN", "Judged", "judge"]

#: True sight without a book.
PLAIN = "plain"
#: How far an item buffer's share may be from the rays', by the pipe that drew it.
GL_BOUND, SOFTWARE_BOUND = 0.002, 0.015


@dataclass(frozen=True)
class Judged:
    """What there is to say of one miniature's sight of another.

    Attributes
    ----------
    opened : Opened
    shooter, target : PlacedMini
    rules : str
        ``plain`` or the game's name.
    options : mapping of name to value
        Those in force that this answer may rest on; given back to `judge` they change nothing.
    report : SightReport
    cover : CoverVerdict or None
        Where a game's rules apply.
    explanation : Reason
    """

    opened: Opened
    shooter: PlacedMini
    target: PlacedMini
    rules: str
    options: Mapping[str, str]
    report: SightReport
    cover: CoverVerdict | None
    explanation: Reason = field(repr=False)


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
        Option values that go before the scene's.
    prove, second_opinion : bool
        Whether exact polygons and the renderer's item buffer shall be asked, too.
    measured : Measured, optional
        How well the table was measured.

    Raises
    ------
    UsageError
        When the rules are not those of the scene, or one is asked to look at itself.
    """
    if shooter.id == target.id:
        raise UsageError("cli.same_mini", id=shooter.id)
    chosen = rules_of(opened, rules)
    others = (m.stand for m in opened.scene.minis if m.id not in (shooter.id, target.id))
    solids = hulls_among(opened.facts, others)
    report = opened.facts.sight_report(
        shooter.stand, target.stand, solids, prove=prove, measured=measured
    )
    if second_opinion:
        report = with_second_opinion(opened, report)
    cover = None
    if opened.book is not None and chosen != PLAIN:
        cover = opened.book.cover(opened.scene, opened.facts, shooter.id, target.id)
    seen = sight_reason(report, Names(shooter.id, target.id))
    children = (seen,) if cover is None else (seen, cover.reason)
    params: dict[str, str | int | float | bool] = {"looker": shooter.id, "target": target.id}
    explanation = Reason("sight.asked", params, report.sight.visible, children=children)
    return Judged(opened, shooter, target, chosen, dict(options or {}), report, cover, explanation)


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


def with_second_opinion(opened: Opened, report: SightReport) -> SightReport:
    """Return a report with the share that the renderer's item buffer counts.

    Raises
    ------
    HulldownError
        When nothing draws on this machine.
    """
    from sim.view.pictures import SceneCamera
    from sim.view.pipes import library

    camera = SceneCamera(opened.facts, as_seen(opened.scene))
    share = camera.second_opinion(report.looker, report.target, report.solids)
    bound = GL_BOUND if library().gl else SOFTWARE_BOUND
    return replace(report, second_opinion=share, second_bound=bound)
