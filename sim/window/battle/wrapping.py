"""Lines broken to a width: trees and rows of the widget library do not break them themselves."""

from __future__ import annotations

from sim.view.ui import Ui

__all__ = ["Flow", "wrapped"]

_kept: dict[tuple[str, int, float], str] = {}
_MOST = 4000
#: What a button takes beside its text, points.
_PADDING = 22.0


def wrapped(ui: Ui, text: str, width: float) -> str:
    """Return a text with line breaks, so that no line is wider than a width in points.

    A single word that is wider keeps its line to itself.
    """
    key = (text, int(width), ui.scale)
    if key not in _kept:
        if len(_kept) > _MOST:
            _kept.clear()
        _kept[key] = "\n".join(_broken(ui, line, width) for line in text.splitlines())
    return _kept[key]


def _broken(ui: Ui, line: str, width: float) -> str:
    if ui.text_size(line)[0] <= width:
        return line
    rows: list[str] = []
    row = ""
    for word in line.split(" "):
        longer = f"{row} {word}" if row else word
        if row and ui.text_size(longer)[0] > width:
            rows.append(row)
            row = word
        else:
            row = longer
    return "\n".join([*rows, row])


class Flow:
    """Puts widgets side by side as long as there is room, then begins a new line.

    Parameters
    ----------
    ui : Ui
    """

    def __init__(self, ui: Ui) -> None:
        self._ui = ui
        self._room = ui.room[0]
        self._used = 0.0

    def before(self, label: str, key: str = "", *, least: float = 0.0) -> float:
        """Make room for a button and return its width; call it right before drawing it.

        Parameters
        ----------
        label, key : str
            As they are given to `Ui.button`.
        least : float
            Width it shall have at least, points.
        """
        shown = f"{label}  [{key}]" if key else label
        wide = min(self._room, max(least, self._ui.text_size(shown)[0] + _PADDING))
        if self._used and self._used + 8.0 + wide <= self._room:
            self._ui.beside(8.0)
            self._used += 8.0 + wide
        else:
            self._used = wide
        return wide
