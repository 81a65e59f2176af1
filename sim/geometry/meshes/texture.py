"""Pictures on models: looked at by their headers only, so that none is unpacked unseen."""

from __future__ import annotations

import io
import warnings

from PIL import Image

from sim.geometry.meshes.raw import BadMesh

__all__ = ["check_texture", "small_texture"]

#: Pixels along a texture's longer side: what is refused, and what is kept of a model.
MAX_SIDE, KEPT_SIDE = 8192, 2048


def _opened(data: bytes) -> Image.Image | None:
    """Return a picture whose pixels are still packed, or None when it is none we know."""
    if not data.startswith((b"\x89PNG", b"\xff\xd8")):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = Image.open(io.BytesIO(data), formats=("PNG", "JPEG"))
    except Image.DecompressionBombError as bad:
        raise BadMesh("big_texture", found=0, limit=MAX_SIDE) from bad
    except (OSError, ValueError, SyntaxError):
        return None
    side = max(picture.size)
    if side > MAX_SIDE:
        raise BadMesh("big_texture", found=side, limit=MAX_SIDE)
    return picture


def check_texture(data: bytes) -> bool:
    """Return whether some bytes are the PNG or JPEG picture of a sane size.

    Raises
    ------
    BadMesh
        ``big_texture`` for one that would unpack to far more than it shows.
    """
    return _opened(data) is not None


def small_texture(data: bytes) -> bytes | None:
    """Return a texture of at most 2048 pixels along a side, or None when it cannot be read."""
    picture = _opened(data)
    if picture is None:
        return None
    if max(picture.size) <= KEPT_SIDE:
        return data
    try:
        picture.thumbnail((KEPT_SIDE, KEPT_SIDE), Image.Resampling.BOX)
        out = io.BytesIO()
        picture.save(out, "PNG")
    except (OSError, ValueError, SyntaxError):
        return None
    return out.getvalue()
