"""The questions this book asks about a sight in dispute, and the play in which the answers hold.

Who leads, what leader and target touch, pieces that count as lines, Teams and the weapon: scene
and profiles give each a default, and the players' word goes before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from sim.engine.reasons import Value
from sim.engine.rule_context import ContextOption, ContextQuestion, settled
from sim.geometry.outlines import as_ring, ring_distance
from sim.geometry.shapes import reach_of
from sim.rules.dust_warfare.attack.armour import has_ability
from sim.rules.dust_warfare.attack.cover import is_team
from sim.rules.dust_warfare.attack.explain_pairing import Pairing
from sim.rules.dust_warfare.attack.volley import IGNORING, cover_ignored_by
from sim.rules.dust_warfare.movement.terrain import affected_by, rating_of
from sim.rules.dust_warfare.play import Agreed, Play
from sim.rules.dust_warfare.state import Mini

__all__ = ["ANY", "Disputed", "disputed", "questions"]

#: No weapon in particular.
ANY = "any"
CLOSE = "close-combat"
YES, NO = "yes", "no"
#: Whether a base touches a piece is asked of pieces this near to it, inches.
NEAR_IN = 1.0

Answers = Mapping[str, str]


@dataclass(frozen=True)
class Disputed:
    """A pairing as it is after what was said.

    Attributes
    ----------
    pairing : Pairing
        Its play holds what was agreed.
    asked : tuple of ContextQuestion
    answers : mapping of question to option
        One for each question.
    weapon : ContextOption
        What fires; `ANY` for no weapon in particular.
    ignored_by : str
        The clause by which cover does not stop that weapon; empty when it does.
    """

    pairing: Pairing
    asked: tuple[ContextQuestion, ...]
    answers: Mapping[str, str]
    weapon: ContextOption
    ignored_by: str


def disputed(pairing: Pairing, answers: Answers) -> Disputed:
    """Return a pairing as it is after what was said.

    A target that is a whole unit of one is judged as that unit.

    Raises
    ------
    InputProblems
        When an answer is none of its question's options.
    """
    asked = questions(pairing, answers)
    said = settled(asked, answers)
    pairing = _led(pairing, said.get("leader", pairing.leader.id))
    touches: dict[str, dict[str, bool]] = {}
    ratings = dict(pairing.play.state.ratings)
    for question in asked:
        what, _, piece = question.id.partition("/")
        if what in ("leader_touches", "target_touches") and said[question.id] != question.default:
            minis = (pairing.leader,) if what == "leader_touches" else pairing.targets
            for mini in minis:
                touches.setdefault(mini.id, {})[piece] = said[question.id] == YES
        if what == "piece_as":
            line = said[question.id] == "line"
            rating = rating_of(pairing.play, piece)
            ratings[piece] = msgspec.structs.replace(rating, needs_crossing=line)
    teams = {pairing.unit.id: said["team"] == YES} if "team" in said else {}
    state = msgspec.structs.replace(pairing.play.state, ratings=ratings)
    play = replace(pairing.play, state=state, agreed=Agreed(touches, teams))
    weapon = next(each for each in asked if each.id == "weapon").option(said["weapon"])
    ignored = _ignored_by(pairing, weapon.id)
    pairing = replace(pairing, play=play, whole_unit=_as_unit(pairing))
    return Disputed(pairing, asked, said, weapon, ignored)


def questions(pairing: Pairing, answers: Answers) -> tuple[ContextQuestion, ...]:
    """Return the questions about a pairing, in the order in which the book needs them."""
    leading = _leaders(pairing)
    asked = [leading] if leading is not None else []
    if leading is not None:
        leader = settled(asked, answers)["leader"]
        pairing = _led(pairing, leader)
    asked += _touching(pairing)
    asked += _lines(pairing)
    if _as_unit(pairing) and pairing.play.is_soldier(pairing.unit):
        team = YES if is_team(pairing.play, pairing.unit) else NO
        params: dict[str, Value] = {"unit": pairing.unit.id}
        asked.append(
            _yes_or_no("team", "dw.context.team", params, team, ("dw.cover.team",), pairing.unit.id)
        )
    asked.append(_weapons(pairing))
    return tuple(asked)


def _as_unit(pairing: Pairing) -> bool:
    return pairing.whole_unit or len(pairing.unit.minis) == 1


def _led(pairing: Pairing, leader: str) -> Pairing:
    return replace(pairing, leader=pairing.play.mini(leader))


def _leaders(pairing: Pairing) -> ContextQuestion | None:
    """Return who may lead: the shooters' unit, and whoever else stands on their side."""
    play = pairing.play
    own = play.unit_of(pairing.leader.id)
    enemies = [mini.id for mini in pairing.unit.minis]
    minis: list[Mini] = [pairing.leader, *own.minis]
    for unit in play.state.units.values():
        alone = len(own.minis) == 1 and len(unit.minis) == 1
        if unit.id != own.id and alone and unit.on_table:
            minis += [mini for mini in unit.minis if mini.id not in enemies]
    names = list(dict.fromkeys(mini.id for mini in minis))
    if len(names) < 2:
        return None
    options = tuple(ContextOption(name, "dw.context.mini", {"mini": name}) for name in names)
    shooter = pairing.shooters[0].id
    return ContextQuestion(
        "leader",
        "dw.context.leader",
        options,
        pairing.leader.id,
        {"shooter": shooter},
        ("dw.obscured.from_leader",),
        (shooter,),
    )


