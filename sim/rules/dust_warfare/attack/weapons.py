"""Which weapons bear on a unit: working, able to hurt it, in arc, in range, in sight."""

from __future__ import annotations

from dataclasses import dataclass

from sim.engine.reasons import Objection
from sim.geometry.units import is_within, keeps_from
from sim.rules.dust_warfare.attack.arcs import in_fire_arc
from sim.rules.dust_warfare.attack.armour import armour_class
from sim.rules.dust_warfare.attack.los import sees
from sim.rules.dust_warfare.forces.profiles import Cell, Mount, Weapon
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit

__all__ = [
    "Bearing",
    "all_bearings",
    "bearing",
    "cell_against",
    "has_loaded",
    "in_range",
    "legal_targets",
    "weapon_works",
    "weapons_bearing",
    "why_not_attack",
]

#: What a weapon without a cell is worth against a breached hull (`dw.vdt.hull_breach`).
BREACHED = Cell(1, 1)


@dataclass(frozen=True)
class Bearing:
    """One weapon looked at against one unit.

    Attributes
    ----------
    mini, mount : str, int
        Bearer and place among its weapons.
    weapon : Weapon
    cell : Cell or None
        None when it cannot hurt the target.
    gap_in : float
        Base to base, bearer to the nearest miniature of the target.
    objections : tuple of Objection
        Why it may not fire now; empty when it bears.
    """

    mini: str
    mount: int
    target: str
    weapon: Weapon
    cell: Cell | None
    gap_in: float
    objections: tuple[Objection, ...]

    @property
    def ok(self) -> bool:
        """Whether it may fire at the target now."""
        return not self.objections


def weapon_works(play: Play, unit: Unit, mini: Mini, mount: int) -> Objection | None:
    """Return why a weapon is out of use, or None when it works.

    Rules: dw.attack.functional_weapons dw.wability.reload dw.vdt.weapon_damaged
    """
    weapon = play.profiles.weapons[play.profile(mini).weapons[mount].weapon]
    if f"{mini.id}|{mount}" in unit.lost_weapons:
        rule = "dw.vdt.weapon_damaged"
        return Objection("dw.no_attack.lost", rule, {"weapon": weapon.name}, mini.id)
    if unit.out_of_ammo and "reload" in weapon.abilities:
        rule = "dw.wability.reload"
        return Objection("dw.no_attack.ammo", rule, {"weapon": weapon.name}, mini.id)
    return None


def has_loaded(play: Play, unit: Unit) -> bool:
    """Return whether a unit has a working Reload weapon that is loaded.

    Rules: dw.wability.reload
    """
    return any(
        "reload" in play.profiles.weapons[place.weapon].abilities
        and weapon_works(play, unit, mini, mount) is None
        for mini in unit.minis
        for mount, place in enumerate(play.profile(mini).weapons)
    )


def cell_against(play: Play, weapon: Weapon, target: Unit) -> Cell | None:
    """Return a weapon's dice and damage against a unit, None when it cannot hurt it.

    A spray has as many dice as the unit has living miniatures.

    Rules: dw.weapon.profile dw.weapon.dash dw.weapon.spray_symbol dw.wability.spray
    dw.vdt.hull_breach
    """
    cell = weapon.against(armour_class(play, target))
    if cell is None:
        return BREACHED if "hull_breach" in target.effects else None
    return Cell(len(target.minis), cell.damage, True) if cell.spray else cell


def in_range(play: Play, weapon: Weapon, bearer: Mini, target: Mini) -> bool:
    """Return whether a weapon reaches a miniature: least range <= gap <= range.

    Rules: dw.weapon.range dw.weapon.range_c dw.weapon.range_min dw.weapon.range_a
    dw.wability.close_combat_range dw.wability.artillery_direct dw.measure.horizontal
    dw.measure.within dw.measure.mini_to_mini dw.heavy.hull_is_base
    """
    gap = play.facts.gap(play.stand(bearer), play.stand(target)).inches
    least = weapon.min_range_in
    if weapon.range_code == "A" and play.options.artillery_direct_min == "0":
        least = 0.0
    return is_within(gap, weapon.range_in) and (least == 0.0 or keeps_from(gap, least))


def bearing(play: Play, unit: Unit, mini: Mini, mount: int, target: Unit) -> Bearing:
    """Return what one weapon can do to a unit now.

    Any miniature in the arc puts the whole unit in it; range and sight must be met by one and
    the same miniature (option ``arc_same_mini`` ties the arc to it as well).

    Rules: dw.attack.restrictions dw.attack.range_check dw.attack.arc_one_mini
    dw.los.blocked_no_fire
    """
    place = play.profile(mini).weapons[mount]
    weapon = play.profiles.weapons[place.weapon]
    cell = cell_against(play, weapon, target)
    stand = play.stand(mini)
    gap = min(play.facts.gap(stand, play.stand(each)).inches for each in target.minis)
    useless = weapon_works(play, unit, mini, mount)
    objections = [useless] if useless else []
    if cell is None:
        params: dict[str, str | int | float | bool] = {
            "weapon": weapon.name,
            "armour": armour_class(play, target).key,
        }
        objections.append(Objection("dw.no_attack.dash", "dw.weapon.dash", params, mini.id))
    if not objections:
        objections = _out_of_reach(play, mini, place, target, gap)
    return Bearing(mini.id, mount, target.id, weapon, cell, gap, tuple(objections))


