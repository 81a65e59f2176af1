"""Setting up a table: every operation checked, undoable, and quick to build again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sim.errors import InputProblems, UsageError
from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import box_mesh, export_glb
from sim.geometry.shapes import Box, Disc
from sim.table.draft import SceneDraft
from sim.table.scene import open_scene, scene_text
from sim.table.schema import BaseFile, FigureFile, MiniFile, PieceFile
from tests.shared_files import ROOT
from tests.table.builders import scene_of

MILLS = ROOT / "scenes" / "dust_warfare" / "mills.toml"
RUIN: dict[str, object] = {
    "plan": "L",
    "width": 8,
    "depth": 6,
    "height": 5,
    "floors": [2.5],
    "broken": 0.3,
}


@pytest.fixture
def draft() -> SceneDraft:
    """Return a table with a wall between two miniatures."""
    made = SceneDraft.new(24, 24)
    made.add_wall((8, 12), (16, 12), height=2)
    made.add_mini((12, 6))
    made.add_mini((12, 18))
    return made


def keys_of(error: pytest.ExceptionInfo[InputProblems]) -> list[str]:
    return [problem.key.rpartition(".")[2] for problem in error.value.problems]


def test_a_spot_is_built_in_a_few_words(draft: SceneDraft):
    scene = draft.scene()
    assert list(scene.table.terrain) == ["wall"]
    assert [mini.id for mini in scene.minis] == ["A", "B"]
    assert not draft.facts().sees(scene.mini("A").stand, scene.mini("B").stand)
    draft.resize("wall", size=(8, 0.25, 0.5))
    scene = draft.scene()
    assert draft.facts().sees(scene.mini("A").stand, scene.mini("B").stand)


def test_miniatures_are_called_by_letters_and_pieces_by_what_they_are():
    draft = SceneDraft.new(48, 48)
    made = [
        draft.add_piece(model, (9 * i + 6, 9)) for i, model in enumerate(["kit:ruin_small"] * 2)
    ]
    made.append(draft.add_piece("box", (40, 30), size=(1, 1, 1)))
    assert made == ["ruin-small", "ruin-small-2", "box"]
    letters = [draft.add_mini((1 + 1.5 * (i % 30), 40 + 2 * (i // 30))) for i in range(28)]
    assert (letters[0], letters[25], letters[26], letters[27]) == ("A", "Z", "AA", "AB")


def test_a_wall_lies_where_it_was_drawn(draft: SceneDraft):
    name = draft.add_wall((2, 2), (5, 6), height=1, thickness=0.5)
    wall = draft.scene().table.terrain[name]
    assert (wall.kind, wall.is_line) == ("walls", True)
    low, high = wall.body.bounds
    assert (low[0], low[1]) == pytest.approx((1.8, 1.85), abs=1e-3)
    assert (high[0], high[1]) == pytest.approx((5.2, 6.15), abs=1e-3)


def test_everything_done_can_be_undone_and_done_again(draft: SceneDraft):
    states = [draft.file]
    for change in (
        lambda: draft.move("A", (3, 3), facing=90),
        lambda: draft.turn("wall", 45),
        lambda: draft.set_table(30, 24),
        lambda: draft.set_ground("desert"),
        lambda: draft.set_title("Close call"),
        lambda: draft.set_base("B", {"diameter_mm": 60}),
        lambda: draft.set_height("B", 2.5),
        lambda: draft.set_eye_height("B", 2.2),
        lambda: draft.rename("wall", "hedge"),
        lambda: draft.duplicate("A"),
        lambda: draft.remove("hedge"),
    ):
        change()
        states.append(draft.file)
    assert len({id(state) for state in states}) == len(states)
    for before in reversed(states[:-1]):
        assert draft.undoes is not None
        assert draft.undoes.text()
        assert draft.undo() is not None
        assert draft.file == before
    for after in states[1:]:
        assert draft.redo() is not None
        assert draft.file == after
    assert draft.redo() is None


def test_a_new_step_forgets_what_was_undone(draft: SceneDraft):
    draft.move("A", (3, 3))
    draft.undo()
    draft.move("A", (4, 4))
    assert draft.redoes is None
    assert draft.redo() is None


def test_what_changes_nothing_is_no_step(draft: SceneDraft):
    step = draft.undoes
    draft.move("A", (12, 6))
    assert draft.undoes == step


def test_a_drag_is_one_step(draft: SceneDraft):
    before = draft.file
    draft.begin_drag("A")
    for x in range(2, 9):
        draft.move("A", (x, 6))
    assert draft.undo() is None
    draft.end_drag()
    draft.undo()
    assert draft.file == before


def test_a_drag_that_is_given_up_leaves_everything_as_it_was(draft: SceneDraft):
    before, step = draft.file, draft.undoes
    draft.begin_drag("A")
    draft.move("A", (2, 2))
    draft.give_up_drag()
    assert draft.file == before
    assert draft.undoes == step


def test_several_things_done_at_once_are_one_step_with_a_name(draft: SceneDraft):
    before = draft.file
    with draft.together("corner", "add"):
        draft.add_wall((2, 2), (5, 2), height=1)
        draft.add_wall((2, 2), (2, 5), height=1)
    assert draft.undoes is not None
    assert draft.undoes.text() == "add corner"
    draft.undo()
    assert draft.file == before


def test_an_error_inside_a_step_undoes_all_of_it(draft: SceneDraft):
    before = draft.file

    def drag() -> None:
        with draft.together("all"):
            draft.move("A", (2, 2))
            draft.move("nobody", (2, 2))

    with pytest.raises(UsageError):
        drag()
    assert draft.file == before


def test_where_a_thing_cannot_stand_it_may_stand_for_a_while(draft: SceneDraft):
    draft.move("A", (12, 18.2))
    assert [problem.key.rpartition(".")[2] for problem in draft.problems()] == ["overlap"]
    with pytest.raises(InputProblems) as error:
        draft.scene()
    assert keys_of(error) == ["overlap"]
    assert len(draft.build().scene.minis) == 2
    draft.undo()
    assert draft.problems() == ()


@pytest.mark.parametrize(
    ("change", "keys"),
    [
        (lambda d: d.add_piece("box", (3, 3)), ["solid_needs"]),
        (lambda d: d.add_piece("kit:no-such", (3, 3)), ["unknown_kit"]),
        (lambda d: d.add_piece("box", (3, 3), size=(1, 0, 1), turn=999), ["range", "range"]),
        (lambda d: d.add_ruin((9, 9), {**RUIN, "broken": 2}), ["range"]),
        (lambda d: d.add_ruin((9, 9), {**RUIN, "floors": [9]}), ["floor_height"]),
        (lambda d: d.resize("wall", radius=2), ["solid_key"]),
        (lambda d: d.resize("wall", size=(1, 1)), ["type"]),
        (lambda d: d.move("A", (float("nan"), 3)), ["not_finite"]),
        (lambda d: d.set_level("A", "wall/1"), ["unknown_level"]),
        (lambda d: d.set_base("A", BaseFile("oval")), ["base_needs"]),
        (lambda d: d.set_height("A", -1.0), ["range"]),
        (lambda d: d.set_table(2, 1000), ["range", "range"]),
        (lambda d: d.change("A", colour="red"), ["unknown_key"]),
        (lambda d: d.add_mini((3, 3), "figure:none"), ["unknown_figure"]),
        (lambda d: d.set_game("chess"), ["unknown_game"]),
    ],
)
def test_what_can_never_be_is_refused_and_changes_nothing(draft: SceneDraft, change, keys):
    before = draft.file
    with pytest.raises(InputProblems) as error:
        change(draft)
    assert keys_of(error) == keys
    assert all(problem.text() for problem in error.value.problems)
    assert draft.file == before


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.move("C", (1, 1)),
        lambda d: d.rename("A", "B"),
        lambda d: d.rename("A", "two words"),
        lambda d: d.resize("A", colour=3),
        lambda d: d.set_base("wall", {"diameter_mm": 25}),
        lambda d: d.change("A", id="Z"),
        lambda d: d.add_mini((1, 1), id="no id"),
        lambda d: d.remove("figure:none"),
    ],
)
def test_wrong_usage_is_said_and_changes_nothing(draft: SceneDraft, change):
    before = draft.file
    with pytest.raises(UsageError):
        change(draft)
    assert draft.file == before


def test_a_ruin_keeps_the_measures_that_are_not_given(draft: SceneDraft):
    name = draft.add_ruin((12, 12), RUIN)
    draft.resize(name, ruin={"height": 7, "seed": 3})
    ruin = draft.thing(name)
    assert isinstance(ruin, PieceFile)
    assert ruin.ruin is not None
    assert (ruin.ruin.height, ruin.ruin.seed, ruin.ruin.width) == (7, 3, 8)


def test_who_stood_on_a_ruin_that_is_taken_away_stands_on_the_ground(draft: SceneDraft):
    ruin = draft.add_ruin((5, 20), RUIN)
    draft.move("A", (4, 21), level=f"{ruin}/1")
    stand = draft.scene().mini("A").stand
    assert draft.facts().support_under(stand) == 2.5
    assert draft.rename(ruin, "tower") == "tower"
    assert draft.scene().mini("A").stand.pose.level == "tower/1"
    draft.remove("tower")
    assert draft.scene().mini("A").stand.pose.level == "ground"


def test_who_stands_on_a_ruins_floor_goes_with_it(draft: SceneDraft):
    ruin = draft.add_ruin((6, 18), RUIN)
    draft.move("A", (5, 19), level=f"{ruin}/1")
    before = draft.file
    draft.move(ruin, (16, 6), facing=90)
    moved = draft.scene().mini("A").stand.pose
    assert (moved.x, moved.y, moved.facing) == (15, 5, 90)
    assert draft.scene().mini("B").stand.pose.at == (12, 18)
    draft.undo()
    assert draft.file == before


def test_claims_follow_a_new_name_and_go_with_a_miniature():
    scene = scene_of(
        """
