"""Cover from one firer: soft, hull-down or turret-down, with what gives it."""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.engine.reasons import Reason
from sim.rules.dirtside.movement.grades import ground_of
from sim.rules.dirtside.options import DirtsideOptions
from sim.rules.dirtside.sight.los import closed_areas, place_in
from sim.rules.dirtside.sight.parts import gun_of, hull_of
from sim.table.facts import Facts
from sim.table.pieces import Stand

__all__ = ["Cover", "cover_from", "may_fire_gun", "touched_cover"]

State = Literal["none", "soft_cover", "hull_down", "turret_down"]
_RULES: dict[State, str] = {
    "none": "ds.cover.contact",
    "soft_cover": "ds.cover.soft",
    "hull_down": "ds.cover.hull_down",
    "turret_down": "ds.fire.secondary_turret_down",
}


class Cover(msgspec.Struct, frozen=True):
    """What a target has of its cover against one firer.

    Attributes
    ----------
    state : str
    pieces : tuple of str
        Features that it touches and that lie between, or are areas.
    reason : Reason
    """

    state: State
    pieces: tuple[str, ...]
    reason: Reason


def touched_cover(facts: Facts, firer: Stand, target: Stand) -> tuple[str, ...]:
    """Return the features whose cover a target may claim from a firer.

    It touches them or stands on them; woods and buildings cover from all around, others only
    where they lie between the two.

    Rules: ds.cover.contact ds.cover.on_feature ds.building.cover
    """
    between = {each.piece for each in facts.areas_crossed(firer.pose.at, target.pose.at)}
    closed = closed_areas(facts)
    found: list[str] = []
    for piece in facts.areas_touched(target):
        terrain = facts.table.terrain[piece]
        around = terrain.kind in ("building", "ruin")
        edge = piece in closed and place_in(facts, target, piece) == "edge"
        raised = terrain.carries or _hides(facts, piece)
        if around or edge or (raised and piece in between):
            found.append(piece)
    return tuple(found)


def _hides(facts: Facts, piece: str) -> bool:
    """Return whether a piece stands up from the ground and is no mere ground."""
    terrain = facts.table.terrain[piece]
    ground = ground_of(terrain)
    return ground is None or ground.kind in ("hills", "mountains")


def cover_from(
    facts: Facts, firer: Stand, target: Stand, options: DirtsideOptions, *, vehicle: bool = True
) -> Cover:
    """Return a target's cover from a firer that sees it.

    A vehicle that touches what hides its hull up to the deck is hull-down while its gun is seen,
    turret-down where only what is above the gun shows; with any of the hull seen its cover is
    soft, like an infantry team's.

    Rules: ds.cover.soft ds.cover.hull_down ds.fire.secondary_turret_down
    """
    pieces = touched_cover(facts, firer, target)
    state: State = "soft_cover" if pieces else "none"
    if pieces and vehicle and hull_of(target).model in facts.table.models:
        hull = facts.sees(firer, hull_of(target))
        gun = facts.sees(firer, gun_of(target))
        if not hull:
            state = "hull_down" if gun else "turret_down"
    if state == "hull_down" and options.hull_down_die == "D6":
        state = "soft_cover"
    named = ", ".join(pieces)
    return Cover(
        state, pieces, Reason(f"ds.cover.{state}", {"pieces": named}, None, (_RULES[state],))
    )


def may_fire_gun(cover: Cover) -> bool:
    """Return whether a vehicle in such cover may fire its guns at who it has it from.

    Rules: ds.fire.secondary_turret_down
    """
    return cover.state != "turret_down"
