"""The bundle every procedure gets: state, facts, profiles, options and the log.

Made anew for each step and never stored. Small look-ups that every chapter needs live here;
rules do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sim.engine.game import Tell
from sim.engine.telling import Telling
from sim.rules.dirtside.design.design import Design
from sim.rules.dirtside.forces.profiles import Troop, UnitProfile
from sim.rules.dirtside.options import DirtsideOptions
from sim.rules.dirtside.state import DirtsideState, Element, Unit
from sim.table.facts import Facts
from sim.table.pieces import Stand

__all__ = ["Play", "Profiles"]


@dataclass(frozen=True)
class Profiles:
    """Every type of element, every unit and every design of the forces, by id."""

    troops: Mapping[str, Troop]
    units: Mapping[str, UnitProfile]
    designs: Mapping[str, Design]


@dataclass(frozen=True)
class Play(Telling):
    """What a procedure works with.

    Attributes
    ----------
    state : DirtsideState
        Changed in place by the procedure.
    facts : Facts
    profiles : Profiles
    options : DirtsideOptions
    tell : callable
        Takes an `Event`.
    """

    state: DirtsideState
    facts: Facts
    profiles: Profiles
    options: DirtsideOptions
    tell: Tell

    def unit(self, unit_id: str) -> Unit:
        """Return a unit by id."""
        return self.state.units[unit_id]

    def unit_of(self, element_id: str) -> Unit:
        """Return the unit an element belongs to now; KeyError when there is none."""
        for unit in self.state.units.values():
            if any(element.id == element_id for element in unit.elements):
                return unit
        raise KeyError(element_id)

    def element(self, element_id: str) -> Element:
        """Return an element by id; KeyError when it was removed."""
        for element in self.unit_of(element_id).elements:
            if element.id == element_id:
                return element
        raise KeyError(element_id)

    def troop(self, element: Element) -> Troop:
        """Return the type of an element."""
        return self.profiles.troops[element.profile]

    def name(self, unit: Unit) -> str:
        """Return the unit's name for the log, with its id where two units share the name."""
        name = self.profiles.units[unit.profile].name
        shared = sum(other.profile == unit.profile for other in self.state.units.values()) > 1
        return f"{name} ({unit.id})" if shared else name

    def stand(self, element: Element) -> Stand:
        """Return where an element stands; it must be on the table."""
        assert element.pose is not None, element.id
        return Stand(self.troop(element).model, element.pose)

    def stands(self, unit: Unit) -> list[Stand]:
        """Return the stands of a unit's elements on the table, in order, wrecks left out."""
        return [self.stand(each) for each in unit.fighting if each.pose is not None]

    def enemies(self, side: str) -> list[Unit]:
        """Return the enemy units that stand open on the table, in force order."""
        return [u for u in self.state.units.values() if u.side != side and self._open(u)]

    def friends(self, side: str) -> list[Unit]:
        """Return the side's units that stand open on the table, in force order."""
        return [u for u in self.state.units.values() if u.side == side and self._open(u)]

    @staticmethod
    def _open(unit: Unit) -> bool:
        return unit.on_table and not unit.hidden

    def dismounted(self, unit: Unit) -> bool:
        """Return whether the unit counts as dismounted infantry.

        A unit with any infantry team on foot does, carriers or not.
        """
        return any(self.troop(e).infantry and not e.carrier for e in unit.fighting)
