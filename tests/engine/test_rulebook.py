"""The register: read, checked, held against the code and against what the tests proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.engine.rulebook import (
    Proofs,
    load_register,
    read_proofs,
    report,
    spoken_in,
)
from sim.errors import InputProblems
from tests.toy import FOLDER

CLAUSE = """
[[rule]]
id = "{id}"
gist = "gist"
chapter = "1"
kind = "{kind}"
status = "{status}"
{more}
"""

CODE = '''
class Card:
    """Numbers. Rules: a.data."""

    size: int = 1


async def act(x):
    """Act, as in a.act.sooner.

    Rules: a.act.one a.act.two,
    a.act.three
    """
    y = x

    def inner():
        """Rules: a.inner."""
        return 1

    return inner()


def silent():
    return "a.act.none"
'''


def clause(rule_id: str, kind: str = "procedure", status: str = "in", more: str = "") -> str:
    return CLAUSE.format(id=rule_id, kind=kind, status=status, more=more)


def a_book(folder: Path, *clauses: str, code: str = CODE) -> Path:
    (folder / "rules.toml").write_text('version = "3"\n' + "".join(clauses))
    (folder / "code.py").write_text(code)
    return folder


def test_the_register_of_the_toy_game_and_its_code_agree():
    found = report(FOLDER, None)
    assert found.problems == ()
    assert found.last_line() == (
        "10 clauses: in 9, spoken 9, proven unknown, played unknown of 8 procedures"
    )


def test_a_register_is_read_in_its_order_with_its_version(tmp_path: Path):
    register = load_register(a_book(tmp_path, clause("a.two"), clause("a.one")) / "rules.toml")
    assert register.version == "3"
    assert register.ids() == ("a.two", "a.one")
    assert "a.one" in register
    assert "a.three" not in register
    assert register.clause("a.one").kind == "procedure"


def test_every_problem_of_a_register_is_named_at_once(tmp_path: Path):
    book = a_book(
        tmp_path,
        clause("a.one", more='options = ["metrik"]'),
        clause("a.one"),
        clause("a.two", status="out"),
        clause("a.three", status="simplified", more='reason = " "'),
    )
    with pytest.raises(InputProblems) as found:
        load_register(book / "rules.toml", ["metric"])
    assert [(p.key.rsplit(".", 1)[1], p.where) for p in found.value.problems] == [
        ("option", "a.one"),
        ("twice", "a.one"),
        ("no_reason", "a.two"),
        ("no_reason", "a.three"),
    ]


@pytest.mark.parametrize("more", ["status2 = 1", "page = [1]", "reason = 7"])
def test_a_clause_of_the_wrong_form_is_refused(tmp_path: Path, more: str):
    with pytest.raises(InputProblems):
        load_register(a_book(tmp_path, clause("a.one", more=more)) / "rules.toml")


def test_a_docstring_speaks_the_ids_it_names_over_line_breaks(tmp_path: Path):
    speakers = {s.name: s for s in spoken_in(a_book(tmp_path))}
    assert list(speakers) == ["Card", "act", "act.inner"]
    act = speakers["act"]
    assert act.declared == ("a.act.one", "a.act.two", "a.act.three")
    assert act.ids == (*act.declared, "a.act.sooner")
    lines = CODE.splitlines()
    ran = [lines[n - 1].strip() for n in act.body]
    assert "y = x" in ran
    assert "return 1" not in ran
    assert not any("Rules" in line for line in ran)
    assert speakers["Card"].body == ()


def test_code_and_register_are_held_against_each_other(tmp_path: Path):
    out = 'reason = "later"'
    book = a_book(
        tmp_path,
        clause("a.act.one"),
        clause("a.act.two", status="out", more=out),
        clause("a.mute"),
        clause("a.data", "data"),
        clause("a.inner"),
    )
    found = report(book, None)
    assert sorted((p.key.rsplit(".", 1)[1], p.where) for p in found.problems) == [
        ("in_and_silent", "a.mute"),
        ("no_clause", "act"),
        ("out_and_spoken", "a.act.two"),
    ]


def test_the_columns_count_clauses_that_are_not_out(tmp_path: Path):
    book = a_book(
        tmp_path,
        clause("a.act.one"),
        clause("a.act.two", status="simplified", more='reason = "less"'),
        clause("a.data", "data"),
        clause("a.gone", status="out", more='reason = "later"'),
    )
    proofs = Proofs(True, {"a.act.one": ("t",), "a.data": ("t",)}, {"a.act.one": ("game",)})
    found = report(book, proofs)
    assert found.counts() == {
        "all": 4,
        "included": 2,
        "spoken": 3,
        "proven": 2,
        "played": 1,
        "procedures": 2,
    }
    assert found.rows[2].played is None
    assert found.executed


def test_without_proofs_the_columns_are_unknown(tmp_path: Path):
    assert read_proofs(tmp_path / "rules.json") is None
    (tmp_path / "rules.json").write_text("{")
    assert read_proofs(tmp_path / "rules.json") is None
