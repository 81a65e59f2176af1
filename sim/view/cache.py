"""Arrays worth keeping between runs: textures and baked light, by digest of what made them.

The cache may be deleted at any time and is never needed: a miss only costs the time to make the
array again, and an unreadable file counts as a miss.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["cache_folder", "digest_of", "kept"]

#: Where the cached arrays lie, when the user says so.
FOLDER_VARIABLE = "HULLDOWN_CACHE"
#: The folder is kept below this by dropping what was not used for longest.
LIMIT_BYTES = 600_000_000
#: Raise it whenever the recipe of anything cached changes.
RECIPE = "15"


def cache_folder() -> Path:
    """Return the user's folder for arrays that can be made again."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "hulldown"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "hulldown"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hulldown"


def digest_of(*parts: Any) -> str:
    """Return a digest of arrays and plain values, in order."""
    total = hashlib.sha256(RECIPE.encode())
    for part in parts:
        if isinstance(part, np.ndarray):
            total.update(f"{part.dtype.str}{part.shape}".encode())
            total.update(np.ascontiguousarray(part).tobytes())
        else:
            total.update(repr(part).encode())
        total.update(b"\x1f")
    return total.hexdigest()[:32]


def kept(
    kind: str, digest: str, make: Callable[[], dict[str, NDArray[Any]]]
) -> dict[str, NDArray[Any]]:
    """Return named arrays from the cache, or make and keep them.

    Parameters
    ----------
    kind : str
        Prefix of the file's name.
    digest : str
        Of everything the arrays depend on.
    make : callable
        Makes the arrays on a miss.
    """
    path = cache_folder() / f"{kind}-{digest}.npz"
    try:
        with np.load(path, allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
        with contextlib.suppress(OSError):
            os.utime(path)
        return arrays
    except (OSError, ValueError, EOFError, KeyError):
        pass
    arrays = make()
    # A full disk or a read-only home must not cost anybody a picture.
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez(file, **arrays)  # pyright: ignore[reportArgumentType]
            os.replace(name, path)
        except OSError:
            os.unlink(name)
            raise
        _prune(path)
    return arrays


def _prune(newest: Path) -> None:
    """Drop the arrays used longest ago while the folder is too large; `newest` always stays."""
    entries = [(entry.stat(), entry) for entry in newest.parent.glob("*.npz") if entry != newest]
    entries.sort(key=lambda each: (-each[0].st_mtime_ns, each[1].name))
    total = newest.stat().st_size
    for status, entry in entries:
        total += status.st_size
        if total > LIMIT_BYTES:
            entry.unlink(missing_ok=True)
