"""``hulldown report``: pages from journals, whole, left and broken."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image

from sim.cli.report import make_report
from sim.engine.chronicle import Stopped
from sim.engine.observed import Observed
from sim.engine.plan_layers import PlanLayers
from sim.reports.html_text import read_page
from sim.table.facts import Sight
from sim.table.pieces import Stand
from tests.cli.running import THREE_TURNS, ran, shell


class Camera:
    """A camera that somebody else holds."""

    def __init__(self) -> None:
        self.taken = 0

    def _png(self) -> bytes:
        self.taken += 1
        sink = io.BytesIO()
        Image.new("RGB", (30, 20), (200, 30, 30)).save(sink, "PNG")
        return sink.getvalue()

    def table(self, observed: Observed | None = None) -> bytes:
        return self._png()

    def plan(self, observed: Observed | None = None, *, layers: PlanLayers | None = None) -> bytes:
        return self._png()

    def eye(
        self, looker: Stand, target: Stand, sight: Sight, *, names: Sequence[str] = ()
    ) -> bytes:
        return self._png()

    def look_from(self, looker: Stand, observed: Observed | None = None) -> bytes:
        return self._png()


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A watched game of chance, played to its end."""
    folder = tmp_path_factory.mktemp("played")
    words = ("play", THREE_TURNS, "--watch", "--level", "random", "--seed", "5", "--no-pictures")
    done = shell(*words, "--out", str(folder))
    assert done.code == 0, done.err
    return folder / "three_turns-5.jsonl"


def left_after(journal: Path, folder: Path, lines: int) -> Path:
    """Write the beginning of a journal: a game that was left."""
    path = folder / "left.jsonl"
    path.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:lines]))
    return path


def test_a_page_with_its_pictures_is_written_where_it_was_told_to(
    journal, tmp_path, capsys, monkeypatch
):
    # Small pictures: what is on them is the renderer's business and tested there.
    monkeypatch.setattr("sim.cli.report.WIDE", 320)
    out = tmp_path / "new" / "battle.html"
    before = journal.read_bytes()
    done = ran(capsys, "report", str(journal), "--out", str(out))
    assert (done.code, done.lines[-1], done.err) == (0, f"report: {out}", "")
    page = out.read_text(encoding="utf-8")
    lines = read_page(page).lines
    turns = [line for line in lines if line.startswith("Turn ") and line[5:].isdigit()]
    assert turns == ["Turn 1", "Turn 2", "Turn 3"]
    assert page.count("<img ") == len(turns) + 2
    assert journal.read_bytes() == before
    replayed = ran(capsys, "replay", str(journal)).lines[-1].removeprefix("digest: ")
    assert replayed in lines


def test_without_a_name_it_stands_beside_the_journal(journal, tmp_path, capsys):
    copy = tmp_path / "mine.jsonl"
    copy.write_bytes(journal.read_bytes())
    done = ran(capsys, "report", str(copy), "--no-pictures")
    assert done.lines[-1] == f"report: {tmp_path / 'mine.html'}"
    assert {path.name for path in tmp_path.iterdir()} == {"mine.jsonl", "mine.html"}


@pytest.mark.parametrize(("ending", "begins"), [(".pdf", b"%PDF"), (".TXT", None)])
def test_the_ending_chooses_the_kind(journal, tmp_path, capsys, ending, begins):
    out = tmp_path / f"battle{ending}"
    done = ran(capsys, "report", str(journal), "--no-pictures", "--out", str(out))
    assert done.code == 0
    data = out.read_bytes()
    assert data.startswith(begins) if begins else "Luck against expectation" in data.decode()


@pytest.mark.parametrize("lines", [2, 30, 60])
def test_a_game_that_was_left_has_a_report_as_well(journal, tmp_path, capsys, lines):
    path = left_after(journal, tmp_path, lines)
    done = ran(capsys, "report", str(path), "--no-pictures", "--out", str(tmp_path / "l.txt"))
    assert done.code == 0
    text = (tmp_path / "l.txt").read_text(encoding="utf-8")
    assert text.startswith("Undecided")
    assert f"after {lines - 1} answers" in text.replace("\n", " ")
    assert "Opened seed" not in text


