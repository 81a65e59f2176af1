"""Everything the kit can build, by name."""

from __future__ import annotations

from collections.abc import Callable

from tools.kit import (
    bridge,
    fences,
    heavies,
    hills,
    houses,
    mill,
    rivers,
    ruins,
    soldiers,
    stores,
    tanks,
    trees,
    trucks,
    walkers,
)
from tools.kit.piece import Piece

__all__ = ["PIECES"]

PIECES: dict[str, Callable[[], Piece]] = {
    **ruins.PIECES,
    **houses.PIECES,
    **fences.PIECES,
    **hills.PIECES,
    **trees.PIECES,
    **mill.PIECES,
    **rivers.PIECES,
    **bridge.PIECES,
    **stores.PIECES,
    **soldiers.PIECES,
    **walkers.PIECES,
    **heavies.PIECES,
    **tanks.PIECES,
    **trucks.PIECES,
}
