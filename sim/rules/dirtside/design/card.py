"""The record card of a vehicle, and the sheet of the workshop: documents for any reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.engine.documents import Document, Heading, Table, Text
from sim.engine.reasons import Objection
from sim.rules.dirtside.chits import Validity
from sim.rules.dirtside.design.design import (
    Design,
    base_move_in,
    basic_signature,
    capacity,
    effective_signature,
    target_die,
)
from sim.rules.dirtside.design.sums import Line, capacity_lines, points_lines, total, weapon_lines
from sim.rules.dirtside.design.weapons import (
    BANDS,
    bands_of,
    firer_die,
    guidance_die,
    gun_validity,
    missile,
    missile_validity,
)
from sim.words import say

__all__ = ["ECM_DIE", "heights", "record_card", "sheet", "validity_text"]

#: What ECM rolls against a guided missile, none included.
ECM_DIE = {"": 4, "basic": 6, "enhanced": 8, "superior": 10}
#: Heights of deck, gun and sensor of a vehicle of size 3, inches; others in proportion.
_HEIGHTS = (0.35, 0.50, 0.65)


def heights(design: Design) -> tuple[float, float, float]:
    """Return the heights of deck, gun and sensor, inches, by size class where none are given.

    Rules: ds.record.heights
    """
    own = (design.deck_in, design.gun_in, design.sensor_in)
    usual = [each * design.size / 3 for each in _HEIGHTS]
    deck, gun, sensor = (
        each if each is not None else round(other, 3)
        for each, other in zip(own, usual, strict=True)
    )
    return deck, gun, sensor


def validity_text(validity: Validity) -> str:
    """Return a validity as the card has it: ``all``, ``red+yellow``, ``all x2``."""
    counted = {
        colour: getattr(validity, colour)
        for colour in ("red", "yellow", "green")
        if getattr(validity, colour)
    }
    if not counted:
        return say("ds.card.no_chits")
    colours = [say(f"ds.colour.{colour}") for colour in counted]
    named = say("ds.card.all") if len(counted) == 3 else say("ds.card.plus").join(colours)
    times = next(iter(counted.values()))
    if times == 1:
        return named
    return say("ds.card.times" if times > 1 else "ds.card.half", colours=named)


def record_card(design: Design) -> Document:
    """Return the record card: everything that play needs of a vehicle.

    Rules: ds.record.per_type ds.record.fields ds.record.weapon_lines ds.record.notes_box
        ds.record.summary
    """
    blocks = (
        Heading(design.name, 1),
        Table(("", ""), tuple(_fields(design))),
        Table(_columns(), tuple(_weapons(design)), title=say("ds.card.weapons")),
        Text(say("ds.card.notes", notes=", ".join(_notes(design)) or say("ds.card.none"))),
    )
    return Document(design.name, blocks)


def _fields(design: Design) -> Iterator[tuple[str, str]]:
    signature = effective_signature(design)
    grade = {"": say("ds.card.none")} | {
        each: say(f"ds.grade.{each}") for each in ("basic", "enhanced", "superior")
    }
    armour = f"{design.armour}{''.join(kind[0].upper() for kind in design.special)}"
    deck, gun, sensor = heights(design)
    rows: tuple[tuple[str, object], ...] = (
        ("size", design.size),
        ("signature", basic_signature(design)),
        ("stealth", design.stealth),
        ("target_die", f"D{target_die(signature)}"),
        ("mobility", say(f"ds.mobility.{design.mobility}")),
        ("move", f"{base_move_in(design):g}"),
        ("armour_front", armour),
        ("armour_side", max(0, design.armour - 1)),
        ("fire_control", grade[design.fire_control]),
        ("ecm", f"{grade[design.ecm]} (D{ECM_DIE[design.ecm]})"),
        ("pds", f"{grade[design.pds]} (D{guidance_die(design.pds)})" if design.pds else grade[""]),
        ("heights", f"{deck:g} / {gun:g} / {sensor:g}"),
        ("points", total(points_lines(design))),
    )
    return ((say(f"ds.card.{key}"), str(value)) for key, value in rows)


def _columns() -> tuple[str, ...]:
    return (say("ds.card.weapon"), say("ds.card.mount"), *(say(f"ds.band.{b}") for b in BANDS))


def _weapons(design: Design) -> Iterator[tuple[str, ...]]:
    special = ""
    for gun in design.guns:
        name = f"{gun.type.upper()}/{gun.size}" + (f" x{gun.barrels}" if gun.barrels > 1 else "")
        cells = [
            _cell(f"{limit:g}", firer_die(design.fire_control, band), gun_validity(gun.type, band))
            for band, limit in zip(BANDS, bands_of(gun.type, gun.size), strict=False)
        ]
        cells += [say("ds.card.none")] * (len(BANDS) - len(cells))
        yield (name, say(f"ds.mount.{gun.mount}"), *cells)
    for each in design.missiles:
        name = f"GMS/{each.type[0].upper()}" + (f" x{each.count}" if each.count > 1 else "")
        reach = f"{missile(each.type).range:g}"
        cell = _cell(reach, guidance_die(each.grade), missile_validity(special))
        yield (name, say(f"ds.mount.{each.mount}"), cell, "", "")


def _cell(reach: str, die: int, validity: Validity) -> str:
    return say("ds.card.cell", reach=reach, die=f"D{die}", chits=validity_text(validity))


def _notes(design: Design) -> Iterator[str]:
    carries = design.carries
    if design.military or design.apsw:
        yield say("ds.card.apsw", count=design.apsw + design.military)
    for key, many in (
        ("apfc", int(design.apfc)),
        ("ads", int(bool(design.ads))),
        ("lad", design.lad),
        ("command", int(design.command)),
        ("observer", int(design.observer)),
        ("backup", int(design.backup)),
        ("amphibious", int(design.amphibious)),
        ("teams", carries.militia + carries.line),
        ("powered", carries.powered),
        ("cargo", carries.cargo),
        ("ordnance", design.ordnance),
    ):
        if many:
            grade = say(f"ds.grade.{design.ads}") if key == "ads" else ""
            yield say(f"ds.card.{key}", count=many, grade=grade)
    for each in design.artillery:
        yield say("ds.card.artillery", type=say(f"ds.artillery.{each.type}"), count=each.count)
    yield from design.notes


def sheet(design: Design, found: Sequence[Objection], advised: Sequence[Objection]) -> Document:
    """Return the workshop's sheet: capacity, weapons and points line by line, objections, card."""
    used, room = capacity_lines(design), capacity(design)
    counted = weapon_lines(design)
    bought = points_lines(design)
    blocks = [
        Heading(design.name, 1),
        _sum(say("ds.sheet.capacity", used=total(used), room=room), used),
        _sum(say("ds.sheet.weapons", used=total(counted), room=design.size), counted),
        _sum(say("ds.sheet.points", used=total(bought)), bought),
        *(Text(each.text()) for each in found),
        *(Text(say("ds.sheet.advice", text=each.text())) for each in advised),
        *record_card(design).blocks[1:],
    ]
    return Document(design.name, tuple(blocks))


def _sum(title: str, lines: Sequence[Line]) -> Table:
    rows = tuple(
        (say(line.key, **line.params), str(line.value), " ".join(line.rules)) for line in lines
    )
    columns = (say("ds.sheet.line"), say("ds.sheet.value"), say("ds.sheet.clause"))
    return Table(columns, rows, right=(1,), title=title)
