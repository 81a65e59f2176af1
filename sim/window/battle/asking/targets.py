"""Tags of options as cards over the table, and the lines of sight behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.engine.questions import Option, Tag
from sim.engine.reasons import Ray, Reason
from sim.view.labels import placed
from sim.view.marks import outline_piece, tint_off
from sim.view.palette import palette
from sim.view.ui import Box, Ink, Ui
from sim.window.battle.at_table import AtTable
from sim.window.battle.layout import NARROW
from sim.window.battle.reason_tree import draw_objections, draw_reason
from sim.window.battle.rings import line_node, on_screen, rays_of
from sim.window.battle.subjects import pieces_of, side_of, unit_named
from sim.window.battle.tag_store import TagStore
from sim.window.battle.wrapping import wrapped
from sim.words import has, say

__all__ = ["LINES", "TargetCards", "tag_lines"]

LINES = "target-lines"
#: So many lines are drawn to a target that is brought forward, and to any other.
_FORWARD, _ELSE = 6, 1
_SIZE = 0.82
_WIDE = 232.0
#: An option that may not be taken has a card only when there is this much to tell.
_TELLING = 2


def tag_lines(tags: Sequence[Tag]) -> list[str]:
    """Return tags as lines: what, and how much."""
    return [
        say("talk.tag", what=say(tag.key) if has(tag.key) else tag.key, value=tag.value)
        for tag in tags
    ]


@dataclass
class TargetCards:
    """Draws a card for every option that has tags and a place on the table.

    Attributes
    ----------
    at : AtTable
    store : TagStore
    named : frozenset of str
        Units that the cards of the last frame name.
    taken : tuple of Box
        Where those cards are.
    """

    at: AtTable
    store: TagStore
    named: frozenset[str] = frozenset()
    taken: tuple[Box, ...] = ()
    _outlined: list[str] = field(default_factory=list[str])

    # --- cards -------------------------------------------------------------------------------

    def draw(self, ui: Ui, options: Sequence[Option], forward: str, free: Box) -> None:
        """Draw the cards; the one brought forward is drawn last, over the others.

        Parameters
        ----------
        options : sequence of Option
        forward : str
            Id of the option that is brought forward; empty for none.
        free : Box
            The part of the screen that no panel covers.
        """
        rows = self._cards(ui, options, forward)
        spots = {option.id: self._anchor(option) for option in options if option.id in rows}
        shown = [option for option in options if spots.get(option.id) is not None]
        self.named = frozenset(self.at.unit_of(option.subject) for option in shown)
        left, top, right, bottom = free
        anchors = [(x - left, y - top) for x, y in (spots[each.id] or free[:2] for each in shown)]
        sizes = [_size(ui, rows[option.id]) for option in shown]
        boxes = placed(anchors, sizes, (right - left, bottom - top), gap=12.0)
        self.taken = tuple((a + left, b + top, c + left, d + top) for a, b, c, d in boxes)
        order = sorted(range(len(shown)), key=lambda n: shown[n].id == forward)
        for n in order:
            option, box = shown[n], boxes[n]
            corner = (box[0] + left, box[1] + top)
            (x, y), low = anchors[n], box[3] + top
            middle = corner[0] + (box[2] - box[0]) / 2
            tied = (middle, low if low < y + top else corner[1])
            ui.stroke([(x + left, y + top), tied], "dim", width=1.0)
            edge: Ink = "bad" if option.blocked else "gold" if option.id == forward else "good"
            name = f"target/{option.id}"
            ui.tag(corner, rows[option.id], edge=edge, pivot=(0.0, 0.0), name=name, size=_SIZE)

    def _cards(
        self, ui: Ui, options: Sequence[Option], forward: str
    ) -> dict[str, list[tuple[str, Ink]]]:
        """Return the lines of each card: one for a subject, that of the option in front."""
        chosen: dict[str, Option] = {}
        for option in sorted(options, key=lambda o: (o.id != forward, bool(o.blocked))):
            if option.subject:
                chosen.setdefault(option.subject, option)
        rows = {each.id: self._rows(ui, each, each.id == forward) for each in chosen.values()}
        return {name: lines for name, lines in rows.items() if lines}

    def _anchor(self, option: Option) -> tuple[float, float] | None:
        """Return the point over the middle of an option's subject; None out of sight."""
        view = self.at.view
        known = {piece.id for piece in view.pieces}
        pieces = [p for p in pieces_of(self.at.observed, option.subject) if p.id in known]
        spots = [view.above(piece) for piece in pieces]
        if not spots:
            return None
        x = sum(spot[0] for spot in spots) / len(spots)
        y = sum(spot[1] for spot in spots) / len(spots)
        z = max(spot[2] for spot in spots)
        return on_screen(self.at, (x, y, z))

    def _rows(self, ui: Ui, option: Option, forward: bool) -> list[tuple[str, Ink]]:
        """Return the lines of a card: whose it is, whether it may be taken, and its tags."""
        tags = self.store.get(option.id)
        if tags is not None and len(tags) < (_TELLING if option.blocked else 1):
            return []
        unit = unit_named(self.at.observed, option.subject)
        name = unit.name if unit is not None else option.subject
        rows: list[tuple[str, Ink]] = [(name, "gold" if forward else "plain")]
        if option.blocked:
            rows.append((say("talk.blocked"), "bad"))
        if tags is None and self._is_own(option):
            # Who fires is no target: what is said of him is said by the button.
            return []
        if tags is None:
            # Only what is looked for long enough to be read says so.
            return [*rows, (say("talk.looking"), "dim")] if self.store.known else []
        crowded = ui.size[0] < NARROW and not forward
        text = say("talk.dot").join(tag_lines(tags[:1] if crowded else tags))
        rows.extend((part, "plain") for part in wrapped(ui, text, _WIDE).splitlines())
        return rows

    def _is_own(self, option: Option) -> bool:
        return side_of(self.at.observed, option.subject) == self.at.conductor.viewer

    # --- lines of sight ----------------------------------------------------------------------

    def paint(self, options: Sequence[Option], forward: str) -> None:
        """Draw the lines of what is known: solid, dashed, or dotted up to what is in the way."""
        known = tuple(option.id for option in options if self.store.get(option.id))
        self.at.view.paint(LINES, (known, forward), lambda: self._lines(options, forward))

    def _lines(self, options: Sequence[Option], forward: str) -> list[Any]:
        self.lift()
        nodes: list[Any] = []
        for option in options:
            most = _FORWARD if option.id == forward else _ELSE
            if forward and option.id != forward:
                continue
            for ray, reason in self._rays(option, most):
                node, piece = line_node(self.at.view, ray, _state(option, ray, reason))
                nodes.append(node)
                if piece and option.id == forward:
                    self._outline(piece)
        return nodes

    def _rays(self, option: Option, most: int) -> list[tuple[Ray, Reason]]:
        """Return the lines that show an option best: the free ones first."""
        found = [
            each
            for tag in self.store.get(option.id) or ()
            for each in rays_of(tag.reason, most * 4)
        ]
        found.sort(key=lambda each: bool(each[0][2]) == bool(option.blocked))
        seen: dict[object, tuple[Ray, Reason]] = {}
        for each in found:
            seen.setdefault((each[0][0], each[0][1]), each)
        return list(seen.values())[:most]

    def _outline(self, piece: str) -> None:
        stage = self.at.view.stage
        if piece in stage.pieces and piece not in self._outlined:
            outline_piece(stage, piece, (*palette().suspect, 255))
            self._outlined.append(piece)

    def lift(self) -> None:
        """Take outlines off the pieces."""
        for piece in self._outlined:
            tint_off(self.at.view.stage, piece)
        self._outlined.clear()

    def close(self) -> None:
        """Take everything off the table, and look nothing more up."""
        self.lift()
        self.at.view.wipe(LINES)
        self.store.close()

    # --- reasons -----------------------------------------------------------------------------

    def draw_reasons(self, ui: Ui, option: Option) -> None:
        """Draw all that is known about an option: objections and tags with their trees."""
        ui.text(say(option.key, **option.params), "gold", size=1.08, name="target-card/name")
        draw_objections(ui, self.at, "target-card/blocked", option.blocked)
        tags = self.store.get(option.id)
        if tags is None:
            ui.text(say("talk.looking"), "dim")
            return
        for place, tag in enumerate(tags):
            (line,) = tag_lines((tag,))
            text = wrapped(ui, line, ui.room[0] - 30)
            name = f"target-card/{place}"
            if tag.reason is None:
                ui.text(text, name=name)
                continue
            with ui.tree(name, text) as unfolds:
                if unfolds:
                    draw_reason(ui, self.at, f"{name}/why", tag.reason)


def _size(ui: Ui, rows: Sequence[tuple[str, Ink]]) -> tuple[float, float]:
    wide = max((ui.text_size(text)[0] for text, _ in rows), default=0.0) * _SIZE + 18
    return wide, len(rows) * 16.0 * _SIZE * 1.22 + 8


def _state(option: Option, ray: Ray, reason: Reason) -> str:
    """Return how a line is drawn: free, only partly free, or stopped.

    A line that is not free stops a target that may not be taken; where it may, something is
    between, and it is seen past it.
    """
    if ray[2]:
        return "clear"
    return "blocked" if option.blocked or reason.value is False else "obscured"
