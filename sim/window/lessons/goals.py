"""What a step of a lesson waits for: predicates over what was seen since the step began.

They name question keys, event kinds and things of the page, never a game. A question's name is
its key with its subject, ``pick:activate:clause@unit``; patterns may hold ``*``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal

import msgspec

from sim.engine.events import Event
from sim.engine.journal import Entry

__all__ = ["Eye", "Goal", "Mark", "Seen", "is_met", "question_matches"]

#: Turning the camera by so many degrees, and coming nearer or going farther by so large a share,
#: is meant; less may happen by chance.
TURNED_DEG, ZOOMED, PANNED_IN = 15.0, 0.15, 2.0


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing to be done; exactly one of its sorts is named.

    Attributes
    ----------
    event : str
        Sort: an event of this kind was told. `subject`, `count` and `has` narrow it.
    answered : str
        Sort: a question of this pattern was answered by my side. `give` narrows it.
    asked : str
        Sort: a question of this pattern waits for me.
    objected : str
        Sort: while a question of this pattern waited, a wrong answer or plan was told why.
    fact : str
        Sort: the page tells something by this name (``rulers``, ``sight``, ``eye``) that it did
        not tell when the step began. `is_` narrows it.
    closed : str
        Sort: the page tells nothing by this name now: what was opened is closed again.
    camera : str
        Sort: the camera was ``turned``, ``zoomed`` or ``panned``.
    turned : float
        Sort: a miniature of the plan stands turned by at least so many degrees.
    selected : str
        Sort: this unit was selected; ``mine`` and ``theirs`` mean any.
    undone : bool
        Sort: an answer was taken back.
    give : str
        Pattern of the answer to a pick.
    subject : str
        Unit of an event, as in `selected`.
    has : str
        A name that must be in the event's data, with something in it.
    is_ : str
        Written ``is``: the fact as text must match this pattern.
    count : int
        So many events.
    """

    event: str = ""
    answered: str = ""
    asked: str = ""
    objected: str = ""
    fact: str = ""
    closed: str = ""
    camera: Literal["", "turned", "zoomed", "panned"] = ""
    turned: float = 0.0
    selected: str = ""
    undone: bool = False
    give: str = ""
    subject: str = ""
    has: str = ""
    is_: str = msgspec.field(default="", name="is")
    count: int = 1

    @property
    def sorts(self) -> tuple[str, ...]:
        """The sorts that are named; exactly one in a goal that makes sense."""
        named = {
            "event": self.event,
            "answered": self.answered,
            "asked": self.asked,
            "objected": self.objected,
            "fact": self.fact,
            "closed": self.closed,
            "camera": self.camera,
            "turned": self.turned,
            "selected": self.selected,
            "undone": self.undone,
        }
        return tuple(name for name, value in named.items() if value)

    @property
    def is_look(self) -> bool:
        """Whether it is about looking: once done it stays done, however often is looked away."""
        return self.sorts[:1] in (
            ("objected",),
            ("fact",),
            ("camera",),
            ("turned",),
            ("selected",),
            ("undone",),
        )


@dataclass(frozen=True)
class Eye:
    """Where the camera is: degrees, inches."""

    turn: float = 0.0
    rise: float = 0.0
    distance: float = 1.0
    at: tuple[float, float] = (0.0, 0.0)

    def moved(self, how: str, before: Eye) -> bool:
        """Whether the camera went another way than by chance since it was at `before`."""
        if how == "turned":
            turn = abs((self.turn - before.turn + 180.0) % 360.0 - 180.0)
            return max(turn, abs(self.rise - before.rise)) >= TURNED_DEG
        if how == "zoomed":
            return abs(math.log(self.distance / before.distance)) >= ZOOMED
        return math.dist(self.at, before.at) >= PANNED_IN


