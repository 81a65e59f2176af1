"""The program in the window: a stack of pages, keys, messages, photos."""

from __future__ import annotations

import gc
import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from sim.errors import HulldownError
from sim.view.inputs import Input
from sim.view.palette import use_palette
from sim.view.ui import Ink, Ui
from sim.view.window import Window
from sim.window.keys import KeyMap
from sim.window.page import Page
from sim.window.settings import Settings
from sim.words import say

__all__ = ["EVENTS_VARIABLE", "App"]

#: A file to which every change of what is shown is written as a line of JSON: tests wait on it.
EVENTS_VARIABLE = "HULLDOWN_EVENTS"
_MESSAGE_SECONDS = 4.0


@dataclass
class _Message:
    text: str
    ink: Ink
    left: float


class App:
    """Shows pages in a window.

    Parameters
    ----------
    window : Window
    backstage : object
        What the commands supply (`sim.window.ports.Backstage`).
    settings : Settings
    photos : Path
        Folder that the photo key writes to.

    Attributes
    ----------
    page : Page
        The one in front.
    """

    def __init__(
        self,
        window: Window,
        backstage: Any,
        settings: Settings | None = None,
        *,
        photos: Path = Path("hulldown-out"),
    ) -> None:
        self.window = window
        self.backstage = backstage
        self.settings = settings or Settings()
        self.keys = KeyMap(self.settings.keys)
        self.photos = photos
        self._pages: list[Page] = []
        self._messages: list[_Message] = []
        self._later: list[Callable[[], None]] = []
        self._wants_photo = False
        self._open = True
        self._events = _event_file()
        self._told = ""
        self._drawn: Page | None = None
        self._settled: Page | None = None
        self.use_settings()

    def use_settings(self) -> None:
        """Let the settings hold: size of the widgets, colours, keys."""
        self.keys = KeyMap(self.settings.keys)
        self.window.ui.rescale(self.settings.scale)
        use_palette(self.settings.palette)
        self.window.prefer(quality=self.settings.quality, lift_roofs=self.settings.lifted_roofs)
        self.wake()

    # --- pages -------------------------------------------------------------------------------

    @property
    def page(self) -> Page:
        """The page in front."""
        return self._pages[-1]

    def go(self, page: Page) -> None:
        """Put a page in front; `back` returns to the one behind it."""
        self._pages.append(page)
        self._entered()

    def swap(self, page: Page) -> None:
        """Put a page in place of the one in front."""
        if self._pages:
            self._pages.pop().leave()
        self.go(page)

    def back(self) -> None:
        """Leave the page in front; from the last one, close the window."""
        self._pages.pop().leave()
        if self._pages:
            self._entered()
        else:
            self._open = False

    def quit(self) -> None:
        """Leave every page and close the window."""
        while self._pages:
            self._pages.pop().leave()
        self._open = False

    def _entered(self) -> None:
        self.page.enter()
        self.wake()

    # --- services to pages -------------------------------------------------------------------

    def wake(self) -> None:
        """Draw the next frames: something changed."""
        self.window.wake()

    def tell(self, text: str, ink: Ink = "plain") -> None:
        """Show a message for a few seconds; the same one again only stays longer."""
        for message in self._messages:
            if message.text == text:
                message.left = _MESSAGE_SECONDS
                return
        self._messages.append(_Message(text, ink, _MESSAGE_SECONDS))
        self.wake()

    def tell_error(self, error: HulldownError) -> None:
        """Show what went wrong."""
        self.tell(str(error), "bad")

    def after_frame(self, call: Callable[[], None]) -> None:
        """Call once the present frame is drawn: for what would change pages while they draw."""
        self._later.append(call)
        self.wake()

    def photo(self) -> None:
        """Write the next frame as a picture, without messages over it."""
        self._wants_photo = True
        self.wake()

    # --- the window's program ----------------------------------------------------------------

    def take(self, each: Input) -> bool:
        """Hear an input: the page's actions first, then the program's own, then the page."""
        action = self.keys.action(each)
        if action and (self.page.act(action) or self._act(action)):
            return True
        return self.page.take(each)

    def _act(self, action: str) -> bool:
        if action == "photo":
            self.photo()
        elif action == "full":
            self.settings.full_screen = not self.settings.full_screen
            self.window.screen.full(self.settings.full_screen)
        else:
            return False
        return True

    def tick(self, seconds: float) -> bool:
        """Let time pass for the page and the messages."""
        for message in self._messages:
            message.left -= seconds
        gone = [message for message in self._messages if message.left <= 0]
        if gone:
            self._messages = [message for message in self._messages if message.left > 0]
            self.wake()
        return self.page.tick(seconds)

    def draw(self, ui: Ui) -> None:
        """Draw the page, and the messages over it."""
        self._drawn = self.page
        self.page.draw(ui)
        if not self._wants_photo:
            self._draw_messages(ui)

    def _draw_messages(self, ui: Ui) -> None:
        if not self._messages:
            return
        at = (ui.size[0] / 2, ui.size[1] * 0.16)
        texts: list[tuple[str, Ink]] = [(each.text, each.ink) for each in self._messages[-4:]]
        ui.notice(at, texts, name="messages", wide=620.0)

    # --- running -----------------------------------------------------------------------------

    def step(self) -> bool:
        """Run one frame; return False once the program is over."""
        if not self._open or not self._pages:
            return False
        self.window.look_at(self.page.table, self.page.insets)
        wanted = self._wants_photo
        before = self.window.frames
        if not self.window.step(self):
            self.quit()
            return False
        if wanted and self.window.frames > before:
            self._wants_photo = False
            self._write_photo()
        if self._settled is not self._drawn:
            # Only once the page is seen: looking all through costs more than a frame.
            self._settled = self._drawn
            _settle_memory()
        later, self._later = self._later, []
        for call in later:
            call()
        self._tell_events()
        return self._open

    def run(self) -> None:
        """Step until the program is over; the window is closed then."""
        try:
            while self.step():
                time.sleep(0.012 if self.window.is_idle else 0.001)
        finally:
            self.close()

    def close(self) -> None:
        """Leave every page and close the window."""
        self.quit()
        self.window.close()
        if self._events is not None:
            self._events.close()
            self._events = None

    def _write_photo(self) -> None:
        self.photos.mkdir(parents=True, exist_ok=True)
        taken = len(list(self.photos.glob("photo-*.png"))) + 1
        path = self.photos / f"photo-{taken:03d}.png"
        self.window.write_picture(path)
        self.tell(say("window.photo", path=path))

    def _tell_events(self) -> None:
        """Write what is shown, when it changed, for whoever waits on it."""
        if self._events is None or (self._pages and self._drawn is not self.page):
            # A page that was not drawn yet shows nothing.
            return
        window, ui = self.window, self.window.ui
        places = {
            name: [round(value, 1) for value in (*place.middle, *place.box)]
            for name, place in ui.places.items()
            if place.shown and place.enabled
        }
        told = {
            "page": self.page.name if self._pages else "",
            "scale": ui.scale,
            "still": self._is_still(),
            "places": places,
            "minis": self._mini_pixels(),
            "pointer": window.pointed_at,
            "heard": window.heard,
            "held": sorted(window.held),
            "facts": self.page.facts() if self._pages else {},
        }
        text = json.dumps(told, default=str)
        if text != self._told:
            self._told = text
            self._events.write(text + "\n")
            self._events.flush()

    def _is_still(self) -> bool:
        table = self.window.table
        return table is None or table.is_still

    def _mini_pixels(self) -> dict[str, list[float]]:
        """Return a pixel in the middle of every miniature, and of some places of the table."""
        table = self.window.table
        if table is None or not table.is_still:
            return {}
        models, facts = table.facts.table.models, table.facts
        spots: dict[str, tuple[float, float, float]] = {}
        for piece in table.pieces:
            x, y = piece.pose.at
            floor = facts.support(x, y, piece.pose.level)
            spots[piece.id] = (x, y, floor + models[piece.model].height_in * 0.45)
        for x in range(0, round(facts.table.width) + 1, 2):
            for y in range(0, round(facts.table.depth) + 1, 2):
                spots[f"@{x},{y}"] = (x, y, facts.support(float(x), float(y), "ground"))
        found = table.pixels(list(spots.values()), self.window.size)
        return {
            name: [round(px, 1), round(py, 1)]
            for name, (px, py, depth) in zip(spots, found, strict=True)
            if depth > 0
        }


def _settle_memory() -> None:
    """Let the collector leave alone what a page was made of.

    A table is made of so many objects that looking them all through would cost a frame its time.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def _event_file() -> TextIO | None:
    path = os.environ.get(EVENTS_VARIABLE)
    return open(path, "a", encoding="utf-8") if path else None
