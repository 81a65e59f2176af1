"""Which lessons were done: a small file in the person's folder."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

import msgspec
import tomli_w

from sim.table.files import write_whole
from sim.window.battle.saves import data_folder
from sim.window.lessons.course import Lesson

__all__ = ["Progress", "progress_path"]

How = Literal["done", "skipped"]


def progress_path() -> Path:
    """Return the file; it need not exist yet."""
    return data_folder() / "lessons.toml"


class Progress:
    """How far somebody is in the lessons of every game.

    A file that cannot be read counts as empty and is written anew; a lesson that was done once is
    never only skipped again.

    Parameters
    ----------
    path : Path, optional
        By default that of the person.

    Attributes
    ----------
    fault : str
        Why it could not be written; empty when it could.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or progress_path()
        self.fault = ""
        try:
            plain = tomllib.loads(self.path.read_text(encoding="utf-8"))
            self._games = msgspec.convert(plain, dict[str, dict[str, How]])
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError):
            self._games: dict[str, dict[str, How]] = {}

    def of(self, lesson: Lesson) -> How | Literal[""]:
        """Return how a lesson was left; empty when it was not finished."""
        return self._games.get(lesson.game, {}).get(lesson.name, "")

    def keep(self, lesson: Lesson, how: How) -> None:
        """Write down that a lesson was done or skipped."""
        if self.of(lesson) == "done":
            return
        self._games.setdefault(lesson.game, {})[lesson.name] = how
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, tomli_w.dumps(self._games).encode())
            self.fault = ""
        except OSError as error:
            self.fault = error.strerror or type(error).__name__
