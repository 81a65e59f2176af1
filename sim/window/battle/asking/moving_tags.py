"""Tags over the table while moving: inches, what is wrong and where, who sees the place."""

from __future__ import annotations

from collections.abc import Sequence

from sim.engine.reasons import Objection
from sim.geometry.pose import Pose
from sim.geometry.units import turn_to
from sim.view.ui import Ink, Ui
from sim.window.battle.asking.draft import HandDraft
from sim.window.battle.asking.watchers import Watchers
from sim.window.battle.at_table import AtTable
from sim.window.battle.wrapping import wrapped
from sim.words import say

__all__ = ["MOST_TAGS", "distinct", "draw_tags"]

#: How many objections are told over the table at once.
MOST_TAGS = 3
_WIDE = 300.0


def draw_tags(
    ui: Ui,
    at: AtTable,
    draft: HandDraft,
    watchers: Watchers,
) -> None:
    """Draw the tags of a draft."""
    objections = draft.objections()
    mini = draft.chosen
    ghosts = draft.ghosts()
    if mini and mini in ghosts:
        lines = _measures(draft, mini, bool(objections))
        if watchers.look():
            count, of = watchers.counts
            key = "moving.seen_by" if count else "moving.seen_by_none"
            told = say(key, count=count, all=of) if count else say(key)
            lines.append((told, "bad" if count else "good"))
        _tag_over(ui, at, draft, mini, ghosts[mini], lines)
    _draw_objections(ui, at, draft, objections)


def _measures(draft: HandDraft, mini: str, wrong: bool) -> list[tuple[str, Ink]]:
    """Return inches of inches allowed, the turn, and the distance to the leader."""
    lines: list[tuple[str, Ink]] = []
    if draft.is_path and len(draft.way(mini)) > 1:
        inches, allowed = draft.inches(mini), draft.allowed
        shown = f"{inches:.2f}"
        if allowed is None:
            lines.append((say("moving.inches", inches=shown), "plain"))
        else:
            ink: Ink = "bad" if inches > allowed + 1e-3 else "gold"
            lines.append((say("moving.of_allowed", inches=shown, allowed=f"{allowed:g}"), ink))
    turn = turn_to(draft.draft.start(mini).facing, draft.pose(mini).facing)
    if draft.is_path and abs(turn) > 0.5 and len(draft.question.movers) == 1:
        lines.append((say("moving.turned", degrees=f"{turn:+.0f}"), "plain"))
    leader = _leader_of(draft, mini)
    if mini != leader and not draft.moves_all(mini):
        gap = draft.facts.gap(draft.stand(mini), draft.stand(leader)).inches
        lines.append((say("moving.to_leader", inches=f"{gap:.2f}"), "bad" if wrong else "dim"))
    return lines


def _leader_of(draft: HandDraft, mini: str) -> str:
    """Return who leads a mover's unit, on the table or among the movers."""
    unit = draft.piece(mini).unit
    for piece in draft.seen.pieces:
        if piece.unit == unit and piece.leads:
            return piece.id
    return draft.leader


def _tag_over(
    ui: Ui,
    at: AtTable,
    draft: HandDraft,
    mini: str,
    pose: Pose,
    lines: Sequence[tuple[str, Ink]],
) -> None:
    if not lines:
        return
    tall = at.view.facts.table.models[draft.piece(mini).model].height_in
    floor = at.view.facts.support(pose.x, pose.y, pose.level)
    x, y, depth = at.app.window.points([(pose.x, pose.y, floor + tall + 0.5)])[0]
    if depth > 0:
        ui.tag((x, y), lines, edge="gold", name="moving/tag")


def _draw_objections(
    ui: Ui, at: AtTable, draft: HandDraft, objections: Sequence[Objection]
) -> None:
    """Write the first few objections beside where they are wrong, one below the other."""
    bottom = 0.0
    for number, (each, _) in enumerate(distinct(objections)[:MOST_TAGS]):
        place = _place(draft, each)
        if place is None:
            continue
        floor = at.view.facts.support(place[0], place[1], "ground")
        x, y, depth = at.app.window.points([(*place, floor)])[0]
        if depth <= 0:
            continue
        text = wrapped(ui, say(each.key, **each.params), _WIDE)
        lines: list[tuple[str, Ink]] = [(line, "bad") for line in text.splitlines()]
        if each.rule:
            lines.append((each.rule, "dim"))
        top = max(y + 14.0, bottom)
        box = ui.tag(
            (x + 10.0, top), lines, edge="bad", pivot=(0.0, 0.0), name=f"moving/wrong/{number}"
        )
        bottom = box[3] + 3.0


def _place(draft: HandDraft, objection: Objection) -> tuple[float, float] | None:
    if objection.at is not None:
        return objection.at
    if objection.subject in draft.question.movers:
        return draft.pose(objection.subject).at
    return None


def distinct(objections: Sequence[Objection]) -> list[tuple[Objection, int]]:
    """Return one objection of each clause with how many like it: five men too far need one tag."""
    first: dict[tuple[str, str], Objection] = {}
    count: dict[tuple[str, str], int] = {}
    for each in objections:
        kind = (each.key, each.rule)
        first.setdefault(kind, each)
        count[kind] = count.get(kind, 0) + 1
    return [(each, count[kind]) for kind, each in first.items()]
