"""Which graphics library draws, and buffers to draw into: from the best to the one always there.

The order for pictures: OpenGL without a display, OpenGL on a display, the software renderer, the
software renderer with a stand-in for the X library. OpenGL is tried in a child process first.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    CullBinManager,
    FrameBufferProperties,
    GraphicsEngine,
    GraphicsPipe,
    GraphicsPipeSelection,
    WindowProperties,
    loadPrcFileData,
)

from sim.errors import HulldownError
from sim.view.drivers import is_software
from sim.view.x11stub import ensure_x11
from sim.words import parameters, say

__all__ = [
    "SOFTWARE",
    "Canvas",
    "Library",
    "WindowChoice",
    "level_times",
    "library",
    "open_pipe",
    "software_file",
    "window_choice",
]

SOFTWARE = "p3tinydisplay"
#: Set to a module's name (``p3tinydisplay``, ``p3headlessgl``, ``pandagl``) to use only that one.
CHOICE_VARIABLE = "HULLDOWN_PIPE"
#: A driver that has not drawn one card by then is as good as broken.
PROBE_SECONDS = 20.0

_SETTINGS = """
audio-library-name null
notify-level error
notify-level-display fatal
notify-level-egldisplay fatal
notify-level-glxdisplay fatal
notify-level-x11display fatal
notify-level-tinydisplay fatal
notify-level-device fatal
textures-power-2 down
window-type none
sync-video 0
"""

Image = NDArray[np.uint8]


@dataclass(frozen=True)
class Library:
    """A graphics library that has been seen to draw.

    Attributes
    ----------
    module : str
        Panda3D's name of it.
    gl : bool
        Whether it is OpenGL (shaders, multisampling, any texture size).
    renderer : str
        What the driver calls itself.
    """

    module: str
    gl: bool
    renderer: str


@cache
def _configure() -> None:
    loadPrcFileData("hulldown", _SETTINGS)
    # Sorted by state, surfaces that touch would be drawn in the order of memory addresses.
    bins = CullBinManager.getGlobalPtr()
    bins.setBinType("opaque", CullBinManager.BT_unsorted)


def _candidates() -> tuple[str, ...]:
    chosen = os.environ.get(CHOICE_VARIABLE)
    if chosen:
        return (chosen,)
    if not sys.platform.startswith("linux"):
        return ("pandagl", SOFTWARE)
    on_display = ("pandagl",) if os.environ.get("DISPLAY") else ()
    return ("p3headlessgl", *on_display, SOFTWARE)


@cache
def _probed(module: str) -> dict[str, Any]:
    """Ask a child process whether `module` draws; every failure becomes its ``why``."""
    script = str(Path(__file__).with_name("probe.py"))
    command = [sys.executable, "-P", script, module]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PROBE_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return {"ok": False, "why": "no answer in time", "code": "hung"}
    except OSError as error:
        return {"ok": False, "why": str(error), "code": "silent", "detail": str(error)}
    if done.returncode != 0:
        code = done.returncode
        return {"ok": False, "why": f"crashed ({code})", "code": "crashed", "detail": code}
    try:
        answer = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        return {"ok": False, "why": "no answer", "code": "silent", "detail": module}
    return {"code": "missing", "detail": answer.get("renderer", module)} | answer


@cache
def level_times(module: str) -> dict[str, float]:
    """Return milliseconds a frame for each level of quality that `module` was seen to draw.

    Asked in a child process that really draws each level with its shaders and looks at the
    picture. What it drew before it crashed or hung counts.
    """
    script = str(Path(__file__).with_name("probe.py"))
    home = str(Path(__file__).resolve().parents[2])
    command = [sys.executable, "-P", script, module, home]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PROBE_SECONDS, check=False
        )
        said = done.stdout
    except subprocess.TimeoutExpired as late:
        said = late.stdout.decode() if isinstance(late.stdout, bytes) else late.stdout or ""
    except OSError:
        said = ""
    times: dict[str, float] = {}
    for line in said.splitlines():
        try:
            answer = json.loads(line)
        except ValueError:
            continue
        if answer.get("ok") and "level" in answer:
            times[str(answer["level"])] = float(answer["ms"])
    return times


def software_file() -> Path:
    """Return where the software renderer lies; the file need not be there."""
    found = importlib.util.find_spec("panda3d")
    folder = Path(found.origin).parent if found and found.origin else Path()
    return folder / f"lib{SOFTWARE}.so"


@cache
def open_pipe(module: str) -> Any:
    """Return Panda3D's pipe of a module, kept for the process; None when it does not load."""
    _configure()
    if module == SOFTWARE and sys.platform.startswith("linux"):
        ensure_x11(software_file())
    pipe = GraphicsPipeSelection.getGlobalPtr().makeModulePipe(module)
    # Without a display the software pipe calls itself invalid, yet gives memory buffers.
    return pipe if pipe and (pipe.isValid() or module == SOFTWARE) else None


