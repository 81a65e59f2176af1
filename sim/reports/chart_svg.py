"""Charts as SVG that takes its colours from the page, so that it is right by day, night and print.

Lines differ by dash and sign as well: colour is never the only carrier.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from html import escape

from sim.engine.documents import Chart

__all__ = ["DASHES", "chart_svg", "spread_out"]

WIDTH, HEIGHT = 720.0, 250.0
LEFT, RIGHT, TOP, BOTTOM = 46.0, 150.0, 12.0, 30.0
#: Parts of the scale that get a line.
PARTS = 4
DASHES: tuple[str, ...] = ("", "7 4", "2 4", "10 3 2 3")
SIGN = 4.5
#: Two names at the end of lines keep this distance.
LINE = 17.0


def chart_svg(chart: Chart) -> str:
    """Return a chart as one SVG element."""
    plot = _Plot(chart)
    scale = "".join(plot.rule(part) for part in range(PARTS + 1))
    below = "".join(plot.label(n, text) for n, text in enumerate(chart.labels))
    ends = [plot.y(series.values[-1]) for series in chart.series if series.values]
    names = spread_out(ends, LINE)
    lines = "".join(
        plot.line(n, series.values, series.name, names[n])
        for n, series in enumerate(chart.series)
        if series.values
    )
    return (
        f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-label="{escape(chart.title)}">'
        f"{scale}{below}{lines}</svg>"
    )


def spread_out(places: Sequence[float], least: float) -> list[float]:
    """Return places moved down until no two are nearer than `least`, in the order given."""
    order = sorted(range(len(places)), key=lambda n: (places[n], n))
    moved = list(places)
    for before, after in itertools.pairwise(order):
        moved[after] = max(moved[after], moved[before] + least)
    return moved


class _Plot:
    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.across = WIDTH - LEFT - RIGHT
        self.high = HEIGHT - TOP - BOTTOM

    def x(self, n: int) -> float:
        steps = max(len(self.chart.labels) - 1, 1)
        return LEFT + self.across * n / steps

    def y(self, value: float) -> float:
        return TOP + self.high * (1 - self.chart.share(value))

    def rule(self, part: int) -> str:
        least, most = self.chart.least, self.chart.most
        value = least + (most - least) * part / PARTS
        y = self.y(value)
        end = LEFT + self.across
        zero = " zero" if least < 0 and value == 0 else ""
        return (
            f'<line class="grid{zero}" x1="{LEFT:g}" x2="{end:g}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text x="{LEFT - 8:g}" y="{y + 4:.1f}" text-anchor="end">'
            f"{escape(self.chart.text(value))}</text>"
        )

    def label(self, n: int, text: str) -> str:
        return (
            f'<text x="{self.x(n):.1f}" y="{HEIGHT - 8:g}" text-anchor="middle">'
            f"{escape(text)}</text>"
        )

    def line(self, n: int, values: Sequence[float], name: str, name_y: float) -> str:
        spots = [(self.x(i), self.y(value)) for i, value in enumerate(values)]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        dash = DASHES[n % len(DASHES)]
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        signs = "".join(
            f"<g><title>{escape(name)}: {escape(self.chart.text(value))}</title>"
            f"{_sign(n, x, y)}</g>"
            for (x, y), value in zip(spots, values, strict=True)
        )
        x = spots[-1][0] + 12
        return (
            f'<g class="line line-{n % 4}"><polyline points="{points}"{dashed}/>{signs}'
            f'<text class=name x="{x:.1f}" y="{name_y + 4:.1f}">{escape(name)}'
            f"<tspan class=end dx=6>{escape(self.chart.text(values[-1]))}</tspan></text></g>"
        )


def _sign(n: int, x: float, y: float) -> str:
    """Return a dot, a square, a triangle or a diamond."""
    if n % 4 == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SIGN:g}"/>'
    corners = (
        ((-1, -1), (1, -1), (1, 1), (-1, 1)),
        ((0, -1.2), (1.1, 0.9), (-1.1, 0.9)),
        ((0, -1.4), (1.4, 0), (0, 1.4), (-1.4, 0)),
    )[n % 4 - 1]
    points = " ".join(f"{x + SIGN * dx * 0.9:.1f},{y + SIGN * dy * 0.9:.1f}" for dx, dy in corners)
    return f'<polygon points="{points}"/>'
