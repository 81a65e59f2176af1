"""``hulldown play SCENE`` in the window: the whole game with eyes and hands."""

from __future__ import annotations

import argparse
from pathlib import Path

from sim.cli.backstage import CommandBackstage
from sim.cli.common import option_values, scene_path
from sim.engine.record_files import read_record
from sim.table.names import resolve_id
from sim.table.scene import open_scene
from sim.window.app import App
from sim.window.ports import PERSON, Battle, BattleWish
from sim.words import say

__all__ = ["play_in_window"]


def play_in_window(app: App, args: argparse.Namespace) -> int:
    """Play until the window is closed; the journal is kept either way.

    Raises
    ------
    HulldownError
        When the game cannot begin; the window is closed then.
    """
    from sim.window.battle.page import BattlePage

    backstage = CommandBackstage(Path(args.out))
    app.backstage = backstage
    try:
        battle = backstage.resume(Path(args.resume)) if args.resume else _begun(backstage, args)
        app.window.screen.retitle(battle.scene.name)
        app.go(BattlePage(app, battle))
        for note in battle.notes:
            app.tell(note, "fair")
        app.run()
    finally:
        app.close()
    return _ended(battle)


def _begun(backstage: CommandBackstage, args: argparse.Namespace) -> Battle:
    path = scene_path(args.scene)
    scene = open_scene(path)
    sides = [force.side for force in scene.forces]
    wish = BattleWish(
        path,
        _players(args, sides),
        args.seed,
        args.own_dice,
        args.bundle,
        option_values(args),
    )
    return backstage.begin(wish)


def _players(args: argparse.Namespace, sides: list[str]) -> dict[str, str]:
    """Return who plays each side: a person or a level."""
    players: dict[str, str] = dict.fromkeys(sides, str(args.level))
    if args.watch or not sides:
        return players
    if args.hotseat:
        return dict.fromkeys(sides, PERSON)
    own = resolve_id(args.side, sides, "side") if args.side else sides[0]
    players[own] = PERSON
    return players


def _ended(battle: Battle) -> int:
    """Say where the journal is, and the digest when the game came to its end."""
    end = read_record(battle.path).end
    if end is None:
        print(say("cli.play.kept", path=battle.path))
    else:
        print(say("cli.play.ended", path=battle.path, digest=end.digest))
    return 0
