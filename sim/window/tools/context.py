"""What a page or a game adds to the tools; without a game all of it has a plain answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from sim.engine.match import Match
from sim.engine.observed import Observed, SeenPiece, SeenUnit
from sim.engine.ports import SightTerms
from sim.engine.reasons import Reason, Value
from sim.engine.true_sight import options_of
from sim.geometry.pose import Pose
from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.table.scene import Scene
from sim.view.picking import Pointed
from sim.view.table_view import TableView
from sim.window.ports import ClauseCard
from sim.window.tools.judging import AsItStood, Judgement
from sim.words import say

__all__ = ["Arc", "Context", "PlainContext", "Reach", "card_arcs", "card_reaches"]

#: Rings where no game says how far anything reaches, inches.
PLAIN_RINGS = (6.0, 12.0, 18.0, 24.0)


@dataclass(frozen=True)
class Reach:
    """A ring: inches from the edge of a base, and what reaches so far."""

    inches: float
    text: str = ""


@dataclass(frozen=True)
class Arc:
    """A wedge from the middle of a base.

    Attributes
    ----------
    bearing, half_width : float
        Degrees counter-clockwise from the facing, and half the opening.
    reach : float
        Inches.
    text : str
    """

    bearing: float
    half_width: float
    reach: float
    text: str = ""


class Context(Protocol):
    """What is around the tools."""

    def pointed(self) -> Pointed | None:
        """Return what of the table is under the pointer; None on a panel."""
        ...

    def selected(self) -> str:
        """Return the unit or miniature that is selected; empty for none."""
        ...

    def side(self) -> str:
        """Return whose eyes are "mine": the side that is asked or looks on."""
        ...

    def ghosts(self) -> Mapping[str, Pose]:
        """Return where miniatures would stand that are in somebody's hand."""
        ...

    def reaches(self, piece: SeenPiece) -> Sequence[Reach]:
        """Return how far things reach from a miniature, nearest first."""
        ...

    def arcs(self, piece: SeenPiece) -> Sequence[Arc]:
        """Return the arcs of a miniature."""
        ...

    def judge(self, looker: SeenPiece, target: SeenPiece) -> Judgement:
        """Return how sight between two miniatures is judged."""
        ...

    def rule_here(self) -> str:
        """Return the clause that the present question rests on; empty for none."""
        ...

    def clause(self, rule_id: str) -> ClauseCard | None:
        """Return a clause; None when it is unknown or no game is played."""
        ...

    def search(self, text: str) -> tuple[ClauseCard, ...]:
        """Return the clauses that hold every word of a text, best first."""
        ...

    def option_texts(self, option: str, value: str) -> tuple[str, str]:
        """Return what to call a table option and a value of it."""
        ...


