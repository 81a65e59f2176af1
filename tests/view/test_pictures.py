"""Pictures without a screen."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np
import pytest

from sim.engine.dice import SeededDice
from sim.engine.match import Match
from sim.geometry.pose import Pose
from sim.table.pieces import Stand
from sim.view.cache import FOLDER_VARIABLE
from sim.view.item_buffer import aim, masks
from sim.view.pictures import Line, SceneCamera, Zone
from tests.shared_files import ROOT
from tests.toy import Pebbles
from tests.toy.table import toy_facts
from tests.view.small import pixels, small_facts, small_scene

BLUE, RED = Stand("soldier", Pose(6, 8.8)), Stand("soldier", Pose(18, 8.8, 180.0))


def differing(a: np.ndarray, b: np.ndarray) -> float:
    """Share of pixels that differ visibly."""
    return float((np.abs(a - b).max(axis=-1) > 12).mean())


@pytest.mark.parametrize("view", ["table", "plan"])
def test_a_picture_is_not_empty(camera: SceneCamera, view: str):
    shot = pixels(getattr(camera, view)())
    corner = np.broadcast_to(shot[2, 2], shot.shape)
    assert shot.shape[1] == 640
    assert differing(shot, corner) > 0.4


@pytest.mark.parametrize("view", ["table", "plan"])
def test_miniatures_and_labels_show(camera: SceneCamera, view: str):
    empty = msgspec.structs.replace(small_scene(), pieces=(), units=())
    draw: Callable[..., bytes] = getattr(camera, view)
    assert differing(pixels(draw()), pixels(draw(empty))) > 0.01


@pytest.mark.case("P01")
@pytest.mark.parametrize("view", ["table", "plan"])
def test_the_second_picture_is_the_first(camera: SceneCamera, view: str):
    first = getattr(camera, view)()
    assert getattr(camera, view)() == first
    assert getattr(SceneCamera(small_facts(), small_scene(), width=640), view)() == first


def test_a_cold_cache_gives_the_same_picture_as_a_warm_one(
    camera: SceneCamera, monkeypatch: pytest.MonkeyPatch, tmp_path: object
):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    cold = SceneCamera(small_facts(), small_scene(), width=640).table()
    warm = SceneCamera(small_facts(), small_scene(), width=640).table()
    assert cold == warm == camera.table()


def test_what_was_shown_before_leaves_no_trace(camera: SceneCamera):
    before = camera.table()
    camera.plan(msgspec.structs.replace(small_scene(), pieces=small_scene().pieces[:1]))
    camera.eye(BLUE, RED, camera.facts.sight(BLUE, RED))
    camera.look_at((2, -6, 8), (12, 9, 0), lines=[Line((6, 9, 1.5), (18, 9, 1.5))])
    assert camera.table() == before


def test_each_side_wears_its_own_colour(camera: SceneCamera):
    near = pixels(camera.look_at((6, 3, 4), (6, 8, 0.6), angle=20))
    far = pixels(camera.look_at((18, 2.5, 4), (18, 7, 0.6), angle=20))
    assert (near[..., 2] - near[..., 0] > 25).mean() > 0.02
    assert (far[..., 0] - far[..., 2] > 45).mean() > 0.02
    assert (near[..., 0] - near[..., 2] > 90).mean() < (far[..., 0] - far[..., 2] > 90).mean()


def test_a_floor_lifts_a_miniature_and_a_hill_carries_it(camera: SceneCamera):
    scene = small_scene()
    up = msgspec.structs.replace(scene.pieces[0], pose=Pose(5, 14))
    camera.stage.show([up], ["left"])
    assert camera.stage.figure("blue/1").getZ() == pytest.approx(1.5)


@pytest.mark.parametrize("pair", [(BLUE, RED), (RED, BLUE)])
def test_the_item_buffer_agrees_with_the_rays(camera: SceneCamera, pair: tuple[Stand, Stand]):
    sight = camera.facts.sight(*pair)
    assert 0.1 < sight.share < 0.9
    assert camera.second_opinion(*pair) == pytest.approx(sight.share, abs=0.015)


def test_the_item_buffer_sees_nothing_through_a_wall_and_everything_in_the_open(
    camera: SceneCamera,
):
    hidden = Stand("soldier", Pose(18, 5.5, 180.0))
    assert not camera.facts.sight(Stand("soldier", Pose(9, 6)), hidden).visible
    assert camera.second_opinion(Stand("soldier", Pose(9, 6)), hidden) == 0.0
    assert camera.second_opinion(Stand("soldier", Pose(14, 3)), hidden) == 1.0


def test_hulls_block_in_the_item_buffer(camera: SceneCamera):
    looker, target = Stand("soldier", Pose(14, 3)), Stand("soldier", Pose(22, 3))
    tank = Stand("tank", Pose(18, 3, 90.0))
    assert camera.second_opinion(looker, target) == 1.0
    share = camera.facts.sight(looker, target, [tank]).share
    assert camera.second_opinion(looker, target, [tank]) == pytest.approx(share, abs=0.015)


def test_the_base_is_no_part_of_the_outline(camera: SceneCamera):
    view = aim(camera.facts, BLUE, Stand("soldier", Pose(6, 4)))
    whole = masks(camera.facts, Stand("soldier", Pose(6, 4)), (), view, (256, 256)).whole
    columns = np.flatnonzero(whole.any(axis=0))
    # The figure is 0.7 in wide and 1.4 in tall; its base would be 1.18 in wide.
    rows = np.flatnonzero(whole.any(axis=1))
    assert (columns[-1] - columns[0]) / (rows[-1] - rows[0]) < 0.65


def test_the_eye_picture_tints_what_is_seen_and_marks_what_is_hidden():
    camera = SceneCamera(small_facts(), small_scene(), width=1200)
    hidden_from, behind = Stand("soldier", Pose(9, 6)), Stand("soldier", Pose(18, 5.5, 180.0))
    edges: list[float] = []
    hatched: list[float] = []
    for looker, target in ((BLUE, RED), (hidden_from, behind)):
        shot = pixels(camera.eye(looker, target, camera.facts.sight(looker, target)))
        below = shot[shot.shape[0] * 2 // 5 :]
        edges.append(float((np.abs(below - [255, 226, 64]).max(axis=-1) < 30).mean()))
        hatched.append(float((below[..., 2] - below[..., 0] > 90).mean()))
    assert edges[0] > 0.0005
    assert edges[1] == 0.0
    assert hatched[0] > 0.001
    assert hatched[1] > 2 * hatched[0]


def test_a_zone_is_hatched_inside_its_outline_only(camera: SceneCamera):
    zone = Zone(((0, 0), (24, 0), (24, 4), (0, 4)), "left", "Left deploys")
    plain, hatched = pixels(camera.plan()), pixels(camera.plan(zones=[zone]))
    changed = np.abs(plain - hatched).max(axis=-1) > 6
    rows = np.flatnonzero(changed.any(axis=1))
    assert changed.mean() > 0.05
    assert rows[0] > plain.shape[0] * 0.55


def test_every_state_of_a_line_looks_different(camera: SceneCamera):
    ends = (6.0, 8.8, 1.5), (18.0, 8.8, 1.5)
    shots = [
        camera.look_at((12, -10, 12), (12, 9, 1), lines=[Line(*ends, state)])
        for state in ("clear", "obscured", "blocked")
    ]
    plain = pixels(camera.look_at((12, -10, 12), (12, 9, 1)))
    inked = [differing(pixels(shot), plain) for shot in shots]
    assert inked[0] > inked[1] > inked[2] > 0


def test_a_model_that_the_table_does_not_know_is_left_out(camera: SceneCamera):
    scene = small_scene()
    stranger = msgspec.structs.replace(scene.pieces[0], id="who/1", model="unheard-of")
    more = msgspec.structs.replace(scene, pieces=(*scene.pieces, stranger))
    assert camera.table(more) == camera.table(scene)


def test_the_toy_game_is_drawn_too():
    game = Pebbles()
    facts = toy_facts()
    observed = Match(game, SeededDice(1)).observe("")
    shot = pixels(SceneCamera(facts, width=480).table(observed))
    assert differing(shot, np.broadcast_to(shot[2, 2], shot.shape)) > 0.3


def test_a_png_says_nothing_of_when_it_was_made(camera: SceneCamera):
    png = camera.table()
    assert b"tIME" not in png
    assert b"tEXt" not in png


def test_the_font_is_ours():
    assert (ROOT / "assets" / "fonts" / "DejaVuSans.ttf").stat().st_size > 100_000
