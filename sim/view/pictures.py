"""Pictures of a table as PNG bytes: the port `TableCamera`, for commands and reports."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image

from sim.engine.observed import Observed
from sim.engine.plan_layers import PlanLayers
from sim.table.facts import Facts, Sight
from sim.table.pieces import Stand
from sim.view import eye_view, plan_view
from sim.view.cameras import Point3, View, at_angle, bounds
from sim.view.darkroom import ROOM, SKY, expose, png_bytes
from sim.view.eye_view import EyeScene
from sim.view.item_buffer import share_seen
from sim.view.labels import draw_labels, unit_labels
from sim.view.livery import liveries
from sim.view.plan_view import Zone
from sim.view.sight_lines import Line, draw_lines
from sim.view.stage import Stage

__all__ = ["Line", "SceneCamera", "Zone"]

Box = tuple[float, float, float, float]

#: Width of a picture in pixels.
WIDTH = 1920


class SceneCamera:
    """Makes PNG pictures of one table; the same input gives the same bytes.

    Parameters
    ----------
    facts : Facts
        The table and the heights on it.
    observed : Observed, optional
        What stands there when a picture is asked for without saying so.
    width : int
        Of the pictures, pixels.
    """

    def __init__(
        self, facts: Facts, observed: Observed | None = None, *, width: int = WIDTH
    ) -> None:
        self.facts = facts
        self.observed = observed
        self.width = width
        self._stage: Stage | None = None

    @property
    def stage(self) -> Stage:
        """The stage, built when first needed."""
        if self._stage is None:
            self._stage = Stage(self.facts)
        return self._stage

    def _set(self, observed: Observed | None) -> Observed | None:
        seen = observed if observed is not None else self.observed
        if seen is None:
            self.stage.show(())
        else:
            self.stage.show(seen.pieces, [side.id for side in seen.sides])
        return seen

    def table(self, observed: Observed | None = None) -> bytes:
        """Return a picture of the whole table at an angle, with the units' labels."""
        seen = self._set(observed)
        size = (self.width, _even(self.width * 0.6))
        view = at_angle(self.facts.table, size[0] / size[1])
        picture = expose(self.stage.root, view, size, room=ROOM)
        return png_bytes(self._labelled(picture, view, seen) if seen else picture)

    def _labelled(self, picture: Image.Image, view: View, seen: Observed) -> Image.Image:
        pieces = [piece for piece in seen.pieces if piece.model in self.facts.table.models]
        if not pieces:
            return picture
        spots = self._pixels(view, picture.size, [self.stage.top_of(piece) for piece in pieces])
        feet = [(p.pose.x, p.pose.y, self.stage.support(p.pose)) for p in pieces]
        low = self._pixels(view, picture.size, feet)
        places = {
            piece.id: (float(spot[0]), float(spot[1]))
            for piece, spot in zip(pieces, spots, strict=True)
            if spot[2] > 0
        }
        tall = np.abs(low[:, 1] - spots[:, 1])
        clear: list[Box] = [
            (top[0] - high * 0.35, top[1], top[0] + high * 0.35, foot[1] + high * 0.2)
            for top, foot, high in zip(spots, low, tall, strict=True)
        ]
        looks = liveries([side.id for side in seen.sides])
        size = max(11, round(self.width / 112))
        return draw_labels(picture, unit_labels(seen, places, looks), size=size, keep_clear=clear)

    @staticmethod
    def _pixels(view: View, size: tuple[int, int], points: Sequence[Point3]) -> np.ndarray:
        """Return pixel x, y (down) and depth of points."""
        out = view.project(np.array(points, float), size[0] / size[1])
        out[:, 0] = (out[:, 0] + 1) / 2 * size[0]
        out[:, 1] = (1 - out[:, 1]) / 2 * size[1]
        return out

    def plan(
        self,
        observed: Observed | None = None,
        *,
        zones: Sequence[Zone] = (),
        window: Box | None = None,
        lines: Sequence[Line] = (),
        layers: PlanLayers | None = None,
    ) -> bytes:
        """Return a plan from straight above with inch scale, areas, bases and names.

        Parameters
        ----------
        observed : Observed, optional
        zones : sequence of Zone
            Deployment zones and the like, hatched in their side's colour.
        window : (left, low, right, high), optional
            Inches: the part to show instead of the whole table.
        lines : sequence of Line
            Sight lines.
        layers : PlanLayers, optional
            Shaded cells, lines and ghosts, and the legend that says what they mean.
        """
        seen = self._set(observed)
        return png_bytes(plan_view.plan(self.stage, seen, zones, self.width, window, lines, layers))

    def eye(
        self, looker: Stand, target: Stand, sight: Sight, *, names: Sequence[str] = ()
    ) -> bytes:
        """Return what a model's eye sees: target tinted where seen, outlined where hidden.

        Parameters
        ----------
        looker, target : Stand
        sight : Sight
            The verdict whose share is written; the picture's own item buffer draws the tint.
        names : (looker, target), optional
            What to call them; by default the names of the miniatures that stand there.
        """
        self._set(None)
        scene = EyeScene(self.stage, self.observed, looker, target)
        return png_bytes(eye_view.eye_picture(scene, sight, self.width * 2 // 3, names))

    def look_from(self, looker: Stand, observed: Observed | None = None) -> bytes:
        """Return what a model's eye sees along its facing, without a target."""
        self._set(observed)
        scene = EyeScene(self.stage, observed or self.observed, looker, None)
        return png_bytes(eye_view.ahead(scene, self.width * 2 // 3))

    def look_at(
        self,
        eye: Point3,
        target: Point3,
        *,
        lines: Sequence[Line] = (),
        angle: float = 34.0,
        observed: Observed | None = None,
    ) -> bytes:
        """Return a free picture, with sight lines.

        Parameters
        ----------
        eye, target : Point3
            Inches, table frame.
        lines : sequence of Line
            Green and solid when clear, amber and dashed when obscured, red and dotted when
            blocked.
        angle : float
            Vertical opening, degrees.
        """
        seen = self._set(observed)
        size = (self.width, _even(self.width * 0.6))
        view = View(eye, target, angle).clipped_to(*bounds(self.facts.table))
        drawn = draw_lines(self.stage, lines)
        try:
            picture = expose(self.stage.root, view, size, room=SKY if eye[2] < 8.0 else ROOM)
        finally:
            drawn.removeNode()
        return png_bytes(self._labelled(picture, view, seen) if seen else picture)

    def second_opinion(
        self, looker: Stand, target: Stand, solids: Sequence[Stand] = (), *, side: int | None = None
    ) -> float:
        """Return the visible share of a target by the item buffer: other algorithm, other code.

        Parameters
        ----------
        looker, target : Stand
        solids : sequence of Stand
            Vehicle hulls that block, as given to `Facts.sight`.
        side : int, optional
            Pixels along each side of the buffer; see `sim.view.item_buffer.share_seen`.

        Returns
        -------
        float
            0..1; within `sim.view.item_buffer.second_opinion_bound` of what any line reaches.
        """
        return share_seen(self.facts, looker, target, solids, side=side)


def _even(value: float) -> int:
    return 2 * round(value / 2)
