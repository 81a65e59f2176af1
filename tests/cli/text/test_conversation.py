"""One question at a time: what is shown, what lines do, what never happens."""

from __future__ import annotations

import io
import re

import msgspec
import pytest
from rich.console import Console

from sim.cli.text.columns import cell, columns
from sim.cli.text.conversation import Conversation, EndOfInput
from sim.cli.text.looking import LOOKS, Helpers
from sim.cli.text.standing import Standing
from sim.cli.text.suggestions import PAGE, Suggestions
from sim.engine.ports import Chosen
from sim.engine.questions import Move
from sim.engine.reasons import Reason
from sim.engine.rulebook import REGISTER, load_register
from sim.words import say
from tests.cli.text.talking import Script, around, match_on, pending, played_to, talk

#: Answers to the first questions of the scene under seed 11.
TO_THE_MOVE = ("pass", "pass", "grenadiers", "move-then-attack", "none")


@pytest.fixture(scope="module")
def ordered(across):
    """A match that asks the Axis for an Order."""
    return match_on(across)


@pytest.fixture(scope="module")
def moving(across):
    """A match that asks the Grenadiers for their paths."""
    match = played_to(across, *TO_THE_MOVE)
    assert pending(match).kind == "path"
    return match


def test_a_number_an_id_a_label_and_a_beginning_are_the_same_answer(across, ordered):
    label = say("dw.option.promote", unit="Grenadiers")
    for text in ("2", "promote/grenadiers", label, label.upper(), "promote/g"):
        assert talk(across, ordered, text).answer == "promote/grenadiers"


@pytest.mark.parametrize(
    "line", ["nonsense!", "0", "99", "promote", "go", "why 99", "log 9999", "card x"]
)
def test_a_wrong_line_changes_nothing_and_the_question_stays(across, ordered, line):
    before = ordered.digest()
    done = talk(across, ordered, line, "pass")
    assert done.answer == "pass"
    assert ordered.digest() == before


def test_blank_lines_and_comments_are_passed_over(across, ordered):
    assert talk(across, ordered, "", "   ", "# pass", "pass").answer == "pass"


def test_the_end_of_the_lines_ends_the_asking(across, ordered):
    done = talk(across, ordered, "plan")
    assert done.ended
    assert done.answer is None


def test_every_look_commits_nothing(across, moving):
    before, entries = moving.digest(), len(moving.journal)
    lines = [f"{look} {words}".strip() for look in LOOKS for words in ("", "rangers", "1", "wall")]
    done = talk(across, moving, "forward 2", *lines)
    assert done.ended
    assert moving.digest() == before
    assert len(moving.journal) == entries


def test_where_the_game_stands_comes_before_the_question(across, ordered):
    shown = talk(across, ordered).shown
    turn = say("cli.text.step_of", label=say("dw.track.turn"), step="1", last="3")
    assert turn in shown
    assert say("dw.phase.command") in shown
    assert shown.index(turn) < shown.index("Axis —")


def test_tags_stand_in_columns_under_their_names(across):
    match = played_to(across, *TO_THE_MOVE[:-1])
    lines = talk(across, match).shown.splitlines()
    gap = say("dw.tag.gap")
    (head,) = [line for line in lines if line.strip().startswith(gap)]
    at = head.index(gap)
    rows = [line for line in lines if re.match(r" +\d+  .+: (Move|Attack)", line)]
    assert len(rows) == 4
    assert all(re.match(r"\d+\.\d", row[at:]) for row in rows)
    odds = head.index(say("dw.tag.reaction_chance"))
    assert [row[odds:].strip() != "" for row in rows] == ["Attack" in row for row in rows]


def test_greyed_options_show_every_reason_and_are_refused_with_them(across):
    match = played_to(across, "pass", "promote/rangers", "rangers/1")
    question = pending(match)
    greyed = next(option for option in question.options if option.blocked)
    done = talk(across, match, greyed.id, "pass")
    refused = done.shown.partition(say("engine.match.refused", lines="").strip())[2]
    for objection in greyed.blocked:
        assert objection.text() in done.shown.partition(">")[0]
        assert objection.text() in refused
    assert done.answer == "pass"


# --- standing orders ------------------------------------------------------------------------

