"""A declared attack as plain data: which weapon of which miniature fires at which unit."""

from __future__ import annotations

import msgspec

__all__ = ["DeclaredAttack", "Shot"]


class Shot(msgspec.Struct, frozen=True, array_like=True):
    """One weapon with its whole fire on one unit (`dw.attack.weapon_one_target`).

    Attributes
    ----------
    mini : str
        Who bears the weapon.
    mount : int
        Its place among the miniature's weapons.
    target : str
        Unit it fires at.
    """

    mini: str
    mount: int
    target: str


class DeclaredAttack(msgspec.Struct, frozen=True):
    """An Attack action with its targets named, before any check or die.

    Attributes
    ----------
    attacker : str
        The attacking unit.
    shots : tuple of Shot
        In the order of miniatures and mounts; weapons held back are not among them.
    targets : tuple of str
        Units named, in the order named.
    sustained : bool
        Whether it is a Sustained Attack.
    close_combat : bool
        Whether it is a Close Combat Attack: all weapons C, one target.
    """

    attacker: str
    shots: tuple[Shot, ...]
    targets: tuple[str, ...]
    sustained: bool = False
    close_combat: bool = False

    def at(self, target: str) -> tuple[Shot, ...]:
        """Return the shots at one unit."""
        return tuple(shot for shot in self.shots if shot.target == target)
