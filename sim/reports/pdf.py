"""Documents as PDF: the same blocks on numbered pages, with data attached for programs."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from itertools import groupby
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    Flowable,
    Image,
    KeepTogether,
    Paragraph,
    Preformatted,
    SimpleDocTemplate,
    Spacer,
    TableStyle,
)
from reportlab.platypus import Table as Grid

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
from sim.reports.images import as_jpeg
from sim.reports.pdf_attach import attach
from sim.reports.pdf_chart import chart_drawing
from sim.table.assets import asset_root
from sim.words import say

__all__ = ["as_pdf"]

FONT = "DejaVuSans"
MARGIN = 19 * mm
#: Width of a letter in a table and of what lies between two columns, points; and letters after
#: which a word may be broken.
LETTER, GAP, LONG = 4.4, 9.0, 12
WIDTH = A4[0] - 2 * MARGIN
INK, SOFT, RULE, WASH = (HexColor(each) for each in ("#1c1f23", "#5d6670", "#dcd9d0", "#f5f3ee"))
TONES = {"yes": "#177245", "no": "#b3261e", "unsure": "#95650a", "": "#1c1f23"}
#: Pixels of a picture as wide as the page, and its greatest height there.
PICTURE_PX, PICTURE_HIGH = 1300, 105 * mm
#: A listing's columns on a page, lines in each, and characters before a line is broken.
LISTING_COLUMNS, LISTING_HIGH, LISTING_LINE = 3, 100, 56


def as_pdf(
    document: Document,
    *,
    kicker: str = "",
    tone: str = "",
    footer: str = "",
    attached: Mapping[str, bytes] | None = None,
) -> bytes:
    """Return a document as PDF; the same input gives the same bytes.

    Parameters
    ----------
    kicker, footer : str
        Small lines over the title and at the end.
    tone : {"", "yes", "no", "unsure"}
        What the title says, for its colour.
    attached : mapping of file name to bytes
        Files that travel inside the PDF (`sim.reports.pdf_data` reads them back).
    """
    _register()
    title = ParagraphStyle("title", _style(19, 24, after=3), textColor=HexColor(TONES[tone]))
    story: list[Flowable] = []
    if kicker:
        story.append(Paragraph(escape(kicker), _style(7.5, 10, colour=SOFT, after=4)))
    story.append(Paragraph(escape(document.title), title))
    story += _flowables(document.blocks)
    if footer:
        story += [Spacer(1, 10), Paragraph(escape(footer), _style(7, 10, colour=SOFT))]
    sink = io.BytesIO()
    pages = SimpleDocTemplate(
        sink,
        pagesize=A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=17 * mm,
        bottomMargin=18 * mm,
        title=document.title,
        creator="hulldown",
        invariant=1,
        pageCompression=1,
        lang=say("reports.language"),
    )

    def first(canvas: Any, page: Any) -> None:
        for name, data in (attached or {}).items():
            attach(canvas, name, data)
        _number(canvas, page)

    pages.build(story, onFirstPage=first, onLaterPages=_number)
    return sink.getvalue()


@cache
def _register() -> None:
    pdfmetrics.registerFont(TTFont(FONT, str(asset_root() / "fonts" / "DejaVuSans.ttf")))


def _number(canvas: Any, page: Any) -> None:
    canvas.saveState()
    canvas.setFont(FONT, 7.5)
    canvas.setFillColor(SOFT)
    canvas.drawRightString(A4[0] - MARGIN, 10 * mm, say("reports.page", number=page.page))
    canvas.restoreState()


def _style(
    size: float, leading: float, *, colour: Any = INK, after: float = 0, indent: float = 0
) -> ParagraphStyle:
    return ParagraphStyle(
        "plain",
        fontName=FONT,
        fontSize=size,
        leading=leading,
        textColor=colour,
        spaceAfter=after,
        leftIndent=indent,
        splitLongWords=1,
    )


class _Kept(KeepTogether):
    """Flowables on one page; those that are kept together already join in.

    One within another is taken for taller than a page, and always begins a new one.
    """

    def __init__(self, parts: Sequence[Flowable]) -> None:
        self.parts: list[Flowable] = [
            flat for part in parts for flat in (part.parts if isinstance(part, _Kept) else [part])
        ]
        super().__init__(self.parts)


def _flowables(blocks: Sequence[Block]) -> Iterator[Flowable]:
    """Yield what stands on the pages; a heading keeps with what follows it."""
    heading: list[Flowable] = []
    for alike, group in groupby(blocks, lambda block: isinstance(block, Heading)):
        for block in group:
            if alike:
                heading.append(_heading(block))
                continue
            made = _block(block)
            if heading and made:
                yield _Kept([*heading, made[0]])
                made, heading = made[1:], []
            yield from made
    yield from heading


def _heading(block: Block) -> Flowable:
    assert isinstance(block, Heading)
    size = {1: 13.0, 2: 10.0}.get(block.level, 9.0)
    style = _style(size, size * 1.3, after=3)
    style.spaceBefore = 14 if block.level == 1 else 8
    return Paragraph(escape(block.text), style)


def _block(block: Block) -> list[Flowable]:
    if isinstance(block, Text):
        return [Paragraph(escape(block.text), _style(9, 13, colour=SOFT, after=4))]
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Tree):
        return list(_nodes(block.reason, 0, block.open, _mark(block)))
    if isinstance(block, Figures):
        return [Spacer(1, 5), _figures(block), Spacer(1, 7)]
    if isinstance(block, Listing):
        title = Paragraph(escape(block.title), _style(9, 13, after=3))
        first, *rest = _listing(block.text or " ")
        return [_Kept([title, first]), *rest]
    if isinstance(block, Chart):
        title = Paragraph(escape(block.title), _style(8, 11, colour=SOFT, after=2))
        return [_Kept([title, chart_drawing(block, WIDTH, FONT), Spacer(1, 6)])]
    if isinstance(block, Fold):
        return _fold(block)
    picture = block.picture if isinstance(block, Model) else block
    assert isinstance(picture, Picture)
    return [_picture(picture)]


def _fold(block: Fold) -> list[Flowable]:
    """Return what a page cannot fold: the title and everything under it."""
    note = f' <font size="7" color="#5d6670">{escape(block.note)}</font>' if block.note else ""
    style = _style(9.5, 13, after=3)
    style.spaceBefore = 8
    first, *rest = [*_flowables(block.blocks)] or [Spacer(1, 1)]
    return [_Kept([Paragraph(escape(block.title) + note, style), first]), *rest]


def _listing(text: str) -> Iterator[Flowable]:
    """Yield a text in narrow columns, a page at a time."""
    style = _style(5.2, 6.5)
    lines = [
        line[at : at + LISTING_LINE]
        for line in text.replace("\t", "    ").splitlines()
        for at in range(0, max(len(line), 1), LISTING_LINE)
    ]
    columns = [lines[at : at + LISTING_HIGH] for at in range(0, len(lines), LISTING_HIGH)]
    for at in range(0, len(columns), LISTING_COLUMNS):
        row: list[Any] = [
            Preformatted("\n".join(column), style) for column in columns[at : at + LISTING_COLUMNS]
        ]
        row += [""] * (LISTING_COLUMNS - len(row))
        grid = Grid([row], colWidths=[WIDTH / LISTING_COLUMNS] * LISTING_COLUMNS)
        grid.setStyle(
            TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0)])
        )
        yield grid


def _mark(block: Tree) -> str:
    """Return what stands before a tree's first line: its anchor, and its mark as a link."""
    name = f'<a name="{escape(block.name)}"/>' if block.name else ""
    if not block.mark:
        return name
    mark = escape(block.mark)
    if block.to:
        mark = f'<a href="#{escape(block.to)}" color="#3b5d8f">{mark}</a>'
    return f'{name}<font size="6" color="#5d6670">{mark}</font>&nbsp;&nbsp;'


