"""Profiles: what an element or a unit of a combat group is, as plain records."""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.rules.dirtside.state import Quality

__all__ = ["Member", "Troop", "UnitProfile"]


class Troop(msgspec.Struct, frozen=True):
    """A type of element: a vehicle of some design, or an infantry team.

    Attributes
    ----------
    id, name, model : str
    kind : str
        ``vehicle`` or ``infantry``.
    design : str
        Design of a vehicle; empty for infantry.
    team : str
        Kind of an infantry team: ``line``, ``militia``, ``powered``, ``engineer`` and so on.
    size : int
        Size class of a vehicle, 0 for infantry.
    mobility : str
        Slug of the terrain table's column: ``tracked``, ``wheeled``, ``gev``, ``foot`` and so on.
    move_in : float
        Base movement factor, inches.
    """

    id: str
    name: str
    model: str
    kind: Literal["vehicle", "infantry"]
    design: str = ""
    team: str = ""
    size: int = 0
    mobility: str = ""
    move_in: float = 0.0

    @property
    def infantry(self) -> bool:
        """Whether it is an infantry team."""
        return self.kind == "infantry"


class Member(msgspec.Struct, frozen=True):
    """So many elements of a type in a unit; `carries` are mounted in each of them."""

    troop: str
    count: int = 1
    carries: tuple[str, ...] = ()
    leader: bool = False


class UnitProfile(msgspec.Struct, frozen=True):
    """A unit that can be fielded."""

    id: str
    name: str
    members: tuple[Member, ...]
    quality: Quality = "regular"
    leadership: int = 2
    command: bool = False
    points: int = 0
