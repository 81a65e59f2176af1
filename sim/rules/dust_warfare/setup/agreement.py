"""Declaring terrain: before deployment the players agree what each piece does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import msgspec

from sim.engine.questions import Option, Tag, pick
from sim.engine.reasons import Value
from sim.rules.dust_warfare.movement.levels import VERTICAL_IN
from sim.rules.dust_warfare.movement.terrain import GUIDES, UNDECLARED, default_rating, row_rating
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Rating
from sim.table.pieces import Terrain

__all__ = ["declare_step", "unrated"]

REST = "rest"


def unrated(play: Play) -> list[Terrain]:
    """Return the pieces that nobody has rated yet, in scene order.

    Rules: dw.terrain.declare
    """
    return [
        piece
        for piece in play.facts.table.terrain.values()
        if not play.state.ratings[piece.id].agreed and piece.id not in play.state.agreed
    ]


async def declare_step(play: Play) -> None:
    """Rate the next piece, or let the other player agree once all are rated.

    The first side proposes, the second agrees or contests; a contested piece counts as hard to
    pass as is reasonable. Pieces that the scene rates are agreed already.

    Rules: dw.terrain.declare dw.terrain.custom_profiles dw.terrain.undeclared_default
    Asks: pick rate-terrain, needs-crossing, free-floors; pick agree-terrain
    Emits: rated agreed
    """
    left = unrated(play)
    if left:
        await _rate(play, left)
    elif play.state.agreed:
        await _agree(play)
    else:
        play.state.terrain_agreed = True


def _words(rating: Rating) -> dict[str, Value]:
    return {"cover": rating.cover, "soldier": rating.soldier, "vehicle": rating.vehicle}


def _row_options(play: Play, piece: Terrain) -> list[Option]:
    """Return the guide value first, then every other rating of the guide rows."""
    first = default_rating(piece, play.options)
    params: dict[str, Value] = {"piece": piece.name or piece.id, **_words(first)}
    options = [Option("guide", "dw.option.rate_guide", params, piece.id)]
    for row in GUIDES:
        rating = row_rating(row, play.options)
        words: dict[str, Value] = {"row": row.replace("_", " "), **_words(rating)}
        options.append(Option(row.replace("_", "-"), "dw.option.rate_row", words, piece.id))
    options.append(Option("impassable", "dw.option.rate_impassable", {}, piece.id))
    return options


async def _rate(play: Play, left: Sequence[Terrain]) -> None:
    """Ask for one piece's rating and its two agreements.

    Rules: dw.terrain.declare dw.terrain_table.walls dw.terrain_table.fences
    Asks: pick rate-terrain
    Emits: rated
    """
    piece = left[0]
    side = play.state.sides[0]
    options = _row_options(play, piece)
    options.insert(1, Option(REST, "dw.option.rate_rest", {"count": len(left)}, piece.id))
    chosen = await pick(
        side,
        "rate-terrain",
        options,
        rule="dw.terrain.declare",
        prompt="dw.ask.rate_terrain",
        params={"piece": piece.name or piece.id, "kind": piece.kind, "left": len(left)},
        subject=piece.id,
        tag=partial(_rating_tags, play, piece),
    )
    if chosen == REST:
        for each in left:
            _settle(play, each, default_rating(each, play.options))
        return
    rating = _rating(play, piece, chosen)
    rating = await _crossing(play, side, piece, rating)
    rating = await _floors(play, side, piece, rating)
    _settle(play, piece, rating)


def _rating(play: Play, piece: Terrain, option: str) -> Rating:
    first = default_rating(piece, play.options)
    if option in ("guide", REST):
        return first
    if option == "impassable":
        return Rating("hard", "impassable", "impassable", first.needs_crossing)
    row = option.replace("-", "_")
    return row_rating(row, play.options, needs_crossing=first.needs_crossing)


def _rating_tags(play: Play, piece: Terrain, option: str) -> tuple[Tag, ...]:
    rating = _rating(play, piece, option)
    return (
        Tag("dw.tag.terrain_cover", rating.cover),
        Tag("dw.tag.soldiers", rating.soldier),
        Tag("dw.tag.vehicles", rating.vehicle),
    )


async def _crossing(play: Play, side: str, piece: Terrain, rating: Rating) -> Rating:
    """Ask of a line piece whether it gives cover only where it lies between.

    Rules: dw.terrain.cover_needs_crossing
    Asks: pick needs-crossing
    """
    if not piece.is_line or rating.cover == "none":
        return rating
    options = [
        Option("touching", "dw.option.cover_touching", {}, piece.id),
        Option("between", "dw.option.cover_between", {}, piece.id),
    ]
    if rating.needs_crossing:
        options.reverse()
    chosen = await pick(
        side,
        "needs-crossing",
        options,
        rule="dw.terrain.cover_needs_crossing",
        prompt="dw.ask.needs_crossing",
        params={"piece": piece.name or piece.id},
        subject=piece.id,
    )
    return msgspec.structs.replace(rating, needs_crossing=chosen == "between")


async def _floors(play: Play, side: str, piece: Terrain, rating: Rating) -> Rating:
    """Ask whether floors more than 3 in apart are free to climb, where a piece has such.

    Rules: dw.vertical.agreed_exceptions
    Asks: pick free-floors
    """
    heights = [0.0, *sorted(floor.z_in for floor in piece.floors)]
    steps = [high - low for low, high in pairwise(heights)]
    if not any(step > VERTICAL_IN for step in steps):
        return rating
    options = [
        Option("free", "dw.option.floors_free", {}, piece.id),
        Option("barred", "dw.option.floors_barred", {}, piece.id),
    ]
    chosen = await pick(
        side,
        "free-floors",
        options,
        rule="dw.vertical.agreed_exceptions",
        prompt="dw.ask.free_floors",
        params={"piece": piece.name or piece.id},
        subject=piece.id,
    )
    return msgspec.structs.replace(rating, free_floors=chosen == "free")


def _settle(play: Play, piece: Terrain, rating: Rating) -> None:
    """Write a proposed rating down.

    Emits: rated
    """
    play.state.ratings[piece.id] = rating
    play.state.agreed.append(piece.id)
    play.say(
        "rated",
        "dw.log.rated",
        "dw.terrain.declare",
        *(["dw.terrain.cover_needs_crossing"] if rating.needs_crossing else []),
        subject=piece.id,
        piece=piece.name or piece.id,
        cover=rating.cover,
        soldier=rating.soldier,
        vehicle=rating.vehicle,
    )


async def _agree(play: Play) -> None:
    """Let the other player agree to all proposals, or contest one.

    Rules: dw.terrain.declare dw.terrain.undeclared_default
    Asks: pick agree-terrain
    Emits: agreed contested
    """
    state = play.state
    names = {each: play.facts.table.terrain[each].name or each for each in state.agreed}
    options = [
        Option("agree", "dw.option.agree", {"count": len(state.agreed)}),
        *(
            Option(f"contest/{each}", "dw.option.contest", {"piece": names[each]}, each)
            for each in state.agreed
            if state.ratings[each] != UNDECLARED
        ),
    ]
    chosen = await pick(
        state.sides[1],
        "agree-terrain",
        options,
        rule="dw.terrain.declare",
        prompt="dw.ask.agree_terrain",
        params={"count": len(state.agreed)},
    )
    if chosen != "agree":
        piece = chosen.split("/", 1)[1]
        state.ratings[piece] = UNDECLARED
        play.say(
            "contested",
            "dw.log.contested",
            "dw.terrain.undeclared_default",
            subject=piece,
            piece=names[piece],
        )
        return
    for each in state.agreed:
        state.ratings[each] = msgspec.structs.replace(state.ratings[each], agreed=True)
    state.terrain_agreed = True
    play.say("agreed", "dw.log.agreed", "dw.terrain.declare", count=len(state.agreed))
