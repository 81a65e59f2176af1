"""What a page of ours says, read back: its words as a person sees them, and the data in it."""

from __future__ import annotations

from collections.abc import Sequence
from html.parser import HTMLParser

__all__ = ["PageText", "read_page"]

#: Elements whose contents nobody reads.
UNSEEN = ("script", "style", "title")


class PageText(HTMLParser):
    """Reads a page.

    Attributes
    ----------
    lines : list of str
        The texts that are seen, in order, white space evened out.
    data : dict of element id to list of str
        Contents of the data elements; a list, for a page may hold an id twice.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.data: dict[str, list[str]] = {}
        self._unseen = ""
        self._name = ""

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Begin an element."""
        if tag in UNSEEN:
            self._unseen = tag
            keys = dict(attrs)
            if tag == "script" and keys.get("type") == "application/json":
                self._name = keys.get("id") or ""
                self.data.setdefault(self._name, []).append("")

    def handle_endtag(self, tag: str) -> None:
        """End an element."""
        if tag == self._unseen:
            self._unseen = self._name = ""

    def handle_data(self, data: str) -> None:
        """Take a text."""
        if self._name:
            self.data[self._name][-1] += data
        elif not self._unseen and data.strip():
            self.lines.append(" ".join(data.split()))


def read_page(text: str) -> PageText:
    """Return what a page says."""
    page = PageText()
    page.feed(text)
    page.close()
    return page
