"""The sight desk in a real window: a dragged wall turns the verdict, the certificate is kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.cli.main import main
from tests.window.real import Real, a_display

pytestmark = pytest.mark.window

#: A place that lies under the wall of the empty desk.
_WALL = "@12,10"


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with a_display() as number:
        yield number


def test_a_wall_is_dragged_aside_the_verdict_flips_and_the_certificate_is_written(
    display: str, tmp_path: Path
):
    real = Real(display, tmp_path, "desk", "--out", str(tmp_path / "desk"))
    pictures = Path(os.environ.get("HULLDOWN_SHOTS") or tmp_path) / "desk"
    try:
        real.wait(lambda: real.facts.get("visible") is False)
        real.press("t")
        real.still()
        real.shot(pictures / "1-hidden.png")
        # Seen from above its top hides its foot: the place of its middle is on it all the same.
        real.drag(real.pixel(_WALL), real.pixel("@12,6"), real.pixel("@12,2"))
        real.wait(lambda: real.facts["visible"] is True)
        assert real.facts["selected"] == "wall"
        real.shot(pictures / "2-seen.png")
        real.press("ctrl+z")
        real.wait(lambda: real.facts["visible"] is False)
        real.press("ctrl+y")
        real.wait(lambda: real.facts["visible"] is True)
        real.wait(lambda: real.facts["margin"] is not None)
        real.press("f5")
        real.wait(lambda: real.facts["written"])
        real.shot(pictures / "3-written.png")
        assert main(["verify", real.facts["written"]]) == 0
    finally:
        real.close()
