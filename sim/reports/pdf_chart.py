"""Charts on the pages of a PDF: the same lines as on a page, drawn with what reportlab has."""

from __future__ import annotations

from typing import Any

from reportlab.graphics.shapes import Circle, Drawing, Line, PolyLine, Rect, String
from reportlab.lib.colors import HexColor

from sim.engine.documents import Chart
from sim.reports.chart_svg import DASHES, spread_out

__all__ = ["chart_drawing"]

HIGH, LEFT, RIGHT, BOTTOM, TOP = 150.0, 34.0, 105.0, 18.0, 6.0
SOFT, RULE = HexColor("#5d6670"), HexColor("#dcd9d0")
COLOURS = tuple(HexColor(each) for each in ("#2f6fd6", "#d9571b", "#177245", "#95650a"))
PARTS = 4
SIZE = 7.5


def chart_drawing(chart: Chart, width: float, font: str) -> Any:
    """Return a chart as a drawing of a width in points."""
    drawing: Any = Drawing(width, HIGH)
    across, up = width - LEFT - RIGHT, HIGH - BOTTOM - TOP

    def x(n: int) -> float:
        return LEFT + across * n / max(len(chart.labels) - 1, 1)

    def y(value: float) -> float:
        return BOTTOM + up * chart.share(value)

    def text(at: tuple[float, float], words: str, anchor: Any = "start", ink: Any = SOFT) -> None:
        drawing.add(
            String(*at, words, fontName=font, fontSize=SIZE, fillColor=ink, textAnchor=anchor)
        )

    for part in range(PARTS + 1):
        value = chart.least + (chart.most - chart.least) * part / PARTS
        drawing.add(
            Line(LEFT, y(value), LEFT + across, y(value), strokeColor=RULE, strokeWidth=0.5)
        )
        text((LEFT - 5, y(value) - 2.5), chart.text(value), "end")
    for n, label in enumerate(chart.labels):
        text((x(n), 5), label, "middle")
    shown = [series for series in chart.series if series.values]
    # Counted from the top: of two names too near each other the lower one gives way downwards.
    names = spread_out([-y(series.values[-1]) for series in shown], SIZE + 3)
    for n, series in enumerate(shown):
        colour = COLOURS[n % len(COLOURS)]
        spots = [(x(i), y(value)) for i, value in enumerate(series.values)]
        dash: Any = [float(each) / 2 for each in DASHES[n % len(DASHES)].split()] or None
        flat = [each for spot in spots for each in spot]
        drawing.add(PolyLine(flat, strokeColor=colour, strokeWidth=1.5, strokeDashArray=dash))
        for spot in spots:
            drawing.add(_sign(n, spot, colour))
        end = f"{series.name}  {chart.text(series.values[-1])}"
        text((spots[-1][0] + 8, -names[n] - 2.5), end, ink=colour)
    return drawing


def _sign(n: int, at: tuple[float, float], colour: Any) -> Any:
    """Return a dot or a square, by turns."""
    x, y = at
    if n % 2 == 0:
        return Circle(x, y, 2.4, fillColor=colour, strokeColor=colour)
    return Rect(x - 2.1, y - 2.1, 4.2, 4.2, fillColor=colour, strokeColor=colour)
