"""The stage: a scene graph of one table, with a node for every piece by its id."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import ColorAttrib, NodePath, TextureStage

from sim.engine.observed import SeenPiece
from sim.geometry.pose import Pose
from sim.table.facts import Facts
from sim.table.pieces import Terrain
from sim.view import ground, textures
from sim.view.figures import Figures, Form
from sim.view.geoms import Surface, geom, node
from sim.view.livery import Livery, liveries
from sim.view.photo_ground import lay_photo
from sim.view.relief import Relief
from sim.view.terrain import TURF_KINDS, Baked, baked_table

__all__ = ["Stage"]


class Stage:
    """Everything that stands on a table, ready to be looked at by any camera.

    Parameters
    ----------
    facts : Facts
        The table, and the heights that bases stand on.

    Attributes
    ----------
    root : NodePath
        Put a camera under it. The children ``table`` and ``figures`` hold what is drawn;
        ``overlays`` is free for ribbons and rings.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts, self.table = facts, facts.table
        self.root: Any = NodePath("stage")
        self.root.setLightOff(1)
        self.still: Any = self.root.attachNewNode("table")
        self.figures: Any = self.root.attachNewNode("figures")
        self.overlays: Any = self.root.attachNewNode("overlays")
        self.relief = Relief(self.table)
        self._figures = Figures(self.table, self.relief)
        self._built: dict[str, tuple[SeenPiece, Livery, Any]] = {}
        self._kept: dict[Hashable, Any] = {}
        self.pieces: dict[str, Any] = {}
        self.sides: tuple[str, ...] = ()
        self._grain = textures.panda_texture(textures.grain())
        self._turf = textures.panda_texture(textures.ground_grain(self.table.ground))
        self._lay(baked_table(self.table))

    def _lay(self, baked: Baked) -> None:
        mat = self._mat = _drawn("mat", ground.mat_surface(self.table))
        mat.setTexture(textures.panda_texture(baked.mat, repeat=False, layered=True), 1)
        fine = TextureStage("detail")
        fine.setSort(1)
        mat.setTexture(fine, textures.panda_texture(textures.detail(), layered=True))
        repeats = (self.table.width / textures.DETAIL_IN, self.table.depth / textures.DETAIL_IN)
        mat.setTexScale(fine, *repeats)
        # Nothing lies under the mat. Drawn first and without depth, it cannot flicker through what
        # lies flat on it, though the software renderer's depths are coarse.
        mat.setBin("background", 5)
        mat.setDepthWrite(False)
        mat.reparentTo(self.still)
        frame = _drawn("frame", baked.frame)
        frame.setTexture(textures.panda_texture(textures.wood()), 1)
        frame.reparentTo(self.still)
        for piece_id, lit_surface in baked.pieces.items():
            made = _drawn(piece_id, lit_surface)
            made.setTexture(self._texture_of(self.table.terrain[piece_id]), 1)
            made.reparentTo(self.still)
            self.pieces[piece_id] = made

    def lay_photo(self, picture: NDArray[np.uint8] | None) -> None:
        """Show a picture of the real table as the ground (`photo_ground.photo_texture`).

        Parameters
        ----------
        picture : (height, width, 3) uint8 array or None
            The whole table from above, top row at the far edge; None brings the painted mat back.
        """
        lay_photo(self._mat, picture)

    def _texture_of(self, piece: Terrain) -> Any:
        body = piece.picture
        if body.texture is not None and body.uv is not None:
            return textures.bytes_texture(body.texture)
        return self._turf if piece.kind in TURF_KINDS else self._grain

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


def _drawn(name: str, each: Surface) -> Any:
    made = node(name, geom(each)) if len(each.faces) else NodePath(name)
    made.setAttrib(ColorAttrib.makeVertex())
    return made
