"""Scenes in and out: saving, bundles, forces, mesh files, schemas."""

from __future__ import annotations

import json
import stat
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import InputProblems, UsageError
from sim.geometry.meshes import box_mesh, export_glb
from sim.table.any_file import check_any_file
from sim.table.assets import asset_root, scene_root
from sim.table.scene import Scene, open_scene, save_bundle, save_scene, scene_from_text
from sim.table.schema import KINDS, PieceFile, SceneFile, TableFile, schema_text
from tests.table.builders import HEAD, scene_of

SCENES = sorted(scene_root().rglob("*.toml"))

STL = """solid wedge
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 50.8 0 0
vertex 0 25.4 0
endloop
endfacet
facet normal 0 1 0
outer loop
vertex 0 0 0
vertex 50.8 0 0
vertex 0 0 76.2
endloop
endfacet
endsolid wedge
"""


@pytest.mark.case("S02")
@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_load_save_load_gives_an_equal_scene(path: Path, tmp_path: Path):
    first = open_scene(path)
    save_scene(first, tmp_path / "saved.toml")
    saved = (tmp_path / "saved.toml").read_text(encoding="utf-8")
    # Force files are named relative to the scene.
    second = scene_from_text(saved, path.parent)
    save_scene(second, tmp_path / "again.toml")
    assert second.file == first.file
    assert second.digest() == first.digest()
    assert (tmp_path / "again.toml").read_text(encoding="utf-8") == saved


def test_a_saved_scene_begins_with_its_format_and_keeps_what_games_wrote(tmp_path: Path):
    text = """
[options.somegame]
fog = true
[scenario.somegame]
turns = 5
deep = { list = [1, 2.5, "x"] }
[[piece]]
id = "p"
model = "box"
size = [1, 2, 3]
at = [5, 5]
ratings.somegame = { cover = "soft", extra = [1, 2] }
"""
    scene = scene_of(text)
    save_scene(scene, tmp_path / "s.toml")
    assert (tmp_path / "s.toml").read_text().startswith('format = "hulldown-scene/1"\n')
    again = open_scene(tmp_path / "s.toml")
    assert again.file == scene.file
    assert again.options("somegame") == {"fog": True}
    assert again.scenario("somegame")["deep"] == {"list": [1, 2.5, "x"]}
    assert again.table.terrain["p"].ratings == {"somegame": {"cover": "soft", "extra": [1, 2]}}


numbers = st.floats(0, 40, allow_nan=False).map(lambda value: round(value, 3))
slugs = st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,3})?", fullmatch=True)
pieces = st.builds(
    PieceFile,
    id=slugs,
    model=st.just("box"),
    size=st.tuples(*[st.floats(0.5, 9).map(lambda v: round(v, 2))] * 3),
    at=st.tuples(numbers, numbers),
    facing=st.sampled_from([0.0, 12.5, 270.0]),
    name=st.text(max_size=12),
    kind=st.sampled_from(["", "walls", "forest"]),
    line=st.sampled_from([None, True, False]),
    ratings=st.dictionaries(slugs, st.dictionaries(slugs, st.text(max_size=5), max_size=2)),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(pieces, max_size=4, unique_by=lambda piece: piece.id), st.text(max_size=20))
def test_any_scene_survives_saving(found: list[PieceFile], name: str):
    file = SceneFile(name=name, shows="x", table=TableFile(48, 48), piece=found)
    folder = Path.cwd()
    with tempfile.TemporaryDirectory() as where:
        path = Path(where) / "s.toml"
        save_scene(file, path)
        text = path.read_text(encoding="utf-8")
    assert scene_from_text(text, folder).file == file


def with_mesh(folder: Path) -> Scene:
    (folder / "sub").mkdir()
    (folder / "sub" / "wedge.stl").write_text(STL)
    (folder / "wedge.stl").write_text(STL.replace("76.2", "25.4"))
    text = "".join(
        f'[[piece]]\nid = "{name}"\nmodel = "{file}"\nunit = "mm"\nup = "z"\nat = [{x}, 9]\n'
        for name, file, x in (("a", "sub/wedge.stl", 9), ("b", "wedge.stl", 20))
    )
    return scene_of(text, folder)


def test_a_mesh_file_is_placed_on_its_base_in_inches(tmp_path: Path):
    scene = with_mesh(tmp_path)
    low, high = scene.table.terrain["a"].body.bounds
    assert tuple(low) == pytest.approx((8, 8.5, 0))
    assert tuple(high) == pytest.approx((10, 9.5, 3))
    assert scene.table.terrain["b"].body.bounds[1][2] == pytest.approx(1)


