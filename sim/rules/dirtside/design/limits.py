"""What speaks against a design: every objection, each with its clause; and advice beside them."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.reasons import Objection
from sim.rules.dirtside.design.design import Design, Gun, basic_signature, capacity
from sim.rules.dirtside.design.sums import capacity_lines, total, weapon_lines
from sim.rules.dirtside.design.tables import design_tables
from sim.rules.dirtside.options import DirtsideOptions

__all__ = ["advice", "objections", "waived"]

#: The largest size, and the largest that needs no oversize rules.
LARGEST, ORDINARY = 7, 5
AIR_WEAPON, VTOL_TURRET = 3, 1
AIR_ARMOUR = {"vtol": 2, "aerospace": 3}
MOST_FIRE_CONTROLS = {6: 2, 7: 3}


def objections(design: Design, options: DirtsideOptions | None = None) -> tuple[Objection, ...]:
    """Return everything that the rules say against a design, what it waives left out.

    Parameters
    ----------
    design : Design
        With slugs that the tables know (the reader sees to that).
    options : DirtsideOptions, optional
        The book's by default.

    Rules: ds.classify.order ds.classify.any_model
    """
    return tuple(each for each in _all(design, options) if each.rule not in design.waivers)


def waived(design: Design, options: DirtsideOptions | None = None) -> tuple[Objection, ...]:
    """Return the objections that a design's waivers answer."""
    return tuple(each for each in _all(design, options) if each.rule in design.waivers)


def _all(design: Design, options: DirtsideOptions | None) -> Iterator[Objection]:
    chosen = options or DirtsideOptions()
    yield from _size(design)
    yield from _power(design, chosen)
    yield from _armour(design, chosen)
    yield from _weapons(design)
    yield from _fire_control(design)
    yield from _room(design, chosen)
    yield from _air(design)
    yield from _walker(design)


def _no(key: str, rule: str, **params: str | int) -> Objection:
    return Objection(f"ds.no_design.{key}", rule, dict(params))


def _size(design: Design) -> Iterator[Objection]:
    """Object to a size that there is not.

    Rules: ds.design.size_class ds.oversize.option
    """
    if not 1 <= design.size <= LARGEST:
        yield _no("size", "ds.design.size_class", size=design.size)


def _power(design: Design, options: DirtsideOptions) -> Iterator[Objection]:
    """Object to a plant that cannot drive the vehicle, or feed its weapons.

    Rules: ds.power.types ds.power.cfe_mobility ds.power.hmt_mobility ds.power.fgp_mobility
        ds.power.fgp_required ds.power.free_weapons ds.power.cfe_weapons ds.power.hmt_weapons
        ds.power.fgp_weapons ds.air.power ds.walker.power
    """
    plant = design_tables().power[design.power]
    driven = plant.drives.get(design.mobility, 0)
    if design.size > driven:
        rule = _drive_rule(design)
        yield _no("power", rule, power=design.power, mobility=design.mobility, size=design.size)
    elif design.size > ORDINARY and design.power != "fgp":
        yield _no("oversize_power", "ds.power.fgp_required", size=design.size)
    strain = plant.strain
    if design.power == "hmt" and options.hmt_weapons == "equal_class":
        strain = 0
    if design.power == "fgp":
        return
    for gun in design.guns:
        if design_tables().weapon[gun.type].strains and gun.size > design.size - strain:
            yield _no(
                "strain",
                f"ds.power.{design.power}_weapons",
                weapon=_name(gun),
                power=design.power,
                most=max(0, design.size - strain),
            )


def _drive_rule(design: Design) -> str:
    if design.flies:
        return "ds.air.power"
    if design.walks:
        return "ds.walker.power"
    return (
        "ds.power.fgp_required"
        if design.mobility == "grav"
        else f"ds.power.{design.power}_mobility"
    )


def _armour(design: Design, options: DirtsideOptions) -> Iterator[Objection]:
    """Object to armour that the vehicle cannot have.

    Rules: ds.armour.range ds.armour.max_by_size ds.armour.ablative ds.armour.reactive
        ds.armour.exclusive ds.armour.special_on_zero ds.oversize.armour ds.walker.armour
    """
    if not 0 <= design.armour <= LARGEST:
        yield _no("armour_range", "ds.armour.range", armour=design.armour)
    elif design.armour > design.size:
        yield _no("armour_size", "ds.armour.max_by_size", armour=design.armour, most=design.size)
    if len(design.special) > 1:
        yield _no("armour_both", "ds.armour.exclusive")
    if design.special and design.armour < 1 and options.armour_special_zero == "refused":
        yield _no("armour_zero", "ds.armour.special_on_zero")


