"""Pictures of a document as a page carries them: smaller than they were made, and as JPEG."""

from __future__ import annotations

import io

from PIL import Image

__all__ = ["as_jpeg"]


def as_jpeg(png: bytes, width: int, quality: int = 86) -> tuple[bytes, tuple[int, int]]:
    """Return a picture no wider than `width` pixels as JPEG, and its size."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    if picture.width > width:
        high = max(1, round(picture.height * width / picture.width))
        picture = picture.resize((width, high), Image.Resampling.LANCZOS)
    sink = io.BytesIO()
    picture.save(sink, "JPEG", quality=quality, optimize=True)
    return sink.getvalue(), picture.size
