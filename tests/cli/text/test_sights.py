"""Looks that measure: the same verdicts as the rules and `los`, from ghosts and spots as well."""

from __future__ import annotations

import pytest

from sim.cli.common import Opened, open_table
from sim.cli.sightings import hulls_among, sight_between
from sim.cli.text.names import Surroundings
from sim.cli.text.sights import Sights
from sim.errors import UsageError
from sim.geometry.pose import Pose
from sim.table.pieces import Stand
from tests.cli.running import ran
from tests.cli.text.talking import around, match_on

STREET = """format = "hulldown-scene/1"
name = "A street"
shows = "A box in the way: of a vehicle or of a very large man"
table = { width = 36, depth = 24 }

[[mini]]
id = "A"
model = "kit:soldier_rifle"
at = [6, 12]

[[mini]]
id = "B"
model = "kit:soldier_rifle"
at = [30, 12]

[[mini]]
id = "X"
model = "boxes"
boxes = [{ low = [-1, -3, 0], high = [1, 3, 4], part = "PART" }]
base = { shape = "box", length_in = 2.0, width_in = 6.0 }
at = [18, 12]
"""


@pytest.mark.parametrize(("part", "blocked"), [("hull", True), ("figure", False)])
def test_hulls_block_and_soldiers_do_not(capsys, tmp_path, part, blocked):
    path = tmp_path / "street.toml"
    path.write_text(STREET.replace("PART", part))
    opened = open_table(str(path))
    stands = [mini.stand for mini in opened.scene.minis]
    sight = sight_between(opened.facts, stands[0], stands[1], stands)
    assert sight.visible is not blocked
    assert bool(hulls_among(opened.facts, stands)) is blocked
    first = ran(capsys, "los", str(path), "A", "B").lines[0]
    assert (first == "blocked") is blocked


@pytest.fixture(scope="module")
def there(across: Opened) -> Surroundings:
    return around(across, match_on(across))


def text(rows: list[list[tuple[str, str]]]) -> str:
    return "\n".join("  ".join(cell for cell, _ in row) for row in rows)


def test_what_a_look_says_is_what_the_rules_see(across: Opened, there: Surroundings):
    sights = Sights(there, {})
    others = there.standing({})
    for a in there.pieces("rangers"):
        row = text(sights.look(f"{a.id} to grenadiers"))
        seen = row.partition("does not see")[0]
        for b in there.pieces("grenadiers"):
            sight = sight_between(
                across.facts, Stand(a.model, a.pose), Stand(b.model, b.pose), others
            )
            assert (f"{b.id[-1]}: " in seen) == sight.visible


def test_a_planned_miniature_looks_and_is_measured_from_its_ghost(there: Surroundings):
    ghost = {"rangers/1": Pose(13.0, 17.0, 90.0)}
    planned = Sights(there, ghost, "rangers")
    standing = Sights(there, {}, "rangers")
    assert text(planned.measure("rangers/1 to wall")) != text(standing.measure("rangers/1 wall"))
    assert "rangers/1 as planned" in text(planned.look("grenadiers"))
    assert "as planned" not in text(standing.look("grenadiers"))
    assert "100%" in text(planned.look("rangers/1 to grenadiers/2"))


@pytest.mark.parametrize(
    "words", ["from 30,12 to grenadiers", "30,12 grenadiers", "from 30 12 to grenadiers"]
)
def test_a_look_from_a_spot_is_that_of_the_asked_unit_standing_there(there, words):
    rows = text(Sights(there, {}, "walker").look(words))
    assert rows.startswith("walker/1 at 30, 12")
    moved = Sights(there, {"walker/1": Pose(30.0, 12.0, 90.0)}, "walker")
    assert (
        rows.partition("sees")[2] == text(moved.look("walker to grenadiers")).partition("sees")[2]
    )


def test_gaps_go_from_the_nearest_pair_and_from_spots(there: Surroundings):
    sights = Sights(there, {}, "rangers")
    rows = text(sights.measure("rangers to grenadiers"))
    gaps = [
        there.facts.gap(Stand(a.model, a.pose), Stand(b.model, b.pose)).inches
        for a in there.pieces("rangers")
        for b in there.pieces("grenadiers")
    ]
    assert f"{min(gaps):.3f} in" in rows
    base = there.facts.model(there.stand("walker/1")).base
    reach = base.radius  # type: ignore[union-attr]
    spot = text(sights.measure("23,12 to walker"))
    assert f"{6 - reach:.3f} in" in spot
    assert "walker/1 to 23, 12" in spot


@pytest.mark.parametrize(
    ("call", "words", "said"),
    [
        ("look", "", "name two"),
        ("look", "wall to grenadiers", "wall"),
        ("look", "rangers to wall", "wall"),
        ("look", "rangers to wallker", "walker"),
        ("measure", "wall to wood", "measure from"),
        ("measure", "rangers to nowhere", "nowhere"),
    ],
)
def test_what_cannot_be_looked_at_is_refused_with_a_reason(there, call, words, said):
    with pytest.raises(UsageError, match=said):
        getattr(Sights(there, {}, ""), call)(words)
