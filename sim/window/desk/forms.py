"""The measures of what is selected, typed: places, sizes, bases, windows."""

from __future__ import annotations

from typing import Any

import msgspec

from sim.table.draft import SceneDraft
from sim.table.schema import BaseFile, MiniFile, PieceFile
from sim.table.schema_shapes import RuinFile, SolidFile, WindowFile
from sim.view.ui import Ui
from sim.words import say

__all__ = ["draw_form"]

_WIDE = 150.0
_PARTS = ("figure", "weapon", "banner", "hull")


def draw_form(ui: Ui, draft: SceneDraft, name: str) -> dict[str, Any]:
    """Draw the fields of a thing and return the keys that were changed, as a draft takes them.

    ``figure`` among them holds changes of its figure's own keys.
    """
    thing = draft.thing(name)
    changed: dict[str, Any] = {}
    _place(ui, thing, changed)
    if isinstance(thing, PieceFile):
        _piece(ui, thing, changed)
    elif isinstance(thing, MiniFile):
        _mini(ui, draft, thing, changed)
    return changed


def _number(
    ui: Ui, name: str, value: float, changed: dict[str, Any], *, step: float = 0.25
) -> float:
    """Draw a length; a value that differs by more than a rounding is a change."""
    label = say(f"desk.form.{name.rpartition('/')[2].rstrip('0123456789')}")
    new = ui.number(f"form/{name}", label, value, step=step, form="%.2f", width=_WIDE)
    if abs(new - value) > 1e-6:
        changed[name] = new
        return new
    return value


def _place(ui: Ui, thing: Any, changed: dict[str, Any]) -> None:
    found: dict[str, Any] = {}
    x = _number(ui, "x", thing.at[0], found)
    ui.beside()
    y = _number(ui, "y", thing.at[1], found)
    ui.beside()
    facing = _number(ui, "facing", thing.facing, found, step=5.0)
    if "x" in found or "y" in found:
        changed["at"] = (x, y)
    if "facing" in found:
        changed["facing"] = facing % 360.0


def _piece(ui: Ui, piece: PieceFile, changed: dict[str, Any]) -> None:
    found: dict[str, Any] = {}
    if piece.size is not None:
        size = [
            _number(ui, part, value, found)
            for part, value in zip(("length", "thickness", "tall"), piece.size, strict=True)
        ]
        if found:
            changed["size"] = tuple(size)
    if piece.radius is not None:
        _same(ui, "radius", piece.radius, changed)
    if piece.height is not None:
        _same(ui, "height", piece.height, changed)
    if piece.ruin is not None:
        _ruin(ui, piece.ruin, changed)
    _same(ui, "lift", piece.lift, changed)


def _same(ui: Ui, key: str, value: float, changed: dict[str, Any]) -> None:
    """Draw a length whose key in the file is its name here."""
    found: dict[str, Any] = {}
    _number(ui, key, value, found)
    changed |= found


def _ruin(ui: Ui, ruin: RuinFile, changed: dict[str, Any]) -> None:
    """Draw the parameters of a ruin: plan, walls, rows of windows, broken edge, floors."""
    keys: dict[str, Any] = {}
    plans = [(plan, say(f"desk.form.plan_{plan.lower()}")) for plan in ("I", "L", "U", "O")]
    plan = ui.choice("form/plan", say("desk.form.plan"), ruin.plan, plans, width=_WIDE)
    if plan != ruin.plan:
        keys["plan"] = plan
    for key in ("width", "depth", "height", "thickness"):
        value = getattr(ruin, key)
        if value is not None:
            _number_into(ui, f"ruin/{key}", key, value, keys)
    broken = ui.slider("form/broken", say("desk.form.broken"), ruin.broken, 0, 1, width=_WIDE * 2)
    if abs(broken - ruin.broken) > 1e-3:
        keys["broken"] = round(broken, 3)
    if ui.button("form/again", say("desk.form.again")):
        keys["seed"] = ruin.seed + 1
    windows = _windows(ui, ruin)
    if windows is not None:
        keys["windows"] = windows
    floors = _floors(ui, ruin)
    if floors is not None:
        keys["floors"] = floors
    if keys:
        changed["ruin"] = {**msgspec.to_builtins(ruin), **keys}


