"""Documents as one self-contained page: nothing is fetched, and it reads without scripts."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path

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
from sim.reports.chart_svg import chart_svg
from sim.reports.images import as_jpeg
from sim.table.assets import asset_root
from sim.words import say

__all__ = ["WIDE", "as_html", "script_text"]

#: Pixels of a picture, at most; and of one that stands in for a model.
WIDE, BEHIND = 1440, 1200
QUALITY, BEHIND_QUALITY = 82, 74
#: Nothing is loaded from anywhere, even if a text of the document tried.
POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'"
)
VIEWS = ("reset", "above", "eye")


def as_html(
    document: Document,
    *,
    kicker: str = "",
    tone: str = "",
    footer: str = "",
    attached: Mapping[str, bytes] | None = None,
) -> str:
    """Return a document as a page.

    Parameters
    ----------
    kicker, footer : str
        Small lines over the title and at the end.
    tone : {"", "yes", "no", "unsure"}
        What the title says, for its colour.
    attached : mapping of element id to JSON
        Data that programs read out of the page.
    """
    lead, rest = _split(document.blocks)
    body = "".join(
        [
            f"<p class=kicker>{escape(kicker)}</p>" if kicker else "",
            f"<h1>{escape(document.title)}</h1>",
            *(_block(block) for block in lead),
        ]
    )
    data = "".join(
        f'<script type="application/json" id="{escape(name)}">{script_text(text.decode())}</script>'
        for name, text in (attached or {}).items()
    )
    live = any(isinstance(block, Model) for block in document.blocks)
    return (
        "<!DOCTYPE html>\n"
        f'<html lang="{say("reports.language")}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(document.title)}</title><style>{_style()}</style></head>\n"
        f'<body class="tone-{escape(tone)}"><main><header>{body}</header>\n'
        f"{''.join(map(_block, rest))}"
        f"{f'<footer>{escape(footer)}</footer>' if footer else ''}</main>\n"
        f"{data}\n{f'<script>{_viewer()}</script>' if live else ''}</body></html>\n"
    )


def script_text(json_text: str) -> str:
    """Return JSON that may stand in a script element: no end tag and no comment in it."""
    return (
        json_text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    )


@cache
def _style() -> str:
    return (Path(__file__).with_name("page.css")).read_text(encoding="utf-8")


@cache
def _viewer() -> str:
    return (asset_root() / "viewer" / "viewer.min.js").read_text(encoding="utf-8")


def _split(blocks: Sequence[Block]) -> tuple[Sequence[Block], Sequence[Block]]:
    """Return the texts under the title, and everything after them."""
    count = next((i for i, b in enumerate(blocks) if not isinstance(b, Text)), len(blocks))
    return blocks[:count], blocks[count:]


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        level = min(block.level + 1, 6)
        return f"<h{level}>{escape(block.text)}</h{level}>"
    if isinstance(block, Text):
        return f"<p>{escape(block.text)}</p>"
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Tree):
        return _tree(block)
    if isinstance(block, Figures):
        return _figures(block)
    if isinstance(block, Listing):
        return (
            f"<details class=listing><summary>{escape(block.title)}</summary>"
            f"<pre>{escape(block.text)}</pre></details>"
        )
    if isinstance(block, Model):
        return _model(block)
    if isinstance(block, Chart):
        title = f"<figcaption>{escape(block.title)}</figcaption>"
        return f"<figure class=chart>{title}{chart_svg(block)}</figure>"
    if isinstance(block, Fold):
        return _fold(block)
    return _picture(block)


def _fold(block: Fold) -> str:
    note = f" <span class=note>{escape(block.note)}</span>" if block.note else ""
    opened = " open" if block.open else ""
    return (
        f"<details class=fold{opened}><summary>{escape(block.title)}{note}</summary>"
        f"<div>{''.join(map(_block, block.blocks))}</div></details>"
    )


def _tree(block: Tree) -> str:
    kind = "tree" if block.open else '"tree shut"'
    name = f' id="{escape(block.name)}"' if block.name else ""
    mark = f"<span class=mark>{escape(block.mark)}</span>" if block.mark else ""
    if block.mark and block.to:
        mark = f'<a class=mark href="#{escape(block.to)}">{escape(block.mark)}</a>'
    return f"<ul class={kind}{name}>{_node(block.reason, block.open, mark)}</ul>"


def _node(reason: Reason, opened: bool, mark: str = "") -> str:
    line = mark + escape(reason.text())
    line += "".join(
        f" <span class=clause>{escape(rule)}</span>" for rule in dict.fromkeys(reason.rule_ids)
    )
    if not reason.children:
        return f"<li>{line}</li>"
    # Once a line has been unfolded, what is behind it stands there whole.
    inner = "".join(_node(child, True) for child in reason.children)
    shown = " open" if opened else ""
    return f"<li><details{shown}><summary>{line}</summary><ul>{inner}</ul></details></li>"


def _table(block: Table) -> str:
    def cell(tag: str, index: int, text: str) -> str:
        names = ["right"] if index in block.right else []
        names += ["digest"] if tag == "td" and _is_digest(text) else []
        marked = f' class="{" ".join(names)}"' if names else ""
        return f"<{tag}{marked}>{escape(text)}</{tag}>"

    def row(tag: str, cells: Sequence[str]) -> str:
        return f"<tr>{''.join(cell(tag, i, text) for i, text in enumerate(cells))}</tr>"

    title = f"<caption>{escape(block.title)}</caption>" if block.title else ""
    head = f"<thead>{row('th', block.columns)}</thead>" if any(block.columns) else ""
    rows = "".join(row("td", cells) for cells in block.rows)
    return f"<div class=wide><table>{title}{head}<tbody>{rows}</tbody></table></div>"


def _is_digest(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def _figures(block: Figures) -> str:
    cells = "".join(
        f"<div><dt>{escape(each.label)}</dt><dd><div class=value>{escape(each.value)}</div>"
        f"<div class=note>{escape(each.note)}</div></dd></div>"
        for each in block.figures
    )
    return f"<dl class=figures>{cells}</dl>"


def _image(picture: Picture, width: int = WIDE, quality: int = QUALITY) -> str:
    jpeg, (wide, high) = as_jpeg(picture.png, width, quality)
    data = base64.b64encode(jpeg).decode()
    alt = escape(picture.caption)
    return f'<img src="data:image/jpeg;base64,{data}" width={wide} height={high} alt="{alt}">'


def _caption(text: str) -> str:
    return f"<figcaption>{escape(text)}</figcaption>" if text else ""


def _picture(picture: Picture) -> str:
    return f"<figure>{_image(picture)}{_caption(picture.caption)}</figure>"


def _model(block: Model) -> str:
    """Return the picture that anybody sees, and beside it the canvas that a script brings up."""
    buttons = "".join(
        f'<button type=button data-view="{view}">{escape(say(f"reports.model.{view}"))}</button>'
        for view in VIEWS
    )
    caption = escape(block.picture.caption)
    hint = escape(say("reports.model.hint"))
    return (
        f"<figure class=scene>{_image(block.picture, BEHIND, BEHIND_QUALITY)}<div class=frame>"
        f'<canvas tabindex=0 role=img aria-label="{caption}"></canvas></div>'
        f"<div class=buttons>{buttons}</div>"
        f"<figcaption>{caption} <span class=hint>{hint}</span></figcaption></figure>"
        f'<script type="application/json" id="scene-data">{script_text(_packed(block.scene))}'
        "</script>"
    )


def _packed(scene: bytes) -> str:
    return json.dumps(json.loads(scene), separators=(",", ":"))
