"""Documents as pages."""

from __future__ import annotations

import io
import json
import re

from PIL import Image

from sim.engine.documents import (
    Document,
    Figure,
    Figures,
    Heading,
    Listing,
    Model,
    Picture,
    Table,
    Text,
    Tree,
)
from sim.engine.reasons import Reason
from sim.reports.html import as_html, script_text
from sim.reports.html_text import read_page


def a_png(size: tuple[int, int] = (64, 40)) -> bytes:
    sink = io.BytesIO()
    Image.new("RGB", size, (90, 120, 80)).save(sink, "PNG")
    return sink.getvalue()


def a_document() -> Document:
    leaf = Reason("words.example", {"name": "<b>Luther</b>"}, rule_ids=("dw.los.any_part",))
    tree = Reason("words.example", {"name": "Ludwig"}, children=(leaf,))
    return Document(
        "He sees ± 13 % of <him>",
        (
            Text("the lead"),
            Figures((Figure("Seen", "13 %", "± 1"), Figure("Margin", "≤ 2 in"))),
            Model(Picture(a_png(), "from the side"), json.dumps({"text": "</script>"}).encode()),
            Picture(a_png((3000, 900)), "the plan"),
            Heading("Why"),
            Tree(tree),
            Table(("what", "digest"), (("scene", "0" * 64),), right=(1,), title="files"),
            Listing("The scene", "a = 1\nb = '<x>'"),
        ),
    )


def test_everything_of_a_document_is_read_in_order_without_scripts():
    lines = read_page(as_html(a_document(), kicker="certificate", footer="verify")).lines
    wanted = [
        *("certificate", "He sees ± 13 % of <him>", "the lead", "Seen", "13 %", "≤ 2 in"),
        *("the plan", "Why", "Ludwig stands here.", "<b>Luther</b> stands here."),
        *("dw.los.any_part", "files", "0" * 64, "The scene", "a = 1 b = '<x>'", "verify"),
    ]
    assert [line for line in lines if line in wanted] == wanted


def test_an_explanation_is_open_and_nested():
    page = as_html(a_document())
    assert re.search(
        r"<details open><summary>Ludwig stands here\.</summary><ul><li>&lt;b&gt;", page
    )
    assert "<span class=clause>dw.los.any_part</span>" in page


def test_a_text_cannot_become_part_of_the_page():
    page = as_html(a_document(), kicker="<script>alert(1)</script>")
    assert "<b>" not in page
    assert "<script>alert" not in page
    assert page.count("</script>") == page.count("<script")


def test_data_in_a_page_comes_out_as_it_went_in():
    text = json.dumps({"a": "</script><!-- \u2028 & é"}, ensure_ascii=False)
    assert "<" not in script_text(text)
    page = read_page(as_html(a_document(), attached={"certificate": text.encode()}))
    assert json.loads(page.data["certificate"][0]) == json.loads(text)


def test_a_model_shows_its_picture_until_a_script_brings_it_to_life():
    page = as_html(a_document())
    figure = page[page.index("<figure class=scene>") : page.index("</figure>")]
    assert figure.index("<img") < figure.index("<canvas")
    assert json.loads(read_page(page).data["scene-data"][0]) == {"text": "</script>"}
    plain = Document("no model", (Text("x"),))
    assert "<canvas" not in as_html(plain)
    assert "<script" not in as_html(plain)


def test_a_large_picture_is_made_smaller():
    page = as_html(a_document())
    widths = [int(wide) for wide in re.findall(r"<img [^>]*width=(\d+)", page)]
    assert widths == [64, 1440]
