"""Texts over the window: status line, prompt, log, help card and unit labels, in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from panda3d.core import (
    CardMaker,
    DynamicTextFont,
    Filename,
    TextNode,
    TransparencyAttrib,
)

from sim.engine.observed import Observed
from sim.view.labels import Chip, Label, font_file, placed
from sim.view.livery import Livery
from sim.words import has, say

__all__ = ["HELP_KEYS", "Panels", "status_text"]

_INK = (0.94, 0.94, 0.92, 1.0)
_DIM = (0.74, 0.76, 0.78, 1.0)
_GOLD = (1.0, 0.85, 0.30, 1.0)
_PANEL = (0.066, 0.074, 0.09, 0.84)
_SIZE = 15
_EDGE = 10
LOG_LINES = 9

#: Word keys of the help card, one a line.
HELP_KEYS = (
    "view.help.orbit",
    "view.help.pan",
    "view.help.zoom",
    "view.help.focus",
    "view.help.next",
    "view.help.top",
    "view.help.home",
    "view.help.log",
    "view.help.help",
)


@cache
def _typeface() -> Any:
    face = DynamicTextFont(Filename.fromOsSpecific(font_file()))
    face.setPixelsPerUnit(_SIZE * 2)
    face.setScaleFactor(1)
    face.setPageSize(512, 512)
    face.setTextureMargin(2)
    return face


def _word(text: str) -> str:
    """Return a catalogue text where the state gives a key, else the text as it is."""
    return say(text) if has(text) else text


def status_text(observed: Observed) -> str:
    """Return the line over the table: every track's present step, and who is asked."""
    parts: list[str] = []
    for track in observed.tracks:
        if 0 <= track.now < len(track.steps):
            step = _word(track.steps[track.now])
            name = say(track.key, **track.params) if has(track.key) else track.key
            parts.append(say("view.status.track", track=name, step=step))
    names = {side.id: side.name for side in observed.sides}
    if observed.over and observed.result is not None:
        parts.append(observed.result.text())
    elif observed.asked:
        parts.append(say("view.status.asked", side=names.get(observed.asked, observed.asked)))
    return say("view.status.join").join(parts)


class _Panel:
    """A dark card with lines of text, rebuilt only when they change."""

    def __init__(self, parent: Any, *, wrap: float = 0.0, ink: Any = _INK) -> None:
        self.node: Any = parent.attachNewNode("panel")
        self._wrap, self._ink = wrap, ink
        self._text: str | None = None
        self.width = self.height = 0.0

    def set(self, text: str) -> None:
        """Show a text; the empty text hides the panel."""
        if text == self._text:
            return
        self._text = text
        self.node.getChildren().detach()
        self.width = self.height = 0.0
        if not text:
            return
        lines = TextNode("text")
        lines.setFont(_typeface())
        lines.setTextColor(*self._ink)
        if self._wrap:
            lines.setWordwrap(self._wrap / _SIZE)
        lines.setText(text)
        wide, high = lines.getWidth() * _SIZE, lines.getHeight() * _SIZE
        self.width, self.height = wide + 22, high + 14
        _card(self.node, (0, 0, self.width, self.height), _PANEL)
        written: Any = self.node.attachNewNode(lines)
        written.setScale(_SIZE)
        written.setPos(11, 0, -7 - _SIZE * 0.82)

    def put(self, left: float, top: float) -> None:
        """Move the panel's upper left corner to a pixel."""
        self.node.setPos(round(left), 0, -round(top))


def _card(parent: Any, box: tuple[float, float, float, float], colour: Any) -> Any:
    maker = CardMaker("card")
    maker.setFrame(box[0], box[2], -box[3], -box[1])
    card = parent.attachNewNode(maker.generate())
    card.setColor(*colour)
    card.setTransparency(TransparencyAttrib.MAlpha)
    return card


