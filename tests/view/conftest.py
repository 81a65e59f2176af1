"""All tests of the view draw with the software renderer and keep their own cache."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sim.view.pictures import SceneCamera
from sim.view.pipes import CHOICE_VARIABLE, SOFTWARE, library
from tests.view.small import small_facts, small_scene


@pytest.fixture(scope="session", autouse=True)
def software(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Choose the renderer that works everywhere, and a cache of our own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CHOICE_VARIABLE, SOFTWARE)
        patch.setenv("HULLDOWN_CACHE", str(tmp_path_factory.mktemp("cache")))
        library.cache_clear()
        yield
    library.cache_clear()


@pytest.fixture(scope="session")
def camera(software: None) -> SceneCamera:
    return SceneCamera(small_facts(), small_scene(), width=640)
