"""Names in files and commands: slugs, nearest names, and ids a person may shorten."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence

from sim.errors import UsageError
from sim.words import say

__all__ = ["did_you_mean", "is_name", "is_slug", "nearest", "resolve_id"]

_SLUG = re.compile(r"[^\W_]+(?:-[^\W_]+)*(?:/[^\W_]+(?:-[^\W_]+)*)*")
_NAME = re.compile(r"[\w-]+(?:/[\w-]+)*")


def is_slug(text: str) -> bool:
    """Return whether `text` is an id: letters and digits joined by ``-`` and ``/``.

    >>> is_slug("rangers/1"), is_slug("A"), is_slug("two words"), is_slug("a//b")
    (True, True, False, False)
    """
    return _SLUG.fullmatch(text) is not None


def is_name(text: str) -> bool:
    """Return whether `text` may name a kit piece, profile or unit: a slug that may hold ``_``.

    >>> is_name("ruin_corner"), is_name("../secret")
    (True, False)
    """
    return _NAME.fullmatch(text) is not None


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name that looks most like `name`, or the empty string.

    Case never counts. A name that the wrong one begins or ends is near, too.
    """
    names = sorted(dict.fromkeys(known))
    folded = {each.casefold(): each for each in reversed(names)}
    close = difflib.get_close_matches(name.casefold(), sorted(folded), n=1, cutoff=0.55)
    if close:
        return folded[close[0]]
    short = name.casefold()
    part = [each for each in names if short and (short in each.casefold())]
    return part[0] if part else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return the half sentence that names the nearest known name; empty when none is near.

    It begins with a space, so that a message may end with it.
    """
    near = nearest(name, known)
    return say("table.did_you_mean", nearest=near) if near else ""


def resolve_id(text: str, known: Sequence[str], what: str = "id") -> str:
    """Return the id a person meant: exact first, else a unique prefix.

    Parameters
    ----------
    text : str
        What was typed.
    known : sequence of str
        Ids to choose from.
    what : str
        Word key under ``table.what`` for the message: ``id``, ``mini``, ``piece``, ``unit``.

    Raises
    ------
    UsageError
        When nothing begins with `text` (the nearest id is named) or more than one id does
        (they are listed, eight at most).
    """
    if text in known:
        return text
    begin = [each for each in known if each.startswith(text)] if text else []
    if len(begin) == 1:
        return begin[0]
    noun = say(f"table.what.{what}")
    if begin:
        listed = ", ".join(begin[:8]) + (", …" if len(begin) > 8 else "")
        raise UsageError("table.id_ambiguous", what=noun, found=text, matches=listed)
    raise UsageError("table.id_unknown", what=noun, found=text, nearest=did_you_mean(text, known))
