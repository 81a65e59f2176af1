"""Ruins by parameters and figures of parts: from their tables to bodies."""

from __future__ import annotations

from collections.abc import Sequence

from sim.errors import HulldownError, Problem
from sim.geometry.areas import check_area
from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import box_mesh, cylinder_mesh, merge, plate_mesh, transform
from sim.geometry.meshes.ruins import (
    Ruin,
    WindowRow,
    ruin_blocks,
    ruin_faults,
    ruin_floor,
    ruin_mesh,
)
from sim.geometry.pose import Pose
from sim.geometry.units import NOISE_IN
from sim.table.kit import KitPiece
from sim.table.reading import Collector
from sim.table.schema import FloorFile, KitFile, RuinFile, SilhouetteFile, SolidFile

__all__ = ["figure_of_parts", "ruin_of", "ruin_piece"]


def ruin_of(file: RuinFile) -> Ruin:
    """Return the ruin that a table describes."""
    rows = tuple(
        WindowRow(row.sill, row.head, row.width, row.jamb, row.count, row.every, tuple(row.walls))
        for row in file.windows
    )
    return Ruin(
        file.plan,
        file.width,
        file.depth or 0.0,
        file.height,
        file.thickness,
        rows,
        file.broken,
        file.seed,
        tuple(file.floors),
    )


def ruin_piece(file: RuinFile, found: Collector, where: str) -> KitPiece | None:
    """Return a ruin's body with its kind, floors and walls, or None with its faults gathered.

    Parameters
    ----------
    where : str
        The place of the ruin's table in its file.
    """
    ruin = ruin_of(file)
    faults = ruin_faults(ruin)
    for fault in faults:
        place = f"{where}.{fault.where}"
        found.problems.append(Problem(fault.key, place, found.file, dict(fault.params)))
    if faults:
        return None
    own = KitFile(
        id="ruin",
        role="terrain",
        model="ruin",
        kind="ruin",
        blocks=[list(block) for block in ruin_blocks(ruin)],
        floor=[
            FloorFile(str(i), z, list(ruin_floor(ruin, z))) for i, z in enumerate(ruin.floors, 1)
        ],
    )
    return KitPiece(own, ruin_mesh(ruin), "")


def figure_of_parts(
    solids: Sequence[SolidFile], silhouette: SilhouetteFile | None, found: Collector, where: str
) -> MeshData | None:
    """Return a figure built of solids and a silhouette, or None with its faults gathered."""
    before = len(found.problems)
    if not solids and silhouette is None:
        found.add("parts_needs", where)
    made = [
        _solid(solid, found, f"{where}.solids[{index + 1}]") for index, solid in enumerate(solids)
    ]
    if silhouette is not None:
        made.append(_plate(silhouette, found, f"{where}.silhouette"))
    bodies = [body for body in made if body is not None]
    low = min((float(body.bounds[0, 2]) for body in bodies), default=0.0)
    if low < -NOISE_IN:
        found.add("parts_sunk", where, by=f"{-low:.3f}")
    return merge(bodies) if bodies and len(found.problems) == before else None


def _solid(solid: SolidFile, found: Collector, where: str) -> MeshData | None:
    given = {
        "box": {"low": solid.low, "high": solid.high},
        "cylinder": {"at": solid.at, "radius": solid.radius, "height": solid.height},
    }
    own = given[solid.shape]
    others = [key for sort, keys in given.items() if sort != solid.shape for key in keys]
    for key in others:
        if getattr(solid, key) is not None:
            found.add("solid_key", f"{where}.{key}", model=solid.shape, key=key)
    missing = [key for key, value in own.items() if value is None]
    if missing:
        found.add("solid_needs", where, model=solid.shape, key=", ".join(missing))
    elif solid.low is not None and solid.high is not None:
        if all(low < high for low, high in zip(solid.low, solid.high, strict=True)):
            return box_mesh(solid.low, solid.high, solid.part)
        found.add("box_corners", where, found=list(solid.low), expected=list(solid.high))
    elif solid.at is not None and solid.radius is not None and solid.height is not None:
        x, y, z = solid.at
        body = cylinder_mesh(solid.radius, solid.height, z, 24, solid.part)
        return transform(body, Pose(x, y))
    return None


def _plate(plate: SilhouetteFile, found: Collector, where: str) -> MeshData | None:
    try:
        ring = check_area(plate.points)
    except HulldownError as error:
        found.add_error(error, f"{where}.points")
        return None
    outline = [(float(x), float(z)) for x, z in ring]
    upright = plate_mesh(outline, plate.thickness_in, plate.part)
    return transform(upright, Pose(0.0, 0.0, -90.0)) if plate.seen_from == "side" else upright
