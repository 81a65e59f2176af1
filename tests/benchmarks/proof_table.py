"""Sampling, verdict and share against the proof by polygons, on random pairs in random scenes.

Run as a script: ``python -m tests.benchmarks.proof_table [--pairs 2000] [--scenes 20] [--seed 1]
[--no-renderer]``. Every row that differs is listed; the last lines are the table. The suite runs
a tenth of it (`tests/geometry/test_proof_table.py`).
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field

import numpy as np

from sim.geometry.proof import Proof, prove
from sim.geometry.rays import Blockers, SolidSet
from sim.geometry.sight import Query, Sight, look, verdict
from sim.geometry.sight.openings import RADIUS_IN
from sim.geometry.sight.view_plane import ViewPlane
from tests.benchmarks.proof_scenes import RandomTable, make_table

__all__ = ["Row", "compare", "main", "rows_of"]

#: A lattice of 0.02 in finds every opening of this diameter (times 2 over the root of 3).
LATTICE_IN = 0.02
SURE_DISC_IN = LATTICE_IN * 2 / 3**0.5


@dataclass(frozen=True)
class Row:
    """One pair, all ways."""

    seed: int
    number: int
    looker: str
    target: str
    sampled: bool
    verdict: bool
    sight: Sight
    proof: Proof
    seconds: tuple[float, float]
    second_opinion: float | None = None

    @property
    def error(self) -> float:
        """How far the share is from the proof's."""
        return abs(self.sight.share - self.proof.share)

    @property
    def place(self) -> str:
        """Which pair this is, for a list."""
        return f"scene {self.seed} pair {self.number} {self.looker}->{self.target}"


def sampling(terrain: SolidSet, query: Query) -> bool:
    """Return whether any surface point or any spot of a hexagonal lattice is reached."""
    view = ViewPlane(np.array(query.eye), query.target, Blockers(terrain, query.hulls))
    if view.reached(query.target.samples).any():
        return True
    low, high = view.window(0.0)
    rows = np.arange(low[1], high[1] + LATTICE_IN, LATTICE_IN * 3**0.5 / 2)
    columns = np.arange(low[0] - LATTICE_IN, high[0] + LATTICE_IN, LATTICE_IN)
    x, y = np.meshgrid(columns, rows)
    x = x + LATTICE_IN / 2 * (np.arange(len(rows)) % 2)[:, None]
    surface = view.hits(np.stack([x.ravel(), y.ravel()], axis=1))
    surface = surface[~np.isnan(surface[:, 0])]
    return bool(len(surface) and view.reached(surface).any())


def compare(table: RandomTable, seed: int, *, renderer: bool) -> list[Row]:
    """Return the rows of one random table."""
    rows = []
    for number, ask in enumerate(table.asks):
        query = ask.query
        start = time.process_time()
        sight = look(table.terrain, query)
        looked = time.process_time()
        proof = prove(table.terrain, query)
        done = time.process_time()
        rows.append(
            Row(
                seed,
                number,
                ask.looker.model,
                ask.target.model,
                sampling(table.terrain, query),
                verdict(table.terrain, query),
                sight,
                proof,
                (looked - start, done - looked),
                _rendered(table, number) if renderer else None,
            )
        )
    return rows


def _rendered(table: RandomTable, number: int) -> float:
    from sim.table.facts import Facts
    from sim.view.item_buffer import share_seen

    ask = table.asks[number]
    return share_seen(Facts(table.table), ask.looker, ask.target, ask.solids)


def _renderer_bound() -> float:
    from sim.view.item_buffer import second_opinion_bound

    return second_opinion_bound()


