"""What weapons do at which range: bands, the firer's dice, and which chits count."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path

import msgspec

from sim.geometry.units import is_within
from sim.rules.dirtside.chits import Validity
from sim.rules.dirtside.dice import grade_die, shifted

__all__ = [
    "BANDS",
    "GRADES",
    "GunType",
    "Missile",
    "band_at",
    "bands_of",
    "firer_die",
    "guidance_die",
    "gun_validity",
    "infantry_validity",
    "missile",
    "missile_validity",
    "read_validity",
]

_FILE = Path(__file__).parent.parent / "tables" / "weapons.toml"

BANDS: tuple[str, ...] = ("close", "medium", "long")
GRADES: tuple[str, ...] = ("basic", "enhanced", "superior")
_COLOUR = {"R": "red", "Y": "yellow", "G": "green"}
_TIMES = {"": Fraction(1), "x2": Fraction(2), "/2": Fraction(1, 2)}


class GunType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of direct-fire weapon: range bands by class, and validities as they are written."""

    ranges: dict[str, tuple[float, ...]]
    vehicle: tuple[str, ...]
    infantry: str
    ablative: str = ""
    reactive: str = ""


class Missile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guided missile: its one range, and the chits that a hit draws."""

    range: float
    chits: int


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    gun: dict[str, GunType]
    missile: dict[str, Missile]
    missile_validity: dict[str, str]


@cache
def _tables() -> _Tables:
    return msgspec.convert(tomllib.loads(_FILE.read_text(encoding="utf-8")), _Tables)


def bands_of(gun: str, size: int) -> tuple[float, ...]:
    """Return the upper limits of a gun's range bands, inches; one band for a HEL.

    Rules: ds.range.rfac1 ds.range.rfac2 ds.range.hvc3 ds.range.hvc4 ds.range.hvc5 ds.range.hkp3
        ds.range.hkp4 ds.range.hkp5 ds.range.mdc1 ds.range.mdc2 ds.range.mdc3 ds.range.mdc4
        ds.range.mdc5 ds.range.dffg1 ds.range.dffg2 ds.range.dffg3 ds.range.dffg4 ds.range.dffg5
        ds.range.slam ds.range.hel
    """
    return _tables().gun[gun].ranges[str(size)]


def band_at(gun: str, size: int, distance: float, shift: int = 0) -> str:
    """Return the band that a shot counts in, empty where it is too far.

    Parameters
    ----------
    gun : str
    size : int
    distance : float
        Inches, outline to outline.
    shift : int
        Bands farther (positive) or nearer.

    Rules: ds.range.band ds.range.hel
    """
    limits = bands_of(gun, size)
    true = next((i for i, limit in enumerate(limits) if is_within(distance, limit)), None)
    if true is None or true + shift >= len(BANDS):
        return ""
    return BANDS[max(0, true + shift)]


def firer_die(grade: str, band: str, *, moved_far: bool = False) -> int:
    """Return the sides of the firer's die; 0 where the shot cannot be made.

    Rules: ds.fire.firer_die ds.fire.move_penalty ds.fire.no_die_below_d4 ds.systems.die
    """
    middle = grade_die(GRADES.index(grade) + 1)
    return shifted(middle, 1 - BANDS.index(band) - int(moved_far))


def guidance_die(grade: str) -> int:
    """Return the sides of a missile's die, the same at every range.

    Rules: ds.systems.guidance
    """
    return grade_die(GRADES.index(grade) + 1)


def missile(kind: str) -> Missile:
    """Return a missile's range and chits.

    Rules: ds.range.gms_l ds.range.gms_h ds.chit.count
    """
    return _tables().missile[kind]


def read_validity(written: str) -> Validity:
    """Return a validity as it is written: ``RY``, ``RYGx2``, ``RYG/2``.

    >>> read_validity("RY").red
    Fraction(1, 1)
    """
    mark = next((each for each in ("x2", "/2") if written.endswith(each)), "")
    letters = written.removesuffix(mark)
    return Validity(**{_COLOUR[letter]: _TIMES[mark] for letter in letters})


def gun_validity(gun: str, band: str, special: str = "") -> Validity:
    """Return which chits count against a vehicle.

    Parameters
    ----------
    gun, band : str
    special : str
        ``ablative`` or ``reactive`` armour of the target.

    Rules: ds.validity.hel_ablative ds.validity.hel_other ds.validity.rfac_close
        ds.validity.rfac_medium ds.validity.rfac_long ds.validity.hvc_close
        ds.validity.hvc_medium ds.validity.hvc_long ds.validity.hkp_close
        ds.validity.hkp_medium ds.validity.hkp_long ds.validity.mdc_close
        ds.validity.mdc_medium ds.validity.mdc_long ds.validity.dffg_close
        ds.validity.dffg_medium ds.validity.dffg_long ds.validity.slam_reactive
        ds.validity.slam_other
    """
    kind = _tables().gun[gun]
    changed = {"ablative": kind.ablative, "reactive": kind.reactive}.get(special, "")
    return read_validity(changed or kind.vehicle[BANDS.index(band)])


def infantry_validity(gun: str) -> Validity | None:
    """Return which chits count against teams by the weapon table; None: of no use against them.

    Rules: ds.validity.hel_infantry ds.validity.rfac_infantry ds.validity.hvc_infantry
        ds.validity.hkp_infantry ds.validity.mdc_infantry ds.validity.dffg_infantry
        ds.validity.slam_infantry
    """
    written = _tables().gun[gun].infantry
    return read_validity(written) if written else None


def missile_validity(special: str = "") -> Validity:
    """Return which chits of a guided missile count against a vehicle.

    Rules: ds.validity.gms_reactive ds.validity.gms_other
    """
    table = _tables().missile_validity
    return read_validity(table.get(special, table["vehicle"]))
