"""The acceptance scenes D1 to D19 played through: attacks, reactions and moves as in a game.

Places are those of the scenes, shifted onto the table. A rifle that hits in the open kills; under
Hard cover it does not: so the outcome shows the cover, besides the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from sim.geometry.meshes import box_mesh, merge
from sim.geometry.pose import Pose
from sim.geometry.shapes import Box, disc_mm
from sim.rules.dust_warfare.attack.action import attack_action, legal_targets
from sim.rules.dust_warfare.attack.los import sight
from sim.rules.dust_warfare.movement.action import move_action
from sim.rules.dust_warfare.options import BUNDLES
from sim.rules.dust_warfare.state import Rating, Unit
from sim.table.facts import Facts
from sim.table.pieces import Floor, Model, Terrain
from tests.rules.dust_warfare.field import OPEN, Field, drive, offers, pose, take, to
from tests.rules.dust_warfare.tiny import KNIFE, weapon
from tests.table.builders import box, pieces, square

#: Where the scenes' origin lies on the test table.
X, Y = 20.0, 20.0
LONG = weapon("long", "1/1", range_in=36.0)


def at(*places: tuple[float, float]) -> list[tuple[float, float]]:
    """Return places of a scene on the table."""
    return [(X + x, Y + y) for x, y in places]


def block(
    name: str, x: tuple[float, float], y: tuple[float, float], height: float = 3.0, **more: Any
) -> Terrain:
    """Return a box of terrain of a scene on the table."""
    return box(name, (X + x[0], X + x[1]), (Y + y[0], Y + y[1]), height, **more)


def with_model(field: Field, name: str, model: Model) -> None:
    """Give a field's table another model under a name."""
    table = field.facts.table
    field.facts = Facts(replace(table, models={**table.models, name: model}))


def duel(
    *terrain: Terrain,
    leader: tuple[float, float],
    targets: Sequence[tuple[float, float]],
    kind: str = "Soldier 2",
    options: dict[str, str] | None = None,
    **ratings: str | Rating,
) -> Field:
    """Return a field with an axis rifleman and an allied unit."""
    field = Field(*terrain, ratings=ratings, options=options)
    field.unit("a", "axis", *at(leader), weapons=(LONG,))
    places = [(*place, 180.0) for place in at(*targets)]
    field.unit("b", "allies", *places, kind=kind, dc=5 if kind[0] == "V" else 1)
    return field


def fire(field: Field, dice: str, *answers: Any) -> int:
    """Let unit a fire at unit b and return what the cover cancelled."""
    known = len(field.told.events)
    whom = [take("b"), *answers]
    field.run(attack_action(field.play, field.units["a"], window=False), dice, whom)
    (checked,) = [event for event in field.told.events[known:] if event.kind == "checked"]
    value = checked.params["value"]
    assert isinstance(value, int)
    return value


# --- who is covered -----------------------------------------------------------------------------


@pytest.mark.rule("dw.obscured.leader_terrain_ignored", "dw.obscured.same_area")
def test_d1_a_leader_who_touches_wall_and_wood_kills_in_the_wood_until_a_wall_lies_between():
    wood, wall = block("wood", (10, 20), (0, 10), 0.1), block("wall", (8.6, 8.9), (3, 7), 1)
    inside = block("inside", (12, 12.3), (4, 6), 1)
    field = duel(wood, wall, leader=(9.4906, 5), targets=[(15, 5)], wood="soft")
    assert fire(field, "h bb") == 0
    assert not field.units["b"].alive
    field = duel(wood, wall, inside, leader=(9.4906, 5), targets=[(15, 5)], wood="soft")
    found = sight(field.play, field.units["a"].minis[0], field.units["b"].minis[0])
    assert found.share == pytest.approx(0.71, abs=0.02)
    assert fire(field, "h bb") == 2
    assert field.units["b"].alive
    field = duel(wood, wall, inside, leader=(11.4094, 5), targets=[(15, 5)], wood="soft")
    assert fire(field, "h bb") == 0
    assert not field.units["b"].alive


@pytest.mark.rule("dw.los.blocked_no_fire", "dw.obscured.from_leader", "dw.los.blocked_one_enough")
def test_d2_the_leader_behind_the_wall_may_not_fire_and_his_mate_hits_without_cover():
    field = Field(block("wall", (10, 10.5), (-3, 3), 3))
    field.unit("a", "axis", *at((9.4094, 0), (9.4094, 4.5)), weapons=(LONG,))
    field.unit("b", "allies", *at((15, 0)))
    assert fire(field, "h bb") == 0
    assert field.told.dice("attack") == 1
    assert field.told.only("dropped").data["minis"] == ["a/1"]
    assert not field.units["b"].alive


