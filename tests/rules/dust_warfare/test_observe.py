"""What a side sees: badges, cards with reasons, tracks and pieces."""

from __future__ import annotations

from sim.rules.dust_warfare.observe import observe
from sim.words import say
from tests.rules.dust_warfare.field import Field

NAMES = {"axis": "Axis", "allies": "Allies"}


def test_pieces_stand_where_the_miniatures_do_and_leaders_are_marked():
    field = Field()
    field.unit("a", "axis", (10, 10), (12, 10))
    field.off_table(field.unit("b", "allies", (30, 10)))
    seen = observe(field.play, "axis", NAMES)
    assert [piece.id for piece in seen.pieces] == ["a/1", "a/2"]
    assert [piece.leads for piece in seen.pieces] == [True, False]
    assert seen.unit("b").on_table is False
    assert [side.name for side in seen.sides] == ["Axis", "Allies"]


def test_badges_show_markers_orders_damage_and_effects():
    field = Field()
    field.unit("a", "axis", (10, 10), suppression=2, reaction=True, activated=True, ordered=True)
    field.units["a"].out_of_ammo = True
    field.units["a"].temporary_section = True
    walker = field.walker("w", "axis", 20, 20, effects=["external_fire", "hull_breach"])
    walker.minis[0].damage = 2
    seen = observe(field.play, "", NAMES)
    assert [badge.icon for badge in seen.unit("a").badges] == [
        "suppression",
        "reaction",
        "retreating",
        "activated",
        "ordered",
        "out-of-ammo",
        "temporary-section",
    ]
    assert [badge.icon for badge in seen.unit("w").badges] == ["external-fire", "hull-breach"]
    (damage,) = seen.piece("w/1").badges
    assert say(damage.key, **damage.params) == "2 damage, 3 left"
    for unit in seen.units:
        assert all(say(badge.key, **badge.params) for badge in unit.badges)


def test_a_card_explains_how_many_actions_a_unit_has():
    field = Field()
    field.unit("a", "axis", (10, 10), suppression=1)
    card = {line.key: line for line in observe(field.play, "", NAMES).unit("a").card}
    actions = card["dw.card.actions"]
    assert actions.value == "1"
    assert actions.reason is not None
    assert [child.value for child in actions.reason.children] == [2, -1]
    assert actions.reason.lines()
    for line in card.values():
        assert say(line.key)
        assert line.reason is None or line.reason.lines()


def test_tracks_show_turn_phase_and_orders_left():
    field = Field(turn=3, phase="command", orders={"axis": 2, "allies": 0})
    field.unit("a", "axis", (10, 10))
    tracks = {track.key: track for track in observe(field.play, "", NAMES).tracks}
    assert tracks["dw.track.turn"].steps[tracks["dw.track.turn"].now] == "3"
    phase = tracks["dw.track.phase"]
    assert say(phase.steps[phase.now]) == "Command"
    assert tracks["dw.track.orders_first"].now == 2
    assert all(say(track.key, **track.params) for track in tracks.values())