def _weapons(design: Design) -> Iterator[Objection]:
    """Object to weapons in classes that there are not.

    Rules: ds.weapon.size_class ds.weapon.rfac ds.weapon.hvc ds.weapon.hkp ds.weapon.mdc
        ds.weapon.hel ds.weapon.dffg ds.weapon.slam ds.oversize.weapons ds.artydesign.class
    """
    for gun in design.guns:
        classes = design_tables().weapon[gun.type].classes
        if gun.size not in classes:
            yield _no(
                "weapon_class",
                f"ds.weapon.{gun.type}",
                weapon=_name(gun),
                classes=", ".join(str(each) for each in classes),
            )


def _fire_control(design: Design) -> Iterator[Objection]:
    """Object to guns that nobody aims, and to more fire controls than a hull may have.

    Rules: ds.systems.firecon ds.systems.kinds ds.systems.levels ds.oversize.firecon
    """
    if design.guns and not design.fire_control:
        yield _no("no_fire_control", "ds.systems.firecon")
    most = MOST_FIRE_CONTROLS.get(design.size, 1)
    if design.fire_controls > most:
        yield _no("fire_controls", "ds.oversize.firecon", found=design.fire_controls, most=most)


def _room(design: Design, options: DirtsideOptions) -> Iterator[Objection]:
    """Object to more than fits: capacity, weapon systems, what is carried.

    Rules: ds.design.capacity_exceeded ds.fit.count_limit ds.transport.vehicle
    """
    used, room = total(capacity_lines(design)), capacity(design)
    if used > room:
        yield _no("capacity", "ds.design.capacity_exceeded", used=used, room=room)
    counts = options.apfc_counts == "true"
    weapons = total(weapon_lines(design, apfc_counts=counts))
    if weapons > design.size:
        yield _no("weapons", "ds.fit.count_limit", weapons=weapons, most=design.size)
    for size in design.carries.vehicles:
        if size >= design.size:
            yield _no("carries", "ds.transport.vehicle", size=size, own=design.size)


def _air(design: Design) -> Iterator[Objection]:
    """Object to what no air vehicle may have, and to ordnance on anything else.

    Rules: ds.air.groups ds.air.vtol_turret ds.air.aerospace_fixed ds.air.max_weapon
        ds.air.dfo_capacity ds.air.armour
    """
    if design.ordnance and design.mobility != "aerospace":
        yield _no("ordnance", "ds.air.dfo_capacity")
    if not design.flies:
        return
    for gun in design.guns:
        if gun.size > AIR_WEAPON:
            yield _no("air_weapon", "ds.air.max_weapon", weapon=_name(gun), most=AIR_WEAPON)
        if gun.mount == "turret" and design.mobility == "aerospace":
            yield _no("aerospace_turret", "ds.air.aerospace_fixed", weapon=_name(gun))
        elif gun.mount == "turret" and gun.size > VTOL_TURRET:
            yield _no("vtol_turret", "ds.air.vtol_turret", weapon=_name(gun), most=VTOL_TURRET)
    most = max(0, min(AIR_ARMOUR[design.mobility], design.size - 1))
    if design.armour > most:
        yield _no("air_armour", "ds.air.armour", armour=design.armour, most=most)


def _walker(design: Design) -> Iterator[Objection]:
    """Object to a walker of another size than walkers have.

    Rules: ds.walker.types ds.walker.sizes
    """
    if not design.walks:
        return
    small = design.mobility == "infantry_walker"
    if (small and design.size != 1) or (not small and design.size < 4):
        yield _no("walker_size", "ds.walker.sizes", size=design.size, mobility=design.mobility)


def advice(design: Design) -> tuple[Objection, ...]:
    """Return what the book advises against and yet allows.

    Rules: ds.fit.size_advice ds.signature.stealth_floor ds.design.size_guide
    """
    found: list[Objection] = []
    for gun in design.guns:
        if gun.size > design.size + 1:
            most = design.size + 1
            found.append(_no("advice_gun", "ds.fit.size_advice", weapon=_name(gun), most=most))
    useful = basic_signature(design) - 1
    if design.stealth > useful:
        found.append(
            _no("advice_stealth", "ds.signature.stealth_floor", level=design.stealth, most=useful)
        )
    return tuple(found)


def _name(gun: Gun) -> str:
    return f"{gun.type.upper()}/{gun.size}"
