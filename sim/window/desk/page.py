"""The page of the sight desk: the table, what can be added, the answer, the measures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sim.errors import HulldownError
from sim.geometry.pose import Point
from sim.table.draft import SceneDraft
from sim.table.scene import Scene
from sim.table.schema import PieceFile
from sim.view.inputs import Input
from sim.view.screen import Inset
from sim.view.table_labels import draw_mini_names
from sim.view.table_view import TableView
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.desk.adding import Kind, first_spot, kit_kinds, place_free
from sim.window.desk.answer import Answer
from sim.window.desk.bench import Bench
from sim.window.desk.forms import draw_form
from sim.window.desk.handles import Handle, handles_of, pulled_size
from sim.window.desk.output import Output
from sim.window.desk.photos import DeskPhotos
from sim.window.desk.shelf import draw_shelf
from sim.window.desk.view import DeskView
from sim.window.page import Page
from sim.window.tools import Tools
from sim.window.tools.context import PlainContext
from sim.words import say

__all__ = ["DeskPage"]

_LEFT, _RIGHT = 232.0, 372.0
#: Height of the form of what is selected.
_FORM = 250.0
#: A handle is hit within so many points.
_HIT = 11.0


class DeskPage(Page):
    """The sight desk.

    Parameters
    ----------
    app : App
    scene : Scene, optional
        To begin with; by default an empty table with two figures and a wall.
    folder : Path
        Where scenes and certificates are written.
    """

    name = "desk"

    def __init__(self, app: App, scene: Scene | None = None, folder: Path | None = None) -> None:
        self.app = app
        draft = SceneDraft.of(scene) if scene is not None else first_spot()
        self.bench = Bench(draft)
        wide, high = app.window.size
        self.view = DeskView(self.bench, wide / high)
        self.answer = Answer(app, self.bench)
        self.output = Output(app, self.bench, self.answer, folder)
        self.kit: tuple[Kind, ...] = kit_kinds()
        self.photos = DeskPhotos(app, self.bench, self.view, begins=scene is None)
        self._context = PlainContext(app, self.view.table)
        self.tools = Tools(app, self.view.table, self.bench.facts, self._context)
        self._grip: Point = (0.0, 0.0)
        self._handle: Handle | None = None

    @property
    def table(self) -> TableView:
        """The table."""
        return self.view.table

    @property
    def insets(self) -> Sequence[tuple[Any, Inset]]:
        """The eye's picture, when it is open."""
        return self.tools.insets

    def enter(self) -> None:
        """Take up what was set up on another page."""
        self.bench.take_stock()

    def leave(self) -> None:
        """Stop what is worked out and let go of the table."""
        self.output.close()
        self.tools.close()
        self.view.close()

    # --- doing -------------------------------------------------------------------------------

    def attempt(self, what: Callable[[], object]) -> bool:
        """Do something to the draft; tell what stands in the way."""
        try:
            what()
        except HulldownError as error:
            self.app.tell_error(error)
            return False
        self.bench.take_stock()
        self.app.wake()
        return True

    def add(self, kind: Kind) -> None:
        """Add something in the middle of what is looked at, and select it."""
        table = self.bench.draft.file.table
        x, y = self.table.orbit.looks_at
        wish = (min(max(x, 2.0), table.width - 2.0), min(max(y, 2.0), table.depth - 2.0))
        at = place_free(self.bench.draft, wish)

        def put() -> None:
            self.bench.selected = kind.add(self.bench.draft, at)

        self.attempt(put)

    def act(self, action: str) -> bool:
        """Follow a key."""
        doings = {
            "undo": lambda: self.attempt(self.bench.draft.undo),
            "redo": lambda: self.attempt(self.bench.draft.redo),
            "remove": self._remove,
            "duplicate": self._duplicate,
            "swap": self.bench.swap,
            "what_if": self.output.ask_what_if,
            "certificate": self.output.write_certificate,
            "save": self.output.save,
            "next": lambda: self._select_next(1),
            "previous": lambda: self._select_next(-1),
        }
        if action in doings:
            doings[action]()
            self.app.wake()
            return True
        if action == "back":
            self._back()
            return True
        return self._nudge(action) or self.tools.act(action)

    def _back(self) -> None:
        if self.bench.held:
            self.bench.give_up()
        elif self.tools.act("back"):
            return
        elif self.output.back() or self.bench.selected:
            self.bench.selected = ""
        else:
            self.app.after_frame(self.app.back)
        self.app.wake()

    def _select_next(self, step: int) -> None:
        file = self.bench.draft.file
        names = [each.id for each in (*file.mini, *file.piece)]
        if names:
            now = names.index(self.bench.selected) if self.bench.selected in names else -1
            self.bench.selected = names[(now + step) % len(names)]

    def _remove(self) -> None:
        if self.bench.selected:
            self.attempt(lambda: self.bench.draft.remove(self.bench.selected))

    def _duplicate(self) -> None:
        def again() -> None:
            self.bench.selected = self.bench.draft.duplicate(self.bench.selected)

        if self.bench.selected:
            self.attempt(again)

    def _nudge(self, action: str) -> bool:
        """Move what is selected by keys: half an inch, or a hair; turn it by five degrees."""
        name = self.bench.selected
        if not name or self.bench.thing(name) is None:
            return False
        steps = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
        kind, _, way = action.partition("_")
        pose = self.bench.pose_of(name)
        if kind in ("nudge", "fine") and way in steps:
            size = 0.5 if kind == "nudge" else 0.05
            at = (pose.x + steps[way][0] * size, pose.y + steps[way][1] * size)
            return self.attempt(lambda: self.bench.draft.move(name, at))
        if action in ("turn_left", "turn_right"):
            by = 5.0 if action == "turn_left" else -5.0
            return self.attempt(lambda: self.bench.draft.turn(name, pose.facing + by))
        return False

    # --- the hand on the table -----------------------------------------------------------------

    def take(self, each: Input) -> bool:
        """Use a tool; take things in hand, carry, turn and put them down."""
        if self.tools.take(each):
            return True
        if each.name == "mouse1":
            return self._press(each) if each.kind == "down" else self._release()
        if each.name in ("wheel_up", "wheel_down") and self.bench.held and each.kind == "down":
            step = 1.0 if each.shift else 5.0
            self.bench.turn(step if each.name == "wheel_up" else -step)
            return True
        return False

    def _press(self, each: Input) -> bool:
        handle = self._handle_under()
        if handle is not None:
            self._handle = handle
            self.bench.pull(self.bench.selected)
            return True
        pointed = self.app.window.pointed()
        name = (pointed.mini or pointed.piece) if pointed else ""
        if not name or self.bench.thing(name) is None or pointed is None or pointed.at is None:
            self.bench.selected = ""
            return False
        if each.shift and pointed.mini:
            self.bench.ask(self.bench.looker, pointed.mini)
            return True
        pose = self.bench.pose_of(name)
        self._grip = (pose.x - pointed.at[0], pose.y - pointed.at[1])
        self.bench.hold(name)
        return True

    def _release(self) -> bool:
        if self._handle is not None:
            self._handle = None
            self.bench.pulled_enough()
            return True
        if not self.bench.held:
            return False
        try:
            self.bench.drop()
        except HulldownError as error:
            self.app.tell_error(error)
            self.bench.give_up()
        return True

    def _handle_under(self) -> Handle | None:
        pointer = self.app.window.pointer
        thing = self.bench.thing(self.bench.selected) if self.bench.selected else None
        if pointer is None or not isinstance(thing, PieceFile):
            return None
        scale = self.app.window.ui.scale
        for handle in handles_of(thing, self.bench.pose_of(thing.id)):
            x, y, depth = self.app.window.points([(*handle.at, 0.1)])[0]
            if depth > 0 and abs(x - pointer[0] / scale) + abs(y - pointer[1] / scale) < _HIT:
                return handle
        return None

    def tick(self, seconds: float) -> bool:
        """Carry what is held to the pointer, and let the answer work."""
        if self._handle is not None:
            self._pull()
        elif self.bench.held:
            self._carry()
        if self.view.follow():
            self.tools.retable(self.view.table, self.bench.facts)
            self.app.window.look_at(self.view.table, self.insets)
        self.view.paint()
        self._context.chosen = self.bench.selected
        busy = self.photos.tick()
        busy = self.tools.tick(seconds) or busy
        busy = self.answer.tick(seconds) or busy
        return self.output.tick() or busy or bool(self.bench.held)

    def _carry(self) -> None:
        held = self.bench.held
        is_piece = isinstance(self.bench.thing(held), PieceFile)
        level = "ground" if is_piece else ""
        pointed = self.app.window.pointed(level=level, skip=(held,), through=True)
        if pointed is not None and pointed.at is not None:
            at = (pointed.at[0] + self._grip[0], pointed.at[1] + self._grip[1])
            if at != self.bench.pose_of(held).at:
                self.bench.move(at, level=None if is_piece else pointed.level)

    def _pull(self) -> None:
        pointed = self.app.window.pointed(level="ground", through=True)
        thing = self.bench.thing(self.bench.pulled)
        if pointed is None or pointed.at is None or not isinstance(thing, PieceFile):
            return
        assert self._handle is not None
        at, size = pulled_size(thing, self.bench.pose_of(thing.id), self._handle, pointed.at)
        try:
            self.bench.pull_to(at, size)
        except HulldownError as error:
            self.app.tell_error(error)

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, ui: Ui) -> None:
        """Draw names and handles over the table, and the panels round it."""
        wide, high = ui.size
        # The form comes and goes: its room is kept, so that it never hides what it changes.
        self.table.keep_clear((_LEFT + 20, 10, wide - _RIGHT - 20, high - _FORM - 20), ui.size)
        self.tools.room = (_LEFT + 20, 10, wide - _RIGHT - 20, high - 10)
        self.tools.draw(ui)
        draw_mini_names(ui, self.table, self.app.window.size)
        self._draw_handles(ui)
        with ui.panel(
            "add", (10, 10), (_LEFT, high - 20), title=say("desk.add.title"), scroll=True
        ):
            draw_shelf(ui, self, _LEFT - 26)
        with ui.panel("answer", (wide - 10, 10), (_RIGHT, high - 88), pivot=(1, 0), scroll=True):
            self.answer.draw(ui)
        with ui.panel("output", (wide - 10, high - 10), (_RIGHT, 62), pivot=(1, 1)):
            self.output.draw_buttons(ui)
        if self.bench.selected and not self.bench.held and not self.bench.pulled:
            across = wide - _LEFT - _RIGHT - 40
            with ui.panel(
                "form", (_LEFT + 20, high - 10), (across, _FORM), pivot=(0, 1), scroll=True
            ):
                self._form(ui)
        self.output.draw(ui)

    def _form(self, ui: Ui) -> None:
        name = self.bench.selected
        ui.text(name, "gold")
        ui.beside()
        doings = (("duplicate", self._duplicate), ("remove", self._remove))
        for action, doing in doings:
            if ui.button(f"form/{action}", say(f"desk.{action}"), key=self.app.keys.key(action)):
                self.app.after_frame(doing)
            ui.beside()
        if self.bench.thing(name) is not None and name in self.bench.minis:
            if ui.button("form/looks", say("desk.looks")):
                self.bench.ask(name, self.bench.target)
            ui.beside()
            if ui.button("form/is-looked-at", say("desk.is_looked_at")):
                self.bench.ask(self.bench.looker, name)
            ui.beside()
        ui.space(1)
        changed = draw_form(ui, self.bench.draft, name)
        figure = changed.pop("figure", None)
        if changed:
            self.attempt(lambda: self.bench.draft.change(name, **changed))
        if figure:
            self.attempt(lambda: self._change_figure(name, figure))

    def _change_figure(self, name: str, keys: dict[str, object]) -> None:
        draft = self.bench.draft
        with draft.together(name):
            if "base" in keys:
                draft.set_base(name, keys["base"])  # type: ignore[arg-type]
            if "height_in" in keys:
                draft.set_height(name, float(str(keys["height_in"])))
            if "eye_height_in" in keys:
                draft.set_eye_height(name, float(str(keys["eye_height_in"])))
            if "solids" in keys:
                mini = draft.thing(name)
                draft.resize(str(getattr(mini, "model", "")), solids=keys["solids"])

    def _draw_handles(self, ui: Ui) -> None:
        thing = self.bench.thing(self.bench.selected) if self.bench.selected else None
        if not isinstance(thing, PieceFile) or self.bench.held:
            return
        handles = handles_of(thing, self.bench.pose_of(thing.id))
        spots = self.app.window.points([(*handle.at, 0.1) for handle in handles])
        for handle, (x, y, depth) in zip(handles, spots, strict=True):
            if depth > 0:
                ui.disc((x, y), 7.0, "gold")
                ui.disc((x, y), 4.0, "dark")
                ui.remember(f"handle/{handle.axis}/{handle.sign}", (x - 7, y - 7, x + 7, y + 7))

    def facts(self) -> dict[str, object]:
        """Return the question and its answer."""
        verdict = self.bench.verdict
        return {
            "looker": self.bench.looker,
            "target": self.bench.target,
            "selected": self.bench.selected,
            "visible": verdict.visible if verdict else None,
            "share": round(verdict.share, 6) if verdict else None,
            **self.tools.facts(),
            "margin": self.answer.full.margin_in if self.answer.full else None,
            "written": str(self.output.written or ""),
        }
