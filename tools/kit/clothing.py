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

__all__ = ["boots", "coat_field", "hands_and_head", "helmet", "jacket", "trousers", "webbing"]

Floats = NDArray[np.float64]


def _box(points: list[Floats], margin: float) -> tuple[Floats, Floats]:
    every = np.vstack(points)
    return every.min(axis=0) - margin, every.max(axis=0) + margin


def _mix(a: Floats, b: Floats, t: float) -> Floats:
    return a + (b - a) * t


def trunk_field(j: Joints) -> Field:
    """Return chest, belly and seat without the sleeves."""
    f = j.chest_frame
    chest = egg(j.chest + f @ [0.0, 0, 0.025], (0.118, 0.172, 0.165), f)
    yoke = limb(_mix(j.shoulder[0], j.neck, 0.25), _mix(j.shoulder[1], j.neck, 0.25), 0.072, 0.072)
    belly = egg(_mix(j.waist, j.pelvis, 0.15), (0.112, 0.142, 0.13), f)
    return blend([chest, yoke, belly], 0.06)


def coat_field(j: Joints, skirt: float = 0.1) -> Field:
    """Return the jacket: trunk, sleeves, collar and a skirt of some length below the belt."""
    h = j.hips_frame
    seat = egg(j.pelvis + h @ [0, 0, 0.02], (0.125, 0.158, 0.10 + skirt * 0.35), h)
    arms: list[Field] = []
    for s, e, w in zip(j.shoulder, j.elbow, j.hand, strict=True):
        cuff = _mix(e, w, 0.74)
        arms.append(limb(s, e, 0.074, 0.058))
        arms.append(limb(e, cuff, 0.060, 0.050))
    trunk = blend([trunk_field(j), seat], 0.05)
    whole = blend([trunk, blend(arms, 0.03)], 0.035)
    return rough(whole, 0.16, 0.011, 3)


def jacket(j: Joints, paint: Paint, step: float = 0.04, skirt: float = 0.1) -> Shell:
    """Return the jacket."""
    low, high = _box([*j.shoulder, *j.elbow, *j.hand, j.pelvis, j.neck], 0.24)
    hem = above(j.pelvis - np.array([0, 0, 0.045 + skirt]), (0, 0, 1))
    return skin(both(coat_field(j, skirt), hem), low, high, step, paint, keep=0.006)


def _legs_field(j: Joints) -> Field:
    parts: list[Field] = [egg(j.pelvis, (0.105, 0.142, 0.10), j.hips_frame)]
    for hip, knee, ankle in zip(j.hip, j.knee, j.ankle, strict=True):
        parts.append(limb(hip, knee, 0.094, 0.068))
        top = _mix(knee, ankle, 0.55)
        parts.append(limb(knee, top, 0.069, 0.072))
    return blend(parts, 0.035)


def trousers(j: Joints, paint: Paint, step: float = 0.042) -> Shell:
    """Return breeches bloused over the boots."""
    low, high = _box([*j.hip, *j.knee, *j.ankle, j.pelvis], 0.2)
    return skin(rough(_legs_field(j), 0.15, 0.012, 7), low, high, step, paint, keep=0.006)


def boots(j: Joints, paint: Paint = pot.BOOT, step: float = 0.036) -> list[Shell]:
    """Return boots with soles and cuffs."""
    out: list[Shell] = []
    for knee, ankle, frame in zip(j.knee, j.ankle, j.foot, strict=True):
        top = _mix(ankle, knee, 0.52)
        heel = ankle + frame @ [-0.03, 0, -0.045]
        toe = ankle + frame @ [0.125, 0, -0.052]
        shaft = limb(ankle, top, 0.052, 0.064)
        foot = blend([limb(heel, toe, 0.042, 0.042), egg(toe, (0.06, 0.052, 0.042), frame)], 0.03)
        field = both(blend([shaft, foot], 0.045), above(ankle + frame @ [0, 0, -0.068], frame[:, 2]))
        low, high = _box([heel, toe, top, ankle], 0.11)
        out.append(skin(field, low, high, step, paint, keep=0.005))
        sole = hull(
            [(x, y, z) for x, w in ((-0.075, 0.036), (-0.02, 0.04), (0.11, 0.05), (0.18, 0.026))
             for y in (-w, w) for z in (-0.086, -0.055)], pot.DARK, 0.006)
        out.append(sole.apply(frame, ankle))
    return out


