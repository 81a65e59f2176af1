"""How sharply sight draws its limit: holes, slits and edges a hair over and under it."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.meshes import box_mesh, cylinder_mesh, merge
from sim.geometry.pose import Pose
from sim.geometry.rays import Blockers, SolidSet
from sim.geometry.sight import Query, Target, verdict
from sim.geometry.sight.bodies import make_body
from sim.geometry.sight.openings_outline import Outline
from sim.geometry.sight.view_plane import ViewPlane
from sim.geometry.units import OPENING_IN
from tests.geometry.sight_holes import annulus, count_wrong

FIGURE = make_body(merge([cylinder_mesh(0.2, 1.1, 0.0, 24), cylinder_mesh(0.12, 0.35, 1.1, 24)]))
RADIUS = OPENING_IN / 2


@pytest.mark.parametrize("scale", [1.02, 0.98])
def test_holes_two_per_cent_over_the_limit_are_found_and_under_it_closed(scale: float) -> None:
    assert count_wrong(21, scale, FIGURE, 60).wrong == ()


@pytest.mark.slow
@pytest.mark.parametrize("scale", [1.02, 0.98])
def test_two_thousand_holes_are_read_without_a_mistake(scale: float) -> None:
    assert count_wrong(11, scale, FIGURE, 2000).wrong == ()


@pytest.mark.parametrize(("past", "seen"), [(0.98, True), (1.02, False)])
def test_a_hole_beside_the_outline_shows_it_when_its_rim_reaches_it(
    past: float, seen: bool
) -> None:
    target = Target(FIGURE, Pose(20, 0, 15))
    view = ViewPlane(np.array([0.0, 0.3, 1.0]), target, Blockers(SolidSet({})))
    radius = 1.02 * RADIUS
    t = np.arange(256) * 2 * np.pi / 256
    circle = np.stack([np.cos(t), np.sin(t)], axis=1)
    for turn in np.arange(6) * (np.pi / 3) + 0.1:
        away = np.array([np.cos(turn), np.sin(turn)])
        # From outside inwards, until the outline is as far off as it shall be.
        steps = 1.2 - np.arange(0, 1.2, 2e-5)
        spots = steps[:, None] * away
        outline = Outline(view, spots, 0.1)
        near, gaps, _ = outline.nearest(spots, 3 * RADIUS)
        middle = spots[near[np.argmin(np.abs(gaps - past * radius))]]
        ring = middle + radius * circle
        inner = view.eye + 0.5 * (view.at(ring) - view.eye)
        outer = view.eye + 0.5 * (view.at(middle + 40 * circle) - view.eye)
        wall = SolidSet({"wall": annulus(inner, outer)})
        assert verdict(wall, Query((0.0, 0.3, 1.0), target)) is seen, turn


@pytest.mark.parametrize(("bulge", "seen"), [(1.03, True), (0.0, False)])
def test_a_closed_slit_is_searched_along_its_whole_length(bulge: float, seen: bool) -> None:
    # A slit five per cent too narrow, as long as the target is tall, with one wider place in it.
    half, x = 0.95 * RADIUS / 2, 10.0
    gap = bulge * RADIUS / 2
    place = (0.80, 0.80 + 4 * gap)
    boxes = {
        "left": box_mesh((x, half, 0), (x + 0.001, 9, 4)),
        "right": box_mesh((x, -9, 0), (x + 0.001, -half, 4)),
    }
    if bulge:
        boxes = {
            f"{side}-{i}": box_mesh(
                (x, min(sign * width, sign * 9), low), (x + 0.001, max(sign * width, sign * 9), top)
            )
            for side, sign in (("left", 1.0), ("right", -1.0))
            for i, (low, top, width) in enumerate(
                [(0.0, place[0], half), (*place, gap), (place[1], 4.0, half)]
            )
        }
    query = Query((0.0, 0.0, 0.8), Target(FIGURE, Pose(20, 0)))
    assert verdict(SolidSet(boxes), query) is seen
