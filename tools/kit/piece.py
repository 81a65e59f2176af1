"""A piece of the kit: its parts and what the piece file says about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tools.kit.glb import glb_bytes
from tools.kit.groundwork import grounded
from tools.kit.paint import Finish
from tools.kit.shell import Painted, Shell, finish_shell

__all__ = ["Figure", "FloorPlan", "Piece", "Polygon", "Terrain", "box_outline"]

Polygon = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class FloorPlan:
    """A floor that bases can stand on, in the frame of the piece."""

    name: str
    z_in: float
    outline: Polygon
    blocks: Sequence[Polygon] = ()


@dataclass(frozen=True)
class Terrain:
    """What the piece file says of a terrain piece.

    Attributes
    ----------
    kind : str
    area : polygon or ``"hull"``
    blocks : polygons nothing walks through at ground level
    floors : FloorPlan
    line, carries : bool
    """

    kind: str
    area: Polygon | str = "hull"
    blocks: Sequence[Polygon] = ()
    floors: Sequence[FloorPlan] = ()
    line: bool = False
    carries: bool = False


@dataclass(frozen=True)
class Figure:
    """What the piece file says of a miniature.

    Attributes
    ----------
    height_in, eye_height_in : float
        ``height_in`` of None is measured from the parts that count as seen.
    disc_mm : float or None
        Diameter of the round base; None takes the convex outline of the hull.
    seen_parts : tuple of str
    deck_in, gun_in, sensor_in : float or None
    """

    disc_mm: float | None = 30.0
    height_in: float | None = None
    eye_height_in: float | None = None
    seen_parts: tuple[str, ...] = ("figure", "weapon")
    hull: Polygon = ()
    deck_in: float | None = None
    gun_in: float | None = None
    sensor_in: float | None = None


@dataclass(frozen=True)
class Piece:
    """A finished piece: parts by name, one line about it, and its terrain or figure entry."""

    id: str
    shows: str
    parts: dict[str, Shell]
    entry: Terrain | Figure
    finish: Finish = field(default_factory=Finish)
    notes: Sequence[str] = ()

    def model(self) -> bytes:
        """Return the bytes of the model file."""
        return glb_bytes(self.painted())

    def painted(self) -> dict[str, Painted]:
        """Return the parts as the file holds them: cut off at the table, painted, welded."""
        solid = {name: grounded(shell) for name, shell in self.parts.items()}
        return {name: finish_shell(shell, self.finish) for name, shell in solid.items()}

    def text(self) -> str:
        """Return the text of the piece file."""
        role = "terrain" if isinstance(self.entry, Terrain) else "figure"
        lines = [
            'format = "hulldown-piece/1"',
            f'id = "{self.id}"',
            f'shows = "{self.shows}"',
            f'role = "{role}"',
            f'model = "{self.id}.glb"',
            'unit = "in"',
            'up = "z"',
            'provenance = "house"',
        ]
        lines += [f"# {note}" for note in self.notes]
        if isinstance(self.entry, Terrain):
            lines += _terrain_lines(self.entry)
        else:
            lines += self._figure_lines(self.entry)
        return "\n".join(lines) + "\n"

    def _figure_lines(self, entry: Figure) -> list[str]:
        top = max(float(self.parts[name].high[2]) for name in entry.seen_parts)
        height = top if entry.height_in is None else entry.height_in
        eye = height if entry.eye_height_in is None else entry.eye_height_in
        if entry.disc_mm is None:
            base = f'{{ shape = "hull", points = {_polygon(entry.hull)} }}'
        else:
            base = f'{{ shape = "disc", diameter_mm = {_number(entry.disc_mm)} }}'
        lines = [
            f"base = {base}",
            f"height_in = {_number(height)}",
            f"eye_height_in = {_number(eye)}",
        ]
        for name in ("deck_in", "gun_in", "sensor_in"):
            value = getattr(entry, name)
            if value is not None:
                lines.append(f"{name} = {_number(value)}")
        names = ", ".join(f'"{name}"' for name in entry.seen_parts)
        return [*lines, f"seen_parts = [{names}]"]


def _number(value: float) -> str:
    text = f"{round(value, 3) + 0.0:.3f}".rstrip("0")
    return text + "0" if text.endswith(".") else text


def _polygon(points: Polygon) -> str:
    return "[" + ", ".join(f"[{_number(x)}, {_number(y)}]" for x, y in points) + "]"


def _polygons(polygons: Sequence[Polygon]) -> str:
    if not polygons:
        return "[]"
    return "[\n" + "".join(f"    {_polygon(points)},\n" for points in polygons) + "]"


def _terrain_lines(entry: Terrain) -> list[str]:
    area = f'"{entry.area}"' if isinstance(entry.area, str) else _polygon(entry.area)
    lines = [
        f'kind = "{entry.kind}"',
        f"line = {str(entry.line).lower()}",
        f"carries = {str(entry.carries).lower()}",
        f"area = {area}",
        f"blocks = {_polygons(entry.blocks)}",
    ]
    for floor in entry.floors:
        lines += [
            "",
            "[[floor]]",
            f'name = "{floor.name}"',
            f"z_in = {_number(floor.z_in)}",
            f"outline = {_polygon(floor.outline)}",
            f"blocks = {_polygons(floor.blocks)}",
        ]
    return lines


def box_outline(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
    """Return the corners of a rectangle, counter-clockwise."""
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
