"""Ruins by parameters and figures of parts in scene files."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.geometry.pose import Pose
from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.table.scene import open_scene, save_scene
from sim.table.schema import schema_text
from tests.table.builders import problems_of, scene_of

RUIN = """
[[piece]]
id = "ruin"
model = "ruin"
at = [20, 20]
ruin = { plan = "U", width = 8, depth = 6, height = 5, thickness = 0.4, broken = 0.5, seed = 2, \
floors = [2.5], windows = [{ sill = 1, head = 2, width = 0.9, count = 2 }] }
"""
FIGURE = """
[[figure]]
id = "gunner"
model = "parts"
base = { diameter_mm = 32 }
eye_height_in = 1.2
solids = [
  { shape = "cylinder", at = [0, 0, 0.1], radius = 0.25, height = 1.3 },
  { low = [0.2, -0.05, 0.9], high = [1.0, 0.05, 1.0], part = "weapon" },
]
silhouette = { points = [[-0.4, 0.1], [0.4, 0.1], [0, 1.9]], part = "banner" }
[[mini]]
id = "A"
model = "figure:gunner"
at = [20, 8]
"""


def test_a_ruin_brings_its_kind_its_walls_and_its_floors():
    scene = scene_of(RUIN)
    ruin = scene.table.terrain["ruin"]
    assert ruin.kind == "ruin"
    assert len(ruin.blocks) == 3
    assert [(floor.name, floor.z_in) for floor in ruin.floors] == [("1", 2.5)]
    x, y = zip(*ruin.area, strict=True)
    assert (min(x), max(x), min(y), max(y)) == pytest.approx((16, 24, 17, 23))


def test_a_miniature_stands_on_a_ruins_floor():
    scene = scene_of(
        RUIN
        + """
[[mini]]
id = "A"
model = "kit:soldier_rifle"
at = [20, 20.5]
level = "ruin/1"
"""
    )
    assert Facts(scene.table).support_under(scene.mini("A").stand) == 2.5


def test_keys_of_the_piece_win_over_those_of_the_ruin():
    own = RUIN + 'kind = "walls"\nblocks = "none"\nfloor = []\n'
    ruin = scene_of(own).table.terrain["ruin"]
    assert (ruin.kind, ruin.blocks, ruin.floors) == ("walls", (), ())


def test_one_looks_through_a_ruins_window_and_not_through_its_pier():
    scene = scene_of(RUIN.replace("broken = 0.5, ", "").replace("floors = [2.5], ", "") + FIGURE)
    facts = Facts(scene.table)
    # Back wall of 7.2 in clear, two windows of 0.9: their middles lie 1.35 in off the middle.
    window, pier = 20 - 1.35, 20.0
    for x, sees in ((window, True), (pier, False)):
        above = Stand("figure:gunner", Pose(x, 24.0))
        below = Stand("figure:gunner", Pose(x, 21.0))
        assert facts.sees(above, below) is sees


def test_a_figure_of_parts_has_its_height_and_its_named_parts():
    model = scene_of(FIGURE).table.models["figure:gunner"]
    assert model.height_in == pytest.approx(1.9)
    assert model.eye_height_in == 1.2
    assert list(dict.fromkeys(part.name for part in model.body.parts)) == [
        "figure",
        "weapon",
        "banner",
        "base",
    ]


def test_which_parts_count_as_seen_changes_what_is_seen():
    wall = """
[[piece]]
id = "wall"
model = "box"
size = [6, 0.3, 1.5]
at = [20, 12]
"""
    looker = """
