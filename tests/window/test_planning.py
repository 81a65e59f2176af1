"""Plans: played on a copy, looked at from there, declared as far as the game asks them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sim.cli.backstage import CommandBackstage
from sim.engine.dice import SeededDice
from sim.engine.match import Match
from sim.engine.questions import Option, Question
from sim.engine.reasons import Objection
from sim.errors import HulldownError
from sim.view.window import Window
from sim.window.app import App
from sim.window.battle.conductor import Conductor
from sim.window.battle.page import BattlePage
from sim.window.battle.plan_conductor import PlanConductor, passing
from sim.window.battle.planning import Outlook, Planning
from sim.window.ports import Battle
from tests.toy import Pebbles
from tests.window.moving_page import MovingPage, asked_for, mills_asking, moving_person
from tests.window.person import Person


@pytest.fixture
def pounder(tmp_path: Path) -> Iterator[Battle]:
    """A walker is asked for its actions."""
    battle = mills_asking(tmp_path, lambda q: q.what == "actions" and q.subject == "pounder")
    yield battle
    battle.close()


def conductor_of(battle: Battle) -> Conductor:
    conductor = Conductor(battle.match, {})
    while conductor.must_hand_over_to:
        conductor.taken_over()
    return conductor


def question_of(conductor: Conductor) -> Question:
    question = conductor.question
    assert question is not None
    return question


def drive(plan: PlanConductor) -> None:
    """Move, then attack the first target."""
    plan.answer("move-then-attack")
    question = question_of(plan)
    assert question.kind == "path"
    plan.answer(question.candidates()[0])
    plan.advance()


def test_a_plan_changes_nothing_of_the_match(pounder: Battle):
    real = conductor_of(pounder)
    before, entries = pounder.match.digest(), len(pounder.match.journal)
    plan = PlanConductor(real)
    drive(plan)
    assert plan.match.digest() != before
    assert pounder.match.digest() == before
    assert len(pounder.match.journal) == entries
    plan.close()


def test_the_next_question_is_asked_from_where_the_ghosts_stand(pounder: Battle):
    real = conductor_of(pounder)
    plan = PlanConductor(real)
    start = real.observed.piece("pounder/1").pose
    drive(plan)
    assert plan.observed.piece("pounder/1").pose != start
    target = question_of(plan)
    assert target.what == "choose-target"
    enemy = next(each.id for each in target.options if each.subject and not each.blocked)
    assert target.tag(enemy), "range, cover and odds from the new place"
    plan.close()


def test_a_plan_ends_where_dice_are_rolled(pounder: Battle):
    plan = PlanConductor(conductor_of(pounder))
    drive(plan)
    target = question_of(plan)
    plan.answer(next(each.id for each in target.options if each.subject and not each.blocked))
    for _ in range(5):
        if plan.question is None:
            break
        plan.answer(question_of(plan).candidates()[0])
    assert plan.ends_at_dice
    assert plan.question is None
    with pytest.raises(HulldownError, match="Nobody is asked"):
        plan.answer("heinrich")
    plan.close()


def test_the_same_steps_lead_to_the_same_plan(pounder: Battle):
    real = conductor_of(pounder)
    first = PlanConductor(real)
    drive(first)
    again = PlanConductor(real, first.steps)
    assert again.steps == first.steps
    assert again.match.digest() == first.match.digest()
    shorter = PlanConductor(real, first.steps[:1])
    assert question_of(shorter).kind == "path"
    for each in (first, again, shorter):
        each.close()


def test_a_step_that_no_longer_fits_ends_the_plan_before_it(pounder: Battle):
    real = conductor_of(pounder)
    plan = PlanConductor(real)
    drive(plan)
    kept = PlanConductor(real, [plan.steps[1], plan.steps[0]])
    assert kept.steps == []
    plan.close()
    kept.close()


def test_what_an_enemy_could_answer_is_foreseen_and_he_passes():
    """In the toy game whoever comes near is answered."""
    found = 0
    for seed in range(12):
        match = Match(Pebbles(), SeededDice(seed))
        asked_for(match, lambda q: q.kind == "path")
        for _ in range(8):
            question = match.pending
            if question is None:
                break
            if question.kind != "path":
                asked_for_next(match)
                continue
            real = Conductor(match, {})
            plan = PlanConductor(real)
            candidates = [a for a in question.suggest() if not question.why_not(a)]
            plan.answer(candidates[1] if len(candidates) > 1 else candidates[0])
            plan.advance()
            for seen in plan.foreseen:
                found += 1
                assert seen.who != question.who
                assert "throw" in [option.id for option in seen.options]
            plan.close()
            asked_for_next(match)
    assert found


def asked_for_next(match: Match[Any]) -> None:
    """Answer once, so that the game goes on, then play to the next way."""
    question = match.pending
    assert question is not None
    if question.kind == "path":
        ways = [a for a in question.suggest() if not question.why_not(a)]
        match.answer(ways[min(1, len(ways) - 1)])
    else:
        match.answer(question.candidates()[0])


def test_passing_is_the_option_about_nobody_and_nothing_else():
    act, idle = Option("walker/attack", "toy.option.throw", {}, "walker"), Option("none", "k")
    barred = Option("later", "k", blocked=(Objection("toy.no.missing"),))
    question = Question("pick", "react", "red", "toy.answer", "toy.prompt.react")
    assert passing(replace(question, options=(idle, act, barred))) == "none"
    assert passing(replace(question, options=(act, barred))) is None
    assert passing(replace(question, kind="place")) is None


def test_a_plan_ends_where_it_is_the_other_sides_turn(tmp_path: Path):
    """Sides set up one unit after the other: no plan goes beyond the own unit."""
    battle = mills_asking(tmp_path, lambda q: q.kind == "place")
    real = conductor_of(battle)
    plan = PlanConductor(real)
    assert plan.ends_with == ""
    plan.answer(question_of(plan).candidates()[0])
    plan.advance()
    assert plan.question is None
    assert plan.ends_with != plan.side
    assert plan.ends_with in battle.match.game.sides
    assert plan.foreseen == []
    plan.close()
    battle.close()


def test_the_outlook_from_where_they_stand_says_who_sees_whom(pounder: Battle):
    real = conductor_of(pounder)
    plan = PlanConductor(real)
    nothing = Outlook(pounder.facts, real.observed, plan.observed, plan.side)
    assert not nothing.look()
    assert nothing.found == []
    drive(plan)
    outlook = Outlook(pounder.facts, real.observed, plan.observed, plan.side)
    assert [piece.id for piece in outlook.moved] == ["pounder/1"]
    while outlook.look():
        pass
    enemies = [unit for unit in plan.observed.units if unit.side != plan.side and unit.on_table]
    assert [row[0] for row in outlook.found] == [unit.name for unit in enemies]
    for _, seen, seeing, of in outlook.found:
        assert 0 <= seen <= of
        assert 0 <= seeing <= of
    plan.close()


# --- at the table ------------------------------------------------------------------------------


class Seat:
    """A planning at a table whose page drives whatever conductor it is given."""

    def __init__(self, battle: Battle) -> None:
        self.person = moving_person(battle.match, battle.facts)
        page = self.person.app.page
        assert isinstance(page, MovingPage)
        self.page = page
        self.planning = Planning(page.at, self.swap)

    def swap(self, conductor: Conductor) -> None:
        self.page.conductor = self.page.at.conductor = conductor
        self.page.again()
        self.person.frames(2)

    @property
    def plan(self) -> PlanConductor:
        conductor = self.page.at.conductor
        assert isinstance(conductor, PlanConductor)
        return conductor

    def until(self, so: Callable[[], bool]) -> None:
        for _ in range(200):
            if so():
                return
            self.planning.tick()
            self.person.frames(1)
        raise AssertionError(str(self.planning.facts()))


@pytest.fixture
def seat(pounder: Battle) -> Iterator[Seat]:
    seat = Seat(pounder)
    yield seat
    seat.planning.leave()
    seat.person.close()


def test_a_plan_is_declared_in_one_go(seat: Seat, pounder: Battle):
    entries = len(pounder.match.journal)
    seat.planning.toggle()
    assert seat.planning.is_on
    drive(seat.plan)
    goal = seat.plan.observed.piece("pounder/1").pose
    seat.planning.declare()
    seat.until(lambda: not seat.planning.is_declaring)
    assert not seat.planning.is_on
    mine = [entry for entry in pounder.match.journal[entries:] if entry.who == "allies"]
    assert len(mine) == 2
    assert pounder.match.observe().piece("pounder/1").pose == goal


def test_leaving_a_plan_leaves_everything_as_it_was(seat: Seat, pounder: Battle):
    before = pounder.match.digest()
    real = seat.page.at.conductor
    seat.planning.toggle()
    drive(seat.plan)
    seat.planning.toggle()
    assert not seat.planning.is_on
    assert seat.page.at.conductor is real
    assert pounder.match.digest() == before


def test_a_plan_is_taken_back_step_by_step_and_then_left(seat: Seat):
    seat.planning.toggle()
    drive(seat.plan)
    assert len(seat.plan.steps) == 2
    seat.plan.undo()
    assert len(seat.plan.steps) == 1
    assert seat.planning.back()
    assert seat.plan.steps == []
    assert seat.planning.back()
    assert not seat.planning.is_on
    assert not seat.planning.back()


def test_where_the_game_asks_something_else_declaring_stops_and_says_so(
    seat: Seat, pounder: Battle
):
    seat.planning.toggle()
    drive(seat.plan)
    seat.planning.leave()
    entries = len(pounder.match.journal)
    seat.planning.toggle()
    drive(seat.plan)
    steps = seat.plan.steps
    # Between plan and declaration the game has gone another way.
    steps.reverse()
    seat.planning.declare()
    seat.until(lambda: not seat.planning.is_declaring)
    assert len(pounder.match.journal) == entries


def test_no_plan_begins_while_nobody_is_asked(seat: Seat):
    seat.planning.toggle()
    drive(seat.plan)
    target = question_of(seat.plan)
    seat.plan.answer(next(o.id for o in target.options if o.subject and not o.blocked))
    while seat.plan.question is not None:
        seat.plan.answer(question_of(seat.plan).candidates()[0])
    seat.planning.declare()
    assert seat.planning.is_declaring
    seat.planning.toggle()
    assert not seat.planning.is_on
    seat.until(lambda: not seat.planning.is_declaring)


def test_a_plan_by_keys_on_the_battle_page(pounder: Battle):
    """B begins it, numbers and Space answer, Space declares where dice would be rolled."""

    def make(window: Window) -> App:
        app = App(window, CommandBackstage(pounder.path.parent))
        app.go(BattlePage(app, pounder))
        return app

    person = Person(make)
    page = person.app.page
    assert isinstance(page, BattlePage)
    if page.is_covered:
        person.press("space")
    entries = len(pounder.match.journal)
    person.press("b")
    assert page.facts()["planning"]
    for key in ("1", "1", "space", "1"):
        person.press(key)
        person.frames(2)
    person.wait(lambda: page.facts()["plan_ends_at_dice"], 40)
    assert len(pounder.match.journal) == entries, "nothing is declared yet"
    assert person.sees("prompt/declare")
    person.press("escape")
    assert not page.facts()["plan_ends_at_dice"]
    person.press("1")
    person.press("space")
    assert not page.facts()["planning"]
    person.wait(lambda: page.facts()["state"] != "showing" and not page.facts()["declaring"], 400)
    mine = [entry.ask for entry in pounder.match.journal[entries:] if entry.who == "allies"]
    assert len(mine) >= 3
    person.app.window.close()
