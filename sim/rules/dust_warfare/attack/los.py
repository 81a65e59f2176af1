"""Line of sight, miniature to miniature: who is blocked from whom.

What a free line means for cover is judged in `cover`; here a figure is seen or it is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sim.engine.reasons import Reason
from sim.engine.sight_numbers import percent
from sim.rules.dust_warfare.play import Play, Profiles
from sim.rules.dust_warfare.state import Mini, Unit
from sim.table.facts import Sight
from sim.table.pieces import Model, Stand, Table

__all__ = ["hulls", "seen_by_any", "sees", "sight", "sight_reason", "with_high_eyes"]


def hulls(play: Play, *between: Mini) -> tuple[Stand, ...]:
    """Return the vehicles on the table whose bodies may hide figures, the given minis left out.

    Soldiers never block sight: they only obscure it.

    Rules: dw.los.minis_block dw.obscured.friendly_soldiers
    """
    ids = [mini.id for mini in between]
    return tuple(
        play.stand(mini)
        for unit in play.state.units.values()
        if unit.on_table and play.is_vehicle(unit)
        for mini in unit.minis
        if mini.id not in ids
    )


def sees(play: Play, viewer: Mini, target: Mini) -> bool:
    """Return whether any part of the target's figure shows to the viewer's eye.

    The eye is above the base's centre at the top of the figure, on a heavy walker the centre of
    its hull. Terrain that the viewer stands in or touches blocks like any other.

    Rules: dw.los.mini_to_mini dw.los.viewpoint dw.los.any_part dw.los.own_eye_for_terrain
    dw.mini.parts dw.heavy.los_to dw.heavy.los_from
    """
    stands = (play.stand(viewer), play.stand(target))
    return play.facts.sees(*stands, hulls(play, viewer, target))


def sight(play: Play, viewer: Mini, target: Mini) -> Sight:
    """Return the verdict of `sees` with the share visible, the blockers and a few rays.

    Rules: dw.los.mini_to_mini dw.los.any_part
    """
    stands = (play.stand(viewer), play.stand(target))
    return play.facts.sight(*stands, hulls(play, viewer, target))


def seen_by_any(play: Play, unit: Unit, target: Mini) -> bool:
    """Return whether even one miniature of a unit sees the target.

    Rules: dw.los.blocked_one_enough dw.los.blocked_no_damage
    """
    return any(sees(play, mini, target) for mini in unit.minis)


def sight_reason(play: Play, viewer: Mini, target: Mini) -> Reason:
    """Return the verdict between two miniatures as an explanation with its rays.

    Rules: dw.los.any_part dw.los.blocked_no_fire
    """
    found = sight(play, viewer, target)
    key = "dw.attack_why.visible" if found.visible else "dw.attack_why.blocked"
    rays = ((*found.witness, True),) if found.witness else found.rays
    blockers = tuple(piece for piece, _ in found.blockers)
    return Reason(
        key,
        {
            "viewer": viewer.id,
            "target": target.id,
            "share": percent(found.share),
            "pieces": ", ".join(blockers) or "-",
        },
        found.visible,
        ("dw.los.any_part",) if found.visible else ("dw.los.blocked_no_fire",),
        rays=rays,
        pieces=(viewer.id, target.id, *blockers),
    )


class _HighEyes(Mapping[str, Model]):
    """The models of a table, heavy walkers looking from the top of their hull."""

    def __init__(self, models: Mapping[str, Model], profiles: Profiles) -> None:
        self.models = models
        self.profiles = profiles

    def __getitem__(self, name: str) -> Model:
        model = self.models[name]
        profile = self.profiles.minis.get(name)
        if profile is None or not profile.heavy:
            return model
        return replace(model, eye_height_in=model.height_in)

    def __iter__(self) -> Iterator[str]:
        return iter(self.models)

    def __len__(self) -> int:
        return len(self.models)


def with_high_eyes(table: Table, profiles: Profiles) -> Table:
    """Return a table on which heavy walkers see from the top (option ``heavy_eye = top``).

    Rules: dw.heavy.los_from
    """
    return replace(table, models=_HighEyes(table.models, profiles))
