"""The parts that pictures are made of: liveries, rims, overlays, relief, cache, tone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from panda3d.core import GeomNode

from sim.geometry.meshes import box_mesh
from sim.geometry.shapes import Box, Disc, Footprint, Hull, Oval, reach_of
from sim.view import cache, overlays, tone
from sim.view.cache import kept
from sim.view.geoms import BOX_MAP_IN, geom, recoloured, surface
from sim.view.livery import TINTED, liveries, tinted
from sim.view.relief import Relief
from sim.view.rims import outline, rim
from sim.view.textures import ground_tile, noise, panda_texture
from tests.view.small import small_table

BASES: list[Footprint] = [
    Disc(0.59),
    Oval(1.4, 0.8),
    Box(4.0, 2.0),
    Hull(((1.0, -1.0), (1.5, 0.0), (1.0, 1.0), (-1.0, 0.0))),
]


def flat(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.zeros(np.shape(x))


def vertices_of(node) -> np.ndarray:
    """Positions of all vertices below a node."""
    out = []
    for holder in node.findAllMatches("**"):
        if not isinstance(holder.node(), GeomNode):
            continue
        for index in range(holder.node().getNumGeoms()):
            data = holder.node().getGeom(index).getVertexData()
            raw = np.frombuffer(bytes(memoryview(data.getArray(0)).cast("B")), np.float32)
            out.append(raw.reshape(-1, 8)[:, :3])
    return np.concatenate(out)


def test_middle_grey_becomes_the_cloth_and_fixed_paint_stays():
    colours = np.array([(128, 128, 128, TINTED), (10, 200, 30, 255)], np.uint8)
    out = tinted(colours, (80, 100, 140))
    assert out.tolist() == [[80, 100, 140, 255], [10, 200, 30, 255]]
    assert colours[0, 3] == TINTED


def test_sides_differ_in_pattern_not_only_in_colour():
    looks = liveries(["a", "b", "c", "d"])
    patterns = [(look.pattern, look.repeats) for look in looks.values()]
    assert len(set(patterns)) == len(patterns)
    assert len({look.rim for look in looks.values()}) == len(looks)


@pytest.mark.parametrize("shape", BASES)
def test_a_rim_follows_its_base(shape: Footprint):
    edge = outline(shape)
    made = rim(shape, liveries(["a"])["a"])
    reach = np.linalg.norm(made.vertices[:, :2], axis=1).max()
    assert np.linalg.norm(edge, axis=1).max() == pytest.approx(reach_of(shape), abs=0.07)
    assert reach_of(shape) - 0.05 < reach < reach_of(shape) + 0.12
    assert made.vertices[:, 2].min() >= 0.0


def test_faces_of_a_rim_look_outwards():
    made = rim(Disc(0.6), liveries(["a"])["a"])
    corners = made.vertices[made.faces]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert (np.einsum("ij,ij->i", normal, made.normals[made.faces[:, 0]]) > 0).all()


def test_a_ring_lies_on_the_ground_at_its_radius():
    points = vertices_of(overlays.ring((5, 6), 3.0, (255, 0, 0, 255), flat, width=0.2))
    away = np.hypot(points[:, 0] - 5, points[:, 1] - 6)
    assert away.min() == pytest.approx(2.9, abs=1e-3)
    assert away.max() == pytest.approx(3.1, abs=1e-3)
    assert points[:, 2] == pytest.approx(overlays.LIFT_IN)


def test_a_ribbon_drapes_over_a_rise():
    def slope(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return np.asarray(x) * 0.5

    points = vertices_of(overlays.path([(0, 0), (4, 0)], (0, 0, 255, 255), slope))
    assert points[:, 2] == pytest.approx(points[:, 0] * 0.5 + overlays.LIFT_IN, abs=1e-5)


def test_a_wedge_keeps_to_its_arc():
    node = overlays.wedge((0, 0, 90), 45, (1, 6), (255, 160, 40, 255), flat)
    points = vertices_of(node)
    bearing = np.degrees(np.arctan2(points[:, 1], points[:, 0]))
    assert bearing.min() > 45 - 4
    assert bearing.max() < 135 + 4
    assert np.hypot(points[:, 0], points[:, 1]).max() < 6.1


def test_lines_differ_without_their_colours():
    def pieces(look: overlays.LineLook) -> int:
        return len(vertices_of(overlays.tube((0, 0, 1), (12, 0, 1), look, sides=6))) // 12

    assert pieces(overlays.CLEAR) == 1
    assert 1 < pieces(overlays.OBSCURED) < pieces(overlays.BLOCKED)


def test_a_line_of_no_length_is_nothing():
    node = overlays.tube((1, 1, 1), (1, 1, 1), overlays.CLEAR)
    assert not isinstance(node.node(), GeomNode)
    assert node.getNumChildren() == 0


def test_the_relief_knows_hills_and_the_plain():
    relief = Relief(small_table())
    x, y = np.array([5.5, 1.0, 12.15]), np.array([14.0, 1.0, 6.0])
    assert relief.height(x, y) == pytest.approx([1.5, 0.0, 0.0])


def test_a_surface_keeps_the_shape_of_its_mesh():
    made = surface(box_mesh((0, 0, 0), (4, 2, 1)), max_edge=0.5)
    corners = made.vertices[made.faces]
    edges = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2)
    area = np.linalg.norm(
        np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1
    )
    assert edges.max() <= 0.5 + 1e-9
    assert area.sum() / 2 == pytest.approx(28.0)
    assert np.linalg.norm(made.normals, axis=1) == pytest.approx(1.0)


def test_texture_coordinates_never_smear_over_a_face():
    made = surface(box_mesh((0, 0, 0), (4, 2, 1)))
    corners, spots = made.vertices[made.faces], made.uv[made.faces] * BOX_MAP_IN
    for k in range(3):
        across = np.linalg.norm(corners[:, k] - corners[:, k - 1], axis=1)
        assert np.linalg.norm(spots[:, k] - spots[:, k - 1], axis=1) == pytest.approx(across)


def test_ground_is_mapped_from_above():
    made = surface(box_mesh((0, 0, 0), (4, 2, 1)), mapped_from_above_in=2.0)
    assert made.uv == pytest.approx(made.vertices[:, :2] / 2.0)


def test_copies_share_their_shape_and_not_their_colours():
    base = surface(box_mesh((0, 0, 0), (1, 1, 1)))
    shared = geom(base)
    red = np.tile(np.array((200, 0, 0, 255), np.uint8), (len(base.vertices), 1))
    copy = recoloured(shared, red)
    before = bytes(memoryview(shared.getVertexData().getArray(1)).cast("B"))
    after = bytes(memoryview(copy.getVertexData().getArray(1)).cast("B"))
    assert after == red.tobytes()
    assert before == base.colours.tobytes()
    shapes = [bytes(memoryview(g.getVertexData().getArray(0)).cast("B")) for g in (shared, copy)]
    assert shapes[0] == shapes[1]


def test_more_light_is_never_darker():
    albedo = np.full((50, 3), 0.3)
    shades = tone.shade(albedo, np.linspace(0, 3, 50)[:, None] * np.ones(3)).astype(int)
    assert (np.diff(shades, axis=0) >= 0).all()
    assert shades[0].max() == 0


@given(st.integers(0, 255))
def test_srgb_and_back(value: int):
    linear = float(tone.to_linear(np.array([value], np.uint8))[0])
    encoded = 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
    assert round(encoded * 255) == value


def test_tiles_of_ground_fit_their_neighbours():
    made = noise(128, 4, 4, 3)
    inner = np.abs(np.diff(made, axis=1)).mean()
    assert np.abs(made[:, 0] - made[:, -1]).mean() < 3 * inner
    assert ground_tile("no such ground").tolist() == ground_tile("grass").tolist()
    assert ground_tile("sand").mean() > ground_tile("mud").mean()


def test_textures_need_sides_of_powers_of_two():
    with pytest.raises(ValueError, match="powers of two"):
        panda_texture(np.zeros((10, 16, 3), np.uint8))


def test_arrays_are_made_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(tmp_path))
    made: list[int] = []

    def make() -> dict[str, np.ndarray]:
        made.append(1)
        return {"numbers": np.arange(4)}

    for _ in range(2):
        assert kept("test", "abc", make)["numbers"].tolist() == [0, 1, 2, 3]
    assert len(made) == 1
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"torn")
    assert kept("test", "abc", make)["numbers"].tolist() == [0, 1, 2, 3]
    assert len(made) == 2


def test_a_cache_that_cannot_be_written_costs_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    blocked = tmp_path / "file"
    blocked.write_text("a file where the folder should be")
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(blocked))
    assert kept("test", "abc", lambda: {"one": np.ones(1)})["one"].tolist() == [1.0]


def test_the_cache_drops_what_was_used_longest_ago(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(cache, "LIMIT_BYTES", 3000)
    for name in "abc":
        kept("test", name, lambda: {"bytes": np.zeros(1500, np.uint8)})
    names = [file.name for file in tmp_path.iterdir()]
    assert names == ["test-c.npz"]
