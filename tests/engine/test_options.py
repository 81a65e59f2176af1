"""Table options: precedence, bundles, and messages with nearest names."""

from __future__ import annotations

import msgspec
import pytest

from sim.engine.options import OptionSet
from sim.errors import InputProblems


class Toys(msgspec.Struct, frozen=True):
    metric: str = "path"
    wire: str = "true"
    depth: str = "9"


CHOICES = {"metric": ("path", "straight"), "wire": ("true", "false"), "depth": ("9", "12")}
BUNDLES = {"book": {"metric": "path"}, "club": {"metric": "straight", "depth": "12"}}
OPTIONS = OptionSet(Toys, CHOICES, BUNDLES, "toy.opt.")


def test_nothing_said_is_the_book_and_nothing_differs():
    chosen = OPTIONS.choose()
    assert chosen.options == Toys()
    assert (chosen.bundle, chosen.differences) == ("book", {})


def test_the_command_line_goes_before_the_scene_and_the_scene_before_the_bundle():
    chosen = OPTIONS.choose(
        bundle="club", scene={"depth": 9, "wire": False, "bundle": "book"}, line={"wire": "true"}
    )
    assert chosen.options == Toys(metric="straight", wire="true", depth="9")
    assert chosen.bundle == "club"
    assert chosen.differences == {"metric": "straight"}


def test_a_scene_may_name_its_bundle_and_write_whole_ids_and_toml_values():
    chosen = OPTIONS.choose(scene={"bundle": "club", "toy.opt.wire": False})
    assert chosen.options == Toys("straight", "false", "12")
    assert list(chosen.differences) == ["metric", "wire", "depth"]


def test_every_wrong_option_is_named_at_once_with_its_nearest():
    with pytest.raises(InputProblems) as found:
        OPTIONS.choose(
            bundle="clubs", scene={"metrik": "path"}, line={"depth": "10"}, file="a.toml"
        )
    bundle, scene, line = found.value.problems
    assert (bundle.key, bundle.file) == ("engine.option.bundle", "")
    assert (scene.key, scene.file) == ("engine.option.unknown", "a.toml")
    assert "metric" in scene.text()
    assert line.key == "engine.option.value"
    assert "9, 12" in line.text()


def test_an_unknown_bundle_of_the_scene_is_blamed_on_the_scene():
    with pytest.raises(InputProblems) as found:
        OPTIONS.choose(scene={"bundle": "klub"}, file="a.toml")
    assert [problem.file for problem in found.value.problems] == ["a.toml"]
    assert "club" in str(found.value)


@pytest.mark.parametrize(
    ("choices", "bundles"),
    [
        ({"metric": ("path",)}, {}),
        ({**CHOICES, "depth": ("12",)}, {}),
        (CHOICES, {"club": {"metric": "curved"}}),
        (CHOICES, {"club": {"metrik": "path"}}),
        (CHOICES, {"book": {"metric": "straight"}}),
    ],
)
def test_a_game_whose_options_do_not_fit_together_does_not_start(
    choices: dict[str, tuple[str, ...]], bundles: dict[str, dict[str, str]]
):
    with pytest.raises(ValueError, match="Toys"):
        OptionSet(Toys, choices, bundles)
