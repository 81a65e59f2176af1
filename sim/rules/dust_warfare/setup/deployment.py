"""Deployment: who chooses an edge, and unit by unit into the zones."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from sim.engine.questions import Option, pick, place
from sim.engine.reasons import Objection
from sim.geometry.pose import GROUND, Point, Pose
from sim.geometry.shapes import reach_of
from sim.geometry.units import is_within, quantise_in
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.setup.placement import why_not_placed
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.turn.initiative import lower_roller
from sim.rules.dust_warfare.turn.leader import leader_of, leadership_in
from sim.table.pieces import Stand

__all__ = [
    "ADVANCING_LINES_IN",
    "deploy_step",
    "long_edges",
    "next_to_deploy",
    "undeployed",
    "why_not_deployed",
]

#: Depth of the deployment zones of Advancing Lines (`dw.deploy.advancing_lines`).
ADVANCING_LINES_IN = 9.0
#: Combat Dice each player rolls for who spends the first Scenario Point.
FIRST_POINT_DICE = 5

OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}
#: Direction into the table from each edge.
INWARD: Mapping[str, tuple[int, int]] = {
    "south": (0, 1),
    "north": (0, -1),
    "west": (1, 0),
    "east": (-1, 0),
}


def long_edges(play: Play) -> tuple[str, ...]:
    """Return the long table edges; all four of a square table.

    Rules: dw.setup.sizes
    """
    table = play.facts.table
    if table.width > table.depth:
        return ("south", "north")
    if table.width < table.depth:
        return ("west", "east")
    return ("south", "north", "west", "east")


def undeployed(play: Play, side: str) -> list[Unit]:
    """Return a side's units that are not set up yet, in force order."""
    return [u for u in play.state.units_of(side) if u.alive and not u.on_table]


def next_to_deploy(play: Play) -> str:
    """Return whose turn it is to set up: sides alternate while both have units.

    Rules: dw.deploy.alternate
    """
    state = play.state
    first = state.first_chooser
    second = state.other(first)
    done = {side: sum(state.units[u].side == side for u in state.deployed) for side in state.sides}
    turn = first if done[first] <= done[second] else second
    return turn if undeployed(play, turn) else state.other(turn)


async def deploy_step(play: Play) -> None:
    """Take the next step of deployment: choose the edge, or set one unit up.

    Rules: dw.deploy.advancing_lines dw.deploy.alternate dw.deploy.inside_zone
    dw.deploy.formation
    Asks: roll first-point; pick edge; pick deploy; place deploy
    Emits: edge-chosen deployed
    """
    if not play.state.first_chooser:
        await _choose_first(play)
    elif not play.state.zone_edges:
        await _choose_edge(play)
    else:
        await _deploy(play, next_to_deploy(play))


async def _choose_first(play: Play) -> None:
    """Roll five dice each: fewest hits chooses its area and sets up first.

    Rules: dw.builder.who_first dw.deploy.advancing_lines
    Asks: roll first-point (each side)
    Emits: chose-first
    """
    dice = dict.fromkeys(play.state.sides, FIRST_POINT_DICE)
    rule = "dw.builder.who_first"
    first, _ = await lower_roller(play, "first-point", dice, rule, "dw.why.first_point")
    play.state.first_chooser = first
    play.say("chose-first", "dw.log.first_chooser", rule, subject=first, side=first)


async def _choose_edge(play: Play) -> None:
    """Let the first player pick a long edge; the other gets the opposite one.

    Rules: dw.deploy.advancing_lines
    Asks: pick edge
    Emits: edge-chosen
    """
    state = play.state
    side = state.first_chooser
    options = [Option(edge, f"dw.option.edge_{edge}") for edge in long_edges(play)]
    edge = await pick(
        side,
        "edge",
        options,
        rule="dw.deploy.advancing_lines",
        prompt="dw.ask.edge",
        params={"depth": ADVANCING_LINES_IN},
    )
    state.zone_edges = {side: edge, state.other(side): OPPOSITE[edge]}
    for each in state.sides:
        play.say(
            "edge-chosen",
            f"dw.log.edge_{state.zone_edges[each]}",
            "dw.deploy.advancing_lines",
            subject=each,
            side=each,
            depth=ADVANCING_LINES_IN,
        )


async def _deploy(play: Play, side: str) -> None:
    """Set up one unit of a side, completely inside its zone and in formation.

    Rules: dw.deploy.alternate dw.deploy.inside_zone dw.deploy.formation
    Asks: pick deploy; place deploy
    Emits: deployed
    """
    units = undeployed(play, side)
    chosen = units[0].id
    if len(units) > 1:
        options = [
            Option(unit.id, "dw.option.deploy", {"unit": play.name(unit)}, unit.id)
            for unit in units
        ]
        chosen = await pick(
            side,
            "deploy",
            options,
            rule="dw.deploy.alternate",
            prompt="dw.ask.deploy",
            params={"left": len(units)},
        )
    unit = play.unit(chosen)
    ids = [mini.id for mini in unit.minis]
    answer = await place(
        side,
        "deploy",
        ids,
        rule="dw.deploy.inside_zone",
        prompt="dw.ask.place",
        params={
            "unit": play.name(unit),
            "depth": ADVANCING_LINES_IN,
            "edge": play.state.zone_edges[side],
        },
        subject=unit.id,
        check=partial(why_not_deployed, play, unit),
        suggest=partial(_suggest, play, unit),
        reach_of=partial(_zone_spots, play, unit),
    )
    for mini in unit.minis:
        mini.pose = answer[mini.id]
    play.state.deployed.append(unit.id)
    play.say(
        "deployed",
        "dw.log.deployed",
        "dw.deploy.alternate",
        "dw.deploy.inside_zone",
        "dw.deploy.formation",
        subject=unit.id,
        unit=play.name(unit),
    )


