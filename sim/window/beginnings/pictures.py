"""Pictures of scenes for lists: kept ones at once, missing ones drawn one a frame."""

from __future__ import annotations

from collections.abc import Sequence

from sim.engine.as_seen import as_seen
from sim.errors import HulldownError
from sim.table.facts import Facts
from sim.table.scene import build_table, open_scene
from sim.view.pictures import SceneCamera
from sim.window.app import App
from sim.window.ports import SceneCard

__all__ = ["ScenePictures"]

#: Pixels of a kept picture: as wide as a list can become at the largest scale.
_WIDE = 640


class ScenePictures:
    """Pictures by scene, as the widgets know them.

    Parameters
    ----------
    app : App
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self._tried: set[str] = set()
        self._frames = 0

    def name(self, card: SceneCard) -> str:
        """Return the widgets' name of a scene's picture."""
        return f"scene/{card.path}"

    def has(self, card: SceneCard) -> bool:
        """Return whether the picture can be shown now."""
        return self.app.window.ui.has_picture(self.name(card))

    def tick(self, cards: Sequence[SceneCard]) -> bool:
        """Bring one more picture; return whether some are missing."""
        self._frames += 1
        missing = [c for c in cards if not self.has(c) and self.name(c) not in self._tried]
        if not missing or self._frames < 3:
            return bool(missing)
        card = missing[0]
        self._tried.add(self.name(card))
        try:
            png = card.picture.read_bytes() if card.picture else self._drawn(card)
            self.app.window.ui.keep_picture(self.name(card), png)
        except (HulldownError, OSError):
            # The list tells what is wrong with a scene; here only its picture is missing.
            return len(missing) > 1
        return len(missing) > 1

    def _drawn(self, card: SceneCard) -> bytes:
        scene = open_scene(card.path)
        png = SceneCamera(Facts(build_table(scene)), as_seen(scene), width=_WIDE).table()
        self.app.backstage.keep_picture(card, png)
        return png
