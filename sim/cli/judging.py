"""Sight as the scene's game judges it, for the window: in a battle or on a scene's table."""

from __future__ import annotations

import functools
from typing import Any

import msgspec

from sim.cli.books import BOOKS
from sim.cli.sightings import hulls_among
from sim.engine import true_sight
from sim.engine.match import Match
from sim.engine.ports import JudgesPlay, SightTerms
from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.table.scene import Scene
from sim.window.tools.judging import AsItStood, Judgement

__all__ = ["judge"]


def judge(
    scene: Scene,
    facts: Facts,
    looker: str,
    target: str,
    match: Match[Any] | AsItStood | None = None,
) -> Judgement:
    """Return how sight between two miniatures is judged; see `sim.window.tools.judging.Judge`."""
    if match is not None:
        return _in_battle(facts, looker, target, match)
    book = BOOKS.get(scene.game)
    if book is None:
        return Judgement(_plain(facts, {mini.id: mini.stand for mini in scene.minis}))
    return Judgement(
        book.sight_terms(scene, facts, looker, target),
        functools.partial(book.cover, scene, facts, looker, target),
    )


def _in_battle(facts: Facts, looker: str, target: str, match: Match[Any] | AsItStood) -> Judgement:
    game = match.game
    book = BOOKS.get(game.name)
    if not isinstance(book, JudgesPlay):
        known = facts.table.models
        pieces = [piece for piece in match.observe().pieces if piece.model in known]
        return Judgement(_plain(facts, {each.id: Stand(each.model, each.pose) for each in pieces}))
    # The match goes on while a thread may still ask: it gets a state of its own.
    state = msgspec.msgpack.decode(msgspec.msgpack.encode(match.state), type=game.state_type)
    return Judgement(
        book.sight_terms_in(game, state, looker, target),
        functools.partial(book.cover_in, game, state, looker, target),
    )


def _plain(facts: Facts, stands: dict[str, Stand]) -> SightTerms:
    """Return true sight without a book: whoever has a hull hides."""
    solid = hulls_among(facts, stands.values())
    hiding = {name: stand for name, stand in stands.items() if stand in solid}
    return SightTerms(facts, hiding, true_sight.options_of({}))
