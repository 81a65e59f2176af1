"""What a side sees of a match, for any game: the only thing view, reports and opponent read."""

from __future__ import annotations

import msgspec

from sim.engine.reasons import Reason, Value
from sim.geometry.pose import Pose
from sim.words import say

__all__ = ["Badge", "CardLine", "Duty", "Observed", "SeenPiece", "SeenUnit", "Side", "Track"]


class Badge(msgspec.Struct, frozen=True):
    """A small mark on a piece or unit: an icon name, a count, and its text on hover."""

    icon: str
    count: int = 1
    key: str = ""
    params: dict[str, Value] = {}


class CardLine(msgspec.Struct, frozen=True):
    """A row of a unit's or miniature's card: label key, value, and the reason behind it."""

    key: str
    value: str
    reason: Reason | None = None


class SeenPiece(msgspec.Struct, frozen=True):
    """One miniature or marker on the table.

    Attributes
    ----------
    id : str
        ``unit/1`` for miniatures.
    kind : str
        ``mini`` or ``marker``.
    model : str
        Model id on the table.
    unit, side : str
    pose : Pose
    label : str
        Short name, already a proper name (profile data), not a word key.
    """

    id: str
    kind: str
    model: str
    unit: str
    side: str
    pose: Pose
    label: str = ""
    badges: tuple[Badge, ...] = ()
    leads: bool = False


class SeenUnit(msgspec.Struct, frozen=True):
    """One unit: its miniatures, badges and card.

    Attributes
    ----------
    pieces : tuple of str
        Its living miniatures; seen as pieces once they are on the table.
    models : tuple of str
        Model of each, in the same order: known before they are set up, too.
    points : float
        What the unit cost at its full strength, where the game has such points; else 0.
    """

    id: str
    side: str
    name: str
    pieces: tuple[str, ...]
    badges: tuple[Badge, ...] = ()
    card: tuple[CardLine, ...] = ()
    on_table: bool = True
    done: bool = False
    models: tuple[str, ...] = ()
    points: float = 0.0


class Side(msgspec.Struct, frozen=True):
    """A side: id, name, score line."""

    id: str
    name: str
    score: float = 0.0


class Track(msgspec.Struct, frozen=True):
    """A row of steps with the present one marked (turns, phases); `params` fill the key's text."""

    key: str
    steps: tuple[str, ...]
    now: int
    params: dict[str, Value] = {}


class Duty(msgspec.Struct, frozen=True):
    """Something that a side still has to do, or that will happen to it.

    Attributes
    ----------
    key : str
        Word key; `params` fill it.
    rule : str
        The clause that asks for it.
    subject : str
        Unit, miniature or piece it is about; empty for the side as a whole.
    side : str
        Who owes it; empty for all.
    """

    key: str
    params: dict[str, Value] = {}
    rule: str = ""
    subject: str = ""
    side: str = ""

    def text(self) -> str:
        """Return the duty in the player's language."""
        return say(self.key, **self.params)


class Observed(msgspec.Struct, frozen=True):
    """A projection of the state for one side, or for everybody (`viewer` empty).

    Attributes
    ----------
    game : str
    viewer : str
        Side that looks; empty for an all-seeing watcher.
    sides : tuple of Side
    units : tuple of SeenUnit, in the force's order
    pieces : tuple of SeenPiece, in the same order
    tracks : tuple of Track
        The first one counts the turns (`now` is -1 before the first), where the game has any.
    asked : str
        Side whose decision is pending; empty when the game is over.
    prompt : str
        Word key of the pending decision; `prompt_params` fill it.
    over : bool
    result : Reason or None
    terrain : dict of piece id to CardLines
        What the game makes of each piece of terrain: its ratings as agreed.
    duties : tuple of Duty
        What the sides owe, the most pressing first.
    """

    game: str
    viewer: str
    sides: tuple[Side, ...]
    units: tuple[SeenUnit, ...]
    pieces: tuple[SeenPiece, ...]
    tracks: tuple[Track, ...] = ()
    asked: str = ""
    prompt: str = ""
    prompt_params: dict[str, Value] = {}
    over: bool = False
    result: Reason | None = None
    terrain: dict[str, tuple[CardLine, ...]] = {}
    duties: tuple[Duty, ...] = ()

    def unit(self, unit_id: str) -> SeenUnit:
        """Return a unit by id; KeyError when it is not seen."""
        for unit in self.units:
            if unit.id == unit_id:
                return unit
        raise KeyError(unit_id)

    def piece(self, piece_id: str) -> SeenPiece:
        """Return a piece by id; KeyError when it is not seen."""
        for piece in self.pieces:
            if piece.id == piece_id:
                return piece
        raise KeyError(piece_id)
