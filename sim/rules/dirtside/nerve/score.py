"""The one test that all nerve is: a die by quality against leadership and threat."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from sim.engine.reasons import Reason, Value
from sim.rules.dirtside.dice import roll_die
from sim.rules.dirtside.state import LEVELS, Confidence, Quality, Unit

__all__ = ["Nerve", "Threat", "die_of", "dropped", "levels_lost", "roll_nerve", "score_of"]

#: What each quality rolls.
_DIE: dict[Quality, int] = {"green": 6, "regular": 8, "veteran": 10}


class Threat(msgspec.Struct, frozen=True):
    """A cause of a test and the level it adds."""

    key: str
    level: int
    rule: str


class Nerve(msgspec.Struct, frozen=True):
    """A test that was rolled."""

    face: int
    score: int
    reason: Reason

    @property
    def passed(self) -> bool:
        """Whether the roll was above the score."""
        return self.face > self.score


def die_of(quality: Quality) -> int:
    """Return the sides of the die that a quality rolls.

    Rules: ds.quality.levels ds.confidence.die
    """
    return _DIE[quality]


def score_of(leadership: int, threats: Sequence[Threat]) -> tuple[int, Reason]:
    """Return the score to beat and where it comes from: threats never add, the highest counts.

    Rules: ds.confidence.score ds.confidence.threat_highest ds.quality.leadership
        ds.reaction.combined
    """
    worst = max(threats, key=lambda threat: threat.level)
    score = leadership + worst.level
    led = Reason(
        "ds.nerve.leadership", {"level": leadership}, leadership, ("ds.quality.leadership",)
    )
    counted = Reason(worst.key, {"level": worst.level}, worst.level, (worst.rule,))
    return score, Reason(
        "ds.nerve.score", {"score": score}, score, ("ds.confidence.score",), children=(led, counted)
    )


def levels_lost(face: int, score: int) -> int:
    """Return how many confidence levels a roll loses: none, one, or two.

    Rules: ds.confidence.pass ds.confidence.fail_one ds.confidence.fail_two ds.confidence.hopeless
    """
    if face > score:
        return 0
    return 2 if Fraction(face) <= Fraction(score, 2) else 1


def dropped(level: Confidence, by: int) -> Confidence:
    """Return a confidence level so many levels lower, or higher by a negative number.

    Rules: ds.confidence.levels ds.confidence.floor
    """
    place = LEVELS.index(level) + by
    return LEVELS[min(max(place, 0), len(LEVELS) - 1)]


async def roll_nerve(
    what: str, unit: Unit, threats: Sequence[Threat], rule: str, *, leadership: int | None = None
) -> Nerve:
    """Roll a unit's die against leadership and the highest threat.

    Parameters
    ----------
    what : str
        Slug of the test.
    unit : Unit
    threats : sequence of Threat
        At least one.
    rule : str
        Clause that asks.
    leadership : int, optional
        Instead of the unit's own.

    Asks: roll
    """
    led = unit.leadership if leadership is None else leadership
    score, why = score_of(led, threats)
    face = await roll_die(what, die_of(unit.quality), rule, why)
    params: dict[str, Value] = {"face": face, "score": score}
    told = Reason("ds.nerve.rolled", params, face, (rule,), children=(why,))
    return Nerve(face, score, told)
