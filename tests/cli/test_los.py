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
        (("rangers", "rangers"), "rangers cannot look at itself"),
        (("rangers/1", "rangers"), "rangers cannot look at itself"),
        (("rangers", "rangers/4"), "rangers cannot look at itself"),
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


def test_a_table_without_miniatures_says_that_nobody_stands_there(capsys):
    done = ran(capsys, "los", "mills", "rangers", "grenadiers")
    assert done.code == 2
    assert "nobody stands" in done.err


def test_a_missing_scene_is_a_message(capsys):
    done = ran(capsys, "los", "nowhere.toml", "A", "B")
    assert done.code == 2
    assert "nowhere.toml" in done.err
    assert "Traceback" not in done.err


# --- the first lines ----------------------------------------------------------------------------


WINDOW = """
format = "hulldown-scene/1"
name = "The window"
shows = "Case D14: a sliver of a man through a window"
game = "dust_warfare"
[table]
width = 40
depth = 24
[[piece]]
id = "wall"
model = "boxes"
kind = "walls"
at = [14, 10]
boxes = [
  { low = [0, -4, 0], high = [0.3, -0.5, 4] },
  { low = [0, 0.5, 0], high = [0.3, 4, 4] },
  { low = [0, -0.5, 0], high = [0.3, 0.5, 1.2] },
  { low = [0, -0.5, 2.2], high = [0.3, 0.5, 4] },
]
[[figure]]
id = "soldier"
model = "cylinder"
radius = 0.4
height = 1.6
base = { diameter_mm = 30 }
[[mini]]
id = "A"
model = "figure:soldier"
at = [8, 10]
[[mini]]
id = "B"
model = "figure:soldier"
at = [24, 11.5]
"""


@pytest.fixture
def window(tmp_path) -> str:
    path = tmp_path / "window.toml"
    path.write_text(WINDOW, encoding="utf-8")
    return str(path)


def test_d14_the_window_gives_share_margin_doubt_and_cover(capsys, window):
    errors = "places=1/16,pieces=1/16"
    done = ran(capsys, "los", window, "A", "B", "--prove", "--error", errors)
    assert done.code == 0
    assert VISIBLE.fullmatch(done.lines[0])
    assert float(done.lines[0].split()[1].rstrip("%")) == pytest.approx(13.4, abs=0.35)
    margin = re.match(r"margin: target ([\d.]+) in \([\d.]+ mm\), proven; ", done.lines[1])
    assert margin
    # The target's jamb is at y = 1.6711, 0.1711 from where he stands.
    assert 0.4 * 0.1711 < float(margin[1]) <= 0.1711
    assert done.lines[2].startswith("too close to call within the error of measurement: it turns")
    assert done.lines[3].startswith("wall hides 86.")
    assert any("exact polygons agree: visible" in line for line in done.lines)
    assert done.lines[-1] == "cover: hard (dw.obscured.from_leader, dw.obscured.line_crosses)"


def test_the_second_opinion_stands_beside_the_verdict(capsys, window):
    done = ran(capsys, "los", window, "A", "B", "--second-opinion")
    (line,) = [each for each in done.lines if "second opinion" in each]
    assert line.endswith("agrees")


def test_a_doubt_that_is_none_is_proven(capsys, window):
    done = ran(capsys, "los", window, "A", "B", "--error", "places=0.1mm")
    assert done.lines[2].startswith("it holds wherever things truly stand")
    assert done.lines[2].endswith("proven")


def test_long_lines_are_folded_to_the_terminal_and_whole_in_a_file(capsys, monkeypatch, window):
    monkeypatch.delenv("COLUMNS", raising=False)
    whole = ran(capsys, "los", window, "A", "B").lines
    monkeypatch.setenv("COLUMNS", "80")
    folded = ran(capsys, "los", window, "A", "B").lines
    first = folded.index("")
    assert max(len(line) for line in folded[first:]) <= 80
    assert max(len(line) for line in whole) > 80
    assert len(folded) > len(whole)


# --- true sight ---------------------------------------------------------------------------------