def _number_into(ui: Ui, name: str, key: str, value: float, keys: dict[str, Any]) -> None:
    found: dict[str, Any] = {}
    new = _number(ui, name, value, found)
    if found:
        keys[key] = new


def _windows(ui: Ui, ruin: RuinFile) -> list[dict[str, Any]] | None:
    """Draw the rows of windows; return them when they were changed."""
    rows: list[dict[str, Any]] = [msgspec.to_builtins(row) for row in ruin.windows]
    changed = False
    for place, row in enumerate(ruin.windows):
        ui.text(say("desk.form.window_row", number=place + 1), "dim")
        changed |= _window(ui, place, row, rows[place])
        if ui.button(f"form/window{place}/remove", say("desk.form.remove_row"), kind="quiet"):
            del rows[place]
            return rows
    if ui.button("form/add-window", say("desk.form.add_row")):
        rows.append({"sill": 0.9, "head": 2.0, "width": 0.9, "count": 1})
        changed = True
    return rows if changed else None


def _window(ui: Ui, place: int, row: WindowFile, keys: dict[str, Any]) -> bool:
    found: dict[str, Any] = {}
    for at, key in enumerate(("sill", "head", "width", "jamb")):
        if at % 2:
            ui.beside()
        _number_into(ui, f"window{place}/{key}", key, getattr(row, key), found)
    count = ui.whole(
        f"form/window{place}/count", say("desk.form.count"), row.count or 1, width=_WIDE
    )
    if count != (row.count or 1):
        found["count"] = max(1, count)
    keys |= found
    return bool(found)


def _floors(ui: Ui, ruin: RuinFile) -> list[float] | None:
    floors = list(ruin.floors)
    for place, height in enumerate(ruin.floors):
        found: dict[str, Any] = {}
        new = _number(ui, f"floor{place}/floor", height, found)
        if found:
            floors[place] = new
            return floors
        ui.beside()
        if ui.button(f"form/floor{place}/remove", say("desk.form.remove_row"), kind="quiet"):
            del floors[place]
            return floors
    if ui.button("form/add-floor", say("desk.form.add_floor")):
        return [*floors, (max(floors) if floors else 0.0) + 2.0]
    return None


# --- miniatures ---------------------------------------------------------------------------------


def _mini(ui: Ui, draft: SceneDraft, mini: MiniFile, changed: dict[str, Any]) -> None:
    """Draw level, base, height, eye height and parts of a miniature."""
    scene = draft.build().scene
    levels = [("ground", say("desk.form.ground"))]
    levels += [
        (f"{piece.id}/{floor.name}", say("desk.form.on_floor", piece=piece.name, floor=floor.name))
        for piece in scene.table.terrain.values()
        for floor in piece.floors
    ]
    level = ui.choice("form/level", say("desk.form.level"), mini.level, levels, width=200)
    if level != mini.level:
        changed["level"] = level
    model = scene.table.models.get(_model_of(draft, mini))
    if model is None:
        return
    figure: dict[str, Any] = {}
    _number_into(ui, "height_in", "height_in", model.height_in, figure)
    ui.beside()
    _number_into(ui, "eye_height_in", "eye_height_in", model.eye_height_in, figure)
    _base(ui, draft, mini, figure)
    solids = _solids(ui, draft, mini)
    if solids is not None:
        figure["solids"] = solids
    if figure:
        changed["figure"] = figure


def _model_of(draft: SceneDraft, mini: MiniFile) -> str:
    found = next((m for m in draft.build().scene.minis if m.id == mini.id), None)
    return found.stand.model if found else ""


