"""A game being played from the command line: seats, log, journal, window, ending."""

from __future__ import annotations

import math
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import msgspec
from rich.console import Console
from rich.text import Text

from sim.cli.seats import PersonSeat, Seat
from sim.cli.text.conversation import EndOfInput
from sim.engine.events import Event
from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.record import Recorder
from sim.engine.record_files import seal_path, snapshot_path
from sim.errors import HulldownError, UsageError
from sim.words import say

__all__ = ["Session", "Shown", "event_line"]

#: So many of the last events are told when a game is taken up again.
RECAP_LINES = 8


class Shown(Protocol):
    """A window that follows the game."""

    def show(self, observed: Observed) -> None:
        """Show where everything stands now."""
        ...

    def log(self, lines: list[str]) -> None:
        """Add lines to the log."""
        ...

    def step(self) -> bool:
        """Draw a frame; False when the window was closed."""
        ...


@dataclass
class Session:
    """Runs a match until it is over, the input ends, or the player quits.

    Attributes
    ----------
    match, recorder : Match, Recorder
    console : Console
    seats : mapping of side to Seat
    dice : PersonSeat or None
        Who types in real dice; None with seeded ones.
    window : Shown or None
    viewer : str
        Side whose log is shown; empty shows everything.
    """

    match: Match[Any]
    recorder: Recorder
    console: Console
    seats: Mapping[str, Seat]
    dice: PersonSeat | None = None
    window: Shown | None = None
    viewer: str = ""
    _told: int = field(default=0, init=False)
    _stopped: bool = field(default=False, init=False)

    def run(self, *, recap: bool = False) -> bool:
        """Play on; return True when the game reached its end.

        Parameters
        ----------
        recap : bool
            Whether the game was taken up again: only its last events are told then.
        """
        events = len(self.match.events)
        self._told = max(0, events - RECAP_LINES) if recap else 0
        if self._told:
            self.console.print(say("cli.play.recap", count=self._told), style="dim")
        try:
            while not self.match.over and not self._stopped:
                self.tell()
                self._one_answer()
        except EndOfInput:
            self._stopped = True
        self.tell()
        return self.match.over

    def _one_answer(self) -> None:
        question = self.match.pending
        assert question is not None
        if question.chance:
            assert self.dice is not None, "nobody rolls the dice"
            seat: Seat = self.dice
        else:
            seat = self.seats[question.who]
        answer = seat.answer(self.match)
        if answer is not None:
            self.match.answer(answer)

    def tell(self) -> None:
        """Print the events since the last time and bring the window up to date."""
        events = self.match.events
        self._told = min(self._told, len(events))
        news = [event for event in events[self._told :] if event.visible_to(self.viewer)]
        self._told = len(events)
        for event in news:
            self.console.print(event_line(event))
        if self.window is not None:
            self.window.log([event.text() for event in news])
            self.window.show(self.match.observe(self.viewer))
            if not self.window.step():
                self._stopped = True

    def frame(self) -> bool:
        """Draw one frame of the window while somebody thinks; False when it was closed."""
        if self.window is not None and not self.window.step():
            self._stopped = True
        return not self._stopped

    # --- what a player may do at any prompt -------------------------------------------------

    def undo(self, _: str) -> bool:
        """Take back the viewer's last answer with all that followed; at one keyboard, anybody's."""
        self.match.undo(who=self.viewer)
        self.console.print(say("cli.play.undone"))
        return True

    def save(self, name: str) -> bool:
        """Say where the game is kept; with a name, keep a copy there."""
        path = self.recorder.path
        if name:
            target = Path(name).with_suffix(".jsonl")
            for here in (path, seal_path(path), snapshot_path(path)):
                if here.exists():
                    there = target.with_suffix(here.suffix)
                    _copy(here, there)
            path = target
        self.console.print(Text(say("cli.play.kept", path=path)), soft_wrap=True)
        return False

    def quit(self, _: str) -> bool:
        """Stop here; the journal can be taken up again."""
        self._stopped = True
        return True

    def edit(self, words: str) -> bool:
        """Do an umpire's edit: ``PLACE = VALUE because REASON``."""
        change, because, reason = words.partition(" because ")
        place, equals, value = change.partition("=")
        if not because or not equals:
            raise UsageError("cli.play.edit_form")
        try:
            plain = msgspec.json.decode(value.strip().encode())
        except msgspec.DecodeError:
            plain = value.strip()
        self.match.edit({place.strip(): plain}, reason)
        return True


def event_line(event: Event) -> Text:
    """Return an event as a line of the log: turns and phases stand out, moves say where to.

    What begins (``turn-began``) is a heading; an event with ``paths`` in its data tells how far
    the first of them went and where it ended, for those who cannot see the table.
    """
    if event.kind.endswith("-began"):
        return Text(say("cli.play.heading", text=event.text()), style="bold")
    line = Text(say("cli.play.event", text=event.text()))
    paths = event.data.get("paths")
    if isinstance(paths, dict) and paths:
        mini, way = next(iter(paths.items()))
        x, y = way[-1]
        inches = sum(math.dist(a, b) for a, b in pairwise(way))
        if inches:
            params = {"mini": mini, "inches": f"{inches:.1f}", "x": f"{x:.1f}", "y": f"{y:.1f}"}
            line.append(" " + say("cli.play.went", **params), style="dim")
    return line


def _copy(here: Path, there: Path) -> None:
    try:
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(here, there)
    except OSError as error:
        detail = error.strerror or type(error).__name__
        raise HulldownError("cli.cannot_write", path=there, detail=detail) from error
