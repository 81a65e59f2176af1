"""The register against the ledger and the code."""

from __future__ import annotations

from pathlib import Path

import sim.rules.dirtside
from sim.engine.rulebook import REGISTER, load_register, report
from sim.rules.dirtside.options import BUNDLES, CHOICES, DirtsideOptions
from tests.rules.registers import Ledger, check_options, ledger_of

FOLDER = Path(sim.rules.dirtside.__file__).parent


def ledger() -> Ledger:
    """Return both parts of the ledger of the rules as one."""
    return ledger_of("dirtside_part1", "dirtside_part2")


def test_every_clause_of_the_ledger_is_in_the_register_and_nothing_else():
    register = load_register(FOLDER / REGISTER, CHOICES)
    assert list(register.ids()) == [clause["id"] for clause in ledger()["clause"]]


def test_register_and_code_say_the_same():
    found = report(FOLDER, None, CHOICES)
    assert [problem.text() for problem in found.problems] == []


def test_every_option_of_the_ledger_is_there_with_its_default_choices_and_clauses():
    check_options(ledger(), FOLDER, "ds.opt.", DirtsideOptions(), CHOICES, BUNDLES)
