"""Meshes: making, moving, joining, and asking what surface lies under a point.

Reading and writing files is the business of `sim.geometry.meshes.files`, whose `load_mesh` and
`export_glb` are offered here too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import shapely

from sim.errors import HulldownError
from sim.geometry.mesh_data import Floats, Ints, MeshData, Part
from sim.geometry.meshes.files import export_glb, load_mesh
from sim.geometry.pose import Pose
from sim.geometry.rays import SolidSet
from sim.geometry.shapes import Hull

__all__ = [
    "Surface",
    "box_mesh",
    "cylinder_mesh",
    "export_glb",
    "load_mesh",
    "merge",
    "mirrored",
    "plan_hull",
    "plate_mesh",
    "prism_mesh",
    "seated",
    "select_parts",
    "transform",
]


def transform(
    mesh: MeshData,
    pose: Pose | None = None,
    lift: float = 0.0,
    scale: float | tuple[float, float, float] = 1.0,
) -> MeshData:
    """Return the mesh scaled in its own frame, turned, and moved to a pose at height `lift`.

    Parameters
    ----------
    pose : Pose, optional
        The table's origin, facing 0, by default.
    scale : float or (sx, sy, sz)
        Along the model's own axes; must be positive (a mirror image is `mirrored`).
    """
    factors = np.broadcast_to(np.asarray(scale, dtype=np.float64), (3,))
    if not (np.isfinite(factors).all() and (factors > 0).all()):
        raise ValueError("a scale must be positive")
    pose = pose or Pose(0.0, 0.0)
    c, s = math.cos(math.radians(pose.facing)), math.sin(math.radians(pose.facing))
    turn = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
    vertices = (mesh.vertices * factors) @ turn + np.array([pose.x, pose.y, lift])
    return _with(mesh, vertices, mesh.faces)


def mirrored(mesh: MeshData) -> MeshData:
    """Return the mirror image in the plane y = 0, faces still outward."""
    return _with(mesh, mesh.vertices * np.array([1.0, -1.0, 1.0]), mesh.faces[:, ::-1].copy())


def _with(mesh: MeshData, vertices: Floats, faces: Ints) -> MeshData:
    return MeshData(vertices, faces, mesh.parts, mesh.colours, mesh.uv, mesh.texture)


def seated(mesh: MeshData) -> MeshData:
    """Return the mesh moved so that its plan bounds are centred on 0 and its lowest point is 0."""
    low, high = mesh.bounds
    shift = np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]])
    return _with(mesh, mesh.vertices - shift, mesh.faces)


def box_mesh(low: Sequence[float], high: Sequence[float], name: str = "box") -> MeshData:
    """Return an axis-parallel box between two corners: 12 outward faces, one part."""
    ends = np.array([low, high], dtype=np.float64)
    corners = [[ends[i, 0], ends[j, 1], ends[k, 2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    faces = [face for a, b, c, d in quads for face in ((a, b, c), (a, c, d))]
    return _one_part(np.array(corners), np.array(faces, dtype=np.int32), name)


def cylinder_mesh(
    radius: float, height: float, z: float = 0.0, sides: int = 64, name: str = "cylinder"
) -> MeshData:
    """Return an upright closed cylinder around the z axis from `z` to ``z + height``.

    Its `sides` corners lie on the circle; side 0's first corner is on +x.
    """
    t = np.arange(sides) * (2 * math.pi / sides)
    ring = np.stack([radius * np.cos(t), radius * np.sin(t)], axis=1)
    return prism_mesh([tuple(p) for p in ring.tolist()], z, z + height, name)


def prism_mesh(
    outline: Sequence[tuple[float, float]], low: float, high: float, name: str = "prism"
) -> MeshData:
    """Return the upright prism over a convex counter-clockwise outline."""
    n = len(outline)
    ring = np.asarray(outline, dtype=np.float64)
    vertices = np.concatenate(
        [np.column_stack([ring, np.full(n, low)]), np.column_stack([ring, np.full(n, high)])]
    )
    i = np.arange(n)
    j = (i + 1) % n
    k = np.arange(1, n - 1)
    faces = np.concatenate(
        [
            np.column_stack([i, j, j + n]),
            np.column_stack([i, j + n, i + n]),
            np.column_stack([np.zeros_like(k), k + 1, k]),
            np.column_stack([np.full_like(k, n), k + n, k + 1 + n]),
        ]
    )
    return _one_part(vertices, faces.astype(np.int32), name)


def plate_mesh(
    outline: Sequence[tuple[float, float]], thickness: float, name: str = "plate"
) -> MeshData:
    """Return an upright plate square to the x axis, closed, its middle plane at x = 0.

    Parameters
    ----------
    outline : sequence of (y, z)
        Simple and counter-clockwise, concave or not.
    """
    n = len(outline)
    ring = np.asarray(outline, dtype=np.float64)
    half = np.full(n, thickness / 2)
    vertices = np.concatenate([np.column_stack([half, ring]), np.column_stack([-half, ring])])
    numbers = {(float(y), float(z)): i for i, (y, z) in enumerate(ring)}
    cut = shapely.constrained_delaunay_triangles(shapely.Polygon(ring))
    corners = [part.exterior.coords[:3] for part in shapely.get_parts(cut).tolist()]
    front = np.array([[numbers[p[0], p[1]] for p in triangle] for triangle in corners])
    a, b, c = (ring[front[:, k]] for k in range(3))
    area = (b - a)[:, 0] * (c - a)[:, 1] - (c - a)[:, 0] * (b - a)[:, 1]
    front = np.where((area > 0)[:, None], front, front[:, ::-1])
    i = np.arange(n)
    j = (i + 1) % n
    rim = [np.column_stack([j, i, i + n]), np.column_stack([j, i + n, j + n])]
    faces = np.concatenate([front, front[:, ::-1] + n, *rim])
    return _one_part(vertices, faces.astype(np.int32), name)


def _one_part(vertices: Floats, faces: Ints, name: str) -> MeshData:
    return MeshData(vertices, faces, (Part(name, 0, len(faces)),))


def merge(meshes: Iterable[MeshData]) -> MeshData:
    """Return several meshes of one frame as one; their parts follow one another.

    Colours are kept when any mesh has them (the others become white); texture coordinates and the
    texture only when all textured meshes share one texture.
    """
    items = list(meshes)
    if not items:
        return MeshData(np.zeros((0, 3)), np.zeros((0, 3), dtype=np.int32))
    first_vertex = np.cumsum([0, *(len(m.vertices) for m in items)])
    first_face = np.cumsum([0, *(m.triangles for m in items)])
    faces = [m.faces + o for m, o in zip(items, first_vertex, strict=False)]
    parts = [
        Part(part.name, part.first + int(offset), part.count)
        for m, offset in zip(items, first_face, strict=False)
        for part in (m.parts or (Part("", 0, m.triangles),))
    ]
    colours = uv = None
    if any(m.colours is not None for m in items):
        colours = np.concatenate([_colours(m) for m in items])
    textures = {m.texture for m in items if m.texture is not None}
    if len(textures) == 1:
        uv = np.concatenate(
            [np.zeros((len(m.vertices), 2)) if m.uv is None else m.uv for m in items]
        )
    return MeshData(
        np.concatenate([m.vertices for m in items]),
        np.concatenate(faces).astype(np.int32),
        tuple(parts),
        colours,
        uv,
        next(iter(textures)) if len(textures) == 1 else None,
    )


def _colours(mesh: MeshData) -> np.ndarray:
    if mesh.colours is not None:
        return mesh.colours
    return np.full((len(mesh.vertices), 4), 255, dtype=np.uint8)


def select_parts(mesh: MeshData, names: Iterable[str], *, required: bool = False) -> MeshData:
    """Return the faces of the named parts, with the vertices they use.

    Parameters
    ----------
    names : iterable of str
        Names the mesh does not have are passed over.
    required : bool
        Refuse (``geometry.mesh.no_such_part``) when none of the names is a part of the mesh.
    """
    wanted = set(names)
    kept = [part for part in mesh.parts if part.name in wanted]
    if required and not kept:
        raise HulldownError(
            "geometry.mesh.no_such_part",
            found=", ".join(sorted(wanted)),
            expected=", ".join(part.name for part in mesh.parts),
        )
    runs = [mesh.faces[part.first : part.first + part.count] for part in kept]
    faces = np.concatenate([*runs, np.zeros((0, 3), dtype=np.int32)])
    used, renamed = np.unique(faces, return_inverse=True)
    firsts = np.cumsum([0, *(part.count for part in kept)])
    parts = [Part(p.name, int(first), p.count) for p, first in zip(kept, firsts, strict=False)]
    return MeshData(
        mesh.vertices[used],
        renamed.reshape(-1, 3).astype(np.int32),
        tuple(parts),
        None if mesh.colours is None else mesh.colours[used],
        None if mesh.uv is None else mesh.uv[used],
        mesh.texture,
    )


def plan_hull(mesh: MeshData) -> Hull:
    """Return the convex hull of the mesh seen from above, counter-clockwise."""
    used = mesh.vertices[np.unique(mesh.faces)][:, :2]
    hull = shapely.convex_hull(shapely.multipoints(used))
    ring = shapely.get_coordinates(shapely.normalize(hull))[:-1]
    x, y = ring[:, 0], ring[:, 1]
    if float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) < 0:
        ring = ring[::-1]
    return Hull(tuple((float(px), float(py)) for px, py in ring))


class Surface:
    """The upper surface of pieces that carry: how high a plan point lies.

    Parameters
    ----------
    meshes : mapping of name to MeshData
        Table frame, inches.
    """

    def __init__(self, meshes: Mapping[str, MeshData]) -> None:
        self._solid = SolidSet(meshes)

    def heights(self, points: Floats, below: float = math.inf, otherwise: float = 0.0) -> Floats:
        """Return the height of the highest surface at or under `below`, by a ray from above.

        Parameters
        ----------
        points : (n, 2) array
            Plan points, table frame.
        below : float
            Look down from this height (a floor overhead is not what one stands on).
        otherwise : float
            Height where no surface lies below: the table.

        Returns
        -------
        (n,) array, inches; never less than `otherwise`.
        """
        plan = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        if not len(self._solid.bounds) or not len(plan):
            return np.full(len(plan), otherwise)
        low = min(float(self._solid.bounds[:, 0, 2].min()), otherwise) - 1.0
        high = float(self._solid.bounds[:, 1, 2].max()) + 1.0
        top = min(high, below + 1e-4)
        starts = np.column_stack([plan, np.full(len(plan), top)])
        ends = np.column_stack([plan, np.full(len(plan), low)])
        distances, _ = self._solid.first_hit(starts, ends)
        return np.maximum(np.where(np.isfinite(distances), top - distances, otherwise), otherwise)

    def height(self, x: float, y: float, below: float = math.inf, otherwise: float = 0.0) -> float:
        """Return `heights` for one point."""
        return float(self.heights(np.array([[x, y]]), below, otherwise)[0])
