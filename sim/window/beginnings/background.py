"""A table behind the start screen: built after the first frame, so that this one comes soon."""

from __future__ import annotations

from pathlib import Path

from sim.engine.as_seen import as_seen
from sim.errors import HulldownError
from sim.table.facts import Facts
from sim.table.scene import build_table, open_scene
from sim.view.table_view import TableView

__all__ = ["Background"]


class Background:
    """The table of a scene, to look at.

    Parameters
    ----------
    path : Path
    aspect : float
        Width of the window over its height.
    """

    def __init__(self, path: Path, aspect: float) -> None:
        self._path, self._aspect = path, aspect
        self._waited = 0
        self._failed = False
        self.view: TableView | None = None

    def tick(self) -> bool:
        """Build the table once two frames have been drawn; return whether it was just built."""
        if self.view is not None or self._failed:
            return False
        self._waited += 1
        if self._waited < 3:
            return False
        try:
            scene = open_scene(self._path)
            self.view = TableView(Facts(build_table(scene)), self._aspect)
            self.view.show(as_seen(scene), glide=False)
        except HulldownError:
            # The list of scenes tells what is wrong with it; a start screen needs no table.
            self._failed = True
        return self.view is not None

    @property
    def waits(self) -> bool:
        """Whether the table is still to be built."""
        return self.view is None and not self._failed

    def close(self) -> None:
        """Let go of the table."""
        if self.view is not None:
            self.view.close()
            self.view = None