@pytest.mark.rule("dw.obscured.target_in_area", "dw.terrain.area_membership")
@pytest.mark.parametrize(
    ("leader", "x", "value"), [(0, 9.4094, 1), (0, 9.40, 1), (0, 9.38, 0), (15, 9.4094, 0)]
)
def test_d3_contact_with_the_wood_counts_for_whoever_does_not_share_it(
    leader: float, x: float, value: int
):
    field = duel(
        block("wood", (10, 30), (-10, 10), 0.1), leader=(leader, 0), targets=[(x, 0)], wood="soft"
    )
    assert fire(field, "h bb") == value
    assert field.units["b"].alive is (value == 1)


@pytest.mark.rule("dw.obscured.line_crosses")
@pytest.mark.parametrize(("low", "value"), [(0.0, 0), (-0.001, 2)])
def test_d4_a_line_along_the_edge_of_an_area_is_free(low: float, value: int):
    field = duel(block("area", (8, 12), (low, 5), 1), leader=(0, 0), targets=[(20, 0)])
    assert fire(field, "h bb") == value


@pytest.mark.rule("dw.obscured.line_crosses")
def test_d4_a_line_through_a_corner_alone_is_free():
    points = at((10, 0), (8, 4), (12, 4))
    corner = replace(block("area", (8, 12), (0, 4), 1), area=tuple(points))
    field = duel(corner, leader=(0, 0), targets=[(20, 0)])
    assert fire(field, "h bb") == 0


@pytest.mark.rule("dw.obscured.mixed_types", "dw.obscured.half_rule", "dw.damage.unobscured_first")
@pytest.mark.parametrize(("bundle", "all_five", "without_middle"), [("book", 2, 2), ("club", 1, 2)])
def test_d5_two_lines_through_a_wall_and_three_through_a_wood(
    bundle: str, all_five: int, without_middle: int
):
    wall, wood = block("wall", (10, 10.3), (-2.3, -0.7), 1), block("wood", (12, 14), (-0.2, 3), 1)
    places = [(20.0, float(y)) for y in (-4, -2, 0, 2, 4)]
    for targets, want in ((places, all_five), (places[:2] + places[3:], without_middle)):
        field = duel(
            wall, wood, leader=(0, 0), targets=targets, wood="soft", options=BUNDLES[bundle]
        )
        assert fire(field, "h bb") == want


@pytest.mark.rule("dw.obscured.vehicle_full_inside", "dw.obscured.vehicle_clear")
@pytest.mark.parametrize(("top", "value"), [(0.0, 0), (1.18, 0), (1.19, 2)])
def test_d6_a_walker_has_the_ruins_cover_once_its_last_sliver_is_behind(top: float, value: int):
    ruin = block("ruin", (15, 15.5), (-3, top), 1)
    field = duel(ruin, leader=(0, 0), targets=[(20, 0)], kind="Vehicle 3")
    assert fire(field, "h bbb" + ("" if value else " b")) == value
    assert field.units["b"].minis[0].damage == (0 if value else 1)


def screened(kind: str = "Soldier 2", by: str = "Soldier 2", men: int = 5, **screen: Any) -> Field:
    """Return scene D8: two allied men before an allied unit."""
    field = Field()
    field.unit("a", "axis", *at((0, 0)), kind=by, weapons=(LONG,), dc=3)
    field.unit("screen", "allies", *at((10, 0.62), (10, -0.62)), **screen)
    places = [(16.0, y) for y in (-3, -1.5, 0, 1.5, 3)]
    places = places[:men] if kind[0] == "S" else [(16.0, 0.0)]
    facing = [(*place, 180.0) for place in at(*places)]
    field.unit("b", "allies", *facing, kind=kind, dc=5 if kind[0] == "V" else 1)
    return field


@pytest.mark.rule("dw.obscured.enemy_soldiers", "dw.obscured.half_rule")
def test_d8_two_men_in_front_hide_two_of_five_until_a_man_in_the_clear_has_fallen():
    field = screened()
    clear = {"b/1": 1}
    assert fire(field, "h bb", clear) == 0
    assert [mini.id for mini in field.units["b"].minis] == ["b/2", "b/3", "b/4", "b/5"]
    field.units["b"].suppression = 0
    assert fire(field, "h bb") == 1


