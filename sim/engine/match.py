"""A match: a game in progress, driven question by question.

A match is the snapshot at the present step's start, the journal of answers since, and the pending
question. Undo, fork, save and replay all follow from that: nothing is ever undone by hand.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, Self, TypeVar

import msgspec

from sim.engine.answers import decode_answer, plain_answer
from sim.engine.dice import Chance, NoChance, SeededDice
from sim.engine.events import Event
from sim.engine.game import Game, KeepsSecrets, Outcome
from sim.engine.journal import EDIT, Entry, secret_tail, undo_point
from sim.engine.observed import Observed
from sim.engine.reasons import Objection
from sim.engine.steps import Diverged, Refused, Running, digest_of

__all__ = ["Diverged", "Entry", "Match", "Refused", "decode_answer", "digest_of"]

S = TypeVar("S", bound=msgspec.Struct)


class Match(Running[S]):
    """A game in progress.

    Parameters
    ----------
    game : Game
    chance : Chance
        Where dice come from.
    state : optional
        A state at a step's start, copied; the game's first state when absent.

    Attributes
    ----------
    state : Struct
        The live state, to be read only; a new object after every step.
    journal, events : list
        Entries and events so far. An undo shortens both.
    pending : Question or None
        What is asked now; None when the game is over.
    over : bool
    watcher : callable or None
        Called with the number of journal entries kept after every answer, edit or undo that
        took effect, never during a procedure: ``len(journal)`` before it, fewer after an undo.
        A fork has none.
    """

    def __init__(self, game: Game[S], chance: Chance, state: S | None = None) -> None:
        first = game.first_state() if state is None else state
        self._open(game, chance, msgspec.msgpack.encode(first), 0)
        self.settle()

    @classmethod
    def resume(
        cls, game: Game[S], chance: Chance, start: tuple[bytes, Sequence[Entry], int]
    ) -> Self:
        """Return a match at a step's start with the answers since given again.

        Parameters
        ----------
        game : Game
        chance : Chance
        start : tuple
            Snapshot, entries since, dice used before: what `step_start` returned.
        """
        snapshot, entries, dice = start
        match = object.__new__(cls)
        match._open(game, chance, snapshot, dice)
        for entry in entries:
            match.replay(entry)
        match.settle()
        return match

    # --- asking and answering -------------------------------------------------------------

    def answer(self, answer: Any) -> None:
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
        before = len(self.journal)
        try:
            self._take(question, plain_answer(question.canonical(answer)))
            self._let_chance_answer()
        except BaseException:
            # A mistake in the rules or an interrupt: stand where we stood, whole.
            self._stand_at(before)
            raise
        self._tell_watcher(before)

    def settle(self) -> None:
        """Let chance answer for as long as it will; needed after `chance` was exchanged."""
        before = len(self.journal)
        self._let_chance_answer()
        if len(self.journal) > before:
            self._tell_watcher(before)

    def _tell_watcher(self, kept: int) -> None:
        if self.watcher is not None:
            self.watcher(kept)

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
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(changes))
        edited, objections = self._edited(plain)
        objections = objections or list(self.game.why_not_state(edited))
        if objections:
            raise Refused(objections)
        before = len(self.journal)
        try:
            self._take_edit(Entry(EDIT, who, {"changes": plain, "reason": reason}), edited)
            self._let_chance_answer()
        except BaseException:
            self._stand_at(before)
            raise
        self._tell_watcher(before)

    # --- going back, branching, looking ---------------------------------------------------

    def undo(self, *, who: str = "", past_rolls: bool = True, passed: Container[int] = ()) -> None:
        """Take back the last answer a person gave, and all that followed from it.

        Parameters
        ----------
        who : str
            Side whose last answer is meant; empty for the last answer of any side.
        past_rolls : bool
            False in a match game: undo then stops at a roll or a reveal and says so.
        passed : container of int
            Entries, counted from 0, that are not the answer meant: they go with it.
        """
        keep = undo_point(self.journal, who, self.pending, past_rolls, passed)
        self.rewind(keep)

    def rewind(self, entries: int) -> None:
        """Go back to the moment when the journal had `entries` lines."""
        if not 0 <= entries <= len(self.journal):
            raise ValueError(f"cannot rewind to {entries} of {len(self.journal)} entries")
        self._stand_at(entries)
        kept = len(self.journal)
        self._let_chance_answer()
        self._tell_watcher(kept)

    def fork(self, chance: Chance | None = None, *, viewer: str = "", guess: int = 0) -> Self:
        """Return an independent copy; without `chance` it stops at the next roll.

        The copy starts with this step's journal only: it cannot undo past the step.

        Parameters
        ----------
        chance : Chance, optional
        viewer : str
            Side the copy is for: what it may not know is guessed afresh, by the game's
            `resample` for the state and from the candidates for answers not yet revealed.
            Empty for an exact copy.
        guess : int
            Seed of the guess.
        """
        mark = self._marks[-1]
        entries = self.journal[mark.entries :]
        snapshot = mark.snapshot
        dice = SeededDice(guess, "fork")
        if viewer and isinstance(self.game, KeepsSecrets):
            known = msgspec.msgpack.decode(snapshot, type=self.game.state_type)
            guessed = self.game.resample(known, viewer, dice.below)
            snapshot = msgspec.msgpack.encode(guessed)
        twin = object.__new__(type(self))
        twin._open(self.game, chance or NoChance(), snapshot, mark.dice)
        unrevealed = len(entries) - secret_tail(entries, self.pending)
        for place, entry in enumerate(entries):
            if place >= unrevealed and viewer and viewer not in entry.seen_by:
                twin._guess(dice, place)
            else:
                twin.replay(entry)
        twin._let_chance_answer()
        return twin

    def _guess(self, dice: SeededDice, k: int) -> None:
        """Answer the pending secret question with one of its candidates."""
        question = self._asked()
        if question.chance:
            self._take(question, plain_answer(question.canonical(dice.answer(question, k))))
            return
        candidates = question.candidates()
        if not candidates:
            raise ValueError(f"{question.key}: a secret question needs candidates")
        guessed = candidates[dice.below(len(candidates), k)]
        self._take(question, plain_answer(question.canonical(guessed)))

    def observe(self, viewer: str = "") -> Observed:
        """Return what a side sees, with the pending decision as its prompt."""
        seen = self.game.observe(self.state, viewer)
        question = self.pending
        if question is None:
            outcome = self.outcome()
            why = outcome.why if outcome else None
            return msgspec.structs.replace(seen, over=self.over, result=why)
        prompt, params = question.prompt, dict(question.params)
        if question.hidden_from(viewer):
            prompt, params = "engine.match.secret", {"side": question.who}
        return msgspec.structs.replace(
            seen, asked=question.who, prompt=prompt, prompt_params=params
        )

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        return self.game.outcome(self.state) if self.over else None

    def log(self, viewer: str = "") -> list[Event]:
        """Return the events that a side may read, oldest first."""
        return [event for event in self.events if event.visible_to(viewer)]

    # --- saving ---------------------------------------------------------------------------

    def digest(self) -> str:
        """Return sixteen hex digits over the canonical JSON of the state."""
        return digest_of(self.state)

    def step_start(self) -> tuple[bytes, list[Entry], int]:
        """Return the present step's snapshot, the answers since, and the dice used before it."""
        mark = self._marks[-1]
        return mark.snapshot, self.journal[mark.entries :], mark.dice

    def close(self) -> None:
        """Drop the running procedure; the match can only be read afterwards."""
        self._close()
