"""Levels of picture quality, and the probe that chooses one."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator

import msgspec
import numpy as np
import pytest
from panda3d.core import Camera, NodePath, OrthographicLens

from sim.engine.observed import SeenPiece
from sim.geometry.pose import Pose
from sim.view import pipes, quality
from sim.view.cameras import View, bounds
from sim.view.drivers import is_software
from sim.view.marks import region
from sim.view.pipes import CHOICE_VARIABLE, SOFTWARE, Library, library
from sim.view.screen import Screen
from sim.view.stage import Stage
from tests.view.small import small_facts

HEADLESS = "p3headlessgl"
CARD = Library(HEADLESS, True, "Some Card 9000")
BARE = SeenPiece("a/1", "mini", "soldier", "a", "left", Pose(20, 6))


class Shown:
    """A stage with a camera in a hidden window."""

    def __init__(self, size: tuple[int, int] = (240, 160)) -> None:
        self.screen = Screen("", size, hidden=True)
        self.stage = Stage(small_facts())
        self.stage.show([BARE], ["left"])
        view = View((12, -8, 18), (12, 9, 0), 40).clipped_to(*bounds(self.stage.table))
        self.camera = view.node(size[0] / size[1])
        self.camera.reparentTo(self.stage.root)
        flat: NodePath = NodePath("flat")
        self.flat = flat.attachNewNode(Camera("flat", OrthographicLens()))
        self.screen.look_through(self.camera, self.flat)

    def shot(self) -> np.ndarray:
        for _ in range(3):
            self.screen.draw()
        found = self.screen.output.getScreenshot()
        wide, high = self.screen.size
        data = np.frombuffer(found.getRamImageAs("RGB"), np.uint8)
        return data.reshape(high, wide, 3)[::-1].astype(int)

    def at(self, level: str) -> quality.Quality:
        return quality.apply_quality(self.stage, self.screen.output, level, camera=self.camera)


@pytest.fixture
def software_shown() -> Iterator[Shown]:
    shown = Shown()
    yield shown
    shown.screen.close()


@pytest.fixture(scope="module")
def gl_shown() -> Iterator[Shown]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CHOICE_VARIABLE, HEADLESS)
        library.cache_clear()
        if not pipes._probed(HEADLESS)["ok"] or "fine" not in pipes.level_times(HEADLESS):
            pytest.skip("no OpenGL that draws without a display")
        shown = Shown()
        yield shown
        shown.screen.close()
    library.cache_clear()


@pytest.mark.parametrize("level", quality.LEVELS)
def test_without_shaders_every_level_is_the_baked_light(software_shown: Shown, level: str):
    before = software_shown.shot()
    assert software_shown.at(level).level == "plain"
    assert (software_shown.shot() == before).all()


def test_a_level_there_is_not_is_refused(software_shown: Shown):
    with pytest.raises(KeyError):
        software_shown.at("cinematic")
    assert software_shown.stage.quality is None


def test_levels_come_and_go_and_leave_no_trace(gl_shown: Shown):
    plain = gl_shown.shot()
    shots = {}
    for level in ("shaded", "fine"):
        assert gl_shown.at(level).level == level
        shots[level] = gl_shown.shot()
    gl_shown.at("plain")
    assert (np.abs(gl_shown.shot() - plain).max(axis=-1) <= 2).mean() > 0.999
    for shot in shots.values():
        # The same table in much the same light.
        assert np.abs(shot.mean(axis=(0, 1)) - plain.mean(axis=(0, 1))).max() < 22
    assert (np.abs(shots["shaded"] - plain).max(axis=-1) > 12).mean() > 0.02
    assert (np.abs(shots["fine"] - shots["shaded"]).max(axis=-1) > 6).mean() > 0.01


def test_a_miniature_takes_its_shadow_along(gl_shown: Shown):
    gl_shown.at("shaded")
    gl_shown.stage.show([], ["left"])
    empty = gl_shown.shot()
    darker = []
    for x in (17, 20):
        gl_shown.stage.show([msgspec.structs.replace(BARE, pose=Pose(x, 3))], ["left"])
        shot = gl_shown.shot()
        darker.append(empty.sum(axis=-1) - shot.sum(axis=-1) > 90)
    gl_shown.stage.show([BARE], ["left"])
    gl_shown.at("plain")
    both = (darker[0] & darker[1]).sum()
    assert min(darker[0].sum(), darker[1].sum()) > 20
    assert both < 0.2 * darker[0].sum()


def test_a_shadow_is_drawn_once(gl_shown: Shown):
    spot = gl_shown.stage.figure("a/1")
    assert not spot.find("**/shadow").isEmpty()
    gl_shown.at("shaded")
    assert gl_shown.stage.figure("a/1").find("**/shadow").isEmpty()
    gl_shown.at("plain")
    assert not gl_shown.stage.figure("a/1").find("**/shadow").isEmpty()


def test_overlays_throw_no_shadow_and_keep_their_colour(gl_shown: Shown):
    def blue() -> np.ndarray:
        shot = gl_shown.shot()
        return shot[..., 2] - shot[..., 0] > 25

    made = region(
        [[(15, 1), (22, 1), (22, 3), (15, 3)]], (0, 40, 255, 255), gl_shown.stage.relief.height
    )
    made.reparentTo(gl_shown.stage.overlays)
    made.setZ(1.0)
    plain = blue()
    gl_shown.at("shaded")
    shaded = blue()
    made.removeNode()
    gl_shown.at("plain")
    assert plain.mean() > 0.01
    assert (plain == shaded).mean() > 0.97


def test_fine_without_a_camera_is_shaded(gl_shown: Shown):
    reached = quality.apply_quality(gl_shown.stage, gl_shown.screen.output, "fine")
    assert reached.level == "shaded"
    reached.off()
    assert reached.level == "plain"


@pytest.mark.parametrize(
    ("times", "best", "possible"),
    [
        ({}, "plain", ("plain",)),
        ({"shaded": 5.0, "fine": 9.0}, "fine", ("plain", "shaded", "fine")),
        ({"shaded": 9.0, "fine": 40.0}, "shaded", ("plain", "shaded", "fine")),
        ({"shaded": 300.0, "fine": 900.0}, "plain", ("plain", "shaded", "fine")),
        ({"shaded": 5.0}, "shaded", ("plain", "shaded")),
    ],
)
def test_the_best_level_is_one_that_was_drawn_fast_enough(
    monkeypatch: pytest.MonkeyPatch,
    times: dict[str, float],
    best: str,
    possible: tuple[str, ...],
):
    monkeypatch.setattr(quality, "level_times", lambda module: times)
    assert quality.best_level(CARD) == best
    assert quality.possible_levels(CARD) == possible


@pytest.mark.parametrize(
    ("wish", "level"),
    [("auto", "plain"), ("plain", "plain"), ("shaded", "shaded"), ("fine", "shaded")],
)
def test_a_wish_comes_to_what_the_driver_can_draw(
    monkeypatch: pytest.MonkeyPatch, wish: str, level: str
):
    monkeypatch.setattr(quality, "level_times", lambda module: {"shaded": 90.0})
    assert quality.level_for(wish, CARD) == level
    with pytest.raises(KeyError):
        quality.level_for("cinematic", CARD)


def test_the_software_renderer_is_never_probed_for_shaders(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(quality, "level_times", lambda module: pytest.fail("probed"))
    assert quality.best_level(Library(SOFTWARE, False, "TinyPanda")) == "plain"
    assert quality.possible_levels(Library(SOFTWARE, False, "TinyPanda")) == ("plain",)


def said(*lines: str) -> str:
    return "\n".join(lines)


SHADED = json.dumps({"level": "shaded", "ok": True, "ms": 4.0})


@pytest.mark.parametrize(
    ("output", "times"),
    [
        (said(SHADED, json.dumps({"level": "fine", "ok": False, "ms": 9.0})), {"shaded": 4.0}),
        (said(SHADED, "Segmentation fault"), {"shaded": 4.0}),
        ("", {}),
        ("Known pipe types: 1 2 3", {}),
    ],
)
def test_what_was_drawn_before_a_crash_counts(
    monkeypatch: pytest.MonkeyPatch, output: str, times: dict[str, float]
):
    done = subprocess.CompletedProcess([], -11, output, "")
    monkeypatch.setattr(pipes.subprocess, "run", lambda *a, **k: done)
    assert pipes.level_times.__wrapped__("p3headlessgl") == times


def test_what_was_drawn_before_it_hung_counts(monkeypatch: pytest.MonkeyPatch):
    def hang(*args: object, **kwargs: object) -> None:
        raise subprocess.TimeoutExpired("probe", 1, output=SHADED.encode())

    monkeypatch.setattr(pipes.subprocess, "run", hang)
    assert pipes.level_times.__wrapped__("p3headlessgl") == {"shaded": 4.0}


@pytest.mark.parametrize(
    ("name", "software"),
    [
        ("llvmpipe (LLVM 15.0.6, 256 bits)", True),
        ("Google SwiftShader", True),
        ("GDI Generic", True),
        ("NVIDIA GeForce RTX 4070", False),
        ("Mesa Intel(R) UHD Graphics 620", False),
    ],
)
def test_a_driver_without_a_card_is_known_by_its_name(name: str, software: bool):
    assert is_software(name) == software
