"""Verdicts within an error of measurement: proven, turned, or neither, and never more than that."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from sim.geometry.measured import MEASUREMENTS, Holds, Measured, holds_within
from sim.geometry.measured.stage import EYE, NOTHING, TARGET, Shift, Stage
from sim.geometry.meshes import box_mesh, cylinder_mesh, merge
from sim.geometry.pose import Pose
from sim.geometry.rays import SolidSet
from sim.geometry.sight import Query, verdict, verdicts
from sim.geometry.sight.bodies import Target, make_body
from tests.geometry.case_files import cases, query_of, solids_of
from tests.geometry.margin_scenes import make_scene

SOLDIER = make_body(cylinder_mesh(0.4, 1.6, sides=48))
SIXTEENTH = Measured(places_in=1 / 16, pieces_in=1 / 16)


def _query(x: float = 12.0, y: float = 0.0, eye: float = 1.6) -> Query:
    return Query((0.0, 0.0, eye), Target(SOLDIER, Pose(x, y)))


def _anywhere(stage: Stage, measured: Measured, seed: int) -> dict[str, Shift]:
    """Return random shifts within the error, half of them on its rim."""
    rng = np.random.default_rng(seed)

    def one(plan: float, up: float) -> Shift:
        turn, far = rng.uniform(0, 2 * math.pi), 1.0 if rng.random() < 0.5 else rng.random()
        rise = up * float(rng.integers(-1, 2))
        return (plan * far * math.cos(turn), plan * far * math.sin(turn), rise)

    shifts = {EYE: one(measured.places_in, measured.eye_in)}
    shifts[TARGET] = one(measured.places_in, measured.heights_in)
    for solid in stage.movables:
        off = measured.places_in if solid.is_hull else measured.pieces_in
        shifts[solid.name] = one(off, measured.heights_in)
    return shifts


def test_the_man_behind_the_book_s_window_is_too_close_to_call_within_a_sixteenth() -> None:
    case = next(case for case in cases("sight", "case") if case["id"] == "D14 13 percent")
    terrain, query = solids_of(case), query_of(case["see"][0])
    holds = holds_within(terrain, query, SIXTEENTH)
    assert holds.answer == "too_close"
    stage = Stage(terrain, query, SIXTEENTH)
    assert verdict(NOTHING, stage.at(dict(holds.turned_by))) is not verdict(terrain, query)
    for _, (x, y, rise) in holds.turned_by:
        assert math.hypot(x, y) <= 1 / 16 + 1e-12
        assert rise == 0
    # The edge must move 0.1711 in on the target's line: 0.159 by figures alone or by wall alone.
    assert holds.settles == ("places", "pieces")
    assert holds_within(terrain, query, Measured(1 / 32, 1 / 32)).answer == "holds"


def test_the_same_wall_as_one_piece_is_too_close_to_call_too() -> None:
    case = next(case for case in cases("sight", "case") if case["id"] == "D14 13 percent")
    wall = merge([box_mesh(box[:3], box[3:]) for box in case["boxes"]])
    terrain = SolidSet({"wall": wall})
    assert holds_within(terrain, query_of(case["see"][0]), SIXTEENTH).answer == "too_close"


def test_an_open_field_holds_within_any_error_worth_the_name() -> None:
    assert holds_within(SolidSet({}), _query(), Measured(0.5, 0.5, 0.5, 0.5)) == Holds("holds", 0)


def test_no_error_at_all_leaves_nothing_to_doubt() -> None:
    terrain = SolidSet({"wall": box_mesh((6, -9, 0), (6.05, 0.2, 4))})
    assert holds_within(terrain, _query(), Measured()) == Holds("holds", 0)


@pytest.mark.parametrize("thick", [0.0001, 0.05, 1.0])
def test_a_wide_wall_hides_within_a_sixteenth_however_thin_it_is(thick: float) -> None:
    terrain = SolidSet({"wall": box_mesh((6, -3, 0), (6 + thick, 3, 4))})
    measured = Measured(1 / 16, 1 / 16, 1 / 16, 1 / 16)
    assert holds_within(terrain, _query(), measured).answer == "holds"


def test_two_walls_that_hide_only_together_may_part() -> None:
    left, right = box_mesh((6, 0, 0), (6.1, 3, 4)), box_mesh((6, -3, 0), (6.1, 0, 4))
    apart = holds_within(SolidSet({"left": left, "right": right}), _query(), SIXTEENTH)
    assert apart.answer == "too_close"
    assert {name for name, _ in apart.turned_by} <= {"left", "right", "eye", "target"}
    assert apart.settles == () or apart.settles == ("pieces",)
    # Overlapping by more than they can part, they hide for certain: each line meets one of them.
    wide = box_mesh((6.4, -3, 0), (6.5, 0.6, 4))
    assert holds_within(SolidSet({"left": left, "right": wide}), _query(), SIXTEENTH).answer == (
        "holds"
    )


def test_a_wall_as_high_as_the_line_is_settled_by_heights_not_by_places() -> None:
    # Eye and top of the man at 1.6, the wall's top at 1.63.
    terrain = SolidSet({"wall": box_mesh((6, -9, 0), (6.5, 9, 1.63))})
    measured = Measured(places_in=0.02, heights_in=0.05)
    holds = holds_within(terrain, _query(), measured)
    assert holds.answer == "too_close"
    assert holds.settles == ("heights",)
    assert all((x, y) == (0, 0) for _, (x, y, _) in holds.turned_by)


def test_only_the_shifts_that_the_turn_needs_are_named() -> None:
    near = box_mesh((6, -9, 0), (6.1, 0.21, 4))
    far = box_mesh((3, 1.5, 0), (3.4, 2.5, 4))
    terrain = SolidSet({"near": near, "aside": far})
    holds = holds_within(terrain, _query(), SIXTEENTH)
    assert holds.answer in {"too_close", "holds"}
    assert "aside" not in dict(holds.turned_by)


@pytest.mark.parametrize("name", MEASUREMENTS)
@pytest.mark.parametrize("error", [-0.1, math.nan, math.inf])
def test_an_error_that_is_no_length_is_refused(name: str, error: float) -> None:
    with pytest.raises(ValueError, match="error of measurement"):
        holds_within(SolidSet({}), _query(), replace(Measured(), **{f"{name}_in": error}))


def test_a_stage_with_nothing_moved_gives_the_measured_verdict() -> None:
    for seed in range(200, 215):
        scene = make_scene(seed)
        terrain, query = scene.terrain(), scene.query()
        stage = Stage(terrain, query, SIXTEENTH)
        assert verdict(NOTHING, stage.at({})) is verdict(terrain, query), seed


@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.slow) for first in range(12, 72, 12))]
)
def test_what_holds_is_turned_by_no_position_and_what_is_too_close_by_the_one_it_names(
    first: int,
) -> None:
    proven = 0
    for seed in range(first, first + 12):
        scene = make_scene(seed)
        terrain, query = scene.terrain(), scene.query()
        error = (0.02, 1 / 16, 1 / 8)[seed % 3]
        measured = Measured(error, error, *((error, error) if seed % 2 else (0.0, 0.0)))
        seen, holds = verdict(terrain, query), holds_within(terrain, query, measured)
        stage = Stage(terrain, query, measured)
        if holds.answer == "holds":
            proven += 1
            places = [_anywhere(stage, measured, number) for number in range(24)]
            assert set(verdicts(NOTHING, [stage.at(place) for place in places])) == {seen}, seed
        elif holds.answer == "too_close":
            assert verdict(NOTHING, stage.at(dict(holds.turned_by))) is not seen, seed
        else:
            assert holds.tried > 50
    assert proven >= 3


def test_more_error_never_holds_where_less_was_too_close() -> None:
    for seed in range(300, 308):
        scene = make_scene(seed)
        terrain, query = scene.terrain(), scene.query()
        answers = [
            holds_within(terrain, query, Measured(error, error)).answer
            for error in (1 / 64, 1 / 16, 1 / 4)
        ]
        for less, more in pairwise(answers):
            assert not (less == "too_close" and more == "holds"), seed
