"""The map: straight from above, flat symbols, the same table to point at."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from sim.view.flat_symbols import silhouette
from sim.view.map_camera import MapCamera
from tests.window.tool_table import PLACES, Looker, looking


@pytest.fixture(scope="module")
def table() -> Iterator[Looker]:
    with looking() as person:
        yield person


@pytest.fixture
def person(table: Looker) -> Looker:
    table.begin()
    table.press("n")
    table.page.view.orbit.whole_table()
    table.page.view.orbit.settle()
    table.frames(2)
    return table


def test_n_shows_the_map_and_n_goes_back_to_where_one_looked_from(table: Looker):
    table.begin()
    before = table.page.view.orbit
    table.press("n")
    assert table.facts["map"] is True
    assert isinstance(table.page.view.orbit, MapCamera)
    table.press("n")
    assert "map" not in table.facts
    assert table.page.view.orbit is before


@pytest.mark.parametrize("mini", [name for name, *_ in PLACES])
def test_pointing_on_the_map_means_the_same_miniature(person: Looker, mini: str):
    person.point(person.pixel_of(mini))
    pointed = person.window.pointed()
    assert pointed is not None
    assert pointed.mini == mini


def test_a_place_on_the_map_is_the_place_on_the_table(person: Looker):
    for place in ((5.0, 5.0), (31.5, 24.25), (55.0, 44.0)):
        person.point(person.pixel(place))
        pointed = person.window.pointed()
        assert pointed is not None
        # A pixel of the whole table is about a sixteenth of an inch.
        assert pointed.at == pytest.approx(place, abs=0.09)


def test_the_wheel_zooms_on_the_map_towards_the_pointer(person: Looker):
    camera = person.page.view.orbit
    tall = camera.distance
    spot = person.pixel((45.0, 36.0))
    person.point(spot)
    for _ in range(6):
        person.wheel()
    camera.settle()
    person.frames(2)
    assert camera.distance < tall * 0.6
    assert person.pixel((45.0, 36.0)) == pytest.approx(spot, abs=3.0)


def test_a_drag_moves_the_map_and_does_not_turn_it(person: Looker):
    camera = person.page.view.orbit
    for _ in range(5):
        camera.zoom_by(0.8)
    camera.settle()
    person.frames(2)
    x, y = camera.looks_at
    person.drag((500, 400), (560, 440), button="right")
    camera.settle()
    inch = 800 / camera.distance
    assert camera.looks_at == pytest.approx((x - 60 / inch, y + 40 / inch), abs=0.1)
    assert camera.angles == (0.0, 90.0)


def test_symbols_stand_where_the_miniatures_stand_and_face_as_they_do(person: Looker):
    flat = person.page.view.map
    assert flat is not None
    for name, _, _, pose in PLACES:
        node = flat._shown[name][2]
        assert node.getPos()[0] == pytest.approx(pose.x, abs=1e-4)
        assert node.getPos()[1] == pytest.approx(pose.y, abs=1e-4)
        assert node.getH() % 360.0 == pytest.approx(pose.facing, abs=1e-3)


def test_rulers_and_sight_work_on_the_map(person: Looker):
    person.press("m")
    person.drag(person.pixel_of("rangers/1"), (500, 400), person.pixel_of("grenadiers/1"))
    gap = person.page.view.facts.gap(person.stand("rangers/1"), person.stand("grenadiers/1"))
    assert person.facts["rulers"][1] == pytest.approx(gap.inches, abs=1e-3)
    person.press("m")
    person.press("l")
    person.click_at(person.pixel_of("rangers/1"))
    person.click_at(person.pixel_of("grenadiers/1"))
    assert person.facts["sight"]["target"] == "grenadiers/1"


def test_sides_differ_on_the_map_and_the_stage_is_not_drawn(person: Looker):
    """Blue symbols of the first side, red ones of the second; the river is blue and flat."""
    person.frames(2)
    picture = person.window.screen.picture()

    def colour(at: tuple[float, float]) -> np.ndarray:
        x, y = person.pixel(at)
        return np.array(picture.getXel(round(x), round(y)))

    allied = colour((14.0 - 0.42, 40.0))
    axis = colour((20.0, 5.0 - 0.42))
    assert allied[2] > allied[0]
    assert axis[0] > axis[2]
    river = [colour((30.0, y)) for y in (2.0, 2.3, 2.6, 3.0)]
    assert all(each[2] > each[0] for each in river)


def test_a_hulls_silhouette_holds_every_corner_of_it(person: Looker):
    model = person.page.view.facts.table.models["ranger-walker"]
    shape = silhouette(model)
    edge = np.roll(shape, -1, axis=0) - shape
    (first,) = [part for part in model.body.parts if part.name == "hull"][:1]
    faces = model.body.faces[first.first : first.first + first.count]
    points = model.body.vertices[np.unique(faces)][:, :2]
    for start, way in zip(shape, edge, strict=True):
        across = way[0] * (points[:, 1] - start[1]) - way[1] * (points[:, 0] - start[0])
        assert across.min() > -2e-3
