"""Plans that are not yet declared, built by typed words: the draft of the engine, and its rows."""

from __future__ import annotations

from sim.cli.text.columns import Cell, cell
from sim.cli.text.names import Surroundings, meant
from sim.cli.text.typed import typed_way
from sim.engine import drafts
from sim.engine.drafts import inches_of, pose_after
from sim.engine.questions import Question
from sim.geometry.pose import Pose
from sim.geometry.units import turn_to
from sim.table.names import resolve_id
from sim.words import say

__all__ = ["Draft", "inches_of", "planned_rows", "pose_after"]


class Draft(drafts.Draft):
    """A path or placement being planned by typed words; nothing of it is declared yet.

    Parameters
    ----------
    question : Question
        Of kind ``path`` or ``place``.
    around : Surroundings
    """

    def __init__(self, question: Question, around: Surroundings) -> None:
        super().__init__(question, around.seen, around.facts.table)
        self.around = around

    def plan(self, text: str) -> None:
        """Plan as typed: ``NAME: WORDS`` one miniature, plain words the whole formation.

        Raises
        ------
        UsageError
            When the words are not understood.
        """
        name, colon, words = text.partition(":")
        if colon:
            mini = self._mover(name.strip())
            start = self.start(mini)
            self.put(mini, start, typed_way(self.around, mini, start, words))
        else:
            leader = self.question.movers[0]
            self.put_formation(typed_way(self.around, leader, self.start(leader), text))

    def _mover(self, name: str) -> str:
        movers = list(self.question.movers)
        if name.isdigit():
            name = next((m for m in movers if m.rsplit("/", 1)[-1] == name), name)
        labels = {piece.id: piece.label for piece in self.around.seen.pieces if piece.id in movers}
        known = {mover: labels.get(mover, "") for mover in movers}
        return meant(name, known, "mini") if known else resolve_id(name, movers, "mini")


def planned_rows(draft: Draft) -> list[list[Cell]]:
    """Return a row per planned miniature: who, from where to where, how far, turned how."""
    rows: list[list[Cell]] = []
    for mini, pose in draft.poses.items():
        to = say("cli.text.spot_facing", x=_in(pose.x), y=_in(pose.y), facing=f"{pose.facing:.0f}")
        rows.append([cell(mini, "bold"), cell(to), cell(_level(pose))])
    for mini, move in draft.moves.items():
        start = draft.start(mini)
        end = pose_after(start, move)
        inches = say("cli.text.inches", inches=_in(inches_of(start, move)))
        row = [
            cell(mini, "bold"),
            cell(say("cli.text.spot", x=_in(start.x), y=_in(start.y)), "dim"),
            cell(say("cli.text.to_spot", x=_in(end.x), y=_in(end.y))),
            cell(inches),
        ]
        turn = turn_to(start.facing, end.facing)
        if abs(turn) > 0.5:
            row.append(cell(say("cli.text.turned", degrees=f"{turn:+.0f}"), "dim"))
        if end.level != start.level:
            row.append(cell(_level(end)))
        rows.append(row)
    return rows


def _in(inches: float) -> str:
    return f"{inches:.2f}"


def _level(pose: Pose) -> str:
    return "" if pose.level == "ground" else say("cli.text.on_level", level=pose.level)
