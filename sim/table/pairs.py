"""All pairs of two forces: who sees whom, from one batch of sight lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sim.table.facts import Facts, Sight
from sim.table.pieces import Stand

__all__ = ["Named", "Pair", "PairTable", "UnitPair", "all_pairs"]

#: Told how many pairs of how many are answered.
Progress = Callable[[int, int], None]
_AT_ONCE = 256


@dataclass(frozen=True)
class Named:
    """A miniature that takes part: its id, its unit, and where it stands."""

    id: str
    unit: str
    stand: Stand


@dataclass(frozen=True)
class Pair:
    """What one looker sees of one target.

    Attributes
    ----------
    looker, target : str
        Ids.
    visible : bool
    share, bound : float or None
        Visible share of the outline and its error bound, 0..1; None when shares were not asked.
    """

    looker: str
    target: str
    visible: bool
    share: float | None = None
    bound: float | None = None


@dataclass(frozen=True)
class UnitPair:
    """How one unit sees another.

    Attributes
    ----------
    looker, target : str
        Units.
    lookers, targets : int
        Miniatures of each.
    looking : int
        Miniatures of the first that see at least one of the second.
    seen : int
        Miniatures of the second that at least one of the first sees.
    pairs : int
        Pairs of miniatures in sight.
    best : Pair or None
        The best line: the greatest share, else the first pair in sight; None when none is.
    """

    looker: str
    target: str
    lookers: int
    targets: int
    looking: int
    seen: int
    pairs: int
    best: Pair | None


@dataclass(frozen=True)
class PairTable:
    """Every looker with every target.

    Attributes
    ----------
    lookers, targets : tuple of Named
    pairs : tuple of Pair
        Looker by looker, in the order of the targets.
    """

    lookers: tuple[Named, ...]
    targets: tuple[Named, ...]
    pairs: tuple[Pair, ...]

    def rows(self) -> Iterator[tuple[Named, tuple[Pair, ...]]]:
        """Yield each looker with its pairs."""
        wide = len(self.targets)
        for index, looker in enumerate(self.lookers):
            yield looker, self.pairs[index * wide : (index + 1) * wide]

    def units(self) -> tuple[UnitPair, ...]:
        """Return the summary of every unit with every unit, in the order of the miniatures."""
        lookers = list(dict.fromkeys(each.unit for each in self.lookers))
        targets = list(dict.fromkeys(each.unit for each in self.targets))
        return tuple(self._unit_pair(a, b) for a in lookers for b in targets)

    def _unit_pair(self, a: str, b: str) -> UnitPair:
        mine = [each.id for each in self.lookers if each.unit == a]
        theirs = [each.id for each in self.targets if each.unit == b]
        met = [pair for pair in self.pairs if pair.looker in mine and pair.target in theirs]
        seen = [pair for pair in met if pair.visible]
        return UnitPair(
            a,
            b,
            len(mine),
            len(theirs),
            len({pair.looker for pair in seen}),
            len({pair.target for pair in seen}),
            len(seen),
            max(seen, key=lambda pair: pair.share or 0.0, default=None),
        )


def all_pairs(
    facts: Facts,
    lookers: Sequence[Named],
    targets: Sequence[Named],
    solids: Sequence[Stand] = (),
    *,
    shares: bool = False,
    progress: Progress | None = None,
) -> PairTable:
    """Return what every looker sees of every target: the answers that single questions give.

    Parameters
    ----------
    facts : Facts
    lookers, targets : sequence of Named
        Of a miniature that is in both, the pair with itself reads not visible.
    solids : sequence of Stand
        Hulls that block; those of a pair's own two are left out for that pair.
    shares : bool
        Whether to measure how much is seen (some milliseconds for each pair in sight).
    progress : callable, optional
    """
    wanted = [(a, b) for a in lookers for b in targets]
    found: list[Pair] = []
    for start in range(0, len(wanted), _AT_ONCE):
        chunk = wanted[start : start + _AT_ONCE]
        others = [(a.stand, b.stand) for a, b in chunk if a.id != b.id]
        verdicts = iter(facts.sees_many(others, solids))
        for a, b in chunk:
            seen = a.id != b.id and next(verdicts)
            sight = facts.sight(a.stand, b.stand, solids) if seen and shares else None
            found.append(_pair(a, b, seen, sight, shares))
        if progress is not None:
            progress(len(found), len(wanted))
    return PairTable(tuple(lookers), tuple(targets), tuple(found))


def _pair(a: Named, b: Named, seen: bool, sight: Sight | None, shares: bool) -> Pair:
    if not seen or sight is None:
        return Pair(a.id, b.id, seen, 0.0 if shares else None, 0.0 if shares else None)
    return Pair(a.id, b.id, True, sight.share, sight.bound)
