"""What must be there before the widget library is loaded.

It is linked against libraries of X without using them: where there are none, stand-ins let it
load, so that a window drawn into memory (tests, a bare machine) has widgets, too.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from sim.view.pipes import software_file
from sim.view.x11stub import ensure_library

__all__ = ["X_LIBRARY"]

_LINKED = ("libX11.so.6", "libXext.so.6")


def _users() -> list[Path]:
    """Return what is linked against the X libraries: the renderer, and what widgets bring along."""
    found = importlib.util.find_spec("imgui_bundle")
    if found is None or found.origin is None:
        return [software_file()]
    beside = Path(found.origin).parent.with_name("imgui_bundle.libs")
    return [software_file(), *sorted(beside.glob("*.so*"))]


def _ensured() -> str:
    if not sys.platform.startswith("linux"):
        return "none"
    return " ".join(dict.fromkeys(ensure_library(name, _users()) for name in _LINKED))


#: ``system``, ``stub`` or ``none``, for each library that differs.
X_LIBRARY = _ensured()
