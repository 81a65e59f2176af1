"""The maker scripts: same bytes every time; the list of licences."""

from __future__ import annotations

import fnmatch
import re

import numpy as np
import pytest

from tests.assets.kit_files import ASSETS, MODELS, NAMES, ROOT, parts
from tools.kit.catalogue import PIECES
from tools.kit.glb import glb_bytes
from tools.kit.paint import Coat, Finish, Paint, noise, unit_hash
from tools.kit.piece import Piece
from tools.kit.prims import block, hull, lathe, ring_points, rod
from tools.kit.sculpt import band, blend, egg, skin
from tools.kit.shell import Shell, cut, finish_shell, join, unite

GREY = Paint((128, 128, 128))
QUICK = ["wall_corner", "crater_small", "tank_traps"]


def volume(shell: Shell) -> float:
    a, b, c = (shell.v[shell.f[:, i]] for i in range(3))
    return float((np.cross(a, b) * c).sum()) / 6


@pytest.mark.parametrize("name", QUICK)
def test_a_piece_comes_out_the_same_twice(name: str):
    assert PIECES[name]().model() == PIECES[name]().model()


@pytest.mark.parametrize("name", [*QUICK, "walker_heavy_2leg"])
def test_the_files_in_the_repository_are_what_the_scripts_make(name: str):
    piece = PIECES[name]()
    assert isinstance(piece, Piece)
    assert (MODELS / f"{name}.toml").read_text(encoding="utf-8") == piece.text()
    for part, made in piece.painted().items():
        kept = parts(name)[part]
        # Other machines may round the last digit of a sine otherwise.
        assert len(made.f) == pytest.approx(len(kept.f), rel=0.01)
        assert made.v.min(axis=0) == pytest.approx(kept.v.min(axis=0), abs=1e-3)
        assert made.v.max(axis=0) == pytest.approx(kept.v.max(axis=0), abs=1e-3)


def test_a_united_body_has_no_hidden_faces():
    body = unite([block((1, 1, 1), GREY), block((1, 1, 1), GREY).at(0.5, 0, 0)])
    assert volume(body) == pytest.approx(1.5)
    inside = body.v[(np.abs(body.v - [0.25, 0, 0]) < [0.7, 0.49, 0.49]).all(axis=1)]
    assert not len(inside)


def test_a_cut_takes_the_coat_of_its_tool():
    red = Paint((200, 0, 0))
    body = cut(block((2, 2, 2), GREY), [block((1, 1, 3), red)])
    assert volume(body) == pytest.approx(6.0)
    assert {coat.paint for coat in body.coats} == {GREY, red}


def test_a_bevel_takes_away_edges_and_marks_them():
    plain, worn = block((1, 1, 1), GREY), block((1, 1, 1), GREY, 0.1)
    assert volume(plain) == pytest.approx(1.0)
    assert 0.9 < volume(worn) < 1.0
    marked = [coat.edge for coat in worn.coats]
    assert marked == [False, True]
    assert np.bincount(worn.which).tolist() == [12, 32]


def test_an_open_shell_is_refused():
    box = block((1, 1, 1), GREY)
    broken = Shell(box.v, box.f[1:], box.coats, box.which[1:])
    with pytest.raises(ValueError, match="not closed"):
        unite([broken, box.at(3, 0, 0)])


def test_solids_of_revolution_hold_the_volume_of_their_profile():
    area = 0.5 * 24 * np.sin(2 * np.pi / 24)
    assert volume(lathe([(1, 0), (1, 2)], GREY, 24)) == pytest.approx(2 * area)
    assert volume(rod((0, 0, 0), (0, 3, 4), 1.0, GREY, 24)) == pytest.approx(5 * area)


def test_a_sculpted_ball_is_round_and_closed():
    ball = skin(egg((0, 0, 0), (1, 1, 1)), (-1.3,) * 3, (1.3,) * 3, 0.15, GREY)
    assert np.linalg.norm(ball.v, axis=1) == pytest.approx(np.ones(len(ball.v)), abs=0.01)
    assert volume(ball) == pytest.approx(4 / 3 * np.pi, rel=0.02)
    assert volume(unite([ball, ball.at(5, 0, 0)])) == pytest.approx(8 / 3 * np.pi, rel=0.02)


def test_blending_fills_the_crease_between_two_forms():
    two = [egg((-0.5, 0, 0), (0.6, 0.6, 0.6)), egg((0.5, 0, 0), (0.6, 0.6, 0.6))]
    crease = np.array([[0.0, 0.38, 0.0]])
    assert blend(two, 0.0)(crease)[0] > 0
    assert blend(two, 0.4)(crease)[0] < 0


