"""A tenth of the table of proofs: sampling, verdict and share against exact polygons.

The whole table is `tests.benchmarks.proof_table`; the pairs with the item buffer are in
`tests/view/test_second_opinion.py`.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.benchmarks.proof_table import SURE_DISC_IN, Row, rows_of


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return rows_of(200, 20, 401)


def test_no_verdict_differs_from_its_proof(rows: list[Row]) -> None:
    differ = [r.place for r in rows if r.verdict is not r.proof.visible]
    assert differ == []
    assert [r.place for r in rows if r.sight.visible is not r.verdict] == []
    seen = sum(r.verdict for r in rows)
    assert 40 < seen < 180, "both answers are there"


def test_sampling_misses_only_what_is_narrower_than_its_lattice(rows: list[Row]) -> None:
    for row in rows:
        if row.sampled is not row.proof.visible:
            assert row.proof.bare_opening_in < SURE_DISC_IN + 5e-4, row.place


def test_shares_are_within_their_bounds(rows: list[Row]) -> None:
    outside = [r.place for r in rows if r.error > r.sight.bound + 1e-9]
    assert outside == []
    assert np.percentile([r.error for r in rows], 95) <= 0.003
    assert np.percentile([r.sight.bound for r in rows], 95) <= 0.01
    assert sum(0.01 < r.proof.share < 0.99 for r in rows) > 30, "some are seen in part"


def test_what_is_whole_reads_whole_and_what_is_blocked_reads_nothing(rows: list[Row]) -> None:
    for row in rows:
        if row.proof.share > 1 - 1e-9:
            assert row.sight.share == pytest.approx(1.0, abs=3e-4), row.place
            assert row.sight.bound <= 2e-3, row.place
        if not row.proof.visible:
            assert (row.sight.share, row.sight.bound) == (0.0, 0.0), row.place


def test_a_proof_names_a_point_that_rays_reach_too(rows: list[Row]) -> None:
    for row in rows:
        assert (row.proof.witness is not None) is row.proof.visible
        assert (row.sight.witness is not None) is row.proof.visible
