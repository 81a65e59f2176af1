"""What terrain is to those who move: ratings by the sample table or by agreement, and areas.

All terrain is an area. A rating says what cover a piece gives and how soldiers and vehicles move
through it; the cover itself is judged in `cover`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from sim.errors import Problem
from sim.rules.dust_warfare.options import DustOptions
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Rating, Unit
from sim.table.pieces import Terrain

__all__ = [
    "COVERS",
    "DIFFICULT_CAP_IN",
    "GUIDES",
    "HOUSE_GUIDES",
    "MOVES",
    "TABLE_ROWS",
    "UNDECLARED",
    "affected_by",
    "default_rating",
    "movement_through",
    "pieces_rated",
    "rating_from_scene",
    "rating_of",
    "table_row",
]

Movement = Literal["open", "difficult", "impassable"]

COVERS: tuple[str, ...] = ("none", "soft", "hard")
MOVES: tuple[str, ...] = ("open", "difficult", "impassable")

#: Keys of ``[piece.ratings.dust_warfare]`` and what each may say.
RATING_KEYS: Mapping[str, tuple[object, ...]] = {
    "cover": COVERS,
    "soldier": MOVES,
    "vehicle": MOVES,
    "needs_crossing": (True, False),
    "free_floors": (True, False),
}

#: Farthest a Move action goes once it meets terrain difficult for it (`dw.terrain.difficult_cap`).
DIFFICULT_CAP_IN = 3.0

#: The sample terrain table: kind to cover, soldier and vehicle movement.
TABLE_ROWS: Mapping[str, tuple[str, Movement, Movement]] = {
    "craters": ("soft", "open", "difficult"),
    "fences": ("soft", "difficult", "open"),
    "forest": ("soft", "open", "difficult"),
    "hedges": ("soft", "open", "open"),
    "hills": ("soft", "open", "difficult"),
    "barbed_wire": ("none", "difficult", "difficult"),
    "rubble": ("soft", "open", "difficult"),
    "walls": ("hard", "difficult", "difficult"),
    "swamp": ("none", "open", "difficult"),
    "tank_obstacles": ("hard", "open", "impassable"),
    "trenches": ("hard", "open", "difficult"),
    "wreckage": ("hard", "open", "difficult"),
    "water_deep": ("hard", "difficult", "impassable"),
    "water_shallow": ("soft", "open", "difficult"),
}

#: Our guides for kinds the sample table does not list; players rate such pieces themselves.
HOUSE_GUIDES: Mapping[str, tuple[str, Movement, Movement]] = {
    "building": ("hard", "open", "impassable"),
    "ruin": ("hard", "open", "difficult"),
    "bridge": ("hard", "open", "open"),
    "ledge": ("hard", "open", "difficult"),
    "crates": ("soft", "difficult", "difficult"),
    "road": ("none", "open", "open"),
}

GUIDES: Mapping[str, tuple[str, Movement, Movement]] = {**TABLE_ROWS, **HOUSE_GUIDES}

#: Other names under which scenes and kit pieces may list a kind.
SYNONYMS: Mapping[str, str] = {
    "barbed-wire": "barbed_wire",
    "crater": "craters",
    "deep-water": "water_deep",
    "dragon-teeth": "tank_obstacles",
    "fence": "fences",
    "hedge": "hedges",
    "hill": "hills",
    "house": "building",
    "jungle": "forest",
    "ledges": "ledge",
    "mill": "building",
    "obstacles": "tank_obstacles",
    "river": "water_deep",
    "rocks": "ledge",
    "ruins": "ruin",
    "shallow-water": "water_shallow",
    "stream": "water_shallow",
    "tank-obstacles": "tank_obstacles",
    "tank-traps": "tank_obstacles",
    "tank_traps": "tank_obstacles",
    "trees": "forest",
    "trench": "trenches",
    "wall": "walls",
    "water": "water_shallow",
    "water-deep": "water_deep",
    "water-shallow": "water_shallow",
    "wire": "barbed_wire",
    "wood": "forest",
    "woods": "forest",
    "wreck": "wreckage",
}

#: "As difficult as is reasonable" for what nobody declared.
UNDECLARED = Rating(cover="soft", soldier="difficult", vehicle="difficult")


def table_row(kind: str) -> str:
    """Return the name of the guide row for a kind of terrain; empty when there is none."""
    name = SYNONYMS.get(kind, kind)
    return name if name in GUIDES else ""


def default_rating(piece: Terrain, options: DustOptions) -> Rating:
    """Return the book's guide value for a piece, or the undeclared default for unknown kinds.

    Rules: dw.terrain_table.craters dw.terrain_table.fences dw.terrain_table.forest
    dw.terrain_table.hedges dw.terrain_table.hills dw.terrain_table.barbed_wire
    dw.terrain_table.rubble dw.terrain_table.walls dw.terrain_table.swamp
    dw.terrain_table.tank_obstacles dw.terrain_table.trenches dw.terrain_table.wreckage
    dw.terrain_table.water_deep dw.terrain_table.water_shallow dw.terrain.undeclared_default
    """
    row = table_row(piece.kind)
    crossing = piece.is_line and options.crossing_flag == "on_for_line_pieces"
    if not row:
        return Rating(UNDECLARED.cover, UNDECLARED.soldier, UNDECLARED.vehicle, crossing)
    return row_rating(row, options, needs_crossing=crossing)


def row_rating(row: str, options: DustOptions, *, needs_crossing: bool = False) -> Rating:
    """Return the rating of a guide row; deep water by the table or impassable by option.

    Rules: dw.terrain.impassable dw.terrain.type_dependent
    """
    cover, soldier, vehicle = GUIDES[row]
    if row == "water_deep" and options.deep_water == "impassable_all":
        soldier = "impassable"
    return Rating(cover, soldier, vehicle, needs_crossing)


def rating_from_scene(
    piece: Terrain, options: DustOptions, found: list[Problem], source: str
) -> Rating | None:
    """Return the rating a scene or kit piece states, or None when it states none.

    Missing keys keep the guide value. What is wrong goes to `found`.

    Rules: dw.terrain.custom_profiles
    """
    stated = piece.ratings.get("dust_warfare")
    if not stated:
        return None
    guide = default_rating(piece, options)
    values: dict[str, Any] = {}
    for key, value in stated.items():
        where = f"piece[{piece.id}].ratings.dust_warfare.{key}"
        allowed = RATING_KEYS.get(key)
        if allowed is None:
            params: dict[str, object] = {"found": key, "allowed": ", ".join(RATING_KEYS)}
            found.append(Problem("dw.input.rating_key", where, source, params))
        elif value not in allowed:
            params = {"found": value, "allowed": ", ".join(str(each) for each in allowed)}
            found.append(Problem("dw.input.rating_word", where, source, params))
        else:
            values[key] = value
    return msgspec.structs.replace(guide, agreed=True, **values)


def rating_of(play: Play, piece: str) -> Rating:
    """Return the rating in force of a piece: cover soft, hard or none, and movement by type.

    Rules: dw.terrain.undeclared_default dw.terrain.cover_types
    """
    return play.state.ratings.get(piece, UNDECLARED)


def movement_through(play: Play, piece: str, unit: Unit) -> str:
    """Return ``open``, ``difficult`` or ``impassable``: a piece's word for the unit's type.

    Rules: dw.terrain.open dw.terrain.difficult_def dw.terrain.type_dependent
    """
    rating = rating_of(play, piece)
    return rating.soldier if play.is_soldier(unit) else rating.vehicle


def pieces_rated(play: Play, unit: Unit, word: Movement) -> tuple[str, ...]:
    """Return the ids of the pieces that are open, difficult or impassable for a unit."""
    return tuple(
        piece for piece in play.facts.table.terrain if movement_through(play, piece, unit) == word
    )


def affected_by(play: Play, mini: Mini) -> tuple[str, ...]:
    """Return the pieces whose area a miniature's base touches, or is partly or fully in.

    Rules: dw.terrain.area_membership dw.terrain.area_outline dw.terrain.radius_area
    """
    touched = play.facts.areas_touched(play.stand(mini))
    said = play.agreed.touches.get(mini.id)
    if not said:
        return touched
    kept = tuple(piece for piece in touched if said.get(piece, True))
    return (*kept, *(piece for piece, yes in said.items() if yes and piece not in touched))
