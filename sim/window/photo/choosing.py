"""Which photo: a path that is typed or pasted, or one of those that lie at hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from sim.errors import HulldownError
from sim.table.photo import Photo, read_photo
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.battle.saves import data_folder
from sim.window.beside import Beside
from sim.words import say

__all__ = ["PhotoList", "PhotoReader", "photo_folders"]

_ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".bmp", ".heic", ".heif")
_MOST, _SIDE = 40, 200
_WIDE = 150.0


def photo_folders() -> tuple[Path, ...]:
    """Return the folders that are looked through: the person's photos, and the working folder."""
    return (data_folder() / "photos", Path.cwd())


def _pictures(folders: Sequence[Path]) -> list[Path]:
    """Return the pictures of some folders, the newest first."""
    found: dict[Path, float] = {}
    for folder in folders:
        try:
            for path in folder.iterdir():
                if path.suffix.lower() in _ENDINGS and path.is_file():
                    found[path.resolve()] = path.stat().st_mtime
        except OSError:
            # A folder that is not there, or may not be read, has no pictures for us.
            continue
    return sorted(found, key=lambda path: (-found[path], str(path)))[:_MOST]


class PhotoList:
    """A list of photos to choose from, with small pictures that come one a frame.

    Parameters
    ----------
    app : App
    folders : sequence of Path, optional
    """

    def __init__(self, app: App, folders: Sequence[Path] | None = None) -> None:
        self.app = app
        self._folders = tuple(folders or photo_folders())
        self.paths: list[Path] = []
        self._typed = ""
        self._tried: set[Path] = set()
        self.look()

    def look(self) -> None:
        """Look which pictures there are now."""
        self.paths = _pictures(self._folders)

    def _name(self, path: Path) -> str:
        return f"photo/{path}"

    def tick(self) -> bool:
        """Read one more small picture; return whether some are missing."""
        missing = [path for path in self.paths if path not in self._tried]
        if not missing:
            return False
        self._tried.add(missing[0])
        try:
            with Image.open(missing[0]) as picture:
                picture.draft("RGB", (_SIDE, _SIDE))
                small = ImageOps.exif_transpose(picture)
                small.thumbnail((_SIDE, _SIDE))
                self._keep(missing[0], small.convert("RGB"))
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
            # It is listed without a picture; opening it says what is wrong.
            return len(missing) > 1
        return len(missing) > 1

    def _keep(self, path: Path, small: Image.Image) -> None:
        self.app.window.ui.keep_pixels(self._name(path), np.asarray(small))

    def close(self) -> None:
        """Give the small pictures back."""
        for path in self.paths:
            self.app.window.ui.drop_picture(self._name(path))

    def draw(self, ui: Ui, *, busy: bool = False) -> Path | None:
        """Draw the field and the list; return what was chosen.

        Parameters
        ----------
        busy : bool
            A photo is being read: said so.
        """
        chosen: Path | None = None
        self._typed, entered = ui.entry(
            "photo/path", "", self._typed, hint=say("photo_page.path"), width=ui.room[0] - 90
        )
        ui.beside()
        why_not = "" if self._typed.strip() else say("photo_page.type_a_path")
        if ui.button("photo/open", say("photo_page.open"), why_not=why_not) or (
            entered and not why_not
        ):
            chosen = Path(self._typed.strip().strip("\"'")).expanduser()
        if busy:
            ui.text(say("photo_page.reading"), "gold")
        ui.text(say("photo_page.folders", folder=self._folders[0]), "dim", size=0.88)
        for place, path in enumerate(self.paths):
            if self.app.window.ui.has_picture(self._name(path)):
                ui.picture(self._name(path), _WIDE)
                ui.beside(12)
            if ui.button(f"photo/{place}", path.name, hint=str(path)):
                chosen = path
        return chosen


class PhotoReader:
    """Reads a photo beside the frames: a large one takes a while to unpack.

    Parameters
    ----------
    app : App
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self._work: Beside | None = None

    def begin(self, path: Path) -> None:
        """Begin to read a file; one that is being read already is forgotten."""
        self._work = Beside(lambda: read_photo(path))
        self.app.wake()

    @property
    def busy(self) -> bool:
        """Whether a file is being read."""
        return self._work is not None

    def taken(self) -> Photo | None:
        """Return the photo once it is read, and only once; what is wrong with it is told."""
        if self._work is None or not self._work.done:
            return None
        work, self._work = self._work, None
        self.app.wake()
        try:
            photo: Photo = work.result()
        except HulldownError as error:
            self.app.tell_error(error)
            return None
        return photo
