"""What the conversation draws on the table: regions, rings, ghosts, outlines, signs.

Every maker returns a NodePath to hang under `Stage.overlays`; removing the node takes it away.
What lies on the ground is draped with a height callable, usually `Stage.relief.height`. Colours
with a meaning come from `sim.view.palette`; dashes, hatching and crosses say the same without
colour.
"""

from sim.view.marks.ghosts import LOOKS, base_height, ghost, outline_piece, tint_off
from sim.view.marks.regions import region
from sim.view.marks.rings import CANDIDATE, HOVER, SELECTED, SUSPECT, base_ring, state_ring
from sim.view.marks.signs import arrow, bead, cross, marker_flag, turn_handle

__all__ = [
    "CANDIDATE",
    "HOVER",
    "LOOKS",
    "SELECTED",
    "SUSPECT",
    "arrow",
    "base_height",
    "base_ring",
    "bead",
    "cross",
    "ghost",
    "marker_flag",
    "outline_piece",
    "region",
    "state_ring",
    "tint_off",
    "turn_handle",
]
