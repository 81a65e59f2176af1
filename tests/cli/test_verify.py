"""Certificates worked out again: same, different, or no certificate at all."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim.cli.certificate_data import seal_of
from sim.cli.common import open_table
from sim.cli.judged_units import judge_named
from tests.cli.certificates import small_pictures, walled_scene, written
from tests.cli.running import ran

Capture = pytest.CaptureFixture[str]


def verified(capsys: Capture, path: Path, *more: str) -> tuple[int, list[str]]:
    told = ran(capsys, "verify", str(path), *more)
    return told.code, [*told.lines, *told.err.splitlines()]


def walled(folder: Path, kind: str = "json", **asked: Any) -> Path:
    """Write the certificate of a scene with a mesh file beside both."""
    opened = open_table(str(walled_scene(folder)))
    return written(judge_named(opened, "A", "B", **asked), folder / f"shot.{kind}")


def changed(path: Path, change: Callable[[dict[str, Any]], None], *, sealed: bool = False) -> Path:
    """Change the data of a plain certificate, and seal it anew when the forger is a clever one."""
    data = json.loads(path.read_bytes())
    change(data)
    if sealed:
        data["certificate"]["seal"] = seal_of(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def fields(lines: list[str]) -> set[str]:
    return {line.partition(": ")[0] for line in lines[:-1]}


@pytest.mark.parametrize("kind", ["html", "pdf", "json"])
def test_what_was_just_written_is_the_same(
    kind: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
):
    small_pictures(monkeypatch)
    path = walled(tmp_path, kind, prove=True)
    assert verified(capsys, path) == (0, ["same"])


def test_a_moved_file_finds_its_meshes_beside_the_scene_it_is_given(
    tmp_path: Path, capsys: Capture
):
    path = walled(tmp_path / "home")
    away = path.rename(tmp_path / "shot.json")
    code, lines = verified(capsys, away)
    assert code == 2
    assert any("wall.stl" in line for line in lines)
    assert verified(capsys, away, "--scene", str(tmp_path / "home" / "walled.toml")) == (
        0,
        ["same"],
    )


def test_a_coordinate_changed_in_the_certificate_is_found(tmp_path: Path, capsys: Capture):
    def shift(data: dict[str, Any]) -> None:
        text = data["certificate"]["scene"]
        assert "20.0" in text
        data["certificate"]["scene"] = text.replace("20.0", "20.001")

    code, lines = verified(capsys, changed(walled(tmp_path), shift))
    assert code == 1
    assert lines[-1].startswith("different: ")
    assert {"seal", "certificate.scene_digest", "scene_digest"} <= fields(lines)


def test_a_coordinate_changed_in_the_scene_is_found(tmp_path: Path, capsys: Capture):
    path = walled(tmp_path)
    scene = tmp_path / "walled.toml"
    scene.write_text(scene.read_text().replace("[20.0, 6.0]", "[20.0, 6.5]"))
    code, lines = verified(capsys, path, "--scene", str(scene))
    assert code == 1
    assert {"share", "witness", "certificate.scene_digest"} <= fields(lines)
    assert verified(capsys, path) == (0, ["same"]), "the scene in the certificate is as it was"


def test_a_changed_byte_of_a_mesh_is_found_even_where_no_corner_moves(
    tmp_path: Path, capsys: Capture
):
    path = walled(tmp_path)
    mesh = tmp_path / "wall.stl"
    data = bytearray(mesh.read_bytes())
    data[10] ^= 1
    mesh.write_bytes(data)
    code, lines = verified(capsys, path)
    assert code == 1
    assert "certificate.files.wall.stl" in fields(lines)
    assert "share" not in fields(lines)


def test_a_changed_option_is_found(tmp_path: Path, capsys: Capture):
    def other(data: dict[str, Any]) -> None:
        assert data["certificate"]["asked"]["options"]["target"] == "part"
        data["certificate"]["asked"]["options"]["target"] = "body"

    code, lines = verified(capsys, changed(walled(tmp_path, options={"target": "part"}), other))
    assert code == 1
    assert {"seal", "options.target"} <= fields(lines)


def test_a_clever_forger_is_found_by_what_comes_out(tmp_path: Path, capsys: Capture):
    def forge(data: dict[str, Any]) -> None:
        data["share"] = 0.9
        data["margin"]["target_in"] = 0.7

    code, lines = verified(capsys, changed(walled(tmp_path), forge, sealed=True))
    assert (code, lines[-1]) == (1, "different: 2 fields")
    assert fields(lines) == {"share", "margin.target_in"}


def test_a_page_that_shows_another_answer_than_its_data_is_found(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
):
    small_pictures(monkeypatch)
    page = walled(tmp_path, "html")
    text = page.read_text("utf-8")
    answer = re.findall(r"<h1>(.*?)</h1>", text)[0]
    assert answer.startswith("A sees ")
    page.write_text(text.replace(answer, "A cannot see B."), encoding="utf-8")
    code, lines = verified(capsys, page)
    assert (code, lines[-1]) == (1, "different: 1 field")
    assert "A cannot see B." in lines[0]
    assert answer in lines[0]


def test_another_version_is_told_and_counts_for_nothing(tmp_path: Path, capsys: Capture):
    def older(data: dict[str, Any]) -> None:
        data["certificate"]["versions"]["numpy"] = "1.0"

    code, lines = verified(capsys, changed(walled(tmp_path), older, sealed=True))
    assert code == 0
    assert lines[-1] == "same"
    assert any("numpy" in line and "1.0" in line for line in lines)


def test_the_other_ray_engine_finds_the_same_and_is_told(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
):
    path = walled(tmp_path)
    monkeypatch.setattr("sim.geometry.rays._fast", None)
    told = ran(capsys, "verify", str(path))
    code, lines = told.code, told.lines
    assert (code, lines[-1]) == (0, "same")
    assert any(line.startswith("note: engine") and "numpy" in line for line in lines)


def test_a_second_opinion_may_differ_within_both_bounds_only(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
):
    path = walled(tmp_path, second_opinion=True)

    def by(amount: float) -> Callable[[dict[str, Any]], None]:
        def change(data: dict[str, Any]) -> None:
            data["second_opinion"]["share"] += amount * data["second_opinion"]["bound"]

        return change

    assert verified(capsys, changed(path, by(1.5), sealed=True)) == (0, ["same"])
    code, lines = verified(capsys, changed(path, by(2.0), sealed=True))
    assert (code, lines[-1]) == (1, "different: 1 field")


# --- no certificates ------------------------------------------------------------------------------


def test_files_that_are_no_certificates_are_refused_in_one_line(tmp_path: Path, capsys: Capture):
    good = walled(tmp_path).read_text()
    strangers = {
        "missing.json": None,
        "empty.html": b"",
        "noise.html": bytes(range(256)) * 40,
        "page.html": b"<html><p>hello</p></html>",
        "open.html": b'<script type="application/json" id="certificate">',
        "twice.html": b'<script type="application/json" id="certificate">{}</script>' * 2,
        "list.json": b"[]",
        "half.json": good[: len(good) // 2].encode(),
        "deep.json": b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        "quite_deep.json": good.replace(
            '"share":', f'"pit":{"[" * 500}{"]" * 500},"share":'
        ).encode(),
        "other.json": b'{"format":"hulldown-scene/1"}',
        "wrong.json": good.replace('"asked":{', '"asked":{"rules":7,"').encode(),
        "format.json": good.replace("hulldown-certificate/1", "hulldown-certificate/9").encode(),
        "bare.pdf": b"%PDF-1.4\n%%EOF",
        "bomb.pdf": bomb(),
        "torn.pdf": b"%PDF-1.4\n<< /Type /EmbeddedFile /Filter /FlateDecode >>\nstream\n\x00\x01",
    }
    for name, data in strangers.items():
        path = tmp_path / name
        if data is not None:
            path.write_bytes(data)
        code, lines = verified(capsys, path)
        assert code == 2, name
        assert lines, name
        assert all("Traceback" not in line for line in lines), name
        assert len(lines) == 1, (name, lines)


def bomb() -> bytes:
    packed = zlib.compress(bytes(50_000_000), 9)
    keys = b"<< /Type /EmbeddedFile /Filter /FlateDecode >>"
    return b"%PDF-1.4\n1 0 obj\n" + keys + b"\nstream\n" + packed + b"\nendstream\n%%EOF"


def test_a_file_too_large_is_not_even_read(tmp_path: Path, capsys: Capture):
    path = tmp_path / "huge.json"
    with path.open("wb") as out:
        out.truncate(10_000_001)
    code, lines = verified(capsys, path)
    assert code == 2
    assert "10000001" in lines[0]


def test_a_certificate_of_nobody_names_who_is_there(tmp_path: Path, capsys: Capture):
    def nobody(data: dict[str, Any]) -> None:
        data["from"] = "Zeppelin"

    code, lines = verified(capsys, changed(walled(tmp_path), nobody, sealed=True))
    assert code == 2
    assert "Zeppelin" in lines[0]


def test_a_scene_made_invalid_is_told_with_all_its_problems(tmp_path: Path, capsys: Capture):
    def spoil(data: dict[str, Any]) -> None:
        text = data["certificate"]["scene"]
        data["certificate"]["scene"] = text.replace("width = 24.0", 'width = "wide"')

    code, lines = verified(capsys, changed(walled(tmp_path), spoil, sealed=True))
    assert code == 2
    assert any("width" in line for line in lines)
