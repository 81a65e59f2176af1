"""A soldier's body from a pose: joints, then clothing, webbing, head and hands."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tools.kit.shell import rotation
from tools.kit.vectors import Floats, Vec

__all__ = ["Foot", "Joints", "Pose", "joints_of"]


#: Lengths of the limbs, inches, on a body 1.43 in tall with its helmet.
THIGH, SHIN, UPPER_ARM, FOREARM = 0.335, 0.325, 0.255, 0.235
ANKLE = 0.085


@dataclass(frozen=True)
class Foot:
    """Where a foot stands: plan place of the ankle, where the toes point, how high it is.

    `pitch` tips the foot on its toes; `knee` is where the knee bends to.
    """

    x: float
    y: float
    yaw: float = 0.0
    z: float = 0.0
    pitch: float = 0.0
    knee: tuple[float, float, float] = (1.0, 0.0, 0.2)


@dataclass(frozen=True)
class Pose:
    """A stance.

    Attributes
    ----------
    pelvis : (x, y, z)
    lean, twist : float
        Degrees the chest bends forward and turns to the left above the pelvis.
    hips : float
        Degrees the pelvis turns to the left.
    right, left : Foot
    grip : (x, y, z)
        The right hand.
    aim, pitch, roll : float
        Where the weapon points: degrees to the left, upwards, and about its barrel.
    left_hand : (x, y, z) or None
        None holds the weapon.
    gaze, nod : float
        Degrees the head turns to the left and down.
    elbow_r, elbow_l : directions the elbows point to
    """

    pelvis: tuple[float, float, float] = (0.0, 0.0, 0.70)
    lean: float = 5.0
    twist: float = 0.0
    hips: float = 0.0
    right: Foot = field(default_factory=lambda: Foot(-0.08, -0.14, -25.0))
    left: Foot = field(default_factory=lambda: Foot(0.12, 0.13, 8.0))
    grip: tuple[float, float, float] = (0.2, -0.12, 1.05)
    aim: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0
    left_hand: tuple[float, float, float] | None = None
    gaze: float = 0.0
    nod: float = 0.0
    elbow_r: tuple[float, float, float] = (-0.3, -0.7, -0.7)
    elbow_l: tuple[float, float, float] = (0.1, 0.5, -1.0)


@dataclass(frozen=True)
class Joints:
    """Points of the skeleton, inches, and the frames of pelvis, chest, head and weapon.

    Frames have the body's forward, left and up as columns. Two-sided joints are (right, left).
    """

    pelvis: Floats
    hip: tuple[Floats, Floats]
    knee: tuple[Floats, Floats]
    ankle: tuple[Floats, Floats]
    foot: tuple[Floats, Floats]
    waist: Floats
    chest: Floats
    neck: Floats
    head: Floats
    shoulder: tuple[Floats, Floats]
    elbow: tuple[Floats, Floats]
    hand: tuple[Floats, Floats]
    hips_frame: Floats
    chest_frame: Floats
    head_frame: Floats
    weapon_frame: Floats


def _bend(a: Floats, c: Floats, lengths: tuple[float, float], way: Vec) -> Floats:
    """Return the joint between `a` and `c` that bends towards `way`."""
    line = c - a
    span = float(np.linalg.norm(line))
    along = line / span
    one, two = lengths
    if span > 0.995 * (one + two):
        stretch = span / (0.995 * (one + two))
        one, two = one * stretch, two * stretch
    reach = (one * one - two * two + span * span) / (2 * span)
    high = np.sqrt(max(one * one - reach * reach, 0.0))
    out = np.asarray(way, dtype=float)
    out = out - along * (out @ along)
    return a + along * reach + out / np.linalg.norm(out) * high


def _leg(hip: Floats, foot: Foot) -> tuple[Floats, Floats, Floats]:
    frame = rotation(foot.yaw, "z") @ rotation(foot.pitch, "y")
    ankle = np.array([foot.x, foot.y, foot.z + ANKLE])
    knee = _bend(hip, ankle, (THIGH, SHIN), rotation(foot.yaw, "z") @ np.array(foot.knee))
    return knee, ankle, frame


def joints_of(pose: Pose, fore: Vec) -> Joints:
    """Return the skeleton of a pose; the other hand holds the weapon at `fore`, in its frame."""
    pelvis = np.array(pose.pelvis)
    hips = rotation(pose.hips, "z")
    chest_frame = rotation(pose.hips + pose.twist, "z") @ rotation(pose.lean, "y")
    hip = (pelvis + hips @ [0, -0.088, 0], pelvis + hips @ [0, 0.088, 0])
    legs = [_leg(hip[i], foot) for i, foot in enumerate((pose.right, pose.left))]
    waist = pelvis + np.array([0, 0, 0.13])
    chest = waist + chest_frame @ [0.0, 0, 0.16]
    neck = waist + chest_frame @ [-0.005, 0, 0.335]
    shoulder = (waist + chest_frame @ [0, -0.185, 0.265], waist + chest_frame @ [0, 0.185, 0.265])
    head_frame = rotation(pose.gaze, "z") @ rotation(pose.nod, "y")
    head = neck + np.array([0, 0, 0.055]) + head_frame @ [0.025, 0, 0.055]
    weapon = rotation(pose.aim, "z") @ rotation(-pose.pitch, "y") @ rotation(pose.roll, "x")
    right = np.array(pose.grip)
    left = right + weapon @ np.asarray(fore) if pose.left_hand is None else np.array(pose.left_hand)
    arm = (UPPER_ARM, FOREARM)
    elbow = (
        _bend(shoulder[0], right, arm, pose.elbow_r),
        _bend(shoulder[1], left, arm, pose.elbow_l),
    )
    return Joints(
        pelvis,
        hip,
        (legs[0][0], legs[1][0]),
        (legs[0][1], legs[1][1]),
        (legs[0][2], legs[1][2]),
        waist,
        chest,
        neck,
        head,
        shoulder,
        elbow,
        (right, left),
        hips,
        chest_frame,
        head_frame,
        weapon,
    )
