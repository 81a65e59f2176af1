"""``hulldown simulate SCENE``: many games, who wins, and how sure that is."""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import math
import multiprocessing
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import Progress

from sim.ai.policies import policy_named
from sim.cli.common import add_command, add_options, open_game, open_table, option_values
from sim.engine.dice import SeededDice
from sim.engine.drive import play_out
from sim.engine.game import Game
from sim.engine.match import Match
from sim.errors import UsageError
from sim.words import say

__all__ = ["GameResult", "register", "run", "wilson"]


class GameResult(msgspec.Struct, frozen=True):
    """One finished game: its seed, whether sides were swapped, the winner and its digest.

    `winner` is ``left``, ``right`` or empty for a draw.
    """

    seed: int
    swapped: bool
    winner: str
    digest: str
    answers: int


class Series(msgspec.Struct, frozen=True):
    """What every game of a series shares."""

    scene: str
    left: str
    right: str
    options: dict[str, str]
    bundle: str
    forces: str = ""


RANDOM_FORCES = re.compile(r"random:([1-9]\d*)")


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "simulate")
    parser.add_argument("scene", help=say("cli.help.scene"))
    parser.add_argument("--games", type=int, required=True, help=say("cli.help.games"))
    parser.add_argument("--seed", type=int, default=1, help=say("cli.help.first_seed"))
    parser.add_argument("--jobs", type=int, default=1, help=say("cli.help.jobs"))
    parser.add_argument("--resume", metavar="DIR", help=say("cli.help.simulate_resume"))
    for side in ("left", "right"):
        parser.add_argument(
            f"--{side}", default="regular", metavar="POLICY", help=say("cli.help.policy")
        )
    parser.add_argument("--swap", action="store_true", help=say("cli.help.swap"))
    parser.add_argument(
        "--forces", default="", metavar="random:POINTS", help=say("cli.help.forces")
    )
    add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the games and print the table's last line."""
    if args.games < 1 or args.jobs < 1:
        raise UsageError("cli.simulate.counts")
    if args.forces and not RANDOM_FORCES.fullmatch(args.forces):
        raise UsageError("cli.simulate.forces", found=args.forces)
    options = option_values(args)
    series = Series(args.scene, args.left, args.right, options, args.bundle, args.forces)
    for name in (args.left, args.right):
        policy_named(name)
    _game_of(series, args.seed)
    wanted = [(args.seed + n, bool(args.swap and n % 2)) for n in range(args.games)]
    store = _Store(Path(args.resume), series) if args.resume else None
    known = store.read() if store else {}
    results = [known[key] for key in wanted if key in known]
    missing = [key for key in wanted if key not in known]
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(
            say("cli.simulate.progress"), total=len(wanted), completed=len(results)
        )
        for result in _games(series, missing, args.jobs):
            results.append(result)
            if store:
                store.write(result)
            progress.advance(task)
    print(_last_line(series, results))
    return 0


def _games(series: Series, keys: list[tuple[int, bool]], jobs: int) -> Iterator[GameResult]:
    work = [(series, seed, swapped) for seed, swapped in keys]
    if jobs == 1 or len(work) < 2:
        yield from map(_play_one, work)
        return
    with multiprocessing.get_context("spawn").Pool(min(jobs, len(work))) as pool:
        yield from pool.imap_unordered(_play_one, work)


def _game_of(series: Series, seed: int) -> Game[Any]:
    """Open the game of a seed: the scene's forces, or some drawn by that seed.

    Raises
    ------
    InputProblems, UsageError
        When the scene cannot be played like this.
    """
    opened = open_table(series.scene)
    drawn = RANDOM_FORCES.fullmatch(series.forces)
    if drawn and opened.book is not None:
        dice, draws = SeededDice(seed, "forces"), itertools.count()
        scene = opened.book.random_forces(
            opened.scene, int(drawn[1]), lambda limit: dice.below(limit, next(draws))
        )
        opened = dataclasses.replace(opened, scene=scene)
    return open_game(opened, series.options, series.bundle)


def _play_one(work: tuple[Series, int, bool]) -> GameResult:
    """Play one game to its end; the same seed gives the same game in any process."""
    series, seed, swapped = work
    game = _game_of(series, seed)
    first, second = game.sides
    left_side, right_side = (second, first) if swapped else (first, second)
    policies = {left_side: policy_named(series.left), right_side: policy_named(series.right)}
    match = Match(game, SeededDice(seed))
    play_out(match, policies)
    outcome = match.outcome()
    winner = outcome.winner if outcome else ""
    names = {left_side: "left", right_side: "right"}
    return GameResult(seed, swapped, names.get(winner, ""), match.digest(), len(match.journal))


class _Store:
    """Finished games of a series, one JSON line each, so that a long series may run in parts."""

    def __init__(self, folder: Path, series: Series) -> None:
        self.path = folder / "games.jsonl"
        folder.mkdir(parents=True, exist_ok=True)
        head = msgspec.json.encode(series, order="deterministic")
        if not self.path.exists():
            self.path.write_bytes(head + b"\n")
        elif self.path.read_bytes().split(b"\n", 1)[0] != head:
            raise UsageError("cli.simulate.other_series", path=self.path)

    def read(self) -> dict[tuple[int, bool], GameResult]:
        found: dict[tuple[int, bool], GameResult] = {}
        for line in self.path.read_bytes().splitlines()[1:]:
            try:
                result = msgspec.json.decode(line, type=GameResult)
            except msgspec.DecodeError:
                continue  # a torn last line: that game is played again
            found[result.seed, result.swapped] = result
        return found

    def write(self, result: GameResult) -> None:
        torn = not self.path.read_bytes().endswith(b"\n")
        with self.path.open("ab") as out:
            out.write((b"\n" if torn else b"") + msgspec.json.encode(result) + b"\n")


def wilson(wins: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """Return the Wilson score interval of a share of wins.

    >>> tuple(round(x, 3) for x in wilson(95, 100))
    (0.888, 0.978)
    """
    if games == 0:
        return (0.0, 1.0)
    share = wins / games
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    # Rounding may not push the share itself out: of 10 wins in 10 games the interval ends at 1.
    return (
        max(0.0, min(share, (centre - spread) / scale)),
        min(1.0, max(share, (centre + spread) / scale)),
    )


def _last_line(series: Series, results: Iterable[GameResult]) -> str:
    """Return the counts with the Wilson interval of the left policy's wins."""
    winners = [result.winner for result in results]
    left, right = winners.count("left"), winners.count("right")
    low, high = wilson(left, len(winners))
    return say(
        "cli.simulate.result",
        games=len(winners),
        left_name=series.left,
        left=left,
        right_name=series.right,
        right=right,
        draws=len(winners) - left - right,
        low=f"{100 * low:.1f}",
        high=f"{100 * high:.1f}",
    )
