"""M: rulers. Drag from anything to anything; they stay until they are taken away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sim.geometry.units import MM_PER_IN
from sim.table.pieces import Stand
from sim.view.inputs import Input
from sim.view.picking import Pointed
from sim.view.ruler_marks import ruler_mark
from sim.view.ui import Ink, Ui
from sim.window.tools.at_hand import AtHand, Tool
from sim.window.tools.rulers import Edges, End, Measured, Ruler, measured
from sim.words import say

__all__ = ["RulerTool"]

#: What an end snaps to lies at most so far from the pointer, points of the screen.
_SNAP = 11.0
_LEAST_IN = 0.05
#: Colours of rulers in turn, with the inks nearest to them.
_COLOURS: tuple[tuple[tuple[int, int, int], Ink], ...] = (
    ((255, 212, 64), "gold"),
    ((120, 200, 255), "link"),
    ((255, 150, 120), "bad"),
    ((140, 230, 150), "good"),
)


class RulerTool(Tool):
    """Several rulers at once."""

    name = "measure"

    def __init__(self, hand: AtHand) -> None:
        super().__init__(hand)
        self.rulers: list[Ruler] = []
        self._edges = Edges(hand.facts)
        self._begun: End | None = None
        self._next = 1

    @property
    def actions(self) -> dict[str, Callable[[], bool]]:
        """The key takes rulers in the hand, or puts them away; those that lie stay."""
        return {"measure": self._toggle}

    def _toggle(self) -> bool:
        self._begun = None
        self.hand.mode = "" if self.hand.mode == self.name else self.name
        return True

    @property
    def active(self) -> bool:
        """Whether the mouse draws rulers."""
        return self.hand.mode == self.name

    def back(self) -> bool:
        """Drop the ruler in the hand, else all rulers, else put the tool away."""
        if not self.active:
            return False
        if self._begun is not None:
            self._begun = None
        elif self.rulers:
            self.rulers.clear()
        else:
            self.hand.mode = ""
        return True

    def take(self, each: Input) -> bool:
        """Take a ruler away by its cross; in the hand, begin and end one."""
        if each.name != "mouse1":
            return False
        if each.kind == "down" and self._begun is None and self._crossed():
            return True
        if not self.active:
            return False
        if each.kind == "down":
            self._begun = self._end(self.hand.point_anew(), free=each.shift)
        elif self._begun is not None:
            begun, self._begun = self._begun, None
            end = self._end(self.hand.point_anew(), free=each.shift)
            if end is not None and not _same(begun, end):
                self.rulers.append(Ruler(self._next, begun, end))
                self._next += 1
        else:
            return False
        return True

    def _crossed(self) -> bool:
        ui, pointer = self.hand.app.window.ui, self.hand.app.window.pointer
        if pointer is None:
            return False
        x, y = pointer[0] / ui.scale, pointer[1] / ui.scale
        for ruler in self.rulers:
            place = ui.places.get(_cross(ruler))
            if place is None:
                continue
            left, top, right, bottom = place.box
            if left <= x <= right and top <= y <= bottom:
                self.rulers.remove(ruler)
                return True
        return False

    def _end(self, pointed: Pointed | None, *, free: bool) -> End | None:
        """Return what the pointer is on: a base, an edge, a place; free of snapping if asked."""
        if pointed is None or (pointed.at is None and not pointed.mini):
            return None
        if pointed.mini and not free:
            piece = self.hand.piece(pointed.mini)
            assert piece is not None
            return End(piece.pose.at, mini=piece.id, level=piece.pose.level)
        if pointed.at is None:
            return None
        end = End(pointed.at, level=pointed.level)
        found = None if free else self._edges.near(pointed.at, self._reach(end))
        return end if found is None else replace(end, at=found[1], piece=found[0])

    def _reach(self, end: End) -> float:
        """Return how many inches of the table the snapping distance covers at a place."""
        x, y = end.at
        z = self.hand.facts.support(x, y, end.level)
        spots = self.hand.app.window.points([(x, y, z), (x + 0.1, y, z), (x, y + 0.1, z)])
        (ax, ay, _), *others = spots
        span = max(abs(bx - ax) + abs(by - ay) for bx, by, _ in others)
        return min(1.5, _SNAP * 0.1 / max(span, 1e-3))

    # --- drawing -----------------------------------------------------------------------------

    def _stands(self) -> dict[str, Stand]:
        ghosts = self.hand.context.ghosts()
        return {
            each.id: Stand(each.model, ghosts.get(each.id, each.pose))
            for each in self.hand.view.pieces
        }

    def lengths(self) -> list[tuple[Ruler, Measured]]:
        """Return the rulers with their lengths, the one in the hand last; lost ones are gone."""
        if not self.rulers and self._begun is None:
            return []
        stands = self._stands()
        every = list(self.rulers)
        if self._begun is not None:
            end = self._end(self.hand.pointed, free=False)
            if end is not None and not _same(self._begun, end):
                every.append(Ruler(0, self._begun, end))
        found = [(ruler, measured(self.hand.facts, ruler, stands)) for ruler in every]
        lost = [ruler for ruler, length in found if length is None]
        self.rulers = [ruler for ruler in self.rulers if ruler not in lost]
        return [(ruler, length) for ruler, length in found if length is not None]

    def paint(self) -> None:
        """Lay the rulers on the table."""
        lengths = self.lengths()
        key = tuple((ruler.number, length.a, length.b) for ruler, length in lengths)
        if not lengths:
            self.hand.view.wipe("tools/rulers")
            return
        self.hand.view.paint(
            "tools/rulers",
            key,
            lambda: [
                ruler_mark(length.a, length.b, _look(ruler)[0], self.hand.view.height)
                for ruler, length in lengths
            ],
        )

    def draw(self, ui: Ui) -> None:
        """Write the lengths, each with its cross."""
        if self.active:
            self._draw_hint(ui)
        for ruler, length in self.lengths():
            self._draw_length(ui, ruler, length)

    def _draw_length(self, ui: Ui, ruler: Ruler, length: Measured) -> None:
        middle = tuple((p + q) / 2 for p, q in zip(length.a, length.b, strict=True))
        spot = (middle[0], middle[1], middle[2] + 0.2)
        ((x, y, depth),) = self.hand.app.window.points([spot])
        if depth <= 0:
            return
        ink = _look(ruler)[1]
        name = _tag(ruler)
        box = ui.tag((x, y - 8), [(self.text(length), "plain")], edge=ink, name=name, size=1.0)
        if ruler.number:
            at = (box[2] + 2, box[1])
            ui.tag(at, [(say("tools.cross"), "bad")], pivot=(0, 0), name=_cross(ruler), size=1.0)

    def text(self, length: Measured) -> str:
        """Return a length as it is written: inches, and centimetres when the player likes."""
        inches = max(0.0, length.inches)
        params = {"inches": f"{inches:.2f}", "cm": f"{inches * MM_PER_IN / 10:.1f}"}
        if length.inches < -1e-3:
            return say("tools.measure.overlap")
        if self.hand.app.settings.centimetres:
            return say("tools.measure.both", **params)
        return say("tools.measure.inches", **params)

    def _draw_hint(self, ui: Ui) -> None:
        left, top, right, _ = self.hand.area(ui)
        key = self.hand.app.keys.key
        text = say("tools.measure.hint", key=key("measure"), back=key("back"))
        ui.tag(((left + right) / 2, top), [(text, "gold")], edge="gold", pivot=(0.5, 0.0))

    def facts(self) -> dict[str, object]:
        """Return the lengths in inches by number."""
        found = {r.number: round(length.inches, 4) for r, length in self.lengths() if r.number}
        return {"rulers": found} if found else {}

    def close(self) -> None:
        """Take the rulers off the table."""
        self.rulers.clear()
        self._begun = None
        self.hand.view.wipe("tools/rulers")


def _same(a: End, b: End) -> bool:
    if a.mini or b.mini:
        return a.mini == b.mini
    return abs(a.at[0] - b.at[0]) + abs(a.at[1] - b.at[1]) < _LEAST_IN


def _look(ruler: Ruler) -> tuple[tuple[int, int, int], Ink]:
    return _COLOURS[(ruler.number - 1) % len(_COLOURS)] if ruler.number else _COLOURS[0]


def _tag(ruler: Ruler) -> str:
    return f"measure/ruler/{ruler.number}"


def _cross(ruler: Ruler) -> str:
    return f"measure/ruler/{ruler.number}/remove"
