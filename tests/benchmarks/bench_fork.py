"""Forking a match against plain copies, at every question of a game.

A fork is a match of its own: state, pending question, dice that stay unrolled. Baselines of the
same run: `copy.deepcopy` of the state alone (the running procedure cannot be copied at all), and
replaying the whole journal from the first state, which gives the same as a fork.
"""

from __future__ import annotations

import copy
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from sim.ai.policies import policy_named
from sim.cli.common import open_game, open_table
from sim.engine.dice import NoChance, SeededDice
from sim.engine.match import Match

ROOT = Path(__file__).resolve().parents[2]
MILLS = ROOT / "scenes" / "dust_warfare" / "mills.toml"
#: Replaying is looked at only at every so manyth question: it is the slow one.
REPLAY_EVERY = 20


def main(scene: Path = MILLS, seed: int = 1) -> None:
    """Print mean times and the ratios of the baselines to a fork."""
    game = open_game(open_table(str(scene)), {}, "")
    policy = policy_named("random")
    match: Match[Any] = Match(game, SeededDice(seed))
    first = msgspec.msgpack.encode(game.first_state())
    forks: list[float] = []
    copies: list[float] = []
    replays: list[tuple[float, float]] = []
    while (question := match.pending) is not None:
        begin = time.perf_counter()
        twin = match.fork(viewer=question.who)
        forked = time.perf_counter()
        copied = copy.deepcopy(match.state)
        copies.append(time.perf_counter() - forked)
        forks.append(forked - begin)
        assert twin.state == copied == match.state
        if len(forks) % REPLAY_EVERY == 0:
            begin = time.perf_counter()
            again = Match[Any].resume(game, NoChance(), (first, match.journal, 0))
            replays.append((forks[-1], time.perf_counter() - begin))
            assert again.state == match.state
            again.close()
        assert twin.pending is not None
        chosen = policy.choose(twin.pending, match.observe(question.who), twin)
        twin.close()
        match.answer(chosen.answer)
    fork, plain = np.mean(forks) * 1e3, np.mean(copies) * 1e3
    print(
        f"fork: {fork:.2f} ms (p95 {np.percentile(forks, 95) * 1e3:.2f});"
        f" copy.deepcopy of the state alone {plain:.2f} ms; ratio {plain / fork:.1f};"
        f" n {len(forks)}"
    )
    short, long = np.mean(replays, axis=0) * 1e3
    print(
        f"fork: {short:.2f} ms; replaying the journal {long:.1f} ms; ratio {long / short:.0f};"
        f" n {len(replays)}"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else MILLS)
