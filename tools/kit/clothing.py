"""What a soldier wears, sculpted over the joints."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tools.kit import palette as pot
from tools.kit.body import Joints
from tools.kit.paint import Paint
from tools.kit.prims import block, hull, lathe, rod
from tools.kit.sculpt import Field, above, blend, both, egg, grown, limb, minus, rough, skin, slab
from tools.kit.shell import Shell

__all__ = ["boots", "coat_field", "collar", "hands_and_head", "helmet", "jacket", "trousers", "webbing"]

Floats = NDArray[np.float64]


def _box(points: list[Floats], margin: float) -> tuple[Floats, Floats]:
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


def jacket(j: Joints, paint: Paint, step: float = 0.058, skirt: float = 0.1) -> Shell:
    """Return the jacket."""
    low, high = _box([*j.shoulder, *j.elbow, *j.hand, *j.hip, *j.knee, j.pelvis, j.neck], 0.26)
    hem = above(j.pelvis - np.array([0, 0, 0.045 + skirt]), (0, 0, 1))
    return skin(both(coat_field(j, skirt), hem), low, high, step, paint, keep=0.009)


def collar(j: Joints, paint: Paint) -> Shell:
    """Return a turned-up collar round the neck."""
    f = j.chest_frame
    ring = lathe(
        [(0.088, -0.03), (0.094, 0.035), (0.07, 0.04), (0.06, 0.0)], paint, 12
    ).size(0.92, 1.05, 1.0)
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
    low, high = _box([*j.hip, *j.knee, *j.ankle, j.pelvis], 0.2)
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
        low, high = _box([heel, toe, top, ankle], 0.12)
        out.append(skin(both(blend([shaft, foot], 0.04), flat), low, high, 0.046, paint, keep=0.008))
        sole = hull(
            [(x, y, z) for x, w in ((-0.085, 0.042), (-0.02, 0.046), (0.12, 0.058), (0.2, 0.03))
             for y in (-w, w) for z in (-0.086, -0.055)], pot.DARK)
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
    low, high = _box([j.head, j.neck], 0.17)
    out = [skin(_face(j), low, high, 0.031, pot.SKIN, keep=0.005)]
    for s in (-1, 1):
        eye = block((0.012, 0.026, 0.012), pot.DARK).at(0.09, s * 0.036, -0.004)
        out.append(eye.apply(j.head_frame, j.head))
    for elbow, hand in zip(j.elbow, j.hand, strict=True):
        wrist = _mix(elbow, hand, 0.68)
        arm = limb(wrist, _mix(elbow, hand, 0.9), 0.042, 0.048)
        palm = blend([arm, egg(hand, (0.06, 0.056, 0.052))], 0.03)
        low, high = _box([wrist, hand], 0.1)
        out.append(skin(rough(palm, 0.05, 0.007, 5), low, high, 0.042, gloves or pot.SKIN, keep=0.007))
    return out


def helmet(j: Joints, style: str, paint: Paint = pot.HELMET) -> list[Shell]:
    """Return a helmet, cap or hood of a style: ``bowl``, ``comb``, ``cap``, ``bare``."""
    f = j.head_frame
    at = j.head
    out: list[Shell] = []
    if style in ("bowl", "comb"):
        dome = [(0.158, 0.012), (0.154, 0.026), (0.128, 0.045), (0.123, 0.085), (0.102, 0.135), (0.062, 0.167), (0.0, 0.178)]
        bowl = lathe(dome, paint, 16).size(1.06, 0.94, 1.0)
        v = bowl.v.copy()
        rim = v[:, 2] < 0.03
        v[rim, 2] -= 0.03 * (v[rim, 0] < 0) + 0.012
        v[rim, 2] += 0.012 * (v[rim, 0] > 0.1)
        out.append(bowl.warp(v))
        if style == "comb":
            arc = [(0.13 * np.cos(t), 0.0, 0.03 + 0.155 * np.sin(t)) for t in np.linspace(0.35, 2.8, 9)]
            comb = [(x, y, z) for x, _, z in arc for y in (-0.014, 0.014)]
            out.append(hull(comb, paint, 0.006))
        band = lathe([(0.126, 0.038), (0.137, 0.044), (0.134, 0.066), (0.12, 0.072)], pot.STRAP, 16).size(1.06, 0.94, 1)
        out.append(band)
        for s in (-1, 1):
            out.append(rod((0.118, s * 0.045, 0.068), (0.152, s * 0.047, 0.068), 0.036, pot.BRASS, 8))
            out.append(rod((0.146, s * 0.046, 0.068), (0.158, s * 0.047, 0.068), 0.026, pot.LENS, 8))
        out.append(block((0.02, 0.04, 0.02), pot.DARK).at(0.135, 0, 0.068))
    elif style == "cap":
        crown = lathe([(0.105, 0.03), (0.11, 0.06), (0.15, 0.12), (0.145, 0.138), (0.0, 0.145)], paint, 20)
        v = crown.v.copy()
        v[:, 2] += 0.25 * np.clip(v[:, 0], -0.2, 0.2) * (v[:, 2] > 0.1)
        out.append(crown.warp(v))
        out.append(lathe([(0.108, 0.03), (0.112, 0.034), (0.114, 0.06), (0.105, 0.062)], pot.STRAP, 20))
        peak = [(0.07, y, 0.035) for y in (-0.08, 0.08)] + [(0.165, y, 0.012) for y in (-0.035, 0.035)]
        out.append(hull([*peak, *[(x, y, z + 0.014) for x, y, z in peak]], pot.DARK, 0.004))
        out.append(block((0.012, 0.03, 0.034), pot.BRASS).at(0.128, 0, 0.1))
    else:
        out += _hair_and_goggles()
    return [s.apply(f, at) for s in out]


def _hair_and_goggles() -> list[Shell]:
    """Return short hair with goggles pushed up, and a moustache."""
    hair = lathe(
        [(0.085, -0.05), (0.106, 0.0), (0.108, 0.05), (0.094, 0.1), (0.055, 0.13), (0.0, 0.137)],
        pot.HAIR, 14,
    )
    v = hair.v.copy()
    v[:, 2] += 0.42 * np.clip(v[:, 0], 0.0, 0.2) * (v[:, 2] < 0.06)
    v[:, 0] -= 0.012
    out = [hair.warp(v), lathe([(0.106, 0.052), (0.116, 0.057), (0.112, 0.082), (0.098, 0.085)], pot.STRAP, 14)]
    for s in (-1, 1):
        out.append(rod((0.085, s * 0.045, 0.075), (0.13, s * 0.047, 0.085), 0.037, pot.BRASS, 8))
        out.append(rod((0.12, s * 0.046, 0.083), (0.136, s * 0.047, 0.086), 0.027, pot.LENS, 8))
    out.append(hull([(0.112, y, -0.05) for y in (-0.036, 0.036)] + [(0.122, y, -0.04) for y in (-0.02, 0.02)] + [(0.09, y, -0.042) for y in (-0.04, 0.04)] + [(0.115, 0, -0.058)], pot.HAIR))
    return out


def strap_fields(j: Joints, crossed: bool) -> list[Field]:
    """Return belt and braces: thin layers over the trunk, cut by planes."""
    f = j.chest_frame
    trunk = grown(trunk_field(j), 0.024)
    h = j.hips_frame
    seat = egg(j.pelvis + h @ [0, 0, 0.01], (0.142, 0.176, 0.12), h)
    body = grown(blend([trunk_field(j), seat], 0.05), 0.026)
    out = [both(body, slab(j.waist - np.array([0, 0, 0.06]), (0, 0, 1), 0.062))]
    low = above(j.waist - np.array([0, 0, 0.05]), f[:, 2])
    if crossed:
        out.append(both(both(trunk, slab(j.chest, f @ [0.0, 0.75, 0.66], 0.054)), low))
    else:
        for s in (-1, 1):
            out.append(both(both(trunk, slab(j.chest + f @ [0, s * 0.085, 0], f[:, 1], 0.05)), low))
    return out


def webbing(j: Joints, pouches: tuple[float, ...], crossed: bool = False, pack: str = "pack") -> list[Shell]:
    """Return belt, braces, pouches at angles (degrees to the left) round the belt, and a pack."""
    low, high = _box([*j.shoulder, j.pelvis, j.neck], 0.2)
    out = [skin(f, low, high, 0.04, pot.STRAP, keep=0.008) for f in strap_fields(j, crossed)]
    h, c = j.hips_frame, j.chest_frame
    belt = j.waist - np.array([0, 0, 0.075])
    for angle in pouches:
        t = np.radians(angle)
        spot = belt + h @ np.array([0.158 * np.cos(t), 0.186 * np.sin(t), -0.012])
        turned = h @ _turn(angle)
        pouch = block((0.062, 0.08, 0.105), pot.PACK)
        flap = block((0.068, 0.086, 0.036), pot.PACK._replace(rgb=(146, 128, 90))).at(0, 0, 0.035)
        out += [pouch.apply(turned, spot), flap.apply(turned, spot)]
    out.append(block((0.02, 0.05, 0.045), pot.BRASS).apply(h, belt + h @ [0.153, 0, 0.015]))
    back = j.chest + c @ [-0.175, 0, 0.0]
    if pack == "pack":
        out.append(block((0.12, 0.24, 0.26), pot.PACK, 0.028).apply(c, back))
        out.append(block((0.13, 0.25, 0.09), pot.PACK._replace(rgb=(142, 124, 88)), 0.02).apply(c, back + c @ [-0.004, 0, 0.085]))
        roll = rod((0, -0.17, 0), (0, 0.17, 0), 0.058, pot.TROUSERS, 10)
        out.append(roll.apply(c, back + c @ [0.0, 0, 0.18]))
        for s in (-1, 1):
            out.append(rod((0, s * 0.09 - 0.012, 0), (0, s * 0.09 + 0.012, 0), 0.063, pot.STRAP, 10).apply(c, back + c @ [0, 0, 0.18]))
    elif pack == "radio":
        out.append(block((0.15, 0.25, 0.34), pot.ARMOUR_DARK, 0.02).apply(c, back))
        out.append(block((0.02, 0.18, 0.1), pot.DARK, 0.006).apply(c, back + c @ [-0.08, 0, 0.06]))
        for s in (-1, 1):
            out.append(rod((-0.09, s * 0.05, -0.06), (-0.075, s * 0.05, -0.06), 0.026, pot.BRASS, 8).apply(c, back))
    elif pack == "rockets":
        for k in (-1, 0, 1):
            tube = rod((0, k * 0.085, -0.17), (0, k * 0.085, 0.15), 0.04, pot.PACK, 8)
            nose = rod((0, k * 0.085, 0.15), (0, k * 0.085, 0.23), (0.038, 0.008), pot.HAZARD, 8)
            out += [tube.apply(c, back), nose.apply(c, back)]
        out.append(block((0.06, 0.28, 0.05), pot.STRAP, 0.01).apply(c, back + c @ [0.01, 0, 0.04]))
    canteen = rod((-0.03, 0, 0), (0.03, 0, 0), 0.06, pot.TROUSERS, 10)
    t = np.radians(-150)
    out.append(canteen.apply(h @ _turn(-150), belt + h @ np.array([0.16 * np.cos(t), 0.19 * np.sin(t), -0.05])))
    return out


def _turn(degrees: float) -> Floats:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
