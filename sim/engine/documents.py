"""Documents of blocks: written once, rendered to terminal, HTML or PDF."""

from __future__ import annotations

import msgspec

from sim.engine.reasons import Reason

__all__ = ["Block", "Document", "Heading", "Picture", "Table", "Text", "Tree"]


class Heading(msgspec.Struct, frozen=True, tag="heading"):
    """A heading of a level from 1 down."""

    text: str
    level: int = 1


class Text(msgspec.Struct, frozen=True, tag="text"):
    """A paragraph."""

    text: str


class Table(msgspec.Struct, frozen=True, tag="table"):
    """Rows of texts under column titles; `right` names the columns to align right."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    title: str = ""


class Tree(msgspec.Struct, frozen=True, tag="tree"):
    """An explanation to open."""

    reason: Reason


class Picture(msgspec.Struct, frozen=True, tag="picture"):
    """A PNG with its caption."""

    png: bytes
    caption: str = ""


Block = Heading | Text | Table | Tree | Picture


class Document(msgspec.Struct, frozen=True):
    """A title and its blocks in order."""

    title: str
    blocks: tuple[Block, ...]
