"""Ids a person may shorten, nearest names, profile books and the memory of facts."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import InputProblems, UsageError
from sim.table.memo import Memo
from sim.table.names import is_name, is_slug, nearest, resolve_id
from sim.table.profiles import games_with_profiles, load_book, load_profiles

IDS = ("rangers/1", "rangers/2", "rangers/10", "walker", "B", "Bb")


def test_an_exact_id_wins_over_longer_ones_that_begin_with_it():
    assert resolve_id("rangers/1", IDS) == "rangers/1"
    assert resolve_id("B", IDS) == "B"


def test_a_unique_beginning_is_enough():
    assert resolve_id("w", IDS) == "walker"
    assert resolve_id("rangers/10", IDS) == "rangers/10"


def test_an_ambiguous_beginning_lists_what_it_could_be():
    with pytest.raises(UsageError, match="more than one miniature: rangers/1, "):
        resolve_id("ran", IDS, "mini")


@pytest.mark.parametrize("text", ["walkr", "Walker", "wlker"])
def test_an_unknown_id_is_refused_naming_the_nearest(text: str):
    with pytest.raises(UsageError, match='no miniature "' + text + '" .did you mean "walker"'):
        resolve_id(text, IDS, "mini")


def test_an_empty_id_and_one_like_nothing_are_refused_without_a_guess():
    for text in ("", "xyzzy"):
        with pytest.raises(UsageError) as caught:
            resolve_id(text, IDS)
        assert "did you mean" not in str(caught.value)


@given(st.lists(st.text("ab/-1", min_size=1, max_size=4), unique=True, min_size=1))
def test_every_id_resolves_to_itself(ids: list[str]):
    assert all(resolve_id(each, ids) == each for each in ids)


@pytest.mark.parametrize("text", ["A", "unit/1", "a-b/c-2", "Müller"])
def test_slugs(text: str):
    assert is_slug(text)


@pytest.mark.parametrize("text", ["", " A", "a b", "a/", "/a", "-a", "a_b", "a--b", "..", "a\n"])
def test_no_slugs(text: str):
    assert not is_slug(text)


def test_a_name_never_leaves_its_folder():
    assert is_name("ruin_large")
    assert not is_name("../ruin")
    assert not is_name("a/../b")


def test_the_nearest_name_ignores_case_and_gives_up_on_strangers():
    assert nearest("SOLDIER", ["soldier", "walker"]) == "soldier"
    assert nearest("zzz", ["soldier", "walker"]) == ""
    assert nearest("x", []) == ""


PROFILE = """
format = "hulldown-profile/1"
game = "skirmish"
faction = "reds"
name = "The Reds"
[[weapon]]
id = "rifle"
range = 24
[[profile]]
id = "red"
model = "kit:soldier_rifle"
armour = 2
[[unit]]
id = "squad"
members = ["red"]
"""


def book_folder(root: Path, **files: str) -> Path:
    folder = root / "profiles" / "skirmish"
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text)
    return root


def test_a_book_keeps_what_the_game_reads_as_it_stands(tmp_path: Path):
    root = book_folder(tmp_path, reds=PROFILE)
    book = load_book("skirmish", root)
    assert games_with_profiles(root) == ("skirmish",)
    assert list(book.profiles) == ["red"]
    assert book.profiles["red"].raw["armour"] == 2
    assert book.profiles["red"].faction == "reds"
    assert book.profiles["red"].figure is not None
    assert book.profiles["red"].figure.model == "kit:soldier_rifle"
    assert book.units["squad"].raw["members"] == ["red"]
    assert book.weapons["rifle"].raw["range"] == 24
    assert book.factions == {"reds": "The Reds"}
    assert load_profiles("skirmish", root) is book.profiles


def test_a_game_without_a_folder_has_an_empty_book(tmp_path: Path):
    assert load_book("nothing", tmp_path).profiles == {}


def test_problems_of_all_profile_files_come_together(tmp_path: Path):
    bad = PROFILE.replace('model = "kit:soldier_rifle"', "model = 7").replace("skirmish", "other")
    root = book_folder(tmp_path, a_reds=PROFILE, b_bad=bad, c_twice=PROFILE, d_toml="x = ")
    with pytest.raises(InputProblems) as caught:
        load_book("skirmish", root)
    text = str(caught.value)
    assert "b_bad.toml: profile[red].model: found 7, expected text" in text
    assert 'c_twice.toml: profile[red]: the id "red" is used twice' in text
    assert "d_toml.toml: not readable as TOML" in text


def test_memory_forgets_the_older_half_and_answers_the_same():
    memo: Memo[int] = Memo(10)
    made: list[int] = []

    def answer(key: int) -> int:
        return memo.get(key, lambda: made.append(key) or key * key)

    assert [answer(i) for i in range(25)] == [i * i for i in range(25)]
    assert len(memo) <= 10
    assert answer(24) == 576
    assert made.count(24) == 1
    assert answer(0) == 0
    assert made.count(0) == 2
    assert memo.peek(3) is None
