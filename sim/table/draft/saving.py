"""Writing a draft: in its own folder, elsewhere with its model files, or as a bundle."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from sim.errors import UsageError
from sim.table.files import FolderFiles, write_whole
from sim.table.scene import Scene, save_bundle, save_scene, scene_text

__all__ = ["save_draft"]


def save_draft(scene: Scene, path: Path) -> None:
    """Write a scene whole; see `sim.table.draft.SceneDraft.save`."""
    if path.suffix.lower() == ".hulldown":
        save_bundle(scene, path)
    elif isinstance(scene.files, FolderFiles) and _is_folder(scene.files.folder, path.parent):
        save_scene(scene, path)
    else:
        _save_elsewhere(scene, path)


def _is_folder(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()


def _save_elsewhere(scene: Scene, path: Path) -> None:
    """Write a scene into another folder, its model files beside it; none there is overwritten."""
    wanted: dict[Path, bytes] = {}
    for name in scene.mesh_digests:
        plain = PurePosixPath(name)
        data = scene.files.read(name)
        if data is None or plain.is_absolute() or ".." in plain.parts:
            raise UsageError("table.draft.far_model", found=name)
        place = path.parent / plain
        if place.exists() and place.read_bytes() != data:
            raise UsageError("table.draft.other_model", found=name)
        if not place.exists():
            wanted[place] = data
    for place, data in wanted.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, data)
    write_whole(path, scene_text(scene).encode())
