"""The report on a battle, for a game of no book: what it says, and what it keeps to itself."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest
from PIL import Image

from sim.engine.chronicle import Stopped
from sim.engine.dice import commitment
from sim.engine.documents import Block, Chart, Fold, Heading, Picture, Table, Tree
from sim.engine.observed import Observed
from sim.engine.plan_layers import PlanLayers
from sim.engine.reasons import Reason
from sim.errors import InputProblems
from sim.reports.battle import around, battle_document, battle_title
from sim.reports.battle_pictures import moves_of_turn, take_pictures
from sim.reports.battle_record import BattleRecord, NoWords
from sim.reports.html import as_html
from sim.reports.html_text import read_page
from sim.reports.pdf import as_pdf
from sim.reports.terminal import as_text
from sim.table.facts import Sight
from sim.table.pieces import Stand
from tests.reports.battles import play, report_of, until_turn

B = TypeVar("B")
#: Of a game in which both sides have luck of both kinds.
SEED = 5


class Photographer:
    """Takes pictures of one colour and remembers of what."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    def _png(self) -> bytes:
        sink = io.BytesIO()
        Image.new("RGB", (40, 30), (90, 120, 80)).save(sink, "PNG")
        return sink.getvalue()

    def table(self, observed: Observed | None = None) -> bytes:
        assert observed is not None
        self.asked.append(("table", len(observed.pieces)))
        return self._png()

    def plan(self, observed: Observed | None = None, *, layers: PlanLayers | None = None) -> bytes:
        assert observed is not None
        assert layers is not None
        self.asked.append(("plan", len(observed.pieces)))
        return self._png()

    def eye(
        self, looker: Stand, target: Stand, sight: Sight, *, names: Sequence[str] = ()
    ) -> bytes:
        raise AssertionError

    def look_from(self, looker: Stand, observed: Observed | None = None) -> bytes:
        raise AssertionError


class Words(NoWords):
    """A book that has words for everything."""

    def gist(self, rule_id: str) -> str:
        return f"about {rule_id}."

    def option_text(self, option: str, value: str = "") -> str:
        return f"{value or option} in words"

    def bundle_text(self, bundle: str) -> str:
        return f"the {bundle} one"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> BattleRecord:
    path = tmp_path_factory.mktemp("battle") / "pebbles.jsonl"
    play(path, seed=SEED)
    return report_of(path, names=("Pebbles", "On the beach"))


def blocks_of(blocks: Iterable[Block], kind: type[B]) -> list[B]:
    """All blocks of a kind, those in folds as well."""
    inside = [(block, *(block.blocks if isinstance(block, Fold) else ())) for block in blocks]
    return [block for group in inside for block in group if isinstance(block, kind)]


# --- what it says -----------------------------------------------------------------------------


def test_it_says_who_won_and_why(found: BattleRecord):
    assert found.outcome is not None
    document = battle_document(found)
    assert document.title == f"{found.outcome.winner.capitalize()} wins"
    text = as_text(document, 400)
    assert found.outcome.why.text()[1:] in text
    assert f"{len(found.chronicle.starts)} turns were played" in text


def test_the_whole_log_stands_in_it_with_its_reasons(found: BattleRecord):
    turns = [
        block
        for block in battle_document(found).blocks
        if isinstance(block, Fold) and any(isinstance(each, Tree) for each in block.blocks)
    ]
    lines = [each.reason for fold in turns for each in fold.blocks if isinstance(each, Tree)]
    assert [line.text() for line in lines] == [event.text() for event in found.chronicle.events]
    assert [line.children for line in lines] == [
        (event.reason,) if event.reason else () for event in found.chronicle.events
    ]
    headings = [b.text for b in battle_document(found).blocks if isinstance(b, Heading)]
    labels = [moment.label for moment, _ in found.chronicle.starts]
    assert [f"Turn {label}" for label in labels] == [h for h in headings if h.startswith("Turn ")][
        1:
    ]


def test_the_chart_ends_with_what_is_left(found: BattleRecord):
    chart, _ = blocks_of(battle_document(found).blocks, Chart)
    assert [series.name for series in chart.series] == ["red", "blue"]
    state_left = [100 * each.left for each in found.timeline.rows[-1].standings]
    assert [series.values[-1] for series in chart.series] == state_left
    assert all(len(series.values) == len(chart.labels) for series in chart.series)


def test_the_curve_of_luck_begins_at_nothing_and_ends_at_the_whole(found: BattleRecord):
    _, curve = blocks_of(battle_document(found).blocks, Chart)
    assert len(curve.labels) == len(found.chronicle.starts) + 1
    for series in curve.series:
        assert series.values[0] == 0.0
        assert series.values[-1] == pytest.approx(found.luck.side(series.name).over)
        assert all(curve.least <= value <= curve.most for value in series.values)


