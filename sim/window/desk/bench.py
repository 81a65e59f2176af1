"""What lies on the desk: the draft, who looks at whom, and the verdict while things move."""

from __future__ import annotations

from collections.abc import Mapping

from sim.engine.as_seen import as_seen
from sim.engine.observed import Observed
from sim.geometry.pose import Point, Pose, pose_from_outside
from sim.table.draft import SceneDraft
from sim.table.facts import Facts
from sim.table.live import LiveSight, LiveVerdict
from sim.table.pieces import Stand
from sim.table.schema import MiniFile, PieceFile

__all__ = ["Bench"]


class Bench:
    """A draft with a question of sight on it.

    Parameters
    ----------
    draft : SceneDraft

    Attributes
    ----------
    looker, target : str
        Miniatures by their ids; empty while there are fewer than two.
    selected : str
        The thing whose measures are shown; empty for none.
    verdict : LiveVerdict or None
        As everything stands or is held now.
    pulled : str
        A piece whose measures are being pulled; empty for none.
    changes : int
        Grows with everything that may change an answer.
    """

    def __init__(self, draft: SceneDraft) -> None:
        self.draft = draft
        self.looker = self.target = self.selected = self.pulled = ""
        self.verdict: LiveVerdict | None = None
        self.changes = 0
        self._live: LiveSight | None = None
        self._held: tuple[str, Pose] | None = None
        self.take_stock()

    # --- what there is -----------------------------------------------------------------------

    @property
    def facts(self) -> Facts:
        """Facts about the table as it was built last."""
        return self.draft.facts()

    @property
    def minis(self) -> tuple[str, ...]:
        """The miniatures on the table, in the order of the file."""
        return tuple(mini.id for mini in self.draft.build().scene.minis)

    @property
    def stands(self) -> Mapping[str, Stand]:
        """Where every miniature stands, the held one where it is held."""
        found = {mini.id: mini.stand for mini in self.draft.build().scene.minis}
        if self._held is not None and self._held[0] in found:
            name, pose = self._held
            found[name] = Stand(found[name].model, pose)
        return found

    @property
    def observed(self) -> Observed:
        """What is to be shown."""
        return as_seen(self.draft.build().scene)

    @property
    def held(self) -> str:
        """What is being dragged; empty for nothing."""
        return self._held[0] if self._held else ""

    def thing(self, name: str) -> PieceFile | MiniFile | None:
        """Return a piece or a miniature; None when there is none of that name."""
        for each in (*self.draft.file.piece, *self.draft.file.mini):
            if each.id == name:
                return each
        return None

    def pose_of(self, name: str) -> Pose:
        """Return where a thing stands, or is held."""
        if self._held is not None and self._held[0] == name:
            return self._held[1]
        thing = self.thing(name)
        assert thing is not None, name
        return pose_from_outside(*thing.at, thing.facing, thing.level)

    # --- after something changed ---------------------------------------------------------------

    def take_stock(self) -> None:
        """Take up what the draft has become: who is there, and what the verdict is."""
        names = self.minis
        if self.looker not in names:
            self.looker = next((name for name in names if name != self.target), "")
        if self.target not in names or self.target == self.looker:
            self.target = next((name for name in names if name != self.looker), "")
        if self.selected and self.thing(self.selected) is None:
            self.selected = ""
        facts = self.draft.facts()
        if self._live is None or self._live.facts is not facts:
            self._live = LiveSight(facts)
        self.look()

    def look(self) -> LiveVerdict | None:
        """Work the verdict out as everything stands now."""
        self.changes += 1
        self.verdict = None
        if self._live is None:
            return None
        # Who stands on a floor of the piece in hand goes with it.
        stands = {name: self._live.carried(stand) for name, stand in self.stands.items()}
        if not self.looker or not self.target:
            return None
        if self.looker not in stands or self.target not in stands:
            return None
        solids = [
            stand
            for name, stand in stands.items()
            if name not in (self.looker, self.target) and self.facts.model(stand).is_solid
        ]
        self.verdict = self._live.look(stands[self.looker], stands[self.target], solids)
        return self.verdict

    def ask(self, looker: str, target: str) -> None:
        """Ask about two miniatures."""
        self.looker, self.target = looker, target
        self.take_stock()

    def swap(self) -> None:
        """Ask the other way round."""
        self.ask(self.target, self.looker)

    # --- dragging --------------------------------------------------------------------------------

    def hold(self, name: str) -> None:
        """Take a thing in hand."""
        thing = self.thing(name)
        if thing is None or self._live is None:
            return
        self.selected = name
        self._held = (name, self.pose_of(name))
        if isinstance(thing, PieceFile):
            self._live.hold(name)

    def move(self, at: Point, *, level: str | None = None) -> None:
        """Carry what is held to a place."""
        if self._held is None:
            return
        name, pose = self._held
        self._carry(name, pose_from_outside(*at, pose.facing, level or pose.level))

    def turn(self, degrees: float) -> None:
        """Turn what is held, counter-clockwise."""
        if self._held is None:
            return
        name, pose = self._held
        facing = round((pose.facing + degrees) % 360.0, 2)
        self._carry(name, pose_from_outside(pose.x, pose.y, facing, pose.level))

    def _carry(self, name: str, pose: Pose) -> None:
        self._held = (name, pose)
        if self._live is not None and self._live.held == name:
            self._live.move(pose)
        self.look()

    # --- pulling at a measure ------------------------------------------------------------------

    def pull(self, name: str) -> None:
        """Begin to change a piece's measures by hand: one step, however long it is pulled."""
        if self._live is None or not isinstance(self.thing(name), PieceFile):
            return
        self.draft.begin_drag(name)
        self._live.hold(name)
        self.pulled = name

    def pull_to(self, at: Point, size: tuple[float, float, float]) -> None:
        """Give what is pulled another place and size.

        Raises
        ------
        InputProblems
            When nothing can have that size; it keeps the one before.
        """
        assert self._live is not None, "nothing is pulled"
        if isinstance(thing := self.thing(self.pulled), PieceFile) and thing.radius is not None:
            keys: dict[str, object] = {"radius": size[0] / 2}
        else:
            keys = {"size": size}
        self.draft.change(self.pulled, at=at, **keys)
        piece = self.draft.build().scene.table.terrain.get(self.pulled)
        if piece is not None:
            self._live.reshape(piece)
        self.look()

    def pulled_enough(self) -> None:
        """End the pulling; what came of it stays."""
        self.draft.end_drag()
        self.pulled = ""
        if self._live is not None:
            self._live.let_go()
        self.take_stock()

    # --- putting down --------------------------------------------------------------------------

    def drop(self) -> None:
        """Put what is held down where it is held: one step that can be undone.

        Raises
        ------
        InputProblems
            When it can never stand there; it stays in hand.
        """
        if self._held is None:
            return
        name, pose = self._held
        self.draft.move(name, pose.at, facing=pose.facing, level=pose.level)
        self._let_go()

    def give_up(self) -> None:
        """Put what is held back where it was taken from."""
        self._let_go()

    def _let_go(self) -> None:
        self._held = None
        if self._live is not None and self._live.held:
            self._live.let_go()
        self.take_stock()
