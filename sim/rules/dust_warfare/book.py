"""The book as the commands see it: opening a scene's game, and cover between two miniatures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import cast

from sim.engine.documents import Document
from sim.engine.options import OptionSet, OptionsInForce
from sim.engine.ports import CoverVerdict, SightTerms
from sim.engine.reasons import Reason
from sim.engine.rule_context import ContextQuestion, ContextVerdict
from sim.engine.rulebook import REGISTER, load_register
from sim.errors import InputProblems, Problem, UsageError
from sim.rules.dust_warfare.attack.context import disputed, questions
from sim.rules.dust_warfare.attack.context_answer import answer_of, explained
from sim.rules.dust_warfare.attack.explain import explain
from sim.rules.dust_warfare.attack.explain_scene import as_bought, first_of, pairing_of
from sim.rules.dust_warfare.attack.los import with_high_eyes
from sim.rules.dust_warfare.forces.forces import scene_minis, units_of_forces
from sim.rules.dust_warfare.forces.lists import random_list
from sim.rules.dust_warfare.forces.profile_files import read_profiles
from sim.rules.dust_warfare.game import DustWarfare
from sim.rules.dust_warfare.movement.terrain import default_rating, rating_from_scene
from sim.rules.dust_warfare.options import BUNDLES, CHOICES, DustOptions
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import DustState, Rating
from sim.table.facts import Facts
from sim.table.profiles import ProfileBook
from sim.table.scene import Force, ForceUnit, Scene
from sim.words import has, say

__all__ = ["DustBook", "options_in_force"]

GAME = "dust_warfare"
OBJECTIVES: tuple[str, ...] = ("eliminate",)
DEPLOYMENTS: tuple[str, ...] = ("advancing_lines",)
EDGES: tuple[str, ...] = ("south", "east", "north", "west")
MOST_TURNS = 20
#: The table options that sight and cover rest on.
SIGHT_OPTIONS: tuple[str, ...] = (
    "touching_counts_as_cover",
    "mixed_cover",
    "none_cover_obscures",
    "vehicle_clear_from",
    "team_basis",
    "crossing_flag",
    "heavy_eye",
)

#: The table options, with the choices and bundles of the register.
OPTIONS = OptionSet(DustOptions, CHOICES, BUNDLES, "dw.opt.")

#: Takes a key of the scenario, what was found there, and what is allowed.
_Wrong = Callable[[str, object, Sequence[object]], None]


class DustBook:
    """Dust Warfare behind the port `Book`."""

    name = GAME
    folder = Path(__file__).parent
    option_names = tuple(CHOICES)
    option_set = OPTIONS

    def open(self, scene: Scene, facts: Facts, options: dict[str, str], bundle: str) -> DustWarfare:
        """Return the game of a scene.

        Parameters
        ----------
        options : dict
            From the command line; they win over the scene's, those over the bundle's.
        bundle : str
            ``book`` or ``club``; empty for ``book``.

        Raises
        ------
        InputProblems
            With everything in the scene that does not fit the book.

        Rules: dw.terrain.declare dw.builder.game_length dw.setup.components
        """
        problems: list[Problem] = []
        in_force = options_in_force(scene, options, bundle, problems)
        chosen = in_force.options
        profiles = read_profiles(scene.book)
        ratings = _ratings(scene, chosen, problems)
        sides = _sides(scene, problems)
        units = units_of_forces(scene, profiles, problems)
        state = DustState(units=units, ratings=ratings, sides=sides)
        _read_scenario(scene, state, problems)
        if problems:
            raise InputProblems(problems)
        if chosen.heavy_eye == "top":
            facts = Facts(with_high_eyes(facts.table, profiles))
        names = {force.side: force.name for force in scene.forces}
        return DustWarfare(facts, profiles, in_force, state, names)

    def check_profiles(self, profiles: ProfileBook) -> None:
        """Read profiles as the book does.

        Raises
        ------
        InputProblems
            With everything in them that does not fit it.
        """
        read_profiles(profiles)

    def random_forces(self, scene: Scene, points: int, below: Callable[[int], int]) -> Scene:
        """Return the scene with forces of at most `points` AP each, drawn at random, off the table.

        Raises
        ------
        UsageError
            When no unit of a faction can be had for the points.
        """
        profiles = read_profiles(scene.book)
        factions = {name: entry.faction for name, entry in scene.book.units.items()}
        forces: list[Force] = []
        for force in scene.forces:
            drawn = random_list(profiles.units, factions, force.faction, points, below)
            if not drawn:
                raise UsageError("dw.input.no_force", faction=force.faction, points=points)
            units = tuple(
                ForceUnit(f"{force.side}-{number}-{unit}", unit)
                for number, unit in enumerate(drawn, 1)
            )
            forces.append(replace(force, units=units))
        return replace(scene, forces=tuple(forces), minis=())

    def option_text(self, option: str, value: str = "") -> str:
        """Return what to call an option, or a value of it.

        Empty for an option that no procedure of this core reads: it would change nothing.
        """
        key = f"dw.opt_text.{option}"
        if not has(key):
            return ""
        return say(f"dw.opt_value.{value}") if value else say(key)

    def bundle_text(self, bundle: str) -> str:
        """Return what to call a bundle of options."""
        return say(f"dw.bundle_text.{bundle}")

    def gist(self, rule_id: str) -> str:
        """Return the register's line for a clause; empty when it is unknown."""
        return _gists().get(rule_id, "")

    def odds(self, arguments: Sequence[str]) -> Document:
        """Return what an attack can be expected to do, from words on the command line.

        Raises
        ------
        UsageError
            When the words are not understood.
        """
        from sim.rules.dust_warfare.attack.odds_document import odds_document

        return odds_document(arguments)

    def cover(
        self,
        scene: Scene,
        facts: Facts,
        shooter: str,
        target: str,
        options: Mapping[str, str] | None = None,
    ) -> CoverVerdict:
        """Return the cover of a scene's miniature or unit from another, with the whole chain.

        A miniature that shoots is its own leader; the lines of a unit come from its leader, and a
        target unit's cover is judged by the half of it. Markers do not come into it, for a scene
        holds none. Everybody else on the table is in the way as he would be in play: soldiers of
        the target's side, vehicles of both.

        Rules: dw.obscured.from_leader
        """
        return _cover(self._play(scene, facts, shooter, target, options or {}), shooter, target)

    def sight_terms(
        self,
        scene: Scene,
        facts: Facts,
        shooter: str,
        target: str,
        options: Mapping[str, str] | None = None,
    ) -> SightTerms:
        """Return how the book asks for sight: eyes by option, vehicles as what hides.

        Rules: dw.los.minis_block dw.heavy.los_from
        """
        return _terms(self._play(scene, facts, shooter, target, options or {}))

    def sight_questions(
        self,
        scene: Scene,
        facts: Facts,
        shooter: str,
        target: str,
        answers: Mapping[str, str] | None = None,
    ) -> tuple[ContextQuestion, ...]:
        """Return the questions about the sight of a scene's miniature or unit of another."""
        play = self._play(scene, facts, shooter, target, {})
        return questions(pairing_of(play, shooter, target), answers or {})

    def sight_answer(
        self, scene: Scene, facts: Facts, shooter: str, target: str, answers: Mapping[str, str]
    ) -> Reason:
        """Return in one sentence what is seen and what cover there is, by what was said."""
        play = self._play(scene, facts, shooter, target, {})
        return answer_of(disputed(pairing_of(play, shooter, target), answers))

    def cover_by_answers(
        self, scene: Scene, facts: Facts, shooter: str, target: str, answers: Mapping[str, str]
    ) -> ContextVerdict:
        """Return cover and sentence with the whole chain, by what was said."""
        play = self._play(scene, facts, shooter, target, {})
        dispute = disputed(pairing_of(play, shooter, target), answers)
        found = explained(dispute)
        name = say(f"dw.cover_name.{found.cover}")
        cover = CoverVerdict(found.cover, name, found.reason, found.rules, found.turned)
        return ContextVerdict(cover, answer_of(dispute), dict(dispute.answers))

    def cover_in(
        self, game: DustWarfare, state: DustState, shooter: str, target: str
    ) -> CoverVerdict:
        """Return the cover of one miniature from another where they stand in a battle."""
        return _cover(game.play(state, lambda _: None), shooter, target)

    def sight_terms_in(
        self, game: DustWarfare, state: DustState, shooter: str, target: str
    ) -> SightTerms:
        """Return how the book asks for sight in a battle, whoever asks."""
        return _terms(game.play(state, lambda _: None))

    def _play(
        self, scene: Scene, facts: Facts, shooter: str, target: str, given: Mapping[str, str]
    ) -> Play:
        """Return a scene's miniatures as a state of play, under its ratings and options."""
        problems: list[Problem] = []
        options = options_in_force(scene, given, "", problems).options
        ratings = _ratings(scene, options, problems)
        if problems:
            raise InputProblems(problems)
        sides = ("shooters", "targets")
        pair = (first_of(scene, shooter), first_of(scene, target))
        units, profiles = scene_minis(scene, facts, pair, sides)
        profiles = as_bought(scene, units, profiles)
        state = DustState(units=units, ratings=ratings, sides=sides)
        if options.heavy_eye == "top":
            facts = Facts(with_high_eyes(facts.table, profiles))
        return Play(state, facts, profiles, options, lambda _: None)