def _nodes(reason: Reason, depth: int, opened: bool = True, mark: str = "") -> Iterator[Flowable]:
    # A closed line is one of many, as in a log: small.
    style = _style(*((9, 12.5) if opened else (7.5, 10)), after=1.5, indent=11 * depth)
    text = escape(reason.text())
    if mark:
        text = f"{mark}{text}"
    rules = ", ".join(dict.fromkeys(reason.rule_ids))
    if rules:
        text += f' <font size="7" color="#5d6670">[{escape(rules)}]</font>'
    if depth:
        style.bulletIndent = 11 * (depth - 1) + 2
        style.bulletFontName, style.bulletFontSize = FONT, 7
        style.bulletColor = SOFT
    yield Paragraph(text, style, bulletText="└" if depth else None)
    for child in reason.children if opened else ():
        yield from _nodes(child, depth + 1)


def _table(block: Table) -> list[Flowable]:
    cell, head = _style(8, 10.5), _style(7.5, 10, colour=SOFT)
    right, right_head = (ParagraphStyle("right", each, alignment=2) for each in (cell, head))

    def row(texts: Sequence[str], plain: ParagraphStyle, aligned: ParagraphStyle) -> list[Any]:
        return [
            Paragraph(_small(text), aligned if index in block.right else plain)
            for index, text in enumerate(texts)
        ]

    titled = any(block.columns)
    rows = [row(block.columns, head, right_head)] if titled else []
    rows += [row(texts, cell, right) for texts in block.rows]
    if not rows:
        return []
    grid = Grid(rows, colWidths=_widths(block), repeatRows=1 if titled else 0, hAlign="LEFT")
    grid.setStyle(
        TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LINEBELOW", (0, 0), (-1, -1), 0.4, RULE),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("RIGHTPADDING", (0, 0), (-1, -1), 8),
                ("TOPPADDING", (0, 0), (-1, -1), 2.2),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
            ]
        )
    )
    title = [Paragraph(escape(block.title), _style(8, 11, colour=SOFT))] if block.title else []
    return [*title, grid, Spacer(1, 6)]


