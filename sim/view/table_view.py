"""A table as it is looked at: stage, camera, miniatures that glide, layers of overlays, picking."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

import numpy as np
from panda3d.core import Camera, PerspectiveLens

from sim.engine.observed import Observed, SeenPiece
from sim.table.facts import Facts
from sim.view.cameras import Point3, bounds
from sim.view.darkroom import ROOM, backdrop, hang
from sim.view.eyes import EYES, MAIN, hide_from, show_to
from sim.view.flat_table import FlatTable
from sim.view.hands import Hands
from sim.view.haste import Haste
from sim.view.inputs import Pointer
from sim.view.map_camera import MapCamera
from sim.view.orbit import Free, OrbitCamera
from sim.view.picking import Picker, Pointed
from sim.view.stage import Stage

__all__ = ["TableView"]

#: How long a miniature takes to get where it moved, seconds.
MOVE_SECONDS = 0.3
#: While the picture moves a miniature gets its light only in every so many frames.
LIGHT_EVERY = 4

Spot = tuple[float, float, float, float]


class TableView:
    """Stage and camera of one table, for any screen that shows it.

    Parameters
    ----------
    facts : Facts
    aspect : float
        Width of the window over its height, for the first view.
    sketch : bool
        Bake the light coarsely and soon: for a table that is being set up.

    Attributes
    ----------
    stage, orbit, hands : Stage, OrbitCamera, Hands
    camera : NodePath
        To look through.
    observed : Observed or None
        What is shown.
    pace : float
        Seconds that a move takes to be shown; 0 shows it at once.
    dome : NodePath
        The room around the table.
    map : FlatTable or None
        What is shown instead of the stage in `map_mode`.
    haste : Haste
        Whether what moves is drawn fast rather than finely.
    """

    def __init__(self, facts: Facts, aspect: float = 1.6, *, sketch: bool = False) -> None:
        self.facts = facts
        self.stage = Stage(facts, sketch=sketch)
        self.stage.patient = True
        self._aspect = aspect
        self.orbit: OrbitCamera | MapCamera = OrbitCamera(facts.table, aspect)
        self.hands = Hands(self.orbit)
        self.picker = Picker(facts, self.stage.relief)
        self.camera: Any = self.stage.root.attachNewNode(Camera("camera", PerspectiveLens()))
        self.dome: Any = backdrop(ROOM)
        self.dome.reparentTo(self.stage.root)
        self.camera.node().setCameraMask(MAIN)
        self._bounds = bounds(facts.table)
        self.observed: Observed | None = None
        self.pace = MOVE_SECONDS
        self._moving: dict[str, tuple[list[Spot], float]] = {}
        self._layers: dict[str, tuple[Hashable, Any]] = {}
        self._clock = 0.0
        self._advanced = 0
        self.haste = Haste()
        self.map: FlatTable | None = None
        self._beside: tuple[OrbitCamera | MapCamera, Hands] | None = None

    # --- the map -----------------------------------------------------------------------------

    @property
    def map_mode(self) -> bool:
        """Whether the table is shown as a map: from straight above, with flat symbols."""
        return self.map is not None

    @map_mode.setter
    def map_mode(self, on: bool) -> None:
        if on == self.map_mode:
            return
        hidden = (self.stage.still, self.stage.figures, self.dome)
        before = (self.orbit, self.hands)
        self.hands.let_go()
        if on:
            camera = MapCamera(self.facts.table, self._aspect)
            self.orbit, self.hands = self._beside or (camera, Hands(camera))
            self.map = FlatTable(self.stage)
            # The eye view goes on seeing the stage, and never the map.
            hide_from(self.map.root, EYES)
        else:
            assert self.map is not None
            assert self._beside is not None
            self.orbit, self.hands = self._beside
            self.map.close()
            self.map = None
        self._beside = before
        for each in hidden:
            hide_from(each, MAIN) if on else show_to(each, MAIN)

    # --- what stands there -------------------------------------------------------------------

    def show(
        self,
        observed: Observed,
        *,
        glide: bool = True,
        paths: dict[str, Sequence[tuple[float, float]]] | None = None,
    ) -> None:
        """Show where everything stands; miniatures that moved glide to their places.

        Parameters
        ----------
        observed : Observed
        glide : bool
            False puts them there at once.
        paths : dict of miniature to points, optional
            The way each went; the straight line for others.
        """
        before = {p.id: self._spot(p) for p in self.pieces} if self.observed else {}
        self.stage.show(observed.pieces, [side.id for side in observed.sides])
        self.observed = observed
        for piece in self.pieces:
            old, new = before.get(piece.id), self._spot(piece)
            if not glide or self.pace <= 0:
                self._moving.pop(piece.id, None)
            elif old is not None and old != new:
                way = (paths or {}).get(piece.id, ())
                self._moving[piece.id] = (self._stops(piece, old, new, way), self._clock)

    @property
    def pieces(self) -> list[SeenPiece]:
        """The miniatures that are shown."""
        seen = self.observed.pieces if self.observed else ()
        return [piece for piece in seen if piece.model in self.stage.table.models]

    def _spot(self, piece: SeenPiece) -> Spot:
        pose = piece.pose
        return (pose.x, pose.y, self.stage.support(pose), pose.facing)

    def _stops(
        self, piece: SeenPiece, old: Spot, new: Spot, way: Sequence[tuple[float, float]]
    ) -> list[Spot]:
        """Return the places a miniature glides through, its last turn the short way round."""
        turn = (new[3] - old[3] + 180.0) % 360.0 - 180.0
        facing = old[3] + turn
        middle = [
            (x, y, self.facts.support(x, y, piece.pose.level), old[3] + turn * 0.5)
            for x, y in way[1:-1]
        ]
        return [old, *middle, (*new[:3], facing)]

    @property
    def is_still(self) -> bool:
        """Whether nothing glides, the camera has arrived, and all light is in its place."""
        arrived = not self._moving and self.orbit.is_still and not self.hands.holds
        return arrived and self.stage.lit

    @property
    def is_gliding(self) -> bool:
        """Whether a miniature is on its way."""
        return bool(self._moving)

    def finish(self) -> None:
        """Put everything that glides where it goes."""
        self._clock += 1e6
        self._glide()

    def advance(self, seconds: float, pointer: Pointer | None, size: tuple[int, int]) -> None:
        """Let time pass: camera, held keys, gliding miniatures; then aim the camera."""
        self._clock += seconds
        self.hands.follow(seconds, pointer, size)
        self.orbit.advance(seconds)
        self._glide()
        if self.haste.look(self.orbit.view, seconds, moving=self.is_gliding):
            self.stage.hurry(self.haste.on)
        self._advanced += 1
        if not self.haste.on or self._advanced % LIGHT_EVERY == 0:
            self.stage.light_one()
        self.aim(size)

    def _glide(self) -> None:
        """Move what is under way, with a soft start and stop."""
        known = {piece.id for piece in self.pieces}
        for piece_id, (stops, start) in list(self._moving.items()):
            share = min(1.0, (self._clock - start) / max(self.pace, 1e-6))
            if share >= 1.0:
                del self._moving[piece_id]
            if piece_id not in known:
                continue
            soft = share * share * (3 - 2 * share)
            x, y, z, facing = _along(stops, soft)
            self.stage.figure(piece_id).setPosHpr(x, y, z, facing, 0, 0)

    def aim(self, size: tuple[int, int]) -> None:
        """Bring the camera's lens and place up to date."""
        wide, high = size
        view = self.orbit.view.clipped_to(*self._bounds)
        fresh: Any = view.node(wide / high)
        self.camera.node().setLens(fresh.node().getLens())
        self.camera.setTransform(fresh.getTransform())
        hang(self.dome, view)
        self.stage.look_through(self.camera, view, high)
        if self.map is not None:
            self.map.show(self.pieces)

    # --- layers of overlays ------------------------------------------------------------------

    def paint(self, layer: str, key: Hashable, make: Callable[[], Any]) -> bool:
        """Draw a layer anew when its key changed.

        Parameters
        ----------
        layer : str
        key : hashable
            What the drawing depends on; the same key as before changes nothing.
        make : callable
            Returns a node, several nodes, or None; called only when needed.

        Returns
        -------
        bool
            Whether it was drawn anew.
        """
        old = self._layers.get(layer)
        if old is not None and old[0] == key:
            return False
        self.wipe(layer)
        root = self.stage.overlays.attachNewNode(layer)
        made = make()
        nodes: Iterable[Any] = made if isinstance(made, list | tuple) else (made,)
        for node in nodes:
            if node is not None:
                node.reparentTo(root)
        self._layers[layer] = (key, root)
        return True

    def wipe(self, *layers: str) -> bool:
        """Take layers away, all of them when none is named; return whether there was one."""
        names = layers or tuple(self._layers)
        gone = [self._layers.pop(name) for name in names if name in self._layers]
        for _, root in gone:
            root.removeNode()
        return bool(gone)

    def height(self, x: Any, y: Any) -> Any:
        """Return the height of the ground under plan points, for what is draped on it."""
        return self.stage.relief.height(x, y)

    # --- where things are in the picture -----------------------------------------------------

    def under(
        self, pointer: Pointer, size: tuple[int, int], *, level: str = "", skip: Sequence[str] = ()
    ) -> Pointed:
        """Return what is under a pointer (pixels of a window of that size); see `Picker.pick`."""
        wide, high = size
        spot = (pointer[0] / wide * 2 - 1, 1 - pointer[1] / high * 2)
        return self.picker.pick(
            self.orbit.view,
            spot,
            wide / high,
            self.pieces,
            level=level,
            skip=skip,
            lifted=self._open_roofs(),
        )

    def _open_roofs(self) -> tuple[str, ...]:
        """Return the pieces without a roof in the picture: on the map all that have one."""
        roofs = self.stage.roofs
        return tuple(name for name in roofs.names if self.map_mode or roofs.is_lifted(name))

    def pixels(
        self, points: Sequence[Point3], size: tuple[int, int]
    ) -> list[tuple[float, float, float]]:
        """Return where points of the table land: pixels, and depth (not positive: behind us)."""
        if not len(points):
            return []
        wide, high = size
        seen = self.orbit.view.project(np.array(points, float), wide / high)
        x, y = (seen[:, 0] + 1) / 2 * wide, (1 - seen[:, 1]) / 2 * high
        return [(float(a), float(b), float(c)) for a, b, c in zip(x, y, seen[:, 2], strict=True)]

    def above(self, piece: SeenPiece, lift: float = 0.3) -> Point3:
        """Return the point over a miniature, where it is drawn now."""
        spot = self.stage.figure(piece.id).getPos()
        tall = self.stage.table.models[piece.model].height_in
        return (spot[0], spot[1], spot[2] + tall + lift)

    # --- focus -------------------------------------------------------------------------------

    def keep_clear(self, box: Free, size: tuple[float, float], near: Free | None = None) -> None:
        """Say which part of the window no panel covers: the table is shown there.

        Parameters
        ----------
        box : (left, top, right, bottom)
        size : (width, height)
            Of the window, in the same unit.
        near : (left, top, right, bottom), optional
            The part for what is focused on; by default the same.
        """
        wide, high = size
        free, close = (
            (left / wide, top / high, right / wide, bottom / high)
            for left, top, right, bottom in (box, near or box)
        )
        beside = (self._beside[0],) if self._beside is not None else ()
        for camera in (self.orbit, *beside):
            if isinstance(camera, OrbitCamera):
                camera.keep_clear(free, wide / high, close)

    def focus_on(self, unit: str) -> None:
        """Look closely at a unit or a single miniature; one that is not there changes nothing."""
        spots = [piece.pose.at for piece in self.pieces if unit in (piece.unit, piece.id)]
        self.orbit.focus(spots)

    def close(self) -> None:
        """Let go of the scene graph."""
        self.wipe()
        self.stage.root.removeNode()


def _along(stops: Sequence[Spot], share: float) -> Spot:
    """Return the place at a share of the way through stops."""
    places = np.array(stops)
    legs = np.linalg.norm(np.diff(places[:, :3], axis=0), axis=1)
    total = float(legs.sum())
    marks = (
        np.concatenate([[0.0], np.cumsum(legs)]) / total
        if total > 1e-9
        else np.linspace(0.0, 1.0, len(places))
    )
    x, y, z, facing = (float(np.interp(share, marks, places[:, axis])) for axis in range(4))
    return (x, y, z, facing)
