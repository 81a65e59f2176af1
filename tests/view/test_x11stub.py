"""The stand-in for the X library."""

from __future__ import annotations

import ctypes
import platform
import struct
import sys
from pathlib import Path

import pytest

from sim.view.pipes import software_file
from sim.view.x11stub import imported_names, shared_object

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the X library is Linux's")


@linux
def test_the_renderer_names_what_it_needs():
    names = imported_names(software_file())
    assert {"XOpenDisplay", "XCreateWindow", "XFree"} <= set(names)
    assert all(name.startswith("X") for name in names)


def test_a_file_that_is_no_shared_object_needs_nothing(tmp_path: Path):
    plain = tmp_path / "plain"
    plain.write_bytes(b"no library at all")
    assert imported_names(plain) == ()


@linux
@pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64"), reason="other processor")
def test_every_function_of_the_stand_in_returns_nothing(tmp_path: Path):
    names = [f"Xthing{index}" for index in range(40)]
    path = tmp_path / "stand_in.so"
    path.write_bytes(shared_object(names, "libOfThisTest.so.1"))
    library = ctypes.CDLL(str(path))
    assert [getattr(library, name)() for name in names] == [0] * 40
    assert not hasattr(library, "Xother")


@pytest.mark.parametrize(("machine", "number"), [("x86_64", 62), ("aarch64", 183)])
def test_the_stand_in_is_made_for_the_processor(machine: str, number: int):
    data = shared_object(["XOpenDisplay"], machine=machine)
    assert data[:4] == b"\x7fELF"
    assert struct.unpack_from("<H", data, 18) == (number,)
