"""What a model's eye sees: the picture that settles a dispute."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from sim.engine.observed import Observed, SeenPiece
from sim.table.facts import Sight
from sim.table.pieces import Stand
from sim.view.cameras import View
from sim.view.darkroom import SKY, SUPERSAMPLE, expose
from sim.view.figures import is_vehicle
from sim.view.item_buffer import Masks, aim, eye_point, masks
from sim.view.labels import font
from sim.view.stage import Stage
from sim.words import say

__all__ = ["EyeScene", "ahead", "eye_picture"]

Bools = NDArray[np.bool_]

#: Vertical opening of the picture, degrees: never narrower or wider than these.
_NARROWEST, _WIDEST = 9.0, 58.0
_TINT = np.array([255, 96, 40])
_EDGE = np.array([255, 226, 64])
_HIDDEN = np.array([36, 140, 238])
_CASING = np.array([12, 26, 44])
_PANEL = (17, 19, 23, 226)


class EyeScene:
    """A stage set for one pair of eyes: the looker's own model is away.

    Parameters
    ----------
    stage : Stage
    observed : Observed or None
        Who else stands about.
    looker : Stand
    target : Stand or None
        Put on the table if it is not among those observed.
    """

    def __init__(
        self, stage: Stage, observed: Observed | None, looker: Stand, target: Stand | None
    ) -> None:
        self.stage, self.looker, self.target = stage, looker, target
        there = list(observed.pieces) if observed else []
        known = stage.table.models
        self.pieces = [p for p in there if p.model in known and not _is(p, looker)]
        names = {(p.model, p.pose): p.id for p in there}
        self.looker_name = names.get((looker.model, looker.pose), looker.model)
        self.target_name = ""
        if target is not None:
            self.target_name = names.get((target.model, target.pose), target.model)
            if not any(_is(piece, target) for piece in self.pieces):
                extra = SeenPiece("view:target", "mini", target.model, "", "", target.pose)
                self.pieces.append(extra)
        sides = [side.id for side in observed.sides] if observed else []
        stage.show(self.pieces, sides)

    def expose(self, view: View, size: tuple[int, int], scale: int = SUPERSAMPLE) -> Image.Image:
        """Return a picture of the scene as the eye sees it, without marks."""
        self.stage.hide_marks(True)
        try:
            return expose(self.stage.root, view, size, room=SKY, scale=scale)
        finally:
            self.stage.hide_marks(False)

    def hulls(self) -> list[Stand]:
        """Return the vehicles in the scene, other than looker and target: their hulls block."""
        models = self.stage.table.models
        stands = [Stand(piece.model, piece.pose) for piece in self.pieces]
        return [s for s in stands if s != self.target and is_vehicle(models[s.model])]


def _is(piece: SeenPiece, stand: Stand) -> bool:
    return piece.model == stand.model and piece.pose == stand.pose


def ahead(scene: EyeScene, width: int) -> Image.Image:
    """Return what the looker sees along its facing."""
    eye = eye_point(scene.stage.facts, scene.looker)
    turn = np.radians(scene.looker.pose.facing)
    target = (eye[0] + 10 * np.cos(turn), eye[1] + 10 * np.sin(turn), eye[2] - 0.6)
    view = View(eye, (float(target[0]), float(target[1]), float(target[2])), 48.0, near=0.2)
    return scene.expose(view, (width, 2 * round(width * 0.31)))


def _framed(scene: EyeScene, target: Stand) -> View:
    """Return the looker's view with the target large, yet with its surroundings."""
    tight = aim(scene.stage.facts, scene.looker, target, 1.0)
    half = np.tan(np.radians(tight.angle / 2)) / 0.30
    angle = float(np.clip(np.degrees(2 * np.arctan(half)), _NARROWEST, _WIDEST))
    return View(tight.eye, tight.target, angle, near=min(0.2, tight.near), far=260.0)


def eye_picture(
    scene: EyeScene, sight: Sight, width: int, names: Sequence[str] = ()
) -> Image.Image:
    """Return the eye's picture: the seen part tinted, the hidden part hatched, the verdict written.

    Parameters
    ----------
    scene : EyeScene
        With a target.
    sight : Sight
    width : int
        Pixels.
    names : (looker, target), optional
    """
    target = scene.target
    assert target is not None
    size = (width, 2 * round(width * 0.31))
    view = _framed(scene, target)
    full = (size[0] * SUPERSAMPLE, size[1] * SUPERSAMPLE)
    picture = scene.expose(view, full, scale=1)
    found = masks(scene.stage.facts, target, scene.hulls(), view, full)
    marked = Image.fromarray(_marked(np.asarray(picture), found)).reduce(SUPERSAMPLE)
    looker_name, target_name = names or (scene.looker_name, scene.target_name)
    key = [(say("view.eye.seen"), True)] if found.seen.any() else []
    if (found.whole & ~found.seen).any():
        key.append((say("view.eye.hidden"), False))
    return _captioned(marked, _lines(scene, sight, looker_name, target_name), key)