def rows_of(pairs: int, scenes: int, first: int, *, renderer: bool = False) -> list[Row]:
    """Return the rows of all scenes."""
    each = max(pairs // scenes, 1)
    rows: list[Row] = []
    for seed in range(first, first + scenes):
        rows += compare(make_table(seed, each), seed, renderer=renderer)
    return rows


@dataclass
class Findings:
    """What the rows say, each difference with its pair."""

    lines: list[str] = field(default_factory=list)

    def tell(self, rows: list[Row], bound: float) -> None:
        """List the differences and sum up."""
        for row in rows:
            for word in differences(row, bound):
                self.lines.append(f"{row.place}: {word}")


def differences(row: Row, bound: float) -> list[str]:
    """Return in what respects a row's answers differ."""
    found = []
    proof = row.proof
    if row.sampled is not proof.visible:
        wide = f"widest free disc {proof.bare_opening_in:.5f} in"
        found.append(f"sampling {row.sampled}, proof {proof.visible}, {wide}")
    if row.verdict is not proof.visible or row.sight.visible is not proof.visible:
        found.append(
            f"VERDICT {row.verdict}/{row.sight.visible}, proof {proof.visible},"
            f" bare share {proof.bare_share:.6f}, opening {proof.opening_in:.5f}"
        )
    if row.error > row.sight.bound + 1e-9:
        found.append(
            f"SHARE {row.sight.share:.5f} +- {row.sight.bound:.5f}, proof {proof.share:.5f}"
        )
    if row.second_opinion is not None and abs(row.second_opinion - proof.bare_share) > bound:
        found.append(
            f"RENDERER {row.second_opinion:.5f}, share {row.sight.share:.5f},"
            f" proof bare {proof.bare_share:.5f}"
        )
    return found


def summary(rows: list[Row]) -> list[str]:
    """Return the table's last lines."""
    errors = np.array([row.error for row in rows])
    bounds = np.array([row.sight.bound for row in rows])
    partly = np.array([0.001 < row.proof.share < 0.999 for row in rows])
    seconds = np.array([row.seconds for row in rows]) * 1e3
    large = np.array([row.proof.triangles for row in rows])
    lines = [
        f"{len(rows)} pairs, {sum(row.proof.visible for row in rows)} visible,"
        f" {int(partly.sum())} in part; up to {large.max()} triangles in the beam",
        f"sampling differs from proof: {sum(r.sampled is not r.proof.visible for r in rows)},"
        f" of them where a disc of {SURE_DISC_IN:.4f} in fits: {sum(map(_missed, rows))}",
        "verdict differs from proof: "
        f"{sum(r.verdict is not r.proof.visible for r in rows)}, look from proof:"
        f" {sum(r.sight.visible is not r.proof.visible for r in rows)}",
        f"share against proof: p95 {np.percentile(errors, 95):.5f}, worst {errors.max():.5f},"
        f" outside the bound {int((errors > bounds + 1e-9).sum())};"
        f" bound median {np.median(bounds):.5f}, p95 {np.percentile(bounds, 95):.5f}",
        f"look {seconds[:, 0].mean():.1f} ms (p95 {np.percentile(seconds[:, 0], 95):.1f}),"
        f" proof {np.median(seconds[:, 1]):.0f} ms median, {seconds[:, 1].max():.0f} worst",
    ]
    seconds_opinions = [
        abs(row.second_opinion - row.proof.bare_share)
        for row in rows
        if row.second_opinion is not None
    ]
    if seconds_opinions:
        off = np.array(seconds_opinions)
        lines.append(f"renderer: p95 {np.percentile(off, 95):.5f}, worst {off.max():.5f}")
    return lines


def _missed(row: Row) -> bool:
    """Return whether sampling and proof differ though a disc fits that sampling must find."""
    fits = SURE_DISC_IN if row.proof.visible else 2 * RADIUS_IN
    return row.sampled is not row.proof.visible and row.proof.bare_opening_in > fits


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Sight against its proof.")
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--scenes", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-renderer", action="store_true")
    asked = parser.parse_args()
    rows = rows_of(asked.pairs, asked.scenes, asked.seed, renderer=not asked.no_renderer)
    findings = Findings()
    findings.tell(rows, _renderer_bound() if not asked.no_renderer else 0.0)
    print("\n".join([*findings.lines, *summary(rows)]))


if __name__ == "__main__":
    main()
