"""The conductor: drives a match question by question, and never keeps the frame loop waiting.

Every frame calls `advance`. Somebody is asked, somebody thinks, something is being shown, the
screen is handed over, or the game is over: the states are in that order of precedence told by
`state`, and the window draws what belongs to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

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
from sim.window.battle.going_back import TakenBack, give_again
from sim.window.battle.seats import Seats, covered_view
from sim.window.battle.standing_orders import StandingOrders
from sim.window.ports import Thinker

__all__ = ["Conductor", "State", "Thinking", "Thought"]

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


class Conductor:
    """Drives a match for a window.

    Parameters
    ----------
    match : Match
        From now on its `listener` is the conductor's.
    thinkers : mapping of side to Thinker
        Who plays the sides that no person plays.
    orders : StandingOrders, optional
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
        orders: StandingOrders | None = None,
        match_style: bool = False,
        always_cover: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.match = match
        self.thinkers = dict(thinkers)
        self.orders = orders
        self.match_style = match_style
        self.fault: HulldownError | None = None
        self.thoughts: list[Thought] = []
        self._clock = clock
        sides = match.game.sides
        self.persons = tuple(side for side in sides if side not in self.thinkers)
        self._beats = Beats(Eyes(match.game), self.persons or ("",))
        self._seats = Seats(match, self.persons, self._beats, always_cover=always_cover)
        self._heard: list[Beat] | None = None
        self._thinking: tuple[Thinking, Question] | None = None
        self._seen: tuple[tuple[Any, Any], object, Observed] | None = None
        self._undone = TakenBack()
        match.listener = self._hear
        self._seats.settle()

    @property
    def game(self) -> Game[Any]:
        """The game being played."""
        return self.match.game

    # --- every frame ----------------------------------------------------------------------

    def advance(self) -> None:
        """Go on as far as can be gone without waiting: called every frame, returns at once."""
        if self.fault is not None:
            return
        self._seats.settle()
        question = self.match.pending
        if question is None or question.chance:
            return
        if question.who in self.thinkers:
            self._think(question)
        else:
            self._by_order()

    def _by_order(self) -> None:
        """Let standing orders answer, once nothing is left to be shown before.

        The screen need not be handed over for that: nobody has to look.
        """
        while self.orders is not None and self.state in ("waiting", "handing-over"):
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
        return self._seats.sitting

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
        match, covered = self.match, self.must_hand_over_to or self._seats.nobody_sits
        # The objects themselves stand for the moment: a way back makes both anew.
        moment = (match.state, match.pending)
        key = (len(match.journal), self.viewer, covered)
        if self._seen is None or not _same(self._seen[0], moment) or self._seen[1] != key:
            seen = match.observe(covered or self.viewer)
            self._seen = (moment, key, covered_view(seen, covered) if covered else seen)
        return self._seen[2]

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

    def _change(self, what: Callable[[], Any], *, again: bool = False) -> Any:
        """Let the match go on, and keep what it told as beats when it did.

        Unless it goes the way that was taken back again, that way is forgotten.
        """
        start, before = self.match.snapshot(), len(self.match.journal)
        heard = self._heard = []
        try:
            return what()
        finally:
            self._heard = None
            # What was answered and could not be written, on a full disk, was answered all the same.
            if len(self.match.journal) > before:
                self._beats.add(heard, start, self.match.snapshot())
                if not again:
                    self._undone.clear()
            self._seats.settle()

    # --- several persons at one screen ----------------------------------------------------

    @property
    def must_hand_over_to(self) -> str:
        """Who has to look now while somebody else may not; empty when nothing is in the way.

        What the one who looks may still see is shown to him before.
        """
        return self._seats.must_hand_over_to

    def taken_over(self) -> None:
        """Say that the one who has to look sits before the screen now."""
        self._seats.taken_over()
        self._by_order()

    # --- going back, and the umpire's hand ------------------------------------------------

    def undo(self) -> None:
        """Take back the last answer that a person gave himself, and all that followed from it.

        Raises
        ------
        HulldownError
            When there is none, or, in match style, a roll or a reveal stands in the way.
        """
        self._drop()
        journal = list(self.match.journal)
        ordered = self._ordered()
        self.match.undo(past_rolls=not self.match_style, passed=self._not_persons())
        self._undone.keep(journal, len(self.match.journal), ordered)
        self._went_back()

    @property
    def can_redo(self) -> bool:
        """Whether something that was taken back can be given again."""
        return bool(self._undone)

    def redo(self) -> None:
        """Give the last answer that was taken back again, with what followed from it.

        An entry that does not fit any more ends it; it is no error to have nothing to redo.
        """
        self._drop()
        for entry, ordered in self._undone.take(self.persons):
            place = len(self.match.journal)
            if not self._change(lambda given=entry: give_again(self.match, given), again=True):
                self._undone.clear()
            elif ordered and self.orders is not None:
                self.orders.gave(place)

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
        others = (n for n, e in enumerate(journal) if e.who not in self.persons and e.ask != EDIT)
        return frozenset((*others, *self._ordered()))

    def _ordered(self) -> tuple[int, ...]:
        """Return the entries that standing orders gave."""
        return self.orders.given(len(self.match.journal)) if self.orders is not None else ()

    def _went_back(self) -> None:
        self.fault = None
        self._beats.clear()
        kept = len(self.match.journal)
        self.thoughts = [thought for thought in self.thoughts if thought.entry < kept]
        if self.orders is not None:
            self.orders.given(kept)
        self._seats.settle()

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


def _same(one: tuple[Any, Any], other: tuple[Any, Any]) -> bool:
    return one[0] is other[0] and one[1] is other[1]
