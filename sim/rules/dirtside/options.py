"""Table options of Dirtside II: one typed record, filled from bundles, scene and command line.

Every option answers a question the text leaves open, or is the book's own; its default is our
ruling. The bundle ``book`` is the letter, ``club`` what many tables play.
"""

from __future__ import annotations

import msgspec

from sim.engine.options import OptionSet

__all__ = ["BUNDLES", "OPTIONS", "DirtsideOptions"]


class DirtsideOptions(msgspec.Struct, frozen=True):
    """The options in force; names and choices follow the register of options."""

    chit_mix: str = "third_party_1998"
    status_sheets: str = "open"
    marker_supply: str = "unlimited"
    wrecks_block_movement: str = "false"
    measure: str = "edge"
    los_target: str = "any_part"
    los_height: str = "true_3d"
    models_block: str = "false"
    command_unit: str = "optional"
    zero_capacity: str = "zero"
    hmt_weapons: str = "below_class"
    armour_special_zero: str = "refused"
    gms_arc: str = "mount"
    arc_membership: str = "centre"
    apfc_counts: str = "true"
    tractor_size: str = "element_size"
    cavalry_dismount: str = "half_move"
    cavalry_charge: str = "infantry_values"
    submersibles: str = "boat"
    rsw_limits: str = "slow_gev"
    oversize_band: str = "hit_die"
    oversize_die: str = "effective"
    encounter_hold: str = "nobody"
    turn_limit: str = "none"
    under_fire_removal: str = "any_activation"
    cybertank_points: str = "design_points"
    target_priority: str = "advise"
    opfire_weapons: str = "any_direct"
    opfire_scope: str = "whole_unit"
    dummy_count: str = "half_of_units"
    hidden_reveal_range: str = "60"
    hidden_inside: str = "2_or_contact"
    hidden_from_air: str = "low_only"
    hidden_first_test: str = "after_deployment"
    hull_down_die: str = "D10"
    command_point_floor: str = "none"
    broken_infantry: str = "table"
    routed_return_fire: str = "own_and_opportunity"
    advance_measure: str = "nearest_enemy"
    routed_trapped: str = "surrender"
    routed_edge: str = "stays"
    half_loss_test: str = "each_new_loss"
    casualty_scope: str = "any_marker"
    under_fire_vehicle: str = "0"
    panic_timing: str = "before"
    panic_assault: str = "no_chits"
    integrity_chain: str = "connected"
    regroup_rounding: str = "better"
    under_fire_mid_move: str = "no_test"
    leader_loss: str = "destroyed_or_abandoned"
    rally_range: str = "none"
    interpenetration: str = "friends_only"
    move_fraction: str = "whole_inch"
    move_minimum: str = "1"
    low_wheeled_river: str = "ford_only"
    evasive_actions: str = "sensors_only"
    vtol_high_travel: str = "bound"
    vtol_landing: str = "wheeled_terrain"
    infantry_walker_price: str = "combat_walker"
    modular_power: str = "per_module"
    backup_guidance: str = "full_price"
    fire_declaration: str = "one_declaration"
    turret_down_gms: str = "false"
    f_chit_indirect: str = "ignore"
    infantry_validity: str = "firefight"
    dffg_half: str = "exact"
    iavr_apfc_reactive: str = "yellow"
    armour0_zero: str = "damaged"
    second_damaged: str = "nothing"
    wrecks_block_los: str = "false"
    systems_down_defences: str = "keep_passive"
    vtol_mobility: str = "forced_landing"
    slam_measure: str = "centre"
    gms_move_penalty: str = "false"
    ads_attack_scope: str = "per_firing_unit"
    gms_cover_secondary: str = "false"
    angle_point: str = "centre"
    popup_movement: str = "no_penalty"
    popup_pivot: str = "straight_ahead"
    popup_max_height: str = "none"
    popup_air_defence: str = "false"
    iavr_effectiveness: str = "true"
    assault_involved: str = "within_2"
    assault_attacker_cover: str = "by_position"
    apfc_switch: str = "automatic"
    move_after_ride: str = "false"
    dismount_assault_half: str = "normal_factor"
    artillery_arc: str = "true"
    harassing_affects: str = "all_units"
    zone_measure: str = "edge"
    request_los: str = "midpoint"
    scoot_distance: str = "2"
    aero_entry: str = "any"
    aero_path: str = "one_turn"
    vtol_fixed_fire_first: str = "false"
    dfo_loads: str = "separate"
    zad_test: str = "per_pass"
    landing_terrain: str = "clear_ground"
    drop_method: str = "physics"
    smoke_width: str = "1"
    smoke_height: str = "2"
    wind_means: str = "toward"
    fires: str = "automatic"
    fire_artillery: str = "any"
    discharger_arc: str = "line"
    bridge_span: str = "2"
    demolish_targets: str = "any"


