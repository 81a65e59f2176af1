"""The register against the ledger and the code."""

from __future__ import annotations

from sim.engine.rulebook import REGISTER, load_register, report
from sim.rules.dust_warfare.book import DustBook
from sim.rules.dust_warfare.options import BUNDLES, CHOICES, DustOptions
from tests.rules.registers import Ledger, check_options, ledger_of

#: Prefixes that this state of the work plays wholly, but for what needs something that is out.
CORE = [
    "dice",
    "mini",
    "measure",
    "arc",
    "char",
    "type",
    "weapon",
    "unit",
    "leader",
    "turn",
    "initiative",
    "command",
    "order",
    "activation",
    "action",
    "reaction",
    "end_phase",
    "move",
    "vehicle_move",
    "terrain",
    "terrain_table",
    "vertical",
    "attack",
    "los",
    "obscured",
    "roll",
    "armour",
    "cover",
    "damage",
    "rear_armour",
    "vdt",
    "suppression",
    "retreat",
    "regroup",
    "tie",
]
LONGEST_GIST = 100


def ledger() -> Ledger:
    """Return the ledger of the rules."""
    return ledger_of("dust_warfare")


def test_every_clause_of_the_ledger_is_in_the_register_and_nothing_else():
    register = load_register(DustBook.folder / REGISTER, DustBook.option_names)
    assert list(register.ids()) == [clause["id"] for clause in ledger()["clause"]]


def test_register_and_code_say_the_same():
    found = report(DustBook.folder, None, DustBook.option_names)
    assert [problem.text() for problem in found.problems] == []


def test_the_core_is_in_and_what_is_out_says_why():
    register = load_register(DustBook.folder / REGISTER)
    out = [each for each in register.clauses if each.status == "out"]
    needs = [each for each in out if each.id.split(".")[1] in CORE]
    assert all(each.reason.startswith("needs ") for each in needs)
    assert len(needs) <= 12
    assert all(each.reason for each in out)
    assert register.clause("dw.objective.eliminate").status == "in"


def test_gists_are_short_and_none_is_the_ledgers_sentence():
    rules = {str(clause["id"]): str(clause["rule"]) for clause in ledger()["clause"]}
    for clause in load_register(DustBook.folder / REGISTER).clauses:
        assert len(clause.gist) <= LONGEST_GIST
        assert clause.gist.endswith(".")
        if len(rules[clause.id]) > 60:
            assert clause.gist not in rules[clause.id]


def test_every_option_of_the_ledger_is_there_with_its_default_choices_and_clauses():
    check_options(ledger(), DustBook.folder, "dw.opt.", DustOptions(), CHOICES, BUNDLES)