def _cover(play: Play, shooter: str, target: str) -> CoverVerdict:
    found = explain(pairing_of(play, shooter, target))
    name = say(f"dw.cover_name.{found.cover}")
    return CoverVerdict(found.cover, name, found.reason, found.rules, found.turned)


def _terms(play: Play) -> SightTerms:
    hiding = {
        mini.id: play.stand(mini)
        for unit in play.state.units.values()
        if play.is_vehicle(unit)
        for mini in unit.minis
        if mini.pose is not None
    }
    values: dict[str, str] = {name: getattr(play.options, name) for name in SIGHT_OPTIONS}
    return SightTerms(play.facts, hiding, values)


@cache
def _gists() -> dict[str, str]:
    register = load_register(DustBook.folder / REGISTER, DustBook.option_names)
    return {clause.id: clause.gist for clause in register.clauses}


def options_in_force(
    scene: Scene, given: Mapping[str, str], bundle: str, problems: list[Problem]
) -> OptionsInForce[DustOptions]:
    """Return the options in force: command line over scene over bundle."""
    stated = scene.options(GAME)
    try:
        return OPTIONS.choose(bundle=bundle, scene=stated, line=given, file=scene.source)
    except InputProblems as error:
        problems += error.problems
        return OPTIONS.choose()


def _ratings(scene: Scene, options: DustOptions, problems: list[Problem]) -> dict[str, Rating]:
    """Return each piece's rating: the scene's where it states one, else the guide, not agreed.

    Rules: dw.terrain.declare dw.terrain.custom_profiles
    """
    return {
        piece.id: rating_from_scene(piece, options, problems, scene.source)
        or default_rating(piece, options)
        for piece in scene.table.terrain.values()
    }


