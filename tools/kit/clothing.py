"""What a soldier wears, sculpted over the joints."""

from __future__ import annotations

import numpy as np

from tools.kit import palette as pot
from tools.kit.body import Joints
from tools.kit.paint import Paint
from tools.kit.prims import block, hull, lathe, rod
from tools.kit.sculpt import Field, above, blend, both, egg, limb, minus, rough, skin
from tools.kit.shell import Shell
from tools.kit.vectors import Floats

__all__ = [
    "boots",
    "box_of",
    "collar",
    "hands_and_head",
    "jacket",
    "trousers",
    "trunk_field",
]


def box_of(points: list[Floats], margin: float) -> tuple[Floats, Floats]:
    """Return the corners of a box round points, with a margin."""
    every = np.vstack(points)
    return every.min(axis=0) - margin, every.max(axis=0) + margin


def _mix(a: Floats, b: Floats, t: float) -> Floats:
    return a + (b - a) * t


def trunk_field(j: Joints) -> Field:
    """Return chest, belly and seat without the sleeves."""
    f = j.chest_frame
    chest = egg(j.chest + f @ [0.005, 0, 0.025], (0.134, 0.19, 0.168), f)
    yoke = limb(_mix(j.shoulder[0], j.neck, 0.22), _mix(j.shoulder[1], j.neck, 0.22), 0.08, 0.08)
    belly = egg(_mix(j.waist, j.pelvis, 0.15), (0.124, 0.152, 0.13), f)
    return blend([chest, yoke, belly], 0.06)


def coat_field(j: Joints, skirt: float = 0.1) -> Field:
    """Return the jacket: trunk, sleeves and a skirt of some length below the belt."""
    h = j.hips_frame
    below = j.pelvis - np.array([0.0, 0.0, skirt])
    seat = egg(j.pelvis + h @ [0, 0, 0.01], (0.142, 0.176, 0.12), h)
    tails: list[Field] = [seat]
    for hip, knee in zip(j.hip, j.knee, strict=True):
        reach = min(1.0, (skirt + 0.06) / max(float(hip[2] - knee[2]), 0.05))
        tails.append(limb(hip, _mix(hip, knee, reach), 0.118, 0.122 + 0.05 * skirt))
    if skirt > 0.15:
        tails.append(limb(j.pelvis + h @ [-0.03, 0, 0], below + h @ [-0.06, 0, 0], 0.13, 0.15))
    arms: list[Field] = []
    for s, e, w in zip(j.shoulder, j.elbow, j.hand, strict=True):
        cuff = _mix(e, w, 0.70)
        arms += [limb(s, e, 0.086, 0.068), limb(e, cuff, 0.070, 0.060)]
        arms.append(limb(_mix(e, w, 0.62), cuff, 0.064, 0.067))
    trunk = blend([trunk_field(j), blend(tails, 0.05)], 0.03)
    whole = blend([trunk, blend(arms, 0.025)], 0.03)
    return rough(whole, 0.17, 0.013, 3)


def jacket(j: Joints, paint: Paint, step: float = 0.053, skirt: float = 0.1) -> Shell:
    """Return the jacket."""
    low, high = box_of([*j.shoulder, *j.elbow, *j.hand, *j.hip, *j.knee, j.pelvis, j.neck], 0.26)
    hem = above(j.pelvis - np.array([0, 0, 0.045 + skirt]), (0, 0, 1))
    return skin(both(coat_field(j, skirt), hem), low, high, step, paint, keep=0.007)


def collar(j: Joints, paint: Paint) -> Shell:
    """Return a turned-up collar round the neck."""
    f = j.chest_frame
    ring = lathe([(0.088, -0.03), (0.094, 0.035), (0.07, 0.04), (0.06, 0.0)], paint, 12).size(
        0.92, 1.05, 1.0
    )
    return ring.apply(f, j.neck + f @ [0.008, 0, 0.0])


def _legs_field(j: Joints) -> Field:
    parts: list[Field] = [egg(j.pelvis, (0.118, 0.155, 0.10), j.hips_frame)]
    for hip, knee, ankle in zip(j.hip, j.knee, j.ankle, strict=True):
        parts.append(limb(hip, knee, 0.106, 0.079))
        top = _mix(knee, ankle, 0.42)
        parts.append(limb(knee, top, 0.080, 0.088))
    return blend(parts, 0.03)


