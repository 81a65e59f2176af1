"""What obscures a line, and what on it does not count: terrain, soldiers, vehicles in the way.

Obscuring is a plan line from the attacking Unit Leader's base centre to the target's, whatever
the heights. Every thing on a line is judged by one test that names the clause by which it does
not count; the attack asks for what counts alone, an explanation for the rest as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from sim.engine.reasons import Ray, Reason, Value
from sim.engine.sight_numbers import inches
from sim.geometry.pose import Point
from sim.geometry.units import NOISE_IN, crosses, in_contact
from sim.rules.dust_warfare.movement.terrain import affected_by, rating_of
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit
from sim.rules.dust_warfare.turn.suppression import is_suppressed
from sim.table.facts import AreaCrossing
from sim.table.pieces import Stand
from sim.words import say

__all__ = [
    "Line",
    "Met",
    "Never",
    "area_never",
    "base_crossed",
    "cover_name",
    "met_by_soldier",
    "obscures",
    "screens",
    "soldiers_in_the_way",
]


@dataclass(frozen=True)
class Met:
    """Something on a line, or touched by its target.

    Attributes
    ----------
    what : str
        Piece or miniature.
    cover : str
        What it gives, or would give if it counted.
    rules : tuple of str
        The clause by which it counts, or those by which it does not.
    counts : bool
        Whether it obscures.
    how : str
        Word key under ``dw.explain.met``: how it is met, or why that is nothing.
    ray : Ray or None
        The stretch of the line inside it.
    """

    what: str
    cover: str
    rules: tuple[str, ...]
    counts: bool
    how: str
    ray: Ray | None = None

    def reason(self) -> Reason:
        """Return it as a line of the explanation."""
        params: dict[str, Value] = {"what": self.what, "cover": cover_name(self.cover)}
        rays: tuple[Ray, ...] = ()
        if self.ray is not None:
            rays = (self.ray,)
            params |= _stretch(self.ray)
        key = f"dw.explain.met_at.{self.how}" if self.ray else f"dw.explain.met.{self.how}"
        value = self.cover if self.counts else False
        return Reason(key, params, value, self.rules, rays=rays, pieces=(self.what,))


@cache
def cover_name(cover: str) -> str:
    """Return the book's word for a cover, as a player reads it."""
    return say(f"dw.cover_name.{cover}")


def _stretch(ray: Ray) -> dict[str, Value]:
    """Return the plan ends and the plan length of a stretch, as a person reads them."""
    (x, y, _), (to_x, to_y, _), _ = ray
    named = {"x": x, "y": y, "to_x": to_x, "to_y": to_y, "length": math.dist((x, y), (to_x, to_y))}
    return {name: inches(value) for name, value in named.items()}


#: Why something does not count: how it is met and the clauses that say so.
Never = tuple[str, tuple[str, ...]]


@dataclass
class Line:
    """The line from the attacking leader to one target.

    Attributes
    ----------
    play : Play
    leader, target : Mini
    shooters : tuple of Mini
        Who else may look for a clear line to a vehicle (option ``vehicle_clear_from``).
    whole : bool
        Whether what does not count is looked at, too: for explanations.
    start, end : Stand
        Where leader and target stand.
    ignored : tuple of str
        The areas that the leader touches or is in: they never obscure.
    """

    play: Play
    leader: Mini
    target: Mini
    shooters: tuple[Mini, ...] = ()
    whole: bool = False
    start: Stand = field(init=False)
    end: Stand = field(init=False)
    ignored: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Look up what every question about the line needs."""
        self.start, self.end = self.play.stand(self.leader), self.play.stand(self.target)
        self.ignored = affected_by(self.play, self.leader)

    def crossings(self) -> tuple[AreaCrossing, ...]:
        """Return the areas that the line crosses, nearest first."""
        return self.play.facts.areas_crossed(self.start.pose.at, self.end.pose.at)

    def ray(self, free: bool) -> Ray:
        """Return the line between the base centres, drawn at half the figures' heights."""
        return (self._middle(self.start), self._middle(self.end), free)

    def stretch(self, entry: Point, exit: Point) -> Ray | None:
        """Return a piece of the drawn line between two plan points; None unless explained."""
        if not self.whole:
            return None
        (x, y, z), (to_x, to_y, to_z), _ = self.ray(False)
        length = max(math.dist((x, y), (to_x, to_y)), NOISE_IN)
        first, last = (math.dist((x, y), place) / length for place in (entry, exit))
        rise = to_z - z
        return ((*entry, z + first * rise), (*exit, z + last * rise), False)

    def _middle(self, stand: Stand) -> tuple[float, float, float]:
        x, y = stand.pose.at
        low = self.play.facts.support(x, y, stand.pose.level)
        return (x, y, low + self.play.facts.table.models[stand.model].height_in / 2)


