"""What a draw of chits does to a vehicle, and the marks that it leaves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from sim.rules.dirtside.chits import Validity, total
from sim.rules.dirtside.options import DirtsideOptions
from sim.rules.dirtside.play import Play
from sim.rules.dirtside.state import Element

__all__ = ["Result", "mark_firer", "mark_target", "move_left", "result_of", "shift_of"]

_ROUNDED = {"exact": Fraction, "round_down": math.floor, "round_up": math.ceil}


class Result(msgspec.Struct, frozen=True):
    """What a draw comes to.

    Attributes
    ----------
    void : bool
        The firer's systems failed: the shot was never fired.
    destroyed : bool
        BOOM: nothing is left of it.
    knocked_out, damaged, immobilised, systems_down : bool
    points : Fraction
        The total of the valid chits.
    """

    points: Fraction
    void: bool = False
    destroyed: bool = False
    knocked_out: bool = False
    damaged: bool = False
    immobilised: bool = False
    systems_down: bool = False

    @property
    def hurts(self) -> bool:
        """Whether it leaves any mark on the target."""
        marks = self.damaged or self.immobilised or self.systems_down
        return not self.void and (self.knocked_out or marks)


def result_of(
    drawn: Sequence[str],
    armour: int,
    validity: Validity,
    options: DirtsideOptions,
    *,
    fault_voids: bool = True,
) -> Result:
    """Return what a draw does to a vehicle with so much armour on the face that was struck.

    Rules: ds.damage.below_none ds.damage.equal_damaged ds.damage.above_knocked_out
        ds.damage.boom ds.damage.specials_independent ds.damage.ko_absorbs_specials
        ds.damage.example_damaged_immobilised ds.damage.systems_down_firer
        ds.chit.special_vs_vehicle
    """
    points = Fraction(_ROUNDED[options.dffg_half](total(drawn, validity)))
    if fault_voids and "F" in drawn:
        return Result(points, void=True)
    boom = "BOOM" in drawn
    if boom or points > armour:
        return Result(points, destroyed=boom, knocked_out=True)
    even = points == armour and (armour > 0 or options.armour0_zero == "damaged" or points > 0)
    return Result(points, damaged=even, immobilised="M" in drawn, systems_down="T" in drawn)


def mark_target(play: Play, element: Element, result: Result) -> None:
    """Put on a vehicle what a draw did to it.

    Rules: ds.damage.mobility ds.damage.systems_down_target ds.damage.knocked_out_effect
        ds.damage.equal_damaged
    Emits: knocked-out damaged immobilised systems-down
    """
    if result.void:
        return
    again = element.damaged and result.damaged and play.options.second_damaged == "knocked_out"
    if result.knocked_out or again:
        element.knocked_out = True
        _told(play, element, "knocked-out", "ds.damage.above_knocked_out")
        return
    if result.damaged:
        element.damaged = True
        _told(play, element, "damaged", "ds.damage.equal_damaged")
    if result.immobilised:
        element.immobilised = True
        _told(play, element, "immobilised", "ds.damage.mobility")
    if result.systems_down:
        element.systems_down, element.sensors = True, False
        _told(play, element, "systems-down", "ds.damage.systems_down_target")


def mark_firer(play: Play, element: Element) -> None:
    """Let a firer's systems fail.

    Rules: ds.damage.systems_down_firer
    Emits: systems-down
    """
    element.systems_down, element.sensors = True, False
    _told(play, element, "systems-down", "ds.damage.systems_down_firer")


def _told(play: Play, element: Element, kind: str, rule: str) -> None:
    key = f"ds.log.{kind.replace('-', '_')}"
    play.say(kind, key, rule, subject=element.id, element=element.id)


def move_left(element: Element, base_in: float) -> float:
    """Return the movement factors that a vehicle still has.

    Rules: ds.damage.damaged_move ds.damage.mobility
    """
    if element.immobilised:
        return 0.0
    return base_in / 2 if element.damaged else base_in


def shift_of(element: Element) -> int:
    """Return how many bands farther a firer's shots count.

    Rules: ds.damage.damaged_range
    """
    return 1 if element.damaged else 0
