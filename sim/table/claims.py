"""Claims of a scene: what it promises about sight and cover, held against the facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sim.table.facts import Facts
from sim.table.facts_sight import Sight
from sim.table.scene import Scene
from sim.table.schema import ClaimFile, CoverClaim
from sim.words import say

__all__ = ["ClaimResult", "CoverOf", "check_claims"]

#: Asks a game for the cover of one miniature from another, by their ids: ``none``, ``soft``, ...
CoverOf = Callable[[str, str], str]

_OUTCOMES = {True: "holds", False: "fails", None: "open"}


@dataclass(frozen=True)
class ClaimResult:
    """One claim and what came of it.

    Attributes
    ----------
    claim : ClaimFile
    number : int
        Counted from 1 in file order.
    holds : bool or None
        None when nobody was there to answer: a cover claim without a game.
    found : str
        ``blocked``, ``visible``, a cover word, or empty.
    sight : Sight or None
        The evidence of a claim about sight.
    """

    claim: ClaimFile
    number: int
    holds: bool | None
    found: str
    sight: Sight | None = None

    def text(self) -> str:
        """Return the result as one line for a person."""
        return say(
            f"table.claim.{_OUTCOMES[self.holds]}",
            number=self.number,
            viewer=self.claim.viewer,
            target=self.claim.target,
            expected=_expected(self.claim),
            found=_found(self),
            why=self.claim.why,
        )


def check_claims(
    scene: Scene, facts: Facts, cover_of: CoverOf | None = None
) -> tuple[ClaimResult, ...]:
    """Return what came of every claim of a scene, in file order.

    Parameters
    ----------
    scene : Scene
    facts : Facts
        Facts about the scene's table.
    cover_of : callable, optional
        Answers claims about cover; without it they stay open.
    """
    stands = {each.id: each.stand for each in scene.minis}
    hulls = [stand for stand in stands.values() if facts.model(stand).is_solid]
    results: list[ClaimResult] = []
    for index, claim in enumerate(scene.file.claim):
        if isinstance(claim.expect, CoverClaim):
            results.append(_check_cover(claim, claim.expect, index + 1, cover_of))
        else:
            sight = facts.sight(stands[claim.viewer], stands[claim.target], hulls)
            results.append(_check_sight(claim, index + 1, sight))
    return tuple(results)


def _check_cover(
    claim: ClaimFile, expect: CoverClaim, number: int, cover_of: CoverOf | None
) -> ClaimResult:
    if cover_of is None:
        return ClaimResult(claim, number, None, "")
    cover = cover_of(claim.viewer, claim.target)
    return ClaimResult(claim, number, cover == expect.cover, cover)


def _check_sight(claim: ClaimFile, number: int, sight: Sight) -> ClaimResult:
    word = "visible" if sight.visible else "blocked"
    if isinstance(claim.expect, tuple):
        low, high = claim.expect
        holds = low - 1e-9 <= sight.share <= high + 1e-9 and sight.visible == (high > 0)
    else:
        holds = word == claim.expect
    return ClaimResult(claim, number, holds, word, sight)


def _expected(claim: ClaimFile) -> str:
    if isinstance(claim.expect, CoverClaim):
        return say("table.claim.cover", cover=say(f"table.cover.{claim.expect.cover}"))
    if isinstance(claim.expect, tuple):
        low, high = (f"{100 * each:.1f}" for each in claim.expect)
        return say("table.claim.range", low=low, high=high)
    return say(f"table.claim.{claim.expect}")


def _found(result: ClaimResult) -> str:
    if result.sight is not None:
        share = f"{100 * result.sight.share:.1f}"
        bound = f"{100 * result.sight.bound:.1f}"
        key = "seen" if result.sight.visible else "blocked"
        return say(f"table.claim.{key}", share=share, bound=bound)
    if not result.found:
        return say("table.claim.unanswered")
    return say("table.claim.cover", cover=say(f"table.cover.{result.found}"))