def hands_and_head(j: Joints, gloves: Paint | None = None, step: float = 0.026) -> list[Shell]:
    """Return head, neck and hands."""
    f = j.head_frame
    at = j.head

    def place(x: float, y: float, z: float) -> Floats:
        return at + f @ np.array([x, y, z])

    skull = blend(
        [
            egg(place(-0.01, 0, 0.02), (0.098, 0.082, 0.105), f),
            egg(place(0.03, 0, -0.045), (0.062, 0.058, 0.06), f),
            egg(place(0.062, 0, -0.09), (0.026, 0.03, 0.022), f),
        ],
        0.035,
    )
    nose = limb(place(0.088, 0, 0.005), place(0.108, 0, -0.028), 0.012, 0.019)
    brow = limb(place(0.082, -0.04, 0.022), place(0.082, 0.04, 0.022), 0.016, 0.016)
    ears = blend([egg(place(-0.005, s * 0.083, -0.015), (0.022, 0.014, 0.032), f) for s in (-1, 1)], 0)
    eyes = blend([egg(place(0.096, s * 0.034, -0.004), (0.016, 0.019, 0.012), f) for s in (-1, 1)], 0)
    mouth = egg(place(0.1, 0, -0.066), (0.018, 0.026, 0.006), f)
    neck = limb(j.neck - np.array([0, 0, 0.04]), place(-0.02, 0, -0.03), 0.056, 0.052)
    face = minus(blend([skull, nose, brow, ears], 0.014), blend([eyes, mouth], 0))
    low, high = _box([at, j.neck], 0.17)
    out = [skin(blend([face, neck], 0.02), low, high, step * 0.92, pot.SKIN, keep=0.003)]
    for s in (-1, 1):
        eye = block((0.012, 0.024, 0.014), pot.DARK).at(0.086, s * 0.034, -0.004)
        out.append(eye.apply(f, at))
    for elbow, hand in zip(j.elbow, j.hand, strict=True):
        wrist = _mix(elbow, hand, 0.7)
        palm = blend([limb(wrist, _mix(elbow, hand, 0.9), 0.036, 0.042), egg(hand, (0.053, 0.05, 0.047))], 0.03)
        low, high = _box([wrist, hand], 0.1)
        out.append(skin(rough(palm, 0.05, 0.006, 5), low, high, 0.03, gloves or pot.SKIN, keep=0.004))
    return out


