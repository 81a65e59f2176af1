"""Photos as a person uses them: a table's corners, traced pieces, figures cut out."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from sim.cli.backstage import CommandBackstage
from sim.engine.as_seen import as_seen
from sim.table.draft import SceneDraft
from sim.table.facts import Facts
from sim.table.scene import build_table, open_scene
from sim.view.window import Window
from sim.window.app import App
from sim.window.desk.page import DeskPage
from sim.window.looking import LookPage
from sim.window.page import Page
from sim.window.photo.figure_page import FigurePage
from sim.window.photo.page import PhotoPage
from sim.window.settings import Settings
from tests.window.person import Person

WIDE, DEEP = 30.0, 24.0
CORNERS = [(0.0, 0.0), (WIDE, 0.0), (WIDE, DEEP), (0.0, DEEP)]
HOUSE = [(6.0, 5.0), (12.0, 5.0), (12.0, 9.0), (6.0, 9.0)]
BASE_MM, PER_INCH, TALL = 30.0, 220.0, 1.55


class Blank(Page):
    """Nothing."""


def real_table() -> SceneDraft:
    """What the photo shows: a house, a tower, a figure."""
    draft = SceneDraft.new(WIDE, DEEP, ground="sand")
    draft.add_piece("box", (9.0, 7.0), size=(6.0, 4.0, 0.05), kind="building")
    draft.add_piece("cylinder", (22.0, 15.0), radius=2.0, height=0.05, kind="building")
    return draft


def figure_picture() -> Image.Image:
    """A figure of a known size on paper."""
    paper = Image.new("RGB", (640, 560), (205, 200, 190))
    draw = ImageDraw.Draw(paper)

    def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(320 + x * PER_INCH, 500 - z * PER_INCH) for x, z in points]

    half = BASE_MM / 25.4 / 2
    draw.polygon(at((-half, 0), (half, 0), (half - 0.05, 0.12), (0.05 - half, 0.12)), (30, 30, 32))
    draw.polygon(at((-0.25, 0.12), (0.25, 0.12), (0.2, TALL), (-0.2, TALL)), (92, 98, 70))
    return paper


@pytest.fixture(scope="module")
def seat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Person, Path]]:
    """One window, and a folder with photos in it: the real table's, and a figure's."""
    folder = tmp_path_factory.mktemp("photos")
    scene = real_table().scene()
    pages: list[LookPage] = []

    def make(window: Window) -> App:
        app = App(window, CommandBackstage(folder / "saves"), Settings())
        pages.append(LookPage(app, Facts(build_table(scene)), as_seen(scene), scene))
        app.go(Blank())
        app.go(pages[0])
        return app

    person = Person(make)
    person.shot(folder / "table.png")
    corners = [person.pixel(corner) for corner in CORNERS]
    np.save(folder / "corners.npy", np.array(corners))
    places = [*HOUSE, *ring(22.0, 15.0, 2.0), (4.0, 18.0), (26.0, 4.0)]
    np.save(folder / "places.npy", np.array([person.pixel(each) for each in places]))
    person.app.back()
    figure_picture().save(folder / "figure.png")
    yield person, folder
    person.close()


def ring(x: float, y: float, r: float) -> list[tuple[float, float]]:
    turns = [2 * math.pi * k / 10 for k in range(10)]
    return [(x + r * math.cos(a), y + r * math.sin(a)) for a in turns]


@pytest.fixture
def desk(
    seat: tuple[Person, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Person]:
    person, _ = seat
    monkeypatch.setenv("HULLDOWN_HOME", str(tmp_path / "home"))
    person.app.go(DeskPage(person.app, None, tmp_path / "desk"))
    person.frames(3)
    yield person
    while not isinstance(person.app.page, Blank):
        person.app.back()


def facts(person: Person) -> dict[str, Any]:
    return dict(person.app.page.facts())


def page(person: Person) -> PhotoPage:
    found = person.app.page
    assert isinstance(found, PhotoPage)
    return found


def bench_page(person: Person) -> DeskPage:
    found = person.app.page
    assert isinstance(found, DeskPage)
    return found


def corners_of(folder: Path) -> np.ndarray:
    return np.load(folder / "corners.npy")


def open_photo(person: Person, path: Path, button: str = "photo/ground") -> None:
    """Go to a photo page and type where the photo lies."""
    person.click(button)
    person.click("photo/path")
    person.type(str(path))
    person.press("enter")
    person.wait(lambda: not facts(person)["reading"])
    person.frames(2)


def spot(person: Person, pixel: Any) -> tuple[float, float]:
    """Return the pixel of the window that shows a pixel of the photo."""
    view = person.app.page.view  # type: ignore[attr-defined]
    return view.to_points([tuple(pixel)])[0]


def click_corners(person: Person, folder: Path, order: tuple[int, ...] = (0, 1, 2, 3)) -> None:
    for which in order:
        person.click_at(spot(person, corners_of(folder)[which]))


def type_number(person: Person, name: str, value: float) -> None:
    person.click(name)
    person.press("ctrl+a")
    person.type(str(value))
    person.press("enter")


def set_up(person: Person, folder: Path) -> None:
    """Open the table's photo, click its corners, type its size, go on to the pieces."""
    open_photo(person, folder / "table.png")
    click_corners(person, folder)
    type_number(person, "photo/width", WIDE)
    type_number(person, "photo/depth", DEEP)
    person.click("photo/next")


