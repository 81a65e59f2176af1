"""Documents, reasons and logs written to a terminal."""

from __future__ import annotations

import io

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text as RichText

from sim.engine.documents import (
    Block,
    Chart,
    Document,
    Figures,
    Fold,
    Heading,
    Listing,
    Model,
    Picture,
    Table,
    Text,
    Tree,
)
from sim.engine.reasons import Reason
from sim.words import say

__all__ = ["as_text", "document_renderable", "reason_lines"]

BRANCH, LAST, TRUNK, GAP = "├─ ", "└─ ", "│  ", "   "
#: Signs of a chart's bars, and how many make the whole scale.
FULL, EMPTY, ZERO, BAR = "█", "░", "│", 24


def reason_lines(reason: Reason) -> list[RichText]:
    """Return an explanation as an open tree, a line for each node with its clause ids.

    Lines are as long as they are: a console wraps or keeps them as it likes.
    """
    lines = [_reason_line(reason)]
    _grow(lines, reason, "")
    return lines


def _grow(lines: list[RichText], reason: Reason, before: str) -> None:
    for index, child in enumerate(reason.children):
        last = index == len(reason.children) - 1
        line = RichText(before + (LAST if last else BRANCH), style="dim")
        # Its own style ends where the branch does.
        lines.append(RichText.assemble(line, _reason_line(child)))
        _grow(lines, child, before + (GAP if last else TRUNK))


def _reason_line(reason: Reason) -> RichText:
    line = RichText(reason.text())
    if reason.rule_ids:
        line.append(f"  [{', '.join(dict.fromkeys(reason.rule_ids))}]", style="dim")
    return line


def document_renderable(document: Document) -> RenderableType:
    """Return a whole document for a rich console."""
    blocks = [_block(block) for block in document.blocks]
    return Group(RichText(document.title, style="bold underline"), *blocks)


def _block(block: Block) -> RenderableType:
    if isinstance(block, Heading):
        return Padding(RichText(block.text, style="bold"), (1, 0, 0, 0))
    if isinstance(block, Text):
        return RichText(block.text)
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Tree):
        first, *rest = reason_lines(block.reason)
        marked = RichText.assemble((f"{block.mark}  ", "dim"), first) if block.mark else first
        return Group(marked, *(rest if block.open else ()))
    if isinstance(block, Figures):
        return _figures(block)
    if isinstance(block, Listing):
        return Group(RichText(block.title, style="bold"), RichText(block.text))
    if isinstance(block, Chart):
        return _chart(block)
    if isinstance(block, Fold):
        title = f"{block.title}  {block.note}" if block.note else block.title
        inner = Padding(Group(*(_block(each) for each in block.blocks)), (0, 0, 0, 2))
        return Group(Padding(RichText(title, style="bold"), (1, 0, 0, 0)), inner)
    picture = block.picture if isinstance(block, Model) else block
    assert isinstance(picture, Picture)
    return RichText(say("reports.picture", caption=picture.caption), style="italic")


def _chart(block: Chart) -> RenderableType:
    """Return a chart as bars: a row for each label, a column for each line."""
    table = RichTable(box=None)
    table.add_column("")
    for series in block.series:
        table.add_column(escape(series.name), no_wrap=True)
    for n, label in enumerate(block.labels):
        table.add_row(escape(label), *(_bar(series.values[n], block) for series in block.series))
    return Group(RichText(block.title, style="dim"), table)


def _bar(value: float, chart: Chart) -> str:
    if chart.least < 0:
        return f"{_swing(value, chart)} {chart.text(value)}"
    full = round(BAR * chart.share(value))
    return f"{FULL * full}{EMPTY * (BAR - full)} {chart.text(value)}"


def _swing(value: float, chart: Chart) -> str:
    """Return a bar to either side of nothing, for a scale that goes as far down as up."""
    half = BAR // 2
    full = round(half * min(abs(value) / chart.most, 1.0))
    filled, rest = FULL * full, EMPTY * (half - full)
    left, right = (rest + filled, EMPTY * half) if value < 0 else (EMPTY * half, filled + rest)
    return f"{left}{ZERO}{right}"


def _figures(block: Figures) -> RichTable:
    table = RichTable(box=None, show_header=False)
    for figure in block.figures:
        table.add_row(*(escape(text) for text in (figure.label, figure.value, figure.note)))
    return table


def _table(block: Table) -> RichTable:
    table = RichTable(title=escape(block.title) or None, title_justify="left", box=None)
    for index, column in enumerate(block.columns):
        table.add_column(
            escape(column), justify="right" if index in block.right else "left", no_wrap=index == 0
        )
    for row in block.rows:
        table.add_row(*(escape(cell) for cell in row))
    return table


def as_text(document: Document, width: int = 100) -> str:
    """Return a document as plain text without colours, ending in a newline."""
    sink = io.StringIO()
    console = Console(file=sink, width=width, color_system=None, highlight=False)
    console.print(document_renderable(document))
    return "".join(f"{line.rstrip()}\n" for line in sink.getvalue().splitlines())
