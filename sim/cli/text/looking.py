"""Looks that commit nothing: plan, cards, gaps, sight from miniatures or ghosts, reasons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape

from sim.cli.text.answers import Draft, ghost_poses
from sim.cli.text.plan import legend, plan
from sim.cli.text.typed import Surroundings
from sim.engine.observed import SeenPiece
from sim.engine.ports import Chosen
from sim.engine.questions import Question
from sim.errors import UsageError
from sim.geometry.units import MM_PER_IN
from sim.reports.terminal import reason_tree
from sim.table.facts import Facts
from sim.table.names import resolve_id
from sim.table.pieces import Stand
from sim.words import say

__all__ = ["Looking"]


@dataclass
class Looking:
    """The looks at one prompt."""

    console: Console
    facts: Facts
    around: Surroundings
    question: Question
    draft: Draft

    def did(self, word: str, rest: str) -> bool:
        """Do the look a word names; False when it names none."""
        looks: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "?": self._help,
            "plan": self._plan,
            "card": self._card,
            "measure": self._measure,
            "look": self._look,
            "why": self._why,
            "where": self._where,
        }
        if word not in looks:
            return False
        looks[word](rest)
        return True

    def hint(self, chosen: Chosen) -> None:
        """Show what the opponent would do in this place, and why."""
        self.console.print(reason_tree(chosen.why))

    def _help(self, _: str) -> None:
        self.console.print(say("cli.text.help"), markup=False)

    def _plan(self, _: str) -> None:
        self.console.print(plan(self.facts, self.around.seen))
        self.console.print(legend(self.around.seen))

    def _card(self, name: str) -> None:
        unit = self.around.seen.unit(
            resolve_id(name, [unit.id for unit in self.around.seen.units], "unit")
        )
        self.console.print(escape(f"{unit.name} ({unit.id})"), style="bold")
        for line in unit.card:
            self.console.print(f"  {escape(say(line.key))}: {escape(line.value)}")
            if line.reason is not None:
                self.console.print(reason_tree(line.reason))

    def _stands(self, text: str, count: int) -> list[tuple[str, Stand]]:
        """Return the stands that names mean; a planned miniature stands at its ghost."""
        words = text.replace(" to ", " ").split()
        if len(words) != count:
            raise UsageError("cli.text.name_two")
        ghosts = ghost_poses(self.question, self.draft, self.around)
        found: list[tuple[str, Stand]] = []
        for word in words:
            piece = self._piece(word)
            pose = ghosts.get(piece.id, piece.pose)
            found.append((piece.id, Stand(piece.model, pose)))
        return found

    def _piece(self, word: str) -> SeenPiece:
        seen = self.around.seen
        known = [piece.id for piece in seen.pieces]
        units = {unit.id: unit.pieces[0] for unit in seen.units if unit.pieces}
        name = resolve_id(word, [*units, *known], "mini")
        return seen.piece(units.get(name, name))

    def _measure(self, text: str) -> None:
        (a, stand_a), (b, stand_b) = self._stands(text, 2)
        inches = self.facts.gap(stand_a, stand_b).inches
        cm = inches * MM_PER_IN / 10
        self.console.print(
            escape(say("cli.text.gap", a=a, b=b, inches=f"{inches:.3f}", cm=f"{cm:.2f}"))
        )

    def _look(self, text: str) -> None:
        (a, stand_a), (b, stand_b) = self._stands(text, 2)
        sight = self.facts.sight(stand_a, stand_b)
        if not sight.visible:
            blockers = ", ".join(piece for piece, _ in sight.blockers) or "-"
            self.console.print(escape(say("cli.text.not_seen", a=a, b=b, blockers=blockers)))
            return
        share = f"{100 * sight.share:.1f}"
        self.console.print(escape(say("cli.text.seen", a=a, b=b, share=share)))

    def _why(self, text: str) -> None:
        """Open the reasons behind an option's tags."""
        options = [option.id for option in self.question.options]
        if text.isdigit() and 1 <= int(text) <= len(options):
            text = options[int(text) - 1]
        for tag in self.question.tag(resolve_id(text, options, "option")):
            self.console.print(escape(f"{say(tag.key)} {tag.value}"))
            if tag.reason is not None:
                self.console.print(reason_tree(tag.reason))

    def _where(self, text: str) -> None:
        """Say where a unit's miniatures stand, in inches from the west and south edges."""
        unit = self.around.seen.unit(
            resolve_id(text, [unit.id for unit in self.around.seen.units], "unit")
        )
        for name in unit.pieces:
            pose = self.around.seen.piece(name).pose
            self.console.print(
                escape(
                    say(
                        "cli.text.stands",
                        mini=name,
                        x=f"{pose.x:.2f}",
                        y=f"{pose.y:.2f}",
                        facing=f"{pose.facing:.0f}",
                        level=pose.level,
                    )
                )
            )