def _base(ui: Ui, draft: SceneDraft, mini: MiniFile, figure: dict[str, Any]) -> None:
    """Draw the base: a disc by its diameter, an oval or a box by two lengths."""
    owner: Any = mini
    if mini.model.startswith("figure:"):
        owner = draft.thing(mini.model)
    base: BaseFile = owner.base or BaseFile("disc", diameter_mm=30.0)
    shapes = [(shape, say(f"desk.form.base_{shape}")) for shape in ("disc", "oval", "box")]
    shape = ui.choice("form/base", say("desk.form.base"), base.shape, shapes, width=_WIDE)
    found: dict[str, Any] = {}
    if shape == "disc":
        wide = _number(ui, "diameter_mm", base.diameter_mm or 30.0, found, step=1.0)
        fresh: dict[str, Any] = {"shape": "disc", "diameter_mm": wide}
    else:
        length = _number(ui, "length_mm", base.length_mm or 60.0, found, step=1.0)
        ui.beside()
        width = _number(ui, "width_mm", base.width_mm or 35.0, found, step=1.0)
        fresh = {"shape": shape, "length_mm": length, "width_mm": width}
    if found or shape != base.shape:
        figure["base"] = fresh


def _solids(ui: Ui, draft: SceneDraft, mini: MiniFile) -> list[dict[str, Any]] | None:
    """Draw the solids that a figure is built of; return them when they were changed."""
    if not mini.model.startswith("figure:"):
        return None
    figure: Any = draft.thing(mini.model)
    if figure.solids is None:
        return None
    rows: list[dict[str, Any]] = [msgspec.to_builtins(solid) for solid in figure.solids]
    changed = False
    for place, solid in enumerate(figure.solids):
        ui.text(say(f"desk.form.solid_{solid.shape}", number=place + 1, part=solid.part), "dim")
        changed |= _solid(ui, place, solid, rows[place])
        if len(rows) > 1 and ui.button(
            f"form/solid{place}/remove", say("desk.form.remove_row"), kind="quiet"
        ):
            del rows[place]
            return rows
    for shape in ("box", "cylinder"):
        if ui.button(f"form/add-{shape}", say(f"desk.form.add_{shape}")):
            return [*rows, _new_solid(shape)]
        ui.beside()
    ui.space(1)
    return rows if changed else None


def _solid(ui: Ui, place: int, solid: SolidFile, keys: dict[str, Any]) -> bool:
    found: dict[str, Any] = {}
    parts = [
        (part, say(f"desk.form.part_{part}")) for part in ("figure", "weapon", "banner", "hull")
    ]
    part = ui.choice(
        f"form/solid{place}/part", say("desk.form.part"), solid.part, parts, width=_WIDE
    )
    if part != solid.part:
        found["part"] = part
    corners = ("low", "high") if solid.shape == "box" else ("at",)
    for corner in corners:
        values = list(getattr(solid, corner) or (0.0, 0.0, 0.0))
        moved: dict[str, Any] = {}
        for axis, letter in enumerate("xyz"):
            name = f"solid{place}/{corner}_{letter}"
            values[axis] = _number(ui, name, values[axis], moved, step=0.05)
            if axis < 2:
                ui.beside()
        if moved:
            found[corner] = tuple(values)
    if solid.shape == "cylinder":
        for key in ("radius", "height"):
            _number_into(ui, f"solid{place}/{key}", key, getattr(solid, key) or 0.2, found)
    keys |= found
    return bool(found)


def _new_solid(shape: str) -> dict[str, Any]:
    if shape == "box":
        return {
            "shape": "box",
            "low": (-0.2, -0.2, 0.12),
            "high": (0.2, 0.2, 0.6),
            "part": "figure",
        }
    return {"shape": "cylinder", "at": (0, 0, 0.12), "radius": 0.2, "height": 0.5, "part": "figure"}
