"""``hulldown ground SCENE FROM…``: on which ground is a body seen, on which is it hidden."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from sim.cli.cameras import camera_of
from sim.cli.common import Opened, add_command, open_table, print_json, write_picture
from sim.cli.named_places import DEFAULT_MODEL, check_length, hulls, model_named, the_whom
from sim.cli.telling import print_document, watched
from sim.engine.as_seen import as_seen
from sim.engine.documents import Document, Table, Text
from sim.engine.plan_layers import Ghost, Key, Look, PlanLayers, PlanLine, Shade
from sim.errors import UsageError
from sim.geometry.areas import check_area
from sim.geometry.pose import GROUND, Point, Pose
from sim.table.dead_ground import (
    HIDDEN,
    NO_PLACE,
    PARTLY,
    SEEN,
    DeadGround,
    cells_of,
    dead_ground,
    zone_lookers,
)
from sim.table.pairs import Named
from sim.table.pieces import Stand
from sim.words import say

__all__ = ["register", "run"]

_LOOKS = {NO_PLACE: "", HIDDEN: "hidden", PARTLY: "partly", SEEN: "seen"}
_NUMBERS = re.compile(r"[-\d.,; ]+")


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "ground")
    parser.add_argument("scene", help=say("cli.help.scene"))
    parser.add_argument("lookers", nargs="*", metavar="FROM", help=say("cli.help.ground_from"))
    parser.add_argument(
        "--zone", default="", metavar="X0,Y0,X1,Y1", help=say("cli.help.ground_zone")
    )
    parser.add_argument("--model", default="", metavar="M", help=say("cli.help.ground_model"))
    parser.add_argument(
        "--spacing", type=float, default=0.5, metavar="IN", help=say("cli.help.ground_spacing")
    )
    parser.add_argument("--level", default=GROUND, metavar="L", help=say("cli.help.ground_level"))
    parser.add_argument("--picture", metavar="PNG", help=say("cli.help.ground_picture"))
    parser.add_argument("--json", action="store_true", help=say("cli.help.json"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print how much of the table is hidden."""
    opened = open_table(args.scene)
    check_length(args.spacing, "--spacing")
    cells_of(opened.facts, args.spacing)
    model = model_named(opened, args.model) if args.model else DEFAULT_MODEL
    body = Stand(model, Pose(0.0, 0.0, 0.0, args.level))
    opened.facts.support(0.0, 0.0, args.level)
    zone = _zone(args.zone) if args.zone else ()
    lookers = _lookers(args, opened, zone, model)
    with watched("whatif.working.ground") as progress:
        found = dead_ground(
            opened.facts,
            [each.stand for each in lookers],
            body,
            spacing=args.spacing,
            solids=hulls(opened),
            count=not zone,
            progress=progress,
        )
    if args.json:
        print_json(_as_json(found, lookers, zone))
    else:
        print_document(_as_document(found, lookers, bool(zone)))
    if args.picture:
        layers = _layers(opened, found, lookers, zone)
        write_picture(
            Path(args.picture), camera_of(opened).plan(as_seen(opened.scene), layers=layers)
        )
        if not args.json:
            print(say("cli.picture", path=args.picture))
    return 0


def _zone(text: str) -> tuple[Point, ...]:
    """Return the polygon of ``x0,y0,x1,y1`` (two corners) or ``x,y;x,y;x,y…``.

    Raises
    ------
    UsageError
        When it is neither.
    """
    try:
        if not _NUMBERS.fullmatch(text):
            raise ValueError(text)
        if ";" in text:
            rows = [row.split(",") for row in text.split(";") if row.strip()]
            points = [(float(x), float(y)) for x, y in rows]
        else:
            left, low, right, high = (float(each) for each in text.split(","))
            points = [(left, low), (right, low), (right, high), (left, high)]
    except ValueError:
        raise UsageError("whatif.ground.zone_form", found=text) from None
    ring = check_area(points)
    return tuple((float(x), float(y)) for x, y in ring)


