"""The conductor: drives a match question by question, and never keeps the frame loop waiting.

Every frame calls `advance`. Somebody is asked, somebody thinks, something is being shown, the
screen is handed over, or the game is over: the states are in that order of precedence told by
`state`, and the window draws what belongs to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import msgspec

from sim.engine.events import Event
from sim.engine.game import Game
from sim.engine.journal import EDIT, undo_point
from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.ports import Chosen
from sim.engine.questions import Question
from sim.engine.reasons import Reason
from sim.errors import HulldownError
from sim.window.battle.beats import Beat, Beats, Eyes, Told
from sim.window.ports import Thinker

__all__ = ["Conductor", "Orders", "State", "Thinking", "Thought"]

#: ``stuck``: the opponent failed, see `Conductor.fault`.
State = Literal["stuck", "showing", "handing-over", "over", "thinking", "waiting"]


@dataclass(frozen=True)
class Thinking:
    """Who thinks, and since when by the conductor's clock, in seconds."""

    side: str
    since: float


@dataclass(frozen=True)
class Thought:
    """Why a side's opponent chose what the journal's entry `entry` (from 0) says."""

    entry: int
    side: str
    why: Reason


class Orders(Protocol):
    """Answers given in advance; see `sim.window.battle.standing_orders`."""

    def answer(self, match: Match[Any]) -> Any | None:
        """Return the answer to the pending question, or None when its side must be asked."""
        ...

    def gave(self, entry: int) -> None:
        """Remember that an entry of the journal (from 0) was given by order."""
        ...

    def given(self, entries: int) -> tuple[int, ...]:
        """Return the entries given by order among the first so many, forgetting the others."""
        ...


