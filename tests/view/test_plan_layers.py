"""Layers of a plan: shaded cells, lines, ghosts and the legend."""

from __future__ import annotations

import numpy as np
import pytest

from sim.engine.plan_layers import Ghost, Key, PlanLayers, PlanLine, Shade
from sim.geometry.pose import Pose
from sim.view.pictures import SceneCamera
from tests.view.small import Pixels, pixels


def cells(look_of: dict[int, str]) -> Shade:
    """Return a shade of one-inch cells of the small table whose look goes by the column."""
    row = tuple(look_of.get(column, "") for column in range(24))
    return Shade(1.0, (row,) * 18)


def changed(a: Pixels, b: Pixels) -> np.ndarray:
    high = min(len(a), len(b))
    return np.abs(a[:high] - b[:high]).max(axis=-1) > 12


def test_hidden_cells_are_darker_and_only_they_change(camera: SceneCamera):
    plain = pixels(camera.plan())
    shade = cells(dict.fromkeys(range(12, 24), "hidden"))
    shot = pixels(camera.plan(layers=PlanLayers(shade)))
    touched = changed(plain, shot)
    middle = shot.shape[1] // 2
    assert touched[:, : middle - 8].mean() < 0.002
    assert touched[:, middle + 8 :].mean() > 0.4
    assert shot[:, middle + 8 :].mean() < plain[:, middle + 8 :].mean() - 15


def test_hidden_and_partly_are_told_apart_without_colour(camera: SceneCamera):
    looks = [
        pixels(camera.plan(layers=PlanLayers(cells(dict.fromkeys(range(24), look)))))
        for look in ("", "partly", "hidden")
    ]
    grey = [float(each.mean()) for each in looks]
    assert grey[0] > grey[1] + 4 > grey[2] + 8


def test_the_first_row_of_cells_is_the_readers(camera: SceneCamera):
    rows = (("hidden",) * 24, *((("",) * 24,) * 17))
    touched = changed(
        pixels(camera.plan()), pixels(camera.plan(layers=PlanLayers(Shade(1.0, rows))))
    )
    where = np.flatnonzero(touched.any(axis=1))
    assert where[0] > touched.shape[0] * 0.75


@pytest.mark.parametrize("look", ["clear", "obscured", "blocked", "way"])
def test_every_line_shows_and_each_in_its_own_way(camera: SceneCamera, look: str):
    line = PlanLine(((3.0, 16.0), (21.0, 16.0)), look)  # pyright: ignore[reportArgumentType]
    touched = changed(pixels(camera.plan()), pixels(camera.plan(layers=PlanLayers(lines=(line,)))))
    row = touched[touched.any(axis=1)]
    gaps = np.flatnonzero(np.diff(row[len(row) // 2].astype(int)) == 1)
    assert touched.sum() > 200
    if look == "clear":
        assert len(gaps) <= 4
    else:
        assert len(gaps) > 4


def test_a_ghost_and_a_ring_are_drawn_where_they_are_said_to_stand(camera: SceneCamera):
    plain = pixels(camera.plan())
    for look in ("ghost", "looker"):
        ghost = Ghost("soldier", Pose(4.0, 4.0), look, "here")
        touched = changed(plain, pixels(camera.plan(layers=PlanLayers(ghosts=(ghost,)))))
        rows, columns = np.nonzero(touched)
        assert rows.mean() > touched.shape[0] * 0.6
        assert columns.mean() < touched.shape[1] * 0.4


def test_a_legend_stands_under_the_plan_and_leaves_it_as_it_is(camera: SceneCamera):
    plain = pixels(camera.plan())
    keys = (Key("seen", "seen"), Key("hidden", "hidden"), Key("blocked", "blocked"))
    shot = pixels(camera.plan(layers=PlanLayers(legend=keys, title="What is what")))
    assert shot.shape[0] > plain.shape[0] + 20
    assert (shot[: plain.shape[0]] == plain).all()
    assert shot[plain.shape[0] :].std() > 10


def test_a_window_shows_its_part_larger(camera: SceneCamera):
    whole = pixels(camera.plan())
    part = pixels(camera.plan(layers=PlanLayers(window=(2.0, 4.0, 14.0, 13.0))))
    assert part.shape[1] == whole.shape[1]
    assert part.shape[0] == pytest.approx(whole.shape[1] * 9 / 12, abs=2)


def test_the_same_layers_give_the_same_picture(camera: SceneCamera):
    layers = PlanLayers(
        cells({3: "partly", 4: "hidden"}),
        (PlanLine(((1.0, 1.0), (9.0, 9.0)), "clear", "1/2"),),
        (Ghost("tank", Pose(12.0, 3.0, 30.0)),),
        (Key("ghost", "there"),),
    )
    assert camera.plan(layers=layers) == camera.plan(layers=layers)
