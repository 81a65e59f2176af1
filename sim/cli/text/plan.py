"""The table as a small plan of characters: one column an inch, one row two inches."""

from __future__ import annotations

from rich.text import Text

from sim.engine.observed import Observed, SeenUnit
from sim.geometry.pose import Point
from sim.table.facts import Facts
from sim.words import say

__all__ = ["legend", "plan", "unit_letters"]

ROW_IN = 2.0
COLUMN_IN = 1.0
STYLES = ("bold blue", "bold red", "bold green", "bold magenta")
#: Marks by kind of terrain; anything else is a dot in a box.
MARKS = {
    "woods": "&",
    "forest": "&",
    "tree": "&",
    "building": "#",
    "ruin": "#",
    "mill": "#",
    "house": "#",
    "walls": "=",
    "fences": "-",
    "hedges": "%",
    "hills": "^",
    "rock_ledges": "^",
    "rocks": "^",
    "rubble": ",",
    "craters": "o",
    "barbed_wire": "x",
    "tank_obstacles": "X",
    "river": "~",
    "water_deep": "~",
    "water_shallow": "~",
    "bridge": "H",
}


def unit_letters(seen: Observed) -> dict[str, str]:
    """Return a letter per unit: capitals for the first side, small letters for the second."""
    letters: dict[str, str] = {}
    for index, side in enumerate(seen.sides):
        first = "A" if index % 2 == 0 else "a"
        own = [unit for unit in seen.units if unit.side == side.id]
        for place, unit in enumerate(own):
            letters[unit.id] = chr(ord(first) + place % 26)
    return letters


def plan(facts: Facts, seen: Observed) -> Text:
    """Return the plan with coordinates at its edges; north is up."""
    table = facts.table
    columns, rows = int(table.width / COLUMN_IN), int(table.depth / ROW_IN)
    letters = unit_letters(seen)
    sides = {side.id: index for index, side in enumerate(seen.sides)}
    minis: dict[tuple[int, int], tuple[str, str]] = {}
    for piece in seen.pieces:
        cell = (int(piece.pose.x / COLUMN_IN), int(piece.pose.y / ROW_IN))
        style = STYLES[sides.get(piece.side, 0) % len(STYLES)]
        minis[cell] = (letters.get(piece.unit, "?"), style)
    text = Text(no_wrap=True)
    for row in reversed(range(rows)):
        y = (row + 0.5) * ROW_IN
        text.append(f"{row * ROW_IN:4.0f} ", style="dim")
        for column in range(columns):
            mark, style = minis.get((column, row)) or _ground(facts, (column + 0.5, y))
            text.append(mark, style=style)
        text.append("\n")
    text.append("     " + "".join(f"{x:<10d}" for x in range(0, columns, 10)), style="dim")
    return text


def _ground(facts: Facts, point: Point) -> tuple[str, str]:
    for piece in facts.table.terrain.values():
        if piece.area and _inside(piece.area, point):
            return MARKS.get(piece.kind, "+"), "yellow" if MARKS.get(piece.kind) != "~" else "cyan"
    return ".", "dim"


def _inside(outline: tuple[Point, ...], point: Point) -> bool:
    """Return whether a point lies inside an outline (even-odd rule)."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def legend(seen: Observed) -> Text:
    """Return a line per unit: letter, name, miniatures, badges."""
    letters = unit_letters(seen)
    text = Text()
    for index, side in enumerate(seen.sides):
        style = STYLES[index % len(STYLES)]
        text.append(f"{side.name}  ", style=style)
        text.append(say("cli.text.score", score=f"{side.score:g}"), style="dim")
        text.append("\n")
        for unit in seen.units:
            if unit.side == side.id:
                text.append(f"  {letters[unit.id]}  ", style=style)
                text.append_text(_unit_line(unit))
                text.append("\n")
    return text


def _unit_line(unit: SeenUnit) -> Text:
    gone = not unit.pieces and unit.on_table
    line = Text(f"{unit.id:<18} {unit.name:<28}", style="dim strike" if gone else "")
    line.append(f" {len(unit.pieces)}" if unit.pieces else "  ")
    for badge in unit.badges:
        count = f"×{badge.count}" if badge.count > 1 else ""
        name = say(badge.key, **badge.params) if badge.key else badge.icon
        line.append(f"  {name}{count}", style="italic")
    return line
