"""The item buffer answers the question the rays are asked, within the bound of its pipe."""

from __future__ import annotations

import pytest

from sim.geometry.meshes import box_mesh, cylinder_mesh, merge
from sim.geometry.pose import Pose
from sim.geometry.shapes import Disc
from sim.table.facts import Facts
from sim.table.pieces import Model, Stand, Table, Terrain
from sim.view import item_buffer
from sim.view.item_buffer import second_opinion_bound, share_seen
from sim.view.pipes import Library
from tests.benchmarks.proof_table import differences, rows_of

SOLDIER = merge([cylinder_mesh(0.6, 0.1, name="base"), cylinder_mesh(0.4, 1.5, 0.1, 48, "figure")])
HULL = merge([cylinder_mesh(1.5, 0.8, name="base"), cylinder_mesh(0.5, 0.4, 2.0, 24, "hull")])


def facts_with(wall: Terrain | None = None) -> Facts:
    models = {
        "soldier": Model("soldier", Disc(0.6), 1.4, 1.6, SOLDIER),
        "walker": Model("walker", Disc(1.5), 2.0, 2.4, HULL, seen_parts=("hull",)),
    }
    return Facts(Table(30.0, 30.0, "grass", {} if wall is None else {"wall": wall}, models))


@pytest.mark.parametrize(("gl", "bound"), [(True, 0.002), (False, 0.015)])
def test_the_bound_is_that_of_the_pipe(
    monkeypatch: pytest.MonkeyPatch, gl: bool, bound: float
) -> None:
    monkeypatch.setattr(item_buffer, "library", lambda: Library("some", gl, "some"))
    assert second_opinion_bound() == bound


def test_a_wall_right_before_the_eye_is_drawn() -> None:
    looker, target = Stand("soldier", Pose(5, 5)), Stand("soldier", Pose(20, 5))
    wall = Terrain("wall", "wall", "walls", Pose(0, 0), box_mesh((5.1, 0, 0), (5.15, 9, 4)), ())
    assert facts_with(wall).sight(looker, target).visible is False
    assert share_seen(facts_with(wall), looker, target) == 0.0
    assert share_seen(facts_with(), looker, target) == 1.0


def test_what_does_not_count_as_seen_does_not_block_in_the_item_buffer_either() -> None:
    looker, target = Stand("soldier", Pose(5, 5)), Stand("soldier", Pose(20, 5))
    between = [Stand("walker", Pose(15, 5))]
    facts = facts_with()
    assert facts.sight(looker, target, between).share == 1.0
    assert share_seen(facts, looker, target, between) == 1.0


def test_the_item_buffer_agrees_with_the_proof_on_random_tables() -> None:
    rows = rows_of(24, 4, 301, renderer=True)
    found = [word for row in rows for word in differences(row, second_opinion_bound())]
    assert [word for word in found if word.startswith("RENDERER")] == []
    assert sum(0.01 < row.proof.bare_share < 0.99 for row in rows) >= 4, "some are seen in part"
