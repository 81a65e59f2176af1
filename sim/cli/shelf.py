"""The shelf of scenes: what the start screen offers, with pictures kept by the scene's digest."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from sim.errors import HulldownError
from sim.table.assets import scene_root
from sim.table.files import write_whole
from sim.table.scene import Scene, open_scene
from sim.window.battle.saves import data_folder
from sim.window.ports import SceneCard, SideCard

__all__ = ["SceneShelf", "scenes_folder"]


def scenes_folder() -> Path:
    """Return the folder of a person's own scenes; it need not exist yet."""
    return data_folder() / "scenes"


class SceneShelf:
    """Reads the scenes there are; a file that has not changed is not read again."""

    def __init__(self) -> None:
        self._cards: dict[tuple[Path, int, int], SceneCard] = {}

    def cards(self) -> tuple[SceneCard, ...]:
        """Return the scenes of the program, then the person's own, each by name.

        One that cannot be opened is listed with its trouble.
        """
        shipped = self._of(scene_root(), "**/*.toml", own=False)
        own = self._of(scenes_folder(), "*.toml", own=True)
        packed = self._of(scenes_folder(), "*.hulldown", own=True)
        return (*_by_name(shipped), *_by_name([*own, *packed]))

    def _of(self, folder: Path, pattern: str, *, own: bool) -> list[SceneCard]:
        found: list[SceneCard] = []
        for path in sorted(folder.glob(pattern)):
            about = path.stat()
            key = (path, about.st_mtime_ns, about.st_size)
            if key not in self._cards:
                self._cards[key] = _card(path, own=own)
            found.append(_with_picture(self._cards[key]))
        return found

    def keep_picture(self, card: SceneCard, png: bytes) -> SceneCard:
        """Keep a picture of a scene, to be found as long as the file is not changed.

        Raises
        ------
        OSError
            When it cannot be written.
        """
        where = _picture_of(card.path)
        where.parent.mkdir(parents=True, exist_ok=True)
        write_whole(where, png)
        return replace(card, picture=where)


def _by_name(cards: list[SceneCard]) -> list[SceneCard]:
    return sorted(cards, key=lambda card: (card.name.casefold(), str(card.path)))


def _card(path: Path, *, own: bool) -> SceneCard:
    try:
        scene = open_scene(path)
    except HulldownError as error:
        return SceneCard(path.stem, path, "", "", (), own=own, trouble=str(error))
    return SceneCard(
        scene.name,
        path,
        scene.game,
        scene.file.shows,
        _sides(scene),
        own=own,
        playable=bool(scene.game) and len(scene.forces) > 1,
    )


def _sides(scene: Scene) -> tuple[SideCard, ...]:
    """Return the sides with the names of their units; those of loose miniatures by their ids."""
    if scene.forces:
        return tuple(
            SideCard(
                force.side,
                force.name or force.side,
                tuple(_unit_name(scene, each.unit) for each in force.units),
            )
            for force in scene.forces
        )
    sides = dict.fromkeys(mini.side for mini in scene.minis)
    units = {side: dict.fromkeys(m.unit for m in scene.minis if m.side == side) for side in sides}
    return tuple(SideCard(side, side, tuple(units[side])) for side in sides)


def _unit_name(scene: Scene, unit: str) -> str:
    entry = scene.book.units.get(unit)
    name = entry.raw.get("name") if entry is not None else None
    return name if isinstance(name, str) else unit


def _with_picture(card: SceneCard) -> SceneCard:
    where = _picture_of(card.path)
    return replace(card, picture=where if where.is_file() else None)


def _picture_of(path: Path) -> Path:
    """Return where a scene's picture is kept: by the digest of its file."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:24]
    return data_folder() / "pictures" / f"{digest}.png"