@dataclass
class PlainContext:
    """The answers without a question being asked; with a scene its book judges.

    Parameters
    ----------
    app : App
        Its window and backstage; a backstage of None knows no books.
    view : TableView
    scene : Scene, optional
        Of the table: its game's book judges sight and has clauses.
    match : Match or AsItStood, optional
        Miniatures stand where it says.
    """

    app: Any
    view: TableView
    scene: Scene | None = None
    match: Match[Any] | AsItStood | None = None
    chosen: str = field(default="", init=False)

    @property
    def facts(self) -> Facts:
        """Of the table that is looked at."""
        return self.view.facts

    @property
    def game(self) -> str:
        """Slug of the game; empty without one."""
        if self.match is not None:
            return self.match.game.name
        return self.scene.game if self.scene is not None else ""

    def pointed(self) -> Pointed | None:
        """Return what is under the pointer now."""
        return self.app.window.pointed()

    def selected(self) -> str:
        """Return what was chosen by a click."""
        return self.chosen

    def side(self) -> str:
        """Return the side that looks on, or the first."""
        seen = self.view.observed
        if seen is None:
            return ""
        first = seen.sides[0].id if seen.sides else ""
        return seen.viewer or first

    def ghosts(self) -> Mapping[str, Pose]:
        """Return none: nothing is in the hand."""
        return {}

    def reaches(self, piece: SeenPiece) -> Sequence[Reach]:
        """Return what the card of the unit says, else 6, 12, 18 and 24 inches."""
        unit = _unit_of(self.view.observed, piece)
        found = card_reaches(unit) if unit is not None else ()
        return found or tuple(Reach(each) for each in PLAIN_RINGS)

    def arcs(self, piece: SeenPiece) -> Sequence[Arc]:
        """Return the arcs of the card's mounts, else front, sides and rear."""
        unit = _unit_of(self.view.observed, piece)
        found = card_arcs(unit) if unit is not None else ()
        return found or quarters()

    def judge(self, looker: SeenPiece, target: SeenPiece) -> Judgement:
        """Return how the book takes it, else true sight among those that stand there."""
        behind = self.app.backstage
        if self.scene is not None and hasattr(behind, "judge"):
            known = self.match is not None or _placed(self.scene, looker, target)
            if known:
                return behind.judge(self.scene, self.facts, looker.id, target.id, self.match)
        stands = {each.id: Stand(each.model, each.pose) for each in self.view.pieces}
        hiding = {name: each for name, each in stands.items() if self.facts.model(each).is_solid}
        return Judgement(SightTerms(self.facts, hiding, options_of({})))

    def rule_here(self) -> str:
        """Return nothing: no question is asked."""
        return ""

    def clause(self, rule_id: str) -> ClauseCard | None:
        """Return the clause of the scene's game."""
        if not self.game or self.app.backstage is None:
            return None
        return self.app.backstage.clause(self.game, rule_id, self.match)

    def search(self, text: str) -> tuple[ClauseCard, ...]:
        """Return the clauses of the scene's game."""
        if not self.game or self.app.backstage is None:
            return ()
        return self.app.backstage.search_clauses(self.game, text, self.match)

    def option_texts(self, option: str, value: str) -> tuple[str, str]:
        """Return the texts of the game's register, else the names themselves."""
        if self.game and self.app.backstage is not None:
            for card in self.app.backstage.options(self.game):
                if card.id == option:
                    texts = {each.id: each.text for each in card.values}
                    return card.text, texts.get(value, value)
        return option, value


def _placed(scene: Scene, *pieces: SeenPiece) -> bool:
    """Return whether miniatures stand where the scene has them."""
    there = {mini.id: mini.stand for mini in scene.minis}
    return all(there.get(each.id) == Stand(each.model, each.pose) for each in pieces)


def _unit_of(observed: Observed | None, piece: SeenPiece) -> SeenUnit | None:
    units = observed.units if observed is not None else ()
    return next((unit for unit in units if unit.id == piece.unit), None)


def quarters(reach: float = 8.0) -> tuple[Arc, ...]:
    """Return front, left, rear and right, a quarter each."""
    names = ("front", "left", "rear", "right")
    return tuple(
        Arc(90.0 * turn, 45.0, reach, say(f"tools.arc.{name}")) for turn, name in enumerate(names)
    )


def _reasons(unit: SeenUnit) -> Iterable[Reason]:
    return (line.reason for line in unit.card if line.reason is not None)


def _number(params: Mapping[str, Value], name: str) -> float:
    """Return a parameter as a number; 0 where it is none."""
    value = params.get(name, 0.0)
    return float(value) if isinstance(value, int | float) else 0.0


def card_reaches(unit: SeenUnit) -> tuple[Reach, ...]:
    """Return a ring for each distance that a unit's card tells, nearest first.

    A row tells one where its reason has a parameter ``reach_in``, and ``name`` says what reaches.
    """
    names: dict[float, list[str]] = {}
    for reason in _reasons(unit):
        reach = _number(reason.params, "reach_in")
        if reach > 0:
            names.setdefault(reach, []).append(str(reason.params.get("name", "")))
    join = say("tools.and")
    return tuple(
        Reach(r, join.join(dict.fromkeys(n for n in names[r] if n))) for r in sorted(names)
    )


def card_arcs(unit: SeenUnit) -> tuple[Arc, ...]:
    """Return the arcs that a unit's card tells.

    A row tells one where its reason has ``arc_half`` (degrees) beside ``reach_in``; ``arc_bearing``
    is that of its middle.
    """
    found: dict[tuple[float, float], tuple[float, list[str]]] = {}
    for reason in _reasons(unit):
        half, reach = _number(reason.params, "arc_half"), _number(reason.params, "reach_in")
        if half <= 0:
            continue
        key = (_number(reason.params, "arc_bearing"), half)
        before, names = found.get(key, (0.0, []))
        found[key] = (max(before, reach), [*names, str(reason.params.get("name", ""))])
    join = say("tools.and")
    return tuple(
        Arc(bearing, half, reach or 8.0, join.join(dict.fromkeys(names)))
        for (bearing, half), (reach, names) in found.items()
    )