def _grown(mask: Bools, by: int) -> Bools:
    out = mask.copy()
    for _ in range(by):
        wide = np.pad(out, 1)
        out = wide[1:-1, 1:-1] | wide[:-2, 1:-1] | wide[2:, 1:-1] | wide[1:-1, :-2] | wide[1:-1, 2:]
    return out


def _marked(pixels: NDArray[np.uint8], found: Masks) -> NDArray[np.uint8]:
    """Return the picture with the target's seen and hidden parts marked, each in its own way."""
    out = pixels.astype(float)
    seen, hidden = found.seen, found.whole & ~found.seen
    row, column = np.mgrid[0 : out.shape[0], 0 : out.shape[1]]
    out[seen] = out[seen] * 0.62 + _TINT * 0.38
    hatch = hidden & ((row + column) % 14 < 3)
    out[hidden] = out[hidden] * 0.80 + _HIDDEN * 0.20
    out[hatch] = out[hatch] * 0.25 + _HIDDEN * 0.75
    border = _grown(found.whole, 4) & ~found.whole
    lined = border & _grown(hidden, 6)
    out[lined] = out[lined] * 0.35 + _CASING * 0.65
    out[lined & ((row + column) // 12 % 2 == 0)] = (150, 214, 255)
    out[_grown(seen, 3) & ~seen] = _EDGE
    return np.clip(np.rint(out), 0, 255).astype(np.uint8)


def _lines(scene: EyeScene, sight: Sight, looker: str, target: str) -> list[str]:
    """Return the caption: who looks at whom, the verdict, and what hides how much."""
    facts, aimed = scene.stage.facts, scene.target
    assert aimed is not None
    tall = facts.table.models[scene.looker.model].eye_height_in
    away = np.hypot(aimed.pose.x - scene.looker.pose.x, aimed.pose.y - scene.looker.pose.y)
    lines = [
        say("view.eye.title", looker=looker, target=target),
        say("view.eye.where", height=f"{tall:.2f}", range=f"{away:.1f}"),
        _verdict(sight),
    ]
    for piece, share in sight.blockers[:3]:
        terrain = facts.table.terrain.get(piece)
        name = terrain.name if terrain and terrain.name else piece
        lines.append(say("view.eye.blocker", piece=name, share=f"{100 * share:.0f}"))
    return lines


def _verdict(sight: Sight) -> str:
    if not sight.visible:
        return say("view.eye.blocked")
    share = 100 * sight.share
    return say("view.eye.visible", share=f"{share:.1f}" if share >= 0.1 else f"{share:.4f}")


def _captioned(
    picture: Image.Image, lines: Sequence[str], key: Sequence[tuple[str, bool]]
) -> Image.Image:
    """Return the picture with its caption and the key to the marks that occur in it."""
    size = max(9, round(picture.width / 72))
    scale = 2
    layer = Image.new("RGBA", (picture.width * scale, picture.height * scale), (0, 0, 0, 0))
    pen = ImageDraw.Draw(layer)
    texts = [*lines, *(text for text, _ in key)]
    unit = size * scale
    faces = [font(round(unit * (1.25 if i == 2 else 1.0))) for i in range(len(lines))]
    wide = max(face.getlength(text) for face, text in zip(faces, lines, strict=True))
    wide = max([wide, *(font(unit).getlength(text) + unit * 1.6 for text, _ in key)])
    high = unit * 1.5 * len(texts) + unit * 1.0
    edge = unit * 0.8
    pen.rounded_rectangle(
        (edge, edge, edge + wide + unit * 1.6, edge + high), unit * 0.4, fill=_PANEL
    )
    y = edge + unit * 1.15
    for index, (text, face) in enumerate(zip(lines, faces, strict=True)):
        ink = (255, 226, 64) if index == 2 else (240, 240, 236) if index < 2 else (200, 204, 208)
        pen.text((edge + unit * 0.8, y), text, ink, face, anchor="lm")
        y += unit * 1.5
    for text, is_seen in key:
        left = edge + unit * 0.8
        box = (left, y - unit * 0.4, left + unit, y + unit * 0.4)
        _key_box(pen, box, is_seen)
        pen.text((left + unit * 1.5, y), text, (200, 204, 208), font(unit), anchor="lm")
        y += unit * 1.5
    out = picture.convert("RGBA")
    out.alpha_composite(layer.reduce(scale))
    return out.convert("RGB")


def _key_box(
    pen: ImageDraw.ImageDraw, box: tuple[float, float, float, float], is_seen: bool
) -> None:
    left, top, right, low = box
    if is_seen:
        fill = tuple(int(value) for value in _TINT)
        pen.rectangle(box, fill=fill, outline=tuple(int(v) for v in _EDGE), width=3)
        return
    ink = tuple(int(value) for value in _HIDDEN)
    for step in np.arange(0.0, right - left + low - top, 10.0):
        x0, y0 = left + max(0.0, step - (low - top)), top + min(step, low - top)
        x1, y1 = left + min(step, right - left), top + max(0.0, step - (right - left))
        pen.line([(x0, y0), (x1, y1)], fill=ink, width=3)
    pen.rectangle(box, outline=ink, width=2)
