"""The hand on the mouse: which ghost or handle was pressed, where it goes, how the wheel turns it.

It changes a draft and nothing else; nothing is declared here.
"""

from __future__ import annotations

import math
import time
from typing import Literal

import msgspec

from sim.engine.observed import SeenPiece
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Disc
from sim.geometry.units import turn_to
from sim.view.inputs import Input
from sim.view.picking import Pointed
from sim.window.battle.asking.draft import HandDraft
from sim.window.battle.at_table import AtTable
from sim.window.battle.clicks import Clicks

__all__ = ["FINE_TURN_DEG", "TURN_DEG", "Grip"]

#: Degrees for a notch of the wheel, and with Shift.
TURN_DEG, FINE_TURN_DEG = 15.0, 1.0
#: Where finding the ways took longer than this, the ghosts follow roughly until the hand rests.
SLOW_SECONDS = 0.02
#: How near the pointer must be to a handle, inches.
_HANDLE_IN = 0.55

Handle = Literal["before", "after"]
#: What is held apart from a miniature: a handle, or a corner of the way by its number.
Held = Handle | int


class Grip:
    """Follows the mouse for one draft.

    Parameters
    ----------
    at : AtTable
    draft : HandDraft
    """

    def __init__(self, at: AtTable, draft: HandDraft) -> None:
        self.at, self.draft = at, draft
        self._clicks = Clicks()
        self._offset: Point = (0.0, 0.0)
        self._spot: tuple[float, float] | None = None
        self._handle: Held | None = None
        self._rested = True
        self._cost = 0.0

    @property
    def holds(self) -> bool:
        """Whether something is dragged."""
        return self.draft.in_hand

    @property
    def rests(self) -> bool:
        """Whether the pointer stood still since the last look."""
        return self._rested

    def moves(self) -> None:
        """Count as moving until the next look."""
        self._rested = False

    # --- inputs ------------------------------------------------------------------------------

    def take(self, each: Input) -> bool:
        """Hear an input; return whether it was meant for the hand."""
        if each.name in ("wheel_up", "wheel_down"):
            return self._wheel(each)
        if each.name == "mouse3" and self.draft.in_hand:
            if each.kind == "down":
                self.draft.add_leg()
            return True
        clicked = self._clicks.of(each, self.at.app.window.pointer)
        if each.name != "mouse1":
            return False
        if each.kind == "down":
            return self._press(each)
        if self.draft.in_hand:
            self._let_go()
            return True
        if clicked:
            self._go_to_click()
        return False

    def _wheel(self, each: Input) -> bool:
        if not self.draft.in_hand:
            return False
        if each.kind == "down":
            step = FINE_TURN_DEG if each.shift else TURN_DEG
            self.draft.turn_by(step if each.name == "wheel_up" else -step)
        return True

    def _press(self, each: Input) -> bool:
        handle = self._handle_under()
        if handle is not None:
            self.draft.begin(self.draft.chosen)
            self._handle = handle
            self._spot = self.at.app.window.pointer
            return True
        mini = self.mover_under()
        if not mini:
            return False
        self.take_up(mini, alone=each.shift)
        ground = self._ground()
        pose = self.draft.pose(mini)
        if ground is not None and ground.at is not None:
            self._offset = (pose.x - ground.at[0], pose.y - ground.at[1])
        return True

    def take_up(self, mini: str, *, alone: bool = False) -> None:
        """Take a mover into the hand, to stand under the pointer."""
        self.draft.begin(mini, alone=alone)
        self._offset, self._handle = (0.0, 0.0), None
        self._spot = self.at.app.window.pointer

    def _let_go(self) -> None:
        self.follow()
        self.draft.end()
        self._handle = None

    def _go_to_click(self) -> None:
        """Bring the chosen mover where the table was clicked."""
        pointed = self._ground()
        if not self.draft.chosen or pointed is None or pointed.at is None or pointed.mini:
            return
        self.draft.begin(self.draft.chosen)
        self._offset, self._cost = (0.0, 0.0), 0.0
        self._go(pointed)
        self.draft.end()

    # --- every frame -------------------------------------------------------------------------

    def follow(self) -> None:
        """Bring what is in the hand where the pointer is now."""
        if not self.draft.in_hand:
            return
        spot = self.at.app.window.pointer
        self._rested = spot == self._spot
        if self._rested or spot is None:
            self.draft.settle()
            return
        self._spot = spot
        pointed = self._ground()
        if pointed is None or pointed.at is None:
            return
        if isinstance(self._handle, int):
            self.draft.set_corner(self.draft.chosen, self._handle, pointed.at)
        elif self._handle is not None:
            self._turn_handle(pointed.at)
        else:
            self._go(pointed)

    def _go(self, pointed: Pointed) -> None:
        """Stand on the surface that is pointed at, or on the own level where that is refused."""
        assert pointed.at is not None
        own = self.draft.pose(self.draft.chosen).level
        began = time.perf_counter()
        rough = self._cost > SLOW_SECONDS and self.draft.in_hand
        self.draft.drag_to(self._moved(pointed.at), pointed.level, rough=rough)
        self.draft.objections()
        # A slow place is remembered for a while: every few steps it is tried again.
        took = time.perf_counter() - began
        self._cost = self._cost * 0.8 if rough else took
        if rough:
            return
        if pointed.level == own or not self.draft.objections():
            return
        below = self._ground(own)
        if below is not None and below.at is not None:
            self.draft.drag_to(self._moved(below.at), own)

    def _moved(self, at: Point) -> Point:
        return (at[0] + self._offset[0], at[1] + self._offset[1])

    def _ground(self, level: str = "") -> Pointed | None:
        """Return what is under the pointer, seen through everybody in the hand."""
        return self.at.app.window.pointed(level=level, skip=self.draft.question.movers)

    # --- what is under the pointer -----------------------------------------------------------

    def mover_under(self) -> str:
        """Return the mover whose ghost, or else whose figure, is under the pointer."""
        window = self.at.app.window
        pointer = window.pointer
        if pointer is None or window.on_panel:
            return ""
        ghosts = [
            msgspec.structs.replace(self.draft.piece(mini), pose=pose)
            for mini, pose in self.draft.ghosts().items()
        ]
        found = self._picked(ghosts, pointer)
        if found:
            return found
        pointed = window.pointed()
        mini = pointed.mini if pointed is not None else ""
        return mini if mini in self.draft.question.movers else ""

    def _picked(self, pieces: list[SeenPiece], pointer: tuple[float, float]) -> str:
        if not pieces:
            return ""
        wide, high = self.at.app.window.size
        view = self.at.view
        spot = (pointer[0] / wide * 2 - 1, 1 - pointer[1] / high * 2)
        return view.picker.pick(view.orbit.view, spot, wide / high, pieces).mini

    # --- handles -----------------------------------------------------------------------------

    def handles(self) -> dict[Handle, tuple[Pose, float]]:
        """Return the handles of the chosen mover: the pose each lies ahead of, and how far.

        Only who is asked alone, or has a base that is not round, has them: one after his way,
        and one before it once there is a way.
        """
        draft = self.draft
        if not draft.is_path or not draft.chosen or draft.moves_all(draft.chosen):
            return {}
        base = self.at.view.facts.table.models[draft.piece(draft.chosen).model].base
        if len(draft.question.movers) > 1 and isinstance(base, Disc):
            return {}
        mini = draft.chosen
        radius = draft.radius(mini) + 0.9
        start, end = draft.draft.start(mini), draft.pose(mini)
        found: dict[Handle, tuple[Pose, float]] = {"after": (end, radius)}
        if len(draft.way(mini)) > 1:
            before, _ = draft.pivots(mini)
            found["before"] = (start.turned(start.facing + before), radius)
        return found

    def _handle_under(self) -> Held | None:
        pointed = self._ground()
        if pointed is None or pointed.at is None or not self.draft.chosen:
            return None
        for number, corner in enumerate(self.draft.way(self.draft.chosen)[1:-1]):
            if not self.draft.moves_all(self.draft.chosen) and _near(corner, pointed.at):
                return number
        for name, (pose, radius) in self.handles().items():
            away = math.dist(pose.at, pointed.at)
            bearing = math.degrees(math.atan2(pointed.at[1] - pose.y, pointed.at[0] - pose.x))
            near = abs(away - radius) <= _HANDLE_IN
            if near and abs(turn_to(pose.facing, bearing)) <= 30.0:
                return name
        return None

    def _turn_handle(self, at: Point) -> None:
        """Turn so that the handle lies towards a place."""
        mini = self.draft.chosen
        start, end = self.draft.draft.start(mini), self.draft.pose(mini)
        before, after = self.draft.pivots(mini)
        if self._handle == "before":
            bearing = math.degrees(math.atan2(at[1] - start.y, at[0] - start.x))
            self.draft.set_pivots(mini, turn_to(start.facing, bearing), after)
        else:
            bearing = math.degrees(math.atan2(at[1] - end.y, at[0] - end.x))
            base = start.facing + before
            self.draft.set_pivots(mini, before, turn_to(base, bearing))


def _near(a: Point, b: Point) -> bool:
    return math.dist(a, b) <= _HANDLE_IN * 0.7
