"""Looks that commit nothing: plan, terrain, cards, places, reasons, rules, log, hints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from rich.console import Console
from rich.text import Text

from sim.cli.text.columns import Cell, cell, columns
from sim.cli.text.drafts import Draft
from sim.cli.text.names import Surroundings, meant, option_meant
from sim.cli.text.plan import legend, plan, terrain_rows
from sim.cli.text.showing import show_draft, show_more
from sim.cli.text.sights import Sights
from sim.cli.text.suggestions import Suggestions
from sim.engine.match import Match
from sim.engine.options import OptionsInForce
from sim.engine.ports import Chosen
from sim.engine.questions import Question, Tag
from sim.engine.reasons import Reason
from sim.engine.rulebook import Clause
from sim.errors import UsageError
from sim.geometry.pose import Pose
from sim.reports.terminal import reason_lines
from sim.table.names import did_you_mean
from sim.words import say

__all__ = ["LOOKS", "Helpers", "Looking"]

LOOKS = (
    *("help", "plan", "terrain", "card", "where", "look", "measure", "why", "rule", "log"),
    *("hint", "more", "again", "?"),
)
LOG_LINES = 20
MOST_CLAUSES = 12


@runtime_checkable
class HasOptions(Protocol):
    """A game that knows which table options are in force."""

    in_force: OptionsInForce[Any]


@dataclass(frozen=True)
class Helpers:
    """What looks need from outside.

    Attributes
    ----------
    hint : callable or None
        Answers a question as the opponent would, with its reason.
    clauses : sequence of Clause
        The game's register, for ``rule``.
    """

    hint: Callable[[Match[Any]], Chosen] | None = None
    clauses: Sequence[Clause] = ()


@dataclass
class Looking:
    """The looks at one prompt."""

    console: Console
    match: Match[Any]
    question: Question
    around: Surroundings
    draft: Draft
    suggestions: Suggestions
    helpers: Helpers = field(default_factory=Helpers)

    def did(self, word: str, rest: str) -> bool:
        """Do the look a word names; False when it names none."""
        looks: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "plan": self._plan,
            "terrain": self._terrain,
            "card": self._card,
            "where": self._where,
            "look": self._look,
            "measure": self._measure,
            "why": self._why,
            "rule": self._rule,
            "log": self._log,
            "hint": self._hint,
            "more": self._more,
        }
        if word not in looks:
            return False
        looks[word](rest)
        return True

    def _print(self, rows: Sequence[Sequence[Cell]]) -> None:
        for line in columns(rows):
            self.console.print(line)

    def _tree(self, reason: Reason, indent: int = 0) -> None:
        for line in reason_lines(reason):
            self.console.print(Text(" " * indent).append_text(line))

    def _help(self, _: str) -> None:
        self.console.print(say("cli.text.help"), markup=False)

    def _plan(self, _: str) -> None:
        ghosts = self.draft.ghosts()
        self.console.print(plan(self.around.facts, self.around.seen, ghosts.values()))
        for line in legend(self.around.seen, ghosts=bool(ghosts)):
            self.console.print(line)

    def _terrain(self, _: str) -> None:
        if not self.around.terrain:
            self.console.print(say("cli.text.bare"))
            return
        self._print(terrain_rows(self.around.facts, self.around.seen))

    def _card(self, text: str) -> None:
        """Show a unit's card; with ``full`` behind its name, the reasons of every row."""
        name, _, full = text.rpartition(" ")
        if full.lower() != "full":
            name, full = text, ""
        unit = self.around.unit(name or self._subject())
        self.console.print(Text(say("cli.text.card", name=unit.name, id=unit.id), style="bold"))
        for line in unit.card:
            label = say("cli.text.card_line", label=say(line.key), value=line.value)
            row = Text(f"  {label}")
            if line.reason is not None and not full and not line.reason.children:
                row.append(f"  {line.reason.text()}", style="dim")
            self.console.print(row)
            if line.reason is not None and full:
                self._tree(line.reason, indent=4)

    def _where(self, text: str) -> None:
        """Say where a unit, miniature or piece is; without a name, where everybody is."""
        if not text:
            for side in self.around.seen.sides:
                self.console.print(Text(side.name, style="bold"))
                units = [unit for unit in self.around.seen.units if unit.side == side.id]
                self._print(
                    [self._spot_row(unit.pieces[0], unit.name) for unit in units if unit.on_table]
                )
            return
        thing = self.around.thing(text)
        if thing in self.around.terrain:
            self._print(terrain_rows(self.around.facts, self.around.seen, thing))
            return
        self._print([self._spot_row(piece.id, piece.label) for piece in self.around.pieces(thing)])

    def _spot_row(self, mini: str, name: str) -> list[Cell]:
        ghosts = self.draft.ghosts()
        piece = self.around.seen.piece(mini)
        pose = ghosts.get(mini, piece.pose)
        leads = say("cli.text.leads") if piece.leads else ""
        planned = say("cli.text.planned") if mini in ghosts else ""
        return [cell(mini, "bold"), cell(name), *_spot(pose), cell(f"{leads}{planned}", "italic")]

    def _look(self, text: str) -> None:
        self._print(self._sights().look(text))

    def _measure(self, text: str) -> None:
        self._print(self._sights().measure(text))

    def _sights(self) -> Sights:
        return Sights(self.around, self.draft.ghosts(), self._subject())

    def _subject(self) -> str:
        """Return whom the question is about, where he is one of the asked side's own."""
        movers = self.question.movers
        if movers:
            return movers[0].rsplit("/", 1)[0] if self._own_unit(movers[0]) else movers[0]
        subject = self.question.subject
        own = any(u.id == subject and u.side == self.question.who for u in self.around.seen.units)
        return subject if own or self.around.has(subject) else ""

    def _own_unit(self, mini: str) -> bool:
        return any(unit.id == mini.rsplit("/", 1)[0] for unit in self.around.seen.units)

    def _why(self, text: str) -> None:
        """Open the reasons behind an option's tags, or why the question is asked.

        ``why 1 cover`` opens one tag only.
        """
        if not text:
            if self.question.why is not None:
                self._tree(self.question.why)
            self._rule("")
            return
        option, tags = self._tags_of(text)
        for objection in self.question.option(option).blocked if self.question.options else ():
            self.console.print(Text(f"  {objection.text()}", style="red"))
        if not tags:
            self.console.print(say("cli.text.no_reasons"), style="dim")
        for tag in tags:
            label = say("cli.text.tag", label=say(tag.key), value=tag.value)
            self.console.print(Text(label, style="bold"))
            if tag.reason is not None:
                self._tree(tag.reason, indent=2)

    def _tags_of(self, text: str) -> tuple[str, Sequence[Tag]]:
        """Return the option or slot that words mean, and its tags or the one named last."""
        words, _, last = text.rpartition(" ")
        try:
            option = self._offered(text)
        except UsageError:
            if not words:
                raise
            option = self._offered(words)
            tags = self.question.tag(option)
            named = [tag for tag in tags if say(tag.key).startswith(last.lower())]
            return option, named
        return option, self.question.tag(option)

    def _offered(self, text: str) -> str:
        """Return the option or slot that a number or name means."""
        slots = self.question.slots
        if not slots:
            return option_meant(text, self.question.options)
        if text.isdigit() and 1 <= int(text) <= len(slots):
            return slots[int(text) - 1].id
        return meant(text, {slot.id: slot.id for slot in slots}, "option")

    def _rule(self, text: str) -> None:
        """Show the clause at the prompt, or those that an id or words name."""
        wanted = text.casefold() or self.question.rule
        found = [c for c in self.helpers.clauses if c.id == wanted]
        if not found:
            found = [
                c
                for c in self.helpers.clauses
                if c.id.startswith(wanted) or all(w in _searched(c) for w in wanted.split())
            ]
        if not found:
            near = did_you_mean(wanted, [c.id for c in self.helpers.clauses])
            raise UsageError("cli.text.no_clause", found=wanted, nearest=near)
        for clause in found[:MOST_CLAUSES]:
            self._clause(clause)
        if len(found) > MOST_CLAUSES:
            self.console.print(say("cli.text.more_clauses", count=len(found) - MOST_CLAUSES))
        if not text:
            self._options()

    def _clause(self, clause: Clause) -> None:
        self.console.print(Text.assemble((clause.id, "bold"), "  ", clause.gist))
        self.console.print(
            Text(f"  {say('cli.text.chapter', chapter=clause.chapter)}", style="dim")
        )
        if clause.reason:
            self.console.print(Text(f"  {clause.status}: {clause.reason}", style="dim"))
        game = self.match.game
        if isinstance(game, HasOptions):
            for option in clause.options:
                value = getattr(game.in_force.options, option, "")
                line = say("cli.text.option_in_force", option=option, value=value)
                self.console.print(Text(f"  {line}", style="cyan"))

    def _options(self) -> None:
        """Show what the options in force differ in from the book."""
        game = self.match.game
        if not isinstance(game, HasOptions):
            return
        changed = ", ".join(f"{name} = {v}" for name, v in game.in_force.differences.items())
        key = "cli.text.options_differ" if changed else "cli.text.options_book"
        line = say(key, bundle=game.in_force.bundle, changed=changed)
        self.console.print(Text(line, style="dim"))

    def _log(self, text: str) -> None:
        """Show the last events, numbered; with a number, the reasons behind that one."""
        events = self.match.log(self.around.seen.viewer)
        first = max(0, len(events) - LOG_LINES)
        if text == "all":
            first = 0
        elif text:
            if not text.isdigit() or not 1 <= int(text) <= len(events):
                raise UsageError("cli.text.no_event", found=text, count=len(events))
            event = events[int(text) - 1]
            rules = ", ".join(event.rules)
            self.console.print(Text(event.text()).append(f"  [{rules}]", style="dim"))
            if event.reason is not None:
                self._tree(event.reason)
            return
        for number, event in enumerate(events[first:], first + 1):
            self.console.print(Text(f"{number:4d}  {event.text()}"))

    def _hint(self, _: str) -> None:
        """Show what the opponent would do in this place and why; a path becomes the plan."""
        if self.helpers.hint is None:
            raise UsageError("cli.text.no_hint")
        chosen = self.helpers.hint(self.match)
        self._tree(chosen.why)
        if self.question.kind in ("path", "place"):
            self.draft.take(self.question.canonical(chosen.answer))
            show_draft(self.console, self.question, self.draft)
        elif self.question.kind == "pick":
            option = self.question.option(chosen.answer)
            number = self.question.options.index(option) + 1
            label = say(option.key, **option.params)
            self.console.print(Text(say("cli.text.hint_pick", number=number, label=label)))
        elif isinstance(chosen.answer, dict):
            shares = " ".join(f"{slot}={count}" for slot, count in chosen.answer.items())
            self.console.print(Text(say("cli.text.hint_shares", shares=shares)))

    def _more(self, _: str) -> None:
        if not show_more(self.console, self.suggestions):
            self.console.print(Text(f"     {say('cli.text.no_more')}", style="dim"))


def _searched(clause: Clause) -> str:
    return f"{clause.id} {clause.gist}".casefold()


def _spot(pose: Pose) -> list[Cell]:
    text = say(
        "cli.text.spot_facing", x=f"{pose.x:.2f}", y=f"{pose.y:.2f}", facing=f"{pose.facing:.0f}"
    )
    level = "" if pose.level == "ground" else say("cli.text.on_level", level=pose.level)
    return [cell(text), cell(level)]
