"""Everything the kit can build, by name."""

from __future__ import annotations

from collections.abc import Callable

from tools.kit import (
    fences,
    hills,
    houses,
    ruins,
    soldiers,
    stores,
    textures,
    trees,
    vehicles,
    walkers,
    water,
)
from tools.kit.piece import Piece

__all__ = ["PIECES", "TEXTURES"]

PIECES: dict[str, Callable[[], Piece]] = {
    **ruins.PIECES,
    **houses.PIECES,
    **fences.PIECES,
    **hills.PIECES,
    **trees.PIECES,
    **water.PIECES,
    **stores.PIECES,
    **soldiers.PIECES,
    **walkers.PIECES,
    **vehicles.PIECES,
}
TEXTURES: dict[str, Callable[[], bytes]] = textures.TEXTURES
