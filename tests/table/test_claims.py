"""Claims held against the facts, and against a game that answers for cover."""

from __future__ import annotations

from sim.table.claims import check_claims
from sim.table.facts import Facts
from tests.table.builders import scene_of

MAN = 'model = "cylinder"\nradius = 0.4\nheight = 1.2\nbase = { diameter_mm = 25 }\n'
WALL = '[[piece]]\nid = "wall"\nmodel = "box"\nsize = [1, 8, 3]\nat = [15, 10]\n'
TANK = """
[[mini]]
id = "T"
model = "boxes"
boxes = [{ low = [-2, -1, 0], high = [2, 1, 2], part = "hull" }]
base = { shape = "hull" }
at = [15, 30]
"""


def mini(name: str, x: float, y: float) -> str:
    return f'[[mini]]\nid = "{name}"\nat = [{x}, {y}]\n{MAN}'


def claim(expect: str, a: str = "A", b: str = "B") -> str:
    return f'[[claim]]\nfrom = "{a}"\nto = "{b}"\nexpect = {expect}\nwhy = "so it is"\n'


PAIR = mini("A", 10, 10) + mini("B", 20, 10)


def results(text: str, cover_of=None):
    scene = scene_of(text)
    return check_claims(scene, Facts(scene.table), cover_of)


def test_verdicts_and_shares_hold_or_fail():
    clear = results(PAIR + claim('"visible"') + claim('"blocked"') + claim("[0.9, 1]"))
    assert [each.holds for each in clear] == [True, False, True]
    blocked = results(PAIR + WALL + claim('"visible"') + claim('"blocked"') + claim("[0, 0]"))
    assert [each.holds for each in blocked] == [False, True, True]
    assert [each.found for each in blocked] == ["blocked"] * 3
    assert results(PAIR + WALL + claim("[0, 1]"))[0].holds is False


def test_a_failed_claim_says_what_was_expected_found_and_why():
    (result,) = results(PAIR + WALL + claim("[0.25, 0.5]"))
    expected = "claim 1 fails: A to B: expected a share of 25.0 to 50.0 %, found blocked (so it is)"
    assert result.text() == expected
    (seen,) = results(PAIR + claim('"blocked"'))
    assert "found visible 100.0 % ± " in seen.text()


def test_cover_is_asked_of_the_game_and_stays_open_without_one():
    text = PAIR + claim('{ cover = "hard" }')
    assert results(text)[0].holds is None
    assert "no game to ask" in results(text)[0].text()
    asked: list[tuple[str, str]] = []

    def cover_of(a: str, b: str) -> str:
        asked.append((a, b))
        return "soft"

    (result,) = results(text, cover_of)
    assert asked == [("A", "B")]
    assert result.holds is False
    assert "expected cover hard, found cover soft" in result.text()


def test_a_hull_between_blocks_and_a_soldier_between_does_not():
    line = mini("A", 10, 30) + mini("B", 20, 30)
    (behind_tank,) = results(line + TANK + claim('"blocked"'))
    assert behind_tank.holds is True
    (behind_man,) = results(line + mini("C", 15, 30) + claim('"visible"'))
    assert behind_man.holds is True
    to_tank = results(line + TANK + claim('"visible"', "A", "T") + claim('"visible"', "T", "B"))
    assert [each.holds for each in to_tank] == [True, True]