def test_the_luck_of_each_side_stands_in_a_table_of_all_their_dice(found: BattleRecord):
    tables = blocks_of(battle_document(found).blocks, Table)
    (sides,) = [t for t in tables if t.columns[:2] == ("Side", "Dice")]
    assert [row[0] for row in sides.rows] == ["red", "blue"]
    assert [row[1] for row in sides.rows] == [
        str(found.luck.side(side).dice) for side in ("red", "blue")
    ]
    (units,) = [t for t in tables if t.columns[0] == "Unit"]
    assert sum(int(row[2]) for row in units.rows) == sum(int(row[1]) for row in sides.rows)


def test_best_and_worst_roll_quote_their_line_and_say_where_it_stands(found: BattleRecord):
    trees = [b.reason for b in battle_document(found).blocks if isinstance(b, Tree)]
    quoted = [t for t in trees if t.key in ("battle_report.luck.best", "battle_report.luck.worst")]
    assert len(quoted) == 2
    for reason, ((roll, _),) in zip(quoted, (found.luck.best, found.luck.worst), strict=True):
        event = found.chronicle.events[roll.at]
        assert event.text() in reason.text()
        assert f"line {roll.at + 1} of the log" in reason.children[0].text()
        faces = [f for throw in roll.throws for f in throw.faces]
        shown = reason.children[1].text().partition(".")[0]
        assert [int(c) for c in shown if c.isdigit()] == faces


def test_the_seed_is_opened_so_that_anybody_can_check_it(found: BattleRecord):
    text = as_text(battle_document(found), 400)
    assert found.opened is not None
    assert commitment(found.opened.seed, found.opened.salt) == found.header.commitment
    for word in (found.header.commitment, found.opened.salt, found.digest, "hulldown replay"):
        assert word in text


def test_a_change_by_the_umpire_stands_in_it_with_its_reason(tmp_path: Path):
    path = tmp_path / "edited.jsonl"
    play(path, seed=5, own_dice=True, edit="it never touched him")
    found = report_of(path)
    (table,) = [t for t in blocks_of(battle_document(found).blocks, Table) if "Reason" in t.columns]
    ((entry, who, change, why),) = table.rows
    assert (who, why) == ("umpire", "it never touched him")
    assert change.endswith(".health = 2")
    assert found.chronicle.events  # the game went on after it
    assert int(entry) <= found.entries
    assert "typed in" in as_text(battle_document(found), 400)


# --- what it keeps to itself ------------------------------------------------------------------


def test_an_unfinished_game_says_so_and_keeps_seed_and_secrets(tmp_path: Path):
    path = tmp_path / "open.jsonl"
    match = play(path, seed=SEED, until=until_turn(3))
    found = report_of(path)
    assert battle_title(found) == "Undecided in turn 4"
    page = as_html(battle_document(found), **around(found))
    assert match.state.marks["red"] not in [
        event.params.get("id") for event in found.chronicle.events if event.kind == "marked"
    ]
    assert "marks" not in page
    assert "Opened seed" not in page
    assert found.header.commitment in page


def test_for_one_side_it_tells_that_sides_secret_only(tmp_path: Path):
    path = tmp_path / "open.jsonl"
    match = play(path, seed=SEED, until=until_turn(3))
    text = as_text(battle_document(report_of(path, viewer="red")), 400)
    assert f"red marks {match.state.marks['red']}" in text
    assert "blue marks" not in text


def test_a_game_that_has_hardly_begun_has_a_report(tmp_path: Path):
    path = tmp_path / "young.jsonl"
    play(path, until=lambda match: len(match.journal) >= 1)
    found = report_of(path)
    text = as_text(battle_document(found, take_pictures(found, Photographer())))
    assert "Nothing moved the balance" in text
    assert "No dice were thrown" in text


def test_a_journal_that_was_tampered_with_has_no_report(tmp_path: Path):
    path = tmp_path / "pebbles.jsonl"
    play(path, seed=SEED)
    lines = path.read_bytes().splitlines(keepends=True)
    n = next(n for n, line in enumerate(lines) if b'"roll:hit' in line)
    plain = msgspec.json.decode(lines[n])
    plain["answer"][0] = plain["answer"][0] % 6 + 1
    lines[n] = msgspec.json.encode(plain) + b"\n"
    path.write_bytes(b"".join(lines))
    with pytest.raises(InputProblems):
        report_of(path)


