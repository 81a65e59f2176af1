"""Looks that measure: sight and gaps between miniatures, units, pieces, ghosts and typed spots."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sim.cli.sightings import sight_between
from sim.cli.text.columns import Cell, cell
from sim.cli.text.names import Surroundings
from sim.cli.text.typed import POINT
from sim.errors import UsageError
from sim.geometry.measure import gap_to_area
from sim.geometry.pose import GROUND, Pose
from sim.geometry.shapes import Disc
from sim.geometry.units import MM_PER_IN
from sim.table.facts import Sight
from sim.table.pieces import Stand
from sim.words import say

__all__ = ["Party", "Sights"]

_TO = re.compile(r"\s+to\s+", re.IGNORECASE)
_SPOT = re.compile(rf"(?:from )?{POINT}(?: on (\S+))?", re.IGNORECASE)
#: A typed spot is measured from as a point.
A_POINT = Disc(1e-6)


@dataclass(frozen=True)
class Party:
    """What one end of a look means: the miniatures of a unit, one of them, a spot or a piece.

    Attributes
    ----------
    name : str
        As it is shown.
    stands : tuple of (id, Stand)
        Empty for a bare spot and for a piece of terrain.
    spot : Pose or None
    piece : str
    """

    name: str
    stands: tuple[tuple[str, Stand], ...] = ()
    spot: Pose | None = None
    piece: str = ""


@dataclass(frozen=True)
class Sights:
    """Sight and gaps at one prompt.

    Attributes
    ----------
    around : Surroundings
    ghosts : mapping of miniature to Pose
        Planned places: a planned miniature looks and is looked at from there.
    asked : str
        Unit or miniature that the question is about: who looks when nobody is named.
    """

    around: Surroundings
    ghosts: Mapping[str, Pose]
    asked: str = ""

    def look(self, text: str) -> list[list[Cell]]:
        """Return what one party sees of the other, a row per looker.

        Raises
        ------
        UsageError
            When the words name no two parties that can see.
        """
        a, b = self._parties(text)
        lookers = self._lookers(a)
        if not b.stands:
            raise UsageError("cli.text.look_at", name=b.name)
        return [self._row(name, stand, b) for name, stand in lookers]

    def measure(self, text: str) -> list[list[Cell]]:
        """Return the gap between two parties, nearest pair first named.

        Raises
        ------
        UsageError
            When the words name no two parties, or two pieces of terrain.
        """
        a, b = self._parties(text)
        if not a.stands and b.stands:
            a, b = b, a
        if not a.stands and not (a.spot and (b.spot or b.piece)):
            raise UsageError("cli.text.measure_form")
        inches, first, second = min(
            (self._gap(one, other), name, against)
            for name, one in self._ends(a)
            for against, other in self._ends(b)
        )
        cm = f"{inches * MM_PER_IN / 10:.1f}"
        return [
            [cell(say("cli.text.gap", a=first, b=second, inches=f"{inches:.3f}", cm=cm))],
        ]

    # --- what the words mean --------------------------------------------------------------

    def _parties(self, text: str) -> tuple[Party, Party]:
        """Read ``A B``, ``A to B``, ``from X,Y to B`` or ``B`` alone."""
        parts = _TO.split(text.strip())
        if len(parts) == 1:
            parts = self._two_of(text.strip())
        if len(parts) == 1 and self.asked and parts[0]:
            parts = [self.asked, *parts]
        if len(parts) != 2:
            raise UsageError("cli.text.name_two")
        return self._party(parts[0]), self._party(parts[1])

    def _two_of(self, text: str) -> list[str]:
        """Part words without a ``to``: a spot first, or two names of one word each."""
        spot = _SPOT.match(text)
        if spot and spot.end() < len(text):
            return [text[: spot.end()], text[spot.end() :].strip()]
        words = text.split()
        return words if len(words) == 2 and not spot else [text]

    def _party(self, text: str) -> Party:
        if spot := _SPOT.fullmatch(text):
            level = spot[3] or GROUND
            pose = Pose(float(spot[1]), float(spot[2]), 0.0, level)
            return Party(say("cli.text.spot", x=spot[1], y=spot[2]), spot=pose)
        thing = self.around.thing(text.removeprefix("from "))
        if thing in self.around.terrain:
            return Party(thing, piece=thing)
        return Party(self.around.shown(thing), self.around.stands(thing, self.ghosts))

    def _lookers(self, party: Party) -> Sequence[tuple[str, Stand]]:
        """Return who looks: the party's miniatures, or the asked unit's first one at a spot."""
        if party.stands:
            return party.stands
        if party.spot is None:
            raise UsageError("cli.text.look_from", name=party.name)
        first = self._looker()
        name = say("cli.text.looker_at", mini=first, spot=party.name)
        return [(name, Stand(self.around.model(first), party.spot))]

    def _looker(self) -> str:
        """Return who looks from a typed spot: the asked unit's first, or the side's own."""
        for unit in self.around.seen.units:
            if unit.pieces and self.asked in (unit.id, *unit.pieces):
                return self.asked if self.asked in unit.pieces else unit.pieces[0]
        viewer = self.around.seen.viewer
        for piece in self.around.seen.pieces:
            if piece.side == viewer or piece.id == self.asked:
                return piece.id
        raise UsageError("cli.text.look_who")

    def _ends(self, party: Party) -> list[tuple[str, Stand | Pose | str]]:
        if party.stands:
            return [(self._called(name), stand) for name, stand in party.stands]
        return [(party.name, party.spot if party.spot is not None else party.piece)]

    def _called(self, mini: str) -> str:
        return say("cli.text.ghost_of", mini=mini) if mini in self.ghosts else mini

    # --- what comes of it -----------------------------------------------------------------

    def _gap(self, a: Stand | Pose | str, b: Stand | Pose | str) -> float:
        facts = self.around.facts
        if isinstance(a, Stand) and isinstance(b, Stand):
            return facts.gap(a, b).inches
        shape = facts.model(a).base if isinstance(a, Stand) else A_POINT
        pose = a.pose if isinstance(a, Stand) else a
        assert isinstance(pose, Pose)
        if isinstance(b, str):
            area = self.around.terrain[b].area
            if not area:
                raise UsageError("cli.text.no_inside", name=b)
            return gap_to_area(shape, pose, area)
        assert isinstance(b, Pose)
        x, y = b.at
        return gap_to_area(shape, pose, [(x - 1e-6, y), (x + 1e-6, y), (x, y + 1e-6)])

    def _row(self, name: str, looker: Stand, b: Party) -> list[Cell]:
        """Return a looker's name and what he sees of each miniature of the other party."""
        others = self.around.standing(self.ghosts)
        looked = [
            (target, sight_between(self.around.facts, looker, stand, others))
            for target, stand in b.stands
            if stand != looker
        ]
        named = {
            t: self._called(t) if len(looked) == 1 else t.rpartition("/")[2] for t, _ in looked
        }
        visible = [
            say("cli.text.share", mini=named[t], share=_share(sight))
            for t, sight in looked
            if sight.visible
        ]
        hidden = [named[t] for t, sight in looked if not sight.visible]
        blockers = list(dict.fromkeys(p for _, s in looked if not s.visible for p, _ in s.blockers))
        unit = "" if len(looked) == 1 else say("cli.text.of_unit", unit=b.name)
        parts: list[Cell] = [cell(self._called(name), "bold")]
        if visible:
            parts.append(cell(say("cli.text.sees", unit=unit, minis=", ".join(visible)), "green"))
        if hidden:
            key = "cli.text.blocked_by" if blockers else "cli.text.blocked"
            by = ", ".join(blockers)
            parts.append(cell(say(key, unit=unit, minis=", ".join(hidden), pieces=by), "red"))
        return parts


def _share(sight: Sight) -> str:
    percent = 100 * sight.share
    return (
        say("cli.text.percent", percent=f"{percent:.0f}")
        if percent >= 0.5
        else say("cli.text.sliver")
    )