def test_turn_scale_and_lift_act_on_a_mesh_file(tmp_path: Path):
    (tmp_path / "wedge.stl").write_text(STL)
    text = (
        '[[piece]]\nid = "a"\nmodel = "wedge.stl"\nunit = "mm"\nup = "z"\nat = [9, 9]\n'
        "turn = 90\nscale = 2\nlift = 0.5\n"
    )
    low, high = scene_of(text, tmp_path).table.terrain["a"].body.bounds
    assert tuple(high - low) == pytest.approx((2, 4, 6))
    assert low[2] == pytest.approx(0.5)


def test_a_glb_says_its_own_unit_and_axis(tmp_path: Path):
    inch_box = box_mesh((0, 0, 0), (1, 2, 3))
    (tmp_path / "box.glb").write_bytes(export_glb(inch_box))
    scene = scene_of('[[piece]]\nid = "a"\nmodel = "box.glb"\nat = [9, 9]\n', tmp_path)
    low, high = scene.table.terrain["a"].body.bounds
    assert tuple(high - low) == pytest.approx((1, 2, 3), abs=1e-5)


def test_a_bundle_carries_its_meshes_and_gives_the_same_table(tmp_path: Path):
    scene = with_mesh(tmp_path)
    save_bundle(scene, tmp_path / "table.hulldown")
    again = open_scene(tmp_path / "table.hulldown")
    for name in ("a", "b"):
        body, other = scene.table.terrain[name].body, again.table.terrain[name].body
        assert (body.vertices == other.vertices).all()
    assert sorted(again.mesh_digests.values()) == sorted(scene.mesh_digests.values())
    data = (tmp_path / "table.hulldown").read_bytes()
    save_bundle(again, tmp_path / "again.hulldown")
    save_bundle(open_scene(tmp_path / "again.hulldown"), tmp_path / "third.hulldown")
    assert (tmp_path / "third.hulldown").read_bytes() == (tmp_path / "again.hulldown").read_bytes()
    assert zipfile.is_zipfile(tmp_path / "table.hulldown")
    assert len(data) > 100


def test_a_bundle_writes_out_the_units_of_a_force_file(tmp_path: Path):
    scene = open_scene(scene_root() / "dust_warfare" / "mills.toml")
    save_bundle(scene, tmp_path / "mills.hulldown")
    again = open_scene(tmp_path / "mills.hulldown")
    assert again.forces == scene.forces
    assert again.table.terrain.keys() == scene.table.terrain.keys()


def bundle(path: Path, entries: dict[str, bytes], link: str = "") -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in entries.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            if name == link:
                info.external_attr = (stat.S_IFLNK | 0o777) << 16
            out.writestr(info, data)
    return path


@pytest.mark.parametrize(
    ("entries", "link", "expected"),
    [
        ({"other.toml": b"x"}, "", "the bundle has no scene.toml"),
        ({"scene.toml": HEAD.encode(), "../up.stl": b"x"}, "", '"../up.stl" leads outside'),
        ({"scene.toml": HEAD.encode(), "/etc/x": b"x"}, "", '"/etc/x" leads outside'),
        ({"scene.toml": HEAD.encode(), "c:\\x": b"x"}, "", "leads outside"),
        ({"scene.toml": HEAD.encode(), "l.stl": b"/etc/x"}, "l.stl", '"l.stl" is a link'),
        ({"scene.toml": HEAD.encode(), "b.stl": bytes(9_000_000)}, "", "unpacks to far more"),
        ({"scene.toml": HEAD.encode()} | {f"{i}": b"" for i in range(300)}, "", "300|301 entries"),
    ],
)
def test_a_dangerous_bundle_is_refused(
    tmp_path: Path, entries: dict[str, bytes], link: str, expected: str
):
    path = bundle(tmp_path / "bad.hulldown", entries, link)
    with pytest.raises(InputProblems, match=expected):
        open_scene(path)


def test_a_bundle_that_is_no_zip_or_cut_short_is_refused(tmp_path: Path):
    path = tmp_path / "bad.hulldown"
    path.write_bytes(b"not a zip")
    with pytest.raises(InputProblems, match="no readable bundle"):
        open_scene(path)
    save_bundle(with_mesh(tmp_path), path)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(InputProblems, match="no readable bundle"):
        open_scene(path)


