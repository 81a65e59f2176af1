"""A toy third game: it uses all the engine has and proves that no room knows a book.

Three pebbles a side on a bare table. The rules are few: secret marks, a secret bid for who places
first, a chit that says how far, and one window: who moves within 3 in of an enemy is answered.
"""

from __future__ import annotations

from pathlib import Path

from sim.words import add_catalogue
from tests.toy.game import Pebbles
from tests.toy.state import Pebble, ToyState

__all__ = ["FOLDER", "Pebble", "Pebbles", "ToyState"]

FOLDER = Path(__file__).resolve().parent

add_catalogue(FOLDER / "words.toml")
