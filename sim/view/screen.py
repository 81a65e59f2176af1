"""A window, or a hidden stand-in for one: what it draws, and what its devices say."""

from __future__ import annotations

import os
from typing import Any

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
from sim.view.pipes import library, open_pipe, window_library

__all__ = ["Screen"]


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
    """

    def __init__(self, title: str, size: tuple[int, int], *, hidden: bool = False) -> None:
        self.library = library() if hidden else window_library()
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
        modifiers.addButton(KeyboardButton.shift())
        self.watcher.setModifierButtons(modifiers)
        thrower: Any = ButtonThrower("keys")
        thrower.setSpecificFlag(True)
        watched.attachNewNode(thrower)
        self._traverser = DataGraphTraverser()

    def look_through(self, camera: Any, flat: Any) -> None:
        """Draw what a camera sees, and over it what the camera of the 2D scene sees."""
        self._output.removeAllDisplayRegions()
        self._output.makeDisplayRegion().setCamera(camera)
        above = self._output.makeDisplayRegion()
        above.setSort(10)
        above.setClearDepthActive(True)
        above.setCamera(flat)

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

    def events(self) -> list[str]:
        """Return buttons and keys since the last call, in order; ``-up`` marks releases."""
        queue = EventQueue.getGlobalEventQueue()
        names: list[str] = []
        while not queue.isQueueEmpty():
            name = queue.dequeueEvent().getName()
            names.append(name.removeprefix("shift-"))
        return names

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
