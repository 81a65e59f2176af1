"""What never moves: mat, frame and terrain as nodes, with roofs that can be lifted.

Each surface has two sets of colours: baked light for pipes without shaders, and plain colours for
the shaders that cast light themselves. Only one of them hangs in the scene at a time, so nothing
is ever shaded twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import ColorAttrib, NodePath, TextureStage

from sim.table.pieces import Table, Terrain
from sim.view import ground, textures
from sim.view.bake import ROOF
from sim.view.geoms import Surface, geom, node, recoloured
from sim.view.lighter import lighter
from sim.view.lod import near_and_far
from sim.view.photo_ground import lay_photo
from sim.view.terrain import TURF_KINDS, Baked, LitPiece, plain_mat

__all__ = ["BODY", "Still"]

Bytes = NDArray[np.uint8]

#: Name of the node of a piece without its roof.
BODY = "body"


#: Size of the cells that far copies of terrain are gathered in, inches.
FAR_CELL_IN = 0.2


@dataclass(frozen=True, eq=False)
class _Wear:
    """A node of one ``Geom``, and its colours with and without light."""

    holder: Any
    baked: Bytes
    plain: Bytes


class Still:
    """Nodes of the unmoving part of a table.

    Parameters
    ----------
    table : Table
    baked : Baked

    Attributes
    ----------
    root : NodePath
        Named ``table``; holds ``mat``, ``frame`` and a node for each piece by its id.
    pieces : dict of piece id to NodePath
    roofs : dict of piece id to NodePath
        Of the pieces that have one.
    """

    def __init__(self, table: Table, baked: Baked) -> None:
        self.table = table
        self.root: Any = NodePath("table")
        self.pieces: dict[str, Any] = {}
        self.roofs: dict[str, Any] = {}
        self._wears: list[_Wear] = []
        self._grain = textures.panda_texture(textures.grain())
        self._turf = textures.panda_texture(textures.ground_grain(table.ground))
        self._mat = self._laid_mat(baked)
        self._hurries = False
        self._baked_mat: Any = self._mat.getTexture(TextureStage.getDefault())
        self._plain_mat: Any = None
        self._has_photo = False
        frame = self._drawn("frame", baked.frame, baked.frame.surface.faces, False)
        frame.setTexture(textures.panda_texture(textures.wood()), 1)
        frame.reparentTo(self.root)
        for piece_id, piece in baked.pieces.items():
            self._stand(piece_id, piece)

    def _laid_mat(self, baked: Baked) -> Any:
        surface = ground.mat_surface(self.table)
        mat = node("mat", geom(surface))
        mat.setAttrib(ColorAttrib.makeVertex())
        mat.setTexture(textures.panda_texture(baked.mat, repeat=False, layered=True), 1)
        fine = self._fine = TextureStage("detail")
        fine.setSort(1)
        self._detail = textures.panda_texture(textures.detail(), layered=True)
        mat.setTexture(fine, self._detail)
        repeats = (self.table.width / textures.DETAIL_IN, self.table.depth / textures.DETAIL_IN)
        mat.setTexScale(fine, *repeats)
        # Nothing lies under the mat. Drawn first and without depth, it cannot flicker through what
        # lies flat on it, though the software renderer's depths are coarse.
        mat.setBin("background", 5)
        mat.setDepthWrite(False)
        mat.reparentTo(self.root)
        return mat

    def _stand(self, piece_id: str, piece: LitPiece) -> None:
        holder: Any = self.root.attachNewNode(piece_id)
        holder.setTexture(self._texture_of(self.table.terrain[piece_id]), 1)
        first, count = piece.roof
        faces = piece.surface.faces
        body = np.concatenate([faces[:first], faces[first + count :]])
        # Means of texture coordinates lie astray where a picture has seams.
        far = self.table.terrain[piece_id].picture.texture is None
        self._drawn(BODY, piece, body, far).reparentTo(holder)
        if count:
            roof = self._drawn(ROOF, piece, faces[first : first + count], far)
            roof.reparentTo(holder)
            self.roofs[piece_id] = roof
        self.pieces[piece_id] = holder

    def _texture_of(self, piece: Terrain) -> Any:
        body = piece.picture
        if body.texture is not None and body.uv is not None:
            return textures.bytes_texture(body.texture)
        return self._turf if piece.kind in TURF_KINDS else self._grain

    def _drawn(self, name: str, piece: LitPiece, faces: NDArray[np.int32], far: bool) -> Any:
        """Return the node of some faces of a piece, with only the vertices they use."""
        if not len(faces):
            return NodePath(name)
        used, index = np.unique(faces, return_inverse=True)
        whole = piece.surface
        part = Surface(
            whole.vertices[used],
            whole.normals[used],
            whole.colours[used],
            whole.uv[used],
            index.reshape(-1, 3).astype(np.int32),
        )
        plain = piece.plain[used]
        light = lighter(part, FAR_CELL_IN) if far else None
        # A copy that saves next to nothing only costs memory.
        if light is None or len(light.surface.faces) > 0.7 * len(part.faces):
            made = node(name, geom(part))
            self._wears.append(_Wear(made.node(), part.colours, plain))
        else:
            pair = near_and_far(name, geom(part), geom(light.surface), part.vertices)
            made = pair.path
            self._wears.append(_Wear(pair.near, part.colours, plain))
            self._wears.append(_Wear(pair.far, light.surface.colours, light.colours(plain)))
        made.setAttrib(ColorAttrib.makeVertex())
        return made

    def wear(self, plain: bool) -> None:
        """Put on plain colours, or baked light again."""
        for each in self._wears:
            colours = each.plain if plain else each.baked
            each.holder.setGeom(0, recoloured(each.holder.getGeom(0), colours))
        if self._has_photo:
            return
        if plain and self._plain_mat is None:
            pixels = plain_mat(self.table)
            self._plain_mat = textures.panda_texture(pixels, repeat=False, layered=True)
        self._mat.setTexture(self._plain_mat if plain else self._baked_mat, 1)

    def hurry(self, on: bool) -> None:
        """Leave out what costs a slow pipe most: fine grain of the mat, smoothly read textures."""
        if on == self._hurries or (on and self._has_photo):
            return
        self._hurries = on
        if on:
            self._mat.clearTexture(self._fine)
            # Fine grain darkens what lies under it: the mat must not flash without it.
            self._mat.setColorScale(*(textures.DETAIL_MEAN,) * 3, 1)
        else:
            self._mat.setTexture(self._fine, self._detail)
            self._mat.clearColorScale()
        for texture, layered in (
            (self._grain, False),
            (self._turf, False),
            (self._baked_mat, True),
        ):
            if on:
                textures.quick(texture)
            else:
                textures.smooth(texture, layered=layered)

    def lay_photo(self, picture: Bytes | None) -> None:
        """Show a picture of the real table as the ground; None brings the painted mat back."""
        self.hurry(False)
        self._has_photo = picture is not None
        lay_photo(self._mat, picture)
