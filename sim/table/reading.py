"""Reading files that people write: every problem at once, never a traceback.

`read_file` parses TOML, looks at the ``format`` line and converts the whole to a msgspec Struct.
Problems are collected key by key: each names the file, the place in it, what was found, what was
expected and the nearest name. What the keys mean together is checked by the reader of each kind.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec
from msgspec import inspect

from sim.errors import HulldownError, InputProblems, Problem
from sim.table.names import did_you_mean
from sim.words import say

__all__ = [
    "Collector",
    "check_format",
    "check_value",
    "convert",
    "describe",
    "item_place",
    "parse_toml",
    "read_file",
    "read_toml",
]

T = TypeVar("T")

#: A file of text that a person writes is never larger than this.
MAX_BYTES = 8_000_000
_FORMAT = re.compile(r"hulldown-([a-z]+)/(\d+)")


class Collector:
    """Gathers the problems of one file.

    Parameters
    ----------
    file : str
        Name of the file as the person gave it.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def add(self, key: str, where: str = "", /, **params: object) -> None:
        """Add a problem: word key ``table.problem.<key>`` at a place in the file."""
        self.problems.append(Problem(f"table.problem.{key}", where, self.file, params))

    def add_error(self, error: HulldownError, where: str = "") -> None:
        """Add what a deeper room refused, in its own words."""
        if isinstance(error, InputProblems):
            self.problems += error.problems
        else:
            self.problems.append(Problem(error.key, where, self.file, dict(error.params)))

    def raise_if_any(self) -> None:
        """Raise `InputProblems` when anything was gathered."""
        if self.problems:
            raise InputProblems(self.problems)


def describe(value: object) -> str:
    """Return a value from a file in the file's own writing, shortened to 40 characters."""
    if isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, str):
        text = f'"{value}"'
    elif isinstance(value, Mapping):
        text = "{" + ", ".join(str(key) for key in value) + "}"
    elif isinstance(value, list):
        text = "[" + ", ".join(describe(item) for item in value) + "]"
    else:
        text = str(value)
    return text if len(text) <= 40 else text[:39] + "…"


def read_toml(path: Path, file: str | None = None) -> dict[str, object]:
    """Return the parsed TOML of a file.

    Raises
    ------
    InputProblems
        When there is no such file, it is too large, not UTF-8 or not TOML.
    """
    found = Collector(file or str(path))
    try:
        size = path.stat().st_size
        if path.is_dir():
            found.add("is_folder")
        elif size > MAX_BYTES:
            found.add("too_large", bytes=size, limit=MAX_BYTES)
        else:
            return parse_toml(path.read_bytes(), found.file)
    except OSError:
        found.add("no_file")
    raise InputProblems(found.problems)