def met_by_soldier(line: Line) -> list[Met]:
    """Return everything that a line to a soldier meets.

    Rules: dw.obscured.line_crosses dw.obscured.height_irrelevant
    """
    return [*_terrain(line), *soldiers_in_the_way(line), *_vehicles(line)]


# --- terrain ------------------------------------------------------------------------------------


def _terrain(line: Line) -> Iterator[Met]:
    """Yield the areas that a line to a soldier crosses, then those that he touches or is in.

    Rules: dw.obscured.line_crosses dw.obscured.leader_terrain_ignored
    dw.obscured.same_area dw.obscured.target_in_area dw.terrain.cover_needs_crossing
    """
    crossed: list[str] = []
    for crossing in line.crossings():
        crossed.append(crossing.piece)
        never = area_never(line, crossing.piece)
        if never is None or line.whole:
            yield _crossed(line, crossing, never)
    if line.play.options.touching_counts_as_cover == "true" or line.whole:
        for piece in affected_by(line.play, line.target):
            if piece in crossed:
                continue
            never = area_never(line, piece) or _contact_never(line, piece)
            if never is None or line.whole:
                counts = ("target_in_area", ("dw.obscured.target_in_area",))
                yield _met(line, piece, never or counts, never is None)


def _crossed(line: Line, crossing: AreaCrossing, never: Never | None) -> Met:
    counts = ("line_crosses", ("dw.obscured.line_crosses",))
    ray = line.stretch(crossing.entry, crossing.exit)
    return _met(line, crossing.piece, never or counts, never is None, ray)


def _met(line: Line, piece: str, how: Never, counts: bool, ray: Ray | None = None) -> Met:
    name, rules = how
    return Met(piece, rating_of(line.play, piece).cover, rules, counts, name, ray)


def obscures(play: Play, piece: str) -> bool:
    """Return whether a piece's rating can obscure; no-cover terrain does so only by option.

    Rules: dw.obscured.none_cover
    """
    return rating_of(play, piece).cover != "none" or play.options.none_cover_obscures == "true"


def area_never(line: Line, piece: str) -> Never | None:
    """Return why an area never obscures on this line, or None when it does.

    Rules: dw.obscured.leader_terrain_ignored dw.obscured.same_area dw.obscured.none_cover
    """
    if piece in line.ignored:
        if line.whole and piece in affected_by(line.play, line.target):
            return ("same_area", ("dw.obscured.same_area",))
        return ("leader_touches", ("dw.obscured.leader_terrain_ignored",))
    if not obscures(line.play, piece):
        return ("no_cover", ("dw.obscured.none_cover",))
    return None


def _contact_never(line: Line, piece: str) -> Never | None:
    """Return why standing in an area or touching it gives nothing, or None when it does.

    Rules: dw.obscured.target_in_area dw.terrain.cover_needs_crossing
    """
    if rating_of(line.play, piece).needs_crossing:
        return ("needs_crossing", ("dw.terrain.cover_needs_crossing",))
    if line.play.options.touching_counts_as_cover != "true":
        return ("touching_off", ("dw.obscured.target_in_area",))
    return None


# --- miniatures in the way ----------------------------------------------------------------------


