"""What keys and buttons of the battle page do, one deed for each action."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sim.errors import HulldownError
from sim.window.battle.dialogs import Dialog, MenuDialog, OwingDialog
from sim.window.battle.orders_dialog import OrdersDialog
from sim.window.battle.top_bar import SPEEDS, faster, slower
from sim.window.battle.umpire import UmpireDialog
from sim.words import say

if TYPE_CHECKING:
    from sim.window.battle.page import BattlePage

__all__ = ["Deeds"]


class Deeds:
    """Does what the page itself can do.

    Parameters
    ----------
    page : BattlePage
    """

    def __init__(self, page: BattlePage) -> None:
        self.page = page
        self._deeds: dict[str, Callable[[], None]] = {
            "confirm": self._confirm,
            "undo": self._undo,
            "redo": self._redo,
            "hint": lambda: page.counsel.ask(),
            "plan": page.planning.toggle,
            "play_now": lambda: page.conductor.play_now(),
            "log": self._log,
            "slower": lambda: self._speed(slower),
            "faster": lambda: self._speed(faster),
            "around": lambda: self._speed(_around),
            "back": self._back,
            "menu": self._menu,
            "resume": lambda: page.open(None),
            "orders": lambda: self._toggle(OrdersDialog(page.at, page.orders)),
            "umpire": lambda: self._toggle(UmpireDialog(page.at)),
            "owing": lambda: self._toggle(OwingDialog(page.at, page.owed)),
            "save": self._save,
            "leave": lambda: page.app.after_frame(page.app.back),
            "settings": self._settings,
            "report": self._report,
        }

    def do(self, action: str) -> bool:
        """Do an action; return whether there is such a deed."""
        deed = self._deeds.get(action)
        if deed is None:
            return False
        deed()
        return True

    def _confirm(self) -> None:
        if self.page.planning.is_on:
            self.page.planning.declare()
            return
        if self.page.conductor.state == "over":
            self._report()

    def _undo(self) -> None:
        page = self.page
        try:
            page.conductor.undo()
        except HulldownError as error:
            page.app.tell_error(error)
            return
        if page.planning.is_on:
            return
        page.went_back()
        page.app.tell(say("talk.undone"))

    def _redo(self) -> None:
        page = self.page
        if not page.conductor.can_redo:
            page.app.tell(say("talk.nothing_to_redo"))
            return
        try:
            page.conductor.redo()
        except HulldownError as error:
            page.app.tell_error(error)
            return
        page.went_back()

    def _log(self) -> None:
        log = self.page.log
        log.opened = not log.opened
        if not log.opened:
            log.chosen = -1
            self.page.moments.clear()

    def _speed(self, change: Callable[[float], float]) -> None:
        settings = self.page.app.settings
        settings.speed = change(settings.speed)

    def _back(self) -> None:
        page = self.page
        if page.planning.back():
            return
        if page.at.selected or page.moments.shown >= 0:
            page.at.selected = ""
            page.log.chosen = -1
            page.moments.clear()
        else:
            self._menu()

    def _toggle(self, dialog: Dialog) -> None:
        """Open a dialog, or close the one of its kind that is open."""
        is_open = isinstance(self.page.dialog, type(dialog))
        self.page.open(None if is_open else dialog)

    def _menu(self) -> None:
        page, fault = self.page, self.page.save_fault
        name = page.battle.path.name
        note = say("talk.save_failed", why=fault) if fault else say("talk.saved", name=name)
        self._toggle(MenuDialog(page.act, note))

    def _save(self) -> None:
        name = self.page.battle.path.name
        self.page.app.tell(say("talk.saved", name=name), "good")

    def _settings(self) -> None:
        from sim.window.beginnings.settings_page import SettingsPage

        app = self.page.app
        self.page.open(None)
        app.after_frame(lambda: app.go(SettingsPage(app)))

    def _report(self) -> None:
        from sim.window.ends.result_page import ResultPage

        page, app = self.page, self.page.app
        page.open(None)
        path, viewer = page.battle.path, page.conductor.viewer
        app.after_frame(lambda: app.go(ResultPage(app, path, viewer)))


def _around(speed: float) -> float:
    """Return the next speed; after the fastest comes the slowest again."""
    return SPEEDS[0] if speed <= 0 else faster(speed)
