"""Thirteen kinds of ground, five grades, and which grade a kind has for whom."""

from __future__ import annotations

import math
import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from sim.table.pieces import Terrain

__all__ = ["FACTOR", "GROUNDS", "Grade", "Ground", "factor", "grade_of", "ground_of", "row_of"]

Grade = Literal["easy", "normal", "poor", "difficult", "impassable"]

_FILE = Path(__file__).parent.parent / "tables" / "terrain.toml"

#: The kinds of ground of the terrain table, open ground among them.
GROUNDS: tuple[str, ...] = (
    "roads",
    "open",
    "light_scrub",
    "rough",
    "cultivated",
    "urban",
    "hills",
    "mountains",
    "swamp",
    "open_water",
    "rivers",
    "light_woods",
    "dense_woods",
)
#: Movement factors for an inch.
FACTOR: dict[Grade, float] = {
    "easy": 0.5,
    "normal": 1.0,
    "poor": 2.0,
    "difficult": 3.0,
    "impassable": math.inf,
}
#: What pieces are by their kind, where the scene says nothing else.
_BY_KIND: dict[str, str] = {
    "crops": "cultivated",
    "dense-wood": "dense_woods",
    "field": "cultivated",
    "forest": "light_woods",
    "highway": "roads",
    "hill": "hills",
    "hills": "hills",
    "lake": "open_water",
    "marsh": "swamp",
    "mountain": "mountains",
    "river": "rivers",
    "road": "roads",
    "rough": "rough",
    "scrub": "light_scrub",
    "stream": "rivers",
    "swamp": "swamp",
    "town": "urban",
    "urban": "urban",
    "village": "urban",
    "water": "open_water",
    "wood": "light_woods",
    "woods": "light_woods",
}
#: Rows of the table for mobilities that it names otherwise.
_ROWS: dict[str, str] = {
    "line": "infantry_line",
    "militia": "infantry_line",
    "powered": "infantry_powered",
    "infantry_walker": "infantry_powered",
    "combat_walker": "walker_combat",
    "transport_walker": "walker_transport",
}
_SWIMMERS = ("low_wheeled", "high_wheeled", "slow_tracked", "fast_tracked")


class Ground(msgspec.Struct, frozen=True):
    """What a piece of terrain is to those who move.

    Attributes
    ----------
    kind : str
        One of `GROUNDS`.
    highway : bool
        A major highway, which leads through towns as well.
    ford : bool
        A river that can be forded here.
    """

    kind: str
    highway: bool = False
    ford: bool = False


@cache
def _table() -> dict[str, dict[str, Grade]]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def row_of(mobility: str) -> str:
    """Return the row of the terrain table for a vehicle's mobility or a kind of infantry.

    Rules: ds.walker.infantry_as_powered
    """
    return _ROWS.get(mobility, mobility)


def ground_of(piece: Terrain) -> Ground | None:
    """Return what a piece is to those who move; None for one that only stands there.

    ``ratings.dirtside`` of the scene goes before the piece's kind: ``ground`` names one of the
    thirteen, ``navigable`` makes a river open water, ``highway`` and ``ford`` are what they say.

    Rules: ds.terrain.roads ds.terrain.open ds.terrain.light_scrub ds.terrain.rough
        ds.terrain.cultivated ds.terrain.urban ds.terrain.hills ds.terrain.mountains
        ds.terrain.swamp ds.terrain.open_water ds.terrain.rivers ds.terrain.light_woods
        ds.terrain.dense_woods ds.terrain.wide_river ds.building.isolated
    """
    rated = piece.ratings.get("dirtside", {})
    kind = str(rated.get("ground", _BY_KIND.get(piece.kind, "")))
    if kind not in GROUNDS:
        return None
    if kind == "rivers" and rated.get("navigable"):
        kind = "open_water"
    highway = bool(rated.get("highway")) or piece.kind == "highway"
    return Ground(kind, highway and kind == "roads", bool(rated.get("ford")))


def grade_of(
    row: str, ground: Ground, *, amphibious: bool = False, river_option: str = "ford_only"
) -> Grade:
    """Return the grade that a kind of ground has.

    Parameters
    ----------
    row : str
        Of the table (`row_of`).
    ground : Ground
    amphibious : bool
    river_option : str
        Whether amphibious low wheels need a ford at rivers (``ford_only``) or may swim them.

    Rules: ds.terrain.infantry_line ds.terrain.infantry_powered ds.terrain.cavalry
        ds.terrain.low_wheeled ds.terrain.high_wheeled ds.terrain.slow_tracked
        ds.terrain.fast_tracked ds.terrain.slow_gev ds.terrain.fast_gev ds.terrain.grav
        ds.terrain.walker_combat ds.terrain.walker_transport ds.terrain.amphibious
        ds.terrain.grade_impassable
    """
    if ground.kind == "open_water" and amphibious and row in _SWIMMERS:
        return "poor"
    if ground.kind == "rivers" and row == "low_wheeled" and not ground.ford:
        swims = amphibious and river_option == "amphibious_difficult"
        return "difficult" if swims else "impassable"
    return _table()[row][ground.kind]


def factor(grade: Grade, *, easy: bool) -> float:
    """Return the movement factors that an inch costs; EASY counts only in travel mode.

    Rules: ds.terrain.grade_easy ds.terrain.grade_normal ds.terrain.grade_poor
        ds.terrain.grade_difficult ds.move.easy_conditions ds.underfire.easy_ban
    """
    return FACTOR["normal"] if grade == "easy" and not easy else FACTOR[grade]
