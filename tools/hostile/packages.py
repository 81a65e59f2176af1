"""Hostile 3MF packages."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from tools.hostile.register import add, hostile

MODEL_HEAD = (
    '<?xml version="1.0"?><model unit="millimeter"'
    ' xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"'
    ' xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06"{more}><resources>'
)
MODEL_TAIL = "</resources><build>{items}</build></model>"
ITEM = '<item objectid="1"/>'
CORNERS = "".join(
    f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in ((0, 0, 0), (9, 0, 0), (0, 9, 0), (0, 0, 9))
)
SIDES = "".join(
    f'<triangle v1="{a}" v2="{b}" v3="{c}"/>'
    for a, b, c in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (3, 1, 2))
)
LINKS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Target="/3D/3dmodel.model" Id="r"'
    ' Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
)
MODEL_NAME = "3D/3dmodel.model"


def _solid(number: int = 1, corners: str = CORNERS, sides: str = SIDES) -> str:
    return (
        f'<object id="{number}" type="model"><mesh><vertices>{corners}</vertices>'
        f"<triangles>{sides}</triangles></mesh></object>"
    )


def _model(objects: str, items: str = ITEM, more: str = "") -> bytes:
    return (MODEL_HEAD.format(more=more) + objects + MODEL_TAIL.format(items=items)).encode()


def _package(model: bytes, others: dict[str, bytes] | None = None) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("_rels/.rels", LINKS)
        package.writestr(MODEL_NAME, model)
        for name, data in (others or {}).items():
            package.writestr(name, data)
    return out.getvalue()


def _repeated(head: bytes, block: bytes, times: int, tail: bytes) -> bytes:
    """Return a package whose model is a block many times over, packed without unpacking it here."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    first = packer.compress(head) + packer.flush(zlib.Z_FULL_FLUSH)
    inner = zlib.compressobj(9, zlib.DEFLATED, -15)
    middle = inner.compress(block) + inner.flush(zlib.Z_FULL_FLUSH)
    last = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = first + middle * times + last.compress(tail) + last.flush()
    size = len(head) + len(block) * times + len(tail)
    return _raw_zip(MODEL_NAME, packed, size, zlib.crc32(head))


def _raw_zip(name: str, packed: bytes, size: int, crc: int) -> bytes:
    """Return a zip of one entry with the sizes and checksum it is given, true or not."""
    title = name.encode()
    sizes = struct.pack("<III", crc, len(packed), size)
    local = struct.pack("<4sHHHHH", b"PK\3\4", 20, 0, 8, 0, 33) + sizes
    local += struct.pack("<HH", len(title), 0) + title
    central = struct.pack("<4sHHHHHH", b"PK\1\2", 20, 20, 0, 8, 0, 33) + sizes
    central += struct.pack("<HHHHHII", len(title), 0, 0, 0, 0, 0, 0) + title
    body = local + packed
    end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 1, 1, len(central), len(body), 0)
    return body + central + end


@hostile("zip_bomb.3mf", "bomb", "bomb_ratio")
def _zip_bomb() -> bytes:
    return _repeated(MODEL_HEAD.encode(), b" " * 2**20, 3000, MODEL_TAIL.encode())


@hostile("thirty_million_corners.3mf", "bomb", "bomb_ratio")
def _thirty_million() -> bytes:
    block = b'<vertex x="0" y="0" z="0"/>' * 10_000
    head = MODEL_HEAD.format(more="") + '<object id="1"><mesh><vertices>'
    return _repeated(head.encode(), block, 3000, b"</vertices></mesh></object>")


@hostile("many_corners.3mf", "too_many_corners")
def _many_corners() -> bytes:
    block = b"".join(
        f'<vertex x="{i * 7919 % 9973}" y="{i * 104729 % 9967}" z="0"/>'.encode()
        for i in range(10_000)
    )
    head = MODEL_HEAD.format(more="") + '<object id="1"><mesh><vertices>'
    return _repeated(head.encode(), block, 220, b"</vertices></mesh></object>")


@hostile("component_bomb.3mf", "too_many", "too_many_places")
def _component_bomb() -> bytes:
    levels = [_solid(1)]
    for level in range(2, 10):
        inner = f'<component objectid="{level - 1}"/>' * 10
        levels.append(f'<object id="{level}"><components>{inner}</components></object>')
    return _package(_model("".join(levels), '<item objectid="9"/>'))


@hostile("component_tower.3mf", "too_many_places")
def _component_tower() -> bytes:
    levels = [_solid(1)]
    for level in range(2, 5000):
        inner = f'<component objectid="{level - 1}"/>'
        levels.append(f'<object id="{level}"><components>{inner}</components></object>')
    return _package(_model("".join(levels), '<item objectid="4999"/>'))


@hostile("many_entries.3mf", "bomb_entries")
def _many_entries() -> bytes:
    return _package(_model(_solid()), {f"3D/{i}.txt": b"x" for i in range(80)})


@hostile("lying_size.3mf", "unreadable")
def _lying_size() -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(b" " * 50_000_000) + packer.flush()
    return _raw_zip(MODEL_NAME, packed, 10, 0)


ENTITIES = (
    '<?xml version="1.0"?><!DOCTYPE model [<!ENTITY a "aaaaaaaaaa">'
    + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]><model>&i;</model>"
)
OUTSIDE = (
    '<?xml version="1.0"?><!DOCTYPE model [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
    "<model>&a;</model>"
)
SELF = '<object id="1"><components><component objectid="1"/></components></object>'
PAIR = (
    '<object id="1"><components><component objectid="2"/></components></object>'
    '<object id="2"><components><component objectid="1"/></components></object>'
)
add("entity_bomb.3mf", lambda: _package(ENTITIES.encode()), "unreadable")
add("outside_entity.3mf", lambda: _package(OUTSIDE.encode()), "unreadable")
add("self_reference.3mf", lambda: _package(_model(SELF)), "unreadable")
add("pair_reference.3mf", lambda: _package(_model(PAIR)), "unreadable")
add("no_zip.3mf", b"PK\3\4 but not really", "unreadable")
add("no_model.3mf", lambda: _package(b"<other/>"), "unreadable")
add("nothing_built.3mf", lambda: _package(_model(_solid(), "")), "empty")
add("unknown_object.3mf", lambda: _package(_model(_solid(), '<item objectid="7"/>')), "unreadable")
add(
    "index_range.3mf",
    lambda: _package(_model(_solid(sides='<triangle v1="0" v2="1" v3="4000000000"/>'))),
    "index_range",
)
add(
    "index_endless.3mf",
    lambda: _package(_model(_solid(sides=f'<triangle v1="0" v2="1" v3="{"9" * 30}"/>'))),
    "unreadable",
)
add(
    "nan_corner.3mf",
    lambda: _package(_model(_solid(corners='<vertex x="nan" y="0" z="0"/>' + CORNERS))),
    "not_finite",
)
add(
    "nan_transform.3mf",
    lambda: _package(_model(_solid(), f'<item objectid="1" transform="{"nan " * 12}"/>')),
    "unreadable",
)
add(
    "far_transform.3mf",
    lambda: _package(
        _model(_solid(), '<item objectid="1" transform="1e300 0 0 0 1e300 0 0 0 1e300 0 0 0"/>')
    ),
    "not_finite",
)
add(
    "outside_part.3mf",
    lambda: _package(_model(_solid(), '<item objectid="1" p:path="/../../etc/passwd"/>')),
    "unreadable",
)
add(
    "unknown_extension.3mf",
    lambda: _package(_model(_solid(), more=' requiredextensions="b" xmlns:b="urn:beams"')),
    "extension",
)
