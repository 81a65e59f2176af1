"""Design files: read with every problem at once, written by the workshop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from sim.errors import Problem
from sim.rules.dirtside.design.design import Design
from sim.rules.dirtside.design.tables import design_tables
from sim.table.assets import asset_root
from sim.table.files import write_whole
from sim.table.names import did_you_mean
from sim.table.reading import Collector, read_file, read_toml

__all__ = ["FORMAT", "DesignFile", "read_design", "shipped_designs", "write_design"]

FORMAT = "hulldown-design/1"


class DesignFile(Design, frozen=True, forbid_unknown_fields=True):
    """A design as its file has it."""

    format: str = FORMAT
    game: str = "dirtside"


def read_design(path: Path) -> Design:
    """Return the design of a file.

    Raises
    ------
    InputProblems
        With every problem of the file at once.
    """
    found = Collector(str(path))
    design = read_file(read_toml(path), DesignFile, "design", found)
    if design is not None:
        for where, slug, known in _slugs(design):
            if slug not in known:
                params = {"found": slug, "nearest": did_you_mean(slug, known)}
                unknown = Problem("ds.design_file.unknown", where, found.file, params)
                found.problems.append(unknown)
    found.raise_if_any()
    assert design is not None
    return design


def _slugs(design: Design) -> Iterator[tuple[str, str, list[str]]]:
    tables = design_tables()
    yield "mobility", design.mobility, list(tables.mobility)
    yield "power", design.power, list(tables.power)
    for index, gun in enumerate(design.guns):
        yield f"guns[{index + 1}].type", gun.type, list(tables.weapon)


def write_design(path: Path, design: Design) -> None:
    """Write a design; what is as usual is left out.

    Raises
    ------
    OSError
        When it cannot be written there.
    """
    whole: dict[str, Any] = msgspec.to_builtins(design)
    usual = {
        field.name: msgspec.to_builtins(field.default)
        for field in msgspec.structs.fields(Design)
        if field.default is not msgspec.NODEFAULT
    }
    changed = {key: value for key, value in whole.items() if usual.get(key, ...) != value}
    kept = {"format": FORMAT, **{k: v for k, v in changed.items() if k not in ("format", "game")}}
    write_whole(path, tomli_w.dumps(kept).encode())


def shipped_designs() -> tuple[Path, ...]:
    """Return the files of the designs that come with the program, sorted."""
    return tuple(sorted((asset_root() / "designs" / "dirtside").glob("*.toml")))
