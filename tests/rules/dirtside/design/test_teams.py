"""Infantry teams and ammunition."""

from __future__ import annotations

from typing import Any

import pytest

from sim.rules.dirtside.design.files import read_design, shipped_designs
from sim.rules.dirtside.design.sums import points_lines, total
from sim.rules.dirtside.design.teams import (
    Team,
    ammunition_points,
    figures_advice,
    has_iavr,
    may_fire,
    move_in,
    team_lines,
    team_objections,
)
from sim.words import has


def cost(**team: Any) -> int:
    return total(team_lines(Team(**team)))


@pytest.mark.rule("ds.points.infantry_basic", "ds.points.assault_team", "ds.points.quality_free")
def test_rifle_and_assault_teams_cost_by_their_equipment():
    assert [cost(kind=kind) for kind in ("militia", "line", "powered")] == [15, 20, 40]
    assert [cost(kind=kind, role="assault") for kind in ("militia", "line")] == [15, 20]


@pytest.mark.rule("ds.points.specialists", "ds.troops.equipment_not_quality")
@pytest.mark.parametrize(
    ("team", "points"),
    [
        ({"role": "apsw"}, 30),
        ({"role": "gms", "grade": "enhanced"}, 50),
        ({"role": "engineer"}, 70),
        ({"role": "lad"}, 95),
        ({"role": "observer"}, 70),
        ({"kind": "militia", "role": "gms", "grade": "basic"}, 35),
    ],
)
def test_specialists_add_their_equipment(team: dict[str, Any], points: int):
    assert cost(**team) == points
    assert all(has(line.key) for line in team_lines(Team(**team)))


@pytest.mark.rule("ds.points.cavalry")
def test_riding_animals_cost_half_again_rounded_up():
    assert cost(kind="line", mounted=True) == 30
    assert cost(kind="militia", mounted=True) == 23


@pytest.mark.rule("ds.points.ex_mech_platoon")
def test_the_printed_platoon_costs_480():
    apc = next(path for path in shipped_designs() if path.stem == "wheeled_apc")
    vehicles = 4 * total(points_lines(read_design(apc)))
    teams = 6 * cost() + cost(role="apsw") + cost(role="gms", grade="enhanced")
    assert (vehicles, teams, vehicles + teams) == (280, 200, 480)


@pytest.mark.rule("ds.troops.team_size", "ds.troops.assault", "ds.weapon.gms")
@pytest.mark.parametrize(
    ("team", "against"),
    [
        ({"figures": 2}, []),
        ({"figures": 1}, ["ds.troops.team_size"]),
        ({"figures": 6}, ["ds.troops.team_size"]),
        ({"role": "assault"}, []),
        ({"role": "assault", "kind": "powered"}, ["ds.troops.assault"]),
        ({"role": "gms", "grade": "basic", "launcher": "heavy"}, ["ds.weapon.gms"]),
    ],
)
def test_what_a_team_may_be(team: dict[str, Any], against: list[str]):
    found = team_objections(Team(**team))
    assert [each.rule for each in found] == against
    assert all(has(each.key) for each in found)


@pytest.mark.rule("ds.troops.anti_armour", "ds.troops.cavalry")
def test_a_missile_team_needs_guidance_and_powered_infantry_does_not_ride():
    assert [each.rule for each in team_objections(Team(role="gms"))] == ["ds.troops.anti_armour"]
    rider = Team(kind="powered", mounted=True)
    assert [each.rule for each in team_objections(rider)] == ["ds.troops.cavalry"]


@pytest.mark.rule("ds.troops.rifle", "ds.troops.apsw", "ds.troops.engineer")
def test_roles_have_their_usual_numbers():
    assert not figures_advice(Team(figures=4))
    assert figures_advice(Team(figures=3))
    assert not figures_advice(Team(role="apsw", figures=3))
    assert figures_advice(Team(role="apsw", figures=4))
    assert not figures_advice(Team(role="engineer", figures=5))


@pytest.mark.rule("ds.troops.fire_designation", "ds.troops.lad")
def test_observers_and_air_defence_are_two_or_three():
    for role in ("observer", "lad"):
        assert [figures_advice(Team(role=role, figures=n)) for n in (2, 3, 4)] == [
            False,
            False,
            True,
        ]


@pytest.mark.rule("ds.troops.firefight_eligible", "ds.troops.cavalry_fights_dismounted")
def test_only_rifles_and_support_weapons_fire_and_nobody_from_the_saddle():
    fires = [role for role in ROLES if may_fire(Team(role=role))]
    assert fires == ["rifle", "apsw"]
    assert not may_fire(Team(mounted=True))


ROLES: tuple[Any, ...] = ("rifle", "assault", "apsw", "gms", "lad", "observer", "engineer")


@pytest.mark.rule("ds.weapon.iavr")
def test_rifle_teams_carry_rockets():
    assert [role for role in ROLES if has_iavr(Team(role=role))] == ["rifle"]


@pytest.mark.rule("ds.move.base_line", "ds.move.base_powered", "ds.move.base_cavalry")
def test_teams_move_by_their_kind():
    assert move_in(Team(kind="line")) == move_in(Team(kind="militia")) == 2
    assert move_in(Team(kind="powered")) == 6
    assert move_in(Team(kind="line", mounted=True)) == 4


@pytest.mark.rule("ds.troops.militia", "ds.troops.line", "ds.troops.powered")
def test_the_three_kinds_of_infantry_differ_in_price_and_pace():
    found = {kind: (cost(kind=kind), move_in(Team(kind=kind))) for kind in KINDS}
    assert found == {"militia": (15, 2), "line": (20, 2), "powered": (40, 6)}


KINDS: tuple[Any, ...] = ("militia", "line", "powered")


@pytest.mark.rule(
    "ds.points.ammo_hef_mak", "ds.points.ammo_smoke", "ds.points.ex_artillery_battery"
)
def test_ammunition_costs_by_the_weapons_of_the_battery():
    kinds = [ammunition_points(kind, "medium", 3) for kind in ("hef", "mak", "smoke")]
    assert kinds == [90, 90, 30]
    assert sum(kinds) == 210