def _sides(scene: Scene, problems: list[Problem]) -> tuple[str, str]:
    """Return the two sides in the order of the scene's forces.

    Rules: dw.setup.components
    """
    sides = list(dict.fromkeys(force.side for force in scene.forces))
    if len(sides) != 2 or len(scene.forces) != 2:
        params: dict[str, object] = {"found": len(scene.forces)}
        problems.append(Problem("dw.input.forces", "force", scene.source, params))
        sides = [*sides, "first", "second"]
    return (sides[0], sides[1])


def _read_scenario(scene: Scene, state: DustState, problems: list[Problem]) -> None:
    """Read ``[scenario.dust_warfare]`` into a state.

    Rules: dw.builder.game_length dw.turn.game_end dw.tie.friendly_ok
    """
    stated = scene.scenario(GAME)
    known = ("objective", "deployment", "turns", "friendly", "first", "edges")

    def wrong(key: str, found: object, allowed: Sequence[object]) -> None:
        params = {"found": found, "allowed": ", ".join(str(each) for each in allowed)}
        where = f"scenario.dust_warfare.{key}"
        problems.append(Problem("dw.input.scenario", where, scene.source, params))

    for key in stated:
        if key not in known:
            wrong(key, key, known)
    objective = stated.get("objective", state.objective)
    if objective not in OBJECTIVES:
        wrong("objective", objective, OBJECTIVES)
    deployment = stated.get("deployment", state.deployment)
    if deployment not in DEPLOYMENTS:
        wrong("deployment", deployment, DEPLOYMENTS)
    turns = stated.get("turns", state.turns)
    if isinstance(turns, int) and not isinstance(turns, bool) and 1 <= turns <= MOST_TURNS:
        state.turns = turns
    else:
        wrong("turns", turns, (f"1-{MOST_TURNS}",))
    state.friendly = stated.get("friendly", False) is True
    first = stated.get("first", "")
    if first in ("", *state.sides):
        state.first_chooser = str(first)
    else:
        wrong("first", first, state.sides)
    _read_edges(stated.get("edges"), state, wrong)


def _read_edges(stated: object, state: DustState, wrong: _Wrong) -> None:
    """Read which edge each side has, where the scene says so.

    Rules: dw.deploy.advancing_lines
    """
    if stated is None:
        return
    given: dict[str, object] = {}
    if isinstance(stated, dict):
        given = cast("dict[str, object]", stated)
    if sorted(given) != sorted(state.sides):
        wrong("edges", ", ".join(given), state.sides)
        return
    edges = {side: str(given[side]) for side in state.sides}
    pair = {edges[state.sides[0]], edges[state.sides[1]]}
    if pair not in ({"south", "north"}, {"west", "east"}):
        wrong("edges", ", ".join(sorted(pair)), EDGES)
        return
    state.zone_edges = edges
