"""What a miniature sees, live: a second camera on the same stage, for a part of the window.

The looker's own figure, leaders' floating marks and everything drawn over the table are hidden
from this camera alone, by a bit of the camera's mask; the room round the table is the sky for it.
"""

from __future__ import annotations

import math
from typing import Any

from panda3d.core import Camera, PerspectiveLens

from sim.table.pieces import Stand
from sim.view.cameras import Point3, View
from sim.view.darkroom import SKY, backdrop, hang
from sim.view.eyes import EYES, MAIN, hide_from, show_to
from sim.view.item_buffer import eye_point
from sim.view.table_view import TableView

__all__ = ["LiveEye"]

#: Vertical opening when nothing is looked at, degrees; a target is never framed closer than this.
WIDE_DEG, NARROW_DEG = 50.0, 14.0
_DROP = 0.06
_FAR_IN = 300.0


class LiveEye:
    """Looks through a miniature's eye.

    Parameters
    ----------
    view : TableView

    Attributes
    ----------
    camera : NodePath
        For an inset of the window.
    """

    def __init__(self, view: TableView) -> None:
        self._view = view
        lens = PerspectiveLens()
        lens.setNearFar(0.2, _FAR_IN)
        self.camera: Any = view.stage.root.attachNewNode(Camera("eye", lens))
        self.camera.node().setCameraMask(EYES)
        self._sky: Any = backdrop(SKY)
        self._sky.reparentTo(view.stage.root)
        hide_from(self._sky, MAIN)
        # Each camera sees its own dome; what hangs over the table is for the player, not the eye.
        self._hidden: list[Any] = [view.dome, view.stage.overlays]
        for each in self._hidden:
            hide_from(each, EYES)
        self._shown: tuple[object, str] | None = None
        self._away: list[Any] = []

    def look(
        self,
        looker: Stand,
        name: str = "",
        target: Stand | None = None,
        towards: Point3 | None = None,
    ) -> View:
        """Look through an eye from now on.

        Parameters
        ----------
        looker : Stand
            Whose eye, where he stands or would stand.
        name : str
            His miniature, which does not see itself; empty for one that is not there.
        target : Stand, optional
            Looked at, and framed with its surroundings.
        towards : Point3, optional
            Where to look without a target; by default along the facing.

        Returns
        -------
        View
        """
        eye = eye_point(self._view.facts, looker)
        spot, angle = _ahead(eye, looker.pose.facing), WIDE_DEG
        if towards is not None and math.dist(eye, towards) > 1.0:
            spot = towards
        if target is not None:
            model = self._view.facts.model(target)
            high = self._view.facts.support_under(target) + model.height_in / 2
            spot = (*target.pose.at, high)
            away = max(math.dist(eye, spot), 1.0)
            tall = 2 * math.degrees(math.atan(model.height_in / away))
            angle = min(WIDE_DEG, max(NARROW_DEG, tall * 2.6))
        view = View(eye, spot, angle, near=0.2, far=_FAR_IN)
        self._aim(view)
        self._hide(name)
        return view

    def _aim(self, view: View) -> None:
        fresh: Any = view.node(self._aspect)
        self.camera.node().setLens(fresh.node().getLens())
        self.camera.setTransform(fresh.getTransform())
        hang(self._sky, view)

    _aspect = 1.6

    def frame(self, aspect: float) -> None:
        """Say how wide the picture is over its height; counts from the next look on."""
        self._aspect = aspect

    def _hide(self, name: str) -> None:
        """Hide the looker and the floating marks from this camera, when others are shown."""
        now = (self._view.observed, name)
        if self._shown is not None and self._shown[0] is now[0] and self._shown[1] == name:
            return
        self._unhide()
        self._shown = now
        for piece in self._view.pieces:
            figure = self._view.stage.figure(piece.id)
            parts = [figure] if piece.id == name else list(figure.findAllMatches("**/leader"))
            self._away += parts
        for part in self._away:
            hide_from(part, EYES)

    def _unhide(self) -> None:
        for part in self._away:
            if not part.isEmpty():
                show_to(part, EYES)
        self._away.clear()
        self._shown = None

    def close(self) -> None:
        """Give everything back that was hidden."""
        self._unhide()
        for each in self._hidden:
            if not each.isEmpty():
                show_to(each, EYES)
        self.camera.removeNode()
        self._sky.removeNode()


def _ahead(eye: Point3, facing: float) -> Point3:
    turn = math.radians(facing)
    return (eye[0] + 10 * math.cos(turn), eye[1] + 10 * math.sin(turn), eye[2] - 10 * _DROP)
