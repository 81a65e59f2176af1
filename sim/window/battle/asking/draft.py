"""The answer in the hand: dragged, turned, nudged, taken back; legal or not, always shown.

No window is needed for it. A gesture is begun, followed by any number of new places, and ended;
each gesture can be taken back. What the rules say of the newest place is asked once for it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import msgspec

from sim.engine.drafts import Draft, inches_of, move_along
from sim.engine.formation import formation_to
from sim.engine.observed import Observed, SeenPiece
from sim.engine.questions import Answer, Move, Question
from sim.engine.reasons import Objection
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import reach_of
from sim.geometry.units import turn_to
from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.window.battle.asking.stations import Stations, fitted, standing, station_of

__all__ = ["HandDraft"]

Plan = dict[str, Move] | dict[str, Pose]
#: Halvings of the way from the last legal place to a refused one: to about 0.02 in of a foot.
_HALVINGS = 9


@dataclass(frozen=True)
class _Kept:
    """What a gesture can be taken back to."""

    plan: Plan
    stations: Stations
    chosen: str
    waiting: frozenset[str]


class HandDraft:
    """An answer to a ``path`` or ``place`` question, built by hand.

    Parameters
    ----------
    question : Question
    seen : Observed
        Where everybody stands now, and who waits beside the table.
    facts : Facts

    Attributes
    ----------
    chosen : str
        The mover that is in the hand or was last; empty for none.
    single : bool
        Whether the chosen one moves alone. Without it the first mover takes the others along.
    legs : tuple of Point
        Waypoints fixed in this drag.
    """

    def __init__(self, question: Question, seen: Observed, facts: Facts) -> None:
        self.question, self.seen, self.facts = question, seen, facts
        self.draft = Draft(question, seen, facts.table)
        self.chosen = ""
        self.single = False
        self.legs: tuple[Point, ...] = ()
        self._alone = False
        self._goal: Pose | None = None
        self._begun: dict[str, Pose] = {}
        self._stations: Stations = {}
        self._past: list[_Kept] = []
        self._judged: tuple[object, tuple[Objection, ...]] | None = None
        self._legal: tuple[Plan, str, Pose] | None = None

    # --- who is asked ------------------------------------------------------------------------

    @property
    def is_path(self) -> bool:
        """Whether ways are asked for, not places."""
        return self.question.kind == "path"

    @property
    def leader(self) -> str:
        """Who takes the others along."""
        return self.question.movers[0]

    def moves_all(self, mini: str) -> bool:
        """Return whether dragging a miniature drags the formation."""
        alone = self.single or self._alone
        return mini == self.leader and not alone and len(self.question.movers) > 1

    def piece(self, mini: str) -> SeenPiece:
        """Return a mover as it is drawn: on the table or waiting beside it."""
        for piece in self.seen.pieces:
            if piece.id == mini:
                return piece
        for unit in self.seen.units:
            models = dict(zip(unit.pieces, unit.models, strict=False))
            if mini in models or mini == unit.id:
                model = models.get(mini) or next(iter(self.facts.table.models))
                return SeenPiece(mini, "mini", model, unit.id, unit.side, Pose(0, 0))
        model = next(iter(self.facts.table.models))
        return SeenPiece(mini, "mini", model, mini, self.question.who, Pose(0, 0))

    def stand(self, mini: str, pose: Pose | None = None) -> Stand:
        """Return a mover's stand at a pose, or where it is planned to stand."""
        return Stand(self.piece(mini).model, pose or self.pose(mini))

    def radius(self, mini: str) -> float:
        """Return the radius of the circle round a mover's base, inches."""
        return reach_of(self.facts.table.models[self.piece(mini).model].base)

    def waiting(self) -> tuple[str, ...]:
        """Return the movers that have no place yet: not on the table, not planned."""
        return tuple(
            mini
            for mini in self.question.movers
            if mini not in self.draft.poses and self.draft.stands_at(mini) is None
        )

    # --- what is planned ---------------------------------------------------------------------

    @property
    def plan(self) -> Plan:
        """The plan so far."""
        return dict(self.draft.moves) if self.is_path else dict(self.draft.poses)

    @property
    def empty(self) -> bool:
        """Whether nothing is planned."""
        return self.draft.empty

    def answer(self) -> Answer:
        """Return the plan as an answer; staying is told in the form that the rules take."""
        plan = self.draft.answer()
        if self.is_path and not plan and self.question.why_not({}):
            return {mini: Move() for mini in self.question.movers}
        return plan

    def pose(self, mini: str) -> Pose:
        """Return where a mover would stand."""
        planned = self.draft.ghosts().get(mini)
        return planned if planned is not None else self.draft.start(mini)

    def ghosts(self) -> dict[str, Pose]:
        """Return where the planned miniatures would stand."""
        return self.draft.ghosts()

    def way(self, mini: str) -> tuple[Point, ...]:
        """Return the corners of a mover's way, its start first; fewer than two: it stays."""
        move = self.draft.moves.get(mini)
        return (self.draft.start(mini).at, *move.points) if move is not None else ()

    def inches(self, mini: str) -> float:
        """Return the length of a mover's way, inches."""
        move = self.draft.moves.get(mini)
        return inches_of(self.draft.start(mini), move) if move is not None else 0.0

    @property
    def allowed(self) -> float | None:
        """Inches that the question says may be gone; None where it says none."""
        inches = self.question.params.get("inches")
        return float(inches) if isinstance(inches, int | float) else None

    def pivots(self, mini: str) -> tuple[float, float]:
        """Return the degrees a mover turns before and after its way."""
        move = self.draft.moves.get(mini)
        return (move.pivot_before, move.pivot_after) if move is not None else (0.0, 0.0)

    # --- what the rules say ------------------------------------------------------------------

    def objections(self) -> tuple[Objection, ...]:
        """Return what stands in the way of the plan, asked once for each plan.

        While some miniatures wait beside the table only what is wrong with the others counts.
        """
        key = (tuple(self.plan.items()), self.is_path)
        if self._judged is None or self._judged[0] != key:
            self._judged = (key, self._judge(self.draft.answer()))
            if not self._judged[1] and not self.draft.empty and self.chosen:
                self._legal = (self.plan, self.chosen, self.pose(self.chosen))
        return self._judged[1]

    def _judge(self, answer: Answer) -> tuple[Objection, ...]:
        if self.draft.empty:
            return ()
        found = self.question.why_not(answer)
        missing = set(self.waiting())
        if self.is_path or not missing or not all(each.subject in missing for each in found):
            return found
        # The rules say nothing of some while others are missing: stand those somewhere near.
        poses = self._filled()
        found = self.question.why_not(poses)
        return tuple(
            each
            for each in found
            if each.subject not in missing and not missing.intersection(map(str, _said(each)))
        )

    @property
    def legal(self) -> bool:
        """Whether the plan as it is may be declared."""
        return not self.waiting() and not self.question.why_not(self.answer())

    @property
    def last_legal(self) -> Pose | None:
        """Where the one in the hand last could stand, when it cannot stand where it is."""
        if self._legal is None or not self.objections() or self._legal[1] != self.chosen:
            return None
        return self._legal[2]

    def to_last_legal(self) -> bool:
        """Go back to where it last could stand; return whether there was such a place."""
        if self.last_legal is None or self._legal is None:
            return False
        self._remember()
        self.draft.take(self._legal[0])
        self._goal = None
        return True

    def close_in(self) -> None:
        """Find the last legal place on the straight way to the refused one.

        Costs a few questions to the rules: for a hand that rests.
        """
        far, near = self._goal, self.last_legal
        if far is None or near is None:
            return
        plan, legal = self.plan, self._legal
        low, high = 0.0, 1.0
        for _ in range(_HALVINGS):
            share = (low + high) / 2
            x, y = near.x + (far.x - near.x) * share, near.y + (far.y - near.y) * share
            self._follow(Pose(x, y, far.facing, far.level))
            if self._judge(self.draft.answer()):
                high = share
            else:
                low, legal = share, (self.plan, self.chosen, self.pose(self.chosen))
        self._follow(far)
        self.draft.take(plan)
        self._legal = legal

    # --- gestures ----------------------------------------------------------------------------

    def begin(self, mini: str, *, alone: bool = False) -> None:
        """Take a mover into the hand: a gesture begins.

        Parameters
        ----------
        mini : str
            One of the question's movers: ValueError otherwise.
        alone : bool
            Without the others for this gesture, however the draft is set.
        """
        if mini not in self.question.movers:
            raise ValueError(f"{mini} is not asked")
        if mini != self.chosen:
            self._legal = None
        self._remember()
        self.chosen = mini
        self._alone = alone
        self.legs = ()
        self._goal = self.pose(mini)
        self._begun = {each: self.pose(each) for each in self._others_first(mini)}
        if mini == self.leader:
            start = self._begun[mini]
            self._stations = {m: station_of(start, p) for m, p in self._begun.items() if m != mini}

    def _others_first(self, mini: str) -> Sequence[str]:
        return self.question.movers if self.moves_all(mini) else (mini,)

    @property
    def in_hand(self) -> bool:
        """Whether a gesture goes on."""
        return self._goal is not None

    def drag_to(self, at: Point, level: str = "") -> None:
        """Bring what is in the hand to a place.

        Parameters
        ----------
        at : Point
        level : str
            Level to stand on; empty keeps the one it has.
        """
        goal = self._goal
        assert goal is not None, "nothing is in the hand"
        wanted = Pose(at[0], at[1], goal.facing, level or goal.level)
        if wanted != goal:
            self._goal = wanted
            self._follow(wanted)

    def turn_by(self, degrees: float) -> None:
        """Turn what is in the hand; a formation turns about its leader."""
        goal = self._goal
        assert goal is not None, "nothing is in the hand"
        self._goal = goal.turned(goal.facing + degrees)
        self._follow(self._goal)

    def add_leg(self) -> bool:
        """Fix a waypoint where the hand is; return whether one could be fixed."""
        goal = self._goal
        if goal is None or not self.is_path or (self.legs and self.legs[-1] == goal.at):
            return False
        if goal.at == self.draft.start(self.chosen).at:
            return False
        self.legs = (*self.legs, goal.at)
        return True

    def end(self) -> None:
        """Let go: the gesture is over; one that changed nothing leaves nothing to take back."""
        self._goal, self.legs, self._alone = None, (), False
        if self._past and self._past[-1].plan == self.plan:
            self._past.pop()

    def back(self) -> bool:
        """Take the last sub-step back: a waypoint, the drag, the gesture before; False: none."""
        if self.legs:
            self.legs = self.legs[:-1]
            if self._goal is not None:
                self._follow(self._goal)
            return True
        if not self._past:
            if not self.chosen:
                return False
            self.chosen, self._goal = "", None
            return True
        kept = self._past.pop()
        self.draft.take(kept.plan)
        self._stations, self.chosen, self._goal = kept.stations, kept.chosen, None
        return True

    def _remember(self) -> None:
        kept = _Kept(self.plan, dict(self._stations), self.chosen, frozenset(self.waiting()))
        self._past.append(kept)

    # --- other ways to change the plan -------------------------------------------------------

    def take(self, answer: object) -> None:
        """Plan a whole answer: a suggestion."""
        self._remember()
        self.draft.take(answer)
        self.chosen = self.chosen or self.leader
        self._goal = None

    def clear(self) -> None:
        """Plan nothing."""
        if not self.draft.empty:
            self._remember()
            self.draft.clear()
            self._goal = None

    def nudge(self, mini: str, dx: float, dy: float) -> None:
        """Move a mover by a little; its way keeps its corners while the rules allow that."""
        move = self.draft.moves.get(mini)
        self.begin(mini)
        pose = self.pose(mini)
        goal = Pose(pose.x + dx, pose.y + dy, pose.facing, pose.level)
        self._goal = goal
        if move is not None and len(move.points) > 1 and not self.moves_all(mini):
            bent = msgspec.structs.replace(move, points=(*move.points[:-1], goal.at))
            self.draft.moves[mini] = bent
            if self._judge(self.draft.answer()):
                self._follow(goal)
        else:
            self._follow(goal)
        self.end()

    def spin(self, mini: str, degrees: float) -> None:
        """Turn a mover where it stands in the plan."""
        self.begin(mini)
        self.turn_by(degrees)
        self.end()

    def set_level(self, mini: str, level: str) -> None:
        """Put a mover on another level at the same place."""
        self.begin(mini)
        self.drag_to(self.pose(mini).at, level)
        self.end()

    def set_pivots(self, mini: str, before: float, after: float) -> None:
        """Turn a mover by so many degrees before and after its way, as the handles say.

        Rounded to 0.01 degree, as answers are. The legs stay as they are.
        """
        move = self.draft.moves.get(mini) or Move()
        made = Move(round(before, 2), move.points, round(after, 2), move.level)
        if not made.points:
            made = Move(round(before + after, 2), (), 0.0, made.level)
        self.draft.moves[mini] = made

    def arrange(self, stations: Stations, leader: Pose | None = None) -> None:
        """Give the followers other places beside the leader, and bring them there.

        Parameters
        ----------
        stations : mapping of miniature to Station
            In the leader's frame.
        leader : Pose, optional
            Where he stands then; by default where he is planned to stand.
        """
        self.single = False
        self.begin(self.leader)
        self._stations = dict(stations)
        self._goal = goal = leader or self.pose(self.leader)
        self._begun = {self.leader: goal, **{m: standing(goal, s) for m, s in stations.items()}}
        self._follow(goal)
        self.end()

    # --- following the hand ------------------------------------------------------------------

    def _follow(self, goal: Pose) -> None:
        if self.moves_all(self.chosen):
            self._follow_all(goal)
        elif self.is_path:
            self.draft.moves[self.chosen] = self._way_of(self.chosen, goal)
        else:
            self.draft.poses[self.chosen] = goal

    def _way_of(self, mini: str, goal: Pose) -> Move:
        """Return the way of one miniature: along the fixed waypoints, or the game's own."""
        start = self.draft.start(mini)
        way = [*(Pose(x, y, start.facing, start.level) for x, y in self.legs), goal]
        if not self.legs and goal.at == start.at and goal.level == start.level:
            return Move(round(turn_to(start.facing, goal.facing), 2))
        return move_along(self.question, mini, start, way)

    def _wanted(self, goal: Pose) -> dict[str, Pose]:
        """Return where everybody should stand when the leader stands at a goal."""
        return {
            self.leader: goal,
            **{m: standing(goal, s) for m, s in self._stations.items() if m in self._begun},
        }

    def _follow_all(self, goal: Pose) -> None:
        wanted = self._wanted(goal)
        if self.is_path:
            self.draft.take(self._formation(goal, wanted))
        else:
            self.draft.take(fitted(self.question, wanted, self.leader, self.radius))

    def _formation(self, goal: Pose, wanted: Mapping[str, Pose]) -> dict[str, Move]:
        """Return the plain shift if it is legal, else places near it, else what objects."""
        plain = {mini: self._plain(mini, pose, wanted) for mini, pose in wanted.items()}
        plain = {mini: move for mini, move in plain.items() if move != Move()}
        if not self.question.why_not(plain):
            return plain
        if not self.legs:
            found = formation_to(self.question, self._as_if(goal, wanted), self._models, goal)
            if found is not None:
                return found
        routed = {
            mini: move if self.legs and mini == self.leader else self._routed(mini, wanted, move)
            for mini, move in plain.items()
        }
        fewer = len(self.question.why_not(routed)) < len(self.question.why_not(plain))
        return routed if fewer else plain

    @property
    def _models(self) -> Any:
        return self.facts.table.models

    def _plain(self, mini: str, pose: Pose, wanted: Mapping[str, Pose]) -> Move:
        start, leader = self.draft.start(mini), self.draft.start(self.leader)
        step = (start.x - leader.x, start.y - leader.y)
        legs = tuple((round(x + step[0], 4), round(y + step[1], 4)) for x, y in self.legs)
        turn = round(turn_to(start.facing, pose.facing), 2)
        level = pose.level if pose.level != start.level else None
        corners = (*legs, (round(pose.x, 4), round(pose.y, 4)))
        if math.dist(corners[-1], start.at) < 1e-4 and not legs and level is None:
            return Move(turn)
        return Move(0.0, corners, turn, level)

    def _routed(self, mini: str, wanted: Mapping[str, Pose], plain: Move) -> Move:
        return self.question.route(mini, wanted[mini]) or plain

    def _as_if(self, goal: Pose, wanted: Mapping[str, Pose]) -> Observed:
        """Return the observation with the followers beside the leader as they are wanted."""
        start = self.draft.start(self.leader)
        dx, dy = goal.x - start.x, goal.y - start.y
        moved = {
            mini: Pose(pose.x - dx, pose.y - dy, pose.facing, start.level)
            for mini, pose in wanted.items()
        }
        pieces = tuple(
            msgspec.structs.replace(p, pose=moved[p.id])
            if p.id in moved and p.id != self.leader
            else p
            for p in self.seen.pieces
        )
        return msgspec.structs.replace(self.seen, pieces=pieces)

    # --- miniatures that wait beside the table -----------------------------------------------

    def fill(self) -> bool:
        """Place whoever waits: near those who stand already, else by the best suggestion.

        Returns
        -------
        bool
            Whether everybody has a legal place now; else the plan is as it was.
        """
        before = self.plan
        self._remember()
        self.draft.take(self._filled())
        if self.question.why_not(self.draft.answer()):
            best = next((a for a in self.question.suggest() if not self.question.why_not(a)), None)
            if best is not None and not before:
                self.draft.take(best)
        if self.question.why_not(self.draft.answer()):
            self.draft.take(self._past.pop().plan)
            return False
        return True

    def _filled(self) -> dict[str, Pose]:
        """Return the places planned so far and some for whoever waits, beside the first of them."""
        poses = dict(self.draft.poses)
        best: Mapping[str, Any] = cast(
            "Mapping[str, Any]", next(iter(self.question.suggest()), {}) or {}
        )
        anchor = next((mini for mini in self.question.movers if mini in poses), "")
        for mini in self.waiting():
            if anchor and anchor in best and mini in best:
                poses[mini] = standing(poses[anchor], station_of(best[anchor], best[mini]))
            elif isinstance(best.get(mini), Pose):
                poses[mini] = best[mini]
            else:
                start = self.draft.start(mini)
                poses[mini] = start
        kept = frozenset(self.draft.poses)
        return fitted(self.question, poses, anchor or self.leader, self.radius, keep=kept)


def _said(objection: Objection) -> Sequence[object]:
    return tuple(objection.params.values())
