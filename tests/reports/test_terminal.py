"""Documents in a terminal."""

from __future__ import annotations

from sim.engine.documents import Document, Heading, Picture, Table, Text, Tree
from sim.engine.reasons import Reason
from sim.reports.terminal import as_text


def a_document() -> Document:
    leaf = Reason("words.example", {"name": "Ludwig [x]"}, rule_ids=("dw.los.any_part",))
    return Document(
        "Report",
        (
            Heading("Odds"),
            Text("a line"),
            Table(("weapon", "dice"), (("rifle [a]", "5"), ("gun", "12")), right=(1,)),
            Tree(Reason("words.example", {"name": "Luther"}, children=(leaf,))),
            Picture(b"", "the mill"),
        ),
    )


def test_every_block_of_a_document_reaches_the_terminal_in_order():
    text = as_text(a_document())
    places = [text.index(part) for part in ("Report", "Odds", "a line", "rifle", "Luther", "mill")]
    assert places == sorted(places)


def test_square_brackets_in_names_are_kept_and_clauses_follow_their_line():
    lines = as_text(a_document()).splitlines()
    assert any("Ludwig [x] stands here.  [dw.los.any_part]" in line for line in lines)
    assert any("rifle [a]" in line for line in lines)


def test_number_columns_stand_right():
    rows = [line.rstrip() for line in as_text(a_document()).splitlines()]
    short, long = (next(r for r in rows if r.strip().startswith(n)) for n in ("rifle", "gun"))
    assert short.endswith(" 5")
    assert len(short) == len(long)
