"""Where something stands on the table, and the change of frame that goes with it."""

from __future__ import annotations

import math

import msgspec

from sim.geometry.units import quantise_deg, quantise_in

__all__ = ["GROUND", "Point", "Pose", "pose_from_outside"]

GROUND = "ground"

Point = tuple[float, float]


class Pose(msgspec.Struct, frozen=True, array_like=True):
    """Place of a base or piece in the table frame.

    Attributes
    ----------
    x, y : float
        Inches; origin at the lower left corner of the table, y away from the reader.
    facing : float
        Degrees counter-clockwise from +x; facing 0 looks along +x.
    level : str
        ``"ground"`` or ``"piece/floor"``; the height follows from the level's support.
    """

    x: float
    y: float
    facing: float = 0.0
    level: str = GROUND

    @property
    def at(self) -> Point:
        """The plan position ``(x, y)`` in inches."""
        return (self.x, self.y)

    def moved(self, x: float, y: float) -> Pose:
        """Return this pose at another plan position."""
        return Pose(x, y, self.facing, self.level)

    def turned(self, facing: float) -> Pose:
        """Return this pose with another facing (degrees, brought into [0, 360))."""
        return Pose(self.x, self.y, facing % 360.0, self.level)

    def to_table(self, point: Point) -> Point:
        """Return a point of the local frame (origin here, +x forward) in the table frame."""
        c, s = math.cos(math.radians(self.facing)), math.sin(math.radians(self.facing))
        return (self.x + c * point[0] - s * point[1], self.y + s * point[0] + c * point[1])

    def to_local(self, point: Point) -> Point:
        """Return a point of the table frame in the local frame of this pose."""
        c, s = math.cos(math.radians(self.facing)), math.sin(math.radians(self.facing))
        dx, dy = point[0] - self.x, point[1] - self.y
        return (c * dx + s * dy, -s * dx + c * dy)


def pose_from_outside(x: float, y: float, facing: float = 0.0, level: str = GROUND) -> Pose:
    """Return a pose quantised to 0.0001 in and 0.01 degree, once.

    Raises
    ------
    ValueError
        When a number is not finite.
    """
    return Pose(quantise_in(x), quantise_in(y), quantise_deg(facing), level)
