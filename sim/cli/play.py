"""``hulldown play SCENE``: a whole game, by hand, watched, or both sides at one keyboard."""

from __future__ import annotations

import argparse
import functools
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from sim.ai.policies import LEVELS, policy_named
from sim.ai.remote import RemotePolicy
from sim.cli.cameras import camera_of
from sim.cli.common import (
    Opened,
    add_command,
    add_options,
    open_game,
    open_table,
    option_values,
    write_picture,
)
from sim.cli.play_window import play_in_window
from sim.cli.records import fresh_path, header_of, opened_of
from sim.cli.seats import PersonSeat, PolicySeat, Seat
from sim.cli.session import Session
from sim.cli.text.conversation import Conversation, StandardInput
from sim.cli.text.looking import HasOptions, Helpers
from sim.cli.window import has_screen, open_app
from sim.engine.dice import Chance, OwnDice, SeededDice
from sim.engine.game import Game
from sim.engine.match import Match
from sim.engine.ports import Chosen, Opponent
from sim.engine.record import Recorder, resume
from sim.engine.record_files import Header
from sim.engine.rulebook import REGISTER, Clause, load_register
from sim.errors import HulldownError, UsageError
from sim.table.names import resolve_id
from sim.window.app import App
from sim.words import say

__all__ = ["register", "run"]

PERSON = "person"


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "play")
    parser.add_argument("scene", nargs="?", help=say("cli.help.scene"))
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--watch", action="store_true", help=say("cli.help.watch"))
    how.add_argument("--hotseat", action="store_true", help=say("cli.help.hotseat"))
    parser.add_argument("--text", action="store_true", help=say("cli.help.text"))
    parser.add_argument("--window", action="store_true", help=say("cli.help.window"))
    parser.add_argument("--side", default="", help=say("cli.help.side"))
    parser.add_argument("--seed", type=int, help=say("cli.help.seed"))
    parser.add_argument("--level", default=LEVELS[0], help=say("cli.help.level"))
    parser.add_argument("--own-dice", action="store_true", help=say("cli.help.own_dice"))
    parser.add_argument("--out", default="hulldown-out", metavar="DIR", help=say("cli.help.out"))
    parser.add_argument("--no-pictures", action="store_true", help=say("cli.help.no_pictures"))
    parser.add_argument("--resume", metavar="FILE", help=say("cli.help.resume"))
    add_options(parser)
    parser.set_defaults(run=run)


@dataclass
class _Begun:
    """A game ready to be played: new, or taken up again."""

    opened: Opened
    header: Header
    match: Match[Any]
    recorder: Recorder
    pictures: bool = True


def run(args: argparse.Namespace) -> int:
    """Play to the end, or until the player stops; the journal is kept either way."""
    app = _app(args)
    if app is not None:
        return play_in_window(app, args)
    console = Console(highlight=False, soft_wrap=True)
    begun = _taken_up(args, console) if args.resume else _new(args)
    begun.pictures = not args.no_pictures
    window = _window(args, begun.opened)
    session = Session(begun.match, begun.recorder, console, {}, window=window)
    persons = [side for side, name in begun.header.players.items() if name == PERSON]
    session.viewer = persons[0] if len(persons) == 1 else ""
    seats, dice = _seats(args, begun, session)
    session.seats, session.dice = seats, dice
    try:
        if not args.resume:
            _picture(begun, "start")
        _greet(begun, console, persons)
        finished = session.run(recap=bool(args.resume))
    except KeyboardInterrupt:
        console.print(say("cli.play.kept", path=begun.recorder.path), markup=False)
        raise
    finally:
        for seat in seats.values():
            if isinstance(seat, PolicySeat) and isinstance(seat.policy, RemotePolicy):
                seat.policy.close()
        begun.recorder.close()
    return _ending(begun, console, finished=finished)


def _greet(begun: _Begun, console: Console, persons: list[str]) -> None:
    """Say what is played, who plays whom, and how to get help."""
    scene = begun.opened.scene
    console.print(scene.name, style="bold", markup=False)
    if scene.file.shows:
        console.print(scene.file.shows, style="dim", markup=False)
    names = {side.id: side.name for side in begun.match.observe().sides}
    for side, player in begun.header.players.items():
        key = "cli.play.you" if side in persons else "cli.play.plays"
        console.print(say(key, side=names.get(side, side), player=player), markup=False)
    game = begun.match.game
    if isinstance(game, HasOptions) and game.in_force.differences:
        differences = game.in_force.differences.items()
        changed = ", ".join(f"{name} = {value}" for name, value in differences)
        line = say("cli.text.options_differ", bundle=game.in_force.bundle, changed=changed)
        console.print(line, markup=False)
    if persons:
        console.print(say("cli.play.help"), style="dim", markup=False)


def _ending(begun: _Begun, console: Console, *, finished: bool) -> int:
    path = begun.recorder.path
    if not finished:
        console.print(say("cli.play.kept", path=path), markup=False)
        begun.match.close()
        return 0
    outcome = begun.match.outcome()
    if outcome is not None:
        console.print(outcome.why.text(), style="bold", markup=False)
    for name in ("end", "plan"):
        _picture(begun, name)
    print(say("cli.play.ended", path=path, digest=begun.match.digest()))
    begun.match.close()
    return 0


