"""Three turns played by a script of answers: everything a player does at the terminal, once.

Texts are never compared: what is looked for are answers in the journal, clause ids, and sentences
by their key in the word catalogue.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sim.words import say, text_of
from tests.cli.running import ROOT, THREE_TURNS, ran, shell

SCRIPT = ROOT / "tests" / "cli" / "scripts" / "three_turns.txt"
BREAK = "# ====="
SEED = "11"


@dataclass(frozen=True)
class Played:
    """What two processes said and wrote down."""

    first: str
    second: str
    kept: list[str]
    journal: Path

    def lines(self) -> list[dict[str, Any]]:
        """The journal without its header."""
        rows = self.journal.read_text(encoding="utf-8").splitlines()[1:]
        return [json.loads(row) for row in rows]

    def answers(self, ask: str) -> list[Any]:
        """Answers to questions whose key begins with `ask`."""
        return [row["answer"] for row in self.lines() if row.get("ask", "").startswith(ask)]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("three_turns")
    script = SCRIPT.read_text(encoding="utf-8")
    before, _, after = script.partition(BREAK)
    assert after, f"{SCRIPT.name} has no line that begins with {BREAK!r}"
    words = ("play", THREE_TURNS, "--text", "--hotseat", "--no-pictures", "--seed", SEED)
    first = shell(*words, "--out", str(folder), typed=before)
    assert first.code == 0, first.err
    journal = next(folder.glob("*.jsonl"))
    kept = journal.read_text(encoding="utf-8").splitlines()
    again = ("play", "--resume", str(journal), "--text", "--no-pictures")
    second = shell(*again, typed=BREAK + after)
    assert second.code == 0, second.err
    return Played(first.out, second.out, kept, journal)


NOT_UNDERSTOOD = (
    "table.id_unknown",
    "cli.text.no_option",
    "table.id_ambiguous",
    "cli.text.not_a_place",
    "cli.text.not_an_allocation",
    "cli.text.no_option_number",
)


def test_the_script_fits_the_questions(played: Played):
    patterns = [re.sub(r"\\\{\w+\\\}", ".*", re.escape(text_of(key))) for key in NOT_UNDERSTOOD]
    lines = [*played.first.splitlines(), *played.second.splitlines()]
    strays = [line for line in lines if any(re.match(p, line) for p in patterns)]
    assert strays == []


def test_a_unit_moved_and_an_illegal_move_was_refused_with_every_reason(played: Played):
    assert played.answers("path:move:")
    refused = say("engine.match.refused", lines="").strip()
    blocks = played.first.split(refused)[1:]
    first = [line for line in blocks[0].splitlines()[1:] if not line.startswith("Axis>")]
    reasons = first[: next(i for i, line in enumerate(first) if not re.match(r"\S+/\d", line))]
    clauses = {clause for line in reasons for clause in re.findall(r"\[([\w.]+)\]$", line)}
    assert clauses == {
        "dw.action.move",
        "dw.terrain.difficult_entry",
        "dw.terrain.partial_impassable",
    }


def test_reactions_came_before_a_move_after_a_move_and_against_an_attack(played: Played):
    reacted = [each for each in played.answers("pick:react:") if each != "none"]
    assert "walker/attack" in reacted
    assert "rangers/hit-the-dirt" in reacted
    asked = {
        "before": say("dw.ask.react_before", mover="Grenadiers", when="before"),
        "after": say("dw.ask.react_after", mover="Grenadiers", when="after"),
        "attack": say("dw.ask.react_attack", attacker="Grenadiers"),
    }
    given = answered(played.first)
    assert "walker/attack" in given[asked["before"]]
    assert "walker/attack" in given[asked["after"]]
    assert given[asked["attack"]].count("rangers/hit-the-dirt") == 2


def answered(transcript: str) -> dict[str, list[str]]:
    """Return the lines typed at each sentence of the Allies."""
    sentence, given = "", dict[str, list[str]]()
    begin = say("cli.text.asked", side="Allies", sentence="")
    prompt = say("cli.text.prompt", side="Allies")
    for line in transcript.splitlines():
        if line.startswith(begin):
            sentence = line.removeprefix(begin)
        elif line.startswith(prompt):
            given.setdefault(sentence, []).append(line.removeprefix(prompt))
    return given


def test_one_attack_was_split_over_two_units(played: Played):
    asks = [row.get("ask", "") for row in played.lines()]
    at = played.lines()
    (split,) = [n for n, row in enumerate(at) if row.get("answer") == "split"]
    assert asks[split].startswith("pick:choose-target:")
    assert asks[split + 1].startswith("allocate:weapon-targets:")
    assert at[split + 1]["answer"] == {"grenadiers": 3}
    assert asks[split + 2].startswith("pick:weapon-target:")
    assert at[split + 2]["answer"] == "heinrich"


def test_an_answer_was_taken_back_and_given_again(played: Played):
    rows = played.lines()
    (undo,) = [n for n, row in enumerate(rows) if row.get("ask") == "undo"]
    kept = rows[undo]["answer"]
    entries = [row for row in rows[:undo] if row["ask"] != "undo"]
    assert entries[kept]["answer"] == rows[undo + 1]["answer"] == "rangers/hit-the-dirt"
    # The die that fell stays fallen: nobody fishes for a roll.
    again = rows[undo + 1 : undo + 1 + len(entries) - kept]
    assert [row["answer"] for row in again] == [row["answer"] for row in entries[kept:]]


def test_it_was_saved_and_the_second_process_went_on_where_the_first_stopped(played: Played):
    kept = say("cli.play.kept", path=played.journal)
    assert played.first.count(kept) == 2  # asked for, and at the end of input
    now = played.journal.read_text(encoding="utf-8").splitlines()
    assert now[: len(played.kept)] == played.kept
    assert len(now) > len(played.kept)
    assert say("dw.log.turn", turn=3, turns=3) in played.first
    recap = say("cli.play.recap", count=7).split("7")[1]
    assert recap in played.second


def test_the_umpire_needed_a_reason_and_it_stands_in_the_journal(played: Played):
    assert say("cli.play.edit_form") in played.second
    (edit,) = [row for row in played.lines() if row.get("ask") == "edit"]
    assert edit["answer"]["changes"] == {"units.grenadiers.suppression": 0}
    assert edit["answer"]["reason"]


def test_looking_from_a_planned_spot_wrote_nothing_down(played: Played):
    ghost = say("cli.text.ghost_of", mini="grenadiers/1")
    assert ghost in played.first
    assert not any("look" in row.get("ask", "") for row in played.lines())


def test_the_game_ended_after_three_turns_and_replays(
    played: Played, capsys: pytest.CaptureFixture[str]
):
    last = played.second.splitlines()[-1]
    path, digest = re.fullmatch(r"journal: (.+)  digest: (\w{16})", last).groups()  # type: ignore[union-attr]
    assert path == str(played.journal)
    done = ran(capsys, "replay", path, "--log")
    assert done.lines[-1] == f"digest: {digest}"
    for turn in (1, 2, 3):
        assert say("dw.log.turn", turn=turn, turns=3) in done.lines
