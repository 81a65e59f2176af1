"""``hulldown puzzle SCENE``: can A see B? Close calls asked one by one, with a score."""

from __future__ import annotations

import argparse
import math
import re
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.cli.cameras import camera_of
from sim.cli.common import Opened, add_command, open_table, write_picture
from sim.cli.named_places import DEFAULT_MODEL, model_named
from sim.cli.telling import watched
from sim.engine.observed import Observed, SeenPiece, SeenUnit, Side
from sim.engine.plan_layers import Ghost, PlanLayers
from sim.engine.ports import TableCamera
from sim.errors import UsageError
from sim.table.pieces import Stand
from sim.table.puzzle_score import Score
from sim.table.puzzles import LEVELS, Puzzle, make_puzzles
from sim.words import say

__all__ = ["Reply", "read_reply", "register", "run", "score_line"]

_SEEDS = 1_000_000
_MOST = 200
_REPLY = re.compile(r"\s*([a-z]+)[\s,]*(?:(\d{1,3}(?:\.\d*)?)\s*%?)?\s*", re.IGNORECASE)
#: Inches of table shown round the two figures.
_ROUND_IN = 5.0


@dataclass(frozen=True)
class Reply:
    """What a person answered.

    Attributes
    ----------
    sees : bool or None
        None to stop.
    share : float or None
        A guess of the seen share, 0..1.
    """

    sees: bool | None
    share: float | None = None


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "puzzle")
    parser.add_argument("scene", help=say("cli.help.scene"))
    parser.add_argument("--count", type=int, default=10, metavar="N", help=say("puzzle.help.count"))
    parser.add_argument("--seed", type=int, metavar="S", help=say("puzzle.help.seed"))
    parser.add_argument("--hard", default="", choices=LEVELS, help=say("puzzle.help.hard"))
    parser.add_argument("--model", default="", metavar="M", help=say("puzzle.help.model"))
    parser.add_argument("--text", action="store_true", help=say("puzzle.help.text"))
    parser.add_argument("--out", default="hulldown-out", metavar="DIR", help=say("puzzle.help.out"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Ask the puzzles; the score is the last line, however early the person stops."""
    if not 1 <= args.count <= _MOST:
        raise UsageError("puzzle.count_range", found=args.count, most=_MOST)
    opened = open_table(args.scene)
    seed = secrets.randbelow(_SEEDS) if args.seed is None else args.seed
    with watched("puzzle.working") as progress:
        puzzles = make_puzzles(
            opened.facts,
            seed=seed,
            count=args.count,
            hard=args.hard,
            models=_models(opened, args.model),
            progress=progress,
        )
    print(say("puzzle.begins", scene=opened.scene.name, count=len(puzzles), seed=seed))
    if len(puzzles) < args.count:
        print(say("puzzle.fewer", found=len(puzzles), wanted=args.count))
    folder = None if args.text else Path(args.out)
    print(score_line(_asked_all(opened, puzzles, folder)))
    return 0


def _models(opened: Opened, wanted: str) -> tuple[str, ...]:
    """Return who stands there: the one named, else the scene's own figures, else the kit's."""
    if wanted:
        return (model_named(opened, wanted),)
    models = opened.facts.table.models
    used = dict.fromkeys(mini.stand.model for mini in opened.scene.minis)
    figures = [name for name in used if models[name].has_base and not models[name].is_solid]
    return tuple(figures[:2]) or (DEFAULT_MODEL,)


def _asked_all(opened: Opened, puzzles: Sequence[Puzzle], folder: Path | None) -> Score:
    score = Score()
    camera = None if folder is None else camera_of(opened)
    for puzzle in puzzles:
        print()
        level = say(f"puzzle.level_name.{puzzle.level}")
        print(say("puzzle.nth", number=puzzle.id, count=len(puzzles), level=level))
        print(_places(opened, puzzle))
        if camera is not None and folder is not None:
            _picture(camera, opened, puzzle, folder / f"puzzle-{puzzle.id}.png")
        try:
            reply = _asked()
        except KeyboardInterrupt:
            reply = Reply(None)
        if reply.sees is None:
            print()
            break
        score = score.after(puzzle, reply.sees, reply.share)
        _told(puzzle, reply)
        if camera is not None and folder is not None:
            path = folder / f"puzzle-{puzzle.id}-answer.png"
            sight = opened.facts.sight(puzzle.a, puzzle.b)
            write_picture(path, camera.eye(puzzle.a, puzzle.b, sight, names=("A", "B")))
            print(say("cli.picture", path=path))
    return score


def _asked() -> Reply:
    """Return the person's reply; asked again until it is one, and the end of the input stops."""
    while True:
        sys.stdout.write(say("puzzle.ask"))
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            return Reply(None)
        reply = read_reply(line)
        if reply is not None:
            return reply
        print(say("puzzle.reply_form"))


def read_reply(line: str) -> Reply | None:
    """Return what a line says, or None where it says nothing that can be understood.

    ``y``, ``yes``, ``n``, ``no``, each with a share in per cent behind it if the person likes, and
    ``q`` or ``quit``.

    Examples
    --------
    >>> read_reply("yes 15")
    Reply(sees=True, share=0.15)
    """
    found = _REPLY.fullmatch(line)
    if found is None:
        return None
    word, share = found[1].lower(), found[2]
    if word in (say("puzzle.word.quit"), say("puzzle.word.quit")[0]) and share is None:
        return Reply(None)
    sees = {
        form: answer
        for answer, key in ((True, say("puzzle.word.yes")), (False, say("puzzle.word.no")))
        for form in (key, key[0])
    }
    if word not in sees or (share is not None and float(share) > 100):
        return None
    return Reply(sees[word], None if share is None else float(share) / 100)


def _places(opened: Opened, puzzle: Puzzle) -> str:
    """Return where the two stand, in words: enough to set it up on the real table."""
    apart = math.dist(puzzle.a.pose.at, puzzle.b.pose.at)
    both = {name: _place(opened, stand) for name, stand in (("a", puzzle.a), ("b", puzzle.b))}
    return say("puzzle.places", apart=f"{apart:.2f}", **both)


def _place(opened: Opened, stand: Stand) -> str:
    up = opened.facts.support_under(stand)
    where = {"x": f"{stand.pose.x:.2f}", "y": f"{stand.pose.y:.2f}", "facing": stand.pose.facing}
    key = "puzzle.place_up" if up > 0.005 else "puzzle.place"
    return say(key, model=stand.model, up=f"{up:.2f}", **where)


def _told(puzzle: Puzzle, reply: Reply) -> None:
    print(say("puzzle.right" if reply.sees == puzzle.answer else "puzzle.wrong"))
    for line in puzzle.why:
        print(say("puzzle.reason", text=line))
    if reply.share is not None:
        guess, true = (f"{100 * share:.0f}" for share in (reply.share, puzzle.share))
        print(say("puzzle.reason", text=say("puzzle.guessed", guess=guess, true=true)))


def score_line(score: Score) -> str:
    """Return the score as one line."""
    if not score.asked:
        return say("puzzle.score.none")
    levels = [
        say("puzzle.score.level", level=say(f"puzzle.level_name.{name}"), right=right, asked=asked)
        for name, (right, asked) in score.by_level.items()
    ]
    line = say(
        "puzzle.score.line",
        right=score.right,
        asked=score.asked,
        streak=score.best_streak,
        levels=say("puzzle.score.between").join(levels),
    )
    if score.mean_off is None:
        return line
    return line + say("puzzle.score.shares", off=f"{100 * score.mean_off:.0f}")


def _picture(camera: TableCamera, opened: Opened, puzzle: Puzzle, path: Path) -> None:
    """Write the plan with the two figures, and no line between them."""
    ghosts = tuple(Ghost(each.model, each.pose, "looker") for each in (puzzle.a, puzzle.b))
    layers = PlanLayers(None, (), ghosts, (), say("puzzle.title"), _window(opened, puzzle))
    write_picture(path, camera.plan(_as_seen(puzzle), layers=layers))
    print(say("cli.picture", path=path))


def _as_seen(puzzle: Puzzle) -> Observed:
    both = (("A", puzzle.a), ("B", puzzle.b))
    pieces = [SeenPiece(name, "mini", s.model, name, name, s.pose, name) for name, s in both]
    return Observed(
        game="",
        viewer="",
        sides=tuple(Side(name, name) for name, _ in both),
        units=tuple(SeenUnit(name, name, name, (name,)) for name, _ in both),
        pieces=tuple(pieces),
    )


def _window(opened: Opened, puzzle: Puzzle) -> tuple[float, float, float, float] | None:
    """Return the part of the table round the two, or None where that is most of it."""
    table = opened.facts.table
    (ax, ay), (bx, by) = puzzle.a.pose.at, puzzle.b.pose.at
    wide = max(abs(ax - bx) + 2 * _ROUND_IN, (abs(ay - by) + 2 * _ROUND_IN) * 4 / 3)
    if wide >= 0.85 * table.width or wide * 3 / 4 >= 0.95 * table.depth:
        return None
    left = min(max((ax + bx) / 2 - wide / 2, -1.0), table.width + 1.0 - wide)
    deep = wide * 3 / 4
    low = min(max((ay + by) / 2 - deep / 2, -1.0), table.depth + 1.0 - deep)
    return (left, low, left + wide, low + deep)
