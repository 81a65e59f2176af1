"""Bodies of pieces and miniatures: kit, mesh files and built-in solids, in their own frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from sim.errors import InputProblems
from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import box_mesh, cylinder_mesh, merge, seated, transform
from sim.geometry.pose import Pose
from sim.table.files import MeshFiles, sha256_of
from sim.table.kit import KitPiece, kit_names, kit_piece, piece_from
from sim.table.loading import FIGURE_PARTS, body_named, load_body
from sim.table.names import did_you_mean
from sim.table.reading import Collector, parse_toml
from sim.table.ruins import figure_of_parts, ruin_piece
from sim.table.schema import BoxFile, MiniFile, RuinFile, SilhouetteFile, SolidFile

__all__ = ["Bodies", "Made", "ShapeKeys"]

Made = tuple[MeshData, KitPiece | None]

#: Built-in solids and the keys each of them reads.
SOLIDS: dict[str, tuple[str, ...]] = {
    "box": ("size",),
    "cylinder": ("radius", "height"),
    "boxes": ("boxes",),
    "ruin": ("ruin",),
    "parts": ("solids", "silhouette"),
}
#: Keys that one solid or another reads.
SOLID_KEYS = ("size", "radius", "height", "boxes", "ruin", "solids", "silhouette")
#: Keys that only a mesh file reads.
MESH_KEYS = ("unit", "up")
#: How the name of a piece file ends.
PIECE_ENDING = ".toml"
#: Files whose format fixes the unit and the upward axis.
SELF_TOLD = {".glb": ("m", "y")}


@dataclass(frozen=True)
class ShapeKeys:
    """The keys of a table that say what a thing is made of.

    Attributes are those of `sim.table.schema.ShapeFile`, None where not given.
    """

    model: str
    size: tuple[float, float, float] | None = None
    radius: float | None = None
    height: float | None = None
    boxes: Sequence[BoxFile] | None = None
    ruin: RuinFile | None = None
    solids: Sequence[SolidFile] | None = None
    silhouette: SilhouetteFile | None = None
    unit: str | float | None = None
    up: str | None = None
    turn: float = 0.0
    scale: float = 1.0

    @classmethod
    def of(cls, table: object) -> ShapeKeys:
        """Return the shape keys of any table that has a ``model``."""
        given = {name: getattr(table, name, None) for name in cls.__dataclass_fields__}
        if isinstance(table, MiniFile):
            del given["unit"]  # a miniature's unit is its squad
        return cls(**{name: value for name, value in given.items() if value is not None})


class Bodies:
    """Makes the bodies of one scene, gathering what is wrong with them.

    Parameters
    ----------
    files : MeshFiles
    found : Collector
    """

    def __init__(self, files: MeshFiles, found: Collector) -> None:
        self.files = files
        self.found = found
        self.digests: dict[str, str] = {}
        #: Digests of all files that were read for a model, by its name.
        self._files_of: dict[str, dict[str, str]] = {}
        self._reading: list[dict[str, str]] = []
        self._broken: list[str] = []
        self._meshes: dict[tuple[object, ...], MeshData | None] = {}
        self._pieces: dict[str, KitPiece | None] = {}

    def sharing(self, found: Collector) -> Bodies:
        """Return a maker with the same files that gathers its problems elsewhere."""
        return Bodies(self.files, found)

    def anew(self, found: Collector) -> Bodies:
        """Return a maker for another state of the scene that knows the files read so far.

        What could not be read is read again, so that its problems are told again.
        """
        made = Bodies(self.files, found)
        made._files_of = self._files_of
        made._meshes = {key: body for key, body in self._meshes.items() if body is not None}
        made._pieces = {name: piece for name, piece in self._pieces.items() if piece is not None}
        return made

    def count(self, model: str) -> None:
        """Count the files of a model among the scene's: something made of it is still used."""
        self.digests.update(self._files_of.get(model, {}))

    def body(self, table: object, where: str, part: str) -> Made | None:
        """Return the body a table's ``model`` names, and its kit piece if it is one.

        Parameters
        ----------
        table : a piece, figure, miniature or profile
        where : str
            Its place in the file.
        part : str
            Name of the one part of a solid or mesh without names.
        """
        keys = ShapeKeys.of(table)
        self._refuse_keys(keys, where)
        self._reading.append(self._files_of.setdefault(keys.model, {}))
        made = self._made(keys, where, part)
        self._reading.pop()
        self.count(keys.model)
        return made

    def _made(self, keys: ShapeKeys, where: str, part: str) -> Made | None:
        if keys.model.startswith("kit:"):
            return self._kit(keys.model[4:], where)
        if keys.model.endswith(PIECE_ENDING):
            return self._piece(keys, where)
        if keys.model == "ruin":
            return self._ruin(keys, where)
        body = (self._solid if keys.model in SOLIDS else self._mesh)(keys, where, part)
        return None if body is None else (body, None)

    def _refuse_keys(self, keys: ShapeKeys, where: str) -> None:
        """Add a problem for each key that this sort of model does not read."""
        piece = keys.model.startswith("kit:") or keys.model.endswith(PIECE_ENDING)
        mesh = keys.model not in SOLIDS and not piece
        read = SOLIDS.get(keys.model, MESH_KEYS if mesh else ())
        for key in (*SOLID_KEYS, *MESH_KEYS):
            if key not in read and getattr(keys, key) is not None:
                self.found.add("solid_key", f"{where}.{key}", model=keys.model, key=key)

    def _kit(self, name: str, where: str) -> Made | None:
        if name not in kit_names():
            near = did_you_mean(name, kit_names())
            self.found.add("unknown_kit", f"{where}.model", found=name, nearest=near)
            return None
        if name in self._broken:
            return None
        try:
            piece = kit_piece(name)
        except InputProblems as error:
            self._broken.append(name)  # said once, however many pieces of it there are
            self.found.add_error(error)
            return None
        return piece.body, piece

    def _piece(self, keys: ShapeKeys, where: str) -> Made | None:
        """Return the piece of a file beside the scene: as it was imported, never scaled again."""
        for key, plain in (("turn", 0.0), ("scale", 1.0)):
            if getattr(keys, key) != plain:
                self.found.add("solid_key", f"{where}.{key}", model=keys.model, key=key)
        name = keys.model
        if name not in self._pieces:
            self._pieces[name] = self._read_piece(name, where)
        piece = self._pieces[name]
        return None if piece is None else (piece.body, piece)

    def _read_piece(self, name: str, where: str) -> KitPiece | None:
        data = self._read(name)
        if data is None:
            near = did_you_mean(name, self.files.names())
            self.found.add("no_piece", f"{where}.model", found=name, nearest=near)
            return None
        folder = PurePosixPath(name).parent
        inner = Collector(name)
        try:
            raw = parse_toml(data, name)
            made = piece_from(raw, lambda each: self._read((folder / each).as_posix()), inner)
        except InputProblems as error:
            self.found.add_error(error)
            return None
        self.found.problems += inner.problems
        return made

    def _read(self, name: str) -> bytes | None:
        """Return the bytes of a file, its digest kept."""
        data = self.files.read(name)
        if data is not None:
            self._reading[-1][name] = sha256_of(data)
        return data

    def _solid(self, keys: ShapeKeys, where: str, part: str) -> MeshData | None:
        if keys.model == "parts":
            return figure_of_parts(keys.solids or (), keys.silhouette, self.found, where)
        missing = [key for key in SOLIDS[keys.model] if getattr(keys, key) is None]
        if missing:
            self.found.add("solid_needs", where, model=keys.model, key=", ".join(missing))
        elif keys.size is not None and keys.model == "box":
            return _box(keys.size, part)
        elif keys.radius is not None and keys.height is not None:
            return cylinder_mesh(keys.radius, keys.height, name=part)
        else:
            return self._boxes(keys.boxes or (), where, part)
        return None

    def _ruin(self, keys: ShapeKeys, where: str) -> Made | None:
        """Return a ruin with the floors and walls that its parameters give it."""
        if keys.ruin is None:
            self.found.add("solid_needs", where, model=keys.model, key="ruin")
            return None
        piece = ruin_piece(keys.ruin, self.found, f"{where}.ruin")
        return None if piece is None else (piece.body, piece)

    def _boxes(self, boxes: Sequence[BoxFile], where: str, part: str) -> MeshData | None:
        for index, box in enumerate(boxes):
            if not all(low < high for low, high in zip(box.low, box.high, strict=True)):
                place = f"{where}.boxes[{index + 1}]"
                self.found.add("box_corners", place, found=list(box.low), expected=list(box.high))
                return None
        return merge(box_mesh(box.low, box.high, box.part or part) for box in boxes)

    def _mesh(self, keys: ShapeKeys, where: str, part: str) -> MeshData | None:
        key = (keys.model, keys.unit, keys.up, keys.turn, keys.scale, part)
        if key not in self._meshes:
            self._meshes[key] = self._load(keys, where, part)
        return self._meshes[key]

    def _load(self, keys: ShapeKeys, where: str, part: str) -> MeshData | None:
        data = self._read(keys.model)
        if data is None:
            near = did_you_mean(keys.model, self.files.names())
            self.found.add("no_mesh", f"{where}.model", found=keys.model, nearest=near)
            return None
        told = SELF_TOLD.get(PurePosixPath(keys.model).suffix.lower(), (None, None))
        unit, up = keys.unit or told[0], keys.up or told[1]
        if unit is None or up is None:
            wanted = ", ".join(key for key, value in (("unit", unit), ("up", up)) if not value)
            self.found.add("mesh_needs", where, key=wanted)
            return None
        body = load_body(data, keys.model, unit, up, self.found, f"{where}.model")
        if body is None:
            return None
        turned = transform(seated(body), Pose(0.0, 0.0, keys.turn), scale=keys.scale)
        return body_named(turned, part) if part in FIGURE_PARTS else turned


def _box(size: tuple[float, float, float], part: str) -> MeshData:
    x, y, z = size
    return box_mesh((-x / 2, -y / 2, 0.0), (x / 2, y / 2, z), part)
