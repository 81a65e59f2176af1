"""``hulldown what-if``: the nearest spot, the cheapest change, and how they are told."""

from __future__ import annotations

import json
import re

import pytest

from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.table.scene import build_table, open_scene
from tests.cli.running import SKIRMISH, Ran, ran, shell

#: A wall of boxes between two figures of the kit, and a third that all see.
SCENE = """
format = "hulldown-scene/1"
name = "A wall"
shows = "A wall between two figures"
[table]
width = 40
depth = 30
[[piece]]
id = "wall"
model = "box"
size = [0.2, 10, 3]
at = [20.1, 9]
blocks = "hull"
[[piece]]
id = "deck"
model = "box"
size = [4, 4, 0.1]
at = [5, 26]
lift = 2.9
floor = [{ name = "1", z_in = 3.0, outline = [[-2, -2], [2, -2], [2, 2], [-2, 2]] }]
[[mini]]
id = "A"
side = "left"
model = "cylinder"
radius = 0.4
height = 1.6
base = { diameter_mm = 30 }
at = [14, 11]
[[mini]]
id = "B/1"
side = "right"
model = "cylinder"
radius = 0.4
height = 1.6
base = { diameter_mm = 30 }
at = [30, 10]
[[mini]]
id = "B/2"
side = "right"
model = "cylinder"
radius = 0.4
height = 1.6
base = { diameter_mm = 30 }
at = [30, 26]
"""


@pytest.fixture
def scene(tmp_path):
    path = tmp_path / "wall.toml"
    path.write_text(SCENE)
    return str(path)


def test_the_spot_and_the_changes_are_told(capsys, scene):
    done = ran(capsys, "what-if", scene, "A", "B/1")
    assert done.code == 0
    assert "A does not see B/1." in done.out
    assert re.search(r"\(\d+\.\d+, \d+\.\d+\): \d+\.\d\d in away", done.out)
    assert "cut wall down" in done.out
    assert "take wall away" in done.out
    assert "grid of 0.5 in" in done.out


def test_json_says_where_and_the_rules_agree(capsys, scene):
    done = ran(capsys, "what-if", scene, "A", "B/1", "--see", "--json")
    document = json.loads(done.out)
    spot = document["spot"]
    assert spot["found"]
    assert document["changes"] is None
    assert spot["path"][0] == [14.0, 11.0]
    opened = open_scene(scene)
    facts = Facts(build_table(opened))
    mover, target = opened.mini("A").stand, opened.mini("B/1").stand
    assert facts.sees(Stand(mover.model, mover.pose.moved(*spot["at"])), target)
    assert not facts.sees(mover, target)


def test_a_move_too_short_is_a_no_that_names_the_grid(capsys, scene):
    done = ran(capsys, "what-if", scene, "A", "B/1", "--see", "--within", "2")
    assert done.code == 1
    assert "No spot was found on a grid of 0.5 in" in done.out
    assert "there is none" not in done.out.lower()


def test_hiding_from_a_unit_hides_from_all_of_it(capsys, scene):
    done = ran(capsys, "what-if", scene, "A", "B", "--hide", "--within", "12", "--json")
    spot = json.loads(done.out)["spot"]
    assert spot["every"]
    assert done.code == (0 if spot["found"] else 1)
    if spot["found"]:
        assert [sight["visible"] for sight in spot["sights"]] == [False, False]


def test_changes_alone_come_cheapest_first(capsys, scene):
    done = ran(capsys, "what-if", scene, "A", "B/1", "--change", "--json")
    document = json.loads(done.out)
    assert document["spot"] is None
    costs = [each["cost_in"] for each in document["changes"]["found"]]
    known = [cost for cost in costs if cost is not None]
    assert known == sorted(known)
    assert costs[-1] is None
    assert all(each["then"]["visible"] for each in document["changes"]["found"])


def test_a_place_may_look_instead_of_a_miniature(capsys, scene):
    done = ran(capsys, "what-if", scene, "14,26", "B/2", "--see", "--model", "A")
    assert done.code == 0
    assert "It is so already" in done.out


def test_a_place_on_a_floor_looks_from_there(capsys, scene):
    done = ran(capsys, "what-if", scene, "5,26@deck/1", "B/1", "--hide", "--json")
    document = json.loads(done.out)
    assert document["from"] == "5,26@deck/1"
    assert document["now"][0]["visible"]
    assert document["spot"]["level"] in ("deck/1", None)


def test_the_answer_is_the_same_under_two_hash_seeds(scene):
    words = ("what-if", scene, "A", "B/1", "--json")
    assert shell(*words, hash_seed="1").out == shell(*words, hash_seed="2").out != ""


def test_a_picture_is_written_and_named_last(capsys, scene, tmp_path):
    target = tmp_path / "spot.png"
    done = ran(capsys, "what-if", scene, "A", "B/1", "--see", "--picture", str(target))
    assert done.lines[-1] == f"picture: {target}"
    assert target.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("A", "B/9"), "B/2"),
        (("A", "A"), "itself"),
        (("A", "B", "--change"), "B/2"),
        (("B", "A"), "B/2"),
        (("A", "99,3"), "not on the table"),
        (("A", "1.2.3,4"), "X,Y"),
        (("A", "10,10@attic"), "attic"),
        (("A", "10,10@deck/1"), "beside the floor"),
        (("A", "B/1", "--within", "-1"), "--within"),
        (("A", "B/1", "--spacing", "nan"), "--spacing"),
        (("A", "B/1", "--model", "kit:soldier_rifel"), "soldier_rifle"),
    ],
)
def test_wrong_usage_is_a_message_and_exit_2(capsys, scene, words, said):
    done = ran(capsys, "what-if", scene, *words)
    assert done.code == 2
    assert said in done.err
    assert not done.out
    assert "Traceback" not in done.err


def test_see_and_hide_exclude_one_another(capsys):
    assert ran(capsys, "what-if", SKIRMISH, "rangers/1", "snipers", "--see", "--hide").code == 2


@pytest.mark.parametrize("command", ["what-if", "ground", "pairs"])
def test_help_has_examples(capsys, command):
    done: Ran = ran(capsys, command, "--help")
    assert done.code == 0
    assert done.out.count(f"hulldown {command}") >= 2
