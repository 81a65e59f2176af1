"""``hulldown los``: the verdict first, then what follows from it."""

from __future__ import annotations

import functools
import json
import re

import pytest

from sim.cli import los
from sim.cli.common import open_table
from sim.table.scene import open_scene
from tests.cli.running import SKIRMISH, YARD, ran

#: The yard and its facts, opened once for all puzzles.
opened_once = functools.cache(open_table)

VISIBLE = re.compile(r"visible \d+\.\d+% ± \d+\.\d+")

CLAIMS = list(open_scene(YARD).file.claim)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.viewer}-{claim.target}")
def test_every_puzzle_of_the_yard_is_answered_as_it_claims(capsys, monkeypatch, claim):
    monkeypatch.setattr(los, "open_table", opened_once)
    done = ran(capsys, "los", YARD, claim.viewer, claim.target)
    assert done.code == 0
    first = done.lines[0]
    if claim.expect == "blocked":
        assert first == "blocked"
    elif claim.expect == "visible":
        assert VISIBLE.fullmatch(first)
    elif isinstance(claim.expect, tuple):
        low, high = claim.expect
        share = float(first.split()[1].rstrip("%")) / 100 if first != "blocked" else 0.0
        assert low - 0.0005 <= share <= high + 0.0005
    else:
        assert re.fullmatch(rf"cover: {claim.expect.cover} \([\w., ]+\)", done.lines[-1])


def test_the_yard_holds_sixteen_puzzles():
    assert len(CLAIMS) >= 16


def test_json_is_one_document_and_nothing_else(capsys):
    done = ran(capsys, "los", SKIRMISH, "rangers/1", "grenadiers/1", "--json")
    document = json.loads(done.out)
    assert document["from"] == "rangers/1"
    assert isinstance(document["visible"], bool)
    assert document["cover"] in ("none", "soft", "hard")
    assert document["reason"]["children"][1]["children"][0]["rule_ids"] == ["dw.los.mini_to_mini"]


def test_cover_comes_last_with_the_clauses_it_rests_on(capsys):
    done = ran(capsys, "los", SKIRMISH, "rangers/5", "grenadiers/5")
    assert VISIBLE.fullmatch(done.lines[0])
    assert re.fullmatch(r"cover: (none|soft|hard) \(dw\.[\w., ]+\)", done.lines[-1])


def test_a_shipped_scene_goes_by_its_name(capsys):
    assert (
        ran(capsys, "los", "training_yard", "A", "B").lines
        == ran(capsys, "los", YARD, "A", "B").lines
    )


def test_plain_rules_speak_of_no_cover(capsys):
    done = ran(capsys, "los", SKIRMISH, "rangers/1", "grenadiers/1", "--rules", "plain")
    assert "cover" not in done.out


def test_a_picture_is_written_and_named_last(capsys, tmp_path):
    target = tmp_path / "seen.png"
    done = ran(capsys, "los", SKIRMISH, "rangers/1", "grenadiers/1", "--picture", str(target))
    assert done.lines[-1] == f"picture: {target}"
    assert target.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rangers/1", "grenadier/9"), "grenadiers/"),
        (("ranger/1", "grenadiers/1"), "rangers/1"),
        (("rangers/", "grenadiers/1"), "rangers/1, rangers/2"),
        (("rangers", "rangers"), "itself"),
        (("rangers/1", "grenadiers/1", "--option", "mixed_covr=any_best"), "mixed_cover"),
        (("rangers/1", "grenadiers/1", "--rules", "plain", "--option", "eyes=eye"), "eye"),
        (("rangers/1", "grenadiers/1", "--rules", "plain", "--option", "eye=bas"), "base"),
        (("rangers/1", "grenadiers/1", "--error", "place=1/16"), "places"),
        (("rangers/1", "grenadiers/1", "--error", "1/16"), "NAME=LENGTH"),
        (("rangers/1", "grenadiers/1", "--error", "eye=1/0"), "1/0"),
        (("rangers/1", "grenadiers/1", "--certificate", "out.txt"), ".html"),
        (("rangers/1", "rangers/1"), "itself"),
        (("rangers/1", "grenadiers/1", "--rules", "chess"), "dust_warfare"),
    ],
)
def test_wrong_usage_is_a_message_and_exit_2(capsys, words, said):
    done = ran(capsys, "los", SKIRMISH, *words)
    assert done.code == 2
    assert said in done.err
    assert not done.out


def test_a_missing_scene_is_a_message(capsys):
    done = ran(capsys, "los", "nowhere.toml", "A", "B")
    assert done.code == 2
    assert "nowhere.toml" in done.err
    assert "Traceback" not in done.err
