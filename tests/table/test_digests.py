"""Digests of what a verdict rests on."""

from __future__ import annotations

from pathlib import Path

from sim.table.assets import asset_root, scene_root
from sim.table.digests import file_digests, text_digest
from sim.table.files import sha256_of
from sim.table.scene import open_scene, scene_from_text, scene_text
from tests.cli.certificates import walled_scene


def test_a_scene_as_text_needs_no_force_files(tmp_path: Path):
    scene = open_scene(scene_root() / "dust_warfare" / "mills.toml")
    assert any(entry.file for entry in scene.file.force)
    text = scene_text(scene)
    again = scene_from_text(text, tmp_path)
    assert scene_text(again) == text
    assert again.forces == scene.forces
    assert text_digest(again) == text_digest(scene) == sha256_of(text.encode())


def test_the_kit_pieces_and_profiles_that_a_scene_uses_are_among_its_files():
    files = file_digests(open_scene(scene_root() / "dust_warfare" / "training_yard.toml"))
    models = asset_root() / "models"
    assert files["kit:soldier_rifle.glb"] == sha256_of((models / "soldier_rifle.glb").read_bytes())
    assert files["kit:soldier_rifle.toml"] == sha256_of(
        (models / "soldier_rifle.toml").read_bytes()
    )
    assert "profiles/allies.toml" in files
    assert not any(name.startswith("kit:mill") for name in files)


def test_a_mesh_file_stands_under_its_name_in_the_scene(tmp_path: Path):
    scene = open_scene(walled_scene(tmp_path))
    assert file_digests(scene) == {"wall.stl": sha256_of((tmp_path / "wall.stl").read_bytes())}
    before = text_digest(scene)
    path = tmp_path / "walled.toml"
    path.write_text(path.read_text().replace("at = [4.0, 6.0]", "at = [4.0, 6.0001]"))
    assert text_digest(open_scene(path)) != before
