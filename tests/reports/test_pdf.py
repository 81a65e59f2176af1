"""Documents as PDF, and the file that travels in them."""

from __future__ import annotations

import re

from sim.engine.documents import Document, Listing
from sim.reports.pdf import as_pdf
from sim.reports.pdf_data import attached_file
from tests.reports.test_html import a_document


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


def test_a_document_becomes_the_same_pages_every_time():
    first = as_pdf(a_document(), kicker="k", tone="yes", footer="f")
    assert first == as_pdf(a_document(), kicker="k", tone="yes", footer="f")
    assert first.startswith(b"%PDF-")
    assert b"DejaVuSans" in first
    assert pages(first) in (1, 2)


def test_an_attached_file_is_found_again_within_its_limit():
    data = bytes(range(256)) * 50
    pdf = as_pdf(a_document(), attached={"certificate.json": data})
    assert attached_file(pdf, len(data)) == data
    assert attached_file(pdf, len(data) - 1) is None
    assert attached_file(as_pdf(a_document()), 10_000) is None


def test_a_long_listing_goes_on_in_columns_over_many_pages():
    text = "\n".join(f"line {number} = {'x' * (number % 120)}" for number in range(1200))
    pdf = as_pdf(Document("long", (Listing("the scene", text),)))
    assert 4 <= pages(pdf) <= 9
