"""The soldiers of the kit: one piece per type, both sides share them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from tools.kit import palette as pot
from tools.kit.arms import ARMS, Arm
from tools.kit.bases import BASE_TOP, round_base
from tools.kit.body import Foot, Joints, Pose, joints_of
from tools.kit.clothing import boots, collar, hands_and_head, jacket, trousers
from tools.kit.headgear import headgear
from tools.kit.paint import Finish, Paint
from tools.kit.piece import Figure, Piece
from tools.kit.prims import hull, tube
from tools.kit.shell import Shell, unite
from tools.kit.vectors import points
from tools.kit.webbing import webbing

__all__ = ["PIECES"]

SCARF = pot.STRIPE._replace(tint=True)
FINISH = Finish(zenith=0.16, wash=0.26, brush=0.16, crease=45.0, dirt_to=0.3)
HEIGHT = 1.6


@dataclass(frozen=True)
class Recruit:
    """How a soldier is made up."""

    id: str
    shows: str
    pose: Pose
    arm: str = "rifle"
    head: str = "bowl"
    pouches: tuple[float, ...] = (35.0, -35.0, 75.0)
    crossed: bool = False
    pack: str = "rucksack"
    height: float = HEIGHT
    gloves: Paint | None = None
    skirt: float = 0.1
    extra: Callable[[Joints], list[Shell]] = field(default=lambda _: [])


def _pads(j: Joints) -> list[Shell]:
    """Return armour plates for the shoulders."""
    shape = points("""
        -0.1 -0.05 0.075   0.1 -0.05 0.075  -0.1 0.1 0.04       0.1 0.1 0.04
        -0.075 0.12 -0.075  0.075 0.12 -0.075  -0.08 0.05 -0.02  0.08 0.05 -0.02""")
    pad = hull(shape, pot.ARMOUR, 0.015)
    return [
        shell.apply(j.chest_frame, j.shoulder[i] + (j.elbow[i] - j.shoulder[i]) * 0.05)
        for i, shell in enumerate((pad.mirror("y"), pad))
    ]


def _hero_dress(j: Joints) -> list[Shell]:
    """Return breast plate, shoulder plates and scarf."""
    half = points("0.02 0.17 0.14  0.02 0.13 -0.13  0.145 0.1 0.1  0.135 0.075 -0.09")
    plate = hull(np.vstack([half, half * [1, -1, 1]]), pot.ARMOUR, 0.02)
    round_neck = points("0.07 -0.05 0  0.075 0.05 -0.005  0 0.09 0.01  -0.07 0.04 0.02  -0.1 0 0")
    scarf = tube(j.neck + round_neck @ j.chest_frame.T, 0.042, SCARF, 7)
    return [plate.apply(j.chest_frame, j.chest), *_pads(j), scarf]


RECRUITS = (
    Recruit(
        "soldier_rifle",
        "Soldier aiming a rifle",
        Pose(
            lean=8,
            twist=-32,
            hips=-12,
            grip=(0.175, -0.115, 1.03),
            gaze=0,
            nod=4,
            elbow_r=(-0.2, -0.9, -0.4),
            right=Foot(-0.17, -0.13, -40),
            left=Foot(0.16, 0.1, 5),
        ),
    ),
    Recruit(
        "soldier_kneeling",
        "Soldier kneeling to fire",
        Pose(
            pelvis=(-0.06, -0.02, 0.42),
            lean=8,
            twist=-30,
            hips=-10,
            grip=(0.13, -0.11, 0.76),
            nod=4,
            elbow_r=(-0.2, -0.9, -0.4),
            right=Foot(-0.4, -0.14, 0, 0.03, 55, (1.0, 0.0, -1.0)),
            left=Foot(0.18, 0.12, 5, knee=(1.0, 0.0, 1.0)),
        ),
        height=1.32,
    ),
    Recruit(
        "soldier_running",
        "Soldier running with rifle at the port",
        Pose(
            pelvis=(0.02, 0, 0.67),
            lean=20,
            twist=14,
            hips=-8,
            grip=(0.13, -0.17, 0.82),
            aim=55,
            pitch=42,
            gaze=0,
            nod=2,
            right=Foot(-0.34, -0.09, 0, 0.09, 50, (1.0, 0.0, -0.1)),
            left=Foot(0.26, 0.1, 0, 0.0, -12, (1.0, 0.0, 0.6)),
        ),
        head="comb",
        pouches=(40.0, -40.0),
    ),
    Recruit(
        "soldier_mg",
        "Machine gunner, firing from the hip",
        Pose(
            lean=-2,
            twist=-22,
            hips=-14,
            grip=(0.12, -0.2, 0.82),
            gaze=0,
            nod=4,
            elbow_r=(-0.8, -0.5, -0.2),
            right=Foot(-0.2, -0.16, -35),
            left=Foot(0.2, 0.14, 8),
        ),
        arm="machine_gun",
        pouches=(60.0, 100.0, -60.0),
        crossed=True,
        extra=_pads,
    ),
    Recruit(
        "soldier_bazooka",
        "Soldier with a rocket launcher on the shoulder",
        Pose(
            lean=4,
            twist=-14,
            hips=-8,
            grip=(0.2, -0.155, 1.005),
            gaze=0,
            nod=2,
            elbow_r=(0.2, -0.8, -0.7),
            elbow_l=(0.3, 0.3, -1.0),
            right=Foot(-0.16, -0.15, -35),
            left=Foot(0.16, 0.13, 5),
        ),
        arm="bazooka",
        pack="rockets",
        pouches=(60.0, 100.0),
    ),
    Recruit(
        "soldier_leader",
        "Leader pointing the way, pistol in hand",
        Pose(
            lean=2,
            twist=14,
            hips=4,
            grip=(0.2, -0.28, 0.92),
            pitch=8,
            gaze=12,
            nod=-2,
            left_hand=(0.43, 0.22, 1.12),
            elbow_r=(-0.6, -0.6, -0.6),
            elbow_l=(0.1, 0.8, -0.6),
            right=Foot(-0.15, -0.13, -25),
            left=Foot(0.13, 0.12, 12),
        ),
        arm="pistol",
        head="cap",
        pouches=(-60.0,),
        crossed=True,
        pack="",
        skirt=0.2,
    ),
    Recruit(
        "soldier_sniper",
        "Sniper with a telescopic rifle",
        Pose(
            lean=5,
            twist=-34,
            hips=-14,
            grip=(0.16, -0.11, 1.02),
            gaze=0,
            nod=6,
            elbow_r=(-0.2, -1.0, 0.0),
            right=Foot(-0.14, -0.14, -45),
            left=Foot(0.14, 0.11, 0),
        ),
        arm="sniper",
        head="comb",
        pouches=(80.0, -80.0),
        skirt=0.24,
        pack="",
    ),
    Recruit(
        "soldier_crew",
        "Observer with field glasses and a radio",
        Pose(
            lean=2,
            twist=0,
            grip=(0.2, -0.048, 1.175),
            left_hand=(0.2, 0.05, 1.175),
            gaze=0,
            nod=2,
            elbow_r=(0.2, -0.9, -0.8),
            elbow_l=(0.2, 0.9, -0.8),
            right=Foot(-0.06, -0.13, -18),
            left=Foot(0.1, 0.12, 15),
        ),
        arm="glasses",
        pack="radio",
        pouches=(70.0, -70.0),
    ),
    Recruit(
        "hero",
        "Hero in armour with an experimental gun",
        Pose(
            lean=0,
            twist=-20,
            hips=-10,
            grip=(0.15, -0.2, 0.86),
            gaze=8,
            nod=0,
            pitch=4,
            elbow_r=(-0.8, -0.6, -0.2),
            right=Foot(-0.2, -0.17, -35),
            left=Foot(0.22, 0.14, 10, 0.03),
        ),
        arm="big_gun",
        head="bare",
        pouches=(100.0, -100.0),
        pack="flasks",
        gloves=pot.BOOT,
        skirt=0.26,
        height=1.68,
        extra=_hero_dress,
    ),
)


def _weapon(arm: Arm, pose: Pose, j: Joints) -> Shell:
    centre = np.array(pose.grip)
    if arm.butt == (-0.06, 0.0, 0.0):
        centre = (j.hand[0] + j.hand[1]) / 2 + np.array([0.0, 0, 0.025])
    return arm.shell.apply(j.weapon_frame, centre)


def make(recruit: Recruit, seed: int) -> Piece:
    """Return the finished miniature of a recruit."""
    arm = ARMS[recruit.arm]()
    j = joints_of(recruit.pose, arm.fore)
    shells = [
        jacket(j, pot.CLOTH, skirt=recruit.skirt),
        trousers(j, pot.TROUSERS),
        collar(j, pot.TROUSERS),
        *boots(j),
        *hands_and_head(j, recruit.gloves),
        *(s.apply(j.head_frame, j.head) for s in headgear(recruit.head)),
        *webbing(j, recruit.pouches, recruit.crossed, recruit.pack),
        *recruit.extra(j),
    ]
    body = unite(shells, keep=0.005)
    weapon = _weapon(arm, recruit.pose, j)
    low = float(body.low[2])
    scale = (recruit.height - BASE_TOP) / (float(body.high[2]) - low)
    shift = (0.0, 0.0, BASE_TOP - low * scale)
    placed = [s.size(scale).at(*shift) for s in (body, weapon)]
    feet = tuple((float(a[0]), float(a[1])) for a in j.ankle)
    parts = {"figure": placed[0], "weapon": placed[1], "base": round_base(30.0, seed, feet)}
    return Piece(recruit.id, recruit.shows, parts, Figure(height_in=recruit.height), FINISH)


def _maker(recruit: Recruit, seed: int) -> Callable[[], Piece]:
    return lambda: make(recruit, seed)


PIECES = {r.id: _maker(r, 200 + n) for n, r in enumerate(RECRUITS)}
