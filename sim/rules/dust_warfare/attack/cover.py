"""Who is obscured from whom, and what cover the target unit has: one place for both.

Obscuring is a plan line from the attacking Unit Leader's base centre to each target's, whatever
the heights; whether a figure is seen at all is `los`'s business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.engine.reasons import Ray, Reason
from sim.geometry.units import crosses, in_contact
from sim.rules.dust_warfare.movement.terrain import affected_by, rating_of
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit
from sim.rules.dust_warfare.turn.suppression import is_suppressed
from sim.table.pieces import Stand

__all__ = [
    "MiniCover",
    "UnitCover",
    "best",
    "cover_value",
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


@dataclass(frozen=True)
class _Met:
    """Something that obscures a line: what, the cover it gives, and the clause."""

    what: str
    cover: str
    rule: str

    def reason(self) -> Reason:
        key = f"dw.attack_why.met.{self.rule.rpartition('.')[2]}"
        params: dict[str, str | int | float | bool] = {"what": self.what, "cover": self.cover}
        return Reason(key, params, self.cover, (self.rule,), pieces=(self.what,))


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


def mini_cover(play: Play, leader: Mini, target: Mini, shooters: Sequence[Mini] = ()) -> MiniCover:
    """Return what the line from the attacking leader to one target meets.

    Parameters
    ----------
    shooters : sequence of Mini
        The attacking unit's miniatures: whoever may look for a clear line to a vehicle under the
        option ``vehicle_clear_from = any_mini``; the leader alone when empty.

    Rules: dw.obscured.from_leader dw.obscured.line_crosses dw.obscured.height_irrelevant
    """
    owner = play.unit_of(target.id)
    if play.is_vehicle(owner):
        met = _met_by_vehicle(play, leader, target, shooters)
    else:
        met = _met_by_soldier(play, leader, target)
    obscured = bool(met)
    cover = best([each.cover for each in met])
    key = "dw.attack_why.line_obscured" if obscured else "dw.attack_why.line_clear"
    reason = Reason(
        key,
        {"leader": leader.id, "target": target.id, "cover": cover},
        cover,
        ("dw.obscured.from_leader",),
        rays=(_plan_ray(play, leader, target, not obscured),),
        pieces=(leader.id, target.id),
        children=tuple(each.reason() for each in met),
    )
    return MiniCover(target.id, obscured, cover, reason)


def _plan_ray(play: Play, leader: Mini, target: Mini, free: bool) -> Ray:
    """Return the plan line between two base centres, drawn at half the figures' heights."""
    ends: list[tuple[float, float, float]] = []
    for mini in (leader, target):
        stand = play.stand(mini)
        x, y = stand.pose.at
        low = play.facts.support(x, y, stand.pose.level)
        ends.append((x, y, low + play.facts.table.models[stand.model].height_in / 2))
    return (ends[0], ends[1], free)


def _obscures(play: Play, piece: str) -> bool:
    """Return whether a piece's rating can obscure; no-cover terrain does so only by option.

    Rules: dw.obscured.none_cover
    """
    return rating_of(play, piece).cover != "none" or play.options.none_cover_obscures == "true"


def _met_by_soldier(play: Play, leader: Mini, target: Mini) -> list[_Met]:
    """Return everything that obscures a soldier target.

    Rules: dw.obscured.leader_terrain_ignored dw.obscured.same_area dw.obscured.target_in_area
    dw.terrain.cover_needs_crossing
    """
    ignored = affected_by(play, leader)
    start, end = play.stand(leader), play.stand(target)
    met: list[_Met] = []
    for crossing in play.facts.areas_crossed(start.pose.at, end.pose.at):
        if crossing.piece not in ignored and _obscures(play, crossing.piece):
            cover = rating_of(play, crossing.piece).cover
            met.append(_Met(crossing.piece, cover, "dw.obscured.line_crosses"))
    if play.options.touching_counts_as_cover == "true":
        named = [each.what for each in met]
        for piece in affected_by(play, target):
            rating = rating_of(play, piece)
            if piece in ignored or piece in named or rating.needs_crossing:
                continue
            if _obscures(play, piece):
                met.append(_Met(piece, rating.cover, "dw.obscured.target_in_area"))
    return [*met, *_soldiers_in_the_way(play, leader, target), *_vehicles(play, leader, target)]


