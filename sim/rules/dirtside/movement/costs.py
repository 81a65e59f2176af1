"""What an element's move costs, area by area, in the kernel's words."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sim.geometry.weighted import Costs, Rate, Touch
from sim.rules.dirtside.movement.grades import Grade, Ground, factor, grade_of, ground_of
from sim.table.pieces import Terrain

__all__ = ["Mover", "costs_of", "grounds_of"]

#: Roads lie over the ground, towns over their streets, highways over towns.
_ROAD, _TOWN, _HIGHWAY = 1, 2, 3
_WOODS = ("light_woods", "dense_woods")


class Mover(msgspec.Struct, frozen=True):
    """Who moves, as the terrain table sees him.

    Attributes
    ----------
    row : str
        Of the terrain table.
    travels : bool
        In travel mode and not under fire, so that EASY ground is easy.
    amphibious : bool
    runs : bool
        A combat walker in a run: NORMAL ground is as easy as EASY.
    """

    row: str
    travels: bool = False
    amphibious: bool = False
    runs: bool = False


def grounds_of(terrain: Mapping[str, Terrain]) -> dict[str, Ground]:
    """Return what the pieces with areas are to those who move, by id."""
    found = {name: ground_of(piece) for name, piece in terrain.items() if piece.area}
    return {name: ground for name, ground in found.items() if ground is not None}


def costs_of(
    grounds: Mapping[str, Ground], mover: Mover, *, river_option: str = "ford_only"
) -> Costs:
    """Return what an inch costs where, by the place of the model's centre.

    Of several kinds of ground on each other the dearest counts; a road goes before what lies
    under it, a town before its streets, a highway before the town. Ground that cannot be entered
    is kept clear of by the whole base, woods by the centre: their very edge may be used.

    Rules: ds.terrain.exit_rule ds.terrain.overlap ds.terrain.urban_highway
        ds.terrain.woods_edge_entry ds.urban.terrain ds.walker.run
    """
    rates: dict[str, Rate] = {}
    for name, ground in grounds.items():
        grade = grade_of(mover.row, ground, amphibious=mover.amphibious, river_option=river_option)
        barred = grade == "impassable" and ground.kind not in _WOODS
        rates[name] = Rate(
            _price(grade, mover), Touch.PART if barred else Touch.CENTRE, rank=_rank(ground)
        )
    return Costs.of(rates, open_ground=_price(grade_of(mover.row, Ground("open")), mover))


def _price(grade: Grade, mover: Mover) -> float:
    """Return what an inch costs; to a walker in a run NORMAL ground is as good as EASY."""
    eased = "easy" if mover.runs and grade == "normal" else grade
    return factor(eased, easy=mover.travels or mover.runs)


def _rank(ground: Ground) -> int:
    if ground.kind == "roads":
        return _HIGHWAY if ground.highway else _ROAD
    return _TOWN if ground.kind == "urban" else 0
