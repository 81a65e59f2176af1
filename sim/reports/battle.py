"""The report on a battle as a document: what happened, what decided it, and how to check it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from sim.engine.documents import (
    Block,
    Document,
    Figure,
    Figures,
    Fold,
    Heading,
    Table,
    Text,
)
from sim.engine.record_files import Header
from sim.reports.battle_luck import luck_blocks, luck_word, sides_of, signed
from sim.reports.battle_pictures import BattlePictures
from sim.reports.battle_record import BattleRecord
from sim.reports.battle_turns import timeline_blocks, turn_blocks, turning_blocks
from sim.words import has, say

__all__ = ["Around", "around", "battle_document", "battle_title"]

PERSON = "person"


class Around(TypedDict):
    """What stands round a document's blocks."""

    kicker: str
    footer: str


def around(found: BattleRecord) -> Around:
    """Return the small lines over the title and at the end."""
    return {
        "kicker": say("battle_report.kicker", scene=found.scene_name, game=found.game_name),
        "footer": say("battle_report.footer", journal=found.journal),
    }


def battle_title(found: BattleRecord) -> str:
    """Return who won, or how far the game has come."""
    if found.outcome is None:
        label = found.chronicle.moments[-1].label
        key = "title_open" if label else "title_open_early"
        return say(f"battle_report.{key}", turn=label)
    if not found.outcome.winner:
        return say("battle_report.title_draw")
    return say("battle_report.title_won", side=_capital(found.outcome.winner))


def battle_document(found: BattleRecord, pictures: BattlePictures | None = None) -> Document:
    """Return the report on a battle.

    Parameters
    ----------
    found : BattleRecord
    pictures : BattlePictures, optional
    """
    taken = pictures or BattlePictures()
    blocks = [*_lead(found, taken), *timeline_blocks(found), *turning_blocks(found)]
    blocks += [*luck_blocks(found), *_edit_blocks(found)]
    if taken.start is not None:
        # The start belongs before the first turn, behind the chapter's heading.
        heading, *turns = turn_blocks(found, taken.turns)
        blocks += [heading, taken.start, *turns]
    else:
        blocks += turn_blocks(found, taken.turns)
    blocks += [*_terms(found), *_proof(found)]
    return Document(battle_title(found), tuple(blocks))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- the beginning ----------------------------------------------------------------------------


def _lead(found: BattleRecord, pictures: BattlePictures) -> Iterator[Block]:
    if found.outcome is None:
        yield Text(say("battle_report.goes_on", entries=found.entries))
    else:
        turns = len(found.chronicle.starts)
        key = "result_one" if turns == 1 else "result"
        why = _capital(found.outcome.why.text().rstrip("."))
        yield Text(say(f"battle_report.{key}", why=why, turns=turns))
    yield Text(say("battle_report.players", sides=_players(found)))
    yield Figures(tuple(_figures(found)))
    if pictures.end is not None:
        yield pictures.end


def _players(found: BattleRecord) -> str:
    """Return who played what: ``Grenadiers at the mills (axis, a person) against ...``."""
    told: list[str] = []
    for side in found.chronicle.last.sides:
        name = side.id if side.name == side.id else f"{_capital(side.id)}, {side.name}"
        player = found.header.players.get(side.id, "")
        if not player:
            told.append(name)
            continue
        who = say("battle_report.person") if player == PERSON else None
        level = who or say("battle_report.level", level=player)
        told.append(say("battle_report.side_player", side=name, player=level))
    return _capital(say("battle_report.versus").join(told))


def _figures(found: BattleRecord) -> Iterator[Figure]:
    sides = found.chronicle.last.sides
    standings = found.timeline.rows[-1].standings
    score = " : ".join(f"{each.score:g}" for each in standings)
    note = say("battle_report.figure.score_note", sides=" : ".join(side.id for side in sides))
    yield Figure(say("battle_report.figure.score"), score, note)
    left = " : ".join(f"{100 * each.left:.0f}" for each in standings)
    yield Figure(say("battle_report.figure.left"), say("battle_report.percent", value=left), note)
    if found.timeline.turning_points:
        point = found.timeline.turning_points[0]
        moved = say("battle_report.percent", value=f"{100 * point.moved:.0f}")
        note = say("battle_report.figure.turning_note", turn=point.label or 1, side=point.towards)
        yield Figure(say("battle_report.figure.turning"), moved, note)
    for side in sides_of(found) if found.luck.sides else ():
        tally = found.luck.side(side)
        if not tally.dice:
            continue
        label = say("battle_report.figure.luck", side=side)
        note = say("battle_report.figure.luck_note", dice=tally.dice, word=luck_word(tally))
        yield Figure(label, signed(tally.over), note)
    if found.edits:
        note = say("battle_report.figure.edits_note")
        yield Figure(say("battle_report.figure.edits"), str(len(found.edits)), note)


