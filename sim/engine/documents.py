"""Documents of blocks: written once, rendered to terminal, HTML or PDF."""

from __future__ import annotations

import msgspec

from sim.engine.reasons import Reason

__all__ = [
    "Block",
    "Document",
    "Figure",
    "Figures",
    "Heading",
    "Listing",
    "Model",
    "Picture",
    "Table",
    "Text",
    "Tree",
]


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


class Figure(msgspec.Struct, frozen=True):
    """A number that matters: what it is, its value, and a word on it."""

    label: str
    value: str
    note: str = ""


class Figures(msgspec.Struct, frozen=True, tag="figures"):
    """The few numbers of a document, side by side."""

    figures: tuple[Figure, ...]


class Listing(msgspec.Struct, frozen=True, tag="listing"):
    """A file or the like, word for word; folded away where there is something to unfold."""

    title: str
    text: str


class Model(msgspec.Struct, frozen=True, tag="model"):
    """A scene in three dimensions, for whoever can turn it, and a picture for all others.

    Attributes
    ----------
    picture : Picture
    scene : bytes
        The JSON that the viewer reads (`sim.reports.scene3d`).
    """

    picture: Picture
    scene: bytes


Block = Heading | Text | Table | Tree | Picture | Figures | Listing | Model


class Document(msgspec.Struct, frozen=True):
    """A title and its blocks in order."""

    title: str
    blocks: tuple[Block, ...]
