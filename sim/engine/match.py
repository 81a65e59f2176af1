"""A match: a game in progress, driven question by question.

A match is the snapshot at the present step's start, the journal of answers since, and the pending
question. Undo, fork, save and replay all follow from that: nothing is ever undone by hand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Generic, Self, TypeVar

import msgspec

from sim.engine.dice import Chance, NoChance
from sim.engine.edits import apply_edit
from sim.engine.events import Event
from sim.engine.game import Game, Outcome, Procedure
from sim.engine.observed import Observed
from sim.engine.questions import ANSWER_TYPES, Answer, Question
from sim.engine.reasons import Objection
from sim.errors import HulldownError

__all__ = ["Diverged", "Entry", "Match", "Refused", "digest_of"]

S = TypeVar("S", bound=msgspec.Struct)

EDIT = "edit"


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the journal: the question's key, who answered, and the answer.

    An umpire's edit is an entry too: `ask` is ``edit`` and `answer` holds changes and reason.
    """

    ask: str
    who: str
    answer: Any


class Refused(HulldownError):
    """An answer was refused; the match is as it was. Holds every objection."""

    def __init__(self, objections: Sequence[Objection]) -> None:
        self.objections = tuple(objections)
        lines = "\n".join(objection.text() for objection in objections)
        super().__init__("engine.match.refused", lines=lines)


class Diverged(HulldownError):
    """A recorded answer does not fit the question that the rules ask now."""


class _Mark(msgspec.Struct, frozen=True):
    """The start of a step: the state there and how long journal and log were."""

    snapshot: bytes
    entries: int
    events: int
    dice: int


def digest_of(state: msgspec.Struct) -> str:
    """Return sixteen hex digits over the canonical JSON of a state."""
    return hashlib.sha256(msgspec.json.encode(state, order="deterministic")).hexdigest()[:16]


