"""Scenes: a table with its pieces, forces, miniatures and claims, from a file and back.

`open_scene` reads a scene (or a bundle), checks everything and says all that is wrong at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import msgspec
import tomli_w

from sim.errors import InputProblems, Problem
from sim.table.build import Builder, PlacedMini, Reuse
from sim.table.bundles import bundled_files
from sim.table.checks import check_names
from sim.table.files import (
    SCENE_ENTRY,
    BundleFiles,
    FolderFiles,
    MeshFiles,
    pack_bundle,
    sha256_of,
    unpack_bundle,
    write_whole,
)
from sim.table.pieces import Table
from sim.table.profiles import ProfileBook, load_book
from sim.table.reading import (
    Collector,
    check_format,
    convert,
    parse_toml,
    read_toml,
)
from sim.table.salvage import salvage
from sim.table.scene_forces import Force, ForceUnit, read_forces
from sim.table.schema import ForceEntry, SceneFile

__all__ = [
    "Assembled",
    "Force",
    "ForceUnit",
    "PlacedMini",
    "Scene",
    "assemble",
    "build_table",
    "open_scene",
    "save_bundle",
    "save_scene",
    "scene_from_text",
    "scene_text",
]


@dataclass(frozen=True, eq=False)
class Scene:
    """A scene that was read and found good.

    Attributes
    ----------
    file : SceneFile
        What the file says, as it says it.
    source : str
        Name of the file as the person gave it.
    files : MeshFiles
        Where its mesh files come from.
    table : Table
    minis : tuple of PlacedMini
        Miniatures that stand on the table, in file order.
    forces : tuple of Force
    book : ProfileBook
        The profiles of its game; empty without one.
    mesh_digests : mapping of mesh name to SHA-256
    """

    file: SceneFile
    source: str
    files: MeshFiles
    table: Table
    minis: tuple[PlacedMini, ...]
    forces: tuple[Force, ...]
    book: ProfileBook
    mesh_digests: Mapping[str, str]

    @property
    def name(self) -> str:
        """The scene's name."""
        return self.file.name

    @property
    def game(self) -> str:
        """The game it is for; empty when it is for none."""
        return self.file.game

    def options(self, game: str) -> Mapping[str, object]:
        """Return the options the scene sets for a game."""
        return self.file.options.get(game, {})

    def scenario(self, game: str) -> Mapping[str, object]:
        """Return what the scene says of a game's scenario: opaque here."""
        return self.file.scenario.get(game, {})

    def mini(self, name: str) -> PlacedMini:
        """Return a miniature by its exact id (see `sim.table.names.resolve_id`).

        Raises
        ------
        KeyError
            When there is none.
        """
        for each in self.minis:
            if each.id == name:
                return each
        raise KeyError(name)

    def digest(self) -> str:
        """Return the SHA-256 of the scene's contents and of its meshes.

        Two files that say the same in other words or order of keys have one digest.
        """
        return sha256_of(
            msgspec.json.encode(
                [msgspec.to_builtins(self.file), dict(self.mesh_digests)], order="sorted"
            )
        )


def open_scene(path: Path | str, mesh_roots: Sequence[Path] = ()) -> Scene:
    """Return the scene of a file: ``.toml``, or a ``.hulldown`` bundle.

    Parameters
    ----------
    path : Path or str
    mesh_roots : sequence of Path
        Further folders in which mesh files are looked up by their bare names.

    Raises
    ------
    InputProblems
        With every problem of the scene at once.
    """
    where = Path(path)
    if where.suffix.lower() == ".hulldown":
        entries = unpack_bundle(where, str(path))
        raw = parse_toml(entries[SCENE_ENTRY], str(path))
        return _scene(raw, str(path), BundleFiles(entries), None)
    raw = read_toml(where, str(path))
    return _scene(raw, str(path), FolderFiles(where.parent, mesh_roots), where.parent)


def scene_from_text(text: str, folder: Path, source: str = SCENE_ENTRY) -> Scene:
    """Return the scene of some TOML; its mesh files are relative to `folder`.

    Raises
    ------
    InputProblems
        With every problem of the scene at once.
    """
    return _scene(parse_toml(text.encode(), source), source, FolderFiles(folder), folder)


def build_table(scene: Scene) -> Table:
    """Return the table of a scene."""
    return scene.table


def save_scene(scene: Scene | SceneFile, path: Path) -> None:
    """Write a scene file whole; loading it again gives an equal scene."""
    file = scene.file if isinstance(scene, Scene) else scene
    write_whole(path, _toml(file))


