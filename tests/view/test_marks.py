"""Regions, rings, ghosts and signs on the table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from panda3d.core import GeomNode

from sim.geometry.pose import Pose
from sim.geometry.shapes import Box, Disc, Footprint, Hull, Oval
from sim.view import marks, palette
from sim.view.cameras import View, bounds
from sim.view.darkroom import expose
from sim.view.overlays import line_look
from sim.view.pictures import SceneCamera
from tests.view.small import small_scene
from tests.view.test_parts import vertices_of

Pixels = np.ndarray
RED = (240, 66, 54, 255)
BASES: list[Footprint] = [
    Disc(0.59),
    Oval(1.4, 0.8),
    Box(4.0, 2.0),
    Hull(((1.0, -1.0), (1.5, 0.0), (1.0, 1.0), (-1.0, 0.0))),
]
ELL = [(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)]
numbers = st.floats(-20, 20, allow_nan=False)


def flat(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.zeros(np.shape(x))


def triangles_of(node) -> np.ndarray:
    """Corners of all triangles below a node, in its frame, ``(n, 3, 3)``."""
    out = []
    for holder in node.findAllMatches("**"):
        if not isinstance(holder.node(), GeomNode):
            continue
        for made in holder.node().getGeoms():
            data = made.getVertexData()
            raw = np.frombuffer(bytes(memoryview(data.getArray(0)).cast("B")), np.float32)
            points = raw.reshape(-1, 8)[:, :3]
            for primitive in made.getPrimitives():
                index = list(primitive.getVertexList())
                out.append(points[index].reshape(-1, 3, 3))
    return np.concatenate(out)


def area_of(node) -> float:
    """Plan area of all triangles below a node."""
    a, b, c = np.moveaxis(triangles_of(node)[..., :2].astype(float), 1, 0)
    u, v = b - a, c - a
    return float(np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]).sum() / 2)


def shot(camera: SceneCamera) -> Pixels:
    view = View((12, -8, 14), (12, 8, 0.5), 44).clipped_to(*bounds(camera.facts.table))
    return np.asarray(expose(camera.stage.root, view, (320, 200), scale=1), int)


@pytest.fixture
def stage(camera: SceneCamera):
    scene = small_scene()
    camera.stage.show(scene.pieces, ["left", "right"])
    yield camera.stage
    camera.stage.overlays.getChildren().detach()
    for name in camera.stage.pieces:
        marks.tint_off(camera.stage, name)


@pytest.mark.parametrize("backwards", [False, True])
def test_a_concave_region_fills_its_own_area_and_no_more(backwards: bool):
    outline = ELL[::-1] if backwards else ELL
    made = marks.region([outline], RED, flat, edge=False)
    assert area_of(made) == pytest.approx(20.0, abs=1e-4)


def test_an_outline_inside_another_is_a_hole_and_one_inside_that_an_island():
    def square(low: float, high: float) -> list[tuple[float, float]]:
        return [(low, low), (high, low), (high, high), (low, high)]

    made = marks.region([square(0, 10), square(2, 8), square(4, 6)], RED, flat, edge=False)
    assert area_of(made) == pytest.approx(100 - 36 + 4, abs=1e-3)


@given(
    st.lists(st.tuples(st.floats(0.5, 8), st.floats(0.05, 1)), min_size=3, max_size=14),
    numbers,
    numbers,
)
def test_any_star_is_filled_to_its_area(spokes: list[tuple[float, float]], x: float, y: float):
    steps = np.cumsum([step for _, step in spokes])
    turn = steps / steps[-1] * 2 * np.pi
    if np.diff(np.concatenate([turn, turn[:1] + 2 * np.pi])).max() > 3.0:
        return
    reach = np.array([away for away, _ in spokes])
    points = np.stack([x + reach * np.cos(turn), y + reach * np.sin(turn)], axis=1)
    px, py = points[:, 0] - x, points[:, 1] - y
    area = abs(float((px * np.roll(py, -1) - np.roll(px, -1) * py).sum())) / 2
    made = marks.region([points], RED, flat, edge=False)
    assert area_of(made) == pytest.approx(area, abs=1e-3 + area * 1e-4)


@pytest.mark.parametrize("outline", [[], [(1, 1), (2, 2)], [(0, 0), (1, 0), (2, 0)]])
def test_an_outline_without_area_gives_nothing(outline: list[tuple[float, float]]):
    made = marks.region([outline], RED, flat)
    assert made.findAllMatches("**/+GeomNode").getNumPaths() == 0


def test_a_region_follows_the_ground():
    made = marks.region([ELL], RED, lambda x, y: x * 0.5, edge=False)
    points = vertices_of(made)
    assert np.abs(points[:, 2] - points[:, 0] * 0.5).max() < 0.1
    assert len(points) > 40


def test_hatching_is_seen_without_colour(stage, camera: SceneCamera):
    grey: list[Pixels] = []
    for hatch in (False, True):
        made = marks.region(
            [[(9, 1), (16, 1), (16, 6), (9, 6)]],
            (255, 255, 255, 255),
            stage.relief.height,
            hatch=hatch,
        )
        made.reparentTo(stage.overlays)
        grey.append(shot(camera).mean(axis=-1))
        made.removeNode()
    changed = np.abs(grey[0] - grey[1]) > 12
    assert changed.mean() > 0.01
    # Stripes: some of it brighter, some as before.
    assert changed.mean() < 0.12


@pytest.mark.parametrize("shape", BASES, ids=lambda s: type(s).__name__)
@given(x=numbers, y=numbers, facing=st.floats(-180, 180))
def test_a_ring_lies_round_its_base_wherever_that_stands(
    shape: Footprint, x: float, y: float, facing: float
):
    here = vertices_of(marks.base_ring(shape, Pose(0, 0), RED, flat))
    there = vertices_of(marks.base_ring(shape, Pose(x, y, facing), RED, flat))
    turn = np.radians(facing)
    c, s = np.cos(turn), np.sin(turn)
    moved = here[:, :2] @ np.array([[c, s], [-s, c]]) + [x, y]
    assert np.abs(moved - there[:, :2]).max() < 1e-3


@pytest.mark.parametrize("shape", BASES, ids=lambda s: type(s).__name__)
def test_a_ring_stays_clear_of_the_base(shape: Footprint):
    from sim.view.rims import outline

    points = vertices_of(marks.base_ring(shape, Pose(0, 0), RED, flat))[:, :2]
    edge = outline(shape, 360)
    away = np.linalg.norm(points[:, None] - edge[None], axis=2).min(axis=1)
    assert away.min() > 0.03
    assert away.max() < 0.4


def inked(node) -> float:
    """Share of the vertices of a ring that are not clear."""
    holder = node if isinstance(node.node(), GeomNode) else node.find("**/+GeomNode")
    found = holder.node().getGeom(0).getVertexData()
    raw = np.frombuffer(bytes(memoryview(found.getArray(1)).cast("B")), np.uint8)
    return float((raw.reshape(-1, 4)[:, 3] > 0).mean())


def test_rings_of_different_states_differ_without_colour():
    states = (marks.SELECTED, marks.HOVER, marks.CANDIDATE, marks.SUSPECT)
    seen = set()
    for state in states:
        made = marks.state_ring(Disc(0.6), Pose(0, 0), state, flat)
        holders = made.findAllMatches("**/+GeomNode")
        points = vertices_of(made)[:, :2]
        wide = round(float(np.ptp(np.linalg.norm(points, axis=1))), 2)
        seen.add((holders.getNumPaths(), wide, round(inked(made), 1)))
    assert len(seen) == len(states)


@pytest.mark.parametrize("look", marks.LOOKS)
def test_a_ghost_stands_where_it_is_told_and_lets_the_ground_through(
    stage, camera: SceneCamera, look: str
):
    before = shot(camera)
    piece = small_scene().pieces[0]
    made = marks.ghost(stage, piece, Pose(5, 14), look=look)
    made.reparentTo(stage.overlays)
    assert made.find("body").getZ() == pytest.approx(1.5)
    assert (np.abs(shot(camera) - before).max(axis=-1) > 12).mean() > 0.002


def test_a_bad_ghost_is_told_from_a_good_one_without_colour(stage, camera: SceneCamera):
    piece = small_scene().pieces[0]
    good = marks.ghost(stage, piece, Pose(8, 4), look="good")
    bad = marks.ghost(stage, piece, Pose(8, 4), look="bad")
    assert good.find("**/cross").isEmpty()
    assert not bad.find("**/cross").isEmpty()
    assert inked(good.find("ring")) > inked(bad.find("ring"))


def test_a_ghost_has_no_other_looks(stage):
    with pytest.raises(KeyError):
        marks.ghost(stage, small_scene().pieces[0], Pose(8, 4), look="fine")


def test_an_outlined_piece_looks_as_before_when_the_tint_is_off(stage, camera: SceneCamera):
    before = shot(camera)
    marks.outline_piece(stage, "wall", RED)
    outlined = shot(camera)
    marks.outline_piece(stage, "wall", (0, 0, 255, 255))
    assert stage.pieces["wall"].findAllMatches("outline").getNumPaths() == 1
    marks.tint_off(stage, "wall")
    assert (np.abs(outlined - before).max(axis=-1) > 12).mean() > 0.005
    assert (shot(camera) == before).all()
    marks.tint_off(stage, "wall")


@pytest.mark.parametrize(
    "made",
    [
        lambda: marks.bead((12, 4, 1), RED),
        lambda: marks.cross((12, 4), flat, RED),
        lambda: marks.arrow(Pose(12, 4, 30), RED, flat),
        lambda: marks.turn_handle(Pose(12, 3, 30), 2.0, RED, flat),
        lambda: marks.marker_flag((12, 4, 0), RED),
    ],
    ids=["bead", "cross", "arrow", "turn_handle", "flag"],
)
def test_every_sign_shows_in_its_colour(stage, camera: SceneCamera, made):
    def reddish(pixels: Pixels) -> int:
        return int((pixels[..., 0] - pixels[..., 1] > 70).sum())

    before = reddish(shot(camera))
    made().reparentTo(stage.overlays)
    assert reddish(shot(camera)) > before + 8


# Severe dichromacy after Machado, Oliveira and Fernandes (2009), on linear light.
SEEN_AS = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                   [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                     [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                   [0.004733, 0.691367, 0.303900]],
}  # fmt: skip


def seen_as(colour: tuple[int, int, int], eyes: str) -> np.ndarray:
    linear = (np.array(colour) / 255.0) ** 2.2
    return 255 * np.clip(np.array(SEEN_AS[eyes]) @ linear, 0, 1) ** (1 / 2.2)


@pytest.mark.parametrize(
    ("name", "eyes"),
    [
        ("red-green", "protanopia"),
        ("red-green", "deuteranopia"),
        ("high-contrast", "tritanopia"),
    ],
)
def test_a_palette_is_told_apart_by_the_eyes_it_is_for(name: str, eyes: str):
    used = palette.PALETTES[name]
    groups = [
        [rim for _, rim in used.sides],
        [used.clear, used.obscured, used.blocked],
        [used.good, used.bad],
        [used.chosen, used.suspect],
    ]
    for group in groups:
        looks = [seen_as(colour, eyes) for colour in group]
        apart = [float(np.linalg.norm(a - b)) for i, a in enumerate(looks) for b in looks[i + 1 :]]
        assert min(apart) > 60, (group, apart)


def test_a_palette_is_changed_at_run_time_and_keeps_the_dashes():
    standard = {state: line_look(state) for state in ("clear", "obscured", "blocked")}
    try:
        palette.use_palette("red-green")
        for state, look in standard.items():
            other = line_look(state)
            assert (other.dash, other.gap) == (look.dash, look.gap)
            assert other.colour != look.colour
        with pytest.raises(KeyError):
            palette.use_palette("sepia")
        assert palette.palette() is palette.PALETTES["red-green"]
    finally:
        palette.use_palette("standard")


def test_miniatures_shown_again_wear_the_new_palette(stage, camera: SceneCamera):
    before = shot(camera)
    try:
        palette.use_palette("high-contrast")
        stage.show(small_scene().pieces, ["left", "right"])
        changed = shot(camera)
    finally:
        palette.use_palette("standard")
    stage.show(small_scene().pieces, ["left", "right"])
    assert (np.abs(changed - before).max(axis=-1) > 20).mean() > 0.002
    assert (shot(camera) == before).all()