def parse_toml(data: bytes, file: str) -> dict[str, object]:
    """Return the parsed TOML of some bytes; `file` names them in messages.

    Raises
    ------
    InputProblems
        When the bytes are empty, not UTF-8 or not TOML.
    """
    found = Collector(file)
    if not data.strip():
        found.add("empty")
    else:
        try:
            return tomllib.loads(data.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            found.add("not_utf8", byte=error.start)
        except tomllib.TOMLDecodeError as error:
            found.add("not_toml", reason=str(error))
        except RecursionError:
            found.add("not_toml", reason="nested too deep")
    raise InputProblems(found.problems)


def check_format(raw: Mapping[str, object], kind: str, version: int, found: Collector) -> bool:
    """Check the ``format`` line; return whether reading on makes sense."""
    line = raw.get("format")
    expected = f"hulldown-{kind}/{version}"
    if line is None:
        found.add("no_format", expected=expected)
        return True
    match = _FORMAT.fullmatch(line) if isinstance(line, str) else None
    if match is None:
        found.add("bad_format", "format", found=describe(line), expected=expected)
        return True
    if match[1] != kind:
        found.add("other_kind", "format", found=match[1], expected=kind)
        return False
    if int(match[2]) > version:
        found.add("newer", "format", found=match[2], expected=version)
        return False
    if int(match[2]) < 1:
        found.add("bad_format", "format", found=describe(line), expected=expected)
    return True


def convert(
    raw: Mapping[str, object], struct: type[T], found: Collector, where: str = ""
) -> T | None:
    """Return `raw` as a Struct, or None after adding every problem to `found`."""
    before = len(found.problems)
    info = _info(struct)
    _walk(raw, info, where, found)
    if len(found.problems) > before:
        return None
    try:
        return msgspec.convert(raw, struct)
    except msgspec.ValidationError as error:  # a constraint the walk does not know
        found.add("refused", where, reason=str(error))
        return None


def check_value(value: object, wanted: Any, found: Collector, where: str = "") -> None:
    """Add every problem of one value that should be of a type."""
    _walk(value, _info(wanted), where, found)


def read_file(
    raw: Mapping[str, object],
    struct: type[T],
    kind: str,
    found: Collector,
    version: int = 1,
) -> T | None:
    """Return the contents of a ``hulldown-<kind>`` file, or None with the problems in `found`."""
    if not check_format(raw, kind, version, found):
        return None
    return convert(raw, struct, found)


# --- the walk: one function per sort of type ---------------------------------------------------


@cache
def _info(wanted: Any) -> inspect.Type:
    """Return what a type asks for; working it out costs more than reading a table."""
    return inspect.type_info(wanted)


def _walk(value: object, info: inspect.Type, where: str, found: Collector) -> None:
    for sort, walker in _WALKERS:
        if isinstance(info, sort):
            walker(value, info, where, found)
            return
    _walk_leaf(value, info, where, found)


def _walk_struct(value: object, info: inspect.Type, where: str, found: Collector) -> None:
    struct = cast(inspect.StructType, info)
    if not isinstance(value, Mapping):
        found.add("type", where, found=describe(value), expected=say("table.expected.table"))
        return
    tag = struct.tag_field
    known = [each.encode_name for each in struct.fields] + ([tag] if tag else [])
    for key in value:
        if key not in known and struct.forbid_unknown_fields:
            found.add("unknown_key", _join(where, key), nearest=did_you_mean(key, known))
    for each in struct.fields:
        place = _join(where, each.encode_name)
        if each.encode_name in value:
            _walk(value[each.encode_name], each.type, place, found)
        elif each.required and not (each.encode_name == "format" and not where):
            found.add("missing_key", place, expected=expected_text(each.type))


def _walk_list(value: object, info: inspect.Type, where: str, found: Collector) -> None:
    if not isinstance(value, list):
        found.add("type", where, found=describe(value), expected=expected_text(info))
        return
    if isinstance(info, inspect.TupleType):
        if len(value) != len(info.item_types):
            found.add("type", where, found=describe(value), expected=expected_text(info))
            return
        for index, (item, item_type) in enumerate(zip(value, info.item_types, strict=True)):
            _walk(item, item_type, f"{where}[{index + 1}]", found)
        return
    items = cast("inspect.ListType | inspect.VarTupleType", info)
    if items.min_length is not None and len(value) < items.min_length:
        found.add("too_few", where, found=len(value), expected=items.min_length)
    for index, item in enumerate(value):
        _walk(item, items.item_type, item_place(where, index, item), found)


def item_place(where: str, index: int, item: object) -> str:
    """Return the place of a list's item as a person finds it: by id, else counted from 1.

    >>> item_place("mini", 1, {"id": "B"}), item_place("mini", 1, {})
    ('mini[B]', 'mini[2]')
    """
    name = item.get("id") if isinstance(item, Mapping) else getattr(item, "id", None)
    return f"{where}[{name}]" if isinstance(name, str) and name else f"{where}[{index + 1}]"


def _walk_dict(value: object, info: inspect.Type, where: str, found: Collector) -> None:
    table = cast(inspect.DictType, info)
    if not isinstance(value, Mapping):
        found.add("type", where, found=describe(value), expected=expected_text(info))
        return
    for key, item in value.items():
        _walk(item, table.value_type, _join(where, key), found)


def _walk_union(value: object, info: inspect.Type, where: str, found: Collector) -> None:
    union = cast(inspect.UnionType, info)
    choice = _choose(value, union)
    if choice is None:
        found.add("type", where, found=describe(value), expected=expected_text(info))
    else:
        _walk(value, choice, where, found)


def _choose(value: object, union: inspect.UnionType) -> inspect.Type | None:
    """Return the member of a union that a value is meant for, judged by its sort alone."""
    members = [each for each in union.types if not isinstance(each, inspect.NoneType)]
    if len(members) == 1:
        return members[0]
    if isinstance(value, Mapping):
        tables = [each for each in members if isinstance(each, inspect.StructType)]
        tagged = [
            each for each in tables if each.tag_field and value.get(each.tag_field) == each.tag
        ]
        if tagged or (len(tables) == 1 and not tables[0].tag_field):
            return (tagged or tables)[0]
        return next((each for each in members if isinstance(each, inspect.DictType)), None)
    wanted: tuple[type[inspect.Type], ...]
    if isinstance(value, bool):
        wanted = (inspect.BoolType,)
    elif isinstance(value, str):
        wanted = (inspect.StrType, inspect.LiteralType)
    elif isinstance(value, (int, float)):
        wanted = (inspect.FloatType, inspect.IntType)
    else:
        wanted = (inspect.ListType, inspect.VarTupleType, inspect.TupleType)
    return next((each for each in members if isinstance(each, wanted)), None)


def _walk_anything(value: object, _info: inspect.Type, where: str, found: Collector) -> None:
    """Look through an opaque value for numbers that are none: no game can use them."""
    if isinstance(value, float) and not math.isfinite(value):
        found.add("not_finite", where, found=describe(value))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            _walk_anything(item, _info, _join(where, key), found)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _walk_anything(item, _info, f"{where}[{index + 1}]", found)


def _walk_leaf(value: object, info: inspect.Type, where: str, found: Collector) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        found.add("not_finite", where, found=describe(value))
    elif isinstance(info, (inspect.FloatType, inspect.IntType)):
        _walk_number(value, info, where, found)
    elif isinstance(info, inspect.LiteralType):
        if value not in info.values:
            words = [str(each) for each in info.values]
            near = did_you_mean(value, words) if isinstance(value, str) else ""
            found.add(
                "choice", where, found=describe(value), expected=expected_text(info), nearest=near
            )
    elif isinstance(info, (inspect.StrType, inspect.BoolType)):
        wanted = str if isinstance(info, inspect.StrType) else bool
        if not isinstance(value, wanted):
            found.add("type", where, found=describe(value), expected=expected_text(info))


def _walk_number(
    value: object, info: inspect.FloatType | inspect.IntType, where: str, found: Collector
) -> None:
    wanted = (int, float) if isinstance(info, inspect.FloatType) else int
    if not isinstance(value, wanted) or isinstance(value, bool):
        found.add("type", where, found=describe(value), expected=expected_text(info))
    elif not _in_range(float(value), info):
        found.add("range", where, found=describe(value), expected=expected_text(info))


def _in_range(value: float, info: inspect.FloatType | inspect.IntType) -> bool:
    return not (
        (info.gt is not None and value <= info.gt)
        or (info.ge is not None and value < info.ge)
        or (info.lt is not None and value >= info.lt)
        or (info.le is not None and value > info.le)
    )


def expected_text(info: inspect.Type) -> str:
    """Return the player's words for what a place in a file wants."""
    if isinstance(info, (inspect.FloatType, inspect.IntType)):
        name = "number" if isinstance(info, inspect.FloatType) else "whole"
        limits = [
            say(f"table.expected.{sort}", limit=limit)
            for sort in ("gt", "ge", "lt", "le")
            if (limit := getattr(info, sort)) is not None
        ]
        return say(f"table.expected.{name}") + "".join(limits)
    if isinstance(info, inspect.LiteralType):
        return say("table.expected.one_of", names=", ".join(f'"{each}"' for each in info.values))
    if isinstance(info, inspect.TupleType):
        items = ", ".join(expected_text(each) for each in info.item_types)
        return say("table.expected.items", count=len(info.item_types), items=items)
    if isinstance(info, (inspect.ListType, inspect.VarTupleType)):
        return say("table.expected.list", item=expected_text(info.item_type))
    if isinstance(info, inspect.UnionType):
        texts = [
            expected_text(each) for each in info.types if not isinstance(each, inspect.NoneType)
        ]
        return say("table.expected.or").join(dict.fromkeys(texts))
    for sort, name in _PLAIN:
        if isinstance(info, sort):
            return say(f"table.expected.{name}")
    return say("table.expected.anything")


def _join(where: str, key: str) -> str:
    return f"{where}.{key}" if where else str(key)


_PLAIN: tuple[tuple[type[inspect.Type], str], ...] = (
    (inspect.StrType, "text"),
    (inspect.BoolType, "yes_no"),
    (inspect.StructType, "table"),
    (inspect.DictType, "table"),
)

_Walker = Callable[[object, inspect.Type, str, Collector], None]
_WALKERS: tuple[tuple[type[inspect.Type], _Walker], ...] = (
    (inspect.StructType, _walk_struct),
    (inspect.ListType, _walk_list),
    (inspect.VarTupleType, _walk_list),
    (inspect.TupleType, _walk_list),
    (inspect.DictType, _walk_dict),
    (inspect.UnionType, _walk_union),
    (inspect.AnyType, _walk_anything),
)
