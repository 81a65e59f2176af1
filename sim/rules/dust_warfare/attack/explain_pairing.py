"""Who attacks whom, as far as sight and cover go."""

from __future__ import annotations

from dataclasses import dataclass

from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit

__all__ = ["Pairing"]


@dataclass(frozen=True)
class Pairing:
    """A question of sight and cover between two units, or between single miniatures of them.

    Attributes
    ----------
    play : Play
    leader : Mini
        From whom obscuring is judged.
    shooters : tuple of Mini
        Who may fire.
    targets : tuple of Mini
        Miniatures of one unit that are looked at.
    whole_unit : bool
        Whether the cover asked for is the unit's; else that of the one line.
    """

    play: Play
    leader: Mini
    shooters: tuple[Mini, ...]
    targets: tuple[Mini, ...]
    whole_unit: bool

    @property
    def unit(self) -> Unit:
        """The target's unit."""
        return self.play.unit_of(self.targets[0].id)
