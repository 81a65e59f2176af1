"""What a side sees of a game: pieces, badges, cards and tracks. Nothing is hidden in the core."""

from __future__ import annotations

from collections.abc import Mapping

from sim.engine.observed import Badge, CardLine, Observed, SeenPiece, SeenUnit, Side, Track
from sim.engine.reasons import Reason, Value
from sim.rules.dust_warfare.attack.arcs import ARCS, HALF_WIDTH_DEG
from sim.rules.dust_warfare.duties import duties_of
from sim.rules.dust_warfare.forces.profiles import Mount, Profile, Weapon
from sim.rules.dust_warfare.movement.terrain import rating_of
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit
from sim.rules.dust_warfare.turn.leader import leader_of, leadership_in
from sim.rules.dust_warfare.turn.objective import outcome_of, victory_points
from sim.rules.dust_warfare.turn.suppression import actions_available, is_retreating
from sim.words import say

__all__ = ["observe"]

PHASES: tuple[str, ...] = (
    "agreement",
    "deployment",
    "initiative",
    "command",
    "unit",
    "end",
    "over",
)


def observe(play: Play, viewer: str, names: Mapping[str, str]) -> Observed:
    """Return the projection of a state for a side, or for everybody."""
    state = play.state
    units = tuple(_unit(play, unit) for unit in state.units.values())
    pieces = tuple(
        _piece(play, unit, mini)
        for unit in state.units.values()
        for mini in unit.minis
        if mini.pose is not None
    )
    outcome = outcome_of(state)
    return Observed(
        game="dust_warfare",
        viewer=viewer,
        sides=tuple(
            Side(side, names.get(side, side), float(victory_points(play, side)))
            for side in state.sides
        ),
        units=units,
        pieces=pieces,
        tracks=_tracks(play, names),
        over=state.phase == "over",
        result=outcome.why if outcome else None,
        terrain={piece: _terrain(play, piece) for piece in play.facts.table.terrain},
        duties=duties_of(play),
    )


def _terrain(play: Play, piece: str) -> tuple[CardLine, ...]:
    """Return how a piece of terrain counts, as it was agreed."""
    rating = rating_of(play, piece)
    return (
        CardLine("dw.tag.terrain_cover", rating.cover),
        CardLine("dw.tag.soldiers", rating.soldier),
        CardLine("dw.tag.vehicles", rating.vehicle),
    )


def _tracks(play: Play, names: Mapping[str, str]) -> tuple[Track, ...]:
    """Return the rows of turns and phases, and each side's Orders left."""
    state = play.state
    turns = tuple(str(turn) for turn in range(1, state.turns + 1))
    tracks = [
        Track("dw.track.turn", turns, state.turn - 1),
        Track(
            "dw.track.phase",
            tuple(f"dw.phase.{phase}" for phase in PHASES),
            PHASES.index(state.phase),
        ),
    ]
    for side in state.sides:
        if side in state.orders:
            steps = tuple(str(count) for count in range(max(state.orders[side], 0) + 1))
            key = f"dw.track.orders_{_index(play, side)}"
            tracks.append(Track(key, steps, len(steps) - 1, {"side": names.get(side, side)}))
    return tuple(tracks)


def _index(play: Play, side: str) -> str:
    return "first" if side == play.state.sides[0] else "second"


def _piece(play: Play, unit: Unit, mini: Mini) -> SeenPiece:
    profile = play.profile(mini)
    assert mini.pose is not None
    badges: list[Badge] = []
    if mini.damage:
        left = profile.damage_capacity - mini.damage
        params = {"damage": mini.damage, "left": left}
        badges.append(Badge("damage", mini.damage, "dw.badge.damage", {**params}))
    return SeenPiece(
        id=mini.id,
        kind="mini",
        model=profile.model,
        unit=unit.id,
        side=unit.side,
        pose=mini.pose,
        label=profile.name,
        badges=tuple(badges),
        leads=mini.id == unit.leader,
    )


def _unit(play: Play, unit: Unit) -> SeenUnit:
    return SeenUnit(
        id=unit.id,
        side=unit.side,
        name=play.unit_profile(unit).name,
        pieces=tuple(mini.id for mini in unit.minis),
        badges=_badges(play, unit),
        card=_card(play, unit),
        on_table=unit.on_table,
        done=unit.activated,
        models=tuple(play.profile(mini).model for mini in unit.minis),
        points=float(play.unit_profile(unit).ap),
    )


