"""Errors that a person reads: one message, every problem, the exit code of a wrong input."""

from __future__ import annotations

import pytest

from sim.errors import HulldownError, InputProblems, Problem, UsageError
from sim.words import say


def test_an_error_is_its_text_from_the_catalogue_and_keeps_key_and_values():
    error = HulldownError("words.example", name="Ludwig")
    assert str(error) == say("words.example", name="Ludwig")
    assert (error.key, error.params) == ("words.example", {"name": "Ludwig"})


@pytest.mark.parametrize(
    ("file", "where", "begins"),
    [
        ("a.toml", "mini[2].at", "a.toml: mini[2].at: Ludwig"),
        ("a.toml", "", "a.toml: Ludwig"),
        ("", "mini[2].at", "mini[2].at: Ludwig"),
        ("", "", "Ludwig"),
    ],
)
def test_a_problem_says_file_place_and_message(file: str, where: str, begins: str):
    problem = Problem("words.example", where, file, {"name": "Ludwig"})
    assert problem.text().startswith(begins)


def test_an_input_tells_all_its_problems_at_once_and_exits_with_2():
    problems = [Problem("words.example", params={"name": name}) for name in ("Ludwig", "Luther")]
    error = InputProblems(iter(problems))
    assert error.problems == tuple(problems)
    for text in ("2 problem(s)", "Ludwig", "Luther"):
        assert text in str(error)
    assert error.exit_code == UsageError("words.example", name="x").exit_code == 2