def test_a_torn_last_line_is_left_out(journal, tmp_path, capsys):
    path = left_after(journal, tmp_path, 40)
    path.write_bytes(path.read_bytes() + b'{"n":40,"as')
    done = ran(capsys, "report", str(path), "--no-pictures")
    assert done.code == 0


# --- what cannot be reported on ---------------------------------------------------------------


def broken(journal: Path, folder: Path, what: str) -> Path:
    """Write a file that is no good journal."""
    path = folder / "broken.jsonl"
    text = journal.read_text(encoding="utf-8")
    if what == "absent":
        return path
    if what == "folder":
        path.mkdir()
        return path
    texts = {
        "empty": "",
        "picture": "\x89PNG not a journal\n",
        "garbled": text.replace('{"n":7,', '{"n":7;', 1),
        "gap": "".join(line for line in text.splitlines(True) if '{"n":9,' not in line),
        "other scene": text.replace("three_turns.toml", "four_turns.toml", 1),
        "other end": text[: text.rindex('"digest":"')] + '"digest":"0123456789abcdef"}\n',
        "loaded die": _loaded(text),
    }
    path.write_text(texts[what], encoding="utf-8")
    return path


def _loaded(text: str) -> str:
    """Turn the first die of the first roll to another face."""
    head, ask, rest = text.partition('"ask":"roll:')
    begin, bracket, tail = rest.partition('"answer":[')
    return head + ask + begin + bracket + str(int(tail[0]) % 6 + 1) + tail[1:]


@pytest.mark.parametrize(
    "what",
    [
        *("absent", "folder", "empty", "picture", "garbled", "gap"),
        *("other scene", "other end", "loaded die"),
    ],
)
def test_a_file_that_is_no_good_is_refused_with_a_sentence_and_nothing_is_written(
    journal, tmp_path, capsys, what
):
    path = broken(journal, tmp_path, what)
    done = ran(capsys, "report", str(path), "--out", str(tmp_path / "out.html"))
    assert (done.code, done.out) == (2, "")
    assert done.err.strip()
    assert "Traceback" not in done.err
    assert not (tmp_path / "out.html").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--out", "battle.docx"), "battle.docx"),
        (("--side", "alies"), "allies"),
        (("--out", "."), "report is .html"),
    ],
)
def test_a_wrong_word_is_answered_with_what_would_be_right(journal, capsys, words, said):
    done = ran(capsys, "report", str(journal), "--no-pictures", *words)
    assert done.code == 2
    assert said in done.err


def test_a_place_where_nothing_can_be_written_is_named(journal, tmp_path, capsys):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    out = tmp_path / "file" / "battle.html"
    done = ran(capsys, "report", str(journal), "--no-pictures", "--out", str(out))
    assert done.code == 2
    assert str(out) in done.err


# --- as the window calls it -------------------------------------------------------------------


def test_a_camera_that_is_given_takes_the_pictures_and_progress_goes_up(journal, tmp_path):
    camera, seen = Camera(), list[int]()

    def progress(done: int, whole: int) -> bool:
        assert 0 <= done <= whole == 100
        seen.append(done)
        return True

    out = make_report(journal, tmp_path / "battle.html", camera, progress=progress)
    assert out == tmp_path / "battle.html"
    assert out.read_text(encoding="utf-8").count("<img ") == camera.taken == 5
    assert seen == sorted(seen)
    assert seen[-1] > 60


@pytest.mark.parametrize("at", [0, 15, 50])
def test_it_can_be_stopped_and_leaves_nothing_behind(journal, tmp_path, at):
    with pytest.raises(Stopped):
        make_report(journal, tmp_path / "battle.html", Camera(), progress=lambda done, _: done < at)
    assert list(tmp_path.iterdir()) == []
