"""The desk's table in the window: what is held follows the hand, the rest is laid anew after it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sim.engine.observed import SeenPiece
from sim.geometry.pose import Pose
from sim.table.pieces import Terrain
from sim.view.overlays import line_look, sight_line
from sim.view.table_view import TableView
from sim.window.desk.bench import Bench

__all__ = ["DeskView"]


class DeskView:
    """Shows a bench.

    Parameters
    ----------
    bench : Bench
    aspect : float
        Width of the window over its height.

    Attributes
    ----------
    photo : (height, width, 3) uint8 array or None
        The photo that lies there as the ground (`lay_photo`).
    """

    def __init__(self, bench: Bench, aspect: float) -> None:
        self.bench = bench
        self._aspect = aspect
        self.photo: NDArray[np.uint8] | None = None
        self.table = self._laid()
        self._shown: object = None

    def _laid(self) -> TableView:
        view = TableView(self.bench.facts, self._aspect, sketch=True)
        view.pace = 0.0
        view.show(self.bench.observed, glide=False)
        if self.photo is not None:
            view.stage.lay_photo(self.photo)
        return view

    def lay_photo(self, picture: NDArray[np.uint8] | None) -> None:
        """Show a photo as the ground (`Stage.lay_photo`), or the painted one again."""
        if picture is not self.photo:
            self.photo = picture
            self.table.stage.lay_photo(picture)

    def follow(self) -> bool:
        """Bring the table up to date; return whether it was laid anew."""
        if self.bench.held:
            self._carry()
            return False
        fresh = self.bench.facts is not self.table.facts
        if fresh:
            old = self.table
            self.table = self._laid()
            if _size(old) == _size(self.table):
                # Another table is looked at anew; the same one from where one stood.
                self.table.orbit = old.orbit
                self.table.hands = old.hands
            old.close()
        elif self._shown is not self.bench.draft.file:
            self.table.show(self.bench.observed, glide=False)
        self._shown = self.bench.draft.file
        return fresh

    def _carry(self) -> None:
        """Put what is held where the hand has it: only its node moves."""
        name = self.bench.held
        pose = self.bench.pose_of(name)
        self._shown = None
        if name in self.table.stage.pieces:
            self._carry_piece(self.table.facts.table.terrain[name], pose)
            return
        if any(piece.id == name for piece in self.table.pieces):
            height = self.table.facts.support(pose.x, pose.y, pose.level)
            node = self.table.stage.figure(name)
            node.setPosHpr(pose.x, pose.y, height, pose.facing, 0, 0)

    def _carry_piece(self, piece: Terrain, pose: Pose) -> None:
        """Turn and shift a piece's node, whose corners are in the table's frame."""
        turn = math.radians(pose.facing - piece.pose.facing)
        c, s = math.cos(turn), math.sin(turn)
        x = pose.x - (c * piece.pose.x - s * piece.pose.y)
        y = pose.y - (s * piece.pose.x + c * piece.pose.y)
        self.table.stage.pieces[piece.id].setPosHpr(x, y, 0.0, math.degrees(turn), 0, 0)

    def paint(self) -> None:
        """Draw the line of the verdict: free, or stopped at what blocks it."""
        verdict = self.bench.verdict
        if verdict is None:
            self.table.wipe("sight")
            return
        line = verdict.line
        look = line_look("clear" if line.free else "blocked")
        key = (line.eye, line.end, line.stop, line.free)
        self.table.paint("sight", key, lambda: sight_line(line.eye, line.end, look, stop=line.stop))

    def piece_of(self, name: str) -> SeenPiece | None:
        """Return a miniature that is shown."""
        return next((piece for piece in self.table.pieces if piece.id == name), None)

    def close(self) -> None:
        """Let go of the table."""
        self.table.close()


def _size(view: TableView) -> tuple[float, float]:
    return (view.facts.table.width, view.facts.table.depth)