# --- what was changed and agreed --------------------------------------------------------------


def _edit_blocks(found: BattleRecord) -> Iterator[Block]:
    if not found.edits:
        return
    yield Heading(say("battle_report.edits.heading"))
    columns = ("entry", "who", "change", "reason")
    rows = tuple(
        (
            str(edit.entry),
            edit.who,
            "; ".join(
                say("battle_report.edits.value", place=place, value=value)
                for place, value in edit.changes.items()
            ),
            edit.reason,
        )
        for edit in found.edits
    )
    yield Table(tuple(say(f"battle_report.edits.{name}") for name in columns), rows, right=(0,))


def _terms(found: BattleRecord) -> Iterator[Block]:
    yield Heading(say("battle_report.terms.heading"))
    if found.bundle:
        yield Text(say("battle_report.terms.bundle", bundle=_bundle(found)))
    if found.options:
        yield _options(found)
    else:
        yield Text(say("battle_report.terms.none"))
    terrain = found.chronicle.last.terrain
    if terrain:
        yield Fold(say("battle_report.terms.terrain"), (_terrain(found),))


def _bundle(found: BattleRecord) -> str:
    text = found.words.bundle_text(found.bundle)
    if not text:
        return found.bundle
    return say("battle_report.terms.named", text=text, name=found.bundle)


def _options(found: BattleRecord) -> Table:
    """Return the options that differ: their names, in the book's words, here, and in the book."""
    of, texts = found.words.option_text, [found.words.option_text(o[0]) for o in found.options]
    about = ["about"] if any(texts) else []
    rows: list[tuple[str, ...]] = []
    for (name, *values), text in zip(found.options, texts, strict=True):
        said = [of(name, value) or value if value else "" for value in values]
        rows.append((name, *([text] if about else []), *said))
    names = ("option", *about, "value", "usual")
    columns = tuple(say(f"battle_report.terms.{name}") for name in names)
    return Table(columns, tuple(rows), title=say("battle_report.terms.options"))


def _terrain(found: BattleRecord) -> Table:
    terrain = found.chronicle.last.terrain
    keys = list(dict.fromkeys(line.key for lines in terrain.values() for line in lines))
    rows: list[tuple[str, ...]] = []
    for piece, lines in terrain.items():
        values = {line.key: line.value for line in lines}
        rows.append((piece, *(values.get(key, "") for key in keys)))
    named = (say(key) if has(key) else key for key in keys)
    return Table((say("battle_report.terms.piece"), *named), tuple(rows))


# --- the proof --------------------------------------------------------------------------------


def _proof(found: BattleRecord) -> Iterator[Block]:
    header = found.header
    yield Heading(say("battle_report.proof.heading"))
    seeded = header.dice == "seeded"
    key = "own" if not seeded else "intro" if found.opened else "intro_open"
    yield Text(say(f"battle_report.proof.{key}"))
    yield Text(say("battle_report.proof.command", journal=found.journal))
    rows = [*_dice_rows(found), ("digest" if found.over else "digest_now", found.digest)]
    rows += [*_scene_rows(header), ("entries", str(found.entries)), ("package", header.package)]
    columns = (say("battle_report.proof.what"), say("battle_report.proof.value"))
    yield Table(
        columns,
        tuple((say(f"battle_report.proof.{name}"), value) for name, value in rows if value),
    )


def _dice_rows(found: BattleRecord) -> Iterator[tuple[str, str]]:
    yield "journal", found.journal
    yield "sealed", found.header.commitment
    if found.opened is not None and found.header.commitment:
        yield "seed", str(found.opened.seed)
        yield "salt", found.opened.salt
        yield "formula", say("battle_report.proof.formula_text")


def _scene_rows(header: Header) -> Iterator[tuple[str, str]]:
    yield "rules", header.rules
    if header.scene is not None:
        # The name alone: where it lay on somebody's disk is nobody's business.
        yield "scene", header.scene.path.replace("\\", "/").rpartition("/")[2]
        yield "scene_digest", header.scene.digest
