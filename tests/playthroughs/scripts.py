"""The scripts of the staged games, told as they happen."""

from __future__ import annotations

from tests.playthroughs.staged import Script, go

__all__ = ["ROUT", "WRECK"]

#: Two turns on `scenes/rout.toml`.
ROUT: Script = [
    # Turn 1. The axis have fewer hits; their Command Squad adds an Order.
    ("initiative", "hbb"),
    ("initiative", "hhbb"),
    # Lasers fell the rangers' leader and their bazooka; a phaser leaves no Armour roll.
    ("order", "take-action/lasers"),
    ("single-action", "attack"),
    ("choose-target", "rangers"),
    ("attack", "hbbbb"),
    ("laser", "h"),
    ("armour", "bb"),
    ("damage", {"rangers/1": 1, "rangers/5": 1}),
    ("order", "take-action/gren"),
    ("single-action", "attack"),
    ("choose-target", "rangers"),
    ("attack", "hbbbbbbb"),
    # The leaderless rangers fire on an Order: the enemy names who leads this attack.
    ("order", "take-action/rangers"),
    ("single-action", "attack"),
    ("choose-target", "lasers"),
    ("leader-stand-in", "rangers/4"),
    ("attack", "bbb"),
    # More fire than three men can bear.
    ("activate", "gren"),
    ("actions", "attack"),
    ("choose-target", "rangers"),
    ("attack", "hbbbbbbb"),
    ("activate", "lasers"),
    ("actions", "attack"),
    ("choose-target", "rangers"),
    ("attack", "hbbbb"),
    ("laser", "b"),
    ("armour", "bb"),
    # The team slips behind the wall before it is fired at: the attack is wasted.
    ("actions", "attack"),
    ("choose-target", "team"),
    ("react", "team/move"),
    ("move", {"team/1": go((27, 17.5)), "team/2": go((28.5, 17.5))}),
    # A new leader far from the others: a man closes up, and all run for the north edge.
    ("activate", "rangers"),
    ("name-leader", "rangers/4"),
    ("suppression", "hbbbb"),
    # The assault squad falls on the headquarters with knives, its charge held back.
    ("activate", "assault"),
    ("actions", "move-then-attack"),
    (
        "move",
        {
            "assault/1": go((21.7, 6.6)),
            "assault/2": go((21.2, 8.4)),
            "assault/3": go((21.7, 5.2)),
            "assault/4": go((20.3, 5.8)),
            "assault/5": go((20.3, 7.2)),
        },
    ),
    ("choose-target", "hq/close"),
    ("weapon-targets", {"hq": 4}),
    ("weapon-target", "hold"),
    ("attack", "hhhbbbbb"),
    ("armour", "bb"),
    ("damage", {"hq/1": 1, "hq/2": 1, "hq/3": 1}),
    # Turn 2. Without their section the axis promote a man who did not lead.
    ("initiative", "bbb"),
    ("initiative", "hbb"),
    ("order", "promote/gren"),
    ("name-leader", "gren/5"),
    # What is left of the headquarters falls to fire that no cover helps against.
    ("activate", "lasers"),
    ("actions", "attack"),
    ("choose-target", "assault"),
    ("attack", "hbbbb"),
    ("laser", "b"),
    ("armour", "bbb"),
    ("damage", {"assault/2": 1}),
    ("activate", "gren"),
    ("activate", "assault"),
    ("suppression", "h"),
    ("actions", "attack"),
    ("choose-target", "hq"),
    ("attack", "hhhh bbbb"),
    ("armour", "bb"),
    # The last ranger leaves the table. One unit each: the army points decide.
    ("activate", "rangers"),
    ("suppression", "bbbb"),
]

#: Three turns on `scenes/wreck.toml`.
WRECK: Script = [
    ("initiative", "hbbb"),
    ("initiative", "hhbb"),
    # A Tank Killer inverts the table's dice: three blanks are Weapon Damaged, of his choice.
    ("order", "take-action/luther"),
    ("single-action", "attack"),
    ("choose-target", "punisher"),
    ("attack", "hhbb"),
    ("armour", "hhhhhb"),
    ("vehicle_table", "bbbhhh"),
    ("weapon_damaged", "h"),
    ("lost-weapon", "weapon-2"),
    # Four hits: the drive.
    ("order", "take-action/ludwig"),
    ("single-action", "attack"),
    ("choose-target", "punisher"),
    ("attack", "hh"),
    ("armour", "hhhhhb"),
    ("vehicle_table", "hhhhbb"),
    # Five: its ammunition goes up beside the rangers.
    ("activate", "luther"),
    ("actions", "attack"),
    ("choose-target", "punisher"),
    ("attack", "hhbb"),
    ("armour", "hhhhhb"),
    ("vehicle_table", "bbbbbh"),
    ("lost-weapon", "weapon-1"),
    ("blast", "hhbbb"),
    ("armour", "hb"),
    # Three once more: a lesser effect in its place.
    ("activate", "ludwig"),
    ("actions", "attack"),
    ("choose-target", "punisher"),
    ("attack", "hh"),
    ("armour", "hhhhhb"),
    ("vehicle_table", "hhhbbb"),
    ("lesser-effect", "external-fire"),
    # The light walker drives over both squads before it.
    ("activate", "heinrich"),
    ("actions", "move"),
    ("move", {"heinrich": go((28, 10))}),
    ("overrun", "hhb"),
    ("overrun", "bbb"),
    # The burning walker sits and burns. Then six hits: its hull lies open, and rifles hurt it.
    ("initiative", "bbbb"),
    ("initiative", "hhhb"),
    ("activate", "luther"),
    ("actions", "attack"),
    ("choose-target", "punisher"),
    ("attack", "hhbb"),
    ("armour", "hhhhhb"),
    ("vehicle_table", "bbbbbb"),
    ("activate", "heinrich"),
    ("actions", "march"),
    ("march", {"heinrich": go((22, 10))}),
    ("activate", "ludwig"),
    ("activate", "punisher"),
    ("actions", "put-out-fire"),
    # Without armour the next shell ends it.
    ("initiative", "bbbb"),
    ("initiative", "hhhb"),
    ("activate", "ludwig"),
    ("actions", "attack"),
    ("choose-target", "punisher"),
    ("attack", "hb"),
]
