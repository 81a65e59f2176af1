"""Setting up: in or behind cover, spread along the line, toward where the enemy stands."""

from __future__ import annotations

import math
from typing import cast

from sim.ai.dust_warfare.outlook import Outlook
from sim.ai.dust_warfare.plans import COVER, Scored
from sim.engine.questions import Question
from sim.engine.reasons import Reason
from sim.geometry.pose import Pose
from sim.rules.dust_warfare.terrain import rating_of
from sim.table.pieces import Stand

__all__ = ["best_deployment"]

#: Candidates looked at: the game's first, which are its best guesses.
MOST_LOOKED = 24
#: AP per inch that a unit stands farther from the enemy's middle than it must.
PER_INCH = 0.08
#: AP lost when a friendly unit stands nearer than this: a crowd is a target.
CROWD_IN = 5.0
CROWD = 1.5


def best_deployment(outlook: Outlook, question: Question) -> Scored:
    """Return the best of the places the game suggests for a unit."""
    scored: list[Scored] = []
    for answer in question.candidates()[:MOST_LOOKED]:
        poses = cast("dict[str, Pose]", answer)
        value = _value(outlook, question, poses)
        params = {
            "unit": outlook.play.name(outlook.play.unit(question.subject)),
            "value": f"{value:.1f}",
        }
        scored.append(Scored(answer, value, Reason("ai.why.deploy", {**params})))
    return max(scored, key=lambda each: each.value)


def _value(outlook: Outlook, question: Question, poses: dict[str, Pose]) -> float:
    play = outlook.play
    unit = play.unit(question.subject)
    x = sum(pose.x for pose in poses.values()) / len(poses)
    y = sum(pose.y for pose in poses.values()) / len(poses)
    enemies = [m.pose for e in play.enemies(unit.side) for m in e.minis if m.pose is not None]
    table = play.facts.table
    goal = (
        (sum(p.x for p in enemies) / len(enemies), sum(p.y for p in enemies) / len(enemies))
        if enemies
        else (table.width / 2, table.depth / 2)
    )
    value = -PER_INCH * math.dist((x, y), goal)
    for friend in play.friends(unit.side):
        nearest = min(math.dist((x, y), m.pose.at) for m in friend.minis if m.pose is not None)
        value -= CROWD * max(0.0, 1.0 - nearest / CROWD_IN)
    if play.is_soldier(unit):
        for mini in unit.minis:
            stand = Stand(play.profile(mini).model, poses[mini.id])
            touched = play.facts.areas_touched(stand)
            covers = [COVER[rating_of(play, piece).cover] for piece in touched]
            value += max(covers, default=0.0) / len(unit.minis)
    return value
