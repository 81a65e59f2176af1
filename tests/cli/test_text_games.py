"""Text games through the command: own dice, the terrain agreement, two at one keyboard, endings."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sim.words import say
from tests.cli.running import THREE_TURNS, Ran, typed

PLAY = ("--text", "--no-pictures")


@pytest.fixture
def game(capsys, monkeypatch, tmp_path):
    """Return what plays some lines on a scene and says where its journal is."""

    def play(lines: list[str], scene: str, *words: str) -> tuple[Ran, Path]:
        out = ("--out", str(tmp_path / "out"))
        done = typed(capsys, monkeypatch, lines, "play", scene, *PLAY, *words, *out)
        return done, next((tmp_path / "out").glob("*.jsonl"), tmp_path)

    return play


def rows(journal: Path) -> list[dict[str, Any]]:
    return [json.loads(row) for row in journal.read_text().splitlines()[1:]]


def kept(journal: Path) -> str:
    return say("cli.play.kept", path=journal)


def test_the_end_of_input_keeps_the_game_and_says_how_to_go_on(game, capsys, monkeypatch):
    done, journal = game(["plan"], THREE_TURNS, "--seed", "11")
    assert done.code == 0
    assert done.lines[-1] == kept(journal)
    again = typed(capsys, monkeypatch, ["log"], "play", "--resume", str(journal), "--no-pictures")
    assert again.code == 0
    assert again.lines[-1] == kept(journal)


def test_quit_keeps_the_game_too(game):
    done, journal = game(["quit", "pass"], THREE_TURNS, "--hotseat", "--seed", "11")
    assert done.lines[-1] == kept(journal)
    assert not any(row["ask"].startswith("pick") for row in rows(journal))


def test_an_undo_takes_back_the_own_answer_and_what_the_opponent_did_since(game):
    done, journal = game(["pass", "undo"], THREE_TURNS, "--seed", "11", "--level", "random")
    assert done.code == 0
    (undo,) = [row for row in rows(journal) if row["ask"] == "undo"]
    first = next(n for n, row in enumerate(rows(journal)) if row["who"] == "allies")
    assert undo["answer"] == first


def test_save_writes_a_copy_that_can_be_taken_up(game, capsys, monkeypatch, tmp_path):
    copy = tmp_path / "kept" / "mine"
    _, journal = game([f"save {copy}"], THREE_TURNS, "--hotseat", "--seed", "11")
    path = copy.with_suffix(".jsonl")
    assert path.read_bytes() == journal.read_bytes()
    words = ("play", "--resume", str(path), "--no-pictures")
    done = typed(capsys, monkeypatch, ["pass"], *words)
    assert done.code == 0
    assert len(rows(path)) > len(rows(journal))


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("edit units.rangers.suppression = 1", "cli.play.edit_form"),
        ("edit because I say so", "cli.play.edit_form"),
        ("edit units.rangers.suppresion = 1 because so", "engine.match.edit_path"),
    ],
)
def test_an_edit_without_place_or_reason_is_refused_and_writes_nothing(game, line, key):
    done, journal = game([line], THREE_TURNS, "--hotseat", "--seed", "11")
    assert say(key, path="units.rangers.suppresion") in done.out
    assert not any(row["ask"] == "edit" for row in rows(journal))


# --- own dice -------------------------------------------------------------------------------


def test_own_dice_are_typed_in_and_wrong_counts_are_refused(game):
    lines = ["5", "5 6 1", "5 7", "five six", "5 6", "1,2"]
    done, journal = game(lines, THREE_TURNS, "--hotseat", "--own-dice")
    assert done.code == 0
    rolled = [row["answer"] for row in rows(journal) if row["ask"].startswith("roll:")]
    assert rolled == [[5, 6], [1, 2]]
    needed = say("engine.answer.dice", count=2, sides=6)
    assert done.out.count(needed) == 3
    assert say("cli.text.not_faces", found="five six", count=2, sides=6) in done.out
    # Nothing is sealed: the dice are the players' own.
    assert "commitment" not in json.loads(journal.read_text().splitlines()[0])


def test_own_dice_may_be_typed_without_gaps(game):
    _, journal = game(["56", "11"], THREE_TURNS, "--hotseat", "--own-dice")
    rolled = [row["answer"] for row in rows(journal) if row["ask"].startswith("roll:")]
    assert rolled == [[5, 6], [1, 1]]


# --- the agreement --------------------------------------------------------------------------


@pytest.fixture
def unrated(tmp_path: Path) -> str:
    """The scene without its ratings: what terrain does has to be agreed on."""
    text = Path(THREE_TURNS).read_text(encoding="utf-8")
    bare = re.sub(r"^ratings\..*\n", "", text, flags=re.MULTILINE)
    assert bare != text
    path = tmp_path / "unrated.toml"
    path.write_text(bare, encoding="utf-8")
    return str(path)


def test_terrain_is_agreed_piece_by_piece_and_printed(game, unrated):
    lines = ["walls", "between", "hedges", "contest/wood", "agree", "terrain"]
    done, journal = game(lines, unrated, "--hotseat", "--seed", "11")
    asked = [row["answer"] for row in rows(journal) if row["ask"].startswith("pick:")]
    assert asked == ["walls", "between", "hedges", "contest/wood", "agree"]
    rated = {"cover": "soft", "soldier": "open", "vehicle": "open"}
    assert say("dw.log.rated", piece="wood", **rated) in done.out
    agreed = done.out.rpartition("> terrain\n")[2]
    (wood,) = [line for line in agreed.splitlines() if line.startswith("  &  wood")]
    assert re.search(r"soft +difficult +difficult$", wood)


def test_the_guide_can_be_taken_for_all_at_once(game, unrated):
    done, journal = game(["rest", "1"], unrated, "--hotseat", "--seed", "11")
    asked = [row["answer"] for row in rows(journal) if row["ask"].startswith("pick:")]
    assert asked == ["rest", "agree"]
    assert say("dw.log.agreed", count=2) in done.out


def test_the_piece_that_is_asked_about_is_shown(game, unrated):
    done, _ = game([], unrated, "--hotseat", "--seed", "11")
    question = done.out.partition("Allies — ")[2]
    assert re.search(r"=  wall +walls +x 12.0 to 18.0", question)


# --- two at one keyboard, and the sides -----------------------------------------------------


def test_the_side_that_is_asked_is_named_at_the_prompt(game):
    done, _ = game(["pass", "pass"], THREE_TURNS, "--hotseat", "--seed", "11")
    prompts = re.findall(r"^(\w+)> ", done.out, flags=re.MULTILINE)
    assert prompts == ["Axis", "Allies", "Axis"]


def test_a_side_can_be_chosen_by_its_beginning(game):
    done, journal = game([], THREE_TURNS, "--side", "ax", "--seed", "11")
    assert done.code == 0
    head = json.loads(journal.read_text().splitlines()[0])
    assert head["players"] == {"allies": "regular", "axis": "person"}
    assert say("cli.play.you", side="Axis", player="") in done.out


def test_options_that_differ_from_the_book_are_named_at_the_start(game):
    done, _ = game([], THREE_TURNS, "--seed", "11", "--option", "heavy_eye=top")
    changed = say("cli.text.options_differ", bundle="book", changed="heavy_eye = top")
    assert changed in done.out


# --- the tables -----------------------------------------------------------------------------


def test_rules_list_what_is_open_and_count_in_the_last_line(capsys, monkeypatch):
    everything = typed(capsys, monkeypatch, [], "rules")
    some = typed(capsys, monkeypatch, [], "rules", "--open")
    # Before the first full test run nobody knows what is proven.
    known = r"(\d+|unknown)"
    last = rf"\d+ clauses: in \d+, spoken \d+, proven {known}, played {known} of \d+ procedures"
    assert re.fullmatch(last, everything.lines[-1])
    assert some.lines[-1] == everything.lines[-1]
    assert len(some.lines) < len(everything.lines)


def test_odds_print_the_table_for_a_target(capsys, monkeypatch):
    words = ("odds", "dust_warfare", "combat-rangers", "against", "grenadiers", "cover", "soft")
    done = typed(capsys, monkeypatch, [], *words)
    assert done.code == 0
    assert "Combat Rangers" in done.lines[0]
    assert any(line.strip().startswith("Grenadiers") for line in done.lines)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("dust_warfar", "combat-rangers"), "dust_warfare"),
        (("dust_warfare",), "combat-rangers"),
        (("dust_warfare", "combat-ranger"), "combat-rangers"),
        (("dust_warfare", "combat-rangers", "agianst", "x"), "against"),
    ],
)
def test_odds_asked_wrongly_name_what_was_meant(capsys, monkeypatch, words, said):
    done = typed(capsys, monkeypatch, [], "odds", *words)
    assert done.code == 2
    assert said in done.err
    assert not done.out


@pytest.mark.parametrize(
    "command",
    ["play", "view", "los", "preview", "simulate", "replay", "rules", "odds", "check"],
)
def test_every_command_explains_itself_and_all_its_words(capsys, monkeypatch, command):
    done = typed(capsys, monkeypatch, [], command, "--help")
    assert done.code == 0
    assert f"hulldown {command}" in done.out
    assert say(f"cli.about.{command}").splitlines()[0] in done.out
    bare = [line for line in done.lines if re.fullmatch(r"  (-\S+|\w+)( [A-Z|:a-z]+)?", line)]
    following = [done.lines[done.lines.index(line) + 1] for line in bare]
    assert all(line.startswith("   ") for line in following)
