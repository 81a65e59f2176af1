"""The bundle every procedure gets: state, facts, profiles, options and the log.

Made anew for each step and never stored. Small look-ups that every chapter needs live here;
rules do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import msgspec

from sim.engine.events import Event
from sim.engine.game import Tell
from sim.engine.telling import Telling
from sim.geometry.pose import Pose
from sim.rules.dust_warfare.forces.profiles import Profile, UnitProfile, Weapon
from sim.rules.dust_warfare.options import DustOptions
from sim.rules.dust_warfare.state import DustState, Mini, Unit
from sim.table.facts import Facts
from sim.table.pieces import Stand

__all__ = ["Agreed", "Play", "Profiles"]


@dataclass(frozen=True)
class Profiles:
    """Every weapon, miniature type and unit of the forces, by id."""

    weapons: Mapping[str, Weapon]
    minis: Mapping[str, Profile]
    units: Mapping[str, UnitProfile]


@dataclass(frozen=True)
class Agreed:
    """What players say of a sight in dispute; it goes before geometry and profiles.

    Attributes
    ----------
    touches : mapping of miniature to piece to whether he touches it or is in it
    teams : mapping of unit to whether it is a Team
    """

    touches: Mapping[str, Mapping[str, bool]] = field(default_factory=dict[str, Mapping[str, bool]])
    teams: Mapping[str, bool] = field(default_factory=dict[str, bool])


NOTHING_AGREED = Agreed()


@dataclass(frozen=True)
class Play(Telling):
    """What a procedure works with.

    Attributes
    ----------
    state : DustState
        Changed in place by the procedure.
    facts : Facts
    profiles : Profiles
    options : DustOptions
    tell : callable
        Takes an `Event`.
    agreed : Agreed
        Empty but in a dispute.
    """

    state: DustState
    facts: Facts
    profiles: Profiles
    options: DustOptions
    tell: Tell
    agreed: Agreed = NOTHING_AGREED

    def unit(self, unit_id: str) -> Unit:
        """Return a unit by id."""
        return self.state.units[unit_id]

    def unit_of(self, mini_id: str) -> Unit:
        """Return the unit of a miniature id (``unit/n``)."""
        return self.state.units[mini_id.rsplit("/", 1)[0]]

    def mini(self, mini_id: str) -> Mini:
        """Return a living miniature by id; KeyError when it is a casualty."""
        for mini in self.unit_of(mini_id).minis:
            if mini.id == mini_id:
                return mini
        raise KeyError(mini_id)

    def profile(self, mini: Mini) -> Profile:
        """Return the profile of a miniature."""
        return self.profiles.minis[mini.profile]

    def unit_profile(self, unit: Unit) -> UnitProfile:
        """Return the profile of a unit."""
        return self.profiles.units[unit.profile]

    def name(self, unit: Unit) -> str:
        """Return the unit's name for the log, with its id where two units share the name."""
        name = self.unit_profile(unit).name
        shared = sum(other.profile == unit.profile for other in self.state.units.values()) > 1
        return f"{name} ({unit.id})" if shared else name

    def is_soldier(self, unit: Unit) -> bool:
        """Return whether the unit is of the Soldier type; all members share one class."""
        return self._first_profile(unit).soldier

    def is_vehicle(self, unit: Unit) -> bool:
        """Return whether the unit is a vehicle."""
        return self._first_profile(unit).vehicle

    def _first_profile(self, unit: Unit) -> Profile:
        return self.profiles.minis[self.unit_profile(unit).members[0].profile]

    def stand(self, mini: Mini) -> Stand:
        """Return where a miniature stands; it must be on the table."""
        assert mini.pose is not None, mini.id
        return Stand(self.profile(mini).model, mini.pose)

    def stands(self, unit: Unit) -> list[Stand]:
        """Return the stands of a unit's miniatures on the table, in order."""
        return [self.stand(mini) for mini in unit.minis if mini.pose is not None]

    def enemies(self, side: str) -> list[Unit]:
        """Return the living enemy units on the table, in force order."""
        return [u for u in self.state.units.values() if u.side != side and u.on_table]

    def friends(self, side: str) -> list[Unit]:
        """Return the side's living units on the table, in force order."""
        return [u for u in self.state.units.values() if u.side == side and u.on_table]

    def imagined(self, poses: Mapping[str, Pose]) -> Play:
        """Return a copy in which some miniatures stand elsewhere; nothing it does is told.

        Units that move are copied, the others shared: look at it, change nothing in it.
        """
        units = dict(self.state.units)
        for name, unit in self.state.units.items():
            if any(mini.id in poses for mini in unit.minis):
                minis = [
                    msgspec.structs.replace(mini, pose=poses.get(mini.id, mini.pose))
                    for mini in unit.minis
                ]
                units[name] = msgspec.structs.replace(unit, minis=minis)
        state = msgspec.structs.replace(self.state, units=units)
        return replace(self, state=state, tell=_nobody)


def _nobody(_event: Event) -> None:
    """Hear an imagined event."""
