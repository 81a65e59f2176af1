"""Cameras for commands: the one place that wires the renderer to a scene."""

from __future__ import annotations

from sim.cli.common import Opened
from sim.engine.as_seen import as_seen
from sim.engine.ports import TableCamera

__all__ = ["camera_of"]


def camera_of(opened: Opened, *, width: int | None = None) -> TableCamera:
    """Return a camera on an opened scene; the renderer is loaded only now.

    Parameters
    ----------
    opened : Opened
    width : int, optional
        Of the pictures, pixels; by default as wide as the renderer likes them.
    """
    from sim.view.pictures import WIDTH, SceneCamera

    return SceneCamera(opened.facts, as_seen(opened.scene), width=width or WIDTH)
