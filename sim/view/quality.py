"""Levels of picture quality, and how a stage is brought to one.

``plain``: the baked light, on every pipe. ``shaded``: sun shadows from a shadow map, hemisphere
light and smoothed edges. ``fine``: that, and ambient occlusion in screen space.

Baked light is painted on vertices and mat. A shader that cast its own shadows over it would draw
every shadow twice, and the baked one would stay behind when a miniature goes. So the stage keeps
both: the lit colours, and the plain ones with the share of open sky in their alpha; the shaders
get the second set. The sky's share is the ray engine's, better than what a shader finds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.view.cameras import bounds
from sim.view.pipes import Library, level_times
from sim.view.shading import Occlusion, Sunlight
from sim.view.stage import Stage

__all__ = [
    "AUTO",
    "LEVELS",
    "PLAIN",
    "Quality",
    "apply_quality",
    "best_level",
    "level_for",
    "possible_levels",
]

PLAIN, SHADED, FINE = "plain", "shaded", "fine"
#: From the plainest to the best.
LEVELS = (PLAIN, SHADED, FINE)
AUTO = "auto"
#: A level is good enough for a window when the probe drew a frame in so many milliseconds.
FAST_MS = 16.0


class Quality:
    """A level that a stage is shown at.

    Attributes
    ----------
    level : str
        What it is; after `off` it is ``plain``.
    """

    def __init__(self, level: str, undo: list[Callable[[], None]]) -> None:
        self.level = level
        self._undo = undo

    def off(self) -> None:
        """Go back to baked light."""
        while self._undo:
            self._undo.pop()()
        self.level = PLAIN


def apply_quality(stage: Stage, output: Any, level: str, *, camera: Any = None) -> Quality:
    """Show a stage at a level from the next frame on.

    Parameters
    ----------
    stage : Stage
        A level it had before is taken off first.
    output : GraphicsOutput
        Window or buffer that draws it (`Screen.output`).
    level : str
        One of `LEVELS`. On an output without shaders every level is ``plain``.
    camera : NodePath, optional
        The one that looks at the stage; ``fine`` needs it and a region of `output` that looks
        through it, and falls to ``shaded`` without. Apply the level again when the regions of the
        output were made anew.

    Returns
    -------
    Quality
        Its `level` says what it came to.

    Raises
    ------
    KeyError
        For a level there is not; nothing is changed.
    """
    if level not in LEVELS:
        raise KeyError(level)
    if stage.quality is not None:
        stage.quality.off()
    undo: list[Callable[[], None]] = []
    reached = PLAIN
    if level != PLAIN and _has_shaders(output):
        stage.wear(plain=True)
        undo.append(lambda: stage.wear(plain=False))
        low, high = bounds(stage.table)
        undo.append(Sunlight(stage.root, [stage.still, stage.figures], low, high).off)
        reached = SHADED
        if level == FINE and camera is not None:
            try:
                undo.append(Occlusion(output, camera, stage.root).off)
                reached = FINE
            except ValueError:
                pass
    stage.quality = Quality(reached, undo)
    return stage.quality


def _has_shaders(output: Any) -> bool:
    gsg = output.getGsg()
    return bool(gsg) and bool(gsg.getSupportsGlsl()) and gsg.getDriverVersionMajor() >= 3


def possible_levels(library: Library) -> tuple[str, ...]:
    """Return the levels that a library was seen to draw, the plainest first."""
    if not library.gl:
        return (PLAIN,)
    times = level_times(library.module)
    return tuple(level for level in LEVELS if level == PLAIN or level in times)


def best_level(library: Library) -> str:
    """Return the best level that a library draws fast enough for a window."""
    if not library.gl:
        return PLAIN
    times = level_times(library.module)
    quick = [level for level in LEVELS if times.get(level, FAST_MS + 1) <= FAST_MS]
    return quick[-1] if quick else PLAIN


def level_for(wish: str, library: Library) -> str:
    """Return the level that a player's wish comes to with a library.

    Parameters
    ----------
    wish : str
        `AUTO` for the best that is fast enough; a level, or the best one below it that the
        library was seen to draw. KeyError for anything else.
    library : Library
    """
    if wish == AUTO:
        return best_level(library)
    if wish not in LEVELS:
        raise KeyError(wish)
    if wish == PLAIN:
        return PLAIN
    able = possible_levels(library)
    return [level for level in LEVELS[: LEVELS.index(wish) + 1] if level in able][-1]
