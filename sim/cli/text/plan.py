"""The table as a small plan of characters: one column an inch, one row two inches."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import groupby

from rich.text import Text

from sim.cli.text.columns import Cell, cell, columns
from sim.engine.observed import Observed, SeenUnit
from sim.geometry.pose import Point, Pose
from sim.table.facts import Facts
from sim.table.pieces import Table, Terrain
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
EMPTY = (".", "dim")

#: Column and row on the plan.
Cell2 = tuple[int, int]


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
    minis: dict[Cell2, Cell] = {}
    for piece in seen.pieces:
        style = STYLES[sides.get(piece.side, 0) % len(STYLES)]
        minis[_cell(piece.pose.at)] = (letters.get(piece.unit, "?"), style)
    minis.update((_cell(pose.at), GHOST) for pose in ghosts)
    ground = _ground(facts.table)
    text = Text(no_wrap=True)
    for row in reversed(range(rows)):
        text.append(f"{row * ROW_IN:4.0f} ", style="dim")
        cells = [
            minis.get((column, row)) or ground.get((column, row), EMPTY)
            for column in range(columns)
        ]
        for style, run in groupby(cells, key=lambda each: each[1]):
            text.append("".join(mark for mark, _ in run), style=style)
        text.append("\n")
    text.append("     " + "".join(f"{x:<10d}" for x in range(0, columns, 10)), style="dim")
    return text


def _cell(point: Point) -> Cell2:
    return (int(point[0] / COLUMN_IN), int(point[1] / ROW_IN))


def _size(outline: tuple[Point, ...]) -> float:
    """Return the size of an outline's box: small pieces are drawn over large ones."""
    if not outline:
        return 0.0
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def mark_of(piece: Terrain) -> Cell:
    """Return the mark of a piece on the plan and its style."""
    mark = MARKS.get(piece.kind, OTHER)
    return mark, "cyan" if mark == "~" else "yellow"


def _ground(table: Table) -> dict[Cell2, Cell]:
    """Return the mark of every cell with terrain; small pieces are drawn over large ones."""
    marks: dict[Cell2, Cell] = {}
    for piece in sorted(table.terrain.values(), key=lambda piece: -_size(piece.area)):
        marks.update(dict.fromkeys(_cells_of(piece.area), mark_of(piece)))
    return marks


def _cells_of(area: tuple[Point, ...]) -> list[Cell2]:
    """Return the cells whose middle an outline holds; for thin pieces those along them."""
    if not area:
        return []
    (low_x, low_y), (high_x, high_y) = (
        _cell((min(x for x, _ in area), min(y for _, y in area))),
        _cell((max(x for x, _ in area), max(y for _, y in area))),
    )
    held = [
        (column, row)
        for column in range(low_x, high_x + 1)
        for row in range(low_y, high_y + 1)
        if inside(area, ((column + 0.5) * COLUMN_IN, (row + 0.5) * ROW_IN))
    ]
    if held:
        return held
    edges = zip(area, (*area[1:], *area[:1]), strict=True)
    (ax, ay), (bx, by) = max(edges, key=lambda edge: math.dist(*edge))
    steps = max(1, math.ceil(math.dist((ax, ay), (bx, by)) / (COLUMN_IN / 2)))
    shares = [step / steps for step in range(steps + 1)]
    return [_cell((ax + (bx - ax) * share, ay + (by - ay) * share)) for share in shares]


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


def terrain_rows(facts: Facts, seen: Observed, only: str = "") -> list[list[Cell]]:
    """Return a row per piece of terrain: mark, id, name, kind, place, how it counts, levels.

    Parameters
    ----------
    facts : Facts
    seen : Observed
        Says how the game rates each piece.
    only : str
        Id of the one piece that is wanted; empty for all.
    """
    labels = list(dict.fromkeys(line.key for card in seen.terrain.values() for line in card))
    rows: list[list[Cell]] = []
    if labels:
        heads = [cell(say(key), "dim italic") for key in labels]
        rows.append([*[cell("")] * 5, *heads, cell("")])
    for piece in facts.table.terrain.values():
        if only in ("", piece.id):
            rows.append(_terrain_row(piece, seen, labels))
    return rows


def _terrain_row(piece: Terrain, seen: Observed, labels: list[str]) -> list[Cell]:
    floors = ", ".join(f"{piece.id}/{floor.name}" for floor in piece.floors)
    values = {line.key: line.value for line in seen.terrain.get(piece.id, ())}
    return [
        cell(*mark_of(piece)),
        cell(piece.id, "bold"),
        cell(piece.name if piece.name != piece.id else ""),
        cell(piece.kind, "dim"),
        cell(_extent(piece)),
        *(cell(values.get(key, ""), "cyan") for key in labels),
        cell(say("cli.text.floors", floors=floors) if floors else "", "dim"),
    ]


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
