"""Table options: which of them are in force, by command line, scene and bundle.

A game declares one typed Struct of string fields (its defaults are the bundle ``book``), the
choices of each, and named bundles. Nothing here knows what an option means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from sim.errors import InputProblems, Problem
from sim.table.names import did_you_mean

__all__ = ["BOOK", "OptionSet", "OptionsInForce"]

O_co = TypeVar("O_co", bound=msgspec.Struct, covariant=True)
O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741

#: The bundle that is in force when none is named.
BOOK = "book"


@dataclass(frozen=True)
class OptionsInForce(Generic[O_co]):
    """The options in force.

    Attributes
    ----------
    options : Struct
    bundle : str
    differences : dict of option to value
        What differs from the defaults of the book, in the order of the register: named in
        header, log and certificate.
    """

    options: O_co
    bundle: str
    differences: dict[str, str]


class OptionSet(Generic[O]):
    """The options of a game.

    Parameters
    ----------
    kind : type
        Struct of string fields, every one with its default.
    choices : mapping of option to its values
    bundles : mapping of bundle name to the options it sets
    prefix : str
        What full option ids begin with (``dw.opt.``); people may write it or leave it out.
    """

    def __init__(
        self,
        kind: type[O],
        choices: Mapping[str, Sequence[str]],
        bundles: Mapping[str, Mapping[str, str]],
        prefix: str = "",
    ) -> None:
        self.kind = kind
        self.choices = choices
        self.bundles = bundles
        self.prefix = prefix
        self.defaults: dict[str, str] = msgspec.to_builtins(kind())
        for wrong in self._mistakes():
            raise ValueError(f"{kind.__name__}: {wrong}")

    def _mistakes(self) -> Iterable[str]:
        """Name what does not fit together: mistakes of the game, not of a person."""
        if list(self.defaults) != list(self.choices):
            yield f"fields and choices differ: {set(self.defaults) ^ set(self.choices)}"
        sets: dict[str, Mapping[str, str]] = {"default": self.defaults, **self.bundles}
        for name, values in sets.items():
            for option, value in values.items():
                if value not in self.choices.get(option, ()):
                    yield f"{name}: {option} = {value!r}"
        if BOOK in self.bundles and {**self.defaults, **self.bundles[BOOK]} != self.defaults:
            yield f"the bundle {BOOK!r} is not the defaults"

    def choose(
        self,
        *,
        bundle: str = "",
        scene: Mapping[str, object] | None = None,
        line: Mapping[str, object] | None = None,
        file: str = "",
    ) -> OptionsInForce[O]:
        """Return the options in force; command line goes before scene, scene before bundle.

        Parameters
        ----------
        bundle : str
            Named on the command line; else the scene's ``bundle``, else ``book``.
        scene : mapping
            ``[options.<game>]`` of the scene.
        line : mapping
            ``name=value`` pairs of the command line.
        file : str
            The scene's file, for messages.

        Raises
        ------
        InputProblems
            Every unknown option, value and bundle at once, each with the nearest name.
        """
        given = dict(scene or {})
        named = bundle or str(given.pop("bundle", "") or BOOK)
        given.pop("bundle", None)
        problems: list[Problem] = []
        chosen = dict(self.defaults)
        if named in self.bundles:
            chosen.update(self.bundles[named])
        elif named != BOOK:
            problems.append(self._no_bundle(named, "" if bundle else file))
        for source, where in ((given, file), (line or {}, "")):
            for name, value in source.items():
                option = name.removeprefix(self.prefix)
                problem = self._objection(option, _text(value), where)
                if problem is not None:
                    problems.append(problem)
                else:
                    chosen[option] = _text(value)
        if problems:
            raise InputProblems(problems)
        differences = {
            option: value for option, value in chosen.items() if value != self.defaults[option]
        }
        return OptionsInForce(msgspec.convert(chosen, self.kind), named, differences)

    def _objection(self, option: str, value: str, file: str) -> Problem | None:
        if option not in self.choices:
            params: dict[str, object] = {
                "found": option,
                "nearest": did_you_mean(option, self.choices),
            }
            return Problem("engine.option.unknown", "", file, params)
        if value not in self.choices[option]:
            params = {
                "option": option,
                "found": value,
                "choices": ", ".join(self.choices[option]),
                "nearest": did_you_mean(value, self.choices[option]),
            }
            return Problem("engine.option.value", "", file, params)
        return None

    def _no_bundle(self, name: str, file: str) -> Problem:
        params: dict[str, object] = {
            "found": name,
            "known": ", ".join(self.bundles),
            "nearest": did_you_mean(name, self.bundles),
        }
        return Problem("engine.option.bundle", "", file, params)


def _text(value: object) -> str:
    """Return an option's value as the register writes it: TOML's true and 9 are texts there."""
    return str(value).lower() if isinstance(value, bool) else str(value)