def helmet(j: Joints, style: str, paint: Paint = pot.HELMET) -> list[Shell]:
    """Return a helmet, cap or hood of a style: ``bowl``, ``comb``, ``cap``, ``bare``."""
    f = j.head_frame
    at = j.head
    out: list[Shell] = []
    if style in ("bowl", "comb"):
        dome = [(0.150, 0.012), (0.146, 0.026), (0.122, 0.045), (0.117, 0.085), (0.098, 0.13), (0.06, 0.16), (0.0, 0.172)]
        bowl = lathe(dome, paint, 20).size(1.06, 0.94, 1.0)
        v = bowl.v.copy()
        rim = v[:, 2] < 0.03
        v[rim, 2] -= 0.03 * (v[rim, 0] < 0) + 0.012
        v[rim, 2] += 0.012 * (v[rim, 0] > 0.1)
        out.append(bowl.warp(v))
        if style == "comb":
            arc = [(0.13 * np.cos(t), 0.0, 0.03 + 0.155 * np.sin(t)) for t in np.linspace(0.35, 2.8, 9)]
            comb = [(x, y, z) for x, _, z in arc for y in (-0.014, 0.014)]
            out.append(hull(comb, paint, 0.006))
        band = lathe([(0.126, 0.038), (0.131, 0.044), (0.129, 0.066), (0.12, 0.072)], pot.STRAP, 20).size(1.06, 0.94, 1)
        out.append(band)
        for s in (-1, 1):
            out.append(rod((0.118, s * 0.043, 0.068), (0.147, s * 0.045, 0.068), 0.034, pot.BRASS, 10))
            out.append(rod((0.14, s * 0.044, 0.068), (0.152, s * 0.045, 0.068), 0.025, pot.LENS, 10))
        out.append(block((0.02, 0.04, 0.02), pot.DARK).at(0.135, 0, 0.068))
    elif style == "cap":
        crown = lathe([(0.105, 0.03), (0.11, 0.06), (0.15, 0.12), (0.145, 0.138), (0.0, 0.145)], paint, 20)
        v = crown.v.copy()
        v[:, 2] += 0.25 * np.clip(v[:, 0], -0.2, 0.2) * (v[:, 2] > 0.1)
        out.append(crown.warp(v))
        out.append(lathe([(0.108, 0.03), (0.112, 0.034), (0.114, 0.06), (0.105, 0.062)], pot.STRAP, 20))
        peak = [(0.07, y, 0.035) for y in (-0.08, 0.08)] + [(0.165, y, 0.012) for y in (-0.035, 0.035)]
        out.append(hull([*peak, *[(x, y, z + 0.014) for x, y, z in peak]], pot.DARK, 0.004))
        out.append(block((0.012, 0.03, 0.034), pot.BRASS, 0.004).at(0.128, 0, 0.1))
    return [s.apply(f, at) for s in out]


def strap_fields(j: Joints, crossed: bool) -> list[Field]:
    """Return belt and braces: thin layers over the trunk, cut by planes."""
    f = j.chest_frame
    trunk = grown(trunk_field(j), 0.02)
    h = j.hips_frame
    seat = egg(j.pelvis + h @ [0, 0, 0.02], (0.125, 0.158, 0.14), h)
    body = grown(blend([trunk_field(j), seat], 0.05), 0.022)
    out = [both(body, slab(j.waist - np.array([0, 0, 0.06]), (0, 0, 1), 0.05))]
    low = above(j.waist - np.array([0, 0, 0.05]), f[:, 2])
    if crossed:
        out.append(both(both(trunk, slab(j.chest, f @ [0.0, 0.75, 0.66], 0.045)), low))
    else:
        for s in (-1, 1):
            out.append(both(both(trunk, slab(j.chest + f @ [0, s * 0.085, 0], f[:, 1], 0.036)), low))
    return out


def webbing(j: Joints, pouches: tuple[float, ...], crossed: bool = False, pack: str = "pack") -> list[Shell]:
    """Return belt, braces, pouches at angles (degrees to the left) round the belt, and a pack."""
    low, high = _box([*j.shoulder, j.pelvis, j.neck], 0.2)
    out = [skin(f, low, high, 0.03, pot.STRAP, keep=0.004) for f in strap_fields(j, crossed)]
    h, c = j.hips_frame, j.chest_frame
    belt = j.waist - np.array([0, 0, 0.075])
    for angle in pouches:
        t = np.radians(angle)
        spot = belt + h @ np.array([0.137 * np.cos(t), 0.167 * np.sin(t), -0.012])
        turned = h @ _turn(angle)
        pouch = block((0.058, 0.075, 0.10), pot.PACK, 0.012)
        flap = block((0.064, 0.08, 0.035), pot.PACK._replace(rgb=(140, 122, 86)), 0.01).at(0, 0, 0.035)
        out += [pouch.apply(turned, spot), flap.apply(turned, spot)]
    out.append(block((0.02, 0.05, 0.045), pot.BRASS, 0.006).apply(h, belt + h @ [0.136, 0, 0.015]))
    back = j.chest + c @ [-0.155, 0, 0.0]
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
    out.append(canteen.apply(h @ _turn(-150), belt + h @ np.array([0.14 * np.cos(t), 0.17 * np.sin(t), -0.05])))
    return out


def _turn(degrees: float) -> Floats:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
