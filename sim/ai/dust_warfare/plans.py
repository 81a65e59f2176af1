"""Activations: every programme with its best place, scored in Army Points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from sim.ai.dust_warfare.outlook import (
    Outlook,
    Poses,
    best_target,
    centre,
    reach_of_weapons,
    threat,
)
from sim.ai.dust_warfare.places import Path, ends_of, paths_for
from sim.engine.match import Match
from sim.engine.questions import Question
from sim.engine.reasons import Reason, Value
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.terrain import rating_of
from sim.table.pieces import Stand

__all__ = ["Scored", "best_path", "best_programme", "path_question", "standing"]

#: Weight of what the enemy may do to a unit where it will stand.
FEAR = 0.8
#: Weight of what the unit could do from there in its next turn.
NEXT_TURN = 0.4
#: AP lost per inch that a unit is farther from the nearest enemy than it would like.
PER_INCH = 0.22
#: The distance a unit likes: this share of its longest range.
LIKED_SHARE = 0.7
#: Cover is worth something beyond the threats that are looked at exactly.
COVER = {"none": 0.0, "soft": 0.8, "hard": 1.6}
#: Places looked at exactly, after a cheap ranking of all.
MOST_PLACES = 5


class Scored(msgspec.Struct, frozen=True):
    """An answer with its value in AP and the reason; what else was looked at as children."""

    answer: Any
    value: float
    why: Reason


class Standing(msgspec.Struct, frozen=True):
    """The worth of standing somewhere: what can be done from there, and what is feared."""

    attack: float
    target: str
    fear: float
    feared: str
    ground: float

    def value(self, attacks: float) -> float:
        """Return the whole in AP; `attacks` weighs what is done from there now and next turn."""
        return attacks * self.attack - FEAR * self.fear + self.ground


def standing(outlook: Outlook, unit: Unit, poses: Poses | None = None) -> Standing:
    """Return the worth of a unit's standing at some place."""
    target, done = best_target(outlook, unit, poses)
    fear, worst = threat(outlook, unit, poses)
    return Standing(
        attack=done.value,
        target=target.id if target else "",
        fear=fear,
        feared=worst.id if worst else "",
        ground=_ground(outlook.play, unit, poses),
    )


def _ground(play: Play, unit: Unit, poses: Poses | None) -> float:
    """Return the cheap part: nearness to the enemy, and cover of the ground."""
    spot = centre(unit, poses)
    gaps = [math.dist(spot, centre(enemy)) for enemy in play.enemies(unit.side)]
    liked = LIKED_SHARE * reach_of_weapons(play, unit)
    late = max(0.0, min(gaps, default=0.0) - liked)
    return _cover(play, unit, poses) - PER_INCH * late


def _cover(play: Play, unit: Unit, poses: Poses | None) -> float:
    """Return the mean worth of the cover that miniatures touch."""
    if play.is_vehicle(unit):
        return 0.0
    total = 0.0
    for mini in unit.minis:
        pose = (poses or {}).get(mini.id, mini.pose)
        if pose is not None:
            touched = play.facts.areas_touched(Stand(play.profile(mini).model, pose))
            total += max((COVER[rating_of(play, piece).cover] for piece in touched), default=0.0)
    return total / len(unit.minis)


def best_path(
    outlook: Outlook, question: Question, fork: Match[Any], unit: Unit, rest: Sequence[str]
) -> Scored:
    """Return the best path of a unit that takes the actions `rest` afterwards."""
    attacks = NEXT_TURN + (1.0 if "attack" in rest else 0.0)
    scored = [
        (there.value(attacks), path, there)
        for path, there in _looked_at(outlook, question, fork, unit)
    ]
    value, path, there = max(scored, key=lambda each: each[0])
    return Scored(path, value, _path_reason(outlook.play, unit, path, there, value, scored))


def _looked_at(
    outlook: Outlook, question: Question, fork: Match[Any], unit: Unit
) -> list[tuple[Path, Standing]]:
    """Return the most promising paths with what standing at their ends is worth.

    Kept in the outlook: the same places are asked for by several programmes, and again when the
    path itself is asked.
    """
    key = (unit.id, question.what)
    if key not in outlook.places:
        play = outlook.play
        looked = [(path, ends_of(play, path)) for path in paths_for(play, question, fork, unit)]
        ranked = sorted(
            range(len(looked)), key=lambda i: (-round(_ground(play, unit, looked[i][1]), 6), i)
        )
        chosen = sorted(ranked[:MOST_PLACES])
        chosen += [i for i, (path, _) in enumerate(looked) if not path and i not in chosen]
        outlook.places[key] = [
            (looked[i][0], standing(outlook, unit, looked[i][1])) for i in chosen
        ]
    return outlook.places[key]