@pytest.mark.rule(
    "dw.obscured.suppressed_soldiers", "dw.obscured.vehicle_attacker_ignores_soldiers"
)
@pytest.mark.parametrize(
    "scene",
    [{"men": 4, "suppression": 1}, {"men": 4, "by": "Vehicle 3"}, {"kind": "Vehicle 3"}],
    ids=["suppressed", "from a walker", "for a walker"],
)
def test_d8_men_in_front_hide_nobody_when_they_lie_low_or_a_walker_is_concerned(
    scene: dict[str, Any],
):
    field = screened(**scene)
    if "kind" in scene:
        assert fire(field, "h bbb b") == 0
    else:
        assert fire(field, "h bb", {"b/1": 1}) == 0


@pytest.mark.rule("dw.obscured.vehicles_obscure", "dw.obscured.friendly_soldiers")
@pytest.mark.parametrize(("x", "value"), [(5.5, 2), (5.8346, 0)])
def test_d10_a_friendly_walker_in_the_way_is_hard_cover_unless_the_leader_touches_it(
    x: float, value: int
):
    field = Field()
    high = Model(
        "high", disc_mm(80), 3.5, 3.5, box_mesh((-1, -1, 1.9), (1, 1, 3.5), "hull"), ("hull",)
    )
    with_model(field, "walker", high)
    field.unit("a", "axis", *at((x, 0), (x - 1.3, 0)), extra={2: ()}, weapons=(LONG,))
    field.walker("friend", "axis", X + 8, Y)
    field.unit("own", "axis", *at((13, 0), (14.5, 0)))
    field.unit("b", "allies", *at((18, 0)))
    assert fire(field, "h bb") == value
    assert field.units["b"].alive is (value == 2)


# --- heavy walkers, sight -----------------------------------------------------------------------


def heavy_with_barrel() -> Model:
    """Return scene D11's walker: a hull of 8 x 5 x 6 and a barrel to 7 in before the centre."""
    hull = box_mesh((-4, -2.5, 0), (4, 2.5, 6), "hull")
    barrel = box_mesh((4, -0.2, 3), (7, 0.2, 3.4), "barrel")
    return Model("heavy", Box(8.0, 5.0), 3.0, 6.0, merge([hull, barrel]), ("hull",), has_base=False)


@pytest.mark.rule("dw.heavy.hull_is_base", "dw.wability.close_combat_range")
@pytest.mark.parametrize(("x", "reaches"), [(-6.0, True), (8.2, False), (7.59, True)])
def test_d11_close_combat_is_measured_to_the_hull_not_to_the_barrel(x: float, reaches: bool):
    field = Field()
    with_model(field, "heavy", heavy_with_barrel())
    unit = field.unit("a", "axis", *at((x, 0)), weapons=(KNIFE,))
    field.walker("b", "allies", X, Y, heavy=True)
    assert [each.id for each in legal_targets(field.play, unit)] == (["b"] if reaches else [])


@pytest.mark.rule("dw.rear_armour.condition", "dw.heavy.arcs")
@pytest.mark.parametrize(
    ("places", "armour"),
    [
        ([(-6, 0), (-6, 5.16), (-6, -5.16), (6, 5), (6, -5)], 0),
        ([(-6, 0), (-6, 5.16), (-6, 5.17), (6, 5), (6, -5)], 3),
        ([(-6, 0), (-6, 5.16), (6, 5), (6, -5)], 3),
    ],
    ids=["3 of 5", "2 of 5, one across the line", "2 of 4"],
)
def test_d11_a_heavy_walker_rolls_armour_unless_most_attackers_are_wholly_behind(
    places: list[tuple[float, float]], armour: int
):
    field = Field()
    with_model(field, "heavy", heavy_with_barrel())
    field.unit("a", "axis", *at(*places), weapons=(LONG,))
    field.walker("b", "allies", X, Y, heavy=True, dc=9)
    fire(field, "h" + "b" * (len(places) - 1) + "b" * armour + "b")
    assert field.told.dice("armour") == armour
    assert bool(field.told.ruled("dw.rear_armour.condition")) is (armour == 0)


@pytest.mark.rule("dw.los.any_part", "dw.heavy.los_to", "dw.attack.restrictions")
@pytest.mark.parametrize(("heavy", "targets"), [(False, ["b"]), (True, [])])
def test_d13_a_walker_of_which_only_the_gun_shows_is_a_target_and_a_heavy_one_is_not(
    heavy: bool, targets: list[str]
):
    body = box_mesh((-2, -3, 0), (2, 0.9, 4), "hull")
    gun = box_mesh((-0.05, 0.9, 1.95), (0.05, 3, 2.05), "barrel")
    seen = ("hull",) if heavy else ("hull", "barrel")
    field = Field(block("wall", (10, 10.5), (-10, 1), 6))
    model = Model("odd", disc_mm(80), 2.0, 4.0, merge([body, gun]), seen)
    with_model(field, "heavy" if heavy else "walker", model)
    unit = field.unit("a", "axis", *at((0, 0)), weapons=(LONG,))
    field.walker("b", "allies", X + 16, Y, heavy=heavy)
    assert [each.id for each in legal_targets(field.play, unit)] == targets


