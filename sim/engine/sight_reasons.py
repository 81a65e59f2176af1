"""The explanation of a sight report: a tree that names no game and hides no disagreement.

The verdict stands first, then what shows it (a free line, the widest opening, the parts seen),
what is in the way, how far it is from its opposite, and who else was asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sim.engine.reasons import Reason, Value
from sim.engine.sight_doubts import checks_of, margin_of, measured_of
from sim.engine.sight_numbers import (
    at_most_in,
    at_most_mm,
    error_percent,
    exact_inches,
    inches,
    percent,
)
from sim.geometry.units import MM_PER_IN, OPENING_IN
from sim.table.facts import Sight, SightReport
from sim.words import say

__all__ = ["Names", "predicates_reason", "sight_reason"]


@dataclass(frozen=True)
class Names:
    """What the explanation calls things.

    Attributes
    ----------
    looker, target : str
    called : mapping of blocker to name
        For blockers that are no piece of terrain: vehicles block under their model's name.
    uncounted : tuple of str
        Parts of the target that are there but do not count as seen.
    """

    looker: str
    target: str
    called: Mapping[str, str] = field(default_factory=dict[str, str])
    uncounted: tuple[str, ...] = ()

    def of(self, blocker: str) -> str:
        """Return how a blocker is called."""
        return self.called.get(blocker, blocker)


def sight_reason(report: SightReport, names: Names) -> Reason:
    """Return a sight report as an explanation, its children in the order a person asks."""
    sight = report.sight
    params: dict[str, Value] = {"looker": names.looker, "target": names.target}
    key = "sight.blocked"
    if sight.visible:
        key = "sight.visible"
        params["share"] = percent(sight.share)
        params["bound"] = error_percent(sight.bound, sight.share)
    children = (
        *_what_shows(sight),
        *_parts(sight, names),
        *_blockers(sight, names),
        *margin_of(report, names.target),
        *checks_of(report),
        *measured_of(report, names.of),
    )
    pieces = (names.looker, names.target, *(names.of(piece) for piece, _ in sight.blockers))
    return Reason(key, params, sight.visible, rays=sight.rays, pieces=pieces, children=children)


def _what_shows(sight: Sight) -> Sequence[Reason]:
    """Return the free line and the opening, or that there is none."""
    least: dict[str, Value] = {
        "least": exact_inches(OPENING_IN),
        "least_mm": inches(OPENING_IN * MM_PER_IN),
    }
    if sight.witness is None:
        return (Reason("sight.no_line", least, 0.0),)
    (x, y, z), (to_x, to_y, to_z) = sight.witness
    places = {"x": x, "y": y, "z": z, "to_x": to_x, "to_y": to_y, "to_z": to_z}
    params: dict[str, Value] = {name: inches(value) for name, value in places.items()}
    line = Reason("sight.witness", params, True, rays=((*sight.witness, True),))
    if sight.opening_in is None:
        return (line, Reason("sight.nothing_near")) if not sight.blockers else (line,)
    found = {"inches": at_most_in(sight.opening_in), "mm": at_most_mm(sight.opening_in)}
    return (line, Reason("sight.opening", {**found, **least}, sight.opening_in))


def _parts(sight: Sight, names: Names) -> Sequence[Reason]:
    """Return which parts count and how much of each is seen; which ones do not count."""
    found: list[Reason] = []
    if sight.parts:
        parts = tuple(
            Reason("sight.part", {"part": part, "share": percent(share)}, share)
            for part, share in sight.parts
        )
        listed = say("sight.list").join(part for part, _ in sight.parts)
        # Of a single part its share is the verdict's own.
        children = parts if len(parts) > 1 else ()
        found.append(Reason("sight.counted", {"parts": listed}, children=children))
    if names.uncounted:
        listed = say("sight.list").join(names.uncounted)
        found.append(Reason("sight.uncounted", {"parts": listed}))
    return found


def _blockers(sight: Sight, names: Names) -> Sequence[Reason]:
    """Return each piece in the way with its share, and whether it alone would do."""
    return tuple(
        Reason(
            "sight.blocker.alone" if piece in sight.sole_blockers else "sight.blocker.part",
            {"piece": names.of(piece), "share": percent(share)},
            share,
            pieces=(names.of(piece),),
        )
        for piece, share in sight.blockers
    )


def predicates_reason(report: SightReport) -> Reason:
    """Return the engine that answered and the tolerances that the verdict rests on."""
    engine = Reason("sight.engine", {"engine": report.engine}, report.engine)
    predicates = tuple(
        Reason(
            f"sight.predicate.{name}",
            {"inches": exact_inches(value), "mm": inches(value * MM_PER_IN)},
            value,
        )
        for name, value in report.predicates.items()
    )
    return Reason("sight.predicates", children=(*predicates, engine))
