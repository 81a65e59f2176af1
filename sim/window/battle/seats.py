"""Several persons at one screen: who sits before it, and when it must be covered."""

from __future__ import annotations

from typing import Any

import msgspec

from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.questions import Question
from sim.window.battle.beats import Beats

__all__ = ["Seats", "covered_view"]


class Seats:
    """Who looks at the screen.

    Parameters
    ----------
    match : Match
    persons : tuple of str
        Sides that persons play.
    beats : Beats
        What has still to be shown to whom.
    always_cover : bool
        Whether the screen is covered at every change of hands, or only where something is secret.

    Attributes
    ----------
    sitting : str
        The side whose eyes we look through; empty for a watcher, and while none of several
        persons has sat down yet.
    """

    def __init__(
        self, match: Match[Any], persons: tuple[str, ...], beats: Beats, *, always_cover: bool
    ) -> None:
        self.match = match
        self.persons = persons
        self.always_cover = always_cover
        self.sitting = persons[0] if len(persons) == 1 else ""
        self._beats = beats
        self._known: tuple[object, bool] | None = None

    @property
    def must_hand_over_to(self) -> str:
        """Who has to look now while somebody else may not; empty when nothing is in the way."""
        question = self.match.pending
        if question is None or question.who not in self.persons or len(self.persons) < 2:
            return ""
        if question.who == self.sitting or self._beats.left(self.sitting):
            return ""
        return question.who if self._covers(question) else ""

    @property
    def nobody_sits(self) -> str:
        """Who will look first, while nobody of several persons has sat down yet; else empty."""
        return self.persons[0] if len(self.persons) > 1 and not self.sitting else ""

    def taken_over(self) -> None:
        """Seat the one who has to look."""
        self.sitting = self.must_hand_over_to or self.sitting

    def settle(self) -> None:
        """Change hands without a cover where nothing is secret."""
        question = self.match.pending
        if question is None or len(self.persons) < 2 or question.who == self.sitting:
            return
        if question.who in self.persons:
            if not self._beats.left(self.sitting) and not self._covers(question):
                self.sitting = question.who
        elif not self.sitting and not self._covers(question):
            self.sitting = self.persons[0]

    def _covers(self, question: Question) -> bool:
        """Return whether the screen is covered before a question; worked out once for each."""
        if self.always_cover:
            return True
        if self._known is None or self._known[0] is not question:
            self._known = (question, bool(question.seen_by) or self._differs())
        return self._known[1]

    def _differs(self) -> bool:
        """Return whether one person at this screen sees something that another does not."""
        game, state = self.match.game, self.match.state
        views = [
            msgspec.structs.replace(game.observe(state, each), viewer="") for each in self.persons
        ]
        return any(view != views[0] for view in views)


def covered_view(seen: Observed, side: str) -> Observed:
    """Return an observation with nothing in it but the sides and who has to look."""
    return msgspec.structs.replace(
        seen,
        viewer=side,
        units=(),
        pieces=(),
        terrain={},
        duties=(),
        asked=side,
        prompt="battle.hand_over",
        prompt_params={"side": next((s.name for s in seen.sides if s.id == side), side)},
    )
