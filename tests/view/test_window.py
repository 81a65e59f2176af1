"""The window, driven by a virtual pointer into memory: no display needed."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator

import msgspec
import numpy as np
import pytest
from panda3d.core import KeyboardButton
from PIL import Image

from sim.geometry.pose import Pose
from sim.view.window import Window
from sim.window.app import App
from sim.window.follow import FollowWindow
from tests.view.small import small_facts, small_scene
from tests.window.person import Person


class Seat(Person):
    """A person before a window that follows a game."""

    def __init__(self) -> None:
        self.follow: FollowWindow
        super().__init__(self._begin, (640, 400))
        self.follow.show(small_scene())
        self.show()

    def _begin(self, window: Window) -> App:
        self.follow = FollowWindow(small_facts(), window=window)
        return self.follow.app

    def show(self, seconds: float = 0.05) -> None:
        self.clock.now += seconds
        self.follow.step()

    @property
    def view(self):
        return self.follow.page.view

    def grey(self) -> np.ndarray:
        image = self.window.screen.picture()
        return np.array([[image.getGray(x, y) for x in range(0, 640, 8)] for y in range(0, 400, 8)])


@pytest.fixture
def seat(software: None) -> Iterator[Seat]:
    seat = Seat()
    yield seat
    seat.close()


def test_a_drag_turns_the_table_and_a_middle_drag_moves_it(seat: Seat):
    orbit = seat.view.orbit
    turn, rise = orbit.angles
    seat.drag((300, 200), (380, 180))
    assert orbit.angles[0] < turn
    assert orbit.angles[1] < rise
    spot, angles = orbit.looks_at, orbit.angles
    seat.drag((300, 200), (340, 240), button="middle")
    assert orbit.looks_at != spot
    assert orbit.angles == angles


def test_the_wheel_zooms_and_home_comes_back(seat: Seat):
    orbit = seat.view.orbit
    away = orbit.distance
    seat.point((320, 220))
    seat.wheel()
    assert orbit.distance < away
    seat.press("home")
    assert orbit.distance == away


def test_a_key_held_down_goes_on_until_it_is_let_go(seat: Seat):
    orbit = seat.view.orbit
    start = orbit.looks_at[0]
    seat.mouse.pressButton(KeyboardButton.right())
    seat.frames(4)
    held = orbit.looks_at[0]
    seat.mouse.releaseButton(KeyboardButton.right())
    seat.frames(2)
    stopped = orbit.looks_at[0]
    seat.frames(3)
    assert start < held
    assert orbit.looks_at[0] == stopped


def test_focus_looks_at_the_unit_under_the_pointer(seat: Seat):
    seat.point(seat.pixel_of("red/2"))
    seat.press("f")
    assert seat.view.orbit.looks_at == pytest.approx((18.0, 5.5))


@pytest.mark.parametrize("mini", ["blue/1", "blue/2", "red/1", "red/2", "heavy/1"])
def test_the_pointer_finds_each_miniature(seat: Seat, mini: str):
    pointed = seat.view.under(seat.pixel_of(mini), (640, 400))
    assert pointed.mini == mini


def test_the_pointer_finds_the_wall_and_the_ground_and_the_block(seat: Seat):
    on_wall = seat.view.under(seat.pixel((12.15, 6.0), 1.9), (640, 400))
    assert on_wall.piece == "wall"
    free = seat.view.under(seat.pixel((10.0, 2.0)), (640, 400))
    assert (free.mini, free.piece) == ("", "")
    assert free.at == pytest.approx((10.0, 2.0), abs=0.05)
    top = seat.view.under(seat.pixel((5.0, 14.0), 1.5), (640, 400))
    assert top.piece == "block"
    assert top.at == pytest.approx((5.0, 14.0), abs=0.1)


def test_a_miniature_glides_to_its_new_place(seat: Seat):
    scene = small_scene()
    first = msgspec.structs.replace(scene.pieces[0], pose=Pose(8, 12.5, 350.0))
    seat.follow.show(msgspec.structs.replace(scene, pieces=(first, *scene.pieces[1:])))
    seat.show(0.0)
    node = seat.view.stage.figure("blue/1")
    assert tuple(node.getPos())[:2] == pytest.approx((6, 8.8))
    seat.show(0.15)
    assert 6 < node.getX() < 8
    # Ten degrees to the right are the shorter way.
    assert -10 < node.getH() < 0
    seat.show(0.2)
    assert tuple(node.getPos()) == pytest.approx((8, 12.5, 1.5))


def test_what_is_gone_is_gone_and_comes_back(seat: Seat):
    scene = small_scene()
    seat.follow.show(msgspec.structs.replace(scene, pieces=scene.pieces[1:]))
    seat.show()
    with pytest.raises(KeyError):
        seat.view.stage.figure("blue/1")
    seat.follow.show(scene)
    seat.show()
    assert seat.view.stage.figure("blue/1").getX() == pytest.approx(6)


def test_another_thread_may_show_and_log(seat: Seat):
    scene = small_scene()

    def think() -> None:
        for number in range(20):
            seat.follow.log([f"line {number}"])
        seat.follow.show(msgspec.structs.replace(scene, asked="right"))

    thread = threading.Thread(target=think)
    thread.start()
    thread.join()
    seat.show()
    assert seat.follow.page.lines[-1] == "line 19"
    assert seat.view.observed is not None
    assert seat.view.observed.asked == "right"


def test_no_black_dots_on_the_mat(seat: Seat):
    seat.press("t")
    seat.frames(40)
    image = seat.window.screen.picture()
    bright = np.array([[image.getGray(x, y) for x in range(60, 580)] for y in range(60, 340)])
    around = [np.roll(bright, step, axis) for step in (1, -1) for axis in (0, 1)]
    lone = (bright < 0.12) & (np.min(around, axis=0) > 0.25)
    assert lone.sum() == 0


def test_nothing_is_drawn_while_nothing_changes(seat: Seat):
    seat.frames(60)
    for _ in range(30):
        seat.show(0.02)
    before = seat.window.frames
    for _ in range(5):
        seat.show(0.01)
    assert seat.window.frames - before <= 1
    seat.follow.log(["something happened"])
    before = seat.window.frames
    seat.show(0.01)
    assert seat.window.frames == before + 1


def test_a_closed_window_says_so(seat: Seat):
    seat.follow.close()
    assert not seat.follow.step()
    seat.follow.close()


def test_a_picture_of_the_table_has_no_widgets_on_it_and_the_next_frame_has(seat: Seat):
    seat.follow.log(["a line of the log that is long enough to be seen"] * 5)
    seat.show()
    while not seat.view.is_still:
        seat.show()
    before = seat.grey()
    png = seat.window.table_picture(320)
    bare = np.asarray(Image.open(io.BytesIO(png)).convert("L"), float) / 255
    assert bare.shape == (200, 320)
    panel, under = before[38:46, 3:40], bare[152:184:4, 12:160:4]
    assert panel.mean() < under.mean() - 0.05
    seat.show()
    assert np.abs(seat.grey() - before).max() < 0.02