def soldiers_in_the_way(line: Line) -> Iterator[Met]:
    """Yield the soldiers in the way: those of the target's side hide it from soldiers.

    The straight line from the leader's eye to the middle of the target's figure must cross the
    solid over a base: from high ground it may pass over.

    Rules: dw.obscured.enemy_soldiers
    """
    for unit in line.play.state.units.values():
        never = _soldiers_never(line, unit)
        if never is not None and not line.whole:
            continue
        if unit.on_table and line.play.is_soldier(unit):
            others = (m for m in unit.minis if m.id not in (line.leader.id, line.target.id))
            for mini in others:
                how = _in_the_way(line, mini, never)
                if how is not None:
                    yield Met(mini.id, "soft", how[1], how[0] == "enemy_soldiers", how[0])


def _in_the_way(line: Line, mini: Mini, never: Never | None) -> Never | None:
    """Return how a soldier is met; None when the line stays clear of him."""
    stand = line.play.stand(mini)
    if line.play.facts.line_meets_body(line.start, line.end, stand):
        return never or ("enemy_soldiers", ("dw.obscured.enemy_soldiers",))
    if line.whole and base_crossed(line, stand):
        return never or ("passes_over", ("dw.obscured.enemy_soldiers",))
    return None


def _soldiers_never(line: Line, unit: Unit) -> Never | None:
    """Return why a unit's soldiers hide nobody here, or None when they do.

    Suppressed units keep low; nobody hides behind his own unit.

    Rules: dw.obscured.friendly_soldiers dw.obscured.own_unit_never
    dw.obscured.soldiers_not_vehicles dw.obscured.vehicle_attacker_ignores_soldiers
    dw.obscured.suppressed_soldiers dw.suppression.no_obscure
    """
    play, own = line.play, line.play.unit_of(line.target.id)
    if unit.side != own.side:
        return ("friendly_soldiers", ("dw.obscured.friendly_soldiers",))
    if unit.id == own.id:
        return ("own_unit", ("dw.obscured.own_unit_never",))
    if play.is_vehicle(own):
        return ("soldiers_not_vehicles", ("dw.obscured.soldiers_not_vehicles",))
    if not play.is_soldier(play.unit_of(line.leader.id)):
        return ("vehicle_attacker", ("dw.obscured.vehicle_attacker_ignores_soldiers",))
    if is_suppressed(unit):
        return ("suppressed", ("dw.obscured.suppressed_soldiers", "dw.suppression.no_obscure"))
    return None


def screens(line: Line) -> Iterator[tuple[str, Stand, Never | None]]:
    """Yield the other vehicles on the table, each with why it never obscures, or None.

    Rules: dw.obscured.vehicles_obscure dw.obscured.own_unit_never
    """
    play = line.play
    mine = (play.unit_of(line.leader.id).id, play.unit_of(line.target.id).id)
    for unit in play.state.units.values():
        if not unit.on_table or not play.is_vehicle(unit):
            continue
        for mini in unit.minis:
            if mini.id in (line.leader.id, line.target.id):
                continue
            stand = play.stand(mini)
            never: Never | None = None
            if unit.id in mine:
                never = ("own_unit", ("dw.obscured.own_unit_never",))
            elif in_contact(play.facts.gap(line.start, stand).inches):
                never = ("vehicle_touched", ("dw.obscured.leader_terrain_ignored",))
            if never is None or line.whole:
                yield (mini.id, stand, never)


def _vehicles(line: Line) -> Iterator[Met]:
    """Yield the vehicles, friend or foe, whose bases the line crosses or the target touches.

    A vehicle's base is an area of terrain that gives Hard cover.

    Rules: dw.obscured.vehicles_obscure
    """
    touching = line.play.options.touching_counts_as_cover == "true"
    counts = ("vehicles_obscure", ("dw.obscured.vehicles_obscure",))
    for name, stand, never in screens(line):
        if base_crossed(line, stand):
            yield Met(name, "hard", (never or counts)[1], never is None, (never or counts)[0])
        elif touching and in_contact(line.play.facts.gap(line.end, stand).inches):
            how = never or ("vehicle_at_target", counts[1])
            yield Met(name, "hard", how[1], never is None, how[0])


def base_crossed(line: Line, stand: Stand) -> bool:
    """Return whether the line crosses a base in plan, whatever the heights."""
    at, to = line.start.pose.at, line.end.pose.at
    return crosses(line.play.facts.base_crossed(at, to, stand))
