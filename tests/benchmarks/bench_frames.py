"""Frames on the software pipe at 1280 by 800, while another process keeps one core busy.

Tables of kit pieces and miniatures with so many triangles drawn from afar; an orbit of 200
frames. The baseline of every ratio is the same table without far copies. Processor milliseconds
stand beside those of the clock: on a machine that others use only they can be compared.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from sim.engine.observed import Observed, SeenPiece, Side
from sim.geometry.pose import Pose
from sim.geometry.shapes import Disc
from sim.table.facts import Facts
from sim.table.kit import kit_piece
from sim.table.pieces import Model, Table, Terrain

SIZE = (1280, 800)
FRAMES = 200
#: Frames with near copies alone, for the baseline.
NEAR_FRAMES = 40
#: Triangles drawn, miniatures.
TABLES = ((70_000, 25), (129_000, 45))
SOLDIERS = ("soldier_rifle", "soldier_mg", "soldier_leader", "soldier_running", "soldier_sniper")
PIECES = ("wall_6", "hedge_6", "fence_6", "wall_corner", "tank_traps", "tree", "rock_ledges",
          "crates", "ruin_small", "tree", "hill_round", "house", "ruin_corner", "tree")  # fmt: skip


@dataclass(frozen=True)
class Times:
    """Milliseconds of frames, by the clock and by the processor."""

    wall: np.ndarray
    cpu: np.ndarray

    def row(self, name: str, base: float) -> str:
        """Return a line of the table."""
        cells = [np.percentile(self.wall, 50), np.percentile(self.wall, 95)]
        cells += [np.percentile(self.cpu, 50), np.percentile(self.cpu, 95)]
        ratio = float(np.percentile(self.cpu, 50)) / base if base else 1.0
        return f"{name:<44}" + "".join(f"{cell:9.1f}" for cell in cells) + f"{ratio:8.2f}"


def peak_mb() -> float:
    """Return the most memory that this process held, megabytes."""
    status = Path("/proc/self/status")
    if status.exists():
        # The usual count would begin with what the process held that started this one.
        held = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")]
        return int(held[0].split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def burn() -> None:
    """Keep one core busy."""
    while True:
        sum(range(10_000))


def placed(name: str, kit: str, pose: Pose) -> Terrain:
    """Return a kit piece where it lies."""
    made = kit_piece(kit)
    turn = np.radians(pose.facing)
    c, s = np.cos(turn), np.sin(turn)
    x, y, z = made.body.vertices.T
    vertices = np.column_stack([c * x - s * y + pose.x, s * x + c * y + pose.y, z])
    body = replace(made.body, vertices=vertices)
    return Terrain(name, kit, str(made.file.kind), pose, body, (), carries=made.file.carries)


def bench_table(pieces: int, minis: int) -> tuple[Facts, Observed]:
    """Return a table of 60 by 44 inches with so many pieces and miniatures."""
    terrain = {}
    for index in range(pieces):
        column, row = index % 8, index // 8
        pose = Pose(5.0 + 7.2 * column, 6.0 + 8.0 * row, 37.0 * index)
        name = f"piece-{index}"
        terrain[name] = placed(name, PIECES[index % len(PIECES)], pose)
    models = {}
    for name in SOLDIERS:
        models[name] = Model(name, Disc(0.59), 1.5, 1.6, kit_piece(name).body)
    seen = tuple(
        SeenPiece(
            f"u{index // 5}/{index % 5}", "mini", SOLDIERS[index % 5], f"u{index // 5}",
            ("left", "right")[index % 2], Pose(4.0 + 4.1 * (index % 14), 3.0 + 9.0 * (index // 14),
                                               23.0 * index),
        )
        for index in range(minis)
    )  # fmt: skip
    sides = (Side("left", "Left"), Side("right", "Right"))
    return Facts(Table(60.0, 44.0, "grass", terrain, models)), Observed("", "", sides, (), seen)


def drawn(root: Any, skip: str) -> int:
    """Return the triangles under a node, but for those of copies of a name."""
    total = 0
    for holder in root.findAllMatches("**/+GeomNode"):
        if holder.getName() != skip:
            for geom in holder.node().getGeoms():
                total += sum(primitive.getNumFaces() for primitive in geom.getPrimitives())
    return total


def orbit(screen: Any, view: Any, *, far: bool) -> Times:
    """Return the times of an orbit's frames."""
    wall: list[float] = []
    cpu: list[float] = []
    for _ in range(FRAMES if far else NEAR_FRAMES):
        view.orbit.turn_by(1.8, 0.0)
        began, spent = time.perf_counter(), time.process_time()
        view.advance(0.04, None, SIZE)
        view.stage.look_through(view.camera, view.orbit.view, SIZE[1] if far else 0)
        screen.draw()
        wall.append((time.perf_counter() - began) * 1000)
        cpu.append((time.process_time() - spent) * 1000)
    return Times(np.array(wall), np.array(cpu))


