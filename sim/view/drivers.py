"""What drivers call themselves, and which of them have no graphics card behind them."""

from __future__ import annotations

__all__ = ["is_software"]

_SOFTWARE = ("llvmpipe", "softpipe", "swrast", "swiftshader", "software rasterizer", "gdi generic")


def is_software(renderer: str) -> bool:
    """Return whether an OpenGL driver draws with the processor alone, by its name."""
    name = renderer.lower()
    return any(word in name for word in _SOFTWARE)
