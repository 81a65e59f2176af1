"""H: who sees what, from a place or by a side, growing finer while one looks at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.engine.observed import SeenPiece
from sim.geometry.pose import Pose, pose_from_outside
from sim.table.dead_ground import HIDDEN, NO_PLACE
from sim.table.pieces import Stand
from sim.view.heat_sheet import HEAT_LOOKS, heat_mesh, heat_sheet, heat_swatch
from sim.view.inputs import Input
from sim.view.palette import palette
from sim.view.ui import Ui
from sim.window.tools.at_hand import AtHand, Tool
from sim.window.tools.heat_work import Survey
from sim.words import say

__all__ = ["HeatTool"]

#: What a slice of the work may take, and how often the map is drawn anew, seconds.
_SLICE, _REDRAW = 0.012, 0.3
_WIDE, _HIGH = 300.0, 300.0
KINDS = ("here", "mine", "theirs", "both")
_ONE = {-1: "", 0: "hidden", 1: "partly", 2: "seen"}


class HeatTool(Tool):
    """The map of what is seen."""

    name = "heat"

    def __init__(self, hand: AtHand) -> None:
        super().__init__(hand)
        self.kind = ""
        self.body = ""
        self.from_name = ""
        self._from: Stand | None = None
        self._surveys: tuple[Survey, ...] = ()
        self._key: object = None
        self._drawn = 0
        self._since = 0.0
        self._stopped = False

    @property
    def actions(self) -> dict[str, Callable[[], bool]]:
        """The key goes from here to mine, theirs, both, and off."""
        return {"heat": self._next_kind}

    def _next_kind(self) -> bool:
        if not self.kind:
            self._choose("here" if self._take_here() else "mine")
            return True
        after = KINDS.index(self.kind) + 1
        self._choose(KINDS[after] if after < len(KINDS) else "")
        return True

    def _choose(self, kind: str) -> None:
        if kind == "here" and self._from is None:
            self._point()
            return
        self.kind, self._stopped = kind, False
        if self.hand.mode == self.name:
            self.hand.mode = ""
        if not kind:
            self._shut()

    def _point(self) -> None:
        """Let the next click say from where."""
        self.hand.mode = self.name
        self.hand.app.tell(say("tools.heat.whom"), "dim")

    def _take_here(self) -> bool:
        """Look from who is pointed at, else selected, else from the place pointed at."""
        pointed = self.hand.point_anew()
        who = self.hand.hovered or self.hand.selected
        if who is not None:
            self._from, self.from_name = self.hand.stand(who.id), who.id
            return True
        if pointed is None or pointed.at is None:
            return False
        body = self._usual(None)
        if not body:
            return False
        x, y = pointed.at
        self._from = Stand(body, pose_from_outside(x, y, 0.0, pointed.level))
        self.from_name = ""
        return True

    def back(self) -> bool:
        """Take the map away."""
        if not self.kind and self.hand.mode != self.name:
            return False
        self._choose("")
        if self.hand.mode == self.name:
            self.hand.mode = ""
        return True

    def take(self, each: Input) -> bool:
        """Take the next click as the place to look from."""
        if self.hand.mode != self.name or each.name != "mouse1" or each.kind != "down":
            return False
        if self._take_here():
            self._choose("here")
        return True

    def _shut(self) -> None:
        self.kind, self._surveys, self._key, self._from = "", (), None, None
        self.hand.view.wipe("tools/heat")

    # --- the work ----------------------------------------------------------------------------

    def _of(self, mine: bool) -> list[SeenPiece]:
        side = self.hand.context.side()
        return [each for each in self.hand.view.pieces if (each.side == side) == mine]

    def _usual(self, mine: bool | None) -> str:
        """Return the model that most of a side (None: of all) have; hulls only if all are."""
        pieces = self.hand.view.pieces if mine is None else self._of(mine)
        models = self.hand.facts.table.models
        on_foot = [each.model for each in pieces if not models[each.model].is_solid]
        found = Counter(on_foot or [each.model for each in pieces]).most_common(1)
        return found[0][0] if found else next(iter(models), "")

    def _stands(self, pieces: Sequence[SeenPiece]) -> tuple[Stand, ...]:
        first = sorted(pieces, key=lambda each: not each.leads)
        return tuple(stand for each in first if (stand := self.hand.stand(each.id)) is not None)

    def _parties(self) -> list[tuple[tuple[Stand, ...], str]]:
        """Return who looks, and the body that is looked for, for each map that is wanted."""
        if self.kind == "here":
            assert self._from is not None
            mine = self.from_name in {each.id for each in self._of(True)}
            return [((self._from,), self.body or self._usual(not mine) or self._usual(None))]
        found: list[tuple[tuple[Stand, ...], str]] = []
        for mine in (True, False):
            if self.kind in ("both", "mine" if mine else "theirs"):
                body = self.body or self._usual(None if self.kind == "both" else not mine)
                found.append((self._stands(self._of(mine)), body))
        return found

    def _begin(self) -> None:
        """Begin anew when the parties, the body or the hulls are others."""
        parties = self._parties()
        facts = self.hand.facts
        hulls = tuple(
            Stand(each.model, each.pose)
            for each in self.hand.view.pieces
            if facts.table.models[each.model].is_solid
        )
        key = (tuple(parties), hulls)
        if key == self._key:
            return
        self._key, self._stopped = key, False
        self._surveys = tuple(
            Survey(facts, lookers, Stand(body, Pose(0.0, 0.0, 270.0)), hulls)
            for lookers, body in parties
            if body
        )
        self._drawn += 1

    def tick(self, seconds: float) -> bool:
        """Ask some more cells."""
        if not self.kind:
            return False
        self._begin()
        self._since += seconds
        todo = [each for each in self._surveys if not each.done]
        if self._stopped or not todo:
            return False
        # The one that lags behind goes on, so that both grow alike.
        min(todo, key=lambda each: each.share).work(_SLICE)
        if self._since >= _REDRAW or all(each.done for each in self._surveys):
            self._since = 0.0
            self._drawn += 1
        return True

    @property
    def share(self) -> float:
        """Share of the work that is done."""
        if not self._surveys:
            return 1.0
        return sum(each.share for each in self._surveys) / len(self._surveys)

    @property
    def done(self) -> bool:
        """Whether the finest map is whole."""
        return all(each.done for each in self._surveys)

    # --- the map -----------------------------------------------------------------------------

    def paint(self) -> None:
        """Lay the map on the table."""
        if self.kind and self._surveys:
            self.hand.view.paint("tools/heat", self._drawn, self._sheet)

    def _sheet(self) -> Any:
        table = self.hand.facts.table
        size = (table.width, table.depth)
        height = self.hand.view.height
        mesh = self.hand.view.stage.keep("tools/heat", lambda: heat_mesh(size, height))
        looks, spacing = self.looks()
        return heat_sheet(looks, spacing, size, height, mesh)

    def looks(self) -> tuple[NDArray[np.int64], float]:
        """Return the look of each cell, and the side of a cell."""
        grids = [each.grid for each in self._surveys if each.grid is not None]
        if len(grids) == 1:
            return _named(grids[0].state, _ONE), grids[0].spacing
        # Both maps count as coarse as the coarser one.
        spacing = max(grid.spacing for grid in grids)
        mine, theirs = (_coarse(grid.state, grid.spacing, spacing) for grid in grids)
        states = np.full(mine.shape, -1, dtype=np.int64)
        there = (mine != NO_PLACE) | (theirs != NO_PLACE)
        code = (mine > HIDDEN).astype(np.int64) + 2 * (theirs > HIDDEN)
        states[there] = code[there]
        names = {-1: "", 0: "by_none", 1: "only_mine", 2: "only_theirs", 3: "by_both"}
        return _named(states, names), spacing

    def draw(self, ui: Ui) -> None:
        """Draw the panel: whose eyes, what is looked for, how far it is, what the looks mean."""
        if not self.kind:
            return
        _, top, right, _ = self.hand.area(ui)
        at = (right, top + self.hand.docked)
        with ui.panel("heat", at, (_WIDE, _HIGH), pivot=(1.0, 0.0), scroll=True):
            ui.heading(say("tools.heat.title"))
            for index, kind in enumerate(KINDS):
                if index > 1:
                    ui.beside()
                self._draw_kind(ui, kind)
            self._draw_body(ui)
            self._draw_progress(ui)
            for look in self._legend():
                _swatch(ui, look)
                ui.beside()
                ui.text(say(f"tools.heat.{look}"), "plain", size=0.9)
        self.hand.docked += _HIGH + 8

    def _draw_kind(self, ui: Ui, kind: str) -> None:
        text = say(f"tools.heat.{kind}") if kind != "here" else self._here()
        chosen = "chosen" if kind == self.kind else "plain"
        wide = _WIDE - 26 if kind == "here" else (_WIDE - 42) / 3
        if ui.button(f"heat/{kind}", text, kind=chosen, width=wide):
            if kind == "here":
                self._point()
            else:
                self._choose(kind)

    def _here(self) -> str:
        if self._from is None or not self.from_name:
            return say("tools.heat.place")
        return say("tools.heat.here", name=self.from_name)

    def _draw_body(self, ui: Ui) -> None:
        used = self._parties()[0][1]
        models = sorted({each.model for each in self.hand.view.pieces} | {used})
        chosen = ui.choice("heat/body", "", used, [(each, each) for each in models], width=190)
        if chosen != used:
            self.body = chosen

    def _draw_progress(self, ui: Ui) -> None:
        if self.done or self._stopped:
            hidden = [each.hidden_share for each in self._surveys]
            if len(hidden) == 1:
                ui.text(say("tools.heat.share", percent=f"{100 * hidden[0]:.0f}"), "dim", size=0.9)
            return
        percent = f"{100 * self.share:.0f}"
        ui.bar(self.share, say("tools.heat.progress", percent=percent), width=150, height=18)
        ui.beside()
        if ui.button("heat/stop", say("tools.heat.stop"), kind="quiet"):
            self._stopped = True

    def _legend(self) -> tuple[str, ...]:
        if self.kind == "both":
            return ("by_both", "only_mine", "only_theirs", "by_none")
        return ("seen", "partly", "hidden")

    def facts(self) -> dict[str, object]:
        """Return whose map it is and whether it is whole."""
        if not self.kind:
            return {}
        return {"heat": self.kind, "heat_done": self.done, "heat_share": round(self.share, 3)}

    def close(self) -> None:
        """Take the map away."""
        self._shut()


def _named(states: NDArray[np.int64], names: dict[int, str]) -> NDArray[np.int64]:
    """Return states as places in `HEAT_LOOKS`."""
    looks = np.full(states.shape, -1, dtype=np.int64)
    for state, name in names.items():
        if name:
            looks[states == state] = HEAT_LOOKS.index(name)
    return looks


def _coarse(state: NDArray[np.int64], spacing: float, wanted: float) -> NDArray[np.int64]:
    """Return a map with larger cells, each with the state at its middle."""
    if spacing == wanted:
        return state
    times = round(wanted / spacing)
    return state[times // 2 :: times, times // 2 :: times]


def _swatch(ui: Ui, look: str) -> None:
    """Draw a sample of a look; another palette wants others."""
    name = f"heat/{look}/{palette().near}"
    if not ui.has_picture(name):
        ui.keep_picture(name, heat_swatch(look))
    ui.picture(name, 22)
