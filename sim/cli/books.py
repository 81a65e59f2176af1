"""The rulebooks there are, by name: the only list of them."""

from __future__ import annotations

from sim.engine.ports import Book
from sim.errors import UsageError
from sim.rules.dust_warfare.book import DustBook
from sim.table.names import did_you_mean

__all__ = ["BOOKS", "book_named"]

BOOKS: dict[str, Book] = {"dust_warfare": DustBook()}


def book_named(name: str) -> Book:
    """Return a rulebook by its game's name.

    Raises
    ------
    UsageError
        Naming the nearest game there is.
    """
    if name not in BOOKS:
        known = ", ".join(BOOKS)
        raise UsageError("cli.no_book", found=name, known=known, nearest=did_you_mean(name, BOOKS))
    return BOOKS[name]