def _small(text: str) -> str:
    """Return a cell's text; digests are set small so that they stay on one line."""
    plain = escape(text)
    return f'<font size="6">{plain}</font>' if len(text) == 64 and " " not in text else plain


def _widths(block: Table) -> list[float]:
    """Return column widths after the longest text of each, none too narrow for its words.

    None is much under its even share either.
    """
    every = [block.columns, *block.rows]
    longest = [max(min(len(r[i]), 70) + 3 for r in every) for i in range(len(block.columns))]
    least = min(0.1, 0.45 / len(longest))
    words = [
        max((min(len(word), LONG) for row in every for word in row[i].split()), default=0)
        for i in range(len(block.columns))
    ]
    needs = [max(least, (word * LETTER + GAP) / WIDTH) for word in words]
    wishes = [
        max(each / sum(longest) - need, 0.0) for each, need in zip(longest, needs, strict=True)
    ]
    # What is left beyond the needs goes to those that wish for more.
    spare = max(1.0 - sum(needs), 0.0) / (sum(wishes) or 1.0)
    shares = [need + wish * spare for need, wish in zip(needs, wishes, strict=True)]
    return [WIDTH * share / sum(shares) for share in shares]


def _figures(block: Figures) -> Flowable:
    across = min(len(block.figures), 3) if len(block.figures) != 4 else 4
    cells: list[Any] = [
        [
            Paragraph(escape(each.label), _style(7.5, 10, colour=SOFT)),
            Paragraph(escape(each.value), _style(13, 17)),
            Paragraph(escape(each.note), _style(7, 9, colour=SOFT)),
        ]
        for each in block.figures
    ]
    cells += [""] * (-len(cells) % across)
    rows = [cells[i : i + across] for i in range(0, len(cells), across)]
    grid = Grid(rows, colWidths=[WIDTH / across] * across)
    grid.setStyle(
        TableStyle(
            [
                ("BACKGROUND", (0, 0), (-1, -1), WASH),
                ("INNERGRID", (0, 0), (-1, -1), 2, HexColor("#ffffff")),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 8),
                ("TOPPADDING", (0, 0), (-1, -1), 6),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 7),
            ]
        )
    )
    return grid


def _picture(picture: Picture) -> Flowable:
    jpeg, (wide, high) = as_jpeg(picture.png, PICTURE_PX)
    scale = min(WIDTH / wide, PICTURE_HIGH / high)
    image = Image(io.BytesIO(jpeg), wide * scale, high * scale, hAlign="LEFT")
    caption = Paragraph(escape(picture.caption), _style(7.5, 10.5, colour=SOFT, after=8))
    return _Kept([Spacer(1, 4), image, Spacer(1, 3), caption])
