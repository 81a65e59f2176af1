"""Hostile STL, OBJ, PLY and other files."""

from __future__ import annotations

import struct

from tools.hostile.register import POINTS, add


def _stl(count: int, body: bytes, head: bytes = b"") -> bytes:
    return head.ljust(80, b"\0") + struct.pack("<I", count) + body


def _facet(*corners: float) -> bytes:
    return struct.pack("<12fH", 0, 0, 1, *corners, 0)


FLAT = _facet(0, 0, 0, 9, 0, 0, 0, 9, 0)
add("endless_count.stl", _stl(0xFFFFFFFF, FLAT), "unreadable")
add("cut_short.stl", _stl(10, FLAT * 3), "unreadable")
add("count_zero.stl", _stl(0, b""), "empty")
add("nothing.stl", b"", "empty")
add("nan.stl", _stl(1, _facet(0, 0, 0, float("nan"), 0, 0, 0, 9, 0)), "not_finite")
add("infinite.stl", _stl(1, _facet(0, 0, 0, float("inf"), 0, 0, 0, 9, 0)), "not_finite")
add("no_area.stl", _stl(1, _facet(0, 0, 0, 9, 0, 0, 18, 0, 0)), "empty")
add("farthest.stl", _stl(1, _facet(0, 0, 0, 3e38, 0, 0, 0, 3e38, 0)), "not_finite")
add("no_facets.stl", b"solid x\nendsolid x\n", "empty")
add("half_facet.stl", b"solid x\nvertex 0 0 0\nvertex 1 0 0\nendsolid x\n", "unreadable")
add("word_for_number.stl", b"solid x\nvertex 0 0 a\nvertex 1 0 0\nvertex 1 1 0\n", "unreadable")
add("prose.stl", b"Dear reader, this is no model at all." * 9, "unreadable")
add("solid_but_cut.stl", _stl(9, FLAT, b"solid looks like text"), "unreadable", "empty")

OBJ = b"v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\n"
add("index_zero.obj", OBJ + b"f 0 1 2\n", "index_range")
add("index_back.obj", OBJ + b"f -9 -2 -1\n", "index_range")
add("index_range.obj", OBJ + b"f 1 2 99\n", "index_range")
add("index_endless.obj", OBJ + b"f 1 2 " + b"9" * 5000 + b"\n", "unreadable")
add("endless_number.obj", b"v 1e999 0 0\nv 9 0 0\nv 0 9 0\nf 1 2 3\n", "not_finite")
add("points_only.obj", OBJ, "empty")
add("long_line.obj", lambda: OBJ + b"f " + b"1 " * 25_000_000, "unreadable")
add(
    "many_corners.obj",
    lambda: (
        b"".join(b"v %d %d 0\n" % (i, i * i % 977) for i in range(100_000))
        + b"f "
        + b" ".join(b"%d" % i for i in range(1, 100_001))
    ),
    "unreadable",
)
add("utf16_prose.obj", "No model either, only letters.".encode("utf-16"), "empty")

PLY = b"ply\nformat %s 1.0\nelement vertex %d\nproperty float x\nproperty float y\n"
PLY += b"property float z\nelement face %d\nproperty list %s int vertex_indices\nend_header\n"
BINARY = b"binary_little_endian"
add("huge_counts.ply", PLY % (BINARY, 4_000_000_000, 4_000_000_000, b"uchar"), "unreadable")
add("huge_list.ply", PLY % (BINARY, 4, 1, b"uint") + POINTS + b"\xff" * 16, "unreadable")
add("cut_short.ply", PLY % (BINARY, 4, 1, b"uchar") + POINTS[:20], "unreadable")
add(
    "wild_index.ply",
    PLY % (b"ascii", 3, 1, b"uchar") + b"0 0 0\n1 0 0\n0 1 0\n3 0 1 77\n",
    "index_range",
)
add(
    "negative_index.ply",
    PLY % (b"ascii", 3, 1, b"uchar") + b"0 0 0\n1 0 0\n0 1 0\n3 0 1 -7\n",
    "index_range",
)
add("no_header.ply", b"nothing of the kind", "unreadable")
add("huge_counts.off", b"OFF\n4000000000 4000000000 0\n", "kind")
add("engineering.step", b"ISO-10303-21;", "kind")
