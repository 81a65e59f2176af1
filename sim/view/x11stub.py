"""A stand-in for the X library, so that the software renderer loads where there is none.

Panda3D's software renderer is linked against ``libX11.so.6`` although it draws into memory. On a
bare machine the loader refuses it for that reason alone. Here a shared object is written that
defines every ``X…`` function the renderer imports, each returning 0; opening a display then
fails, and the renderer falls back to its offscreen pipe. Never used in a process that opens a
window, and only where the real library does not load.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import tempfile
from collections.abc import Sequence
from pathlib import Path

__all__ = ["ensure_library", "ensure_x11", "imported_names", "shared_object"]

SONAME = "libX11.so.6"

#: ELF machine number and the code of ``return 0`` for each processor.
_MACHINES = {
    "x86_64": (62, b"\x31\xc0\xc3"),
    "aarch64": (183, b"\x00\x00\x80\xd2\xc0\x03\x5f\xd6"),
}
_HEADER, _PROGRAM, _SYMBOL, _PAGE = 64, 56, 24, 4096
_SHT_DYNSYM = 11


def imported_names(library: Path, prefix: str = "X") -> tuple[str, ...]:
    """Return the undefined dynamic symbols of a 64-bit shared object that begin with `prefix`.

    Parameters
    ----------
    library : Path
        An ELF64 little-endian file with section headers.
    prefix : str
    """
    data = library.read_bytes()
    if data[:6] != b"\x7fELF\x02\x01":
        return ()
    (sections,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    names: list[str] = []
    for index in range(count):
        at = sections + index * size
        kind = struct.unpack_from("<I", data, at + 4)[0]
        if kind != _SHT_DYNSYM:
            continue
        offset, length, link = struct.unpack_from("<QQI", data, at + 24)
        (strings,) = struct.unpack_from("<Q", data, sections + link * size + 24)
        for place in range(offset, offset + length, _SYMBOL):
            name, _info, _other, section = struct.unpack_from("<IBBH", data, place)
            if section == 0 and name:
                end = data.index(b"\0", strings + name)
                names.append(data[strings + name : end].decode("ascii"))
    return tuple(name for name in names if name.startswith(prefix))


def _hash(name: str) -> int:
    """Return the System V hash of a symbol name."""
    value = 0
    for byte in name.encode():
        value = (value << 4) + byte
        high = value & 0xF0000000
        if high:
            value ^= high >> 24
        value &= ~high & 0xFFFFFFFF
    return value


def _align(value: int, to: int = 16) -> int:
    return (value + to - 1) // to * to


def _hash_table(names: Sequence[str]) -> bytes:
    buckets = [0] * max(1, len(names))
    chain = [0] * (len(names) + 1)
    for index, name in enumerate(names, 1):
        slot = _hash(name) % len(buckets)
        chain[index] = buckets[slot]
        buckets[slot] = index
    head = struct.pack("<II", len(buckets), len(chain))
    return (
        head + struct.pack(f"<{len(buckets)}I", *buckets) + struct.pack(f"<{len(chain)}I", *chain)
    )


def shared_object(names: Sequence[str], soname: str = SONAME, machine: str | None = None) -> bytes:
    """Return an ELF64 shared object that defines `names`, each returning 0.

    Parameters
    ----------
    names : sequence of str
        Function symbols, all pointing at the same three instructions.
    soname : str
    machine : str, optional
        ``x86_64`` or ``aarch64``; this machine's by default.

    Raises
    ------
    KeyError
        For another machine.
    """
    number, code = _MACHINES[machine or platform.machine()]
    strings = b"\0" + soname.encode() + b"\0"
    offsets: list[int] = []
    for name in names:
        offsets.append(len(strings))
        strings += name.encode() + b"\0"
    table = _hash_table(names)
    at_code = _align(_HEADER + 3 * _PROGRAM)
    at_symbols = _align(at_code + len(code))
    at_strings = at_symbols + _SYMBOL * (len(names) + 1)
    at_hash = _align(at_strings + len(strings))
    end_of_text = at_hash + len(table)
    # The loader relocates addresses inside the dynamic section: it needs a writable page.
    at_dynamic = _align(end_of_text, _PAGE)
    symbols = bytes(_SYMBOL) + b"".join(
        struct.pack("<IBBHQQ", offset, 0x12, 0, 1, at_code, len(code)) for offset in offsets
    )
    entries = [
        (14, 1),
        (4, at_hash),
        (5, at_strings),
        (6, at_symbols),
        (10, len(strings)),
        (11, _SYMBOL),
        (0, 0),
    ]
    dynamic = b"".join(struct.pack("<QQ", tag, value) for tag, value in entries)
    head = b"\x7fELF\x02\x01\x01" + bytes(9)
    head += struct.pack("<HHIQQQIHHHHHH", 3, number, 1, 0, _HEADER, 0, 0, 64, 56, 3, 64, 0, 0)
    head += _program(1, 5, 0, end_of_text, _PAGE)
    head += _program(1, 6, at_dynamic, len(dynamic), _PAGE)
    head += _program(2, 6, at_dynamic, len(dynamic), 8)
    out = bytearray(at_dynamic + len(dynamic))
    blocks = [
        (0, head),
        (at_code, code),
        (at_symbols, symbols),
        (at_strings, strings),
        (at_hash, table),
        (at_dynamic, dynamic),
    ]
    for offset, block in blocks:
        out[offset : offset + len(block)] = block
    return bytes(out)


def _program(kind: int, flags: int, offset: int, size: int, align: int) -> bytes:
    return struct.pack("<IIQQQQQQ", kind, flags, offset, offset, offset, size, size, align)


def ensure_x11(renderer: Path) -> str:
    """Load the X library, or a stand-in for it, before the software renderer is opened.

    Parameters
    ----------
    renderer : Path
        The software renderer's shared object, whose imports the stand-in must define.

    Returns
    -------
    str
        ``system``, ``stub``, or ``none`` where neither can be had.
    """
    return ensure_library(SONAME, [renderer])


def ensure_library(soname: str, users: Sequence[Path]) -> str:
    """Load a library of the X family, or a stand-in that defines what its users import of it.

    Parameters
    ----------
    soname : str
    users : sequence of Path
        Shared objects that are linked against it; those that are not there count for nothing.

    Returns
    -------
    str
        As `ensure_x11`.
    """
    try:
        ctypes.CDLL(soname, mode=ctypes.RTLD_GLOBAL)
    except OSError:
        pass
    else:
        return "system"
    there = [user for user in users if user.is_file()]
    if platform.machine() not in _MACHINES or not there:
        return "none"
    prefixes = ("X", "_X")
    names = dict.fromkeys(n for user in there for p in prefixes for n in imported_names(user, p))
    handle, name = tempfile.mkstemp(suffix=".so")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(shared_object(list(names), soname))
        ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)
    except OSError:
        return "none"
    finally:
        os.unlink(name)
    return "stub"
