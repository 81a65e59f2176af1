"""The rules of the toy game: each procedure names the clause it speaks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from sim.engine.events import Event
from sim.engine.game import Tell
from sim.engine.luck import thrown
from sim.engine.questions import (
    Move,
    Option,
    Slot,
    Tag,
    allocate,
    draw,
    path,
    pick,
    place,
    roll,
)
from sim.engine.reasons import Modifier, Objection, Reason, total
from sim.geometry.pose import Point, Pose
from sim.geometry.units import is_within, overlaps
from tests.toy.state import (
    ALLOWANCES,
    DEPTH_IN,
    NEAR_IN,
    RADIUS_IN,
    STRIP_IN,
    THROW_IN,
    WIDTH_IN,
    Pebble,
    ToyState,
    along,
    at,
    first_within,
    gap,
    length,
)

OTHER = {"red": "blue", "blue": "red"}


async def mark(state: ToyState, tell: Tell) -> None:
    """Let each side mark an enemy in secret. Rules: toy.mark."""
    marks: dict[str, str] = {}
    for side in ("red", "blue"):
        options = [Option(p.id, "toy.option.pebble", {"id": p.id}, p.id) for p in foes(state, side)]
        marks[side] = await pick(
            side, "mark", options, rule="toy.mark", prompt="toy.prompt.mark", seen_by=(side,)
        )
    for side, marked in marks.items():
        params: dict[str, Any] = {"side": side, "id": marked}
        tell(Event("marked", "toy.event.marked", ("toy.mark",), marked, params, seen_by=(side,)))
    state.marks = marks
    state.phase = "deploy"


async def deploy(state: ToyState, tell: Tell) -> None:
    """Bid in secret for the first placement, then place. Rules: toy.bid, toy.deploy."""
    first = await bid(tell)
    for side in (first, OTHER[first]):
        movers = [p.id for p in state.side(side)]
        poses = await place(
            side,
            "deploy",
            movers,
            rule="toy.deploy",
            prompt="toy.prompt.deploy",
            check=partial(why_not_deployed, state, side, movers),
            suggest=partial(rows, side, movers),
        )
        for mini, pose in poses.items():
            state.pebbles[mini].pose = pose
        told = {"side": side}
        tell(Event("deployed", "toy.event.deployed", ("toy.deploy",), side, dict(told)))
    state.active = first
    state.phase = "turn"


async def bid(tell: Tell) -> str:
    """Return who places first: both choose at once, ties are rolled off. Rules: toy.bid."""
    options = [Option("early", "toy.option.early"), Option("late", "toy.option.late")]
    chosen: dict[str, str] = {}
    for side in ("red", "blue"):
        chosen[side] = await pick(
            side, "bid", options, rule="toy.bid", prompt="toy.prompt.bid", seen_by=(side,)
        )
    params: dict[str, Any] = dict(chosen)
    tell(Event("revealed", "toy.event.bids", ("toy.bid",), params=params))
    if chosen["red"] != chosen["blue"]:
        return "red" if chosen["red"] == "early" else "blue"
    why = Reason("toy.reason.tie", rule_ids=("toy.bid",))
    faces = (0, 0)
    while faces[0] == faces[1]:
        faces = await roll("tie", 2, rule="toy.bid", prompt="toy.prompt.tie", why=why)
    return "red" if faces[0] > faces[1] else "blue"


async def turn(state: ToyState, tell: Tell) -> None:
    """One pebble of the active side moves and throws. Rules: toy.turn."""
    state.answered = ()
    (chit,) = await draw(
        "allowance",
        ["short", "short", "long"],
        1,
        rule="toy.turn",
        prompt="toy.prompt.chit",
    )
    options = [
        Option(p.id, "toy.option.pebble", {"id": p.id}, p.id) for p in state.side(state.active)
    ]
    tags = partial(nearest_tag, state)
    chosen = await pick(
        state.active, "choose-pebble", options, rule="toy.turn", prompt="toy.prompt.turn", tag=tags
    )
    mover = state.pebbles[chosen]
    await move(state, tell, mover, ALLOWANCES[chit])
    if mover.health > 0:
        await throw(state, tell, mover)
    state.turn += 1
    if state.side(OTHER[state.active]):
        state.active = OTHER[state.active]


async def move(state: ToyState, tell: Tell, mover: Pebble, left: float) -> None:
    """Walk a path, stopping where a window opens. Rules: toy.move."""
    while mover.health > 0 and left > 0:
        moves = await path(
            mover.side,
            "move",
            [mover.id],
            rule="toy.move",
            prompt="toy.prompt.move",
            params={"id": mover.id, "inches": round(left, 3)},
            subject=mover.id,
            check=partial(why_not_moved, state, mover, left),
            suggest=partial(ways, state, mover, left),
            reach_of=partial(ring, state, left),
        )
        points = (at(mover), *moves[mover.id].points)
        stop = first_window(state, mover, points)
        walked = points if stop is None else along(points, stop[0])
        assert mover.pose is not None
        mover.pose = mover.pose.moved(*walked[-1])
        left -= length(walked)
        params: dict[str, Any] = {"id": mover.id, "inches": round(length(walked), 2)}
        tell(Event("moved", "toy.event.moved", ("toy.move",), mover.id, params, at=walked[-1]))
        if stop is None:
            return
        await window(state, tell, stop[1], mover)


async def window(state: ToyState, tell: Tell, reactor: Pebble, mover: Pebble) -> None:
    """Let an enemy who is come near answer once a turn. Rules: toy.answer."""
    state.answered = (*state.answered, reactor.id)
    options = [Option("throw", "toy.option.throw"), Option("hold", "toy.option.hold")]
    choice = await pick(
        reactor.side,
        "react",
        options,
        rule="toy.answer",
        prompt="toy.prompt.react",
        params={"id": reactor.id, "mover": mover.id},
        subject=reactor.id,
    )
    if choice == "throw":
        await stones(state, tell, (reactor, mover), 1, "toy.answer")


async def throw(state: ToyState, tell: Tell, thrower: Pebble) -> None:
    """Share two stones out among the enemies in reach. Rules: toy.throw."""
    near = [p for p in foes(state, thrower.side) if is_within(gap(at(p), at(thrower)), THROW_IN)]
    if not near:
        return
    slots = [
        Slot(p.id, 2, key="toy.option.pebble", params={"id": p.id}, subject=p.id) for p in near
    ]
    shared = await allocate(
        thrower.side,
        "stones",
        slots,
        2,
        up_to=True,
        rule="toy.throw",
        prompt="toy.prompt.throw",
        subject=thrower.id,
        suggest=lambda: [{p.id: 2} for p in near] + [{}],
    )
    for target, count in shared.items():
        await stones(state, tell, (thrower, state.pebbles[target]), count, "toy.throw")


async def stones(
    state: ToyState, tell: Tell, who: tuple[Pebble, Pebble], count: int, rule: str
) -> None:
    """Roll for stones that fly from one to another: 4 and more hurts. Rules: toy.hit."""
    thrower, target = who
    if target.health <= 0:
        return
    modifiers = [Modifier(4, "toy.modifier.base", "toy.hit")]
    why = Reason("toy.reason.hit", {"needed": total(modifiers)}, rule_ids=("toy.hit", rule))
    faces = await roll("hit", count, rule="toy.hit", prompt="toy.prompt.hit", why=why)
    hits = sum(face >= total(modifiers) for face in faces)
    target.health = max(0, target.health - hits)
    params: dict[str, Any] = {"id": target.id, "hits": hits, "health": target.health}
    data = thrown(faces, range(total(modifiers), 7), thrower.side, unit=thrower.id)
    tell(Event("hit", "toy.event.hit", ("toy.hit", rule), target.id, params, reason=why, data=data))
    if target.health == 0:
        target.pose = None


def foes(state: ToyState, side: str) -> list[Pebble]:
    return state.side(OTHER[side])


def first_window(
    state: ToyState, mover: Pebble, points: tuple[Point, ...]
) -> tuple[float, Pebble] | None:
    """The first enemy on the way who may answer, and how far along. Rules: toy.answer."""
    found = [
        (inches, foe.id)
        for foe in foes(state, mover.side)
        if foe.id not in state.answered
        and (inches := first_within(points, at(foe), NEAR_IN)) is not None
    ]
    if not found or length(points) == 0:
        return None
    inches, foe_id = min(found)
    return inches, state.pebbles[foe_id]


def off_table(point: Point) -> bool:
    x, y = point
    inside = RADIUS_IN <= x <= WIDTH_IN - RADIUS_IN and RADIUS_IN <= y <= DEPTH_IN - RADIUS_IN
    return not inside


def why_not_deployed(
    state: ToyState, side: str, movers: list[str], poses: dict[str, Pose]
) -> list[Objection]:
    """Every objection to a placement. Rules: toy.deploy."""
    rule = "toy.deploy"
    found = [Objection("toy.no.missing", rule, subject=m) for m in movers if m not in poses]
    for mini, pose in poses.items():
        depth = pose.y if side == "red" else DEPTH_IN - pose.y
        if off_table(pose.at) or not is_within(depth, STRIP_IN):
            found.append(Objection("toy.no.strip", rule, subject=mini, at=pose.at))
    placed = list(poses.items())
    for place_, (mini, pose) in enumerate(placed):
        if any(overlaps(gap(pose.at, other.at)) for _, other in placed[:place_]):
            found.append(Objection("toy.no.overlap", rule, subject=mini, at=pose.at))
    return found


def why_not_moved(
    state: ToyState, mover: Pebble, left: float, moves: dict[str, Move]
) -> list[Objection]:
    """Every objection to a move. Rules: toy.move."""
    if mover.id not in moves:
        return [Objection("toy.no.missing", "toy.move", subject=mover.id)]
    points = (at(mover), *moves[mover.id].points)
    found: list[Objection] = []
    if not is_within(length(points), left):
        params: dict[str, Any] = {"inches": round(length(points), 3), "most": round(left, 3)}
        found.append(Objection("toy.no.far", "toy.move", params, mover.id, points[-1]))
    if any(off_table(point) for point in points):
        found.append(Objection("toy.no.table", "toy.move", {}, mover.id, points[-1]))
    others = [p for p in state.standing() if p.id != mover.id]
    for other in others:
        if first_within(points, at(other), -0.001) is not None and len(points) > 1:
            params = {"id": other.id}
            found.append(Objection("toy.no.through", "toy.move", params, mover.id, at(other)))
    return found


def rows(side: str, movers: Sequence[str]) -> Iterator[dict[str, Pose]]:
    """Placements in a row, for hints and simple opponents."""
    y = 2.0 if side == "red" else DEPTH_IN - 2.0
    for start in (3.0, 7.0, 11.0):
        yield {mini: Pose(start + 2.5 * n, y, 90.0) for n, mini in enumerate(movers)}


def ways(state: ToyState, mover: Pebble, left: float) -> Iterator[dict[str, Move]]:
    """Staying, going straight at each enemy, and eight bearings."""
    yield {mover.id: Move()}
    x, y = at(mover)
    bearings = [math.atan2(at(p)[1] - y, at(p)[0] - x) for p in foes(state, mover.side)]
    bearings += [math.radians(45 * n) for n in range(8)]
    for bearing in bearings:
        for inches in (left, left / 2):
            goal = (x + inches * math.cos(bearing), y + inches * math.sin(bearing))
            yield {mover.id: Move(points=(goal,))}


def ring(state: ToyState, left: float, mini: str) -> tuple[Point, ...]:
    """The circle a pebble can reach."""
    x, y = at(state.pebbles[mini])
    turns = [2 * math.pi * n / 24 for n in range(24)]
    return tuple((x + left * math.cos(a), y + left * math.sin(a)) for a in turns)


def nearest_tag(state: ToyState, mini: str) -> tuple[Tag, ...]:
    """How far the nearest enemy is."""
    pebble = state.pebbles[mini]
    inches = min(gap(at(foe), at(pebble)) for foe in foes(state, pebble.side))
    why = Reason("toy.reason.near", {"inches": round(inches, 2)}, rule_ids=("toy.throw",))
    return (Tag("toy.tag.nearest", f"{inches:.1f}", why),)
