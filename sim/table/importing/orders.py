"""What goes between the program and the child process that reads strange files."""

from __future__ import annotations

from typing import Any

import msgspec

__all__ = ["Line", "Order", "Prepared", "Refused", "Reply", "Told"]


class Line(msgspec.Struct, frozen=True):
    """A line for the person: a word key and its parameters."""

    key: str
    params: dict[str, Any] = {}


class Order(msgspec.Struct, frozen=True):
    """A file to be read and made ready.

    Attributes
    ----------
    path : str
        The file.
    name : str
        What messages call it.
    scratch : str
        An empty folder for what is made of it.
    unit : str
        ``mm`` ..., or inches in one unit; empty to have it guessed.
    up : str
        ``z``, ``-y`` ...; empty to have it guessed.
    scale : float
        Table size over size in the file: 1/56 for a house at real size.
    """

    path: str
    name: str
    scratch: str
    unit: str = ""
    up: str = ""
    scale: float = 1.0


class Told(msgspec.Struct, frozen=True, tag=True):
    """The child has come to a stage of its work: the last part of ``importing.stage.*``."""

    stage: str


class Refused(msgspec.Struct, frozen=True, tag=True):
    """The file cannot be used; nothing was written."""

    key: str
    params: dict[str, Any]


class Prepared(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A model made ready: ``model.glb`` in the scratch folder, ``drawing.glb`` where reduced.

    Attributes
    ----------
    name, sha256 : str
        Of the source file.
    unit, up : str
        As taken, with `unit_why` and `up_why`.
    size_in : (x, y, z)
        Extents on the table.
    triangles, bodies : int
    findings : tuple of Line
        What a person should know before he trusts the model.
    repairs : tuple of Line
        What was changed.
    outline : tuple of (x, y)
        The area; empty when the model covers no ground.
    area : float
        Square inches.
    drawn : int
        Triangles of the reduced model; 0 when it is drawn as it is.
    deviation_in : float
        Of the reduced model.
    """

    name: str
    sha256: str
    unit: str
    unit_why: Line
    up: str
    up_why: Line
    scale: float
    size_in: tuple[float, float, float]
    triangles: int
    bodies: int
    findings: tuple[Line, ...]
    repairs: tuple[Line, ...]
    outline: tuple[tuple[float, float], ...]
    area: float
    drawn: int = 0
    deviation_in: float = 0.0


Reply = Told | Refused | Prepared
