"""Broken scenes: every problem in one message, with file, place, found, expected and nearest."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from sim.errors import InputProblems
from sim.table.scene import open_scene
from tests.table.builders import HEAD, problems_of

MAN = 'model = "cylinder"\nradius = 0.4\nheight = 1.6\nbase = { diameter_mm = 30 }\n'


PIECE = '[[piece]]\nid = "p"\nmodel = "box"\nsize = [1, 1, 1]\nat = [5, 5]\n'


def mini(name: str, at: str, extra: str = MAN) -> str:
    return f'[[mini]]\nid = "{name}"\nat = {at}\n{extra}'


def stl(*triangles: tuple[float, ...]) -> bytes:
    body = b"".join(struct.pack("<12fH", 0, 0, 1, *each, 0) for each in triangles)
    return b"\0" * 80 + struct.pack("<I", len(triangles)) + body


def test_a_good_scene_has_no_problems():
    assert problems_of(mini("A", "[10, 10]") + mini("B", "[20, 10]")) == []


def test_many_problems_of_many_sorts_come_in_one_message():
    text = """
[[piece]]
id = "mill"
model = "kit:hil_round"
at = [10, 10]
colour = "red"
[[piece]]
id = "mill"
model = "missing.stl"
unit = "mm"
up = "z"
at = [20, "ten"]
[[mini]]
id = "A b"
model = "cylinder"
radius = 0.4
height = -2
base = { diameter_mm = 30 }
at = [10, nan]
[[mini]]
id = "C"
model = "cylinder"
radius = 0.4
at = [30, 30]
[[claim]]
from = "C"
to = "D"
expect = "seen"
why = "because"
"""
    found = problems_of(text)
    expected = [
        "piece[mill].colour: unknown key",
        'piece[mill].at[2]: found "ten", expected a number',
        "mini[A b].height: found -2, expected a number above 0",
        "mini[A b].at[2]: found nan, which is not a finite number",
        'claim[1].expect: found "seen", expected one of "blocked", "visible"',
        'piece[mill].id: the id "mill" is used twice',
        'mini[A b].id: "A b" is no id',
        'piece[mill].model: there is no kit piece "hil_round" (did you mean "hill_round"?)',
        "mini[C]: the built-in cylinder needs height",
    ]
    for line in expected:
        assert any(line in each for each in found), (line, found)
    assert all(each.startswith("scene.toml: ") for each in found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[peice]]\n", 'peice: unknown key (did you mean "piece"?)'),
        (mini("A", "[10, 10]") + "facng = 30\n", 'facng: unknown key (did you mean "facing"?)'),
        (mini("A", '"here"'), 'mini[A].at: found "here", expected a list of 2'),
        (mini("A", "[10]"), "mini[A].at: found [10], expected a list of 2"),
        (mini("A", "[inf, 1]"), "mini[A].at[1]: found inf, which is not a finite number"),
        (mini("A", "[1, 10]") + "facing = true\n", "facing: found true, expected a number"),
        ('[[mini]]\nid = "A"\nat = [5, 5]\n', "mini[A]: say what stands here"),
        (
            mini("A", "[10, 10]") + mini("B", "[10.5, 10]"),
            'mini[B].at: the bases of "A" and "B" overlap by 0.681 in',
        ),
        (mini("A", "[0.2, 10]"), "mini[A].at: the base reaches 0.391 in beyond the table's edge"),
        (
            PIECE.replace("[5, 5]", "[60, 5]"),
            "piece[p].at: the piece lies wholly beside the table",
        ),
        (mini("A", "[10, 10]") * 2, 'mini[A].id: the id "A" is used twice'),
        (
            mini("A", "[10, 10]") + 'level = "mill/1"\n',
            'mini[A].level: there is no level "mill/1"',
        ),
        (
            mini("A", "[10, 10]", 'profile = "ranger"\n'),
            "mini[A].profile: a profile needs a game",
        ),
        (
            mini("A", "[10, 10]", 'model = "figure:sodlier"\n')
            + '[[figure]]\nid = "soldier"\n'
            + MAN,
            'there is no figure "sodlier" in this scene (did you mean "soldier"?)',
        ),
        (
            '[[piece]]\nid = "p"\nmodel = "box"\nsize = [1, 1, 1]\nat = [5, 5]\nradius = 2\n',
            "piece[p].radius: a box does not read radius",
        ),
        (
            '[[piece]]\nid = "p"\nmodel = "box"\nsize = [1, 1, 1]\nat = [5, 5]\n'
            "area = [[0, 0], [4, 4], [4, 0], [0, 4]]\n",
            "piece[p].area",
        ),
        (
            '[[piece]]\nid = "p"\nmodel = "boxes"\nat = [5, 5]\n'
            "boxes = [{ low = [0, 0, 2], high = [1, 1, 1] }]\n",
            "piece[p].boxes[1]: low [0.0, 0.0, 2.0] should be below high",
        ),
        (
            mini("A", "[9, 9]")
            + '[[claim]]\nfrom = "A"\nto = "A"\nexpect = "visible"\nwhy = "x"\n',
            'claim[1]: a claim needs two miniatures, found "A" twice',
        ),
        (
            mini("A", "[9, 9]")
            + mini("B", "[15, 9]")
            + '[[claim]]\nfrom = "A"\nto = "B"\nexpect = [0.5, 0.2]\nwhy = "x"\n',
            "claim[1].expect: found [0.5, 0.2]: the lower share comes first",
        ),
        ('[[force]]\nside = "allies"\n', "force[1]: a force needs units or a file"),
        (
            mini("A", "[9, 9]", 'model = "box"\nsize = [1, 1, 1]\nbase = { shape = "oval" }\n'),
            "mini[A].base: a oval base needs length_mm, width_mm",
        ),
    ],
)
def test_one_mistake_is_named_at_its_place(text: str, expected: str):
    found = problems_of(text)
    assert any(expected in each for each in found), found


def test_an_unknown_game_profile_and_unit_name_the_nearest():
    head = """
