"""What `what-if` says: as a document, as JSON, and as layers on a plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.cli.common import Opened
from sim.cli.named_places import Whom
from sim.engine.documents import Block, Document, Heading, Table, Text
from sim.engine.plan_layers import Ghost, Key, Look, PlanLayers, PlanLine
from sim.geometry.pose import Point
from sim.table.facts import Sight
from sim.table.pairs import Named
from sim.table.pieces import Stand
from sim.table.what_if_change import Change, Changes
from sim.table.what_if_spot import Spot, SpotSearch
from sim.words import say

__all__ = ["Answer", "as_document", "as_json", "as_layers"]

#: Inches of table shown round the lines, and of its frame beyond the edge.
ROUND_IN = 4.0
EDGE_IN = 2.0


@dataclass(frozen=True)
class Answer:
    """What was asked and found.

    Attributes
    ----------
    mover : Named
    others : Whom
    sights : tuple of Sight
        Of each of the others from where the mover stands now.
    spot : SpotSearch or None
    changes : Changes or None
    """

    mover: Named
    others: Whom
    sights: tuple[Sight, ...]
    spot: SpotSearch | None
    changes: Changes | None


# --- words --------------------------------------------------------------------------------------


def as_document(answer: Answer) -> Document:
    """Return the answer as a document for the terminal."""
    blocks: list[Block] = [Text(_now(answer))]
    if answer.spot is not None:
        blocks += _spot_blocks(answer, answer.spot)
    if answer.changes is not None:
        blocks += _change_blocks(answer.changes)
    title = say("whatif.title", mover=answer.mover.id, others=answer.others.name)
    return Document(title, tuple(blocks))


def _now(answer: Answer) -> str:
    seen = sum(sight.visible for sight in answer.sights)
    names = {"mover": answer.mover.id, "others": answer.others.name}
    if len(answer.sights) != 1:
        return say("whatif.now.unit", seen=seen, count=len(answer.sights), **names)
    return say(
        f"whatif.now.{'seen' if seen else 'blocked'}", share=_share(answer.sights[0]), **names
    )


def _share(sight: Sight) -> str:
    """Return a share in per cent; a sliver never reads as nothing."""
    share = 100 * sight.share
    return f"{share:.1f}" if share >= 0.05 or not sight.visible else say("whatif.sliver")


def _spot_blocks(answer: Answer, search: SpotSearch) -> list[Block]:
    heading = Heading(say(f"whatif.spot.{search.want}"), 2)
    fine = {"spacing": _in(search.spacing_in), "tried": search.tried, "fine": _in(search.fine_in)}
    if search.spot is None:
        return [heading, Text(say("whatif.spot.none", within=_in(search.within_in), **fine))]
    spot = search.spot
    if spot.length_in == 0.0:
        return [heading, Text(say("whatif.spot.already"))]
    x, y = spot.stand.pose.at
    way = say("whatif.spot.straight") if search.straight else _way(spot)
    place = {"x": _exact(x), "y": _exact(y), "level": _level(spot.stand)}
    lines = [
        Text(say("whatif.spot.at", length=f"{spot.length_in:.2f}", way=way, **place)),
        *(
            Text(_at_spot(search.want, each.id, sight))
            for each, sight in zip(answer.others.minis, spot.sights, strict=True)
        ),
        Text(say("whatif.spot.searched", **fine)),
    ]
    return [heading, *lines]


def _at_spot(want: str, who: str, sight: Sight) -> str:
    seen = "seen" if sight.visible else "blocked"
    return say(f"whatif.spot.{want}_{seen}", who=who, share=_share(sight))


def _way(spot: Spot) -> str:
    bends = [f"({_exact(x)}, {_exact(y)})" for x, y in spot.path[1:-1]]
    return say("whatif.spot.by", bends=", ".join(bends)) if bends else say("whatif.spot.direct")


def _level(stand: Stand) -> str:
    level = stand.pose.level
    return "" if level == "ground" else say("whatif.spot.level", level=level)


def _change_blocks(changes: Changes) -> list[Block]:
    opens = not changes.before.visible
    heading = Heading(say(f"whatif.change.{'opens' if opens else 'closes'}"), 2)
    if not changes.changes:
        return [heading, Text(say("whatif.change.none", most=_in(changes.most_in)))]
    columns = ("cost", "what", "where", "then")
    table = Table(
        tuple(say(f"whatif.change.column.{column}") for column in columns),
        tuple(_change_row(change) for change in changes.changes),
        right=(0,),
    )
    return [heading, table, Text(say("whatif.change.searched", most=_in(changes.most_in)))]


def _change_row(change: Change) -> tuple[str, ...]:
    cost = say("whatif.change.no_length") if change.cost_in is None else f"{change.cost_in:.2f}"
    sight = change.sight
    then = say(f"whatif.change.then.{'seen' if sight.visible else 'blocked'}", share=_share(sight))
    return (
        cost,
        say(f"whatif.change.what.{change.kind}", piece=change.piece),
        _where(change),
        then,
    )


def _where(change: Change) -> str:
    if change.stand is not None:
        x, y = change.stand.pose.at
        return say("whatif.change.to", x=_exact(x), y=_exact(y))
    if change.shift is not None:
        return say("whatif.change.by", dx=f"{change.shift[0]:+.2f}", dy=f"{change.shift[1]:+.2f}")
    if change.height_in is not None:
        return say("whatif.change.height", height=f"{change.height_in:.2f}")
    return ""


def _in(value: float) -> str:
    return f"{value:g}"


def _exact(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


# --- JSON ---------------------------------------------------------------------------------------


def as_json(answer: Answer) -> dict[str, Any]:
    """Return the answer as plain data."""
    return {
        "from": answer.mover.id,
        "to": [each.id for each in answer.others.minis],
        "now": [_sight_json(sight) for sight in answer.sights],
        "spot": None if answer.spot is None else _spot_json(answer.spot),
        "changes": None if answer.changes is None else _changes_json(answer.changes),
    }


def _sight_json(sight: Sight) -> dict[str, Any]:
    return {
        "visible": sight.visible,
        "share": sight.share,
        "bound": sight.bound,
        "witness": sight.witness,
        "blockers": dict(sight.blockers),
    }


def _spot_json(search: SpotSearch) -> dict[str, Any]:
    found = search.spot
    return {
        "want": search.want,
        "every": search.every,
        "within_in": search.within_in,
        "straight": search.straight,
        "spacing_in": search.spacing_in,
        "fine_in": search.fine_in,
        "tried": search.tried,
        "found": found is not None,
        "at": None if found is None else found.stand.pose.at,
        "level": None if found is None else found.stand.pose.level,
        "path": None if found is None else found.path,
        "length_in": None if found is None else found.length_in,
        "sights": [] if found is None else [_sight_json(sight) for sight in found.sights],
    }


def _changes_json(changes: Changes) -> dict[str, Any]:
    return {
        "before": _sight_json(changes.before),
        "most_in": changes.most_in,
        "found": [_change_json(change) for change in changes.changes],
    }


def _change_json(change: Change) -> dict[str, Any]:
    return {
        "kind": change.kind,
        "cost_in": change.cost_in,
        "short_in": change.short_in,
        "piece": change.piece or None,
        "shift": change.shift,
        "at": None if change.stand is None else change.stand.pose.at,
        "height_in": change.height_in,
        "then": _sight_json(change.sight),
    }


# --- the picture --------------------------------------------------------------------------------


def as_layers(opened: Opened, answer: Answer) -> PlanLayers:
    """Return what a plan shows of the answer: the lines now, the spot, the way there."""
    lines = [_line(answer.mover.stand, other.stand, sight) for other, sight in _now_pairs(answer)]
    known = {mini.id for mini in opened.scene.minis}
    visitors = [each for each in (answer.mover, *answer.others.minis) if each.id not in known]
    ghosts = [Ghost(answer.mover.stand.model, answer.mover.stand.pose, "looker")]
    ghosts += [Ghost(each.stand.model, each.stand.pose, "looker") for each in visitors]
    found = None if answer.spot is None else answer.spot.spot
    if found is not None and found.length_in > 0.0:
        lines.append(PlanLine(found.path, "way"))
        lines += [
            _line(found.stand, other.stand, sight)
            for other, sight in zip(answer.others.minis, found.sights, strict=True)
        ]
        length = say("whatif.picture.length", length=f"{found.length_in:.2f}")
        ghosts.append(Ghost(found.stand.model, found.stand.pose, "ghost", length))
    elif found is None and answer.changes is not None:
        moved = [change for change in answer.changes.changes if change.stand is not None]
        ghosts += [Ghost(c.stand.model, c.stand.pose) for c in moved[:1] if c.stand is not None]
    title = say("whatif.title", mover=answer.mover.id, others=answer.others.name)
    window = _window(opened, [point for line in lines for point in line.points])
    return PlanLayers(None, tuple(lines), tuple(ghosts), _legend(lines, ghosts), title, window)


def _window(opened: Opened, points: list[Point]) -> tuple[float, float, float, float] | None:
    """Return the part of the table round some points; None when that is most of it."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    wide = max(max(xs) - min(xs) + 2 * ROUND_IN, (max(ys) - min(ys) + 2 * ROUND_IN) * 4 / 3)
    table = opened.facts.table
    if wide >= 0.9 * table.width:
        return None
    half = (wide / 2, wide * 3 / 8)
    left, low = (
        min(max(at - far, -EDGE_IN), side + EDGE_IN - 2 * far)
        for at, far, side in zip(middle, half, (table.width, table.depth), strict=True)
    )
    return (left, low, left + 2 * half[0], low + 2 * half[1])


def _now_pairs(answer: Answer) -> list[tuple[Named, Sight]]:
    return list(zip(answer.others.minis, answer.sights, strict=True))


def _line(a: Stand, b: Stand, sight: Sight) -> PlanLine:
    end = b.pose.at
    if sight.visible and sight.witness is not None:
        x, y, _ = sight.witness[1]
        end = (x, y)
    return PlanLine((a.pose.at, end), "clear" if sight.visible else "blocked")


def _legend(lines: list[PlanLine], ghosts: list[Ghost]) -> tuple[Key, ...]:
    looks: list[Look] = [*(line.look for line in lines), *(ghost.look for ghost in ghosts)]
    return tuple(Key(look, say(f"whatif.legend.{look}")) for look in dict.fromkeys(looks))
