"""``hulldown ground``: the share of the table that is hidden, and from whom."""

from __future__ import annotations

import json

import pytest

from tests.cli.running import SKIRMISH, ran

QUICK = ("--spacing", "3")


def test_the_share_hidden_is_told(capsys):
    done = ran(capsys, "ground", SKIRMISH, "rangers/1", *QUICK)
    assert done.code == 0
    assert done.lines[0] == "Dead ground from rangers/1"
    assert done.lines[-1].startswith("hidden: ")


def test_json_holds_every_cell_and_adds_up(capsys):
    done = ran(capsys, "ground", SKIRMISH, "rangers/1", "snipers", "--json", *QUICK)
    document = json.loads(done.out)
    assert document["from"] == ["rangers/1", "snipers/1", "snipers/2"]
    assert len(document["rows"]) == 10
    assert {len(row) for row in document["rows"]} == {12}
    assert sum(document["share"].values()) == pytest.approx(1.0)
    flat = [cell for row in document["rows"] for cell in row]
    assert document["places"] == sum(cell != document["states"]["no_place"] for cell in flat)
    counts = [count for row in document["seen_by"] for count in row]
    assert max(counts) <= 3


def test_a_zone_looks_from_all_over_it(capsys):
    done = ran(capsys, "ground", SKIRMISH, "--zone", "0,0,36,3", "--json", *QUICK)
    document = json.loads(done.out)
    assert len(document["from"]) > 10
    assert len(document["zone"]) == 4
    alone = json.loads(ran(capsys, "ground", SKIRMISH, "4,2", "--json", *QUICK).out)
    assert document["share"]["hidden"] <= alone["share"]["hidden"]


def test_a_polygon_is_a_zone_too(capsys):
    done = ran(capsys, "ground", SKIRMISH, "--zone", "0,0;10,0;5,6", "--json", *QUICK)
    assert len(json.loads(done.out)["zone"]) == 3


def test_a_picture_is_written_and_named_last(capsys, tmp_path):
    target = tmp_path / "dead.png"
    done = ran(capsys, "ground", SKIRMISH, "rangers/1", "--picture", str(target), *QUICK)
    assert done.lines[-1] == f"picture: {target}"
    assert target.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "--zone"),
        (("grenadier/9",), "grenadiers"),
        (("rangers/1", "--level", "attic"), "attic"),
        (("rangers/1", "--model", "rangr"), "ranger"),
        (("rangers/1", "--spacing", "0.01"), "choose at least"),
        (("rangers/1", "--spacing", "0"), "--spacing"),
        (("--zone", "1,2,3"), "X0,Y0,X1,Y1"),
        (("--zone", "here"), "X0,Y0,X1,Y1"),
        (("--zone", "0,0,0.2,0.2"), "nobody can stand"),
    ],
)
def test_wrong_usage_is_a_message_and_exit_2(capsys, words, said):
    done = ran(capsys, "ground", SKIRMISH, *words)
    assert done.code == 2
    assert said in done.err
    assert not done.out
    assert "Traceback" not in done.err
