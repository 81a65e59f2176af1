"""A photo of the real table as the ground of the drawn one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import TextureStage

from sim.view.textures import panda_texture

__all__ = ["lay_photo"]

Bytes = NDArray[np.uint8]


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
