"""The plugin that says what the tests prove, run on little suites of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec

from sim.engine.rulebook import Proofs
from tests.proofs import ROOT

CONFTEST = """
import pytest
from pathlib import Path
import tests.proofs as proofs

here = Path(__file__).parent
proofs.ROOT = here
proofs.OUT = here / "build" / "rules.json"
proofs.registers = lambda: [here / "book" / "rules.toml"]

def pytest_configure(config):
    config.pluginmanager.register(proofs.RuleProofs(), "rule-proofs")
"""

SETTINGS = """
[pytest]
testpaths = suite
markers = rule(*ids): ids
"""

BOOK = "".join(
    f'[[rule]]\nid = "a.{name}"\ngist = "g"\nchapter = "1"\nkind = "{kind}"\nstatus = "in"\n'
    for name, kind in (("ran", "procedure"), ("idle", "procedure"), ("card", "data"))
)

CODE = '''
def ran():
    """Rules: a.ran."""
    return 1


def idle():
    """Rules: a.idle."""
    return 2


class Card:
    """Rules: a.card."""

    size = 3
'''

GAME = """
    * moved: red/1 moves [a.ran, a.idle]
    a line about a.card [a.card]
"""


def a_suite(folder: Path, tests: str) -> Path:
    for name, text in {
        "conftest.py": CONFTEST,
        "pytest.ini": SETTINGS,
        "book/rules.toml": BOOK,
        "book/__init__.py": CODE,
        "suite/test_it.py": f"import pytest\nfrom book import ran, idle, Card\n{tests}",
        "tests/playthroughs/first.txt": GAME,
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def ran(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"},
    )


def proofs_of(folder: Path) -> Proofs:
    return msgspec.json.decode((folder / "build" / "rules.json").read_bytes(), type=Proofs)


COVERED = ("--cov=book", "--cov-context=test", "--cov-report=")

GOOD = """
@pytest.mark.rule("a.ran")
def test_ran():
    assert ran() == 1

@pytest.mark.rule("a.idle")
def test_claims_what_it_never_runs():
    assert ran() == 1

@pytest.mark.rule("a.card")
def test_card():
    assert Card.size == 3
"""


def test_a_proof_is_a_passing_test_that_runs_the_function_it_names(tmp_path: Path):
    folder = a_suite(tmp_path, GOOD)
    done = ran(folder, *COVERED)
    assert done.returncode == 0, done.stdout
    proofs = proofs_of(folder)
    assert proofs.executed
    assert proofs.proven == {
        "a.ran": ("suite/test_it.py::test_ran",),
        "a.card": ("suite/test_it.py::test_card",),
    }
    assert proofs.played == {"a.ran": ("first",), "a.idle": ("first",)}


def test_workers_of_a_split_run_prove_the_same(tmp_path: Path):
    folder = a_suite(tmp_path, GOOD)
    done = ran(folder, "-n", "2", *COVERED)
    assert done.returncode == 0, done.stdout
    assert sorted(proofs_of(folder).proven) == ["a.card", "a.ran"]


def test_without_coverage_the_marks_have_to_do_and_the_file_says_so(tmp_path: Path):
    folder = a_suite(tmp_path, GOOD)
    assert ran(folder).returncode == 0
    proofs = proofs_of(folder)
    assert not proofs.executed
    assert sorted(proofs.proven) == ["a.card", "a.idle", "a.ran"]


def test_a_failing_test_and_an_expected_failure_prove_nothing(tmp_path: Path):
    folder = a_suite(
        tmp_path,
        """
@pytest.mark.rule("a.ran")
def test_fails():
    assert ran() == 2

@pytest.mark.xfail
@pytest.mark.rule("a.idle")
def test_is_expected_to_fail():
    assert idle() == 1

@pytest.fixture
def breaks():
    yield
    raise RuntimeError

@pytest.mark.rule("a.card")
def test_breaks_afterwards(breaks):
    assert Card.size == 3
""",
    )
    assert ran(folder, *COVERED).returncode == 1
    assert proofs_of(folder).proven == {}


def test_an_unknown_clause_and_a_test_of_everything_stop_the_run(tmp_path: Path):
    folder = a_suite(
        tmp_path,
        """
@pytest.mark.rule("a.rann")
def test_unknown():
    pass

@pytest.mark.rule("a.ran", "a.idle")
@pytest.mark.rule("a.card", "a.idle")
def test_of_everything():
    pass
""",
    )
    done = ran(folder)
    assert done.returncode == 4
    assert "no register has the clause a.rann" in done.stderr
    assert "at most 3 clauses, not 4" in done.stderr
    assert not (folder / "build").exists()


def test_a_part_of_the_tests_leaves_the_proofs_of_all_alone(tmp_path: Path):
    folder = a_suite(tmp_path, GOOD)
    assert ran(folder, "suite/test_it.py").returncode == 0
    assert ran(folder, "-k", "ran").returncode == 0
    assert not (folder / "build").exists()
