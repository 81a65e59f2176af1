"""A photo of the real table as the ground of the drawn one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import TextureStage

from sim.geometry.homography import Homography
from sim.table.pieces import Table
from sim.view.ground import mat_size
from sim.view.textures import panda_texture

__all__ = ["lay_photo", "photo_texture"]

Bytes = NDArray[np.uint8]


def photo_texture(
    image: Bytes, homography: Homography, table: Table, *, widest: int = 2048
) -> Bytes:
    """Return a photo straightened to the mat of a table, for `Stage.lay_photo`.

    Parameters
    ----------
    image : (height, width, 3) uint8 array
    homography : Homography
        Of that photo; it may have been set up with another size than the table has now: the photo
        is laid by inches, from the near left corner.
    table : Table
    widest : int
        Pixels along the mat's width, a power of two.

    Returns
    -------
    (height, width, 3) uint8 array
        Top row at the far edge; black where the photo shows nothing.
    """
    whole = replace(homography, width_in=table.width, depth_in=table.depth)
    return whole.straightened(image, mat_size(table, widest))


def lay_photo(mat: Any, picture: Bytes | None) -> None:
    """Show a picture on the mat's node instead of the painted ground, or take it away again.

    Parameters
    ----------
    mat : NodePath
        Its texture coordinates run 0..1 over the table.
    picture : (height, width, 3) uint8 array or None
        Top row at the far edge; sides are powers of two.
    """
    # A photo carries its own light and its own grain: it covers both layers of the painted mat.
    under, fine = TextureStage.getDefault(), mat.findTextureStage("detail")
    if picture is None:
        painted = mat.getPythonTag("painted")
        if painted is not None:
            mat.setTexture(under, painted[0], 1)
            mat.setTexture(fine, painted[1])
        return
    if mat.getPythonTag("painted") is None:
        mat.setPythonTag("painted", (mat.getTexture(under), mat.getTexture(fine)))
    plain = np.full((4, 4, 3), 255, np.uint8)
    mat.setTexture(under, panda_texture(picture, repeat=False, layered=True), 1)
    mat.setTexture(fine, panda_texture(plain, layered=True))
