"""Who is obscured from whom, and what cover the target unit has: one place for both.

What a line meets is found in `obscured`; whether a figure is seen at all is `los`'s business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.engine.reasons import Reason, Value
from sim.rules.dust_warfare.attack.obscured import Line, cover_name, met_by_soldier
from sim.rules.dust_warfare.attack.obscured_vehicle import met_by_vehicle
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit
from sim.rules.dust_warfare.turn.suppression import is_suppressed

__all__ = [
    "MiniCover",
    "UnitCover",
    "best",
    "cover_value",
    "is_team",
    "mini_cover",
    "one_step_up",
    "unit_cover",
]

#: Automatic hits that each cover adds to the Armour roll.
VALUES: dict[str, int] = {"none": 0, "soft": 1, "hard": 2}


@dataclass(frozen=True)
class MiniCover:
    """What one line meets.

    Attributes
    ----------
    mini : str
    obscured : bool
    cover : str
        Best cover on this line: ``none``, ``soft`` or ``hard``.
    reason : Reason
        With the plan line as its ray and what it met as children.
    """

    mini: str
    obscured: bool
    cover: str
    reason: Reason


@dataclass(frozen=True)
class UnitCover:
    """The cover of a unit against one attacking leader, before any weapon ignores it.

    Attributes
    ----------
    lines : tuple of MiniCover
        One for each living miniature, in the unit's order.
    base : str
        From terrain and miniatures in the way alone.
    cover : str
        After suppression and Team.
    reason : Reason
    """

    lines: tuple[MiniCover, ...]
    base: str
    cover: str
    reason: Reason

    @property
    def obscured(self) -> tuple[str, ...]:
        """Ids of the miniatures that are obscured."""
        return tuple(line.mini for line in self.lines if line.obscured)


def cover_value(cover: str) -> int:
    """Return the automatic hits a cover adds to the Armour roll: Soft one, Hard two.

    Rules: dw.cover.soft dw.cover.hard
    """
    return VALUES[cover]


def best(covers: Sequence[str]) -> str:
    """Return the best of several covers; only one type counts and Hard replaces Soft.

    Rules: dw.cover.one_type
    """
    return max(covers, key=lambda cover: VALUES[cover], default="none")


def one_step_up(cover: str) -> str:
    """Return the cover one step better; Hard stays.

    Rules: dw.suppression.cover_step
    """
    return {"none": "soft", "soft": "hard", "hard": "hard"}[cover]


# --- one line ---------------------------------------------------------------------------------


def mini_cover(
    play: Play,
    leader: Mini,
    target: Mini,
    shooters: Sequence[Mini] = (),
    *,
    whole: bool = False,
) -> MiniCover:
    """Return what the line from the attacking leader to one target meets.

    Parameters
    ----------
    shooters : sequence of Mini
        The attacking unit's miniatures: whoever may look for a clear line to a vehicle under the
        option ``vehicle_clear_from = any_mini``; the leader alone when empty.
    whole : bool
        Whether the reason names what does not count as well, and why; the cover is the same.

    Rules: dw.obscured.from_leader dw.obscured.line_crosses dw.obscured.height_irrelevant
    """
    line = Line(play, leader, target, tuple(shooters), whole)
    notes: list[Reason] = []
    if play.is_vehicle(play.unit_of(target.id)):
        met, notes = met_by_vehicle(line)
    else:
        met = met_by_soldier(line)
    covers = [each.cover for each in met if each.counts]
    obscured, cover = bool(covers), best(covers)
    key = "dw.explain.line_obscured" if obscured else "dw.explain.line_clear"
    reason = Reason(
        key,
        {"leader": leader.id, "target": target.id, "cover": cover_name(cover)},
        cover,
        ("dw.obscured.from_leader",),
        rays=(line.ray(not obscured),),
        pieces=(leader.id, target.id),
        children=(*notes, *(each.reason() for each in met)),
    )
    return MiniCover(target.id, obscured, cover, reason)


# --- the unit ---------------------------------------------------------------------------------


def unit_cover(
    play: Play,
    leader: Mini,
    target: Unit,
    shooters: Sequence[Mini] = (),
    *,
    whole: bool = False,
) -> UnitCover:
    """Return the cover of a unit, with the tree that explains it.

    Parameters
    ----------
    shooters, whole
        As `mini_cover` takes them.

    Rules: dw.obscured.half_rule dw.obscured.mixed_types dw.cover.modifier_order
    """
    lines = tuple(mini_cover(play, leader, mini, shooters, whole=whole) for mini in target.minis)
    base = _base(play, lines)
    steps: list[Reason] = []
    cover = base
    if is_suppressed(target) and play.is_soldier(target):
        cover = one_step_up(cover)
        steps.append(_step("suppressed", cover, "dw.suppression.cover_step", target))
    if cover == "soft" and is_team(play, target):
        cover = "hard"
        steps.append(_step("team", cover, "dw.cover.team", target))
    mixed = (_mixed_reason(play, lines, base),) if whole and _is_mixed(lines) else ()
    terrain = Reason(
        f"dw.explain.base.{base}",
        {
            "obscured": sum(line.obscured for line in lines),
            "minis": len(lines),
            "half": (len(lines) + 1) // 2,
        },
        base,
        ("dw.obscured.half_rule", "dw.obscured.mixed_types"),
        children=(*(line.reason for line in lines), *mixed),
    )
    reason = Reason(
        f"dw.attack_why.cover.{cover}",
        {"unit": play.name(target), "leader": leader.id},
        cover_value(cover),
        (f"dw.cover.{cover}",) if cover != "none" else ("dw.obscured.half_rule",),
        pieces=(target.id,),
        children=(terrain, *steps),
    )
    return UnitCover(lines, base, cover, reason)


def _is_mixed(lines: Sequence[MiniCover]) -> bool:
    """Return whether the obscured miniatures of a unit have different covers."""
    return len({line.cover for line in lines if line.obscured}) > 1


def _mixed_reason(play: Play, lines: Sequence[MiniCover], base: str) -> Reason:
    """Return which option decides between different covers, and the count it decides by."""
    covers = [line.cover for line in lines if line.obscured]
    params: dict[str, Value] = {
        "hard": covers.count("hard"),
        "minis": len(lines),
        "half": (len(lines) + 1) // 2,
        "cover": cover_name(base),
    }
    rules = ("dw.obscured.mixed_types", "dw.cover.one_type")
    return Reason(f"dw.explain.mixed.{play.options.mixed_cover}", params, base, rules)


def _base(play: Play, lines: Sequence[MiniCover]) -> str:
    """Return the cover from terrain and miniatures: by half of the unit, Hard over Soft.

    Rules: dw.obscured.half_rule dw.obscured.mixed_types dw.cover.one_type
    """
    covers = [line.cover for line in lines if line.obscured]
    if not covers or 2 * len(covers) < len(lines):
        return "none"
    if "hard" in covers and play.options.mixed_cover == "half_by_type":
        return "hard" if 2 * covers.count("hard") >= len(lines) else "soft"
    return best(covers)


def is_team(play: Play, unit: Unit) -> bool:
    """Return whether a unit is a Team: by its profile, or by two living miniatures (option).

    Rules: dw.cover.team
    """
    if unit.id in play.agreed.teams:
        return play.agreed.teams[unit.id]
    if play.options.team_basis == "current_count":
        return play.is_soldier(unit) and len(unit.minis) == 2
    return play.unit_profile(unit).team


def _step(what: str, cover: str, rule: str, unit: Unit) -> Reason:
    return Reason(f"dw.attack_why.step.{what}", {"cover": cover}, cover, (rule,), pieces=(unit.id,))
