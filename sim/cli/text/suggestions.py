"""Suggested paths and placements: found as they are asked for, each with what it is good for."""

from __future__ import annotations

import math
from collections.abc import Iterator

from sim.cli.sightings import sees_pairs
from sim.cli.text.columns import Cell, cell
from sim.cli.text.drafts import Draft, inches_of, pose_after
from sim.cli.text.names import Surroundings
from sim.cli.text.plan import inside
from sim.engine.observed import SeenPiece
from sim.engine.questions import Answer, Move, Question
from sim.errors import UsageError
from sim.geometry.pose import Point, Pose
from sim.geometry.units import turn_to
from sim.table.pieces import Stand
from sim.words import say

__all__ = ["PAGE", "Suggestions"]

#: How many suggestions are shown at a time.
PAGE = 8
COMPASS = ("east", "north_east", "north", "north_west", "west", "south_west", "south", "south_east")


class Suggestions:
    """The sensible answers of a ``path``, ``place`` or ``allocate`` question, from one on.

    Parameters
    ----------
    question : Question
    around : Surroundings
    """

    def __init__(self, question: Question, around: Surroundings) -> None:
        self.question = question
        self.around = around
        self.shown = 0
        self._found: list[Answer] = []
        self._rest: Iterator[Answer] = iter(())
        if question.kind in ("path", "place", "allocate"):
            self._rest = (a for a in question.suggest() if not question.why_not(a))

    def _upto(self, count: int) -> list[Answer]:
        while len(self._found) < count:
            answer = next(self._rest, None)
            if answer is None:
                break
            self._found.append(answer)
        return self._found[:count]

    def number(self, number: int) -> Answer:
        """Return a suggestion by its number.

        Raises
        ------
        UsageError
            When there are fewer.
        """
        found = self._upto(number)
        if not 1 <= number <= len(found):
            raise UsageError("cli.text.no_suggestion", found=number, count=len(self._found))
        return found[number - 1]

    def first(self) -> Answer | None:
        """Return the best suggestion, or None when there is none."""
        found = self._upto(1)
        return found[0] if found else None

    def page(self) -> list[list[Cell]]:
        """Return a row for each suggestion of the next page; empty when there is none left."""
        if not self.question.movers:
            return []  # how something is shared out needs no list
        first = self.shown
        answers = self._upto(first + PAGE)[first:]
        self.shown += len(answers)
        return [
            [cell(f"{number:2d}", "bold"), *self._row(answer)]
            for number, answer in enumerate(answers, first + 1)
        ]

    @property
    def more(self) -> bool:
        """Whether there are suggestions beyond those shown."""
        return len(self._upto(self.shown + 1)) > self.shown

    # --- what a suggestion is good for ----------------------------------------------------

    def _row(self, answer: Answer) -> list[Cell]:
        assert isinstance(answer, dict)
        mini = next((m for m in self.question.movers if m in answer), "")
        if not mini:
            first = self.question.movers[0]
            start = Draft(self.question, self.around).start(first)
            return [cell(say("cli.text.stay")), *self._place_of(first, start)]
        chosen = answer[mini]
        if isinstance(chosen, Pose):
            key = "cli.text.leader_at" if len(self.question.movers) > 1 else "cli.text.at"
            text = say(key, x=f"{chosen.x:.1f}", y=f"{chosen.y:.1f}")
            return [cell(text), *self._place_of(mini, chosen)]
        assert isinstance(chosen, Move)
        start = Draft(self.question, self.around).start(mini)
        end = pose_after(start, chosen)
        return [cell(_going(start, end, chosen)), *self._place_of(mini, end)]

    def _place_of(self, mini: str, end: Pose) -> list[Cell]:
        """Return what is to be said of the place where the first mover would end."""
        try:
            stand = Stand(self.around.model(mini), end)
        except UsageError:  # a game that does not say who waits beside the table
            return []
        side = self.around.side(mini)
        enemies = [piece for piece in self.around.seen.pieces if piece.side != side]
        cells = [cell(self._ground(stand), "yellow")]
        if enemies:
            cells.append(cell(self._nearest(stand, enemies)))
            cells.append(cell(self._seen_by(mini, stand, enemies), "cyan"))
        return cells

    def _ground(self, stand: Stand) -> str:
        """Return the terrain in or beside which a place lies."""
        if stand.pose.level != "ground":
            return say("cli.text.on_level", level=stand.pose.level)
        parts: list[str] = []
        for name in self.around.facts.areas_touched(stand):
            within = inside(self.around.terrain[name].area, stand.pose.at)
            key = "cli.text.in_piece" if within else "cli.text.at_piece"
            parts.append(say(key, piece=name))
        return ", ".join(parts)

    def _nearest(self, stand: Stand, enemies: list[SeenPiece]) -> str:
        facts = self.around.facts
        gaps = [(facts.gap(stand, Stand(each.model, each.pose)).inches, each) for each in enemies]
        inches, each = min(gaps, key=lambda item: item[0])
        name = self.around.shown(each.unit)
        return say("cli.text.nearest", unit=name, inches=f"{inches:.1f}")

    def _seen_by(self, mini: str, stand: Stand, enemies: list[SeenPiece]) -> str:
        """Return how many enemy units would see the first mover there."""
        others = self.around.standing({mini: stand.pose})
        pairs = [(Stand(each.model, each.pose), stand) for each in enemies]
        looks = zip(enemies, sees_pairs(self.around.facts, pairs, others), strict=True)
        seeing = list(dict.fromkeys(each.unit for each, sees in looks if sees))
        units = list(dict.fromkeys(each.unit for each in enemies))
        return say("cli.text.seen_by", count=len(seeing), units=len(units))


def _going(start: Pose, end: Pose, move: Move) -> str:
    """Return a move in words: how far, which way, where to, how turned."""
    turn = turn_to(start.facing, end.facing)
    turned = say("cli.text.turned", degrees=f"{turn:+.0f}") if abs(turn) > 0.5 else ""
    if not move.points:
        return turned or say("cli.text.stay")
    text = say(
        "cli.text.leader_to",
        inches=f"{inches_of(start, move):.1f}",
        way=say(f"cli.text.compass.{_compass(start.at, end.at)}"),
        x=f"{end.x:.1f}",
        y=f"{end.y:.1f}",
    )
    return " ".join(part for part in (text, turned) if part)


def _compass(a: Point, b: Point) -> str:
    angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) % 360.0
    return COMPASS[round(angle / 45.0) % 8]
