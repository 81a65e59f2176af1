"""Who of the enemy would see the miniature where its ghost stands."""

from __future__ import annotations

from typing import Any

from sim.engine.observed import Observed, SeenPiece
from sim.errors import HulldownError
from sim.geometry.pose import Pose
from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.view import overlays
from sim.view.overlays import line_look
from sim.view.table_view import TableView
from sim.window.battle.asking.draft import HandDraft

__all__ = ["Watchers"]


class Watchers:
    """Asks the facts for sight lines to the ghost, once for each place of it.

    Parameters
    ----------
    facts : Facts
    seen : Observed
    draft : HandDraft

    Attributes
    ----------
    on : bool
        Whether they are wanted.
    waits : bool
        Whether the hand is moving: nothing new is asked then.
    """

    def __init__(self, facts: Facts, seen: Observed, draft: HandDraft) -> None:
        self.facts, self.seen, self.draft = facts, seen, draft
        self.on = self.waits = False
        self._known: tuple[object, tuple[tuple[SeenPiece, bool], ...]] | None = None

    def look(self) -> tuple[tuple[SeenPiece, bool], ...]:
        """Return every enemy miniature, and whether it would see the chosen one."""
        mini = self.draft.chosen or self.draft.leader
        ghosts = self.draft.ghosts()
        if not self.on or (mini not in ghosts and self.draft.draft.stands_at(mini) is None):
            return ()
        key = (mini, self.draft.pose(mini), tuple(ghosts.items()))
        if self._known is None or self._known[0] != key:
            if self.waits:
                return ()
            self._known = (key, self._asked(mini, ghosts))
        return self._known[1]

    def _asked(self, mini: str, ghosts: dict[str, Pose]) -> tuple[tuple[SeenPiece, bool], ...]:
        own = self.draft.piece(mini)
        target = self.draft.stand(mini)
        models = self.facts.table.models
        stands = [
            Stand(piece.model, ghosts.get(piece.id, piece.pose))
            for piece in self.seen.pieces
            if piece.id != mini and piece.model in models
        ]
        hulls = [stand for stand in stands if self.facts.model(stand).is_solid]
        enemies = [p for p in self.seen.pieces if p.side != own.side and p.model in models]
        try:
            seen = self.facts.sees_many([(Stand(e.model, e.pose), target) for e in enemies], hulls)
        except HulldownError:
            return ()
        return tuple(zip(enemies, seen, strict=True))

    @property
    def counts(self) -> tuple[int, int]:
        """How many see the place, of how many."""
        looked = self.look()
        return sum(sees for _, sees in looked), len(looked)

    def paint(self, view: TableView) -> None:
        """Draw a line from the eye of everybody who sees the place to the middle of the ghost."""
        lookers = [piece for piece, sees in self.look() if sees]
        if not lookers:
            view.wipe("moving-watchers")
            return
        target = self.draft.stand(self.draft.chosen or self.draft.leader)
        view.paint(
            "moving-watchers",
            (target, tuple(piece.id for piece in lookers)),
            lambda: [self._line(piece, target) for piece in lookers],
        )

    def _line(self, piece: SeenPiece, target: Stand) -> Any:
        eye = self.facts.eye(Stand(piece.model, piece.pose))
        middle = self.facts.support_under(target) + self.facts.model(target).height_in * 0.6
        return overlays.sight_line(eye, (*target.pose.at, middle), line_look("clear"))