format = "hulldown-scene/1"
name = "A test"
shows = "A table"
game = "dust_warfar"
[table]
width = 48
depth = 48
"""
    found = problems_of("", head=head)
    assert any("unknown" not in each and '"dust_warfare"' in each for each in found), found
    good = head.replace("dust_warfar", "dust_warfare")
    text = mini("A", "[10, 10]", 'profile = "rangr"\n')
    text += '[[force]]\nside = "allies"\nunits = ["combat_ranger"]\n'
    found = problems_of(text, head=good)
    assert any('no profile "rangr" (did you mean "ranger"?)' in each for each in found), found
    assert any('no unit "combat_ranger" (did you mean "combat-rangers"?)' in each for each in found)


def test_a_side_that_no_force_has_names_the_nearest():
    head = """
format = "hulldown-scene/1"
name = "A test"
shows = "A table"
game = "dust_warfare"
[table]
width = 48
depth = 48
[[force]]
side = "allies"
units = ["combat-rangers"]
"""
    found = problems_of(mini("A", "[10, 10]") + 'side = "alies"\n', head=head)
    assert found == ['scene.toml: mini[A].side: there is no side "alies" (did you mean "allies"?)']


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", "the first line should be format"),
        ('format = "hulldown-scene/2"', "format version 2; this program reads version 1"),
        ('format = "hulldown-force/1"', "this is a force file, expected a scene file"),
        ('format = "scene"', 'format: found "scene", expected "hulldown-scene/1"'),
        ("format = 1", 'format: found 1, expected "hulldown-scene/1"'),
    ],
)
def test_the_format_line_is_checked(line: str, expected: str):
    found = problems_of(
        "", head=line + '\nname = "x"\nshows = "x"\ntable.width = 48\ntable.depth = 48'
    )
    assert any(expected in each for each in found), found


def test_a_newer_version_is_refused_without_noise():
    found = problems_of("", head='format = "hulldown-scene/9"\nhologram = true')
    assert len(found) == 1


def test_a_missing_mesh_names_the_nearest_file(tmp_path: Path):
    (tmp_path / "bunker.stl").write_bytes(stl((0, 0, 0, 1, 0, 0, 0, 1, 0)))
    text = '[[piece]]\nid = "b"\nmodel = "bunkr.stl"\nunit = "in"\nup = "z"\nat = [5, 5]\n'
    assert problems_of(text, tmp_path) == [
        'scene.toml: piece[b].model: there is no mesh file "bunkr.stl" (did you mean "bunker.stl"?)'
    ]


def test_a_mesh_with_a_vertex_that_is_no_number_is_refused_by_name(tmp_path: Path):
    bad = stl((0, 0, 0, 1, 0, 0, 0, 1, 0), (0, 0, 0, float("nan"), 0, 0, 0, 1, 0))
    (tmp_path / "bad.stl").write_bytes(bad)
    text = '[[piece]]\nid = "b"\nmodel = "bad.stl"\nunit = "in"\nup = "z"\nat = [5, 5]\n'
    found = problems_of(text, tmp_path)
    assert len(found) == 1
    assert "piece[b].model" in found[0]
    assert "bad.stl" in found[0]


def test_a_mesh_file_needs_its_unit_and_axis_said(tmp_path: Path):
    (tmp_path / "wall.stl").write_bytes(stl((0, 0, 0, 1, 0, 0, 0, 1, 1)))
    text = '[[piece]]\nid = "w"\nmodel = "wall.stl"\nat = [5, 5]\n'
    assert problems_of(text, tmp_path) == [
        "scene.toml: piece[w]: a mesh file needs unit, up: its file does not say it"
    ]


def test_problems_of_several_pieces_and_meshes_come_together(tmp_path: Path):
    (tmp_path / "empty.stl").write_bytes(b"")
    text = "".join(
        f'[[piece]]\nid = "{name}"\nmodel = "{name}.stl"\nunit = "mm"\nup = "z"\nat = [5, 5]\n'
        for name in ("empty", "gone")
    )
    found = problems_of(text + mini("A", "[5, 5]") + mini("B", "[5, 5.2]"), tmp_path)
    assert len(found) == 3


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "the file is empty"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"name = ", "not readable as TOML"),
        (b"a = " + b"[" * 5000, "not readable as TOML"),
    ],
)
def test_a_file_that_is_no_toml_is_refused_plainly(tmp_path: Path, data: bytes, expected: str):
    path = tmp_path / "scene.toml"
    path.write_bytes(data)
    with pytest.raises(InputProblems, match=expected) as caught:
        open_scene(path)
    assert str(path) in str(caught.value)


def test_a_missing_file_and_a_folder_are_refused_plainly(tmp_path: Path):
    with pytest.raises(InputProblems, match="no such file"):
        open_scene(tmp_path / "nowhere.toml")
    with pytest.raises(InputProblems, match="a folder"):
        open_scene(tmp_path)


def test_a_mini_in_a_wall_or_off_its_floor_is_refused():
    piece = """
