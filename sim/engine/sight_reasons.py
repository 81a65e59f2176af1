"""The explanation of a sight report: a tree that names no game and hides no disagreement."""

from __future__ import annotations

from dataclasses import dataclass

from sim.engine.reasons import Reason
from sim.table.sight_report import SightReport

__all__ = ["Names", "sight_reason"]


@dataclass(frozen=True)
class Names:
    """What the explanation calls the two it speaks of."""

    looker: str
    target: str


def sight_reason(report: SightReport, names: Names) -> Reason:
    """Return a sight report as an explanation."""
    sight = report.sight
    key = "sight.visible" if sight.visible else "sight.blocked"
    params: dict[str, str | int | float | bool] = {"looker": names.looker, "target": names.target}
    pieces = (names.looker, names.target, *(piece for piece, _ in sight.blockers))
    return Reason(key, params, sight.visible, rays=sight.rays, pieces=pieces)
