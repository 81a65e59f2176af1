"""The rulebook as a checklist: which clauses are in, spoken, proven and played.

A game's folder holds ``rules.toml`` with a ``[[rule]]`` table per clause. A clause is *spoken*
when a docstring in the folder names its id, *proven* when a passing test that carries its id ran
the function that speaks it, *played* when an event with its id stands in a recorded game. The
last two are read from what the test run left in ``build/rules.json``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec

from sim.errors import InputProblems, Problem
from sim.table.names import did_you_mean
from sim.table.reading import Collector, convert, read_toml
from sim.words import say

__all__ = [
    "REGISTER",
    "Clause",
    "Proofs",
    "Register",
    "Report",
    "Row",
    "Speaker",
    "load_register",
    "read_proofs",
    "report",
    "spoken_in",
]

REGISTER = "rules.toml"

Kind = Literal["procedure", "definition", "data"]
Status = Literal["in", "simplified", "out"]
RuleId = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_]+(\.[a-z0-9_]+)+$")]
Text = Annotated[str, msgspec.Meta(min_length=1)]

_ID = re.compile(r"\b[a-z0-9_]+(?:\.[a-z0-9_]+)+\b")
#: ``Rules:`` and the ids after it, over line breaks, up to the first word that is none.
_RULES = re.compile(r"\bRules:((?:[\s,]+[a-z0-9_]+(?:\.[a-z0-9_]+)+)+)")


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause of a rulebook.

    Attributes
    ----------
    id : str
        As in the ledger; never renamed.
    gist : str
        What it says, in our own words.
    chapter, page : str, int or str
    kind : str
        ``procedure`` is spoken, proven and asked to be played; ``definition`` and ``data`` are
        spoken and proven.
    status : str
        ``in``, ``simplified`` or ``out``; the latter two give a `reason`.
    options : tuple of str
        Table options it carries.
    """

    id: RuleId
    gist: Text
    chapter: str
    kind: Kind
    status: Status
    page: int | str = ""
    reason: str = ""
    options: tuple[str, ...] = ()


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: tuple[Clause, ...]
    format: str = "hulldown-rules/1"
    version: str = ""


@dataclass(frozen=True)
class Register:
    """The clauses of one game, in the book's order."""

    path: Path
    version: str
    clauses: tuple[Clause, ...]

    def __contains__(self, rule_id: object) -> bool:
        """Return whether the book has a clause."""
        return any(clause.id == rule_id for clause in self.clauses)

    def clause(self, rule_id: str) -> Clause:
        """Return a clause by id; KeyError when there is none."""
        for clause in self.clauses:
            if clause.id == rule_id:
                return clause
        raise KeyError(rule_id)

    def ids(self) -> tuple[str, ...]:
        """Return every clause id in the book's order."""
        return tuple(clause.id for clause in self.clauses)


def load_register(path: Path, options: Iterable[str] | None = None) -> Register:
    """Read and check a register.

    Parameters
    ----------
    path : Path
        ``rules.toml``.
    options : iterable of str, optional
        Options of the game; an unknown one in a clause is a problem then.

    Raises
    ------
    InputProblems
        With every problem at once: form, ids given twice, missing reasons, unknown options.
    """
    found = Collector(str(path))
    read = convert(read_toml(path), _File, found)
    found.raise_if_any()
    assert read is not None
    problems: list[Problem] = []
    seen: set[str] = set()
    known = None if options is None else set(options)
    for clause in read.rule:
        problems.extend(_wrong_with(clause, seen, known, str(path)))
        seen.add(clause.id)
    if problems:
        raise InputProblems(problems)
    return Register(path, read.version, read.rule)


def _wrong_with(
    clause: Clause, seen: set[str], known: set[str] | None, file: str
) -> Iterable[Problem]:
    if clause.id in seen:
        yield Problem("engine.rules.twice", clause.id, file)
    if clause.status != "in" and not clause.reason.strip():
        yield Problem("engine.rules.no_reason", clause.id, file, {"status": clause.status})
    for option in clause.options:
        if known is not None and option not in known:
            params: dict[str, object] = {"found": option, "nearest": did_you_mean(option, known)}
            yield Problem("engine.rules.option", clause.id, file, params)


# --- spoken -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Speaker:
    """A function or class whose docstring names clauses.

    Attributes
    ----------
    file, name : Path, str
        `name` is dotted within the file.
    ids : tuple of str
        Ids after ``Rules:``, then every other dotted word of the docstring.
    declared : tuple of str
        Those after ``Rules:`` alone: they must exist.
    body : tuple of int
        Lines that run when it is called, docstring and nested functions left out; empty for a
        class of fields.
    """

    file: Path
    name: str
    ids: tuple[str, ...]
    declared: tuple[str, ...]
    body: tuple[int, ...]


def spoken_in(folder: Path) -> tuple[Speaker, ...]:
    """Return every function and class of a folder whose docstring names a dotted id."""
    speakers: list[Speaker] = []
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        speakers.extend(_speakers(path, tree, ""))
    return tuple(speakers)


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _speakers(path: Path, node: ast.AST, prefix: str) -> Iterable[Speaker]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, get_args(Definition)):
            yield from _speakers(path, child, prefix)
            continue
        assert isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        name = f"{prefix}{child.name}"
        text = ast.get_docstring(child) or ""
        declared = tuple(i for found in _RULES.findall(text) for i in _ID.findall(found))
        ids = tuple(dict.fromkeys((*declared, *_ID.findall(text))))
        if ids:
            yield Speaker(path, name, ids, declared, tuple(sorted(_body(child))))
        yield from _speakers(path, child, f"{name}.")


