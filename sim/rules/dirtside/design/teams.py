"""Infantry: teams of two to five figures on a base, what they may be, do and cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from sim.engine.reasons import Objection, Value
from sim.rules.dirtside.design.design import Grade
from sim.rules.dirtside.design.sums import Line, percent
from sim.rules.dirtside.design.tables import design_tables

__all__ = [
    "FIRES",
    "Team",
    "ammunition_points",
    "figures_advice",
    "has_iavr",
    "may_fire",
    "move_in",
    "team_lines",
    "team_objections",
]

Kind = Literal["militia", "line", "powered"]
Role = Literal["rifle", "assault", "apsw", "gms", "lad", "observer", "engineer"]

#: Base movement factors on foot, and of cavalry.
_MOVE = {"militia": 2.0, "line": 2.0, "powered": 6.0}
_CAVALRY_MOVE = 4.0
_CAVALRY_PERCENT = 50
_KIND_WORD = {
    "militia": "ds.part.militia",
    "line": "ds.part.line",
    "powered": "ds.part.powered_team",
}
#: Roles that take part in ranged firefights; all others fight at close quarters only.
FIRES: tuple[str, ...] = ("rifle", "apsw")


class Team(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A team.

    Attributes
    ----------
    kind : str
        What it is equipped as; its quality is another matter.
    role : str
    figures : int
    grade : str
        Guidance of a missile team's launcher.
    launcher : str
        ``light``; infantry carries no other.
    mounted : bool
        Cavalry.
    """

    kind: Kind = "line"
    role: Role = "rifle"
    figures: Annotated[int, msgspec.Meta(ge=0, le=12)] = 4
    grade: Grade = ""
    launcher: str = "light"
    mounted: bool = False


def team_objections(team: Team) -> tuple[Objection, ...]:
    """Return everything that the rules say against a team.

    Rules: ds.troops.team_size ds.troops.assault ds.weapon.gms ds.troops.anti_armour
        ds.troops.cavalry
    """
    return tuple(_against(team))


def _against(team: Team) -> Iterator[Objection]:
    low, high = design_tables().troops.team["size"]
    if not low <= team.figures <= high:
        params: dict[str, Value] = {"figures": team.figures, "least": low, "most": high}
        yield Objection("ds.no_team.figures", "ds.troops.team_size", params)
    if team.role == "assault" and team.kind == "powered":
        yield Objection("ds.no_team.powered_assault", "ds.troops.assault")
    if team.role == "gms" and team.launcher != "light":
        yield Objection("ds.no_team.heavy_launcher", "ds.weapon.gms")
    if team.role == "gms" and not team.grade:
        yield Objection("ds.no_team.no_grade", "ds.troops.anti_armour")
    if team.mounted and team.kind == "powered":
        yield Objection("ds.no_team.powered_cavalry", "ds.troops.cavalry")


def figures_advice(team: Team) -> bool:
    """Return whether a team has another number of figures than its role usually has.

    Rules: ds.troops.rifle ds.troops.apsw ds.troops.fire_designation ds.troops.lad
        ds.troops.engineer
    """
    low, high = design_tables().troops.team[team.role]
    return not low <= team.figures <= high


def team_lines(team: Team) -> list[Line]:
    """Return what a team costs, line by line; quality costs nothing.

    Rules: ds.points.infantry_basic ds.points.assault_team ds.points.specialists
        ds.points.ex_mech_platoon ds.points.cavalry ds.points.quality_free
        ds.troops.equipment_not_quality
    """
    tables = design_tables()
    basic = tables.troops.rifle[team.kind]
    lines = [Line(_KIND_WORD[team.kind], basic, ("ds.points.infantry_basic",))]
    if team.role == "gms":
        more = tables.points.gms[team.launcher][team.grade or "basic"]
        lines.append(Line("ds.part.gms", more, ("ds.points.specialists",), {"type": team.launcher}))
    elif tables.troops.extra.get(team.role, 0):
        more = tables.troops.extra[team.role]
        lines.append(Line(f"ds.part.role_{team.role}", more, ("ds.points.specialists",)))
    if team.mounted:
        beasts = percent(basic, _CAVALRY_PERCENT)
        lines.append(Line("ds.part.cavalry", beasts, ("ds.points.cavalry",)))
    return lines


def may_fire(team: Team) -> bool:
    """Return whether a team takes part in ranged firefights.

    Rules: ds.troops.firefight_eligible ds.troops.cavalry_fights_dismounted
    """
    return team.role in FIRES and not team.mounted


def has_iavr(team: Team) -> bool:
    """Return whether a team carries disposable anti-armour rockets.

    Rules: ds.weapon.iavr
    """
    return team.role == "rifle"


def move_in(team: Team) -> float:
    """Return a team's base movement factor, inches.

    Rules: ds.troops.militia ds.troops.line ds.troops.powered ds.move.base_line
        ds.move.base_powered ds.move.base_cavalry
    """
    return _CAVALRY_MOVE if team.mounted else _MOVE[team.kind]


def ammunition_points(kind: str, weapon: str, weapons: int) -> int:
    """Return what a battery's ammunition marker costs.

    Parameters
    ----------
    kind : str
        ``hef``, ``mak`` or ``smoke``.
    weapon : str
        ``light``, ``medium`` or ``heavy``.
    weapons : int
        Artillery weapons in the battery; other vehicles with it do not count.

    Rules: ds.points.ammo_hef_mak ds.points.ammo_smoke ds.points.ex_artillery_battery
    """
    return design_tables().ammunition[kind][weapon] * weapons