def clicked(person: Person, folder: Path, places: slice) -> None:
    for pixel in np.load(folder / "places.npy")[places]:
        person.click_at(spot(person, pixel))


# --- the corners ------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 1, 0, 3), (0, 2, 1, 3)])
def test_four_clicks_in_any_order_find_the_table(desk: Person, seat, order: tuple[int, ...]):
    folder = seat[1]
    open_photo(desk, folder / "table.png")
    assert not desk.places["photo/next"].enabled
    click_corners(desk, folder, order)
    type_number(desk, "photo/width", WIDE)
    type_number(desk, "photo/depth", DEEP)
    assert facts(desk)["fits"]
    found = page(desk).ground.found
    assert found is not None
    there = found.to_table(np.load(folder / "places.npy")[-2:])
    assert there == pytest.approx(np.array([(4.0, 18.0), (26.0, 4.0)]), abs=0.15)


def test_a_dragged_corner_goes_where_it_is_dropped_and_the_fit_follows(desk: Person, seat):
    folder = seat[1]
    open_photo(desk, folder / "table.png")
    corners = corners_of(folder)
    off = corners.copy()
    off[2] += (-60, 40)
    for pixel in off:
        desk.click_at(spot(desk, pixel))
    desk.drag(spot(desk, off[2]), spot(desk, off[2] + (20, -10)), spot(desk, corners[2]))
    near = min(math.dist(at, corners[2]) for at in facts(desk)["corners"])
    assert near < 2.0


def test_arrow_keys_move_the_chosen_corner_by_half_a_pixel(desk: Person, seat):
    folder = seat[1]
    open_photo(desk, folder / "table.png")
    click_corners(desk, folder)
    which = facts(desk)["chosen"]
    x, y = facts(desk)["corners"][which]
    desk.press("arrow_right")
    desk.press("arrow_right")
    desk.press("shift+arrow_up")
    assert facts(desk)["corners"][which] == pytest.approx((x + 1.0, y - 0.1))


def bare_mat(folder: Path) -> tuple[Path, np.ndarray]:
    """A mat without a frame on a dark floor, drawn four times as fine and brought down."""
    corners = np.array([(150.0, 700.0), (1130.0, 640.0), (900.0, 130.0), (260.0, 150.0)])
    fine = Image.new("RGB", (1280 * 4, 800 * 4), (52, 50, 55))
    outline = [(x * 4, y * 4) for x, y in corners.tolist()]
    ImageDraw.Draw(fine).polygon(outline, fill=(196, 178, 130))
    path = folder / "mat.png"
    fine.reduce(4).save(path)
    return path, corners


def test_the_tables_edges_set_corners_that_were_clicked_badly(desk: Person, tmp_path: Path):
    path, corners = bare_mat(tmp_path)
    open_photo(desk, path)
    for pixel, by in zip(corners, [(3, -2), (-3, -3), (-2, 3), (3, 3)], strict=True):
        desk.click_at(spot(desk, pixel + by))
    clicked_at, before = facts(desk)["corners"], facts(desk)["error_in"]
    desk.click("photo/snap")
    desk.wait(lambda: not facts(desk)["snapping"])
    for at in facts(desk)["corners"]:
        assert min(math.dist(at, corner) for corner in corners) < 0.5
    assert facts(desk)["error_in"] < before
    desk.press("ctrl+z")
    assert facts(desk)["corners"] == clicked_at


def test_buttons_answer_while_a_message_is_shown(desk: Person, seat):
    open_photo(desk, seat[1] / "table.png")
    desk.app.tell("something happened")
    desk.frames(2)
    desk.click("step/picture")
    assert facts(desk)["step"] == "picture"


def test_corners_that_are_no_table_say_why_and_lead_nowhere(desk: Person, seat):
    folder = seat[1]
    open_photo(desk, folder / "table.png")
    for pixel in [(500, 300), (600, 300), (700, 300), (800, 300)]:
        desk.click_at(spot(desk, pixel))
    assert not facts(desk)["fits"]
    assert page(desk).ground.trouble
    assert not desk.places["photo/next"].enabled


