"""Types of miniatures: from profiles, kit figures, mesh files and built-in solids to models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from sim.errors import HulldownError, InputProblems
from sim.geometry.areas import check_area
from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import merge, plan_hull, prism_mesh, select_parts, transform
from sim.geometry.outlines import outline_of
from sim.geometry.pose import GROUND, Pose
from sim.geometry.shapes import Box, Disc, Footprint, Oval
from sim.geometry.units import mm
from sim.table.bodies import Bodies
from sim.table.kit import KitPiece, kit_names
from sim.table.loading import FIGURE_PARTS
from sim.table.pieces import Model
from sim.table.profiles import ProfileBook
from sim.table.reading import Collector, item_place
from sim.table.schema import (
    BaseFile,
    FigureFile,
    KitFile,
    MiniFile,
    ProfileEntryFile,
)

__all__ = ["MadeModels", "ModelMaker", "ModelShelf", "footprint_of"]

FigureKeys = FigureFile | MiniFile | ProfileEntryFile
#: Models by id, each with the keys that it was made by.
MadeModels = dict[str, tuple[FigureKeys, Model]]
H = TypeVar("H", float, None)

#: A plain base as it is drawn: sides of a round one, and its height in inches.
BASE_SIDES = 48
BASE_HIGH_IN = 0.12


class ModelMaker:
    """Makes the models of one scene, each once.

    Parameters
    ----------
    bodies : Bodies
    figures : sequence of FigureFile
        The scene's own.
    book : ProfileBook
    before : MadeModels, optional
        Made of another state of the scene: those made by the same keys serve again. What is made
        here is added.
    """

    def __init__(
        self,
        bodies: Bodies,
        figures: Sequence[FigureFile],
        book: ProfileBook,
        before: MadeModels | None = None,
    ) -> None:
        self.bodies = bodies
        self.figures = tuple(figures)
        self.book = book
        self.before: MadeModels = {} if before is None else before
        self.made: dict[str, Model] = {}
        self._failed: set[str] = set()

    def of_mini(self, mini: MiniFile, where: str) -> str | None:
        """Return the model id of a miniature, or None with its problems gathered.

        Miniatures of a profile, figure or kit piece share its model; a built-in solid with its
        own sizes is a model of its own.
        """
        found = self.bodies.found
        if mini.profile:
            return mini.profile if self._profile(mini.profile, f"{where}.profile", found) else None
        if mini.model.startswith("figure:"):
            return self._figure(mini.model)
        own_keys = (mini.base, mini.eye_height_in, mini.height_in)
        if mini.model.startswith("kit:") and own_keys == (None, None, None):
            return self._keep(mini.model, mini, where)
        return self._keep(f"mini:{mini.id}", mini, where) if mini.model else None

    def _figure(self, name: str) -> str | None:
        for index, figure in enumerate(self.figures):
            if name == f"figure:{figure.id}":
                return self._keep(name, figure, item_place("figure", index, figure))
        return None

    def _keep(self, name: str, keys: FigureKeys, where: str) -> str | None:
        if name in self._failed:
            return None
        if name not in self.made:
            model = self._again(name, keys, where)
            if model is None:
                self._failed.add(name)
                return None
            self.made[name] = model
        return name

    def _again(self, name: str, keys: FigureKeys, where: str) -> Model | None:
        """Return a model, the one made before where the same keys shape it."""
        shaped, before = _shaping(keys), self.before.get(name)
        if before is not None and before[0] == shaped:
            self.bodies.count(keys.model)
            return before[1]
        faults = len(self.bodies.found.problems)
        model = self._make(name, keys, where)
        if model is not None and len(self.bodies.found.problems) == faults:
            self.before[name] = (shaped, model)
        return model

    def _profile(self, name: str, where: str, found: Collector) -> bool:
        entry = self.book.profiles.get(name)
        if entry is None or entry.figure is None:
            return False  # said already, where names are checked
        before = len(found.problems)
        kept = self._keep(name, entry.figure, where)
        return kept is not None and len(found.problems) == before

    def of_profile(self, name: str) -> Model:
        """Return the model of a profile, or of a kit figure named ``kit:<name>``.

        Raises
        ------
        KeyError
            When there is no such profile or kit figure.
        InputProblems
            When its files are faulty.
        """
        if name in self.made:
            return self.made[name]
        entry = self.book.profiles.get(name)
        keys: FigureKeys | None = None if entry is None else entry.figure
        if keys is None and name.startswith("kit:") and name[4:] in kit_names():
            keys = FigureFile(id="kit", model=name)
        if keys is None:
            raise KeyError(name)
        collector = Collector(entry.file if entry else name)
        maker = ModelMaker(self.bodies.sharing(collector), self.figures, self.book)
        model = maker._make(name, keys, f"profile[{name}]" if entry else "")
        if model is None:
            raise InputProblems(collector.problems)
        self.made[name] = model
        return model

    def _make(self, name: str, keys: FigureKeys, where: str) -> Model | None:
        made = self.bodies.body(keys, where, "figure")
        if made is None:
            return None
        body, kit = made
        file = None if kit is None else kit.file
        seen = tuple(_first(keys, file, "seen_parts") or FIGURE_PARTS)
        seen_body = select_parts(body, seen)
        based = self._base(keys, kit, body, where)
        if not seen_body.triangles:
            found = ", ".join(part.name for part in body.parts)
            self.bodies.found.add("no_seen_part", where, expected=", ".join(seen), found=found)
        if based is None or not seen_body.triangles:
            return None
        shape, has_base = based
        top = float(seen_body.bounds[1, 2])
        own_height = top if file is None or file.height_in is None else file.height_in
        height = keys.height_in or own_height
        scale = height / own_height
        same_base = kit is not None and keys.base in (None, kit.file.base)
        return Model(
            id=name,
            base=shape,
            eye_height_in=_scaled(keys, file, "eye_height_in", scale, height),
            height_in=height,
            body=_based(body, scale, shape if has_base else None, same_base),
            seen_parts=seen,
            has_base=has_base,
            deck_in=_scaled(keys, file, "deck_in", scale, None),
            gun_in=_scaled(keys, file, "gun_in", scale, None),
            sensor_in=_scaled(keys, file, "sensor_in", scale, None),
        )

    def _base(
        self, keys: FigureKeys, kit: KitPiece | None, body: MeshData, where: str
    ) -> tuple[Footprint, bool] | None:
        found = self.bodies.found
        file = kit.file.base if kit is not None else None
        wanted = keys.base or file
        if wanted is None:
            found.add("needs_base", where, model=keys.model)
            return None
        if wanted.shape == "hull" and wanted.points is None:
            return plan_hull(body), False
        has_base = wanted.shape != "hull" and (kit is None or kit.file.has_base)
        shape = footprint_of(wanted, found, f"{where}.base")
        return None if shape is None else (shape, has_base)


def _shaping(keys: FigureKeys) -> FigureKeys:
    """Return the keys without those that say where a miniature stands and whose it is."""
    if not isinstance(keys, MiniFile):
        return keys
    return msgspec.structs.replace(
        keys, id="", at=(0.0, 0.0), unit="", side="", facing=0.0, level=GROUND
    )


def footprint_of(base: BaseFile, found: Collector, where: str) -> Footprint | None:
    """Return the footprint of a base's table, or None with the problem gathered."""
    length = base.length_in if base.length_mm is None else mm(base.length_mm)
    width = base.width_in if base.width_mm is None else mm(base.width_mm)
    if base.shape == "disc":
        if base.diameter_mm is not None:
            return Disc(mm(base.diameter_mm) / 2)
        if base.radius_in is not None:
            return Disc(base.radius_in)
        found.add("base_needs", where, shape=base.shape, keys="diameter_mm")
        return None
    if base.shape == "hull":
        return _hull(base, found, where)
    if length is None or width is None:
        found.add("base_needs", where, shape=base.shape, keys="length_mm, width_mm")
        return None
    return Oval(length / 2, width / 2) if base.shape == "oval" else Box(length, width)


