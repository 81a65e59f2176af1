"""What an asker is: the hands, the prompt and the overlays of one pending question."""

from __future__ import annotations

from collections.abc import Mapping

from sim.engine.questions import Answer, Question
from sim.geometry.pose import Pose
from sim.view.inputs import Input
from sim.view.ui import Box, Ui
from sim.window.battle.at_table import AtTable

__all__ = ["Asker"]


class Asker:
    """Answers one question; a new one is made for each.

    Looking never commits: everything here is a draft until `AtTable.answer`.

    Parameters
    ----------
    at : AtTable
    question : Question
    """

    #: Layers of the table view that this asker paints; they are wiped when it closes.
    layers: tuple[str, ...] = ()

    def __init__(self, at: AtTable, question: Question) -> None:
        self.at = at
        self.question = question

    def act(self, action: str) -> bool:
        """Do what a key means; return whether it meant something here.

        ``back`` goes back one sub-step and returns False when there is none.
        """
        return False

    def take(self, each: Input) -> bool:
        """Hear an input on the table: clicks, drags, the wheel while dragging."""
        return False

    def tick(self, seconds: float) -> bool:
        """Let time pass; return whether something moves."""
        return False

    def draw_prompt(self, ui: Ui) -> None:
        """Draw the buttons and fields under the sentence, inside the prompt bar."""

    def draw_over(self, ui: Ui) -> None:
        """Draw over the table and beside it: tags, film strips."""

    def ghosts(self) -> Mapping[str, Pose]:
        """Return where miniatures of the answer under way would stand."""
        return {}

    @property
    def named(self) -> frozenset[str]:
        """Units that this asker's own drawings name: they need no label over the table."""
        return frozenset()

    @property
    def taken(self) -> tuple[Box, ...]:
        """Where this asker's own drawings lie over the table: labels keep clear of them."""
        return ()

    @property
    def has_reasons(self) -> bool:
        """Whether there is something to tell of a candidate that is brought forward."""
        return False

    def draw_reasons(self, ui: Ui) -> None:
        """Draw it, in place of the card."""

    def paint(self) -> None:
        """Bring the overlays on the table up to date; called once a frame, cheap when still."""

    @property
    def in_hand(self) -> str:
        """The miniature that is being moved: eyes and rings mean it; empty for none."""
        return ""

    def propose(self, answer: Answer) -> bool:
        """Make an answer the draft, as advice; nothing is declared. Return whether it shows."""
        return False

    def facts(self) -> dict[str, object]:
        """Return what a test may wait for, as plain data."""
        return {}

    def close(self) -> None:
        """Take everything off the table that was painted."""
        if self.layers:
            self.at.view.wipe(*self.layers)
