"""What the window has worked out beside its frames: results, reports, judgements, certificates."""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from sim.cli.books import BOOKS, book_named
from sim.cli.child_work import certificate_work, report_work, result_work, what_if_work
from sim.cli.common import Opened
from sim.cli.judged import judge
from sim.cli.los_lines import summary_lines
from sim.engine.rule_context import AsksContext, plain_answer
from sim.table.facts import Facts, Measured
from sim.table.scene import Scene
from sim.window.ports import FullAnswer, Work

__all__ = ["BesideTheFrames"]


class BesideTheFrames:
    """The part of `Backstage` that takes its time."""

    # --- how it went ------------------------------------------------------------------------

    def result(self, journal: Path, viewer: str = "") -> Work:
        """Begin to work out how a battle went; comes to a `Document` without pictures."""
        return result_work(journal, viewer)

    def report(self, journal: Path, out: Path, viewer: str = "") -> Work:
        """Begin to write a battle's report page; comes to its path."""
        return report_work(journal, out, viewer)

    # --- sight ------------------------------------------------------------------------------

    def fresh_seed(self) -> int:
        """Return a seed that nobody knows."""
        return secrets.randbelow(2**31)

    def games(self) -> tuple[tuple[str, str], ...]:
        """Return the games whose rules can be asked, each as its id and its name."""
        return tuple((name, name.replace("_", " ").title()) for name in BOOKS)

    def judge_in_full(
        self,
        scene: Scene,
        facts: Facts,
        looker: str,
        target: str,
        *,
        measured: Measured | None = None,
        answers: Mapping[str, str] | None = None,
    ) -> FullAnswer:
        """Judge a question of sight on a scene, as `hulldown los` does.

        Raises
        ------
        HulldownError
            When the rules of the scene cannot be asked.
        """
        book = book_named(scene.game) if scene.game else None
        opened = Opened(scene, facts, book)
        judged = judge(opened, scene.mini(looker), scene.mini(target), measured=measured)
        found = FullAnswer(
            tuple(summary_lines(judged)),
            judged.explanation,
            judged.report.margin.target_in,
            judged.report.sight.visible,
            judged.cover.name if judged.cover is not None else "",
            plain_answer(judged.report.sight, target).text(),
        )
        if not isinstance(book, AsksContext):
            return found
        said = dict(answers or {})
        questions = book.sight_questions(scene, facts, looker, target, said)
        asked = {question.id for question in questions}
        said = {name: answer for name, answer in said.items() if name in asked}
        verdict = book.cover_by_answers(scene, facts, looker, target, said)
        reason = replace(found.reason, children=(*found.reason.children, verdict.cover.reason))
        return dataclasses.replace(
            found,
            reason=reason if said else found.reason,
            cover=verdict.cover.name,
            sentence=verdict.answer.text(),
            questions=questions,
        )

    def certificate(
        self, scene: Path, looker: str, target: str, out: Path, error: str = ""
    ) -> Work:
        """Begin to write a certificate; comes to its path."""
        return certificate_work(scene, looker, target, out, error)

    def what_if(self, scene: Path, looker: str, target: str) -> Work:
        """Begin to search what would turn a verdict; comes to a `Document`."""
        return what_if_work(scene, looker, target)