def fitting(wanted: int, minis: int) -> int:
    """Return how many pieces make a table with about so many triangles drawn from afar."""
    from sim.view.stage import Stage

    facts, seen = bench_table(40, 5)
    stage = Stage(facts)
    stage.show(seen.pieces, ["left", "right"])
    pieces = [drawn(stage.pieces[name], "near") for name in facts.table.terrain]
    bare = drawn(stage.still, "near") - sum(pieces)
    total = bare + drawn(stage.figures, "near") * minis // 5 + np.cumsum([0, *pieces])
    return int(np.abs(total - wanted).argmin())


def one(wanted: int, minis: int, pieces: int) -> None:
    """Print the rows of one table; run in a process of its own, so that memory is its own."""
    began, spent = time.perf_counter(), time.process_time()
    from panda3d.core import Camera, NodePath, OrthographicLens

    from sim.view.screen import Screen
    from sim.view.table_view import TableView

    facts, seen = bench_table(pieces, minis)
    loaded, load_spent = time.perf_counter() - began, time.process_time() - spent
    screen = Screen("", SIZE, hidden=True)
    view = TableView(facts, SIZE[0] / SIZE[1])
    view.show(seen, glide=False)
    flat: Any = NodePath("flat")
    screen.look_through(view.camera, flat.attachNewNode(Camera("flat", OrthographicLens())))
    view.advance(0.0, None, SIZE)
    view.stage.look_through(view.camera, view.orbit.view, SIZE[1])
    screen.draw()
    first = time.perf_counter() - began - loaded
    first_spent = time.process_time() - spent - load_spent
    triangles = drawn(view.stage.root, "near"), drawn(view.stage.root, "far")
    near = orbit(screen, view, far=False)
    base = float(np.percentile(near.cpu, 50))
    name = f"{minis} miniatures, {pieces} pieces"
    print(near.row(f"{name}: near, {triangles[1]} triangles", 0.0))
    print(orbit(screen, view, far=True).row(f"{name}: far, {triangles[0]} triangles", base))
    peak = peak_mb()
    print(
        f"  loaded in {loaded:.2f} s; first frame after {first:.2f} s more "
        f"({first_spent:.2f} s of processor); peak memory {peak:.0f} MB; wanted {wanted}",
        flush=True,
    )
    screen.close()


def main() -> None:
    """Print a table for each size."""
    os.environ.setdefault("HULLDOWN_PIPE", "p3tinydisplay")
    # Drawn into memory: a display server would only be asked for nothing.
    os.environ.pop("DISPLAY", None)
    spawn = multiprocessing.get_context("spawn")
    print(f"{'milliseconds a frame':<44}" + "".join(
        f"{head:>9}" for head in ("p50", "p95", "cpu p50", "cpu p95")
    ) + f"{'ratio':>8}", flush=True)  # fmt: skip
    for wanted, minis in TABLES:
        pieces = fitting(wanted, minis)
        for name in ("light made anew", "light kept"):
            print(f"{name}:", flush=True)
            burner = spawn.Process(target=burn, daemon=True)
            burner.start()
            child = spawn.Process(target=one, args=(wanted, minis, pieces))
            child.start()
            child.join()
            burner.terminate()
            burner.join()


if __name__ == "__main__":
    main()
