"""Tests of the window draw with the software renderer and keep their own cache and home."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sim.view.pipes import CHOICE_VARIABLE, SOFTWARE, library
from tests.window.seated import Seated, SitDown


@pytest.fixture(scope="session", autouse=True)
def software(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Choose the renderer that works everywhere, and folders of our own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CHOICE_VARIABLE, SOFTWARE)
        patch.setenv("HULLDOWN_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("HULLDOWN_HOME", str(tmp_path_factory.mktemp("home")))
        library.cache_clear()
        yield
    library.cache_clear()


@pytest.fixture
def sit(software: None) -> Iterator[SitDown]:
    """Sit persons down before battles; whoever sat down gets up at the end."""
    seated: list[Seated] = []

    def sit_down(*given: Any, **more: Any) -> Seated:
        seated.append(Seated(*given, **more))
        return seated[-1]

    yield sit_down
    for each in seated:
        each.close()
