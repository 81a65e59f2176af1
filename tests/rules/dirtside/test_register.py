"""The register against the ledger and the code."""

from __future__ import annotations

import tomllib
from pathlib import Path

import sim.rules.dirtside
from sim.engine.rulebook import REGISTER, load_register, report
from sim.rules.dirtside.options import BUNDLES, CHOICES, DirtsideOptions
from tests.shared_files import shared_path

FOLDER = Path(sim.rules.dirtside.__file__).parent


def ledger() -> dict[str, list[dict[str, object]]]:
    """Return both parts of the ledger of the rules as one."""
    whole: dict[str, list[dict[str, object]]] = {}
    for part in (1, 2):
        text = shared_path(f"rules/dirtside_part{part}.toml").read_text(encoding="utf-8")
        for key, entries in tomllib.loads(text).items():
            whole.setdefault(key, []).extend(entries)
    return whole


def test_every_clause_of_the_ledger_is_in_the_register_and_nothing_else():
    register = load_register(FOLDER / REGISTER, CHOICES)
    assert list(register.ids()) == [clause["id"] for clause in ledger()["clause"]]


def test_register_and_code_say_the_same():
    found = report(FOLDER, None, CHOICES)
    assert [problem.text() for problem in found.problems] == []


def test_every_option_of_the_ledger_is_there_with_its_default_choices_and_clauses():
    register = load_register(FOLDER / REGISTER)
    for option in ledger()["option"]:
        name = str(option["id"]).removeprefix("ds.opt.")
        assert getattr(DirtsideOptions(), name) == option["default"]
        assert list(CHOICES[name]) == option["choices"]
        for clause in option["clauses"]:  # type: ignore[union-attr]
            assert name in register.clause(str(clause)).options
    for bundle in ledger()["bundle"]:
        stated = bundle["options"]
        assert isinstance(stated, dict)
        own = {key.removeprefix("ds.opt."): value for key, value in stated.items()}
        assert BUNDLES[str(bundle["name"])] == own
