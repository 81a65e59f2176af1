"""Choosing a graphics library."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from panda3d.core import Camera, NodePath

from sim.errors import HulldownError
from sim.view import pipes
from sim.view.pipes import CHOICE_VARIABLE, SOFTWARE, Canvas, library
from tests.shared_files import ROOT

pytestmark = pytest.mark.usefixtures("chosen_anew")


@pytest.fixture
def chosen_anew():
    """Let a test choose again, and everybody after it too."""
    library.cache_clear()
    yield
    library.cache_clear()


def test_a_library_is_found_once():
    assert library() is library()


def test_the_software_renderer_draws_into_memory():
    root = NodePath("root")
    camera = root.attachNewNode(Camera("camera"))
    with Canvas(32, 16) as canvas:
        shot = canvas.shoot(camera, (1.0, 0.0, 0.0))
    assert library().module == SOFTWARE
    assert shot.shape == (16, 32, 3)
    assert (shot == [255, 0, 0]).all()


def test_where_nothing_draws_the_message_names_the_package(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(CHOICE_VARIABLE, "p3nothing")
    with pytest.raises(HulldownError, match=r"p3nothing: .*apt-get install .*libegl1"):
        library()


def test_a_library_that_does_not_answer_is_passed_over(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(CHOICE_VARIABLE)
    monkeypatch.setattr(pipes, "_probed", lambda module: {"ok": False, "why": "crashed (-11)"})
    assert library().module == SOFTWARE


def test_a_library_that_answers_but_does_not_load_here_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.delenv(CHOICE_VARIABLE)
    monkeypatch.setattr(pipes, "_probed", lambda module: {"ok": True, "renderer": "?", "why": ""})
    real = pipes.open_pipe
    monkeypatch.setattr(pipes, "open_pipe", lambda m: real(m) if m == SOFTWARE else None)
    assert library().module == SOFTWARE


def test_a_crash_in_the_probe_is_an_answer(monkeypatch: pytest.MonkeyPatch):
    died = subprocess.CompletedProcess([], -11, "", "")
    monkeypatch.setattr(pipes.subprocess, "run", lambda *a, **k: died)
    answer = pipes._probed.__wrapped__("p3headlessgl")
    assert (answer["ok"], answer["why"]) == (False, "crashed (-11)")


def test_a_probe_that_hangs_is_an_answer(monkeypatch: pytest.MonkeyPatch):
    def hang(*args: object, **kwargs: object) -> None:
        raise subprocess.TimeoutExpired("probe", 1)

    monkeypatch.setattr(pipes.subprocess, "run", hang)
    assert not pipes._probed.__wrapped__("p3headlessgl")["ok"]


def test_the_probe_sees_the_software_renderer_draw():
    pipes.open_pipe(SOFTWARE)
    done = subprocess.run(
        [sys.executable, "-P", str(ROOT / "sim" / "view" / "probe.py"), "p3nothing"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert '"ok": false' in done.stdout


def test_without_a_display_a_window_is_refused_with_a_reason(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux opens windows by DISPLAY")
    with pytest.raises(HulldownError, match="display"):
        pipes.window_library()


STAND_IN = """
import sim.view.x11stub as stub
stub.SONAME = "libThereIsNoSuchLibrary.so.6"
from sim.view import pipes
from panda3d.core import Camera, NodePath
answer = stub.ensure_x11(pipes._software_file())
with pipes.Canvas(16, 16) as canvas:
    shot = canvas.shoot(NodePath("root").attachNewNode(Camera("c")), (0.0, 1.0, 0.0))
print(answer, shot[0, 0].tolist())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the X library is Linux's")
def test_the_software_renderer_draws_on_a_stand_in_for_the_x_library():
    env = {**os.environ, CHOICE_VARIABLE: SOFTWARE}
    env.pop("DISPLAY", None)
    done = subprocess.run(
        [sys.executable, "-c", STAND_IN],
        capture_output=True,
        text=True,
        timeout=60,
        env=env,
        cwd=ROOT,
        check=False,
    )
    assert done.stdout.split() == ["stub", "[0,", "255,", "0]"], done.stderr
