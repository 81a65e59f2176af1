"""The umpire's hand: anything may be changed by agreement, with a reason, and shows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec

from sim.engine.reasons import Objection
from sim.engine.steps import Refused
from sim.geometry.pose import Pose
from sim.view.inputs import Input
from sim.view.marks import SELECTED, ghost
from sim.view.ui import Ui
from sim.window.battle.at_table import AtTable
from sim.window.battle.dialogs import Dialog
from sim.window.battle.reason_tree import draw_objections
from sim.window.battle.rings import ring_nodes
from sim.words import say

__all__ = ["UmpireDialog", "leaves", "poses_in"]

LAYER = "umpire"
_ROWS = 40


def leaves(state: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every value of a state as plain data, with its dotted place.

    Places that the dotted form cannot name (a key with a dot in it) are left out.
    """
    if isinstance(state, dict):
        rows = [(str(key), value) for key, value in cast("dict[Any, Any]", state).items()]
    elif isinstance(state, list):
        rows = [(str(n), value) for n, value in enumerate(cast("list[Any]", state))]
    else:
        yield place, state
        return
    for key, value in rows:
        if "." not in key:
            yield from leaves(value, f"{place}.{key}" if place else key)


def poses_in(state: Any, place: str = "") -> Iterator[tuple[str, str, Any]]:
    """Yield ``(id, dotted place of its pose, pose)`` of everything in a state that has both.

    The pose is plain data, as the state has it.
    """
    if isinstance(state, list):
        for n, value in enumerate(cast("list[Any]", state)):
            yield from poses_in(value, f"{place}.{n}" if place else str(n))
    if not isinstance(state, dict):
        return
    rows = cast("dict[str, Any]", state)
    if isinstance(rows.get("id"), str) and rows.get("pose") is not None:
        yield rows["id"], f"{place}.pose" if place else "pose", rows["pose"]
    for key, value in rows.items():
        if "." not in str(key):
            yield from poses_in(value, f"{place}.{key}" if place else str(key))


