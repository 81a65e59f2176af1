"""What a verdict on a scene rests on, by digest: its text, its meshes, the kit, the profiles."""

from __future__ import annotations

from collections.abc import Iterator

from sim.table.assets import asset_root
from sim.table.files import sha256_of
from sim.table.kit import kit_piece
from sim.table.scene import Scene, scene_text

__all__ = ["file_digests", "text_digest"]

KIT = "kit:"


def text_digest(scene: Scene) -> str:
    """Return the SHA-256 of the scene as one text, forces written out."""
    return sha256_of(scene_text(scene).encode())


def file_digests(scene: Scene) -> dict[str, str]:
    """Return the SHA-256 of every file besides the scene that a verdict on it may rest on.

    Mesh files by their name in the scene; of the kit the mesh and the file of each piece used, as
    ``kit:wall_6.glb`` and ``kit:wall_6.toml``; the game's profiles as ``profiles/<file>``.
    """
    found = dict(scene.mesh_digests)
    for name in sorted(set(_kit_names(scene))):
        piece = kit_piece(name)
        folder = asset_root() / "models"
        found[f"{KIT}{piece.file.model}"] = piece.digest
        found[f"{KIT}{name}.toml"] = sha256_of((folder / f"{name}.toml").read_bytes())
    if scene.game:
        for path in sorted((asset_root() / "profiles" / scene.game).glob("*.toml")):
            found[f"profiles/{path.name}"] = sha256_of(path.read_bytes())
    return found


def _kit_names(scene: Scene) -> Iterator[str]:
    figures = {f"figure:{figure.id}": figure.model for figure in scene.file.figure}
    models = [piece.model for piece in scene.file.piece]
    for mini in scene.file.mini:
        entry = scene.book.profiles.get(mini.profile)
        if entry is not None and entry.figure is not None:
            models.append(entry.figure.model)
        models.append(figures.get(mini.model, mini.model))
    return (model.removeprefix(KIT) for model in models if model.startswith(KIT))