def _path_reason(
    play: Play,
    unit: Unit,
    path: Path,
    there: Standing,
    value: float,
    scored: Sequence[tuple[float, Path, Standing]],
) -> Reason:
    key = "ai.why.move" if path else "ai.why.stay"
    others = sorted((other for other, _, _ in scored if other < value), reverse=True)
    params = _standing_params(play, unit, there)
    params["places"] = len(scored)
    params["next"] = f"{value - others[0]:.1f}" if others else "0.0"
    return Reason(key, params, round(value, 3))


def _standing_params(play: Play, unit: Unit, there: Standing) -> dict[str, Value]:
    def name(unit_id: str) -> str:
        return play.unit_profile(play.unit(unit_id)).name if unit_id else "-"

    return {
        "unit": play.unit_profile(unit).name,
        "target": name(there.target),
        "attack": f"{there.attack:.1f}",
        "feared": name(there.feared),
        "fear": f"{there.fear:.1f}",
    }


def path_question(fork: Match[Any], side: str) -> Match[Any] | None:
    """Let the enemy pass until the side is asked for a path; None when it comes to no path."""
    while (question := fork.pending) is not None and not question.chance:
        if question.kind == "path" and question.who == side:
            return fork
        candidates = question.candidates()
        if question.kind != "pick" or not candidates:
            return None
        fork.answer("none" if "none" in candidates else candidates[0])
    return None


def best_programme(outlook: Outlook, question: Question, fork: Match[Any], unit: Unit) -> Scored:
    """Return the best declaration of actions for a unit, each with the best place for it."""
    here = standing(outlook, unit)
    moved = {
        gait: _moved(outlook, fork, unit, gait, rest)
        for gait, rest in (("move", ""), ("move-then-attack", "attack"), ("march", ""))
        if gait in [option.id for option in question.options]
    }
    scored: list[Scored] = []
    for option in question.options:
        if not option.blocked:
            found = _programme(outlook, unit, option.id, here, moved)
            if found is not None:
                scored.append(found)
    best = max(scored, key=lambda each: each.value)
    others = sorted(scored, key=lambda each: -each.value)[:4]
    return msgspec.structs.replace(
        best,
        why=msgspec.structs.replace(best.why, children=tuple(each.why for each in others)),
    )


def _moved(
    outlook: Outlook, fork: Match[Any], unit: Unit, programme: str, rest: str
) -> Scored | None:
    """Return the best path of a programme that begins with a movement."""
    twin = fork.fork(viewer=unit.side)
    try:
        twin.answer(programme)
        asked = path_question(twin, unit.side)
        if asked is None or asked.pending is None:
            return None
        return best_path(outlook, asked.pending, asked, unit, [rest] if rest else [])
    finally:
        twin.close()


def _programme(
    outlook: Outlook,
    unit: Unit,
    programme: str,
    here: Standing,
    moved: dict[str, Scored | None],
) -> Scored | None:
    """Return one programme's value: what it does now, and where it leaves the unit."""
    play = outlook.play
    stay = here.value(NEXT_TURN)
    step = moved.get("move")
    params = _standing_params(play, unit, here)
    worth: float | None = None
    if programme == "none":
        worth = stay - 0.01
    elif programme == "attack":
        worth = stay + here.attack
    elif programme == "sustained":
        worth = stay + best_target(outlook, unit, sustained=True)[1].value
    elif programme == "attack-then-move" and step is not None:
        worth = here.attack + step.value - 0.001
    elif programme in moved and (path := moved[programme]) is not None:
        worth, params = path.value, dict(path.why.params)
        # Declared for nothing an Attack would only bind the unit.
        worth -= 0.02 if programme == "move-then-attack" and params["attack"] == "0.0" else 0.0
    elif "reload" in programme or "put-out-fire" in programme:
        worth = stay + _special(programme, here)
    if worth is None:
        return None
    key = f"ai.why.do_{programme.replace('-', '_')}"
    return Scored(programme, worth, Reason(key, params, round(worth, 2)))


#: What loading again, or being rid of a fire, is worth beside what else the unit does.
SPECIAL = {"reload": 5.0, "put-out-fire": 6.0}


def _special(programme: str, here: Standing) -> float:
    first, _, second = programme.partition("-then-")
    value = sum(SPECIAL.get(each, 0.0) for each in (first, second))
    # A move beside a special action has not been looked at: count it as staying.
    return value + (here.attack if "attack" in (first, second) else 0.0)