AWAIT = TO_THE_MOVE[:-1]


def conversation(opened, *lines):
    sink = io.StringIO()
    console = Console(file=sink, width=200, soft_wrap=True, highlight=False)
    return Conversation(console, Script(lines), opened.facts), sink


def test_a_standing_order_answers_such_questions_until_the_turn_is_over(across):
    match = played_to(across, *AWAIT)
    talker, sink = conversation(across, "always none")
    assert pending(match).what == "react"
    match.answer(talker.ask(match, {}))
    match.answer({})  # nobody moves
    assert pending(match).what == "react"
    match.answer(talker.ask(match, {}))
    assert say("dw.option.no_reaction") in sink.getvalue()
    with pytest.raises(EndOfInput):
        talker.ask(match, {})  # another kind of question is asked


def test_a_standing_order_ends_with_the_turn_with_ask_and_with_undo(across):
    for words in (("always none", "ask"), ("always none", "undo")):
        match = played_to(across, *AWAIT)
        talker, _ = conversation(across, *words)
        first = talker.ask(match, {})
        match.answer(first)
        match.answer({})
        other = played_to(across, "pass")
        with pytest.raises(EndOfInput):
            talker.ask(other, {"undo": lambda _: False})
        with pytest.raises(EndOfInput):
            talker.ask(match, {})
    match = played_to(across, *AWAIT)
    question, seen = pending(match), match.observe("allies")
    standing = Standing()
    standing.give(question, "none", seen)
    assert standing.answer(question, seen) == "none"
    turn = msgspec.structs.replace(seen.tracks[0], now=1)
    later = msgspec.structs.replace(seen, tracks=(turn, *seen.tracks[1:]))
    assert standing.answer(question, later) is None


@pytest.mark.parametrize("line", ["always", "always nonsense"])
def test_a_standing_order_needs_an_option(across, ordered, line):
    assert talk(across, ordered, line).ended


def test_no_standing_order_on_a_plan(across, moving):
    assert say("cli.text.always_pick") in talk(across, moving, "always 1").shown


# --- plans ----------------------------------------------------------------------------------


def test_typed_words_plan_and_go_gives(across, moving):
    done = talk(across, moving, "forward 3", "go")
    assert isinstance(done.answer, dict)
    assert next(iter(done.answer)) == "grenadiers/1"
    assert set(done.answer) == set(pending(moving).movers)
    assert all(isinstance(move, Move) for move in done.answer.values())
    assert done.answer["grenadiers/1"].points[-1] == pytest.approx((12.0, 15.0))


def test_one_miniature_is_planned_by_its_number_after_the_formation(across, moving):
    done = talk(across, moving, "forward 3", "2: to 13,16", "go")
    assert done.answer["grenadiers/2"].points[-1] == pytest.approx((13.0, 16.0))
    assert done.answer["grenadiers/3"].points[-1] == pytest.approx((15.0, 15.0))


def test_an_illegal_plan_is_refused_with_every_objection_and_stays_a_plan(across, moving):
    done = talk(across, moving, "forward 9", "go", "stay", "go")
    refused = done.shown.partition(say("engine.match.refused", lines="").strip())[2]
    for mini in pending(moving).movers:
        assert f"{mini}: " in refused
    assert done.answer == {}


def test_suggestions_are_paged_and_their_numbers_stay(across, moving):
    question, there = pending(moving), around(across, moving)
    suggestions = Suggestions(question, there)
    shown: list[str] = []
    while rows := suggestions.page():
        assert len(rows) <= PAGE
        shown += [row[0][0].strip() for row in rows]
    assert shown == [str(number) for number in range(1, len(shown) + 1)]
    assert not suggestions.more
    legal = question.candidates()
    assert len(legal) == len(shown)
    assert [suggestions.number(n) for n in range(1, len(shown) + 1)] == list(legal)
    assert talk(across, moving, "go 2").answer == legal[1]
    assert talk(across, moving, "2", "go").answer == legal[1]


def test_the_plan_shows_ghosts_and_where_they_would_stand(across, moving):
    shown = talk(across, moving, "forward 3", "plan", "where grenadiers").shown
    assert "*" in shown
    assert say("cli.text.ghosts") in shown
    assert "12.00, 15.00" in shown.partition("plan")[2]
    assert say("cli.text.planned") in shown


