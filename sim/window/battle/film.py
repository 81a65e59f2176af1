"""A recorded game as a film: moments to seek among, in any direction, at once.

The film is developed in slices while the window draws: every entry is given again to the rules, and
the state after each of its events is kept, packed. So a look at any moment that was developed
costs one unpacking, however long the game.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import msgspec

from sim.engine.dice import NoChance
from sim.engine.events import Event
from sim.engine.game import Game
from sim.engine.journal import EDIT, Entry
from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.questions import Question
from sim.errors import InputProblems, Problem
from sim.window.battle.beats import Eyes, Told, around
from sim.window.battle.saves import track_text
from sim.window.ports import Recording
from sim.words import say

__all__ = ["Film", "Moment", "Turn"]

#: Quick and four times smaller; a higher level gains little.
PACKING = 1


@dataclass(frozen=True)
class Moment:
    """One moment: what an entry of the journal did.

    Attributes
    ----------
    k : int
        Its place in the film; 0 is the beginning, before any entry.
    entry : int
        How many journal entries are given by then.
    who : str
        Side that answered; empty for dice and the beginning.
    asked : str
        What was asked, as a sentence; empty for the beginning.
    first_event, end_event : int
        The events that belong to it.
    seen_by : tuple of str
        Sides that might see the answer; empty for all.
    turn, phase : str
        Where the game stands afterwards.
    new_turn : bool
        Whether the turn is another one than a moment before.
    """

    k: int
    entry: int
    who: str
    asked: str
    first_event: int
    end_event: int
    seen_by: tuple[str, ...] = ()
    turn: str = ""
    phase: str = ""
    new_turn: bool = False


@dataclass(frozen=True)
class Turn:
    """A turn of the game: its number from 1, its text, and its first moment."""

    number: int
    text: str
    k: int


class Film:
    """A game that can be looked at in any order.

    Parameters
    ----------
    game : Game
    entries : sequence of Entry
        The journal without what was taken back.
    start : bytes, optional
        State it begins with; the game's first state when empty.
    digest : str
        That of the recorded end, if known: another end is refused.
    checked : bool
        Whether the rules are asked if they allow every answer: for journals from outside.
    source : str
        Name of the journal, for messages.
    """

    def __init__(
        self,
        game: Game[Any],
        entries: Sequence[Entry],
        start: bytes = b"",
        *,
        digest: str = "",
        checked: bool = True,
        source: str = "",
    ) -> None:
        self.game = game
        self.source = source
        self._entries = list(entries)
        self._digest = digest
        self._checked = checked
        self._eyes = Eyes(game)
        self._heard: list[bytes] = []
        self.events: list[Event] = []
        self.moments: list[Moment] = []
        #: The state after each event, and after each moment; equal ones in a row are one object.
        self._after_event: list[bytes] = []
        self._after_moment: list[bytes] = []
        self._turn_at: list[int] = []
        state = msgspec.msgpack.decode(start, type=game.state_type) if start else None
        self._match = Match(game, NoChance(), state)
        self._match.listener = self._hear
        self._open()

    @classmethod
    def of(cls, recording: Recording, source: str = "") -> Self:
        """Return the film of a recorded game."""
        header = recording.header
        return cls(
            recording.game,
            recording.entries,
            header.start,
            digest=recording.digest,
            source=source,
        )

    @classmethod
    def of_match(cls, match: Match[Any]) -> Self:
        """Return the film of a match so far; `follow` brings it up to date."""
        return cls(match.game, match.journal, match.beginning, checked=False)

    # --- developing -------------------------------------------------------------------------

    def develop(self, entries: int = 8) -> bool:
        """Develop some entries more; return whether all is developed.

        Raises
        ------
        Diverged
            When the rules ask something else now, or refuse a recorded answer.
        InputProblems
            When the end is not the one recorded.
        """
        for _ in range(entries):
            if self.developed:
                return True
            self._one()
        return self.developed

    @property
    def developed(self) -> bool:
        """Whether every entry is developed."""
        return len(self._match.journal) >= len(self._entries)

    @property
    def progress(self) -> float:
        """Which share of the entries is developed."""
        return len(self._match.journal) / len(self._entries) if self._entries else 1.0

    @property
    def over(self) -> bool:
        """Whether the film ends with the game's end; false while it is not developed."""
        return self.developed and self._match.over

    def digest(self) -> str:
        """Return the digest of the last state that is developed."""
        return self._match.digest()

    def follow(self, entries: Sequence[Entry]) -> None:
        """Take up what the journal of a running match has become; also after an undo."""
        common = 0
        for ours, theirs in zip(self._entries, entries, strict=False):
            if ours != theirs:
                break
            common += 1
        self._entries = list(entries)
        if common < len(self._match.journal):
            self._cut(common)

    def _cut(self, entries: int) -> None:
        """Forget what came after so many entries."""
        while len(self.moments) > 1 and self.moments[-1].entry > entries:
            self.moments.pop()
            self._after_moment.pop()
            self._turn_at.pop()
        last = self.moments[-1]
        self._match.listener = None
        self._match.rewind(last.entry)
        self._match.listener = self._hear
        del self.events[last.end_event :]
        del self._after_event[last.end_event :]

    def _hear(self, event: Event) -> None:
        self.events.append(event)
        self._heard.append(self._match.snapshot())

    def _open(self) -> None:
        """Make the beginning a moment: what was told before anybody was asked belongs to it."""
        self.events.extend(self._match.events)
        state = self._packed(self._match.snapshot())
        self._after_event.extend(state for _ in self.events)
        self._add(Moment(0, 0, "", "", 0, len(self.events)), state)

    def _one(self) -> None:
        """Give one entry again, and make it a moment where it changed something."""
        entry = self._entries[len(self._match.journal)]
        question, before = self._match.pending, self._unpacked(self._after_moment[-1])
        self._heard = []
        self._match.replay(entry, check=self._checked)
        after = self._match.snapshot()
        if self._heard:
            self._heard[-1] = after
        self._after_event.extend(self._packed(state) for state in self._heard)
        if self._heard or after != before or entry.ask == EDIT:
            first = len(self.events) - len(self._heard)
            moment = Moment(
                len(self.moments),
                len(self._match.journal),
                entry.who,
                _asked(question, entry),
                first,
                len(self.events),
                entry.seen_by,
            )
            self._add(moment, self._packed(after))
        if self.developed and self._digest and self._digest != self._match.digest():
            params: dict[str, object] = {"recorded": self._digest, "found": self._match.digest()}
            raise InputProblems([Problem("engine.record.other_end", "", self.source, params)])

    def _add(self, moment: Moment, state: bytes) -> None:
        seen = self._eyes.look(self._unpacked(state), "")
        texts = [track_text(track) for track in seen.tracks[:2]]
        turn, phase = [*texts, "", ""][:2]
        number = seen.tracks[0].now + 1 if seen.tracks else 0
        again = bool(self._turn_at) and self._turn_at[-1] == number
        self._turn_at.append(number)
        self._after_moment.append(state)
        self.moments.append(replace(moment, turn=turn, phase=phase, new_turn=not again))

    def _packed(self, state: bytes) -> bytes:
        packed = zlib.compress(state, PACKING)
        last = self._after_event[-1] if self._after_event else b""
        return last if packed == last else packed

    def _unpacked(self, packed: bytes) -> bytes:
        return zlib.decompress(packed)

    # --- looking ----------------------------------------------------------------------------

    def __len__(self) -> int:
        """Return how many moments are developed."""
        return len(self.moments)

    def reach(self, k: int) -> int:
        """Develop up to a moment, if need be, and return the nearest that there is."""
        while len(self.moments) <= k and not self.developed:
            self._one()
        return max(0, min(k, len(self.moments) - 1))

    def observed_at(self, k: int, viewer: str = "") -> Observed:
        """Return what a side sees after a moment, or everything for an empty viewer.

        Beyond either end stands the end itself.
        """
        k = self.reach(k)
        seen = self._eyes.look(self._unpacked(self._after_moment[k]), viewer)
        if self.over and k == len(self.moments) - 1:
            outcome = self._match.outcome()
            why = outcome.why if outcome else None
            return msgspec.structs.replace(seen, over=True, result=why)
        return seen

    def state_at(self, k: int) -> Any:
        """Return the game's state after a moment, a copy; beyond either end that of the end."""
        packed = self._after_moment[self.reach(k)]
        return msgspec.msgpack.decode(self._unpacked(packed), type=self._match.game.state_type)

    def events_at(self, k: int, viewer: str = "") -> tuple[Told, ...]:
        """Return what was told at a moment and a side may know, each with before and after."""
        k = self.reach(k)
        moment = self.moments[k]
        places = range(moment.first_event, moment.end_event)
        seen = [place for place in places if self.events[place].visible_to(viewer)]
        states = around(
            [self._after_event[place] for place in seen],
            self._after_moment[max(0, k - 1)],
            self._after_moment[k],
        )
        found: list[Told] = []
        for place, pair in zip(seen, states, strict=True):
            before, after = (self._eyes.look(self._unpacked(state), viewer) for state in pair)
            found.append(Told(self.events[place], before, after, place, moment.entry))
        return tuple(found)

    def asked_at(self, k: int, viewer: str = "") -> str:
        """Return what was asked at a moment, as a sentence; empty where a side may not know it."""
        moment = self.moments[self.reach(k)]
        return "" if viewer and moment.seen_by and viewer not in moment.seen_by else moment.asked

    def log(self, viewer: str = "") -> list[tuple[int, Event]]:
        """Return the developed events that a side may read, with their places."""
        return [(n, event) for n, event in enumerate(self.events) if event.visible_to(viewer)]

    # --- seeking ----------------------------------------------------------------------------

    def jump_to_event(self, index: int) -> int:
        """Return the moment of an event; the last one when there is no such event."""
        while len(self.events) <= index and not self.developed:
            self._one()
        ends = [moment.end_event for moment in self.moments]
        return min(bisect_right(ends, index), len(self.moments) - 1)

    def turns(self) -> tuple[Turn, ...]:
        """Return the turns that are developed, each with its first moment."""
        return tuple(
            Turn(self._turn_at[moment.k], moment.turn, moment.k)
            for moment in self.moments
            if moment.new_turn and self._turn_at[moment.k] > 0
        )

    def k_of_turn(self, number: int) -> int:
        """Return the first moment of a turn (from 1); the last moment when it was not played."""
        while number not in self._turn_at and not self.developed:
            self._one()
        if number in self._turn_at:
            return self._turn_at.index(number)
        return len(self.moments) - 1


def _asked(question: Question | None, entry: Entry) -> str:
    """Return what an entry answered, as a sentence."""
    if question is None or entry.ask == EDIT:
        return say("battle.edited")
    return say(question.prompt, **question.params)
