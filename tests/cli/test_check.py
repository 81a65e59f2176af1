"""``hulldown check``: everything wrong at once, and claims that must hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import ROOT, SKIRMISH, ran


def written(folder: Path, text: str) -> str:
    path = folder / "scene.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def skirmish() -> str:
    return Path(SKIRMISH).read_text(encoding="utf-8")


def test_shipped_scenes_are_ok(capsys):
    scenes = sorted(str(path) for path in (ROOT / "scenes").rglob("*.toml"))
    done = ran(capsys, "check", *scenes)
    assert done.lines[-1] == f"ok: {len(scenes)} files"
    assert done.code == 0


def test_all_covers_every_kind_of_file(capsys):
    done = ran(capsys, "check", "--all")
    assert done.code == 0, done.err
    assert int(done.lines[-1].split()[1]) > 40


def test_a_false_claim_is_exit_1_with_the_claim(capsys, tmp_path):
    claim = '\n[[claim]]\nfrom = "rangers/1"\nto = "rangers/2"\nexpect = "blocked"\nwhy = "no"\n'
    done = ran(capsys, "check", written(tmp_path, skirmish() + claim))
    assert done.code == 1
    assert "rangers/2" in done.out


BROKEN = {
    "an unknown key": ("depth = 30", "depth = 30\ndepht = 3", "depth"),
    "a wrong type": ("width = 36", 'width = "wide"', "width"),
    "a missing mesh": ("kit:wall_6", "walls/none.stl", "none.stl"),
    "an unknown kit piece": ("kit:wall_6", "kit:wal_6", "wall_6"),
    "an unknown unit": ('unit = "heinrich"', 'unit = "heinrick"', "heinrich"),
    "an unknown profile": ('profile = "heinrich"', 'profile = "heinrik"', "heinrich"),
    "a duplicate id": ('id = "rangers/2"', 'id = "rangers/1"', "rangers/1"),
    "overlapping bases": ("at = [13.5, 8]", "at = [12.3, 8]", "rangers"),
    "a number that is none": ("at = [13.5, 8]", "at = [nan, 8]", "nan"),
    "a newer version": ("hulldown-scene/1", "hulldown-scene/9", "9"),
    "an unknown scenario": ('objective = "eliminate"', 'objective = "eliminat"', "eliminate"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_scene_is_exit_2_and_names_what_was_meant(capsys, tmp_path, name):
    old, new, said = BROKEN[name]
    text = skirmish()
    assert old in text
    done = ran(capsys, "check", written(tmp_path, text.replace(old, new, 1)))
    assert done.code == 2, done.out
    assert said in done.err
    assert "Traceback" not in done.err


OBJ = """v 0 0 0
v 1 0 0
v 0 {y} 0
v 0 0 1
f 1 2 3
f 1 2 4
"""
PIECE = """
[[piece]]
id = "rock"
model = "rock.obj"
unit = "in"
up = "z"
at = [25, 20]
"""


def test_a_mesh_with_a_vertex_that_is_no_number_is_refused_by_name(capsys, tmp_path):
    (tmp_path / "rock.obj").write_text(OBJ.format(y="1"))
    scene = written(tmp_path, skirmish().replace("\n[[piece]]", PIECE + "\n[[piece]]", 1))
    assert ran(capsys, "check", scene).code == 0
    (tmp_path / "rock.obj").write_text(OBJ.format(y="nan"))
    done = ran(capsys, "check", scene)
    assert done.code == 2
    assert "rock" in done.err
    assert "Traceback" not in done.err


def test_all_problems_come_in_one_message(capsys, tmp_path):
    (tmp_path / "rock.obj").write_text(OBJ.format(y="nan"))
    text = skirmish().replace("\n[[piece]]", PIECE + "\n[[piece]]", 1)
    for old, new in (
        ("depth = 30", "depth = 30\ndepht = 3"),
        ("kit:wall_6", "kit:wal_6"),
        ('id = "rangers/2"', 'id = "rangers/1"'),
        ('unit = "heinrich"', 'unit = "heinrick"'),
        ("at = [16.5, 8]", "at = [15.3, 8]"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    done = ran(capsys, "check", written(tmp_path, text))
    assert done.code == 2
    for said in ("depht", "wal_6", "rangers/1", "heinrick", "rangers/4", "rock"):
        assert said in done.err, said


@pytest.mark.parametrize("command", ["play", "simulate", "preview", "los"])
def test_no_command_writes_anything_for_a_broken_scene(capsys, tmp_path, command):
    scene = written(tmp_path, skirmish().replace("kit:wall_6", "kit:wal_6", 1))
    out = tmp_path / "out"
    words = {
        "play": ("--watch", "--out", str(out)),
        "simulate": ("--games", "1", "--resume", str(out)),
        "preview": ("--out", str(out)),
        "los": ("rangers/1", "grenadiers/1", "--picture", str(out)),
    }
    done = ran(capsys, command, scene, *words[command])
    assert done.code == 2
    assert "wall_6" in done.err
    assert not done.out
    assert [each.name for each in tmp_path.iterdir()] == ["scene.toml"]


# --- the other kinds of files ---------------------------------------------------------------

ASSETS = ROOT / "assets"
FILES = {
    "a cell that is none": (
        "profiles/dust_warfare/allies.toml",
        'soldier = ["1/1"',
        'soldier = ["1-1"',
        "dice/damage",
    ),
    "an unknown weapon": (
        "profiles/dust_warfare/allies.toml",
        'weapon = "m1-ar"',
        'weapon = "m1-arr"',
        "m1-ar",
    ),
    "an unknown figure": (
        "profiles/dust_warfare/allies.toml",
        "kit:soldier_leader",
        "kit:soldier_leder",
        "soldier_leader",
    ),
    "an unknown profile of a unit": (
        "profiles/dust_warfare/allies.toml",
        'profile = "ranger"',
        'profile = "rangr"',
        "rangr",
    ),
    "an unknown unit of a force": (
        "forces/dust_warfare/allies_mills.toml",
        "observer-team",
        "observer-teem",
        "observer-team",
    ),
    "a wrong type in a force": (
        "forces/dust_warfare/allies_mills.toml",
        "points = 150",
        'points = "many"',
        "points",
    ),
    "an unknown key of a piece": ("models/mill.toml", "kind =", "knd =", "kind"),
    "a piece without its mesh": ("models/mill.toml", '"mill.glb"', '"mil.glb"', "mil.glb"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_broken_profile_force_or_piece_is_exit_2(capsys, tmp_path, name):
    source, old, new, said = FILES[name]
    text = (ASSETS / source).read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / Path(source).name
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    if source.startswith("models/"):
        (tmp_path / "mill.glb").write_bytes((ASSETS / "models" / "mill.glb").read_bytes())
    done = ran(capsys, "check", str(path))
    assert done.code == 2, done.out
    assert said in done.err
    assert path.name in done.err
    assert "Traceback" not in done.err


def test_a_copy_of_a_profile_file_with_other_numbers_is_ok(capsys, tmp_path):
    text = (ASSETS / "profiles/dust_warfare/allies.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("move_in = 6", "move_in = 7"), encoding="utf-8")
    done = ran(capsys, "check", str(path))
    assert done.code == 0, done.err


def test_a_schema_is_printed(capsys):
    done = ran(capsys, "check", "--schema", "scene")
    assert "SceneFile" in json.dumps(json.loads(done.out))


def test_nothing_to_check_is_wrong_usage(capsys):
    done = ran(capsys, "check")
    assert done.code == 2
