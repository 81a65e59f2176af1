"""The window: one table at a time, widgets over it, and who gets which input.

Nothing thinks here and no game is known. A program gives three callables for each frame: `take`
hears what the devices said on the table, `tick` lets its own time pass, `draw` draws the widgets.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from panda3d.core import (
    Camera,
    Filename,
    NodePath,
    OrthographicLens,
    PNMImage,
    StringStream,
)

from sim.view.cameras import Point3
from sim.view.inputs import Input, Pointer
from sim.view.picking import Pointed
from sim.view.quality import AUTO, apply_quality, level_for
from sim.view.screen import Inset, Screen
from sim.view.table_view import TableView
from sim.view.ui import Ui

__all__ = ["Program", "Window"]

#: A window that nothing changes is drawn again this often, in case it was covered.
IDLE_SECONDS = 0.5
#: Widgets need a few frames to answer the pointer (hover, unfolding).
AWAKE_SECONDS = 0.2
#: So often widgets that grew are drawn again within a frame, before anybody sees them.
MOST_AGAIN = 3


class Program(Protocol):
    """What lives in a window."""

    def take(self, each: Input) -> bool:
        """Hear an input that no widget had; return whether it was meant for the program.

        What it leaves moves the camera.
        """
        ...

    def tick(self, seconds: float) -> bool:
        """Let time pass; return whether something moves, so that the next frame is drawn."""
        ...

    def draw(self, ui: Ui) -> None:
        """Draw the widgets."""
        ...


class Window:
    """A window.

    Parameters
    ----------
    title : str
    size : (width, height)
        Pixels at the start; a window may be resized.
    hidden : bool
        Draw into memory and take the pointer from `screen.virtual`: for tests without a display.
    scale : float
        Size of the widgets, 1 for 100 %.
    clock : callable
        Seconds that pass, for what glides.

    Attributes
    ----------
    screen, ui : Screen, Ui
    frames : int
        Frames drawn so far.
    heard : int
        Presses and releases heard up to the last frame drawn.
    held : frozenset of str
        Names of the keys and buttons that were down in it.
    pointed_at : Pointer or None
        Where the pointer was in it.

    Raises
    ------
    HulldownError
        When there is no display, or nothing can draw on it.
    """

    def __init__(
        self,
        title: str = "",
        size: tuple[int, int] = (1280, 800),
        *,
        hidden: bool = False,
        scale: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self.screen = Screen(title, size, hidden=hidden)
        flat: Any = NodePath("flat")
        flat.setDepthTest(False)
        flat.setDepthWrite(False)
        # Cards lie under their texts: what hangs later in the graph is drawn later.
        flat.setBin("unsorted", 0)
        self._flat_camera: Any = flat.attachNewNode(Camera("flat", OrthographicLens()))
        self.ui = Ui(flat.attachNewNode("widgets"), scale)
        self._table: TableView | None = None
        self._insets: tuple[tuple[Any, Inset], ...] = ()
        self._quality, self._roofs = AUTO, True
        self._look()
        self._last = self._drawn_at = clock()
        self._awake_until = self._last + AWAKE_SECONDS
        self._pointer: Pointer | None = None
        self._size = self.size
        self.frames = 0
        self.heard = 0
        self.held: frozenset[str] = frozenset()
        self.pointed_at: Pointer | None = None

    # --- what is shown -----------------------------------------------------------------------

    @property
    def table(self) -> TableView | None:
        """The table that is looked at."""
        return self._table

    def look_at(self, table: TableView | None, insets: Sequence[tuple[Any, Inset]] = ()) -> None:
        """Look at a table, or at none; `insets` are small pictures in the window (`Screen`)."""
        fresh = tuple(insets)
        if table is self._table and fresh == self._insets:
            return
        self._table, self._insets = table, fresh
        self._look()
        self.wake()

    def _look(self) -> None:
        camera = self._table.camera if self._table else None
        self.screen.look_through(camera, self._flat_camera, self._insets)
        if self._table is None or not self.screen.is_open:
            return
        level = level_for(self._quality, self.screen.library)
        # The regions were made anew, and with them what a level hangs on.
        apply_quality(self._table.stage, self.screen.output, level, camera=camera)
        self._table.stage.show_roofs(None if self._roofs else True)
        self._table.haste.allowed = not self.screen.library.gl

    def prefer(self, *, quality: str, lift_roofs: bool) -> None:
        """Draw tables at a level of quality (`sim.view.quality`), with roofs lifted or not."""
        if (quality, lift_roofs) != (self._quality, self._roofs):
            self._quality, self._roofs = quality, lift_roofs
            self._look()
            self.wake()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.screen.size

    @property
    def pointer(self) -> Pointer | None:
        """Where the pointer is, pixels from the upper left corner; None outside the window."""
        watcher = self.screen.watcher
        if not watcher.hasMouse():
            return None
        wide, high = self.size
        spot = watcher.getMouse()
        return ((spot[0] + 1) / 2 * wide, (1 - spot[1]) / 2 * high)

    @property
    def on_panel(self) -> bool:
        """Whether the pointer lies on a panel."""
        return self.ui.covers(self.pointer)

    def pointed(
        self, *, level: str = "", skip: Sequence[str] = (), through: bool = False
    ) -> Pointed | None:
        """Return what of the table is under the pointer; None on a panel or outside.

        Parameters
        ----------
        level : str
            See `TableView.under`.
        skip : sequence of str
            Miniatures to look through: those in the hand.
        through : bool
            Look through panels as well: a drag goes on under them.
        """
        pointer = self.pointer
        if pointer is None or self._table is None or (self.ui.covers(pointer) and not through):
            return None
        return self._table.under(pointer, self.size, level=level, skip=skip)

    def points(self, spots: Sequence[Point3]) -> list[Point3]:
        """Return where points of the table land on the screen: points, and depth in inches."""
        if self._table is None:
            return []
        s = self.ui.scale
        return [(x / s, y / s, z) for x, y, z in self._table.pixels(spots, self.size)]

    def wake(self) -> None:
        """Draw the next frames: something changed."""
        self._awake_until = self._clock() + AWAKE_SECONDS

    # --- frames ------------------------------------------------------------------------------

    def step(self, program: Program) -> bool:
        """Hear, think, draw: one frame.

        Returns
        -------
        bool
            False once the window has been closed.
        """
        now = self._clock()
        passed, self._last = now - self._last, now
        if not self.screen.is_open:
            return False
        inputs = self.screen.inputs()
        pointer, size = self.pointer, self.size
        if inputs or pointer != self._pointer or size != self._size:
            self.wake()
        self._pointer, self._size = pointer, size
        for each in inputs:
            self._hand_out(program, each)
        moving = program.tick(passed)
        table = self._table
        # What was drawn in haste is drawn once more when it has come to rest.
        moving = moving or (table is not None and (not table.is_still or table.haste.on))
        if moving:
            self.wake()
        if now <= self._awake_until or now - self._drawn_at > IDLE_SECONDS:
            self._draw(program, passed, inputs)
            self._drawn_at = now
        else:
            self.screen.listen()
        return self.screen.is_open

    @property
    def is_idle(self) -> bool:
        """Whether the next step would draw nothing."""
        return self._clock() > self._awake_until and not self.screen.has_inputs

    def _hand_out(self, program: Program, each: Input) -> None:
        """Give an input to the program, and what it leaves to the camera."""
        mouse = each.name.startswith(("mouse", "wheel"))
        if each.kind == "text":
            return
        if each.kind == "down":
            if mouse and (self.ui.covers(self.pointer) or self.ui.has_popup):
                return
            if not mouse and self.ui.writes and each.name not in ("escape", "enter", "f1", "f12"):
                return
        if program.take(each):
            return
        if self._table is not None:
            self._table.hands.take(each, self.pointer, self.size)

    def _draw(self, program: Program, passed: float, inputs: Sequence[Input]) -> None:
        wide, high = self.size
        if self._table is not None:
            self._table.advance(passed, self.pointer, self.size)
        lens = self._flat_camera.node().getLens()
        lens.setFilmSize(wide, high)
        lens.setNearFar(-10, 10)
        self._flat_camera.setPos(wide / 2, 0, -high / 2)
        self._draw_widgets(program, passed, inputs)
        # What a press changed has to be seen in the very frame that heard it.
        self.ui.again = self.ui.again or bool(inputs)
        for _ in range(MOST_AGAIN):
            if self.ui.again:
                self._draw_widgets(program, 0.0, ())
        self.screen.draw()
        self.frames += 1
        self._remember(inputs)

    def _draw_widgets(self, program: Program, passed: float, inputs: Sequence[Input]) -> None:
        self.ui.begin(self.size, passed, self.pointer, inputs)
        try:
            program.draw(self.ui)
        finally:
            self.ui.end()

    def _remember(self, inputs: Sequence[Input]) -> None:
        """Remember what the frame just drawn was an answer to."""
        self.pointed_at = self._pointer
        for each in inputs:
            if each.kind != "text":
                self.heard += 1
                self.held = self.held - {each.name}
                if each.kind == "down":
                    self.held = self.held | {each.name}

    def write_picture(self, path: Path) -> None:
        """Write the frame last drawn as a PNG.

        Raises
        ------
        OSError
            When it cannot be written there.
        """
        image = self.screen.picture()
        if not image.write(Filename.fromOsSpecific(str(path))):
            raise OSError(str(path))

    def table_picture(self, width: int = 480) -> bytes:
        """Return the table as it is looked at, without widgets, as a PNG; empty without a table.

        It costs a frame; the next one shows everything again.
        """
        if self._table is None or not self.screen.is_open:
            return b""
        # Before its first frame the camera is nowhere yet.
        self._table.aim(self.size)
        self._table.stage.light_all()
        nothing: Any = NodePath(Camera("nothing", OrthographicLens()))
        self.screen.look_through(self._table.camera, nothing)
        self.screen.draw()
        image = self.screen.picture()
        self._look()
        self.wake()
        wide, high = image.getXSize(), image.getYSize()
        small = PNMImage(width, max(1, round(high * width / wide)))
        small.quickFilterFrom(image)
        stream = StringStream()
        small.write(stream, "shot.png")
        return bytes(stream.getData())

    def close(self) -> None:
        """Close the window; closing twice does nothing."""
        self.screen.close()
        self.ui.close()
