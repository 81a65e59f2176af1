"""Where the tests find the project's shared model files, layouts and texts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def shared_root() -> Path:
    """Return the folder of shared files, whether it exists or not."""
    return Path(os.environ.get("HULLDOWN_SHARED") or ROOT.parent / "shared")


def shared_path(name: str) -> Path:
    """Return a shared file, or skip the test; where CI or the variable is set, fail instead."""
    path = shared_root() / name
    if path.exists():
        return path
    reason = f"shared file {name} is not here (set HULLDOWN_SHARED)"
    if os.environ.get("CI") or os.environ.get("HULLDOWN_SHARED"):
        pytest.fail(reason)
    pytest.skip(reason)
