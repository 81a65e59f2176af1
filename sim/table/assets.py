"""Where our own models, profiles and scenes lie: in the installed package or in the repository."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import sim

__all__ = ["asset_root", "scene_root"]


@cache
def _root(name: str) -> Path:
    package = Path(sim.__file__).resolve().parent
    packed = package / "_data" / name
    return packed if packed.is_dir() else package.parent / name


def asset_root() -> Path:
    """Return the folder of models, profiles and textures.

    An installed wheel carries it inside the package; a checkout has it beside the package.
    """
    return _root("assets")


def scene_root() -> Path:
    """Return the folder of the scenes that come with the program."""
    return _root("scenes")