def _picture(begun: _Begun, name: str) -> None:
    """Write a picture beside the journal and print its line, where pictures are wanted."""
    if not begun.pictures:
        return
    camera = camera_of(begun.opened)
    seen = begun.match.observe()
    png = camera.plan(seen) if name == "plan" else camera.table(seen)
    path = begun.recorder.path.with_name(f"{begun.recorder.path.stem}-{name}.png")
    write_picture(path, png)
    print(say("cli.picture", path=path), flush=True)


# --- beginning -------------------------------------------------------------------------------


def _new(args: argparse.Namespace) -> _Begun:
    if not args.scene:
        raise UsageError("cli.play.what")
    if args.watch and args.text:
        raise UsageError("cli.play.watch_or_text")
    opened = open_table(args.scene)
    options = option_values(args)
    game = open_game(opened, options, args.bundle)
    players = _players(args, game)
    seed = args.seed if args.seed is not None else secrets.randbelow(2**31)
    salt = "" if args.seed is not None else secrets.token_hex(8)
    chance: Chance = OwnDice() if args.own_dice else SeededDice(seed, salt)
    header = header_of(opened, options, args.bundle, players)
    stem = f"{Path(args.scene).stem}-{args.seed if args.seed is not None else 'game'}"
    folder = Path(args.out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        detail = error.strerror or ""
        raise UsageError("cli.cannot_write", path=folder, detail=detail) from error
    match = Match(game, chance)
    recorder = Recorder(match, fresh_path(folder, stem), header)
    return _Begun(opened, recorder.header, match, recorder)


def _players(args: argparse.Namespace, game: Game[Any]) -> dict[str, str]:
    """Return who plays each side: a person or the name of a policy."""
    level: str = args.level
    policy_named(level)
    players = dict.fromkeys(game.sides, level)
    if args.watch:
        return players
    if args.hotseat:
        return dict.fromkeys(game.sides, PERSON)
    own = resolve_id(args.side, list(game.sides), "side") if args.side else game.sides[0]
    players[own] = PERSON
    return players


def _taken_up(args: argparse.Namespace, console: Console) -> _Begun:
    path = Path(args.resume)
    opened: list[Opened] = []

    def open_it(header: Header) -> Game[Any]:
        opened.append(opened_of(header, path))
        return open_game(opened[-1], header.options, header.bundle)

    resumed = resume(path, open_it)
    for note in resumed.notes:
        console.print(note, style="yellow", markup=False)
    return _Begun(opened[-1], resumed.header, resumed.match, resumed.recorder)


# --- seats and window ------------------------------------------------------------------------


def _seats(
    args: argparse.Namespace, begun: _Begun, session: Session
) -> tuple[dict[str, Seat], PersonSeat | None]:
    actions = {
        "undo": session.undo,
        "save": session.save,
        "quit": session.quit,
        "edit": session.edit,
    }
    helpers = Helpers(functools.partial(_hint, policy_named(args.level)), _clauses(begun.opened))
    facts = begun.opened.facts
    lines = StandardInput(session.frame if session.window is not None else None)
    talk = Conversation(session.console, lines, facts, helpers, session.viewer)
    seats: dict[str, Seat] = {}
    for side, name in begun.header.players.items():
        if name == PERSON:
            seats[side] = PersonSeat(talk, actions)
        else:
            seats[side] = PolicySeat(_policy(name, begun, session), session.console)
    typed = isinstance(begun.match.chance, OwnDice)
    return seats, PersonSeat(talk, actions) if typed else None


def _clauses(opened: Opened) -> tuple[Clause, ...]:
    if opened.book is None:
        return ()
    return load_register(opened.book.folder / REGISTER, opened.book.option_names).clauses


def _hint(policy: Opponent, match: Match[Any]) -> Chosen:
    question = match.pending
    assert question is not None
    fork = match.fork(viewer=question.who)
    try:
        assert fork.pending is not None
        return policy.choose(fork.pending, fork.observe(question.who), fork)
    finally:
        fork.close()


def _policy(name: str, begun: _Begun, session: Session) -> Opponent:
    """Return a policy: in its own process when a window must stay live meanwhile."""
    if session.window is None:
        return policy_named(name)
    again = functools.partial(
        _open_again, begun.opened.scene.source, begun.header.options, begun.header.bundle
    )
    return RemotePolicy(name, again, lambda: _drawn(session))


def _drawn(session: Session) -> None:
    """Draw a frame while the opponent thinks."""
    session.frame()


def _open_again(scene: str, options: dict[str, str], bundle: str) -> Game[Any]:
    """Open the same game in the opponent's process."""
    return open_game(open_table(scene), options, bundle)


def _app(args: argparse.Namespace) -> App | None:
    """Return the program in its window where the game is to be played there."""
    if not _wants_window(args):
        return None
    try:
        return open_app()
    except HulldownError as error:
        if args.window:
            raise
        # A display that is named and not there: the terminal is enough to play.
        print(say("cli.play.no_window", detail=error), file=sys.stderr)
        return None


def _wants_window(args: argparse.Namespace) -> bool:
    """Return whether the game is played in the window: asked for, or there is a screen.

    ``--text --window`` is a game in the terminal with a window that follows it.
    """
    if args.text:
        return False
    if not args.scene and not args.resume:
        return False
    return args.window or (has_screen() and not (args.watch or args.hotseat))


def _window(args: argparse.Namespace, opened: Opened) -> Any:
    """Return the window that follows the game in the terminal, where one is wanted."""
    if not (args.text and args.window):
        return None
    from sim.window.follow import FollowWindow

    return FollowWindow(opened.facts, title=opened.scene.name)
