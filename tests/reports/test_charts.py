"""Charts, folds and marks: one document, three ways to write it down."""

from __future__ import annotations

import itertools
import re

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.engine.documents import Chart, Document, Fold, Heading, Series, Text, Tree
from sim.engine.reasons import Reason
from sim.reports.chart_svg import chart_svg, spread_out
from sim.reports.html import as_html
from sim.reports.html_text import read_page
from sim.reports.pdf import as_pdf
from sim.reports.terminal import as_text

CHART = Chart(
    "Strength <left>",
    ("1", "2", "end"),
    (Series("red & co", (100.0, 50.0, 25.0)), Series("blue", (100.0, 100.0, 90.0))),
    100.0,
    " %",
)
SWING = Chart("Luck", ("1", "2"), (Series("red", (-1.5, 2.0)),), 4.0, least=-4.0, places=1)


def heights(svg: str) -> list[list[float]]:
    """Places of the lines' corners from the top."""
    lines = re.findall(r'<polyline points="([^"]*)"', svg)
    return [[float(spot.split(",")[1]) for spot in line.split()] for line in lines]


def test_a_line_stands_as_high_as_its_values():
    red, blue = heights(chart_svg(CHART))
    top, half, quarter = red
    assert (half - top) == pytest.approx(2 * (quarter - half), abs=0.2)
    assert blue[0] == blue[1] == top


def test_lines_differ_by_more_than_their_colour():
    svg = chart_svg(CHART)
    dashes = re.findall(r"<polyline points=\"[^\"]*\"([^/]*)/>", svg)
    assert len(set(dashes)) == 2
    assert svg.count("<circle") == 3
    assert svg.count("<polygon") == 3


def test_the_words_of_a_chart_are_escaped_and_read_out():
    svg = chart_svg(CHART)
    assert 'aria-label="Strength &lt;left&gt;"' in svg
    assert "red &amp; co" in svg


def test_a_scale_below_nothing_carries_signs_and_marks_its_zero():
    svg = chart_svg(SWING)
    assert svg.count('"grid zero"') == 1
    for text in ("+4.0", "\N{MINUS SIGN}4.0", ">0.0<", "+2.0"):
        assert text in svg


@given(st.floats(-1e6, 1e6))
@settings(deadline=None)
def test_nothing_is_drawn_off_the_scale(value: float):
    chart = Chart("any", ("1",), (Series("red", (value,)),), 4.0, least=-4.0)
    assert 0.0 <= chart.share(value) <= 1.0


@given(st.lists(st.floats(0, 250), max_size=6))
@settings(deadline=None)
def test_names_at_the_end_of_lines_never_lie_on_each_other(places: list[float]):
    moved = sorted(spread_out(places, 17.0))
    assert all(b - a >= 17.0 - 1e-9 for a, b in itertools.pairwise(moved))
    assert all(new >= old for old, new in zip(places, spread_out(places, 17.0), strict=True))


def test_a_terminal_draws_bars_and_writes_the_numbers():
    text = as_text(Document("any", (CHART, SWING)))
    for part in ("Strength <left>", "50 %", "90 %", "+2.0", "\N{MINUS SIGN}1.5"):
        assert part in text
    full = [line.count("█") for line in text.splitlines() if " %" in line]
    assert full == sorted(full, reverse=True)


def a_log() -> Document:
    behind = Reason("words.example", {"name": "Ludwig"}, rule_ids=("x.rule",))
    line = Reason("words.example", {"name": "Luther"}, children=(behind,))
    logged = Tree(line, open=False, mark="17", name="line-17")
    fold = Fold("The <log>", (Heading("Phase", 3), logged), "1 line")
    shown = Fold("Shown", (Tree(Reason("words.example", {"name": "He"}), mark="17", to="line-17"),))
    return Document("any", (Text("lead"), fold, msgspec.structs.replace(shown, open=True)))


def test_a_fold_is_closed_until_somebody_opens_it_and_holds_everything():
    page = as_html(a_log())
    assert "<details class=fold><summary>The &lt;log&gt;" in page
    assert "<details class=fold open><summary>Shown" in page
    wanted = ["The <log>", "1 line", "Phase", "17", "Luther stands here.", "Ludwig stands here."]
    assert [line for line in read_page(page).lines if line in wanted] == [*wanted, "17"]


def test_a_mark_leads_to_the_line_it_names():
    page = as_html(a_log())
    assert '<a class=mark href="#line-17">17</a>' in page
    assert page.count('id="line-17"') == 1


def test_where_nothing_unfolds_a_closed_line_stands_alone():
    text = as_text(a_log())
    assert "17  Luther stands here." in text
    assert "Ludwig" not in text
    assert text.index("The <log>") < text.index("Phase") < text.index("Luther")


def test_charts_folds_and_marks_stand_in_a_pdf_and_give_the_same_bytes():
    document = Document("any", (CHART, SWING, *a_log().blocks))
    assert as_pdf(document) == as_pdf(document)


def test_a_chart_after_a_heading_does_not_begin_a_page():
    alone = as_pdf(Document("any", (Text("lead"), Heading("How it went"), CHART)))
    assert len(re.findall(rb"/Type /Page\b", alone)) == 1
