"""Outlines of a piece, from its own frame into the table's: area, floors and walls."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sim.errors import HulldownError
from sim.geometry.areas import check_area
from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import plan_hull
from sim.geometry.pose import Point, Pose
from sim.table.pieces import Floor
from sim.table.reading import Collector
from sim.table.schema import CircleArea, FloorFile

__all__ = ["PieceOutlines"]

Polygon = tuple[Point, ...]
#: Corners of the polygon that stands for an area by distance: off by 0.0005 in at 3 in.
CIRCLE_CORNERS = 128


class PieceOutlines:
    """Brings the outlines of one piece to the table, and gathers what is wrong with them.

    Parameters
    ----------
    pose : Pose
    found : Collector
    where : str
        The piece's place in the file; empty in a file of its own.
    """

    def __init__(self, pose: Pose, found: Collector, where: str = "") -> None:
        self.pose = pose
        self.found = found
        self._before = f"{where}." if where else ""

    def area(self, value: str | CircleArea | Sequence[Point], body: MeshData) -> Polygon:
        """Return the outline of the piece's area; empty for ``none``."""
        if value == "none":
            return ()
        if value == "hull":
            return self._placed(plan_hull(body).points)
        if isinstance(value, CircleArea):
            return self._placed(_circle(value.radius))
        assert not isinstance(value, str)
        return self._checked(value, "area")

    def blocks(self, value: str | Sequence[Sequence[Point]], body: MeshData) -> tuple[Polygon, ...]:
        """Return what nothing walks through on the piece's level."""
        if value == "none":
            return ()
        if value == "hull":
            return (self._placed(plan_hull(body).points),)
        assert not isinstance(value, str)
        return self._all(value, "blocks")

    def floors(self, value: Sequence[FloorFile], lift: float) -> tuple[Floor, ...]:
        """Return the piece's floors; `lift` is the height of the piece's own origin."""
        floors: list[Floor] = []
        for floor in value:
            key = f"floor[{floor.name}]"
            outline = self._checked(floor.outline, f"{key}.outline")
            if any(each.name == floor.name for each in floors):
                self.found.add("duplicate_id", f"{self._before}{key}", found=floor.name)
            elif outline:
                blocks = self._all(floor.blocks, f"{key}.blocks")
                floors.append(Floor(floor.name, floor.z_in + lift, outline, blocks))
        return tuple(floors)

    def _all(self, polygons: Sequence[Sequence[Point]], key: str) -> tuple[Polygon, ...]:
        checked = [
            self._checked(points, f"{key}[{index + 1}]") for index, points in enumerate(polygons)
        ]
        return tuple(each for each in checked if each)

    def _checked(self, points: Sequence[Point], key: str) -> Polygon:
        try:
            ring = check_area(points)
        except HulldownError as error:
            self.found.add_error(error, f"{self._before}{key}")
            return ()
        return self._placed([(float(x), float(y)) for x, y in ring])

    def _placed(self, points: Sequence[Point]) -> Polygon:
        return tuple(self.pose.to_table(point) for point in points)


def _circle(radius: float) -> list[Point]:
    """Return a polygon that runs half outside and half inside the circle."""
    step = 2 * math.pi / CIRCLE_CORNERS
    reach = radius * 2 / (1 + math.cos(step / 2))
    return [(reach * math.cos(i * step), reach * math.sin(i * step)) for i in range(CIRCLE_CORNERS)]
