"""Who answers which question: one asker for each kind."""

from __future__ import annotations

from sim.engine.questions import Question
from sim.window.battle.asking.allocations import AllocateAsker
from sim.window.battle.asking.asker import Asker
from sim.window.battle.asking.chance import ChanceAsker
from sim.window.battle.asking.film_strip import FilmStripAsker, is_reaction
from sim.window.battle.asking.paths import PathAsker
from sim.window.battle.asking.picks import PickAsker
from sim.window.battle.asking.places import PlaceAsker
from sim.window.battle.at_table import AtTable

__all__ = ["asker_for"]

_ASKERS: dict[str, type[Asker]] = {
    "pick": PickAsker,
    "place": PlaceAsker,
    "path": PathAsker,
    "allocate": AllocateAsker,
    "roll": ChanceAsker,
    "draw": ChanceAsker,
}


def asker_for(at: AtTable, question: Question) -> Asker:
    """Return a new asker for a question that waits."""
    if is_reaction(at, question):
        return FilmStripAsker(at, question)
    return _ASKERS[question.kind](at, question)