def why_not_deployed(play: Play, unit: Unit, answer: Mapping[str, Pose]) -> list[Objection]:
    """Return every objection to setting a unit up: missing, out of zone, spot, formation.

    Rules: dw.deploy.inside_zone dw.deploy.formation dw.deploy.advancing_lines
    dw.measure.completely_within
    """
    missing = [mini.id for mini in unit.minis if mini.id not in answer]
    if missing:
        return [Objection("dw.no.missing", "dw.deploy.inside_zone", {}, each) for each in missing]
    stands = {mini.id: Stand(play.profile(mini).model, answer[mini.id]) for mini in unit.minis}
    edge = play.state.zone_edges[unit.side]
    found: list[Objection] = []
    for mini in unit.minis:
        stand = stands[mini.id]
        far = play.facts.farthest_from_edge(stand, edge)
        if not is_within(far, ADVANCING_LINES_IN):
            params = {"far": round(far, 3), "depth": ADVANCING_LINES_IN}
            found.append(
                Objection("dw.no.zone", "dw.deploy.inside_zone", {**params}, mini.id, stand.pose.at)
            )
        found += why_not_placed(play, mini, stand, stands)
    leader = leader_of(unit) or unit.minis[0]
    limit = leadership_in(play, leader)
    for mini_id, stand in stands.items():
        gap = play.facts.gap(stands[leader.id], stand).inches
        if mini_id != leader.id and not is_within(gap, limit):
            params = {"gap": round(gap, 3), "limit": limit, "leader": leader.id}
            found.append(
                Objection(
                    "dw.no.formation", "dw.deploy.formation", {**params}, mini_id, stand.pose.at
                )
            )
    return found


def _suggest(play: Play, unit: Unit) -> Iterator[dict[str, Pose]]:
    """Yield rows near the zone's front edge, from the middle of the line outward."""
    edge = play.state.zone_edges[unit.side]
    length = play.facts.table.width if edge in ("south", "north") else play.facts.table.depth
    radius = max(_radius(play, unit, mini.profile) for mini in unit.minis)
    spacing = 2 * radius + 0.3
    per_row = min(len(unit.minis), max(1, int(6.0 / spacing) + 1))
    depth = ADVANCING_LINES_IN - radius - 0.05
    for along in _outward(length, spacing):
        for front in (depth, depth - 2.0, depth - 4.0):
            answer = _rows(play, unit, edge, (along, front), (spacing, per_row))
            if not why_not_deployed(play, unit, answer):
                yield answer
                break


def _radius(play: Play, unit: Unit, profile: str) -> float:
    model = play.profiles.minis[profile].model
    return reach_of(play.facts.table.models[model].base)


def _outward(length: float, spacing: float) -> Iterator[float]:
    """Yield places along an edge: the thirds and the middle first, then everywhere."""
    yield from (length * share for share in (0.5, 0.3, 0.7, 0.15, 0.85, 0.4, 0.6))
    count = int(length / (2 * spacing))
    yield from (length * (index + 0.5) / count for index in range(count))


def _rows(play: Play, unit: Unit, edge: str, at: Point, grid: tuple[float, int]) -> dict[str, Pose]:
    """Return a unit in rows, the leader in the middle of the front row, all facing inward."""
    along, front = at
    spacing, per_row = grid
    dx, dy = INWARD[edge]
    facing = math.degrees(math.atan2(dy, dx)) % 360.0
    leader = leader_of(unit) or unit.minis[0]
    order = [leader, *(mini for mini in unit.minis if mini.id != leader.id)]
    answer: dict[str, Pose] = {}
    for index, mini in enumerate(order):
        row, column = divmod(index, per_row)
        side = (column + 1) // 2 * (1 if column % 2 else -1)
        answer[mini.id] = _pose(play, edge, along + side * spacing, front - row * spacing, facing)
    return {mini.id: answer[mini.id] for mini in unit.minis}


def _pose(play: Play, edge: str, along: float, inward: float, facing: float) -> Pose:
    table = play.facts.table
    spots = {
        "south": (along, inward),
        "north": (along, table.depth - inward),
        "west": (inward, along),
        "east": (table.width - inward, along),
    }
    x, y = spots[edge]
    return Pose(quantise_in(x), quantise_in(y), facing, GROUND)


def _zone_spots(play: Play, unit: Unit, mini: str) -> Sequence[Point]:
    """Return grid spots inside the zone."""
    edge = play.state.zone_edges[unit.side]
    radius = _radius(play, unit, play.mini(mini).profile)
    table = play.facts.table
    spots: list[Point] = []
    for i in range(int(table.width) + 1):
        for j in range(int(table.depth) + 1):
            gaps = {"south": j, "north": table.depth - j, "west": i, "east": table.width - i}
            if gaps[edge] + radius <= ADVANCING_LINES_IN and gaps[edge] >= radius:
                spots.append((float(i), float(j)))
    return tuple(spots)
