"""The word catalogue: every text a player sees, by key.

Texts live in ``en.<room>.toml`` beside this module, flat or nested tables of strings with named
``{parameters}``. Code names a key and gives values; it never formats sentences itself.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

__all__ = ["all_keys", "has", "parameters", "say"]

LANGUAGE = "en"


def _flatten(table: Mapping[str, object], prefix: str, into: dict[str, str]) -> None:
    for name, value in table.items():
        key = f"{prefix}{name}"
        if isinstance(value, dict):
            _flatten(value, f"{key}.", into)
        else:
            into[key] = str(value)


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


def has(key: str) -> bool:
    """Return whether the catalogue holds `key`."""
    return key in _catalogue()


def all_keys() -> tuple[str, ...]:
    """Return every key of the catalogue, sorted."""
    return tuple(sorted(_catalogue()))


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
