"""What can be put on the desk, with measures to begin with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sim.geometry.pose import Point
from sim.table.draft import SceneDraft
from sim.table.kit import kit_names, kit_piece

__all__ = ["FIRST", "Kind", "first_spot", "kit_kinds", "place_free"]


@dataclass(frozen=True)
class Kind:
    """Something that can be added.

    Attributes
    ----------
    name : str
        ``desk.add.<name>`` is its text; a kit piece's own name for ``kit:...``.
    add : callable
        ``add(draft, at) -> id``.
    text : str
        A text of its own; empty for one from the catalogue.
    """

    name: str
    add: Callable[[SceneDraft, Point], str]
    text: str = ""


def _wall(draft: SceneDraft, at: Point) -> str:
    return draft.add_wall((at[0] - 3, at[1]), (at[0] + 3, at[1]), height=2.0)


def _box(draft: SceneDraft, at: Point) -> str:
    return draft.add_piece("box", at, size=(2.0, 2.0, 1.5), kind="building", name="")


def _cylinder(draft: SceneDraft, at: Point) -> str:
    return draft.add_piece("cylinder", at, radius=1.0, height=2.0, kind="building")


def _ruin(plan: str) -> Callable[[SceneDraft, Point], str]:
    def add(draft: SceneDraft, at: Point) -> str:
        window = {"sill": 0.9, "head": 2.0, "width": 0.9, "count": 2}
        ruin = {
            "plan": plan, "width": 6.0, "depth": 5.0, "height": 4.0, "thickness": 0.25,
            "windows": [window], "broken": 0.35, "seed": 1,
        }  # fmt: skip
        return draft.add_ruin(at, ruin, kind="ruin")

    return add


def _figure(draft: SceneDraft, at: Point) -> str:
    return draft.add_mini(at)


def _parts_figure(draft: SceneDraft, at: Point) -> str:
    """Add a figure of a trunk, a head and a weapon, to be shaped by its measures."""
    solids = [
        {"shape": "cylinder", "at": (0, 0, 0.12), "radius": 0.3, "height": 0.85, "part": "figure"},
        {"shape": "cylinder", "at": (0, 0, 0.97), "radius": 0.15, "height": 0.28, "part": "figure"},
        {"shape": "box", "low": (0.1, 0.2, 0.75), "high": (0.75, 0.28, 0.85), "part": "weapon"},
    ]
    base = {"shape": "disc", "diameter_mm": 30}
    with draft.together("figure"):
        name = draft.add_figure("figure", solids=solids, base=base, eye_height_in=1.1)
        return draft.add_mini(at, name)


FIRST: tuple[Kind, ...] = (
    Kind("figure", _figure),
    Kind("parts", _parts_figure),
    Kind("wall", _wall),
    Kind("box", _box),
    Kind("cylinder", _cylinder),
    Kind("ruin_l", _ruin("L")),
    Kind("ruin_u", _ruin("U")),
    Kind("ruin_o", _ruin("O")),
)


def kit_kinds() -> tuple[Kind, ...]:
    """Return the pieces of the kit that can lie on a table, by name."""
    kinds: list[Kind] = []
    for name in kit_names():
        file = kit_piece(name).file
        model = f"kit:{name}"
        if file.role == "terrain":
            kinds.append(Kind(model, _kit_piece(model), file.name or name))
        else:
            kinds.append(Kind(model, _kit_figure(model), file.name or name))
    return tuple(kinds)


def _kit_piece(model: str) -> Callable[[SceneDraft, Point], str]:
    return lambda draft, at: draft.add_piece(model, at)


def _kit_figure(model: str) -> Callable[[SceneDraft, Point], str]:
    return lambda draft, at: draft.add_mini(at, model)


def place_free(draft: SceneDraft, wish: Point) -> Point:
    """Return a place near a wish where nothing has its origin: what is added must be found."""
    taken = [thing.at for thing in (*draft.file.piece, *draft.file.mini)]
    x, y = wish
    while any(abs(x - a) < 0.9 and abs(y - b) < 0.9 for a, b in taken):
        x += 1.5
        if x > draft.file.table.width - 1:
            x, y = 1.5, y - 2.0
        if y < 1:
            return wish
    return (round(x, 2), round(y, 2))


def first_spot() -> SceneDraft:
    """Return an empty table with two figures and a wall between them, all to be moved."""
    draft = SceneDraft.new(24.0, 24.0)
    draft.add_mini((6.0, 12.0), facing=0.0)
    draft.add_mini((18.0, 12.0), facing=180.0)
    draft.add_wall((12.0, 8.0), (12.0, 14.0), height=2.0)
    return draft
