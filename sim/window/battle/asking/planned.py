"""What a plan of ways or places says, read in the terms of the table."""

from __future__ import annotations

from sim.engine.drafts import Draft, inches_of
from sim.engine.observed import Observed, SeenPiece
from sim.engine.questions import Answer, Move, Question
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import reach_of
from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.window.battle.asking.following import piece_of

__all__ = ["Plan", "Planned"]

Plan = dict[str, Move] | dict[str, Pose]


class Planned:
    """A plan for a ``path`` or ``place`` question, to be read.

    Parameters
    ----------
    question : Question
    seen : Observed
        Where everybody stands now, and who waits beside the table.
    facts : Facts
    """

    def __init__(self, question: Question, seen: Observed, facts: Facts) -> None:
        self.question, self.seen, self.facts = question, seen, facts
        self.draft = Draft(question, seen, facts.table)

    # --- who is asked ------------------------------------------------------------------------

    @property
    def is_path(self) -> bool:
        """Whether ways are asked for, not places."""
        return self.question.kind == "path"

    @property
    def leader(self) -> str:
        """Who takes the others along."""
        return self.question.movers[0]

    def piece(self, mini: str) -> SeenPiece:
        """Return a mover as it is drawn: on the table or waiting beside it."""
        return piece_of(self.seen, mini, self.question.who, self.facts.table)

    def stand(self, mini: str, pose: Pose | None = None) -> Stand:
        """Return a mover's stand at a pose, or where it is planned to stand."""
        return Stand(self.piece(mini).model, pose or self.pose(mini))

    def radius(self, mini: str) -> float:
        """Return the radius of the circle round a mover's base, inches."""
        return reach_of(self.facts.table.models[self.piece(mini).model].base)

    def waiting(self) -> tuple[str, ...]:
        """Return the movers that have no place yet: not on the table, not planned."""
        return tuple(
            mini
            for mini in self.question.movers
            if mini not in self.draft.poses and self.draft.stands_at(mini) is None
        )

    # --- what is planned ---------------------------------------------------------------------

    @property
    def plan(self) -> Plan:
        """The plan so far."""
        return dict(self.draft.moves) if self.is_path else dict(self.draft.poses)

    @property
    def empty(self) -> bool:
        """Whether nothing is planned."""
        return self.draft.empty

    def answer(self) -> Answer:
        """Return the plan as an answer; staying is told in the form that the rules take."""
        plan = self.draft.answer()
        if self.is_path and not plan and self.question.why_not({}):
            return {mini: Move() for mini in self.question.movers}
        return plan

    def pose(self, mini: str) -> Pose:
        """Return where a mover would stand."""
        planned = self.draft.ghosts().get(mini)
        return planned if planned is not None else self.draft.start(mini)

    def ghosts(self) -> dict[str, Pose]:
        """Return where the planned miniatures would stand."""
        return self.draft.ghosts()

    def way(self, mini: str) -> tuple[Point, ...]:
        """Return the corners of a mover's way, its start first; fewer than two: it stays."""
        move = self.draft.moves.get(mini)
        return (self.draft.start(mini).at, *move.points) if move is not None else ()

    def inches(self, mini: str) -> float:
        """Return the length of a mover's way, inches."""
        move = self.draft.moves.get(mini)
        return inches_of(self.draft.start(mini), move) if move is not None else 0.0

    @property
    def allowed(self) -> float | None:
        """Inches that the question says may be gone; None where it says none."""
        inches = self.question.params.get("inches")
        return float(inches) if isinstance(inches, int | float) else None

    def pivots(self, mini: str) -> tuple[float, float]:
        """Return the degrees a mover turns before and after its way."""
        move = self.draft.moves.get(mini)
        return (move.pivot_before, move.pivot_after) if move is not None else (0.0, 0.0)
