"""The six questions a rule procedure may ask. No asyncio here: `await` means "ask".

Four go to a player (`pick`, `place`, `path`, `allocate`), two to chance (`roll`, `draw`). A
question carries who is asked, the clause, a checker that returns *all* objections, lazy
candidates and hints. Its data can be shown; its callables never leave the process.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from sim.engine.answers import Answer, Move, canonical
from sim.engine.reasons import Objection, Reason, Value
from sim.geometry.pose import Point, Pose

__all__ = [
    "Answer",
    "Move",
    "Option",
    "Question",
    "Slot",
    "Tag",
    "allocate",
    "draw",
    "path",
    "pick",
    "place",
    "roll",
]

Kind = Literal["pick", "place", "path", "allocate", "roll", "draw"]


class Tag(msgspec.Struct, frozen=True):
    """A short hint on an option: label key, shown value, and the tree behind it."""

    key: str
    value: str
    reason: Reason | None = None


class Option(msgspec.Struct, frozen=True):
    """One option of a pick.

    Attributes
    ----------
    id : str
        Slug that is the answer.
    key : str
        Word key of its label; `params` fill it.
    subject : str
        Unit, miniature or piece it is about, for highlighting.
    blocked : tuple of Objection
        Why it is greyed; empty when it may be taken.
    """

    id: str
    key: str
    params: dict[str, Value] = {}
    subject: str = ""
    blocked: tuple[Objection, ...] = ()


class Slot(msgspec.Struct, frozen=True):
    """One receiver of an allocation, from `least` to `most`."""

    id: str
    most: int
    least: int = 0
    key: str = ""
    params: dict[str, Value] = {}
    subject: str = ""


def _no_objection(_: Any) -> Sequence[Objection]:
    return ()


def _nothing() -> Iterable[Any]:
    return ()


def _no_tags(_: str) -> tuple[Tag, ...]:
    return ()


def _no_reach(_: str) -> tuple[Point, ...]:
    return ()


def _no_route(_mover: str, _goal: Pose) -> Move | None:
    return None


@dataclass(frozen=True, eq=False)
class Question:
    """A pending decision.

    Attributes
    ----------
    kind, what : str
        `what` is a kebab slug naming the decision (``choose-target``).
    who : str
        Side asked; empty for chance.
    rule : str
        Clause id that asks.
    prompt : str
        Word key of the sentence; `params` fill it.
    subject : str
        Unit or piece the decision is about.
    seen_by : tuple of str
        Sides that may see the answer; empty for all. A simultaneous choice is asked of one side
        after the other with `seen_by` set and counts as revealed when the next open question
        comes. What stays secret longer must end its step and lie in the state, where the game's
        `observe` and `resample` hide it.
    options : tuple of Option
        For ``pick``.
    movers : tuple of str
        For ``place`` and ``path``: miniatures that may be answered for, leader first.
    slots, amount : tuple of Slot, int
        For ``allocate``: counts must sum to `amount` unless `up_to`, then to at most that.
    sides, count : int
        For ``roll``; `count` also for ``draw``.
    bag : tuple of str
        For ``draw``.
    why : Reason or None
        What a roll is for, or why the question is asked.
    """

    kind: Kind
    what: str
    who: str
    rule: str
    prompt: str
    params: Mapping[str, Value] = field(default_factory=dict[str, Value])
    subject: str = ""
    seen_by: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    movers: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = ()
    amount: int = 0
    up_to: bool = False
    sides: int = 0
    count: int = 0
    bag: tuple[str, ...] = ()
    why: Reason | None = None
    check: Callable[[Any], Sequence[Objection]] = field(default=_no_objection, repr=False)
    suggest: Callable[[], Iterable[Any]] = field(default=_nothing, repr=False)
    tag: Callable[[str], tuple[Tag, ...]] = field(default=_no_tags, repr=False)
    reach_of: Callable[[str], tuple[Point, ...]] = field(default=_no_reach, repr=False)
    #: For ``path``: the shortest legal way of a mover to a pose, or None (drag, typed positions).
    route: Callable[[str, Pose], Move | None] = field(default=_no_route, repr=False)

    @property
    def key(self) -> str:
        """Journal key: ``kind:what:rule``."""
        return f"{self.kind}:{self.what}:{self.rule}"

    @property
    def chance(self) -> bool:
        """Whether dice or a bag answer, not a player."""
        return self.kind in ("roll", "draw")

    def canonical(self, answer: Any) -> Answer:
        """Return an answer in its type with its positions quantised; see `answers.canonical`."""
        return canonical(self.kind, answer)

    def why_not(self, answer: Any) -> tuple[Objection, ...]:
        """Return every objection to `answer`; empty when it may be given. Changes nothing.

        The rules check the canonical form, the one that will be taken: positions quantised.
        """
        try:
            given = self.canonical(answer)
        except (msgspec.ValidationError, TypeError, ValueError) as error:
            return (Objection("engine.answer.form", self.rule, {"detail": str(error)}),)
        shape = _shape_objections(self, given)
        return tuple(shape) if shape else tuple(self.check(given))

    def hidden_from(self, viewer: str) -> bool:
        """Return whether `viewer` may not see the answer; an empty viewer sees everything."""
        return bool(viewer and self.seen_by and viewer not in self.seen_by)

    def candidates(self) -> tuple[Answer, ...]:
        """Return sensible answers, each without objection, best guesses first."""
        if self.kind == "pick":
            listed: Iterable[Any] = (o.id for o in self.options if not o.blocked)
        else:
            listed = self.suggest()
        return tuple(answer for answer in listed if not self.why_not(answer))

    def option(self, option_id: str) -> Option:
        """Return an option by id; KeyError when there is none."""
        for option in self.options:
            if option.id == option_id:
                return option
        raise KeyError(option_id)


def _shape_objections(question: Question, answer: Any) -> list[Objection]:
    """Return objections to the form of a canonical answer, before any rule is asked."""
    if question.kind == "pick":
        return _pick_objections(question, answer)
    if question.kind in ("place", "path"):
        return [
            Objection("engine.answer.not_asked", question.rule, {"id": name}, name)
            for name in answer
            if name not in question.movers
        ]
    if question.kind == "allocate":
        return _allocation_objections(question, answer)
    if question.kind == "roll":
        return _roll_objections(question, answer)
    return _draw_objections(question, answer)


def _pick_objections(question: Question, answer: str) -> list[Objection]:
    for option in question.options:
        if option.id == answer:
            return list(option.blocked)
    offered = ", ".join(option.id for option in question.options)
    params: dict[str, Value] = {"answer": answer, "offered": offered}
    return [Objection("engine.answer.no_option", question.rule, params)]


def _allocation_objections(question: Question, answer: dict[str, int]) -> list[Objection]:
    slots = {slot.id: slot for slot in question.slots}
    found = [
        Objection("engine.answer.not_asked", question.rule, {"id": name}, name)
        for name in answer
        if name not in slots
    ]
    for slot in question.slots:
        count = answer.get(slot.id, 0)
        if not slot.least <= count <= slot.most:
            limits: dict[str, Value] = {
                "count": count,
                "least": slot.least,
                "most": slot.most,
                "id": slot.id,
            }
            found.append(Objection("engine.answer.slot", question.rule, limits, slot.id))
    given = sum(answer.values())
    if given > question.amount or (given < question.amount and not question.up_to):
        sums: dict[str, Value] = {"given": given, "amount": question.amount}
        found.append(Objection("engine.answer.sum", question.rule, sums))
    return found


def _roll_objections(question: Question, answer: tuple[int, ...]) -> list[Objection]:
    if len(answer) == question.count and all(1 <= face <= question.sides for face in answer):
        return []
    params: dict[str, Value] = {"count": question.count, "sides": question.sides}
    return [Objection("engine.answer.dice", question.rule, params)]


def _draw_objections(question: Question, answer: tuple[str, ...]) -> list[Objection]:
    left = list(question.bag)
    missing: list[str] = []
    for drawn in answer:
        if drawn in left:
            left.remove(drawn)
        else:
            missing.append(drawn)
    found = [
        Objection("engine.answer.not_in_bag", question.rule, {"id": drawn}, drawn)
        for drawn in missing
    ]
    if len(answer) != question.count:
        counts: dict[str, Value] = {"given": len(answer), "count": question.count}
        found.append(Objection("engine.answer.draws", question.rule, counts))
    return found


class _Ask:
    """The one awaitable: hands its question to the driver and returns the answer."""

    __slots__ = ("question",)

    def __init__(self, question: Question) -> None:
        self.question = question

    def __await__(self) -> Generator[Question, Any, Any]:
        return (yield self.question)


def _distinct(what: str, ids: Sequence[str]) -> None:
    """Refuse a question that offers one id twice: a mistake of the rules, not of a player."""
    if len(set(ids)) != len(ids):
        raise ValueError(f"{what}: an id is offered twice in {list(ids)}")


async def pick(who: str, what: str, options: Sequence[Option], **more: Any) -> str:
    """Ask `who` for one of the options and return its id.

    Parameters
    ----------
    who, what : str
    options : sequence of Option
        At least one of them free; a greyed one carries its objections.
    **more
        Further fields of `Question`: ``rule`` and ``prompt`` are required.

    Raises
    ------
    ValueError
        When nothing is free to take or an id is offered twice: the rules are wrong then.
    """
    _distinct(what, [option.id for option in options])
    if all(option.blocked for option in options):
        raise ValueError(f"{what}: no option is free, {who} cannot answer")
    return await _Ask(Question("pick", what, who, options=tuple(options), **more))


async def place(who: str, what: str, movers: Sequence[str], **more: Any) -> dict[str, Pose]:
    """Ask `who` where to stand miniatures; returns ``{mini: Pose}``."""
    return await _Ask(Question("place", what, who, movers=tuple(movers), **more))


async def path(who: str, what: str, movers: Sequence[str], **more: Any) -> dict[str, Move]:
    """Ask `who` for the paths of one action; returns ``{mini: Move}`` in moving order."""
    return await _Ask(Question("path", what, who, movers=tuple(movers), **more))


async def allocate(
    who: str, what: str, slots: Sequence[Slot], amount: int, **more: Any
) -> dict[str, int]:
    """Ask `who` to share `amount` out among the slots; returns ``{slot: count}``.

    Raises
    ------
    ValueError
        When the slots cannot hold the amount or are named twice: the rules are wrong then.
    """
    _distinct(what, [slot.id for slot in slots])
    room = sum(slot.most for slot in slots)
    least = sum(slot.least for slot in slots)
    if least > amount or (room < amount and not more.get("up_to")):
        raise ValueError(f"{what}: {amount} does not fit the slots ({least} to {room})")
    return await _Ask(Question("allocate", what, who, slots=tuple(slots), amount=amount, **more))


async def roll(what: str, count: int, *, sides: int = 6, **more: Any) -> tuple[int, ...]:
    """Ask chance for `count` dice; returns the faces. Zero dice are not asked for."""
    if count <= 0:
        return ()
    return await _Ask(Question("roll", what, "", sides=sides, count=count, **more))


async def draw(what: str, bag: Sequence[str], count: int, **more: Any) -> tuple[str, ...]:
    """Ask chance for `count` draws from a bag; returns what came, in order.

    Nothing is put back. Zero draws are not asked for.

    Raises
    ------
    ValueError
        When the bag holds fewer.
    """
    if count <= 0:
        return ()
    if count > len(bag):
        raise ValueError(f"{what}: {count} draws from a bag of {len(bag)}")
    return await _Ask(Question("draw", what, "", bag=tuple(bag), count=count, **more))