def _badges(play: Play, unit: Unit) -> tuple[Badge, ...]:
    """Return the marks on a unit: markers, activation, damage in force."""
    badges: list[Badge] = []
    if unit.suppression:
        count = {"count": unit.suppression}
        badges.append(Badge("suppression", unit.suppression, "dw.badge.suppression", {**count}))
    if unit.reaction:
        badges.append(Badge("reaction", 1, "dw.badge.reaction"))
    if is_retreating(play, unit):
        badges.append(Badge("retreating", 1, "dw.badge.retreating"))
    if unit.activated:
        badges.append(Badge("activated", 1, "dw.badge.activated"))
    if unit.ordered:
        badges.append(Badge("ordered", 1, "dw.badge.ordered"))
    if unit.out_of_ammo:
        badges.append(Badge("out-of-ammo", 1, "dw.badge.out_of_ammo"))
    if unit.temporary_section:
        badges.append(Badge("temporary-section", 1, "dw.badge.temporary_section"))
    badges += [Badge(effect.replace("_", "-"), 1, f"dw.badge.{effect}") for effect in unit.effects]
    return tuple(badges)


def _card(play: Play, unit: Unit) -> tuple[CardLine, ...]:
    """Return the rows of a unit's card, each number with its reason."""
    buys = play.unit_profile(unit)
    lines = [
        CardLine("dw.card.ap", str(buys.ap)),
        CardLine("dw.card.section", buys.section),
        CardLine("dw.card.strength", f"{len(unit.minis)}/{unit.started_with}"),
        CardLine("dw.card.actions", str(actions_available(unit)), _actions_reason(unit)),
    ]
    leader = leader_of(unit)
    if leader is not None:
        lines.append(CardLine("dw.card.leader", leader.id))
        lines.append(CardLine("dw.card.leadership", f"{leadership_in(play, leader):g}"))
    if buys.abilities:
        lines.append(CardLine("dw.card.abilities", ", ".join(buys.abilities)))
    for member in buys.members:
        profile = play.profiles.minis[member.profile]
        living = sum(mini.profile == member.profile for mini in unit.minis)
        lines.append(_profile_line(profile, living))
        lines += [_weapon_line(play, mount) for mount in profile.weapons]
    return tuple(lines)


def _actions_reason(unit: Unit) -> Reason:
    """Return why a unit has so many actions: two, less one for each kind of marker.

    Rules: dw.activation.step5_count
    """
    children = [Reason("dw.why.two_actions", {}, 2, ("dw.activation.step5_count",))]
    if unit.suppression:
        rule = ("dw.suppression.lose_action",)
        children.append(Reason("dw.why.less_suppressed", {}, -1, rule))
    if unit.reaction:
        rule = ("dw.reaction.marker_effect",)
        children.append(Reason("dw.why.less_reaction", {}, -1, rule))
    return Reason(
        "dw.why.actions",
        {"count": actions_available(unit)},
        actions_available(unit),
        ("dw.activation.step5_count",),
        children=tuple(children),
    )


def _profile_line(profile: Profile, living: int) -> CardLine:
    value = f"{living} x {profile.name}"
    params = {
        "move": f"{profile.move_in:g}",
        "capacity": profile.damage_capacity,
        "kind": profile.armour.kind,
        "number": profile.armour.number,
    }
    return CardLine("dw.card.profile", value, Reason("dw.why.profile", {**params}, living))


def _weapon_line(play: Play, mount: Mount) -> CardLine:
    weapon = play.profiles.weapons[mount.weapon]
    reach = weapon.range_code or f"{weapon.range_in:g}"
    cells = tuple(
        Reason(
            "dw.why.weapon_cell",
            {"against": name, "dice": "spray" if cell.spray else cell.dice, "damage": cell.damage},
            f"{'spray' if cell.spray else cell.dice}/{cell.damage}",
        )
        for name, cell in weapon.cells.items()
    )
    params: dict[str, Value] = {
        "name": weapon.name,
        "range": reach,
        "arc": mount.arc or "360",
        # For whoever draws rings and arcs without knowing the codes.
        "reach_in": weapon.range_in,
    }
    if mount.arc:
        params |= {"arc_bearing": ARCS[mount.arc], "arc_half": HALF_WIDTH_DEG}
    reason = Reason("dw.why.weapon", {**params}, reach, children=cells)
    rows = {
        kind: " ".join(_cell_text(weapon, f"{kind}-{number}") for number in range(1, most + 1))
        for kind, most in (("soldier", 4), ("vehicle", 7))
    }
    value = say("dw.card.weapon_row", soldiers=rows["soldier"], vehicles=rows["vehicle"], **params)
    return CardLine("dw.card.weapon", value, reason)


def _cell_text(weapon: Weapon, against: str) -> str:
    """Return dice and damage against a class as the card prints them; a dash for none."""
    cell = weapon.cells.get(against)
    return "-" if cell is None else f"{'spray' if cell.spray else cell.dice}/{cell.damage}"