def test_a_file_that_is_no_picture_is_refused_and_the_page_stays(desk: Person, tmp_path: Path):
    path = tmp_path / "notes.png"
    path.write_text("no picture")
    open_photo(desk, path)
    assert facts(desk)["step"] == "picture"


def test_a_photo_opened_again_has_its_corners_still(desk: Person, seat):
    folder = seat[1]
    set_up(desk, folder)
    before = sorted(page(desk).ground.corners)
    desk.click("photo/done")
    desk.app.back()
    desk.app.go(DeskPage(desk.app))
    desk.frames(2)
    open_photo(desk, folder / "table.png")
    again = np.array(sorted(page(desk).ground.corners))
    assert again == pytest.approx(np.array(before), abs=0.01)
    assert (page(desk).ground.width, page(desk).ground.depth) == (WIDE, DEEP)


def test_the_wheel_zooms_where_the_pointer_is_and_home_shows_all(desk: Person, seat):
    folder = seat[1]
    open_photo(desk, folder / "table.png")
    corner = corners_of(folder)[1]
    desk.point(spot(desk, corner))
    before = spot(desk, corner)
    zoom = page(desk).view.zoom
    desk.wheel()
    desk.wheel()
    assert page(desk).view.zoom > zoom * 1.4
    assert spot(desk, corner) == pytest.approx(before, abs=1.5)
    desk.drag(before, (before[0] - 50, before[1] - 20), button="right")
    assert spot(desk, corner) == pytest.approx((before[0] - 50, before[1] - 20), abs=2.5)
    desk.press("home")
    assert page(desk).view.zoom == pytest.approx(zoom)


def test_another_near_edge_turns_the_table_in_the_photo(desk: Person, seat):
    folder = seat[1]
    open_photo(desk, folder / "table.png")
    click_corners(desk, folder)
    corners = corners_of(folder)
    seen = []
    for _ in range(4):
        found = page(desk).ground.found
        assert found is not None
        near = found.to_pixels([(0.0, 0.0)])[0]
        seen.append(min(range(4), key=lambda k, near=near: math.dist(near, corners[k])))
        desk.click("photo/turn")
    assert seen[0] == 0
    assert sorted(seen) == [0, 1, 2, 3]


# --- the pieces -------------------------------------------------------------------------------


def test_the_tables_size_is_the_photos_and_the_first_spot_makes_room(desk: Person, seat):
    set_up(desk, seat[1])
    file = page(desk).draft.file
    assert (file.table.width, file.table.depth) == (WIDE, DEEP)
    assert not file.piece
    assert not file.mini
    desk.press("ctrl+z")
    assert len(page(desk).draft.file.mini) == 2


def test_a_house_and_a_tower_are_traced_where_they_stand(desk: Person, seat):
    folder = seat[1]
    set_up(desk, folder)
    clicked(desk, folder, slice(0, 4))
    desk.press("space")
    assert facts(desk)["fit"] == "box"
    type_number(desk, "trace/height", 2.5)
    desk.click("trace/add")
    clicked(desk, folder, slice(4, 14))
    desk.click_at(spot(desk, np.load(folder / "places.npy")[4]))
    assert facts(desk)["fit"] == "circle"
    desk.press("space")
    house, tower = page(desk).draft.file.piece
    assert house.size is not None
    assert house.at == pytest.approx((9.0, 7.0), abs=0.15)
    assert sorted(house.size[:2]) == pytest.approx([4.0, 6.0], abs=0.25)
    assert house.size[2] == 2.5
    assert tower.at == pytest.approx((22.0, 15.0), abs=0.15)
    assert tower.radius == pytest.approx(2.0, abs=0.15)
    desk.press("ctrl+z")
    assert [piece.id for piece in page(desk).draft.file.piece] == [house.id]
    desk.press("ctrl+y")
    assert len(page(desk).draft.file.piece) == 2


def test_another_suggestion_may_be_taken_and_an_outline_given_up(desk: Person, seat):
    folder = seat[1]
    set_up(desk, folder)
    clicked(desk, folder, slice(0, 4))
    desk.press("space")
    desk.click("fit/polygon")
    desk.press("escape")
    assert facts(desk)["clicks"] == 0
    assert not facts(desk)["pieces"]
    clicked(desk, folder, slice(0, 4))
    desk.press("space")
    desk.click("fit/circle")
    desk.click("trace/add")
    assert page(desk).draft.file.piece[0].model == "cylinder"


def test_backspace_takes_back_a_point_before_it_undoes_a_piece(desk: Person, seat):
    folder = seat[1]
    set_up(desk, folder)
    clicked(desk, folder, slice(0, 3))
    desk.press("backspace")
    assert facts(desk)["clicks"] == 2
    assert page(desk).draft.file.table.width == WIDE


