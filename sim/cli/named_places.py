"""Whom a command means: a miniature, a unit, or a place where somebody could stand."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sim.cli.common import Opened
from sim.errors import UsageError
from sim.geometry.pose import GROUND, pose_from_outside
from sim.table.facts import Facts
from sim.table.kit import kit_names
from sim.table.names import did_you_mean, resolve_id
from sim.table.pairs import Named
from sim.table.pieces import Stand

__all__ = ["DEFAULT_MODEL", "Whom", "check_length", "hulls", "model_named", "the_one", "the_whom"]

#: Who stands where nobody is said to: a 32 mm figure of the kit.
DEFAULT_MODEL = "kit:soldier_rifle"
_PLACE = re.compile(r"(-?[\d.]+),(-?[\d.]+)(?:@(.+))?")


@dataclass(frozen=True)
class Whom:
    """What one word of a command line names.

    Attributes
    ----------
    name : str
        A miniature's or unit's id, or the place as written.
    minis : tuple of Named
        One for a miniature or a place, all of a unit.
    """

    name: str
    minis: tuple[Named, ...]


def the_whom(opened: Opened, text: str, model: str = "") -> Whom:
    """Return the miniature, the unit or the place that a person named.

    A place is ``X,Y`` or ``X,Y@LEVEL``; the figure that stands there is of `model`.

    Raises
    ------
    UsageError
        When nothing of that name is there (the nearest is named), or the place is off the table.
    """
    place = _PLACE.fullmatch(text)
    if place is not None:
        return Whom(text, (Named(text, text, _stand_at(opened, text, place, model)),))
    minis = {mini.id: mini for mini in opened.scene.minis}
    units = list(dict.fromkeys(mini.unit for mini in minis.values() if mini.unit not in minis))
    if text not in units:
        name = resolve_id(text, [*minis, *units], "mini")
        if name in minis:
            mini = minis[name]
            return Whom(name, (Named(name, mini.unit, mini.stand),))
        text = name
    return Whom(text, tuple(Named(m.id, m.unit, m.stand) for m in minis.values() if m.unit == text))


def the_one(opened: Opened, text: str, model: str = "") -> Named:
    """Return the one miniature or place that a person named.

    Raises
    ------
    UsageError
        When it is nobody, or a unit of several.
    """
    whom = the_whom(opened, text, model)
    if len(whom.minis) != 1:
        listed = ", ".join(each.id for each in whom.minis[:8])
        raise UsageError("whatif.one_only", found=whom.name, members=listed)
    return whom.minis[0]


def _stand_at(opened: Opened, text: str, place: re.Match[str], model: str) -> Stand:
    try:
        x, y = float(place[1]), float(place[2])
    except ValueError:
        raise UsageError("whatif.place_form", found=text) from None
    table = opened.facts.table
    if not (0 <= x <= table.width and 0 <= y <= table.depth):
        raise UsageError("whatif.place_off", found=text, width=table.width, depth=table.depth)
    stand = Stand(model or DEFAULT_MODEL, pose_from_outside(x, y, 0.0, place[3] or GROUND))
    opened.facts.support_under(stand)  # says so when there is no such level
    opened.facts.model(stand)
    if not opened.facts.on_level(stand):
        raise UsageError("whatif.place_off_floor", found=text, level=stand.pose.level)
    return stand


def model_named(opened: Opened, text: str) -> str:
    """Return the model that a person named: of the scene, a profile, or ``kit:<name>``.

    A miniature's id means its model.

    Raises
    ------
    UsageError
        When the table has no such model; the nearest is named.
    """
    for mini in opened.scene.minis:
        if mini.id == text:
            return mini.stand.model
    models = opened.facts.table.models
    if text not in models:
        near = did_you_mean(text, [*models, *(f"kit:{name}" for name in kit_names())])
        raise UsageError("table.no_model", found=text, nearest=near)
    return text


def hulls(opened: Opened) -> tuple[Stand, ...]:
    """Return the vehicles of a scene: their hulls block sight as terrain does."""
    stands = (mini.stand for mini in opened.scene.minis)
    return tuple(stand for stand in stands if _is_solid(opened.facts, stand))


def _is_solid(facts: Facts, stand: Stand) -> bool:
    return facts.model(stand).is_solid


def check_length(value: float, name: str) -> None:
    """Refuse a length that is not positive.

    Raises
    ------
    UsageError
    """
    if not 0 < value < 1000:
        raise UsageError("whatif.length", name=name, found=value)