# --- pictures, and how it is written ----------------------------------------------------------


def test_pictures_are_taken_of_the_start_each_turn_and_the_end(found: BattleRecord):
    photographer = Photographer()
    pictures = take_pictures(found, photographer)
    turns = len(found.chronicle.starts)
    assert [kind for kind, _ in photographer.asked] == ["table", *["plan"] * turns, "table"]
    assert photographer.asked[0][1] == 6
    assert photographer.asked[-1][1] == len(found.chronicle.last.pieces)
    document = battle_document(found, pictures)
    assert len(blocks_of(document.blocks, Picture)) == turns + 2


def test_taking_pictures_can_be_stopped(found: BattleRecord):
    def enough(done: int, whole: int) -> None:
        if done == 2:
            raise Stopped

    photographer = Photographer()
    with pytest.raises(Stopped):
        take_pictures(found, photographer, enough)
    assert len(photographer.asked) == 2


def test_a_plan_shows_who_went_and_who_fell(found: BattleRecord):
    _, before = found.chronicle.starts[0]
    gone, goes, *_ = before.pieces
    moved = msgspec.structs.replace(goes, pose=goes.pose.moved(goes.pose.x + 3, goes.pose.y))
    after = msgspec.structs.replace(before, pieces=(moved, *before.pieces[2:]))
    layers = moves_of_turn(before, after)
    assert [ghost.pose for ghost in layers.ghosts] == [gone.pose]
    assert [line.points for line in layers.lines] == [(goes.pose.at, moved.pose.at)]
    assert len(layers.legend) == 2
    assert moves_of_turn(before, before) == PlanLayers()


def test_one_document_makes_page_pdf_and_text(found: BattleRecord):
    document = battle_document(found, take_pictures(found, Photographer()))
    page = as_html(document, **around(found))
    lines = read_page(page).lines
    for text in (document.title, "Luck against expectation", "What decided it", "How to check it"):
        assert text in lines
        assert text in as_text(document)
    assert page.count("<img ") == len(found.chronicle.starts) + 2
    assert "http" not in page.replace("http-equiv", "")
    assert as_pdf(document, **around(found)).startswith(b"%PDF")


def test_marks_lead_to_lines_of_the_log_that_are_there(found: BattleRecord):
    page = as_html(battle_document(found))
    leads = re.findall(r'href="#(line-\d+)"', page)
    assert len(leads) == len(found.timeline.turning_points) + 2
    for name in leads:
        assert page.count(f'id="{name}"') == 1
    roll = found.luck.best[0][0].at
    text = found.chronicle.events[roll].text()
    assert re.search(rf'id="line-{roll + 1}">.*?{re.escape(escape(text))}', page)


def test_names_from_a_journal_cannot_write_into_the_page(found: BattleRecord):
    evil = replace(found, journal="<script>alert(1)</script>", scene_name="<b>beach</b>")
    page = as_html(battle_document(evil), **around(evil))
    assert "<script>" not in page
    assert "<b>" not in page


def test_the_same_journal_gives_the_same_report(found: BattleRecord, tmp_path: Path):
    play(tmp_path / "pebbles.jsonl", seed=SEED)
    again = report_of(tmp_path / "pebbles.jsonl", names=("Pebbles", "On the beach"))
    pages = [as_html(battle_document(each), **around(each)) for each in (found, again)]
    assert pages[0] == pages[1]


def test_a_clause_is_called_by_what_the_register_says_of_it(tmp_path: Path):
    play(tmp_path / "pebbles.jsonl", seed=SEED)
    found = report_of(tmp_path / "pebbles.jsonl", words=Words())
    assert "about toy.hit (toy.hit)" in as_text(battle_document(found), 400)


def test_options_that_differ_stand_in_the_words_of_the_book_with_their_names(found: BattleRecord):
    options = (("cover", "half", "any"), ("old", "yes", ""))
    text = as_text(
        battle_document(replace(found, bundle="club", options=options, words=Words())), 400
    )
    assert "the club one (club)" in text
    assert "cover in words" in text
    assert "half in words" in text
    assert "any in words" in text
    plain = as_text(battle_document(replace(found, bundle="club", options=options)), 400)
    assert "in words" not in plain
    assert "club" in plain


def test_a_reason_is_never_lost_between_event_and_page(found: BattleRecord):
    reasons = [event.reason for event in found.chronicle.events if event.reason is not None]
    page = read_page(as_html(battle_document(found))).lines
    assert reasons

    def told(reason: Reason) -> bool:
        return reason.text() in page and all(told(child) for child in reason.children)

    assert all(told(reason) for reason in reasons)
