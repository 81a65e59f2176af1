"""What the register of every book must say, against the ledger."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from sim.engine.rulebook import REGISTER, load_register
from tests.shared_files import shared_path

Ledger = dict[str, list[dict[str, object]]]


def ledger_of(*files: str) -> Ledger:
    """Return the ledger of a book, its parts as one."""
    whole: Ledger = {}
    for file in files:
        text = shared_path(f"rules/{file}.toml").read_text(encoding="utf-8")
        for key, entries in tomllib.loads(text).items():
            whole.setdefault(key, []).extend(entries)
    return whole


def check_options(
    ledger: Ledger,
    folder: Path,
    prefix: str,
    defaults: msgspec.Struct,
    choices: Mapping[str, Sequence[str]],
    bundles: Mapping[str, Mapping[str, str]],
) -> None:
    """Assert that every option is there with its default, choices, clauses and bundles."""
    register = load_register(folder / REGISTER)
    for option in ledger["option"]:
        name = str(option["id"]).removeprefix(prefix)
        assert getattr(defaults, name) == option["default"]
        assert list(choices[name]) == option["choices"]
        for clause in option["clauses"]:  # type: ignore[union-attr]
            assert name in register.clause(str(clause)).options
    for bundle in ledger["bundle"]:
        stated = bundle["options"]
        assert isinstance(stated, dict)
        own = {key.removeprefix(prefix): value for key, value in stated.items()}
        assert bundles[str(bundle["name"])] == own
