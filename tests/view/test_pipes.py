"""Choosing a graphics library."""

from __future__ import annotations

import json
import os
import re
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
        pipes.window_choice()


STAND_IN = """
import sim.view.x11stub as stub
stub.SONAME = "libThereIsNoSuchLibrary.so.6"
from sim.view import pipes
from panda3d.core import Camera, NodePath
answer = stub.ensure_x11(pipes.software_file())
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


@pytest.fixture
def on_a_display(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A display, a GL library that loads, and nothing asked for."""
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.delenv(CHOICE_VARIABLE)
    monkeypatch.setattr(pipes, "open_pipe", lambda module: object())
    return monkeypatch


def stand_in_probe(monkeypatch: pytest.MonkeyPatch, done: object) -> None:
    """Let the child process of the probe end as told: an answer, a code, or an exception."""

    def run(*args: object, **kwargs: object) -> object:
        if isinstance(done, Exception):
            raise done
        return done

    pipes._probed.cache_clear()
    monkeypatch.setattr(pipes.subprocess, "run", run)


def answers(**what: object) -> subprocess.CompletedProcess[str]:
    return subprocess.CompletedProcess([], 0, json.dumps(what) + "\n", "")


CASES = {
    "no library": (answers(ok=False, why="does not load", code="missing"), "libgl1"),
    "crash": (subprocess.CompletedProcess([], -11, "", ""), r"crashed .*-11.*driver"),
    "hang": (subprocess.TimeoutExpired("probe", 1), r"no answer .*driver"),
    "wrong picture": (
        answers(ok=False, why="wrong picture", code="wrong", detail="Odd GPU"),
        r"Odd GPU.* wrong picture",
    ),
    "no answer": (subprocess.CompletedProcess([], 0, "gibberish", ""), r"could not be tried"),
    "no child": (OSError("no more processes"), "no more processes"),
    "no card": (answers(ok=True, renderer="llvmpipe (LLVM 15)"), "no graphics card"),
}


@pytest.mark.parametrize("case", CASES)
def test_whatever_is_wrong_with_gl_the_window_falls_back_and_says_what_to_do(
    on_a_display: pytest.MonkeyPatch, case: str
):
    done, sentence = CASES[case]
    stand_in_probe(on_a_display, done)
    try:
        choice = pipes.window_choice()
    finally:
        pipes._probed.cache_clear()
    assert choice.library.module == SOFTWARE
    assert re.search(sentence, choice.note)
    assert CHOICE_VARIABLE in choice.note or "apt-get install" in choice.note


def test_with_a_good_driver_there_is_nothing_to_say(on_a_display: pytest.MonkeyPatch):
    stand_in_probe(on_a_display, answers(ok=True, renderer="Some Card 9000"))
    try:
        choice = pipes.window_choice()
    finally:
        pipes._probed.cache_clear()
    assert choice == pipes.WindowChoice(pipes.Library("pandagl", True, "Some Card 9000"))


@pytest.mark.parametrize("module", [SOFTWARE, "pandagl"])
def test_what_is_asked_for_is_used_without_a_trial(on_a_display: pytest.MonkeyPatch, module: str):
    stand_in_probe(on_a_display, AssertionError("tried"))
    on_a_display.setenv(CHOICE_VARIABLE, module)
    choice = pipes.window_choice()
    assert (choice.library.module, choice.note) == (module, "")


def test_what_is_asked_for_and_does_not_load_is_named(on_a_display: pytest.MonkeyPatch):
    on_a_display.setenv(CHOICE_VARIABLE, "pandadx9")
    on_a_display.setattr(pipes, "open_pipe", lambda module: None)
    with pytest.raises(HulldownError, match=rf"pandadx9 .*unset {CHOICE_VARIABLE}"):
        pipes.window_choice()


def test_without_a_display_one_is_told_of_text_and_pictures(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(HulldownError, match=r"--text.*hulldown preview"):
        pipes.window_choice()


def test_a_window_of_gl_that_is_probed_but_gone_falls_back(on_a_display: pytest.MonkeyPatch):
    stand_in_probe(on_a_display, answers(ok=True, renderer="Some Card 9000"))
    on_a_display.setattr(pipes, "open_pipe", lambda module: None)
    try:
        choice = pipes.window_choice()
    finally:
        pipes._probed.cache_clear()
    assert choice.library.module == SOFTWARE
    assert "apt-get install" in choice.note