class Conductor:
    """Drives a match for a window.

    Parameters
    ----------
    match : Match
        From now on its `listener` is the conductor's.
    thinkers : mapping of side to Thinker
        Who plays the sides that no person plays.
    orders : Orders, optional
        Standing orders of the persons.
    match_style : bool
        Undo stops at a roll or a reveal.
    always_cover : bool
        With several persons at one screen: whether the screen is covered at every change of
        hands, or only where something is secret.
    clock : callable
        Seconds; only told to the window, nothing is decided by it.
    """

    def __init__(
        self,
        match: Match[Any],
        thinkers: Mapping[str, Thinker],
        *,
        orders: Orders | None = None,
        match_style: bool = False,
        always_cover: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.match = match
        self.thinkers = dict(thinkers)
        self.orders = orders
        self.match_style = match_style
        self.always_cover = always_cover
        self.fault: HulldownError | None = None
        self.thoughts: list[Thought] = []
        self._clock = clock
        sides = match.game.sides
        self.persons = tuple(side for side in sides if side not in self.thinkers)
        self._sitting = self.persons[0] if len(self.persons) == 1 else ""
        self._eyes = Eyes(match.game)
        self._beats = Beats(self._eyes, self.persons or ("",))
        self._heard: list[Beat] | None = None
        self._thinking: tuple[Thinking, Question] | None = None
        self._seen: tuple[object, Observed] | None = None
        self._cover: tuple[object, bool] | None = None
        match.listener = self._hear
        self._seat()

    @property
    def game(self) -> Game[Any]:
        """The game being played."""
        return self.match.game

    # --- every frame ----------------------------------------------------------------------

    def advance(self) -> None:
        """Go on as far as can be gone without waiting: called every frame, returns at once."""
        if self.fault is not None:
            return
        self._seat()
        question = self.match.pending
        if question is None or question.chance:
            return
        if question.who in self.thinkers:
            self._think(question)
        else:
            self._by_order()

    def _by_order(self) -> None:
        """Let standing orders answer, once nothing is left to be shown before."""
        while self.orders is not None and self.fault is None and self.state == "waiting":
            answer = self.orders.answer(self.match)
            if answer is None:
                return
            place = len(self.match.journal)
            self._change(lambda given=answer: self.match.answer(given))
            self.orders.gave(place)

    @property
    def state(self) -> State:
        """What the window has to do now."""
        if self.fault is not None:
            return "stuck"
        if self.beat is not None:
            return "showing"
        if self.must_hand_over_to:
            return "handing-over"
        question = self.match.pending
        if question is None:
            return "over"
        return "thinking" if question.who in self.thinkers else "waiting"

    # --- who is asked ---------------------------------------------------------------------

    @property
    def viewer(self) -> str:
        """The side whose eyes we look through; empty for a watcher, who sees all."""
        return self._sitting

    @property
    def question(self) -> Question | None:
        """What a person is asked now: None while something is shown or the opponent thinks."""
        return self.match.pending if self.state == "waiting" else None

    @property
    def observed(self) -> Observed:
        """What stands on the table now, with its prompt; what a beat shows comes from the beat.

        While the screen is covered nothing is in it but whose turn it is to look.
        """
        beat = self.beat
        if beat is not None:
            return beat.observed_before
        question = self.match.pending
        key = (len(self.match.journal), id(question), self.match.over, self.must_hand_over_to)
        if self._seen is None or self._seen[0] != (key, self.viewer):
            covered = self.must_hand_over_to or self._nobody_sits()
            seen = self.match.observe(covered or self.viewer)
            if covered:
                seen = _covered(seen, covered)
            self._seen = ((key, self.viewer), seen)
        return self._seen[1]

    def answer(self, answer: Any) -> None:
        """Answer for the person who is asked.

        Raises
        ------
        Refused
            With every objection; nothing is changed then.
        HulldownError
            When nobody is asked just now.
        """
        question = self.match.pending
        thinks = question is not None and question.who in self.thinkers
        if question is None or thinks or self.fault is not None or self.must_hand_over_to:
            raise HulldownError("battle.not_asked")
        self._change(lambda: self.match.answer(answer))

    # --- the opponent ---------------------------------------------------------------------

    @property
    def thinking(self) -> Thinking | None:
        """Who thinks now and since when, also while something is still being shown."""
        return self._thinking[0] if self._thinking is not None else None

    def play_now(self) -> None:
        """Ask the opponent for the best answer so far."""
        if self._thinking is not None:
            self.thinkers[self._thinking[0].side].play_now()

    def retry(self) -> None:
        """Ask the opponent again after a fault."""
        self.fault = None
        self._drop()

    def _think(self, question: Question) -> None:
        side = question.who
        if self._thinking is None or self._thinking[1] is not question:
            self._drop()
            self._try(lambda: self._begin(side, question))
            return
        if self.beat is not None:
            return
        chosen = self._try(self.thinkers[side].ready)
        if chosen is not None:
            self._thinking = None
            self._try(lambda: self._take(side, chosen))

    def _begin(self, side: str, question: Question) -> None:
        fork = self.match.fork(viewer=side)
        try:
            assert fork.pending is not None
            self.thinkers[side].begin(fork.pending, self.match.observe(side), fork)
        finally:
            fork.close()
        self._thinking = (Thinking(side, self._clock()), question)

    def _take(self, side: str, chosen: Chosen) -> None:
        place = len(self.match.journal)
        self._change(lambda: self.match.answer(chosen.answer))
        self.thoughts.append(Thought(place, side, chosen.why))

    def _try(self, what: Callable[[], Any]) -> Any:
        """Do what may fail through no fault of the person; the fault is kept and shown."""
        try:
            return what()
        except HulldownError as error:
            self.fault = error
            self._drop()
            return None

    def _drop(self) -> None:
        if self._thinking is not None:
            thinker = self.thinkers[self._thinking[0].side]
            self._thinking = None
            thinker.drop()

    # --- showing --------------------------------------------------------------------------

    @property
    def beat(self) -> Told | None:
        """What has to be shown now, or None when everything told was shown."""
        return self._beats.next_for(self.viewer)

    @property
    def beats_left(self) -> int:
        """How many beats are not yet shown, this one included."""
        return self._beats.left(self.viewer)

    def shown(self) -> None:
        """Say that the present beat was shown."""
        self._beats.shown(self.viewer)
        self._by_order()

    def skip(self) -> None:
        """Show nothing of what is waiting: the table stands as it is now."""
        self._beats.skip(self.viewer)
        self._by_order()

    def _hear(self, event: Event) -> None:
        if self._heard is not None:
            index, entry = len(self.match.events) - 1, len(self.match.journal)
            self._heard.append(Beat(event, self.match.snapshot(), index, entry))

    def _change(self, what: Callable[[], None]) -> None:
        """Let the match go on, and keep what it told as beats when it did."""
        start = self.match.snapshot()
        self._heard = []
        try:
            what()
            self._beats.add(self._heard, start, self.match.snapshot())
        finally:
            self._heard = None
        self._seat()

    # --- several persons at one screen ----------------------------------------------------

    @property
    def must_hand_over_to(self) -> str:
        """Who has to look now while somebody else may not; empty when nothing is in the way.

        What the one who looks may still see is shown to him before.
        """
        question = self.match.pending
        if question is None or question.who not in self.persons or len(self.persons) < 2:
            return ""
        if question.who == self._sitting or self._beats.left(self._sitting):
            return ""
        return question.who if self._covers(question) else ""

    def taken_over(self) -> None:
        """Say that the one who has to look sits before the screen now."""
        self._sitting = self.must_hand_over_to or self._sitting

    def _covers(self, question: Question) -> bool:
        """Return whether the screen is covered before a question; worked out once for each."""
        if self.always_cover:
            return True
        if self._cover is None or self._cover[0] is not question:
            hides = bool(question.seen_by) or self._differs()
            self._cover = (question, hides)
        return self._cover[1]

    def _differs(self) -> bool:
        """Return whether one person at this screen sees something that another does not."""
        views = [
            msgspec.structs.replace(self.game.observe(self.match.state, each), viewer="")
            for each in self.persons
        ]
        return any(view != views[0] for view in views)

    def _seat(self) -> None:
        """Change hands without a cover where nothing is secret."""
        question = self.match.pending
        if question is None or len(self.persons) < 2 or question.who == self._sitting:
            return
        if question.who in self.persons:
            if not self._beats.left(self._sitting) and not self._covers(question):
                self._sitting = question.who
        elif not self._sitting and not self._covers(question):
            self._sitting = self.persons[0]

    def _nobody_sits(self) -> str:
        """Return who will look first, while nobody of several persons has sat down yet."""
        return self.persons[0] if len(self.persons) > 1 and not self._sitting else ""

    # --- going back, and the umpire's hand ------------------------------------------------

    def undo(self) -> None:
        """Take back the last answer that a person gave himself, and all that followed from it.

        Raises
        ------
        HulldownError
            When there is none, or, in match style, a roll or a reveal stands in the way.
        """
        self._drop()
        self.match.undo(past_rolls=not self.match_style, passed=self._not_persons())
        self._went_back()

    def why_not_undo(self) -> str:
        """Return why nothing can be taken back; empty when something can."""
        journal, pending = self.match.journal, self.match.pending
        try:
            undo_point(journal, "", pending, not self.match_style, self._not_persons())
        except HulldownError as error:
            return str(error)
        return ""

    def _not_persons(self) -> frozenset[int]:
        """Return the entries that no person gave himself: opponents, orders, the umpire."""
        journal = self.match.journal
        ordered = self.orders.given(len(journal)) if self.orders is not None else ()
        others = (n for n, e in enumerate(journal) if e.who not in self.persons and e.ask != EDIT)
        return frozenset((*others, *ordered))

    def _went_back(self) -> None:
        self.fault = None
        self._beats.clear()
        kept = len(self.match.journal)
        self.thoughts = [thought for thought in self.thoughts if thought.entry < kept]
        if self.orders is not None:
            self.orders.given(kept)
        self._seat()

    def edit(self, changes: dict[str, Any], reason: str) -> None:
        """Change the state by agreement; see `Match.edit`.

        Raises
        ------
        Refused
            With everything that stands in the way; nothing is changed then.
        """
        edit = self.match.edit
        self._change(lambda: edit(changes, reason, self.viewer or "umpire"))
        self._drop()

    def close(self) -> None:
        """Stop listening and end the opponents."""
        self.match.listener = None
        for thinker in self.thinkers.values():
            thinker.close()


def _covered(seen: Observed, side: str) -> Observed:
    """Return an observation with nothing in it but the sides and who has to look."""
    return msgspec.structs.replace(
        seen,
        viewer=side,
        units=(),
        pieces=(),
        terrain={},
        asked=side,
        prompt="battle.hand_over",
        prompt_params={"side": next((s.name for s in seen.sides if s.id == side), side)},
    )
