"""The toy game goes through every room: none of them knows a book."""

from __future__ import annotations

import io
from collections.abc import Iterator

import msgspec
import numpy as np
import pytest
from PIL import Image
from rich.console import Console

from sim.cli.text.conversation import Conversation, EndOfInput
from sim.engine.dice import SeededDice
from sim.engine.documents import Document, Tree
from sim.engine.match import Match
from sim.reports.terminal import as_text
from sim.view.pictures import SceneCamera
from tests.engine.laws import replayed, state_of
from tests.toy import Pebbles, ToyState
from tests.toy.state import WIDTH_IN
from tests.toy.table import toy_facts


class Typist:
    """Types the first thing on offer at every prompt, after a look at this and that."""

    def __init__(self, match: Match[ToyState]) -> None:
        self.match = match
        self.typed: list[str] = []
        self.waiting: Iterator[str] = iter(())

    def read(self, prompt: str) -> str:
        line = next(self.waiting, None)
        if line is None:
            self.waiting = iter(self.words())
            line = next(self.waiting)
        self.typed.append(line)
        return line

    def words(self) -> list[str]:
        """Lines for the pending question: looks, a mistake, then an answer."""
        question = self.match.pending
        if question is None:
            raise EndOfInput
        if question.kind == "pick":
            return ["plan", "log", "nonsense!", "1"]
        if question.kind == "allocate":
            slot = question.slots[0].id
            return [f"card {slot}", f"{slot}=9", f"{slot}={question.amount}"]
        # The first way is to stay, the second goes straight at an enemy.
        ways = len(question.candidates())
        return ["help", "2" if question.kind == "path" and ways > 1 else "1", "go"]


@pytest.fixture(scope="module")
def played() -> tuple[Match[ToyState], str]:
    match = Match(Pebbles(), SeededDice(1))
    shown = io.StringIO()
    console = Console(file=shown, width=100, force_terminal=False)
    conversation = Conversation(console, Typist(match), toy_facts())
    while match.pending is not None:
        answer = conversation.ask(match, {})
        assert answer is not None
        match.answer(answer)
    return match, shown.getvalue()


def test_a_whole_game_is_played_in_the_terminal(played: tuple[Match[ToyState], str]):
    match, shown = played
    assert match.over
    assert state_of(replayed(Pebbles(), match.journal)) == state_of(match)
    for text in ("choose the enemy pebble", "nearest enemy", "share out up to two stones"):
        assert text in shown
    assert "refused" in shown
    assert "shared out 9 of 2" in shown


def test_what_a_side_reads_in_the_terminal_holds_no_secret_of_the_other(
    played: tuple[Match[ToyState], str],
):
    match, _ = played
    red, blue = match.log("red"), match.log("blue")
    assert [e.subject for e in red if e.kind == "marked"] == [match.state.marks["red"]]
    assert [e.subject for e in blue if e.kind == "marked"] == [match.state.marks["blue"]]


def test_its_reasons_make_a_report(played: tuple[Match[ToyState], str]):
    match, _ = played
    outcome = match.outcome()
    assert outcome is not None
    trees = [Tree(event.reason) for event in match.events if event.reason is not None]
    text = as_text(Document("Pebbles", (Tree(outcome.why), *trees)))
    assert "[toy.win]" in text
    assert text.count("a stone hurts on 4 and more") == len(trees) > 0


def test_its_table_is_drawn_from_what_is_observed(played: tuple[Match[ToyState], str]):
    match, _ = played
    seen = match.observe()
    camera = SceneCamera(toy_facts(), width=480)
    pictures = {
        "all": camera.plan(seen),
        "none": camera.plan(msgspec.structs.replace(seen, pieces=(), units=())),
    }
    drawn, bare = (
        np.asarray(Image.open(io.BytesIO(png)).convert("RGB")) for png in pictures.values()
    )
    assert drawn.shape == bare.shape
    changed = np.abs(drawn.astype(int) - bare.astype(int)).max(axis=2) > 40
    columns = np.flatnonzero(changed.any(axis=0))
    poses = [piece.pose for piece in seen.pieces]
    # The plan is wider than the table by its frame; what stands on it spans the same share.
    spread = (max(p.x for p in poses) - min(p.x for p in poses)) / WIDTH_IN
    assert columns.max() - columns.min() >= spread * 0.8 * drawn.shape[1]
    assert len(camera.table(seen)) > len(camera.table(msgspec.structs.replace(seen, pieces=())))
