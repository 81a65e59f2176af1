"""3MF: units, transforms of items and components, the production extension."""

from __future__ import annotations

import numpy as np
import pytest

from sim.errors import HulldownError
from sim.geometry.meshes import box_mesh
from sim.geometry.meshes.files import raw_from_bytes
from sim.geometry.meshes.raw import RawMesh
from tests.shared_files import shared_path
from tests.table.model_files import package, solid

BOX = box_mesh((0, 0, 0), (1, 2, 3))


def box(number: int = 1, **named: str) -> str:
    return solid(number, BOX.vertices, BOX.faces, **named)


def read(data: bytes) -> RawMesh:
    return raw_from_bytes(data, ".3mf", "model.3mf")


def bounds(raw: RawMesh) -> list[list[float]]:
    return [raw.vertices.min(axis=0).tolist(), raw.vertices.max(axis=0).tolist()]


def volume(raw: RawMesh) -> float:
    a, b, c = (raw.vertices[raw.faces[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize(
    ("unit", "ours", "size"),
    [
        ("micron", "mm", 0.003),
        ("millimeter", "mm", 3),
        ("centimeter", "cm", 3),
        ("inch", "in", 3),
        ("foot", "ft", 3),
        ("meter", "m", 3),
    ],
)
def test_the_unit_is_the_files(unit: str, ours: str, size: float) -> None:
    raw = read(package(box(), '<item objectid="1"/>', unit))
    assert raw.unit == ours
    assert np.ptp(raw.vertices, axis=0)[2] == pytest.approx(size)


def test_an_unknown_unit_is_refused() -> None:
    with pytest.raises(HulldownError, match="furlong"):
        read(package(box(), '<item objectid="1"/>', "furlong"))


def test_an_item_is_turned_and_moved_by_its_transform() -> None:
    # A quarter turn about z, then 10 along x: rows are what x, y and z become.
    raw = read(package(box(), '<item objectid="1" transform="0 1 0 -1 0 0 0 0 1 10 0 0"/>'))
    assert bounds(raw) == [[8, 0, 0], [10, 1, 3]]
    assert volume(raw) == pytest.approx(6)


def test_a_component_is_placed_within_its_object_and_then_with_it() -> None:
    pair = (
        '<object id="2"><components><component objectid="1"/>'
        '<component objectid="1" transform="1 0 0 0 1 0 0 0 1 5 0 0"/></components></object>'
    )
    doubled = '<item objectid="2" transform="2 0 0 0 2 0 0 0 2 0 0 1"/>'
    raw = read(package(box() + pair, doubled))
    assert len(raw.faces) == 24
    assert bounds(raw) == [[0, 0, 1], [12, 4, 7]]


def test_a_mirrored_item_keeps_its_faces_outward() -> None:
    raw = read(package(box(), '<item objectid="1" transform="-1 0 0 0 1 0 0 0 1 0 0 0"/>'))
    assert volume(raw) == pytest.approx(6)


def test_the_production_extension_leads_to_other_parts() -> None:
    item = '<item objectid="7" p:path="/3D/Objects/house.model"/>'
    raw = read(package("", item, parts={"3D/Objects/house.model": box(7, name="house")}))
    assert [part.name for part in raw.parts] == ["house"]
    assert len(raw.faces) == 12


def test_supports_are_no_part_of_the_model() -> None:
    both = box(1) + box(2, type="support")
    assert len(read(package(both, '<item objectid="1"/><item objectid="2"/>')).faces) == 12


def test_the_same_solid_in_two_items_is_there_twice() -> None:
    items = '<item objectid="1"/><item objectid="1" transform="1 0 0 0 1 0 0 0 1 9 0 0"/>'
    raw = read(package(box(name="pillar"), items))
    assert [(part.name, part.count) for part in raw.parts] == [("pillar", 12), ("pillar", 12)]


def test_components_in_two_parts_are_both_there() -> None:
    """Two tetrahedra, 10 wide and 5 wide at x 20: no more, no less (trimesh reads four)."""
    path = shared_path("meshes/assimp/production_components.3mf")
    raw = raw_from_bytes(path.read_bytes(), ".3mf", path.name)
    assert len(raw.faces) == 8
    assert bounds(raw) == [[0, 0, 0], [25, 10, 10]]