def _soldiers_in_the_way(play: Play, leader: Mini, target: Mini) -> list[_Met]:
    """Return the soldiers of the target's side that obscure it from a soldier attacker.

    The straight line from the leader's eye to the middle of the target's figure must cross the
    solid over a base: from high ground it may pass over. Suppressed units keep low; nobody hides
    behind his own unit.

    Rules: dw.obscured.enemy_soldiers dw.obscured.own_unit_never dw.obscured.friendly_soldiers
    dw.obscured.vehicle_attacker_ignores_soldiers
    dw.obscured.suppressed_soldiers dw.suppression.no_obscure
    """
    own = play.unit_of(target.id)
    if not play.is_soldier(play.unit_of(leader.id)):
        return []
    start, end = play.stand(leader), play.stand(target)
    met: list[_Met] = []
    for unit in play.friends(own.side):
        if unit.id == own.id or not play.is_soldier(unit) or is_suppressed(unit):
            continue
        met += [
            _Met(mini.id, "soft", "dw.obscured.enemy_soldiers")
            for mini in unit.minis
            if play.facts.line_meets_body(start, end, play.stand(mini))
        ]
    return met


def _screens(play: Play, leader: Mini, target: Mini) -> list[tuple[str, Stand]]:
    """Return the vehicles that may obscure: not of either unit, and not touched by the leader.

    Rules: dw.obscured.vehicles_obscure dw.obscured.own_unit_never
    """
    mine = (play.unit_of(leader.id).id, play.unit_of(target.id).id)
    start = play.stand(leader)
    found: list[tuple[str, Stand]] = []
    for unit in play.state.units.values():
        if unit.on_table and play.is_vehicle(unit) and unit.id not in mine:
            for mini in unit.minis:
                stand = play.stand(mini)
                if not in_contact(play.facts.gap(start, stand).inches):
                    found.append((mini.id, stand))
    return found


def _vehicles(play: Play, leader: Mini, target: Mini) -> list[_Met]:
    """Return the vehicles, friend or foe, whose bases the line crosses or the target touches.

    A vehicle's base is an area of terrain that gives Hard cover.

    Rules: dw.obscured.vehicles_obscure
    """
    start, end = play.stand(leader), play.stand(target)
    touching = play.options.touching_counts_as_cover == "true"
    met: list[_Met] = []
    for name, stand in _screens(play, leader, target):
        crossed = crosses(play.facts.base_crossed(start.pose.at, end.pose.at, stand))
        if crossed or (touching and in_contact(play.facts.gap(end, stand).inches)):
            met.append(_Met(name, "hard", "dw.obscured.vehicles_obscure"))
    return met


def _met_by_vehicle(play: Play, leader: Mini, target: Mini, shooters: Sequence[Mini]) -> list[_Met]:
    """Return what covers a vehicle if no line to its base is clear; soldiers never do.

    Rules: dw.obscured.vehicle_clear dw.obscured.vehicle_full_inside dw.obscured.vehicle_rim
    dw.obscured.soldiers_not_vehicles
    """
    ignored = affected_by(play, leader)
    pieces = [
        piece
        for piece in play.facts.table.terrain
        if piece not in ignored and _obscures(play, piece)
    ]
    screens = _screens(play, leader, target)
    hulls = [stand for _, stand in screens]
    end = play.stand(target)
    viewers = [leader]
    if play.options.vehicle_clear_from == "any_mini":
        viewers = list(shooters) or viewers
    for viewer in viewers:
        _, clear = play.facts.clear_share_of_base(play.stand(viewer).pose.at, end, pieces, hulls)
        if clear is not None:
            return []
    return _on_the_lines(play, leader, target, pieces, screens)


