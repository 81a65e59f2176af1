"""The guide: which step of a lesson it is, when a step is done, and when the path was left."""

from __future__ import annotations

import dataclasses
from typing import Literal

from sim.window.lessons.course import Lesson, Step
from sim.window.lessons.goals import Mark, Seen, is_met, question_matches

__all__ = ["Guide"]

State = Literal["going", "strayed", "done"]


class Guide:
    """Follows a learner through a lesson; looks only, and changes nothing.

    Parameters
    ----------
    lesson : Lesson
    seen : Seen
        What there is when the lesson begins.

    Attributes
    ----------
    place : int
        The present step, from 0; the number of steps when the lesson is done.
    strayed : bool
        Whether the step can no longer be done from here: the learner went another way.
    """

    def __init__(self, lesson: Lesson, seen: Seen) -> None:
        self.lesson = lesson
        self.place = 0
        self.strayed = False
        self._marks = [Mark.of(seen)]
        self._looked: set[int] = set()
        self._kept = len(seen.entries)
        self._undone = 0

    @property
    def is_done(self) -> bool:
        """Whether every step was done."""
        return self.place >= len(self.lesson.steps)

    @property
    def step(self) -> Step:
        """The present step; the last one once all are done."""
        return self.lesson.steps[min(self.place, len(self.lesson.steps) - 1)]

    @property
    def begun_at(self) -> int:
        """How many entries the journal had when the present step began."""
        return self._marks[-1].entries

    @property
    def floor(self) -> int:
        """How many entries the journal had when the lesson began."""
        return self._marks[0].entries

    @property
    def state(self) -> State:
        """How it stands."""
        return "done" if self.is_done else "strayed" if self.strayed else "going"

    def reached(self, seen: Seen) -> tuple[bool, ...]:
        """Return for each goal of the present step whether it is reached."""
        seen = dataclasses.replace(seen, undone=self._undone)
        return tuple(
            number in self._looked or is_met(goal, seen, self._marks[-1])
            for number, goal in enumerate(self.step.goals)
        )

    def look(self, seen: Seen) -> bool:
        """See what has happened; return whether another step is the present one now."""
        if len(seen.entries) < self._kept:
            self._undone += 1
        self._kept = len(seen.entries)
        if self.is_done:
            return False
        seen = dataclasses.replace(seen, undone=self._undone)
        mark = self._wait_for_me(seen)
        for number, goal in enumerate(self.step.goals):
            if goal.is_look and is_met(goal, seen, mark):
                self._looked.add(number)
        if all(self.reached(seen)):
            self._go_to(self.place + 1, seen)
            return True
        if len(seen.entries) < mark.entries:
            self._fall_back(seen)
            return True
        self.strayed = self._has_strayed(seen)
        return False

    def begin_again(self, seen: Seen) -> None:
        """Begin the present step again from what there is now."""
        self._marks[-1] = dataclasses.replace(
            Mark.of(dataclasses.replace(seen, undone=self._undone)), entries=self.begun_at
        )
        self._kept = len(seen.entries)
        self._looked.clear()
        self.strayed = False

    def aim(self, seen: Seen) -> None:
        """Let the camera count from where it is now: it was not the learner who moved it."""
        self._marks[-1] = dataclasses.replace(self._marks[-1], eye=seen.eye)

    def _wait_for_me(self, seen: Seen) -> Mark:
        """Let a step begin, for the way back, where the learner is first asked in it.

        What the other side answered before belongs to the step's beginning: taking the step back
        must not take it back.
        """
        mark = self._marks[-1]
        own = any(entry.who == seen.side for entry in seen.entries[mark.entries :])
        if seen.asked and not own and len(seen.entries) > mark.entries:
            mark = self._marks[-1] = dataclasses.replace(mark, entries=len(seen.entries))
        return mark

    def _go_to(self, place: int, seen: Seen) -> None:
        self.place = place
        self._marks.append(Mark.of(seen))
        self._looked.clear()
        self.strayed = False

    def _fall_back(self, seen: Seen) -> None:
        """Go back to the last step that begins where the game stands now, or before."""
        while self.place and self._marks[-1].entries > len(seen.entries):
            self._marks.pop()
            self.place -= 1
        self.begin_again(seen)

    def _has_strayed(self, seen: Seen) -> bool:
        within = self.step.within
        if seen.over:
            return True
        if not within or not seen.asked or not seen.settled:
            return False
        return not any(question_matches(pattern, seen.asked) for pattern in within)
