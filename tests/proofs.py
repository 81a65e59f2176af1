"""What the tests prove of the rulebooks: the marks they carry, and the functions they run.

A test carries at most three clause ids in ``@pytest.mark.rule``; an id that no register holds
stops the run. At the end of a full run ``build/rules.json`` says which clauses are proven: by
passing tests that executed a function speaking the clause (coverage contexts), or, in a run
without coverage, by the marks alone, and then the file says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import coverage
import msgspec
import pytest

from sim.engine.rulebook import REGISTER, Proofs, Speaker, load_register, spoken_in

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "build" / "rules.json"
MOST_IDS = 3
PROPERTY = "rules"
_PLAYED = re.compile(r"^ +\* .*\[([^\[\]]+)\]")


def registers() -> list[Path]:
    """Return every register of the package, and the toy game's."""
    found = sorted((ROOT / "sim" / "rules").glob(f"*/{REGISTER}"))
    return [*found, ROOT / "tests" / "toy" / REGISTER]


class RuleProofs:
    """The plugin: checks marks, follows outcomes, writes the proofs."""

    def __init__(self) -> None:
        self.claims: dict[str, tuple[str, ...]] = {}
        self.passed: set[str] = set()
        self.failed: set[str] = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        marked = [(item, ids) for item in items if (ids := ids_of(item))]
        known = (
            {i for path in registers() for i in load_register(path).ids()} if marked else set[str]()
        )
        wrong: list[str] = []
        for item, ids in marked:
            wrong.extend(objections(item.nodeid, ids, known))
            item.user_properties.append((PROPERTY, list(ids)))
        if wrong:
            raise pytest.UsageError("\n".join(dict.fromkeys(wrong)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        ids = dict(report.user_properties).get(PROPERTY)
        if ids:
            self.claims[report.nodeid] = tuple(str(i) for i in ids)  # type: ignore[attr-defined]
        if report.failed:
            self.failed.add(report.nodeid)
        elif report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self.passed.add(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        ran = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        worker = hasattr(session.config, "workerinput")
        if worker or not ran or not is_full_run(session.config):
            return
        proofs = self.proofs(coverage_of(session.config))
        OUT.parent.mkdir(exist_ok=True)
        OUT.write_bytes(msgspec.json.format(msgspec.json.encode(proofs), indent=1) + b"\n")

    def proofs(self, data: coverage.CoverageData | None) -> Proofs:
        """Return what the run proved; `data` is None without coverage."""
        claims = {
            test: ids for test, ids in self.claims.items() if test in self.passed - self.failed
        }
        speakers = [s for path in registers() for s in spoken_in(path.parent)]
        ran_by = Runs(data) if data is not None else None
        proven: dict[str, tuple[str, ...]] = {}
        for path in registers():
            for rule_id in load_register(path).ids():
                tests = sorted(test for test, ids in claims.items() if rule_id in ids)
                if ran_by is not None:
                    ran = ran_by.tests([s for s in speakers if rule_id in s.ids])
                    tests = [test for test in tests if ran is None or test in ran]
                if tests:
                    proven[rule_id] = tuple(tests)
        return Proofs(data is not None, proven, played())


def ids_of(item: pytest.Item) -> tuple[str, ...]:
    return tuple(str(i) for mark in item.iter_markers("rule") for i in mark.args)


def objections(test: str, ids: tuple[str, ...], known: set[str]) -> Iterable[str]:
    """Name what is wrong with the marks of a test."""
    if len(ids) > MOST_IDS:
        yield f"{test}: a test proves at most {MOST_IDS} clauses, not {len(ids)}"
    for rule_id in ids:
        if rule_id not in known:
            yield f"{test}: no register has the clause {rule_id}"


class Runs:
    """Which tests ran which lines, from coverage contexts; each file is read once."""

    def __init__(self, data: coverage.CoverageData) -> None:
        self.data = data
        self.files: dict[Path, dict[int, list[str]]] = {}

    def tests(self, speakers: list[Speaker]) -> set[str] | None:
        """Return the tests that ran a line of a speaker; None when nothing can run.

        A class of fields has no line that a test could run: its mark has to do.
        """
        if speakers and not any(speaker.body for speaker in speakers):
            return None
        tests: set[str] = set()
        for speaker in speakers:
            by_line = self._file(speaker.file)
            for line in speaker.body:
                tests.update(context.rsplit("|", 1)[0] for context in by_line.get(line, ()))
        return tests

    def _file(self, path: Path) -> dict[int, list[str]]:
        if path not in self.files:
            self.files[path] = self.data.contexts_by_lineno(str(path.resolve()))
        return self.files[path]


def coverage_of(config: pytest.Config) -> coverage.CoverageData | None:
    """Return the data of this run when it has a context per test."""
    if not config.getoption("cov_context", default=None):
        return None
    data = coverage.CoverageData(str(ROOT / ".coverage"))
    data.read()
    return data if data.measured_files() else None


def is_full_run(config: pytest.Config) -> bool:
    """Return whether the whole suite ran: a part of it must not overwrite what all of it proved.

    The suite leaves the long tests out.
    """
    marked = config.option.markexpr not in ("", "not slow")
    chosen = config.option.keyword or marked or config.option.collectonly
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not chosen


def played() -> dict[str, tuple[str, ...]]:
    """Return the recorded games in whose log each clause stands."""
    games: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests" / "playthroughs").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            found = _PLAYED.match(line)
            for rule_id in re.split("[,;] ", found[1]) if found else ():
                names = games.setdefault(rule_id, [])
                if path.stem not in names:
                    names.append(path.stem)
    return {rule_id: tuple(names) for rule_id, names in sorted(games.items())}
