"""3MF files: the zip and what is built from its parts; `mesh_3mf_part` reads one part's XML.

Item and component transforms are applied, the production extension's parts are followed, the unit
travels along. The zip is never unpacked whole: entries, sizes and ratios are limited, and bytes are
counted while they are read.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sim.geometry.mesh_data import Floats, Ints, Part
from sim.geometry.meshes.raw import MAX_TRIANGLES, BadMesh, RawMesh
from sim.geometry.meshes.threemf_part import ModelPart, Mould, Placing, read_part, start_part

__all__ = ["read_3mf"]

#: Limits of the package: entries, unpacked bytes, how far an entry may be packed.
MAX_ENTRIES, MAX_UNPACKED, MAX_RATIO = 64, 600_000_000, 200
_MAX_PLACEMENTS, _MAX_DEPTH = 20_000, 64
_CHUNK = 1 << 18
_DEFAULT_MODEL = "3D/3dmodel.model"
#: 3MF's words for units, in ours: name, and our units in one of theirs.
_UNITS = {
    "micron": ("mm", 0.001),
    "millimeter": ("mm", 1.0),
    "centimeter": ("cm", 1.0),
    "inch": ("in", 1.0),
    "foot": ("ft", 1.0),
    "meter": ("m", 1.0),
}
_MM = {
    "micron": 0.001,
    "millimeter": 1,
    "centimeter": 10,
    "inch": 25.4,
    "foot": 304.8,
    "meter": 1e3,
}


def _bad(why: str) -> BadMesh:
    return BadMesh("unreadable", kind="3MF", why=why)


def read_3mf(data: bytes) -> RawMesh:
    """Read a 3MF file in its own unit, z up by the standard; items become parts.

    Raises
    ------
    BadMesh
        ``unreadable``, ``empty``, ``index_range``, ``extension``, ``bomb`` or ``too_many``.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            return _Package(package).built()
    except (zipfile.BadZipFile, EOFError, RuntimeError, NotImplementedError, OSError) as bad:
        raise _bad("not a sound zip") from bad


@dataclass(frozen=True, eq=False)
class _Placed:
    name: str
    vertices: Floats
    faces: Ints


class _Package:
    def __init__(self, package: zipfile.ZipFile) -> None:
        self.package = package
        self._entries: dict[str, zipfile.ZipInfo] = {}
        self._models: dict[str, ModelPart] = {}
        self._read = 0
        self._check()

    def _check(self) -> None:
        """Refuse a package that unpacks to more than a model can need."""
        infos = [info for info in self.package.infolist() if not info.is_dir()]
        total = sum(info.file_size for info in infos)
        if len(infos) > MAX_ENTRIES:
            raise BadMesh("bomb_entries", found=len(infos), limit=MAX_ENTRIES)
        if total > MAX_UNPACKED:
            raise BadMesh("bomb", found=total // 1_000_000, limit=MAX_UNPACKED // 1_000_000)
        for info in infos:
            if info.file_size > 1_000_000 and info.file_size > MAX_RATIO * info.compress_size:
                ratio = info.file_size // max(info.compress_size, 1)
                raise BadMesh("bomb_ratio", found=ratio, limit=MAX_RATIO)
            self._entries[info.filename.lstrip("/").lower()] = info

    def _bytes(self, name: str) -> Iterator[bytes]:
        """Yield an entry piece by piece, counting."""
        info = self._entries.get(name.lstrip("/").lower())
        if info is None:
            raise _bad(f"the part {name[:80]} is missing")
        with self.package.open(info) as entry:
            while chunk := entry.read(_CHUNK):
                self._read += len(chunk)
                if self._read > MAX_UNPACKED:
                    raise BadMesh(
                        "bomb", found=self._read // 1_000_000, limit=MAX_UNPACKED // 10**6
                    )
                yield chunk

    def model(self, name: str) -> ModelPart:
        """Return a part by its path in the package, read once."""
        key = name.lstrip("/").lower()
        if key not in self._models:
            self._models[key] = read_part(self._bytes(name))
        return self._models[key]

    def built(self) -> RawMesh:
        """Return what the package's first model builds."""
        links = "_rels/.rels"
        start = start_part(self._bytes(links)) if links in self._entries else ""
        name = start or _DEFAULT_MODEL
        root = self.model(name)
        unit, factor = _unit(root)
        placed: list[_Placed] = []
        count = 0
        for each in self._placed(name, root):
            placed.append(each)
            count += len(each.faces)
            if len(placed) > _MAX_PLACEMENTS or count > MAX_TRIANGLES:
                raise BadMesh("too_many", found=count, limit=MAX_TRIANGLES)
        if not count:
            raise BadMesh("empty")
        first = np.cumsum([0, *(len(each.vertices) for each in placed)])
        faces = [each.faces + offset for each, offset in zip(placed, first, strict=False)]
        vertices = np.concatenate([each.vertices for each in placed]) * factor
        return RawMesh(vertices, np.concatenate(faces).astype(np.int32), _parts(placed), unit=unit)

    def _placed(self, name: str, root: ModelPart) -> Iterator[_Placed]:
        """Walk build items and their components, in order, and yield every mesh in its place."""
        visited = 0
        waiting = [(name, item, np.eye(4), frozenset[tuple[str, str]]()) for item in root.items]
        waiting.reverse()
        while waiting:
            where, placing, above, trail = waiting.pop()
            visited += 1
            path = placing.path or where
            step = (path.lstrip("/").lower(), placing.object_id)
            if step in trail:
                raise _bad("an object holds itself")
            if visited > _MAX_PLACEMENTS or len(trail) > _MAX_DEPTH:
                raise BadMesh("too_many_places", limit=_MAX_PLACEMENTS, deep=_MAX_DEPTH)
            part = self.model(path)
            mould = part.objects.get(placing.object_id)
            if mould is None:
                raise _bad(f"there is no object {placing.object_id[:40]}")
            matrix = _matrix(placing) @ above
            if mould.triangles:
                yield _set(mould, matrix, _MM[part.unit] / _MM[root.unit])
            inner = trail | {step}
            waiting += [(path, each, matrix, inner) for each in reversed(mould.components)]


def _unit(part: ModelPart) -> tuple[str, float]:
    return _UNITS[part.unit]


def _matrix(placing: Placing) -> Floats:
    """Return a transform that is applied to row vectors from the right, ``(4, 4)``."""
    matrix = np.eye(4)
    if placing.transform:
        matrix[:, :3] = np.array(placing.transform).reshape(4, 3)
    return matrix


def _set(mould: Mould, matrix: Floats, factor: float) -> _Placed:
    vertices = np.frombuffer(mould.vertices, dtype=np.float64).reshape(-1, 3) * factor
    faces = np.frombuffer(mould.triangles, dtype=np.int64).reshape(-1, 3)
    low, high = int(faces.min()), int(faces.max())
    if low < 0 or high >= len(vertices):
        raise BadMesh("index_range", found=low if low < 0 else high, count=len(vertices))
    with np.errstate(invalid="ignore", over="ignore"):  # refused later, with a message
        if np.linalg.det(matrix[:3, :3]) < 0:
            faces = faces[:, ::-1]
        placed = vertices @ matrix[:3, :3] + matrix[3, :3]
    return _Placed(mould.name, placed, faces.astype(np.int32))


def _parts(placed: list[_Placed]) -> tuple[Part, ...]:
    firsts = np.cumsum([0, *(len(each.faces) for each in placed)])
    return tuple(
        Part(each.name, int(first), len(each.faces))
        for each, first in zip(placed, firsts, strict=False)
    )
