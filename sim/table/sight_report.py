"""The whole report of one sight: verdict, proof, margin, error of measurement, predicates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sim.geometry.margin import Margin
from sim.geometry.measured import Holds, Measured
from sim.geometry.proof import Proof
from sim.geometry.sight import Sight
from sim.geometry.units import CONTACT_IN, NOISE_IN, OPENING_IN, RULE_TOL_IN
from sim.table.pieces import Stand

__all__ = ["PREDICATES", "SightReport"]

#: The predicates every verdict rests on, by name, inches (`sim.geometry.units`).
PREDICATES: Mapping[str, float] = {
    "opening_in": OPENING_IN,
    "contact_in": CONTACT_IN,
    "rule_tolerance_in": RULE_TOL_IN,
    "noise_in": NOISE_IN,
}


@dataclass(frozen=True)
class SightReport:
    """Everything that can be said of what one stand sees of another.

    Attributes
    ----------
    looker, target : Stand
    solids : tuple of Stand
        Hulls that stood in the way, as given.
    sight : Sight
    margin : Margin
    proof : Proof or None
        When asked for.
    measured : Measured or None
        The error of measurement asked about.
    holds : Holds or None
        Whether the verdict holds within it.
    second_opinion : float or None
        Share by the renderer's item buffer, filled in by whoever has a renderer.
    second_bound : float
        How far the second opinion may be from the share on the pipe it was drawn with.
    engine : str
        Which ray engine answered.
    predicates : mapping of name to inches
    """

    looker: Stand
    target: Stand
    solids: tuple[Stand, ...]
    sight: Sight
    margin: Margin
    proof: Proof | None = None
    measured: Measured | None = None
    holds: Holds | None = None
    second_opinion: float | None = None
    second_bound: float = 0.0
    engine: str = ""
    predicates: Mapping[str, float] = field(default_factory=lambda: dict(PREDICATES))
