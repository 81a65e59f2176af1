"""Cameras for commands: the one place that wires the renderer to a scene."""

from __future__ import annotations

from sim.cli.common import Opened
from sim.engine.as_seen import as_seen
from sim.engine.ports import TableCamera

__all__ = ["camera_of"]


def camera_of(opened: Opened) -> TableCamera:
    """Return a camera on an opened scene; the renderer is loaded only now."""
    from sim.view.pictures import SceneCamera

    return SceneCamera(opened.facts, as_seen(opened.scene))
