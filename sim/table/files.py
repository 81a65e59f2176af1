"""Where a scene's mesh files come from: a folder, or a bundle.

A bundle (``.hulldown``) is a zip with ``scene.toml`` and its models. Reading one trusts nothing:
names that leave the bundle, links, too many or too large entries and zip bombs are refused.
"""

from __future__ import annotations

import hashlib
import io
import os
import stat
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Protocol

from sim.errors import InputProblems
from sim.table.reading import Collector

__all__ = [
    "BundleFiles",
    "FolderFiles",
    "MeshFiles",
    "pack_bundle",
    "sha256_of",
    "unpack_bundle",
    "write_whole",
]

SCENE_ENTRY = "scene.toml"
#: Limits of a bundle: entries, unpacked bytes, and how far one entry may be compressed.
MAX_ENTRIES = 256
MAX_UNPACKED = 600_000_000
MAX_RATIO = 200


class MeshFiles(Protocol):
    """Gives the bytes of a scene's mesh files."""

    def read(self, name: str) -> bytes | None:
        """Return the file's bytes, or None when there is none."""
        ...

    def names(self) -> tuple[str, ...]:
        """Return the names of files there are, for suggestions."""
        ...


class FolderFiles:
    """Mesh files beside a scene file.

    Parameters
    ----------
    folder : Path
        The scene's folder: names are relative to it.
    roots : sequence of Path
        Further folders, searched by the bare file name when the first has none.
    """

    def __init__(self, folder: Path, roots: Sequence[Path] = ()) -> None:
        self.folder = folder
        self.roots = tuple(roots)

    def read(self, name: str) -> bytes | None:
        """Return the bytes of a file named relative to the scene's folder."""
        plain = PurePosixPath(name.replace("\\", "/"))
        for place in (self.folder / plain, *(root / plain.name for root in self.roots)):
            try:
                return place.read_bytes()
            except OSError:
                continue
        return None

    def names(self) -> tuple[str, ...]:
        """Return the mesh files in the scene's folder and its folders of models, and pieces."""
        found: list[str] = []
        for sub in (".", "meshes", "models", "pieces"):
            found += [
                (PurePosixPath(sub) / each.name).as_posix()
                for each in sorted((self.folder / sub).glob("*"))
                if each.suffix.lower() in (".stl", ".obj", ".glb", ".ply")
                or (sub == "pieces" and each.suffix == ".toml")
            ]
        return tuple(found)


class BundleFiles:
    """Mesh files of an unpacked bundle, held in memory."""

    def __init__(self, entries: Mapping[str, bytes]) -> None:
        self.entries = dict(entries)

    def read(self, name: str) -> bytes | None:
        """Return the bytes of an entry."""
        return self.entries.get(PurePosixPath(name).as_posix())

    def names(self) -> tuple[str, ...]:
        """Return the names of all entries but the scene."""
        return tuple(name for name in self.entries if name != SCENE_ENTRY)


def sha256_of(data: bytes) -> str:
    """Return the SHA-256 of some bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def write_whole(path: Path, data: bytes) -> None:
    """Write a file beside its place and move it there, so that a stop leaves the old one whole."""
    beside = path.with_name(f".{path.name}.part")
    with beside.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(path)


def pack_bundle(scene_toml: bytes, meshes: Mapping[str, bytes]) -> bytes:
    """Return a bundle; the same contents always give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, data in [(SCENE_ENTRY, scene_toml), *sorted(meshes.items())]:
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            bundle.writestr(entry, data)
    return out.getvalue()


def unpack_bundle(path: Path, file: str) -> dict[str, bytes]:
    """Return the entries of a bundle by name, ``scene.toml`` among them.

    Raises
    ------
    InputProblems
        When it is no zip, has no scene, or holds something that should not be in one.
    """
    found = Collector(file)
    try:
        with zipfile.ZipFile(path) as bundle:
            _check_entries(bundle.infolist(), found)
            if not found.problems:
                return _read_entries(bundle)
    except FileNotFoundError:
        found.add("no_file")
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, EOFError):
        found.add("bad_bundle")
    raise InputProblems(found.problems)


def _read_entries(bundle: zipfile.ZipFile) -> dict[str, bytes]:
    entries: dict[str, bytes] = {}
    for info in bundle.infolist():
        if not info.is_dir():
            # zipfile stops at the declared size, which was checked, and verifies the checksum.
            entries[info.filename] = bundle.read(info)
    return entries


def _check_entries(infos: Sequence[zipfile.ZipInfo], found: Collector) -> None:
    names = [info.filename for info in infos]
    if len(infos) > MAX_ENTRIES:
        found.add("bundle_entries", found=len(infos), limit=MAX_ENTRIES)
    if sum(info.file_size for info in infos) > MAX_UNPACKED:
        total = sum(info.file_size for info in infos)
        found.add("too_large", bytes=total, limit=MAX_UNPACKED)
    if SCENE_ENTRY not in names:
        found.add("bundle_no_scene", expected=SCENE_ENTRY)
    for info in infos[:MAX_ENTRIES]:
        plain = PurePosixPath(info.filename)
        leaves = plain.is_absolute() or ".." in plain.parts or "\\" in info.filename
        if leaves or ":" in info.filename or names.count(info.filename) > 1:
            found.add("bundle_name", found=info.filename)
        if stat.S_ISLNK(info.external_attr >> 16):
            found.add("bundle_link", found=info.filename)
        if info.file_size > 1_000_000 and info.file_size > MAX_RATIO * max(info.compress_size, 1):
            found.add("bundle_bomb", found=info.filename)