def _hull(base: BaseFile, found: Collector, where: str) -> Footprint | None:
    """Return the convex hull of the points a base gives."""
    try:
        ring = check_area(base.points or [])
    except HulldownError as error:
        found.add_error(error, f"{where}.points")
        return None
    return plan_hull(prism_mesh([(float(x), float(y)) for x, y in ring], 0.0, 1.0))


def _first(keys: FigureKeys, file: KitFile | None, name: str):
    own = getattr(keys, name, None)
    return own if own is not None else getattr(file, name, None)


def _scaled(
    keys: FigureKeys, file: KitFile | None, name: str, scale: float, otherwise: H
) -> float | H:
    """Return a height: as given, else the kit's to scale, else the last resort."""
    own = getattr(keys, name, None)
    kit = getattr(file, name, None)
    if own is not None:
        return float(own)
    return otherwise if kit is None else float(kit) * scale


def _based(body: MeshData, scale: float, shape: Footprint | None, same_base: bool) -> MeshData:
    """Return a figure to scale on its base: the kit's own, or a plain one of that footprint."""
    if same_base and scale == 1.0:
        return body
    others = tuple(part.name for part in body.parts if part.name != "base")
    figure = transform(select_parts(body, others), scale=scale)
    if shape is None:
        return figure
    if same_base:
        return merge([figure, select_parts(body, ("base",))])
    outline = outline_of(shape, Pose(0.0, 0.0), BASE_SIDES)
    ring = [(float(x), float(y)) for x, y in outline]
    return merge([figure, prism_mesh(ring, 0.0, BASE_HIGH_IN, "base")])


class ModelShelf(Mapping[str, Model]):
    """All models a scene can need: its own, every profile of its game, and the kit's figures.

    Profiles' models are made when first asked for. Iterating gives the names of the scene's own
    models and of all profiles.
    """

    def __init__(self, maker: ModelMaker) -> None:
        self._maker = maker

    def __getitem__(self, name: str) -> Model:
        return self._maker.of_profile(name)

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        known = name in self._maker.made or name in self._maker.book.profiles
        return known or (name.startswith("kit:") and name[4:] in kit_names())

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*self._maker.made, *self._maker.book.profiles]))

    def __len__(self) -> int:
        return len(list(iter(self)))
