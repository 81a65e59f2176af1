"""The text of a recorded game: written from a match, read back, and replayed.

Numbered lines are answers (``12 red pick:react:toy.answer "throw"``), starred ones the events that
followed, with their clauses and, after a semicolon, those of the reasons behind. Every tenth
answer shows the digest, so that a difference is found near its cause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from sim.engine.dice import NoChance
from sim.engine.events import Event
from sim.engine.game import Game
from sim.engine.journal import Entry
from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.reasons import Reason

__all__ = ["FOLDER", "answers_in", "file_of", "replayed_text", "text_of"]

FOLDER = Path(__file__).resolve().parent
EVERY = 10
CHANCE = "-"
_ANSWER = re.compile(r"(\d+) (\S+) (\S+) (.+)")


def file_of(name: str) -> Path:
    """Return the file of a recorded game."""
    return FOLDER / f"{name}.txt"


def text_of(name: str, game: Game[Any], journal: list[Entry]) -> str:
    """Return the text of a journal, played again on a fresh game."""
    return "\n".join(_lines(name, game, journal)) + "\n"


def _lines(name: str, game: Game[Any], journal: list[Entry]) -> Iterator[str]:
    match = Match(game, NoChance())
    told = 0
    yield f"# hulldown-playthrough/1 {name}"
    yield f"game {game.name}, sides {' '.join(game.sides)}"
    yield ""
    for number, entry in enumerate(journal, start=1):
        answer = msgspec.json.encode(entry.answer).decode()
        yield f"{number} {entry.who or CHANCE} {entry.ask} {answer}"
        match.replay(entry, check=True)
        for event in match.events[told:]:
            yield f"    * {_event_line(event)}"
        told = len(match.events)
        if number % EVERY == 0:
            yield f"    = digest {match.digest()}"
    yield ""
    yield from _table(match.observe())
    outcome = match.outcome()
    if outcome is None:
        yield "not over"
    else:
        yield f"winner {outcome.winner or 'nobody'}: {outcome.why.text()}"
    yield f"digest {match.digest()}"


def _event_line(event: Event) -> str:
    secret = f" (seen by {', '.join(event.seen_by)})" if event.seen_by else ""
    behind = [rule for rule in _ids(event.reason) if rule not in event.rules]
    clauses = "; ".join(", ".join(ids) for ids in (event.rules, behind) if ids)
    return f"{event.kind}: {event.text()} [{clauses}]{secret}"


def _ids(reason: Reason | None) -> list[str]:
    """Every clause of a reason's tree, in its order, once."""
    if reason is None:
        return []
    below = [rule for child in reason.children for rule in _ids(child)]
    return list(dict.fromkeys([*reason.rule_ids, *below]))


def _table(seen: Observed) -> Iterator[str]:
    """Where everything stands, one line a piece."""
    for piece in seen.pieces:
        pose = piece.pose
        yield f"{piece.id} at {pose.x:.3f} {pose.y:.3f} facing {pose.facing:.1f} {pose.level}"


def answers_in(text: str) -> list[Entry]:
    """Return the journal of a recorded game's text."""
    entries: list[Entry] = []
    for line in text.splitlines():
        found = _ANSWER.fullmatch(line)
        if found is None:
            continue
        number, who, ask, answer = found.groups()
        if int(number) != len(entries) + 1:
            raise ValueError(f"answer {len(entries) + 1} is missing before: {line}")
        entries.append(Entry(ask, "" if who == CHANCE else who, msgspec.json.decode(answer)))
    return entries


def replayed_text(name: str, game: Game[Any]) -> tuple[str, str]:
    """Return a recorded game's text as it stands in its file, and as the rules tell it today."""
    recorded = file_of(name).read_text(encoding="utf-8")
    return recorded, text_of(name, game, answers_in(recorded))
