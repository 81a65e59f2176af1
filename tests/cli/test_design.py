"""``hulldown design``."""

from __future__ import annotations

import json
from pathlib import Path

from sim.cli.main import main


def test_every_shipped_design_is_checked(capsys):
    assert main(["design", "check", "--all"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[-1] == "points: 2208"
    assert any("light_micv.toml: waived:" in line for line in out)


def test_a_new_design_is_legal_and_never_written_over_another(tmp_path: Path, capsys):
    path = tmp_path / "my_tank.toml"
    assert main(["design", "new", str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "points: 30"
    assert main(["design", "check", str(path)]) == 0
    before = path.read_bytes()
    assert main(["design", "new", str(path)]) == 2
    assert path.read_bytes() == before


def test_objections_are_all_told_with_their_clauses(tmp_path: Path, capsys):
    path = tmp_path / "bad.toml"
    path.write_text(
        'format = "hulldown-design/1"\nname = "Bad"\nsize = 2\nmobility = "grav"\narmour = 3\n'
        '[[guns]]\ntype = "hkp"\nclass = 2\n'
    )
    assert main(["design", "check", str(path)]) == 1
    out = capsys.readouterr().out
    for rule in (
        "ds.power.fgp_required",
        "ds.armour.max_by_size",
        "ds.weapon.hkp",
        "ds.systems.firecon",
    ):
        assert rule in out


def test_a_file_with_mistakes_names_them_all_and_is_no_traceback(tmp_path: Path, capsys):
    path = tmp_path / "wrong.toml"
    path.write_text(
        'format = "hulldown-design/1"\nname = "Wrong"\nsize = "big"\nmobilty = "grav"\n'
        'mobility = "fast_traked"\n'
    )
    assert main(["design", "check", str(path)]) == 2
    err = capsys.readouterr().err
    assert "mobilty" in err
    assert "size" in err
    path.write_text(
        'format = "hulldown-design/1"\nname = "Wrong"\nsize = 2\nmobility = "fast_traked"\n'
        'power = "cfx"\n'
    )
    assert main(["design", "check", str(path)]) == 2
    err = capsys.readouterr().err
    assert "fast_tracked" in err
    assert "cfe" in err


def test_one_document_for_programs(capsys):
    assert main(["design", "show", "assets/designs/dirtside/deimos.toml", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["points"] == 356
    assert told["capacity"] == {"used": 20, "of": 20}
    assert {"for": "fire control", "points": 24, "rules": ["ds.points.firecon"]} in told["lines"]


def test_the_sheet_ends_with_the_points(capsys):
    assert main(["design", "show", "assets/designs/dirtside/medium_battle_tank.toml"]) == 0
    out = capsys.readouterr().out
    assert "capacity: 14 of 15" in out
    assert out.splitlines()[-1] == "points: 172"