def test_the_digest_is_of_contents_not_of_wording(tmp_path: Path):
    one = scene_of('[[piece]]\nid = "p"\nmodel = "box"\nsize = [1, 1, 1]\nat = [5, 5]\n')
    two = scene_of('[[piece]]\nat = [5.0, 5]  # there\nsize = [1, 1, 1]\nmodel = "box"\nid = "p"\n')
    other = scene_of('[[piece]]\nid = "p"\nmodel = "box"\nsize = [1, 1, 1]\nat = [5, 5.1]\n')
    assert one.digest() == two.digest()
    assert one.digest() != other.digest()
    before = with_mesh(tmp_path).digest()
    (tmp_path / "wedge.stl").write_text(STL)
    after = open_scene_again(tmp_path).digest()
    assert before != after


def open_scene_again(folder: Path) -> Scene:
    text = "".join(
        f'[[piece]]\nid = "{name}"\nmodel = "{file}"\nunit = "mm"\nup = "z"\nat = [{x}, 9]\n'
        for name, file, x in (("a", "sub/wedge.stl", 9), ("b", "wedge.stl", 20))
    )
    return scene_of(text, folder)


def test_positions_are_quantised_once():
    scene = scene_of(
        '[[mini]]\nid = "A"\nmodel = "box"\nsize = [1, 1, 1]\nbase = { diameter_mm = 25 }\n'
        "at = [5.00004, 6.00006]\nfacing = -90.001\n"
    )
    pose = scene.minis[0].stand.pose
    assert (pose.x, pose.y, pose.facing) == (5.0, 6.0001, 270.0)


def test_units_sides_and_models_of_minis():
    figure = (
        '[[figure]]\nid = "tall"\nmodel = "cylinder"\nradius = 0.3\nheight = 2\n'
        'base = { shape = "oval", length_mm = 60, width_mm = 35 }\neye_height_in = 1.8\n'
    )
    minis = "".join(
        f'[[mini]]\nid = "{name}"\nmodel = "figure:tall"\nat = [{x}, 9]\nside = "red"\n'
        for name, x in (("guard/1", 5), ("guard/2", 10), ("A", 15))
    )
    scene = scene_of(figure + minis)
    assert [mini.unit for mini in scene.minis] == ["guard", "guard", "A"]
    model = scene.table.models[scene.minis[0].stand.model]
    assert {mini.stand.model for mini in scene.minis} == {"figure:tall"}
    assert (model.height_in, model.eye_height_in) == (2.0, 1.8)
    assert {part.name for part in model.body.parts} == {"figure", "base"}


def test_profiles_give_models_with_kit_bodies_and_bases():
    head = HEAD.replace('shows = "', 'game = "dust_warfare"\nshows = "')
    text = '[[mini]]\nid = "A"\nprofile = "ranger"\nat = [9, 9]\n'
    scene = scene_of(text, head=head)
    model = scene.table.models["ranger"]
    assert scene.minis[0].profile == "ranger"
    assert model.has_base
    assert 1.0 < model.height_in < 2.2
    top = model.body.bounds[1][2]
    assert model.height_in <= top + 1e-6
    for name in scene.table.models:
        made = scene.table.models[name]
        assert made.id == name
        assert made.eye_height_in > 0
    assert "kit:tank" in scene.table.models
    assert "no-such" not in scene.table.models
    with pytest.raises(KeyError):
        scene.table.models["no-such"]


def test_a_height_of_the_profile_scales_the_figure_but_not_its_base():
    text = (
        '[[mini]]\nid = "A"\nmodel = "kit:soldier_rifle"\nat = [9, 9]\n'
        '[[mini]]\nid = "B"\nmodel = "kit:soldier_rifle"\nat = [19, 9]\nheight_in = 3\n'
    )
    scene = scene_of(text)
    small, big = (scene.table.models[mini.stand.model] for mini in scene.minis)
    assert big.height_in == 3
    assert big.eye_height_in == pytest.approx(small.eye_height_in * 3 / small.height_in)
    assert big.base == small.base


def test_every_kind_of_file_has_a_schema_that_is_json():
    for kind in KINDS:
        schema = json.loads(schema_text(kind))
        assert "$defs" in schema
    with pytest.raises(UsageError, match='"scen" \\(did you mean "scene"\\?\\)'):
        schema_text("scen")


@pytest.mark.parametrize(
    "path",
    # Lessons are the window's and designs a book's: `check --all` reads them, too.
    [
        p
        for p in [*sorted(asset_root().rglob("*.toml")), *SCENES]
        if not {"lessons", "designs"} & set(p.parts)
    ],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_every_file_that_comes_with_the_program_is_good(path: Path):
    assert check_any_file(path) in ("scene", "piece", "profile", "force")
