"""Which key does what: actions by name, their usual keys, and the ones a player chose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sim.view.inputs import Input
from sim.words import say

__all__ = ["ACTIONS", "Action", "KeyMap", "shown"]


@dataclass(frozen=True)
class Action:
    """One thing that a key can do.

    Attributes
    ----------
    name : str
        ``window.keys.<name>`` is its text.
    group : str
        Heading on the help card: ``window.keys.group.<group>``.
    chords : tuple of str
        Usual keys, as `Input.chord` spells them; the first is shown.
    """

    name: str
    group: str
    chords: tuple[str, ...]


ACTIONS: tuple[Action, ...] = (
    Action("confirm", "talk", ("space", "enter")),
    Action("back", "talk", ("escape",)),
    Action("next", "talk", ("tab",)),
    Action("previous", "talk", ("shift+tab",)),
    *(Action(f"option_{digit}", "talk", (str(digit),)) for digit in range(1, 10)),
    Action("plan", "talk", ("b",)),
    Action("undo", "talk", ("ctrl+z", "backspace")),
    Action("hint", "talk", ("f3",)),
    Action("play_now", "talk", ("k",)),
    Action("orders", "talk", ("o",)),
    Action("owing", "talk", ("i",)),
    Action("umpire", "talk", ("u",)),
    Action("nudge_left", "move", ("arrow_left",)),
    Action("nudge_right", "move", ("arrow_right",)),
    Action("nudge_up", "move", ("arrow_up",)),
    Action("nudge_down", "move", ("arrow_down",)),
    Action("fine_left", "move", ("shift+arrow_left",)),
    Action("fine_right", "move", ("shift+arrow_right",)),
    Action("fine_up", "move", ("shift+arrow_up",)),
    Action("fine_down", "move", ("shift+arrow_down",)),
    Action("turn_left", "move", (",",)),
    Action("turn_right", "move", (".",)),
    Action("turn_fine_left", "move", ("shift+,",)),
    Action("turn_fine_right", "move", ("shift+.",)),
    Action("level_up", "move", ("page_up",)),
    Action("level_down", "move", ("page_down",)),
    Action("single", "move", ("c",)),
    Action("formation", "move", ("y",)),
    Action("waypoint", "move", (";",)),
    Action("who_sees", "move", ("v",)),
    Action("measure", "look", ("m",)),
    Action("sight", "look", ("l",)),
    Action("eye", "look", ("e",)),
    Action("heat", "look", ("h",)),
    Action("rings", "look", ("r",)),
    Action("arcs", "look", ("g",)),
    Action("focus", "look", ("f",)),
    Action("photo", "look", ("p",)),
    Action("top", "look", ("t",)),
    Action("whole", "look", ("home",)),
    Action("map", "look", ("n",)),
    Action("roofs", "look", ("q",)),
    Action("what_if", "desk", ("f4",)),
    Action("certificate", "desk", ("f5",)),
    Action("swap", "desk", ("f6",)),
    Action("duplicate", "desk", ("ctrl+d",)),
    Action("remove", "desk", ("delete",)),
    Action("redo", "desk", ("ctrl+y", "ctrl+shift+z")),
    Action("rule", "help", ("f1",)),
    Action("help", "help", ("f2",)),
    Action("log", "help", ("j",)),
    Action("save", "help", ("ctrl+s",)),
    Action("slower", "help", ("f7",)),
    Action("faster", "help", ("f8",)),
    Action("skip", "help", ("f9",)),
    Action("full", "help", ("f11",)),
    Action("menu", "help", ("f10",)),
)

#: Keys that are written with a sign or a name of their own.
_SIGNS = {"arrow_left": "←", "arrow_right": "→", "arrow_up": "↑", "arrow_down": "↓"}
_NAMED = (
    "space", "enter", "escape", "tab", "backspace", "page_up", "page_down", "home", "end",
    "delete", "insert", "ctrl", "shift", "alt",
)  # fmt: skip


def shown(chord: str) -> str:
    """Return a chord as it is written on a button: ``ctrl+z`` becomes ``Ctrl Z``."""
    parts = chord.split("+") if chord != "+" else ["+"]
    return " ".join(_shown_part(part) for part in parts)


def _shown_part(part: str) -> str:
    if part in _SIGNS:
        return _SIGNS[part]
    if part in _NAMED:
        return say(f"window.key_names.{part}")
    return part.upper()


@dataclass
class KeyMap:
    """Keys in force.

    Parameters
    ----------
    chosen : mapping of action name to chord
        A player's own keys; an action that is not there keeps its usual ones.
    """

    chosen: Mapping[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        self._actions: dict[str, str] = {}
        for action in ACTIONS:
            for chord in self.chords(action.name):
                self._actions.setdefault(chord, action.name)

    def chords(self, name: str) -> tuple[str, ...]:
        """Return an action's keys; KeyError when there is no such action."""
        usual = next((each.chords for each in ACTIONS if each.name == name), None)
        if usual is None:
            raise KeyError(name)
        own = self.chosen.get(name)
        return (own,) if own else usual

    def action(self, each: Input) -> str:
        """Return what an input does; empty when nothing."""
        if each.kind != "down":
            return ""
        return self._actions.get(each.chord, "")

    def key(self, name: str) -> str:
        """Return an action's first key as it is written on a button."""
        return shown(self.chords(name)[0])

    def clash(self, name: str, chord: str) -> str:
        """Return the other action that has a chord already; empty when it is free."""
        taken = self._actions.get(chord, "")
        return "" if taken == name else taken


def text_of(name: str) -> str:
    """Return what an action does, in the player's language."""
    digit = name.removeprefix("option_")
    if digit != name:
        return say("window.keys.option", digit=digit)
    return say(f"window.keys.{name}")