def trousers(j: Joints, paint: Paint, step: float = 0.058) -> Shell:
    """Return breeches bloused over the gaiters."""
    low, high = box_of([*j.hip, *j.knee, *j.ankle, j.pelvis], 0.2)
    return skin(rough(_legs_field(j), 0.15, 0.014, 7), low, high, step, paint, keep=0.009)


def boots(j: Joints, paint: Paint = pot.BOOT, gaiter: Paint = pot.GAITER) -> list[Shell]:
    """Return boots with soles, and gaiters with their straps."""
    out: list[Shell] = []
    for knee, ankle, frame in zip(j.knee, j.ankle, j.foot, strict=True):
        top = _mix(ankle, knee, 0.60)
        low_end = _mix(ankle, knee, 0.12)
        out.append(rod(low_end, top, (0.062, 0.078), gaiter, 8))
        for t in (0.22, 0.42):
            at = _mix(ankle, knee, t)
            wide = 0.068 + 0.03 * t
            out.append(rod(at, _mix(ankle, knee, t + 0.05), (wide, wide + 0.002), pot.STRAP, 8))
        heel = ankle + frame @ [-0.035, 0, -0.042]
        toe = ankle + frame @ [0.135, 0, -0.048]
        shaft = limb(ankle + frame @ [0, 0, -0.01], _mix(ankle, knee, 0.16), 0.06, 0.06)
        foot = blend([limb(heel, toe, 0.05, 0.046), egg(toe, (0.07, 0.06, 0.048), frame)], 0.03)
        flat = above(ankle + frame @ [0, 0, -0.068], frame[:, 2])
        low, high = box_of([heel, toe, top, ankle], 0.12)
        out.append(
            skin(both(blend([shaft, foot], 0.04), flat), low, high, 0.046, paint, keep=0.008)
        )
        sole = hull(
            [
                (x, y, z)
                for x, w in ((-0.085, 0.042), (-0.02, 0.046), (0.12, 0.058), (0.2, 0.03))
                for y in (-w, w)
                for z in (-0.086, -0.055)
            ],
            pot.DARK,
        )
        out.append(sole.apply(frame, ankle))
    return out


def _face(j: Joints) -> Field:
    f, at = j.head_frame, j.head

    def place(x: float, y: float, z: float) -> Floats:
        return at + f @ np.array([x, y, z])

    skull = blend(
        [
            egg(place(-0.01, 0, 0.02), (0.104, 0.088, 0.108), f),
            egg(place(0.034, 0, -0.05), (0.064, 0.064, 0.06), f),
            egg(place(0.07, 0, -0.096), (0.026, 0.034, 0.022), f),
        ],
        0.035,
    )
    nose = limb(place(0.094, 0, 0.005), place(0.118, 0, -0.03), 0.013, 0.021)
    brow = limb(place(0.086, -0.04, 0.024), place(0.086, 0.04, 0.024), 0.017, 0.017)
    ears = [egg(place(-0.005, s * 0.089, -0.015), (0.024, 0.015, 0.034), f) for s in (-1, 1)]
    eyes = [egg(place(0.102, s * 0.036, -0.004), (0.015, 0.02, 0.012), f) for s in (-1, 1)]
    mouth = egg(place(0.107, 0, -0.068), (0.016, 0.028, 0.007), f)
    neck = limb(j.neck - np.array([0, 0, 0.04]), place(-0.02, 0, -0.03), 0.06, 0.056)
    face = minus(blend([skull, nose, brow, blend(ears, 0)], 0.014), blend([*eyes, mouth], 0))
    return blend([face, neck], 0.02)


def hands_and_head(j: Joints, gloves: Paint | None = None) -> list[Shell]:
    """Return head, neck and hands."""
    low, high = box_of([j.head, j.neck], 0.17)
    out = [skin(_face(j), low, high, 0.031, pot.SKIN, keep=0.005)]
    for s in (-1, 1):
        eye = block((0.012, 0.026, 0.012), pot.DARK).at(0.09, s * 0.036, -0.004)
        out.append(eye.apply(j.head_frame, j.head))
    for elbow, hand in zip(j.elbow, j.hand, strict=True):
        wrist = _mix(elbow, hand, 0.68)
        arm = limb(wrist, _mix(elbow, hand, 0.9), 0.042, 0.048)
        palm = blend([arm, egg(hand, (0.06, 0.056, 0.052))], 0.03)
        low, high = box_of([wrist, hand], 0.1)
        out.append(
            skin(rough(palm, 0.05, 0.007, 5), low, high, 0.042, gloves or pot.SKIN, keep=0.007)
        )
    return out
