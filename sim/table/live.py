"""Sight while something is dragged: the table's verdict, again and again, without building it anew.

A miniature that moves costs a question and nothing else. A piece that moves is taken out of the
terrain and put beside it as a solid of its own, so that rays move into its frame; the pieces that
stay, those near the line alone, are built once for the whole drag. The verdict is the one that
`sim.table.facts.Facts.sight` gives of the table with the piece where it is held.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sim.errors import HulldownError
from sim.geometry import sight
from sim.geometry.meshes import Surface
from sim.geometry.pose import GROUND, Pose
from sim.geometry.rays import Blockers, Placed, SolidSet
from sim.geometry.sight import Point3, Query, Sight
from sim.geometry.sight.bodies import Body, Target, make_body
from sim.geometry.units import OPENING_IN
from sim.table.facts import Facts
from sim.table.names import did_you_mean
from sim.table.pieces import Stand, Terrain

__all__ = ["SLACK_IN", "LiveLine", "LiveQuestion", "LiveSight", "LiveVerdict"]

#: Terrain within this of the lines belongs to a question, so that its margin can be found as far.
SLACK_IN = 1.0
#: Sets of pieces that stay, kept for the lines looked along last.
_KEPT_SETS = 8


@dataclass(frozen=True)
class LiveLine:
    """The line to draw: a free one where the target is seen, else one that is stopped.

    Attributes
    ----------
    eye, end : Point3
        From the eye to a point of the target.
    free : bool
    stop : Point3 or None
        Where the line first meets what blocks it; None when it is free.
    blocker : str
        What it meets there; empty when it is free.
    """

    eye: Point3
    end: Point3
    free: bool
    stop: Point3 | None = None
    blocker: str = ""


@dataclass(frozen=True)
class LiveVerdict:
    """What one stand sees of another, this moment.

    Attributes
    ----------
    visible : bool
    share, bound : float
        Seen share of the target's outline, 0..1, and its error bound.
    line : LiveLine
    blockers : tuple of (name, share)
        Share of the outline that each piece or hull hides, greatest first.
    sight : Sight
        The whole of it: parts, opening, rays.
    """

    visible: bool
    share: float
    bound: float
    line: LiveLine
    blockers: tuple[tuple[str, float], ...]
    sight: Sight


@dataclass(frozen=True, eq=False)
class LiveQuestion:
    """One question of sight with the terrain that it may meet: what a margin is asked of."""

    terrain: SolidSet
    query: Query


@dataclass(frozen=True, eq=False)
class _Held:
    """A piece in somebody's hand.

    Attributes
    ----------
    piece : Terrain
        As the table has it.
    solid : SolidSet
        Its body in the table's frame, where the table has it.
    pose : Pose
        Where it is held.
    rise : float
        How much higher than on the table it is held, inches.
    """

    piece: Terrain
    solid: SolidSet
    pose: Pose
    rise: float = 0.0

    @property
    def placed(self) -> Placed:
        """The piece for rays."""
        home, turn = self.piece.pose, self.pose.facing - self.piece.pose.facing
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        x, y = c * home.x - s * home.y, s * home.x + c * home.y
        shift = Pose(self.pose.x - x, self.pose.y - y, turn)
        return Placed(self.piece.id, self.solid, shift, self.rise)


class LiveSight:
    """Sight on one table while a miniature or a piece of it is dragged.

    Parameters
    ----------
    facts : Facts
        About the table as it was when the drag began.

    Notes
    -----
    Nothing it answers is stored in `facts`. A drag of a piece is `hold`, any number of `move` with
    `look` between them, and `let_go`; afterwards the new table wants a new `LiveSight`.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._pieces = tuple(p for p in facts.table.terrain.values() if p.body.triangles)
        self._boxes = np.array([piece.body.bounds for piece in self._pieces]).reshape(-1, 2, 3)
        self._whole = facts.solids
        self._bodies: dict[str, Body] = {}
        self._sets: dict[tuple[str, ...], SolidSet] = {}
        self._held: _Held | None = None
        self._carriers: Surface | None = None
        self._last: tuple[Stand, Stand, Sequence[Stand]] | None = None

    # --- the drag -------------------------------------------------------------------------------

    @property
    def held(self) -> str:
        """Id of the piece in hand; empty for none."""
        return "" if self._held is None else self._held.piece.id

    def warm(self) -> None:
        """Build what the first look would wait for: to be called while nobody waits."""
        self._whole.build()

    def hold(self, piece: str) -> None:
        """Take a piece in hand, where it stands.

        What was looked at last is built ready to be looked at again, so that the first step of
        the drag costs no more than the others.

        Raises
        ------
        HulldownError
            When the table has no such piece.
        """
        terrain = self.facts.table.terrain
        if piece not in terrain:
            near = did_you_mean(piece, terrain)
            raise HulldownError("table.live.no_piece", found=piece, nearest=near)
        found = terrain[piece]
        self._held = _Held(found, SolidSet({piece: found.body}), found.pose)
        still = {
            each.id: each.body
            for each in self._pieces
            if each.carries and each.pose.level == GROUND and each.id != piece
        }
        self._carriers = Surface(still)
        self._sets.clear()
        if self._last is not None:
            self._held.solid.build()
            self.question(*self._last).terrain.build()

    def move(self, pose: Pose, rise: float | None = None) -> None:
        """Put the piece in hand elsewhere: nothing is built.

        Parameters
        ----------
        pose : Pose
            Where its origin is, and how it is turned.
        rise : float, optional
            How much higher than on the table it is held, inches; by default what the levels of
            both poses make of it.
        """
        assert self._held is not None, "nothing is held"
        if rise is None:
            rise = self._height_of(pose.level) - self._height_of(self._held.piece.pose.level)
        self._held = replace(self._held, pose=pose, rise=rise)

    def reshape(self, piece: Terrain) -> None:
        """Give the piece in hand another body, as when a wall is pulled longer: it is built alone.

        Parameters
        ----------
        piece : Terrain
            Placed where it now stands, with the id of the piece in hand.
        """
        assert self._held is not None, "nothing is held"
        assert piece.id == self._held.piece.id, piece.id
        self._held = _Held(piece, SolidSet({piece.id: piece.body}), piece.pose)

    def let_go(self) -> None:
        """Put the piece in hand back where the table has it."""
        self._held = self._carriers = None
        self._sets.clear()

    def carried(self, stand: Stand) -> Stand:
        """Return where a stand is now: on a floor of the piece in hand it goes with that."""
        held = self._held
        if held is None or stand.pose.level.rpartition("/")[0] != held.piece.id:
            return stand
        home = held.piece.pose
        x, y = held.pose.to_table(home.to_local(stand.pose.at))
        facing = (stand.pose.facing + held.pose.facing - home.facing) % 360.0
        return Stand(stand.model, Pose(x, y, facing, stand.pose.level))

    # --- looking --------------------------------------------------------------------------------

    def look(self, a: Stand, b: Stand, solids: Sequence[Stand] = ()) -> LiveVerdict:
        """Return what `a`'s eye sees of `b`, with the piece in hand where it is held.

        Parameters
        ----------
        solids : sequence of Stand
            Stands whose bodies block as terrain does (vehicle hulls); those of the two are left
            out.
        """
        asked = self.question(a, b, solids)
        seen = sight.look(asked.terrain, asked.query)
        line = _line(asked, seen)
        return LiveVerdict(seen.visible, seen.share, seen.bound, line, seen.blockers, seen)

    def sees(self, a: Stand, b: Stand, solids: Sequence[Stand] = ()) -> bool:
        """Return the verdict of `look` alone, many times sooner."""
        asked = self.question(a, b, solids)
        return sight.verdict(asked.terrain, asked.query)

    def question(self, a: Stand, b: Stand, solids: Sequence[Stand] = ()) -> LiveQuestion:
        """Return the question that `look` answers: it stays good when the drag goes on."""
        self._last = (a, b, solids)
        hulls = tuple(
            Placed(each.model, self._body(each).solid, each.pose, self.support(each))
            for each in solids
            if each not in (a, b)
        )
        target = Target(self._body(b), b.pose, self.support(b))
        query = Query(self.eye(a), target, hulls)
        if self._held is None:
            return LiveQuestion(self._whole, query)
        terrain = self._still(query, self._held.piece.id)
        if not self._held.solid.triangles:
            return LiveQuestion(terrain, query)
        return LiveQuestion(terrain, replace(query, hulls=(*hulls, self._held.placed)))

    def eye(self, stand: Stand) -> Point3:
        """Return where a stand looks from, table frame."""
        height = self.support(stand) + self.facts.model(stand).eye_height_in
        return (*stand.pose.at, height)

    def support(self, stand: Stand) -> float:
        """Return the height of the surface under a stand's base centre, inches."""
        held, level = self._held, stand.pose.level
        if held is None:
            return self.facts.support_under(stand)
        if level.rpartition("/")[0] == held.piece.id:
            # Asked of the piece: one that was reshaped has floors that the table does not know.
            for floor in held.piece.floors:
                if level == f"{held.piece.id}/{floor.name}":
                    return floor.z_in + held.rise
        if level != GROUND or not held.piece.carries:
            return self.facts.support_under(stand)
        assert self._carriers is not None
        height = max(self._carriers.height(*stand.pose.at), self._on_held(held, stand.pose))
        return round(height, 5) if height > 1e-4 else 0.0

    def _height_of(self, level: str) -> float:
        """Return the height of a level that pieces stand on; hills carry no pieces."""
        owner, _, name = level.rpartition("/")
        piece = self.facts.table.terrain.get(owner)
        floors = () if piece is None else piece.floors
        return next((floor.z_in for floor in floors if floor.name == name), 0.0)

    def _on_held(self, held: _Held, pose: Pose) -> float:
        """Return the height of the piece in hand under a plan point; 0 beside it."""
        if held.pose.level != GROUND:
            return 0.0
        x, y, _ = held.placed.to_local(np.array([pose.x, pose.y, 0.0])).tolist()
        top = float(held.piece.body.bounds[1, 2]) + 1.0
        ends = np.array([[x, y, top]]), np.array([[x, y, -1.0]])
        far, _ = held.solid.first_hit(*ends)
        return max(top - float(far[0]) + held.rise, 0.0) if np.isfinite(far[0]) else 0.0

    def _body(self, stand: Stand) -> Body:
        body = self._bodies.get(stand.model)
        if body is None:
            model = self.facts.model(stand)
            body = self._bodies[stand.model] = make_body(model.body, model.seen_parts)
        return body

    def _still(self, query: Query, without: str) -> SolidSet:
        """Return the pieces that stay and that the lines of a question may meet."""
        names = tuple(name for name in self._near(query) if name != without)
        found = self._sets.get(names)
        if found is None:
            bodies = {each.id: each.body for each in self._pieces if each.id in names}
            if len(self._sets) >= _KEPT_SETS:
                del self._sets[next(iter(self._sets))]
            found = self._sets[names] = SolidSet(bodies)
        return found

    def _near(self, query: Query) -> tuple[str, ...]:
        """Return the pieces whose boxes come near the lines from the eye to the target, in plan."""
        if not self._pieces:
            return ()
        ends = np.array([query.eye[:2], query.target.centre[:2]])
        reach = query.target.body.radius + 4 * OPENING_IN + SLACK_IN
        along = ends[1] - ends[0]
        length = float(np.hypot(*along))
        across = np.array([-along[1], along[0]]) / length if length > 1e-9 else np.array([1.0, 0.0])
        low, high = self._boxes[:, 0, :2], self._boxes[:, 1, :2]
        meets = ((high >= ends.min(axis=0) - reach) & (low <= ends.max(axis=0) + reach)).all(axis=1)
        off = np.abs(((low + high) / 2 - ends[0]) @ across)
        meets &= off <= (high - low) / 2 @ np.abs(across) + reach
        return tuple(
            piece.id for piece, is_near in zip(self._pieces, meets, strict=True) if is_near
        )


def _line(asked: LiveQuestion, seen: Sight) -> LiveLine:
    """Return the line to draw for an answer."""
    if seen.witness is not None:
        return LiveLine(*seen.witness, free=True)
    centre = asked.query.target.centre
    ends = [end for _, end, _ in seen.rays] or [_point3(centre)]
    end = min(ends, key=lambda each: math.dist(each, centre.tolist()))
    blockers = Blockers(asked.terrain, asked.query.hulls)
    eye = np.array(asked.query.eye)
    far, piece = blockers.first_hit(eye, np.array([end]))
    if piece[0] < 0:  # hidden by slits too narrow, or the eye lies inside the target
        return LiveLine(asked.query.eye, end, free=False)
    share = float(far[0]) / max(math.dist(asked.query.eye, end), 1e-9)
    stop = _point3(eye + share * (np.array(end) - eye))
    return LiveLine(asked.query.eye, end, False, stop, blockers.names[int(piece[0])])


def _point3(row: np.ndarray) -> Point3:
    return (float(row[0]), float(row[1]), float(row[2]))
