"""The word catalogue and the code agree; no sentence hides in the code."""

from __future__ import annotations

import re
import string
from functools import cache
from pathlib import Path

import pytest

from sim import words
from sim.engine.rulebook import load_register
from sim.words import read_catalogue
from tests.proofs import registers
from tests.toy import FOLDER as TOY
from tests.words import scan

SIM = scan.ROOT / "sim"
CATALOGUES = [*sorted((SIM / "words").glob("*.toml")), TOY / "words.toml"]
SOURCES = [*sorted(SIM.rglob("*.py")), *sorted(TOY.glob("*.py"))]
_DOTTED = re.compile(r"[a-z_]+(\.[a-z0-9_-]+)+")


def name(path: Path) -> str:
    return path.relative_to(scan.ROOT).as_posix()


@cache
def texts() -> dict[str, str]:
    return {key: text for path in CATALOGUES for key, text in read_catalogue(path).items()}


@cache
def rule_ids() -> frozenset[str]:
    """Every clause and option id: dotted words that are no word keys."""
    found: set[str] = set()
    for path in registers():
        register = load_register(path)
        found.update(register.ids())
        found.update(option for clause in register.clauses for option in clause.options)
    return frozenset(found)


@cache
def roots() -> frozenset[str]:
    """First parts of the word keys that are not first parts of clause ids as well."""
    return frozenset(key.split(".")[0] for key in texts())


# --- the files ----------------------------------------------------------------------------


def test_no_key_is_defined_twice():
    seen: dict[str, str] = {}
    twice: list[str] = []
    for path in CATALOGUES:
        for key in read_catalogue(path):
            if key in seen:
                twice.append(f"{key}: {seen[key]} and {path.name}")
            seen[key] = path.name
    assert twice == []


@pytest.mark.parametrize("path", CATALOGUES, ids=name)
def test_every_text_has_words_and_named_parameters_only(path: Path):
    wrong: list[str] = []
    for key, text in read_catalogue(path).items():
        if not text.strip():
            wrong.append(f"{key} is empty")
        for _, parameter, _, _ in string.Formatter().parse(text):
            if parameter is not None and not parameter.isidentifier():
                wrong.append(f"{key}: {{{parameter}}} is no named parameter")
    assert wrong == []


# --- the code -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_every_key_in_the_code_exists(path: Path):
    missing = [f"{use.place}: {use.key}" for use in scan.uses(path) if use.key not in texts()]
    for place, text in scan.literals(path):
        rooted = _DOTTED.fullmatch(text) and text.split(".")[0] in roots()
        if rooted and text not in texts() and text not in rule_ids() and not is_file(text):
            missing.append(f"{place}: {text}")
    for place, pattern in scan.patterns(path):
        begin = pattern.pattern.split(r"\.")[0]
        known = (*texts(), *rule_ids())
        if begin in roots() and not any(pattern.fullmatch(key) for key in known):
            missing.append(f"{place}: nothing matches {pattern.pattern}")
    assert sorted(set(missing)) == []


def is_file(text: str) -> bool:
    """Whether a dotted word is a module or the name of a file."""
    return text.startswith("sim.") or text.endswith((".toml", ".py", ".jsonl", ".glb"))


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_every_text_gets_the_parameters_it_names(path: Path):
    wrong: list[str] = []
    for use in scan.uses(path):
        if use.params is None or use.key not in texts():
            continue
        lacking = set(words_of(use.key)) - set(use.params)
        if lacking:
            wrong.append(f"{use.place}: {use.key} lacks {sorted(lacking)}")
    assert wrong == []


def words_of(key: str) -> list[str]:
    return [part for _, part, _, _ in string.Formatter().parse(texts()[key]) if part]


@cache
def said() -> frozenset[str]:
    return frozenset(text for source in SOURCES for _, text in scan.literals(source))


@cache
def built() -> tuple[re.Pattern[str], ...]:
    return tuple(pattern for source in SOURCES for _, pattern in scan.patterns(source))


@pytest.mark.parametrize("path", CATALOGUES, ids=name)
def test_every_text_is_used(path: Path):
    idle = [
        key
        for key in read_catalogue(path)
        if key not in said() and not any(pattern.fullmatch(key) for pattern in built())
    ]
    # The loader's own doctest speaks the one that no code does.
    assert [key for key in idle if key != "words.example"] == []


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_code_formats_no_sentences(path: Path):
    found = [f"{sentence.place}: {sentence.text!r}" for sentence in scan.sentences(path)]
    assert found == []


# --- the loader ---------------------------------------------------------------------------


def test_a_catalogue_from_outside_is_added_once_and_may_not_redefine(tmp_path: Path):
    path = tmp_path / "more.toml"
    path.write_text('[loader_test]\nhello = "hello {who}"\n')
    words.add_catalogue(path)
    words.add_catalogue(path)
    assert words.say("loader_test.hello", who="you") == "hello you"
    assert words.parameters("loader_test.hello") == ("who",)
    assert words.has("loader_test.hello")
    assert words.text_of("loader_test.hello") == "hello {who}"
    again = tmp_path / "again.toml"
    again.write_text('[loader_test]\nhello = "other"\n')
    with pytest.raises(ValueError, match="defined twice"):
        words.add_catalogue(again)
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[loader_test]\ncount = 3\n")
    with pytest.raises(ValueError, match="not a text"):
        words.add_catalogue(wrong)


def test_a_missing_key_or_parameter_is_a_mistake_of_the_code():
    with pytest.raises(KeyError):
        words.say("words.no_such")
    with pytest.raises(KeyError):
        words.say("words.example")


# --- the scan itself ----------------------------------------------------------------------

CODE = '''
"""Doc of engine.match.over words here."""
def f(x, many):
    params = {"id": x}
    say("a.one", name=x)
    Objection("a.two", "r.x", params)
    Reason("a.three" if x else "a.four", {"n": 1})
    play.say("moved", "a.five", "r.x", unit=x)
    pick("one", "what", [], prompt="a.six", params={"z": 1})
    raise UsageError(f"a.{x}", **many)
    print(f"you lost {x} games here")
    print(say("a.seven"))
    Option("id", "a.eight", {"t": "two words"})
'''


def test_the_scan_reads_keys_parameters_patterns_and_sentences(tmp_path: Path):
    path = tmp_path / "code.py"
    path.write_text(CODE)
    found = {use.key: use.params for use in scan.uses(path)}
    assert found == {
        "a.one": ("name",),
        "a.two": ("id",),
        "a.three": ("n",),
        "a.four": ("n",),
        "a.five": ("unit",),
        "a.six": ("z",),
        "a.seven": (),
        "a.eight": ("t",),
    }
    assert [s.text for s in scan.sentences(path)] == ["you lost {} games here", "two words"]
    assert [p.pattern for _, p in scan.patterns(path)] == [r"a\.[\w.-]+"]
    assert not any("Doc of" in text for _, text in scan.literals(path))