def window(**flags: Any) -> Terrain:
    """Return scene D14's wall with its window."""
    parts = [
        block("left", (10, 10.3), (-4, -0.5), 4),
        block("right", (10, 10.3), (0.5, 4), 4),
        block("sill", (10, 10.3), (-0.5, 0.5), 1.2),
        block("lintel", (10, 10.3), (-0.5, 0.5), 1.8, low=2.2),
    ]
    whole = pieces(*parts, name="wall")
    (x0, x1), (y0, y1) = flags.get("area", ((10, 10.3), (-4, 4)))
    outline = at((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return replace(whole, area=tuple(outline))


@pytest.mark.rule("dw.los.any_part", "dw.los.blocked_no_fire")
@pytest.mark.parametrize(("y", "seen"), [(1.5, True), (1.66, True), (1.68, False)])
def test_d14_through_the_window_a_sliver_is_enough_to_fire(y: float, seen: bool):
    field = duel(window(), leader=(4, 0), targets=[(20, y)])
    targets = [each.id for each in legal_targets(field.play, field.units["a"])]
    assert targets == (["b"] if seen else [])


@pytest.mark.rule("dw.obscured.leader_terrain_ignored", "dw.ability.sniper")
@pytest.mark.parametrize(
    ("x", "more", "value"),
    [
        (9.1594, {}, 2),
        (9.4094, {}, 0),
        (9.1594, {"area": ((4, 14), (-4, 4))}, 0),
    ],
    ids=["a quarter inch behind", "touching", "inside the ruin's area"],
)
def test_d14_cover_through_the_window_depends_on_what_the_leader_touches(
    x: float, more: dict[str, Any], value: int
):
    field = duel(window(**more), leader=(x, 0), targets=[(20, 1.5)])
    assert fire(field, "h bb") == value
    field = duel(window(**more), leader=(x, 0), targets=[(20, 1.5)])
    field.buys("a", abilities=("sniper",))
    assert fire(field, "h") == 0
    assert not field.units["b"].alive


# --- moves and reactions ------------------------------------------------------------------------


@pytest.mark.rule("dw.move.enemy_gap", "dw.move.friendly_soldier_pass")
@pytest.mark.parametrize(
    ("side", "half", "legal"),
    [("allies", 2.19, True), ("allies", 2.17, False), ("axis", 0.7, True)],
)
def test_d15_a_soldier_squeezes_through_where_an_inch_is_left_on_both_sides(
    side: str, half: float, legal: bool
):
    field = Field(phase="command")
    unit = field.unit("a", "axis", *at((0, 0)))
    field.profile("a", move_in=16.0)
    field.unit("s", side, *at((10, half), (10, -half)))
    through = {"a/1": to(*at((16, 0)))}
    assert field.why_not(unit, through) == ([] if legal else ["dw.move.enemy_gap"])
    if legal:
        field.run(move_action(field.play, unit, window=False), "", [through])
        assert unit.minis[0].pose == pose(X + 16, Y)


@pytest.mark.rule("dw.overrun.through_enemy_soldiers", "dw.overrun.separate", "dw.overrun.no_gap")
def test_d15_a_walker_drives_through_them_and_rolls_for_each_unit_it_crosses():
    field = Field()
    walker = field.walker("w", "axis", X, Y)
    field.profile("w", move_in=16.0)
    for name, place in (("s", (10, 2.1)), ("t", (10, -2.1)), ("u", (10, 2.17 + 1.6))):
        field.unit(name, "allies", *at(place))
    answer = [{"w/1": drive(*at((16, 0)))}]
    field.run(move_action(field.play, walker, window=False), "hbb bhb", answer)
    assert field.told.rolls() == [("overrun", 3), ("overrun", 3)]
    assert [field.units[name].suppression for name in "stu"] == [1, 1, 0]


@pytest.mark.rule("dw.reaction.attack_trigger", "dw.reaction.hit_the_dirt_any_range")
@pytest.mark.parametrize(
    ("centres", "options"),
    [
        (13.18, ("none", "b/move", "b/attack", "b/hit-the-dirt")),
        (13.19, ("none", "b/hit-the-dirt")),
    ],
)
def test_d16_at_twelve_inches_a_target_reacts_and_beyond_it_only_hits_the_dirt(
    centres: float, options: tuple[str, ...]
):
    field = duel(leader=(0, 0), targets=[(centres, 0)])
    answers = [take("b"), offers(*options, then="none")]
    field.run(attack_action(field.play, field.units["a"]), "b", answers)


@pytest.mark.rule("dw.reaction.move_trigger")
def test_d16_a_path_that_comes_near_and_goes_away_again_is_no_trigger():
    field = Field()
    mover = field.unit("a", "axis", *at((0, 0)))
    field.unit("b", "allies", *at((13 + 1.1811, 0)))
    there_and_back = {"a/1": to(*at((3, 0), (0, 0)))}
    field.run(move_action(field.play, mover), "", [there_and_back])
    assert field.told.questions() == [("move", "axis")]


@pytest.mark.rule("dw.terrain.difficult_cap", "dw.terrain.difficult_any_part")
@pytest.mark.parametrize(
    ("length", "gait", "legal"),
    [(3.02, "move", False), (3.01, "move", True), (3.02, "march", True), (12.0, "march", True)],
)
def test_d18_difficult_ground_begins_a_hundredth_of_an_inch_before_it(
    length: float, gait: Any, legal: bool
):
    rubble = Rating("soft", "open", "difficult")
    field = Field(block("rubble", (4.6, 30), (-15, 15), 0.2), ratings={"rubble": rubble})
    unit = field.walker("w", "axis", X, Y)
    found = field.why_not(unit, {"w/1": drive(*at((length, 0)))}, gait)
    capped = [] if legal else ["dw.terrain.difficult_entry"]
    assert found == capped
    # Six inches past it, a hundredth and more away, are a Move like any other.
    unit.minis[0].pose = pose(X + 3.0, Y - 3, 90)
    past = {"w/1": drive(*at((3.0, 3)))}
    assert field.why_not(unit, past) == []
    unit.minis[0].pose = pose(X + 3.02, Y - 3, 90)
    assert field.why_not(unit, {"w/1": drive(*at((3.02, 3)))}) == ["dw.terrain.difficult_cap"]


def house(hole: bool) -> Terrain:
    """Return scene D19's building: a floor at 3 in, with a stair hole beside (0, 0) or none."""
    parts = [block("slab", (-4, 4), (-4, 4), 0.1, low=2.9)]
    if hole:
        parts = [
            block("west", (-4, 0.5), (-4, 4), 0.1, low=2.9),
            block("east", (1.5, 4), (-4, 4), 0.1, low=2.9),
            block("south", (0.5, 1.5), (-4, -0.6), 0.1, low=2.9),
            block("north", (0.5, 1.5), (0.6, 4), 0.1, low=2.9),
        ]
    whole = pieces(*parts, name="house")
    plan = square((X - 4, X + 4), (Y - 4, Y + 4))
    return replace(whole, area=plan, floors=(Floor("up", 3.0, plan),))


def upstairs(hole: bool = False, **options: str) -> tuple[Field, Unit]:
    """Return a field with an allied man on the floor at (0, 0) and an axis man on the ground."""
    field = Field(house(hole), ratings={"house": OPEN}, options=options)
    above = field.unit("b", "allies", *at((0, 0)))
    above.minis[0].pose = Pose(X, Y, 0.0, "house/up")
    return field, field.unit("a", "axis", *at((3.5, 0)), weapons=(KNIFE,))


@pytest.mark.rule("dw.move.enemy_gap_levels", "dw.measure.horizontal")
def test_d19_the_inch_to_an_enemy_upstairs_holds_unless_the_table_plays_it_by_level():
    below = {"a/1": to(*at((0.9, 0)))}
    field, unit = upstairs()
    assert field.why_not(unit, below) == ["dw.move.enemy_gap_levels"]
    field, unit = upstairs(gap_per_level="true")
    assert field.why_not(unit, below) == []


@pytest.mark.rule("dw.move.enemy_gap_levels", "dw.los.blocked_no_fire")
@pytest.mark.parametrize(("hole", "targets"), [(False, []), (True, ["b"])])
def test_d19_close_combat_goes_through_a_stair_hole_and_not_through_a_floor(
    hole: bool, targets: list[str]
):
    field, unit = upstairs(hole)
    unit.minis[0].pose = pose(X + 0.9, Y)
    assert [each.id for each in legal_targets(field.play, unit)] == targets
    if hole:
        field.run(attack_action(field.play, unit, window=False), "h bb", [take("b/close")])
        assert not field.units["b"].alive
