"""The battle: a conversation round the table, one question at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.engine.observed import Observed
from sim.engine.questions import Answer
from sim.view.inputs import Input
from sim.view.screen import Inset
from sim.view.table_labels import draw_unit_labels
from sim.view.table_view import TableView
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.battle.asking import asker_for
from sim.window.battle.asking.asker import Asker
from sim.window.battle.at_table import AtTable
from sim.window.battle.card import Card
from sim.window.battle.clicks import Clicks
from sim.window.battle.conductor import Conductor
from sim.window.battle.counsel import Counsel
from sim.window.battle.deeds import Deeds
from sim.window.battle.dialogs import Dialog
from sim.window.battle.hand_over import draw_hand_over
from sim.window.battle.layout import GAP, Layout
from sim.window.battle.log_panel import LogPanel
from sim.window.battle.moments import Moments
from sim.window.battle.owing import Owed, owed
from sim.window.battle.page_context import PageContext
from sim.window.battle.planning import Planning
from sim.window.battle.prompt_bar import PromptBar
from sim.window.battle.roster import Roster
from sim.window.battle.saves import Autosave, orders_path
from sim.window.battle.showing import Showing
from sim.window.battle.standing_orders import StandingOrders
from sim.window.battle.subjects import side_name
from sim.window.battle.top_bar import TopBar
from sim.window.page import Page
from sim.window.ports import Battle, ClauseCard
from sim.window.tools import Tools

__all__ = ["BattlePage"]


class BattlePage(Page):
    """Plays a battle.

    Parameters
    ----------
    app : App
    battle : Battle
        Closed when the page is left.

    Attributes
    ----------
    conductor : Conductor
    at : AtTable
    showing : Showing
    asker : Asker or None
        Of the question that waits for a person now.
    dialog : Dialog or None
        What is open over the table.
    """

    name = "battle"

    def __init__(self, app: App, battle: Battle) -> None:
        self.app, self.battle = app, battle
        self._now = 0.0
        self.orders = StandingOrders(orders_path(battle.path))
        self.conductor = Conductor(
            battle.match,
            battle.thinkers,
            orders=self.orders,
            match_style=battle.match_style,
            clock=lambda: self._now,
        )
        wide, high = app.window.size
        self.view = TableView(battle.facts, wide / high)
        self.at = AtTable(
            app, self.conductor, self.view, clause=self.clause, open_rule=self.open_rule
        )
        self.view.show(self.conductor.observed, glide=False)
        self.showing = Showing(self.at)
        self.asker: Asker | None = None
        self.dialog: Dialog | None = None
        self.top = TopBar(self.at, self.act)
        self.roster = Roster(self.at)
        self.card = Card(self.at)
        self.prompt = PromptBar(self.at, self.act)
        self.moments = Moments(self.at, self.showing)
        self.log = LogPanel(self.at, self.moments.show)
        self.tools = Tools(app, self.view, battle.facts, self._context())
        self.planning = Planning(self.at, self._conduct_by)
        self.prompt.idle = self.planning.draw_idle
        self._deeds = Deeds(self)
        self._autosave = Autosave(battle.path, battle.scene.name, self._picture)
        self.counsel = Counsel(self.at, battle.hint, self._proposed)
        self._clicks = Clicks()
        self._clauses: dict[str, ClauseCard | None] = {}
        self._saved_at = -1
        self._keep_clear()

    def _keep_clear(self) -> None:
        """Have the camera show the table beside the panels."""
        layout = self.layout
        left, top, _, bottom = layout.stage
        # Who is focused on is usually selected: his card is there then.
        near = (left, top, layout.free[2], bottom)
        self.view.keep_clear(layout.stage, layout.size, near)

    def _conduct_by(self, conductor: Conductor) -> None:
        """Drive by the conductor of a plan from now on, or by the real one again."""
        self._close_asker()
        self.moments.clear()
        self.log.chosen = -1
        self.conductor = self.at.conductor = conductor
        self.view.show(conductor.observed, glide=False)

    def _context(self) -> PageContext:
        return PageContext(self.at, self.battle, lambda: self.asker)

    # --- what the window asks ------------------------------------------------------------------

    @property
    def table(self) -> TableView | None:
        """The table; none while it is covered."""
        return None if self.is_covered else self.view

    @property
    def is_covered(self) -> bool:
        """Whether the screen is handed over just now."""
        return self.conductor.state == "handing-over"

    @property
    def layout(self) -> Layout:
        """Where everything lies now."""
        wide, high = self.app.window.size
        s = self.app.window.ui.scale
        return Layout((wide / s, high / s), self.prompt.high, self.log.high)

    @property
    def insets(self) -> Sequence[tuple[Any, Inset]]:
        """The tray, while dice roll."""
        if self.is_covered:
            return ()
        if not self.showing.rolls:
            return self.tools.insets
        layout = self.layout
        left, top, right, bottom = layout.tray
        wide, high = layout.size
        self.showing.tray.fit((right - left) / (bottom - top))
        part = (left / wide, right / wide, 1 - bottom / high, 1 - top / high)
        return (*self.tools.insets, (self.showing.tray.camera, part))

    def enter(self) -> None:
        """Come back from another page, perhaps with other settings."""
        self.app.wake()

    def leave(self) -> None:
        """Close the battle: it can be taken up again."""
        self.planning.leave()
        self._close_asker()
        self.open(None)
        self.tools.close()
        self.conductor.close()
        self.battle.close()
        self.view.close()

    # --- time ----------------------------------------------------------------------------------

    def tick(self, seconds: float) -> bool:
        """Let the match go on, show what it told, and ask."""
        self._now += seconds
        self._keep_clear()
        self._go_on()
        plans = self.planning.tick()
        state = self.conductor.state
        self.at.hovered = None if self.is_covered else self.app.window.pointed()
        tools = not self.is_covered and self.tools.tick(seconds)
        if state == "showing":
            self._close_asker()
            self.showing.tick(seconds)
            return True
        self._catch_up()
        if self.dialog is not None:
            self.dialog.tick()
        if self.asker is not None and self.asker.tick(seconds):
            tools = True
        self._save()
        awaited = self.counsel.tick()
        return tools or plans or awaited or state == "thinking"

    def _go_on(self) -> None:
        """Let the match go on, and note why the opponent did what he did."""
        events, thoughts = len(self.battle.match.events), len(self.conductor.thoughts)
        self.conductor.advance()
        self.log.note(events, self.conductor.thoughts[thoughts:])

    def _catch_up(self) -> None:
        """Show the table as it stands now, and ask what is asked now."""
        if self.view.observed is not self.conductor.observed and not self.is_covered:
            self.view.show(self.conductor.observed, glide=self.showing.speed > 0)
        self._ask()

    def _ask(self) -> None:
        """Have an asker for the question that waits, and for no other."""
        question = self.conductor.question
        if self.asker is not None and self.asker.question is not question:
            self._close_asker()
        if self.asker is None and question is not None:
            self.at.objections = ()
            self.asker = asker_for(self.at, question)
            self.app.wake()

    def _close_asker(self) -> None:
        if self.asker is not None:
            self.asker.close()
            self.asker = None
            self.app.wake()

    def _save(self) -> None:
        """Write how far the battle is, once for each answer."""
        entries = len(self.battle.match.journal)
        if entries != self._saved_at and not self.is_covered:
            self._saved_at = entries
            self._autosave.look(self.battle.match.observe())

    def _picture(self, _: Observed) -> bytes | None:
        """Return the table as it is looked at, for the save; none while anything moves.

        It costs a frame, which must not be missing while somebody looks round.
        """
        busy = self.conductor.state == "thinking" or self.view.haste.on or not self.view.is_still
        if self.is_covered or busy or self.app.window.table is not self.view:
            return None
        return self.app.window.table_picture() or None

    def _proposed(self, answer: Answer) -> bool:
        """Show advice as a draft of the asker."""
        return self.asker is not None and self.asker.propose(answer)

    # --- keys and buttons ------------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """Do what a key or a button means: what is in front first, then the asker, the tools."""
        self.app.wake()
        if self.is_covered:
            if action == "confirm":
                self.conductor.taken_over()
            return action not in ("photo", "full")
        if self.dialog is not None and self.dialog.act(action):
            return True
        if self.conductor.state == "showing" and action in ("confirm", "skip"):
            (self.showing.skip if action == "confirm" else self.showing.skip_all)()
            return True
        if action == "back" and self._closed_in_front():
            return True
        if self.asker is not None and self.asker.act(action):
            return True
        return self.tools.act(action) or self._deeds.do(action)

    def _closed_in_front(self) -> bool:
        """Close what lies over the table; return whether there was anything."""
        if self.dialog is not None:
            self.open(None)
            return True
        return self.tools.act("back")

    def open(self, dialog: Dialog | None) -> None:
        """Open a dialog in place of the one that is open; None closes it."""
        if self.dialog is not None:
            self.dialog.close()
        self.dialog = dialog
        self.app.wake()

    def went_back(self) -> None:
        """Forget what was drawn of a game that has gone another way."""
        self._close_asker()
        self.showing.forget(len(self.battle.match.events))
        self.moments.clear()
        self.log.went_back(len(self.battle.match.events))
        self.at.objections = ()

    def owed(self) -> tuple[Owed, ...]:
        """Return what the one who looks owes."""
        return owed(self.at.observed, self.conductor.viewer)

    @property
    def save_fault(self) -> str:
        """Why something could not be written beside the journal; empty when all could."""
        return self._autosave.fault or self.orders.fault

    # --- rules -----------------------------------------------------------------------------------

    def clause(self, rule: str) -> ClauseCard | None:
        """Return a clause of the book as it stands in this battle."""
        if rule not in self._clauses:
            game, match = self.battle.header.game, self.battle.match
            self._clauses[rule] = self.app.backstage.clause(game, rule, match)
        return self._clauses[rule]

    def open_rule(self, rule: str) -> None:
        """Open the card of a clause."""
        self.tools.rule.open(rule)

    # --- the table -------------------------------------------------------------------------------

    def take(self, each: Input) -> bool:
        """Hear the table: the asker first; a click on a miniature selects its unit."""
        if self.is_covered:
            return True
        if self.conductor.state == "showing":
            if self._clicks.of(each, self.app.window.pointer) == "mouse1":
                self.showing.skip()
            return False
        if self.tools.mode and self.tools.take(each):
            return True
        if self.dialog is not None and self.dialog.take(each):
            return True
        if self.asker is not None and self.asker.take(each):
            return True
        if self.tools.take(each):
            return True
        if self._clicks.of(each, self.app.window.pointer) == "mouse1":
            hovered = self.at.hovered
            self.at.selected = hovered.mini if hovered is not None else ""
            self.app.wake()
        return False

    # --- drawing ---------------------------------------------------------------------------------

    def draw(self, ui: Ui) -> None:
        """Draw the panels round the table, or the cover."""
        if self.is_covered:
            name = side_name(self.conductor.observed, self.conductor.must_hand_over_to)
            if draw_hand_over(ui, name, self.app.keys.key("confirm")):
                self.conductor.taken_over()
            return
        layout = self.layout
        if self.conductor.state == "waiting":
            # A widget may have answered just now: what is asked next is drawn in the same frame.
            self._catch_up()
        asker = self.asker
        if asker is not None:
            asker.paint()
        self.moments.paint()
        self.planning.paint()
        self._over_table(ui, layout, asker)
        self.top.draw(ui, layout, self.battle.scene.name, len(self.owed()))
        self.roster.draw(ui, layout)
        self.card.draw(ui, layout, asker)
        self.log.draw(ui, layout)
        told = self.showing.told
        self.prompt.draw(ui, layout, asker, told.event if told is not None else None)
        self.planning.draw(ui)
        self.tools.room = (layout.free[0], layout.free[1], layout.size[0] - GAP, layout.free[3])
        self.tools.draw(ui)
        if self.dialog is not None:
            self._draw_dialog(ui, self.dialog)

    def _draw_dialog(self, ui: Ui, dialog: Dialog) -> None:
        dialog.paint()
        if not dialog.draw(ui) and self.dialog is dialog:
            self.open(None)

    def _over_table(self, ui: Ui, layout: Layout, asker: Asker | None) -> None:
        left, top, right, bottom = self.at.free = layout.free
        wide, high = layout.size
        covers = [(0.0, 0.0, wide, top), (0.0, 0.0, left, high), (right, 0.0, wide, high)]
        covers.append((0.0, bottom, wide, high))
        # Cards of the last frame: what they name needs no label.
        named = asker.named if asker is not None else frozenset[str]()
        covers.extend(asker.taken if asker is not None else ())
        shut = layout.tray if self.showing.rolls else None
        draw_unit_labels(ui, self.view, self.app.window.size, covers, skip=named, shut=shut)
        if asker is not None:
            asker.draw_over(ui)

    # --- tests -----------------------------------------------------------------------------------

    def facts(self) -> dict[str, object]:
        """Return the state of the conversation as plain data."""
        question = self.conductor.question
        # In the frame that answers a question its asker is still there.
        told, asker = self.showing.told, self.asker
        return {
            "state": self.conductor.state,
            "viewer": self.conductor.viewer,
            "question": question.key if question is not None else "",
            "who": question.who if question is not None else "",
            "dialog": self.dialog.name if self.dialog is not None else "",
            "selected": self.at.selected,
            "events": len(self.battle.match.events),
            "entries": len(self.battle.match.journal),
            "beat": told.index if told is not None else -1,
            "speed": self.showing.speed,
            "log": self.log.chosen,
            "objections": [each.text() for each in self.at.objections],
            **({} if self.is_covered else self.tools.facts()),
            **self.planning.facts(),
            **(asker.facts() if asker is not None and asker.question is question else {}),
        }
