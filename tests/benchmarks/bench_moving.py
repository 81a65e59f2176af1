"""Moving by hand: how long a step of a drag takes on the mills table, without drawing the frame.

Run as a script. A unit of five is dragged about its leader in circles that grow beyond what it may
go, across trees, walls and enemies; each step finds the ways of all, asks the rules about the
whole, and builds ghosts, ways, crosses and tags' texts anew. Told are the median, 95 % and worst
step of processor time, for a machine
that does nothing else. The target is 95 % within 30 ms.
"""

from __future__ import annotations

import math
import os
import tempfile
import time
from pathlib import Path

from sim.view.pipes import CHOICE_VARIABLE, SOFTWARE

TARGET_MS = 30.0
STEPS = 240


def main() -> None:
    """Measure and print."""
    os.environ.setdefault(CHOICE_VARIABLE, SOFTWARE)
    from tests.window.moving_page import MovingPage, mills_asking, moving_person

    with tempfile.TemporaryDirectory() as folder:
        battle = mills_asking(Path(folder), lambda q: q.kind == "path" and len(q.movers) == 5)
        question = battle.match.pending
        assert question is not None
        person = moving_person(battle.match, battle.facts)
        page = person.app.page
        assert isinstance(page, MovingPage)
        asker = page.moving
        start = asker.draft.pose(question.movers[0])
        asker.draft.begin(question.movers[0])
        times: list[float] = []
        found: list[float] = []
        # What counts is a moving hand: ghosts slide then.
        asker.grip.moves()
        refused = 0
        for k in range(STEPS):
            angle, away = k * 0.21, 1.0 + 14.0 * k / STEPS
            at = (start.x + away * math.cos(angle), start.y + away * math.sin(angle))
            before = time.process_time()
            asker.draft.drag_to((round(at[0], 3), round(at[1], 3)))
            asker.draft.objections()
            found.append((time.process_time() - before) * 1e3)
            asker.paint()
            times.append((time.process_time() - before) * 1e3)
            refused += bool(asker.draft.objections())
        person.close()
        battle.close()
    times.sort()
    found.sort()
    p95 = times[int(len(times) * 0.95)]
    print(f"{STEPS} steps, {refused} refused")
    print(f"median {times[len(times) // 2]:.1f} ms, 95 % {p95:.1f} ms, worst {times[-1]:.1f} ms")
    print(f"of it ways and rules: median {found[len(found) // 2]:.1f} ms, worst {found[-1]:.1f} ms")
    print(f"target {TARGET_MS:.0f} ms: {'kept' if p95 <= TARGET_MS else 'missed'}")


if __name__ == "__main__":
    main()