def _body(node: Definition) -> set[int]:
    """Return the lines that run when a function, or any method of a class, is called."""
    if isinstance(node, ast.ClassDef):
        methods = [n for n in node.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
        return {line for method in methods for line in _body(method)}
    statements = node.body[1:] if ast.get_docstring(node) is not None else node.body
    lines: set[int] = set()
    for statement in statements:
        lines.update(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
    for inner in ast.walk(node):
        if inner is not node and isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
            lines.difference_update(range(inner.lineno + 1, (inner.end_lineno or 0) + 1))
    return lines


# --- proven and played ------------------------------------------------------------------------


class Proofs(msgspec.Struct, frozen=True):
    """What a test run left behind.

    Attributes
    ----------
    executed : bool
        Whether coverage contexts were there, so that a proof means that the speaking function
        ran; False when only the marks of passing tests are known.
    proven : dict of clause id to tests
    played : dict of clause id to recorded games
    """

    executed: bool = False
    proven: dict[str, tuple[str, ...]] = {}
    played: dict[str, tuple[str, ...]] = {}
    format: str = "hulldown-proofs/1"


def read_proofs(path: Path) -> Proofs | None:
    """Return the proofs of the last full test run, or None when there are none to be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Proofs)
    except (OSError, msgspec.DecodeError):
        return None


# --- the report -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A clause with its three columns; None where it is unknown or not asked for."""

    clause: Clause
    spoken: tuple[str, ...]
    proven: tuple[str, ...] | None
    played: tuple[str, ...] | None


@dataclass(frozen=True)
class Report:
    """A register with its columns.

    Attributes
    ----------
    rows : tuple of Row
        In the book's order.
    problems : tuple of Problem
        What the register and the code say against each other: ids in docstrings that the book
        does not have, clauses that are out and yet spoken, clauses that are in and not spoken.
    executed : bool or None
        Whether proofs mean executed functions; None without proofs.
    """

    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]
    executed: bool | None

    def counts(self) -> dict[str, int | str]:
        """Return the numbers of the last line; clauses that are out count only as clauses."""
        live = [row for row in self.rows if row.clause.status != "out"]
        acted = [row for row in live if row.clause.kind == "procedure"]
        known = self.executed is not None
        unknown = say("engine.rules.unknown")
        return {
            "all": len(self.rows),
            "included": sum(row.clause.status == "in" for row in live),
            "spoken": sum(bool(row.spoken) for row in live),
            "proven": sum(bool(row.proven) for row in live) if known else unknown,
            "played": sum(bool(row.played) for row in acted) if known else unknown,
            "procedures": len(acted),
        }

    def last_line(self) -> str:
        """Return ``N clauses: in A, spoken B, proven C, played D of E procedures``."""
        return say("engine.rules.counts", **self.counts())


def report(folder: Path, proofs: Proofs | None, options: Iterable[str] | None = None) -> Report:
    """Return the register of a game's folder with its three columns.

    Parameters
    ----------
    folder : Path
        Holds ``rules.toml`` and the modules that speak.
    proofs : Proofs or None
        None leaves *proven* and *played* unknown.
    options : iterable of str, optional
        Names of the game's options, to check the register's against.

    Raises
    ------
    InputProblems
        When the register cannot be read.
    """
    register = load_register(folder / REGISTER, options)
    speakers = spoken_in(folder)
    by_id: dict[str, list[str]] = {}
    for speaker in speakers:
        for rule_id in speaker.ids:
            place = f"{speaker.file.relative_to(folder).as_posix()}:{speaker.name}"
            by_id.setdefault(rule_id, []).append(place)
    rows = tuple(
        Row(
            clause,
            tuple(by_id.get(clause.id, ())),
            proofs.proven.get(clause.id, ()) if proofs else None,
            proofs.played.get(clause.id, ()) if proofs and clause.kind == "procedure" else None,
        )
        for clause in register.clauses
    )
    problems = (*_undeclared(register, speakers), *_against(rows, register.path))
    return Report(rows, problems, proofs.executed if proofs else None)


def _undeclared(register: Register, speakers: Iterable[Speaker]) -> Iterable[Problem]:
    known = set(register.ids())
    for speaker in speakers:
        for rule_id in speaker.declared:
            if rule_id not in known:
                params: dict[str, object] = {
                    "found": rule_id,
                    "nearest": did_you_mean(rule_id, known),
                }
                yield Problem("engine.rules.no_clause", speaker.name, str(speaker.file), params)


def _against(rows: Iterable[Row], path: Path) -> Iterable[Problem]:
    for row in rows:
        if row.clause.status == "out" and row.spoken:
            params: Mapping[str, object] = {"where": ", ".join(row.spoken)}
            yield Problem("engine.rules.out_and_spoken", row.clause.id, str(path), params)
        if row.clause.status != "out" and not row.spoken:
            yield Problem("engine.rules.in_and_silent", row.clause.id, str(path))
