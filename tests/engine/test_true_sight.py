"""True sight by option: from the eye or the base, any part or the body, base or no base."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sim.engine.sight_reasons import Names, sight_reason
from sim.engine.true_sight import OPTIONS, TrueSight, look, options_of, sight_of
from sim.errors import InputProblems
from sim.geometry.meshes import box_mesh, cylinder_mesh, merge
from sim.geometry.pose import Pose
from sim.geometry.shapes import Box, Disc, Hull, Oval, disc_mm
from sim.table.facts import Facts, Measured
from sim.table.pieces import Floor, Model, Stand
from tests.table.builders import box, facts_of, soldier, square

EYE = options_of({})


def by(**options: str) -> dict[str, str]:
    return options_of(options)


def banner_man() -> Model:
    """Return a man who holds a banner far to his left, on a base with a rim of its own."""
    figure = cylinder_mesh(0.4, 1.6, name="figure")
    banner = box_mesh((-0.05, 2.0, 1.0), (0.05, 3.0, 2.0), "banner")
    base = cylinder_mesh(disc_mm(30).radius, 0.12, name="base")
    return Model("flag", disc_mm(30), 1.6, 1.6, merge([figure, banner, base]))


def seen(
    facts: Facts, a: Stand, b: Stand, options: Mapping[str, str], **asked: object
) -> TrueSight:
    return look(facts, (a, b), (), options, **asked)  # type: ignore[arg-type]


# --- options ------------------------------------------------------------------------------------


def test_the_first_value_of_every_option_is_the_default():
    assert options_of({}) == {name: values[0] for name, values in OPTIONS.items()}


@pytest.mark.parametrize(
    ("given", "said"),
    [({"eyes": "eye"}, "eye"), ({"eye": "bas"}, "base"), ({"target": "torso"}, "part, body")],
)
def test_an_unknown_name_or_value_is_refused_with_what_there_is(given: dict[str, str], said: str):
    with pytest.raises(InputProblems, match=said):
        options_of(given)


def test_all_that_is_wrong_is_said_at_once():
    with pytest.raises(InputProblems) as caught:
        options_of({"eyes": "eye", "base": "maybe"})
    assert len(caught.value.problems) == 2


# --- the eye ------------------------------------------------------------------------------------


def corner() -> Facts:
    """Return a wall that ends just beside the line between two men."""
    return facts_of(box("wall", (10, 10.5), (9.5, 30), 4))


def test_a_man_behind_a_corner_sees_from_the_rim_of_his_base_alone():
    facts, a, b = corner(), soldier(9.2, 9.9), soldier(30, 6)
    eye, base = seen(facts, a, b, EYE), seen(facts, a, b, by(eye="base"))
    assert not eye.report.sight.visible
    assert base.report.sight.visible
    assert base.report.looker.pose.y < a.pose.y
    assert facts.eye(base.report.looker)[2] == facts.eye(a)[2]
    assert sight_of(facts, (a, b), (), by(eye="base")) == base.report.sight
    (first, *_) = base.reason.children
    assert first.text().startswith("option eye = base: of 9 places")
    assert "rim" in first.text()


def test_of_a_blocked_pair_the_least_margin_of_all_places_is_told():
    facts, a, b = corner(), soldier(9.2, 10.2), soldier(30, 7.6)
    one, all_round = seen(facts, a, b, EYE).report, seen(facts, a, b, by(eye="base")).report
    assert not one.sight.visible
    assert not all_round.sight.visible
    # The rim nearest to the wall's end is the first to see him.
    assert all_round.margin.target_in < one.margin.target_in
    assert all_round.margin.shooter_tried > one.margin.shooter_tried


def test_the_rim_over_a_drop_keeps_the_height_of_the_eye():
    hill = box("hill", (0, 10), (0, 20), 3, carries=True)
    facts = facts_of(hill)
    a, b = soldier(9.8, 10), soldier(30, 10)
    found = seen(facts, a, b, by(eye="base"))
    eyes = [found.facts.eye(found.report.looker)[2], facts.eye(a)[2]]
    assert eyes[0] == pytest.approx(eyes[1])
    ledge = Floor("top", 6.0, square((0, 10), (0, 20)))
    tower = facts_of(box("tower", (0, 10), (0, 20), 6, floors=[ledge]))
    up = soldier(9.8, 10, "tower/top")
    assert seen(tower, up, b, by(eye="base")).report.sight.visible


@pytest.mark.parametrize(
    ("base", "places"),
    [
        (Disc(0.5), 9),
        (Oval(1.0, 0.5), 9),
        (Box(2.0, 1.0), 9),
        (Hull(((-1.0, -1.0), (1.0, -1.0), (0.0, 1.0))), 4),
    ],
)
def test_every_kind_of_base_has_a_rim(base: Disc | Oval | Box | Hull, places: int):
    model = Model("odd", base, 1.6, 1.6, cylinder_mesh(0.4, 1.6, name="figure"))
    facts = facts_of(odd=model)
    found = seen(facts, Stand("odd", Pose(5, 5, 30)), soldier(20, 5), by(eye="base"))
    assert found.reason.children[0].params["tried"] == places


def test_a_verdict_that_some_place_surely_has_is_sure():
    facts, a, b = corner(), soldier(9.2, 9.9), soldier(30, 6)
    report = seen(facts, a, b, by(eye="base"), measured=Measured(places_in=1e-4)).report
    assert report.holds is not None
    assert report.sight.visible


# --- what counts --------------------------------------------------------------------------------


def test_a_banner_alone_is_a_part_and_no_body():
    facts = facts_of(box("wall", (10, 10.5), (9, 11.5), 4), flag=banner_man())
    a, b = soldier(2, 10), Stand("flag", Pose(18, 10))
    assert seen(facts, a, b, EYE).report.sight.visible
    body = seen(facts, a, b, by(target="body"))
    assert not body.report.sight.visible
    assert "banner" not in body.facts.model(b).seen_parts
    assert body.reason.children[1].text().startswith("option target = body")


def test_the_base_counts_by_option():
    over = box("wall", (10, 10.5), (5, 15), 4, low=0.05)
    facts = facts_of(over, flag=banner_man())
    low = Model("low", disc_mm(30), 0.02, 0.02, cylinder_mesh(0.4, 0.02, name="figure"))
    facts = facts_of(over, flag=banner_man(), low=low)
    a, b = Stand("low", Pose(9.5, 10)), Stand("flag", Pose(12, 10))
    hidden, shown = seen(facts, a, b, by(target="body")), seen(facts, a, b, by(base="in"))
    assert shown.report.sight.share > hidden.report.sight.share
    assert "base" in shown.facts.model(b).seen_parts
    (_, _, base) = shown.reason.children
    assert base.text() == "option base = in: the target's base counts"


def test_a_model_of_weapons_alone_keeps_them():
    gun = Model("gun", disc_mm(30), 1.0, 1.0, box_mesh((-0.3, -0.3, 0), (0.3, 0.3, 1), "weapon"))
    facts = facts_of(gun=gun)
    found = seen(facts, soldier(2, 2), Stand("gun", Pose(9, 2)), by(target="body"))
    assert found.report.sight.visible
    assert found.facts.model(Stand("gun", Pose(9, 2))).seen_parts == ("weapon",)


def test_the_explanation_of_a_changed_target_is_written():
    facts = facts_of(flag=banner_man())
    found = seen(facts, soldier(2, 10), Stand("flag", Pose(18, 10)), by(eye="base", base="in"))
    lines = sight_reason(found.report, Names("A", "B")).lines() + found.reason.lines()
    assert lines[0].startswith("A sees ")
