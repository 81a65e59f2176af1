"""The word catalogue: every text a player sees, by key.

Texts live in ``en.<room>.toml`` beside this module, flat or nested tables of strings with named
``{parameters}``. Code names a key and gives values; it never formats sentences itself. A game
that is not part of this package brings its own file with `add_catalogue`.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path

__all__ = ["add_catalogue", "all_keys", "has", "parameters", "read_catalogue", "say", "text_of"]

LANGUAGE = "en"

#: Files of the catalogues added from outside.
_added: list[str] = []


def _flatten(table: Mapping[str, object], prefix: str, into: dict[str, str]) -> None:
    for name, value in table.items():
        key = f"{prefix}{name}"
        if isinstance(value, dict):
            _flatten(value, f"{key}.", into)
        elif not isinstance(value, str):
            raise ValueError(f"word key {key} is not a text")
        else:
            into[key] = value


def read_catalogue(path: str | Path) -> dict[str, str]:
    """Return the texts of one catalogue file by key."""
    texts: dict[str, str] = {}
    _flatten(tomllib.loads(Path(path).read_text(encoding="utf-8")), "", texts)
    return texts


@cache
def _catalogue(language: str = LANGUAGE) -> dict[str, str]:
    texts: dict[str, str] = {}
    files = sorted(
        entry.name
        for entry in resources.files(__name__).iterdir()
        if entry.name.startswith(f"{language}.") and entry.name.endswith(".toml")
    )
    for name in files:
        text = resources.files(__name__).joinpath(name).read_text(encoding="utf-8")
        _flatten(tomllib.loads(text), "", texts)
    return texts


def add_catalogue(path: str | Path) -> None:
    """Add the texts of a TOML file to the catalogue; adding a file again changes nothing.

    Raises
    ------
    ValueError
        When a key exists already or a value is not a text.
    """
    name = str(Path(path).resolve())
    if name in _added:
        return
    texts = read_catalogue(path)
    for key in texts:
        if key in _catalogue():
            raise ValueError(f"word key {key} is defined twice")
    _catalogue().update(texts)
    _added.append(name)


def has(key: str) -> bool:
    """Return whether the catalogue holds `key`."""
    return key in _catalogue()


def all_keys() -> tuple[str, ...]:
    """Return every key of the catalogue, sorted."""
    return tuple(sorted(_catalogue()))


def text_of(key: str) -> str:
    """Return the text of `key` with its parameters unfilled; KeyError when there is none."""
    return _catalogue()[key]


def parameters(key: str) -> tuple[str, ...]:
    """Return the parameter names that the text of `key` uses, in order of appearance."""
    parts = string.Formatter().parse(_catalogue()[key])
    names = [name for _, name, _, _ in parts if name]
    return tuple(dict.fromkeys(names))


def say(key: str, /, **params: object) -> str:
    """Return the player's text for `key` with `params` filled in.

    Raises
    ------
    KeyError
        When the key is not in the catalogue or a parameter is missing: both are programming
        mistakes, found by the tests.

    Examples
    --------
    >>> say("words.example", name="Ludwig")
    'Ludwig stands here.'
    """
    return _catalogue()[key].format(**params)
