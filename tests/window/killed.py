"""A battle played in a process of its own, to be killed from outside: prints after every answer.

``python -m tests.window.killed FOLDER``: begins a battle in the folder, or takes up the one there,
and plays on with the answers that every run gives at that place, one for each line of input.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from sim.cli.backstage import CommandBackstage
from sim.engine.dice import SeededDice
from sim.window.battle.conductor import Conductor
from sim.window.battle.saves import Autosave
from sim.window.ports import PERSON, BattleWish
from tests.engine.laws import random_answer

SCENE = Path(__file__).parents[1] / "cli" / "scenes" / "skirmish.toml"


def play(folder: Path, may_go: Callable[[], object] = lambda: True) -> str:
    """Play on as long as it may and return the digest; told line by line."""
    backstage = CommandBackstage(folder)
    saves = backstage.saves()
    players = {"allies": PERSON, "axis": PERSON}
    wish = BattleWish(SCENE, players, seed=4)
    battle = backstage.resume(saves[0].path) if saves else backstage.begin(wish)
    conductor = Conductor(battle.match, battle.thinkers)
    autosave = Autosave(battle.path, battle.scene.name, lambda seen: seen.prompt.encode())
    while not battle.match.over and may_go():
        conductor.advance()
        conductor.skip()
        question = conductor.question
        if question is not None:
            place = len(battle.match.journal)
            conductor.answer(random_answer(question, SeededDice(9, "killed"), place))
        autosave.look(conductor.observed)
        print(f"{len(battle.match.journal)} {battle.match.digest()}", flush=True)
    digest = battle.match.digest()
    battle.close()
    return digest


if __name__ == "__main__":
    play(Path(sys.argv[1]), sys.stdin.readline)
