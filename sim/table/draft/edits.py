"""Edits of a scene file: each returns another file, with everything that names a thing following.

A thing is named by its id; a figure as minis name it, ``figure:<id>``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import count, product
from string import ascii_uppercase
from typing import Any, Literal, TypeVar, cast

import msgspec

from sim.errors import UsageError
from sim.geometry.pose import GROUND, Pose
from sim.geometry.units import quantise_in
from sim.table.names import did_you_mean, is_slug
from sim.table.reading import Collector, convert
from sim.table.schema import FigureFile, MiniFile, PieceFile, SceneFile

__all__ = [
    "FIGURE",
    "Kind",
    "Thing",
    "added",
    "carried",
    "changed",
    "checked",
    "find",
    "free_id",
    "next_letters",
    "removed",
    "renamed",
    "slug_of",
]

Kind = Literal["piece", "mini", "figure"]
Thing = PieceFile | MiniFile | FigureFile
T = TypeVar("T", PieceFile, MiniFile, FigureFile)

FIGURE = "figure:"
_STRUCTS: Mapping[Kind, type[Thing]] = {
    "piece": PieceFile,
    "mini": MiniFile,
    "figure": FigureFile,
}


# --- finding and naming -------------------------------------------------------------------------


def find(file: SceneFile, name: str) -> tuple[Kind, Thing]:
    """Return what a name means.

    Raises
    ------
    UsageError
        When nothing is called so; the nearest name is told.
    """
    for kind, thing in _things(file):
        if _name(kind, thing) == name:
            return kind, thing
    near = did_you_mean(name, [_name(kind, thing) for kind, thing in _things(file)])
    raise UsageError("table.draft.no_thing", found=name, nearest=near)


def _things(file: SceneFile) -> Iterable[tuple[Kind, Thing]]:
    for kind in _STRUCTS:
        for thing in getattr(file, kind):
            yield kind, thing


def _name(kind: Kind, thing: Thing) -> str:
    return f"{FIGURE}{thing.id}" if kind == "figure" else thing.id


def next_letters(file: SceneFile) -> str:
    """Return the first of A, B, ... Z, AA, AB, ... that names nothing yet."""
    taken = {each.id for each in (*file.piece, *file.mini)}
    names = ("".join(each) for size in count(1) for each in product(ascii_uppercase, repeat=size))
    return next(name for name in names if name not in taken)


def free_id(file: SceneFile, kind: Kind, wish: str) -> str:
    """Return the wished id, or with the first number that makes it free."""
    things = file.figure if kind == "figure" else (*file.piece, *file.mini)
    taken = {each.id for each in things}
    stem = re.sub(r"-\d+$", "", wish)
    return next(
        name
        for name in (wish, *(f"{stem}-{number}" for number in range(2, len(taken) + 3)))
        if name not in taken
    )


def slug_of(text: str) -> str:
    """Return an id made of some text: ``kit:ruin_small`` becomes ``ruin-small``.

    >>> slug_of("kit:ruin_small"), slug_of("models/My house.stl"), slug_of("…")
    ('ruin-small', 'my-house', 'piece')
    """
    stem = text.rpartition("/")[2].removeprefix("kit:")
    stem = re.sub(r"\.[A-Za-z]+$", "", stem).lower()
    return "-".join(re.findall(r"[^\W_]+", stem)) or "piece"


# --- checking -----------------------------------------------------------------------------------


def checked(kind: Kind, keys: Mapping[str, object]) -> Thing:
    """Return a table of its keys, each value within its limits; places are quantised.

    Raises
    ------
    InputProblems
        With everything that is wrong.
    """
    plain = _plain(keys)
    found = Collector("")
    made = convert(plain, cast("type[Any]", _STRUCTS[kind]), found, f"{kind}[{plain.get('id')}]")
    found.raise_if_any()
    assert made is not None
    at = getattr(made, "at", None)
    if at is not None:
        made = msgspec.structs.replace(made, at=(quantise_in(at[0]), quantise_in(at[1])))
    return cast("Thing", made)


def _plain(keys: Mapping[str, object]) -> dict[str, object]:
    """Return the keys as a file would give them, those that are not given left out."""
    return cast("dict[str, object]", _given(msgspec.to_builtins(keys)))


def _given(value: object) -> object:
    if isinstance(value, dict):
        return {key: _given(each) for key, each in value.items() if each is not None}
    return [_given(each) for each in value] if isinstance(value, (list, tuple)) else value


# --- editing ------------------------------------------------------------------------------------


def added(file: SceneFile, kind: Kind, thing: Thing) -> SceneFile:
    """Return the file with another thing at the end of its list.

    Raises
    ------
    UsageError
        When its id is none, or is taken.
    """
    _refuse_id(file, kind, thing.id)
    return msgspec.structs.replace(file, **{kind: [*getattr(file, kind), thing]})


def changed(file: SceneFile, kind: Kind, thing: Thing) -> SceneFile:
    """Return the file with the thing of that kind and id replaced."""
    return _each(file, kind, lambda each: thing if each.id == thing.id else each)


def carried(file: SceneFile, piece: PieceFile) -> SceneFile:
    """Return the file with a piece elsewhere, and what stands on its floors moved with it."""
    before = find(file, piece.id)[1]
    file = changed(file, "piece", piece)
    if not isinstance(before, PieceFile):
        return file
    old, new = _pose(before), _pose(piece)
    if old == new:
        return file
    for kind in ("piece", "mini"):
        for rider in getattr(file, kind):
            if not _is_on(rider.level, piece.id):
                continue
            x, y = new.to_table(old.to_local(rider.at))
            facing = round((rider.facing + new.facing - old.facing) % 360.0, 2)
            at = (quantise_in(x), quantise_in(y))
            after = msgspec.structs.replace(rider, at=at, facing=facing)
            # A piece on a floor has floors of its own.
            file = carried(file, after) if kind == "piece" else changed(file, kind, after)
    return file


def _pose(piece: PieceFile) -> Pose:
    return Pose(*piece.at, piece.facing)


def removed(file: SceneFile, name: str) -> SceneFile:
    """Return the file without a thing: what stood on it stands on the ground, claims are gone.

    Raises
    ------
    UsageError
        When there is no such thing, or miniatures are of that figure.
    """
    kind, thing = find(file, name)
    users = [mini.id for mini in file.mini if kind == "figure" and mini.model == name]
    if users:
        raise UsageError("table.draft.figure_used", figure=thing.id, minis=", ".join(users))
    kept = [each for each in getattr(file, kind) if each.id != thing.id]
    file = msgspec.structs.replace(file, **{kind: kept})
    if kind == "piece":
        file = _each_level(file, lambda level: GROUND if _is_on(level, name) else level)
    if kind == "mini":
        claims = [claim for claim in file.claim if name not in (claim.viewer, claim.target)]
        file = msgspec.structs.replace(file, claim=claims)
    return file


def renamed(file: SceneFile, name: str, new: str) -> SceneFile:
    """Return the file with a thing called otherwise, by everything that names it.

    Raises
    ------
    UsageError
        When there is no such thing, or the new id is none or taken.
    """
    kind, thing = find(file, name)
    new = new.removeprefix(FIGURE) if kind == "figure" else new
    if new == thing.id:
        return file
    _refuse_id(file, kind, new)
    after = msgspec.structs.replace(thing, id=new)
    file = _each(file, kind, lambda each: after if each.id == thing.id else each)
    if kind == "figure":
        model = f"{FIGURE}{new}"
        return _each(
            file,
            "mini",
            lambda each: msgspec.structs.replace(each, model=model) if each.model == name else each,
        )
    if kind == "piece":
        return _each_level(
            file, lambda level: f"{new}{level[len(name) :]}" if _is_on(level, name) else level
        )
    claims = [
        msgspec.structs.replace(
            claim,
            viewer=new if claim.viewer == name else claim.viewer,
            target=new if claim.target == name else claim.target,
        )
        for claim in file.claim
    ]
    return msgspec.structs.replace(file, claim=claims)


def _refuse_id(file: SceneFile, kind: Kind, name: str) -> None:
    if not is_slug(name):
        raise UsageError("table.draft.bad_id", found=name)
    if free_id(file, kind, name) != name:
        raise UsageError("table.draft.taken", found=name)


def _is_on(level: str, piece: str) -> bool:
    return level.rpartition("/")[0] == piece


def _each(file: SceneFile, kind: Kind, change: Callable[[Any], Any]) -> SceneFile:
    return msgspec.structs.replace(file, **{kind: [change(each) for each in getattr(file, kind)]})


def _each_level(file: SceneFile, change: Callable[[str], str]) -> SceneFile:
    for kind in ("piece", "mini"):
        file = _each(
            file,
            kind,
            lambda each: (
                each
                if change(each.level) == each.level
                else msgspec.structs.replace(each, level=change(each.level))
            ),
        )
    return file
