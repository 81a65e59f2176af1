"""Hostile files end in a message, in little time and memory, and leave nothing behind."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.errors import HulldownError
from sim.table.importing.orders import Order
from sim.table.importing.workshop import Workshop
from tools.hostile_files import HOSTILE, Hostile, make_all

SECONDS, GIB = 20.0, 1.5


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("hostile") / "files"
    make_all(place)
    return place


@pytest.fixture(scope="module")
def shop() -> Iterator[Workshop]:
    with Workshop() as opened:
        yield opened


def peak_gib(process_id: int) -> float:
    """The most memory a process has held, where the system tells it."""
    status = Path(f"/proc/{process_id}/status")
    if not process_id or not status.exists():
        return 0.0
    found = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")]
    return int(found[0].split()[1]) / 2**20


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda each: each.name)
def test_a_hostile_file_ends_in_a_message(
    hostile: Hostile, folder: Path, shop: Workshop, tmp_path: Path
) -> None:
    path = folder / hostile.name
    began = time.monotonic()
    with pytest.raises(HulldownError) as caught:
        shop.prepare(Order(str(path), path.name, str(tmp_path)))
    assert time.monotonic() - began < SECONDS
    assert caught.value.key.rpartition(".")[2] in hostile.keys
    assert hostile.name in str(caught.value)
    assert caught.value.exit_code == 2
    assert peak_gib(shop.process_id) < GIB
    assert not list(tmp_path.iterdir()), "nothing was written"


def test_no_two_hostile_files_have_one_name() -> None:
    assert len({each.name for each in HOSTILE}) == len(HOSTILE) > 80


def test_a_sound_file_is_read_after_a_hostile_one(
    folder: Path, shop: Workshop, tmp_path: Path
) -> None:
    with pytest.raises(HulldownError):
        shop.prepare(Order(str(folder / "zip_bomb.3mf"), "zip_bomb.3mf", str(tmp_path)))
    sound = tmp_path / "wedge.obj"
    sound.write_text("v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    made = shop.prepare(Order(str(sound), sound.name, str(tmp_path)))
    assert made.size_in == pytest.approx((2, 2, 2))


def test_a_material_file_elsewhere_is_never_opened(shop: Workshop, tmp_path: Path) -> None:
    wall = tmp_path / "wall.obj"
    wall.write_text("mtllib ../../secret.mtl\nv 0 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\n")
    assert shop.prepare(Order(str(wall), wall.name, str(tmp_path))).triangles == 1


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_that_leads_out_of_the_folder_is_refused(
    folder: Path, shop: Workshop, tmp_path: Path
) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "not_there.bin").symlink_to(folder.parent / "secret.bin")
    model = inside / "absent.gltf"
    model.write_bytes((folder / "absent.gltf").read_bytes())
    with pytest.raises(HulldownError) as caught:
        shop.prepare(Order(str(model), model.name, str(tmp_path)))
    assert caught.value.key == "geometry.mesh.external"


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a process are a matter of POSIX")
def test_a_file_that_needs_too_much_memory_is_stopped(shop: Workshop, tmp_path: Path) -> None:
    """An OBJ of two hundred megabytes of faces is within every count, but not within memory."""
    heavy = tmp_path / "heavy.obj"
    block = b"".join(b"v %d.5 %d.25 0.125\n" % (i, i * 7 % 991) for i in range(50_000))
    heavy.write_bytes(block * 220)
    before = shop.process_id
    with pytest.raises(HulldownError) as caught:
        shop.prepare(Order(str(heavy), heavy.name, str(tmp_path)))
    assert caught.value.key in ("importing.memory", "importing.too_long")
    assert shop.process_id != before


@pytest.mark.skipif(sys.platform == "win32", reason="signals are a matter of POSIX")
@pytest.mark.parametrize("gone", [False, True])
def test_a_child_that_is_killed_is_replaced(shop: Workshop, tmp_path: Path, gone: bool) -> None:
    sound = tmp_path / "wedge.obj"
    sound.write_text("v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    order = Order(str(sound), sound.name, str(tmp_path))
    shop.prepare(order)
    os.kill(shop.process_id, signal.SIGSEGV)
    if gone:  # the next order finds a closed pipe; else it may still be taken
        time.sleep(0.3)
    with pytest.raises(HulldownError) as caught:
        shop.prepare(order)
    assert caught.value.key == "importing.died"
    assert shop.prepare(order).triangles == 4
