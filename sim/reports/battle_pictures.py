"""The pictures of a battle's report: the start, every turn on the plan, the end."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sim.engine.documents import Picture
from sim.engine.observed import Observed, SeenPiece
from sim.engine.plan_layers import Ghost, Key, PlanLayers, PlanLine
from sim.engine.ports import TableCamera
from sim.reports.battle_record import BattleRecord
from sim.words import say

__all__ = ["BattlePictures", "moves_of_turn", "take_pictures"]

#: A shorter way is not drawn: dressing of the ranks.
LEAST_IN = 0.5


@dataclass(frozen=True)
class BattlePictures:
    """Pictures of a report; any of them may be absent."""

    start: Picture | None = None
    turns: Mapping[str, Picture] = field(default_factory=dict[str, Picture])
    end: Picture | None = None


def take_pictures(
    found: BattleRecord, camera: TableCamera, each: Callable[[int, int], None] | None = None
) -> BattlePictures:
    """Take all pictures of a battle.

    Parameters
    ----------
    found : BattleRecord
    camera : TableCamera
    each : callable, optional
        Called before every picture with those done and all there are; may raise `Stopped`.
    """
    starts = found.chronicle.starts
    all_of_them = len(starts) + 1 + bool(starts)
    done = 0

    def next_one() -> None:
        nonlocal done
        if each is not None:
            each(done, all_of_them)
        done += 1

    start = None
    if starts:
        next_one()
        caption = say("battle_report.picture.start", turn=starts[0][0].label or 1)
        start = Picture(camera.table(starts[0][1]), caption)
    turns: dict[str, Picture] = {}
    for n, (moment, seen) in enumerate(starts):
        next_one()
        after = starts[n + 1][1] if n + 1 < len(starts) else found.chronicle.last
        key = "turn" if n + 1 < len(starts) else "last_turn"
        png = camera.plan(after, layers=moves_of_turn(seen, after))
        turns[moment.label] = Picture(png, say(f"battle_report.picture.{key}", turn=moment.label))
    next_one()
    caption = say(f"battle_report.picture.{'end' if found.over else 'now'}")
    return BattlePictures(start, turns, Picture(camera.table(found.chronicle.last), caption))


def moves_of_turn(before: Observed, after: Observed) -> PlanLayers:
    """Return where units went in a turn and who fell, to be drawn on the plan of its end.

    A unit's way is that of its first miniature which stands at both times, straight from one place
    to the other. A piece that is gone is drawn as a ghost where it last stood at the beginning.
    """
    there = {piece.id: piece for piece in after.pieces}
    lines: list[PlanLine] = []
    ghosts: list[Ghost] = []
    drawn: set[str] = set()
    for piece in before.pieces:
        stands = there.get(piece.id)
        if stands is None:
            ghosts.append(Ghost(piece.model, piece.pose))
        elif piece.unit not in drawn and _went(piece, stands):
            drawn.add(piece.unit)
            lines.append(PlanLine((piece.pose.at, stands.pose.at), "way"))
    legend = [
        *([Key("way", say("battle_report.picture.went"))] if lines else []),
        *([Key("ghost", say("battle_report.picture.fallen"))] if ghosts else []),
    ]
    return PlanLayers(lines=tuple(lines), ghosts=tuple(ghosts), legend=tuple(legend))


def _went(before: SeenPiece, after: SeenPiece) -> bool:
    return math.dist(before.pose.at, after.pose.at) >= LEAST_IN
