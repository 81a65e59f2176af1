"""The fast ray engine: embree through its thin Python binding, always in robust mode."""

from __future__ import annotations

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from numpy.typing import NDArray

__all__ = ["EmbreeCaster"]

Singles = NDArray[np.float32]


class EmbreeCaster:
    """One committed embree scene.

    Parameters
    ----------
    meshes : list of (vertices, faces)
        C-contiguous float32 ``(n, 3)`` and int32 ``(m, 3)``, already checked: the engine reads
        out of bounds without complaint. The order of attaching is the mesh number.
    """

    def __init__(self, meshes: list[tuple[Singles, NDArray[np.int32]]]) -> None:
        self._scene = EmbreeScene(robust=True)
        # The binding frees vertex memory with its mesh objects: keep them.
        self._meshes = [TriangleMesh(self._scene, v, f) for v, f in meshes]
        # The first cast commits the scene, which no two threads may do at once.
        up = np.array([[0.0, 0.0, 1.0]], dtype=np.float32)
        self.blocked(np.zeros((1, 3), dtype=np.float32), up, np.zeros(1, dtype=np.float32))

    def blocked(self, origins: Singles, ways: Singles, shares: Singles) -> NDArray[np.bool_]:
        """Return whether anything is met within each share of the way."""
        hits = self._scene.run(origins, ways, dists=shares, query="OCCLUDED")
        return np.asarray(hits >= 0)

    def first(
        self, origins: Singles, ways: Singles, shares: Singles
    ) -> tuple[Singles, NDArray[np.int32]]:
        """Return share of the way and mesh number of the first hit, infinity and -1 for none."""
        found = self._scene.run(origins, ways, dists=shares, query="INTERSECT", output=1)
        hit = np.asarray(found["primID"]) >= 0
        shares = np.where(hit, found["tfar"], np.inf).astype(np.float32)
        return shares, np.where(hit, found["geomID"], -1).astype(np.int32)

    def faces(self, origins: Singles, ways: Singles, shares: Singles) -> NDArray[np.int64]:
        """Return a number of a triangle that is met within each share, -1 where none is."""
        found = self._scene.run(origins, ways, dists=shares, query="INTERSECT", output=1)
        face = np.asarray(found["primID"]).astype(np.int64)
        mesh = np.asarray(found["geomID"]).astype(np.int64)
        return np.where(face >= 0, face + (mesh << 32), -1)
