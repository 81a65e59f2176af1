"""One XML part of a 3MF package, read as a stream by the standard library's expat.

Document types are refused, so no entity can be declared, and nothing outside the part is opened.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from xml.parsers import expat

from sim.geometry.meshes.raw import MAX_TRIANGLES, BadMesh

__all__ = ["ModelPart", "Mould", "Placing", "read_part", "start_part"]

_CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
_PRODUCTION = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"
_MODEL_LINK = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
#: Extensions that a file may require without changing a shape we read.
_KNOWN = (
    _CORE,
    _PRODUCTION,
    "http://schemas.microsoft.com/3dmanufacturing/material/2015/02",
)
_UNITS = ("micron", "millimeter", "centimeter", "inch", "foot", "meter")
#: Kinds of objects that are no part of the thing itself.
_ASIDE = ("support", "solidsupport", "other")

Attributes = dict[str, str]


def _bad(why: str) -> BadMesh:
    return BadMesh("unreadable", kind="3MF", why=why)


@dataclass(frozen=True)
class Placing:
    """An object put somewhere: by the build, or as a component of another object."""

    object_id: str
    path: str
    transform: tuple[float, ...]


@dataclass
class Mould:
    """An object: a mesh, or components."""

    name: str
    vertices: array[float] = field(default_factory=lambda: array("d"))
    triangles: array[int] = field(default_factory=lambda: array("q"))
    components: list[Placing] = field(default_factory=list)


@dataclass
class ModelPart:
    """What one model part holds."""

    unit: str = "millimeter"
    objects: dict[str, Mould] = field(default_factory=dict)
    items: list[Placing] = field(default_factory=list)


def read_part(chunks: Iterable[bytes]) -> ModelPart:
    """Return the model part of some XML, given piece by piece.

    Raises
    ------
    BadMesh
        ``unreadable``, ``extension`` or ``too_many``.
    """
    reading = _Reading()
    _parse(chunks, reading.start, reading.prefixes)
    if not reading.begun:
        raise _bad("no model in its model part")
    return reading.part


def start_part(chunks: Iterable[bytes]) -> str:
    """Return the path of the package's first model, from its table of relationships."""
    found: list[str] = []

    def start(name: str, given: Attributes) -> None:
        if name.rpartition(" ")[2] == "Relationship" and given.get("Type") == _MODEL_LINK:
            found.append(given.get("Target", ""))

    _parse(chunks, start, {})
    return found[0] if found else ""


def _parse(
    chunks: Iterable[bytes], start: Callable[[str, Attributes], None], prefixes: dict[str, str]
) -> None:
    parser = expat.ParserCreate(namespace_separator=" ")

    def refuse(*_: object) -> None:
        raise _bad("it declares a document type")

    def prefix(name: str | None, uri: str) -> None:
        prefixes[name or ""] = uri

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartNamespaceDeclHandler = prefix
    parser.StartElementHandler = start
    try:
        for chunk in chunks:
            parser.Parse(chunk, False)
        parser.Parse(b"", True)
    except expat.ExpatError as bad:
        raise _bad(f"line {bad.lineno} of its XML") from bad
    except (KeyError, ValueError, OverflowError, UnicodeError) as bad:
        raise _bad(f"line {parser.CurrentLineNumber} of its XML") from bad


class _Reading:
    """Takes elements one by one; text and ends of elements say nothing we need."""

    def __init__(self) -> None:
        self.part = ModelPart()
        self.prefixes: dict[str, str] = {}
        self.begun = False
        self._mould: Mould | None = None
        self._corners = self._triangles = 0

    def start(self, name: str, given: Attributes) -> None:
        """Take an element; a name is its namespace, a space and its own name."""
        match name.rpartition(" ")[2]:
            case "vertex" if self._mould is not None:
                self._corner(given)
            case "triangle" if self._mould is not None:
                self._triangle(given)
            case "object":
                self._mould = None
                if given.get("type", "model") not in _ASIDE:
                    number = given["id"]
                    self._mould = Mould(given.get("name") or f"object-{number}")
                    self.part.objects[number] = self._mould
                else:
                    self.part.objects[given["id"]] = Mould("")
            case "component" if self._mould is not None:
                self._mould.components.append(_placing(given))
            case "item":
                self.part.items.append(_placing(given))
            case "model":
                self._model(given)
            case _:
                pass

    def _corner(self, given: Attributes) -> None:
        assert self._mould is not None
        self._corners += 1
        if self._corners > MAX_TRIANGLES:
            raise BadMesh("too_many_corners", found=self._corners, limit=MAX_TRIANGLES)
        point = (float(given["x"]), float(given["y"]), float(given["z"]))
        self._mould.vertices.extend(point)

    def _triangle(self, given: Attributes) -> None:
        assert self._mould is not None
        self._triangles += 1
        if self._triangles > MAX_TRIANGLES:
            raise BadMesh("too_many", found=self._triangles, limit=MAX_TRIANGLES)
        self._mould.triangles.extend((int(given["v1"]), int(given["v2"]), int(given["v3"])))

    def _model(self, given: Attributes) -> None:
        self.begun = True
        unit = given.get("unit", "millimeter")
        if unit not in _UNITS:
            raise _bad(f"the unit {unit[:40]}")
        self.part.unit = unit
        for prefix in given.get("requiredextensions", "").split():
            needed = self.prefixes.get(prefix, prefix)
            if needed not in _KNOWN:
                raise BadMesh("extension", found=needed[:120])


def _placing(given: Attributes) -> Placing:
    numbers = tuple(float(word) for word in given.get("transform", "").split())
    if numbers and (len(numbers) != 12 or not all(map(math.isfinite, numbers))):
        raise _bad("a transform that is not twelve numbers")
    path = given.get(f"{_PRODUCTION} path", "")
    return Placing(given["objectid"], path, numbers)