def test_true_sight_from_the_base_sees_more_and_says_from_where(capsys, window, tmp_path):
    picture = tmp_path / "eye.png"
    plain = ("los", window, "A", "B", "--rules", "plain")
    eye = ran(capsys, *plain)
    base = ran(capsys, *plain, "--option", "eye=base", "--picture", str(picture))
    shares = [float(each.lines[0].split()[1].rstrip("%")) for each in (eye, base)]
    assert shares[1] > shares[0]
    assert any("option eye = base: of 9 places" in line for line in base.lines)
    assert base.lines[-1] == f"picture: {picture}"
    assert "cover" not in base.out


def test_a_scene_of_no_game_is_judged_by_true_sight(capsys, tmp_path):
    path = tmp_path / "plain.toml"
    path.write_text(WINDOW.replace('game = "dust_warfare"\n', ""), encoding="utf-8")
    done = ran(capsys, "los", str(path), "A", "B", "--option", "base=in", "--json")
    document = json.loads(done.out)
    assert document["rules"] == "plain"
    assert document["options"] == {"eye": "eye", "target": "part", "base": "in"}
    assert document["cover"] is None


# --- units --------------------------------------------------------------------------------------


def test_units_show_every_pair_and_the_chain_of_the_unit(capsys):
    done = ran(capsys, "los", SKIRMISH, "rangers", "grenadiers")
    assert VISIBLE.fullmatch(done.lines[0])
    first = done.lines.index("") + 1
    head, *rows = done.lines[first : first + 6]
    assert head.split() == ["seen", "%", "grenadiers/1", "/2", "/3", "/4", "/5"]
    assert [row.split()[0] for row in rows] == [f"rangers/{n}" for n in range(1, 6)]
    best = max(float(cell) for row in rows for cell in row.split()[1:] if cell != "-")
    assert float(done.lines[0].split()[1].rstrip("%")) == best
    assert any("2 of 5 miniatures obscured, 3 needed" in line for line in done.lines)
    assert done.lines[-1].startswith("cover: none (dw.obscured.half_rule")


def test_units_in_json_name_every_pair(capsys):
    done = ran(capsys, "los", SKIRMISH, "snipers", "rangers/5", "--json")
    document = json.loads(done.out)
    assert (document["from"], document["to"]) == ("snipers", "rangers/5")
    assert [(p["from"], p["to"]) for p in document["pairs"]] == [
        ("snipers/1", "rangers/5"),
        ("snipers/2", "rangers/5"),
    ]
    assert document["shooter"] in ("snipers/1", "snipers/2")


def test_an_option_goes_before_the_scenes(capsys, window):
    given = ("--option", "touching_counts_as_cover=false", "--json")
    document = json.loads(ran(capsys, "los", window, "A", "B", *given).out)
    assert document["options"]["touching_counts_as_cover"] == "false"


# --- the document and the certificate -----------------------------------------------------------


def test_the_document_names_all_that_the_answer_rests_on(capsys, window):
    errors = ("--prove", "--error", "places=1/16")
    document = json.loads(ran(capsys, "los", window, "A", "B", *errors, "--json").out)
    assert document["verdict"] == "visible"
    assert document["measured"]["places_in"] == 0.0625
    assert document["holds"]["answer"] in ("holds", "too_close", "unshaken")
    assert document["proof"]["agrees"] is True
    assert document["margin"]["target_in"] > 0
    assert document["predicates"]["contact_in"] == 0.01
    assert len(document["scene"]["digest"]) == 64
    assert document["versions"]["rules"].startswith("dust-warfare")
    assert document["reason"]["text"] == "A looks at B"


def test_the_same_question_twice_is_the_same_document(capsys, window):
    asked = ("los", window, "A", "B", "--prove", "--json")
    assert ran(capsys, *asked).out == ran(capsys, *asked).out


@pytest.mark.parametrize("kind", [".html", ".json"])
def test_a_certificate_is_written_and_named_last(capsys, tmp_path, window, kind):
    target = tmp_path / f"dispute{kind}"
    done = ran(capsys, "los", window, "A", "B", "--certificate", str(target))
    assert done.code == 0
    assert done.lines[-1] == f"certificate: {target}"
    assert target.stat().st_size > 1000
