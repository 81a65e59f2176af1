"""Pictures read from files, marks that are kept, outlines traced into pieces."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import numpy as np
import pytest
import tomli_w
from PIL import Image, ImageDraw

from sim.errors import HulldownError
from sim.geometry.homography import Homography
from sim.geometry.lens import Lens
from sim.geometry.silhouettes import silhouette
from sim.table.photo import Photo, PhotoMarks, Tracing, read_photo
from sim.table.scene import build_table, scene_from_text

CLICKS = [(100, 900), (1100, 850), (900, 200), (250, 220)]
FOUND = Homography.from_corners(CLICKS, 48, 48)


def picture(width: int = 120, height: int = 80) -> Image.Image:
    made = Image.new("RGB", (width, height), (10, 20, 30))
    made.putpixel((3, 2), (255, 0, 0))
    return made


def saved(made: Image.Image, kind: str = "PNG", **more: object) -> bytes:
    out = io.BytesIO()
    made.save(out, kind, **more)
    return out.getvalue()


# --- reading ----------------------------------------------------------------------------------


def test_a_picture_is_read_top_row_first(tmp_path: Path):
    path = tmp_path / "table.png"
    path.write_bytes(saved(picture()))
    photo = read_photo(path)
    assert photo.name == "table.png"
    assert photo.size == (120, 80)
    assert photo.pixels[2, 3].tolist() == [255, 0, 0]


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "CMYK"])
def test_every_sort_of_colour_becomes_rgb(mode: str):
    kind = "TIFF" if mode == "CMYK" else "PNG"
    photo = read_photo(saved(picture().convert(mode), kind))
    assert photo.pixels.shape == (80, 120, 3)


@pytest.mark.parametrize(
    ("orientation", "size", "at"),
    [
        (1, (120, 80), (3, 2)),
        (3, (120, 80), (116, 77)),
        (6, (80, 120), (77, 3)),
        (8, (80, 120), (2, 116)),
    ],
)
def test_a_phone_held_on_its_side_gives_an_upright_picture(orientation, size, at):
    made = picture()
    exif = made.getexif()
    exif[0x0112] = orientation
    photo = read_photo(saved(made, "PNG", exif=exif.tobytes()))
    assert photo.size == size
    assert photo.pixels[at[1], at[0]].tolist() == [255, 0, 0]


@pytest.mark.parametrize(
    ("data", "name", "key"),
    [
        (b"not a picture", "table.jpg", "unknown"),
        (b"\0\0\0\x18ftypheic", "IMG_1.HEIC", "foreign"),
        (saved(picture(400, 400), "PNG")[:300], "table.png", "broken"),
        (saved(picture(63, 200)), "table.png", "small"),
    ],
)
def test_a_file_that_is_no_use_says_why(data: bytes, name: str, key: str):
    with pytest.raises(HulldownError) as refused:
        read_photo(data, name)
    assert refused.value.key == f"photo.file.{key}"
    assert name in str(refused.value)


def test_a_picture_of_too_many_pixels_is_refused_before_it_is_unpacked():
    bomb = saved(Image.new("1", (16_000, 8_000)))
    with pytest.raises(HulldownError) as refused:
        read_photo(bomb, "huge.png")
    assert refused.value.key == "photo.file.large"


def test_a_missing_file_is_named(tmp_path: Path):
    with pytest.raises(HulldownError) as refused:
        read_photo(tmp_path / "gone.jpg")
    assert refused.value.key == "photo.file.missing"


# --- marks that are kept ----------------------------------------------------------------------


@pytest.mark.parametrize("lens", [None, Lens(1200, 1000, -0.04)])
def test_kept_marks_give_the_same_places(lens: Lens | None):
    found = Homography.from_corners(CLICKS, 48, 36, lens=lens)
    photo = Photo("table.jpg", np.zeros((1000, 1200, 3), np.uint8))
    kept = msgspec.json.encode(PhotoMarks.of(photo, found))
    again = msgspec.json.decode(kept, type=PhotoMarks).homography(photo)
    spots = np.array([(300, 300), (600, 700), (1000, 800)])
    assert np.abs(again.to_table(spots) - found.to_table(spots)).max() < 1e-3


def test_marks_refuse_another_picture():
    photo = Photo("table.jpg", np.zeros((1000, 1200, 3), np.uint8))
    marks = PhotoMarks.of(photo, FOUND)
    with pytest.raises(HulldownError) as refused:
        marks.homography(Photo("table.jpg", np.zeros((500, 600, 3), np.uint8)))
    assert refused.value.key == "photo.file.other"


# --- tracing ----------------------------------------------------------------------------------


def scene_of(*pieces: object) -> str:
    """A scene file with these pieces."""
    plain = [msgspec.to_builtins(piece) for piece in pieces]
    table = {"width": 48, "depth": 48, "ground": "grass"}
    return tomli_w.dumps(
        {
            "format": "hulldown-scene/1",
            "name": "Traced",
            "shows": "x",
            "table": table,
            "piece": plain,
        }
    )


def traced(outline_in: object) -> Tracing:
    return Tracing.of(FOUND.to_pixels(np.asarray(outline_in, float)), FOUND)


def test_a_traced_house_becomes_a_box_of_the_typed_height():
    corners = np.array([(20, 10), (26, 10), (26, 14), (20, 14)], float)
    found = traced(corners)
    assert np.abs(found.outline_in - corners).max() < 1e-6
    piece = found.piece("house", 3.5, kind="building")
    assert (piece.model, piece.kind) == ("box", "building")
    assert piece.at == pytest.approx((23, 12), abs=1e-3)
    assert piece.size == pytest.approx((6, 4, 3.5), abs=0.01)


def test_a_traced_tower_becomes_a_cylinder():
    turn = np.arange(16) * 2 * np.pi / 16
    found = traced(np.stack([30 + 2 * np.cos(turn), 20 + 2 * np.sin(turn)], axis=1))
    piece = found.piece("tower", 5.0)
    assert piece.model == "cylinder"
    assert piece.radius == pytest.approx(2.0, abs=1e-3)


def test_another_fit_may_be_chosen():
    found = traced([(20, 10), (24, 10), (24, 14), (20, 14)])
    piece = found.piece("tower", 5.0, fit=found.fit("circle"))
    assert piece.model == "cylinder"
    assert piece.at == pytest.approx((22, 12), abs=1e-3)


def test_traced_pieces_are_pieces_of_a_scene():
    ell = [(5, 5), (11, 5), (11, 7), (7, 7), (7, 11), (5, 11)]
    turn = np.arange(9) * 2 * np.pi / 9
    wood = np.stack([35 + (4 + np.cos(3 * turn)) * np.cos(turn), 35 + 4 * np.sin(turn)], axis=1)
    pieces = [
        traced(ell).piece("ruin", 3.0, name="Ruin"),
        traced(wood).piece("wood", 0.1),
        traced([(20, 10), (26, 10), (26, 14), (20, 14)]).piece("house", 2.0),
    ]
    table = build_table(scene_from_text(scene_of(*pieces), Path()))
    assert list(table.terrain) == ["ruin", "wood", "house"]
    low, high = table.terrain["ruin"].body.bounds
    assert low.tolist() == pytest.approx([5, 5, 0], abs=0.02)
    assert high.tolist() == pytest.approx([11, 11, 3], abs=0.02)
    for corner in ell:
        assert min(np.hypot(*(np.array(table.terrain["ruin"].area) - corner).T)) < 0.02


@pytest.mark.parametrize(
    ("clicks", "key"),
    [
        ([(300, 300), (400, 300)], "geometry.area.too_few"),
        ([(300, 300), (400, 400), (400, 300), (300, 400)], "geometry.area.crosses_itself"),
        ([(300, 300), (400, 300), (400, -3000)], "photo.trace.horizon"),
    ],
)
def test_an_outline_that_is_none_says_why(clicks, key):
    with pytest.raises(HulldownError) as refused:
        Tracing.of(clicks, FOUND)
    assert refused.value.key == key


@pytest.mark.parametrize("height", [0, -1, float("nan"), 1e9])
def test_a_piece_needs_a_height(height):
    with pytest.raises(HulldownError) as refused:
        traced([(20, 10), (26, 10), (26, 14)]).piece("x", height)
    assert refused.value.key == "photo.trace.height"


def test_a_tracing_tells_how_far_off_it_may_be():
    found = traced([(20, 40), (26, 40), (26, 44)])
    near = traced([(20, 2), (26, 2), (26, 4)])
    assert 0 < near.spread_in() < found.spread_in()
    assert found.spread_in(3.0) == pytest.approx(2 * found.spread_in(1.5))


# --- a figure from a photo --------------------------------------------------------------------


def test_a_silhouette_is_a_figure_of_a_scene():
    paper = Image.new("RGB", (500, 500), (210, 208, 200))
    draw = ImageDraw.Draw(paper)
    # 200 pixels an inch: a base of 30 mm, a trunk, a gun held out to the right.
    draw.polygon([(132, 450), (368, 450), (356, 426), (144, 426)], fill=(25, 25, 25))
    draw.polygon([(200, 426), (290, 426), (280, 130), (210, 130)], fill=(90, 96, 70))
    draw.rectangle([280, 200, 400, 215], fill=(40, 40, 44))
    found = silhouette(np.asarray(paper)).scaled([(132, 450), (368, 450)], 30.0, 0.12)
    plate = {"points": [list(point) for point in found.points], "thickness_in": 0.3}
    figure = {
        "id": "rifleman",
        "model": "parts",
        "silhouette": plate,
        "base": {"diameter_mm": 30.0},
        "height_in": found.height_in,
        "eye_height_in": found.height_in,
    }
    scene = tomli_w.dumps(
        {
            "format": "hulldown-scene/1",
            "name": "Photographed",
            "shows": "x",
            "table": {"width": 24, "depth": 24, "ground": "grass"},
            "figure": [figure],
            "mini": [{"id": "A", "model": "figure:rifleman", "at": [6, 6]}],
        }
    )
    made = scene_from_text(scene, Path())
    model = build_table(made).models[made.minis[0].stand.model]
    low, high = model.body.bounds
    assert high[2] == pytest.approx(1.6, abs=0.02)
    # Seen from the front, the gun is to the right of who looks at the face.
    assert high[1] == pytest.approx(150 / 200, abs=0.02)
    assert low[1] > -0.62
