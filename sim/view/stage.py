"""The stage: a scene graph of one table, with a node for every piece by its id."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import NodePath

from sim.engine.observed import SeenPiece
from sim.geometry.pose import Pose
from sim.table.facts import Facts
from sim.view.cameras import View
from sim.view.figure_light import Lit
from sim.view.figures import Figures, Form
from sim.view.livery import Livery, liveries
from sim.view.lod import set_detail
from sim.view.relief import Relief
from sim.view.roofs import Roofs
from sim.view.still import Still
from sim.view.terrain import FULL, SKETCH, baked_table

__all__ = ["Stage"]

#: Works out the light of miniatures while frames are drawn, one after the other.
_LAMP = ThreadPoolExecutor(max_workers=1, thread_name_prefix="hulldown light")


class Stage:
    """Everything that stands on a table, ready to be looked at by any camera.

    Parameters
    ----------
    facts : Facts
        The table, and the heights that bases stand on.
    sketch : bool
        Bake the light coarsely and soon: for a table that is being set up.

    Attributes
    ----------
    root : NodePath
        Put a camera under it. The children ``table`` and ``figures`` hold what is drawn;
        ``overlays`` is free for ribbons and rings.
    quality : Quality or None
        Level it is shown at; `sim.view.quality.apply_quality` sets it.
    patient : bool
        Show miniatures at once in the open light, and give each the light of its place later
        (`light_one`): a window cannot wait for the light of a whole unit.
    """

    def __init__(self, facts: Facts, *, sketch: bool = False) -> None:
        self.facts, self.table = facts, facts.table
        self.quality: Any = None
        self.relief = Relief(self.table)
        self._figures = Figures(self.table, self.relief)
        self._built: dict[str, tuple[SeenPiece, Livery, Any]] = {}
        self.patient = False
        self._unlit: dict[str, None] = {}
        self._lighting: tuple[str, SeenPiece, Future[Lit]] | None = None
        self._kept: dict[Hashable, Any] = {}
        self.sides: tuple[str, ...] = ()
        self._still = Still(self.table, baked_table(self.table, SKETCH if sketch else FULL))
        self.still: Any = self._still.root
        self.pieces: dict[str, Any] = self._still.pieces
        self.roofs = Roofs(self.table, self._still.roofs)
        self.root: Any = NodePath("stage")
        self.root.setLightOff(1)
        self.still.reparentTo(self.root)
        self.figures: Any = self.root.attachNewNode("figures")
        self.overlays: Any = self.root.attachNewNode("overlays")

    def lay_photo(self, picture: NDArray[np.uint8] | None) -> None:
        """Show a picture of the real table as the ground (`photo_ground.photo_texture`).

        Parameters
        ----------
        picture : (height, width, 3) uint8 array or None
            The whole table from above, top row at the far edge; None brings the painted mat back.
        """
        self._still.lay_photo(picture)

    def wear(self, *, plain: bool) -> None:
        """Put on plain colours without light or shadows, or (False) the baked light again.

        Plain colours are for shaders that cast light themselves; see `sim.view.quality`.
        """
        self._still.wear(plain)
        self._figures.plain = plain
        # What is being worked out would come in the colours of before.
        self._lighting = None
        for name in list(self._built):
            self._build_again(name)

    def hurry(self, on: bool) -> None:
        """Draw still things fast rather than finely, or (False) finely again (`sim.view.haste`)."""
        self._still.hurry(on)

    @property
    def lit(self) -> bool:
        """Whether every miniature has the light of the place where it stands."""
        return not self._unlit

    def light_one(self) -> None:
        """Give a miniature its light once it is worked out, and begin with the next one.

        The light is worked out in a thread, while frames are drawn.
        """
        if self._lighting is not None:
            name, piece, worked = self._lighting
            if not worked.done():
                return
            self._lighting = None
            if name in self._built and self._built[name][0] is piece:
                self._build_again(name, worked.result())
        if self._unlit:
            name = next(iter(self._unlit))
            piece, livery, _ = self._built[name]
            self._figures.form(piece.model)
            z = self.support(piece.pose)
            worked = _LAMP.submit(self._figures.light, piece, z, livery)
            self._lighting = (name, piece, worked)

    def light_all(self) -> None:
        """Give every miniature its light, as a picture needs it."""
        while self._unlit:
            if self._lighting is not None:
                wait([self._lighting[2]])
            self.light_one()

    def _build_again(self, name: str, lit: Lit | None = None) -> None:
        """Build a miniature in its light, wherever its node has been moved to meanwhile."""
        piece, livery, old = self._built[name]
        made = self._build(piece, self.support(piece.pose), livery, lit)
        made.setTransform(old.getTransform())
        index = old.getSort()
        old.removeNode()
        made.reparentTo(self.figures, index)
        self._built[name] = (piece, livery, made)
        self._unlit.pop(name, None)

    def _build(self, piece: SeenPiece, z: float, livery: Livery, lit: Lit | None = None) -> Any:
        """Build a miniature in its light, worked out now where it was not before."""
        self._figures.form(piece.model)
        return self._figures.build(piece, z, livery, lit or self._figures.light(piece, z, livery))

    def show_roofs(self, shown: bool | None) -> None:
        """Show all roofs, lift all, or (None) lift those over somebody the camera looks down at.

        Light and shadows stay as they are: a roof that is lifted is only not in the way.
        """
        self.roofs.choice = shown
        self.look_from(None)

    def look_through(self, camera: Any, view: View, high: int) -> None:
        """Get ready to be drawn by a window's camera: which copies are drawn, which roofs lie.

        Call it whenever the camera or a miniature has moved; it costs next to nothing.

        Parameters
        ----------
        camera : NodePath
        view : View
            What the camera looks at.
        high : int
            Pixels of the picture's height.
        """
        set_detail(camera, view.angle, high)
        self.look_from(view.eye)

    def look_from(self, eye: tuple[float, float, float] | None) -> None:
        """Lift or lay roofs for an eye, where that is left to us.

        Parameters
        ----------
        eye : (x, y, z) or None
            None: from wherever it was last.
        """
        self.roofs.look_from(eye, [piece.pose for piece, _, _ in self._built.values()])

    def support(self, pose: Pose) -> float:
        """Return the height of what a base at a pose stands on, inches."""
        return self.facts.support(pose.x, pose.y, pose.level)

    def show(self, pieces: Iterable[SeenPiece], sides: Sequence[str] = ()) -> None:
        """Put miniatures where they are seen to stand; those not given are taken away.

        Parameters
        ----------
        pieces : iterable of SeenPiece
            A model that the table does not know is left out.
        sides : sequence of str
            Order of the sides, which gives them their liveries; the order of appearance by
            default.
        """
        seen = [piece for piece in pieces if piece.model in self.table.models]
        order = tuple(sides) or tuple(dict.fromkeys(piece.side for piece in seen))
        looks = liveries(order)
        self.sides = order
        wanted = {piece.id: piece for piece in seen}
        for gone in [name for name in self._built if name not in wanted]:
            self._built.pop(gone)[2].removeNode()
            self._unlit.pop(gone, None)
        for index, piece in enumerate(seen):
            made = self._made(piece, looks.get(piece.side, looks[""]))
            # Drawn in the order given, whatever was shown before.
            made.reparentTo(self.figures, index)

    def _made(self, piece: SeenPiece, livery: Livery) -> Any:
        """Return a miniature's node: the one shown already where it looks the same."""
        old = self._built.get(piece.id)
        if old and _looks_same(old[0], piece) and old[1] == livery:
            return old[2]
        z = self.support(piece.pose)
        if old and self.patient and _only_moved(old[0], piece) and old[1] == livery:
            # It takes the light of its old place along until it gets its own.
            made = old[2]
            made.setPosHpr(piece.pose.x, piece.pose.y, z, piece.pose.facing, 0, 0)
        else:
            if old:
                old[2].removeNode()
            build = self._figures.build if self.patient else self._build
            made = build(piece, z, livery)
        if self.patient:
            self._unlit[piece.id] = None
        self._built[piece.id] = (piece, livery, made)
        return made

    def form(self, model_id: str) -> Form:
        """Return what all miniatures of a model share; KeyError when the table has none."""
        return self._figures.form(model_id)

    def keep(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return what was made for a key before, or make it: overlays share shapes by this."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def hide_marks(self, hidden: bool) -> None:
        """Take the floating marks of leaders away, or put them back: no eye would see them."""
        for _, _, made in self._built.values():
            for mark in made.findAllMatches("**/leader"):
                mark.hide() if hidden else mark.show()

    def figure(self, piece_id: str) -> Any:
        """Return the node of a miniature; KeyError when it is not shown."""
        return self._built[piece_id][2]

    def top_of(self, piece: SeenPiece) -> tuple[float, float, float]:
        """Return the point over a miniature where its label goes."""
        tall = self.table.models[piece.model].height_in
        return (piece.pose.x, piece.pose.y, self.support(piece.pose) + tall + 0.3)


def _looks_same(a: SeenPiece, b: SeenPiece) -> bool:
    return a.pose == b.pose and _only_moved(a, b)


def _only_moved(a: SeenPiece, b: SeenPiece) -> bool:
    return (a.model, a.side, a.leads) == (b.model, b.side, b.leads)