[[mini]]
id = "A"
model = "kit:soldier_rifle"
at = [5, 5]
[[mini]]
id = "B"
model = "kit:soldier_rifle"
at = [15, 5]
[[claim]]
from = "A"
to = "B"
expect = "visible"
why = "nothing is in the way"
"""
    )
    draft = SceneDraft.of(scene)
    draft.rename("B", "C")
    assert draft.scene().file.claim[0].target == "C"
    draft.remove("C")
    assert draft.scene().file.claim == []


def test_a_base_of_any_size_and_shape(draft: SceneDraft):
    draft.set_base("A", {"shape": "box", "length_mm": 60, "width_mm": 30})
    draft.set_base("B", BaseFile("disc", diameter_mm=50))
    scene = draft.scene()
    base = scene.table.models[scene.mini("A").stand.model].base
    assert isinstance(base, Box)
    assert (base.length, base.width) == pytest.approx((60 / 25.4, 30 / 25.4))
    assert isinstance(scene.table.models[scene.mini("B").stand.model].base, Disc)


def test_what_one_miniature_of_a_figure_becomes_the_others_do_not(draft: SceneDraft):
    body = [{"shape": "cylinder", "at": [0, 0, 0], "radius": 0.3, "height": 1.5}]
    figure = draft.add_figure("guard", solids=body, base={"diameter_mm": 25})
    one, two = draft.add_mini((3, 3), figure), draft.add_mini((6, 3), figure)
    steps = draft.undoes
    draft.set_height(one, 3.0)
    scene = draft.scene()
    heights = [scene.table.models[scene.mini(name).stand.model].height_in for name in (one, two)]
    assert heights == [3.0, 1.5]
    draft.undo()
    assert draft.undoes == steps
    with pytest.raises(UsageError, match="are of the figure"):
        draft.remove(figure)
    assert draft.rename(figure, "sentry") == "figure:sentry"
    mini = draft.thing(one)
    assert isinstance(mini, MiniFile)
    assert mini.model == "figure:sentry"
    assert isinstance(draft.thing("figure:sentry"), FigureFile)


def test_a_copy_stands_beside_what_it_was_made_of(draft: SceneDraft):
    copy = draft.duplicate("A")
    assert copy == "C"
    wall = draft.duplicate("wall", (12, 3))
    assert wall == "wall-2"
    assert draft.problems() == ()
    assert draft.scene().mini("C").stand.pose.x > 12


def test_profiles_say_what_their_miniatures_are():
    draft = SceneDraft.of(open_scene(MILLS))
    profile = next(iter(draft.scene().book.profiles))
    name = draft.add_mini((3, 3), "", profile=profile, id="guest/1")
    assert draft.scene().mini(name).stand.model == profile
    with pytest.raises(UsageError, match="comes from its profile"):
        draft.set_height(name, 3.0)


# --- quickness, by what is made anew ------------------------------------------------------------


def test_moving_a_miniature_keeps_everything_that_was_worked_out(draft: SceneDraft):
    facts = draft.facts()
    draft.move("A", (3, 3))
    assert draft.facts() is facts
    draft.set_base("A", {"diameter_mm": 60})
    assert draft.facts() is not facts


def test_moving_a_piece_builds_no_other_piece_and_no_model(draft: SceneDraft):
    draft.add_ruin((5, 20), RUIN)
    before = draft.scene()
    draft.move("wall", (12, 13))
    after = draft.scene()
    assert after.table.terrain["ruin"] is before.table.terrain["ruin"]
    assert after.table.terrain["wall"] is not before.table.terrain["wall"]
    model = before.mini("A").stand.model
    assert after.table.models[model] is before.table.models[model]


def test_a_moved_piece_is_that_of_the_scene_opened_anew(draft: SceneDraft, tmp_path: Path):
    draft.facts()
    draft.move("wall", (4, 4), facing=30)
    draft.save(tmp_path / "spot.toml")
    opened = open_scene(tmp_path / "spot.toml")
    for name, piece in opened.table.terrain.items():
        same = draft.scene().table.terrain[name]
        assert (same.body.vertices == piece.body.vertices).all()
        assert same.area == piece.area


# --- files --------------------------------------------------------------------------------------


def test_a_saved_draft_is_a_scene_that_opens_again(draft: SceneDraft, tmp_path: Path):
    draft.add_ruin((5, 20), RUIN)
    draft.save(tmp_path / "spot.toml")
    assert open_scene(tmp_path / "spot.toml").file == draft.file
    assert (tmp_path / "spot.toml").read_text(encoding="utf-8") == draft.text()


def test_a_bundle_keeps_ruins_and_figures_of_parts(draft: SceneDraft, tmp_path: Path):
    draft.add_ruin((5, 20), RUIN)
    plate = {"points": [[-0.3, 0], [0.3, 0], [0, 1.5]]}
    draft.add_mini((20, 20), draft.add_figure("cutout", silhouette=plate, base=BaseFile("hull")))
    draft.save(tmp_path / "spot.hulldown")
    assert open_scene(tmp_path / "spot.hulldown").file == draft.file


def test_a_draft_with_faults_is_not_written(draft: SceneDraft, tmp_path: Path):
    draft.move("A", (0, 0))
    with pytest.raises(InputProblems):
        draft.save(tmp_path / "spot.toml")
    assert list(tmp_path.iterdir()) == []


def brick(folder: Path, size: float = 1.0) -> MeshData:
    """Write a brick's mesh and return it."""
    body = box_mesh((-size, -size, 0), (size, size, size), "brick")
    (folder / "models").mkdir(exist_ok=True)
    (folder / "models" / "brick.glb").write_bytes(export_glb(body))
    return body


