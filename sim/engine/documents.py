"""Documents of blocks: written once, rendered to terminal, HTML or PDF."""

from __future__ import annotations

import msgspec

from sim.engine.reasons import Reason

__all__ = [
    "Block",
    "Chart",
    "Document",
    "Figure",
    "Figures",
    "Fold",
    "Heading",
    "Listing",
    "Model",
    "Picture",
    "Series",
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
    """An explanation to open; a closed one shows its first line where nothing can unfold.

    Attributes
    ----------
    reason : Reason
    open : bool
    mark : str
        A short sign before the first line, as the number of a line in a log.
    name : str
        A slug by which another tree may point here.
    to : str
        The name of a tree that the mark leads to.
    """

    reason: Reason
    open: bool = True
    mark: str = ""
    name: str = ""
    to: str = ""


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


class Series(msgspec.Struct, frozen=True):
    """One line of a chart: a value for each of its labels."""

    name: str
    values: tuple[float, ...]


class Chart(msgspec.Struct, frozen=True, tag="chart"):
    """Lines over a row of labels, from `least` to `most`.

    Attributes
    ----------
    title : str
        What is drawn; read out in place of the picture, too.
    labels : tuple of str
    series : tuple of Series
    most : float
        Top of the scale, above `least`.
    unit : str
        Written after the numbers of the scale.
    least : float
        Foot of the scale. Below 0 the numbers carry their sign and the line of 0 stands out.
    places : int
        Digits behind the point of the values.
    """

    title: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    most: float
    unit: str = ""
    least: float = 0.0
    places: int = 0

    def share(self, value: float) -> float:
        """Return how high a value stands on the scale, from 0 to 1; beyond its ends at them."""
        return min(max((value - self.least) / (self.most - self.least), 0.0), 1.0)

    def text(self, value: float) -> str:
        """Return a value as it is written at its place."""
        sign = "+" if self.least < 0 else ""
        number = f"{value:{sign}.{self.places}f}"
        if float(number) == 0:
            number = number.lstrip("+-")
        return number.replace("-", "\N{MINUS SIGN}") + self.unit


class Fold(msgspec.Struct, frozen=True, tag="fold"):
    """Blocks under a title, folded away where there is something to unfold."""

    title: str
    blocks: tuple[Block, ...]
    note: str = ""
    open: bool = False


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


Block = Heading | Text | Table | Tree | Picture | Figures | Listing | Model | Chart | Fold


class Document(msgspec.Struct, frozen=True):
    """A title and its blocks in order."""

    title: str
    blocks: tuple[Block, ...]
