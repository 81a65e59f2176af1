"""Moving by hand: what paths and placements share. Ghosts, mouse, keys, what is wrong and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.engine.questions import Answer, Question
from sim.geometry.pose import GROUND, Point, Pose
from sim.table.pieces import Stand
from sim.view.inputs import Input
from sim.view.ui import Ui
from sim.window.battle.asking import painting
from sim.window.battle.asking.asker import Asker
from sim.window.battle.asking.choosing import choose_formation
from sim.window.battle.asking.draft import HandDraft
from sim.window.battle.asking.formations import FORMATIONS
from sim.window.battle.asking.grip import FINE_TURN_DEG, TURN_DEG, Grip
from sim.window.battle.asking.hints import Hints
from sim.window.battle.asking.moving_prompt import MovingPrompt
from sim.window.battle.asking.moving_tags import draw_tags
from sim.window.battle.asking.reaches import Reaches
from sim.window.battle.asking.watchers import Watchers
from sim.window.battle.at_table import AtTable
from sim.words import say

__all__ = ["MovingAsker"]

NUDGE_IN, FINE_IN = 0.5, 0.05
_WAYS: Mapping[str, tuple[int, int]] = {
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, 1),
    "down": (0, -1),
}


class MovingAsker(Asker):
    """Asks for poses or ways; see `PathAsker` and `PlaceAsker`.

    Attributes
    ----------
    draft : HandDraft
        What is planned.
    """

    layers = (
        "moving-reach",
        "moving-ghosts",
        "moving-ways",
        "moving-wrong",
        "moving-handles",
        "moving-arcs",
        "moving-chosen",
        "moving-watchers",
    )

    def __init__(self, at: AtTable, question: Question) -> None:
        super().__init__(at, question)
        self.draft = HandDraft(question, at.observed, at.view.facts)
        self.grip = Grip(at, self.draft)
        self.hints = Hints(question, self.draft.draft)
        self.reaches = Reaches(at.conductor.match, question, at.view.facts.table)
        self.watchers = Watchers(at.view.facts, at.observed, self.draft)
        self.prompt = MovingPrompt(self)
        self.ghost_band = painting.GhostBand(at.view)
        self.formation = ""
        self._drawn = 0

    # --- what others may look at -------------------------------------------------------------

    def ghosts(self) -> Mapping[str, Pose]:
        """Return where miniatures of the plan would stand."""
        return self.draft.ghosts()

    @property
    def in_hand(self) -> str:
        """The miniature that keys and clicks move: eyes and rings mean its ghost."""
        return self.draft.chosen

    @property
    def named(self) -> frozenset[str]:
        """The unit that is moved: its tag at the ghost says enough."""
        return frozenset({self.question.subject}) if self.draft.ghosts() else frozenset()

    # --- keys --------------------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """Do what a key means."""
        done = self._talk(action) or self._move(action)
        if done:
            self.at.app.wake()
        return done

    def _talk(self, action: str) -> bool:
        if action == "confirm":
            self.confirm()
        elif action == "back":
            self.at.objections = ()
            return self.draft.back()
        elif action in ("next", "previous"):
            self._walk(1 if action == "next" else -1)
        elif action.startswith("option_"):
            return self.suggest(int(action.removeprefix("option_")) - 1)
        elif action == "who_sees":
            self.watchers.on = not self.watchers.on
        else:
            return False
        return True

    def _move(self, action: str) -> bool:
        how, _, way = action.partition("_")
        if how in ("nudge", "fine") and way in _WAYS:
            return self._nudge(_WAYS[way], NUDGE_IN if how == "nudge" else FINE_IN)
        if action in ("turn_left", "turn_right"):
            return self._turn(TURN_DEG if way == "left" else -TURN_DEG)
        if action in ("turn_fine_left", "turn_fine_right"):
            return self._turn(FINE_TURN_DEG if action.endswith("left") else -FINE_TURN_DEG)
        if action in ("level_up", "level_down"):
            return self._climb(1 if action == "level_up" else -1)
        if action == "single":
            self.set_single(not self.draft.single)
        elif action == "formation":
            self.arrange(next_formation(self.formation))
        elif action == "waypoint":
            holds = self.grip.holds
            return self.draft.add_leg() if holds else self.draft.fix_corner(self.draft.chosen)
        else:
            return False
        return True

    def _walk(self, step: int) -> None:
        movers = self.question.movers
        now = movers.index(self.draft.chosen) if self.draft.chosen in movers else -1
        if now < 0 and step < 0:
            now = 0
        self.choose(movers[(now + step) % len(movers)])

    def choose(self, mini: str) -> None:
        """Make a mover the one that keys and clicks move."""
        self.draft.begin(mini)
        self.draft.end()

    def _nudge(self, way: tuple[int, int], inches: float) -> bool:
        mini = self.draft.chosen
        if not mini or self.grip.holds:
            return bool(mini)
        right, up = self._axes()
        dx = (right[0] * way[0] + up[0] * way[1]) * inches
        dy = (right[1] * way[0] + up[1] * way[1]) * inches
        self.draft.nudge(mini, dx, dy)
        return True

    def _axes(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the table's directions that are nearest to right and up on the screen."""
        right = self.at.view.orbit.view.axes[0]
        x, y = float(right[0]), float(right[1])
        best = (1 if x >= 0 else -1, 0) if abs(x) >= abs(y) else (0, 1 if y >= 0 else -1)
        return best, (-best[1], best[0])

    def _turn(self, degrees: float) -> bool:
        if not self.draft.chosen:
            return False
        if self.grip.holds:
            self.draft.turn_by(degrees)
        else:
            self.draft.spin(self.draft.chosen, degrees)
        return True

    def _climb(self, step: int) -> bool:
        mini = self.draft.chosen
        if not mini:
            return False
        pose = self.draft.pose(mini)
        levels = levels_at(self.at, pose)
        now = levels.index(pose.level) if pose.level in levels else 0
        goal = levels[min(max(now + step, 0), len(levels) - 1)]
        if goal != pose.level:
            self.draft.set_level(mini, goal)
        return True

    # --- what buttons do, too ----------------------------------------------------------------

    def confirm_text(self) -> str:
        """Return what is on the button that declares."""
        return say("moving.confirm")

    def pick_up(self, mini: str) -> None:
        """Take a miniature off the shelf into the hand."""
        self.grip.take_up(mini, alone=True)

    def place_rest(self) -> None:
        """Place whoever waits beside the table."""
        if not self.draft.fill():
            self.at.app.tell(say("moving.no_rest"), "fair")

    def confirm(self) -> bool:
        """Declare the plan; return whether it was taken."""
        if self.grip.holds:
            self.draft.end()
        return self.at.answer(self.draft.answer())

    def suggest(self, number: int) -> bool:
        """Plan a suggestion, counted from 0; return whether there is one."""
        while number >= len(self.hints.found) and self.hints.look():
            pass
        if number >= len(self.hints.found):
            return False
        self.draft.take(self.hints.found[number])
        return True

    def propose(self, answer: Answer) -> bool:
        """Make an answer the draft: its ghosts stand where it would lead."""
        self.draft.take(answer)
        return True

    def set_single(self, single: bool) -> None:
        """Let the leader move alone, or take the others along."""
        self.draft.single = single

    def arrange(self, name: str) -> None:
        """Bring everybody into a formation about the leader's ghost, as far as it is legal."""
        said = choose_formation(self.draft, name, self.at.view.facts.table)
        self.formation = name
        if said:
            self.at.app.tell(said, "fair")
        self.at.app.wake()

    # --- mouse -------------------------------------------------------------------------------

    def take(self, each: Input) -> bool:
        """Hear an input on the table."""
        if each.kind == "down" and each.name in ("mouse1", "mouse3"):
            self.at.objections = ()
        return self.grip.take(each)

    def tick(self, seconds: float) -> bool:
        """Follow the pointer; while the hand is empty, find what else may be offered."""
        if self.grip.holds:
            # Cards of what the ghost passes over would only be in the way.
            self.at.hovered = None
            self.grip.follow()
            if self.grip.rests:
                self.draft.close_in()
            return True
        if self._drawn > 2 and not self.hints.is_done:
            return self.hints.look()
        return self.reaches.is_busy

    # --- drawing -----------------------------------------------------------------------------

    def paint(self) -> None:
        """Bring ghosts, ways, reach and crosses up to date."""
        self._drawn += 1
        view, draft = self.at.view, self.draft
        said = draft.objections()
        bad = frozenset(each.subject for each in said) & frozenset(self.question.movers)
        key = (tuple(draft.plan.items()), bad, draft.chosen)
        ghosts = draft.ghosts()
        linked = bad if draft.moves_all(draft.chosen) else None
        sliding = self.grip.holds and not self.grip.rests
        self.ghost_band.paint((key, sliding), draft, bad, sliding=sliding)
        view.paint(
            "moving-ways",
            key,
            lambda: [
                *painting.way_nodes(view, draft, bad),
                *painting.link_nodes(view, draft, ghosts, linked),
            ],
        )
        places, last = painting.wrong_places(draft, said), draft.last_legal
        view.paint(
            "moving-wrong",
            (tuple(places), last),
            lambda: painting.wrong_nodes(view, places, last),
        )
        self._paint_chosen()
        self._paint_handles()
        self._paint_reach()
        self.watchers.waits = sliding
        self.watchers.paint(view)

    def _paint_handles(self) -> None:
        """Draw the handles and quarters of whoever turns before or after his way."""
        view = self.at.view
        handles = tuple(self.grip.handles().values())
        view.paint("moving-handles", handles, lambda: painting.handle_nodes(view, handles))
        if not handles:
            view.wipe("moving-arcs")
            return
        mini = self.draft.chosen
        pose, radius = self.draft.pose(mini), self.draft.radius(mini)
        view.paint("moving-arcs", pose, lambda: painting.arc_nodes(view, pose, radius))

    def _paint_chosen(self) -> None:
        """Ring the mover that keys and clicks move, while it has no ghost of its own."""
        view, mini = self.at.view, self.draft.chosen
        if not mini or mini in self.draft.ghosts() or mini in self.draft.waiting():
            view.wipe("moving-chosen")
            return
        stand = self.draft.stand(mini)
        view.paint("moving-chosen", stand, lambda: painting.chosen_node(view, stand))

    def _paint_reach(self) -> None:
        view = self.at.view
        mini = self.draft.chosen or self.draft.leader
        spots = self.reaches.of(mini) if self._drawn > 2 else None
        if spots is None:
            view.wipe("moving-reach")
            return
        view.paint(
            "moving-reach",
            mini,
            lambda: painting.reach_nodes(view, spots, in_areas(self.at, mini, self.draft, spots)),
        )

    def draw_over(self, ui: Ui) -> None:
        """Draw the tags over the table."""
        draw_tags(ui, self.at, self.draft, self.watchers)

    def draw_prompt(self, ui: Ui) -> None:
        """Draw the buttons under the sentence."""
        self.prompt.draw(ui)

    def _starts(self) -> dict[str, list[float]]:
        """Return where the movers stand that are on the table: x, y, facing."""
        stands = {mini: self.draft.draft.stands_at(mini) for mini in self.question.movers}
        return {m: [p.x, p.y, p.facing] for m, p in stands.items() if p is not None}

    def facts(self) -> dict[str, object]:
        """Return the plan as plain data."""
        draft = self.draft
        return {
            "asker": self.question.kind,
            "movers": list(self.question.movers),
            "starts": self._starts(),
            "ghosts": {m: [p.x, p.y, p.facing, p.level] for m, p in draft.ghosts().items()},
            "chosen": draft.chosen,
            "legs": len(draft.legs),
            "waiting": list(draft.waiting()),
            "wrong": [each.key for each in draft.objections()],
            "inches": round(draft.inches(draft.chosen), 3) if draft.chosen else 0.0,
        }

    def close(self) -> None:
        """Take everything off the table."""
        super().close()
        self.reaches.close()


def next_formation(now: str) -> str:
    """Return the formation after one; the first after none."""
    return FORMATIONS[(FORMATIONS.index(now) + 1) % len(FORMATIONS)] if now else FORMATIONS[0]


def levels_at(at: AtTable, pose: Pose) -> list[str]:
    """Return the levels that a place lies on, lowest first; the ground is always one."""
    floors = [
        (floor.z_in, f"{piece.id}/{floor.name}")
        for piece in at.view.facts.table.terrain.values()
        for floor in piece.floors
    ]
    held = [
        name
        for _, name in sorted(floors)
        if at.view.facts.on_level(Stand("", Pose(pose.x, pose.y, 0.0, name)))
    ]
    return [GROUND, *held]


def in_areas(at: AtTable, mini: str, draft: HandDraft, spots: Sequence[Point]) -> tuple[Point, ...]:
    """Return the spots at which a mover's base would touch an area that is no mere surface."""
    table = at.view.facts.table
    model, level = draft.piece(mini).model, draft.pose(mini).level
    return tuple(
        spot
        for spot in spots
        if any(
            not table.terrain[piece].carries
            for piece in at.view.facts.areas_touched(Stand(model, Pose(*spot, 0.0, level)))
        )
    )
