"""Who is meant in a scene by the two names of a question of sight: miniatures or whole units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sim.rules.dust_warfare.attack.explain_pairing import Pairing
from sim.rules.dust_warfare.forces.profile_files import read_profiles
from sim.rules.dust_warfare.play import Play, Profiles
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.turn.leader import leader_of
from sim.table.scene import Scene

__all__ = ["as_bought", "first_of", "pairing_of"]

GAME = "dust_warfare"


def first_of(scene: Scene, name: str) -> str:
    """Return a miniature by its id, or the first of a unit; KeyError when it is neither."""
    for mini in scene.minis:
        if name in (mini.id, mini.id.rsplit("/", 1)[0]):
            return mini.id
    raise KeyError(name)


def as_bought(scene: Scene, units: Mapping[str, Unit], profiles: Profiles) -> Profiles:
    """Give the units of a scene's forces their leaders; with the profiles returned, their own."""
    if scene.game != GAME:
        return profiles
    shipped = read_profiles(scene.book).units
    for force in scene.forces:
        for bought in force.units:
            unit, buys = units.get(bought.id), shipped.get(bought.unit)
            if unit is None or buys is None:
                continue
            leading = [member.profile for member in buys.members if member.leader]
            kinds = {mini.id: mini.profile.partition(":")[0] for mini in unit.minis}
            unit.profile = buys.id
            unit.leader = next((m for m, kind in kinds.items() if kind in leading), unit.leader)
    return replace(profiles, units={**shipped, **profiles.units})


def pairing_of(play: Play, shooter: str, target: str) -> Pairing:
    """Return who attacks whom: a miniature alone, or a unit under its leader."""
    minis = {mini.id: mini for unit in play.state.units.values() for mini in unit.minis}
    if shooter in minis:
        leader, shooters = minis[shooter], (minis[shooter],)
    else:
        unit = play.unit(shooter)
        leader, shooters = leader_of(unit) or unit.minis[0], tuple(unit.minis)
    alone = target in minis
    targets = (minis[target],) if alone else tuple(play.unit(target).minis)
    return Pairing(play, leader, shooters, targets, whole_unit=not alone)