[[piece]]
id = "house"
model = "box"
size = [6, 6, 3]
at = [20, 20]
blocks = [[[-3, 2.5], [3, 2.5], [3, 3], [-3, 3]]]
[[piece.floor]]
name = "roof"
z_in = 3
outline = [[-3, -3], [3, -3], [3, 3], [-3, 3]]
"""
    assert problems_of(piece + mini("A", "[20, 20]") + 'level = "house/roof"\n') == []
    found = problems_of(
        piece + mini("A", "[24, 20]") + 'level = "house/roof"\n' + mini("B", "[20, 22.9]")
    )
    assert found == [
        'scene.toml: mini[A].at: the base\'s centre is not on the floor "house/roof"',
        'scene.toml: mini[B].at: the base overlaps a wall of "house"',
    ]


def test_bases_above_one_another_on_two_levels_do_not_overlap():
    piece = """
[[piece]]
id = "house"
model = "box"
size = [6, 6, 3]
at = [20, 20]
[[piece.floor]]
name = "roof"
z_in = 3
outline = [[-3, -3], [3, -3], [3, 3], [-3, 3]]
"""
    above = mini("A", "[20, 20]") + 'level = "house/roof"\n'
    assert problems_of(piece + above + mini("B", "[20.3, 20]")) == []
    both = above + mini("B", "[20.3, 20]") + 'level = "house/roof"\n'
    assert len(problems_of(piece + both)) == 1


def test_a_faulty_table_is_still_asked_for_its_names_and_files(tmp_path: Path):
    head = HEAD.replace('shows = "', 'game = "dust_warfare"\nshows = "')
    text = (
        mini("A", "[1, nan]", 'profile = "rangr"\nside = 7\n')
        + '[[piece]]\nid = "p"\nmodel = "gone.stl"\nat = "here"\nunit = "mm"\nup = "z"\n'
        + '[[piece]]\nid = "q"\nmodel = "kit:mll"\nat = [5, 5]\nfacing = "north"\n'
    )
    found = "\n".join(problems_of(text, tmp_path, head))
    assert 'there is no profile "rangr" (did you mean "ranger"?)' in found
    assert 'there is no mesh file "gone.stl"' in found
    assert 'there is no kit piece "mll" (did you mean "mill"?)' in found
    assert "mini[A].side: found 7, expected text" in found
    assert "off" not in found
    assert "beside the table" not in found