def test_models_go_with_a_scene_that_is_saved_elsewhere(tmp_path: Path):
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    brick(here)
    scene = scene_of('[[piece]]\nid = "b"\nmodel = "models/brick.glb"\nat = [9, 9]\n', here)
    draft = SceneDraft.of(scene)
    draft.move("b", (12, 12))
    draft.save(there / "spot.toml")
    assert open_scene(there / "spot.toml").digest() == draft.scene().digest()
    draft.save(there / "spot.hulldown")
    assert open_scene(there / "spot.hulldown").table.terrain["b"].body.triangles == 12
    brick(there, 2.0)
    with pytest.raises(UsageError, match="lies there already"):
        draft.save(there / "other.toml")


def test_a_file_counts_as_part_of_the_scene_only_while_it_is_used(tmp_path: Path):
    brick(tmp_path)
    piece = '[[piece]]\nid = "b"\nmodel = "models/brick.glb"\nat = [9, 9]\n'
    draft = SceneDraft.of(scene_of(piece, tmp_path))
    copy = draft.duplicate("b")
    draft.remove("b")
    assert list(draft.scene().mesh_digests) == ["models/brick.glb"]
    draft.remove(copy)
    assert draft.scene().mesh_digests == {}
    draft.undo()
    assert list(draft.scene().mesh_digests) == ["models/brick.glb"]