class Match(Generic[S]):
    """A game in progress.

    Parameters
    ----------
    game : Game
    chance : Chance
        Where dice come from.
    state : optional
        A state at a step's start; the game's first state when absent.
    """

    def __init__(self, game: Game[S], chance: Chance, state: S | None = None) -> None:
        self.game = game
        self.chance = chance
        self.state: S = game.first_state() if state is None else state
        self.journal: list[Entry] = []
        self.events: list[Event] = []
        self.pending: Question | None = None
        self.over = False
        self._marks: list[_Mark] = []
        self._dice = 0
        self._procedure: Procedure | None = None
        self._begin_step()
        self._settle()

    # --- asking and answering -------------------------------------------------------------

    def answer(self, answer: Answer) -> None:
        """Answer the pending question.

        Raises
        ------
        Refused
            With every objection; the match is unchanged.
        HulldownError
            When the game is over.
        """
        question = self._asked()
        objections = question.why_not(answer)
        if objections:
            raise Refused(objections)
        self._take(question, answer)
        self._settle()

    def _asked(self) -> Question:
        if self.pending is None:
            raise HulldownError("engine.match.over")
        return self.pending

    def _take(self, question: Question, answer: Answer) -> None:
        """Write an answer down and let the procedure go on with it."""
        self.journal.append(Entry(question.key, question.who, answer))
        if question.chance:
            self._dice += question.count
        self._send(answer)

    def _send(self, answer: Answer | None) -> None:
        """Resume the procedure; at its end begin the next step."""
        assert self._procedure is not None
        try:
            asked = self._procedure.send(answer)
        except StopIteration:
            self.pending = None
            self._begin_step()
            return
        if not isinstance(asked, Question):
            raise TypeError(f"a rule procedure awaited {asked!r}; only questions may be asked")
        self.pending = asked

    def _begin_step(self) -> None:
        """Take a snapshot and start the next procedure, until one asks or the game is over."""
        while True:
            mark = _Mark(self.snapshot(), len(self.journal), len(self.events), self._dice)
            self._marks.append(mark)
            self._procedure = self.game.step(self.state, self.events.append)
            if self._procedure is None:
                self.over = True
                self.pending = None
                return
            try:
                asked = self._procedure.send(None)
            except StopIteration:
                continue
            if not isinstance(asked, Question):
                raise TypeError(f"a rule procedure awaited {asked!r}; only questions may be asked")
            self.pending = asked
            return

    def _settle(self) -> None:
        """Let chance answer for as long as it will."""
        while self.pending is not None and self.pending.chance:
            faces = self.chance.answer(self.pending, self._dice)
            if faces is None:
                return
            self._take(self.pending, faces)

    # --- the umpire's hand ----------------------------------------------------------------

    def edit(self, changes: dict[str, Any], reason: str, who: str = "umpire") -> None:
        """Change the state by agreement, between two actions.

        Parameters
        ----------
        changes : dict
            Dotted place in the state to its new value, as in ``units.rangers.suppression``.
        reason : str
            Written into journal and log.

        Raises
        ------
        Refused
            When the action in hand has begun, a place or value is wrong, or the state that would
            result is impossible. Nothing is changed then.
        """
        if self._marks[-1].entries != len(self.journal):
            raise Refused([Objection("engine.match.edit_mid_step")])
        if not reason.strip():
            raise Refused([Objection("engine.match.edit_reason")])
        edited, objections = apply_edit(self.state, self.game.state_type, changes)
        objections = objections or list(self.game.why_not_state(edited))
        if objections:
            raise Refused(objections)
        self._take_edit(Entry(EDIT, who, {"changes": changes, "reason": reason}), edited)
        self._settle()

    def _take_edit(self, entry: Entry, edited: S) -> None:
        self._close()
        self.journal.append(entry)
        del self.events[self._marks[-1].events :]
        self.events.append(
            Event(
                "edited",
                "engine.event.edited",
                params={"who": entry.who, "reason": entry.answer["reason"]},
            )
        )
        self.state = edited
        self._begin_step()

    # --- going back, branching, looking ---------------------------------------------------

    def undo(self, *, past_rolls: bool = True) -> None:
        """Take back the last answer a person gave, and the dice that followed from it.

        Parameters
        ----------
        past_rolls : bool
            False in a match game: undo then stops at a roll and says so.
        """
        keep = len(self.journal)
        while keep and not self.journal[keep - 1].who:
            keep -= 1
        rolled = keep < len(self.journal)
        if keep == 0:
            raise HulldownError("engine.match.nothing_to_undo")
        if rolled and not past_rolls:
            raise HulldownError("engine.match.undo_stops")
        self.rewind(keep - 1)

    def rewind(self, entries: int) -> None:
        """Go back to the moment when the journal had `entries` lines."""
        kept = self.journal[:entries]
        self._close()
        while len(self._marks) > 1 and self._marks[-1].entries > entries:
            self._marks.pop()
        mark = self._marks.pop()
        self._restart(mark, kept)
        self._settle()

    def _restart(self, mark: _Mark, entries: Sequence[Entry]) -> None:
        """Stand at the start of a step and replay the journal lines after it."""
        self.state = msgspec.msgpack.decode(mark.snapshot, type=self.game.state_type)
        self.journal = list(entries[: mark.entries])
        del self.events[mark.events :]
        self._dice = mark.dice
        self.over = False
        self._begin_step()
        for entry in entries[mark.entries :]:
            self.replay(entry)

    def replay(self, entry: Entry) -> None:
        """Give a recorded answer; dice are read, never rolled.

        Raises
        ------
        Diverged
            When the rules ask something else now, or refuse the recorded answer.
        """
        if entry.ask == EDIT:
            edited, objections = apply_edit(
                self.state, self.game.state_type, entry.answer["changes"]
            )
            if objections:
                raise Refused(objections)
            self._take_edit(entry, edited)
            return
        asked = self.pending.key if self.pending else ""
        if entry.ask != asked:
            raise Diverged(
                "engine.match.diverged", n=len(self.journal) + 1, recorded=entry.ask, asked=asked
            )
        question = self._asked()
        self._take(question, decode_answer(question.kind, entry.answer))

    def fork(self, chance: Chance | None = None) -> Self:
        """Return an independent copy; without `chance` it stops at the next roll.

        The copy starts with this step's journal only: it cannot undo past the step.
        """
        mark = self._marks[-1]
        twin = object.__new__(type(self))
        twin.game = self.game
        twin.chance = chance or NoChance()
        twin.journal = []
        twin.events = []
        twin.pending = None
        twin.over = False
        twin._marks = []
        twin._dice = mark.dice
        twin._procedure = None
        twin.state = msgspec.msgpack.decode(mark.snapshot, type=self.game.state_type)
        twin._begin_step()
        for entry in self.journal[mark.entries :]:
            twin.replay(entry)
        twin._settle()
        return twin

    def observe(self, viewer: str = "") -> Observed:
        """Return what a side sees, with the pending decision as its prompt."""
        seen = self.game.observe(self.state, viewer)
        question = self.pending
        if question is None:
            outcome = self.outcome()
            return msgspec.structs.replace(
                seen, over=self.over, result=outcome.why if outcome else None
            )
        return msgspec.structs.replace(
            seen,
            asked=question.who,
            prompt=question.prompt,
            prompt_params=dict(question.params),
        )

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        return self.game.outcome(self.state) if self.over else None

    def log(self, viewer: str = "") -> list[Event]:
        """Return the events that a side may read, oldest first."""
        return [event for event in self.events if event.visible_to(viewer)]

    # --- saving ---------------------------------------------------------------------------

    def snapshot(self) -> bytes:
        """Return the live state as bytes."""
        return msgspec.msgpack.encode(self.state)

    def digest(self) -> str:
        """Return sixteen hex digits over the canonical JSON of the state."""
        return digest_of(self.state)

    def step_start(self) -> tuple[bytes, list[Entry], int]:
        """Return the present step's snapshot, the answers since, and the dice used before it."""
        mark = self._marks[-1]
        return mark.snapshot, self.journal[mark.entries :], mark.dice

    def _close(self) -> None:
        """Close the procedure that is being dropped."""
        if self._procedure is not None:
            self._procedure.close()
            self._procedure = None
        self.pending = None

    def close(self) -> None:
        """Drop the running procedure; the match can only be read afterwards."""
        self._close()

    def __del__(self) -> None:
        """Close a dropped procedure so that Python has nothing to warn about."""
        procedure = getattr(self, "_procedure", None)
        if procedure is not None:
            procedure.close()


def decode_answer(kind: str, answer: Any) -> Answer:
    """Return an answer read from JSON in its own type.

    Raises
    ------
    msgspec.ValidationError
        When it has not the form of an answer of that kind.
    """
    return msgspec.convert(msgspec.to_builtins(answer), ANSWER_TYPES[kind])