# --- terrain ------------------------------------------------------------------------------------


def _involved(pairing: Pairing) -> tuple[str, ...]:
    """Return the pieces on the lines, and those near leader and targets, in scene order."""
    play = pairing.play
    start = play.stand(pairing.leader)
    names = {
        crossing.piece
        for target in pairing.targets
        for crossing in play.facts.areas_crossed(start.pose.at, play.stand(target).pose.at)
    }
    near = {
        piece for mini in (pairing.leader, *pairing.targets) for piece in _near(play, mini, NEAR_IN)
    }
    return tuple(name for name in play.facts.table.terrain if name in names or name in near)


def _near(play: Play, mini: Mini, within: float) -> tuple[str, ...]:
    stand = play.stand(mini)
    reach = reach_of(play.facts.model(stand).base) + within
    x, y = stand.pose.at
    near: list[str] = []
    for piece in play.facts.table.terrain.values():
        if not piece.area:
            continue
        across, along = zip(*piece.area, strict=True)
        away = max(min(across) - x, x - max(across), min(along) - y, y - max(along))
        if away <= reach and ring_distance((x, y), as_ring(piece.area)) <= reach:
            near.append(piece.id)
    return tuple(near)


def _touching(pairing: Pairing) -> Iterator[ContextQuestion]:
    """Yield whether leader and target touch each piece that is near them."""
    play = pairing.play
    for what, minis, rules in (
        (
            "leader_touches",
            (pairing.leader,),
            ("dw.obscured.leader_terrain_ignored", "dw.obscured.same_area"),
        ),
        ("target_touches", pairing.targets, ("dw.obscured.target_in_area",)),
    ):
        near = {piece for mini in minis for piece in _near(play, mini, NEAR_IN)}
        touched = [affected_by(play, mini) for mini in minis]
        for piece in (name for name in play.facts.table.terrain if name in near):
            count = sum(piece in each for each in touched)
            if 0 < count < len(minis):
                continue  # some do and some do not: one answer cannot be for all of them
            default = YES if count else NO
            params: dict[str, Value] = {"who": minis[0].id, "piece": _name(play, piece)}
            key = f"dw.context.{what}"
            yield _yes_or_no(f"{what}/{piece}", key, params, default, rules, piece)


def _lines(pairing: Pairing) -> Iterator[ContextQuestion]:
    """Yield for each piece in question whether it counts as an area or as a line.

    As a line it gives cover only where a line crosses it, not to who touches it.
    """
    play = pairing.play
    for piece in _involved(pairing):
        default = "line" if rating_of(play, piece).needs_crossing else "area"
        options = (
            ContextOption("area", "dw.context.as_area"),
            ContextOption("line", "dw.context.as_line"),
        )
        params: dict[str, Value] = {"piece": _name(play, piece)}
        rules = ("dw.terrain.cover_needs_crossing",)
        key = "dw.context.piece_as"
        yield ContextQuestion(f"piece_as/{piece}", key, options, default, params, rules, (piece,))


def _name(play: Play, piece: str) -> str:
    return play.facts.table.terrain[piece].name


# --- weapons ------------------------------------------------------------------------------------


def _weapons(pairing: Pairing) -> ContextQuestion:
    """Return which weapon fires: any, those of the shooters, or one by what it can do."""
    play = pairing.play
    options = [ContextOption(ANY, "dw.context.weapon.any")]
    mounted = dict.fromkeys(
        mount.weapon for mini in pairing.shooters for mount in play.profile(mini).weapons
    )
    for name in mounted:
        params: dict[str, Value] = {"weapon": play.profiles.weapons[name].name}
        options.append(ContextOption(name, "dw.context.weapon.own", params))
    for kind in (*IGNORING, CLOSE):
        if kind not in mounted:
            options.append(ContextOption(kind, f"dw.context.weapon.{kind}"))
    rules = ("dw.cover.modifier_order", *IGNORING.values(), "dw.wability.close_combat_no_cover")
    return ContextQuestion("weapon", "dw.context.weapon.question", tuple(options), ANY, {}, rules)


def _ignored_by(pairing: Pairing, weapon: str) -> str:
    """Return the clause by which cover does not stop a weapon; empty when it does."""
    if weapon == ANY:
        return ""
    play, unit = pairing.play, pairing.play.unit_of(pairing.shooters[0].id)
    own = play.profiles.weapons.get(weapon)
    if own is None:
        return cover_ignored_by((weapon,), weapon == CLOSE)
    marksmen = ("sniper",) if has_ability(play, unit, "sniper") else ()
    return cover_ignored_by((*own.abilities, *marksmen), own.close_combat)


def _yes_or_no(
    name: str,
    key: str,
    params: dict[str, Value],
    default: str,
    rules: Sequence[str],
    piece: str,
) -> ContextQuestion:
    options = (ContextOption(YES, "dw.context.yes"), ContextOption(NO, "dw.context.no"))
    return ContextQuestion(name, key, options, default, params, tuple(rules), (piece,))
