"""A conductor of what would be: the person plays on a copy of the match, nothing is declared.

Whoever else is asked within an action is taken to pass, and what he could have done is kept to be
shown. Dice are not rolled: there the plan ends, and where somebody else's turn comes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.ports import Chosen
from sim.engine.questions import Answer, Option, Question
from sim.engine.reasons import Reason
from sim.errors import HulldownError
from sim.window.battle.beats import Told
from sim.window.battle.conductor import Conductor, State

__all__ = ["Foreseen", "PlanConductor", "Step", "passing"]

#: No question is passed on more often than this while one is looked for that is the person's own.
_MOST = 200


@dataclass(frozen=True)
class Step:
    """An answer of the plan, and the question that it is for."""

    key: str
    subject: str
    movers: tuple[str, ...]
    answer: Answer

    def fits(self, question: Question) -> bool:
        """Return whether a question is the one that was answered, and the answer still legal."""
        same = (self.key, self.subject, self.movers) == (
            question.key,
            question.subject,
            question.movers,
        )
        return same and not question.why_not(self.answer)


@dataclass(frozen=True)
class Foreseen:
    """What another side could do at a moment of the plan, had it been asked.

    Attributes
    ----------
    who : str
    steps : int
        How many answers of the plan had been given before.
    options : tuple of Option
        What it could have taken instead of passing.
    """

    who: str
    steps: int
    options: tuple[Option, ...]


def passing(question: Question) -> str | None:
    """Return the option with which a side does nothing; None where it has none.

    Of the options that are about nobody the last that is free: that is where games offer to pass.
    """
    if question.kind != "pick":
        return None
    idle = [o.id for o in question.options if not o.blocked and not o.subject]
    return idle[-1] if idle else None


class _Passer:
    """A thinker that passes at once and remembers what could have been done."""

    name = "passes"

    def __init__(self, heard: Callable[[Question, Answer], None]) -> None:
        self._heard = heard
        self._chosen: Chosen | None = None

    def begin(self, question: Question, observed: Observed, fork: Match[Any]) -> None:
        """Choose to pass."""
        answer = passing(question)
        assert answer is not None, "a plan ends before such a question"
        self._chosen = Chosen(answer, Reason("moving.plan.passes"))
        self._heard(question, answer)

    def ready(self) -> Chosen | None:
        """Return the choice."""
        return self._chosen

    def play_now(self) -> None:
        """Nothing is thought about."""

    def drop(self) -> None:
        """Forget the choice."""
        self._chosen = None

    def close(self) -> None:
        """Nothing is held."""


class PlanConductor(Conductor):
    """Drives a copy of a match for one side.

    Parameters
    ----------
    real : Conductor
        Its pending question is a person's.
    steps : sequence of Step
        Given at once, as far as they fit.
    went_back : callable
        Called by `undo`: whoever holds this conductor makes one with a step less.

    Attributes
    ----------
    steps : list of Step
        The plan.
    foreseen : list of Foreseen
        What others could do on the way.
    """

    def __init__(
        self,
        real: Conductor,
        steps: Sequence[Step] = (),
        went_back: Callable[[], None] = lambda: None,
    ) -> None:
        pending = real.match.pending
        assert pending is not None, "nobody is asked"
        self.side = pending.who
        self.steps: list[Step] = []
        self.foreseen: list[Foreseen] = []
        self._went_back = went_back
        others = [side for side in real.game.sides if side != self.side]
        fork = real.match.fork(viewer=self.side)
        self.first_event = len(fork.events)
        super().__init__(fork, {side: _Passer(self._foresee) for side in others})
        for step in steps:
            self.advance()
            question = self.question
            if question is None or not step.fits(question):
                break
            self.answer(step.answer)
        self.advance()

    def _foresee(self, question: Question, passed: Answer) -> None:
        options = tuple(
            option for option in question.options if not option.blocked and option.id != passed
        )
        if options:
            self.foreseen.append(Foreseen(question.who, len(self.steps), options))

    # --- what a conductor does, without anything being shown -----------------------------------

    def advance(self) -> None:
        """Let everybody else pass."""
        for _ in range(_MOST):
            self.skip()
            pending = self.match.pending
            theirs = pending is not None and pending.who in self.thinkers
            if not theirs or self.fault is not None or self.ends_with:
                break
            super().advance()
        self.skip()

    @property
    def beat(self) -> Told | None:
        """Nothing of a plan is shown as if it had happened."""
        return None

    @property
    def ends_at_dice(self) -> bool:
        """Whether the plan has come to where dice are rolled or chips drawn."""
        pending = self.match.pending
        return pending is not None and pending.chance

    @property
    def ends_with(self) -> str:
        """The side that decides where the plan ends; empty while it goes on.

        At a step's start it is that side's own turn; within one it may be that it cannot pass.
        """
        pending = self.match.pending
        if pending is None or pending.chance or pending.who == self.side:
            return ""
        _, since, _ = self.match.step_start()
        return pending.who if not since or passing(pending) is None else ""

    @property
    def state(self) -> State:
        """A plan waits; where it can go no farther it waits without a question."""
        return "stuck" if self.fault is not None else "waiting"

    @property
    def question(self) -> Question | None:
        """What the person would be asked next; None at the plan's end."""
        pending = self.match.pending
        mine = pending is not None and not pending.chance and pending.who == self.side
        return pending if mine and self.fault is None else None

    def answer(self, answer: Any) -> None:
        """Add an answer to the plan.

        Raises
        ------
        Refused
            With every objection; the plan is as it was then.
        """
        question = self.question
        if question is None:
            raise HulldownError("battle.not_asked")
        step = Step(question.key, question.subject, question.movers, question.canonical(answer))
        self._change(lambda: self.match.answer(answer))
        self.steps.append(step)

    def undo(self) -> None:
        """Take the last step of the plan back."""
        self._went_back()

    def why_not_undo(self) -> str:
        """Return nothing: a plan can always be taken back."""
        return ""

    def close(self) -> None:
        """Drop the copy."""
        super().close()
        self.match.close()
