"""The answer in the hand: dragged, turned, nudged, taken back; legal or not, always shown.

No window is needed for it. A gesture is begun, followed by any number of new places, and ended;
each gesture can be taken back. What the rules say of the newest place is asked once for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from sim.engine.observed import Observed
from sim.engine.questions import Move, Question
from sim.engine.reasons import Objection
from sim.geometry.pose import Point, Pose
from sim.table.facts import Facts
from sim.window.battle.asking.following import (
    filled,
    formation_ways,
    judged,
    way_of,
)
from sim.window.battle.asking.planned import Plan, Planned
from sim.window.battle.asking.stations import Stations, fitted, standing, station_of

__all__ = ["HandDraft"]

#: Halvings of the way from the last legal place to a refused one: to about 0.02 in of a foot.
_HALVINGS = 9


@dataclass(frozen=True)
class _Kept:
    """What a gesture can be taken back to."""

    plan: Plan
    stations: Stations
    chosen: str


class HandDraft(Planned):
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
        super().__init__(question, seen, facts)
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
        self._search: tuple[Pose, Pose, float, float] | None = None
        self._is_rough = False

    def moves_all(self, mini: str) -> bool:
        """Return whether dragging a miniature drags the formation."""
        alone = self.single or self._alone
        return mini == self.leader and not alone and len(self.question.movers) > 1

    # --- what the rules say ------------------------------------------------------------------

    def objections(self) -> tuple[Objection, ...]:
        """Return what stands in the way of the plan, asked once for each plan.

        Of a rough one (`drag_to`) it is what stood in the way of the one before. While some
        miniatures wait beside the table only what is wrong with the others counts.
        """
        key = tuple(self.plan.items())
        if self._is_rough and self._judged is not None:
            return self._judged[1]
        if self._judged is None or self._judged[0] != key:
            self._judged = (key, self._judge())
            if not self._judged[1] and not self.draft.empty and self.chosen:
                self._legal = (self.plan, self.chosen, self.pose(self.chosen))
        return self._judged[1]

    def _judge(self) -> tuple[Objection, ...]:
        return judged(self.draft, self.waiting(), self.radius)

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

    def close_in(self) -> bool:
        """Come nearer to the last legal place on the straight way to the refused one.

        One halving for each call, for a hand that rests.

        Returns
        -------
        bool
            Whether another call brings it nearer.
        """
        far, near = self._goal, self.last_legal
        if far is None or near is None:
            return False
        if self._search is None or self._search[0] != far:
            self._search = (far, near, 0.0, 1.0)
        _, near, low, high = self._search
        if high - low < 0.5**_HALVINGS:
            return False
        share, plan = (low + high) / 2, self.plan
        x, y = near.x + (far.x - near.x) * share, near.y + (far.y - near.y) * share
        self._follow(Pose(x, y, far.facing, far.level))
        if self._judge():
            high = share
        else:
            low = share
            self._legal = (self.plan, self.chosen, self.pose(self.chosen))
        self.draft.take(plan)
        self._search = (far, near, low, high)
        return True

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
        if self._legal is None and not self._judge() and mini not in self.waiting():
            self._legal = (self.plan, mini, self._goal)
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

    def drag_to(self, at: Point, level: str = "", *, rough: bool = False) -> None:
        """Bring what is in the hand to a place.

        Parameters
        ----------
        at : Point
        level : str
            Level to stand on; empty keeps the one it has.
        rough : bool
            Ask the rules nothing: straight ways, until `settle`.
        """
        goal = self._goal
        assert goal is not None, "nothing is in the hand"
        wanted = Pose(at[0], at[1], goal.facing, level or goal.level)
        if wanted != goal:
            self._goal, self._is_rough = wanted, rough
            self._follow(wanted)

    def settle(self) -> bool:
        """Find the proper way to where the hand is after rough steps; return whether there were."""
        if not self._is_rough or self._goal is None:
            return False
        self._is_rough = False
        self._follow(self._goal)
        return True

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
        self.settle()
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
        self._is_rough = False
        return True

    def _remember(self) -> None:
        self._past.append(_Kept(self.plan, dict(self._stations), self.chosen))

    # --- other ways to change the plan -------------------------------------------------------

    def take(self, answer: object) -> None:
        """Plan a whole answer: a suggestion."""
        self._remember()
        self.draft.take(answer)
        self.chosen = self.chosen or self.leader
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
            if self._judge():
                self._follow(goal)
                if self._judge():
                    self.draft.moves[mini] = bent
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

    def set_corner(self, mini: str, number: int, at: Point) -> None:
        """Put a corner of a mover's way elsewhere.

        Parameters
        ----------
        number : int
            Of the corner, from 0; the way's end is no corner.
        """
        move = self.draft.moves[mini]
        points = list(move.points)
        points[number] = (round(at[0], 4), round(at[1], 4))
        self.draft.moves[mini] = msgspec.structs.replace(move, points=tuple(points))

    def fix_corner(self, mini: str) -> bool:
        """Make the end of a mover's way a corner, from which nudges go on; False: no way yet."""
        move = self.draft.moves.get(mini)
        if move is None or not move.points or self.moves_all(mini):
            return False
        self._remember()
        points = (*move.points, move.points[-1])
        self.draft.moves[mini] = msgspec.structs.replace(move, points=points)
        return True

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
        mini = self.chosen
        if not self.moves_all(mini):
            if self.is_path:
                self.draft.moves[mini] = way_of(
                    self.draft, mini, goal, self.legs, rough=self._is_rough
                )
            else:
                self.draft.poses[mini] = goal
            return
        others = {m: standing(goal, s) for m, s in self._stations.items() if m in self._begun}
        wanted = {self.leader: goal, **others}
        if self.is_path:
            self.draft.take(formation_ways(self.draft, wanted, self.legs, rough=self._is_rough))
        elif self._is_rough:
            self.draft.take(wanted)
        else:
            self.draft.take(fitted(self.question, wanted, self.leader, self.radius))

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
        self.draft.take(filled(self.draft, self.waiting(), self.radius))
        if self.question.why_not(self.draft.answer()) and not before:
            free = (a for a in self.question.suggest() if not self.question.why_not(a))
            self.draft.take(next(free, {}))
        if self.question.why_not(self.draft.answer()):
            self.draft.take(self._past.pop().plan)
            return False
        return True
