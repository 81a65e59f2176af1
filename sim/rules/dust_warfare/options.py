"""Table options of Dust Warfare: one typed record, filled from bundles, scene and command line.

Every option answers a question the text leaves open; its default is our ruling. The bundle
``book`` is the letter, ``club`` what many tables play.
"""

from __future__ import annotations

import msgspec

__all__ = ["BUNDLES", "DustOptions"]


class DustOptions(msgspec.Struct, frozen=True):
    """The options in force; names and choices follow the register of options."""

    move_metric: str = "path"
    arc_membership: str = "any_part"
    artillery_direct_min: str = "12"
    stand_in_reaction: str = "opponent_picks"
    initiative_choice: str = "none"
    embarked_in_pool: str = "false"
    section_revives: str = "true"
    off_table_take_action: str = "strict_no_effect"
    repeat_special: str = "false"
    reaction_needs_los: str = "false"
    reaction_before_requires_start: str = "true"
    retreat_provokes: str = "true"
    vehicle_path: str = "segments"
    deep_water: str = "table"
    touching_counts_as_cover: str = "true"
    mixed_cover: str = "any_best"
    none_cover_obscures: str = "false"
    vehicle_clear_from: str = "leader"
    penetrator_order: str = "after_bonus"
    team_basis: str = "profile"
    vdt_overflow: str = "cap_at_6"
    ammo_cover: str = "suppression_and_dug_in"
    retreat_ends_activation: str = "true"
    indirect_obscured_from: str = "observer"
    zombie_has_charge: str = "true"
    tracked_march_cap: str = "3"
    includes_scope: str = "per_target"
    grenade_marker_stack: str = "one"
    tank_killer_scope: str = "whole_roll"
    break_line_unprepared_depth: str = "9"
    camouflage_attack_after_reveal: str = "spent"
    minefield_friendly_trigger: str = "true"
    minefield_target_class: str = "Soldier 1"
    barbed_wire_armour: str = "true"
    barricade_dc: str = "3"
    front_corridor: str = "limit_18_from_edges"
    night_spacing: str = "strict"
    secret_control_enemy: str = "completely"
    secret_breakthrough: str = "every_completely"
    unprepared_first_chooser: str = "roll_five_most_hits"
    arc_same_mini: str = "any_mini"
    crossing_flag: str = "off"
    gap_per_level: str = "false"
    heavy_eye: str = "centre"
    barbed_wire_cover: str = "states"
    unprepared_march: str = "single_only"


CHOICES: dict[str, tuple[str, ...]] = {
    "move_metric": (
        "path",
        "displacement",
    ),
    "arc_membership": (
        "any_part",
        "centre",
    ),
    "artillery_direct_min": (
        "12",
        "0",
    ),
    "stand_in_reaction": (
        "opponent_picks",
        "leaderless_cannot_react",
    ),
    "initiative_choice": (
        "none",
        "low_roller_chooses",
    ),
    "embarked_in_pool": (
        "false",
        "true",
    ),
    "section_revives": (
        "true",
        "false",
    ),
    "off_table_take_action": (
        "strict_no_effect",
        "enter",
    ),
    "repeat_special": (
        "false",
        "true",
    ),
    "reaction_needs_los": (
        "false",
        "true",
    ),
    "reaction_before_requires_start": (
        "true",
        "false",
    ),
    "retreat_provokes": (
        "true",
        "false",
    ),
    "vehicle_path": (
        "segments",
        "straight",
    ),
    "deep_water": (
        "table",
        "impassable_all",
    ),
    "touching_counts_as_cover": (
        "true",
        "false",
    ),
    "mixed_cover": (
        "any_best",
        "half_by_type",
    ),
    "none_cover_obscures": (
        "false",
        "true",
    ),
    "vehicle_clear_from": (
        "leader",
        "any_mini",
    ),
    "penetrator_order": (
        "after_bonus",
        "class_only",
    ),
    "team_basis": (
        "profile",
        "current_count",
    ),
    "vdt_overflow": (
        "cap_at_6",
        "ignore",
    ),
    "ammo_cover": (
        "suppression_and_dug_in",
        "full_from_vehicle",
        "none",
    ),
    "retreat_ends_activation": (
        "true",
        "false",
    ),
    "indirect_obscured_from": (
        "observer",
        "firing_leader",
    ),
    "zombie_has_charge": (
        "true",
        "data_only",
    ),
    "tracked_march_cap": (
        "3",
        "6",
    ),
    "includes_scope": (
        "per_target",
        "whole_action",
    ),
    "grenade_marker_stack": (
        "one",
        "two",
    ),
    "tank_killer_scope": (
        "whole_roll",
        "own_damage_only",
    ),
    "break_line_unprepared_depth": (
        "9",
        "0",
        "18",
    ),
    "camouflage_attack_after_reveal": (
        "spent",
        "resolve",
    ),
    "minefield_friendly_trigger": (
        "true",
        "false",
    ),
    "minefield_target_class": (
        "Soldier 1",
        "Vehicle 1",
    ),
    "barbed_wire_armour": (
        "true",
        "false",
    ),
    "barricade_dc": (
        "3",
        "2",
    ),
    "front_corridor": (
        "limit_18_from_edges",
        "corridor_18",
    ),
    "night_spacing": (
        "strict",
        "at_least_12",
    ),
    "secret_control_enemy": (
        "completely",
        "any_part",
    ),
    "secret_breakthrough": (
        "every_completely",
        "any_within",
    ),
    "unprepared_first_chooser": (
        "roll_five_most_hits",
        "previous_loser",
    ),
    "arc_same_mini": (
        "any_mini",
        "same_mini",
    ),
    "crossing_flag": (
        "off",
        "on_for_line_pieces",
    ),
    "gap_per_level": (
        "false",
        "true",
    ),
    "heavy_eye": (
        "centre",
        "top",
    ),
    "barbed_wire_cover": (
        "states",
        "none",
    ),
    "unprepared_march": (
        "single_only",
        "march_allowed",
    ),
}

BUNDLES: dict[str, dict[str, str]] = {
    "book": {
        "off_table_take_action": "strict_no_effect",
        "arc_same_mini": "any_mini",
        "mixed_cover": "any_best",
        "crossing_flag": "off",
        "gap_per_level": "false",
        "heavy_eye": "centre",
        "barbed_wire_cover": "states",
        "unprepared_march": "single_only",
    },
    "club": {
        "off_table_take_action": "enter",
        "arc_same_mini": "same_mini",
        "mixed_cover": "half_by_type",
        "crossing_flag": "on_for_line_pieces",
        "gap_per_level": "true",
        "heavy_eye": "top",
        "barbed_wire_cover": "none",
        "unprepared_march": "march_allowed",
    },
}
