"""Sight while something is dragged: how long one step takes, without drawing.

Run as a script. Two tables of about a hundred thousand triangles: rocks and ruins made for the
purpose, and pieces of the kit with parametric ruins among them. On each a miniature is dragged
across the table, then a wall through the line of two miniatures, and each step asks for verdict,
share, bound and line (and, while a miniature is dragged, has a margin asked for, which begins when
the hand rests). The first step of each drag is counted, and told apart.
The target is 95 % of the steps within 50 ms on two cores, by the clock on a machine that does
nothing else; processor time is told beside it, for it tells the same story on a busy one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import Surface, transform
from sim.geometry.meshes.ruins import Ruin, WindowRow, ruin_mesh
from sim.geometry.pose import Pose
from sim.table.facts import Facts
from sim.table.kit import kit_piece
from sim.table.live import LiveQuestion, LiveSight
from sim.table.live_margin import Margins
from sim.table.pieces import Stand, Table, Terrain
from tests.benchmarks.bench_sight import make_terrain
from tests.benchmarks.proof_scenes import models

WIDTH, DEPTH, TRIANGLES = 72.0, 48.0, 100_000
TARGET_MS = 50.0
STEPS, DRAGS = 40, 15
KIT = ("mill", "house", "ruin_large", "ruin_small", "ruin_corner", "tree", "rock_ledges", "crates")
Random = np.random.Generator
#: One step: by the clock and of the processor, milliseconds.
Step = tuple[float, float]


def kit_terrain(seed: int) -> dict[str, MeshData]:
    """Return kit pieces and parametric ruins, again and again until there are triangles enough."""
    rng = np.random.default_rng(seed)
    made: dict[str, MeshData] = {}
    count = 0
    while count < TRIANGLES:
        kind = int(rng.integers(0, len(KIT) + 1))
        body = _ruin(rng) if kind == len(KIT) else kit_piece(KIT[kind]).body
        pose = Pose(rng.uniform(3, WIDTH - 3), rng.uniform(3, DEPTH - 3), rng.uniform(0, 360))
        made[f"piece-{len(made)}"] = transform(body, pose)
        count += body.triangles
    return made


def _ruin(rng: Random) -> MeshData:
    rows = (WindowRow(0.9, 2.1, 0.8, every=1.6), WindowRow(3.6, 4.8, 0.8, count=2))
    plan = ("L", "U", "O")[int(rng.integers(0, 3))]
    seed = int(rng.integers(0, 1000))
    return ruin_mesh(Ruin(plan, 8.0, 6.0, 6.0, 0.35, rows, 0.6, seed, (3.0,)))


def table_of(meshes: dict[str, MeshData]) -> Table:
    """Return the table; each piece's pose is the middle of its box."""
    terrain = {
        name: Terrain(
            name, name, "walls", Pose(*mesh.bounds[:, :2].mean(axis=0).tolist()), mesh, ()
        )
        for name, mesh in meshes.items()
    }
    return Table(WIDTH, DEPTH, "grass", terrain, models())


def places(rng: Random, meshes: dict[str, MeshData]) -> Iterator[Pose]:
    """Return free places of the table without end."""
    surface = Surface(meshes)
    while True:
        x, y = rng.uniform(1, WIDTH - 1), rng.uniform(1, DEPTH - 1)
        if surface.height(x, y) < 1e-6:
            yield Pose(round(x, 4), round(y, 4), round(rng.uniform(0, 360), 2))


def drag_miniature(table: Table, free: Iterator[Pose], rng: Random) -> list[Step]:
    """Return the times of steps of a target that is pulled across the table."""
    live, margins = LiveSight(Facts(table)), Margins()
    live.warm()
    times: list[Step] = []
    for _ in range(DRAGS):
        names = [str(name) for name in rng.choice(list(models()), 2)]
        looker, start, end = Stand(names[0], next(free)), next(free), next(free)
        for share in np.linspace(0, 1, STEPS):
            x, y = (1 - share) * np.array(start.at) + share * np.array(end.at)
            target = Stand(names[1], Pose(float(x), float(y), start.facing))
            times.append(_timed(lambda t=target, a=looker: live.look(a, t)))
            margins.ask(live.question(looker, target))
    margins.close()
    return times


def drag_piece(table: Table, free: Iterator[Pose], rng: Random) -> list[Step]:
    """Return the times of steps of a piece that is pulled through a line, first ones included."""
    facts = Facts(table)
    times: list[Step] = []
    pieces = list(table.terrain)
    for _ in range(DRAGS):
        names = [str(name) for name in rng.choice(list(models()), 2)]
        a, b = Stand(names[0], next(free)), Stand(names[1], next(free))
        middle = (np.array(a.pose.at) + np.array(b.pose.at)) / 2
        live = LiveSight(facts)
        live.look(a, b)
        live.hold(pieces[int(rng.integers(0, len(pieces)))])
        start = middle + rng.uniform(-6, 6, 2)
        for share in np.linspace(0, 1, STEPS):
            x, y = (1 - share) * start + share * (2 * middle - start)
            live.move(Pose(float(x), float(y), 90.0 * share))
            times.append(_timed(lambda live=live, a=a, b=b: live.look(a, b)))
    return times


def find_margins(table: Table, free: Iterator[Pose], rng: Random) -> list[Step]:
    """Return the times of margins where the hand rests."""
    live, margins = LiveSight(Facts(table)), Margins(resting_s=0)
    live.warm()
    times: list[Step] = []
    for _ in range(DRAGS):
        names = [str(name) for name in rng.choice(list(models()), 2)]
        asked = live.question(Stand(names[0], next(free)), Stand(names[1], next(free)))

        def find(asked: LiveQuestion = asked) -> None:
            margins.ask(asked)
            margins.wait()

        times.append(_timed(find))
    margins.close()
    return times


def _timed(work: Callable[[], object]) -> Step:
    clock, busy = time.perf_counter(), time.process_time()
    work()
    return ((time.perf_counter() - clock) * 1000, (time.process_time() - busy) * 1000)


def report(name: str, steps: Sequence[Step]) -> bool:
    """Print the quantiles of some steps; return whether the target is met by the clock."""
    print(name)
    highs: list[float] = []
    for what, times in zip(("clock", "processor"), np.array(steps).T, strict=True):
        half, high, worst = np.percentile(times, [50, 95, 100])
        highs.append(float(high))
        print(
            f"  {what:10} p50 {half:5.1f}  p95 {high:5.1f}  worst {worst:6.1f}"
            f"  worst first step {times[::STEPS].max():6.1f} ms"
        )
    print("  within the target" if highs[0] <= TARGET_MS else "  TOO SLOW by the clock")
    return highs[0] <= TARGET_MS


def main() -> None:
    """Measure both drags on both tables."""
    for name, meshes in (("rocks and ruins", make_terrain()), ("kit", kit_terrain(5))):
        table = table_of(meshes)
        count = sum(mesh.triangles for mesh in meshes.values())
        told = f"{name}, {len(meshes)} pieces, {count} triangles"
        for what, drag in (("miniature", drag_miniature), ("piece", drag_piece)):
            rng = np.random.default_rng(7)
            report(f"{told}, {what} dragged", drag(table, places(rng, meshes), rng))
        rng = np.random.default_rng(7)
        clock = np.array(find_margins(table, places(rng, meshes), rng))[:, 0]
        half, high = np.percentile(clock, [50, 95])
        print(
            f"{told}, margin where the hand rests\n  clock      p50 {half:5.0f}  p95 {high:5.0f} ms"
        )


if __name__ == "__main__":
    main()