def _lookers(
    args: argparse.Namespace, opened: Opened, zone: tuple[Point, ...], model: str
) -> list[Named]:
    """Return everybody who looks: those named, and figures spread over the zone."""
    named = {each.id: each for text in args.lookers for each in the_whom(opened, text).minis}
    found = list(named.values())
    if zone:
        stands = zone_lookers(opened.facts, zone, model)
        found += [Named(_place(stand), _place(stand), stand) for stand in stands]
        if not stands:
            raise UsageError("whatif.ground.zone_empty", found=args.zone)
    if not found:
        raise UsageError("whatif.ground.nobody")
    return found


def _place(stand: Stand) -> str:
    return f"{stand.pose.x:g},{stand.pose.y:g}"


def _as_document(found: DeadGround, lookers: list[Named], zone: bool) -> Document:
    shares = [
        (key, found.share(state))
        for key, state in (("seen", SEEN), ("partly", PARTLY), ("hidden", HIDDEN))
    ]
    rows = [(say(f"whatif.ground.row.{key}"), _percent(share)) for key, share in shares]
    if found.lookers > 1 and found.counted:
        every = found.share_seen_by(found.lookers)
        rows.append((say("whatif.ground.row.by_all", count=found.lookers), _percent(every)))
    columns = (say("whatif.ground.column.what"), say("whatif.ground.column.share"))
    names = ", ".join(each.id for each in lookers[:6]) + (", …" if len(lookers) > 6 else "")
    who = say("whatif.ground.zone", count=len(lookers)) if zone else names
    how = say(
        "whatif.ground.searched",
        places=found.places,
        spacing=f"{found.spacing_in:g}",
        model=found.model,
        points=found.points,
        level=found.level,
    )
    last = say("whatif.ground.hidden", share=f"{100 * found.hidden_share:.1f}")
    blocks = (Table(columns, tuple(rows), right=(1,)), Text(how), Text(last))
    return Document(say("whatif.ground.title", who=who), blocks)


def _percent(share: float) -> str:
    return say("whatif.percent", share=f"{100 * share:.1f}")


def _as_json(found: DeadGround, lookers: list[Named], zone: tuple[Point, ...]) -> dict[str, Any]:
    return {
        "from": [each.id for each in lookers],
        "zone": zone or None,
        "model": found.model,
        "level": found.level,
        "spacing_in": found.spacing_in,
        "points": found.points,
        "places": found.places,
        "share": {
            "seen": found.share(SEEN),
            "partly": found.share(PARTLY),
            "hidden": found.hidden_share,
        },
        "states": {"no_place": NO_PLACE, "hidden": HIDDEN, "partly": PARTLY, "seen": SEEN},
        "rows": found.state.tolist(),
        "seen_by": found.seen_by.tolist() if found.counted else None,
    }


def _layers(
    opened: Opened, found: DeadGround, lookers: list[Named], zone: tuple[Point, ...]
) -> PlanLayers:
    rows = tuple(tuple(_LOOKS[int(cell)] for cell in row) for row in found.state)
    known = {mini.id for mini in opened.scene.minis}
    drawn = [each for each in lookers if each.id in known or not zone]
    ghosts = tuple(Ghost(each.stand.model, each.stand.pose, "looker") for each in drawn)
    lines = (PlanLine((*zone, zone[0]), "way", say("whatif.legend.zone")),) if zone else ()
    title = say(
        f"whatif.ground.picture.{'one' if len(lookers) == 1 else 'all'}",
        share=f"{100 * found.hidden_share:.1f}",
        who=lookers[0].id,
        count=len(lookers),
    )
    looks: tuple[Look, ...] = ("seen", "partly", "hidden")
    keys = [Key(look, say(f"whatif.legend.{look}")) for look in looks]
    keys += [Key("looker", say("whatif.legend.looker"))] if ghosts else []
    return PlanLayers(Shade(found.spacing_in, rows), lines, ghosts, tuple(keys), title)
