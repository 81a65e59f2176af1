"""What a person should know of a model, and what was changed, as lines."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.meshes.footprints import Footprint
from sim.geometry.meshes.health import Dropped, Health, is_flat_cutout, resting_areas
from sim.table.importing.orders import Line

__all__ = ["findings_of", "repairs_of"]

#: Larger than this is larger than most terrain.
LARGE_IN = 36.0
#: Thinner than this is a sheet.
SHEET_IN = 1e-4
#: Seating that moves a model less is not worth a line.
MOVED_IN = 0.001
_FLAT, _NOT_FLAT = 0.3, 0.02


def findings_of(
    placed: MeshData, health: Health, covered: Footprint | None, up: str, confirmed: bool
) -> tuple[Line, ...]:
    """Return what is odd about a model that stands on the table.

    Parameters
    ----------
    placed : MeshData
        Inches, z up, seated.
    up : str
        The file's axis that was taken for up.
    confirmed : bool
        The person said so himself: no doubt is raised then.
    """
    lines = [*_of_surface(health), *_of_size(placed), *_of_outline(covered)]
    if not confirmed:
        lines += _of_up(placed, up)
    return tuple(lines)


def _of_surface(health: Health) -> Iterator[Line]:
    if health.open_edges:
        yield Line("importing.finding.open", {"count": health.open_edges})
    if health.crowded_edges:
        yield Line("importing.finding.crowded", {"count": health.crowded_edges})
    if health.bodies > 1:
        yield Line("importing.finding.bodies", {"count": health.bodies})


def _of_size(placed: MeshData) -> Iterator[Line]:
    size = np.ptp(placed.vertices, axis=0)
    if float(size.max()) > LARGE_IN:
        yield Line("importing.finding.large", {"wide": float(size.max())})
    if float(size.min()) < SHEET_IN:
        yield Line("importing.finding.sheet")


def _of_outline(covered: Footprint | None) -> Iterator[Line]:
    if covered is None:
        yield Line("importing.finding.no_area")
    elif covered.is_hull:
        yield Line("importing.finding.hull", {"count": covered.bodies})


#: With z up, what an axis of the seated model was called in the file.
_STORED = {
    "z": {"x": "x", "y": "y", "z": "z"},
    "y": {"x": "x", "y": "-z", "z": "y"},
    "x": {"x": "y", "y": "z", "z": "x"},
    "-z": {"x": "x", "y": "-y", "z": "-z"},
    "-y": {"x": "x", "y": "z", "z": "-y"},
    "-x": {"x": "y", "y": "-z", "z": "-x"},
}


def _of_up(placed: MeshData, up: str) -> Iterator[Line]:
    resting = resting_areas(placed.vertices, placed.faces)
    sides = [axis for axis in ("y", "x", "-y", "-x") if axis != "z"]
    best = max(sides, key=lambda axis: resting[axis])
    flat_out = is_flat_cutout(placed.vertices, placed.faces)
    if flat_out and resting[best] > _FLAT:
        high = float(placed.bounds[1, 2])
        yield Line("importing.finding.lies_flat", {"up": _stored(up, best), "high": high})
        return
    everywhere = max(resting, key=lambda axis: resting[axis])
    if resting["z"] < _NOT_FLAT and resting[everywhere] > _FLAT:
        shown = {"up": _stored(up, everywhere), "share": resting[everywhere] * 100}
        yield Line("importing.finding.other_up", shown)


def _stored(up: str, axis: str) -> str:
    """Return what an axis of the seated model is called in the file."""
    name = _STORED[up][axis.removeprefix("-")]
    if not axis.startswith("-"):
        return name
    return name.removeprefix("-") if name.startswith("-") else f"-{name}"


def repairs_of(dropped: Dropped, moved: Floats) -> tuple[Line, ...]:
    """Return what was changed: triangles dropped, and the move onto the ground's centre."""
    lines: list[Line] = []
    counts = (
        ("importing.repair.not_finite", dropped.not_finite),
        ("importing.repair.no_area", dropped.no_area),
        ("importing.repair.twice", dropped.twice),
    )
    lines += [Line(key, {"count": count}) for key, count in counts if count]
    up, aside = float(moved[2]), float(np.hypot(moved[0], moved[1]))
    if abs(up) > MOVED_IN:
        key = "importing.repair.raised" if up > 0 else "importing.repair.lowered"
        lines.append(Line(key, {"by": abs(up)}))
    if aside > MOVED_IN:
        lines.append(Line("importing.repair.centred", {"by": aside}))
    return tuple(lines)