[[mini]]
id = "B"
model = "kit:soldier_rifle"
at = [20, 16]
"""
    banner = scene_of(wall + FIGURE + looker)
    bare = scene_of(
        wall + FIGURE.replace('"parts"', '"parts"\nseen_parts = ["figure", "weapon"]', 1) + looker
    )
    answers = [
        Facts(scene.table).sees(scene.mini("B").stand, scene.mini("A").stand)
        for scene in (banner, bare)
    ]
    assert answers == [True, False]


def test_a_silhouette_seen_from_the_side_reaches_forward():
    front = scene_of(FIGURE).table.models["figure:gunner"].body
    side = scene_of(FIGURE.replace('part = "banner"', 'part = "banner", seen_from = "side"'))
    turned = side.table.models["figure:gunner"].body

    def banner(body):
        part = next(part for part in body.parts if part.name == "banner")
        points = body.vertices[body.faces[part.first : part.first + part.count]].reshape(-1, 3)
        return (points.max(axis=0) - points.min(axis=0)).tolist()

    assert banner(front) == pytest.approx([0.2, 0.8, 1.8])
    assert banner(turned) == pytest.approx([0.8, 0.2, 1.8])


def test_ruins_and_figures_of_parts_come_back_from_a_saved_scene(tmp_path: Path):
    scene = scene_of(RUIN + FIGURE)
    save_scene(scene, tmp_path / "again.toml")
    again = open_scene(tmp_path / "again.toml")
    assert again.file == scene.file
    assert again.digest() == scene.digest()


def test_all_that_is_wrong_with_a_ruin_is_said_at_once_with_its_place():
    wrong = RUIN.replace("sill = 1,", "sill = 3,").replace("[2.5]", "[7]").replace("0.9", "6")
    lines = [line.partition("piece[ruin].")[2] for line in problems_of(wrong)]
    assert [line.partition(":")[0] for line in lines] == [
        "ruin.windows[1].sill",
        "ruin.windows[1]",
        "ruin.windows[1]",
        "ruin.windows[1]",
        "ruin.floors[1]",
    ]
    assert "sill at 3.0 in is not below the head at 2.0 in" in lines[0]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('model = "ruin"', "piece[p]: the built-in ruin needs ruin"),
        (
            'model = "box"\nsize = [1,1,1]\nruin = { plan = "I", width = 3, height = 2 }',
            "p].ruin",
        ),
        ('model = "no.stl"\nboxes = [{ low = [0, 0, 0], high = [1, 1, 1] }]', "p].boxes"),
        ('model = "ruin"\nruin = { plan = "X", width = 3, height = 2 }', '"X", expected one of'),
    ],
)
def test_a_wrong_key_of_a_built_piece_is_said(text: str, place: str):
    problems = problems_of(f'[[piece]]\nid = "p"\nat = [9, 9]\n{text}\n')
    assert any(place in line for line in problems)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("", "needs solids, a silhouette or both"),
        ("solids = [{ low = [0, 0, 0], high = [1, 0, 1] }]", "should be below high"),
        ("solids = [{ low = [0, 0, -1], high = [1, 1, 1] }]", "1.000 in below the table"),
        ('solids = [{ shape = "cylinder", low = [0, 0, 0], radius = 1 }]', "needs at, height"),
        ('solids = [{ shape = "cylinder", low = [0, 0, 0], radius = 1 }]', "does not read low"),
        ("silhouette = { points = [[0, 0], [1, 1], [1, 0], [0, 1]] }", "silhouette.points"),
        ('silhouette = { points = [[0, 0], [1, 0], [0, 1]], part = "hat" }', '"figure"'),
    ],
)
def test_a_figure_of_parts_that_cannot_be_is_explained(keys: str, said: str):
    figure = f'[[figure]]\nid = "f"\nmodel = "parts"\nbase = {{ diameter_mm = 25 }}\n{keys}\n'
    mini = '[[mini]]\nid = "A"\nmodel = "figure:f"\nat = [5, 5]\n'
    assert any(said in line for line in problems_of(figure + mini))


def test_the_schema_of_scenes_knows_sills_and_silhouettes():
    text = schema_text("scene")
    assert all(word in text for word in ('"sill"', '"jamb"', '"silhouette"', '"solids"'))


def test_a_level_of_a_piece_without_floors_is_said():
    wall = '[[piece]]\nid = "wall"\nmodel = "box"\nsize = [1, 1, 1]\nat = [9, 9]\n'
    mini = '[[mini]]\nid = "A"\nmodel = "kit:soldier_rifle"\nat = [9, 9]\nlevel = "wall/1"\n'
    assert any("mini[A].level" in line for line in problems_of(wall + mini))


def test_a_level_of_a_piece_that_cannot_be_built_is_no_second_fault():
    mini = '[[mini]]\nid = "A"\nmodel = "kit:soldier_rifle"\nat = [9, 9]\nlevel = "ruin/1"\n'
    lines = problems_of(RUIN.replace("[2.5]", "[9]") + mini)
    assert [line.partition(": ")[2].partition(":")[0] for line in lines] == [
        "piece[ruin].ruin.floors[1]"
    ]