def _out_of_reach(
    play: Play, mini: Mini, mount: Mount, target: Unit, gap: float
) -> list[Objection]:
    """Return what arc, range and sight have against a shot."""
    weapon = play.profiles.weapons[mount.weapon]
    params: dict[str, str | int | float | bool] = {
        "weapon": weapon.name,
        "target": play.name(target),
        "gap": round(gap, 2),
        "range": weapon.range_in,
        "least": weapon.min_range_in,
        "arc": mount.arc,
    }
    in_arc = [each for each in target.minis if in_fire_arc(play, mini, mount, each)]
    if not in_arc:
        return [Objection("dw.no_attack.arc", "dw.attack.arc_one_mini", params, mini.id)]
    among = in_arc if play.options.arc_same_mini == "same_mini" else target.minis
    near = [each for each in among if in_range(play, weapon, mini, each)]
    if not near:
        too_near = gap < weapon.min_range_in
        key = "dw.no_attack.least" if too_near else "dw.no_attack.range"
        rule = "dw.weapon.range_min" if too_near else "dw.attack.range_check"
        return [Objection(key, rule, params, mini.id)]
    if not any(sees(play, mini, each) for each in near):
        return [Objection("dw.no_attack.sight", "dw.los.blocked_no_fire", params, mini.id)]
    return []


def all_bearings(
    play: Play, unit: Unit, target: Unit, *, close_combat: bool = False
) -> tuple[Bearing, ...]:
    """Return every weapon of a unit against a target, those that may not fire included.

    A Close Combat attack uses C weapons only, any other attack none of them.

    Rules: dw.weapon.use_all dw.attack.all_together dw.wability.close_combat_only_c
    """
    return tuple(
        bearing(play, unit, mini, mount, target)
        for mini in unit.minis
        for mount, place in enumerate(play.profile(mini).weapons)
        if play.profiles.weapons[place.weapon].close_combat == close_combat
    )


def weapons_bearing(
    play: Play, unit: Unit, target: Unit, *, close_combat: bool = False
) -> tuple[Bearing, ...]:
    """Return the weapons of a unit that may fire at a target now.

    Rules: dw.attack.restrictions
    """
    return tuple(
        each for each in all_bearings(play, unit, target, close_combat=close_combat) if each.ok
    )


def legal_targets(
    play: Play, unit: Unit, *, only_target: str | None = None, close_only: bool = False
) -> list[Unit]:
    """Return the enemy units that at least one weapon bears on, in force order.

    Rules: dw.attack.restrictions dw.reaction.split_fire_multi
    """
    modes = (True,) if close_only else (False, True)
    return [
        enemy
        for enemy in play.enemies(unit.side)
        if only_target in (None, enemy.id)
        and any(weapons_bearing(play, unit, enemy, close_combat=mode) for mode in modes)
    ]


def why_not_attack(
    play: Play, unit: Unit, *, only_target: str | None = None, close_only: bool = False
) -> list[Objection]:
    """Return why a unit has nothing to attack: one sentence for each enemy; empty when it may.

    Rules: dw.attack.restrictions
    """
    if not unit.on_table:
        params: dict[str, str | int | float | bool] = {"unit": play.name(unit)}
        return [Objection("dw.no_attack.off_table", "dw.attack.restrictions", params, unit.id)]
    if legal_targets(play, unit, only_target=only_target, close_only=close_only):
        return []
    found = [
        _nearest_to_legal(play, unit, enemy, close_only)
        for enemy in play.enemies(unit.side)
        if only_target in (None, enemy.id)
    ]
    return found or [Objection("dw.no_attack.nobody", "dw.attack.restrictions", {}, unit.id)]


#: From the worst obstacle to the least: what to say about an enemy is the least of them.
_ORDER = ("lost", "dash", "ammo", "range", "least", "arc", "sight")


def _nearest_to_legal(play: Play, unit: Unit, enemy: Unit, close_only: bool) -> Objection:
    """Return the objection of the weapon that came nearest to being allowed.

    Of weapons that fail alike the one that reaches farthest speaks: nobody asks after the knife.
    """
    looked = [
        each
        for mode in ((True,) if close_only else (False, True))
        for each in all_bearings(play, unit, enemy, close_combat=mode)
    ]
    failed = [(each.weapon, objection) for each in looked for objection in each.objections]
    if not failed:
        params: dict[str, str | int | float | bool] = {"unit": play.name(unit)}
        return Objection("dw.no_attack.unarmed", "dw.attack.restrictions", params, unit.id)

    def nearness(each: tuple[Weapon, Objection]) -> tuple[int, float]:
        weapon, objection = each
        return (_ORDER.index(objection.key.rpartition(".")[2]), weapon.range_in)

    return max(failed, key=nearness)[1]
