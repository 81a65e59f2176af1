"""An editable scene for tools that set up a table: checked, undoable, quick to build again."""

from sim.table.draft.history import Step
from sim.table.draft.scene_draft import SceneDraft

__all__ = ["SceneDraft", "Step"]