@cache
def library() -> Library:
    """Return the best graphics library for pictures on this machine, found once a process.

    Raises
    ------
    HulldownError
        When nothing draws; the message names what was tried and the package to install.
    """
    tried: list[str] = []
    for module in _candidates():
        if module == SOFTWARE:
            if open_pipe(module) is not None:
                return Library(module, False, "TinyPanda")
            tried.append(f"{module}: library does not load")
            continue
        answer = _probed(module)
        if answer["ok"] and open_pipe(module) is not None:
            return Library(module, True, str(answer["renderer"]))
        tried.append(f"{module}: {answer['why'] or 'library does not load'}")
    raise HulldownError("view.no_picture", tried="; ".join(tried))


@dataclass(frozen=True)
class WindowChoice:
    """What a window is drawn with, and why it is not something better.

    Attributes
    ----------
    library : Library
    note : str
        A sentence for the player that says what to do; empty where nothing is amiss.
    """

    library: Library
    note: str = ""


def window_choice() -> WindowChoice:
    """Choose what draws a window: OpenGL where the driver is a real one, else software.

    A software OpenGL draws a window three to ten times slower than Panda3D's own software
    renderer does, and looks no better with baked light. Whatever `CHOICE_VARIABLE` names is used
    without being tried first.

    Raises
    ------
    HulldownError
        When there is no display to open a window on, or what was asked for does not load.
    """
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        raise HulldownError("stage.no_display")
    software = Library(SOFTWARE, False, "TinyPanda")
    chosen = os.environ.get(CHOICE_VARIABLE)
    if chosen:
        if open_pipe(chosen) is None:
            raise HulldownError("stage.no_pipe", module=chosen, variable=CHOICE_VARIABLE)
        return WindowChoice(software if chosen == SOFTWARE else Library(chosen, True, chosen))
    answer = _probed("pandagl")
    renderer = str(answer.get("renderer", ""))
    if answer["ok"] and not is_software(renderer) and open_pipe("pandagl") is not None:
        return WindowChoice(Library("pandagl", True, renderer))
    code = "slow" if answer["ok"] and is_software(renderer) else str(answer.get("code", "missing"))
    return WindowChoice(software, _note(code, str(answer.get("detail", renderer))))


def _note(code: str, detail: str) -> str:
    """Return why the processor draws, in a sentence that names only what it needs."""
    key = f"stage.driver.{code}"
    given = {"detail": detail, "variable": CHOICE_VARIABLE, "seconds": round(PROBE_SECONDS)}
    return say(key, **{name: given[name] for name in parameters(key)})


class Canvas:
    """An offscreen buffer that can be looked through by a camera and read back.

    Parameters
    ----------
    width, height : int
        Pixels.
    multisample : bool
        Ask for four samples a pixel where the library has them; never for item buffers.

    Raises
    ------
    HulldownError
        When no library draws or the buffer is refused.
    """

    def __init__(self, width: int, height: int, *, multisample: bool = False) -> None:
        self.library = library()
        self.width, self.height = width, height
        bits = FrameBufferProperties()
        bits.setRgbaBits(8, 8, 8, 8)
        bits.setDepthBits(24)
        if multisample and self.library.gl:
            bits.setMultisamples(4)
        self._engine = GraphicsEngine()
        size = WindowProperties.size(width, height)
        pipe = open_pipe(self.library.module)
        flags = GraphicsPipe.BF_refuse_window
        self._output = self._engine.makeOutput(pipe, "canvas", 0, bits, size, flags)
        if not self._output:
            raise HulldownError("view.no_buffer", width=width, height=height)

    def shoot(self, camera: Any, background: tuple[float, float, float]) -> Image:
        """Return what a camera sees, ``(height, width, 3)`` sRGB bytes, top row first.

        Parameters
        ----------
        camera : NodePath
            A camera node in the scene graph to draw.
        background : tuple of float
            Colour where nothing is drawn, 0..1.
        """
        self._output.removeAllDisplayRegions()
        self._output.setClearColor((*background, 1.0))
        region = self._output.makeDisplayRegion()
        region.setCamera(camera)
        # The first frame of an OpenGL buffer only opens and clears it.
        for _ in range(2 if self.library.gl else 1):
            self._engine.renderFrame()
        texture = self._output.getScreenshot()
        if not texture:
            raise HulldownError("view.no_buffer", width=self.width, height=self.height)
        data = np.frombuffer(texture.getRamImageAs("RGB"), np.uint8)
        self._output.removeAllDisplayRegions()
        return data.reshape(self.height, self.width, 3)[::-1].copy()

    def close(self) -> None:
        """Give the buffer back."""
        self._engine.removeAllWindows()

    def __enter__(self) -> Canvas:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