def scene_text(scene: Scene) -> str:
    """Return the scene as one TOML text, units of force files written out.

    Read back with `scene_from_text` it gives an equal scene, where its mesh files are at hand.
    """
    return _toml(msgspec.structs.replace(scene.file, force=_forces_inside(scene))).decode()


def save_bundle(scene: Scene, path: Path) -> None:
    """Write a scene with its mesh and piece files as one bundle.

    They get flat names under ``models/``; kit pieces stay names, for they come with the
    program.
    """
    renamed, meshes = bundled_files(scene.mesh_digests, scene.files)
    pieces = [_with_model(each, renamed) for each in scene.file.piece]
    figures = [_with_model(each, renamed) for each in scene.file.figure]
    file = msgspec.structs.replace(
        scene.file, piece=pieces, figure=figures, force=_forces_inside(scene)
    )
    write_whole(path, pack_bundle(_toml(file), meshes))


def _forces_inside(scene: Scene) -> list[ForceEntry]:
    """Return the force entries with the units of force files written out."""
    return [
        entry
        if entry.units
        else ForceEntry(
            side=entry.side,
            name=force.name,
            faction=force.faction,
            units=[dict(unit.raw) or unit.unit for unit in force.units],
        )
        for entry, force in zip(scene.file.force, scene.forces, strict=True)
    ]


def _with_model(each: Any, renamed: Mapping[str, str]) -> Any:
    return msgspec.structs.replace(each, model=renamed.get(each.model, each.model))


#: What a person looks for first in a table, whatever Struct its keys come from.
_FIRST_KEYS = ("id", "name", "model", "profile", "kind", "at", "facing", "level")


def _toml(file: SceneFile) -> bytes:
    plain = cast("dict[str, Any]", msgspec.to_builtins(file))
    for key in ("piece", "figure", "mini"):
        if key in plain:
            plain[key] = [_in_reading_order(table) for table in plain[key]]
    return tomli_w.dumps({"format": file.format, **plain}).encode()


def _in_reading_order(table: Mapping[str, Any]) -> dict[str, Any]:
    first = {key: table[key] for key in _FIRST_KEYS if key in table}
    return {**first, **table}


# --- reading ------------------------------------------------------------------------------------


def _scene(raw: Mapping[str, object], source: str, files: MeshFiles, folder: Path | None) -> Scene:
    found = Collector(source)
    if not check_format(raw, "scene", 1, found):
        found.raise_if_any()
    whole = convert(raw, SceneFile, found)
    file = whole or salvage(raw)
    book, problems = _book(file.game)
    scene = _put_together(file, raw, (files, folder), book, found)
    found.problems += problems
    found.raise_if_any()
    return scene


@dataclass(frozen=True, eq=False)
class Assembled:
    """A scene as far as it can be built, and all that is wrong with it.

    Attributes
    ----------
    scene : Scene
        Without its faulty pieces and miniatures.
    problems : tuple of Problem
        Empty when the scene is good.
    """

    scene: Scene
    problems: tuple[Problem, ...]


def assemble(
    file: SceneFile, files: MeshFiles, *, source: str = SCENE_ENTRY, reuse: Reuse | None = None
) -> Assembled:
    """Return the scene of what a file would say, built as far as it can be.

    Parameters
    ----------
    file : SceneFile
        Each value within its limits: what the tables mean together is checked here.
    files : MeshFiles
        A folder's, where force files are looked for, too.
    source : str
        What to call it in messages.
    reuse : Reuse, optional
        What was built of another state of the same scene.
    """
    found = Collector(source)
    raw = {
        key: [{"id": each.id} for each in getattr(file, key)] for key in ("piece", "figure", "mini")
    }
    book, problems = _book(file.game)
    folder = files.folder if isinstance(files, FolderFiles) else None
    scene = _put_together(file, raw, (files, folder), book, found, reuse)
    return Assembled(scene, (*found.problems, *problems))


def _put_together(
    file: SceneFile,
    raw: Mapping[str, object],
    beside: tuple[MeshFiles, Path | None],
    book: ProfileBook,
    found: Collector,
    reuse: Reuse | None = None,
) -> Scene:
    """Return the scene of a file, the problems of its parts gathered."""
    files, folder = beside
    check_names(file, raw, book, found)
    builder = Builder(file, raw, files, book, found, reuse)
    table, minis = builder.build()
    forces = read_forces(file, folder, book, found)
    digests = dict(sorted(builder.digests.items()))
    return Scene(file, found.file, files, table, minis, forces, book, digests)


def _book(game: str) -> tuple[ProfileBook, Sequence[Problem]]:
    try:
        return load_book(game) if game else ProfileBook(""), ()
    except InputProblems as error:
        return ProfileBook(game), error.problems
