"""What a question, an option or an event is about: pieces, side, where to look."""

from __future__ import annotations

from sim.engine.observed import Observed, SeenPiece, SeenUnit
from sim.words import say

__all__ = ["pieces_of", "side_name", "side_of", "unit_named"]


def pieces_of(observed: Observed, subject: str) -> list[SeenPiece]:
    """Return the pieces of a unit, or the one of a miniature; none for anything else."""
    if not subject:
        return []
    return [piece for piece in observed.pieces if subject in (piece.unit, piece.id)]


def unit_named(observed: Observed, name: str) -> SeenUnit | None:
    """Return a unit by its own id or that of one of its miniatures."""
    for unit in observed.units:
        if name == unit.id or name in unit.pieces:
            return unit
    return None


def side_of(observed: Observed, name: str) -> str:
    """Return the side of a unit or miniature; empty when it is neither."""
    unit = unit_named(observed, name)
    if unit is not None:
        return unit.side
    return next((piece.side for piece in observed.pieces if piece.id == name), "")


def side_name(observed: Observed, side: str) -> str:
    """Return what a side is called; nobody's is that of the dice."""
    if not side:
        return say("talk.chance")
    return next((each.name for each in observed.sides if each.id == side), side)
