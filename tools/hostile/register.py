"""The list of hostile files: each its bytes and the refusals it may meet."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["HOSTILE", "ORDER", "POINTS", "Hostile", "Make", "add", "hostile"]

#: A tetrahedron's corners and faces, as in a buffer.
POINTS = struct.pack("<12f", 0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0, 5)
ORDER = struct.pack("<12I", 0, 2, 1, 0, 1, 3, 0, 3, 2, 3, 1, 2)


@dataclass(frozen=True)
class Hostile:
    """A hostile file.

    Attributes
    ----------
    name : str
    make : function
        Gives its bytes.
    keys : tuple of str
        Ends of the word keys one of which the refusal must have.
    """

    name: str
    make: Callable[[], bytes]
    keys: tuple[str, ...]


HOSTILE: list[Hostile] = []

Make = Callable[[], bytes]


def hostile(name: str, *keys: str) -> Callable[[Make], Make]:
    """Register the maker of a hostile file and the refusals it may meet."""

    def keep(make: Make) -> Make:
        HOSTILE.append(Hostile(name, make, keys))
        return make

    return keep


def add(name: str, data: bytes | Make, *keys: str) -> None:
    """Register a hostile file by its bytes, or by what makes them."""
    HOSTILE.append(Hostile(name, data if callable(data) else lambda: data, keys))
