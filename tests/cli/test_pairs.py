"""``hulldown pairs``: one table of all pairs, the same as single questions."""

from __future__ import annotations

import json

import pytest

from tests.cli.running import SKIRMISH, YARD, ran


def test_every_pair_is_answered_as_los_answers_it(capsys):
    document = json.loads(ran(capsys, "pairs", SKIRMISH, "--shares", "--json").out)
    assert document["sides"] == ["allies", "axis"]
    assert len(document["pairs"]) == len(document["lookers"]) * len(document["targets"])
    for pair in document["pairs"][::17]:
        words = ("los", SKIRMISH, pair["from"], pair["to"], "--rules", "plain", "--json")
        single = json.loads(ran(capsys, *words).out)
        assert single["visible"] == pair["visible"]
        assert single["share"] == pytest.approx(pair["share"])


def test_the_summary_adds_up_with_the_pairs(capsys):
    document = json.loads(ran(capsys, "pairs", SKIRMISH, "axis", "allies", "--json").out)
    assert document["sides"] == ["axis", "allies"]
    seen = sum(pair["visible"] for pair in document["pairs"])
    assert seen == sum(unit["pairs"] for unit in document["units"])
    assert all("share" not in pair for pair in document["pairs"])


def test_the_tables_name_units_and_miniatures(capsys):
    done = ran(capsys, "pairs", SKIRMISH)
    assert done.code == 0
    assert done.lines[0] == "Who of allies sees whom of axis"
    assert "grenadiers/1" in done.out
    assert "…" not in done.out
    assert done.lines[-1].endswith("pairs in sight")


def test_a_scene_without_sides_is_everybody_with_everybody(capsys):
    done = ran(capsys, "pairs", YARD, "--json")
    document = json.loads(done.out)
    if document["sides"][0] == document["sides"][1]:
        assert document["lookers"] == document["targets"]


def test_a_picture_is_written_and_named_last(capsys, tmp_path):
    target = tmp_path / "pairs.png"
    done = ran(capsys, "pairs", SKIRMISH, "--picture", str(target))
    assert done.lines[-1] == f"picture: {target}"
    assert target.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("allies",), "two sides"),
        (("allies", "axes"), "axis"),
        (("allies", "axis", "third"), "two sides"),
    ],
)
def test_wrong_usage_is_a_message_and_exit_2(capsys, words, said):
    done = ran(capsys, "pairs", SKIRMISH, *words)
    assert done.code == 2
    assert said in done.err
    assert not done.out


def test_a_table_with_nobody_on_it_is_a_message(capsys):
    done = ran(capsys, "pairs", "mills")
    assert done.code == 2
    assert "no miniature stands" in done.err
