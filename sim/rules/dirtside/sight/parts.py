"""Vehicles taken apart for sight: hull and gun as targets of their own."""

from __future__ import annotations

from dataclasses import replace

from sim.geometry.meshes import box_mesh
from sim.table.pieces import Model, Stand, Table

__all__ = ["gun_of", "hull_of", "sight_table"]

_HULL, _GUN = "#hull", "#gun"
#: The gun's point is drawn as a cube of this size, inches: seen where its middle is.
_POINT_IN = 0.0004


def sight_table(table: Table) -> Table:
    """Return a table whose vehicles see from their sensor point, with hull and gun as models.

    The sensor point stands over the hull's centre; the gun's point is at the front of the turret,
    or of the hull where there is none, at the height of its axis.

    Rules: ds.los.model_heights
    """
    models: dict[str, Model] = {}
    for name, model in table.models.items():
        if model.deck_in is None or model.gun_in is None or model.sensor_in is None:
            models[name] = model
            continue
        models[name] = replace(model, eye_height_in=model.sensor_in, seen_parts=("hull", "turret"))
        models[name + _HULL] = replace(models[name], id=name + _HULL, seen_parts=("hull",))
        models[name + _GUN] = _gun(model, model.gun_in)
    return replace(table, models=models)


def _gun(model: Model, height: float) -> Model:
    front, half = _front_of(model), _POINT_IN / 2
    body = box_mesh(
        (front - half, -half, height - half), (front + half, half, height + half), "barrel"
    )
    return replace(model, id=model.id + _GUN, body=body, seen_parts=("barrel",))


def _front_of(model: Model) -> float:
    parts = {part.name: part for part in model.body.parts}
    part = parts.get("turret") or parts["hull"]
    faces = model.body.faces[part.first : part.first + part.count]
    return float(model.body.vertices[faces.reshape(-1), 0].max())


def hull_of(stand: Stand) -> Stand:
    """Return a vehicle's hull as a target."""
    return Stand(stand.model + _HULL, stand.pose)


def gun_of(stand: Stand) -> Stand:
    """Return a vehicle's gun as a target."""
    return Stand(stand.model + _GUN, stand.pose)
