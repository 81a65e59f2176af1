"""What a scene's keys mean together: ids, names, sides, units, claims. No geometry here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import sim
from sim.table.names import did_you_mean, is_slug
from sim.table.profiles import ProfileBook, games_with_profiles
from sim.table.reading import Collector, item_place
from sim.table.schema import ClaimFile, MiniFile, SceneFile

__all__ = ["check_names", "known_games", "raw_ids"]


def known_games() -> tuple[str, ...]:
    """Return the games this program has rules or profiles for, sorted."""
    rules = Path(sim.__file__).parent / "rules"
    rooms = [each.parent.name for each in rules.glob("*/__init__.py")]
    return tuple(sorted(dict.fromkeys([*rooms, *games_with_profiles()])))


def raw_ids(raw: Mapping[str, object], kind: str) -> tuple[str, ...]:
    """Return the ids of a kind of table as written, those of faulty tables included."""
    tables = raw.get(kind)
    if not isinstance(tables, list):
        return ()
    ids = [each.get("id") for each in tables if isinstance(each, dict)]
    return tuple(each for each in ids if isinstance(each, str))


def check_names(
    scene: SceneFile, raw: Mapping[str, object], book: ProfileBook, found: Collector
) -> None:
    """Check ids, games, sides, units, profiles, figures and claims of a scene."""
    if scene.game and scene.game not in known_games():
        near = did_you_mean(scene.game, known_games())
        found.add("unknown_game", "game", found=scene.game, nearest=near)
    _check_ids(raw, ("piece", "mini"), found)
    _check_ids(raw, ("figure",), found)
    _check_units(scene, book, found)
    known_figures = raw_ids(raw, "figure")
    for index, mini in enumerate(scene.mini):
        _check_mini(mini, item_place("mini", index, mini), scene, book, known_figures, found)
    minis = raw_ids(raw, "mini")
    for index, claim in enumerate(scene.claim):
        _check_claim(claim, f"claim[{index + 1}]", minis, found)


def _check_ids(raw: Mapping[str, object], kinds: Sequence[str], found: Collector) -> None:
    seen: dict[str, str] = {}
    for kind in kinds:
        for name in raw_ids(raw, kind):
            place = f"{kind}[{name}].id"
            if not is_slug(name):
                found.add("bad_slug", place, found=name)
            if name in seen:
                found.add("duplicate_id", place, found=name)
            seen[name] = place


def _check_units(scene: SceneFile, book: ProfileBook, found: Collector) -> None:
    for index, force in enumerate(scene.force):
        where = f"force[{index + 1}]"
        if bool(force.units) == bool(force.file):
            found.add("no_force_units", where)
        check_force_units(force.units, where, scene.game, book, found)


def check_force_units(
    units: Iterable[object], where: str, game: str, book: ProfileBook, found: Collector
) -> None:
    """Check that every unit of a force names a unit profile of the game."""
    for number, unit in enumerate(units):
        place = f"{where}.units[{number + 1}]"
        name = unit if isinstance(unit, str) else dict(unit).get("unit")  # type: ignore[call-overload]
        if not isinstance(name, str):
            found.add("unit_needs", place)
        elif not game:
            found.add("no_game", place)
        elif name not in book.units:
            near = did_you_mean(name, book.units)
            found.add("unknown_unit", place, found=name, nearest=near)
        if isinstance(unit, dict) and "id" in unit and not is_slug(str(unit["id"])):
            found.add("bad_slug", f"{place}.id", found=unit["id"])


def _check_mini(
    mini: MiniFile,
    where: str,
    scene: SceneFile,
    book: ProfileBook,
    figures: Sequence[str],
    found: Collector,
) -> None:
    if mini.profile and mini.model:
        found.add("both_named", where)
    elif mini.profile:
        if not scene.game:
            found.add("no_game", f"{where}.profile")
        elif mini.profile not in book.profiles:
            near = did_you_mean(mini.profile, book.profiles)
            found.add("unknown_profile", f"{where}.profile", found=mini.profile, nearest=near)
    elif not mini.model:
        found.add("nothing_stands", where)
    elif mini.model.startswith("figure:") and mini.model[7:] not in figures:
        near = did_you_mean(mini.model[7:], figures)
        found.add("unknown_figure", f"{where}.model", found=mini.model[7:], nearest=near)
    if mini.unit and not is_slug(mini.unit):
        found.add("bad_slug", f"{where}.unit", found=mini.unit)
    sides = [force.side for force in scene.force]
    if sides and mini.side and mini.side not in sides:
        near = did_you_mean(mini.side, sides)
        found.add("unknown_side", f"{where}.side", found=mini.side, nearest=near)


def _check_claim(claim: ClaimFile, where: str, minis: Sequence[str], found: Collector) -> None:
    for key, name in (("from", claim.viewer), ("to", claim.target)):
        if name not in minis:
            near = did_you_mean(name, minis)
            found.add("unknown_mini", f"{where}.{key}", found=name, nearest=near)
    if claim.viewer == claim.target:
        found.add("same_mini", where, found=claim.viewer)
    if isinstance(claim.expect, tuple) and claim.expect[0] > claim.expect[1]:
        found.add("share_order", f"{where}.expect", found=list(claim.expect))
