"""A battle put together as a page does it, without anything drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sim.engine.observed import Observed
from sim.window.battle.advice import Adviser
from sim.window.battle.conductor import Conductor
from sim.window.battle.saves import Autosave, orders_path
from sim.window.battle.standing_orders import StandingOrders
from sim.window.ports import Battle

__all__ = ["Core", "core_of"]


@dataclass
class Core:
    """A battle with its conductor, standing orders, adviser and autosave."""

    battle: Battle
    conductor: Conductor
    orders: StandingOrders
    adviser: Adviser
    autosave: Autosave

    def advance(self) -> None:
        """Go on without waiting; called every frame.

        The autosave looks only when the table is still and nothing is covered.
        """
        self.conductor.advance()
        if self.conductor.state in ("waiting", "thinking", "over"):
            self.autosave.look(self.conductor.observed)

    def close(self) -> None:
        """End the opponents and stop writing; the battle can be taken up again."""
        self.conductor.close()
        self.battle.close()


def core_of(
    battle: Battle,
    picture: Callable[[Observed], bytes | None] | None = None,
    *,
    always_cover: bool = False,
) -> Core:
    """Return the core of a battle.

    Parameters
    ----------
    battle : Battle
    picture : callable, optional
        As `Autosave` takes it.
    always_cover : bool
        As `Conductor` takes it.
    """
    orders = StandingOrders(orders_path(battle.path))
    conductor = Conductor(
        battle.match,
        battle.thinkers,
        orders=orders,
        match_style=battle.match_style,
        always_cover=always_cover,
    )
    autosave = Autosave(battle.path, battle.scene.name, picture)
    return Core(battle, conductor, orders, Adviser(battle.hint), autosave)
