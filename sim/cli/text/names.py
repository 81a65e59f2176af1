"""What a person may call things: ids, their beginnings, and the names that are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sim.engine.observed import Observed, SeenPiece, SeenUnit
from sim.engine.questions import Option
from sim.errors import UsageError
from sim.geometry.pose import Point, Pose
from sim.table.facts import Facts
from sim.table.names import resolve_id
from sim.table.pieces import Stand, Terrain
from sim.words import say

__all__ = ["Surroundings", "meant", "option_meant"]


def meant(text: str, known: Mapping[str, str], what: str) -> str:
    """Return the id that a person meant.

    Parameters
    ----------
    text : str
        An id, a shown name, or the beginning of one; case never counts.
    known : mapping of id to the name that is shown for it
    what : str
        Word key under ``table.what`` for the message.

    Raises
    ------
    UsageError
        When nothing or more than one thing fits; the nearest id is named.
    """
    text = text.strip()
    folded = text.casefold().removeprefix("the ")
    if not folded:
        raise UsageError("cli.text.no_name", what=say(f"table.what.{what}"))
    lower = {each.casefold(): each for each in reversed(list(known))}
    if text in known or folded in lower:
        return text if text in known else lower[folded]
    shown = [each for each, name in known.items() if name.casefold() in (folded, text.casefold())]
    if len(shown) == 1:
        return shown[0]
    if not any(each.startswith(folded) for each in lower):
        inside = [each for each, name in known.items() if folded in name.casefold()]
        if len(inside) == 1:
            return inside[0]
    return lower[resolve_id(folded, list(lower), what)]


def option_meant(text: str, options: Sequence[Option]) -> str:
    """Return the option that a number, an id, a label or the beginning of one means.

    Raises
    ------
    UsageError
        Naming the nearest option, or how many there are.
    """
    if text.isdigit():
        if not 1 <= int(text) <= len(options):
            raise UsageError("cli.text.no_option_number", found=text, count=len(options))
        return options[int(text) - 1].id
    labels = {option.id: say(option.key, **option.params) for option in options}
    try:
        return meant(text, labels, "option")
    except UsageError as error:
        if error.key != "table.id_unknown":
            raise
        near = str(error.params["nearest"])
        raise UsageError("cli.text.no_option", found=text, nearest=near) from error


@dataclass(frozen=True)
class Surroundings:
    """What typed words may refer to: the table and everything that stands on it.

    Attributes
    ----------
    facts : Facts
    seen : Observed
    """

    facts: Facts
    seen: Observed

    @property
    def terrain(self) -> Mapping[str, Terrain]:
        """The pieces of terrain by id."""
        return self.facts.table.terrain

    def unit(self, text: str) -> SeenUnit:
        """Return the unit that a name means."""
        return self.seen.unit(meant(text, {unit.id: unit.name for unit in self.seen.units}, "unit"))

    def thing(self, text: str) -> str:
        """Return the id of the unit, miniature or terrain piece that a name means."""
        known = {unit.id: unit.name for unit in self.seen.units}
        known |= {piece.id: piece.name for piece in self.terrain.values() if piece.id not in known}
        known |= {piece.id: "" for piece in self.seen.pieces if piece.id not in known}
        return meant(text, known, "thing")

    def pieces(self, thing: str) -> tuple[SeenPiece, ...]:
        """Return the miniatures of a unit that stand on the table, or the one that is meant.

        Raises
        ------
        UsageError
            When none of it is on the table.
        """
        for unit in self.seen.units:
            if unit.id == thing:
                standing = tuple(self.seen.piece(name) for name in unit.pieces if self.has(name))
                if not standing:
                    raise UsageError("cli.text.not_on_table", name=unit.name)
                return standing
        return (self.seen.piece(thing),)

    def has(self, mini: str) -> bool:
        """Return whether a miniature stands on the table."""
        return any(piece.id == mini for piece in self.seen.pieces)

    def stand(self, mini: str) -> Stand:
        """Return where a miniature stands.

        Raises
        ------
        UsageError
            When it is not on the table yet.
        """
        if not self.has(mini):
            raise UsageError("cli.text.not_on_table", name=mini)
        piece = self.seen.piece(mini)
        return Stand(piece.model, piece.pose)

    def model(self, mini: str) -> str:
        """Return the model of a miniature, on the table or waiting beside it.

        Raises
        ------
        UsageError
            When nobody knows it.
        """
        if self.has(mini):
            return self.seen.piece(mini).model
        for unit in self.seen.units:
            known = dict(zip(unit.pieces, unit.models, strict=False))
            if mini in known:
                return known[mini]
        raise UsageError("cli.text.not_on_table", name=mini)

    def side(self, mini: str) -> str:
        """Return the side of a miniature; empty when nobody knows it."""
        for unit in self.seen.units:
            if mini in unit.pieces:
                return unit.side
        return self.seen.piece(mini).side if self.has(mini) else ""

    def stands(self, thing: str, ghosts: Mapping[str, Pose]) -> tuple[tuple[str, Stand], ...]:
        """Return the miniatures of a unit or the one that is meant, planned ones as planned.

        Raises
        ------
        UsageError
            When none of it stands or is planned to stand anywhere.
        """
        minis = next((unit.pieces for unit in self.seen.units if unit.id == thing), (thing,))
        found = [
            (mini, Stand(self.model(mini), ghosts[mini]) if mini in ghosts else self.stand(mini))
            for mini in minis
            if mini in ghosts or self.has(mini)
        ]
        if not found:
            raise UsageError("cli.text.not_on_table", name=self.shown(thing))
        return tuple(found)

    def standing(self, ghosts: Mapping[str, Pose]) -> list[Stand]:
        """Return where everybody stands, planned miniatures at their ghosts."""
        return [Stand(p.model, ghosts.get(p.id, p.pose)) for p in self.seen.pieces]

    def place(self, text: str) -> Point:
        """Return the plan position that a name means: of a unit, that of its first miniature."""
        thing = self.thing(text)
        if thing in self.terrain:
            return self.terrain[thing].pose.at
        return self.pieces(thing)[0].pose.at

    def shown(self, thing: str) -> str:
        """Return the name that is shown for an id."""
        for unit in self.seen.units:
            if unit.id == thing:
                return unit.name
        return self.terrain[thing].name or thing if thing in self.terrain else thing

    def levels(self) -> dict[str, str]:
        """Return the levels above the ground, each with its shown name."""
        return {
            f"{piece.id}/{floor.name}": f"{piece.name} {floor.name}"
            for piece in self.terrain.values()
            for floor in piece.floors
        }
