"""Plan mode: an activation is played with ghosts, looked at from there, declared by a click."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from sim.engine.observed import Observed, SeenPiece
from sim.engine.questions import Option
from sim.engine.steps import Refused
from sim.errors import HulldownError
from sim.geometry.pose import Pose
from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.view import marks, overlays
from sim.view.palette import palette
from sim.view.ui import Ink, Ui
from sim.window.battle.at_table import AtTable
from sim.window.battle.conductor import Conductor
from sim.window.battle.plan_conductor import PlanConductor, Step
from sim.window.battle.wrapping import Flow
from sim.words import say

__all__ = ["Outlook", "Planning"]

_WIDE = 350.0
_LAYER = "plan-starts"
#: How many lines of each kind the panel shows.
_MOST_LINES = 4


class Outlook:
    """Who sees whom from the ghosts, worked out one enemy unit at a time.

    Parameters
    ----------
    facts : Facts
    now, planned : Observed
        Before the plan and at its present end.
    side : str
        Whose plan it is.
    """

    def __init__(self, facts: Facts, now: Observed, planned: Observed, side: str) -> None:
        self.facts = facts
        known = set(facts.table.models)
        pieces = [piece for piece in planned.pieces if piece.model in known]
        before = {piece.id: piece.pose for piece in now.pieces}
        self.moved = [p for p in pieces if p.side == side and before.get(p.id) != p.pose]
        self._stands = {piece.id: Stand(piece.model, piece.pose) for piece in pieces}
        units = dict.fromkeys(p.unit for p in pieces if p.side != side)
        self._left = [
            (planned.unit(unit).name, [p for p in pieces if p.unit == unit]) for unit in units
        ]
        #: Name of an enemy unit; how many of it are seen, how many of it see us, of how many.
        self.found: list[tuple[str, int, int, int]] = []

    def look(self) -> bool:
        """Work out the next enemy unit; return whether one is left."""
        if not self.moved or not self._left:
            return False
        name, enemies = self._left.pop(0)
        ours = [self._stands[piece.id] for piece in self.moved]
        theirs = [self._stands[piece.id] for piece in enemies]
        hulls = [s for s in self._stands.values() if self.facts.model(s).is_solid]
        pairs = [(a, b) for b in theirs for a in ours]
        seen = self.facts.sees_many(pairs, hulls)
        seeing = self.facts.sees_many([(b, a) for a, b in pairs], hulls)
        count = len(ours)
        self.found.append((name, _somebody(seen, count), _somebody(seeing, count), len(theirs)))
        return bool(self._left)


def _somebody(verdicts: Sequence[bool], count: int) -> int:
    """Return for how many enemies one of `count` verdicts in a row is yes."""
    rows = [verdicts[k : k + count] for k in range(0, len(verdicts), count)]
    return sum(any(row) for row in rows)


class Planning:
    """Begins, shows, declares and leaves a plan.

    Parameters
    ----------
    at : AtTable
    swap : callable
        Puts a conductor in place of the page's: the plan's, or the real one again.
    """

    def __init__(self, at: AtTable, swap: Callable[[Conductor], None]) -> None:
        self.at = at
        self._swap = swap
        self._real: Conductor | None = None
        self._plan: PlanConductor | None = None
        self._outlook: tuple[object, Outlook] | None = None
        self._declaring: list[Step] = []
        self._declared = 0

    @property
    def is_on(self) -> bool:
        """Whether the table shows a plan."""
        return self._plan is not None

    @property
    def is_declaring(self) -> bool:
        """Whether a plan is being declared, answer by answer."""
        return bool(self._declaring)

    # --- what keys and buttons do --------------------------------------------------------------

    def toggle(self) -> None:
        """Begin a plan, or leave it with nothing declared."""
        if self.is_on:
            self.leave()
        elif self.at.question is None or self.is_declaring:
            self.at.app.tell(say("moving.plan.not_now"), "fair")
        else:
            self._real = self.at.conductor
            self._show(())

    def leave(self) -> None:
        """Leave the plan; the table is as it was."""
        plan, real = self._plan, self._real
        if plan is None or real is None:
            return
        self._plan = self._real = self._outlook = None
        self.at.view.wipe(_LAYER)
        self._swap(real)
        plan.close()
        self.at.app.wake()

    def back(self) -> bool:
        """Take the last step of the plan back, or leave an empty one; False without a plan."""
        plan = self._plan
        if plan is None:
            return False
        if plan.steps:
            self._show(plan.steps[:-1])
        else:
            self.leave()
        return True

    def declare(self) -> None:
        """Leave the plan and give its answers, as far as the game asks what the plan foresaw."""
        if self._plan is None or not self._plan.steps:
            return
        steps = list(self._plan.steps)
        self.leave()
        self._declaring, self._declared = steps, 0
        self.tick()

    def _show(self, steps: Sequence[Step]) -> None:
        assert self._real is not None
        old, self._outlook = self._plan, None
        self._plan = PlanConductor(self._real, steps, lambda: _nothing(self.back()))
        self._swap(self._plan)
        if old is not None:
            old.close()
        self.at.app.wake()

    # --- every frame ---------------------------------------------------------------------------

    def tick(self) -> bool:
        """Go on declaring or looking; return whether there is more to do."""
        if self._declaring:
            self._declare_next()
            return True
        plan = self._plan
        if plan is None or self._real is None:
            return False
        key = tuple(step.key for step in plan.steps)
        if self._outlook is None or self._outlook[0] != key:
            found = Outlook(self.at.view.facts, self._real.observed, plan.observed, plan.side)
            self._outlook = (key, found)
        return self._outlook[1].look()

    def _declare_next(self) -> None:
        """Give the next answer once the game asks for it; stop where it asks something else."""
        conductor, step = self.at.conductor, self._declaring[0]
        if conductor.state in ("showing", "thinking"):
            return
        question = conductor.question
        if question is None or not step.fits(question):
            self._stop(say("moving.plan.stopped", done=self._declared, all=self._all))
            return
        try:
            conductor.answer(step.answer)
        except Refused as refusal:
            self.at.objections = tuple(refusal.objections)
            self._stop(say("moving.plan.stopped", done=self._declared, all=self._all))
            return
        except HulldownError as error:
            self._stop(str(error))
            return
        self._declared += 1
        self._declaring.pop(0)
        if not self._declaring:
            self.at.app.tell(say("moving.plan.declared", count=self._declared), "good")

    @property
    def _all(self) -> int:
        return self._declared + len(self._declaring)

    def _stop(self, text: str) -> None:
        self._declaring = []
        self.at.app.tell(text, "fair")

    # --- drawing -------------------------------------------------------------------------------

    def paint(self) -> None:
        """Show where those who move in the plan stand now, and the line to where they would."""
        plan, real = self._plan, self._real
        if plan is None or real is None:
            return
        after = {piece.id: piece.pose for piece in plan.observed.pieces}
        moved = [
            (piece, after[piece.id])
            for piece in real.observed.pieces
            if piece.id in after and after[piece.id] != piece.pose
        ]
        key = tuple((piece.id, piece.pose, pose) for piece, pose in moved)
        self.at.view.paint(_LAYER, key, lambda: [self._start(p, pose) for p, pose in moved])

    def _start(self, piece: SeenPiece, pose: Pose) -> Any:
        view = self.at.view
        if piece.model not in view.stage.table.models:
            return None
        root = marks.ghost(view.stage, piece, piece.pose)
        if piece.pose.at != pose.at:
            colour = (*palette().chosen, 130)
            line = overlays.path([piece.pose.at, pose.at], colour, view.height, width=0.09)
            line.reparentTo(root)
        return root

    def draw(self, ui: Ui) -> None:
        """Draw the card of the plan at the top of what is free of panels."""
        plan = self._plan
        if plan is None:
            return
        left, top, right, bottom = self.at.free
        ui.stroke(
            [(left, top), (right, top), (right, bottom), (left, bottom)],
            "gold",
            width=2.0,
            closed=True,
            dash=10.0,
        )
        wide = min(_WIDE, max(240.0, right - left - 24.0))
        # At the right: on narrow screens the folded forces lie at the left.
        with ui.panel("plan", (right - 12.0, top + 12.0), (wide, 0.0), pivot=(1.0, 0.0)):
            ui.heading(say("moving.plan.title"))
            ui.text(self._where(plan), "dim", size=0.92)
            self._draw_told(ui, plan)
            self._draw_outlook(ui)
            self._draw_buttons(ui, plan)

    def _where(self, plan: PlanConductor) -> str:
        if plan.ends_at_dice:
            return say("moving.plan.dice")
        if plan.ends_with:
            return say("moving.plan.theirs", who=_side_name(plan, plan.ends_with))
        return say("moving.plan.hint") if plan.question is not None else say("moving.plan.end")

    def _draw_told(self, ui: Ui, plan: PlanConductor) -> None:
        """Write what happened in the plan, and what others could have done about it."""
        events = plan.match.events[plan.first_event :]
        told = [event.text() for event in events if event.visible_to(plan.side)]
        for text in told[-_MOST_LINES:]:
            ui.text(text, size=0.94)
        for seen in plan.foreseen[-_MOST_LINES:]:
            who = _side_name(plan, seen.who)
            options = say("moving.plan.join").join(_label(option) for option in seen.options)
            ui.text(say("moving.plan.foreseen", who=who, options=options), "fair", size=0.94)

    def _draw_outlook(self, ui: Ui) -> None:
        outlook = self._outlook[1] if self._outlook is not None else None
        if outlook is None or not outlook.moved:
            return
        rows = [row for row in outlook.found if row[1] or row[2]]
        if not rows:
            if outlook.found:
                ui.text(say("moving.plan.nobody"), "good", size=0.94)
            return
        heads = [say(f"moving.plan.head.{each}") for each in ("unit", "seen", "seeing")]
        with ui.table("plan/sight", heads, (0.0, 70.0, 70.0)):
            for name, seen, seeing, of in rows:
                ui.cell()
                ui.text(name, size=0.94, wrap=False)
                for count, ink in ((seen, "good"), (seeing, "bad")):
                    ui.cell()
                    text = say("moving.plan.of", count=count, all=of)
                    ui.text(text, cast("Ink", ink if count else "dim"), size=0.94, wrap=False)

    def draw_idle(self, ui: Ui) -> None:
        """Draw into the prompt bar that the plan has come to its end."""
        plan = self._plan
        if plan is None:
            return
        ui.text(self._where(plan), size=1.15, wrap=False)
        label = say("moving.plan.declare", count=len(plan.steps))
        key = self.at.app.keys.key("confirm")
        why_not = "" if plan.steps else say("moving.plan.empty")
        if ui.button("prompt/declare", label, key=key, kind="primary", why_not=why_not):
            self.at.app.after_frame(self.declare)

    def _draw_buttons(self, ui: Ui, plan: PlanConductor) -> None:
        keys, flow = self.at.app.keys, Flow(ui)
        label = say("moving.plan.declare", count=len(plan.steps))
        why_not = "" if plan.steps else say("moving.plan.empty")
        flow.before(label)
        if ui.button("plan/declare", label, kind="primary", why_not=why_not):
            self.at.app.after_frame(self.declare)
        label = say("moving.plan.back")
        flow.before(label)
        if ui.button("plan/back", label, kind="quiet", why_not=why_not):
            self.at.app.after_frame(lambda: _nothing(self.back()))
        label, key = say("moving.plan.leave"), keys.key("plan")
        flow.before(label, key)
        if ui.button("plan/leave", label, key=key, kind="quiet"):
            self.at.app.after_frame(self.leave)

    def facts(self) -> dict[str, object]:
        """Return the state of the plan as plain data."""
        plan = self._plan
        return {
            "planning": self.is_on,
            "declaring": len(self._declaring),
            "planned": [step.key for step in plan.steps] if plan is not None else [],
            "foreseen": len(plan.foreseen) if plan is not None else 0,
            "plan_ends_at_dice": plan is not None and plan.ends_at_dice,
        }


def _side_name(plan: PlanConductor, side: str) -> str:
    return next((each.name for each in plan.observed.sides if each.id == side), side)


def _label(option: Option) -> str:
    return say(option.key, **option.params)


def _nothing(_: object) -> None:
    """Drop a value: for calls whose answer nobody waits for."""
