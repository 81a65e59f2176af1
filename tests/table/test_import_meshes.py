"""Every real mesh becomes a piece, or is refused with the right words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.errors import HulldownError
from sim.geometry.meshes.files import load_mesh, plain_files_of, raw_from_bytes
from sim.geometry.meshes.health import cleaned
from sim.table.importing.orders import Order, Prepared
from sim.table.importing.prepare import MODEL
from sim.table.importing.workshop import Workshop
from tests.shared_files import ROOT, shared_path

CASES = tomllib.loads((ROOT / "tests" / "cases" / "import.toml").read_text("utf-8"))["mesh"]


def name_of(case: dict[str, Any]) -> str:
    return case["file"]


def readable(key: str) -> list[dict[str, Any]]:
    return [case for case in CASES if key in case]


@pytest.fixture(scope="module")
def shop() -> Iterator[Workshop]:
    with Workshop() as opened:
        yield opened


def prepared(shop: Workshop, path: Path, scratch: Path, **flags: Any) -> Prepared:
    return shop.prepare(Order(str(path), path.name, str(scratch), **flags))


def test_the_table_holds_every_shared_mesh() -> None:
    root = shared_path("meshes")
    endings = (".stl", ".obj", ".glb", ".gltf", ".ply", ".3mf")
    there = [p.relative_to(root).as_posix() for p in root.rglob("*") if p.suffix.lower() in endings]
    assert sorted(there) == sorted(case["file"] for case in CASES)
    assert len(there) >= 60


@pytest.mark.parametrize("case", readable("triangles"), ids=name_of)
def test_a_mesh_is_read_as_the_catalogue_says(case: dict[str, Any]) -> None:
    path = shared_path(f"meshes/{case['file']}")
    raw = raw_from_bytes(
        path.read_bytes(), path.suffix.lower(), path.name, plain_files_of(path.parent)
    )
    assert len(raw.faces) == case["triangles"]
    extents = np.ptp(raw.vertices[np.unique(raw.faces)], axis=0)
    assert extents == pytest.approx(case["extents"], abs=6e-4)
    found = cleaned(raw)
    health = found.health
    assert (health.open_edges, health.crowded_edges) == (case["open"], case["crowded"])
    assert health.bodies == case["bodies"]
    assert found.dropped.total == case["dropped"]


@pytest.mark.parametrize("case", readable("refused"), ids=name_of)
def test_a_mesh_that_cannot_be_used_is_refused_by_name(
    case: dict[str, Any], shop: Workshop, tmp_path: Path
) -> None:
    path = shared_path(f"meshes/{case['file']}")
    with pytest.raises(HulldownError) as caught:
        prepared(shop, path, tmp_path)
    assert caught.value.key == case["refused"]
    assert path.name in str(caught.value)
    assert not list(tmp_path.iterdir()), "nothing is written of a refused file"


@pytest.mark.parametrize("case", readable("asks"), ids=name_of)
def test_an_unclear_unit_is_asked_for(case: dict[str, Any], shop: Workshop, tmp_path: Path) -> None:
    path = shared_path(f"meshes/{case['file']}")
    with pytest.raises(HulldownError) as caught:
        prepared(shop, path, tmp_path)
    assert caught.value.key == case["asks"]
    assert "--unit" in str(caught.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("case", readable("size_in"), ids=name_of)
def test_a_mesh_stands_on_the_table_at_its_size(
    case: dict[str, Any], shop: Workshop, tmp_path: Path
) -> None:
    path = shared_path(f"meshes/{case['file']}")
    made = prepared(shop, path, tmp_path, **case.get("flags", {}))
    assert made.size_in == pytest.approx(case["size_in"], abs=1e-3)
    if "flags" not in case:
        assert (made.unit, made.up) == (case["unit"], case["up"])
    if "flags" not in case or "asks" in case:
        assert [line.key.rpartition(".")[2] for line in made.findings] == case["notes"]
    model = load_mesh(tmp_path / MODEL, unit="m", up="y")
    assert model.triangles == made.triangles == case["triangles"] - case["dropped"]
    low, high = model.bounds
    assert low[2] == pytest.approx(0, abs=1e-5), "it stands on the ground"
    assert (low + high)[:2] == pytest.approx([0, 0], abs=1e-4), "about its own centre"
    assert high - low == pytest.approx(case["size_in"], abs=1e-3)


def test_the_truck_keeps_all_placements_of_its_parts(shop: Workshop, tmp_path: Path) -> None:
    """I01: without its node transforms the truck would be 3.012 tall."""
    path = shared_path("meshes/trimesh/CesiumMilkTruck.glb")
    made = prepared(shop, path, tmp_path, unit="1", up="y")
    assert made.size_in == pytest.approx((4.869, 2.792, 2.583), abs=1e-3)
    model = load_mesh(tmp_path / MODEL, unit="m", up="y")
    (wheels,) = [part for part in model.parts if part.name == "Wheels"]
    across = model.vertices[model.faces[wheels.first : wheels.first + wheels.count]][..., 0]
    assert np.ptp(across) > 3.0, "one pair of wheels, placed at the front and at the back"
    assert not ((across > -0.5) & (across < 0.5)).any(), "and nowhere between"


def test_both_spiders_are_the_same_walker_whatever_the_encoding(
    shop: Workshop, tmp_path: Path
) -> None:
    text = prepared(shop, shared_path("meshes/assimp/Spider_ascii.stl"), tmp_path)
    first = load_mesh(tmp_path / MODEL, unit="m", up="y")
    binary = prepared(shop, shared_path("meshes/assimp/Spider_binary.stl"), tmp_path)
    second = load_mesh(tmp_path / MODEL, unit="m", up="y")
    assert text.outline == binary.outline
    assert first.vertices[first.faces] == pytest.approx(second.vertices[second.faces], abs=1e-4)
