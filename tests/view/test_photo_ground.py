"""A photo of a table gives its places and becomes its ground (the photo is drawn by ourselves)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from sim.geometry.homography import Homography
from sim.geometry.mesh_data import Floats
from sim.geometry.table_edges import refine_corners
from sim.table.assets import scene_root
from sim.table.facts import Facts
from sim.table.pieces import Table
from sim.table.scene import build_table, open_scene
from sim.view.cameras import View, bounds, orbit
from sim.view.darkroom import expose
from sim.view.geoms import Surface, geom, node
from sim.view.ground import mat_size
from sim.view.photo_ground import photo_texture
from sim.view.pictures import SceneCamera
from sim.view.stage import Stage
from tests.view.small import pixels, small_facts, small_scene

SIDE = 48.0
CORNERS = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], float)
#: Half of what a phone takes (4000 x 3000) along each side: 1.5 px of noise weigh twice as much.
SMALL, PHONE = (2000, 1500), (4000, 3000)
#: Turn, rise, opening and distance of the camera: over a shoulder, from a corner, from low down.
CAMERAS = [(0, 55, 40, 75), (20, 42, 42, 85), (60, 38, 46, 84), (0, 32, 42, 88)]
SEEDS = range(100)
#: Where marks lie on the mat, clear of every piece in sight of all cameras.
MARKS = np.array([(3, 3), (24, 3), (45, 3), (3, 24), (45, 45), (3, 45), (14, 14), (36, 9)], float)
MARK = (255, 0, 255)


def mills() -> Table:
    """The shipped table of the mills, cut to 48 by 48."""
    whole = build_table(open_scene(scene_root() / "dust_warfare" / "mills.toml"))
    inside = {
        name: piece
        for name, piece in whole.terrain.items()
        if (piece.body.bounds[0, :2] > 0).all() and (piece.body.bounds[1, :2] < SIDE).all()
    }
    return Table(SIDE, SIDE, whole.ground, inside, {})


def squares(places: Floats) -> Surface:
    """Half-inch squares that lie on the mat."""
    corner = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * 0.25
    plan = (places[:, None] + corner).reshape(-1, 2)
    pair = np.array([(0, 1, 2), (0, 2, 3)])
    faces = np.concatenate([pair + 4 * k for k in range(len(places))]).astype(np.int32)
    colours = np.tile(np.array([*MARK, 255], np.uint8), (len(plan), 1))
    points = np.column_stack([plan, np.full(len(plan), 0.02)])
    return Surface(points, np.tile([0.0, 0.0, 1.0], (len(plan), 1)), colours, plan, faces)


@pytest.fixture(scope="module")
def stage(software: None) -> Stage:
    made = Stage(Facts(mills()))
    # A mat on a dark table: the raised lip of a frame would hide the mat's near edge.
    made.still.find("frame").hide()
    marks = node("marks", geom(squares(MARKS)))
    marks.reparentTo(made.overlays)
    return made


def view_of(camera: tuple[float, float, float, float], table: Table) -> View:
    turn, rise, angle, distance = camera
    return orbit((SIDE / 2, SIDE / 2, 0), distance, turn, rise, angle).clipped_to(*bounds(table))


def projected(view: View, size: tuple[int, int]) -> Callable[[Floats], Floats]:
    def seen(places: Floats) -> Floats:
        out = view.project(np.column_stack([places, np.zeros(len(places))]), size[0] / size[1])
        return np.column_stack([(out[:, 0] + 1) / 2 * size[0], (1 - out[:, 1]) / 2 * size[1]])

    return seen


def marks_in(photo: np.ndarray, exact: Homography) -> tuple[Floats, Floats]:
    """Where the marks are seen in a photo, and which of them are (pieces hide some)."""
    red, green, blue = (photo[..., k].astype(int) for k in range(3))
    y, x = np.nonzero((red > 190) & (green < 90) & (blue > 190))
    spots = np.column_stack([x, y]).astype(np.float64) + 0.5
    places = exact.to_table(spots)
    seen, known = [], []
    for mark in MARKS:
        own = np.hypot(*(places - mark).T) < 1.0
        if own.sum() > 12:
            seen.append(spots[own].mean(axis=0))
            known.append(mark)
    return np.array(seen), np.array(known)


def errors(clicks: Floats, seen: Floats, known: Floats) -> Floats:
    found = Homography.from_corners(clicks, SIDE, SIDE, near_left=0)
    return np.hypot(*(found.to_table(seen) - known).T)


def told(name: str, size: tuple[int, int], camera: object, off: list[Floats]) -> str:
    whole = np.concatenate(off)
    return (
        f"{name} {size[0]}x{size[1]} camera {camera}: median {np.median(whole):.3f} "
        f"p95 {np.quantile(whole, 0.95):.3f} worst {whole.max():.3f} in"
    )


@pytest.mark.parametrize("camera", CAMERAS)
def test_places_are_right_to_015_in_with_corners_clicked_15_px_off(stage: Stage, camera):
    view = view_of(camera, stage.table)
    photo = np.asarray(expose(stage.root, view, SMALL, scale=1).convert("RGB"))
    corners = projected(view, SMALL)(CORNERS)
    exact = Homography.from_corners(corners, SIDE, SIDE, near_left=0)
    seen, known = marks_in(photo, exact)
    assert len(seen) >= 5
    rough, refined = [], []
    for seed in SEEDS:
        clicks = corners + np.random.default_rng(seed).normal(0, 1.5, (4, 2))
        rough.append(errors(clicks, seen, known))
        refined.append(errors(refine_corners(photo, clicks).corners, seen, known))
    print(told("clicked", SMALL, camera, rough))
    print(told("refined", SMALL, camera, refined))
    assert np.concatenate(refined).max() <= 0.15


@pytest.mark.parametrize("camera", CAMERAS)
def test_in_a_phones_picture_the_clicks_alone_do_for_19_places_of_20(stage: Stage, camera):
    see = projected(view_of(camera, stage.table), PHONE)
    grid = np.stack(np.meshgrid(np.linspace(0, 48, 13), np.linspace(0, 48, 13)), -1).reshape(-1, 2)
    off = [
        errors(see(CORNERS) + np.random.default_rng(seed).normal(0, 1.5, (4, 2)), see(grid), grid)
        for seed in SEEDS
    ]
    print(told("clicked", PHONE, camera, off))
    assert np.quantile(np.concatenate(off), 0.95) <= 0.15


# --- as the ground ----------------------------------------------------------------------------


def test_a_photo_of_the_table_laid_as_its_ground_shows_the_same_table(stage: Stage):
    view = view_of(CAMERAS[0], stage.table)
    photo = np.asarray(expose(stage.root, view, SMALL, scale=1).convert("RGB"))
    found = Homography.from_corners(projected(view, SMALL)(CORNERS), SIDE, SIDE)
    ground = photo_texture(photo, found, stage.table)
    width, height = mat_size(stage.table)
    assert ground.shape == (height, width, 3)
    stage.overlays.hide()
    stage.lay_photo(ground)
    try:
        again = np.asarray(expose(stage.root, view, SMALL, scale=1).convert("RGB"))
    finally:
        stage.lay_photo(None)
        stage.overlays.show()
    # Through the same camera the flat photo looks as the table did, marks included. The software
    # renderer draws up to half a pixel low, both times.
    seen, known = marks_in(again, found)
    assert len(seen) >= 5
    assert np.hypot(*(found.to_table(seen) - known).T).max() < 0.15
    assert np.abs(again.astype(int) - photo).mean() < 6


def test_the_painted_mat_comes_back():
    camera = SceneCamera(small_facts(), small_scene(), width=320)
    before = camera.plan()
    chequer = np.zeros((64, 64, 3), np.uint8)
    chequer[::2, ::2] = 255
    camera.stage.lay_photo(chequer)
    camera.stage.lay_photo(255 - chequer)
    laid = camera.plan()
    camera.stage.lay_photo(None)
    assert (np.abs(pixels(laid) - pixels(before)).max(axis=-1) > 12).mean() > 0.3
    assert camera.plan() == before


def test_taking_away_a_photo_that_was_never_laid_changes_nothing():
    camera = SceneCamera(small_facts(), small_scene(), width=320)
    before = camera.plan()
    camera.stage.lay_photo(None)
    assert camera.plan() == before


def test_a_photo_set_up_for_another_size_is_laid_by_inches():
    photo = np.zeros((400, 400, 3), np.uint8)
    photo[:, 200:] = 255
    found = Homography.from_corners([(0, 400), (400, 400), (400, 0), (0, 0)], 24.0, 18.0)
    table = small_facts().table
    half = photo_texture(photo, found, table, widest=256)
    wider = photo_texture(photo, found, Table(48.0, 18.0, "grass", {}, {}), widest=256)
    assert (half[:, :120].max(), half[:, 136:].min()) == (0, 255)
    assert (wider[:, 70:120].min(), wider[:, 136:].max()) == (255, 0)
