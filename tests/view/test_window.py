"""The window, driven by a virtual pointer into memory: no display needed."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import msgspec
import numpy as np
import pytest
from panda3d.core import KeyboardButton, MouseButton

from sim.geometry.pose import Pose
from sim.view.panels import status_text
from sim.view.window import TableWindow
from tests.view.small import small_facts, small_scene


class Clock:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Seat:
    """A person at the window."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.window = TableWindow(
            small_facts(), "test", size=(640, 400), hidden=True, clock=self.clock
        )
        self.mouse = self.window.hands.virtual
        self.window.show(small_scene())
        self.frames(2)

    def frames(self, count: int = 1, seconds: float = 0.05) -> None:
        for _ in range(count):
            self.clock.now += seconds
            assert self.window.step()

    def move(self, x: int, y: int) -> None:
        self.mouse.setMouseOn(True)
        self.mouse.setMousePos(x, y)
        self.frames(2)

    def drag(self, button: object, path: list[tuple[int, int]]) -> None:
        self.move(*path[0])
        self.mouse.pressButton(button)
        self.frames(2)
        for spot in path[1:]:
            self.move(*spot)
        self.mouse.releaseButton(button)
        self.frames(2)

    def press(self, button: object) -> None:
        self.mouse.pressButton(button)
        self.frames(1)
        self.mouse.releaseButton(button)
        self.frames(1)

    def shot(self) -> np.ndarray:
        image = self.window.screen.picture()
        return np.array([[image.getXel(x, y) for x in range(0, 640, 8)] for y in range(0, 400, 8)])


@pytest.fixture
def seat(software: None) -> Iterator[Seat]:
    seat = Seat()
    yield seat
    seat.window.close()


def test_a_drag_turns_the_table_and_a_middle_drag_moves_it(seat: Seat):
    orbit = seat.window.orbit
    turn, rise = orbit.angles
    seat.drag(MouseButton.one(), [(300, 200), (380, 180)])
    assert orbit.angles[0] < turn
    assert orbit.angles[1] < rise
    spot, angles = orbit.looks_at, orbit.angles
    seat.drag(MouseButton.two(), [(300, 200), (340, 240)])
    assert orbit.looks_at != spot
    assert orbit.angles == angles


def test_the_wheel_zooms_and_home_comes_back(seat: Seat):
    orbit = seat.window.orbit
    away = orbit.distance
    seat.move(320, 220)
    seat.press(MouseButton.wheelUp())
    assert orbit.distance < away
    seat.press(KeyboardButton.home())
    assert orbit.distance == away


def test_a_key_held_down_goes_on_until_it_is_let_go(seat: Seat):
    orbit = seat.window.orbit
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


def test_focus_finds_the_unit_under_the_pointer_and_tab_the_next(seat: Seat):
    window = seat.window
    spot = window._pixels([window._above(small_scene().piece("red/2"))])[0]
    seat.move(round(spot[0]), round(spot[1]))
    seat.press(KeyboardButton.asciiKey("f"))
    assert window.orbit.looks_at == pytest.approx((18.0, 7.15))
    seat.press(KeyboardButton.tab())
    assert window.orbit.looks_at == pytest.approx((6.0, 7.65))


def test_a_miniature_glides_to_its_new_place(seat: Seat):
    scene = small_scene()
    first = msgspec.structs.replace(scene.pieces[0], pose=Pose(8, 12.5, 350.0))
    seat.window.show(msgspec.structs.replace(scene, pieces=(first, *scene.pieces[1:])))
    seat.frames(1, 0.0)
    node = seat.window.stage.figure("blue/1")
    assert tuple(node.getPos())[:2] == pytest.approx((6, 8.8))
    seat.frames(1, 0.15)
    assert 6 < node.getX() < 8
    # Ten degrees to the right are the shorter way.
    assert -10 < node.getH() < 0
    seat.frames(1, 0.2)
    assert tuple(node.getPos()) == pytest.approx((8, 12.5, 1.5))


def test_what_is_gone_is_gone_and_comes_back(seat: Seat):
    scene = small_scene()
    seat.window.show(msgspec.structs.replace(scene, pieces=scene.pieces[1:]))
    seat.frames(2)
    with pytest.raises(KeyError):
        seat.window.stage.figure("blue/1")
    seat.window.show(scene)
    seat.frames(2)
    assert seat.window.stage.figure("blue/1").getX() == pytest.approx(6)


def test_another_thread_may_show_and_log(seat: Seat):
    scene = small_scene()

    def think() -> None:
        for number in range(20):
            seat.window.log([f"line {number}"])
        seat.window.show(msgspec.structs.replace(scene, asked="right"))

    thread = threading.Thread(target=think)
    thread.start()
    thread.join()
    seat.frames(1)
    assert seat.window.panels.lines[-1] == "line 19"
    assert seat.window.observed is not None
    assert seat.window.observed.asked == "right"


def test_keys_show_and_hide_the_journal_and_the_help(seat: Seat):
    seat.window.log(["Turn 2 begins"])
    seat.frames(2)
    before = seat.shot()
    seat.press(KeyboardButton.f1())
    helped = seat.shot()
    seat.press(KeyboardButton.f1())
    assert np.abs(helped - before).max() > 0.1
    assert np.abs(seat.shot() - before).max() < 0.02
    seat.press(KeyboardButton.asciiKey("j"))
    assert not seat.window.panels.log_shown


def test_no_black_dots_on_the_mat(seat: Seat):
    seat.press(KeyboardButton.asciiKey("n"))
    seat.frames(40)
    image = seat.window.screen.picture()
    bright = np.array([[image.getGray(x, y) for x in range(60, 580)] for y in range(60, 340)])
    around = [np.roll(bright, step, axis) for step in (1, -1) for axis in (0, 1)]
    lone = (bright < 0.12) & (np.min(around, axis=0) > 0.25)
    assert lone.sum() == 0


def test_the_status_line_names_the_turn_and_who_decides():
    text = status_text(small_scene())
    assert "Turn" in text
    assert "2" in text
    assert "Left" in text


def test_nothing_is_drawn_while_nothing_changes(seat: Seat, monkeypatch: pytest.MonkeyPatch):
    seat.frames(60)
    drawn: list[int] = []
    monkeypatch.setattr(seat.window.screen, "draw", lambda: drawn.append(1))
    seat.frames(5, 0.01)
    assert len(drawn) <= 1
    seat.window.log(["something happened"])
    seat.frames(1, 0.01)
    assert drawn


def test_a_closed_window_says_so(seat: Seat):
    seat.window.close()
    assert not seat.window.step()
    seat.window.close()
