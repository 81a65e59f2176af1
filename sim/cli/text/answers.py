"""From typed words to an answer: one reader per kind of question."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sim.cli.text.drafts import Draft
from sim.cli.text.names import meant, option_meant
from sim.cli.text.suggestions import Suggestions
from sim.engine.questions import Answer, Question, Slot
from sim.errors import UsageError
from sim.words import say

__all__ = ["read_answer", "slot_names"]

GO = ("go", "ok", "done")
STAY = ("stay", "clear")


def read_answer(
    question: Question, text: str, draft: Draft, suggestions: Suggestions
) -> Answer | None:
    """Return the answer that `text` gives to a question, or None when it changed the draft.

    Raises
    ------
    UsageError
        When the words mean nothing here.
    """
    text = text.strip()
    if question.kind == "pick":
        return option_meant(text, question.options)
    if question.kind == "allocate":
        return _allocated(question, text, suggestions)
    if question.kind == "roll":
        return _rolled(question, text)
    if question.kind == "draw":
        return tuple(text.replace(",", " ").split())
    return _planned(text, draft, suggestions)


def slot_names(slots: tuple[Slot, ...]) -> Mapping[str, str]:
    """Return the name that is shown for each slot."""
    return {slot.id: say(slot.key, **slot.params) if slot.key else "" for slot in slots}


def _allocated(question: Question, text: str, suggestions: Suggestions) -> Answer:
    """Read ``2 0 1`` (in order), ``a=2 b=1``, ``1=2`` (by number), ``all NAME``, ``none``, ``go``.

    ``go`` shares out as suggested.
    """
    slots = [slot.id for slot in question.slots]
    words = text.replace(",", " ").split()
    suggested = suggestions.first()
    if suggested is not None and text.lower() in GO:
        return suggested
    if words == ["none"]:
        return dict.fromkeys(slots, 0)
    if len(words) >= 2 and words[0] == "all":
        name = _slot(question, " ".join(words[1:]))
        return {slot: question.amount if slot == name else 0 for slot in slots}
    if words and all(word.isdigit() for word in words) and len(words) == len(slots):
        return dict(zip(slots, map(int, words), strict=True))
    pairs = [re.fullmatch(r"(\S+)=(\d+)", word) for word in words]
    if not words or not all(pairs):
        raise UsageError("cli.text.not_an_allocation", found=text, count=len(slots))
    given = dict.fromkeys(slots, 0)
    for pair in pairs:
        assert pair is not None
        given[_slot(question, pair[1])] = int(pair[2])
    return given


def _slot(question: Question, text: str) -> str:
    slots = [slot.id for slot in question.slots]
    if text.isdigit() and text not in slots and 1 <= int(text) <= len(slots):
        return slots[int(text) - 1]
    return meant(text, slot_names(question.slots), "option")


def _rolled(question: Question, text: str) -> tuple[int, ...]:
    """Read faces with or without gaps: ``3 5 5``, ``3,5,5`` or ``355``.

    Raises
    ------
    UsageError
        When there is anything but faces.
    """
    if not re.fullmatch(r"\d+(?:[\s,]+\d+)*", text):
        raise UsageError(
            "cli.text.not_faces", found=text, count=question.count, sides=question.sides
        )
    faces = re.findall(r"\d+", text)
    if len(faces) == 1 and len(faces[0]) == question.count > 1 and question.sides < 10:
        faces = list(faces[0])
    return tuple(int(face) for face in faces)


def _planned(text: str, draft: Draft, suggestions: Suggestions) -> Answer | None:
    """Change the draft, or give it: ``go`` gives, a number takes a suggestion, ``go 2`` both."""
    word, _, rest = text.lower().partition(" ")
    if word in GO and rest.isdigit():
        draft.take(suggestions.number(int(rest)))
        return draft.answer()
    if word in GO and not rest:
        return draft.answer()
    if text.isdigit():
        draft.take(suggestions.number(int(text)))
    elif word in STAY and not rest:
        draft.clear()
    else:
        draft.plan(text)
    return None
