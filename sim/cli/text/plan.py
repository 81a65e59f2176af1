"""The table as a small plan of characters: one column an inch, one row two inches."""

from __future__ import annotations

import math
from collections.abc import Iterable

from rich.text import Text

from sim.cli.text.columns import Cell, cell, columns
from sim.engine.observed import Observed, SeenUnit
from sim.geometry.pose import Point, Pose
from sim.table.facts import Facts
from sim.table.pieces import Terrain
from sim.words import say

__all__ = ["inside", "legend", "mark_of", "plan", "terrain_rows", "unit_letters"]

ROW_IN = 2.0
COLUMN_IN = 1.0
STYLES = ("bold blue", "bold red", "bold green", "bold magenta")
GHOST = ("*", "bold yellow")
#: Marks by kind of terrain; anything else is a plus.
MARKS = {
    "forest": "&",
    "woods": "&",
    "trees": "&",
    "building": "#",
    "ruin": "#",
    "walls": "=",
    "fences": "-",
    "hedges": "%",
    "hills": "^",
    "rock_ledges": "^",
    "rocks": "^",
    "rubble": ",",
    "wreckage": ",",
    "craters": "o",
    "barbed_wire": "x",
    "tank_obstacles": "X",
    "river": "~",
    "water_deep": "~",
    "water_shallow": "~",
    "bridge": "H",
}
OTHER = "+"


def unit_letters(seen: Observed) -> dict[str, str]:
    """Return a letter per unit: capitals for the first side, small letters for the second."""
    letters: dict[str, str] = {}
    for index, side in enumerate(seen.sides):
        first = "A" if index % 2 == 0 else "a"
        own = [unit for unit in seen.units if unit.side == side.id]
        for place, unit in enumerate(own):
            letters[unit.id] = chr(ord(first) + place % 26)
    return letters


def plan(facts: Facts, seen: Observed, ghosts: Iterable[Pose] = ()) -> Text:
    """Return the plan with coordinates at its edges; north is up, ghosts are stars.

    Parameters
    ----------
    facts : Facts
    seen : Observed
    ghosts : iterable of Pose
        Places planned but not declared; drawn over everything.
    """
    table = facts.table
    columns, rows = math.ceil(table.width / COLUMN_IN), math.ceil(table.depth / ROW_IN)
    letters = unit_letters(seen)
    sides = {side.id: index for index, side in enumerate(seen.sides)}
    minis: dict[tuple[int, int], tuple[str, str]] = {}
    for piece in seen.pieces:
        style = STYLES[sides.get(piece.side, 0) % len(STYLES)]
        minis[_cell(piece.pose.at)] = (letters.get(piece.unit, "?"), style)
    minis.update((_cell(pose.at), GHOST) for pose in ghosts)
    terrain = sorted(facts.table.terrain.values(), key=lambda piece: _size(piece.area))
    text = Text(no_wrap=True)
    for row in reversed(range(rows)):
        y = (row + 0.5) * ROW_IN
        text.append(f"{row * ROW_IN:4.0f} ", style="dim")
        for column in range(columns):
            spot = ((column + 0.5) * COLUMN_IN, y)
            mark, style = minis.get((column, row)) or _ground(terrain, spot)
            text.append(mark, style=style)
        text.append("\n")
    text.append("     " + "".join(f"{x:<10d}" for x in range(0, columns, 10)), style="dim")
    return text


def _cell(point: Point) -> tuple[int, int]:
    return (int(point[0] / COLUMN_IN), int(point[1] / ROW_IN))


def _size(outline: tuple[Point, ...]) -> float:
    """Return the size of an outline's box: small pieces are drawn over large ones."""
    if not outline:
        return 0.0
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def mark_of(piece: Terrain) -> tuple[str, str]:
    """Return the mark of a piece on the plan and its style."""
    mark = MARKS.get(piece.kind, OTHER)
    return mark, "cyan" if mark == "~" else "yellow"


def _ground(terrain: Iterable[Terrain], point: Point) -> tuple[str, str]:
    for piece in terrain:
        if piece.area and inside(piece.area, point):
            return mark_of(piece)
    return ".", "dim"


def inside(outline: tuple[Point, ...], point: Point) -> bool:
    """Return whether a point lies inside an outline (even-odd rule)."""
    x, y = point
    held = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            held = not held
    return held


def legend(seen: Observed, ghosts: bool = False) -> list[Text]:
    """Return a line per side and per unit: letter, id, name, miniatures, badges."""
    letters = unit_letters(seen)
    rows: list[list[Cell]] = []
    for index, side in enumerate(seen.sides):
        style = STYLES[index % len(STYLES)]
        score = say("cli.text.score", score=f"{side.score:g}")
        rows.append([cell(side.name, style), cell(score, "dim")])
        for unit in seen.units:
            if unit.side == side.id:
                rows.append([cell(f"  {letters[unit.id]}  {unit.name}", style), *_unit(unit)])
    if ghosts:
        rows.append([cell(GHOST[0], GHOST[1]), cell(say("cli.text.ghosts"))])
    return columns(rows)


def _unit(unit: SeenUnit) -> list[Cell]:
    """Return what the legend says of a unit after its letter."""
    if not unit.pieces:
        count = say("cli.text.gone")
    elif not unit.on_table:
        count = say("cli.text.off_table", count=len(unit.pieces))
    else:
        count = str(len(unit.pieces))
    badges: list[str] = []
    for badge in unit.badges:
        name = say(badge.key, **badge.params) if badge.key else badge.icon
        badges.append(f"{name} x{badge.count}" if badge.count > 1 and not badge.params else name)
    return [cell(unit.id, "dim"), cell(count), cell(", ".join(badges), "italic")]


def terrain_rows(facts: Facts) -> list[list[Cell]]:
    """Return a row per piece of terrain: mark, id, name, kind, where it lies, levels."""
    rows: list[list[Cell]] = []
    for piece in facts.table.terrain.values():
        floors = ", ".join(f"{piece.id}/{floor.name}" for floor in piece.floors)
        rows.append(
            [
                cell(*mark_of(piece)),
                cell(piece.id, "bold"),
                cell(piece.name if piece.name != piece.id else ""),
                cell(piece.kind, "dim"),
                cell(_extent(piece)),
                cell(say("cli.text.floors", floors=floors) if floors else "", "dim"),
            ]
        )
    return rows


def _extent(piece: Terrain) -> str:
    if not piece.area:
        x, y = piece.pose.at
        return say("cli.text.spot", x=f"{x:.1f}", y=f"{y:.1f}")
    xs, ys = [x for x, _ in piece.area], [y for _, y in piece.area]
    return say(
        "cli.text.extent",
        west=f"{min(xs):.1f}",
        east=f"{max(xs):.1f}",
        south=f"{min(ys):.1f}",
        north=f"{max(ys):.1f}",
    )