# --- laws ---------------------------------------------------------------------------------------

spots = st.tuples(st.floats(1, 23), st.floats(1, 23))


class Setting(RuleBasedStateMachine):
    """Anything done in any order: the draft builds as the file opened anew does."""

    @initialize()
    def begin(self) -> None:
        self.draft = SceneDraft.new(24, 24)
        self.states = [self.draft.file]

    def names(self) -> list[str]:
        return [each.id for each in (*self.draft.file.piece, *self.draft.file.mini)]

    @rule(at=spots, high=st.floats(0.2, 4))
    def add_box(self, at: tuple[float, float], high: float) -> None:
        self.draft.add_piece("box", at, size=(2, 1, high))

    @rule(at=spots)
    def add_mini(self, at: tuple[float, float]) -> None:
        self.draft.add_mini(at)

    @precondition(lambda self: bool(self.names()))
    @rule(at=spots, pick=st.integers(0, 100), facing=st.floats(-720, 720))
    def move(self, at: tuple[float, float], pick: int, facing: float) -> None:
        names = self.names()
        self.draft.move(names[pick % len(names)], at, facing=facing)

    @precondition(lambda self: bool(self.names()))
    @rule(pick=st.integers(0, 100))
    def duplicate(self, pick: int) -> None:
        self.draft.duplicate(self.names()[pick % len(self.names())])

    @precondition(lambda self: bool(self.names()))
    @rule(pick=st.integers(0, 100))
    def remove(self, pick: int) -> None:
        self.draft.remove(self.names()[pick % len(self.names())])

    @rule()
    def undo_and_redo(self) -> None:
        now = self.draft.file
        if self.draft.undo() is not None:
            self.draft.redo()
        assert self.draft.file == now

    @rule()
    def undo(self) -> None:
        self.draft.undo()

    @invariant()
    def it_builds_as_if_for_the_first_time(self) -> None:
        if not hasattr(self, "draft"):
            return
        kept, anew = self.draft.build(), SceneDraft(self.draft.file).build()
        assert kept.problems == anew.problems
        assert list(kept.scene.table.terrain) == list(anew.scene.table.terrain)
        for name, piece in anew.scene.table.terrain.items():
            assert (piece.body.vertices == kept.scene.table.terrain[name].body.vertices).all()
        assert kept.scene.minis == anew.scene.minis
        if not kept.problems:
            assert scene_text(kept.scene) == scene_text(anew.scene)


TestSetting = Setting.TestCase
TestSetting.settings = settings(max_examples=15, stateful_step_count=15, deadline=None)