def test_a_hint_becomes_the_plan(across, moving):
    answer = pending(moving).candidates()[0]
    helpers = Helpers(hint=lambda _: Chosen(answer, Reason("ai.why.random", {"count": 3})))
    done = talk(across, moving, "hint", "go", helpers=helpers)
    assert say("ai.why.random", count=3) in done.shown
    assert done.answer == answer


# --- sharing out ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wounded(across):
    """A match that asks who takes the damage of the walker's shot."""
    match = played_to(across, *TO_THE_MOVE[:-1], "walker/attack")
    assert pending(match).kind == "allocate"
    return match


@pytest.mark.parametrize(
    "text",
    ["1 1 0 0 0", "1,1,0,0,0", "grenadiers/2=1 grenadiers/3=1", "1=1 2=1", "go"],
)
def test_damage_is_shared_out_in_order_by_name_by_number_or_as_suggested(across, wounded, text):
    answer = talk(across, wounded, text).answer
    assert {k: v for k, v in answer.items() if v} == {"grenadiers/2": 1, "grenadiers/3": 1}


@pytest.mark.parametrize(
    "text", ["none", "2", "1 1", "grenadiers/2=2", "all grenadiers/2", "nobody=1"]
)
def test_what_shares_out_wrongly_is_refused(across, wounded, text):
    assert talk(across, wounded, text).ended


ODD = ("", "1", "99", "rangers", "wall", "rangers to grenadiers", "from 3,4 to rangers", "{x} [b]")


@pytest.mark.parametrize("kind", ["ordered", "moving", "wounded"])
def test_no_look_fails_at_any_kind_of_question(across, helpers, request, kind):
    match = request.getfixturevalue(kind)
    before = match.digest()
    lines = [f"{look} {words}".strip() for look in LOOKS for words in ODD]
    assert talk(across, match, *lines, helpers=helpers).ended
    assert match.digest() == before


# --- rules, log, reasons --------------------------------------------------------------------


@pytest.fixture(scope="module")
def helpers(across):
    book = across.book
    return Helpers(clauses=load_register(book.folder / REGISTER, book.option_names).clauses)


def test_the_rule_at_the_prompt_is_shown_with_the_options_in_force(across, moving, helpers):
    shown = talk(across, moving, "rule", helpers=helpers).shown
    assert pending(moving).rule in shown
    assert across.book.gist(pending(moving).rule) in shown
    assert say("cli.text.options_book", bundle="book", changed="") in shown


def test_rules_are_found_by_words_and_named_when_near(across, moving, helpers):
    shown = talk(across, moving, "rule march move", "rule dw.actoin.move", helpers=helpers).shown
    assert "dw.action.march_move" in shown
    assert 'did you mean "dw.action.move"' in shown


def test_log_lines_are_numbered_and_open_with_their_clauses(across, moving):
    number = len(moving.events)
    shown = talk(across, moving, "log", f"log {number}").shown
    assert f"{number:4d}  {moving.events[-1].text()}" in shown
    for rule in moving.events[-1].rules:
        assert rule in shown


def test_reasons_open_for_one_tag_or_all(across):
    # The Rangers' attack in reaction is asked about: their bazooka may hold its fire.
    match = played_to(across, *TO_THE_MOVE[:-1], "rangers/attack")
    everything = talk(across, match, "why 1").shown
    cover = talk(across, match, "why 1 cover").shown
    assert "dw.roll.weapon_dice" in everything
    assert "dw.roll.weapon_dice" not in cover
    assert "dw.obscured.half_rule" in cover


def test_a_near_command_is_named_when_a_line_is_nothing(across, ordered, moving):
    assert 'did you mean "measure"' in talk(across, ordered, "mesure rangers wall").shown
    assert 'did you mean "forward"' in talk(across, moving, "forwrd 4").shown


def test_columns_align_and_long_last_cells_widen_nothing():
    rows = [[cell("1"), cell("a"), cell("x" * 40)], [cell("22"), cell("bbb"), cell("y")]]
    lines = [line.plain for line in columns(rows, indent=0)]
    assert lines == ["1   a    " + "x" * 40, "22  bbb  y"]
