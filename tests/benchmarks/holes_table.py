"""How sharply sight draws its limit: walls with one round hole at 2,000 random places.

Run as a script: ``python -m tests.benchmarks.holes_table [PLACES]``. Each row is one size of hole:
its projection on the target's plane, as a multiple of the stated diameter of 0.0236 in.
"""

from __future__ import annotations

import sys

from sim.geometry.meshes import box_mesh, cylinder_mesh, merge, transform
from sim.geometry.pose import Pose
from sim.geometry.sight.bodies import Body, make_body
from tests.benchmarks.bench_sight import make_figure
from tests.geometry.sight_holes import count_wrong

SCALES = (1.1, 1.02, 1.01, 0.99, 0.98, 0.9)


def make_walker() -> Body:
    """Return a walker 2.8 in tall: a hull on two round legs."""
    legs = [transform(cylinder_mesh(0.15, 1.4, 0.0, 16), Pose(0.1, y)) for y in (-0.7, 0.7)]
    return make_body(merge([*legs, box_mesh((-0.9, -0.8, 1.3), (0.9, 0.8, 2.8), "hull")]))


def main(places: int) -> None:
    """Print how many holes of each size were read wrongly."""
    print(f"{places} random places each; holes over 1 must be seen through, under 1 are closed")
    for name, body in (("figure", make_body(make_figure())), ("walker", make_walker())):
        for scale in SCALES:
            wrong = count_wrong(11, scale, body, places).wrong
            said = "missed" if scale > 1 else "seen though closed"
            print(f"{name}  hole x {scale:<5}  {len(wrong)} {said} {wrong[:8] or ''}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
