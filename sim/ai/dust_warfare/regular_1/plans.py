"""Activations: every programme with its best place, scored in Army Points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sim.ai.dust_warfare.regular_1.outlook import Outlook
from sim.ai.dust_warfare.regular_1.places import Place, looked_at, standing_here
from sim.ai.dust_warfare.regular_1.scored import Scored, best_of, first_of, said
from sim.ai.dust_warfare.regular_1.standing import Standing, told, worth_of
from sim.engine.match import Match
from sim.engine.questions import Question
from sim.engine.reasons import Value
from sim.rules.dust_warfare.state import Unit
from sim.words import say

__all__ = ["best_activation", "best_path", "best_programme", "go_on_or_drop", "path_question"]

#: Declarations that begin with a movement, and what follows it.
GAITS = {
    "move": "move",
    "move-then-attack": "move",
    "attack-then-move": "move",
    "move-then-reload": "move",
    "reload-then-move": "move",
    "move-then-put-out-fire": "move",
    "put-out-fire-then-move": "move",
    "march": "march",
}


def best_activation(outlook: Outlook, question: Question) -> Scored:
    """Return which unit goes first: who can do most harm now, the surest shots before others.

    What is done early takes reactions from the enemy; whoever has nothing to shoot at waits.
    """
    play = outlook.play
    scored: list[Scored] = []
    for option in question.options:
        unit = play.unit(option.id)
        two, one = outlook.clock.actions(unit)
        target, done = outlook.best_target(unit, sustained=True)
        moved = max(
            (outlook.after_move(unit, enemy) for enemy in play.enemies(unit.side)), default=0.0
        )
        value = two * max(done.value, outlook.style.unseen * moved) + one * done.value
        key = "activate" if target is not None else "activate_later"
        name = play.name(target) if target is not None else ""
        why = said(key, value, unit=play.name(unit), target=name, attack=done.value)
        scored.append(Scored(option.id, value, why))
    return best_of(scored)


def best_path(
    outlook: Outlook, question: Question, fork: Match[Any], unit: Unit, rest: Sequence[str]
) -> Scored:
    """Return the best path of a unit that takes the actions `rest` afterwards."""
    attacks = "attack" in rest
    places = looked_at(outlook, question, fork, unit)
    return best_of([_scored_place(outlook, unit, each, attacks) for each in places])


def _scored_place(outlook: Outlook, unit: Unit, place: Place, attacks: bool) -> Scored:
    moved = bool(place.path)
    value = worth_of(outlook, place.there, moved=moved, attacks=attacks)
    key = _kind("go" if moved else "stay", place.there)
    return Scored(place.path, value, said(key, value, **told(outlook, unit, place.there)))


def _kind(key: str, there: Standing) -> str:
    """Return the word key for a place by what there is to say of it: prey, fear, both, neither."""
    prey = "_prey" if there.target else ""
    fear = "_fear" if there.fear + there.answers >= 0.05 else ""
    return f"{key}{prey}{fear}"


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
    offered = [option.id for option in question.options if not option.blocked]
    places = {
        gait: _places(outlook, fork, unit, gait)
        for gait in ("move", "march")
        if any(GAITS.get(each) == gait for each in offered)
    }
    scored = [
        found for each in offered if (found := _programme(outlook, unit, each, places)) is not None
    ]
    best = best_of(scored)
    return _with_second(best, scored)


def _with_second(best: Scored, scored: Sequence[Scored]) -> Scored:
    """Return a choice whose reason names what was passed up for it, and by how much."""
    others = [each for each in scored if each.answer != best.answer]
    if not others:
        return best
    second = max(others, key=lambda each: each.value)
    instead = say(f"ai.what.{second.answer.replace('-', '_')}")
    why = said(
        "rather", best.value, plan=best.why.text(), instead=instead, gain=best.value - second.value
    )
    return Scored(best.answer, best.value, msgspec.structs.replace(why, children=best.why.children))


def _places(outlook: Outlook, fork: Match[Any], unit: Unit, gait: str) -> list[Place]:
    """Return the places a unit could go by a movement, asked for on a fork."""
    twin = fork.fork(viewer=unit.side)
    try:
        twin.answer(gait)
        asked = path_question(twin, unit.side)
        if asked is None or asked.pending is None:
            return []
        return looked_at(outlook, asked.pending, asked, unit)
    finally:
        twin.close()


def go_on_or_drop(outlook: Outlook, question: Question, fork: Match[Any], unit: Unit) -> Scored:
    """Return whether a declared Move is still worth taking."""
    twin = fork.fork(viewer=unit.side)
    try:
        twin.answer("go-on")
        asked = path_question(twin, unit.side)
        if asked is None or asked.pending is None:
            return first_of(question)
        best = best_path(outlook, asked.pending, asked, unit, [])
    finally:
        twin.close()
    goes = bool(best.answer)
    return Scored("go-on" if goes else "drop", best.value, best.why)


def _programme(
    outlook: Outlook, unit: Unit, programme: str, places: dict[str, list[Place]]
) -> Scored | None:
    """Return one programme's value: what it does now, and where it leaves the unit.

    None for what has no purpose, or what another programme does as well.
    """
    here = standing_here(outlook, unit)
    moves = [each for each in places.get(GAITS.get(programme, ""), []) if each.path]
    actions = programme.split("-then-")
    if programme == "none":
        value = worth_of(outlook, here, moved=False, attacks=False) - 0.01
        return _told(outlook, unit, programme, value, here)
    if any(each in SPECIAL for each in actions):
        return _special(outlook, unit, actions, here, moves)
    if programme in ("attack", "sustained"):
        return _standing_attack(outlook, unit, programme, here)
    return _moving(outlook, unit, programme, here, moves) if moves else None


def _standing_attack(outlook: Outlook, unit: Unit, programme: str, here: Standing) -> Scored | None:
    """Return the worth of an attack from where the unit stands, None without a target."""
    sustained = programme == "sustained"
    target, done = outlook.best_target(unit, sustained=sustained)
    if target is None:
        return None
    value = worth_of(outlook, here, moved=False, attacks=True) + done.value - here.attack
    aim: dict[str, Value] = {"target": outlook.play.name(target), "attack": done.value}
    return _told(outlook, unit, programme, value, here, aim)


def _moving(
    outlook: Outlook, unit: Unit, programme: str, here: Standing, moves: Sequence[Place]
) -> Scored | None:
    """Return the worth of a programme with a movement to the best place for it."""
    attacks = programme == "move-then-attack"
    best = _best_place(outlook, moves, attacks=attacks)
    value = worth_of(outlook, best.there, moved=True, attacks=attacks)
    if attacks and not best.there.target:
        return None  # a Move alone is the same and promises nothing
    if programme != "attack-then-move":
        return _told(outlook, unit, programme, value, best.there)
    if not here.target:
        return None
    value += here.attack - outlook.style.fear * here.counter
    # Told by the attack here and the fear there.
    merged = msgspec.structs.replace(best.there, attack=here.attack, target=here.target)
    return _told(outlook, unit, programme, value, merged)


def _best_place(outlook: Outlook, moves: Sequence[Place], *, attacks: bool) -> Place:
    return max(moves, key=lambda each: worth_of(outlook, each.there, moved=True, attacks=attacks))


def _told(
    outlook: Outlook,
    unit: Unit,
    programme: str,
    value: float,
    there: Standing,
    more: dict[str, Value] | None = None,
) -> Scored:
    key = f"do_{programme.replace('-', '_')}"
    if programme in ("move", "march", "attack-then-move", "none"):
        key = _kind(key, there)
    params = {**told(outlook, unit, there), **(more or {})}
    return Scored(programme, value, said(key, value, **params))


#: Special actions (`dw.action.special`).
SPECIAL = ("reload", "put-out-fire")


def _special(
    outlook: Outlook,
    unit: Unit,
    actions: Sequence[str],
    here: Standing,
    moves: Sequence[Place],
) -> Scored | None:
    """Return the worth of a programme with a special action, beside a Move or an Attack."""
    value = worth_of(outlook, here, moved=False, attacks=False)
    if "move" in actions:
        if not moves:
            return None
        best = _best_place(outlook, moves, attacks=False)
        value = worth_of(outlook, best.there, moved=True, attacks=False)
    loaded = 0.0
    if "reload" in actions:
        loaded = outlook.with_ammo(unit)
        gain = max(0.0, loaded - here.attack)
        value += 0.5 * gain + 0.05 * outlook.worth.firepower(unit) * (not outlook.clock.last)
    if "put-out-fire" in actions:
        value += outlook.burning(unit)
    if "attack" in actions:
        after = actions[0] == "reload"
        value += max(here.attack, loaded if after else 0.0) - outlook.style.fear * here.counter
        if not here.target and not (after and loaded > 0.0):
            return None
    return _told(outlook, unit, "-then-".join(actions), value, here)
