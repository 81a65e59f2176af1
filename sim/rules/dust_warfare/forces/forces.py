"""From a scene's forces and placed miniatures to units."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sim.errors import Problem
from sim.geometry.shapes import reach_of
from sim.geometry.units import mm
from sim.rules.dust_warfare.forces.profile_files import read_profiles
from sim.rules.dust_warfare.forces.profiles import ArmourClass, Member, Profile, UnitProfile
from sim.rules.dust_warfare.play import Profiles
from sim.rules.dust_warfare.state import Mini, Unit
from sim.table.facts import Facts
from sim.table.names import did_you_mean
from sim.table.scene import ForceUnit, PlacedMini, Scene

__all__ = ["scene_minis", "unit_from_profile", "units_of_forces"]

#: A model without a profile whose base is at least this wide stands for a vehicle.
VEHICLE_BASE_MM = 60.0


def unit_from_profile(unit_id: str, side: str, buys: UnitProfile) -> Unit:
    """Return a unit off the table with all its miniatures, its leader named by the profile.

    Rules: dw.leader.every_unit dw.leader.single dw.unit.definition dw.mini.count
    """
    minis: list[Mini] = []
    leader = ""
    for member in buys.members:
        for _ in range(member.count):
            mini = Mini(f"{unit_id}/{len(minis) + 1}", member.profile)
            minis.append(mini)
            if member.leader and not leader:
                leader = mini.id
    if len(minis) == 1:
        leader = minis[0].id
    return Unit(unit_id, buys.id, side, minis, leader, started_with=len(minis))


def units_of_forces(scene: Scene, profiles: Profiles, problems: list[Problem]) -> dict[str, Unit]:
    """Return every unit of the scene's forces; those with placed miniatures stand there."""
    units: dict[str, Unit] = {}
    placed: dict[str, list[PlacedMini]] = {}
    for mini in scene.minis:
        placed.setdefault(mini.unit, []).append(mini)
    for force in scene.forces:
        for bought in force.units:
            buys = profiles.units.get(bought.unit)
            if buys is None:
                _unknown(scene, bought, profiles, problems)
                continue
            unit = unit_from_profile(bought.id, force.side, buys)
            if bought.id in placed:
                unit = _placed_unit(scene, unit, buys, placed.pop(bought.id), problems)
            units[unit.id] = unit
    for name, minis in placed.items():
        params: dict[str, object] = {"unit": name}
        where = f"mini[{minis[0].id}].unit"
        problems.append(Problem("dw.input.no_such_unit", where, scene.source, params))
    return units


def _unknown(scene: Scene, bought: ForceUnit, profiles: Profiles, problems: list[Problem]) -> None:
    near = did_you_mean(bought.unit, profiles.units)
    params: dict[str, object] = {"found": bought.unit, "nearest": near}
    problems.append(
        Problem("dw.input.unit_profile", f"force.units[{bought.id}]", scene.source, params)
    )


def _placed_unit(
    scene: Scene,
    unit: Unit,
    buys: UnitProfile,
    placed: Sequence[PlacedMini],
    problems: list[Problem],
) -> Unit:
    """Return a unit as the scene places it: the miniatures that stand there, no others."""
    allowed = {member.profile: member for member in buys.members}
    minis: list[Mini] = []
    leader = ""
    for each in placed:
        profile = each.profile or buys.members[0].profile
        if profile not in allowed:
            params: dict[str, object] = {"found": profile, "allowed": ", ".join(allowed)}
            where = f"mini[{each.id}].profile"
            problems.append(Problem("dw.input.mini_profile", where, scene.source, params))
            continue
        if each.id != unit.id and each.id.rsplit("/", 1)[0] != unit.id:
            params = {"found": each.id, "unit": unit.id}
            where = f"mini[{each.id}].id"
            problems.append(Problem("dw.input.mini_id", where, scene.source, params))
            continue
        minis.append(Mini(each.id, profile, each.stand.pose))
        if allowed[profile].leader and not leader:
            leader = each.id
    if len(minis) == 1:
        leader = minis[0].id
    return Unit(unit.id, unit.profile, unit.side, minis, leader, started_with=len(minis))


def scene_minis(
    scene: Scene, facts: Facts, pair: tuple[str, str], sides: tuple[str, str]
) -> tuple[dict[str, Unit], Profiles]:
    """Return the placed miniatures as units of one, and profiles for them all.

    The shooter's side is `sides[0]`; everybody of another side, or of none, is of `sides[1]`, and
    so is everybody but the shooter where both of the pair are of one side. A model without a
    profile counts as a Soldier 2, one on a large base as a Vehicle 3.

    Parameters
    ----------
    pair : (str, str)
        Shooter and target.

    Rules: dw.mini.base_sizes
    """
    shipped = read_profiles(scene.book) if scene.game == "dust_warfare" else None
    minis: dict[str, Profile] = dict(shipped.minis) if shipped else {}
    units: dict[str, UnitProfile] = {}
    made: dict[str, Unit] = {}
    shooter, target = pair
    own = scene.mini(shooter).side
    own = "" if own == scene.mini(target).side else own
    for each in scene.minis:
        profile = each.profile
        if profile not in minis:
            profile = f"model:{each.stand.model}"
            minis[profile] = _plain_profile(profile, each.stand.model, facts)
        elif minis[profile].model != each.stand.model:
            profile = f"{profile}:{each.stand.model}"
            minis[profile] = _like(minis[each.profile], profile, each.stand.model)
        ours = each.id == shooter or (own and each.side == own)
        name = f"one-of:{profile}"
        units[name] = UnitProfile(name, minis[profile].name, "", 0, (Member(profile, 1, True),))
        key = each.id.rsplit("/", 1)[0]
        mini = Mini(each.id, profile, each.stand.pose)
        if key in made:
            made[key].minis.append(mini)
        else:
            side = sides[0] if ours else sides[1]
            made[key] = Unit(key, name, side, [mini], each.id, started_with=1)
    return made, Profiles(shipped.weapons if shipped else {}, minis, units)


def _plain_profile(name: str, model: str, facts: Facts) -> Profile:
    base = facts.table.models[model].base
    large = reach_of(base) >= mm(VEHICLE_BASE_MM) / 2
    kind = ArmourClass("vehicle", 3) if large else ArmourClass("soldier", 2)
    return Profile(name, model, model, 6.0, 1, kind)


def _like(profile: Profile, name: str, model: str) -> Profile:
    return msgspec.structs.replace(profile, id=name, model=model)
