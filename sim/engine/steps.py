"""The running of a game's steps: snapshots, procedures and replays, below the face of `Match`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from sim.engine.answers import decode_answer, plain_answer
from sim.engine.dice import Chance
from sim.engine.edits import apply_edit
from sim.engine.events import Event
from sim.engine.game import Game, Procedure
from sim.engine.journal import EDIT, Entry
from sim.engine.questions import Question
from sim.engine.reasons import Objection
from sim.errors import HulldownError

__all__ = ["Diverged", "Refused", "Running", "digest_of"]

S = TypeVar("S", bound=msgspec.Struct)

#: So many steps in a row that ask nothing are a mistake of the rules: the game stands still.
SILENT_STEPS = 1000


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


class _Log:
    """Takes what procedures tell: into the list, then to whoever listens.

    An object of its own, because a running procedure holds it: were it a method of the match, the
    two would hold each other and a dropped fork would wait for the garbage collector.
    """

    __slots__ = ("events", "listener")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.listener: Callable[[Event], None] | None = None

    def __call__(self, event: Event) -> None:
        """Take one event."""
        self.events.append(event)
        if self.listener is not None:
            self.listener(event)


def digest_of(state: msgspec.Struct) -> str:
    """Return sixteen hex digits over the canonical JSON of a state.

    The state is brought into its declared types first, so that 3 where 3.0 is meant, or a list
    where a tuple is, makes no difference between a live game and a loaded one.
    """
    packed = msgspec.msgpack.encode(state)
    typed = msgspec.msgpack.decode(packed, type=type(state))
    return hashlib.sha256(msgspec.json.encode(typed, order="deterministic")).hexdigest()[:16]


class Running(Generic[S]):
    """A game driven step by step; `Match` is its public face.

    A step's procedure is a coroutine that cannot be copied: every way back or sideways decodes
    the step's snapshot and gives the answers since once more.
    """

    def _open(self, game: Game[S], chance: Chance, snapshot: bytes, dice: int) -> None:
        """Stand at the start of the step in `snapshot` with nothing behind."""
        self.game = game
        self.chance = chance
        self.journal: list[Entry] = []
        self._log = _Log()
        self.events = self._log.events
        self.pending: Question | None = None
        self.over = False
        self.watcher: Callable[[int], None] | None = None
        self._marks: list[_Mark] = []
        self._dice = dice
        self._procedure: Procedure | None = None
        self._begin_steps(snapshot)

    @property
    def listener(self) -> Callable[[Event], None] | None:
        """Who hears every event while it is told, also when a way back tells it again.

        Called within the procedure, with the state as it is at that moment: it may take a
        `snapshot` and must not answer, edit or go back. A fork has none.
        """
        return self._log.listener

    @listener.setter
    def listener(self, listener: Callable[[Event], None] | None) -> None:
        self._log.listener = listener

    def _asked(self) -> Question:
        if self.pending is None:
            raise HulldownError("engine.match.over")
        return self.pending

    def _take(self, question: Question, plain: Any) -> None:
        """Write an answer down and let the procedure go on with it."""
        self.journal.append(Entry(question.key, question.who, plain, question.seen_by))
        if question.chance:
            self._dice += question.count
        self.pending = None
        if not self._runs_on(decode_answer(question.kind, plain)):
            self._begin_steps(self.snapshot())

    def _runs_on(self, answer: Any) -> bool:
        """Resume the procedure; return False when it came to its end."""
        assert self._procedure is not None
        try:
            asked = self._procedure.send(answer)
        except StopIteration:
            return False
        if not isinstance(asked, Question):
            raise TypeError(f"a rule procedure awaited {asked!r}; only questions may be asked")
        self.pending = asked
        return True

    def _begin_steps(self, snapshot: bytes) -> None:
        """Begin steps from a snapshot on, until one asks or the game is over."""
        for _ in range(SILENT_STEPS):
            # Decoded anew at every step, live or replayed: two places of the state can never
            # share an object in one of them only.
            self.state: S = msgspec.msgpack.decode(snapshot, type=self.game.state_type)
            if self._marks and self._marks[-1].entries == len(self.journal):
                self._marks.pop()  # a step that asked nothing: never gone back to
            self._marks.append(_Mark(snapshot, len(self.journal), len(self.events), self._dice))
            self._procedure = self.game.step(self.state, self._log)
            if self._procedure is None:
                self.over = True
                return
            if self._runs_on(None):
                return
            snapshot = self.snapshot()
        raise RuntimeError(f"{self.game.name}: {SILENT_STEPS} steps in a row asked nothing")

    def _let_chance_answer(self) -> None:
        while self.pending is not None and self.pending.chance:
            faces = self.chance.answer(self.pending, self._dice)
            if faces is None:
                return
            objections = self.pending.why_not(faces)
            if objections:
                raise ValueError(objections[0].text())
            self._take(self.pending, plain_answer(faces))

    def _edited(self, changes: dict[str, Any]) -> tuple[S, list[Objection]]:
        """Return the state at the step's start with changes made.

        The live state will not do: its step may have touched it before asking, and runs again.
        """
        start = msgspec.msgpack.decode(self._marks[-1].snapshot, type=self.game.state_type)
        return apply_edit(start, self.game.state_type, changes)

    def _take_edit(self, entry: Entry, edited: S) -> None:
        self._close()
        self.over = False
        self.journal.append(entry)
        del self.events[self._marks[-1].events :]
        self._log(
            Event(
                "edited",
                "engine.event.edited",
                params={"who": entry.who, "reason": entry.answer["reason"]},
            )
        )
        self._begin_steps(msgspec.msgpack.encode(edited))

    def _stand_at(self, entries: int) -> None:
        """Rebuild the moment when the journal had `entries` lines from the step before it."""
        kept = self.journal[:entries]
        self._close()
        while len(self._marks) > 1 and self._marks[-1].entries > entries:
            self._marks.pop()
        mark = self._marks.pop()
        self.journal = kept[: mark.entries]
        del self.events[mark.events :]
        self._dice = mark.dice
        self.over = False
        self._begin_steps(mark.snapshot)
        for entry in kept[mark.entries :]:
            self.replay(entry)

    def replay(self, entry: Entry, *, check: bool = False) -> None:
        """Give a recorded answer; dice are read, never rolled.

        Parameters
        ----------
        entry : Entry
        check : bool
            Ask the rules whether they still allow it: for journals from outside.

        Raises
        ------
        Diverged
            When the rules ask something else now, or refuse the recorded answer.
        """
        n = len(self.journal) + 1
        if entry.ask == EDIT:
            self._replay_edit(entry, n)
            return
        question = self.pending
        asked = question.key if question else "-"
        if question is None or entry.ask != asked or entry.who != question.who:
            raise Diverged("engine.match.diverged", n=n, recorded=entry.ask, asked=asked)
        objections = question.why_not(entry.answer) if check else ()
        if objections:
            lines = "\n".join(objection.text() for objection in objections)
            raise Diverged("engine.match.unfit", n=n, recorded=entry.ask, lines=lines)
        self._take(question, entry.answer)

    def _replay_edit(self, entry: Entry, n: int) -> None:
        edited, objections = self._edited(entry.answer["changes"])
        if objections or self._marks[-1].entries != len(self.journal):
            lines = "\n".join(objection.text() for objection in objections)
            raise Diverged("engine.match.unfit", n=n, recorded=EDIT, lines=lines)
        self._take_edit(entry, edited)

    def where(self) -> tuple[str, ...]:
        """Return the names of the procedures that are waiting, outermost first."""
        names: list[str] = []
        running: Any = self._procedure
        while hasattr(running, "cr_code"):
            names.append(running.cr_code.co_name)
            running = running.cr_await
        return tuple(names)

    @property
    def beginning(self) -> bytes:
        """The state at the first step's start: that of the game, or of a fork's step."""
        return self._marks[0].snapshot

    @property
    def dice_used(self) -> int:
        """How many single dice and draws were used so far."""
        return self._dice

    def snapshot(self) -> bytes:
        """Return the live state as bytes."""
        return msgspec.msgpack.encode(self.state)

    def step_digest(self) -> str:
        """Return the digest of the state at the present step's start."""
        start = msgspec.msgpack.decode(self._marks[-1].snapshot, type=self.game.state_type)
        return digest_of(start)

    def _close(self) -> None:
        """Close the procedure that is being dropped."""
        if self._procedure is not None:
            self._procedure.close()
            self._procedure = None
        self.pending = None

    def __del__(self) -> None:
        """Close a dropped procedure so that Python has nothing to warn about."""
        procedure = getattr(self, "_procedure", None)
        if procedure is not None:
            procedure.close()