@dataclass
class UmpireDialog(Dialog):
    """Changes places of miniatures by dragging, and any value by typing.

    Attributes
    ----------
    at : AtTable
    mini : str
        The miniature that is moved; empty for none.
    pose : Pose or None
        Where it shall stand.
    place, value : str
        What else is changed, and to what, as it is typed.
    reason : str
    """

    at: AtTable
    mini: str = ""
    pose: Pose | None = None
    place: str = ""
    value: str = ""
    reason: str = ""
    text: str = ""
    objections: tuple[Objection, ...] = ()
    name = "umpire"
    _drags: bool = False
    _state: Any = field(default=None)
    _key: int = -1

    # --- the state ---------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The state as plain data, read once for each answer."""
        match = self.at.conductor.match
        if self._key != len(match.journal):
            self._key, self._state = len(match.journal), msgspec.to_builtins(match.state)
        return self._state

    def changes(self) -> dict[str, Any]:
        """Return what would be changed, by dotted place."""
        found: dict[str, Any] = {}
        if self.mini and self.pose is not None:
            for name, place, old in poses_in(self.state):
                if name == self.mini:
                    new = msgspec.to_builtins(self.pose)
                    if new != old:
                        found[place] = new
        if self.place:
            old = dict(leaves(self.state)).get(self.place)
            new = _typed(self.value, old)
            if new != old:
                found[self.place] = new
        return found

    def apply(self) -> bool:
        """Change it; return whether it was done, else `objections` say why not."""
        try:
            self.at.conductor.edit(self.changes(), self.reason.strip())
        except Refused as refusal:
            self.objections = tuple(refusal.objections)
            return False
        self.mini, self.pose, self.place, self.value, self.reason = "", None, "", "", ""
        self.objections = ()
        self.at.app.tell(say("talk.umpire.changed"), "good")
        return True

    # --- the table ---------------------------------------------------------------------------

    def take(self, each: Input) -> bool:
        """Choose a miniature by a click, and drag it."""
        if each.name != "mouse1":
            return False
        if each.kind == "up":
            was, self._drags = self._drags, False
            return was
        hovered = self.at.hovered
        if hovered is None or not hovered.mini:
            return False
        self.mini = hovered.mini
        self.pose = self.at.observed.piece(self.mini).pose
        self._drags = True
        self.at.app.wake()
        return True

    def tick(self) -> None:
        """Let the miniature follow the pointer while it is dragged."""
        if not self._drags or self.pose is None:
            return
        pointed = self.at.app.window.pointed(skip=(self.mini,))
        if pointed is not None and pointed.at is not None:
            x, y = pointed.at
            self.pose = Pose(round(x, 2), round(y, 2), self.pose.facing, pointed.level)
            self.at.app.wake()

    def paint(self) -> None:
        """Draw where the miniature shall stand."""
        view, pose = self.at.view, self.pose
        piece = next((p for p in view.pieces if p.id == self.mini), None)
        if piece is None or pose is None:
            view.wipe(LAYER)
            return
        view.paint(
            LAYER,
            (self.mini, pose),
            lambda: [ghost(view.stage, piece, pose), *ring_nodes(view, [piece], SELECTED)],
        )

    def close(self) -> None:
        """Take everything off the table."""
        self.at.view.wipe(LAYER)

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, ui: Ui) -> bool:
        """Draw the form."""
        high = ui.size[1]
        spot = (ui.size[0] - 8, 54.0)
        tall = 0.0 if self.mini else min(520.0, high * 0.7)
        with ui.panel("umpire", spot, (340.0, tall), pivot=(1.0, 0.0)):
            ui.text(say("talk.umpire.title"), "gold", size=1.1)
            ui.to_right(48)
            if ui.button("umpire/close", say("talk.close"), kind="quiet"):
                return False
            ui.text(say("talk.umpire.text"), "dim", size=0.9)
            if self.mini and self.pose is not None:
                self._pose(ui, self.pose)
            else:
                self._value(ui)
            ui.line()
            reason = say("talk.umpire.reason")
            self.reason, _ = ui.entry("umpire/reason", "", self.reason, hint=reason, width=316)
            why_not = "" if self.reason.strip() else say("talk.umpire.no_reason")
            if not self.changes():
                why_not = say("talk.umpire.no_change")
            label = say("talk.umpire.apply")
            if ui.button("umpire/apply", label, kind="primary", why_not=why_not, width=316):
                self.apply()
            draw_objections(ui, self.at, "umpire/objection", self.objections)
        return True

    def _pose(self, ui: Ui, pose: Pose) -> None:
        ui.text(self.mini, "gold", name="umpire/mini")
        ui.text(say("talk.umpire.drag"), "dim", size=0.9)
        x = ui.number("umpire/x", say("talk.umpire.x"), pose.x, step=0.05)
        y = ui.number("umpire/y", say("talk.umpire.y"), pose.y, step=0.05)
        facing = ui.number("umpire/facing", say("talk.umpire.facing"), pose.facing, step=5.0)
        typed = (_kept(pose.x, x), _kept(pose.y, y), _kept(pose.facing, facing) % 360.0)
        if all(math.isfinite(value) for value in typed):
            self.pose = Pose(*typed, pose.level)

    def _value(self, ui: Ui) -> None:
        """Draw the field that searches the state, and the value that is typed."""
        hint = say("talk.umpire.search")
        self.text, _ = ui.entry("umpire/search", "", self.text, hint=hint, width=316)
        if self.place:
            ui.text(self.place, "gold", name="umpire/place")
            label = say("talk.umpire.value")
            self.value, _ = ui.entry("umpire/value", label, self.value, width=200)
        words = self.text.casefold().split()
        if not words:
            return
        with ui.area("umpire/rows", (0.0, 190.0)):
            rows = [row for row in leaves(self.state) if all(w in row[0].casefold() for w in words)]
            for place, value in rows[:_ROWS]:
                text = say("talk.umpire.found", place=place, value=value)
                if ui.row(f"umpire/row/{place}", text, chosen=place == self.place, hint=text):
                    self.place, self.value = place, str(value)


def _kept(before: float, typed: float) -> float:
    """Return a number as it was typed; the widgets' own rounding changes nothing."""
    return before if abs(before - typed) < 1e-4 else round(typed, 3)


def _typed(text: str, old: Any) -> Any:
    """Return what was typed in the type of what stands there; the text itself where it is none."""
    try:
        return msgspec.json.decode(text.encode()) if not isinstance(old, str) else text
    except msgspec.DecodeError:
        return text
