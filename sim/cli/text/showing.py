"""How a question is shown: where the game stands, the sentence, the options with their tags."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from sim.cli.text.columns import Cell, cell, columns
from sim.cli.text.drafts import Draft, planned_rows
from sim.cli.text.names import Surroundings
from sim.cli.text.plan import terrain_rows
from sim.cli.text.suggestions import Suggestions
from sim.engine.observed import Observed, Track
from sim.engine.questions import Option, Question, Tag
from sim.reports.terminal import reason_lines
from sim.words import has, say

__all__ = ["name_of_side", "show_draft", "show_more", "show_question", "where_line"]


def where_line(seen: Observed) -> str:
    """Return where the game stands: every track's present step, and the score."""
    parts = [_track(track) for track in seen.tracks if 0 <= track.now < len(track.steps)]
    if any(side.score for side in seen.sides):
        scores = say("cli.text.between").join(f"{s.name} {s.score:g}" for s in seen.sides)
        parts.append(say("cli.text.score", score=scores))
    return say("cli.text.dot").join(parts)


def _track(track: Track) -> str:
    label, step = say(track.key, **track.params), track.steps[track.now]
    step = say(step) if has(step) else step
    if track.steps[0] == "1" and track.steps[-1].isdigit():
        return say("cli.text.step_of", label=label, step=step, last=track.steps[-1])
    return say("cli.text.step", label=label, step=step)


def name_of_side(seen: Observed, side: str) -> str:
    """Return a side's name; that of the dice for chance."""
    if not side:
        return say("cli.text.dice")
    return next((each.name for each in seen.sides if each.id == side), side)


def show_question(
    console: Console, question: Question, around: Surroundings, suggestions: Suggestions
) -> None:
    """Show the sentence, the options with tags and reasons, the slots or the suggestions."""
    sentence = say(question.prompt, **question.params)
    side = name_of_side(around.seen, question.who)
    asked = say("cli.text.asked", side=side, sentence=sentence)
    console.print(Text(asked, style="bold"))
    if question.subject in around.terrain:
        for line in columns(terrain_rows(around.facts, around.seen, question.subject)):
            console.print(line)
    if question.chance and question.why is not None:
        for line in reason_lines(question.why):
            console.print(line)
    for line in columns(_option_rows(question), indent=1):
        console.print(line)
    for line in columns(_slot_rows(question), indent=1):
        console.print(line)
    if question.kind == "allocate":
        _show_share(console, suggestions)
    else:
        show_more(console, suggestions)


def _show_share(console: Console, suggestions: Suggestions) -> None:
    """Show how the suggestion shares out what there is."""
    answer = suggestions.first()
    if isinstance(answer, dict):
        given = {slot: count for slot, count in answer.items() if isinstance(count, int) and count}
        shares = " ".join(f"{slot}={count}" for slot, count in given.items())
        console.print(Text(f"     {say('cli.text.suggested', shares=shares)}", style="dim"))


def _option_rows(question: Question) -> list[list[Cell]]:
    """Return a row per option: number, label, its tags in columns; the greyed with reasons."""
    tags = {o.id: question.tag(o.id) for o in question.options if not o.blocked}
    labels = _labels(tags)
    rows: list[list[Cell]] = []
    if labels:
        heads = [cell(say(key), "dim italic") for key in labels]
        rows.append([cell("  "), cell(""), *heads])
    for number, option in enumerate(question.options, 1):
        label = say(option.key, **option.params)
        if option.blocked:
            rows.extend(_greyed(option, label))
            continue
        rows.append(
            [cell(f"{number:2d}", "bold"), cell(label), *_tag_cells(tags[option.id], labels)]
        )
    return rows


def _greyed(option: Option, label: str) -> list[list[Cell]]:
    first, *others = [objection.text() for objection in option.blocked]
    row = [cell(" -", "dim"), cell(say("cli.text.greyed", label=label, why=first), "dim")]
    return [row, *([cell("  "), cell(f"    {why}", "dim")] for why in others)]


def _slot_rows(question: Question) -> list[list[Cell]]:
    tags = {slot.id: question.tag(slot.id) for slot in question.slots}
    labels = _labels(tags)
    rows: list[list[Cell]] = []
    if labels:
        rows.append([cell("  "), *[cell("")] * 2, *(cell(say(k), "dim italic") for k in labels)])
    for number, slot in enumerate(question.slots, 1):
        label = say(slot.key, **slot.params) if slot.key else slot.id
        limits = say("cli.text.limits", least=slot.least, most=slot.most)
        cells = _tag_cells(tags[slot.id], labels)
        rows.append([cell(f"{number:2d}", "bold"), cell(label), cell(limits, "dim"), *cells])
    return rows


def _labels(tags: dict[str, tuple[Tag, ...]]) -> list[str]:
    return list(dict.fromkeys(tag.key for each in tags.values() for tag in each))


def _tag_cells(tags: tuple[Tag, ...], labels: list[str]) -> list[Cell]:
    values = {tag.key: tag.value for tag in tags}
    cells = [cell(values.get(key, ""), "cyan") for key in labels]
    while cells and not cells[-1][0]:
        cells.pop()
    return cells


def show_more(console: Console, suggestions: Suggestions) -> bool:
    """Show the next suggestions and whether there are still others; False when there was none."""
    rows = suggestions.page()
    for line in columns(rows, indent=1):
        console.print(line)
    if suggestions.more:
        console.print(Text(f"     {say('cli.text.more')}", style="dim"))
    return bool(rows)


def show_draft(console: Console, question: Question, draft: Draft) -> None:
    """Show a plan with its inches and everything that objects to it."""
    rows = planned_rows(draft)
    for line in columns(rows):
        console.print(line)
    if not rows:
        console.print(Text(f"  {say('cli.text.nobody_moves')}"))
    objections = question.why_not(draft.answer())
    for objection in objections:
        console.print(Text(f"  {objection.text()}", style="red"))
    key = "cli.text.plan_objected" if objections else "cli.text.plan_stands"
    console.print(Text(f"  {say(key)}", style="red" if objections else "green"))
