"""The stage: a scene graph of one table, with a node for every piece by its id."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import NodePath

from sim.engine.observed import SeenPiece
from sim.geometry.pose import Pose
from sim.table.facts import Facts
from sim.view.cameras import View
from sim.view.figures import Figures, Form
from sim.view.livery import Livery, liveries
from sim.view.lod import set_detail
from sim.view.relief import Relief
from sim.view.roofs import Roofs
from sim.view.still import Still
from sim.view.terrain import FULL, SKETCH, baked_table

__all__ = ["Stage"]


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
    """

    def __init__(self, facts: Facts, *, sketch: bool = False) -> None:
        self.facts, self.table = facts, facts.table
        self.quality: Any = None
        self.relief = Relief(self.table)
        self._figures = Figures(self.table, self.relief)
        self._built: dict[str, tuple[SeenPiece, Livery, Any]] = {}
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
        for name in list(self._built):
            piece, livery, old = self._built[name]
            made = self._figures.build(piece, self.support(piece.pose), livery)
            made.setTransform(old.getTransform())
            index = old.getSort()
            old.removeNode()
            made.reparentTo(self.figures, index)
            self._built[name] = (piece, livery, made)

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
        for index, piece in enumerate(seen):
            made = self._made(piece, looks.get(piece.side, looks[""]))
            # Drawn in the order given, whatever was shown before.
            made.reparentTo(self.figures, index)

    def _made(self, piece: SeenPiece, livery: Livery) -> Any:
        """Return a miniature's node: the one shown already where it looks the same."""
        old = self._built.get(piece.id)
        if old and _looks_same(old[0], piece) and old[1] == livery:
            return old[2]
        if old:
            old[2].removeNode()
        made = self._figures.build(piece, self.support(piece.pose), livery)
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
    return (a.model, a.pose, a.side, a.leads) == (b.model, b.pose, b.side, b.leads)
