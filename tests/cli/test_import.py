"""The command ``hulldown import`` as a person meets it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from sim.geometry.meshes import box_mesh
from sim.table.kit import read_kit_piece
from tests.cli.running import ran
from tests.table.model_files import glb, stl
from tests.table.test_import_cases import SCENE
from tools.hostile_files import make_all


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test works in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def wall(name: str = "wall.stl", size: tuple[float, float, float] = (150, 8, 60)) -> str:
    Path(name).write_bytes(stl(box_mesh((0, 0, 0), size)))
    return name


def test_a_wall_becomes_a_piece_and_every_guess_is_told(
    capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    done = ran(capsys, "import", wall(), "--no-picture", "--kind", "walls")
    assert done.code == 0
    assert done.lines[-1] == "piece: pieces/wall.toml"
    assert "size: 5.91 x 0.31 x 2.36 in (150.0 x 8.0 x 60.0 mm)" in done.out
    assert "unit: mm, a guess: 150 in would be larger than most terrain" in done.out
    assert "up: z, as most STL files have it" in done.out
    assert sorted(each.name for each in (here / "pieces").iterdir()) == ["wall.glb", "wall.toml"]
    piece = (here / "pieces" / "wall.toml").read_text()
    assert piece.startswith('format = "hulldown-piece/1"\n')
    assert 'kind = "walls"' in piece
    assert 'licence = ""' in piece


def test_a_thumbnail_shows_the_model_beside_a_figure(
    capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    done = ran(capsys, "import", wall())
    assert done.lines[-2:] == ["picture: pieces/wall.png", "piece: pieces/wall.toml"]
    picture = Image.open(here / "pieces" / "wall.png")
    assert picture.size == (1280, 720)
    colours = picture.convert("RGB").getcolors(2**20)
    assert colours is not None
    assert len(colours) > 5_000, "a picture, not a plain board"
    assert read_kit_piece(here / "pieces" / "wall.toml").file.thumbnail == "wall.png"


def test_a_fault_of_one_file_does_not_stop_the_others(
    capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    Path("empty.stl").write_bytes(b"")
    names = (wall("first.stl"), "empty.stl", "absent.stl", wall("last.stl"))
    done = ran(capsys, "import", *names, "--no-picture")
    assert done.code == 2
    assert [line for line in done.lines if line.startswith("piece: ")] == [
        "piece: pieces/first.toml",
        "piece: pieces/last.toml",
    ]
    assert "empty.stl: the file holds no triangles" in done.err
    assert "absent.stl: no such model file" in done.err


def test_an_unclear_unit_is_asked_for_with_both_readings(
    capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    name = wall("crate.stl", (20, 15, 18))
    done = ran(capsys, "import", name, "--no-picture")
    assert (done.code, done.out) == (2, "")
    for part in ("20 x 15 x 18 in", "0.79 x 0.59 x 0.71 in", "--unit in", "--unit mm"):
        assert part in done.err
    assert not (here / "pieces").exists(), "nothing is written"
    done = ran(capsys, "import", name, "--no-picture", "--unit", "mm")
    assert done.code == 0
    assert "unit: mm, as you say" in done.out


def test_a_game_kit_in_tiles_is_not_taken_for_metres(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("tile.glb").write_bytes(glb(box_mesh((0, 0, 0), (2, 1, 2))))
    done = ran(capsys, "import", "tile.glb", "--no-picture")
    assert done.code == 2
    assert "79 in wide" in done.err
    assert "Game kits are built in tiles" in done.err
    done = ran(capsys, "import", "tile.glb", "--no-picture", "--unit", "1.5")
    assert "size: 3.00 x 3.00 x 1.50 in" in done.out
    again = ("--replace", "--unit", "m", "--scale", "1:56")
    done = ran(capsys, "import", "tile.glb", "--no-picture", *again)
    assert "size: 1.41 x 1.41 x 0.70 in" in done.out


def test_a_negative_axis_can_point_up(capsys: pytest.CaptureFixture[str]) -> None:
    done = ran(capsys, "import", wall(), "--no-picture", "--up=-y")
    assert "size: 5.91 x 2.36 x 0.31 in" in done.out
    assert "up: -y, as you say" in done.out


@pytest.mark.parametrize(
    ("flag", "value", "says"),
    [
        ("--unit", "furlong", "furlong"),
        ("--unit", "-1", "use one of"),
        ("--up", "w", "up axis"),
        ("--scale", "1:0", "'1:0'"),
        ("--scale", "tiny", "'tiny'"),
        ("--scale", "nan", "'nan'"),
    ],
)
def test_a_wrong_flag_is_named_and_nothing_written(
    flag: str, value: str, says: str, capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    done = ran(capsys, "import", wall(), "--no-picture", f"{flag}={value}")
    assert done.code == 2
    assert says in done.err
    assert not (here / "pieces").exists()


def test_a_piece_is_not_written_over_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(capsys, "import", wall(), "--no-picture").code == 0
    Path("pieces/wall.toml").write_text("mine")
    done = ran(capsys, "import", wall(), "--no-picture")
    assert done.code == 2
    assert "--replace" in done.err
    assert Path("pieces/wall.toml").read_text() == "mine"
    assert ran(capsys, "import", wall(), "--no-picture", "--replace").code == 0


def test_a_folder_that_cannot_be_written_to_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("taken").write_text("a file")
    done = ran(capsys, "import", wall(), "--no-picture", "--into", "taken")
    assert done.code == 2
    assert "cannot write taken/wall.toml" in done.err


def test_the_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    done = ran(capsys, "import", "--help")
    assert done.code == 0
    assert "hulldown import bunker.stl" in done.out
    assert "--scale 1:56" in done.out


def test_commands_take_a_scene_with_an_imported_piece(
    capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    assert ran(capsys, "import", wall(), "--no-picture").code == 0
    claim = '[[claim]]\nfrom = "A"\nto = "B"\nexpect = "blocked"\nwhy = "the wall"\n'
    Path("yard.toml").write_text(SCENE + claim)
    assert ran(capsys, "check", "yard.toml", "pieces/wall.toml").lines == ["ok: 2 files"]
    assert ran(capsys, "los", "yard.toml", "A", "B").lines[0] == "blocked"
    done = ran(capsys, "preview", "yard.toml", "--out", "yard.png", "--view", "top")
    assert done.lines == ["picture: yard.png"]
    assert Image.open(io.BytesIO((here / "yard.png").read_bytes())).format == "PNG"


@pytest.mark.slow
def test_all_hostile_files_at_once_leave_nothing_behind(
    capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    paths = make_all(here / "hostile")
    done = ran(capsys, "import", *map(str, paths), "--no-picture")
    assert (done.code, done.out) == (2, "")
    told = done.err.splitlines()
    assert len(told) == len(paths)
    assert [line.partition(":")[0] for line in told] == [path.name for path in paths]
    assert "Traceback" not in done.err
    assert not (here / "pieces").exists()
