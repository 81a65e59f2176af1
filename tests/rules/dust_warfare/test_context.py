"""A sight in dispute: the book asks five things, and what is said changes what it answers."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sim.engine.rule_context import AsksContext, check_answers, plain_answer
from sim.errors import InputProblems
from sim.rules.dust_warfare.book import DustBook
from sim.table.facts import Facts
from sim.table.scene import Scene
from tests.table.builders import HEAD, facts_of, scene_of, soldier

BOOK = DustBook()
GAME = HEAD.replace("[table]", 'game = "dust_warfare"\n[table]')
MINI = '[[mini]]\nid = "{}"\nmodel = "kit:soldier_rifle"\nat = [{}, {}]\n'
WALL = """
[[piece]]
id = "wall"
name = "the old wall"
model = "box"
kind = "walls"
size = [0.5, 8, 0.8]
at = [20, 10]
"""
WOOD = """
[[piece]]
id = "wood"
model = "box"
kind = "forest"
size = [4, 8, 0.1]
at = [20, 10]
"""


def spot(terrain: str, **minis: tuple[float, float]) -> Scene:
    """Return a spot with terrain and miniatures."""
    return scene_of(
        terrain + "".join(MINI.format(name, *at) for name, at in minis.items()), head=GAME
    )


def answer(scene: Scene, said: Mapping[str, str] | None = None) -> str:
    """Return the sentence of A's sight of B."""
    return BOOK.sight_answer(scene, Facts(scene.table), "A", "B", said or {}).text()


def cover(scene: Scene, said: Mapping[str, str] | None = None) -> str:
    """Return the cover by what was said; the whole chain and the sentence tell the same."""
    found = BOOK.cover_by_answers(scene, Facts(scene.table), "A", "B", said or {})
    assert found.answer.text() == answer(scene, said)
    assert found.cover.reason.value == found.cover.cover
    return found.cover.cover


