"""A window, or a hidden stand-in for one: what it draws, and what its devices say."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Sequence
from typing import Any, Literal

from panda3d.core import (
    ButtonThrower,
    DataGraphTraverser,
    EventQueue,
    FrameBufferProperties,
    GraphicsEngine,
    GraphicsPipe,
    KeyboardButton,
    ModifierButtons,
    MouseAndKeyboard,
    MouseWatcher,
    NodePath,
    VirtualMouse,
    WindowProperties,
)

from sim.errors import HulldownError
from sim.view.inputs import Input
from sim.view.pipes import WindowChoice, library, open_pipe, window_choice

__all__ = ["Inset", "Screen"]

#: Left, right, bottom, top: shares of the window.
Inset = tuple[float, float, float, float]

_KINDS: dict[str, Literal["down", "up", "text"]] = {
    "input-down": "down",
    "input-repeat": "down",
    "input-up": "up",
    "input-text": "text",
}
_PREFIXES = ("shift-", "control-", "alt-", "meta-")


def _bare(name: str) -> str:
    """Return a button's name without the modifiers before it; ``-`` itself is a name."""
    for prefix in _PREFIXES:
        while name.startswith(prefix) and len(name) > len(prefix):
            name = name[len(prefix) :]
    return name


class Screen:
    """A place to draw frames on, with pointer and keys.

    Parameters
    ----------
    title : str
    size : (width, height)
    hidden : bool
        Draw into memory, and let `virtual` be the pointer.

    Attributes
    ----------
    watcher : MouseWatcher
        Where the pointer is and which buttons are down.
    virtual : VirtualMouse or None
    library : Library
        What draws.
    note : str
        Why it is not something better, and what to do; empty where nothing is amiss.
    """

    def __init__(self, title: str, size: tuple[int, int], *, hidden: bool = False) -> None:
        choice = WindowChoice(library()) if hidden else window_choice()
        self.library, self.note = choice.library, choice.note
        self._engine = GraphicsEngine()
        wish = WindowProperties.size(*size)
        wish.setTitle(title)
        bits = FrameBufferProperties()
        bits.setRgbaBits(8, 8, 8, 0)
        bits.setDepthBits(24)
        # Without a back buffer a window is drawn and never shown.
        bits.setBackBuffers(0 if hidden else 1)
        if self.library.gl:
            bits.setMultisamples(4)
        flags = GraphicsPipe.BF_refuse_window if hidden else GraphicsPipe.BF_require_window
        pipe = open_pipe(self.library.module)
        self._output: Any = pipe and self._engine.makeOutput(pipe, "screen", 0, bits, wish, flags)
        if not self._output:
            raise self._refused()
        self._output.setClearColor((0.1, 0.1, 0.12, 1))
        self._size, self._hidden = size, hidden
        self._listen_to(hidden)
        self._engine.openWindows()
        if not hidden and not self._output.isValid():
            raise self._refused()

    def _refused(self) -> HulldownError:
        display = os.environ.get("DISPLAY", "")
        return HulldownError("view.no_window", module=self.library.module, display=display)

    def _listen_to(self, hidden: bool) -> None:
        self._data: Any = NodePath("data")
        self.virtual: Any = None
        if hidden:
            self.virtual = VirtualMouse("virtual")
            self.virtual.setWindowSize(*self._size)
            source: Any = self._data.attachNewNode(self.virtual)
        else:
            source = self._data.attachNewNode(MouseAndKeyboard(self._output, 0, "devices"))
        self.watcher: Any = MouseWatcher("watcher")
        watched: Any = source.attachNewNode(self.watcher)
        modifiers = ModifierButtons()
        for key in (KeyboardButton.shift(), KeyboardButton.control(), KeyboardButton.alt()):
            modifiers.addButton(key)
        self.watcher.setModifierButtons(modifiers)
        thrower: Any = ButtonThrower("keys")
        thrower.setSpecificFlag(False)
        thrower.setButtonDownEvent("input-down")
        thrower.setButtonRepeatEvent("input-repeat")
        thrower.setButtonUpEvent("input-up")
        thrower.setKeystrokeEvent("input-text")
        watched.attachNewNode(thrower)
        self._waiting: deque[Input] = deque()
        self._modifiers = {"shift": False, "control": False, "alt": False}
        self._traverser = DataGraphTraverser()

    def look_through(
        self, camera: Any | None, flat: Any, insets: Sequence[tuple[Any, Inset]] = ()
    ) -> None:
        """Draw what a camera sees, then insets, and over them what the 2D camera sees.

        Parameters
        ----------
        camera : NodePath or None
            None leaves the background empty.
        flat : NodePath
            Camera of the 2D scene.
        insets : sequence of (camera, (left, right, bottom, top))
            Cameras that draw into a part of the window, shares of it from the lower left corner.
        """
        if self._output is None:
            return
        self._output.removeAllDisplayRegions()
        if camera is not None:
            self._output.makeDisplayRegion().setCamera(camera)
        for order, (each, part) in enumerate(insets):
            region = self._output.makeDisplayRegion(*part)
            region.setSort(5 + order)
            region.setClearDepthActive(True)
            region.setCamera(each)
        above = self._output.makeDisplayRegion()
        above.setSort(100)
        above.setClearDepthActive(True)
        above.setCamera(flat)

    @property
    def output(self) -> Any:
        """Panda3D's window or buffer, for what sets up passes of its own; None when closed."""
        return self._output

    @property
    def engine(self) -> Any:
        """Panda3D's graphics engine of this screen."""
        return self._engine

    def retitle(self, title: str) -> None:
        """Change the window's title."""
        if self._output is not None and not self._hidden:
            wish = WindowProperties()
            wish.setTitle(title)
            self._output.requestProperties(wish)

    def full(self, on: bool) -> None:
        """Fill the whole display, or go back to a window."""
        if self._output is not None and not self._hidden:
            wish = WindowProperties()
            wish.setFullscreen(on)
            self._output.requestProperties(wish)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, never zero."""
        if self._hidden:
            return self._size
        return (max(1, self._output.getXSize()), max(1, self._output.getYSize()))

    @property
    def is_open(self) -> bool:
        """Whether there is still a window."""
        if self._output is None:
            return False
        return self._hidden or not self._output.isClosed()

    def draw(self) -> None:
        """Draw one frame and read the devices."""
        self._engine.renderFrame()
        # Else the frame would wait for the next one, which may be long in coming.
        self._engine.flipFrame()
        self.listen()

    def listen(self) -> None:
        """Read the devices without drawing."""
        if self._output is not None and not self._hidden:
            self._engine.openWindows()
        self._traverser.traverse(self._data.node())

    def inputs(self) -> list[Input]:
        """Return what the devices said since the last call, in order.

        A press and the release of the same button are never returned together: what follows waits
        for the next call, so that a click within one slow frame is still a press and a release.
        """
        self._take_events()
        given: list[Input] = []
        pressed: set[str] = set()
        while self._waiting:
            each = self._waiting[0]
            if each.kind == "up" and each.name in pressed:
                break
            if each.kind == "down":
                pressed.add(each.name)
            given.append(self._waiting.popleft())
        return given

    @property
    def has_inputs(self) -> bool:
        """Whether something waits to be returned by `inputs`."""
        self._take_events()
        return bool(self._waiting)

    def type(self, text: str) -> None:
        """Say that characters were typed: a virtual keyboard has no other way."""
        self._waiting.extend(self._input("text", character) for character in text)

    def _take_events(self) -> None:
        queue = EventQueue.getGlobalEventQueue()
        while not queue.isQueueEmpty():
            event = queue.dequeueEvent()
            kind = _KINDS.get(event.getName())
            if kind is None or not event.getNumParameters():
                continue
            parameter = event.getParameter(0)
            text = parameter.getWstringValue() if kind == "text" else parameter.getStringValue()
            if kind == "text" and not text.isprintable():
                continue
            self._waiting.append(self._input(kind, text))

    def _input(self, kind: Literal["down", "up", "text"], text: str) -> Input:
        """Return an input with its modifiers; a modifier key's own press changes them."""
        name = text if kind == "text" else _bare(text)
        side = name.removeprefix("l").removeprefix("r")
        if side in self._modifiers and kind != "text":
            self._modifiers[side] = kind == "down"
            name = side
        return Input(kind, name, **self._modifiers)

    def picture(self) -> Any:
        """Return the frame last drawn as a Panda3D image."""
        from panda3d.core import PNMImage

        image = PNMImage()
        self._output.getScreenshot(image)
        return image

    def close(self) -> None:
        """Close the window; closing twice does nothing."""
        if self._output is not None:
            self._output.removeAllDisplayRegions()
            self._engine.removeAllWindows()
            self._output = None
