"""Certificates: what is in them, how large they are, and that a browser shows them offline."""

from __future__ import annotations

import contextlib
import io
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sim.cli.certify import MOST_BYTES
from sim.cli.judged_units import judge_named
from sim.cli.main import main
from sim.reports.html_text import read_page
from sim.reports.pdf_data import attached_file
from tests.cli import certificates
from tests.cli.certificates import judged_in_yard, page_after_scripts, small_pictures, written
from tests.cli.running import YARD, ran

#: Ten puzzles of the training yard, seen and blocked, with and without cover.
PUZZLES = (
    *(("A", "B"), ("C", "D"), ("E", "F"), ("J", "K"), ("N", "O")),
    *(("T", "U"), ("AB", "AC"), ("AI", "AJ"), ("AO", "AP"), ("AV", "AW")),
)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    small_pictures(monkeypatch)


@dataclass(frozen=True)
class Shot:
    """A certificate as the command wrote it, and what it printed beside."""

    page: Path
    text: str
    printed: dict[str, Any]


@pytest.fixture(scope="module")
def shot(tmp_path_factory: pytest.TempPathFactory) -> Shot:
    page = tmp_path_factory.mktemp("shot") / "shot.html"
    told = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(told):
        small_pictures(patch)
        assert main(["los", YARD, "AI", "AJ", "--json", "--certificate", str(page)]) == 0
    return Shot(page, page.read_text("utf-8"), json.loads(told.getvalue()))


def data_in(page: Path) -> dict[str, object]:
    return json.loads(read_page(page.read_text("utf-8")).data["certificate"][0])


def test_a_page_holds_the_very_document_that_los_prints(shot: Shot):
    inside = data_in(shot.page)
    assert {key: inside[key] for key in shot.printed} == shot.printed
    assert set(inside) - set(shot.printed) == {"certificate"}


def test_a_page_answers_first_then_shows_then_gives_reasons_then_the_fine_print(shot: Shot):
    lines = read_page(shot.text).lines
    order = [
        next(i for i, line in enumerate(lines) if line.startswith(begin))
        for begin in ("AI sees 13", "Seen", "The sight lines", "Why", "How sure it is", "What it")
    ]
    assert order == sorted(order)
    assert "Hard cover" in lines
    assert "dw.obscured.from_leader" in lines


def test_a_page_loads_nothing_and_says_so_to_the_browser(shot: Shot):
    shown = re.sub(r"<script.*?</script>", "", shot.text, flags=re.DOTALL)
    assert "default-src 'none'" in shown
    assert re.findall(r"(?:src|href)=\"(?!data:)", shown) == []
    assert "url(" not in shown
    assert re.findall(r"https?://", shown) == []
    assert "MIT License" in shot.text, "the licence of the viewer travels with it"


@pytest.mark.usefixtures("small")
def test_a_pdf_carries_the_same_data_as_the_page_and_the_plain_document(tmp_path: Path):
    scene = certificates.walled_scene(tmp_path)
    judged = judge_named(certificates.open_table(str(scene)), "B", "A")
    page = data_in(written(judged, tmp_path / "shot.html"))
    plain = json.loads(written(judged, tmp_path / "shot.json").read_bytes())
    pdf = written(judged, tmp_path / "shot.pdf").read_bytes()
    found = attached_file(pdf, 1_000_000)
    assert found is not None
    assert page == plain == json.loads(found)


@pytest.mark.usefixtures("small")
def test_names_from_a_scene_are_shown_as_they_are_written(tmp_path: Path):
    scene = certificates.walled_scene(tmp_path)
    judged = judge_named(certificates.open_table(str(scene)), "A", "B")
    page = written(judged, tmp_path / "shot.html").read_text("utf-8")
    assert "The <wall> & more" not in page
    data = json.loads(read_page(page).data["scene-data"][0])
    assert any("The <wall> & more" in label["text"] for label in data["labels"])


def test_another_ending_is_refused_with_those_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    told = ran(capsys, "los", YARD, "AI", "AJ", "--certificate", str(tmp_path / "shot.docx"))
    assert told.code == 2
    assert ".html" in told.err
    assert list(tmp_path.iterdir()) == []


def test_a_browser_without_network_draws_the_scene_and_holds_what_json_prints(
    shot: Shot, tmp_path: Path
):
    printed = shot.printed
    dom = page_after_scripts(shot.page, tmp_path / "home")
    for value in (printed["share"], printed["margin"]["target_in"], printed["scene"]["digest"]):
        assert json.dumps(value).strip('"') in dom
    assert f'"verdict":"{printed["verdict"]}"' in dom
    drawn = re.search(r'data-drawn="(\d+)"', dom)
    assert drawn, "the canvas was not drawn"
    assert int(drawn[1]) > 50_000
    assert 'class="scene live"' in dom


@pytest.mark.slow
def test_certificates_of_ten_puzzles_are_small_and_verify_as_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    for shooter, target in PUZZLES:
        for kind in ("html", "pdf", "json"):
            path = tmp_path / f"{shooter}_{target}.{kind}"
            told = ran(capsys, "los", YARD, shooter, target, "--certificate", str(path))
            assert told.lines[-1] == f"certificate: {path}"
            assert path.stat().st_size <= MOST_BYTES
            again = ran(capsys, "verify", str(path))
            assert (again.code, again.lines) == (0, ["same"])


@pytest.mark.slow
def test_browsers_draw_the_pages_of_ten_puzzles(tmp_path: Path):
    certificates.browser()
    for shooter, target in PUZZLES:
        judged = judged_in_yard(shooter, target, prove=True)
        page = written(judged, tmp_path / f"{shooter}_{target}.html")
        assert page.stat().st_size <= MOST_BYTES
        dom = page_after_scripts(page, tmp_path / "home")
        assert json.dumps(judged.report.sight.share) in dom
        assert json.dumps(judged.report.margin.target_in) in dom
        assert judged.opened.scene.digest() in dom
        drawn = re.search(r'data-drawn="(\d+)"', dom)
        assert drawn
        assert int(drawn[1]) > 50_000
