"""The mills with a handful of miniatures in the open, for tests of the tools."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from sim.cli.backstage import CommandBackstage
from sim.cli.common import Opened, open_table
from sim.engine.observed import Observed, SeenPiece, SeenUnit, Side
from sim.geometry.pose import Pose
from sim.table.pieces import Stand
from sim.window.app import App
from sim.window.looking import LookPage
from sim.window.settings import Settings
from tests.window.person import Person

__all__ = ["PLACES", "Looker", "looking"]

#: Miniature, its model, its side, where it stands.
PLACES: tuple[tuple[str, str, str, Pose], ...] = (
    ("rangers/1", "ranger-sergeant", "allies", Pose(14.0, 40.0, 270.0)),
    ("rangers/2", "ranger", "allies", Pose(16.5, 41.0, 270.0)),
    ("walker/1", "ranger-walker", "allies", Pose(52.0, 12.0, 180.0)),
    ("grenadiers/1", "grenadier", "axis", Pose(20.0, 5.0, 90.0)),
    ("grenadiers/2", "grenadier", "axis", Pose(22.0, 4.0, 90.0)),
    ("grenadiers/3", "grenadier", "axis", Pose(38.0, 6.0, 90.0)),
)


@cache
def _opened() -> Opened:
    return open_table("dust_warfare/mills")


def observed() -> Observed:
    """Who stands there, as a watcher sees it."""
    units = tuple(dict.fromkeys((name.rpartition("/")[0], side) for name, _, side, _ in PLACES))
    return Observed(
        game="dust_warfare",
        viewer="allies",
        sides=(Side("allies", "Allies"), Side("axis", "Axis")),
        units=tuple(
            SeenUnit(
                unit, side, unit, tuple(name for name, *_ in PLACES if name.startswith(unit + "/"))
            )
            for unit, side in units
        ),
        pieces=tuple(
            SeenPiece(name, "mini", model, name.rpartition("/")[0], side, pose, name)
            for name, model, side, pose in PLACES
        ),
    )


class Looker(Person):
    """A person who looks at that table."""

    def __init__(self, size: tuple[int, int] = (1280, 800), scale: float = 1.0) -> None:
        self.settings = Settings(scale=scale)
        super().__init__(self._make, size, scale)

    def _make(self, window: Any) -> App:
        opened = _opened()
        app = App(window, CommandBackstage(), self.settings)
        app.go(LookPage(app, opened.facts, observed(), opened.scene))
        return app

    @property
    def page(self) -> LookPage:
        """The page in front."""
        page = self.app.page
        assert isinstance(page, LookPage)
        return page

    @property
    def facts(self) -> dict[str, Any]:
        """What the page tells."""
        return self.page.facts()

    def stand(self, mini: str) -> Stand:
        """Where a miniature stands."""
        piece = self.page.view.observed.piece(mini)  # type: ignore[union-attr]
        return Stand(piece.model, piece.pose)

    def begin(self) -> None:
        """Have the table as it was at first, seen from above."""
        self.page.tools.close()
        self.page.tools = type(self.page.tools)(
            self.app, self.page.view, self.page.view.facts, self.page.context
        )
        # Messages that are shown lie over the table.
        self.frames(3, seconds=5.0)
        self.page.context.chosen = ""
        self.page.view.map_mode = False
        self.page.view.show(observed(), glide=False)
        self.page.view.orbit.whole_table()
        self.page.view.orbit.settle()
        self.look_from_above()


@contextmanager
def looking(**more: Any) -> Iterator[Looker]:
    """A person at the table, and away again."""
    person = Looker(**more)
    try:
        yield person
    finally:
        person.close()