def test_figures_are_placed_by_the_middles_of_their_bases(desk: Person, seat):
    folder = seat[1]
    set_up(desk, folder)
    desk.click("tool/figure")
    clicked(desk, folder, slice(14, 16))
    minis = page(desk).draft.file.mini
    assert [mini.at for mini in minis] == [
        pytest.approx((4.0, 18.0), abs=0.15),
        pytest.approx((26.0, 4.0), abs=0.15),
    ]


def test_back_at_the_desk_the_photo_lies_under_what_was_traced(desk: Person, seat):
    folder = seat[1]
    set_up(desk, folder)
    clicked(desk, folder, slice(0, 4))
    desk.press("space")
    desk.click("trace/add")
    desk.click("tool/figure")
    clicked(desk, folder, slice(14, 16))
    desk.click("photo/done")
    view = bench_page(desk).view
    desk.wait(lambda: view.photo is not None)
    assert view.photo is not None
    # The ground is sand in the photo, and what was grass on the desk now shows it.
    red, green, blue = view.photo[view.photo.shape[0] // 8, view.photo.shape[1] // 2].tolist()
    assert red > green > blue
    desk.wait(lambda: facts(desk)["visible"] is not None)
    desk.click("photo/shown")
    desk.frames(2)
    assert view.photo is None


def test_a_scene_traced_from_a_photo_opens_without_it(desk: Person, seat, tmp_path: Path):
    folder = seat[1]
    set_up(desk, folder)
    clicked(desk, folder, slice(0, 4))
    desk.press("space")
    desk.click("trace/add")
    path = tmp_path / "traced.toml"
    page(desk).draft.save(path)
    piece = open_scene(path).table.terrain["building"]
    low, high = piece.body.bounds
    assert low[:2] == pytest.approx([6.0, 5.0], abs=0.2)
    assert high[:2] == pytest.approx([12.0, 9.0], abs=0.2)


# --- a figure ---------------------------------------------------------------------------------


def figure_page(person: Person) -> FigurePage:
    found = person.app.page
    assert isinstance(found, FigurePage)
    return found


def cut_out(person: Person, folder: Path) -> None:
    open_photo(person, folder / "figure.png", "photo/figure")
    person.wait(lambda: not facts(person)["works"])


def test_a_figure_is_cut_out_at_its_true_size_and_stands_on_the_table(desk: Person, seat):
    cut_out(desk, seat[1])
    desk.click("tool/base")
    half = BASE_MM / 25.4 / 2 * PER_INCH
    for x in (320 - half, 320 + half):
        desk.click_at(spot(desk, (x, 500.0)))
    type_number(desk, "figure/base", BASE_MM)
    assert facts(desk)["height_in"] == pytest.approx(TALL, abs=0.03)
    desk.click("tool/eye")
    desk.click_at(spot(desk, (300.0, 500 - 1.4 * PER_INCH)))
    assert facts(desk)["eye_in"] == pytest.approx(1.4, abs=0.02)
    desk.click("figure/add")
    bench = bench_page(desk).bench
    assert len(bench.draft.file.figure) == 1
    model = bench.facts.table.models[bench.draft.file.mini[-1].model]
    assert model.eye_height_in == pytest.approx(1.4, abs=0.02)
    assert model.height_in == pytest.approx(TALL, abs=0.03)
    desk.press("ctrl+z")
    assert not bench.draft.file.figure


def test_half_the_base_makes_half_the_figure(desk: Person, seat):
    cut_out(desk, seat[1])
    before = facts(desk)["height_in"]
    type_number(desk, "figure/base", BASE_MM / 2)
    type_number(desk, "figure/top", 0.06)
    assert facts(desk)["height_in"] == pytest.approx(before / 2, rel=0.02)


def test_a_click_on_the_background_and_the_tolerance_look_for_the_outline_anew(desk: Person, seat):
    cut_out(desk, seat[1])
    desk.click_at(spot(desk, (60.0, 60.0)))
    assert facts(desk)["works"]
    desk.wait(lambda: not facts(desk)["works"])
    height = facts(desk)["height_in"]
    assert height == pytest.approx(TALL, abs=0.1)
    left, top, _, bottom = desk.places["figure/tolerance"].box
    middle = (top + bottom) / 2
    desk.drag((left + 4, middle), (left + 100, middle), (left + 148, middle))
    desk.wait(lambda: not facts(desk)["works"])
    # So much tolerance takes the olive body for background: the outline is another.
    assert facts(desk)["height_in"] is None or facts(desk)["height_in"] < height - 0.5
