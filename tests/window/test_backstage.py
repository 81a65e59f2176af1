"""Behind the stage: what can be played, battles begun, saved, killed and taken up again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sim.ai.remote import RemotePolicy
from sim.cli.backstage import CommandBackstage
from sim.cli.shelf import scenes_folder
from sim.engine.dice import OwnDice
from sim.engine.observed import Observed
from sim.engine.record import replay
from sim.errors import HulldownError, InputProblems
from sim.rules.dust_warfare.book import DustBook
from sim.window.battle.conductor import Conductor
from sim.window.battle.saves import Autosave, data_folder, picture_path, saves_folder
from sim.window.ports import PERSON, BattleWish
from tests.window import killed

ROOT = Path(__file__).resolve().parents[2]
BOTH = {"allies": PERSON, "axis": PERSON}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HULLDOWN_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def a_wish(**more: object) -> BattleWish:
    values: dict[str, object] = {"scene": killed.SCENE, "players": BOTH, "seed": 4, **more}
    return BattleWish(**values)  # type: ignore[arg-type]


# --- the shelf -----------------------------------------------------------------------------


def test_shipped_scenes_are_on_the_shelf_with_their_sides_and_units():
    cards = {card.path.stem: card for card in CommandBackstage().scenes()}
    mills = cards["mills"]
    assert (mills.game, mills.playable, mills.own) == ("dust_warfare", True, False)
    assert [side.id for side in mills.sides] == ["allies", "axis"]
    assert "Combat Rangers" in mills.sides[0].units
    assert not cards["training_yard"].playable


def test_own_scenes_come_after_and_a_broken_one_says_why():
    folder = scenes_folder()
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(killed.SCENE.read_text())
    (folder / "broken.toml").write_text('format = "hulldown-scene/1"\nname = 3\n')
    own = [card for card in CommandBackstage().scenes() if card.own]
    assert [card.path.stem for card in own] == ["mine", "broken"]
    assert own[0].playable
    assert not own[0].trouble
    assert "broken.toml" in own[1].trouble


def test_a_picture_of_a_scene_is_found_until_the_scene_is_changed(home: Path):
    folder = scenes_folder()
    folder.mkdir(parents=True)
    scene = folder / "mine.toml"
    scene.write_text(killed.SCENE.read_text())
    backstage = CommandBackstage()
    card = next(card for card in backstage.scenes() if card.own)
    assert card.picture is None
    kept = backstage.keep_picture(card, b"png")
    found = next(card for card in backstage.scenes() if card.own)
    assert found == kept
    assert found.picture is not None
    assert found.picture.read_bytes() == b"png"
    scene.write_text(killed.SCENE.read_text() + "\n# changed\n")
    assert next(card for card in backstage.scenes() if card.own).picture is None


def test_every_option_that_a_procedure_reads_can_be_chosen_and_no_other():
    rules = ROOT / "sim" / "rules" / "dust_warfare"
    code = "\n".join(
        path.read_text() for path in sorted(rules.rglob("*.py")) if path.name != "options.py"
    )
    read = {name for name in DustBook.option_names if re.search(rf"\b{name}\b", code)}
    cards = CommandBackstage().options("dust_warfare")
    assert {card.id for card in cards} == read
    for card in cards:
        assert card.default in [value.id for value in card.values]
        assert len({value.text for value in card.values}) == len(card.values)
        assert card.rules


def test_bundles_and_levels_have_words():
    backstage = CommandBackstage()
    assert [bundle.id for bundle in backstage.bundles("dust_warfare")] == ["book", "club"]
    assert all(level.text for level in backstage.levels())
    assert backstage.levels()[0].id == "regular"


# --- the book ------------------------------------------------------------------------------


def test_a_clause_shows_the_option_in_force():
    backstage = CommandBackstage()
    plain = backstage.clause("dust_warfare", "dw.reaction.move_trigger")
    assert plain is not None
    assert plain.options == {"reaction_needs_los": "false"}
    battle = backstage.begin(a_wish(options={"reaction_needs_los": "true"}))
    here = backstage.clause("dust_warfare", "dw.reaction.move_trigger", battle.match)
    battle.close()
    assert here is not None
    assert here.options == {"reaction_needs_los": "true"}
    assert backstage.clause("dust_warfare", "dw.no_such") is None


def test_clauses_are_found_by_all_words_of_a_text():
    backstage = CommandBackstage()
    found = backstage.search_clauses("dust_warfare", "Hit the DIRT")
    assert "dw.reaction.hit_the_dirt" in [card.id for card in found]
    for card in found:
        text = f"{card.gist} {card.id} {card.chapter} {card.reason}".casefold()
        assert all(word in text for word in ("hit", "the", "dirt"))
    assert backstage.search_clauses("dust_warfare", "zebra") == ()
    assert len(backstage.search_clauses("dust_warfare", "")) > 200


# --- battles -------------------------------------------------------------------------------


def test_a_battle_is_begun_in_the_folder_of_saves_and_listed_newest_first():
    backstage = CommandBackstage()
    first = backstage.begin(a_wish())
    second = backstage.begin(a_wish(match_style=True))
    assert (first.path.parent, second.path.parent) == (saves_folder(), saves_folder())
    assert first.path != second.path
    os.utime(first.path, (1, 1))
    saves = backstage.saves()
    assert [save.path for save in saves] == [second.path, first.path]
    assert {save.name for save in saves} == {"A skirmish"}
    assert all(save.turn and not save.over and save.players == BOTH for save in saves)
    first.close()
    second.close()
    again = backstage.resume(second.path)
    assert again.match_style
    again.close()
    backstage.delete(first.path)
    assert [save.path for save in backstage.saves()] == [second.path]
    assert not [path for path in saves_folder().iterdir() if path.stem == first.path.stem]


def test_sides_that_nobody_was_named_for_get_an_opponent_in_a_process_of_its_own():
    battle = CommandBackstage().begin(a_wish(players={"allies": PERSON}))
    try:
        assert list(battle.thinkers) == ["axis"]
        assert isinstance(battle.thinkers["axis"], RemotePolicy)
        assert battle.header.players == {"allies": PERSON, "axis": "regular"}
    finally:
        battle.close()


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": {"martians": PERSON}},
        {"players": {"allies": "genius"}},
        {"options": {"no_such": "true"}},
        {"options": {"gap_per_level": "perhaps"}},
        {"bundle": "no-such"},
        {"scene": "no-such-scene"},
    ],
)
def test_a_wish_that_does_not_fit_is_refused_and_nothing_is_written(wrong: dict[str, object]):
    with pytest.raises(HulldownError):
        CommandBackstage().begin(a_wish(**wrong))
    assert CommandBackstage().saves() == ()


def test_an_opponents_process_loads_nothing_that_draws():
    code = "import sys, sim.cli.opponents; print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = {name.split(".")[0] for name in ran.stdout.split()}
    assert "sim" in loaded
    assert not loaded & {"panda3d", "direct", "imgui_bundle", "reportlab"}


def test_own_dice_stay_own_dice_when_the_battle_is_taken_up_again():
    backstage = CommandBackstage()
    battle = backstage.begin(a_wish(own_dice=True))
    assert isinstance(battle.match.chance, OwnDice)
    battle.close()
    again = backstage.resume(battle.path)
    assert isinstance(again.match.chance, OwnDice)
    again.close()


def test_what_lies_elsewhere_is_not_deleted(tmp_path: Path):
    elsewhere = tmp_path / "precious.jsonl"
    elsewhere.write_text("x")
    with pytest.raises(HulldownError, match="precious"):
        CommandBackstage().delete(elsewhere)
    assert elsewhere.exists()


def test_a_damaged_save_is_listed_with_its_trouble_and_cannot_be_taken_up():
    backstage = CommandBackstage()
    battle = backstage.begin(a_wish())
    battle.close()
    battle.path.write_bytes(b"{garbled\n" + battle.path.read_bytes())
    (save,) = backstage.saves()
    assert save.trouble
    assert save.name == "A skirmish"
    with pytest.raises(InputProblems):
        backstage.resume(save.path)


def test_a_save_whose_scene_is_gone_says_so(tmp_path: Path):
    scene = tmp_path / "mine.toml"
    scene.write_text(killed.SCENE.read_text())
    backstage = CommandBackstage()
    backstage.begin(a_wish(scene=scene)).close()
    assert not backstage.saves()[0].trouble
    scene.unlink()
    assert str(scene) in backstage.saves()[0].trouble


def test_what_cannot_be_taken_up_is_rescued_from_where_it_last_stood_whole():
    backstage = CommandBackstage()
    battle = backstage.begin(a_wish())
    while len(battle.match.journal) < 30:
        question = battle.match.pending
        assert question is not None
        battle.match.answer(question.candidates()[0])
    whole = battle.match.step_digest()
    battle.close()
    rows = battle.path.read_text().splitlines()
    rows[9] = rows[9].replace('"ask":"', '"ask":"another-')
    battle.path.write_text("\n".join(rows) + "\n")
    with pytest.raises(InputProblems):
        backstage.resume(battle.path)
    rescued = backstage.rescue(battle.path)
    assert rescued.match.step_digest() == whole
    assert rescued.notes
    assert rescued.path != battle.path
    question = rescued.match.pending
    assert question is not None
    rescued.match.answer(question.candidates()[0])
    digest = rescued.match.digest()
    rescued.close()
    again = backstage.resume(rescued.path)
    assert again.match.digest() == digest
    again.close()


def test_the_data_folder_is_the_platforms_own_unless_one_is_named(
    home: Path, monkeypatch: pytest.MonkeyPatch
):
    assert data_folder() == home
    monkeypatch.delenv("HULLDOWN_HOME")
    assert data_folder().name == "hulldown"


# --- autosave ------------------------------------------------------------------------------


def test_a_picture_is_written_at_every_turns_start_and_not_in_between():
    backstage = CommandBackstage()
    battle = backstage.begin(a_wish())
    pictures: list[int] = []

    def picture(seen: Observed) -> bytes | None:
        pictures.append(seen.tracks[0].now)
        return b"png%d" % seen.tracks[0].now

    autosave = Autosave(battle.path, "A skirmish", picture)
    conductor = Conductor(battle.match, {})
    turns: list[int] = []
    while not battle.match.over:
        conductor.advance()
        conductor.skip()
        seen = conductor.observed
        autosave.look(seen)
        autosave.look(seen)
        if seen.tracks[0].now not in turns:
            turns.append(seen.tracks[0].now)
        question = conductor.question
        if question is not None:
            conductor.answer(question.candidates()[0])
    autosave.look(conductor.observed)
    battle.close()
    assert pictures == turns
    assert len(turns) >= 3
    (save,) = backstage.saves()
    assert save.over
    assert save.picture == picture_path(battle.path)
    assert picture_path(battle.path).read_bytes() == b"png%d" % turns[-1]


def test_a_picture_that_is_not_there_yet_is_asked_for_again(tmp_path: Path):
    battle = CommandBackstage().begin(a_wish())
    pictures = [b"png", None, None]
    autosave = Autosave(battle.path, "A skirmish", lambda _: pictures.pop())
    seen = battle.match.observe("allies")
    for _ in range(4):
        autosave.look(seen)
    battle.close()
    assert pictures == []
    assert picture_path(battle.path).read_bytes() == b"png"


def test_a_folder_that_cannot_be_written_does_not_stop_the_battle(tmp_path: Path):
    battle = CommandBackstage().begin(a_wish())
    autosave = Autosave(tmp_path / "gone" / "x.jsonl", "A skirmish", lambda _: b"png")
    autosave.look(battle.match.observe("allies"))
    battle.close()
    assert autosave.fault


# --- killed --------------------------------------------------------------------------------


def test_killed_again_and_again_a_battle_ends_as_it_would_have_ended(tmp_path: Path):
    whole = killed.play(tmp_path / "whole")
    folder = tmp_path / "killed"
    for answers in (1, 9, 23, 40):
        with subprocess.Popen(
            [sys.executable, "-m", "tests.window.killed", str(folder)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            # Some answers more than are waited for: it is killed in the middle of one, or idle.
            child.stdin.write("go\n" * (answers + 3))
            child.stdin.flush()
            told = [child.stdout.readline() for _ in range(answers)]
            os.kill(child.pid, signal.SIGKILL)
        assert child.returncode == -signal.SIGKILL
        backstage = CommandBackstage(folder)
        (save,) = backstage.saves()
        battle = backstage.resume(save.path)
        entries, _, _ = told[-1].partition(" ")
        assert len(battle.match.journal) >= int(entries)
        battle.close()
    assert killed.play(folder) == whole
    (save,) = CommandBackstage(folder).saves()
    assert save.over
    recording = CommandBackstage(folder).recording(save.path)
    match = replay(save.path, lambda _: recording.game)
    assert match.digest() == recording.digest == whole
