"""Facts about sight: what an eye on the table sees of a model on the table."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Point3", "Sight", "SightBook"]

Point3 = tuple[float, float, float]


@dataclass(frozen=True)
class Sight:
    """What an eye sees of a target, by the contract's definition.

    Attributes
    ----------
    visible : bool
    share : float
        Visible share of the target's outline as seen from the eye, 0..1.
    bound : float
        Error bound of `share`.
    witness : pair of Point3 or None
        A free line: eye, point on the target; None when blocked.
    blockers : tuple of (piece id, share)
        Share of the outline that each piece hides, greatest first.
    rays : tuple of (eye, end, free)
        A small sample of the cast rays for drawing.
    """

    visible: bool
    share: float
    bound: float
    witness: tuple[Point3, Point3] | None
    blockers: tuple[tuple[str, float], ...]
    rays: tuple[tuple[Point3, Point3, bool], ...] = ()


class SightBook:
    """Placeholder until the ray scenes are wired."""