@dataclass(frozen=True)
class Seen:
    """What a lesson sees of its battle in a frame.

    Attributes
    ----------
    side : str
        The learner's.
    entries, events : sequence of Entry, of Event
        The whole journal and everything told.
    settled : bool
        Whether nothing is left to be shown.
    asked : str
        Name of the question that waits for the learner; empty for none.
    over : bool
    objected : bool
        Whether something is told to be wrong just now.
    facts : mapping
        What the page tells.
    eye : Eye
    turned : float
        Degrees that a miniature of the plan is turned, at most.
    selected : str
        The unit whose card is shown.
    units : mapping of unit to side
    undone : int
        How often something was taken back so far.
    """

    side: str
    entries: Sequence[Entry] = ()
    events: Sequence[Event] = ()
    settled: bool = True
    asked: str = ""
    over: bool = False
    objected: bool = False
    facts: Mapping[str, object] = field(default_factory=dict[str, object])
    eye: Eye = Eye()
    turned: float = 0.0
    selected: str = ""
    units: Mapping[str, str] = field(default_factory=dict[str, str])
    undone: int = 0


@dataclass(frozen=True)
class Mark:
    """Where a step began: how far journal and log were, and what was shown already."""

    entries: int = 0
    events: int = 0
    facts: Mapping[str, object] = field(default_factory=dict[str, object])
    eye: Eye = Eye()
    selected: str = ""
    undone: int = 0

    @classmethod
    def of(cls, seen: Seen) -> Mark:
        """Return the mark of this moment."""
        return cls(
            len(seen.entries),
            len(seen.events),
            dict(seen.facts),
            seen.eye,
            seen.selected,
            seen.undone,
        )


def question_matches(pattern: str, asked: str) -> bool:
    """Return whether a question's name fits a pattern; one without ``@`` fits any subject."""
    name = asked if "@" in pattern else asked.partition("@")[0]
    return bool(asked) and fnmatchcase(name, pattern)


def is_met(goal: Goal, seen: Seen, mark: Mark) -> bool:
    """Return whether a goal is reached in what was seen since a mark."""
    sort = goal.sorts[0]
    if sort == "event":
        return _told(goal, seen, mark) >= goal.count
    if sort == "answered":
        return any(_gave(goal, entry, seen.side) for entry in seen.entries[mark.entries :])
    if sort == "asked":
        return seen.settled and question_matches(goal.asked, seen.asked)
    if sort == "objected":
        return seen.objected and question_matches(goal.objected, seen.asked)
    if sort == "fact":
        return _shown(goal, seen, mark)
    if sort == "closed":
        return goal.closed not in seen.facts
    if sort == "camera":
        return seen.eye.moved(goal.camera, mark.eye)
    if sort == "turned":
        return seen.turned >= goal.turned
    if sort == "selected":
        return seen.selected != mark.selected and _is_unit(goal.selected, seen.selected, seen)
    return seen.undone > mark.undone


def _told(goal: Goal, seen: Seen, mark: Mark) -> int:
    """Return how many events of a goal were told and shown."""
    if not seen.settled:
        return 0
    return sum(
        event.kind == goal.event
        and event.visible_to(seen.side)
        and (not goal.subject or _is_unit(goal.subject, event.subject, seen))
        and (not goal.has or bool(event.data.get(goal.has)))
        for event in seen.events[mark.events :]
    )


def _is_unit(wanted: str, unit: str, seen: Seen) -> bool:
    side = seen.units.get(unit, unit)
    if wanted == "mine":
        return side == seen.side
    if wanted == "theirs":
        return bool(unit) and side != seen.side
    return unit == wanted


def _gave(goal: Goal, entry: Entry, side: str) -> bool:
    if entry.who != side or not question_matches(goal.answered.partition("@")[0], entry.ask):
        return False
    return not goal.give or (isinstance(entry.answer, str) and fnmatchcase(entry.answer, goal.give))


def _shown(goal: Goal, seen: Seen, mark: Mark) -> bool:
    """Return whether the page tells a fact anew; without a pattern an empty one does not count."""
    value = seen.facts.get(goal.fact)
    if goal.fact not in seen.facts or value == mark.facts.get(goal.fact):
        return False
    return fnmatchcase(f"{value}", goal.is_) if goal.is_ else bool(value)