class Panels:
    """Everything written over the stage.

    Parameters
    ----------
    root : NodePath
        A 2D scene graph measured in pixels, origin at the window's upper left corner, z upwards.
    size : (width, height)
    """

    def __init__(self, root: Any, size: tuple[int, int]) -> None:
        self._root, self.size = root, size
        self._labels_root: Any = root.attachNewNode("labels")
        self._labels: dict[
            tuple[str, tuple[Chip, ...], Livery | None], tuple[Any, float, float]
        ] = {}
        panels: Any = root.attachNewNode("panels")
        self.status = _Panel(panels, ink=_GOLD)
        self.prompt = _Panel(panels, wrap=640)
        self.log = _Panel(panels, wrap=430, ink=_DIM)
        self.help = _Panel(panels)
        self.hint = _Panel(panels, ink=_DIM)
        self._lines: list[str] = []
        self.log_shown, self.help_shown = True, False
        self.hint.set(say("view.window.hint"))

    def add_lines(self, lines: Sequence[str]) -> None:
        """Append lines to the log; the panel shows the last ones."""
        self._lines = [*self._lines, *lines][-200:]

    @property
    def lines(self) -> tuple[str, ...]:
        """The log's lines, oldest first."""
        return tuple(self._lines)

    def observe(self, observed: Observed) -> None:
        """Take status line and prompt from what is observed."""
        self.status.set(status_text(observed))
        prompt = observed.prompt
        self.prompt.set(say(prompt, **observed.prompt_params) if prompt and has(prompt) else "")

    def lay_out(self) -> None:
        """Bring every panel up to date and to its place."""
        wide, high = self.size
        self.log.set("\n".join(self._lines[-LOG_LINES:]) if self.log_shown else "")
        help_lines = "\n".join(say(key) for key in HELP_KEYS)
        self.help.set(help_lines if self.help_shown else "")
        self.status.put(_EDGE, _EDGE)
        self.help.put(wide - self.help.width - _EDGE, _EDGE)
        self.hint.put(wide - self.hint.width - _EDGE, high - self.hint.height - _EDGE)
        self.log.put(_EDGE, high - self.log.height - _EDGE)
        middle = (wide - self.prompt.width) / 2
        log_right = self.log.width + 2 * _EDGE if self.log_shown and self._lines else _EDGE
        left = max(middle, log_right)
        self.prompt.put(left, high - self.prompt.height - _EDGE)

    def show_labels(self, labels: Sequence[Label]) -> None:
        """Show the labels of this frame, decluttered."""
        built = [self._label(label) for label in labels]
        boxes = placed(
            [label.at for label in labels],
            [(wide, high) for _, wide, high in built],
            (float(self.size[0]), float(self.size[1])),
        )
        for child in self._labels_root.getChildren():
            child.hide()
        for (made, _, _), box in zip(built, boxes, strict=True):
            made.setPos(round(box[0]), 0, -round(box[1]))
            made.show()

    def _label(self, label: Label) -> tuple[Any, float, float]:
        key = (label.text, label.chips, label.livery)
        if key not in self._labels:
            self._labels[key] = self._build_label(label)
        return self._labels[key]

    def _build_label(self, label: Label) -> tuple[Any, float, float]:
        made: Any = self._labels_root.attachNewNode("label")
        high, x = 21.0, 7.0
        swatch = x
        x += 14.0 if label.livery else 0.0
        texts: list[tuple[float, str, Any]] = []
        marks = [(chip.text, _DIM if chip.quiet else _GOLD) for chip in label.chips]
        for text, ink in [(label.text, _INK), *marks]:
            wide = _width(text)
            texts.append((x, text, ink))
            x += wide + 6.0
        _card(made, (0, 0, x, high), _PANEL)
        if label.livery:
            _card(made, (swatch, 5, swatch + 9, 16), [c / 255 for c in label.livery.rim] + [1.0])
            if any(light for _, light in label.livery.pattern):
                _card(made, (swatch, 9, swatch + 9, 12), (0.94, 0.93, 0.9, 1.0))
        for left, text, ink in texts:
            node = TextNode("text")
            node.setFont(_typeface())
            node.setTextColor(*ink)
            node.setText(text)
            written: Any = made.attachNewNode(node)
            written.setScale(_SIZE - 1)
            written.setPos(round(left), 0, -15)
        return made, x, high


def _width(text: str) -> float:
    node = TextNode("measure")
    node.setFont(_typeface())
    return float(node.calcWidth(text)) * (_SIZE - 1)
