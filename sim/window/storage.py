"""Where a player's settings are kept: a TOML file in the platform's own folder."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import msgspec
import platformdirs
import tomli_w

from sim.table.files import write_whole
from sim.view.palette import PALETTES
from sim.window.battle.saves import HOME_VARIABLE
from sim.window.keys import ACTIONS
from sim.window.settings import QUALITIES, SCALES, Settings
from sim.words import say

__all__ = ["load_settings", "save_settings", "settings_path"]


def settings_path() -> Path:
    """Return the file of settings; it need not exist yet."""
    named = os.environ.get(HOME_VARIABLE)
    folder = Path(named) if named else platformdirs.user_config_path("hulldown", appauthor=False)
    return folder / "settings.toml"


def load_settings(path: Path | None = None) -> tuple[Settings, str]:
    """Return the settings, and what is wrong with the file (empty when nothing is).

    A file that cannot be read is kept beside as ``settings.toml.kept`` and the usual settings
    hold; a value out of its bounds counts as the usual one.
    """
    path = path or settings_path()
    try:
        plain = tomllib.loads(path.read_text(encoding="utf-8"))
        return _bounded(msgspec.convert(plain, Settings)), ""
    except FileNotFoundError:
        return Settings(), ""
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        _keep_aside(path)
        return Settings(), say("window.settings.broken", path=path, detail=error)


def _keep_aside(path: Path) -> None:
    try:
        path.replace(path.with_name(f"{path.name}.kept"))
    except OSError:
        # A folder that cannot be written: the usual settings hold all the same.
        return


def _bounded(found: Settings) -> Settings:
    usual = Settings()
    if not SCALES[0] <= found.scale <= SCALES[1]:
        found.scale = usual.scale
    if found.palette not in PALETTES:
        found.palette = usual.palette
    if found.quality not in QUALITIES:
        found.quality = usual.quality
    found.speed = min(max(found.speed, 0.0), 4.0)
    known = {action.name for action in ACTIONS}
    found.keys = {name: chord for name, chord in found.keys.items() if name in known and chord}
    return found


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Write the settings whole.

    Raises
    ------
    OSError
        When they cannot be written.
    """
    path = path or settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, tomli_w.dumps(msgspec.to_builtins(settings)).encode())
