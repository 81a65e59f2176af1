"""How the longer questions speak: a bar while they work, a document at the end."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress

from sim.engine.documents import Document
from sim.reports.terminal import as_text, document_renderable
from sim.words import say

__all__ = ["print_document", "watched"]


@contextmanager
def watched(key: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on the error stream, where a person looks at it, and take it away at the end.

    Yields
    ------
    callable
        To be told how much of how much is done.
    """
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(say(key), total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def print_document(document: Document) -> None:
    """Print a document; colours only where a person looks."""
    if sys.stdout.isatty():
        Console(highlight=False).print(document_renderable(document))
    else:
        width = max(100, shutil.get_terminal_size().columns)
        sys.stdout.write(as_text(document, width))
