"""L: sight between any two miniatures: verdict, share, line, margin, cover, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sim.engine.observed import SeenPiece
from sim.engine.sight_numbers import at_most_in, at_most_mm, error_percent, percent
from sim.table.pieces import Stand
from sim.view.inputs import Input
from sim.view.marks import SELECTED, base_height, outline_piece, state_ring, tint_off
from sim.view.overlays import line_look, sight_line
from sim.view.palette import palette
from sim.view.ui import Ink, Ui
from sim.window.tools.at_hand import AtHand, Tool
from sim.window.tools.judging import Judgement
from sim.window.tools.reason_tree import draw_reasons
from sim.window.tools.sight_asked import Asked, Sights
from sim.words import say

__all__ = ["SightTool"]

#: A pair that stays so long is looked into more deeply.
_REST_SECONDS = 0.2
_WIDE, _LEAST_HIGH = 318.0, 240.0
_INKS: dict[str, Ink] = {"clear": "good", "obscured": "fair", "blocked": "bad"}


class SightTool(Tool):
    """Between two miniatures: the first is selected or clicked, the second hovered or clicked."""

    name = "sight"

    def __init__(self, hand: AtHand, open_rule: Callable[[str], None]) -> None:
        super().__init__(hand)
        self._open_rule = open_rule
        self._sights = Sights(hand.app.wake)
        self.looker = self.target = ""
        self.fixed = False
        self._rested = 0.0
        self._key: object = None
        self._outlined: tuple[str, ...] = ()

    @property
    def actions(self) -> dict[str, Callable[[], bool]]:
        """The key begins with whoever is selected, and ends; next swaps the two."""
        return {"sight": self._toggle, "next": self._swap}

    @property
    def active(self) -> bool:
        """Whether the mouse chooses who looks at whom."""
        return self.hand.mode == self.name

    def _toggle(self) -> bool:
        if self.active:
            self._end()
            return True
        self.hand.mode = self.name
        selected = self.hand.selected
        self.looker = selected.id if selected is not None else ""
        self.target, self.fixed = "", False
        return True

    def _swap(self) -> bool:
        if not self.active or not (self.looker and self.target):
            return False
        self.looker, self.target, self.fixed = self.target, self.looker, True
        return True

    def between(self, looker: str, target: str) -> None:
        """Show the sight of two miniatures."""
        self.hand.mode, self.looker, self.target = self.name, looker, target
        self.fixed = True

    def _end(self) -> None:
        self.hand.mode = ""
        self.looker = self.target = ""
        self.fixed = False

    def back(self) -> bool:
        """Let go of the target, then of the looker, then put the tool away."""
        if not self.active:
            return False
        if self.fixed:
            self.fixed, self.target = False, ""
        elif self.looker and self.hand.selected is None:
            self.looker = self.target = ""
        else:
            self._end()
        return True

    def take(self, each: Input) -> bool:
        """Choose by clicks; whatever else is pressed moves the camera."""
        if not self.active or each.name != "mouse1" or each.kind != "down":
            return False
        pointed = self.hand.point_anew()
        mini = pointed.mini if pointed is not None else ""
        if not mini:
            if self.fixed:
                self.fixed, self.target = False, ""
            return False
        if not self.looker or each.shift:
            self.looker, self.target, self.fixed = mini, "", False
        elif mini != self.looker:
            self.target, self.fixed = mini, True
        return True

    # --- asking ------------------------------------------------------------------------------

    def tick(self, seconds: float) -> bool:
        """Ask when the pair changed; look deeper when it stays."""
        if self.hand.mode != self.name and (self.looker or self.target):
            self._end_quietly()
        if not self.active:
            self._ask(None, None)
            return False
        if not self.fixed:
            hovered = self.hand.hovered
            self.target = hovered.id if hovered and hovered.id != self.looker else ""
        self._ask(self.hand.piece(self.looker), self.hand.piece(self.target))
        self._rested += seconds
        if self._sights.asked is not None and self._rested >= _REST_SECONDS:
            self._sights.deepen()
        self._sights.look()
        return self._sights.asked is not None and (
            self._sights.busy or not self._sights.asked.deepened
        )

    def _end_quietly(self) -> None:
        """Another tool took the mouse."""
        self.looker = self.target = ""
        self.fixed = False

    def _ask(self, looker: SeenPiece | None, target: SeenPiece | None) -> None:
        stands = [self.hand.stand(each.id) if each else None for each in (looker, target)]
        key = (tuple(stands), self.hand.view.observed and id(self.hand.view.observed))
        if key == self._key:
            return
        self._key, self._rested = key, 0.0
        one, other = stands
        if looker is None or target is None or one is None or other is None:
            self._sights.drop()
            return
        judgement = self._with_ghosts(self.hand.context.judge(looker, target), looker, target)
        self._sights.ask((looker.id, one), (target.id, other), judgement)

    def _with_ghosts(self, judgement: Judgement, *pair: SeenPiece) -> Judgement:
        """Return how it is judged with everybody where he would stand.

        A book tells the cover of those who stand, so that of a ghost is not told.
        """
        ghosts = self.hand.context.ghosts()
        if not ghosts:
            return judgement
        hiding = {
            name: Stand(stand.model, ghosts.get(name, stand.pose))
            for name, stand in judgement.terms.hiding.items()
        }
        moved = any(each.id in ghosts for each in pair)
        terms = replace(judgement.terms, hiding=hiding)
        return Judgement(terms, None if moved else judgement.cover)

    @property
    def asked(self) -> Asked | None:
        """What is known of the pair."""
        return self._sights.asked

    # --- drawing -----------------------------------------------------------------------------

    def paint(self) -> None:
        """Draw the line, the ring of the looker, and outline what blocks."""
        view, asked = self.hand.view, self._sights.asked
        looker = self.hand.piece(self.looker) if self.active else None
        stand = self.hand.stand(self.looker) if looker is not None else None
        if stand is None:
            view.wipe("tools/looker")
        else:
            base, height = self.hand.facts.model(stand).base, base_height(view.stage, stand.pose)
            view.paint(
                "tools/looker", stand, lambda: state_ring(base, stand.pose, SELECTED, height)
            )
        if asked is None:
            view.wipe("tools/sight")
        else:
            view.paint("tools/sight", (asked.looker, asked.target, asked.state), self._line)
        self._outline(self._blockers(asked))

    def _line(self) -> Any:
        asked = self._sights.asked
        assert asked is not None
        line = asked.verdict.line
        return sight_line(line.eye, line.end, line_look(asked.state), stop=line.stop)

    def _blockers(self, asked: Asked | None) -> tuple[str, ...]:
        if asked is None or asked.verdict.visible:
            return ()
        first = asked.verdict.line.blocker
        return (first,) if first in self.hand.facts.table.terrain else ()

    def _outline(self, blockers: tuple[str, ...]) -> None:
        if blockers == self._outlined:
            return
        stage = self.hand.view.stage
        for name in self._outlined:
            tint_off(stage, name)
        for name in blockers:
            outline_piece(stage, name, (*palette().blocked, 255))
        self._outlined = blockers

    def draw(self, ui: Ui) -> None:
        """Draw the hint, the tag at the target, and the panel with the reasons."""
        if not self.active:
            return
        asked = self._sights.asked
        if asked is None:
            self._draw_hint(ui)
            return
        self._draw_tag(ui, asked)
        self._draw_panel(ui, asked)

    def _draw_hint(self, ui: Ui) -> None:
        left, top, right, _ = self.hand.area(ui)
        text = say("tools.sight.second" if self.looker else "tools.sight.first")
        ui.tag(((left + right) / 2, top), [(text, "gold")], edge="gold", pivot=(0.5, 0.0))

    def _draw_tag(self, ui: Ui, asked: Asked) -> None:
        piece = self.hand.piece(asked.target[0])
        if piece is None:
            return
        # Below the miniature: its unit's label stands above.
        x, y, z = self.hand.view.above(piece, 0.0)
        z -= self.hand.facts.table.models[piece.model].height_in
        ((left, top, depth),) = self.hand.app.window.points([(x, y, z)])
        if depth > 0:
            ink, text = _INKS[asked.state], verdict_text(asked)
            at = (left, top + 16)
            ui.tag(at, [(text, ink)], edge=ink, pivot=(0.5, 0.0), name="sight/tag", size=1.0)

    def _draw_panel(self, ui: Ui, asked: Asked) -> None:
        _, top, right, bottom = self.hand.area(ui)
        top += self.hand.docked
        high = max(_LEAST_HIGH, min(bottom - top, 470.0))
        with ui.panel("sight", (right, top), (_WIDE, high), pivot=(1.0, 0.0), scroll=True):
            ui.heading(say("tools.sight.title", looker=asked.looker[0], target=asked.target[0]))
            ui.text(verdict_text(asked), _INKS[asked.state], size=1.2, name="sight/verdict")
            ui.text(_margin_text(asked), "dim", name="sight/margin")
            self._draw_cover(ui, asked)
            ui.text(say(f"tools.sight.back_{'yes' if asked.back else 'no'}"), "dim")
            self._draw_buttons(ui)
            ui.line()
            draw_reasons(ui, "sight/why", asked.tree(), self._open_rule, deep=0)
        self.hand.docked += high + 8

    def _draw_cover(self, ui: Ui, asked: Asked) -> None:
        if asked.judgement.cover is None or not asked.verdict.visible:
            return
        text = say("tools.sight.cover_comes")
        if asked.cover is not None:
            text = say("tools.sight.cover", name=asked.cover.name)
        ui.text(text, "plain" if asked.cover else "dim", name="sight/cover")

    def _draw_buttons(self, ui: Ui) -> None:
        keys = self.hand.app.keys
        if ui.button("sight/swap", say("tools.sight.swap"), key=keys.key("next")):
            self._swap()
        ui.beside()
        if ui.button("sight/close", say("tools.close"), key=keys.key("sight"), kind="quiet"):
            self._end()

    def facts(self) -> dict[str, object]:
        """Return the verdict shown."""
        asked = self._sights.asked
        if asked is None:
            return {}
        return {
            "sight": {
                "looker": asked.looker[0],
                "target": asked.target[0],
                "visible": asked.verdict.visible,
                "share": round(asked.verdict.share, 6),
                "margin": None if asked.margin is None else round(asked.margin.target_in, 6),
                "cover": asked.cover.cover if asked.cover is not None else "",
            }
        }

    def close(self) -> None:
        """Take everything off the table and end the threads."""
        self._outline(())
        self._sights.close()
        self.hand.view.wipe("tools/sight", "tools/looker")


def verdict_text(asked: Asked) -> str:
    """Return the verdict with its share and bound, as `los` writes it."""
    verdict = asked.verdict
    if not verdict.visible:
        return say("tools.sight.blocked")
    share, bound = percent(verdict.share), error_percent(verdict.bound, verdict.share)
    return say("tools.sight.visible", share=share, bound=bound)


def _margin_text(asked: Asked) -> str:
    margin = asked.margin
    if margin is None:
        return say("tools.sight.margin_comes")
    if margin.target_in <= 0:
        return say("tools.sight.margin_none")
    key = "tools.sight.margin_all" if margin.target_in >= margin.limit_in else "tools.sight.margin"
    return say(key, inches=at_most_in(margin.target_in), mm=at_most_mm(margin.target_in))