def asked(scene: Scene, said: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return every question with its default."""
    found = BOOK.sight_questions(scene, Facts(scene.table), "A", "B", said)
    for question in found:
        assert question.text()
        assert all(option.text() for option in question.options)
        assert len(question.options) >= 2
        assert question.default in [option.id for option in question.options]
        assert question.rules
        assert all(BOOK.gist(rule) for rule in question.rules)
    return {question.id: question.default for question in found}


def test_the_book_asks_about_a_sight():
    assert isinstance(BOOK, AsksContext)


def test_without_a_word_said_the_book_judges_as_ever():
    scene = spot(WALL, A=(10, 10), B=(21, 10))
    facts = Facts(scene.table)
    assert cover(scene) == BOOK.cover(scene, facts, "A", "B").cover == "hard"


def test_the_five_questions_and_what_the_scene_answers():
    scene = spot(WALL, A=(10, 10), B=(20.8, 10), C=(10, 14))
    assert asked(scene) == {
        "leader": "A",
        "target_touches/wall": "yes",
        "piece_as/wall": "area",
        "team": "no",
        "weapon": "any",
    }


def test_who_leads_decides_from_where_obscuring_is_judged():
    scene = spot(WALL, A=(10, 10), B=(25, 10), C=(25, 16))
    assert cover(scene) == "hard"
    assert cover(scene, {"leader": "C"}) == "none"
    assert answer(scene, {"leader": "C"}).endswith("no cover.")


def test_what_the_leader_touches_is_asked_of_whoever_leads():
    scene = spot(WALL, A=(10, 10), B=(25, 10), C=(19.4, 10))
    assert "leader_touches/wall" not in asked(scene)
    assert asked(scene, {"leader": "C"})["leader_touches/wall"] == "yes"
    assert cover(scene, {"leader": "C"}) == "none"
    assert cover(scene, {"leader": "C", "leader_touches/wall": "no"}) == "hard"


def test_a_piece_the_leader_touches_gives_nobody_cover():
    scene = spot(WALL, A=(18.8, 10), B=(25, 10))
    assert asked(scene)["leader_touches/wall"] == "no"
    assert cover(scene) == "hard"
    assert cover(scene, {"leader_touches/wall": "yes"}) == "none"


def test_a_piece_the_target_is_said_to_touch_covers_it():
    scene = spot(WALL, A=(10, 10), B=(18.7, 10))
    assert asked(scene)["target_touches/wall"] == "no"
    assert cover(scene) == "none"
    assert cover(scene, {"target_touches/wall": "yes"}) == "hard"


def test_a_line_covers_only_who_is_behind_it():
    scene = spot(WALL, A=(10, 10), B=(19.2, 10))
    assert cover(scene) == "hard"
    assert cover(scene, {"piece_as/wall": "line"}) == "none"
    behind = spot(WALL, A=(10, 10), B=(20.8, 10))
    assert cover(behind, {"piece_as/wall": "line"}) == "hard"


def test_a_team_makes_hard_cover_of_soft():
    scene = spot(WOOD, A=(10, 10), B=(25, 10))
    assert cover(scene) == "soft"
    assert cover(scene, {"team": "yes"}) == "hard"


def test_some_weapons_care_for_no_cover():
    scene = spot(WALL, A=(10, 10), B=(25, 10))
    for weapon in ("burst", "grenade", "sniper", "close-combat"):
        assert cover(scene, {"weapon": weapon}) == "none"
        assert "does not count against" in answer(scene, {"weapon": weapon})


def test_the_sentence_says_how_much_what_cover_and_from_what():
    scene = spot(WALL, A=(10, 10), B=(25, 10))
    facts = Facts(scene.table)
    share = facts.sight(scene.mini("A").stand, scene.mini("B").stand).share
    assert answer(scene) == f"Yes, sees {100 * share:.1f} % of B; Hard cover from the old wall."


def test_who_is_hidden_is_hidden_whatever_is_said():
    scene = spot(WALL.replace("0.8]", "4]"), A=(10, 10), B=(25, 10))
    for said in ({}, {"weapon": "sniper"}, {"team": "yes"}):
        assert answer(scene, said) == "No, sees nothing of B: wall in the way."


def test_own_weapons_are_named_and_sort_themselves():
    book = scene_of("", head=GAME).book
    armed = next(name for name in book.profiles if "sniper" in name)
    mini = f'[[mini]]\nid = "A"\nprofile = "{armed}"\nat = [10, 10]\n'
    scene = scene_of(WALL + mini + MINI.format("B", 25, 10), head=GAME)
    found = BOOK.sight_questions(scene, Facts(scene.table), "A", "B")
    weapons = next(question for question in found if question.id == "weapon")
    own = [option.id for option in weapons.options if option.key == "dw.context.weapon.own"]
    covers = {cover(scene, {"weapon": name}) for name in own}
    assert covers
    assert covers <= {"hard", "none"}
    assert cover(scene) == "hard"


def test_what_was_said_stands_in_the_chain_with_its_clause():
    scene = spot(WOOD, A=(10, 10), B=(25, 10))
    facts = Facts(scene.table)
    found = BOOK.cover_by_answers(scene, facts, "A", "B", {"team": "yes", "weapon": "any"})
    lines = found.cover.reason.lines()
    assert [line for line in lines if "said:" in line] == [
        "  said: Is B a Team? yes [dw.cover.team]"
    ]
    assert found.answers["team"] == "yes"
    assert found.answers["piece_as/wood"] == "area"


def test_answers_to_what_is_not_asked_do_not_matter_while_things_are_dragged():
    scene = spot(WALL, A=(10, 10), B=(25, 10))
    assert answer(scene, {"leader_touches/gone": "yes"}) == answer(scene)


def test_an_answer_that_is_no_option_is_refused():
    scene = spot(WALL, A=(10, 10), B=(25, 10))
    with pytest.raises(InputProblems, match="expected one of yes, no"):
        cover(scene, {"team": "perhaps"})


def test_typed_answers_are_checked_all_at_once():
    scene = spot(WALL, A=(10, 10), B=(25, 10))
    questions = BOOK.sight_questions(scene, Facts(scene.table), "A", "B")
    check_answers(questions, {"team": "yes"})
    with pytest.raises(InputProblems) as error:
        check_answers(questions, {"team": "perhaps", "teem": "yes"})
    assert len(error.value.problems) == 2


def test_without_a_book_the_sentence_says_what_is_seen():
    facts = facts_of()
    seen = facts.sight(soldier(10, 10), soldier(30, 10))
    assert plain_answer(seen, "B").text() == "Yes, sees 100.0 % of B."


def test_units_are_asked_about_as_units():
    scene = scene_of(
        WOOD
        + "".join(MINI.format(f"red/{i}", 10, 8 + 2 * i) for i in (1, 2))
        + "".join(MINI.format(f"blue/{i}", 25, 8 + 2 * i) for i in (1, 2)),
        head=GAME,
    )
    facts = Facts(scene.table)
    found = BOOK.sight_questions(scene, facts, "red", "blue")
    leader = next(question for question in found if question.id == "leader")
    assert [option.id for option in leader.options] == ["red/1", "red/2"]
    verdict = BOOK.cover_by_answers(scene, facts, "red", "blue", {"team": "yes"})
    assert verdict.cover.cover == "hard"
    assert "of blue" in verdict.answer.text()
