"""Line by line: what a design takes of the capacity, which weapons count, what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from sim.engine.reasons import Value
from sim.rules.dirtside.design.design import Design, Gun, largest_gun
from sim.rules.dirtside.design.tables import design_tables

__all__ = ["Line", "capacity_lines", "points_lines", "total", "turret_payer", "weapon_lines"]


class Line(msgspec.Struct, frozen=True):
    """A line of a sum: what for (a word key with params), how much, by which clauses."""

    key: str
    value: int
    rules: tuple[str, ...]
    params: dict[str, Value] = {}


def total(lines: Iterator[Line] | list[Line]) -> int:
    """Return the sum of lines.

    Rules: ds.points.sum
    """
    return sum(line.value for line in lines)


def percent(of: int, share: int) -> int:
    """Return a percentage, rounded half up to a whole point.

    Rules: ds.points.rounding
    """
    exact = Fraction(of * share, 100) + Fraction(1, 2)
    return exact.numerator // exact.denominator


# --- capacity ---------------------------------------------------------------------------------


def turret_payer(design: Design) -> Gun | None:
    """Return the weapon that pays for the turret: the largest one in it.

    Rules: ds.fit.primary_first ds.fit.turret_secondary
    """
    turreted = [gun for gun in design.guns if gun.mount == "turret"]
    return max(turreted, key=lambda gun: gun.size, default=None)


def _gun_capacity(design: Design, gun: Gun) -> int:
    """Return what a gun takes; a turret is paid for once, by one barrel of one weapon.

    Rules: ds.fit.fixed_mount ds.fit.turret_primary ds.fit.additional ds.fit.direct_only
        ds.walker.capacity
    """
    table = design_tables().capacity
    plain = table.fixed * gun.size * gun.barrels
    if design.walks or gun is not turret_payer(design):
        return plain
    return plain + (table.turret - table.fixed) * gun.size


def capacity_lines(design: Design) -> list[Line]:
    """Return what takes how much of the capacity.

    Rules: ds.design.capacity_table ds.design.zero_capacity ds.transport.line
        ds.transport.powered ds.transport.cargo ds.transport.vehicle ds.transport.command
        ds.artydesign.capacity ds.artydesign.cbr ds.air.dfo_capacity
    """
    return [line for line in _capacity(design) if line.value]


def _capacity(design: Design) -> Iterator[Line]:
    table = design_tables().capacity
    rule = ("ds.design.capacity_table",)
    for gun in design.guns:
        yield Line("ds.part.gun", _gun_capacity(design, gun), rule, _gun_words(gun))
    for each in design.missiles:
        taken = table.gms[each.type] * each.count
        yield Line("ds.part.gms", taken, rule, {"type": each.type, "count": each.count})
    for each in design.artillery:
        taken = table.artillery * design_tables().artillery[each.type] * each.count
        yield Line("ds.part.artillery", taken, ("ds.artydesign.capacity",), {"type": each.type})
    yield Line("ds.part.pds", table.pds.get(design.pds, 0), rule)
    yield Line("ds.part.ads", table.ads.get(design.ads, 0), rule)
    yield Line("ds.part.lad", table.lad * design.lad, rule)
    yield Line("ds.part.apsw", table.apsw * design.apsw, ("ds.fit.apsw_extra",))
    yield Line("ds.part.apfc", table.apfc * design.apfc, rule)
    yield Line("ds.part.cbr", table.cbr if design.cbr else 0, ("ds.artydesign.cbr",))
    yield Line("ds.part.command", table.command * design.command, ("ds.transport.command",))
    yield Line("ds.part.ordnance", table.ordnance * design.ordnance, ("ds.air.dfo_capacity",))
    yield from _carried(design)


def _carried(design: Design) -> Iterator[Line]:
    table, carries = design_tables().capacity, design.carries
    foot = carries.militia + carries.line
    yield Line("ds.part.teams", table.team["line"] * foot, ("ds.transport.line",))
    powered = table.team["powered"] * carries.powered
    yield Line("ds.part.powered", powered, ("ds.transport.powered",))
    yield Line("ds.part.cargo", table.cargo * carries.cargo, ("ds.transport.cargo",))
    for size in carries.vehicles:
        taken = table.vehicle * size
        yield Line("ds.part.vehicle", taken, ("ds.transport.vehicle",), {"size": size})


def weapon_lines(design: Design, *, apfc_counts: bool = True) -> list[Line]:
    """Return the weapon systems that count against the size class.

    Every barrel and launcher counts, point and area defence too; the free APSW does not.

    Rules: ds.fit.count_limit ds.fit.apsw_free ds.fit.apsw_extra
    """
    rule = ("ds.fit.count_limit",)
    found = [Line("ds.part.gun", gun.barrels, rule, _gun_words(gun)) for gun in design.guns]
    found += [
        Line("ds.part.gms", each.count, rule, {"type": each.type, "count": each.count})
        for each in design.missiles
    ]
    found += [
        Line("ds.part.artillery", each.count, rule, {"type": each.type})
        for each in design.artillery
    ]
    found += [
        Line("ds.part.pds", int(bool(design.pds)), rule),
        Line("ds.part.ads", int(bool(design.ads)), rule),
        Line("ds.part.lad", design.lad, rule),
        Line("ds.part.apsw", design.apsw, rule),
        Line("ds.part.apfc", int(design.apfc and apfc_counts), rule),
    ]
    return [line for line in found if line.value]


# --- points -----------------------------------------------------------------------------------


def basic_points(design: Design) -> int:
    """Return the basic vehicle points: size and all armour.

    Rules: ds.points.vsp ds.points.armour ds.points.special_armour ds.points.bvp
    """
    return total(list(_hull(design)))


def _hull(design: Design) -> Iterator[Line]:
    prices, size = design_tables().points, 5 * design.size
    yield Line("ds.part.size", size, ("ds.points.vsp",))
    armour = percent(size, prices.armour * design.armour)
    yield Line("ds.part.armour", armour, ("ds.points.armour",), {"level": design.armour})
    for kind in design.special:
        more = percent(size, prices.special_armour * design.armour)
        yield Line(f"ds.part.{kind}", more, ("ds.points.special_armour",))


def points_lines(design: Design, *, backup_full: bool = True) -> list[Line]:
    """Return what a design costs, line by line, each percentage rounded by itself.

    The printed examples come out as printed.

    Rules: ds.points.optional ds.points.sum ds.design.system_once ds.points.ex_hull
        ds.points.ex_medium_battle_tank ds.points.ex_light_micv ds.points.ex_heavy_hover_tank
        ds.points.ex_vtol ds.points.ex_apc ds.points.ex_artillery ds.points.ex_ads
        ds.points.ex_aerospace ds.points.ex_armour_troop ds.walker.example
    """
    return [line for line in _points(design, backup_full=backup_full) if line.value]


def _points(design: Design, *, backup_full: bool) -> Iterator[Line]:
    yield from _hull(design)
    yield from _drive(design)
    yield from _weapons(design)
    yield from _electronics(design, backup_full=backup_full)
    yield from _equipment(design)


def _drive(design: Design) -> Iterator[Line]:
    """Yield what power plant and mobility cost, each a percentage of the basic points.

    Rules: ds.points.pp_cfe ds.points.pp_hmt ds.points.pp_fgp ds.points.amphibious
    """
    basic, tables = basic_points(design), design_tables()
    power = percent(basic, tables.power[design.power].percent)
    yield Line(f"ds.part.power_{design.power}", power, (f"ds.points.pp_{design.power}",))
    moves = percent(basic, tables.mobility[design.mobility].percent)
    yield Line(f"ds.part.mobility_{design.mobility}", moves, (_mobility_rule(design),))
    swims = percent(basic, tables.points.amphibious) if design.amphibious else 0
    yield Line("ds.part.amphibious", swims, ("ds.points.amphibious",))


def _mobility_rule(design: Design) -> str:
    """Return the clause that prices a mobility.

    Rules: ds.points.mob_low_wheeled ds.points.mob_high_wheeled ds.points.mob_slow_tracked
        ds.points.mob_fast_tracked ds.points.mob_slow_gev ds.points.mob_fast_gev
        ds.points.mob_grav ds.points.mob_vtol ds.points.mob_aerospace
        ds.points.mob_combat_walker ds.points.mob_transport_walker ds.points.mob_infantry_walker
    """
    return f"ds.points.mob_{design.mobility}"


def _weapons(design: Design) -> Iterator[Line]:
    """Yield what weapons cost.

    Rules: ds.points.rfac ds.points.hvc ds.points.hkp ds.points.mdc ds.points.hel
        ds.points.dffg ds.points.slam ds.points.gms ds.points.apsw ds.points.lad
        ds.points.artillery_weapons
    """
    tables = design_tables()
    prices = tables.points
    for gun in design.guns:
        cost = tables.weapon[gun.type].points * gun.size * gun.barrels
        yield Line("ds.part.gun", cost, (f"ds.points.{gun.type}",), _gun_words(gun))
    for each in design.missiles:
        cost = prices.gms[each.type][each.grade] * each.count
        yield Line("ds.part.gms", cost, ("ds.points.gms",), {"type": each.type})
    for each in design.artillery:
        cost = prices.artillery[each.type] * each.count
        yield Line("ds.part.artillery", cost, ("ds.points.artillery_weapons",), {"type": each.type})
    yield Line("ds.part.apsw", prices.apsw * design.apsw, ("ds.points.apsw",))
    yield Line("ds.part.lad", prices.lad * design.lad, ("ds.points.lad",))


def _guided(design: Design, *, full: bool) -> int:
    prices = design_tables().points.gms
    basic = 0 if full else 1
    return sum(
        (prices[each.type][each.grade] - basic * prices[each.type]["basic"]) * each.count
        for each in design.missiles
    )


def _electronics(design: Design, *, backup_full: bool) -> Iterator[Line]:
    """Yield what fire control, ECM, stealth, defences and backup cost.

    Rules: ds.points.firecon ds.points.ecm ds.points.stealth ds.points.pds ds.points.ads
        ds.points.backup ds.points.cbr
    """
    prices = design_tables().points
    aim = prices.firecon.get(design.fire_control, 0) * largest_gun(design) * design.fire_controls
    ecm, hidden = prices.ecm.get(design.ecm, 0), prices.stealth * design.size * design.stealth
    yield Line("ds.part.fire_control", aim, ("ds.points.firecon",))
    yield Line("ds.part.pds", prices.pds.get(design.pds, 0), ("ds.points.pds",))
    yield Line("ds.part.ads", prices.ads.get(design.ads, 0), ("ds.points.ads",))
    yield Line("ds.part.ecm", ecm, ("ds.points.ecm",))
    yield Line("ds.part.stealth", hidden, ("ds.points.stealth",), {"level": design.stealth})
    yield Line("ds.part.cbr", prices.cbr.get(design.cbr, 0), ("ds.points.cbr",))
    if design.backup:
        kept = aim + ecm + hidden + _guided(design, full=backup_full)
        yield Line("ds.part.backup", percent(kept, prices.backup), ("ds.points.backup",))


def _equipment(design: Design) -> Iterator[Line]:
    """Yield what other equipment costs.

    Rules: ds.points.apfc ds.points.observer ds.points.command_vehicle
    """
    prices = design_tables().points
    yield Line("ds.part.apfc", prices.apfc * design.size * design.apfc, ("ds.points.apfc",))
    yield Line("ds.part.observer", prices.observer * design.observer, ("ds.points.observer",))
    yield Line("ds.part.command", prices.command * design.command, ("ds.points.command_vehicle",))


def _gun_words(gun: Gun) -> dict[str, Value]:
    return {
        "type": gun.type.upper(),
        "class": gun.size,
        "mount": gun.mount,
        "barrels": gun.barrels,
    }