def test_a_strap_lies_round_a_body_at_its_thickness():
    ball = egg((0, 0, 0), (0.4, 0.4, 0.4))
    strap = band(ball, (0.05, 0, 0), (0, 0, 1), (0.06, 0.03), GREY, sides=40)
    outside = np.hypot(strap.v[:, 0], strap.v[:, 1]).max()
    assert outside == pytest.approx(0.43, abs=0.005)
    assert np.abs(strap.v[:, 2]).max() == pytest.approx(0.03)
    assert volume(unite([strap, strap.at(2, 0, 0)])) > 0


def test_mirrored_shells_stay_turned_outwards():
    shape = hull([*((x, y, 0) for x, y in ring_points(1, 5)), (0.3, 0, 1)], GREY)
    assert volume(shape.mirror("y")) == pytest.approx(volume(shape))


def test_stones_get_paint_of_their_own():
    paint = Paint((128, 128, 128), vary=0.3)
    wall = join([block((1, 1, 1), paint).at(2 * k, 0, 0) for k in range(6)])
    painted = finish_shell(wall, Finish(zenith=0.0))
    shades = {int(painted.rgba[painted.v[:, 0].round() // 2 == k][0, 0]) for k in range(6)}
    assert len(shades) >= 5


def test_mud_at_the_foot_hides_the_colour_of_the_side():
    leg = lathe([(0.2, 0.0), (0.2, 0.5), (0.2, 3.0)], Paint((150, 150, 150), tint=True, dirt=1.0))
    painted = finish_shell(leg, Finish(dirt_from=0.2, dirt_to=1.0))
    assert set(painted.rgba[painted.v[:, 2] < 0.1, 3].tolist()) == {255}
    assert set(painted.rgba[painted.v[:, 2] > 2.9, 3].tolist()) == {128}


def test_a_tinted_coat_is_marked_by_its_alpha():
    shell = join([block((1, 1, 1), GREY._replace(tint=True)), block((1, 1, 1), GREY).at(3, 0, 0)])
    painted = finish_shell(shell, Finish())
    assert set(painted.rgba[painted.v[:, 0] < 1, 3].tolist()) == {128}
    assert set(painted.rgba[painted.v[:, 0] > 1, 3].tolist()) == {255}
    assert shell.coats[0] == Coat(GREY._replace(tint=True), 1)


def test_noise_is_the_same_on_every_machine_and_smooth():
    assert unit_hash(np.array([0, 1, 2]), 7) == pytest.approx([0.56775, 0.96901, 0.69222], abs=1e-5)
    at = np.random.default_rng(1).uniform(-9, 9, (400, 3))
    step = noise(at + 0.001, 1.0, 3) - noise(at, 1.0, 3)
    assert np.abs(step).max() < 0.03
    assert noise(at, 1.0, 3).std() > 0.1


def test_a_model_file_is_a_binary_gltf_with_a_node_per_part():
    painted = finish_shell(block((1, 1, 1), GREY), Finish())
    data = glb_bytes({"hull": painted, "base": painted})
    assert data[:4] == b"glTF"
    assert int.from_bytes(data[8:12], "little") == len(data)
    assert data.count(b'"name":"hull"') == 2


def licence_patterns() -> list[str]:
    text = (ASSETS / "LICENSES.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]+`) \|", text, flags=re.MULTILINE)
    return [pattern for row in rows for pattern in re.findall(r"`([^`]+)`", row)]


def test_every_asset_has_a_line_in_the_list_of_licences():
    patterns = licence_patterns()
    files = [
        str(path.relative_to(ASSETS))
        for path in sorted(ASSETS.rglob("*"))
        if path.is_file() and path.suffix != ".md"
    ]
    without = [f for f in files if not any(fnmatch.fnmatch(f, p) for p in patterns)]
    assert not without


def test_every_line_of_the_licences_names_files_that_exist():
    files = [str(path.relative_to(ASSETS)) for path in ASSETS.rglob("*") if path.is_file()]
    assert all(fnmatch.filter(files, pattern) for pattern in licence_patterns())


def test_the_readme_of_the_assets_names_every_piece():
    text = (ROOT / "assets" / "README.md").read_text(encoding="utf-8")
    assert not [name for name in NAMES if f"`{name}`" not in text]
