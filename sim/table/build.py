"""From the tables of a scene file to the table: bodies placed, areas laid, models made."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from sim.geometry.meshes import transform
from sim.geometry.pose import GROUND, Point, pose_from_outside
from sim.table.bodies import Bodies, Made
from sim.table.checks import raw_ids
from sim.table.files import MeshFiles
from sim.table.models import MadeModels, ModelMaker, ModelShelf
from sim.table.names import did_you_mean
from sim.table.outlines import PieceOutlines
from sim.table.pieces import Floor, Stand, Table, Terrain
from sim.table.placing import PlacedMini, check_places
from sim.table.profiles import ProfileBook
from sim.table.reading import Collector, item_place
from sim.table.schema import KitFile, MiniFile, PieceFile, SceneFile

__all__ = ["UNPLACED", "Builder", "PlacedMini", "Reuse"]

V = TypeVar("V")

#: Where a faulty table's thing is said to be: nowhere a file can say.
UNPLACED: Point = (math.inf, math.inf)
#: What holds for a piece that is not of the kit and does not say otherwise.
_NO_KIT = KitFile(id="", role="terrain", model="")


@dataclass(eq=False)
class Reuse:
    """What was built of a scene and serves its next state, where the tables are the same.

    Attributes
    ----------
    bodies : Bodies or None
        Keeps the meshes that were read.
    pieces : mapping of id to (size of the table, height of the level, its table, Terrain)
    models : mapping of id to (keys that shape it, Model)
    """

    bodies: Bodies | None = None
    pieces: dict[str, tuple[Point, float, PieceFile, Terrain]] = field(
        default_factory=dict[str, tuple[Point, float, PieceFile, Terrain]]
    )
    models: MadeModels = field(default_factory=dict)


class Builder:
    """Builds the table of one scene, gathering what is wrong with its models and places.

    Parameters
    ----------
    file : SceneFile
    raw : mapping
        The file as parsed: ids of faulty tables are known names, too.
    files : MeshFiles
    book : ProfileBook
    found : Collector
    reuse : Reuse, optional
        What was built of another state of the same scene; it is brought up to this one.
    """

    def __init__(
        self,
        file: SceneFile,
        raw: Mapping[str, object],
        files: MeshFiles,
        book: ProfileBook,
        found: Collector,
        reuse: Reuse | None = None,
    ) -> None:
        self.file = file
        self.found = found
        self.reuse = reuse or Reuse()
        kept = self.reuse.bodies
        self.bodies = Bodies(files, found) if kept is None else kept.anew(found)
        self.reuse.bodies = self.bodies
        self.maker = ModelMaker(self.bodies, file.figure, book, self.reuse.models)
        self.raw = raw
        self.book = book

    @property
    def digests(self) -> Mapping[str, str]:
        """SHA-256 of every mesh file that was read, by its name in the scene."""
        return self.bodies.digests

    def build(self) -> tuple[Table, tuple[PlacedMini, ...]]:
        """Return the table and the miniatures on it; faulty ones are left out."""
        terrain: dict[str, Terrain] = {}
        floors: dict[str, Floor] = {}
        waiting = list(enumerate(self.file.piece))
        for index, piece in sorted(waiting, key=lambda each: each[1].level != GROUND):
            made = self._piece(piece, item_place("piece", index, piece), floors)
            if made is not None:
                terrain[piece.id] = made
                floors.update((f"{made.id}/{floor.name}", floor) for floor in made.floors)
        order = [piece.id for piece in self.file.piece if piece.id in terrain]
        models = ModelShelf(self.maker)
        table = Table(
            self.file.table.width,
            self.file.table.depth,
            self.file.table.ground,
            {name: terrain[name] for name in order},
            models,
        )
        minis = tuple(self._minis(models, floors, terrain))
        check_places(table, minis, floors, self.found)
        return table, minis

    def _piece(self, piece: PieceFile, where: str, floors: Mapping[str, Floor]) -> Terrain | None:
        """Return a piece: as it was built before where nothing about it has changed."""
        level_z = self._level_z(piece.level, where, floors)
        size = (self.file.table.width, self.file.table.depth)
        before = self.reuse.pieces.get(piece.id)
        if before is not None and level_z is not None and before[:3] == (size, level_z, piece):
            self.bodies.count(piece.model)
            return before[3]
        faults = len(self.found.problems)
        made = self.bodies.body(piece, where, "body")
        if made is None or level_z is None or piece.at == UNPLACED:
            return None
        built = self._placed_piece(piece, where, level_z, made)
        if len(self.found.problems) == faults:
            self.reuse.pieces[piece.id] = (size, level_z, piece, built)
        return built

    def _placed_piece(self, piece: PieceFile, where: str, level_z: float, made: Made) -> Terrain:
        body, kit = made
        file = _NO_KIT if kit is None else kit.file
        pose = pose_from_outside(*piece.at, piece.facing, piece.level)
        base_z = level_z + piece.lift
        placed = transform(body, pose, base_z)
        low, high = placed.bounds[:, :2]
        size = (self.file.table.width, self.file.table.depth)
        if (low > size).any() or (high < 0).any():
            self.found.add("piece_off_table", f"{where}.at")
        outlines = PieceOutlines(pose, self.found, where)
        return Terrain(
            id=piece.id,
            name=piece.name or file.name or piece.id,
            kind=piece.kind or file.kind,
            pose=pose,
            body=placed,
            area=outlines.area(_first(piece.area, file.area, "hull"), body),
            floors=outlines.floors(_first(piece.floor, file.floor), base_z),
            blocks=outlines.blocks(_first(piece.blocks, file.blocks, "none"), body),
            carries=_first(piece.carries, file.carries),
            is_line=_first(piece.line, file.line),
            model=piece.model,
            ratings={**file.ratings, **piece.ratings},
            drawn=None if kit is None or kit.drawn is None else transform(kit.drawn, pose, base_z),
        )

    def _level_z(self, level: str, where: str, floors: Mapping[str, Floor]) -> float | None:
        if level == GROUND:
            return 0.0
        if level in floors:
            return floors[level].z_in
        self._unknown_level(level, where, floors)
        return None

    def _unknown_level(self, level: str, where: str, floors: Mapping[str, Floor]) -> None:
        near = did_you_mean(level, [GROUND, *floors])
        self.found.add("unknown_level", f"{where}.level", found=level, nearest=near)

    def _minis(
        self, models: ModelShelf, floors: Mapping[str, Floor], terrain: Mapping[str, Terrain]
    ) -> Iterator[PlacedMini]:
        known_pieces = raw_ids(self.raw, "piece")
        for index, mini in enumerate(self.file.mini):
            where = item_place("mini", index, mini)
            model = self.maker.of_mini(mini, where)
            if mini.level != GROUND and mini.level not in floors:
                owner = mini.level.rpartition("/")[0]
                # Floors of a piece that could not be built are no mistake of who stands there.
                if owner not in known_pieces or owner in terrain:
                    near = did_you_mean(mini.level, [GROUND, *floors])
                    self.found.add(
                        "unknown_level", f"{where}.level", found=mini.level, nearest=near
                    )
                continue
            if model is None or model not in models or mini.at == UNPLACED:
                continue
            yield _placed(mini, model)


def _placed(mini: MiniFile, model: str) -> PlacedMini:
    pose = pose_from_outside(*mini.at, mini.facing, mini.level)
    unit = mini.unit or mini.id.rpartition("/")[0] or mini.id
    return PlacedMini(mini.id, unit, mini.side, mini.profile, Stand(model, pose))


def _first(*values: V | None) -> V:
    """Return the first value that is given."""
    return next(value for value in values if value is not None)
