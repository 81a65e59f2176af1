"""A question of sight judged in full: options, doubts, units, names of what is in the way."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from sim.cli.common import Opened, open_table
from sim.cli.judged import judge, judged_json
from sim.cli.judged_units import judge_named, party_of
from sim.errors import InputProblems, UsageError
from sim.table.facts import Measured
from tests.cli.running import SKIRMISH, YARD, ran, shell

HEAD = """
format = "hulldown-scene/1"
name = "A dispute"
shows = "Made for one test"
game = "dust_warfare"
[table]
width = 40
depth = 24
"""
FIGURES = """
[[figure]]
id = "soldier"
model = "cylinder"
radius = 0.4
height = 1.6
base = { diameter_mm = 30 }
[[figure]]
id = "tank"
model = "boxes"
boxes = [{ low = [-1.4, -1.4, 0], high = [1.4, 1.4, 3], part = "hull" }]
base = { diameter_mm = 80 }
"""


def stand(name: str, figure: str, x: float, y: float, **more: str) -> str:
    extra = "".join(f'{key} = "{value}"\n' for key, value in more.items())
    return f'[[mini]]\nid = "{name}"\nmodel = "figure:{figure}"\nat = [{x}, {y}]\n{extra}'


def dispute(folder: Path, *parts: str) -> Opened:
    path = folder / "dispute.toml"
    path.write_text("\n".join([HEAD, *parts, FIGURES]), encoding="utf-8")
    return open_table(str(path))


def test_options_given_back_change_nothing():
    opened = open_table(YARD)
    a, b = opened.scene.mini("A"), opened.scene.mini("B")
    for rules, options in (("", {"mixed_cover": "half_by_type"}), ("plain", {"eye": "base"})):
        first = judge(opened, a, b, rules=rules, options=options)
        again = judge(opened, a, b, rules=first.rules, options=first.options)
        assert judged_json(first) == judged_json(again)
        assert dict(options).items() <= dict(first.options).items()


def test_an_unknown_option_of_the_game_is_refused_with_the_nearest():
    opened = open_table(YARD)
    with pytest.raises(InputProblems, match="mixed_cover"):
        judge(opened, opened.scene.mini("A"), opened.scene.mini("B"), options={"mixed": "any"})


def test_hulls_in_the_way_go_by_their_miniatures_names(tmp_path: Path):
    parts = (
        stand("A", "soldier", 4, 12, side="axis"),
        stand("B", "soldier", 30, 12, side="allies"),
        stand("tank/1", "tank", 14, 12, side="allies"),
    )
    opened = dispute(tmp_path, *parts)
    found = judge(opened, opened.scene.mini("A"), opened.scene.mini("B"))
    assert not found.report.sight.visible
    told = [line.strip() for line in found.explanation.lines()]
    assert "tank/1 hides 100.0 %, and alone would hide all of it" in told
    assert any("the vehicle tank/1 is in the way: Hard cover" in line for line in told)
    second = dispute(tmp_path, *parts, stand("tank/2", "tank", 20, 12, side="allies"))
    found = judge(second, second.scene.mini("A"), second.scene.mini("B"))
    assert any("tank/1 or of tank/2 hides" in line for line in found.explanation.lines())


def test_a_cover_that_the_error_of_the_places_may_change_is_too_close_to_call(tmp_path, capsys):
    wall = (
        '[[piece]]\nid = "wall"\nmodel = "box"\nkind = "walls"\nsize = [1, 6, 1]\nat = [12, 9.02]'
    )
    opened = dispute(tmp_path, wall, stand("A", "soldier", 4, 12), stand("B", "soldier", 30, 12))
    a, b = opened.scene.mini("A"), opened.scene.mini("B")
    found = judge(opened, a, b, measured=Measured(places_in=0.0625))
    assert found.cover is not None
    assert found.cover.cover == "hard"
    assert found.cover.turned is not None
    # The wall's end is 0.02 in beyond the line, at 7.5 to 8.5 of 26 in: the target must move on.
    assert float(str(found.cover.turned.value)) == pytest.approx(0.02 * 26 / 8.5, abs=0.01)
    scene = str(tmp_path / "dispute.toml")
    done = ran(capsys, "los", scene, "A", "B", "--error", "places=1/8")
    assert any(line.startswith("cover too close to call") for line in done.lines[:5])
    done = ran(capsys, "los", scene, "A", "B", "--error", "places=0.01")
    assert not any(line.startswith("cover too close to call") for line in done.lines)


def test_a_man_who_does_not_lead_is_told_to_be_taken_as_leader():
    opened = open_table(SKIRMISH)
    for name, told in (("rangers/3", True), ("rangers/1", False), ("rangers", False)):
        found = judge_named(opened, name, "grenadiers/1")
        lines = found.explanation.lines()
        assert any("does not lead rangers, but is taken to" in line for line in lines) is told


def test_units_under_plain_rules_show_pairs_and_no_cover():
    opened = open_table(SKIRMISH)
    found = judge_named(opened, "observers", "snipers", rules="plain", options={"eye": "base"})
    assert len(found.pairs) == 4
    assert found.cover is None
    best = max(pair.sight.share for pair in found.pairs)
    assert found.report.sight.share == best
    assert found.asked == ("observers", "snipers")


def test_the_best_pair_of_two_units_is_the_one_that_is_judged():
    opened = open_table(SKIRMISH)
    found = judge_named(opened, "rangers", "grenadiers")
    best = max(found.pairs, key=lambda pair: (pair.sight.visible, pair.sight.share))
    assert (found.shooter.id, found.target.id) == (best.looker, best.target)
    assert found.report.sight == best.sight


@pytest.mark.parametrize(
    ("text", "name", "is_unit"),
    [
        ("rangers", "rangers", True),
        ("rang", "rangers", True),
        ("rangers/2", "rangers/2", False),
        ("walker", "walker", True),
    ],
)
def test_a_name_means_a_miniature_first_then_a_unit(text: str, name: str, is_unit: bool):
    party = party_of(open_table(SKIRMISH).scene, text)
    assert (party.name, party.is_unit) == (name, is_unit)


def test_a_name_that_nobody_has_is_refused():
    with pytest.raises(UsageError, match="rangers/1"):
        party_of(open_table(SKIRMISH).scene, "ranger/1")


def test_the_document_is_the_same_under_two_hash_seeds():
    asked = ("los", YARD, "A", "B", "--prove", "--error", "places=1/16", "--json")
    first, second = (shell(*asked, hash_seed=seed) for seed in ("1", "2"))
    assert first.code == 0
    assert first.out == second.out
    assert json.loads(first.out)["verdict"] == "visible"


def test_the_document_holds_plain_values_alone():
    opened = open_table(YARD)
    document = judged_json(judge(opened, opened.scene.mini("A"), opened.scene.mini("B")))
    again = json.loads(msgspec.json.encode(document))
    assert list(again) == list(document)
    assert again["share"] == document["share"]
