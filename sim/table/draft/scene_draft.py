"""The draft of a scene: what tools that set up a table hold in their hands."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import cast

import msgspec

from sim.errors import UsageError
from sim.geometry.pose import Point
from sim.geometry.shapes import reach_of
from sim.table.draft.core import DraftCore
from sim.table.draft.edits import (
    FIGURE,
    Kind,
    added,
    carried,
    changed,
    checked,
    find,
    free_id,
    next_letters,
    removed,
    renamed,
    slug_of,
)
from sim.table.draft.history import Step
from sim.table.reading import Collector, check_value
from sim.table.scene import Scene
from sim.table.schema import BaseFile, MiniFile, PieceFile, RuinFile, SceneFile, TableFile
from sim.words import say

__all__ = ["SceneDraft"]

#: Keys that size a thing, whatever it is built of.
SIZES = ("size", "radius", "height", "boxes", "scale", "lift", "ruin", "solids", "silhouette")
#: A copy stands this far beside what it was made of, inches.
BESIDE_IN = 0.5


class SceneDraft(DraftCore):
    """A scene that is being set up.

    Every operation is checked before it is done: it is refused with all its problems and changes
    nothing, or it is one step that can be undone. Things may for a while stand where they cannot
    (off the table, in one another): `problems` tells, and `scene` and `save` refuse.

    Parameters
    ----------
    file : SceneFile
    files : MeshFiles, optional
        Where its mesh files are; by default the working folder.
    source : str
        What to call it in messages.

    Notes
    -----
    Pieces and miniatures are named by their ids, figures as ``figure:<id>``. Building again makes
    only what has changed; `facts` stays the same while the terrain and the models do.
    """

    @classmethod
    def new(cls, width: float, depth: float, *, ground: str = "grass") -> SceneDraft:
        """Return the draft of an empty table.

        Raises
        ------
        InputProblems
            When no table has that size.
        """
        table = _table(width, depth, ground)
        name, shows = say("table.draft.name"), say("table.draft.shows")
        return cls(SceneFile(name=name, shows=shows, table=table))

    @classmethod
    def of(cls, scene: Scene) -> SceneDraft:
        """Return a draft that begins as a scene."""
        return cls(scene.file, scene.files, scene.source)

    # --- the table ------------------------------------------------------------------------------

    def set_table(self, width: float, depth: float) -> None:
        """Give the table another size, inches."""
        table = _table(width, depth, self.file.table.ground)
        self._do("size", "", msgspec.structs.replace(self.file, table=table))

    def set_ground(self, ground: str) -> None:
        """Give the table another ground."""
        table = msgspec.structs.replace(self.file.table, ground=ground)
        self._do("ground", "", msgspec.structs.replace(self.file, table=table))

    def set_title(self, name: str, shows: str | None = None) -> None:
        """Call the scene otherwise."""
        shows = self.file.shows if shows is None else shows
        self._do("title", "", msgspec.structs.replace(self.file, name=name, shows=shows))

    def set_game(self, game: str) -> None:
        """Say which game the scene is for; empty for none."""
        self._do("game", "", msgspec.structs.replace(self.file, game=game))

    # --- adding and taking away -----------------------------------------------------------------

    def add_piece(self, model: str, at: Point, **keys: object) -> str:
        """Add a piece and return its id.

        Parameters
        ----------
        model : str
            As in a scene file: ``box``, ``cylinder``, ``ruin``, ``kit:mill``, a mesh file ...
        **keys
            Any other keys of a piece; without ``id`` one is made of the model's name.
        """
        wish = str(keys.pop("id", "") or slug_of(model))
        name = free_id(self.file, "piece", wish)
        return self._add("piece", {"id": name, "model": model, "at": at, **keys})

    def add_wall(
        self, start: Point, end: Point, *, height: float, thickness: float = 0.25, **keys: object
    ) -> str:
        """Add a wall from point to point, as it is drawn, and return its id.

        Its origin is the middle, its facing runs along it.
        """
        length = math.dist(start, end)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        facing = round(math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])), 2)
        size = (length, thickness, height)
        wall = {"id": "wall", "kind": "walls", "line": True, "size": size, "facing": facing}
        return self.add_piece("box", middle, **{**wall, **keys})

    def add_ruin(self, at: Point, ruin: RuinFile | Mapping[str, object], **keys: object) -> str:
        """Add a ruin by its parameters and return its id."""
        return self.add_piece("ruin", at, ruin=ruin, **keys)

    def add_mini(self, at: Point, model: str = "kit:soldier_rifle", **keys: object) -> str:
        """Add a miniature and return its id: the next of A, B, C ... unless one is given.

        Parameters
        ----------
        model : str
            As in a scene file; empty with a ``profile``.
        """
        name = str(keys.pop("id", "") or next_letters(self.file))
        made = {"id": name, "at": at, **keys}
        return self._add("mini", {**made, "model": model} if model else made)

    def add_figure(self, name: str, **keys: object) -> str:
        """Add a type of miniature and return what miniatures call it, ``figure:<id>``.

        Parameters
        ----------
        **keys
            Those of a figure: ``model`` (``parts`` by default), ``base``, ``solids`` ...
        """
        slug = free_id(self.file, "figure", slug_of(name))
        return FIGURE + self._add("figure", {"model": "parts", **keys, "id": slug})

    def duplicate(self, name: str, at: Point | None = None) -> str:
        """Add a copy of a thing and return its name.

        Parameters
        ----------
        at : Point, optional
            By default beside it, to the right where there is room.
        """
        kind, thing = find(self.file, name)
        wish = next_letters(self.file) if kind == "mini" else free_id(self.file, kind, thing.id)
        keys: dict[str, object] = {"id": wish}
        if not hasattr(thing, "at"):
            return FIGURE + self._add(kind, {**msgspec.structs.asdict(thing), **keys})
        keys["at"] = self._beside(cast("PieceFile | MiniFile", thing)) if at is None else at
        return self._add(kind, {**msgspec.structs.asdict(thing), **keys})

    def remove(self, name: str) -> None:
        """Take a thing away: what stood on its floors stands on the ground, its claims go.

        Raises
        ------
        UsageError
            When nothing is called so, or miniatures are of that figure.
        """
        self._do("remove", name, removed(self.file, name))

    def rename(self, name: str, new: str) -> str:
        """Call a thing otherwise, wherever it is named, and return its new name."""
        after = renamed(self.file, name, new)
        self._do("rename", name, after)
        is_figure = name.startswith(FIGURE) and not new.startswith(FIGURE)
        return FIGURE + new if is_figure else new

    # --- changing -------------------------------------------------------------------------------

    def move(
        self, name: str, at: Point, *, facing: float | None = None, level: str | None = None
    ) -> None:
        """Put a piece or a miniature elsewhere; what stands on a piece's floors goes with it."""
        keys: dict[str, object] = {"at": at}
        keys |= {} if facing is None else {"facing": _turned(facing)}
        keys |= {} if level is None else {"level": level}
        self._change("move", name, keys)

    def turn(self, name: str, facing: float) -> None:
        """Turn a piece, with what stands on its floors, or a miniature; degrees."""
        self._change("turn", name, {"facing": _turned(facing)})

    def set_level(self, name: str, level: str) -> None:
        """Put a piece or a miniature on the ground or on a floor, ``piece/floor``."""
        self._change("level", name, {"level": level})

    def resize(self, name: str, **sizes: object) -> None:
        """Give a thing other measures: ``size``, ``radius``, ``height``, ``boxes``, ``lift`` ...

        Of ``ruin`` and ``silhouette`` the keys that are given change and the others stay.

        Raises
        ------
        InputProblems
            When the thing is not built by such a measure, or the values make nothing.
        """
        wrong = [key for key in sizes if key not in SIZES]
        if wrong:
            raise UsageError("table.draft.no_size", found=", ".join(wrong), sizes=", ".join(SIZES))
        thing = self.thing(name)
        for key, value in sizes.items():
            if isinstance(value, Mapping) and getattr(thing, key, None) is not None:
                sizes[key] = {**msgspec.structs.asdict(getattr(thing, key)), **value}
        self._change("resize", name, sizes)

    def set_base(self, name: str, base: BaseFile | Mapping[str, object]) -> None:
        """Give a miniature or a figure another base: any disc, oval, box or hull."""
        self._shape("base", name, {"base": base})

    def set_height(self, name: str, height_in: float) -> None:
        """Give a miniature or a figure another height; its body is scaled to it."""
        self._shape("height", name, {"height_in": height_in})

    def set_eye_height(self, name: str, eye_height_in: float) -> None:
        """Give a miniature or a figure another eye height."""
        self._shape("eye", name, {"eye_height_in": eye_height_in})

    def change(self, name: str, **keys: object) -> None:
        """Give a thing other values of any of its keys; None takes a key away."""
        if "id" in keys:
            raise UsageError("table.draft.rename_it", found=name)
        self._change("change", name, keys)

    # --- inside ---------------------------------------------------------------------------------

    def _shape(self, what: str, name: str, keys: Mapping[str, object]) -> None:
        """Change what a miniature is, not its fellows of the same figure."""
        thing = self.thing(name)
        if isinstance(thing, PieceFile):
            raise UsageError("table.draft.no_figure", found=name)
        if not isinstance(thing, MiniFile) or not thing.model.startswith(FIGURE):
            if isinstance(thing, MiniFile) and thing.profile:
                raise UsageError("table.draft.by_profile", found=name, profile=thing.profile)
            self._change(what, name, keys)
            return
        with self._history.together(Step(f"table.draft.step.{what}", {"what": name})):
            figure = thing.model
            if sum(mini.model == figure for mini in self.file.mini) > 1:
                figure = self.duplicate(figure)
                self._change(what, name, {"model": figure})
            self._change(what, figure, keys)

    def _add(self, kind: Kind, keys: Mapping[str, object]) -> str:
        thing = checked(kind, keys)
        self._do("add", thing.id, added(self.file, kind, thing))
        return thing.id

    def _change(self, what: str, name: str, keys: Mapping[str, object]) -> None:
        kind, thing = find(self.file, name)
        after = checked(kind, {**msgspec.structs.asdict(thing), **keys})
        if isinstance(after, PieceFile):
            self._do(what, name, carried(self.file, after))
        else:
            self._do(what, name, changed(self.file, kind, after))

    def _beside(self, thing: PieceFile | MiniFile) -> Point:
        scene = self.build().scene
        away = BESIDE_IN
        if isinstance(thing, PieceFile) and thing.id in scene.table.terrain:
            low, high = scene.table.terrain[thing.id].body.bounds
            away += float(high[0] - low[0])
        for mini in scene.minis:
            if mini.id == thing.id:
                away += 2 * reach_of(scene.table.models[mini.stand.model].base)
        x, y = thing.at
        return (x + away if x + 1.5 * away <= scene.table.width else x - away, y)


def _table(width: float, depth: float, ground: str) -> TableFile:
    """Return the table of a size, or raise InputProblems."""
    found = Collector("")
    check_value({"width": width, "depth": depth, "ground": ground}, TableFile, found, "table")
    found.raise_if_any()
    return TableFile(float(width), float(depth), ground)


def _turned(facing: float) -> float:
    return round(facing % 360.0, 2) if math.isfinite(facing) else facing
