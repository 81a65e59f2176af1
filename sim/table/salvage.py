"""What can still be read of a faulty scene, so that its other faults are found, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from sim.table.build import UNPLACED
from sim.table.reading import Collector, check_value
from sim.table.schema import (
    ClaimFile,
    FigureFile,
    ForceEntry,
    MiniFile,
    PieceFile,
    SceneFile,
    TableFile,
)

__all__ = ["salvage"]

_PARTS: tuple[tuple[str, type[msgspec.Struct]], ...] = (
    ("piece", PieceFile),
    ("figure", FigureFile),
    ("force", ForceEntry),
    ("mini", MiniFile),
    ("claim", ClaimFile),
)


def salvage(raw: Mapping[str, object]) -> SceneFile:
    """Return what can be read of a faulty scene, so that its other faults are found, too."""
    game = raw.get("game")
    head: dict[str, object] = {
        "name": "",
        "shows": "",
        "game": game if isinstance(game, str) else "",
        "table": _tolerant(raw.get("table"), TableFile) or TableFile(72, 48),
    }
    for key, struct in _PARTS:
        tables = raw.get(key)
        parts = tables if isinstance(tables, list) else []
        good = [_tolerant(each, struct) for each in parts]
        head[key] = [each for each in good if each is not None]
    return SceneFile(**cast("dict[str, Any]", head))


def _tolerant(table: object, struct: type[msgspec.Struct]) -> msgspec.Struct | None:
    """Return a table as a Struct without its faulty keys, or None when it is beyond that.

    Without a place it is `UNPLACED`: its names and files can still be checked.
    """
    if not isinstance(table, dict):
        return None
    fields = msgspec.structs.fields(struct)
    known = {
        each.encode_name: table[each.encode_name]
        for each in fields
        if each.encode_name in table and _fits(table[each.encode_name], each.type)
    }
    placed = "at" in known or all(each.encode_name != "at" for each in fields)
    try:
        made = msgspec.convert(known if placed else {**known, "at": (0.0, 0.0)}, struct)
    except msgspec.ValidationError:
        return None
    return made if placed else msgspec.structs.replace(made, at=UNPLACED)


def _fits(value: object, wanted: Any) -> bool:
    """Return whether a value is of a field's type, numbers that are none refused."""
    found = Collector("")
    check_value(value, wanted, found)
    return not found.problems
