"""How far a sight line may sway past each solid, given the error of measurement.

Only the places of eye, target and solid relative to each other matter. So the solid is held fast,
and its own error in plan is added to those of both ends of the line. A solid whose top may be
higher or lower is a stretched solid: held fast, it is the line's heights that change.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.geometry.margin.frame import Solid

__all__ = ["Measured", "Sway", "sway_past"]


@dataclass(frozen=True)
class Measured:
    """How well a table was measured: nothing is farther off than this, inches.

    Attributes
    ----------
    places_in : float
        Shooter and target in plan, each on its own; hulls in the way as well.
    pieces_in : float
        Each terrain piece in plan, each on its own.
    heights_in : float
        The top of every piece and figure, each on its own; the underside stays.
    eye_in : float
        The height of the eye.
    """

    places_in: float = 0.0
    pieces_in: float = 0.0
    heights_in: float = 0.0
    eye_in: float = 0.0

    @property
    def greatest_in(self) -> float:
        """A distance that no relative place is farther off than, inches."""
        plan = 2 * self.places_in + max(self.pieces_in, self.places_in)
        return plan + 2 * self.heights_in + self.eye_in


@dataclass(frozen=True)
class Sway:
    """How far both ends of a sight line may be off, relative to one solid, inches.

    Attributes
    ----------
    eye, end : float
        In plan.
    eye_z, end_z : float
        Up or down.
    """

    eye: float
    eye_z: float
    end: float
    end_z: float


def sway_past(
    solid: Solid, measured: Measured, eye_z: float, end_zs: tuple[float, float], end_in: float
) -> Sway | None:
    """Return how a line's ends may sway relative to a solid, None when no bound is worth it.

    Parameters
    ----------
    eye_z : float
        Height of the eye, table frame.
    end_zs : (low, high)
        Heights of the line's far end, table frame.
    end_in : float
        Error of the far end's own height.
    """
    bottom, top = float(solid.vertices[:, 2].min()), float(solid.vertices[:, 2].max())
    stretch = measured.heights_in / (top - bottom) if top - bottom > 1e-9 else 0.0
    if stretch > 0.5:
        return None
    own = measured.places_in if solid.is_hull else measured.pieces_in
    plan = measured.places_in + own
    far = float(np.max(np.abs(np.array(end_zs) - bottom)))
    return Sway(
        plan,
        (measured.eye_in + abs(eye_z - bottom) * stretch) / (1 - stretch),
        plan,
        (end_in + far * stretch) / (1 - stretch),
    )