def _on_the_lines(
    play: Play,
    leader: Mini,
    target: Mini,
    pieces: Sequence[str],
    screens: Sequence[tuple[str, Stand]],
) -> list[_Met]:
    """Return what lies between a leader and a covered vehicle: the best cover on any line.

    The line to the base's centre meets something in any case; the other lines are searched only
    for a harder cover than that.

    Rules: dw.obscured.vehicle_full_inside dw.obscured.mixed_types
    """
    start, end = play.stand(leader), play.stand(target)
    crossed = [each.piece for each in play.facts.areas_crossed(start.pose.at, end.pose.at)]
    met = [_covering(play, piece) for piece in crossed if piece in pieces]
    met += [
        _Met(name, "hard", "dw.obscured.vehicles_obscure")
        for name, stand in screens
        if crosses(play.facts.base_crossed(start.pose.at, end.pose.at, stand))
    ]
    if met and best([each.cover for each in met]) == "hard":
        return met
    known = [each.what for each in met]
    hulls = [(name, stand) for name, stand in screens if name not in known]
    hard = [each for each in pieces if not met or rating_of(play, each).cover == "hard"]
    if _covers_part(play, leader, end, hard, [stand for _, stand in hulls]):
        met += [_covering(play, each) for each in hard if _covers_part(play, leader, end, [each])]
        met += [
            _Met(name, "hard", "dw.obscured.vehicles_obscure")
            for name, stand in hulls
            if _covers_part(play, leader, end, [], [stand])
        ]
    return met


def _covering(play: Play, piece: str) -> _Met:
    return _Met(piece, rating_of(play, piece).cover, "dw.obscured.vehicle_full_inside")


def _covers_part(
    play: Play, leader: Mini, end: Stand, pieces: Sequence[str], stands: Sequence[Stand] = ()
) -> bool:
    """Return whether a piece or base lies on some of the lines to a vehicle's base."""
    origin = play.stand(leader).pose.at
    share, _ = play.facts.clear_share_of_base(origin, end, pieces, stands)
    return share < 1.0 - 1e-9


# --- the unit ---------------------------------------------------------------------------------


def unit_cover(play: Play, leader: Mini, target: Unit, shooters: Sequence[Mini] = ()) -> UnitCover:
    """Return the cover of a unit, with the tree that explains it.

    Rules: dw.obscured.half_rule dw.obscured.mixed_types dw.cover.modifier_order
    """
    lines = tuple(mini_cover(play, leader, mini, shooters) for mini in target.minis)
    base = _base(play, lines)
    steps: list[Reason] = []
    cover = base
    if is_suppressed(target) and play.is_soldier(target):
        cover = one_step_up(cover)
        steps.append(_step("suppressed", cover, "dw.suppression.cover_step", target))
    if cover == "soft" and _is_team(play, target):
        cover = "hard"
        steps.append(_step("team", cover, "dw.cover.team", target))
    hidden = sum(line.obscured for line in lines)
    terrain = Reason(
        f"dw.attack_why.base.{base}",
        {"obscured": hidden, "minis": len(lines), "choice": play.options.mixed_cover},
        base,
        ("dw.obscured.half_rule", "dw.obscured.mixed_types"),
        children=tuple(line.reason for line in lines),
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


def _is_team(play: Play, unit: Unit) -> bool:
    """Return whether a unit is a Team: by its profile, or by two living miniatures (option).

    Rules: dw.cover.team
    """
    if play.options.team_basis == "current_count":
        return play.is_soldier(unit) and len(unit.minis) == 2
    return play.unit_profile(unit).team


def _step(what: str, cover: str, rule: str, unit: Unit) -> Reason:
    return Reason(f"dw.attack_why.step.{what}", {"cover": cover}, cover, (rule,), pieces=(unit.id,))
