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


def test_all_problems_come_in_one_message(capsys, tmp_path):
    text = skirmish()
    for old, new in (
        ("depth = 30", "depth = 30\ndepht = 3"),
        ("kit:wall_6", "kit:wal_6"),
        ('id = "rangers/2"', 'id = "rangers/1"'),
    ):
        text = text.replace(old, new, 1)
    done = ran(capsys, "check", written(tmp_path, text))
    assert done.code == 2
    for said in ("depht", "wal_6", "rangers/1"):
        assert said in done.err


def test_a_schema_is_printed(capsys):
    done = ran(capsys, "check", "--schema", "scene")
    assert "SceneFile" in json.dumps(json.loads(done.out))


def test_nothing_to_check_is_wrong_usage(capsys):
    done = ran(capsys, "check")
    assert done.code == 2
