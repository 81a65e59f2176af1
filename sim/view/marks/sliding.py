"""Marks that are drawn once and then slid along: what follows a pointer need not be made anew."""

from __future__ import annotations

from typing import Any

from panda3d.core import LMatrix4f, NodePath

from sim.geometry.pose import Pose

__all__ = ["Sliding"]


class Sliding:
    """A mark made at a pose that can be put at others, as it is.

    What was draped keeps the form that the ground had where it was made.

    Parameters
    ----------
    mark : NodePath
        Made in table coordinates at `pose`.
    pose : Pose
    z : float
        Height of what the pose stands on, inches.

    Attributes
    ----------
    node : NodePath
        To be hung up in place of the mark.
    """

    def __init__(self, mark: Any, pose: Pose, z: float) -> None:
        self.node: Any = NodePath("sliding")
        self.put(pose, z)
        turned = LMatrix4f(self.node.getMat())
        turned.invertInPlace()
        mark.reparentTo(self.node)
        mark.setMat(turned)

    def put(self, pose: Pose, z: float) -> None:
        """Put it at another pose, at a height."""
        self.node.setPosHpr(pose.x, pose.y, z, pose.facing, 0.0, 0.0)
