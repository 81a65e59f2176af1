"""The scenes of the text mode's tests, opened once."""

from __future__ import annotations

import pytest

from sim.cli.common import Opened, open_table
from tests.cli.running import SKIRMISH, THREE_TURNS


@pytest.fixture(scope="session")
def across() -> Opened:
    """Two squads and two walkers on both sides of a wall."""
    return open_table(THREE_TURNS)


@pytest.fixture(scope="session")
def skirmish() -> Opened:
    """Three units a side."""
    return open_table(SKIRMISH)


@pytest.fixture(scope="session")
def mills() -> Opened:
    """A scene with floors, not yet deployed."""
    return open_table("mills")
