"""The tools that are always at hand, used as a person uses them, checked against the facts."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
import numpy as np
import pytest

from sim.geometry import measure
from sim.table.dead_ground import dead_ground
from sim.table.pieces import Stand
from sim.window.keys import ACTIONS, text_of
from sim.window.tools.heat_work import Survey
from sim.words import say
from tests.window.tool_table import Looker, looking


@pytest.fixture(scope="module")
def table() -> Iterator[Looker]:
    with looking() as person:
        yield person


@pytest.fixture
def person(table: Looker) -> Looker:
    table.begin()
    return table


# --- M ----------------------------------------------------------------------------------------


def test_a_ruler_from_base_to_base_tells_the_gap_that_the_rules_use(person: Looker):
    person.press("m")
    person.drag(person.pixel_of("rangers/1"), (500, 400), person.pixel_of("grenadiers/1"))
    gap = person.page.view.facts.gap(person.stand("rangers/1"), person.stand("grenadiers/1"))
    assert person.facts["rulers"] == {1: pytest.approx(gap.inches, abs=1e-3)}
    assert person.sees("measure/ruler/1")


def test_a_ruler_from_a_base_to_a_place_begins_at_the_bases_nearest_point(person: Looker):
    person.press("m")
    person.drag(person.pixel_of("rangers/1"), (500, 300), person.pixel((24.0, 36.0)))
    stand = person.stand("rangers/1")
    base = person.page.view.facts.model(stand).base
    exact = measure.gap_to_point(base, stand.pose, (24.0, 36.0))
    assert person.facts["rulers"][1] == pytest.approx(exact, abs=0.08)


def test_several_rulers_lie_at_once_and_stay_while_other_things_are_done(person: Looker):
    person.press("m")
    person.drag(person.pixel((3.0, 45.5)), person.pixel((9.0, 45.5)))
    person.drag(person.pixel((42.0, 3.0)), person.pixel((54.0, 3.0)))
    person.press("m")
    assert "tool" not in person.facts
    person.press("r")
    person.press("r")
    lengths = person.facts["rulers"]
    assert lengths == {1: pytest.approx(6.0, abs=0.1), 2: pytest.approx(12.0, abs=0.1)}


def test_a_rulers_cross_takes_it_away_and_no_other(person: Looker):
    person.press("m")
    person.drag(person.pixel((3.0, 45.5)), person.pixel((9.0, 45.5)))
    person.drag(person.pixel((42.0, 3.0)), person.pixel((54.0, 3.0)))
    person.press("m")
    person.click("measure/ruler/1/remove")
    assert list(person.facts["rulers"]) == [2]


def test_escape_clears_the_rulers_and_then_puts_the_tool_away(person: Looker):
    person.press("m")
    person.drag(person.pixel((3.0, 45.5)), person.pixel((9.0, 45.5)))
    person.press("escape")
    assert "rulers" not in person.facts
    assert person.facts["tool"] == "measure"
    person.press("escape")
    assert "tool" not in person.facts


def test_a_rulers_end_snaps_to_the_edge_of_a_piece_unless_shift_is_held(person: Looker):
    terrain = person.page.view.facts.table.terrain
    area = next(p.area for p in terrain.values() if p.kind == "hills")
    corner = min(area)
    near = (corner[0] - 0.12, corner[1])
    person.press("m")
    person.drag(person.pixel((2.0, corner[1])), person.pixel(near))
    (ruler,) = person.page.tools.rulers.rulers
    assert ruler.b.piece
    assert math.dist(ruler.b.at, corner) < 0.4
    assert measure.gap_to_area(
        measure.Disc(1e-6),
        person.stand("rangers/1").pose.moved(*ruler.b.at),
        terrain[ruler.b.piece].area,
    ) == pytest.approx(0.0, abs=1e-4)


def test_a_ruler_follows_the_miniature_that_it_holds_on_to(person: Looker):
    person.press("m")
    person.drag(person.pixel_of("rangers/1"), (500, 400), person.pixel_of("grenadiers/1"))
    before = person.facts["rulers"][1]
    seen = person.page.view.observed
    assert seen is not None
    pieces = tuple(
        msgspec.structs.replace(piece, pose=piece.pose.moved(14.0, 36.0))
        if piece.id == "rangers/1"
        else piece
        for piece in seen.pieces
    )
    person.page.view.show(msgspec.structs.replace(seen, pieces=pieces), glide=False)
    person.frames(2)
    gap = person.page.view.facts.gap(person.stand("rangers/1"), person.stand("grenadiers/1"))
    assert person.facts["rulers"][1] == pytest.approx(gap.inches, abs=1e-3)
    assert person.facts["rulers"][1] < before - 2.0


# --- L ----------------------------------------------------------------------------------------


def test_sight_between_two_miniatures_tells_verdict_share_margin_and_why(person: Looker):
    person.press("l")
    person.click_at(person.pixel_of("rangers/1"))
    person.click_at(person.pixel_of("grenadiers/1"))
    facts, pair = person.page.view.facts, (person.stand("rangers/1"), person.stand("grenadiers/1"))
    told = person.facts["sight"]
    solids = [person.stand("walker/1")]
    exact = facts.sight(*pair, solids)
    assert told["visible"] == exact.visible
    assert told["share"] == pytest.approx(exact.share, abs=1e-6)
    person.wait(lambda: person.facts["sight"]["margin"] is not None)
    margin = facts.sight_report(*pair, solids).margin
    assert person.facts["sight"]["margin"] == pytest.approx(margin.target_in, abs=1e-5)
    assert person.sees("sight/verdict")
    assert any(name.startswith("sight/why/") for name in person.places)


def test_whoever_is_selected_looks_at_whom_the_pointer_is_on(person: Looker):
    person.click_at(person.pixel_of("rangers/2"))
    person.press("l")
    person.point(person.pixel_of("grenadiers/3"))
    person.frames(2)
    assert person.facts["sight"]["looker"] == "rangers/2"
    assert person.facts["sight"]["target"] == "grenadiers/3"
    person.point(person.pixel_of("grenadiers/2"))
    person.frames(2)
    assert person.facts["sight"]["target"] == "grenadiers/2"


def test_a_click_holds_the_target_and_tab_turns_the_question_round(person: Looker):
    person.click_at(person.pixel_of("rangers/2"))
    person.press("l")
    person.click_at(person.pixel_of("grenadiers/2"))
    person.point(person.pixel((30.0, 44.0)))
    assert person.facts["sight"]["target"] == "grenadiers/2"
    person.press("tab")
    told = person.facts["sight"]
    assert (told["looker"], told["target"]) == ("grenadiers/2", "rangers/2")


def test_what_blocks_is_outlined_and_let_go_again(person: Looker):
    blocked = None
    for target in ("grenadiers/1", "grenadiers/2", "grenadiers/3"):
        for looker in ("rangers/1", "rangers/2", "walker/1"):
            if not person.page.view.facts.sees(person.stand(looker), person.stand(target)):
                blocked = (looker, target)
    assert blocked is not None, "the table of this test needs a blocked pair"
    person.press("l")
    person.click_at(person.pixel_of(blocked[0]))
    person.click_at(person.pixel_of(blocked[1]))
    asked = person.page.tools.sight.asked
    assert asked is not None
    blocker = asked.verdict.line.blocker
    holder = person.page.view.stage.pieces[blocker]
    assert holder.findAllMatches("outline").getNumPaths() == 1
    person.press("l")
    assert holder.findAllMatches("outline").getNumPaths() == 0
    assert "sight" not in person.facts


# --- E ----------------------------------------------------------------------------------------


def test_the_eye_opens_small_grows_and_closes(person: Looker):
    person.click_at(person.pixel_of("rangers/1"))
    person.press("e")
    assert (person.facts["eye"], person.facts["eye_size"]) == ("rangers/1", "small")
    ((_, small),) = person.page.insets
    person.press("e")
    person.frames(2)
    ((_, large),) = person.page.insets
    assert large[1] - large[0] > 1.8 * (small[1] - small[0])
    person.press("e")
    assert person.page.insets == ()


def test_the_eyes_picture_is_dragged_by_its_inside_and_sized_by_its_corner(person: Looker):
    person.click_at(person.pixel_of("rangers/1"))
    person.press("e")
    person.frames(2)
    left, top, right, bottom = person.page.tools.covers[0]
    middle = ((left + right) / 2, (top + bottom) / 2)
    person.drag(middle, (middle[0] + 200, middle[1] - 90))
    moved = person.page.tools.covers[0]
    assert moved[0] - left == pytest.approx(200, abs=2)
    assert moved[1] - top == pytest.approx(-90, abs=2)
    grip = (moved[2] - 6, moved[1] + 6)
    person.drag(grip, (grip[0] + 120, grip[1]))
    wider = person.page.tools.covers[0]
    assert wider[2] - wider[0] == pytest.approx(moved[2] - moved[0] + 120, abs=2)
    assert wider[3] == pytest.approx(moved[3], abs=2)


def test_the_eye_looks_from_the_eye_of_the_miniature_and_does_not_see_itself(person: Looker):
    person.click_at(person.pixel_of("rangers/1"))
    person.press("e")
    person.frames(2)
    ((camera, _),) = person.page.insets
    x, y, z = person.page.view.facts.eye(person.stand("rangers/1"))
    assert tuple(camera.getPos()) == pytest.approx((x, y, z), abs=1e-3)
    mask = camera.node().getCameraMask()
    own = person.page.view.stage.figure("rangers/1").node()
    other = person.page.view.stage.figure("rangers/2").node()
    assert own.getDrawControlMask() & mask == mask
    assert (own.getDrawShowMask() & mask).isZero()
    assert not (other.getDrawShowMask() & mask).isZero()


# --- R, G -------------------------------------------------------------------------------------


def test_rings_and_arcs_are_drawn_round_who_is_selected(person: Looker):
    person.click_at(person.pixel_of("walker/1"))
    person.press("r")
    person.press("g")
    told = person.facts
    assert told["ranges_of"] == "walker/1"
    assert told["rings"] == [6.0, 12.0, 18.0, 24.0]
    assert sorted(bearing for bearing, _ in told["arcs"]) == [0.0, 90.0, 180.0, 270.0]
    person.press("r")
    person.press("g")
    assert "ranges_of" not in person.facts


def test_every_point_of_a_ring_lies_so_many_inches_from_the_base(person: Looker):
    from sim.view.ruler_marks import reach_ring

    stand = person.stand("walker/1")
    base = person.page.view.facts.model(stand).base
    flat = lambda x, y: np.zeros_like(x)  # noqa: E731 - a level ground
    ring = reach_ring(base, stand.pose, 9.0, (255, 255, 255, 255), flat)
    data = ring.node().getGeom(0).getVertexData()
    raw = np.frombuffer(data.getArray(0).getHandle().getData(), np.float32).reshape(-1, 8)
    # Four vertices across: the middle of each row is the line itself.
    rows = raw[:, :2].reshape(-1, 4, 2).mean(axis=1).astype(float)
    gaps = [measure.gap_to_point(base, stand.pose, (float(x), float(y))) for x, y in rows[::7]]
    assert gaps == pytest.approx([9.0] * len(gaps), abs=2e-3)


# --- H ----------------------------------------------------------------------------------------


def test_the_heat_map_says_of_each_place_what_dead_ground_says(person: Looker):
    facts = person.page.view.facts
    looker = person.stand("rangers/1")
    body = Stand("grenadier", person.stand("grenadiers/1").pose)
    solids = (person.stand("walker/1"),)
    survey = Survey(facts, (looker,), body, solids, spacings=(6.0, 3.0))
    while not survey.done:
        survey.work(0.05)
    exact = dead_ground(facts, (looker,), body, spacing=3.0, solids=solids)
    assert survey.grid is not None
    assert survey.grid.state.tolist() == exact.state.tolist()
    assert survey.share == pytest.approx(1.0)


def test_a_slice_of_the_heat_map_stops_when_its_time_is_over(person: Looker):
    ticks = iter(np.arange(0.0, 1000.0, 0.02))
    survey = Survey(person.page.view.facts, (person.stand("rangers/1"),), person.stand("walker/1"))
    assert survey.work(0.05, clock=lambda: float(next(ticks)))
    assert not survey.done
    assert 0.0 < survey.share < 0.2


def test_the_heat_key_goes_from_here_to_mine_theirs_both_and_off(person: Looker):
    person.point(person.pixel_of("rangers/1"))
    kinds = []
    for _ in range(5):
        person.press("h")
        kinds.append(person.facts.get("heat", "off"))
    assert kinds == ["here", "mine", "theirs", "both", "off"]


def test_the_heat_map_can_be_stopped_and_another_looker_chosen_by_a_click(person: Looker):
    person.point(person.pixel_of("rangers/1"))
    person.press("h")
    person.click("heat/stop")
    share = person.facts["heat_share"]
    person.frames(3)
    assert person.facts["heat_share"] == share
    person.click("heat/here")
    person.click_at(person.pixel_of("grenadiers/3"))
    assert person.page.tools.heat.from_name == "grenadiers/3"


# --- F1, F2, camera ---------------------------------------------------------------------------


def test_the_rule_panel_finds_a_clause_by_a_word_and_tells_it(person: Looker):
    person.press("f1")
    person.frames(3)
    person.type("soft cover")
    person.frames(3)
    found = [name for name in person.places if name.startswith("rule/dw.")]
    assert found
    person.click(found[0])
    assert person.facts["rule"] == found[0].removeprefix("rule/")
    assert person.sees("rule/gist")
    person.press("escape")
    assert "rule" not in person.facts


def test_a_clause_opens_with_its_options_in_force(person: Looker):
    behind = person.app.backstage
    card = next(
        each
        for each in behind.search_clauses("dust_warfare", "")
        if each.options and each.status == "in"
    )
    person.page.tools.rule.open(card.id)
    person.frames(2)
    assert person.facts["rule"] == card.id
    name, value = next(iter(card.options.items()))
    assert person.page.context.option_texts(name, value) != (name, value)


def test_the_help_card_names_every_action(person: Looker):
    person.press("f2")
    assert person.facts["help"] is True
    assert all(text_of(each.name) for each in ACTIONS)
    groups = {each.group for each in ACTIONS}
    assert all(say(f"window.keys.group.{group}") for group in groups)
    person.press("f2")
    assert "help" not in person.facts


def test_roofs_are_lifted_laid_and_left_alone_in_turn(person: Looker):
    roofs = person.page.view.stage.roofs
    choices = []
    for _ in range(3):
        person.press("q")
        choices.append(roofs.choice)
    assert choices == [False, True, None]


def test_focus_and_the_whole_table(person: Looker):
    orbit = person.page.view.orbit
    orbit.whole_table()
    whole = (*orbit.looks_at, orbit.distance)
    orbit.settle()
    person.frames(2)
    person.point(person.pixel_of("grenadiers/3"))
    person.press("f")
    assert orbit.looks_at == pytest.approx((38.0, 6.0))
    person.press("home")
    assert (*orbit.looks_at, orbit.distance) == pytest.approx(whole)


def test_escape_closes_what_is_in_front_before_the_page_is_left(person: Looker):
    person.click_at(person.pixel_of("rangers/1"))
    person.press("e")
    person.press("f2")
    person.press("escape")
    assert "help" not in person.facts
    assert "eye" in person.facts
    person.press("escape")
    assert "eye" not in person.facts
    assert person.facts["selected"] == "rangers/1"
    person.press("escape")
    assert person.facts["selected"] == ""


# --- sizes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1.5, 2.0])
def test_panels_fit_the_window_at_larger_scales(scale: float):
    with looking(scale=scale) as person:
        person.begin()
        wide, high = person.window.ui.size
        person.click_at(person.pixel_of("rangers/1"))
        person.press("e")
        person.press("l")
        person.click_at(person.pixel_of("walker/1"))
        person.press("f2")
        for left, top, right, bottom in person.window.ui._panels:
            assert left >= -1.0
            assert right <= wide + 1.0
            assert top >= -1.0
            assert bottom <= high + 1.0
        ((_, part),) = person.page.insets
        assert all(-1e-6 <= share <= 1.0 + 1e-6 for share in part)