CHOICES: dict[str, tuple[str, ...]] = {
    "chit_mix": ("third_party_1998", "uniform", "custom"),
    "status_sheets": ("open", "private"),
    "marker_supply": ("unlimited", "warn"),
    "wrecks_block_movement": ("false", "true"),
    "measure": ("edge", "centre"),
    "los_target": ("any_part", "centre"),
    "los_height": ("true_3d", "higher_contour"),
    "models_block": ("false", "true"),
    "command_unit": ("optional", "required"),
    "zero_capacity": ("zero", "data_file"),
    "hmt_weapons": ("below_class", "equal_class"),
    "armour_special_zero": ("refused", "allowed"),
    "gms_arc": ("mount", "all_round"),
    "arc_membership": ("centre", "any_part"),
    "apfc_counts": ("true", "false"),
    "tractor_size": ("element_size", "weapon_class"),
    "cavalry_dismount": ("half_move", "free"),
    "cavalry_charge": ("infantry_values", "refused"),
    "submersibles": ("boat", "refused"),
    "rsw_limits": ("slow_gev", "fast_gev"),
    "oversize_band": ("hit_die", "hit_die_and_validity"),
    "oversize_die": ("effective", "always_d4"),
    "encounter_hold": ("nobody", "area_owner"),
    "turn_limit": ("none", "8", "custom"),
    "under_fire_removal": ("any_activation", "own_activation"),
    "cybertank_points": ("design_points", "surcharge"),
    "target_priority": ("advise", "enforce", "off"),
    "opfire_weapons": ("any_direct", "vehicle_and_missile"),
    "opfire_scope": ("whole_unit", "moved_elements"),
    "dummy_count": ("half_of_units", "half_of_supply"),
    "hidden_reveal_range": ("60", "24", "12"),
    "hidden_inside": ("2_or_contact", "contact"),
    "hidden_from_air": ("low_only", "any_craft"),
    "hidden_first_test": ("after_deployment", "turn_1"),
    "hull_down_die": ("D10", "D6"),
    "command_point_floor": ("none", "2_per_unit"),
    "broken_infantry": ("table", "accumulate"),
    "routed_return_fire": ("own_and_opportunity", "own_activation"),
    "advance_measure": ("nearest_enemy", "enemy_baseline"),
    "routed_trapped": ("surrender", "stay"),
    "routed_edge": ("stays", "leaves"),
    "half_loss_test": ("each_new_loss", "once"),
    "casualty_scope": ("any_marker", "dmg_only"),
    "under_fire_vehicle": ("0", "1"),
    "panic_timing": ("before", "after"),
    "panic_assault": ("no_chits", "fights"),
    "integrity_chain": ("connected", "nearest_neighbour"),
    "regroup_rounding": ("better", "worse"),
    "under_fire_mid_move": ("no_test", "test"),
    "leader_loss": ("destroyed_or_abandoned", "also_systems_down"),
    "rally_range": ("none", "12", "los"),
    "interpenetration": ("friends_only", "none", "free"),
    "move_fraction": ("whole_inch", "continuous"),
    "move_minimum": ("1", "off"),
    "low_wheeled_river": ("ford_only", "amphibious_difficult"),
    "evasive_actions": ("sensors_only", "no_fire_only"),
    "vtol_high_travel": ("bound", "exempt"),
    "vtol_landing": ("wheeled_terrain", "anywhere"),
    "infantry_walker_price": ("combat_walker", "transport_walker"),
    "modular_power": ("per_module", "one_plant"),
    "backup_guidance": ("full_price", "above_basic"),
    "fire_declaration": ("one_declaration", "per_volley"),
    "turret_down_gms": ("false", "true"),
    "f_chit_indirect": ("ignore", "cancel_draw"),
    "infantry_validity": ("firefight", "weapon_table", "both_must_allow"),
    "dffg_half": ("exact", "round_down", "round_up"),
    "iavr_apfc_reactive": ("yellow", "none"),
    "armour0_zero": ("damaged", "no_effect"),
    "second_damaged": ("nothing", "knocked_out"),
    "wrecks_block_los": ("false", "true"),
    "systems_down_defences": ("keep_passive", "all_off"),
    "vtol_mobility": ("forced_landing", "crash"),
    "slam_measure": ("centre", "edge"),
    "gms_move_penalty": ("false", "true"),
    "ads_attack_scope": ("per_firing_unit", "per_target_unit"),
    "gms_cover_secondary": ("false", "true"),
    "angle_point": ("centre", "muzzle"),
    "popup_movement": ("no_penalty", "penalty", "none"),
    "popup_pivot": ("straight_ahead", "free_pivot"),
    "popup_max_height": ("none", "6"),
    "popup_air_defence": ("false", "true"),
    "iavr_effectiveness": ("true", "false"),
    "assault_involved": ("within_2", "whole_unit"),
    "assault_attacker_cover": ("by_position", "always_open"),
    "apfc_switch": ("automatic", "owner"),
    "move_after_ride": ("false", "true"),
    "dismount_assault_half": ("normal_factor", "doubled_factor"),
    "artillery_arc": ("true", "false"),
    "harassing_affects": ("all_units", "dismounted_infantry"),
    "zone_measure": ("edge", "centre"),
    "request_los": ("midpoint", "both_markers"),
    "scoot_distance": ("2", "1", "6"),
    "aero_entry": ("any", "own_baseline"),
    "aero_path": ("one_turn", "straight"),
    "vtol_fixed_fire_first": ("false", "true"),
    "dfo_loads": ("separate", "pooled"),
    "zad_test": ("per_pass", "per_announcement"),
    "landing_terrain": ("clear_ground", "anywhere"),
    "drop_method": ("physics", "scatter", "manual_entry"),
    "smoke_width": ("1", "0.5", "2"),
    "smoke_height": ("2", "1", "3"),
    "wind_means": ("toward", "from"),
    "fires": ("automatic", "on_6", "off"),
    "fire_artillery": ("any", "explosive_only"),
    "discharger_arc": ("line", "all_round"),
    "bridge_span": ("2", "4"),
    "demolish_targets": ("any", "helpless"),
}

BUNDLES: dict[str, dict[str, str]] = {
    "book": {
        "broken_infantry": "table",
        "hidden_first_test": "after_deployment",
        "fire_declaration": "one_declaration",
        "systems_down_defences": "keep_passive",
        "popup_movement": "no_penalty",
        "popup_pivot": "straight_ahead",
        "popup_max_height": "none",
        "assault_attacker_cover": "by_position",
        "harassing_affects": "all_units",
        "fire_artillery": "any",
        "demolish_targets": "any",
        "turn_limit": "none",
    },
    "club": {
        "broken_infantry": "accumulate",
        "hidden_first_test": "turn_1",
        "fire_declaration": "per_volley",
        "systems_down_defences": "all_off",
        "popup_movement": "penalty",
        "popup_pivot": "free_pivot",
        "popup_max_height": "6",
        "assault_attacker_cover": "always_open",
        "harassing_affects": "dismounted_infantry",
        "fire_artillery": "explosive_only",
        "demolish_targets": "helpless",
        "turn_limit": "8",
    },
}

#: The table options, with the choices and bundles of the register.
OPTIONS = OptionSet(DirtsideOptions, CHOICES, BUNDLES, "ds.opt.")
