"""What a draft is before anybody changes it: its states, and what is built of them."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

from sim.errors import InputProblems, Problem
from sim.table.build import Reuse
from sim.table.draft.edits import Thing, find
from sim.table.draft.history import History, Step
from sim.table.draft.saving import save_draft
from sim.table.facts import Facts
from sim.table.files import SCENE_ENTRY, FolderFiles, MeshFiles
from sim.table.scene import Assembled, Scene, assemble, scene_text
from sim.table.schema import SceneFile

__all__ = ["PLACES", "DraftCore"]

#: Problems of where things stand: a draft may have them for a while, nothing else.
PLACES = ("off_table", "piece_off_table", "overlap", "off_floor", "in_wall")


class DraftCore:
    """A scene file in its states, built as it is asked for; see `SceneDraft`, which changes it.

    Parameters
    ----------
    file : SceneFile
    files : MeshFiles, optional
        Where its mesh files are; by default the working folder.
    source : str
        What to call it in messages.
    """

    def __init__(
        self, file: SceneFile, files: MeshFiles | None = None, source: str = SCENE_ENTRY
    ) -> None:
        self.files: MeshFiles = FolderFiles(Path()) if files is None else files
        self.source = source
        self._history = History(file)
        self._reuse = Reuse()
        self._built: tuple[SceneFile, Assembled] | None = None
        self._facts: Facts | None = None

    # --- what there is --------------------------------------------------------------------------

    @property
    def file(self) -> SceneFile:
        """What the scene's file would say now; never changed in place."""
        return self._history.now

    def thing(self, name: str) -> Thing:
        """Return the table of a piece, a miniature or a figure.

        Raises
        ------
        UsageError
            When nothing is called so.
        """
        return find(self.file, name)[1]

    def build(self) -> Assembled:
        """Return the scene as far as it can be built, with everything that is wrong with it."""
        if self._built is None or self._built[0] is not self.file:
            self._built = (self.file, self._assemble(self.file))
        return self._built[1]

    def problems(self) -> tuple[Problem, ...]:
        """Return everything that is wrong with the scene now; empty when it is good."""
        return self.build().problems

    def scene(self) -> Scene:
        """Return the scene.

        Raises
        ------
        InputProblems
            With everything that is wrong with it.
        """
        built = self.build()
        if built.problems:
            raise InputProblems(built.problems)
        return built.scene

    def facts(self) -> Facts:
        """Return the facts about the table as far as it can be built.

        The same object as before while the same pieces lie on the same table and every miniature's
        model is the same: what was worked out stays known while miniatures move.
        """
        scene = self.build().scene
        if self._facts is None or not _is_same_table(self._facts, scene):
            self._facts = Facts(scene.table)
        return self._facts

    def text(self) -> str:
        """Return the scene's file.

        Raises
        ------
        InputProblems
            With everything that is wrong with it.
        """
        return scene_text(self.scene())

    def save(self, path: Path) -> None:
        """Write the scene whole: a ``.toml`` file, or a ``.hulldown`` bundle with its models.

        In a folder other than its own a ``.toml`` gets its model files written beside it.

        Raises
        ------
        InputProblems
            With everything that is wrong with the scene; nothing is written.
        UsageError
            When a model file cannot lie beside it.
        """
        save_draft(self.scene(), path)

    # --- undoing --------------------------------------------------------------------------------

    @property
    def undoes(self) -> Step | None:
        """What `undo` would undo."""
        return self._history.undoes

    @property
    def redoes(self) -> Step | None:
        """What `redo` would do again."""
        return self._history.redoes

    def undo(self) -> Step | None:
        """Undo the last step and return it; None when there is none."""
        return self._history.undo()

    def redo(self) -> Step | None:
        """Do again what was undone last and return it; None when there is nothing."""
        return self._history.redo()

    def together(self, what: str, how: str = "move") -> AbstractContextManager[None]:
        """Make one step of everything done inside: a drag, a paste. An error undoes it.

        Parameters
        ----------
        what : str
            What it is done to, as the step is called.
        how : str
            What is done: the last word of a key under ``table.draft.step``.
        """
        return self._history.together(Step(f"table.draft.step.{how}", {"what": what}))

    def begin_drag(self, what: str, how: str = "move") -> None:
        """Open a step that takes up everything until `end_drag` or `give_up_drag`."""
        self._history.begin(Step(f"table.draft.step.{how}", {"what": what}))

    def end_drag(self) -> None:
        """Close the step: it is undone as one."""
        self._history.end()

    def give_up_drag(self) -> None:
        """Put everything back where the drag began."""
        self._history.abandon()

    # --- inside ---------------------------------------------------------------------------------

    def _do(self, what: str, name: str, after: SceneFile) -> None:
        """Go on to another state unless it holds something that can never be."""
        known = {(problem.where, problem.key) for problem in self.problems()}
        built = self._assemble(after)
        wrong = [
            problem
            for problem in built.problems
            if problem.key.rpartition(".")[2] not in PLACES
            and (problem.where, problem.key) not in known
        ]
        if wrong:
            raise InputProblems(wrong)
        self._history.do(Step(f"table.draft.step.{what}", {"what": name}), after)
        self._built = (self.file, built) if self.file is after else self._built

    def _assemble(self, file: SceneFile) -> Assembled:
        return assemble(file, self.files, source=self.source, reuse=self._reuse)


def _is_same_table(facts: Facts, scene: Scene) -> bool:
    """Return whether facts about one table hold for another: the same pieces, the same models."""
    old, new = facts.table, scene.table
    if (old.width, old.depth, old.ground) != (new.width, new.depth, new.ground):
        return False
    if list(old.terrain) != list(new.terrain):
        return False
    if any(old.terrain[name] is not piece for name, piece in new.terrain.items()):
        return False
    names = [mini.stand.model for mini in scene.minis]
    return all(name in old.models and old.models[name] is new.models[name] for name in names)
