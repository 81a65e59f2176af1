"""What the window has worked out beside its frames: results, reports, judgements, certificates."""

from __future__ import annotations

from pathlib import Path

from sim.cli.books import book_named
from sim.cli.child_work import certificate_work, report_work, result_work, what_if_work
from sim.cli.common import Opened
from sim.cli.judged import judge
from sim.cli.los_lines import summary_lines
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

    def judge_in_full(
        self, scene: Scene, facts: Facts, looker: str, target: str, measured: Measured | None = None
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
        return FullAnswer(
            tuple(summary_lines(judged)),
            judged.explanation,
            judged.report.margin.target_in,
            judged.report.sight.visible,
            judged.cover.name if judged.cover is not None else "",
        )

    def certificate(
        self, scene: Path, looker: str, target: str, out: Path, error: str = ""
    ) -> Work:
        """Begin to write a certificate; comes to its path."""
        return certificate_work(scene, looker, target, out, error)

    def what_if(self, scene: Path, looker: str, target: str) -> Work:
        """Begin to search what would turn a verdict; comes to a `Document`."""
        return what_if_work(scene, looker, target)
